// `cargo xtask pictures [ROBOT...]`: takes the pictures of the gallery, robots/pictures, anew from the built page.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browser, call, open, ROOT, serve } from './support.mjs';
import { click, comes } from './widgets.mjs';

const WIDTH = 480;
const HEIGHT = 320;

// What each robot is seen doing, and how many steps of the wheel bring it close.
const POSES = {
  two_link: { q: [0.6, 0.9], wheel: 0 },
  arm6: { q: [0.6, 0.45, -0.35, 0, 0.8, 0], wheel: 2 },
  arm7_gripper: { q: [0.4, 0.7, 0.2, -1.3, 0.2, 1.4, 0.3, 0.03], wheel: 2 },
  torso: { q: [], wheel: 1 },
  quadruped: { q: [], wheel: 1 },
};

const folder = join(ROOT, 'robots', 'pictures');
await mkdir(folder, { recursive: true });
const server = await serve();
const context = await browser({ viewport: { width: 1500, height: 1000 } });
try {
  const { page } = await open(context, server.url);
  await call(page, 'setSettings', { samples: 1, prove: false });
  const { robots } = JSON.parse(await readFile(join(ROOT, 'robots', 'index.json')));
  const wanted = robots.filter(({ id }) => process.argv.length < 3 || process.argv.includes(id));
  for (const [index, { id }] of wanted.entries()) {
    await call(page, 'loadSample', id);
    await comes(page, 'state', (state) => state.robot !== null && !state.busy, { timeout: 600_000 });
    await call(page, 'act', { do: 'show_visual', on: true });
    if (index === 0) {
      await click(page, 'Robot', { role: 'Button' });
      await click(page, 'Pair', { role: 'Button' });
    }
    const { q, wheel } = POSES[id] ?? { q: [], wheel: 0 };
    const now = await call(page, 'getConfiguration');
    await call(page, 'setConfiguration', now.map((value, index) => q[index] ?? value));
    await call(page, 'act', { do: 'frame_all' });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await page.mouse.move(750, 300);
    for (let step = 0; step < wheel; step += 1) {
      await page.mouse.wheel(0, -120);
      await new Promise((resolve) => setTimeout(resolve, 800));
    }
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const clip = { x: 390, y: 60, width: 720, height: 480 };
    const shot = (await page.screenshot({ type: 'png', clip })).toString('base64');
    const picture = await page.evaluate(
      async ([base64, width, height]) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const canvas = new OffscreenCanvas(width, height);
        const drawing = canvas.getContext('2d');
        drawing.imageSmoothingQuality = 'high';
        drawing.drawImage(bitmap, 0, 0, width, height);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
        return [...new Uint8Array(await blob.arrayBuffer())];
      },
      [shot, WIDTH, HEIGHT],
    );
    await writeFile(join(folder, `${id}.webp`), Buffer.from(picture));
    process.stderr.write(`${id}: ${picture.length} bytes\n`);
    await call(page, 'act', { do: 'close_robot' });
    await comes(page, 'state', (state) => state.robot === null);
  }
} finally {
  await context.close();
  await server.stop();
}
