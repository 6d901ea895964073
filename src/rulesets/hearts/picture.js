/**
 * The picture of a belief in Hearts: for each seat a grid of suits and ranks, heated by the probability that the card lies there; above it the trick on
 * the table, and who holds the queen of spades.
 */

import { h } from "../dom.js";
import { probability } from "../sight.js";
import { plural } from "../words.js";

const SUITS = [
  { code: "C", sign: "♣", name: "clubs" },
  { code: "D", sign: "♦", name: "diamonds", red: true },
  { code: "S", sign: "♠", name: "spades" },
  { code: "H", sign: "♥", name: "hearts", red: true },
];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

const rankText = (rank) => (rank === "T" ? "10" : rank);
const suitOf = (card) => SUITS.find((suit) => suit.code === card.slice(-1)) ?? { code: card.slice(-1), sign: card.slice(-1), name: "cards" };

/** The picture of a belief. */
export function picture(sight) {
  const deal = latestDeal(sight);
  const played = new Map(deal.plays.map((play) => [play.card, play.seat]));
  const none = h("p", { class: "note" }, "No card is out: the deal is over, or has not begun.");
  const hands = () => [h("div", { class: "hands four" }, sight.seats.map((seat) => hand(sight, seat, deal, played))), legend()];
  const facts = h("div", { class: "facts" }, onTable(deal), queen(sight), entropies(sight));
  return h("div", { class: "picture hearts" }, facts, sight.belief.variables.length === 0 ? none : hands(), scores(sight, deal));
}

/** The events as they count: what was retracted is left out or replaced, and what was quarantined is left out. */
function counted(sight) {
  const changed = new Map((sight.belief.quarantined ?? []).map((event) => [event.revision, null]));
  for (const event of sight.events) if (event.type === "retract") changed.set(event.data?.revision, event.data?.instead ?? null);
  return sight.events.map((event) => (changed.has(event.revision) ? changed.get(event.revision) : event)).filter((event) => event?.data);
}

/** What the events say of the latest deal, and the points of the deals that ended. */
function latestDeal(sight) {
  let deal = { plays: [], passes: [], direction: null, begun: false, ended: false };
  const scores = [];
  for (const { type, data } of counted(sight)) {
    if (type === "deal") deal = { plays: [], passes: [], direction: data.direction, begun: true, ended: false };
    if (type === "pass") deal.passes.push(data);
    if (type === "play" && typeof data.card === "string") deal.plays.push(data);
    if (type === "deal_end") {
      deal.ended = true;
      scores.push(data.points ?? {});
    }
  }
  const size = sight.seats.length || 4;
  const tricks = [];
  for (let at = 0; at < deal.plays.length; at += size) tricks.push(deal.plays.slice(at, at + size));
  return { ...deal, size, tricks, scores };
}

/** The play that wins a trick so far: the highest card of the suit led. */
function winner(trick) {
  const led = trick[0].card.slice(-1);
  const height = (play) => (play.card.slice(-1) === led ? RANKS.indexOf(play.card[0]) : -1);
  return trick.reduce((best, play) => (height(play) > height(best) ? play : best));
}

/** Points of the tricks that a seat took in the latest deal. */
function taken(sight, deal, seat) {
  const worth = (card) => {
    if (card === "QS") return 13;
    if (card === "JD" && sight.setup.jack_of_diamonds) return -10;
    return card.endsWith("H") ? 1 : 0;
  };
  const own = deal.tricks.filter((trick) => trick.length === deal.size && winner(trick).seat === seat);
  return own.flat().reduce((sum, play) => sum + worth(play.card), 0);
}

function face(card) {
  const suit = suitOf(card);
  return h("span", { class: "face" }, rankText(card.slice(0, -1)), h("span", { class: suit.red ? "suit red" : "suit" }, suit.sign));
}

/** The trick on the table, with a place for each seat that is still to play; before the first card, what was passed. */
function onTable(deal) {
  const trick = deal.tricks.at(-1);
  if (!trick) return passes(deal);
  const best = winner(trick);
  const cards = trick.map((play) => h("li", { class: play === best ? "best" : "" }, face(play.card), h("span", { class: "note" }, `Seat ${play.seat}`)));
  for (let at = trick.length; at < deal.size; at += 1) {
    cards.push(h("li", { class: "wait" }, h("span", { class: "face" }, "–"), h("span", { class: "note" }, `Seat ${(trick[0].seat + at) % deal.size}`)));
  }
  const said = trick.length === deal.size ? `Seat ${best.seat} took it.` : `Seat ${best.seat} is winning it.`;
  return h("section", {}, h("h3", {}, `Trick ${deal.tricks.length}`), h("ol", { class: "trick" }, cards), h("p", { class: "note" }, said));
}

function passes(deal) {
  if (!deal.begun) return null;
  const rows = deal.passes.map((pass) => h("li", {}, `Seat ${pass.seat} to ${pass.to}`, (pass.cards ?? []).map(face)));
  const direction = deal.direction === "hold" ? "No cards are passed" : `Passing ${deal.direction ?? ""}`;
  return h("section", {}, h("h3", {}, direction), h("ol", { class: "passes" }, rows));
}

/** Who holds the queen of spades, which is worth half of all points. */
function queen(sight) {
  if (!sight.variable("card:QS")) return null;
  const cell = (seat) => sight.cell("card:QS", `seat:${seat}`, `Seat ${seat}`, `Queen of spades at ${sight.seatName(seat)}`, { percent: true, class: "wide" });
  const cells = sight.seats.filter((seat) => isOpen(sight, "card:QS", seat)).map(cell);
  return h("section", {}, h("h3", {}, "Queen of spades"), h("div", { class: "values" }, cells));
}

function entropies(sight) {
  const bits = sight.detail.entropy_bits;
  if (!bits) return null;
  const parts = SUITS.filter((suit) => suit.code in bits).map((suit) => h("li", {}, sign(suit), ` ${bits[suit.code].toFixed(1)}`));
  return h("section", {}, h("h3", {}, "Entropy by suit, bits"), h("ul", { class: "bits" }, parts));
}

const legend = () => h("p", { class: "note" }, "0 %", h("span", { class: "legend" }, [0, 0.25, 0.5, 0.75, 1].map((p) => h("i", { style: { "--p": p } }))), "100 %: how likely a card is there. A bold one is for certain; one that is struck through was played.");

const sign = (suit) => h("span", { class: suit.red ? "suit red" : "suit", title: suit.name }, suit.sign);

/** Whether a card may lie at a seat, here or in what is laid over. */
function isOpen(sight, id, seat) {
  const holder = `seat:${seat}`;
  return sight.p(id, holder) > 0 || sight.truth.get(id) === holder || probability(sight.others.get(id), holder) > 0;
}

function hand(sight, seat, deal, played) {
  const size = sight.detail.hand_sizes?.[seat];
  const voids = sight.detail.voids?.[seat] ?? [];
  const points = taken(sight, deal, seat);
  const facts = [size === undefined ? null : plural(size, "card"), points === 0 ? null : plural(points, "point")].filter(Boolean);
  const head = h("div", { class: "head" }, h("h3", {}, sight.seatName(seat)), h("span", { class: "note" }, facts.join(", ")));
  const rows = SUITS.map((suit) => {
    // Who is out of a suit has shown it, or holds none by the counts; the word stands at the suit, so that it is not heat alone.
    const none = voids.includes(suit.code);
    const label = h("th", { scope: "row", class: none ? "void" : "" }, sign(suit), none ? h("span", {}, "void") : null);
    return h("tr", {}, label, RANKS.map((rank) => h("td", {}, place(sight, seat, rank, suit, played))));
  });
  return h("section", { class: "panel" }, head, h("table", { "aria-label": `Cards of ${sight.seatName(seat)}` }, h("tbody", {}, rows)));
}

/** One card at one seat: heat while it is out, faded at the seat that played it, and empty where it cannot be. */
function place(sight, seat, rank, suit, played) {
  const card = rank + suit.code;
  const id = `card:${card}`;
  if (sight.variable(id)) {
    if (!isOpen(sight, id, seat)) return null;
    return sight.cell(id, `seat:${seat}`, rankText(rank), `${rankText(rank)} of ${suit.name} at ${sight.seatName(seat)}`, { class: sight.p(id, `seat:${seat}`) === 1 ? "sure" : "" });
  }
  return played.get(card) === seat ? h("s", { title: `${rankText(rank)} of ${suit.name} was played` }, rankText(rank), h("span", { class: "unseen" }, ` of ${suit.name}, played`)) : null;
}

/** Points of the deals that ended: one row a deal would grow without end, so that the last ones stand beside the sum. */
function scores(sight, deal) {
  if (deal.scores.length === 0) return null;
  const shown = deal.scores.slice(-6);
  const first = deal.scores.length - shown.length;
  const total = (seat) => deal.scores.reduce((sum, points) => sum + (points[seat] ?? 0), 0);
  const cells = (seat) => [...shown.map((points) => h("td", { class: "figure" }, points[seat] ?? "–")), h("td", { class: "figure sum" }, total(seat))];
  const row = (seat) => h("tr", {}, h("th", { scope: "row" }, sight.seatName(seat)), cells(seat));
  const columns = [...shown.map((_, at) => `Deal ${first + at + 1}`), "All"].map((text) => h("th", { scope: "col", class: "figure" }, text));
  const table = h("table", { class: "plain scores" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Points"), columns)), h("tbody", {}, sight.seats.map(row)));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Points of the deals" }, table);
}
