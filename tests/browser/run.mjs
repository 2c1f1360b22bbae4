// `cargo xtask run`: drops a folder on the page, waits, saves the twelve files, prints a JSON summary as its last line.

import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { browser, call, drop, open, save, serve } from './support.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    samples: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    threads: { type: 'string' },
    timeout: { type: 'string', default: '3600' },
    'not-isolated': { type: 'boolean', default: false },
  },
});

const say = (text) => process.stderr.write(`${text}\n`);
const deadline = Date.now() + Number(values.timeout) * 1000;

const server = await serve();
const context = await browser();
try {
  process.exitCode = await work();
} catch (error) {
  say(`run: ${error.message}`);
  process.exitCode = 1;
} finally {
  await Promise.race([context.close(), new Promise((resolve) => setTimeout(resolve, 10_000).unref())]);
  await server.stop();
}

async function work() {
  const query = new URLSearchParams();
  if (values.threads) query.set('threads', values.threads);
  if (values['not-isolated']) query.set('isolate', 'no');
  const { page, errors } = await open(context, `${server.url}?${query}`);
  const about = await page.evaluate(() => self.noclash.ready);
  say(`page: ${about.isolated ? `isolated, ${about.threads} threads` : 'not isolated, one thread in slices'}`);

  const settings = { samples: Number(values.samples) };
  if (values.seed !== undefined) settings.seed = Number(values.seed);
  await call(page, 'setSettings', settings);
  await drop(page, positionals);

  const state = await follow(page, errors);
  const summary = await call(page, 'summary');
  await mkdir(values.out, { recursive: true });
  const files = state.robot === null ? [] : await save(page, values.out);
  for (const error of errors) say(`run: ${error}`);
  for (const found of summary.diagnostics ?? []) {
    const place = [found.file, found.line].filter((part) => part !== undefined && part !== null).join(':');
    say(`${found.severity}: ${found.message}${place ? ` (${place})` : ''}${found.mend ? ` ${found.mend}` : ''}`);
  }
  if (state.robot === null) say('run: no robot was found in what was given');
  say(`run: ${files.length} files in ${values.out}`);
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  return files.length >= 12 && errors.length === 0 ? 0 : 1;
}

// Tells where the page is until it is done.
async function follow(page, errors) {
  let seen = '';
  let began = false;
  const start = Date.now();
  for (;;) {
    const state = await call(page, 'state');
    began ||= state.reading || state.busy || state.robot !== null;
    const text = state.stage ? `${state.text ?? state.stage}` : '';
    if (text && text !== seen) say(`${((Date.now() - start) / 1000).toFixed(1).padStart(7)} s  ${text}`);
    seen = text;
    if (began && !state.reading && !state.busy) return state;
    if (errors.some((error) => error.startsWith('the page crashed') || error.includes('unreachable'))) {
      throw new Error(errors.join('\n'));
    }
    // A drop in which nothing was found leaves the page as it was.
    if (!began && Date.now() - start > 60_000) return state;
    if (Date.now() > deadline) throw new Error(`not done after ${values.timeout} s (in: ${seen}); --timeout gives it longer`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
