/** The curve of what an observer does not know, with a mark for each piece of evidence; and the scrubber, which moves along it. */

import { button, h, put, s } from "./dom.js";
import { bits, observerName, percent } from "./words.js";

const HEIGHT = 150;
const EDGE = { left: 40, right: 10, top: 10, bottom: 20 };

/** Marks that gained less than this, in bits, are not drawn: they would hide the others. */
const LEAST_GAIN = 0.05;

export function timeline(page) {
  const { told } = page;
  const chart = h("div", { class: "curve" });
  const range = h("input", { type: "range", min: told.first, max: told.head, step: 1, "aria-label": "Revision", oninput: () => go(Number(range.value)) });
  // Nobody is told by voice of each event that comes: the slider says where it stands.
  const where = h("output", { class: "mono", "aria-live": "off" });
  const play = button("Play", () => page.play(), { class: "play" });
  const summary = h("p", { class: "note" });
  // Where a button or a key led is said; while the game goes on, or plays by itself, it is not.
  const spoken = h("span", { class: "unseen", role: "status" });
  const go = (revision) => page.show({ revision: revision === told.head ? null : revision });
  const steps = [
    ["«", "First revision", () => page.step(-Infinity)],
    ["‹", "Revision before", () => page.step(-1)],
    ["›", "Next revision", () => page.step(1)],
    ["»", "Newest revision", () => page.step(Infinity)],
  ].map(([sign, name, act]) => button(sign, act, { "aria-label": name, title: name }));
  const element = h("section", { class: "panel", "aria-label": "Timeline" }, chart, h("div", { class: "row scrubber" }, steps, play, h("div", { class: "grow" }, range), where), summary, spoken);
  let cursor = null;
  let drawn = [];
  let scale = null;

  async function draw(stands) {
    range.max = told.head;
    range.value = page.revision;
    put(where, `${page.revision} of ${told.head}`);
    if (scale && cursor) move();
    const { observer, beside, truth } = page.seen;
    const { head } = told;
    const asked = [observer, beside].filter(Boolean);
    const curves = await Promise.all(asked.map((known) => told.curveOf(known, truth)));
    if (!stands()) return;
    const now = [...asked.map((known) => observerName(known, page.game.seats)), truth, head, chart.clientWidth, ...curves];
    if (now.length !== drawn.length || now.some((part, index) => part !== drawn[index])) {
      drawn = now;
      put(chart, figure(curves, asked, head));
    }
    move();
    // The curve is of the log as it is now; what was believed then had not heard of later corrections.
    const beliefs = await Promise.all(asked.map((known) => told.belief(known, page.revision)));
    if (!stands()) return;
    put(summary, asked.map((known, index) => said(known, beliefs[index], nearest(curves[index], page.revision))).join(" "));
    if (!page.stepped) return;
    page.stepped = false;
    put(spoken, `Event ${page.revision} of ${told.head}. ${summary.textContent}`);
  }

  function said(observer, belief, point) {
    const wrong = page.seen.truth && point?.truth_bits !== undefined ? ` The truth would surprise it by ${bits(point.truth_bits)}.` : "";
    return `${observerName(observer, page.game.seats)} does not know ${bits(belief.entropy_bits)} after this event; confidence ${percent(belief.confidence)}.${wrong}`;
  }

  function move() {
    const x = scale.x(page.revision);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }

  function figure(curves, asked, head) {
    const width = Math.max(280, chart.clientWidth);
    const highest = Math.max(1, ...curves.flat().map((point) => Math.max(point.entropy_bits, point.truth_bits ?? 0)));
    const span = Math.max(1, head - told.first);
    scale = {
      x: (revision) => EDGE.left + ((revision - told.first) / span) * (width - EDGE.left - EDGE.right),
      y: (value) => HEIGHT - EDGE.bottom - (value / highest) * (HEIGHT - EDGE.top - EDGE.bottom),
    };
    cursor = s("line", { class: "cursor", y1: EDGE.top - 4, y2: HEIGHT - EDGE.bottom });
    const grid = [0, 0.5, 1].map((part) => [
      s("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: scale.y(part * highest), y2: scale.y(part * highest) }),
      s("text", { class: "axis", x: EDGE.left - 6, y: scale.y(part * highest) + 4, "text-anchor": "end" }, (part * highest).toFixed(highest < 10 ? 1 : 0)),
    ]);
    const lines = curves.map((points, index) => s("path", { class: index === 0 ? "line" : "line second", d: stairs(points, (point) => point.entropy_bits) }));
    const truths = page.seen.truth ? curves.map((points, index) => s("path", { class: `line true${index === 0 ? "" : " second"}`, d: stairs(points.filter((point) => point.truth_bits !== undefined), (point) => point.truth_bits) })) : [];
    const marks = curves[0].flatMap((point) =>
      point.evidence
        .filter((mark) => mark.information_gain_bits >= LEAST_GAIN)
        .map((mark) => s("circle", { class: `mark ${mark.strength}`, cx: scale.x(point.revision), cy: scale.y(point.entropy_bits), r: Math.min(9, 1.5 + 2 * Math.sqrt(mark.information_gain_bits)) }, s("title", {}, `${point.revision}: ${mark.summary} ${bits(mark.information_gain_bits)}`))),
    );
    const out = curves[0].filter((point) => point.left_out).map((point) => s("text", { class: "out", x: scale.x(point.revision), y: EDGE.top + 4, "text-anchor": "middle" }, "!", s("title", {}, `${point.revision}: this belief left the event out`)));
    const names = asked.map((known) => observerName(known, page.game.seats)).join(" and ");
    const svg = s(
      "svg",
      { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `What is not known by ${names}, in bits, after each event` },
      grid,
      s("text", { class: "axis", x: EDGE.left, y: HEIGHT - 5 }, `revision ${told.first}`),
      s("text", { class: "axis", x: width - EDGE.right, y: HEIGHT - 5, "text-anchor": "end" }, String(head)),
      lines,
      truths,
      marks,
      out,
      cursor,
    );
    svg.addEventListener("pointerdown", (press) => {
      const at = (event) => {
        const part = (event.clientX - svg.getBoundingClientRect().left - EDGE.left) / (width - EDGE.left - EDGE.right);
        return Math.round(told.first + Math.max(0, Math.min(1, part)) * span);
      };
      svg.setPointerCapture(press.pointerId);
      go(at(press));
      svg.onpointermove = (event) => at(event) !== page.revision && go(at(event));
      svg.onpointerup = svg.onpointercancel = () => (svg.onpointermove = null);
    });
    return svg;
  }

  function stairs(points, value) {
    return points.map((point, index) => (index === 0 ? `M${scale.x(point.revision)} ${scale.y(value(point))}` : `H${scale.x(point.revision)}V${scale.y(value(point))}`)).join("");
  }

  new ResizeObserver(() => page.drawing.wanted > 0 && page.draw()).observe(chart);
  return {
    element,
    draw,
    playing: (is) => put(play, is ? "Pause" : "Play"),
  };
}

/** The point at a revision, or the last before it, where the newest has not come yet. */
const nearest = (points, revision) => points.findLast((point) => point.revision <= revision);
