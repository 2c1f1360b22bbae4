// The real page, release build, behind a plain static server: the whole job as a person does it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { browser, call, drop, DIST, exported, open, ROOT, running, serve, until } from './support.mjs';
import { click, comes, find, outline, rows } from './widgets.mjs';
import { zip } from './zip.mjs';

const ARM = join(ROOT, 'robots', 'arm6');
const SAMPLES = 400;
const TYPES = ['link_spheres', 'link_boxes', 'link_hulls', 'part_spheres', 'part_boxes', 'part_hulls'];
const VIEWPORT = { width: 1280, height: 800 };

let server;
let context;
let scratch;

before(async () => {
  server = await serve();
  context = await browser({ viewport: VIEWPORT });
  scratch = await mkdtemp(join(tmpdir(), 'noclash-app-'));
});

after(async () => {
  await context?.close();
  await server?.stop();
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

// A page with nothing kept from the test before.
async function fresh(query = '') {
  const { page, errors } = await open(context, `${server.url}${query}`);
  if ((await call(page, 'state')).robot !== null) await call(page, 'act', { do: 'close_robot' });
  await comes(page, 'state', (state) => state.robot === null);
  await call(page, 'setSettings', { samples: SAMPLES, seed: 1 });
  return { page, errors };
}

async function finished(page, errors) {
  await comes(page, 'state', (state) => state.robot !== null && !state.busy, { timeout: 600_000 });
  assert.deepEqual(errors, []);
  return call(page, 'summary');
}

async function armDropped() {
  const { page, errors } = await fresh();
  await drop(page, [ARM]);
  const summary = await finished(page, errors);
  return { page, errors, summary };
}

const name = (pair) => [pair.a, pair.b].map(({ link, part }) => (part === null ? link : `${link} ${part}`)).join(' / ');
const decisions = (list) => Object.fromEntries(list.map((pair) => [name(pair), `${pair.decision} ${pair.reason}`]));

test('a dropped folder does the whole job: six types, twelve files', async () => {
  const { page, summary } = await armDropped();
  assert.equal(summary.dof, 6);
  assert.equal(summary.isolated, true);
  assert.deepEqual(Object.keys(summary.pairs).sort(), [...TYPES].sort());
  assert.ok(Object.values(summary.samples).every((samples) => samples === SAMPLES));
  const files = await exported(page);
  assert.equal(files.length, 12);
  for (const type of TYPES) {
    const document = JSON.parse(files.find((file) => file.name.endsWith(`.${type}.json`)).bytes);
    assert.equal(document.format, 'noclash-matrix');
    assert.equal(document.shape_type, type);
    const n = document.shapes.length;
    assert.equal(document.pairs.length, (n * (n - 1)) / 2);
    assert.equal(document.matrix.length, n);
    for (const [i, row] of document.matrix.entries()) {
      assert.equal(row[i], false);
      row.forEach((cell, j) => assert.equal(cell, document.matrix[j][i]));
    }
    for (const pair of document.pairs) assert.equal(pair.distance.min <= 0, pair.collisions > 0);
  }
  await page.close();
});

test('a dropped zip gives the same', async () => {
  const entries = [];
  for (const path of await readdir(ARM, { recursive: true })) {
    const bytes = await readFile(join(ARM, path)).catch(() => null);
    if (bytes) entries.push({ name: `arm6/${path}`, bytes });
  }
  const archive = join(scratch, 'arm6.zip');
  await writeFile(archive, zip(entries));
  const { page, errors } = await fresh();
  await drop(page, [archive]);
  const summary = await finished(page, errors);
  assert.equal(summary.dof, 6);
  await page.close();
});

test('the buttons of the first screen open a folder and files', async () => {
  const { page, errors } = await fresh();
  let chooser = page.waitForEvent('filechooser');
  await click(page, 'Open folder');
  await (await chooser).setFiles(ARM);
  assert.equal((await finished(page, errors)).dof, 6);

  await call(page, 'act', { do: 'close_robot' });
  chooser = page.waitForEvent('filechooser');
  await click(page, 'Open files or zip');
  await (await chooser).setFiles([join(ROOT, 'robots', 'two_link', 'two_link.urdf')]);
  assert.equal((await finished(page, errors)).dof, 2);
  await page.close();
});

test('a click in the gallery opens a sample robot', async () => {
  const { page, errors } = await fresh();
  const { robots } = JSON.parse(await readFile(join(DIST, 'robots', 'index.json')));
  await click(page, robots[0].name, { role: 'Button' });
  const summary = await finished(page, errors);
  assert.ok(summary.dof > 0);
  await page.close();
});

test('the table is sorted by the distance now, and by any column at a click', async () => {
  const { page } = await armDropped();
  const numbers = async (column) => (await rows(page)).map((row) => Number(row[column].replace('−', '-')));
  const sorted = (list) => list.every((value, index) => index === 0 || list[index - 1] <= value);
  await find(page, 'Sort by shape a');
  const now = await until(async () => ((list) => list.length > 3 && list)(await numbers(4)));
  assert.ok(sorted(now), `${now}`);
  await click(page, /^Sort by min/);
  await until(async () => sorted(await numbers(5)), { what: 'ascending minima' });
  await click(page, /^Sort by min/);
  await until(async () => sorted((await numbers(5)).reverse()), { what: 'descending minima' });
  await click(page, 'Sort by shape b');
  const names = await until(async () => {
    const list = (await rows(page)).map((row) => row[1]);
    return [...list].sort().join() === list.join() && list;
  });
  assert.ok(names.length > 3);
  await page.close();
});

test('selecting a row isolates the pair in blue and yellow', async () => {
  const { page } = await armDropped();
  const before = await colours(page);
  const cell = await until(async () => {
    const [first] = (await rows(page)).slice(3);
    return first && (await outline(page)).filter((w) => w.role === 'Label' && (w.value || w.name) === first[0]).pop();
  });
  await page.mouse.click(cell.x, cell.y, { delay: 60 });
  const selected = await comes(page, 'selected', (pair) => pair !== null);
  assert.ok(Number.isFinite(selected.distance));
  const length = Math.hypot(...selected.point_a.map((value, i) => value - selected.point_b[i]));
  assert.ok(Math.abs(length - Math.abs(selected.distance)) < 1e-6, `${length} ${selected.distance}`);
  await until(async () => {
    const { blue, yellow } = await colours(page);
    return blue > before.blue + 60 && yellow > before.yellow + 60;
  }, { what: 'blue and yellow shapes' });
  await page.close();
});

test('every other shape of a robot with many shapes is outlined', async () => {
  // Ten by eight boxes on a plate that turns, one link each: more than any robot shows at link level.
  const boxes = Array.from({ length: 80 }, (_, i) => ({ name: `box_${i}`, x: 0.2 * (i % 10), y: 0.2 * Math.floor(i / 10) }));
  const links = boxes.map(({ name }) => `<link name="${name}"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>`);
  const joints = boxes.map(({ name, x, y }) => `<joint name="${name}_joint" type="fixed"><parent link="plate"/><child link="${name}"/>`
    + `<origin xyz="${x} ${y} 0"/></joint>`);
  const turn = '<joint name="turn" type="continuous"><parent link="base"/><child link="plate"/><axis xyz="0 0 1"/></joint>';
  const path = join(scratch, 'boxes.urdf');
  await writeFile(path, `<robot name="boxes"><link name="base"/><link name="plate"/>${links.join('')}${joints.join('')}${turn}</robot>`);
  const { page, errors } = await fresh();
  await drop(page, [path]);
  await finished(page, errors);
  await call(page, 'show', 'link_hulls');
  const before = await colours(page);
  await call(page, 'select', { a: { link: 'box_0' }, b: { link: 'box_79' } });
  // Some forty pixels of an outline of this size are of its colour alone; those of thirty boxes would stay below.
  let seen = 0;
  await until(async () => {
    seen = (await colours(page)).line - before.line;
    return seen > 2400;
  }, { what: 'outlines of all boxes' }).catch((error) => { throw new Error(`${seen} pixels of outlines`, { cause: error }); });
  assert.deepEqual(errors, []);
  await page.close();
});

test('skip in bulk with a preview, undo and redo', async () => {
  const { page } = await armDropped();
  const type = (await call(page, 'state')).shown;
  const start = await call(page, 'listPairs', type);
  const distances = (await call(page, 'distances', type)).map((entry) => entry.distance);
  // The limit: a pair in the middle, of which several are nearer.
  const order = distances.map((distance, index) => ({ distance, index })).sort((a, b) => a.distance - b.distance);
  const limit = order[Math.floor(order.length / 2)];
  const { a, b } = start[limit.index];
  await call(page, 'select', { a, b });
  await comes(page, 'selected', (pair) => pair !== null);
  await click(page, /^Skip many…$/);
  await click(page, /^All pairs nearer than the selected one \(/);
  const button = await find(page, /^Skip \d+ pairs?$/);
  const count = Number(/\d+/.exec(button.name || button.value)[0]);
  const wanted = start.filter((pair, index) => distances[index] < limit.distance && pair.decision === 'check').length;
  assert.equal(count, wanted);
  assert.deepEqual(decisions(await call(page, 'listPairs', type)), decisions(start), 'a preview changes nothing');
  await click(page, /^Skip \d+ pairs?$/);
  await comes(page, 'state', (state) => state.undo !== null);
  const after = await call(page, 'listPairs', type);
  const changed = after.filter((pair, index) => pair.decision !== start[index].decision);
  assert.equal(changed.length, wanted);
  assert.ok(changed.every((pair) => pair.decision === 'skip' && pair.reason === 'user'));
  await call(page, 'undo');
  assert.deepEqual(decisions(await call(page, 'listPairs', type)), decisions(start));
  await call(page, 'redo');
  assert.deepEqual(decisions(await call(page, 'listPairs', type)), decisions(after));
  await page.close();
});

test('downloaded files restore the decisions, also as a zip', async () => {
  const { page, errors } = await armDropped();
  const pairs = await call(page, 'listPairs', 'link_hulls');
  const changed = pairs.slice(0, 3);
  for (const pair of changed) {
    const { a, b, decision } = pair;
    await call(page, 'decide', 'link_hulls', [{ a, b }], decision === 'skip' ? 'check' : 'skip');
  }
  const wanted = decisions(await call(page, 'listPairs', 'link_hulls'));
  const coming = page.waitForEvent('download');
  await call(page, 'act', { do: 'export', what: { what: 'zip' } });
  const download = await coming;
  const archive = join(scratch, 'decisions.zip');
  await download.saveAs(archive);
  for (const file of await exported(page)) await writeFile(join(scratch, file.name), file.bytes);
  const [single] = (await readdir(scratch)).filter((file) => file.endsWith('.link_hulls.yaml'));

  for (const given of [archive, join(scratch, single)]) {
    await call(page, 'act', { do: 'close_robot' });
    await drop(page, [ARM]);
    await finished(page, errors);
    assert.notDeepEqual(decisions(await call(page, 'listPairs', 'link_hulls')), wanted);
    await drop(page, [given]);
    await comes(page, 'listPairs', (list) => JSON.stringify(decisions(list)) === JSON.stringify(wanted), { args: ['link_hulls'] });
  }
  await page.close();
});

test('the robot, results and decisions are back after a reload', async () => {
  const { page, errors } = await armDropped();
  const [pair] = await call(page, 'listPairs', 'link_hulls');
  const decision = pair.decision === 'skip' ? 'check' : 'skip';
  await call(page, 'decide', 'link_hulls', [{ a: pair.a, b: pair.b }], decision);
  const pairs = await call(page, 'listPairs', 'link_hulls');
  const files = await exported(page);
  await page.reload();
  await running(page);
  await finished(page, errors);
  assert.deepEqual(await call(page, 'listPairs', 'link_hulls'), pairs);
  assert.deepEqual(digest(await exported(page)), digest(files));
  await page.close();
});

test('the same seed gives the same bytes on one thread, on two, in slices, and natively', async () => {
  const results = [];
  for (const query of ['?threads=1', '?threads=2', '?isolate=no']) {
    const { page, errors } = await fresh(query);
    await drop(page, [ARM]);
    const summary = await finished(page, errors);
    assert.equal(summary.isolated, query !== '?isolate=no');
    results.push(digest(await exported(page)));
    await page.close();
  }
  const native = process.env.NOCLASH_NATIVE;
  if (!native) console.log('skipped: the native program (NOCLASH_NATIVE)');
  for (const threads of native ? ['1', '2'] : []) {
    const out = join(scratch, `native-${threads}`);
    await promisify(execFile)(native, [ARM, out, String(SAMPLES), '1', threads], { maxBuffer: 1e9 });
    const names = await readdir(out);
    const files = names.map(async (file) => ({ name: file, bytes: await readFile(join(out, file)) }));
    results.push(digest(await Promise.all(files)));
  }
  for (const result of results) {
    assert.equal(Object.keys(result).length, 12);
    assert.deepEqual(result, results[0]);
  }
});

test('works without the server after the first visit', async () => {
  const own = await browser({ viewport: VIEWPORT });
  const first = await serve();
  const { page } = await open(own, first.url);
  await page.waitForSelector('html[data-offline=yes]', { state: 'attached' });
  await first.stop();
  await page.reload();
  const about = await running(page);
  assert.equal(about.isolated, true);
  await call(page, 'setSettings', { samples: SAMPLES });
  await call(page, 'loadSample', 'two_link');
  await comes(page, 'state', (state) => state.robot !== null && !state.busy, { timeout: 600_000 });
  await own.close();
});

test('a broken folder gives a diagnosis that names file and mend, and no robot', async () => {
  const folder = join(scratch, 'broken');
  await mkdir(folder);
  await writeFile(join(folder, 'arm.urdf'), '<robot name="arm">\n  <link name="a">\n  <joint>\n</robot>\n');
  const { page, errors } = await fresh();
  await drop(page, [folder]);
  const diagnostics = await comes(page, 'diagnostics', (list) => list.some((found) => found.severity === 'error'));
  const error = diagnostics.find((found) => found.severity === 'error');
  assert.match(error.file, /arm\.urdf$/);
  assert.ok(error.line >= 1 && error.message.length > 20, JSON.stringify(error));
  await find(page, (widget) => `${widget.name}${widget.value}`.includes('arm.urdf'));
  assert.equal((await call(page, 'state')).robot, null);
  assert.deepEqual(errors, []);
  await page.close();
});

test('a missing mesh is named, and completed by a second drop', async () => {
  const folder = join(scratch, 'incomplete');
  await cp(ARM, folder, { recursive: true });
  const [mesh] = (await readdir(folder, { recursive: true })).filter((path) => /collision\/link_2\.stl$/.test(path));
  await rm(join(folder, mesh));
  const { page, errors } = await fresh();
  await drop(page, [folder]);
  await finished(page, errors);
  const missing = (list) => list.filter(({ code }) => code === 'mesh-missing').map(({ message }) => message);
  const [message] = missing(await call(page, 'diagnostics'));
  assert.match(message, /link_2\.stl/);
  await drop(page, [join(ARM, mesh)]);
  await comes(page, 'diagnostics', (list) => missing(list).length === 0, { timeout: 300_000 });
  await page.close();
});

const digest = (files) => Object.fromEntries(files.map(({ name: file, bytes }) => [file, bytes.toString('latin1')]));

// How many pixels of a picture of the page are of the two colours of a selected pair.
async function colours(page) {
  const picture = (await page.screenshot({ type: 'png' })).toString('base64');
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let blue = 0;
    let yellow = 0;
    let line = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (b > 110 && b > 1.35 * r && b > 1.12 * g) blue += 1;
      if (r > 110 && g > 0.6 * r && r > 1.6 * b && g > 1.3 * b) yellow += 1;
      if (Math.abs(r - 0x58) < 6 && Math.abs(g - 0x62) < 6 && Math.abs(b - 0x73) < 6) line += 1;
    }
    return { blue, yellow, line };
  }, picture);
}
