/**
 * The picture of a belief in Catan: how many cards of each resource lie in each hand, the bank's stock, the development cards, and the number of worlds
 * that are left.
 */

import { h } from "../dom.js";
import { number, plural, words } from "../words.js";

const RESOURCES = ["wood", "brick", "sheep", "wheat", "ore"];
const DEV_CARDS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];

/** The picture of a belief. */
export function picture(sight) {
  const { worlds } = sight.detail;
  const count = typeof worlds !== "number" ? null : h("p", {}, h("strong", {}, number(worlds)), ` ${worlds === 1 ? "world is" : "worlds are"} left for the resources in all hands.`);
  return h("div", { class: "picture catan" }, count, h("div", { class: "sides" }, resources(sight), devCards(sight)));
}

/** A table that can be scrolled where it does not fit. */
function grid(label, head, rows) {
  const columns = head.map((text) => h("th", { scope: "col" }, text));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", {}, h("thead", {}, h("tr", {}, columns)), h("tbody", {}, rows)));
}

/** A seat, and how many cards it holds of the kind that the table is about. */
const seatHead = (sight, seat, cards) => h("th", { scope: "row" }, sight.seatName(seat), h("span", { class: "note" }, typeof cards === "number" ? plural(cards, "card") : "hand of unknown size"));

/** A count as bars, from the least to the greatest that is possible. What is known, and not compared with anything else, needs none. */
function count(sight, id, name) {
  const possible = [sight.variable(id), sight.others.get(id)].flatMap((variable) => variable?.distribution ?? []).filter((outcome) => outcome.p > 0);
  const listed = possible.map((outcome) => Number(outcome.value));
  if (sight.truth.has(id)) listed.push(Number(sight.truth.get(id)));
  const [least, most] = [Math.min(...listed), Math.max(...listed)];
  const values = least < most ? Array.from({ length: most - least + 1 }, (_, at) => String(least + at)) : [];
  return sight.spread(id, null, name, values);
}

function resources(sight) {
  const sizes = sight.detail.hand_sizes ?? {};
  const row = (seat) => {
    const cells = RESOURCES.map((resource) => {
      const id = `seat:${seat}/${resource}`;
      // A hand that holds none for certain is the common case, and is kept quiet.
      const quiet = sight.variable(id)?.known && sight.likeliest(id).value === "0";
      return h("td", { class: quiet ? "nothing" : "" }, count(sight, id, `${resource} of ${sight.seatName(seat)}`));
    });
    return h("tr", {}, seatHead(sight, seat, sizes[seat]), cells);
  };
  const note = h("p", { class: "note" }, "A number with a point is a mean; bars go from the least to the greatest count that is possible.");
  return h("section", {}, h("h3", {}, "Resources"), grid("Resources by seat", ["Seat", ...RESOURCES], [...sight.seats.map(row), bank(sight)]), note);
}

/** The bank's stock: a range where the hands leave it open. */
function bank(sight) {
  const { bank: stock, bank_visible: visible } = sight.detail;
  if (stock === undefined) return null;
  const head = h("th", { scope: "row" }, "Bank", stock && !visible ? h("span", { class: "note" }, "worked out from the hands") : null);
  if (stock === null) return h("tr", { class: "bank" }, head, h("td", { colspan: RESOURCES.length }, "has no end"));
  const range = ({ min, max } = {}) => (min === undefined ? "?" : min === max ? number(min) : `${min} to ${max}`);
  return h("tr", { class: "bank" }, head, RESOURCES.map((resource) => h("td", {}, range(stock[resource]))));
}

/** The development cards of the seats that hold any. */
function devCards(sight) {
  const held = sight.detail.dev_cards ?? {};
  const holders = sight.seats.filter((seat) => held[seat] > 0);
  const title = h("h3", {}, "Development cards");
  if (holders.length === 0) return h("section", {}, title, h("p", { class: "note" }, "Nobody holds one."));
  const row = (seat) => {
    const cells = DEV_CARDS.map((card) => h("td", {}, count(sight, `seat:${seat}/dev_cards/${card}`, `${words(card)} cards of ${sight.seatName(seat)}`)));
    return h("tr", {}, seatHead(sight, seat, held[seat]), cells);
  };
  const empty = sight.seats.length - holders.length;
  const rest = empty === 0 ? null : h("p", { class: "note" }, `${plural(empty, "other seat holds", "other seats hold")} none.`);
  return h("section", {}, title, grid("Development cards by seat", ["Seat", ...DEV_CARDS.map(words)], holders.map(row)), rest);
}
