/** What would be believed without some events, or if others followed. */

import { button, h, put, renew } from "./dom.js";
import { get } from "./api.js";
import { describe } from "./events.js";
import { eventForm } from "./form.js";
import { bits, words } from "./words.js";

export function whatIfPanel(page) {
  const { told } = page;
  const [above, title] = [h("div", { class: "stack" }), h("h3", {})];
  let made = null;
  const make = async () => {
    const form = eventForm(await schemas(), page.game.seats.length, (event) => page.show({ with: [...page.seen.with, event], panel: "what-if" }));
    return h("div", { class: "stack" }, above, h("div", { class: "stack noprint" }, title, form));
  };

  async function schemas() {
    const ruleset = await get(`/v1/rulesets/${page.game.ruleset}`);
    return ruleset.schemas.event;
  }

  const chips = () => {
    const { without, with: added } = page.seen;
    const gone = without.map((revision) => button([h("span", { class: "unseen" }, "Take away: "), `without ${revision} `, h("span", { "aria-hidden": "true" }, "×")], () => page.show({ without: without.filter((known) => known !== revision) })));
    const more = added.map((event, index) => button([h("span", { class: "unseen" }, "Take away: "), `with ${words(event.type)} ${describe(event.data)} `, h("span", { "aria-hidden": "true" }, "×")], () => page.show({ with: added.filter((_, known) => known !== index) })));
    return [...gone, ...more];
  };

  return async (stands) => {
    const supposed = chips();
    const { revision } = page;
    const come = supposed.length > 0 ? await outcome() : null;
    // What failed is asked for again.
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    const box = await made;
    if (!stands()) return box;
    renew(
      above,
      h("h2", {}, "What if"),
      h("p", { class: "note" }, "The difference stands in each cell, ▲ or ▼. Nothing is changed in the log."),
      supposed.length > 0 ? h("div", { class: "row supposed" }, supposed, button("As it was", () => page.show({ without: [], with: [] }), { class: "again" })) : h("p", {}, "Nothing is supposed yet. “Without this” stands beside each event and its evidence; events that might follow are made here."),
      come,
    );
    renew(title, `Suppose that after event ${revision}`);
    return box;
  };

  async function outcome() {
    const { observer } = page.seen;
    const box = h("div", { class: "stack" });
    try {
      const [before, after] = await Promise.all([told.belief(observer, page.revision), told.whatIf(page.supposition(observer))]);
      const rows = [
        ["Open", bits(before.entropy_bits), bits(after.entropy_bits)],
        ["Open, jointly", bits(before.joint_entropy_bits), bits(after.joint_entropy_bits)],
        ["Events left out", String(before.quarantined.length), String(after.quarantined.length)],
      ];
      const head = ["", "As it is", "As supposed"].map((name) => (name ? h("th", { scope: "col", class: "figure" }, name) : h("td", {})));
      put(box, h("table", { class: "plain small" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows.map(([name, one, other]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "figure" }, one), h("td", { class: "figure" }, other))))));
      if (after.quarantined.length > 0) box.append(h("p", { class: "note" }, "Left out then: ", after.quarantined.map((event) => `${event.revision} ${words(event.type)} (${event.detail})`).join("; ")));
    } catch (error) {
      if (!error.problem) throw error;
      put(box, h("div", { class: "problem" }, h("strong", {}, error.problem.title), " ", error.problem.detail));
    }
    return box;
  }
}
