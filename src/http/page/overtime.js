/** How a player came to be seen as they are: trust, a tendency's rate, and ways of playing, over the games. */

import { gamePath, get, getOnce, path } from "./api.js";
import { legend, lines, numbers, sparkline, stacks } from "./charts.js";
import { h, put } from "./dom.js";
import { addressWith, nameOf, shown } from "./parts.js";
import { problemBox } from "./problem.js";
import { readFrom } from "./tendencies.js";
import { number, percent, plural, seatName, words } from "./words.js";

/** Moments at which a player is asked for in one look, and looks at most: each goes where this ruleset was played. */
const MOMENTS = 9;
const LOOKS = 4;
/** Latest games whose ways of playing are shown. */
const GAMES = 10;

/** Ways of playing that the rulesets have, as they are stacked; each has its colour. */
const WAYS = ["own", "population", "coarse", "careless"];
const wayClass = (way) => `kind-${WAYS.includes(way) ? WAYS.indexOf(way) : WAYS.length}`;

/** @param unsummed names of tendencies whose rate over all situations means nothing, and is not offered */
export function overTime(players, ruleset, unsummed) {
  const place = h("div", { class: "stack" }, h("p", { class: "note", role: "status" }, "Reading what was known at earlier moments …"));
  draw(place, players, ruleset, unsummed).catch((error) => put(place, problemBox(error)));
  return place;
}

async function draw(place, players, ruleset, unsummed) {
  const series = await Promise.all(players.map((player) => moments(player, ruleset)));
  const trust = series.some((points) => points.some((point) => point.trust)) ? trustOf(players, series) : null;
  const rate = h("div", {});
  const redraw = () => put(rate, rateOf(players, series, unsummed, redraw));
  const columns = h("div", { class: "columns" }, trust, redraw());
  put(place, columns);
  const ways = await Promise.all(players.map((player) => waysOf(player, ruleset, players.length > 1)));
  columns.append(...ways.filter(Boolean));
}

/** What was known of a player in a ruleset at evenly spread moments, as `{revision, games, trust, tendencies}`, oldest first. */
async function moments(player, ruleset) {
  if (player.revision === undefined) return [];
  const at = async (revision) => {
    const answer = revision === player.revision ? player : await getOnce(`/v1/players/${encodeURIComponent(player.player)}?revision=${revision}`);
    return { revision, ...(answer.rulesets.find((entry) => entry.ruleset === ruleset) ?? { games: 0, tendencies: [] }) };
  };
  const known = new Map();
  const sorted = () => [...known.values()].sort((a, b) => a.revision - b.revision);
  let [from, to] = [0, player.revision];
  for (let look = 0; look < LOOKS; look += 1) {
    const asked = spread(from, to).filter((revision) => !known.has(revision));
    if (asked.length === 0) break;
    for (const point of await Promise.all(asked.map(at))) known.set(point.revision, point);
    const points = sorted();
    if (look > 0 && new Set(points.map(weight)).size > MOMENTS) break;
    // Somebody who plays several rulesets played this one in a part of the stream alone: the next look goes there.
    const last = weight(points.at(-1));
    from = points.findLast((point) => point.games === 0)?.revision ?? from;
    to = points.find((point) => weight(point) === last).revision;
  }
  return sorted().filter((point) => point.games > 0);
}

const weight = (point) => `${point.games} ${point.trust?.rounds ?? 0} ${point.tendencies.map((tendency) => tendency.opportunities).join()}`;

const spread = (from, to) => [...new Set(Array.from({ length: MOMENTS }, (_, index) => Math.round(from + ((to - from) * index) / (MOMENTS - 1))))];

/** The trust curve. */
function trustOf(players, series) {
  const points = series.map((known) => known.filter((point) => point.trust).map((point) => ({ x: point.trust.rounds, y: point.trust.value, title: `after ${plural(point.trust.rounds, "round")}: ${point.trust.value.toFixed(2)}` })));
  const now = players.map((player, index) => ({ player, trust: series[index].findLast((point) => point.trust)?.trust })).filter(({ trust }) => trust);
  const said = now.map(({ player, trust }) => `${nameOf(player)} now ${trust.value.toFixed(2)} after ${plural(trust.rounds, "round")}`).join("; ");
  const most = Math.max(...points.flat().map((point) => point.x));
  return h(
    "div",
    {},
    h("h3", {}, "Trust: how far statements are to be believed"),
    h("p", { class: "note" }, `${said}. A stranger starts at 0.5. Dots are the moments that were read.`),
    lines({ name: `Trust over rounds: ${said}`, series: players.map((player, index) => ({ name: nameOf(player), points: [{ x: 0, y: 0.5, title: "at first: 0.50" }, ...points[index]] })), x: ["first round", `${most} rounds`], level: 0.5 }),
    now.map(({ player, trust }) =>
      h("div", { class: "row" }, h("span", { class: "note" }, `${nameOf(player)}: accuracy of the last ${plural(trust.recent.length, "round")}, oldest first`), sparkline({ name: `Accuracies of ${nameOf(player)}: ${trust.recent.map(percent).join(", ")}`, values: trust.recent, most: 1 })),
    ),
    numbers({ name: "Trust at moments", head: ["Player", "Rounds", "Trust"], figures: [1, 2], rows: points.flatMap((those, index) => those.map((point) => [nameOf(players[index]), String(point.x), point.y.toFixed(3)])) }),
  );
}

/** The rate of one tendency, with its interval. The prior is the shipped one: what the population taught is not kept for earlier moments. */
function rateOf(players, series, unsummed, redraw) {
  const names = series.flatMap((known) => known.at(-1)?.tendencies ?? []).flatMap((tendency) => [...(unsummed.has(tendency.tendency) ? [] : [tendency]), ...(tendency.contexts ?? []).map((context) => ({ ...context, tendency: `${tendency.tendency}:${context.context}` }))]);
  const seen = [...new Map(names.filter((rate) => rate.opportunities > 0).map((rate) => [rate.tendency, rate])).values()];
  if (seen.length === 0) return null;
  const telling = seen.reduce((best, rate) => (apart(rate) > apart(best) ? rate : best));
  const chosen = seen.find((rate) => rate.tendency === shown().get("tendency")) ?? telling;
  const [tendency, context] = chosen.tendency.split(":");
  const find = (point) => {
    const rate = point.tendencies.find((known) => known.tendency === tendency);
    return context === undefined ? rate : rate?.contexts?.find((known) => known.context === context);
  };
  const lists = series.map((known) => known.map((point) => ({ point, rate: find(point) })).filter(({ rate }) => rate).map(({ point, rate }) => ({ games: point.games, revision: point.revision, ...readFrom(rate, true) })));
  const last = lists.map((rates, index) => (rates.length ? `${nameOf(players[index])} ${percent(rates.at(-1).mean)} now` : null)).filter(Boolean).join(", ");
  const choose = (event) => {
    history.replaceState(null, "", addressWith({ tendency: event.target.value }));
    redraw().querySelector("select").focus();
  };
  const options = seen.map((rate) => h("option", { value: rate.tendency, selected: rate === chosen }, rate.tendency.split(":").map(words).join(", ")));
  // Two players' streams have nothing to do with each other, and games are what both count. Who played few is drawn from the first moment to the last.
  const few = Math.max(...lists.map((rates) => rates.at(-1)?.games ?? 0)) < 4;
  const place = (rates, rate) => (few ? (rate.revision - rates[0].revision) / Math.max(1, rates.at(-1).revision - rates[0].revision) : rate.games);
  const points = (rates) => rates.map((rate) => ({ x: place(rates, rate), y: rate.mean, low: rate.low, high: rate.high, title: `after ${plural(rate.games, "game")}: ${percent(rate.mean)}` }));
  return h(
    "div",
    {},
    h("div", { class: "row" }, h("h3", {}, "Rate"), h("label", {}, "of", h("select", { onchange: choose }, options))),
    players.length > 1 ? legend(players.map((player, index) => [index === 0 ? "first" : "second", nameOf(player)])) : null,
    lines({
      name: `Rate of ${words(tendency)}${context ? `, ${words(context)}` : ""} over time: ${last}`,
      series: players.map((player, index) => ({ name: nameOf(player), points: points(lists[index]) })),
      y: ["0 %", "50 %", "100 %"],
      x: few ? ["first observation", "now"] : ["first game", plural(Math.max(...lists.flat().map((rate) => rate.games)), "game")],
      level: readFrom(chosen, true).population,
    }),
    h("p", { class: "note" }, "The band holds the rate with probability 0.9. The dashed line is the shipped prior, which these rates start from."),
    numbers({
      name: "Rates at moments",
      head: ["Player", "Games", "Rate", "90 % interval", "Done of chances"],
      figures: [1, 2, 3, 4],
      rows: lists.flatMap((rates, index) => rates.map((rate) => [nameOf(players[index]), String(rate.games), percent(rate.mean), `${percent(rate.low)} – ${percent(rate.high)}`, `${number(rate.successes, 1)} of ${number(rate.opportunities, 1)}`])),
    }),
  );
}

/** How far a rate lies from the population, in widths of its interval: what tells most about a player. */
function apart(rate) {
  const { mean, low, high, population } = readFrom(rate, false);
  return Math.abs(mean - population) / Math.max(0.1, high - low);
}

/** Ways of playing in the latest games, as everyone at the table would see them. */
async function waysOf(player, ruleset, several) {
  const { items } = await get(path("/v1/games", { player: player.player, ruleset, limit: GAMES }));
  // A ruleset without ways has none in any game: where the latest two have none, the others are not asked.
  const latest = await Promise.all(items.slice(0, 2).map(waysIn));
  if (!latest.some(Boolean)) return null;
  const shares = [...latest, ...(await Promise.all(items.slice(2).map(waysIn)))];
  const seats = items.flatMap((game, index) => game.seats.filter((seat) => seat.player === player.player && shares[index]?.[seat.seat]).map((seat) => ({ game: game.game, seat, all: shares[index][seat.seat] })));
  // Shares that sum to one are the ways; `unrelated`, which stands beside them, is a probability of its own.
  const found = seats.map(({ all, ...rest }) => ({ ...rest, shares: Object.fromEntries(Object.entries(all).filter(([way]) => way !== "unrelated")) })).toReversed();
  if (found.length === 0) return null;
  const all = new Set(found.flatMap(({ shares }) => Object.keys(shares)));
  const kinds = [...WAYS.filter((way) => all.has(way)), ...[...all].filter((way) => !WAYS.includes(way))];
  const last = found.at(-1);
  const likeliest = kinds.reduce((best, kind) => (last.shares[kind] > (last.shares[best] ?? 0) ? kind : best), kinds[0]);
  const title = several ? `Ways of playing: ${nameOf(player)}` : "Ways of playing";
  // Who plays against itself sits in several seats of a game.
  const games = plural(new Set(found.map(({ game }) => game)).size, "game");
  return h(
    "div",
    { class: "ways" },
    h("h3", {}, title),
    h("p", { class: "note" }, `In the latest ${games}${found.length > 1 ? ", oldest first" : ""}: how surely they played as they themselves do (own), as the population does, or in another way.`),
    legend(kinds.map((kind) => [wayClass(kind), kind])),
    stacks({ ends: ["earlier", "latest"], classOf: wayClass, name: `${title}, in ${games}; in the last, ${likeliest} with ${percent(last.shares[likeliest])}`, kinds, columns: found.map(({ game, shares }) => ({ title: `${game}: ${kinds.map((kind) => `${kind} ${percent(shares[kind] ?? 0)}`).join(", ")}`, shares })) }),
    numbers({ name: title, head: ["Game", "Seat", ...kinds], figures: kinds.map((_, index) => index + 2), rows: found.map(({ game, seat, shares }) => [h("a", { href: `/games/${encodeURIComponent(game)}` }, game), seatName(seat.seat), ...kinds.map((kind) => percent(shares[kind] ?? 0))]) }),
  );
}

/** Shares by seat at the end of a game. Where its last event closed a deal, nothing is left to be believed, and the event before it tells. */
async function waysIn(game) {
  for (const revision of [game.revision, game.revision - 1].filter((known) => known >= 0)) {
    const belief = await getOnce(path(gamePath(game.game, "/belief"), { observer: "public", revision }));
    if (belief.detail?.ways) return belief.detail.ways;
  }
  return null;
}
