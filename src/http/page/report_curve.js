/** The curve as it is printed: a step for each event, without anything to press. */

import { s } from "./dom.js";

const WIDTH = 760;
const HEIGHT = 130;
const LEFT = 36;
const BELOW = 18;

export function figure(points, name) {
  const first = points[0]?.revision ?? 0;
  const span = Math.max(1, (points.at(-1)?.revision ?? 1) - first);
  const highest = Math.max(1, ...points.map((point) => point.entropy_bits));
  const x = (revision) => LEFT + ((revision - first) / span) * (WIDTH - LEFT - 4);
  const y = (value) => HEIGHT - BELOW - (value / highest) * (HEIGHT - BELOW - 6);
  const steps = points.map((point, index) => (index === 0 ? `M${x(point.revision)} ${y(point.entropy_bits)}` : `H${x(point.revision)}V${y(point.entropy_bits)}`));
  const axis = [0, highest].map((value) => s("text", { class: "axis", x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, value.toFixed(highest < 10 ? 1 : 0)));
  return s("svg", { class: "printed curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name }, s("line", { class: "grid", x1: LEFT, x2: WIDTH - 4, y1: y(0), y2: y(0) }), axis, s("text", { class: "axis", x: LEFT, y: HEIGHT - 4 }, `event ${first}`), s("text", { class: "axis", x: WIDTH - 4, y: HEIGHT - 4, "text-anchor": "end" }, String(first + span)), s("path", { class: "line", d: steps.join("") }));
}
