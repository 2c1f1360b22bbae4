// Folders, archives and files as people really have them, dropped on the real page.

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser, call, drop, open, ROOT, serve } from './support.mjs';
import { comes } from './widgets.mjs';
import { zip } from './zip.mjs';

const ARM = join(ROOT, 'robots', 'arm6');

let server;
let context;
let scratch;

before(async () => {
  server = await serve();
  context = await browser({ viewport: { width: 1280, height: 800 } });
  scratch = await mkdtemp(join(tmpdir(), 'noclash-inputs-'));
});

after(async () => {
  await context?.close();
  await server?.stop();
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

// Drops paths on an empty page and waits until the robot is there and surveyed.
async function dropped(paths) {
  const { page, errors } = await open(context, server.url);
  if ((await call(page, 'state')).robot !== null) await call(page, 'act', { do: 'close_robot' });
  await comes(page, 'state', (state) => state.robot === null);
  await call(page, 'setSettings', { samples: 20, prove: false });
  await drop(page, paths);
  await comes(page, 'state', (state) => state.robot !== null && !state.busy, { timeout: 300_000 });
  assert.deepEqual(errors, []);
  return { page, summary: await call(page, 'summary') };
}

// The files of a folder, by path from it.
async function tree(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (path) => ({ name: path.slice(folder.length + 1), bytes: await readFile(path) })));
}

// Writes files below a new folder.
async function folder(name, files) {
  const root = join(scratch, name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

/** A tetrahedron with edges of `size` along the axes, as ASCII STL. */
function tetrahedron(size) {
  const corners = [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]].map((corner) => `vertex ${corner.join(' ')}`);
  const facet = (a, b, c) =>
    `facet normal 0 0 0\nouter loop\n${[a, b, c].map((i) => corners[i]).join('\n')}\nendloop\nendfacet`;
  return `solid t\n${[facet(0, 2, 1), facet(0, 1, 3), facet(0, 3, 2), facet(1, 2, 3)].join('\n')}\nendsolid t\n`;
}

const mesh = (uri) => `<collision><geometry><mesh filename="${uri}"/></geometry></collision>`;
const urdf = (first, second) => `<robot name="pair"><link name="a">${mesh(first)}</link><link name="b">${mesh(second)}</link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 5"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

// The longest edge of each link's hull along an axis.
async function sizes(page) {
  const shapes = await call(page, 'shapes', 'link_hulls');
  const extent = (points, i) => Math.max(...points.map((p) => p[i])) - Math.min(...points.map((p) => p[i]));
  return Object.fromEntries(shapes.map((shape) => {
    const points = shape.geometry.vertices;
    return [shape.link, Math.max(...[0, 1, 2].map((i) => extent(points, i)))];
  }));
}

const codes = (summary) => summary.diagnostics.map(({ code }) => code);

test('two packages are told apart by their package.xml, whatever their folders are called', async () => {
  const root = await folder('workspace', {
    'src/first/package.xml': '<package format="2"><name>arm_meshes</name></package>',
    'src/first/meshes/part.stl': tetrahedron(1),
    'src/arm_meshes/package.xml': '<package format="2"><name>arm_description</name></package>',
    'src/arm_meshes/meshes/part.stl': tetrahedron(2),
    'src/arm_meshes/urdf/pair.urdf': urdf('package://arm_meshes/meshes/part.stl', 'package://arm_description/meshes/part.stl'),
  });
  const { page, summary } = await dropped([root]);
  assert.equal(summary.links_with_geometry, 2);
  assert.deepEqual(await sizes(page), { a: 1, b: 2 });
  assert.deepEqual(summary.diagnostics, []);
  await page.close();
});

test('a folder with a xacro is expanded', async () => {
  const root = await folder('xacro', {
    'arm/package.xml': '<package><name>arm</name></package>',
    'arm/urdf/part.xacro': `<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="part" params="name size">
      <link name="\${name}"><collision><geometry><box size="\${size} \${size / 2} \${size / 2}"/></geometry></collision></link>
      </xacro:macro></robot>`,
    'arm/urdf/arm.urdf.xacro': `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
      <xacro:include filename="$(find arm)/urdf/part.xacro"/><xacro:part name="a" size="1"/><xacro:part name="b" size="3"/>
      <joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 5"/><axis xyz="0 0 1"/></joint>
      </robot>`,
  });
  const { page, summary } = await dropped([root]);
  assert.equal(summary.robot, 'arm');
  assert.deepEqual([summary.dof, summary.links_with_geometry], [1, 2]);
  assert.deepEqual(await sizes(page), { a: 1, b: 3 });
  await page.close();
});

test('a zip whose names have back slashes', async () => {
  const entries = (await tree(ARM)).map(({ name, bytes }) => ({ name: `arm6\\${name.replaceAll('/', '\\')}`, bytes }));
  const path = join(scratch, 'arm6.zip');
  await writeFile(path, zip(entries));
  const { page, summary } = await dropped([path]);
  assert.equal(summary.dof, 6);
  assert.equal(codes(summary).includes('mesh-missing'), false);
  await page.close();
});

test('file:// meshes of another computer are found by the end of their path, and it is said', async () => {
  const root = await folder('elsewhere', {
    'pair.urdf': urdf('file:///home/someone/ws/elsewhere/meshes/one/part.stl', 'file:///C:/ws/elsewhere/meshes/two/part.stl'),
    'meshes/one/part.stl': tetrahedron(1),
    'meshes/two/part.stl': tetrahedron(2),
  });
  const { page, summary } = await dropped([root]);
  assert.deepEqual(await sizes(page), { a: 1, b: 2 });
  assert.deepEqual(codes(summary), ['mesh-by-suffix']);
  await page.close();
});

test('a folder with 150 files, the robot among the last', async () => {
  const files = {
    'pair/zz.urdf': urdf('meshes/part_148.stl', 'meshes/part_7.stl'),
  };
  for (let i = 0; i < 149; i += 1) files[`pair/meshes/part_${i}.stl`] = tetrahedron(1 + i / 100);
  const { page, summary } = await dropped([join(await folder('many', files), 'pair')]);
  assert.deepEqual(summary.diagnostics, []);
  const { a, b } = await sizes(page);
  assert.ok(Math.abs(a - 2.48) < 1e-6 && Math.abs(b - 1.07) < 1e-6, `${a} ${b}`);
  await page.close();
});

test('an upper-case .URDF with upper-case meshes', async () => {
  const root = await folder('upper', {
    'PAIR.URDF': urdf('MESHES/A.STL', 'meshes/b.stl'),
    'MESHES/A.STL': tetrahedron(1),
    'MESHES/B.STL': tetrahedron(2),
  });
  const { page, summary } = await dropped([root]);
  assert.deepEqual(await sizes(page), { a: 1, b: 2 });
  assert.deepEqual(codes(summary), ['mesh-case']);
  await page.close();
});

test('an SRDF beside the URDF is picked up by itself', async () => {
  const root = join(scratch, 'with srdf');
  await cp(ARM, root, { recursive: true });
  const { page, summary } = await dropped([root]);
  assert.match(summary.srdf.path, /arm6\.srdf$/);
  assert.equal(summary.srdf.missing_links, 0);
  await page.close();
});
