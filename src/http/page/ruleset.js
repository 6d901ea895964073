/** A ruleset: what it hosts, what it believes of players and why, and the shapes of all that it reads and answers. */

import { get } from "./api.js";
import { rateOf } from "./beta.js";
import { intervals, legend } from "./charts.js";
import { h, put } from "./dom.js";
import { prose, section } from "./parts.js";
import { partsOf, resolver } from "./schema.js";
import { range, titleOf } from "./tendencies.js";
import { number, percent, plural, rulesetName, words } from "./words.js";

/** The shapes, in the order in which a bot needs them. */
const SHAPES = [
  ["setup", "Setup", "What is laid down when a game is opened."],
  ["parameters", "Parameters", "What a game may choose of the model when it is opened; its defaults are named in the descriptions."],
  ["event", "Events", "What a bot posts."],
  ["query", "Queries", "Questions of its own that the ruleset answers, at POST /v1/games/{game}/queries."],
  ["answer", "Answers", "What each query is answered."],
  ["world", "Worlds", "What a drawn world holds."],
];

export async function show(main, [key]) {
  document.title = `${rulesetName(key)} · Credence`;
  const ruleset = await get(`/v1/rulesets/${encodeURIComponent(key)}`);
  const shapes = SHAPES.filter(([name]) => ruleset.schemas[name]);
  const contents = [["tendencies", "Tendencies"], ["likelihoods", "Likelihoods"], ["memory", "Memory"], ...shapes];
  put(
    main,
    h(
      "div",
      { class: "stack" },
      h("div", { class: "row" }, h("h1", {}, rulesetName(key)), h("span", { class: "badge", title: "Version of its events" }, `schema ${ruleset.schema}`), h("span", { class: "badge", title: "Version of its inference" }, `model ${ruleset.model}`)),
      h("p", {}, ruleset.description, "."),
      h("nav", { class: "row", "aria-label": "More about this ruleset" }, h("a", { href: `/?ruleset=${encodeURIComponent(key)}` }, "Its games"), h("a", { href: `/docs/guide/games/${encodeURIComponent(key)}.md` }, "How it is posted and asked"), contents.map(([id, title]) => h("a", { href: `#${id}` }, title))),
      section("tendencies", "Tendencies", learned(ruleset)),
      section("likelihoods", "Likelihoods of soft evidence, each with its reason", ruleset.likelihoods.length > 0 ? reasons(ruleset.likelihoods) : h("p", { class: "note" }, "It has no soft evidence.")),
      section("memory", "How players are remembered", reasons(ruleset.memory)),
      shapes.map(([name, title, what]) => section(name, title, h("p", { class: "note" }, what), partsOf(ruleset.schemas[name], resolver(ruleset.schemas[name])))),
    ),
  );
  // The parts were not there yet when the browser looked for what the address names.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Numbers with their reasons, which are too long for the cells of a table. */
const reasons = (items) => h("dl", { class: "reasons" }, items.map(({ name, value, reason }) => h("div", {}, h("dt", {}, h("code", {}, name), h("span", { class: "figure" }, String(value))), h("dd", {}, prose(reason)))));

/** Each tendency with the prior that the release ships, and what this log's players made of it. */
function learned(ruleset) {
  if (ruleset.tendencies.length === 0) return h("p", { class: "note" }, "It learns nothing of players.");
  const rates = new Map(ruleset.population.rates.map((rate) => [`${rate.tendency} ${rate.context}`, rate]));
  const { players } = ruleset.population;
  const groups = ruleset.tendencies.map((tendency) =>
    h(
      "tbody",
      {},
      titleOf(tendency.name, tendency.description, 5),
      // Where situations do not add up, there is no rate over all of them.
      tendency.prior && row(tendency.prior, rates.get(`${tendency.name} `), h("th", { scope: "row" }, tendency.contexts.length > 0 ? "in all" : "rate"), words(tendency.name)),
      // A situation without a name is all there is: the line above says the same.
      tendency.contexts.filter((context) => context.name !== "").map((context) => row(context.prior, rates.get(`${tendency.name} ${context.name}`), h("th", { scope: "row" }, words(context.name)), `${words(tendency.name)}, ${words(context.name)}`)),
    ),
  );
  const heads = [["Tendency"], ["Rate from 0 to 1"], ["Shipped", "figure"], ["Learned", "figure"], ["From chances", "figure"]];
  return [
    h("p", { class: "note" }, players > 0 ? `What a player never seen before is taken to do: by the release, and by what ${plural(players, "player")} of this log taught. Chances of one player count for less than those of many.` : "What a player never seen before is taken to do. No player of this log has taught anything yet."),
    legend([["first", "shipped, with the interval of its prior"], ["upright", "learned from this log"]]),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Rates of tendencies" }, h("table", { class: "plain tendencies" }, h("thead", {}, h("tr", {}, heads.map(([text, kind]) => h("th", { scope: "col", class: kind }, text)))), groups)),
  ];
}

function row(prior, taught, head, name) {
  const rate = rateOf(prior);
  const said = `${name}: shipped ${percent(rate.mean)}, likely between ${percent(rate.low)} and ${percent(rate.high)}${taught ? `; learned ${percent(taught.learned)}` : ""}`;
  return h(
    "tr",
    {},
    head,
    h("td", { class: "drawn" }, intervals({ name: said, rates: [rate], mark: taught?.learned })),
    h("td", { class: "figure" }, percent(rate.mean), h("span", { class: "note range" }, range(rate))),
    h("td", { class: "figure" }, taught ? percent(taught.learned) : "–"),
    h("td", { class: "figure" }, taught ? number(taught.effective_opportunities, 1) : "–"),
  );
}
