// The service worker. It does two things: it adds the headers that make the page cross-origin isolated (threads need
// that) on servers that send none, and it keeps the page's own files so that Noclash works offline.

// Both are filled in by `cargo xtask build`.
const BUILD = "dev";
const FILES = [];

const SCOPE = self.registration.scope;
const PREFIX = `noclash ${SCOPE} `;
const CACHE = PREFIX + BUILD;
const KEPT = new Set(FILES.map((file) => new URL(file, SCOPE).href));
const PATIENCE = 4000;

self.addEventListener('install', (event) => {
  // A new build takes over at once: what a running page still needs, it has loaded already.
  self.skipWaiting();
  event.waitUntil(keep(new Request(SCOPE, { cache: 'no-cache' })));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(SCOPE) || request.headers.has('range')) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(request.mode === 'navigate' ? page(event, url) : file(event, url));
});

self.addEventListener('message', (event) => {
  const reply = (answer) => event.ports[0]?.postMessage(answer);
  // Keeps whatever this build consists of, for the time without a network.
  if (event.data === 'keep-all') {
    event.waitUntil(keepAll().then(reply, (error) => reply({ error: String(error) })));
  }
});

// The page itself: from the network, so that a new build shows; from the cache where the network is absent or slow.
async function page(event, url) {
  const isPage = url.origin + url.pathname === SCOPE || url.pathname.endsWith('/index.html');
  const isolate = url.searchParams.get('isolate') !== 'no';
  const stored = isPage ? await (await caches.open(CACHE)).match(SCOPE) : undefined;
  const loading = fetch(event.request);
  const fresh = loading.then((response) => {
    if (isPage && response.ok) event.waitUntil(store(SCOPE, response.clone()));
    return response;
  });
  if (!stored) return withHeaders(await fresh, isolate);
  const late = new Promise((resolve) => setTimeout(() => resolve(stored), PATIENCE));
  const response = await Promise.race([fresh.catch(() => stored), late]);
  // A server that is in trouble is no reason to be without the page.
  return withHeaders(response.ok || response.type === 'opaqueredirect' ? response : stored, isolate);
}

// Files of this build never change under their name, or only together with the build.
async function file(event, url) {
  url.hash = '';
  if (!KEPT.has(url.href)) return withHeaders(await fetch(event.request), true);
  const cache = await caches.open(CACHE);
  const stored = await cache.match(url.href);
  if (stored) return withHeaders(stored, true);
  const response = await fetch(event.request);
  if (response.ok && response.status === 200) event.waitUntil(store(url.href, response.clone()));
  return withHeaders(response, true);
}

function withHeaders(response, isolate) {
  if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  if (isolate) {
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  }
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const bodyless = [101, 204, 205, 304].includes(response.status);
  return new Response(bodyless ? null : response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

// Storage may be full or forbidden: the page works without it.
async function store(key, response) {
  try {
    await (await caches.open(CACHE)).put(key, response);
    return true;
  } catch {
    return false;
  }
}

async function keep(request) {
  try {
    const response = await fetch(request);
    return response.ok && (await store(request.url, response));
  } catch {
    return false;
  }
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  let kept = 0;
  for (const url of [SCOPE, ...KEPT]) {
    if ((await cache.match(url)) || (await keep(new Request(url, { cache: 'no-cache' })))) kept += 1;
  }
  return { kept, of: KEPT.size + 1 };
}
