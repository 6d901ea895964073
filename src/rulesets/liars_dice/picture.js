/**
 * The picture of a belief in Liar's Dice: the cups, the bids of the round with the probability that the standing one is true, and the dice of each face
 * on the whole table.
 */

import { h, s } from "../dom.js";
import { percent, plural } from "../words.js";

const FACES = [1, 2, 3, 4, 5, 6];
/** Where the pips of a die lie, in a square of 24. */
const PIPS = { 1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[7, 7], [12, 12], [17, 17]] };
PIPS[4] = [...PIPS[2], [17, 7], [7, 17]];
PIPS[5] = [...PIPS[4], [12, 12]];
PIPS[6] = [...PIPS[4], [7, 12], [17, 12]];
/** Totals with less than this are not drawn. */
const LEAST_SHOWN = 0.0005;

/** The picture of a belief. */
export function picture(sight) {
  const round = latestRound(sight);
  const seats = sight.seats.filter((seat) => sight.detail.dice?.[seat] !== 0);
  const out = sight.seats.filter((seat) => !seats.includes(seat));
  const gone = out.length === 0 ? null : h("p", { class: "note" }, `Without dice: ${out.map(sight.seatName, sight).join(", ")}.`);
  const facts = h("div", { class: "facts" }, rules(sight), bidding(round), standing(sight, round));
  const cups = h("div", { class: "four" }, seats.map((seat) => cup(sight, seat, round)));
  return h("div", { class: "picture dice" }, facts, cups, gone, totals(sight));
}

/** The events as they count: what was retracted is left out or replaced, and what was quarantined is left out. */
function counted(sight) {
  const changed = new Map((sight.belief.quarantined ?? []).map((event) => [event.revision, null]));
  for (const event of sight.events) if (event.type === "retract") changed.set(event.data?.revision, event.data?.instead ?? null);
  return sight.events.map((event) => (changed.has(event.revision) ? changed.get(event.revision) : event)).filter((event) => event?.data);
}

/** What was said in the latest round: bids, the call that ended it, and what it cost. */
function latestRound(sight) {
  let round = { bids: [], end: null, changes: [] };
  for (const { type, data } of counted(sight)) {
    if (type === "round") round = { bids: [], end: null, changes: [] };
    if (type === "bid") round.bids.push(data);
    if (type === "call" || type === "exact") round.end = { type, seat: data.seat };
    if (type === "dice_change") round.changes.push(data);
  }
  return round;
}

/** A die, drawn. It is named where it stands in a sentence; on a button the button's name says it. */
function die(face, { wild = false, named = false } = {}) {
  const pips = (PIPS[face] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: 2.2 }));
  const name = named ? { role: "img", "aria-label": `face ${face}` } : { "aria-hidden": "true" };
  return s("svg", { class: wild ? "die wild" : "die", viewBox: "0 0 24 24", ...name }, s("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4 }), pips);
}

function rules(sight) {
  const { round, wild, maputa, dice } = sight.detail;
  if (round === undefined) return null;
  const all = Object.values(dice ?? {}).reduce((sum, count) => sum + count, 0);
  const wildText = wild ? h("span", { class: "with-die" }, die(wild, { wild: true, named: true }), "is wild: it counts as every face") : "no face is wild";
  const title = h("h3", {}, round === 0 ? "Before the first round" : `Round ${round}`);
  return h("section", {}, title, h("p", {}, plural(all, "die", "dice"), " on the table"), h("p", {}, wildText), maputa ? h("p", {}, h("span", { class: "badge" }, "maputa"), " the first bid’s face is kept") : null);
}

const bidText = (bid) => h("span", { class: "with-die" }, `${bid.quantity} ×`, die(bid.face, { named: true }));

function bidding(round) {
  if (round.bids.length === 0) return null;
  const rows = round.bids.map((bid, at) => h("li", { class: at === round.bids.length - 1 ? "last" : "" }, h("span", { class: "note" }, `Seat ${bid.seat}`), bidText(bid)));
  const said = round.end?.type === "call" ? "called it a lie" : "said that it is exactly right";
  const changes = round.changes.map((change) => ` Seat ${change.seat} has ${plural(change.left, "die", "dice")} left (${change.delta > 0 ? "+" : "−"}${Math.abs(change.delta)}).`);
  const end = round.end && h("p", {}, `Seat ${round.end.seat} ${said}.`, changes);
  return h("section", {}, h("h3", {}, "Bids of the round"), h("ol", { class: "bids" }, rows), end);
}

/** The standing bid: how many dice there are that count for it, and how likely they are enough. */
function standing(sight, round) {
  const bid = round.bids.at(-1);
  if (!bid) return null;
  const { p: total, exact } = supporting(sight, sight.variables, bid.face);
  if (!total) return null;
  const enough = (of) => of.slice(bid.quantity).reduce((sum, p) => sum + p, 0);
  const chance = Math.min(1, enough(total));
  const over = sight.over ? supporting(sight, sight.others, bid.face).p : null;
  const change = over ? enough(over) - chance : 0;
  const most = Math.max(...total);
  const bars = total.map((p, count) => h("span", { class: count < bid.quantity ? "bar short" : "bar", title: `${count}: ${percent(p)}`, style: { "--p": p, "--scale": 1 / most } }));
  const marked = Math.abs(change) < 0.005 ? null : h("span", { class: `change ${change > 0 ? "up" : "down"}` }, ` ${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`);
  return h(
    "section",
    { class: "standing" },
    h("h3", { class: "with-die" }, "Standing bid", bidText(bid)),
    h("p", { class: "chance" }, h("strong", {}, `${exact ? "" : "≈ "}${percent(chance)}`), " that it is true", marked),
    h("div", { class: "bars", "aria-hidden": "true" }, bars),
    h("p", { class: "note" }, `Dice that count for it, from 0 to ${total.length - 1}; the bid needs ${bid.quantity}.`, exact ? null : [" Worked out from each cup’s faces; the question ", h("code", {}, "plausibility"), " has it exactly."]),
  );
}

/**
 * P(number of dice that count for a face). The totals among the variables are of dice that show the face itself, so wild ones are added here, cup by cup:
 * two faces of one cup are not independent, and their joint distribution is fitted to what the belief says of each.
 */
function supporting(sight, variables, face) {
  const wild = sight.detail.wild && sight.detail.wild !== face ? sight.detail.wild : null;
  let total = [1];
  let exact = true;
  for (const seat of sight.seats) {
    const [shown, jokers] = [face, wild].map((of) => variables.get(`seat:${seat}/face:${of}`));
    const dice = sight.detail.dice?.[seat];
    if (!dice) continue;
    if (!shown || (wild && !jokers)) return { p: null, exact: false };
    const own = counts(shown, dice);
    if (!wild) total = convolve(total, own);
    else {
      exact &&= shown.known || jokers.known;
      total = convolve(total, sums(own, counts(jokers, dice), dice));
    }
  }
  return { p: total, exact };
}

function counts(variable, dice) {
  const p = new Array(dice + 1).fill(0);
  for (const outcome of variable.distribution) if (Number(outcome.value) <= dice) p[Number(outcome.value)] = outcome.p;
  return p;
}

function convolve(a, b) {
  const sum = new Array(a.length + b.length - 1).fill(0);
  a.forEach((p, i) => b.forEach((q, j) => (sum[i + j] += p * q)));
  return sum;
}

/** P(sum of two faces' counts in one cup): fair dice, scaled in turns until rows and columns have the given sums (iterative proportional fitting). */
function sums(rows, columns, dice) {
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  const fair = (i, j) => (i + j > dice ? 0 : 4 ** (dice - i - j) / (factorial(i) * factorial(j) * factorial(dice - i - j)));
  const joint = rows.map((_, i) => columns.map((_, j) => fair(i, j)));
  for (let turn = 0; turn < 24; turn += 1) {
    joint.forEach((row, i) => {
      const sum = row.reduce((a, b) => a + b, 0);
      if (sum > 0) row.forEach((p, j) => (row[j] = (p * rows[i]) / sum));
    });
    columns.forEach((wanted, j) => {
      const sum = joint.reduce((a, row) => a + row[j], 0);
      if (sum > 0) joint.forEach((row) => (row[j] *= wanted / sum));
    });
  }
  const p = new Array(dice + 1).fill(0);
  joint.forEach((row, i) => row.forEach((q, j) => i + j <= dice && (p[i + j] += q)));
  return p;
}

/** A cup: its dice where they are known, and else how many of them show each face. */
function cup(sight, seat, round) {
  const count = sight.detail.dice?.[seat];
  const ids = FACES.map((face) => `seat:${seat}/face:${face}`);
  const shown = ids.some((id) => sight.variable(id));
  const known = shown && ids.every((id) => isSettled(sight, id));
  const last = round.bids.at(-1);
  const bidLast = last?.seat === seat && !round.end ? h("span", { class: "badge" }, "bid last") : null;
  const head = h("div", { class: "head" }, h("h3", {}, sight.seatName(seat)), h("span", { class: "note" }, count === undefined ? "" : plural(count, "die", "dice")), bidLast);
  const faces = () => FACES.map((face, at) => (known ? dice : spread)(sight, ids[at], face, sight.seatName(seat)));
  const body = shown ? h("div", { class: known ? "shown" : "faces" }, faces()) : h("p", { class: "note" }, "No dice are rolled.");
  return h("section", { class: "panel" }, head, body);
}

/** Whether a variable is known, and is the same in what lies over it. */
function isSettled(sight, id) {
  const other = sight.others.get(id);
  return sight.variable(id)?.known && (!other || (other.known && other.distribution[0]?.value === sight.likeliest(id).value));
}

/** The known dice of one face in one cup: one button, as they are one variable. */
function dice(sight, id, face, owner) {
  const { value } = sight.likeliest(id);
  if (value === "0" && (sight.truth.get(id) ?? "0") === "0") return null;
  const drawn = value === "0" ? "none" : Array.from({ length: Number(value) }, () => die(face, { wild: face === sight.detail.wild }));
  return sight.cell(id, value, drawn, `${owner} holds ${value} of face ${face}`, { class: "held" });
}

function spread(sight, id, face, name) {
  const likely = [sight.variable(id), sight.others.get(id)].flatMap((variable) => variable?.distribution ?? []).filter((outcome) => outcome.p >= LEAST_SHOWN);
  const listed = likely.map((outcome) => Number(outcome.value));
  if (sight.truth.has(id)) listed.push(Number(sight.truth.get(id)));
  const [least, most] = [Math.min(...listed), Math.max(...listed)];
  const values = least < most ? Array.from({ length: most - least + 1 }, (_, at) => String(least + at)) : [];
  return sight.spread(id, die(face, { wild: face === sight.detail.wild }), `Dice of face ${face}, ${name}`, values);
}

function totals(sight) {
  if (!FACES.some((face) => sight.variable(`total/face:${face}`))) return null;
  const outcomes = FACES.map((face) => sight.variable(`total/face:${face}`)?.distribution ?? []);
  // One scale for all six, so that they can be compared.
  const scale = 1 / Math.max(...outcomes.flat().map((outcome) => outcome.p));
  const cells = FACES.map((face, at) => {
    const likely = outcomes[at].filter((outcome) => outcome.p >= LEAST_SHOWN).map((outcome) => Number(outcome.value));
    const range = likely.length < 2 ? null : h("span", { class: "note" }, `${Math.min(...likely)} to ${Math.max(...likely)}`);
    return h("div", { style: { "--scale": scale } }, spread(sight, `total/face:${face}`, face, "on the whole table"), range);
  });
  const note = h("span", { class: "note" }, "dice that show the face itself: the mean, and from which count to which the bars go");
  return h("section", { class: "panel" }, h("div", { class: "head" }, h("h3", {}, "On the whole table"), note), h("div", { class: "faces totals" }, cells));
}
