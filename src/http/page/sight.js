/**
 * What is seen of one belief: its variables made ready to be drawn, with what lies over them (a what-if, the truth). Tables and pictures of every
 * game are made of its cells, so that choosing, overlays and truth work alike everywhere.
 */

import { h } from "./dom.js";
import { number, percent, seatName, short } from "./words.js";

export class Sight {
  /**
   * @param belief the API's answer
   * @param what `over`: another belief to compare with, or null; `truth`: a map from variable to its true value; `chosen`: id of the chosen variable;
   *   `game`: the API's answer about the game; `events`: the events up to the belief's revision, as the observer sees them
   */
  constructor(belief, { over = null, truth = new Map(), chosen = null, game, events = [] }) {
    this.belief = belief;
    this.detail = belief.detail ?? {};
    this.over = over;
    this.truth = truth;
    this.chosen = chosen;
    this.game = game;
    this.setup = game.setup ?? {};
    this.seats = game.seats.map((seat) => seat.seat);
    this.events = events;
    this.variables = new Map(belief.variables.map((variable) => [variable.id, variable]));
    this.others = new Map((over?.variables ?? []).map((variable) => [variable.id, variable]));
  }

  /** The variable of an id, or undefined. */
  variable(id) {
    return this.variables.get(id);
  }

  /** Probability that a variable has a value, in [0, 1]; 0 where it is not listed. */
  p(id, value) {
    return probability(this.variables.get(id), value);
  }

  /** The likeliest value of a variable as `{value, p}`, or undefined where there is no such variable. */
  likeliest(id) {
    return this.variables.get(id)?.distribution.reduce((best, outcome) => (outcome.p > best.p ? outcome : best), { value: "", p: -1 });
  }

  /** A seat in words. */
  seatName(seat) {
    return seatName(seat, this.game.seats);
  }

  /**
   * A cell for the probability that a variable has a value: heat by probability. `label` is what stands in it, `name` what a screen reader says
   * before the probability; `{percent: true}` writes the number beside the label.
   */
  cell(id, value, label, name, options = {}) {
    const p = this.p(id, value);
    const parts = [h("span", { class: "label" }, label)];
    if (options.percent) parts.push(h("span", { class: "number" }, short(p)));
    const truth = this.truth.get(id) === value;
    const change = this.over && this.variables.has(id) ? changeOf(probability(this.others.get(id), value) - p) : null;
    const said = `${name}: ${percent(p)}${change?.said ?? ""}${truth ? ", which is the truth" : ""}`;
    return this.#button(id, `cell ${options.class ?? ""}`, said, parts, { p, truth, change });
  }

  /** A cell for a whole distribution: a bar for each of `values` (those of the distribution, where none are named), and its mean where it is a number. */
  spread(id, label, name, values) {
    const variable = this.variables.get(id);
    if (!variable) return h("span", { class: "cell none" }, label ?? "–");
    const shown = values ?? variable.distribution.map((outcome) => outcome.value);
    const other = this.others.get(id);
    const bars = shown.map((value) => {
      const p = probability(variable, value);
      const over = other && probability(other, value);
      return h(
        "span",
        { class: `bar${this.truth.get(id) === value ? " true" : ""}`, title: `${value}: ${percent(p)}`, style: { "--p": p, ...(other ? { "--over": over } : {}) } },
        other ? h("i", {}) : null,
      );
    });
    const best = this.likeliest(id);
    const isMean = !variable.known && variable.expected !== undefined;
    const text = variable.known ? best.value : variable.expected === undefined ? `${best.value}?` : number(variable.expected, 1);
    const change = other ? (changeOfMean(variable, other) ?? changeOf(probability(other, best.value) - best.p)) : null;
    const mean = isMean ? `${text} in the mean, ` : "";
    const is = variable.known ? `known, ${best.value}` : `${mean}likeliest ${best.value} with ${percent(best.p)}`;
    const said = `${name}: ${is}${change?.said ?? ""}${this.truth.has(id) ? `, in truth ${this.truth.get(id)}` : ""}`;
    const parts = [label ? h("span", { class: "label" }, label) : null, h("span", { class: "number" }, text), h("span", { class: "bars", "aria-hidden": "true" }, bars)];
    return this.#button(id, `cell spread${variable.known ? " known" : ""}`, said, parts, { change });
  }

  #button(id, kind, said, parts, { p, truth, change }) {
    const chosen = this.chosen === id;
    // Who speaks to the page says what stands in the cell: its name begins with that, where it is not in the sentence.
    const seen = parts.filter(Boolean).flatMap(texts).join(" ").trim();
    const name = plain(said).includes(plain(seen)) ? said : `${seen}. ${said}`;
    const sign = change ? h("span", { class: `change ${change.up ? "up" : "down"}` }, `${change.up ? "▲" : "▼"}${change.text}`) : null;
    return h(
      "button",
      {
        type: "button",
        class: `${kind}${truth ? " truth" : ""}`,
        "aria-pressed": chosen ? "true" : "false",
        data: { variable: id },
        style: p === undefined ? {} : { "--p": p },
      },
      h("span", { class: "unseen" }, name),
      // What stands in the cell is said in whole words already.
      h("span", { class: "within", "aria-hidden": "true" }, h("span", { class: "tip", title: said }), parts, sign),
    );
  }
}

/** The texts that stand in an element, one beside another. */
const texts = (node) => (node.childNodes.length === 0 ? [node.textContent] : [...node.childNodes].flatMap(texts)).filter(Boolean);

/** The words of a text. */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}%.]+/gu, " ").trim();

export const probability = (variable, value) => variable?.distribution.find((outcome) => outcome.value === value)?.p ?? 0;

/** What a what-if does to a probability, as it stands in a cell and as it is said; null where that is next to nothing. */
function changeOf(by) {
  if (Math.abs(by) < 0.005) return null;
  return { up: by > 0, text: short(Math.abs(by)), said: `, ${by > 0 ? "up" : "down"} by ${percent(Math.abs(by))} in the what-if` };
}

/** The same of the mean of a number; null where it has none, or moves by next to nothing. */
function changeOfMean(variable, other) {
  const by = other.expected - variable.expected;
  if (Number.isNaN(by) || Math.abs(by) < 0.05) return null;
  return { up: by > 0, text: number(Math.abs(by), 1), said: `, and ${number(other.expected, 1)} in the mean in place of ${number(variable.expected, 1)} in the what-if` };
}

/** Rows of a table that are shown of one variable: the rest is named by its number. */
const MOST_VALUES = 8;

/** The plain table that serves any ruleset: each variable with its values, their probabilities, and its entropy. */
export function table(sight, filter = "") {
  const wanted = filter.toLowerCase();
  const fits = (variable) => variable.id.toLowerCase().includes(wanted);
  const variables = sight.belief.variables.filter(fits);
  const rows = variables.map((variable) => {
    const order = variable.domain === "count" ? variable.distribution : [...variable.distribution].sort((a, b) => b.p - a.p);
    const shown = order.slice(0, MOST_VALUES);
    const rest = order.slice(MOST_VALUES);
    const values = shown.map((outcome) => sight.cell(variable.id, outcome.value, outcome.value, `${variable.id} is ${outcome.value}`, { percent: true, class: "wide" }));
    if (rest.length > 0) values.push(h("span", { class: "note" }, `and ${rest.length} more with ${percent(rest.reduce((sum, outcome) => sum + outcome.p, 0))}`));
    return h(
      "tr",
      { class: variable.known ? "known" : "" },
      h("th", { scope: "row" }, variable.id),
      h("td", {}, h("div", { class: "values" }, values)),
      h("td", { class: "figure" }, variable.known ? "known" : variable.entropy_bits.toFixed(2)),
      h("td", { class: "figure" }, variable.expected === undefined ? "" : number(variable.expected)),
    );
  });
  const head = ["Variable", "Values", "Entropy, bits", "Mean"].map((text) => h("th", { scope: "col" }, text));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Variables of the belief" }, h("table", { class: "plain" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)));
}

/** A belief that is sure of one world: what a drawn world says of each variable. */
export function sureOf(belief, values) {
  const variables = belief.variables.map((variable) =>
    values.has(variable.id) ? { ...variable, known: true, distribution: [{ value: values.get(variable.id), p: 1 }], expected: undefined, entropy_bits: 0 } : variable,
  );
  return { ...belief, variables };
}

/** Shares of ways of playing by seat, where the belief's detail has them: `{"0": {"careless": .1, …}}`. */
export function ways(sight) {
  const seats = Object.entries(sight.detail.ways ?? {});
  if (seats.length === 0) return null;
  // Shares that sum to one are the ways; what stands beside them (`unrelated`) is a probability of its own.
  const rows = seats.map(([seat, shares]) => {
    const parts = Object.entries(shares).filter(([way]) => way !== "unrelated");
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, sight.seatName(Number(seat))),
      parts.map(([way, share]) => h("td", { class: "figure" }, h("span", { class: "meter", style: { "--p": share } }), ` ${percent(share)}`)),
    );
  });
  const names = Object.keys(seats[0][1]).filter((way) => way !== "unrelated");
  return h(
    "details",
    { class: "ways", open: true },
    h("summary", {}, "How each seat seems to play"),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Ways of playing" }, h("table", { class: "plain" }, h("thead", {}, h("tr", {}, h("td", {}), names.map((way) => h("th", { scope: "col", class: "figure" }, way)))), h("tbody", {}, rows))),
  );
}
