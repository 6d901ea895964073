/**
 * The picture of a belief in Vinto: the rows of cards with bars over ranks, who has seen which card, what is expected of each row, the discard pile's top
 * and the next draw.
 */

import { h, s } from "../dom.js";
import { number, percent } from "../words.js";

/** Ranks in order of their points, so that bars on the left mean few points. */
const RANKS = ["Joker", "K", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"];
/** Ranks that are not worth their own number. */
const POINTS = { Joker: -1, K: 0, A: 1, J: 10, Q: 10 };

/** The picture of a belief. */
export function picture(sight) {
  const table = followed(sight);
  const rows = h("div", { class: "rows" }, sight.seats.map((seat) => row(sight, seat, table)));
  return h("div", { class: "picture vinto" }, h("div", { class: "facts" }, piles(table), nextDraw(sight)), rows, key());
}

/** The events as they count: what was retracted is left out or replaced, and what was quarantined is left out. */
function counted(sight) {
  const changed = new Map((sight.belief.quarantined ?? []).map((event) => [event.revision, null]));
  for (const event of sight.events) if (event.type === "retract") changed.set(event.data?.revision, event.data?.instead ?? null);
  return sight.events.map((event) => (changed.has(event.revision) ? changed.get(event.revision) : event)).filter((event) => event?.data);
}

/**
 * The table as the events leave it: for each card of a row the seats that have seen it (it keeps them wherever it goes), the card in hand, whose turn
 * it is, and the discard pile. Where the log leaves something out, the rows come out of another length than the belief's, and are not used.
 */
function followed(sight) {
  const { setup } = sight;
  const all = () => new Set(sight.seats);
  const table = { rows: new Map(), drawn: null, turn: null, discards: [], begun: false, playedFrom: null };
  const rowOf = (seat) => table.rows.get(seat) ?? [];
  const lay = (rank) => rank !== undefined && table.discards.push(rank);
  const steps = {
    round(data) {
      for (const seat of sight.seats) table.rows.set(seat, Array.from({ length: setup.row ?? 5 }, () => new Set()));
      Object.assign(table, { drawn: null, turn: data.first ?? null, discards: [], begun: true, playedFrom: null });
      lay(data.discard);
    },
    peek: (data) => rowOf(data.target)[data.position]?.add(data.seat),
    draw(data) {
      Object.assign(table, { turn: data.seat, playedFrom: null, drawn: { ...data, seen: setup.draws === "private" ? new Set([data.seat]) : all() } });
    },
    swap(data) {
      const cards = rowOf(data.seat);
      if (table.drawn && cards[data.position]) cards[data.position] = table.drawn.seen;
      table.drawn = null;
      table.discards.push(data.out ?? "?");
    },
    discard(data) {
      table.drawn = null;
      lay(data.card);
    },
    take_discard: (data) => Object.assign(table, { turn: data.seat, playedFrom: null }),
    use_action(data) {
      if (data.from === "drawn") steps.discard(data);
      table.playedFrom = data.from;
    },
    switch({ a, b, executed }) {
      const [first, second] = [a, b].map((place) => rowOf(place?.seat)[place?.position]);
      if (!executed || !first || !second) return;
      rowOf(a.seat)[a.position] = second;
      rowOf(b.seat)[b.position] = first;
    },
    declare(data) {
      const cards = rowOf(data.target);
      if (data.actual === data.rank) {
        cards.splice(data.position, 1);
        const king = setup.king_on_top && table.playedFrom === "discard" ? table.discards.pop() : undefined;
        lay(data.actual);
        lay(king);
      } else if (data.actual !== undefined && cards[data.position]) cards[data.position] = all();
    },
    toss_in({ seat, positions = [], cards = [], success }) {
      // Cards that are tossed in go under the top of the pile; those behind them move up.
      if (success) table.rows.set(seat, rowOf(seat).filter((_, at) => !positions.includes(at)));
      else if (cards.length > 0) for (const at of positions) if (rowOf(seat)[at]) rowOf(seat)[at] = all();
    },
    force_draw: (data) => rowOf(data.target).push(new Set()),
    penalty: (data) => rowOf(data.seat).push(new Set()),
    reshuffle: () => table.discards.splice(0, table.discards.length - 1),
    vinto: (data) => (table.turn = data.seat),
    reveal() {
      for (const [seat, cards] of table.rows) table.rows.set(seat, cards.map(all));
      Object.assign(table, { drawn: null, turn: null });
    },
  };
  for (const { type, data } of counted(sight)) if (Object.hasOwn(steps, type)) steps[type](data);
  return table;
}

/** The discard pile's top, and the card in hand. */
function piles(table) {
  if (!table.begun) return null;
  const top = table.discards.at(-1);
  const card = (label, rank) => h("li", {}, h("span", { class: "face" }, rank), h("span", { class: "note" }, label));
  const inHand = table.drawn && card(`Seat ${table.drawn.seat} drew it`, table.drawn.card ?? "?");
  return h("section", {}, h("h3", {}, "On the table"), h("ul", { class: "piles" }, card("discard pile", top ?? "–"), inHand));
}

/** Ranks of the next draw. It is no variable of the belief, so that there is nothing to choose. */
function nextDraw(sight) {
  const next = sight.detail.next_draw ?? {};
  const most = Math.max(...Object.values(next));
  if (!(most > 0)) return null;
  const columns = RANKS.map((rank) => {
    const p = next[rank] ?? 0;
    const said = `${rank}: ${percent(p)}`;
    return h("li", {}, h("span", { class: "bar", role: "img", "aria-label": said, title: said, style: { "--p": p, "--scale": 1 / most } }), h("span", { class: "rank", "aria-hidden": "true" }, rank === "Joker" ? "Jo" : rank));
  });
  const best = Object.keys(next).reduce((a, b) => (next[b] > next[a] ? b : a));
  return h("section", {}, h("h3", {}, "Next draw"), h("ul", { class: "ranks" }, columns), h("p", { class: "note" }, `Likeliest ${best} with ${percent(next[best])}; the tallest bar is that high.`));
}

function row(sight, seat, table) {
  const ids = [];
  while (sight.variable(`seat:${seat}/card:${ids.length}`)) ids.push(`seat:${seat}/card:${ids.length}`);
  const tracked = table.rows.get(seat);
  const seen = tracked?.length === ids.length ? tracked : ids.map((_, at) => new Set(sight.detail.knows?.[seat]?.includes(at) ? [seat] : []));
  // A drawn world knows all cards of a row, while the detail keeps the belief's expectation.
  const known = ids.every((id) => sight.variable(id).known);
  const worth = ({ value }) => POINTS[value] ?? Number(value);
  const total = known ? ids.reduce((sum, id) => sum + worth(sight.likeliest(id)), 0) : sight.detail.expected_totals?.[seat];
  const head = h(
    "div",
    { class: "head" },
    h("h3", {}, sight.seatName(seat)),
    total === undefined || ids.length === 0 ? null : h("span", { class: "note" }, `${number(total, 1)} points${known ? "" : " expected"}`),
    sight.detail.caller === seat ? h("span", { class: "badge warn" }, "called the round") : null,
    table.turn === seat ? h("span", { class: "badge" }, "turn") : null,
  );
  const cards = ids.map((id, at) => h("li", { style: { "--scale": 1 / tallest(sight, id) } }, card(sight, id, `Card ${at} of ${sight.seatName(seat)}`), looks(sight, seat, seen[at])));
  return h("section", { class: "panel" }, head, ids.length === 0 ? h("p", { class: "note" }, "No cards.") : h("ol", { class: "cards", start: "0" }, cards));
}

/** The greatest probability that is drawn of a card: ranks of an unseen card have less than a tenth each, and would all look alike. */
const tallest = (sight, id) => Math.max(...[sight.variable(id), sight.others.get(id)].flatMap((variable) => variable?.distribution.map((outcome) => outcome.p) ?? []));

/** One card: bars over all ranks, so that cards can be compared; none where its rank is known and nothing else lies over it. */
function card(sight, id, name) {
  const variable = sight.variable(id);
  const { value } = sight.likeliest(id);
  const other = sight.others.get(id);
  const plain = variable.known && (!other || (other.known && other.distribution[0]?.value === value)) && (sight.truth.get(id) ?? value) === value;
  const position = h("span", {}, id.slice(id.lastIndexOf(":") + 1));
  return sight.spread(id, [position, variable.known ? null : h("span", {}, percent(sight.likeliest(id).p))], name, plain ? [] : RANKS);
}

/** Who has seen a card: its own seat knows it, or others do. */
function looks(sight, seat, seen) {
  const others = sight.seats.filter((other) => other !== seat && seen.has(other));
  const text = () => {
    if (seen.size === sight.seats.length) return "seen by all";
    if (seen.size === 0) return "unseen";
    return [seen.has(seat) ? "own" : null, others.length > 0 ? `seat ${others.join(", ")}` : null].filter(Boolean).join(" + ");
  };
  const eye = s("svg", { class: "eye", viewBox: "0 0 16 10", "aria-hidden": "true" }, s("path", { d: "M1 5Q8 -3 15 5Q8 13 1 5Z" }), s("circle", { cx: 8, cy: 5, r: 2 }));
  return h("span", { class: seen.has(seat) ? "looks own" : "looks" }, seen.size > 0 ? eye : null, text());
}

function key() {
  const bars = `Bars go through the ranks by their points: ${RANKS.join(" ")}.`;
  return h("p", { class: "note" }, bars, " On each card the tallest is its likeliest rank, with the probability in the corner. Below stands who has seen it: its own seat, or others.");
}
