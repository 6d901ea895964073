/** What games settled about a player, newest first, game by game; each observation leads to the event that settled it. */

import { get, path } from "./api.js";
import { h, put } from "./dom.js";
import { table } from "./charts.js";
import { addressWith, lazily, nameOf, shown } from "./parts.js";
import { problemBox } from "./problem.js";
import { number, percent, plural, rulesetName, time, words } from "./words.js";

/** Observations on a page: a game of Vinto settles some fifty. */
const AT_ONCE = 500;

/** The history of a player; its page stands in the address as `before`, or `before-` and the player's id where two are shown. */
export function gamesOf(player, several) {
  const place = h("div", { class: "stack" }, h("p", { class: "note" }, "Fetching …"));
  const name = several ? `before-${player.player}` : "before";
  const fetchFrom = async (before) => {
    try {
      const list = await get(path(`/v1/players/${encodeURIComponent(player.player)}/history`, { limit: AT_ONCE, cursor: before }));
      put(place, several ? h("h3", {}, nameOf(player)) : null, games(list.items), pages(name, before, list.next));
    } catch (error) {
      put(place, problemBox(error));
    }
  };
  fetchFrom(shown().get(name));
  return place;
}

function pages(name, before, next) {
  return h("p", { class: "row" }, before ? h("a", { href: addressWith({ [name]: null }) }, "Newest") : null, next ? h("a", { href: addressWith({ [name]: next }) }, "Earlier") : null);
}

/** Observations that follow each other and were settled by the same game stand together. */
function games(entries) {
  if (entries.length === 0) return h("p", { class: "note" }, "Nothing was settled yet.");
  const groups = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.game === entry.game) last.entries.push(entry);
    else groups.push({ game: entry.game, entries: [entry] });
  }
  return h("ul", { class: "settled" }, groups.map((group) => h("li", {}, game(group))));
}

function game({ game: id, entries }) {
  const [newest] = entries;
  const trust = entries.find((entry) => entry.trust !== undefined)?.trust;
  const corrections = entries.filter((entry) => entry.corrects !== undefined).length;
  const seats = [...new Set(entries.map((entry) => entry.seat))].sort((a, b) => a - b);
  const summary = [
    h("span", { class: "mono grow" }, id),
    h("span", { class: "badge" }, rulesetName(newest.ruleset)),
    h("span", { class: "note" }, `${seats.length === 1 ? "seat" : "seats"} ${seats.join(", ")} · ${plural(entries.length, "observation")}${trust === undefined ? "" : ` · trust then ${trust.toFixed(2)}`} · ${time(newest.time)}`),
    corrections > 0 ? h("span", { class: "badge warn" }, plural(corrections, "correction")) : null,
  ];
  return lazily({ class: "game" }, summary, () => [
    h("p", {}, h("a", { href: `/games/${encodeURIComponent(id)}` }, `Open ${id}`)),
    table({ name: `What ${id} settled`, head: ["At revision", "Settled", "Outcome"], rows: entries.map((entry) => observation(id, entry)) }),
  ]);
}

function observation(game, entry) {
  const link = h("a", { href: `/games/${encodeURIComponent(game)}?revision=${entry.revision}` }, `${entry.revision}`);
  if (entry.corrects !== undefined) {
    return [link, h("span", {}, `correction of what revision ${entry.corrects} settled`), `was ${(entry.was ?? []).map(settled).join(", ") || "nothing"}; now ${(entry.now ?? []).map(settled).join(", ") || "nothing"}`];
  }
  const { count, accuracy } = entry.observed;
  if (count) return [link, [words(count.tendency), count.context ? h("span", { class: "note" }, ` ${words(count.context)}`) : null], outcome(count)];
  return [link, "accuracy of statements", `${percent(accuracy.value)}${entry.trust === undefined ? "" : `; trust then ${entry.trust.toFixed(2)}`}`];
}

const outcome = ({ successes, opportunities }) =>
  opportunities === 1 && Number.isInteger(successes) ? (successes === 1 ? "did it" : "did not") : `${number(successes)} of ${number(opportunities)}`;

const settled = ({ count, accuracy }) => (count ? `${words(count.tendency)}${count.context ? ` (${words(count.context)})` : ""}: ${outcome(count)}` : `accuracy ${percent(accuracy.value)}`);
