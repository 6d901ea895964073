/**
 * Charts as SVG, for the pages about players, rulesets and operations. A chart is one picture with a name that says what it shows; the numbers
 * that it is drawn from stand beside it as text or in a table, so that nobody depends on the drawing.
 *
 * Lengths are percentages, and lines are drawn on a square of 100 by 100 that is stretched: a chart is as wide as its place, and its text keeps its size.
 */

import { h, s } from "./dom.js";

/** How the first and the second of what is compared are drawn. */
const KINDS = ["first", "second"];

const at = (share) => `${(share * 100).toFixed(2)}%`;
const up = (share) => `${((1 - share) * 100).toFixed(2)}%`;

/** A drawing on a stretched square, for what has no text and no round parts. */
const stretched = (...children) => s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%" }, children);

const corner = (x, y) => `${(x * 100).toFixed(2)},${((1 - y) * 100).toFixed(2)}`;

/**
 * Lines, each with the band of its interval where its points have one.
 *
 * @param chart `name`: what it shows; `series`: a list of `{name, points: [{x, y, low, high, title}]}` with all of y, low and high in [0, 1];
 *   `y`: labels of 0, the middle and 1; `x`: labels of the first and the last point; `level`: a height that is marked
 */
export function lines({ name, series, y = ["0", "0.5", "1"], x, level }) {
  const all = series.flatMap(({ points }) => points.map((point) => point.x));
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const place = (value) => (last === first ? 0.5 : (value - first) / (last - first));
  const drawn = series.map(({ points }, index) => {
    const banded = points.filter((point) => point.low !== undefined);
    const band = [...banded.map((point) => corner(place(point.x), point.high)), ...banded.toReversed().map((point) => corner(place(point.x), point.low))];
    return [
      band.length > 2 ? s("polygon", { class: `band ${KINDS[index]}`, points: band.join(" ") }) : null,
      s("polyline", { class: `line ${KINDS[index]}`, points: points.map((point) => corner(place(point.x), point.y)).join(" ") }),
    ];
  });
  // More dots than a dozen would hide the line that they stand on.
  const dots = series.map(({ points }, index) => {
    const shown = points.length > 24 ? points.slice(-1) : points;
    return shown.map((point) => s("circle", { class: `dot ${KINDS[index]}`, cx: at(place(point.x)), cy: up(point.y), r: 3.5 }, s("title", {}, point.title ?? "")));
  });
  const grid = [0, 0.5, 1].map((height) => s("line", { class: "grid", x1: 0, x2: 100, y1: height * 100, y2: height * 100 }));
  const marked = level === undefined ? null : s("line", { class: "level", x1: 0, x2: 100, y1: (1 - level) * 100, y2: (1 - level) * 100 });
  return h(
    "div",
    { class: "chart" },
    h("div", { class: "heights", "aria-hidden": "true" }, y.toReversed().map((label) => h("span", {}, label))),
    s("svg", { class: "drawing plot", role: "img", "aria-label": name }, stretched(grid, marked, drawn), dots),
    x ? h("div", { class: "ends", "aria-hidden": "true" }, h("span", {}, x[0]), h("span", {}, x[1])) : null,
  );
}

/**
 * Rates on the scale from 0 to 1, one below the other: the interval as a bar, the mean as a dot, and `mark`, what it is compared with, as an upright line.
 *
 * @param rates a list of `{mean, low, high}`; null leaves its row empty
 */
export function intervals({ name, rates, mark }) {
  const step = 14;
  const height = rates.length * step + 2;
  const bars = rates.map((rate, index) => {
    if (!rate) return null;
    const y = index * step + step / 2 + 1;
    return [
      s("line", { class: `reach ${KINDS[index]}`, x1: at(rate.low), x2: at(rate.high), y1: y, y2: y }),
      s("circle", { class: `dot ${KINDS[index]}`, cx: at(rate.mean), cy: y, r: 4 }),
    ];
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => s("line", { class: "grid", x1: at(share), x2: at(share), y1: 0, y2: height }));
  const compared = mark === undefined ? null : s("line", { class: "mark", x1: at(mark), x2: at(mark), y1: 0, y2: height });
  return s("svg", { class: "drawing intervals", role: "img", "aria-label": name, height, width: "100%" }, ticks, compared, bars);
}

/** A small curve of the last values, from 0 to the greatest of them. */
export function sparkline({ name, values, most = Math.max(...values, 0) }) {
  const height = (value) => (most > 0 ? (value / most) * 0.94 + 0.03 : 0.03);
  const place = (index) => (values.length < 2 ? 1 : index / (values.length - 1));
  const points = values.map((value, index) => corner(place(index), height(value)));
  const area = ["0,100", ...points, "100,100"].join(" ");
  const drawn = values.length < 2 ? [] : [s("polygon", { class: "band first", points: area }), s("polyline", { class: "line first", points: points.join(" ") })];
  return s("svg", { class: "drawing sparkline", role: "img", "aria-label": name }, stretched(s("line", { class: "grid", x1: 0, x2: 100, y1: 100, y2: 100 }), drawn));
}

/**
 * Shares that sum to one, a column for each place: which of a few kinds it was, and how surely.
 *
 * @param chart `columns`: a list of `{title, shares}` with a share for each of `kinds`; `classOf` gives a kind's colour; `ends`: labels of the first and
 *   the last column
 */
export function stacks({ name, kinds, classOf, columns, ends }) {
  const width = 1 / columns.length;
  const drawn = columns.map(({ title, shares }, index) => {
    let below = 0;
    const parts = kinds.map((kind) => {
      const share = shares[kind] ?? 0;
      below += share;
      return s("rect", { class: classOf(kind), x: at((index + 0.06) * width), width: at(width * 0.88), y: up(below), height: at(share) });
    });
    return s("g", {}, s("title", {}, title), parts);
  });
  return [s("svg", { class: "drawing stacks", role: "img", "aria-label": name }, drawn), h("div", { class: "ends", "aria-hidden": "true" }, ends.map((label) => h("span", {}, label)))];
}

/** What the colours of a chart stand for. */
export function legend(entries) {
  return h("ul", { class: "chart-legend" }, entries.map(([kind, label]) => h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), label)));
}

/** A table in a region that can be scrolled, also by keys. `head` names the columns; those of `figures` hold numbers. */
export function table({ name, head, rows, figures = [], kind = "" }) {
  const heads = head.map((text, index) => h("th", { scope: "col", class: figures.includes(index) ? "figure" : null }, text));
  const row = (cells) =>
    h("tr", {}, cells.map((cell, index) => (index === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: figures.includes(index) ? "figure" : null }, cell))));
  const content = h("table", { class: `plain ${kind}` }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows.map(row)));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": name }, content);
}

/** The numbers of a chart, to be opened where somebody wants them. */
export function numbers(parts) {
  return h("details", { class: "numbers" }, h("summary", {}, "The numbers"), table(parts));
}
