/** The audit that somebody sends to somebody: what one observer believed, event by event, and why; made to be printed. */

import { all, gamePath, get, path } from "./api.js";
import { button, h, put } from "./dom.js";
import { sentence } from "./events.js";
import { figure } from "./report_curve.js";
import { bits, observerName, percent, rulesetName, time } from "./words.js";

/** Values that are printed of a variable. */
const MOST_VALUES = 5;

export async function show(main, [id], caller) {
  const asked = new URLSearchParams(location.search);
  const usual = caller.role === "seat" ? `seat:${caller.seat}` : "public";
  const observer = asked.get("observer") ?? usual;
  const game = await get(path(gamePath(id), { observer }));
  const revision = Math.min(game.revision, Number(asked.get("revision") ?? game.revision));
  document.title = `${id}, ${observer}, after event ${revision} · Credence`;
  put(main, h("p", { class: "note", role: "status" }, "Reading the log…"));
  const [belief, events, curve, audit] = await Promise.all([
    get(path(gamePath(id, "/belief"), { observer, revision })),
    all(gamePath(id, "/events"), { observer }),
    all(gamePath(id, "/curve"), { observer, revision }),
    get(path(gamePath(id, "/audit"), { observer })),
  ]);
  // What was taken back later stood then.
  const asThen = (event) => (event.retracted_by > revision ? { ...event, retracted_by: undefined } : event);
  const shown = events.filter((event) => event.revision <= revision).map(asThen);
  const who = observerName(observer, game.seats);
  put(
    main,
    h(
      "article",
      { class: "report-page stack" },
      h("div", { class: "row between noprint" }, h("a", { href: `/games/${encodeURIComponent(id)}?observer=${observer}&revision=${revision}` }, "Back to the game"), button("Print", () => print(), { class: "strong" })),
      h("h1", {}, `What ${who} believed in ${id}`),
      h("p", {}, `${rulesetName(game.ruleset)}, opened ${time(game.opened)} UTC, ${game.status}. Written of events 0 to ${revision} of 0 to ${game.revision}, from the log that ${audit.chain.verified ? "verifies: every event is what was recorded, in its order" : "does NOT verify: it is not what was recorded"}.`),
      facts(game, belief, audit),
      h("h2", {}, "What was open"),
      figure(curve, `Bits that ${who} did not know after each event`),
      h("h2", {}, "Event by event"),
      timeline(shown, curve),
      h("h2", {}, `The belief after event ${revision}`),
      final(belief),
    ),
  );
}

function facts(game, belief, audit) {
  const rows = [
    ["Seats", game.seats.map((seat) => `${seat.seat}: ${seat.player ?? "anonymous"}`).join(", ")],
    ["Model and schema", `${audit.model} and ${audit.schema}`],
    ["Method", `${belief.method}${belief.dropped_mass > 0 ? `, ${belief.dropped_mass.toPrecision(2)} of the probability lost to caps` : ""}`],
    ["Hash of the belief", belief.hash],
    ["Parameters", JSON.stringify(game.parameters)],
    ["Events left out", belief.quarantined.length === 0 ? "none" : belief.quarantined.map((event) => `${event.revision} ${event.type}: ${event.detail}`).join("; ")],
  ];
  return h("table", { class: "plain small" }, h("tbody", {}, rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));
}

function timeline(events, points) {
  const byRevision = new Map(points.map((point) => [point.revision, point]));
  const rows = events.map((event) => {
    const point = byRevision.get(event.revision);
    const evidence = point?.evidence ?? [];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, String(event.revision)),
      h("td", {}, sentence(event)),
      h("td", {}, point?.left_out ? h("p", {}, "Left out: this belief could not take it.") : null, evidence.map((mark) => h("p", {}, mark.summary, mark.strength === "transition" ? "" : h("span", { class: "note" }, ` ${mark.strength}, ${bits(mark.information_gain_bits)}`)))),
      h("td", { class: "figure" }, point ? point.entropy_bits.toFixed(2) : ""),
    );
  });
  const head = ["Event", "What happened", "What it told", "Open, bits"].map((name, index) => h("th", { scope: "col", class: index === 3 ? "figure" : "" }, name));
  return h("table", { class: "plain small timeline" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}

function final(belief) {
  const rows = belief.variables.map((variable) => {
    const best = [...variable.distribution].sort((a, b) => b.p - a.p);
    const text = best.slice(0, MOST_VALUES).map(({ value, p }) => (variable.known ? value : `${value} ${percent(p)}`)).join(", ");
    return h("tr", {}, h("th", { scope: "row" }, variable.id), h("td", {}, text, best.length > MOST_VALUES ? ` and ${best.length - MOST_VALUES} more` : ""), h("td", { class: "figure" }, variable.known ? "known" : variable.entropy_bits.toFixed(2)));
  });
  const head = ["Variable", "Values", "Entropy, bits"].map((name, index) => h("th", { scope: "col", class: index === 2 ? "figure" : "" }, name));
  return h("table", { class: "plain small" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}
