// window.noclash: what other programs, notebooks and tests do with the page. Everything goes through the module's
// `noclash_call(method, arguments as JSON)`, which answers {"ok": value} or {"error": "what went wrong"}.
//
// Angles are radians, lengths metres. Shape types are link_spheres, link_boxes, link_hulls, part_spheres, part_boxes and
// part_hulls. A pair is named by its two members, {a: {link, part}, b: {link, part}}; part is null at link level.

import { download, hand, note, readAll } from './host.js';
import { fetchRobot, fetchSample } from './fetch.js';

let module;
let ready;
let about = { threads: 0, isolated: false };

/** @typedef {{link: string, part: number|null}} Member */
/** @typedef {{a: Member, b: Member}} Pair */

class Noclash {
  /**
   * Resolves when the page runs: {threads, isolated, build, marks}. `threads` is 0 where the main thread computes.
   * Call nothing else before.
   */
  ready = new Promise((resolve) => {
    ready = resolve;
  });

  /**
   * Gives files as a drop does: a robot's folder, loose files, a zip, matrices, an SRDF.
   * @param {{path: string, bytes?: Uint8Array|ArrayBuffer, file?: Blob}[]} files
   * @returns {Promise<object>} `state()` once they have been read
   */
  async loadFiles(files) {
    const blobs = files.map(({ path, bytes, file }) => ({ path, file: file ?? new Blob([bytes]) }));
    hand(await readAll(blobs));
    return this.loaded();
  }

  /**
   * Fetches a robot and gives it as a drop does: the address of a zip, of a folder that its server lists, or of a URDF
   * or xacro with its meshes beside it; or of a matrix file or an SRDF.
   * @param {string} address Relative to the page, or absolute on a server that allows it (CORS)
   */
  async loadUrl(address) {
    hand(await fetchRobot(address));
    return this.loaded();
  }

  /** Opens a sample robot of the gallery by its id in robots/index.json. */
  async loadSample(id) {
    hand(await fetchSample(id));
    return this.loaded();
  }

  /** Resolves with `state()` when what was given last has been read. */
  async loaded() {
    return until(() => this.state(), (state) => !state.reading);
  }

  /**
   * Changes settings (`samples`, `seed`, ...), computes what is not computed yet and waits for it.
   * @param {object} [settings] as `setSettings`
   * @returns {Promise<object>} `summary()`
   */
  async run(settings) {
    if (settings) this.setSettings(settings);
    const { busy, cancelled } = this.state();
    if (!busy && cancelled) call('resume');
    return this.finished();
  }

  /** Resolves with `summary()` when nothing is being computed any more. */
  async finished() {
    await until(() => this.state(), (state) => !state.reading && !state.busy);
    return this.summary();
  }

  /** Computes everything again from the first sample. @returns {Promise<object>} `summary()` */
  async restart() {
    call('restart');
    return this.finished();
  }

  /** Stops what is being computed; what has been computed stays. */
  cancel() {
    return call('cancel');
  }

  /**
   * Where the work is: {robot: name or null, reading, busy, stage, text, done, total, overall, cancelled, error, live,
   * shown, visual, undo, redo, mode}. `overall` goes from 0 to 1; `undo` and `redo` say what they would do; `live` is
   * true when the distances of the table belong to the present configuration.
   */
  state() {
    return call('state');
  }

  /** What `cargo xtask run` prints: robot, dof, links, shapes, pairs, skipped, seconds, threads, isolated, diagnostics. */
  summary() {
    return { ...call('summary'), threads: Math.max(about.threads, 1), isolated: about.isolated };
  }

  /** What was found while reading: [{severity, code, message, mend, file, line}]. */
  diagnostics() {
    return call('diagnostics');
  }

  /** What the results depend on: samples, seed, limits ("soft" or "hard"), ranges, rules, shapes. */
  settings() {
    return call('settings');
  }

  /** Changes some of the settings; the others stay. */
  setSettings(settings) {
    return call('setSettings', settings);
  }

  /** The degrees of freedom: [{name, kind, lower, upper, limited, wraps, value}]. */
  joints() {
    return call('joints');
  }

  /** The present configuration, in the order of `joints()`. @returns {number[]} */
  getConfiguration() {
    return call('getConfiguration');
  }

  /** @param {number[]} values In the order of `joints()`; kept within the ranges */
  setConfiguration(values) {
    return call('setConfiguration', Array.from(values));
  }

  /** The pose of every link at the present configuration: [{link, matrix}], four rows of four, in the root link's frame. */
  transforms() {
    return call('transforms');
  }

  /** The shapes of a type: [{link, part, geometry}], as in the files. */
  shapes(type) {
    return call('shapes', type);
  }

  /** Signed distances at the present configuration: [{a, b, distance, point_a, point_b}]. */
  distances(type) {
    return call('distances', type);
  }

  /**
   * All pairs of a type: [{a, b, decision, reason, evidence, distance, collisions, samples, witness, proof}]. `proof`,
   * where there is one, is {verdict, closest, configuration, boxes, margin}.
   */
  listPairs(type) {
    return call('listPairs', type);
  }

  /** The type that is shown. @param {string} type */
  show(type) {
    return call('show', type);
  }

  /** Selects a pair of the shown type; null selects none. @param {Pair|null} pair */
  select(pair) {
    return call('select', pair);
  }

  /** The selected pair, or null. */
  selected() {
    return call('selected');
  }

  /**
   * The user's word on pairs. @param {string} type @param {Pair[]} pairs
   * @param {'skip'|'check'|null} decision null gives them back to what was computed
   */
  decide(type, pairs, decision) {
    return call('decide', type, pairs, decision);
  }

  /**
   * The pairs that a person should look at, those first where a look is worth most: {items: [{a, b, shape_type, kind,
   * decision, collisions, samples, min}], counts, at, reviewed}. `kind` is import_refuted, user_skip, unseen, rare or
   * disagree. @param {string} [type] the shown one unless it is given
   */
  review(type) {
    return call('review', type ?? null);
  }

  /** Goes to the next pair of the review: selects it and poses the robot where it is closest. */
  reviewNext() {
    return call('reviewNext');
  }

  /** Decides the pair of the review that is at hand and goes to the next; null leaves it as it is. @param {'skip'|'check'|null} decision */
  reviewTake(decision) {
    return call('reviewTake', decision);
  }

  /**
   * The SRDF beside the robot, compared with what was computed for a type (default: link hulls); null without one.
   * {path, shape_type, robot, imported, skipped, rows, missing_links, repeated_pairs, notes, counts, files}, rows
   * [{a, b, finding, word, line, decision, reason, evidence, collisions, samples, min}].
   */
  srdf(type) {
    return type === undefined ? call('srdf') : call('srdf', type);
  }

  /** Compares with another of the SRDFs that were given, by its path; nothing is decided. */
  compareSrdf(path) {
    return call('compareSrdf', path);
  }

  /** Takes an SRDF's pairs over as decisions for the three link-level types; can be undone. */
  importSrdf(path) {
    return call('importSrdf', path);
  }

  undo() {
    return call('undo');
  }

  redo() {
    return call('redo');
  }

  /** Does anything that a button does: the action as JSON, {"do": "random_configuration"}. */
  act(action) {
    return call('act', action);
  }

  /** The names of the files that can be exported now: JSON and YAML for every type that has been surveyed. */
  exportNames() {
    return call('exportNames');
  }

  /** Every other format that planners read: [{id, name, what, extension, files}]; `exportFile` takes the file names. */
  exportFormats() {
    return call('exportFormats');
  }

  /**
   * The hulls as OBJ files, as the format "collision_urdf" refers to them: `geometry/<shape type>/<link>[.<part>].obj`;
   * `exportFile` takes the names.
   */
  exportMeshes() {
    return call('exportMeshes');
  }

  /** The twelve files, in all six types. @returns {{name: string, bytes: Uint8Array}[]} */
  exportFiles() {
    return this.exportNames().map((name) => this.exportFile(name));
  }

  /** Saves one file by name, as a download of the browser's. */
  download(name) {
    const { bytes } = this.exportFile(name);
    const mime = name.endsWith('.json') ? 'application/json' : name.endsWith('.zip') ? 'application/zip' : 'application/yaml';
    download(name, bytes, mime);
  }

  /** One file by name; `<robot>.zip` holds all. @returns {{name: string, bytes: Uint8Array}} */
  exportFile(name) {
    const bytes = module.noclash_export(name);
    if (bytes.length === 0) throw new Error(`There is no file "${name}" to export yet.`);
    return { name, bytes };
  }

  /**
   * What the panels show, as a list of widgets: [{role, name, value, number, states, x, y, width, height}], with the
   * centre and size of each in CSS pixels. For tests, and for programs that read the page aloud.
   */
  async outline() {
    // The list is made when a frame is drawn: ask for two, since the first may have been under way.
    const { frame } = call('outline');
    return (await until(() => call('outline'), (answer) => answer.frame >= frame + 2, 16)).widgets;
  }

  /** Times of the main thread since the last call, in seconds: {updates, longest_update, longest_poll}. */
  frameStats() {
    return call('frameStats');
  }

  /** Shows a message in the page. */
  note(text) {
    note(text);
  }

  /** What the page tells the person at the moment: [{severity, text}]. */
  toasts() {
    return call('toasts');
  }

  /** For the page's own start. */
  started(facts) {
    about = facts;
    ready(facts);
  }
}

self.noclash = new Noclash();

/** Connects window.noclash to the module. */
export function connect(app) {
  module = app;
  return self.noclash;
}

function call(method, ...values) {
  if (!module) throw new Error('Noclash is still starting: wait for noclash.ready.');
  const answer = JSON.parse(module.noclash_call(method, JSON.stringify(values)));
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message ?? answer.error}`);
  return answer.ok;
}

// Looks again until it holds. The module tells nobody when it is done: asking is cheap.
function until(ask, holds, pause = 60) {
  return new Promise((resolve, reject) => {
    const look = () => {
      try {
        const value = ask();
        if (holds(value)) resolve(value);
        else setTimeout(look, pause);
      } catch (error) {
        reject(error);
      }
    };
    look();
  });
}
