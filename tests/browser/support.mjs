// What the scripts that drive the page share: the server, the browser, a drop as a person makes it.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const environment = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start this through cargo xtask.`);
  return value;
};

export const DIST = environment('NOCLASH_DIST');
export const ROOT = join(import.meta.dirname, '..', '..');
const { chromium } = createRequire(join(environment('NOCLASH_NODE'), 'package.json'))('playwright-core');

/** The corpus of real robots beside the project, or null. */
export function corpus() {
  const folder = process.env.NOCLASH_CORPUS ?? join(ROOT, '..', 'shared');
  return existsSync(join(folder, 'robots')) ? folder : null;
}

/**
 * Serves a folder as the plainest server does.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export async function serve(folder = DIST, { prefix = '/', listing = false, port = 0 } = {}) {
  const words = ['static', folder, '--port', String(port), '--prefix', prefix, ...(listing ? ['--listing'] : [])];
  const server = spawn(environment('NOCLASH_XTASK'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', resolve);
    ended.then(() => reject(new Error('the server did not start')));
  });
  const stop = () => {
    server.kill();
    return ended;
  };
  return { url, stop };
}

const FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** Starts Chromium with a profile in `profile` (it remembers) or an empty one. */
export async function browser({ profile = '', viewport = { width: 960, height: 600 } } = {}) {
  return chromium.launchPersistentContext(profile, {
    executablePath: environment('NOCLASH_CHROMIUM'),
    headless: true,
    args: FLAGS,
    viewport,
    acceptDownloads: true,
    timeout: 120_000,
  });
}

/**
 * A page of Noclash that runs. `errors` collects what went wrong in it: errors in the console, exceptions, crashes.
 * @returns {Promise<{page: object, errors: string[]}>}
 */
export async function open(context, url, { timeout = 300_000 } = {}) {
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  const errors = watch(page);
  await page.goto(url);
  await running(page, { timeout });
  return { page, errors };
}

/** Waits until the page runs or says why it does not. It may reload itself once on the way. */
export async function running(page, { timeout = 300_000 } = {}) {
  await page.waitForSelector('html[data-state=running], html[data-trouble]', { timeout, state: 'attached' });
  const trouble = await page.locator('html').getAttribute('data-trouble');
  if (trouble !== null) throw new Error(`${trouble}: ${await page.locator('#trouble p').textContent()}`);
  return page.evaluate(() => self.noclash.ready);
}

/** Collects errors of a page. */
export function watch(page) {
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(`exception: ${error.stack ?? error}`));
  page.on('crash', () => errors.push('the page crashed'));
  return errors;
}

/** Drops files and folders of this machine on the page, by the browser's own drag events. */
export async function drop(page, paths, at = { x: 400, y: 300 }) {
  const client = await page.context().newCDPSession(page);
  // The browser takes no path with `..` in it.
  const data = { items: [], files: [paths].flat().map((path) => resolve(path)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await client.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await client.detach();
}

/** Calls a method of window.noclash. */
export function call(page, method, ...values) {
  return page.evaluate(([name, list]) => self.noclash[name](...list), [method, values]);
}

/** The exported files, as buffers. */
export async function exported(page) {
  const files = [];
  for (const name of await call(page, 'exportNames')) files.push({ name, bytes: await file(page, name) });
  return files;
}

/** Saves the exported files below a folder. (Chromium holds back the eleventh download that no person asked for.) */
export async function save(page, folder) {
  const names = await call(page, 'exportNames');
  for (const name of names) await writeFile(join(folder, name), await file(page, name));
  return names;
}

// One exported file, in pieces that the browser's protocol carries.
async function file(page, name, piece = 12_000_000) {
  const handle = await page.evaluateHandle((wanted) => self.noclash.exportFile(wanted).bytes, name);
  const pieces = [];
  for (let from = 0; ; from += piece) {
    const text = await handle.evaluate(
      (bytes, [start, end]) =>
        new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
          reader.readAsDataURL(new Blob([bytes.subarray(start, end)]));
        }),
      [from, from + piece],
    );
    const bytes = Buffer.from(text, 'base64');
    pieces.push(bytes);
    if (bytes.length < piece) break;
  }
  await handle.dispose();
  return Buffer.concat(pieces);
}

/** Waits until `look` gives something true. */
export async function until(look, { timeout = 120_000, every = 100, what = 'the condition' } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not come true within ${timeout / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
