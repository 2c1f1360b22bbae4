// Starts the page: cross-origin isolation, the module with progress, the threads, then the application.

import * as host from './host.js';
import { connect } from './api.js';
import { openFromAddress } from './fetch.js';
import { showSamples } from './samples.js';

const GUARD = 'noclash reloaded';
const parameters = new URL(location.href).searchParams;
const page = document.documentElement;
const marks = { start: performance.now() };

async function boot() {
  if (page.dataset.trouble) return;
  const lack = lacking();
  if (lack) return trouble(lack.title, lack.text);
  if ((await isolation()) === 'reloading') return;

  say('Loading', 0);
  host.install();
  const app = await import('./noclash.js');
  const moduleUrl = new URL('./noclash_bg.wasm', import.meta.url);
  await app.default({ module_or_path: counted(await request(moduleUrl)) });
  marks.loaded = performance.now();

  const threads = await startThreads(app);
  host.start(app, Math.max(threads, 1));
  const api = connect(app);
  say('Starting', 1);
  app.run(threads);
  marks.running = performance.now();
  await restore(app);
  keepPumping(app);
  page.dataset.state = 'running';
  page.dataset.threads = String(threads);
  await frames(2);
  document.getElementById('shell').classList.add('gone');
  document.getElementById('noclash-canvas').focus();
  showSamples(app).catch((error) => console.warn(describe(error)));
  api.started({ threads, isolated: self.crossOriginIsolated, build: page.dataset.build, marks });
  keepForOffline();
  await openFromAddress(parameters, api);
}

// Brings back what an earlier visit kept; an address that names a robot starts afresh, but for shapes that were made
// before: they are known by the content of the meshes.
async function restore(app) {
  const kept = await host.allRecords();
  const records = parameters.has('robot') ? kept.filter(({ key }) => key === 'shapes') : kept;
  if (records.length === 0) return;
  app.noclash_restore(
    records.map(({ key }) => key),
    records.map(({ bytes }) => bytes),
  );
}

// Lets the module advance its work, also while nothing is drawn. A message comes sooner than the shortest timer, and
// is not held back in a tab that is out of sight.
function keepPumping(app) {
  const channel = new MessageChannel();
  const pump = () => {
    const wait = app.noclash_pump();
    if (wait > 0) setTimeout(pump, wait);
    else channel.port2.postMessage(null);
  };
  channel.port1.onmessage = pump;
  pump();
}

// What the browser cannot do without which nothing works; undefined if nothing is missing.
function lacking() {
  const old = {
    title: 'This browser is too old',
    text: 'Noclash needs WebAssembly with threads and SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4, or newer.',
  };
  // A module with a shared memory and a v128 constant.
  const probe = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 11,
  ];
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(new Uint8Array(probe))) return old;
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) {
    return {
      title: 'WebGL 2 is missing',
      text:
        'Noclash draws the robot with WebGL 2, which this browser does not offer. Turn hardware acceleration on in its ' +
        'settings, update the graphics driver, or use another browser.',
    };
  }
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return undefined;
}

// Sees to it that the page may share memory between threads: 'isolated', 'single' or 'reloading'.
async function isolation() {
  if (parameters.get('isolate') === 'no') return 'single';
  if (self.crossOriginIsolated) {
    guard.clear();
    register().catch(() => {});
    return 'isolated';
  }
  if (!self.isSecureContext || !navigator.serviceWorker || !guard.usable() || guard.isSet()) return 'single';
  say('Preparing threads', 0);
  try {
    await register();
    await within(10000, navigator.serviceWorker.ready);
  } catch {
    return 'single';
  }
  guard.set();
  location.reload();
  return 'reloading';
}

function register() {
  if (!navigator.serviceWorker) return Promise.reject(new Error('no service workers here'));
  return navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
}

// Remembers, for this tab, that the page has reloaded itself: once is enough. Storage may be forbidden.
const guard = {
  usable() {
    try {
      sessionStorage.setItem(`${GUARD} probe`, '1');
      sessionStorage.removeItem(`${GUARD} probe`);
      return true;
    } catch {
      return false;
    }
  },
  isSet: () => sessionStorage.getItem(GUARD) !== null,
  set: () => sessionStorage.setItem(GUARD, '1'),
  clear() {
    try {
      sessionStorage.removeItem(GUARD);
    } catch {
      // Nothing was set then.
    }
  },
};

// Starts the threads that compute; 0 means that the main thread does, in slices of the frame.
async function startThreads(app) {
  const wish = Number.parseInt(parameters.get('threads') ?? '', 10);
  const count = Math.min(Math.max(Number.isFinite(wish) ? wish : navigator.hardwareConcurrency || 1, 1), 64);
  if (!self.crossOriginIsolated) return 0;
  say(`Starting ${count} ${count === 1 ? 'thread' : 'threads'}`, 1);
  await app.initThreadPool(count);
  return count;
}

async function request(url) {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url}: the server answers ${response.status} ${response.statusText}`);
  return response;
}

// The same response, with its progress shown. Built by hand, the type is right whatever the server calls it.
function counted(response) {
  const total = Number(page.dataset.moduleBytes) || Number(response.headers.get('content-length')) || 0;
  const reader = response.body.getReader();
  let loaded = 0;
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      loaded += value.byteLength;
      const megabytes = (n) => (n / 1e6).toFixed(1);
      const text = total ? `Loading ${megabytes(loaded)} of ${megabytes(total)} MB` : `Loading ${megabytes(loaded)} MB`;
      say(loaded < total ? text : 'Compiling', total ? Math.min(loaded / total, 1) : 0.5);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { headers: { 'Content-Type': 'application/wasm' } });
}

// Once everything runs, the service worker fetches what the page has not asked for yet (the sample robots).
function keepForOffline() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => {
    page.dataset.offline = data.kept === data.of ? 'yes' : 'partly';
  };
  worker.postMessage('keep-all', [channel.port2]);
}

function say(text, fraction) {
  document.getElementById('stage').textContent = text;
  const bar = document.getElementById('bar');
  bar.firstElementChild.style.transform = `scaleX(${fraction})`;
  bar.setAttribute('aria-valuenow', String(Math.round(fraction * 100)));
}

function trouble(title, text) {
  self.noclashTrouble(title, text);
}

function describe(error) {
  const text = error instanceof Error ? error.message : String(error);
  if (/memory/i.test(text)) return `${text}. Close other tabs and try again: Noclash reserves memory for large robots.`;
  return `${text}. Reload the page; if it stays so, clear this site's data in the browser's settings.`;
}

function within(milliseconds, promise) {
  const limit = new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), milliseconds));
  return Promise.race([promise, limit]);
}

function frames(count) {
  const one = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let all = Promise.resolve();
  for (let i = 0; i < count; i += 1) all = all.then(one);
  return all;
}

boot().catch((error) => {
  console.error(error);
  trouble('Noclash did not start', describe(error));
});
