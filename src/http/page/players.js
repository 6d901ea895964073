/** The players of this log, with a search. */

import { get, path } from "./api.js";
import { h, put } from "./dom.js";
import { addressWith, notForYou, shown } from "./parts.js";
import { problemBox } from "./problem.js";
import { plural } from "./words.js";

/** Players that are fetched at once. Those of one answer are searched here; further ones are fetched when they are asked for. */
const AT_ONCE = 1000;
/** Rows that are shown at once: more than that nobody reads, and searching finds the others. */
const ROWS = 200;

export async function show(main, _names, caller) {
  document.title = "Players · Credence";
  if (caller.role === "seat") {
    return notForYou(main, "Players", "What past games say about players is read by readers, referees and admins. This key is for one seat of one game, and reads what that seat sees.");
  }
  const players = [];
  let next;
  const count = h("p", { class: "note", role: "status" });
  const found = h("div", { class: "stack" });
  const field = h("input", { type: "search", name: "q", value: shown().get("q") ?? "", placeholder: "Name or id", autocomplete: "off", spellcheck: "false" });
  const trouble = h("div", {});

  const more = async () => {
    try {
      const list = await get(path("/v1/players", { limit: AT_ONCE, cursor: next }));
      players.push(...list.items);
      next = list.next;
      put(trouble);
      draw();
    } catch (error) {
      put(trouble, problemBox(error));
    }
  };
  const draw = () => put(found, listed(players, field.value, next, more, count));
  field.addEventListener("input", () => {
    history.replaceState(null, "", addressWith({ q: field.value }));
    draw();
  });
  put(main, h("div", { class: "stack" }, h("div", { class: "row between" }, h("h1", {}, "Players"), h("label", {}, "Search", field)), trouble, count, found));
  await more();
}

/** The players whose id or name holds what is searched for; says how many they are. */
function listed(players, text, next, more, counted) {
  if (players.length === 0) return h("p", { class: "note" }, "No player yet. A game that is opened with ", h("code", {}, '"seats": [{"player": "ann"}, …]'), " makes them known; what it settles is kept.");
  const wanted = text.trim().toLowerCase();
  const fits = (player) => `${player.player} ${player.display_name ?? ""}`.toLowerCase().includes(wanted);
  const fitting = players.filter(fits);
  const rows = fitting.slice(0, ROWS).map((player) =>
    h("li", {}, h("a", { href: `/players/${encodeURIComponent(player.player)}` }, h("strong", {}, player.display_name ?? player.player), player.display_name ? h("span", { class: "mono" }, player.player) : null)),
  );
  const many = `${plural(fitting.length, "player")}${next ? ` among the first ${players.length}` : ""}${fitting.length > ROWS ? `, of which the first ${ROWS} are shown` : ""}.`;
  put(counted, wanted && fitting.length === 0 ? `No player is called “${text.trim()}”${next ? ` among the first ${players.length}` : ""}.` : many);
  return [
    h("ul", { class: "players" }, rows),
    next ? h("p", {}, h("button", { type: "button", onclick: more }, "Fetch further players")) : null,
  ];
}
