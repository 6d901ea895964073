/** Evidence: what one event did to the belief, and everything that made one variable what it is. */

import { button, h } from "./dom.js";
import { eventLink, says } from "./events.js";
import { bits, observerName, percent, plural, rateName, words } from "./words.js";

/** Variables that are shown at once of one piece of evidence, those that moved most first; and on demand. */
const FEW_VARIABLES = 2;
const MOST_VARIABLES = 12;
const MOST_VALUES = 6;

/** Pieces of a variable's evidence that stand open, the newest first. */
const OPEN_PIECES = 3;

/** Total variation distance between two distributions, in [0, 1]: how far a variable moved. */
function moved(before = {}, after = {}) {
  const values = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...values].reduce((sum, value) => sum + Math.abs((before[value] ?? 0) - (after[value] ?? 0)), 0) / 2;
}

/** Before and after of one variable's values, those that moved most first. */
function changes(piece, id) {
  const [before, after] = [piece.before[id] ?? {}, piece.after[id] ?? {}];
  const likelihood = piece.likelihood?.[id];
  const values = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  values.sort((a, b) => Math.abs((after[b] ?? 0) - (before[b] ?? 0)) - Math.abs((after[a] ?? 0) - (before[a] ?? 0)));
  const rows = values.slice(0, MOST_VALUES).map((value) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, value),
      h("td", { class: "figure" }, percent(before[value] ?? 0)),
      h("td", { class: "figure" }, h("span", { class: "meter", style: { "--p": after[value] ?? 0 } }), ` ${percent(after[value] ?? 0)}`),
      h("td", { class: "figure" }, likelihood?.[value] === undefined ? "" : likelihood[value].toPrecision(2)),
    ),
  );
  const head = ["Value", "Before", "After", "Likelihood"].map((name, index) => h("th", { scope: "col", class: index === 0 ? "" : "figure" }, name));
  return h("table", { class: "plain small" }, h("caption", { class: "note" }, id, values.length > MOST_VALUES ? `, ${values.length - MOST_VALUES} more values` : ""), h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}

function more(piece, ids, count) {
  if (ids.length === 0) return null;
  const all = ids.length === count ? "" : `, ${ids.length} shown`;
  return h("details", {}, h("summary", {}, `${plural(count, "more variable")}${all}`), ids.map((id) => changes(piece, id)));
}

function figures(piece) {
  const parts = [h("span", { class: `badge ${piece.strength}` }, piece.strength), h("span", { class: "badge" }, words(piece.type)), ` from ${words(piece.source)}`];
  if (piece.strength !== "transition") parts.push(h("span", { class: "note" }, ` gained ${bits(piece.information_gain_bits)}, surprise ${bits(piece.surprisal_bits)}`));
  return h("div", { class: "row" }, parts);
}

function numbers(piece) {
  const { parameters } = piece;
  return parameters ? h("p", { class: "note" }, `The number behind it: “${rateName(parameters.name)}” = ${parameters.value.toPrecision(3)}.`) : null;
}

/** Whose evidence this is, where two observers stand side by side. */
function believer(page) {
  const { seen, game } = page;
  return seen.beside ? h("p", { class: "note" }, `As ${observerName(seen.observer, game.seats)} sees it.`) : null;
}

/** "Without this": asks what would be believed if the event had not been. */
function without(page, revision) {
  const is = page.seen.without.includes(revision);
  const others = () => page.seen.without.filter((known) => known !== revision);
  const toggle = () => page.show({ without: is ? others() : [...others(), revision].sort((a, b) => a - b) });
  return revision === 0 ? null : button(is ? "With it again" : "Without this", toggle, { "aria-pressed": String(is) });
}

export function eventPanel(page) {
  return async () => {
    const { told, revision, seen } = page;
    const [events, evidence, belief] = await Promise.all([told.eventsOf(seen.observer), told.evidence({ observer: seen.observer, from: revision, revision }), told.belief(seen.observer, revision)]);
    const left = belief.quarantined.find((known) => known.revision === revision);
    const event = events.find((known) => known.revision === revision);
    const pieces = evidence.map((piece) => {
      const ids = [...piece.variables].sort((a, b) => moved(piece.before[b], piece.after[b]) - moved(piece.before[a], piece.after[a]));
      const shown = ids.filter((id) => moved(piece.before[id], piece.after[id]) > 0.001).slice(0, MOST_VARIABLES);
      return h("article", { class: "piece" }, h("p", {}, piece.summary), figures(piece), numbers(piece), shown.slice(0, FEW_VARIABLES).map((id) => changes(piece, id)), more(piece, shown.slice(FEW_VARIABLES), ids.length - FEW_VARIABLES));
    });
    const text = event === undefined ? "This event is not in the list." : event.hidden ? "This observer does not see what this event says." : says(event);
    return [
      h("div", { class: "row between" }, h("h2", {}, `${revision} · ${event?.hidden ? "hidden" : words(event?.type ?? "")}`), without(page, revision)),
      believer(page),
      h("p", {}, text),
      event?.retracted_by === undefined ? null : h("p", {}, "It was taken back by ", eventLink(page, event.retracted_by), ". The belief as it is now does not heed it."),
      event?.reporter ? h("p", { class: "note" }, "Reported by the key ", h("code", {}, event.reporter), ".") : null,
      left ? h("p", {}, h("span", { class: "badge bad" }, "left out of this belief"), ` ${left.detail}`) : null,
      pieces.length > 0 || left ? pieces : h("p", { class: "note" }, "It told this observer nothing about what is hidden."),
      event && !event.hidden ? h("details", {}, h("summary", {}, "As the log has it"), h("pre", { tabindex: "0", role: "group", "aria-label": "The event" }, JSON.stringify(event, null, 2))) : null,
    ];
  };
}

export function variablePanel(page) {
  // What the reader has opened or closed: pieces by variable and revision, and what ruled values out by variable.
  const chosen = new Map();
  const remember = (name) => (press) => chosen.set(name, !press.currentTarget.parentElement.open);
  const isOpen = (name, index) => chosen.get(name) ?? index < OPEN_PIECES;
  const holds = (piece) => document.activeElement?.closest("details.piece[open]")?.dataset.key === String(piece.revision);
  const backToBelief = () => {
    // A picture may have no cell of the variable.
    const cell = document.querySelector('.cell[aria-pressed="true"]') ?? document.querySelector(".cell");
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "center" });
  };
  const opened = (piece, id, index) => {
    const name = `${id} ${piece.revision}`;
    // The one that the keyboard is in is not closed because newer ones came.
    if (holds(piece)) chosen.set(name, true);
    return h("details", { class: "piece", open: isOpen(name, index), data: { key: piece.revision } }, h("summary", { onclick: remember(name) }, piece.summary), h("div", { class: "row between" }, eventLink(page, piece.revision), without(page, piece.revision)), figures(piece), numbers(piece), changes(piece, id));
  };
  return async () => {
    const { told, revision, seen } = page;
    const id = seen.variable;
    if (!id) return [h("p", { class: "note" }, "Choose a cell of the belief: here stands what made it so.")];
    const belief = await told.belief(seen.observer, revision);
    const variable = belief.variables.find((known) => known.id === id);
    const evidence = await told.evidence({ observer: seen.observer, variable: id, revision }).catch((error) => {
      if (error.status === 400) return [];
      throw error;
    });
    const pieces = evidence.filter((piece) => moved(piece.before[id], piece.after[id]) > 0.0005 || piece.strength === "transition").reverse();
    const struck = ruledOut(evidence, id);
    return [
      h("div", { class: "row between" }, h("h2", {}, id), button("Back to the belief", backToBelief)),
      believer(page),
      variable
        ? h("p", { class: "note" }, variable.known ? "Known." : `${bits(variable.entropy_bits)} open; ${plural(variable.distribution.length, "value")} possible.`)
        : h("p", { class: "note" }, "There is no such variable after this event."),
      variable && !variable.known ? values(variable) : null,
      h("h3", {}, plural(pieces.length, "piece of evidence", "pieces of evidence")),
      pieces.map((piece, index) => opened(piece, id, index)),
      struck.length > 0 ? h("details", { open: chosen.get(id) ?? struck.length <= 8 }, h("summary", { onclick: remember(id) }, "What ruled values out"), h("ul", {}, struck.map(([revision, names]) => h("li", {}, eventLink(page, revision), `: ${names.slice(0, 8).join(", ")}${names.length > 8 ? ` and ${names.length - 8} more` : ""}`)))) : null,
    ];
  };
}

function values(variable) {
  const best = [...variable.distribution].sort((a, b) => b.p - a.p).slice(0, 10);
  return h("table", { class: "plain small" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Value"), h("th", { scope: "col", class: "figure" }, "Probability"))), h("tbody", {}, best.map(({ value, p }) => h("tr", {}, h("th", { scope: "row" }, value), h("td", { class: "figure" }, h("span", { class: "meter", style: { "--p": p } }), ` ${(100 * p).toFixed(p < 0.1 ? 2 : 1)} %`)))));
}

/** For each event that struck values of a variable: which. */
function ruledOut(pieces, id) {
  const out = [];
  for (const piece of pieces) {
    const [before, after] = [piece.before[id] ?? {}, piece.after[id] ?? {}];
    const names = Object.keys(before).filter((value) => before[value] > 0 && !(after[value] > 0));
    if (names.length > 0 && piece.strength === "hard") out.push([piece.revision, names]);
  }
  return out;
}
