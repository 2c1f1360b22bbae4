// The page's own scripts around a stand-in for the module.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser, drop, open, running, serve, until, watch } from './support.mjs';
import { standIn } from './stand-in.mjs';

let site;
let server;
let context;
let scratch;

before(async () => {
  site = await standIn();
  server = await serve(site.folder, { prefix: '/tools/noclash/' });
  context = await browser();
  scratch = await mkdtemp(join(tmpdir(), 'noclash-given-'));
});

after(async () => {
  await context?.close();
  await server?.stop();
  await site?.remove();
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

const notes = (page) => page.evaluate(() => JSON.parse(JSON.stringify(self.standIn.notes)));
const given = (page, count = 1) =>
  until(async () => (await notes(page)).files.length >= count && (await notes(page)).files, { what: 'the files' });

test('becomes isolated behind a plain server in a sub-folder, with one reload', async () => {
  const page = await context.newPage();
  const errors = watch(page);
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  await page.goto(server.url);
  const about = await running(page);
  assert.equal(about.isolated, true);
  assert.equal(await page.evaluate(() => self.crossOriginIsolated), true);
  assert.ok(about.threads >= 1);
  assert.equal((await notes(page)).pool, about.threads);
  assert.equal(loads, 2);
  await page.reload();
  await running(page);
  assert.equal(loads, 3);
  await page.waitForFunction(() => document.getElementById('shell').classList.contains('gone'));
  assert.deepEqual(errors, []);
  await page.close();
});

test('threads=N and isolate=no are obeyed', async () => {
  const two = await open(context, `${server.url}?threads=3`);
  assert.equal((await notes(two.page)).pool, 3);
  await two.page.close();
  const single = await open(context, `${server.url}?isolate=no`);
  assert.equal(await single.page.evaluate(() => self.crossOriginIsolated), false);
  assert.equal((await notes(single.page)).pool, undefined);
  assert.equal(await single.page.evaluate(() => self.standIn.started), 0);
  assert.deepEqual(single.errors, []);
  await single.page.close();
});

test('runs on one thread, without a reload loop, where there are no service workers', async () => {
  const page = await context.newPage();
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  const plain = await serve(site.folder);
  await page.goto(plain.url);
  const about = await running(page);
  assert.deepEqual([about.isolated, about.threads, loads], [false, 0, 1]);
  await page.close();
  await plain.stop();
});

test('says what is missing', async () => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : original.call(this, kind, ...rest);
    };
  });
  await page.goto(server.url);
  await assert.rejects(running(page), /WebGL 2 is missing: .*hardware acceleration/);
  await page.close();

  const old = await context.newPage();
  await old.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await old.goto(server.url);
  await assert.rejects(running(old), /too old/);
  await old.close();

  const local = await context.newPage();
  await local.goto(`file://${site.folder}/index.html`);
  assert.match(await local.locator('#trouble').innerText(), /opened as a file[^]*python3 -m http\.server/);
  await local.close();
});

test('a dropped folder arrives whole, with more files than one answer of the browser holds', async () => {
  const folder = join(scratch, 'arm');
  await mkdir(join(folder, 'meshes', 'fine'), { recursive: true });
  await mkdir(join(folder, '.git'));
  await writeFile(join(folder, '.git', 'config'), 'no');
  await writeFile(join(folder, 'arm.urdf'), '<robot name="arm"/>');
  for (let i = 0; i < 230; i += 1) await writeFile(join(folder, 'meshes', 'fine', `m ${i}.stl`), `mesh ${i}`);
  const { page, errors } = await open(context, server.url);
  await drop(page, [folder]);
  const [files] = await given(page);
  assert.equal(files.length, 231);
  assert.equal(files.find((file) => file.path === 'arm/arm.urdf').text, '<robot name="arm"/>');
  assert.equal(files.find((file) => file.path === 'arm/meshes/fine/m 229.stl').text, 'mesh 229');
  assert.deepEqual((await notes(page)).dropping, [true, false]);
  assert.deepEqual(errors, []);
  await page.close();
});

test('the pickers give folders and files', async () => {
  const folder = join(scratch, 'leg');
  await mkdir(join(folder, 'meshes'), { recursive: true });
  await writeFile(join(folder, 'leg.urdf'), '<robot name="leg"/>');
  await writeFile(join(folder, 'meshes', 'a.obj'), 'o a');
  const { page } = await open(context, server.url);
  let chooser = page.waitForEvent('filechooser');
  await page.evaluate(() => void self.noclashHost.openFolder());
  await (await chooser).setFiles(folder);
  const [whole] = await given(page);
  assert.deepEqual(whole.map((file) => file.path).sort(), ['leg/leg.urdf', 'leg/meshes/a.obj']);
  chooser = page.waitForEvent('filechooser');
  await page.evaluate(() => void self.noclashHost.openFiles());
  await (await chooser).setFiles([join(folder, 'leg.urdf')]);
  const [, loose] = await given(page, 2);
  assert.deepEqual(loose, [{ path: 'leg.urdf', text: '<robot name="leg"/>' }]);
  await page.close();
});

test('records come back after a reload', async () => {
  const { page } = await open(context, server.url);
  assert.deepEqual((await notes(page)).restored, []);
  await page.evaluate(async () => {
    await self.noclashHost.saveRecord('session', new Uint8Array([1, 2, 3]));
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    shared.set([7, 8]);
    await self.noclashHost.saveRecord('robot', shared);
    await self.noclashHost.saveRecord('gone', new Uint8Array([0]));
    await self.noclashHost.forgetRecord('gone');
  });
  await page.reload();
  await running(page);
  assert.deepEqual((await notes(page)).restored, [
    [
      ['robot', [7, 8]],
      ['session', [1, 2, 3]],
    ],
  ]);
  await page.evaluate(() => Promise.all(['session', 'robot'].map((key) => self.noclashHost.forgetRecord(key))));
  await page.close();
});

test('downloads carry name and content', async () => {
  const { page } = await open(context, server.url);
  const coming = page.waitForEvent('download');
  await page.evaluate(() => self.noclashHost.download('a b.json', new TextEncoder().encode('{"a": 1}'), 'application/json'));
  const download = await coming;
  assert.equal(download.suggestedFilename(), 'a b.json');
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), '{"a": 1}');
  await page.close();
});

test('the gallery is told with pictures, and a sample arrives with its files', async () => {
  const { page } = await open(context, server.url);
  await until(async () => (await notes(page)).samples.length > 0);
  assert.deepEqual((await notes(page)).samples, [{ id: 'one', name: 'One', what: 'A box', width: 1, height: 1, bytes: 4 }]);
  await page.evaluate(() => self.noclashHost.fetchSample('one'));
  const [files] = await given(page);
  assert.deepEqual(files.map((file) => file.path), ['one/meshes/a.stl', 'one/one.urdf']);
  await page.close();
});

test('a robot by address: a listed folder, or a URDF with what it names', async () => {
  const folder = join(scratch, 'served');
  const make = async (path, text) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const urdf = `<robot name="r"><mesh filename="package://r_description/meshes/a.stl"/><mesh filename="../meshes/b c.obj"/>
    <mesh filename="package://elsewhere/meshes/c.stl"/><mesh filename="missing.stl"/></robot>`;
  await make('ws/r_description/urdf/r.urdf', urdf);
  await make('ws/r_description/meshes/a.stl', 'a');
  await make('ws/r_description/meshes/b c.obj', 'b');
  await make('ws/elsewhere/meshes/c.stl', 'c');
  await make('ws/elsewhere/other.txt', 'd');
  const other = await serve(folder, { listing: true });
  const { page } = await open(context, server.url);
  // Addresses of another origin need its consent: give it in the browser's stead.
  await page.route(`${other.url}**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } });
  });
  await page.evaluate((url) => self.noclash.loadUrl(url), `${other.url}ws/r_description/urdf/r.urdf`);
  const [files] = await given(page);
  assert.deepEqual(files.map((file) => [file.path, file.text]).sort(), [
    ['ws/elsewhere/meshes/c.stl', 'c'],
    ['ws/r_description/meshes/a.stl', 'a'],
    ['ws/r_description/meshes/b c.obj', 'b'],
    ['ws/r_description/urdf/r.urdf', urdf],
  ]);
  await page.evaluate((url) => self.noclash.loadUrl(url), `${other.url}ws/`);
  const [, listed] = await given(page, 2);
  assert.equal(listed.length, 5);
  await assert.rejects(page.evaluate((url) => self.noclash.loadUrl(url), `${other.url}nothing.urdf`), /answers 404/);
  await page.close();
  await other.stop();
});

test('?robot= opens a robot, and settings come along', async () => {
  const { page } = await open(context, `${server.url}?robot=robots/one/one.urdf&samples=500&seed=7`);
  const [files] = await given(page);
  assert.deepEqual(files.map((file) => file.path), ['tools/noclash/robots/one/one.urdf']);
  const { calls } = await notes(page);
  assert.deepEqual(calls.find(([method]) => method === 'setSettings'), ['setSettings', [{ samples: 500, seed: 7 }]]);
  await page.close();
});

test('errors of the module reach the caller', async () => {
  const { page } = await open(context, server.url);
  await assert.rejects(page.evaluate(() => self.noclash.undo()), /undo: there is nothing to undo/);
  await page.close();
});

test('works without the server after the first visit, and takes a new build up', async () => {
  const own = await browser();
  const first = await serve(site.folder, { prefix: '/p/' });
  const port = Number(new URL(first.url).port);
  const { page, errors } = await open(own, first.url);
  await page.waitForSelector('html[data-offline=yes]', { state: 'attached' });
  await first.stop();
  await page.reload();
  const about = await running(page);
  assert.equal(about.isolated, true);
  await page.evaluate(() => self.noclashHost.fetchSample('one'));
  assert.equal((await given(page))[0].length, 2);
  assert.deepEqual(errors.filter((error) => !/ERR_CONNECTION_REFUSED|Failed to update a ServiceWorker/.test(error)), []);

  const next = await standIn({ word: 'second' });
  const second = await serve(next.folder, { prefix: '/p/', port });
  await page.reload();
  const updated = await running(page);
  assert.notEqual(updated.build, about.build);
  assert.equal(updated.isolated, true);
  await until(async () => (await page.evaluate(() => caches.keys())).length === 1, { what: 'the old cache to go' });
  await own.close();
  await second.stop();
  await next.remove();
});
