/** All games: which there are, how far they are, how much a spectator does not know, and which are played right now. */

import { Problem, follow, gamePath, get, getOnce, path } from "./api.js";
import { button, copyable, h, put } from "./dom.js";
import { Latest } from "./latest.js";
import { problemBox } from "./problem.js";
import { bits, isAnonymous, plural, rulesetName, time, whoIn } from "./words.js";

/** Games on a page, and how many are asked at once what is left open in them. */
const PAGE = 50;
const AT_ONCE = 4;

/** For so many milliseconds after an event a game counts as live. */
const LIVE = 60_000;

/** Milliseconds in which games that are opened are gathered before they are asked for. */
const GATHER = 300;

/** Milliseconds in which events are gathered before it is asked again what is open in their games. */
const MEASURE = 1_000;

export async function show(main, _, caller) {
  document.title = "Games · Credence";
  if (caller.role === "seat") {
    return put(main, h("div", { class: "panel stack" }, h("h1", {}, "Your seat"), h("p", {}, "This key reads one seat of one game."), h("p", {}, h("a", { href: `/games/${encodeURIComponent(caller.game)}` }, `Seat ${caller.seat} of ${caller.game}`))));
  }
  const asked = new URLSearchParams(location.search);
  const [rulesets, ready] = await Promise.all([getOnce("/v1/rulesets"), get("/health/ready").catch((error) => ({ damaged: [], trouble: error }))]);
  const list = h("tbody", {});
  const more = h("div", { class: "row" });
  const count = h("p", { class: "note", role: "status" });
  const wrong = h("div", {});
  const rows = new Map();
  let next;

  const chosen = (name) => asked.get(name) || null;
  const set = (name, value) => {
    if (value) asked.set(name, value);
    else asked.delete(name);
    history.replaceState(null, "", asked.size > 0 ? `?${asked}` : location.pathname);
  };
  const filter = (name, label, options) =>
    h("label", {}, `${label} `, h("select", { onchange: (event) => (set(name, event.target.value), refresh()) }, h("option", { value: "" }, "all"), options.map(([value, text]) => h("option", { value, selected: value === chosen(name) }, text))));
  const search = h("input", { type: "search", value: chosen("search") ?? "", placeholder: "game or player", "aria-label": "Search the games shown", oninput: () => (set("search", search.value), sieve()) });
  const player = h("input", { type: "search", value: chosen("player") ?? "", placeholder: "player’s id", "aria-label": "Only games of this player", onchange: () => (set("player", player.value.trim()), refresh()) });

  function sieve() {
    const wanted = search.value.toLowerCase();
    let shown = 0;
    for (const { element, text } of rows.values()) {
      element.hidden = !text.includes(wanted);
      shown += element.hidden ? 0 : 1;
    }
    put(count, `${plural(shown, "game")}${next ? " so far" : ""}`);
  }

  function row(game) {
    const state = h("td", {}, h("span", { class: "badge" }, game.status));
    const revision = h("td", { class: "figure" }, String(game.revision));
    const open = h("td", { class: "figure" }, "…");
    const players = game.seats.map((seat) => (seat.player && !isAnonymous(seat.player) ? [h("a", { href: `/players/${encodeURIComponent(seat.player)}` }, seat.player), " "] : `${whoIn(seat) ?? ""} `));
    const element = h("tr", {}, h("th", { scope: "row" }, h("a", { href: `/games/${encodeURIComponent(game.game)}` }, game.game)), h("td", {}, h("a", { href: `/rulesets/${game.ruleset}` }, rulesetName(game.ruleset))), h("td", {}, players), revision, open, state, h("td", { class: "note" }, time(game.opened)));
    const text = [game.game, game.ruleset, ...game.seats.map((seat) => seat.player ?? "")].join(" ").toLowerCase();
    return { game, element, revision, open, state, text };
  }

  /** Asks what is left open after a game's last event. */
  async function measure(known) {
    try {
      const curve = await get(path(gamePath(known.game.game, "/curve"), { from: known.game.revision, limit: 1 }));
      put(known.open, curve.items.length > 0 ? bits(curve.items.at(-1).entropy_bits) : "–");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      put(known.open, h("span", { class: "badge bad", title: error.message }, error.problem.title ?? "damaged"));
    }
  }

  const wanted = (cursor) => path("/v1/games", { limit: PAGE, cursor, ruleset: chosen("ruleset"), status: chosen("status"), player: chosen("player") });

  // The rows of which it is to be asked what is open, a few at once, however many games are played.
  const due = new Set();
  const measuring = new Latest(async () => {
    const left = [...due];
    due.clear();
    const lane = async () => {
      for (let known = left.shift(); known; known = left.shift()) if (rows.get(known.game.game) === known) await measure(known);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });

  // How often the list was asked for anew: of the answers that come, the newest counts.
  let asks = 0;

  async function load(cursor) {
    if (!cursor) asks += 1;
    const turn = asks;
    const page = await get(wanted(cursor));
    if (turn !== asks) return rows.size;
    if (!cursor) {
      rows.clear();
      put(list);
    }
    next = page.next;
    list.append(...made(page.items));
    put(more, next ? button("More games", further) : null);
    sieve();
    return rows.size;
  }

  /** Rows of games, whose numbers come a little later: nobody waits for those. */
  function made(games) {
    const known = games.map(row);
    for (const one of known) {
      rows.set(one.game.game, one);
      due.add(one);
    }
    measuring.now();
    return known.map(({ element }) => element);
  }

  /** Puts the games that were opened above those that stand there. The list begins anew where so many were that some are on a later page, and where games leave it as they end. */
  async function opened() {
    const turn = asks;
    const page = await get(wanted());
    if (turn !== asks) return;
    const unknown = page.items.filter((game) => !rows.has(game.game));
    if (chosen("status") || unknown.length === page.items.length) return load();
    list.prepend(...made(unknown));
    sieve();
  }

  // The next page is asked for once, however often it is wanted meanwhile.
  let under = null;
  const further = () => {
    under ??= refresh(() => load(next)).finally(() => {
      under = null;
    });
  };

  /** Loads what is wanted now; where that fails, it says so above the list that stands there. */
  async function refresh(what = load) {
    try {
      await what();
      put(wrong);
    } catch (error) {
      put(wrong, problemBox(error));
      if (!(error instanceof Problem)) throw error;
    }
  }

  const heads = [["Game"], ["Ruleset"], ["Players"], ["Revision", "figure"], ["Open to a spectator", "figure"], ["Status"], ["Opened, UTC"]];
  const table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Games" }, h("table", { class: "plain games" }, h("thead", {}, h("tr", {}, heads.map(([text, kind]) => h("th", { scope: "col", class: kind }, text)))), list));
  const filters = h("div", { class: "row" }, search, filter("ruleset", "ruleset", rulesets.items.map((known) => [known.ruleset, rulesetName(known.ruleset)])), filter("status", "status", [["open", "open"], ["finished", "finished"]]), h("label", {}, "player ", player));
  const hosted = h("section", { class: "panel", "aria-label": "Rulesets" }, h("h2", {}, "Rulesets"), h("ul", { class: "rulesets" }, rulesets.items.map((known) => h("li", {}, h("a", { href: `/rulesets/${known.ruleset}` }, rulesetName(known.ruleset)), " ", h("span", { class: "note" }, known.description)))));
  const body = h("div", { class: "stack" }, h("h1", {}, "Games"), trouble(ready), filters, wrong, count, table, more, hosted);
  // The list stands there at once with its rows: what is below it does not move.
  const found = await load();
  put(main, body);
  if (found === 0 && asked.size === 0) put(main, h("div", { class: "stack" }, h("h1", {}, "No game yet"), trouble(ready), hint(), hosted.cloneNode(true)));
  const shown = async (what) => {
    await refresh(what);
    if (rows.size > 0 && !body.isConnected) put(main, body);
  };
  const moved = (known) => {
    due.add(known);
    measuring.soon(MEASURE);
  };
  watch(rows, { anew: () => shown(load), opened: () => shown(opened), moved });
}

function trouble(ready) {
  if (ready.trouble) return h("div", { class: "problem", role: "alert" }, h("strong", {}, "Not ready"), " ", ready.trouble.message);
  if (!ready.damaged?.length) return null;
  return h("div", { class: "problem", role: "alert" }, h("strong", {}, plural(ready.damaged.length, "stream is damaged", "streams are damaged")), h("ul", {}, ready.damaged.map((name) => h("li", {}, name))), h("p", { class: "note" }, "All else is served; ", h("code", {}, "credence verify"), " names each."));
}

/** Follows the whole log, so that games that are played show it; `anew` asks for the list anew, `opened` for the games that have been opened since, and `moved` is given a row whose game goes on. */
function watch(rows, load) {
  // A list that was made while nobody saw the tab, or before the server let the stream be opened, is older than the stream. Many games that are opened
  // at once are one reason to ask for them, and not many.
  let [late, isOpen] = [document.hidden, false];
  const [anew, opened] = [new Latest(load.anew), new Latest(load.opened)];
  const onstate = (state) => {
    if (isOpen || state === "ended") return;
    isOpen = state !== "waiting";
    if (isOpen && (late || state === "turns")) anew.now();
    late = true;
  };
  const arrived = (event) => {
    // The log is another one than what is listed came from.
    if (event.game === undefined) return location.reload();
    const known = rows.get(event.game);
    if (!known) return event.type === "opening" && opened.soon(GATHER);
    known.game.revision = Math.max(known.game.revision, event.revision);
    put(known.revision, String(known.game.revision));
    load.moved(known);
    if (event.type === "finish") known.game.status = "finished";
    put(known.state, h("span", { class: "badge live" }, "live"));
    clearTimeout(known.timer);
    known.timer = setTimeout(() => put(known.state, h("span", { class: "badge" }, known.game.status)), LIVE);
  };
  follow("/v1/events/stream", { observer: "public" }, arrived, new AbortController().signal, onstate);
}

/** What to do first. */
function hint() {
  const url = location.origin;
  const json = (body) => `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return h(
    "section",
    { class: "panel stack", "aria-label": "First steps" },
    h("p", {}, "Recorded games, one of each ruleset, are played into this server by"),
    copyable(`credence demo --listen ${location.host}`, "The demo"),
    h("p", {}, "Or open a table, report what happens, and ask what a seat should believe:"),
    copyable(
      [
        `curl -X PUT ${url}/v1/games/g1 ${json({ ruleset: "liars_dice", seats: [{ player: "ann" }, { player: "bob" }] })}`,
        `curl ${url}/v1/games/g1/events ${json({ type: "round", data: { dice: { 0: 5, 1: 5 }, starter: 0 } })}`,
        `curl ${url}/v1/games/g1/events ${json({ type: "roll", data: { seat: 1, dice: [2, 2, 3, 5, 6] } })}`,
        `curl ${url}/v1/games/g1/events ${json({ type: "bid", data: { seat: 0, quantity: 3, face: 2 } })}`,
        `curl '${url}/v1/games/g1/belief?observer=seat:1'`,
      ].join("\n"),
      "A first game",
    ),
    h("p", { class: "note" }, "The guide: ", h("a", { href: "/docs/guide" }, "/docs/guide"), "; every request and answer: ", h("a", { href: "/docs" }, "/docs"), "."),
  );
}

