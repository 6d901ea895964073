/** Whole worlds that could be, drawn from the belief and paged through: the picture shows one at a time. */

import { button, h } from "./dom.js";
import { WORLDS } from "./beliefs.js";
import { percent } from "./words.js";

export function worldsPanel(page) {
  return async () => {
    const world = page.seen.world ?? { seed: 1, index: 0 };
    if (!page.seen.world) {
      return [
        h("h2", {}, "Worlds"),
        h("p", {}, `Draws ${WORLDS} worlds from this belief, each as likely as the belief says, as a search would be given them.`),
        button("Draw worlds", () => page.show({ world, panel: "worlds" }), { class: "strong" }),
      ];
    }
    const worlds = await page.told.worlds(page.seen.observer, page.revision, world.seed, WORLDS);
    const go = (index) => page.show({ world: { ...world, index: (index + worlds.length) % worlds.length } });
    const shown = worlds[world.index];
    const open = (await page.told.belief(page.seen.observer, page.revision)).variables.filter((variable) => !variable.known && !variable.derived);
    const alike = (id, value) => worlds.filter((known) => known.values.get(id) === value).length / worlds.length;
    const rows = open.slice(0, 60).map(({ id }) => h("tr", {}, h("th", { scope: "row" }, id), h("td", {}, shown.values.get(id) ?? "–"), h("td", { class: "figure" }, percent(alike(id, shown.values.get(id))))));
    const head = ["Variable", "Here", "In all drawn"].map((name, index) => h("th", { scope: "col", class: index === 2 ? "figure" : "" }, name));
    return [
      h("h2", {}, `World ${world.index + 1} of ${worlds.length}`),
      h("div", { class: "row" }, button("◀", () => go(world.index - 1), { "aria-label": "World before" }), button("▶", () => go(world.index + 1), { "aria-label": "Next world" }), button("Draw others", () => page.show({ world: { seed: world.seed + 1, index: 0 } })), button("Back to the belief", () => page.show({ world: null }))),
      h("p", { class: "note" }, `Seed ${world.seed}: the same seed, revision and model give the same worlds.`, shown.importance === null ? "" : ` This one weighs ${shown.importance.toPrecision(3)}.`),
      rows.length > 0 ? h("div", { class: "scroll tall", tabindex: "0", role: "group", "aria-label": "What this world says" }, h("table", { class: "plain small" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))) : h("p", { class: "note" }, "Nothing is open: there is one world."),
    ];
  };
}
