// Robots by address: a zip, a folder that its server lists, or a URDF or xacro with its meshes beside it.

/** @typedef {import('./host.js').Given} Given */

const MOST_FILES = 4000;
const DEPTH = 10;
const AT_ONCE = 6;

/**
 * Everything a robot needs, from an address. Paths are those of the addresses, without the host, so that the files
 * lie to each other as they do on the server.
 * @param {string} address
 * @param {(progress: {text: string}|null) => void} [progress]
 * @returns {Promise<Given[]>}
 */
export async function fetchRobot(address, progress) {
  const url = new URL(address, document.baseURI);
  progress?.({ text: `Fetching ${url.pathname.split('/').filter(Boolean).pop() ?? url.host}` });
  const first = await get(url);
  if (!first.response.ok) throw new Error(`${url}: the server answers ${first.response.status}.`);
  const type = first.response.headers.get('content-type') ?? '';
  const text = isText(first.bytes) ? new TextDecoder().decode(first.bytes) : '';
  if (type.includes('html') || /^\s*<!doctype html/i.test(text)) {
    return crawl(new URL(first.response.url || url), text, progress);
  }
  const found = new Map([[pathOf(url), first.bytes]]);
  if (/<robot[\s>]/.test(text)) await followReferences(url, text, found, progress);
  return [...found].map(([path, bytes]) => ({ path, bytes }));
}

/** The files of a sample robot, by its id in robots/index.json. @returns {Promise<Given[]>} */
export async function fetchSample(id, progress) {
  const folder = new URL('robots/', document.baseURI);
  const { response, bytes } = await get(new URL('index.json', folder));
  if (!response.ok) throw new Error('The sample robots are missing on this server (robots/index.json).');
  const index = JSON.parse(new TextDecoder().decode(bytes));
  const sample = index.robots.find((robot) => robot.id === id);
  if (!sample) throw new Error(`There is no sample robot "${id}".`);
  const found = [];
  await inTurn(sample.files, async (name) => {
    const file = await get(new URL(name, folder));
    if (!file.response.ok) throw new Error(`robots/${name} is missing on this server.`);
    found.push({ path: name, bytes: file.bytes });
    progress?.({ text: `Fetching file ${found.length} of ${sample.files.length}` });
  });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Opens what the page's own address asks for: ?robot=, ?matrix= (may be repeated), ?samples=, ?seed=. */
export async function openFromAddress(parameters, api) {
  const settings = {};
  for (const name of ['samples', 'seed']) {
    const number = Number.parseInt(parameters.get(name) ?? '', 10);
    if (Number.isSafeInteger(number) && number >= 0) settings[name] = number;
  }
  if (Object.keys(settings).length > 0) api.setSettings(settings);
  for (const name of ['robot', 'matrix']) {
    for (const address of parameters.getAll(name)) {
      try {
        await api.loadUrl(address);
      } catch (error) {
        api.note(`${name}=${address} did not open: ${error instanceof Error ? error.message : error}`);
        if (name === 'robot') return;
      }
    }
  }
}

async function get(url) {
  let response;
  try {
    response = await fetch(url);
  } catch {
    const hint = url.origin === location.origin ? '' : ' If it exists, its server does not let other pages read it (CORS).';
    throw new Error(`${url} cannot be reached.${hint}`);
  }
  return { response, bytes: response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array() };
}

// Follows the links of a listing downwards; those that lead up, sideways or back to listings by another order are left.
async function crawl(start, html, progress) {
  const found = new Map();
  let open = [{ url: start, html, depth: 0 }];
  const seen = new Set([start.href]);
  while (open.length > 0) {
    const next = [];
    const files = [];
    for (const { url, html: text, depth } of open) {
      for (const link of linksBelow(text, url)) {
        if (seen.has(link.href)) continue;
        seen.add(link.href);
        if (!link.pathname.endsWith('/')) files.push(link);
        else if (depth < DEPTH) next.push({ url: link, depth: depth + 1 });
      }
    }
    if (found.size + files.length > MOST_FILES) throw new Error(`${start} lists more than ${MOST_FILES} files.`);
    await inTurn(files, async (url) => {
      const { response, bytes } = await get(url);
      if (response.ok) found.set(pathOf(url), bytes);
      progress?.({ text: `Fetching file ${found.size}` });
    });
    await inTurn(next, async (folder) => {
      const { response, bytes } = await get(folder.url);
      folder.html = response.ok ? new TextDecoder().decode(bytes) : '';
    });
    open = next;
  }
  if (found.size === 0) throw new Error(`${start} is a page without links to files; give the address of a URDF or a zip.`);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => ({ path, bytes }));
}

/** The addresses that a listing links to below its own. @returns {URL[]} */
export function linksBelow(html, base) {
  const folder = new URL('./', base);
  const links = [];
  for (const [, quoted, bare] of html.matchAll(/<a\s[^>]*?href\s*=\s*(?:["']([^"']*)["']|([^\s>]+))/gi)) {
    let link;
    try {
      link = new URL((quoted ?? bare).replaceAll('&amp;', '&'), base);
    } catch {
      continue;
    }
    link.hash = '';
    if (link.search === '' && link.href.startsWith(folder.href) && link.href !== folder.href) links.push(link);
  }
  return links;
}

/** The files that a URDF or xacro names, as written: "package://a/b.stl", "b.stl", ... @returns {string[]} */
export function references(text) {
  const names = new Set();
  for (const [, name] of text.matchAll(/\b(?:filename|file)\s*=\s*["']([^"'<>]+)["']/g)) {
    const whole = name.replace(/\$\(find\s+([^)\s]+)\s*\)/g, 'package://$1').trim();
    if (!/\$[({]/.test(whole) && !/\.so$/.test(whole)) names.add(whole);
  }
  return [...names];
}

/** Where such a file may be, likeliest first, for a description at `url`. @returns {URL[]} */
export function candidates(name, url) {
  const found = [];
  const add = (relative, base) => {
    try {
      const candidate = new URL(relative, base);
      if (candidate.origin === url.origin && !found.some((known) => known.href === candidate.href)) found.push(candidate);
    } catch {
      // Not an address: nothing to fetch.
    }
  };
  const packaged = /^(?:package|model):\/\/([^/]+)\/(.+)$/.exec(name.replaceAll('\\', '/'));
  if (!packaged) {
    add(name.replace(/^file:\/\/+/, ''), url);
    return found;
  }
  const [, folder, rest] = packaged.map((part) => part?.split('/').map(encodeURIComponent).join('/'));
  const above = [];
  for (let base = new URL('./', url); ; base = new URL('../', base)) {
    above.push(base);
    if (base.pathname === '/' || above.length > 8) break;
  }
  // The package is a folder of that name above the description, or is served under another name.
  const named = above.find((base) => base.pathname.endsWith(`/${folder}/`));
  if (named) add(rest, named);
  for (const base of above) {
    add(`${folder}/${rest}`, base);
    add(rest, base);
  }
  return found;
}

async function followReferences(url, text, found, progress) {
  const open = [{ url, text }];
  const tried = new Map();
  const attempt = (candidate) => {
    if (!tried.has(candidate.href)) {
      tried.set(candidate.href, get(candidate).catch(() => ({ response: { ok: false } })));
    }
    return tried.get(candidate.href);
  };
  for (let description = open.pop(); description; description = open.pop()) {
    await inTurn(references(description.text), async (name) => {
      for (const candidate of candidates(name, description.url)) {
        const { response, bytes } = await attempt(candidate);
        if (!response.ok || (response.headers.get('content-type') ?? '').includes('html')) continue;
        const path = pathOf(candidate);
        if (found.has(path) || found.size >= MOST_FILES) return;
        found.set(path, bytes);
        progress?.({ text: `Fetching file ${found.size}` });
        const body = isText(bytes) ? new TextDecoder().decode(bytes) : '';
        if (/<robot[\s>]/.test(body)) open.push({ url: candidate, text: body });
        if (/\.gltf$/i.test(path)) await besides(candidate, /"uri"\s*:\s*"(?!data:)([^"]+)"/g, body, attempt, found);
        return;
      }
    });
  }
}

// The buffers of a glTF file.
async function besides(url, pattern, text, attempt, found) {
  for (const [, name] of text.matchAll(pattern)) {
    const { response, bytes } = await attempt(new URL(name, url));
    if (response.ok) found.set(pathOf(new URL(name, url)), bytes);
  }
}

function pathOf(url) {
  const path = url.pathname.replace(/^\/+/, '') || 'robot';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isText(bytes) {
  return !bytes.subarray(0, 4096).includes(0);
}

async function inTurn(items, act) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
