/**
 * A player: how far their statements are to be believed, how they behave, how that moved, and which games say so. `?beside=` puts a second player
 * next to them, `?ruleset=` chooses the ruleset.
 */

import { get, getOnce, path } from "./api.js";
import { h, put } from "./dom.js";
import { gamesOf } from "./history.js";
import { overTime } from "./overtime.js";
import { addressWith, nameOf, notForYou, section, shown, turnTo } from "./parts.js";
import { problemBox } from "./problem.js";
import { tendencies } from "./tendencies.js";
import { plural, rulesetName } from "./words.js";

export async function show(main, [id], caller) {
  document.title = `${id} · Credence`;
  if (caller.role === "seat") {
    return notForYou(main, id, "What past games say about players is read by readers, referees and admins. This key is for one seat of one game.");
  }
  const redraw = async () => {
    const beside = shown().get("beside");
    const [player, others, hosted] = await Promise.all([getOnce(`/v1/players/${encodeURIComponent(id)}`), besides(beside), getOnce("/v1/rulesets")]);
    const players = [player, ...others.players];
    document.title = `${players.map(nameOf).join(" beside ")} · Credence`;
    // Whoever chose a ruleset by keys goes on from there.
    const byKeys = document.activeElement?.closest(".tabs");
    put(main, page(players, others.problem, unsummedIn(hosted.items), redraw));
    if (byKeys) main.querySelector(".tabs [aria-current]")?.focus();
  };
  window.addEventListener("popstate", redraw);
  await redraw();
}

/** The player beside whom the first is shown, or why they cannot be. */
async function besides(id) {
  if (!id) return { players: [], problem: null };
  try {
    return { players: [await getOnce(`/v1/players/${encodeURIComponent(id)}`)], problem: null };
  } catch (error) {
    return { players: [], problem: problemBox(error) };
  }
}

/** Names of the tendencies of a ruleset whose situations do not add up: they have no prior over all of them, and no rate that means anything. */
const unsummedIn = (hosted) => (ruleset) => new Set(hosted.find((known) => known.ruleset === ruleset).tendencies.filter((tendency) => !tendency.prior).map((tendency) => tendency.name));

function page(players, problem, unsummed, redraw) {
  const known = [...new Set(players.flatMap((player) => player.rulesets.filter((ruleset) => ruleset.games > 0).map((ruleset) => ruleset.ruleset)))];
  const ruleset = known.includes(shown().get("ruleset")) ? shown().get("ruleset") : known[0];
  const parts = ruleset
    ? [
        rulesets(known, ruleset, players, redraw),
        section("tendencies", "How they play", tendencies(players, ruleset, unsummed(ruleset))),
        section("over-time", "Over time", overTime(players, ruleset, unsummed(ruleset))),
      ]
    : [h("p", { class: "note" }, "No game has settled anything about this player yet. What a game settles, such as an offer turned down or a bluff that was shown, stands here as soon as it is recorded.")];
  return h("div", { class: "stack" }, head(players), problem, parts, section("history", "Games that say so", h("div", { class: "columns" }, players.map((player) => gamesOf(player, players.length > 1)))));
}

/** Who is shown, and the choice of somebody beside them. */
function head(players) {
  const [first, second] = players;
  const names = h("datalist", { id: "known-players" });
  const offer = async () => {
    if (names.childElementCount > 0) return;
    const list = await get(path("/v1/players", { limit: 1000 }));
    put(names, list.items.map((player) => h("option", { value: player.player }, player.display_name ?? "")));
  };
  const field = h("input", { name: "beside", list: "known-players", value: second?.player ?? "", placeholder: "id of a player", autocomplete: "off", spellcheck: "false", onfocus: () => offer().catch(() => {}) });
  const compare = (event) => {
    event.preventDefault();
    location.assign(addressWith({ beside: field.value.trim() }));
  };
  const title = (player, index) => [players.length > 1 ? h("span", { class: `swatch ${index === 0 ? "first" : "second"}`, "aria-hidden": "true" }) : null, nameOf(player)];
  return h(
    "div",
    { class: "row between" },
    h("div", {}, h("h1", {}, title(first, 0), second ? [h("span", { class: "note" }, " beside "), title(second, 1)] : null), h("p", { class: "note" }, players.map((player) => h("span", { class: "said" }, played(player))))),
    h("form", { class: "row", onsubmit: compare }, names, h("label", {}, "Beside", field), h("button", { type: "submit" }, "Compare"), second ? h("a", { href: addressWith({ beside: null }) }, `${nameOf(first)} alone`) : null),
  );
}

function played(player) {
  const games = player.rulesets.reduce((sum, ruleset) => sum + ruleset.games, 0);
  return `${player.player}: ${plural(games, "game")} that settled something${player.revision === undefined ? "" : `, ${plural(player.revision + 1, "observation")}`}. `;
}

/** The choice of the ruleset. */
function rulesets(known, chosen, players, redraw) {
  const games = (ruleset) => players.map((player) => player.rulesets.find((entry) => entry.ruleset === ruleset)?.games ?? 0).join(" / ");
  const turns = known.map((ruleset) => turnTo({ ruleset, tendency: null }, [rulesetName(ruleset), " ", h("span", { class: "note" }, games(ruleset))], redraw, ruleset === chosen));
  return h("nav", { class: "tabs", "aria-label": "Ruleset" }, turns);
}
