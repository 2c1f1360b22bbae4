// The page's panels as a person uses them: find a widget by its name, click it, read the table.

import { call, until } from './support.mjs';

/** What the panels show now: [{role, name, value, states, x, y, width, height}]. */
export async function outline(page) {
  return page.evaluate(() => self.noclash.outline());
}

/** The first widget that a test accepts; waits for it. `wanted` is a name, a pattern or a function. */
export async function find(page, wanted, { role, timeout = 60_000 } = {}) {
  const fits = (widget) => {
    if (role && widget.role !== role) return false;
    const words = [widget.name, widget.value];
    if (typeof wanted === 'function') return wanted(widget);
    return words.some((word) => (wanted instanceof RegExp ? wanted.test(word) : word === wanted));
  };
  return until(async () => (await outline(page)).find(fits), { timeout, what: `a widget like ${wanted}` });
}

/** Clicks a widget as a mouse does. */
export async function click(page, wanted, options) {
  const widget = await find(page, wanted, options);
  await page.mouse.move(widget.x, widget.y);
  await page.mouse.click(widget.x, widget.y, { delay: 60 });
  return widget;
}

/** The texts of the table's rows in sight, top to bottom, cells left to right. Needs a row to begin with a link's name. */
export async function rows(page) {
  const widgets = await outline(page);
  const heading = widgets.find((widget) => widget.name === 'Sort by shape a');
  if (!heading) return [];
  const cells = widgets.filter((widget) => widget.role === 'Label' && widget.y > heading.y + 4);
  const lines = new Map();
  for (const cell of cells) {
    const line = [...lines.keys()].find((y) => Math.abs(y - cell.y) < 5) ?? cell.y;
    lines.set(line, [...(lines.get(line) ?? []), cell]);
  }
  const left = heading.x - heading.width / 2 - 12;
  return [...lines.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line.sort((a, b) => a.x - b.x))
    .filter((line) => line.length >= 5 && line[0].x - line[0].width / 2 >= left - 30)
    .map((line) => line.map((cell) => cell.value || cell.name));
}

/** Waits until a call of the API gives what is wanted. */
export function comes(page, method, test, { args = [], timeout = 60_000 } = {}) {
  return until(async () => {
    const value = await call(page, method, ...args);
    return test(value) ? { value } : null;
  }, { timeout, what: `${method}()` }).then((found) => found.value);
}
