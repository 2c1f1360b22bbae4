// A page without the real module: the same scripts around a stand-in that notes what it is given. What concerns the
// scripts alone (isolation, offline, drops, storage, addresses) is tested with it in seconds.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './support.mjs';

const MODULE = `
let started = null;
export const notes = { files: [], restored: [], notices: [], samples: [], dropping: [], calls: [] };
export default async function init({ module_or_path }) {
  const source = await module_or_path;
  notes.bytes = (await WebAssembly.compileStreaming(source)) instanceof WebAssembly.Module;
}
export async function initThreadPool(count) { notes.pool = count; }
export function run(threads) { started = threads; self.standIn = { notes, started }; }
export function noclash_pump() { notes.pumps = (notes.pumps ?? 0) + 1; return 50; }
export function noclash_add_files(paths, contents) {
  notes.files.push(paths.map((path, i) => ({ path, text: new TextDecoder().decode(contents[i]) })));
}
export function noclash_dropping(over) { notes.dropping.push(over); }
export function noclash_restore(keys, contents) { notes.restored.push(keys.map((key, i) => [key, [...contents[i]]])); }
export function noclash_notice(severity, text) { notes.notices.push(text); }
export function noclash_sample(id, name, what, width, height, rgba) {
  notes.samples.push({ id, name, what, width, height, bytes: rgba.length });
}
export function noclash_call(method, args) {
  notes.calls.push([method, JSON.parse(args)]);
  if (method === 'state') return JSON.stringify({ ok: { robot: null, reading: false, busy: false } });
  if (method === 'undo') return JSON.stringify({ error: 'there is nothing to undo' });
  return JSON.stringify({ ok: null });
}
export function noclash_export() { return new Uint8Array(); }
`;

const SAMPLE = { id: 'one', name: 'One', what: 'A box', picture: 'pictures/one.png', files: ['one/one.urdf', 'one/meshes/a.stl'] };
// One grey pixel.
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Puts such a page together as `cargo xtask build` does. @returns {Promise<{folder: string, remove: () => Promise<void>}>} */
export async function standIn({ word = 'first' } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'noclash-shell-'));
  const bundle = join(root, 'bundle');
  await cp(join(ROOT, 'public'), bundle, { recursive: true });
  const index = await readFile(join(ROOT, 'index.html'), 'utf8');
  await writeFile(join(bundle, 'index.html'), index.replace(/^.*data-trunk.*\n/gm, ''));
  await writeFile(join(bundle, 'noclash.js'), `${MODULE}\nexport const word = ${JSON.stringify(word)};\n`);
  await writeFile(join(bundle, 'noclash_bg.wasm'), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
  for (const folder of ['one/meshes', 'pictures']) await mkdir(join(bundle, 'robots', folder), { recursive: true });
  await writeFile(join(bundle, 'robots/index.json'), JSON.stringify({ robots: [SAMPLE] }));
  await writeFile(join(bundle, 'robots/one/one.urdf'), '<robot name="one"/>');
  await writeFile(join(bundle, 'robots/one/meshes/a.stl'), 'solid a');
  await writeFile(join(bundle, 'robots/pictures/one.png'), Buffer.from(PICTURE, 'base64'));
  const folder = join(root, 'dist');
  await promisify(execFile)(process.env.NOCLASH_XTASK, ['assemble', bundle, join(bundle, 'noclash_bg.wasm'), folder]);
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}
