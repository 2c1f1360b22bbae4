// The page's own API against kinematics, hulls and distances that others computed (the oracles beside the project).

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, call, corpus, drop, open, serve } from './support.mjs';
import { comes } from './widgets.mjs';

const CONFIGURATIONS = 50;
const folder = corpus();
const oracle = folder && join(folder, 'oracle', 'ur5.json');
const missing = !oracle || !existsSync(oracle);
if (missing) console.log('skipped: no oracles beside the project');

test('transforms, hull volumes and hull distances of ur5 are those of the oracle', { skip: missing }, async () => {
  const wanted = JSON.parse(await readFile(oracle));
  const server = await serve();
  const context = await browser();
  const { page, errors } = await open(context, server.url);
  await call(page, 'setSettings', { samples: 1, prove: false });
  await drop(page, [join(folder, 'robots', 'ur5')]);
  await comes(page, 'state', (state) => state.robot !== null && !state.busy, { timeout: 600_000 });

  const hulls = new Map((await call(page, 'shapes', 'link_hulls')).map(({ link, geometry }) => [link, geometry]));
  for (const link of wanted.links) {
    const found = volume(hulls.get(link.name));
    const error = Math.abs(found - link.hull_volume) / link.hull_volume;
    assert.ok(error < 1e-6, `volume of ${link.name}: ${found} for ${link.hull_volume}`);
  }

  const order = (await call(page, 'joints')).map(({ name }) => wanted.joints.findIndex((joint) => joint.name === name));
  const worst = { separated: 0, penetrating: 0 };
  for (const [index, config] of wanted.configs.slice(0, CONFIGURATIONS).entries()) {
    await call(page, 'setConfiguration', order.map((joint) => config.q[joint]));
    const transforms = new Map((await call(page, 'transforms')).map(({ link, matrix }) => [link, matrix]));
    wanted.links.forEach((link, at) => {
      const expected = config.transforms[at];
      transforms.get(link.name).slice(0, 3).forEach((row, i) => {
        const line = [...expected.slice(3 * i, 3 * i + 3), expected[9 + i]];
        row.forEach((value, j) => assert.ok(Math.abs(value - line[j]) < 1e-9, `${link.name} in configuration ${index}`));
      });
    });
    const distances = new Map(
      (await call(page, 'distances', 'link_hulls')).map(({ a, b, distance }) => [[a.link, b.link].sort().join(), distance]),
    );
    wanted.pairs.forEach((pair, at) => {
      const expected = wanted.distances.hull[index][at];
      const error = Math.abs(distances.get([...pair].sort().join()) - expected);
      const kind = expected > 0 ? 'separated' : 'penetrating';
      worst[kind] = Math.max(worst[kind], error);
      assert.ok(error < (expected > 0 ? 1e-6 : 1e-5), `${pair} in configuration ${index}: off by ${error}`);
    });
  }
  console.log(`worst distance: ${worst.separated} m separated, ${worst.penetrating} m penetrating`);
  assert.deepEqual(errors, []);
  await context.close();
  await server.stop();
});

// By the divergence theorem: the sum of the signed tetrahedra from the first vertex.
function volume({ vertices, triangles }) {
  const [o] = vertices;
  let six = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((i) => vertices[i].map((value, k) => value - o[k]));
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}
