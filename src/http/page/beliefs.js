/** What is believed: the game's own picture, or the plain table that serves any game; one observer's, or two side by side. */

import { button, h, put, renew } from "./dom.js";
import { eventLink } from "./events.js";
import { Sight, sureOf, table, ways } from "./sight.js";
import { bits, observerName, percent, plural, words } from "./words.js";

/** Worlds that are drawn at once, to be paged through. */
export const WORLDS = 20;

export function beliefPanel(page) {
  const { told } = page;
  const body = h("div", { class: "beliefs" });
  const filter = h("input", { type: "search", placeholder: "seat:2/", "aria-label": "Show variables whose id holds", oninput: () => page.draw() });
  const views = h("div", { class: "row" });
  let explains = false;
  const element = h("section", { class: "panel believed", "aria-label": "Belief" }, views, body);

  async function draw(stands) {
    const { seen, revision } = page;
    put(
      views,
      button("Picture", () => page.show({ view: "picture" }), { "aria-pressed": String(seen.view === "picture") }),
      button("Table", () => page.show({ view: "table" }), { "aria-pressed": String(seen.view === "table") }),
      seen.view === "table" ? filter : null,
    );
    const shown = await Promise.all([seen.observer, seen.beside].filter(Boolean).map((observer) => one(observer, revision)));
    if (stands()) renew(body, shown);
  }

  async function one(observer, revision) {
    const { seen } = page;
    const supposed = page.supposes ? told.whatIf(page.supposition(observer)) : null;
    const [belief, over, truth, events, drawing, world] = await Promise.all([
      told.belief(observer, revision),
      supposed,
      seen.truth ? told.truthAt(revision) : new Map(),
      told.eventsOf(observer),
      told.picture(),
      seen.world && seen.panel === "worlds" ? told.worlds(observer, revision, seen.world.seed, WORLDS) : null,
    ]);
    const drawn = world?.[seen.world.index];
    const shown = drawn ? sureOf(belief, drawn.values) : belief;
    const sight = new Sight(shown, { over, truth, chosen: seen.variable, game: page.game, events: events.filter((event) => event.revision <= revision) });
    const picture = seen.view === "picture" ? drawing?.picture(sight) : null;
    return h("article", { class: "belief", "aria-label": observerName(observer, page.game.seats), data: { observer } }, heading(belief, over, drawn), picture ?? table(sight, filter.value), seen.view === "picture" ? ways(sight) : null);
  }

  function heading(belief, over, drawn) {
    const method = belief.method === "exact" ? null : h("span", { class: "badge warn" }, belief.method, belief.dropped_mass > 0 ? `, ${percent(belief.dropped_mass)} lost` : "");
    const left = belief.quarantined.length > 0 ? leftOut(belief.quarantined) : null;
    const would = over ? h("span", { class: "badge soft" }, `what-if: ${bits(over.entropy_bits)}`) : null;
    const one = drawn ? h("span", { class: "badge warn" }, `one world, ${page.seen.world.index + 1} of ${WORLDS}`) : null;
    return h(
      "div",
      { class: "row belief-head" },
      h("h2", {}, `${observerName(belief.observer, page.game.seats)}, after event ${belief.revision}`),
      h("span", { class: "note" }, `${bits(belief.entropy_bits)} open, ${percent(belief.confidence)} confidence`),
      method,
      left,
      would,
      one,
    );
  }

  /** The events that a belief could not take, and why. Who opened the list of them finds it open when the game goes on. */
  function leftOut(events) {
    const remember = (toggle) => {
      explains = toggle.target.open;
    };
    const rows = events.map((event) => h("li", {}, eventLink(page, event.revision), ` ${words(event.type)}: ${event.detail}`));
    return h("details", { class: "left-out", open: explains, ontoggle: remember }, h("summary", { class: "badge bad" }, `${plural(events.length, "event")} left out`), h("ul", {}, rows));
  }

  return { element, draw };
}
