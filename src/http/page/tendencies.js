/** Tendencies of one or two players as a table: interval, counts and context, against the population. */

import { intervals, legend } from "./charts.js";
import { h, put } from "./dom.js";
import { addressWith, nameOf, prose, shown } from "./parts.js";
import { number, percent, words } from "./words.js";

/**
 * @param players answers of `GET /v1/players/{player}`, one or two
 * @param unsummed names of tendencies whose rate over all situations means nothing, and is not shown
 */
export function tendencies(players, ruleset, unsummed) {
  const place = h("div", { class: "stack" });
  const redraw = () => put(place, parts(players, ruleset, unsummed, redraw));
  return redraw();
}

function parts(players, ruleset, unsummed, redraw) {
  const shipped = shown().get("prior") === "shipped";
  const unseen = shown().get("unseen") === "yes";
  const entries = players.map((player) => player.rulesets.find((entry) => entry.ruleset === ruleset));
  const groups = entries.find(Boolean).tendencies.map((tendency, index) => group(players, entries.map((entry) => entry?.tendencies[index]), tendency, { shipped, unseen, unsummed, id: `tendency-${index}` }));
  const heads = ["Tendency", "Rate from 0 to 1", ...players.flatMap((player) => [players.length > 1 ? nameOf(player) : "Rate", "Done of chances"]), "Population"];
  const figure = (index) => (index >= 2 ? "figure" : null);
  return [
    h("p", { class: "note" }, "A dot is the expected rate, its bar holds the rate with probability 0.9. The upright line is what the population does; ▲ and ▼ mark intervals that leave it out. Counts fade: a game weighs less the more games follow it."),
    h("div", { class: "row" }, choices(shipped, unseen, redraw)),
    h("div", { class: "row" }, legend([...players.map((player, index) => [index === 0 ? "first" : "second", nameOf(player)]), ["upright", shipped ? "what the release ships" : "what the players of this log taught"]])),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": "Rates of tendencies" },
      h("table", { class: "plain tendencies" }, h("thead", {}, h("tr", {}, heads.map((text, index) => h("th", { scope: "col", id: columnId(index), class: figure(index) }, text)))), groups),
    ),
  ];
}

/** From which prior rates start, and whether situations are listed that nobody was seen in. */
function choices(shipped, unseen, redraw) {
  const turn = (changes, which) => {
    history.replaceState(null, "", addressWith(changes));
    // What was chosen by keys keeps the focus.
    redraw().querySelector(which).focus();
  };
  const priors = h(
    "select",
    { onchange: (event) => turn({ prior: event.target.value === "shipped" ? "shipped" : null }, "select") },
    h("option", { value: "learned", selected: !shipped }, "what this log’s players taught"),
    h("option", { value: "shipped", selected: shipped }, "what the release ships"),
  );
  const all = h("input", { type: "checkbox", checked: unseen, onchange: (event) => turn({ unseen: event.target.checked ? "yes" : null }, "input") });
  return [h("label", {}, "Rates start from", priors), h("label", { class: "check" }, all, " also what nobody was seen in")];
}

/** A tendency with its contexts: a group of rows. */
function group(players, rates, tendency, options) {
  // A situation without a name is all there is: the line of the tendency says the same.
  const contexts = (tendency.contexts ?? []).map((context, index) => [context.context, rates.map((rate) => rate?.contexts?.[index])]).filter(([context]) => context !== "");
  const seen = contexts.filter(([, those]) => options.unseen || those.some((rate) => rate?.opportunities > 0));
  if (!options.unseen && rates.every((rate) => !rate || rate.opportunities === 0)) return null;
  return h(
    "tbody",
    {},
    titleOf(tendency.tendency, tendency.description, 3 + 2 * players.length, options.id),
    options.unsummed.has(tendency.tendency) ? null : row(players, rates, head(options, "all", seen.length > 0 ? "in all" : "rate"), words(tendency.tendency), options),
    seen.map(([context, those], index) => row(players, those, head(options, index, words(context)), `${words(tendency.tendency)}, ${words(context)}`, options)),
  );
}

/** Ids of headers: in a table with headers over groups of rows each cell names its own, as not every screen reader finds them by their scope. */
const columnId = (index) => `tendency-column-${index}`;
const head = ({ id }, row, text) => h("th", { scope: "row", id: `${id}-${row}` }, text);

/** The line above a tendency's rows, over the width of the table. */
export const titleOf = (name, description, columns, id) =>
  h("tr", {}, h("th", { scope: "rowgroup", id, colspan: columns }, h("div", {}, h("strong", {}, words(name)), " ", h("span", { class: "note" }, prose(description)))));

function row(players, rates, head, name, { shipped, id }) {
  const read = rates.map((rate) => rate && readFrom(rate, shipped));
  const population = read.find(Boolean)?.population;
  // Over all situations, the population is what it would be in those that each player met.
  const populations = [...new Set(read.filter(Boolean).map((rate) => percent(rate.population)))].join(" / ");
  const said = read.map((rate, index) => (rate ? `${nameOf(players[index])} ${percent(rate.mean)}, likely between ${percent(rate.low)} and ${percent(rate.high)}${DIFFERS[differs(rate)]}` : null)).filter(Boolean);
  const figures = read.flatMap((rate) =>
    rate
      ? [h("td", { class: "figure" }, mark(rate), percent(rate.mean), h("span", { class: "note range" }, range(rate))), h("td", { class: "figure" }, counts(rate))]
      : [h("td", { class: "figure" }, "–"), h("td", { class: "figure" }, "–")],
  );
  const drawn = h("td", { class: "drawn" }, intervals({ name: `${name}: ${said.join("; ")}; population ${populations}`, rates: read, mark: population }));
  const cells = [drawn, ...figures, h("td", { class: "figure" }, populations)];
  cells.forEach((cell, index) => cell.setAttribute("headers", `${columnId(index + 1)} ${id} ${head.id}`));
  return h("tr", {}, head, cells);
}

const DIFFERS = { "-1": ", less than the population", 0: "", 1: ", more than the population" };

/** Whether the interval leaves the population out: 1 where the player does it more, -1 where less. */
const differs = ({ low, high, population, opportunities }) => (opportunities === 0 ? 0 : low > population ? 1 : high < population ? -1 : 0);

function mark(rate) {
  const way = differs(rate);
  if (way === 0) return null;
  return h("span", { class: `change ${way > 0 ? "up" : "down"}`, title: `The interval lies ${way > 0 ? "above" : "below"} what the population does`, "aria-hidden": "true" }, way > 0 ? "▲ " : "▼ ");
}

/** An interval in few characters. */
export const range = ({ low, high }) => `${Math.round(low * 100)}–${Math.round(high * 100)} %`;

/** A rate by the prior that was chosen. What the players taught is absent where they taught nothing: then the shipped prior is all there is. */
export function readFrom(rate, shipped) {
  const from = shipped || !rate.learned ? rate : { ...rate, ...rate.learned };
  const { alpha, beta } = from.prior;
  return { mean: from.mean, low: from.interval_90[0], high: from.interval_90[1], population: alpha / (alpha + beta), successes: rate.successes, opportunities: rate.opportunities };
}

const counts = ({ successes, opportunities }) => (opportunities === 0 ? "never seen" : `${number(successes, 1)} of ${number(opportunities, 1)}`);
