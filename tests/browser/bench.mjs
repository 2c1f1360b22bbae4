// `cargo xtask bench`: seconds per stage in Chromium for some robots and numbers of threads, as a table (standard error)
// and as one line of JSON (standard output).

import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { browser, call, corpus, drop, open, ROOT, serve, until } from './support.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: 'string', default: '100000' },
    threads: { type: 'string', default: [...new Set([1, availableParallelism()])].join(',') },
    out: { type: 'string' },
  },
});

const given = corpus();
const usual = ['ur5', 'b1'].map((name) => join(given ?? '', 'robots', name)).filter((folder) => given && existsSync(folder));
const folders = positionals.length > 0 ? positionals : usual;
if (folders.length === 0) throw new Error('Which robots? cargo xtask bench FOLDER...');

const say = (text) => process.stderr.write(`${text}\n`);
const server = await serve();
const results = [];
for (const folder of folders) {
  for (const threads of values.threads.split(',').map(Number)) results.push(await measure(folder, threads));
}
await server.stop();
for (const result of results) Object.assign(result, derived(result));
table();
const report = { machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} threads`, samples: Number(values.samples), results };
if (values.out) await writeFile(values.out, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(report)}\n`);

async function measure(folder, threads) {
  say(`${basename(folder)}, ${threads} ${threads === 1 ? 'thread' : 'threads'} ...`);
  // A browser of its own: nothing is kept from the run before.
  const context = await browser();
  try {
    const { page, errors } = await open(context, `${server.url}?threads=${threads}`);
    await call(page, 'setSettings', { samples: Number(values.samples) });
    await call(page, 'frameStats');
    const start = performance.now();
    await drop(page, [folder]);
    await until(async () => (await call(page, 'state')).robot !== null, { timeout: 600_000, what: 'the robot' });
    const shown = (performance.now() - start) / 1000;
    await until(async () => !(await call(page, 'state')).busy, { timeout: 7_200_000, every: 500, what: 'the end' });
    const wall = (performance.now() - start) / 1000;
    const summary = await call(page, 'summary');
    const frames = await call(page, 'frameStats');
    return { robot: basename(folder), threads, wall, shown, frames, errors, ...summary };
  } finally {
    await context.close();
  }
}

// Per type the nanoseconds that one thread spends on one pair in one configuration, and how many times faster the whole
// survey is than on one thread (null where that was not measured).
function derived(result) {
  const nanoseconds = {};
  for (const [type, seconds] of Object.entries(result.seconds?.survey ?? {})) {
    const queries = (result.pairs?.[type] ?? 0) * (result.samples?.[type] ?? 0);
    if (queries > 0) nanoseconds[type] = (seconds * 1e9 * result.threads) / queries;
  }
  const one = results.find((other) => other.robot === result.robot && other.threads === 1);
  const speedup = one ? surveySeconds(one) / surveySeconds(result) : null;
  return { survey_seconds: surveySeconds(result), nanoseconds_per_pair_query: nanoseconds, speedup };
}

function surveySeconds(result) {
  return Object.values(result.seconds?.survey ?? {}).reduce((sum, seconds) => sum + seconds, 0);
}

// One column per run, one row per stage.
function table() {
  const flat = (seconds, prefix = '') =>
    Object.entries(seconds ?? {}).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? flat(value, `${prefix}${key} `) : [[prefix + key, value]],
    );
  const rows = new Map();
  results.forEach((result, index) => {
    const own = [
      ...flat(result.seconds),
      ['survey, all types', result.survey_seconds],
      ['until the robot shows', result.shown],
      ['wall', result.wall],
      ...Object.entries(result.nanoseconds_per_pair_query).map(([type, value]) => [`ns a query, ${type}`, value]),
      ['survey, times one thread', result.speedup],
    ];
    for (const [key, value] of own) {
      if (!rows.has(key)) rows.set(key, results.map(() => ''));
      rows.get(key)[index] = typeof value === 'number' ? value.toFixed(2) : '';
    }
  });
  const heads = results.map((result) => `${result.robot} x${result.threads}`);
  const width = Math.max(...heads.map((head) => head.length), 8) + 2;
  const first = Math.max(...[...rows.keys()].map((key) => key.length)) + 2;
  say(`\n${'seconds'.padEnd(first)}${heads.map((head) => head.padStart(width)).join('')}`);
  for (const [key, cells] of rows) say(`${key.padEnd(first)}${cells.map((cell) => cell.padStart(width)).join('')}`);
}
