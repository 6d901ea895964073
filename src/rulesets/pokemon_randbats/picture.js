/**
 * The picture of a belief in Pokémon random battles: both teams, six members each: what was shown of a member, and what its set may be.
 */

import { h } from "../dom.js";
import { probability } from "../sight.js";
import { percent, plural } from "../words.js";

/** Values with less than this are left to the plain table, unless they are the truth. */
const LEAST_SHOWN = 0.03;
const MOST_VALUES = 3;
const MOST_MOVES = 7;
/** What is less likely than this is not worth a word: another value, a disguise, a set that is in no table. */
const LEAST_DOUBT = 0.01;

/** The picture of a belief. */
export function picture(sight) {
  const slots = slotsBySeat(sight);
  const names = moveNames(sight);
  const { turn, over } = sight.detail;
  const state = [turn ? `Turn ${turn}` : null, over ? "the battle is over" : null].filter(Boolean).join(", ");
  return h("div", { class: "picture battle" }, state ? h("p", { class: "note" }, state) : null, h("div", { class: "teams" }, sight.seats.map((seat) => team(sight, seat, slots.get(seat) ?? new Map(), names))));
}

/** For each seat, its slots, and the ids of their moves. */
function slotsBySeat(sight) {
  const seats = new Map();
  for (const id of sight.variables.keys()) {
    const [, seat, slot, field] = /^seat:(\d+)\/slot:(\d+)\/(.+)$/.exec(id) ?? [];
    if (field === undefined) continue;
    if (!seats.has(Number(seat))) seats.set(Number(seat), new Map());
    const slots = seats.get(Number(seat));
    if (!slots.has(Number(slot))) slots.set(Number(slot), { moves: [] });
    if (field.startsWith("move:")) slots.get(Number(slot)).moves.push(id);
  }
  return seats;
}

/** Moves as the battle's lines spell them; those that were not used yet keep their ids. */
function moveNames(sight) {
  const names = new Map();
  for (const event of sight.events) {
    for (const line of event.data?.lines ?? []) {
      const [, kind, , move] = String(line).split("|");
      if (kind === "move" && move) names.set(move.toLowerCase().replace(/[^a-z0-9]/g, ""), move);
    }
  }
  return names;
}

function team(sight, seat, slots, names) {
  const side = sight.detail.sides?.[seat] ?? {};
  const members = side.members ?? [];
  const size = side.size ?? 6;
  // Besides the members that were shown there is at most one slot more: the next one to appear, of which the species alone is a variable.
  const shown = members.length > 0 ? members.length : [...slots.values()].filter((slot) => slot.moves.length > 0).length;
  const cards = Array.from({ length: shown }, (_, at) => member(sight, seat, at, members[at] ?? {}, slots.get(at)?.moves ?? [], side, names));
  const left = members.filter((known) => known.hp !== 0).length + Math.max(0, size - shown);
  const head = h("div", { class: "head" }, h("h3", {}, sight.seatName(seat)), members.length === 0 ? null : h("span", { class: "note" }, `${left} of ${size} left`));
  return h("section", { class: "team" }, head, h("ul", { class: "members" }, cards, size > shown ? unseen(sight, seat, shown, size - shown) : null));
}

/** The members that were not shown yet, in one compact place: while every species has less than a hundredth, none of them is worth a name. */
function unseen(sight, seat, slot, count) {
  const id = `seat:${seat}/slot:${slot}/species`;
  const possible = sight.variable(id)?.distribution.length ?? 0;
  const next = values(sight, id, LEAST_DOUBT).map((value) => cell(sight, id, value, value, `Next member of ${sight.seatName(seat)} is ${value}`));
  const said = next.length > 0 ? "The next to appear:" : `${plural(possible, "species", "species")} may come next, none with 1 % or more.`;
  return h("li", { class: "panel later" }, h("h4", {}, `${plural(count, "member")} not shown yet`), possible === 0 ? null : h("p", { class: "note" }, said), h("div", { class: "values" }, next));
}

/** The likeliest values of a variable, those that a what-if makes likely, and the truth. */
function values(sight, id, least = LEAST_SHOWN) {
  const variable = sight.variable(id);
  if (!variable) return [];
  const other = sight.others.get(id);
  const likely = (of) => [...of.distribution].sort((a, b) => b.p - a.p).slice(0, MOST_VALUES).filter((outcome) => outcome.p >= least).map((outcome) => outcome.value);
  const shown = new Set([...likely(variable), ...(other ? likely(other) : [])]);
  if (sight.truth.has(id)) shown.add(sight.truth.get(id));
  return [...shown];
}

/** A cell with its number, which is left out where it is certain and nothing lies over it. */
function cell(sight, id, value, label, name) {
  const sure = sight.p(id, value) > 0.995;
  return sight.cell(id, value, label, name, { percent: !sure, class: sure ? "wide sure" : "wide" });
}

function field(sight, prefix, what, label, owner) {
  const id = `${prefix}${what}`;
  const shown = values(sight, id);
  if (shown.length === 0) return null;
  const hidden = sight.variable(id).distribution.filter((outcome) => !shown.includes(outcome.value));
  const rest = hidden.some((outcome) => outcome.p >= LEAST_DOUBT) ? hidden.length : 0;
  return [h("dt", {}, label), h("dd", { class: "values" }, shown.map((value) => cell(sight, id, value, value, `${label} of ${owner} is ${value}`)), rest > 0 ? h("span", { class: "note" }, `+${rest}`) : null)];
}

function moves(sight, ids, names, owner) {
  const yes = (id) => sight.p(id, "yes");
  const matters = (id) => yes(id) >= LEAST_SHOWN || sight.truth.get(id) === "yes" || probability(sight.others.get(id), "yes") >= LEAST_SHOWN;
  const ordered = ids.filter(matters).sort((a, b) => yes(b) - yes(a));
  const shown = ordered.filter((id, at) => at < MOST_MOVES || sight.truth.get(id) === "yes");
  if (shown.length === 0) return null;
  const cells = shown.map((id) => {
    const move = id.slice(id.lastIndexOf(":") + 1);
    const name = names.get(move) ?? move;
    return cell(sight, id, "yes", name, `${owner} has the move ${name}`);
  });
  const rest = ordered.length - shown.length;
  return [h("dt", {}, "Moves"), h("dd", { class: "values" }, cells, rest > 0 ? h("span", { class: "note" }, `+${rest}`) : null)];
}

/** A member that was shown. */
function member(sight, seat, slot, shown, moveIds, side, names) {
  const prefix = `seat:${seat}/slot:${slot}/`;
  const owner = shown.species ?? sight.likeliest(`${prefix}species`)?.value ?? `slot ${slot}`;
  const fainted = shown.hp === 0;
  const out = side.out === slot && !fainted;
  const parts = [
    disguised(sight, prefix, owner),
    field(sight, prefix, "role", "Role", owner),
    field(sight, prefix, "item", "Item", owner),
    // What is held differs from the set's item once it was lost or changed.
    shown.own_item === false ? field(sight, prefix, "held", "Held now", owner) : null,
    field(sight, prefix, "ability", "Ability", owner),
    field(sight, prefix, "tera", "Tera", owner),
    moves(sight, moveIds, names, owner),
  ];
  return h("li", { class: `panel member${fainted ? " fainted" : ""}${out ? " out" : ""}` }, heading(shown, owner, fainted, out), badges(shown, side, out), hp(shown), h("dl", {}, parts));
}

/** The species, where it is not certain, here or in a what-if: an Illusion may stand in another's place. */
function disguised(sight, prefix, owner) {
  const [here, there] = [sight.variables, sight.others].map((variables) => variables.get(`${prefix}species`));
  return here && (!here.known || there?.known === false) ? field(sight, prefix, "species", "Species", owner) : null;
}

function heading(shown, owner, fainted, out) {
  const name = shown.name && shown.name !== owner ? ` “${shown.name}”` : "";
  return h("div", { class: "head" }, h("h4", {}, owner, name), out ? h("span", { class: "badge live" }, "out") : null, h("span", { class: "note" }, [shown.level ? `L${shown.level}` : null, fainted ? "fainted" : null].filter(Boolean).join(", ")));
}

/** What makes the rest doubtful, or has changed for good. */
function badges(shown, side, out) {
  const badge = (holds, kind, text) => (holds ? h("span", { class: `badge ${kind}` }, text) : null);
  const all = [
    badge(shown.terastallized, "", `terastallized: ${shown.terastallized}`),
    badge(out && side.illusion >= LEAST_DOUBT, "warn", `in disguise: ${percent(side.illusion ?? 0)}`),
    badge(shown.unlisted >= LEAST_DOUBT, "warn", `in no table: ${percent(shown.unlisted ?? 0)}`),
  ].filter(Boolean);
  return all.length === 0 ? null : h("div", { class: "badges" }, all);
}

/** Hit points that are left, and what ails the member. */
function hp(shown) {
  if (typeof shown.hp !== "number" || shown.hp === 0) return null;
  const kind = shown.hp > 0.5 ? "" : shown.hp > 0.2 ? " low" : " critical";
  return h("div", { class: "hp" }, h("span", { class: `points${kind}` }, h("i", { style: { "--hp": shown.hp } })), h("span", { class: "note" }, `${percent(shown.hp)} HP`), shown.status ? h("span", { class: "badge bad" }, shown.status) : null);
}
