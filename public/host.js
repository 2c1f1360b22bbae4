// What the application asks of the browser, as window.noclashHost: files in, files out, storage.

import { fetchRobot, fetchSample } from './fetch.js';

/** @typedef {{path: string, bytes: Uint8Array}} Given A file with its path below what the user gave, with "/". */

// More than this cannot fit into the module's memory together with what is computed from it.
const MOST_BYTES = 1.5e9;
// Folders that never hold a part of a robot but may hold very many files.
const SKIPPED_FOLDERS = new Set(['.git', '.svn', '.hg', 'node_modules', '__pycache__']);

let application;
let waiting = [];
let threadCount = 1;

/**
 * Makes window.noclashHost, before the module starts. What brings files gives them to the module by
 * `noclash_add_files(paths, contents)`, as a drop does.
 */
export function install() {
  self.noclashHost = {
    openFolder: () => pick(pickFolder),
    openFiles: () => pick(pickFiles),
    fetchRobot: (url) => deliver(fetchRobot(url, report)),
    fetchSample: (id) => deliver(fetchSample(id, report)),
    threads: () => threadCount,
    collectDrop,
    pickFolder,
    pickFiles,
    download,
    saveRecord: (key, bytes) => saveRecord(key, bytes).catch((error) => noteOnce(error.message)),
    loadRecord,
    forgetRecord,
    copyText,
  };
}

/** Connects drops to the module; `threads` is the number that compute. */
export function start(app, threads) {
  application = app;
  threadCount = threads;
  for (const files of waiting) hand(files);
  waiting = [];
  watchDrops();
  keepPageStill();
}

// The module leaves the browser its own keys and gestures; those that would move or leave the page are stopped here.
function keepPageStill() {
  const canvas = document.getElementById('noclash-canvas');
  const used = new Set(['F1', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'PageUp', 'PageDown', 'Home', 'End', '/', "'"]);
  canvas.addEventListener('keydown', (event) => {
    const command = event.ctrlKey || event.metaKey;
    const undo = command && ['z', 'y', 's', 'o', 'f'].includes(event.key.toLowerCase());
    if (undo || (!command && !event.altKey && (used.has(event.key) || event.key === 'Backspace'))) event.preventDefault();
  });
  canvas.addEventListener('wheel', (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
}

/** Gives files to the application, as a drop does. */
export function hand(files) {
  if (!application) {
    waiting.push(files);
    return;
  }
  application.noclash_add_files(
    files.map((file) => file.path),
    files.map((file) => file.bytes),
  );
}

async function pick(picker) {
  await deliver(picker(report));
}

async function deliver(promise) {
  try {
    const files = await promise;
    report(null);
    if (files.length > 0) hand(files);
  } catch (error) {
    report(null);
    note(error instanceof Error ? error.message : String(error));
  }
}

function watchDrops() {
  const shade = document.getElementById('drop');
  let depth = 0;
  const show = (over) => {
    shade.classList.toggle('over', over);
    application.noclash_dropping(over);
  };
  const ours = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/uri-list');
  self.addEventListener('dragenter', (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    depth += 1;
    show(true);
  });
  self.addEventListener('dragover', (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  self.addEventListener('dragleave', (event) => {
    if (!ours(event)) return;
    depth = Math.max(depth - 1, 0);
    if (depth === 0) show(false);
  });
  self.addEventListener('drop', (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    depth = 0;
    show(false);
    const address = event.dataTransfer.getData('text/uri-list').split(/\r?\n/).find((line) => /^https?:/.test(line));
    const hasFiles = event.dataTransfer.types.includes('Files');
    deliver(address && !hasFiles ? fetchRobot(address, report) : collectDrop(event.dataTransfer, report));
  });
  // Files copied in a file manager can be pasted, too.
  self.addEventListener('paste', (event) => {
    if (event.clipboardData?.files.length) deliver(collectDrop(event.clipboardData, report));
  });
}

/**
 * All files of a drop, folders opened to the bottom.
 * @param {DataTransfer} transfer
 * @param {(progress: {done: number, total: number}|null) => void} [progress]
 * @returns {Promise<Given[]>} Paths begin with the dropped folder's name.
 */
export async function collectDrop(transfer, progress) {
  // The list is empty as soon as the event is over: entries must be taken before the first wait.
  const entries = [];
  const loose = [];
  for (const item of transfer.items ?? []) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.();
    if (entry) entries.push(entry);
    else if (item.getAsFile()) loose.push(item.getAsFile());
  }
  if (entries.length === 0 && loose.length === 0) loose.push(...(transfer.files ?? []));
  const found = loose.map((file) => ({ path: file.name, file }));
  for (const entry of entries) await walk(entry, entry.name, found);
  return readAll(found, progress);
}

async function walk(entry, path, found) {
  if (entry.isFile) {
    found.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    return;
  }
  if (SKIPPED_FOLDERS.has(entry.name)) return;
  const reader = entry.createReader();
  for (;;) {
    // Browsers hand out at most 100 entries at a time; an empty answer is the end.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await walk(child, `${path}/${child.name}`, found);
  }
}

/** Asks for a folder. @returns {Promise<Given[]>} Empty if the person cancels. */
export function pickFolder(progress) {
  return ask({ webkitdirectory: true, multiple: true }, progress);
}

/** Asks for files. @returns {Promise<Given[]>} Empty if the person cancels. */
export function pickFiles(progress) {
  return ask({ multiple: true }, progress);
}

function ask(properties, progress) {
  return new Promise((resolve, reject) => {
    const input = Object.assign(document.createElement('input'), { type: 'file' }, properties);
    input.id = properties.webkitdirectory ? 'noclash-pick-folder' : 'noclash-pick-files';
    document.getElementById(input.id)?.remove();
    input.hidden = true;
    document.body.append(input);
    const end = (result) => {
      input.remove();
      resolve(result);
    };
    input.addEventListener('cancel', () => end([]));
    input.addEventListener('change', () => {
      const chosen = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
      const wanted = chosen.filter(({ path }) => !path.split('/').some((part) => SKIPPED_FOLDERS.has(part)));
      input.remove();
      readAll(wanted, progress).then(resolve, reject);
    });
    input.click();
  });
}

/** Reads files. @param {{path: string, file: Blob}[]} found @returns {Promise<Given[]>} */
export async function readAll(found, progress) {
  const size = found.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MOST_BYTES) {
    throw new Error(
      `That is ${(size / 1e9).toFixed(1)} GB in ${found.length} files; more than ${MOST_BYTES / 1e9} GB does not fit into a ` +
        "page's memory. Drop the robot's own folder rather than the one above it.",
    );
  }
  const read = [];
  const unreadable = [];
  for (const { path, file } of found) {
    progress?.({ done: read.length, total: found.length });
    try {
      read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      unreadable.push(path);
    }
  }
  if (unreadable.length > 0) note(`The browser could not read ${unreadable.length} of the files, first ${unreadable[0]}.`);
  return read;
}

/** Saves bytes as a file of the user's. */
export function download(name, bytes, mime = 'application/octet-stream') {
  const address = URL.createObjectURL(new Blob([unshared(bytes)], { type: mime }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Records: bytes by key in IndexedDB, one database for each address at which Noclash lives.

const STORE = 'records';
let opening;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`noclash ${new URL('./', document.baseURI).pathname}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      // A newer page in another tab may want to change the database: let it.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      request.result.onclose = () => {
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds the storage'));
  }).catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

// Settles when the transaction has ended, not just the request: only then the record is there to stay.
async function transact(mode, act) {
  const opened = await database();
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? request.error);
    transaction.onabort = () => reject(transaction.error ?? new Error('the storage gave up'));
  });
}

let askedToStay = false;

/** Keeps bytes under a key. @returns {Promise<void>} Rejects with a message for the user. */
export async function saveRecord(key, bytes) {
  if (!askedToStay) {
    askedToStay = true;
    // Best effort: without it the browser may drop the records when space runs out.
    navigator.storage?.persist?.().catch(() => {});
  }
  try {
    await transact('readwrite', (store) => store.put(unshared(bytes), key));
  } catch (error) {
    if (error?.name === 'QuotaExceededError') {
      throw new Error('The browser gives this page no more storage: what you do from now on is not kept. Download the files.');
    }
    throw new Error(`The browser does not store this page's data (${error?.message ?? error}): download the files to keep them.`);
  }
}

/** The bytes under a key, or null. @returns {Promise<Uint8Array|null>} */
export async function loadRecord(key) {
  try {
    return (await transact('readonly', (store) => store.get(key))) ?? null;
  } catch {
    return null;
  }
}

/** Everything that is kept. @returns {Promise<{key: string, bytes: Uint8Array}[]>} */
export async function allRecords() {
  try {
    const keys = await transact('readonly', (store) => store.getAllKeys());
    const records = await Promise.all(keys.map(async (key) => ({ key, bytes: await loadRecord(key) })));
    return records.filter(({ bytes }) => bytes !== null);
  } catch {
    return [];
  }
}

export async function forgetRecord(key) {
  try {
    await transact('readwrite', (store) => store.delete(key));
  } catch {
    // What cannot be opened holds nothing.
  }
}

// Bytes in the module's shared memory can be neither stored nor made into a Blob: copy them out.
function unshared(bytes) {
  const shared = typeof SharedArrayBuffer !== 'undefined' && bytes.buffer instanceof SharedArrayBuffer;
  return shared ? new Uint8Array(bytes) : bytes;
}

/** Shows how many files have been read; null takes it away. */
export function report(progress) {
  const box = document.getElementById('reading');
  if (!box) return;
  const worth = progress && (progress.total === undefined || progress.total > 20);
  box.hidden = !worth;
  if (worth) box.textContent = progress.text ?? `Reading file ${progress.done + 1} of ${progress.total}`;
}

let lastNote = '';

// Storage fails at every action or never: say it once.
function noteOnce(text) {
  if (text !== lastNote) note(text);
  lastNote = text;
}

/** Tells the person what went wrong outside of the module. */
export function note(text) {
  if (application) application.noclash_notice('warning', text);
  else console.warn(text);
}
