/**
 * One game: the curve of what an observer does not know, the events, the belief as the game's own picture, and why each number is what it is.
 * What is seen stands in the address; every panel is made from the address and from what the server answers, and from nothing else.
 */

import * as address from "./address.js";
import { gamePath, get, isPassing } from "./api.js";
import { beliefPanel } from "./beliefs.js";
import { button, h, put } from "./dom.js";
import { eventList } from "./events.js";
import { exportMenu } from "./export.js";
import { Following } from "./following.js";
import { inspector } from "./inspector.js";
import { Latest } from "./latest.js";
import { problemBox } from "./problem.js";
import { timeline } from "./timeline.js";
import { Told } from "./told.js";
import { isAnonymous, observerName, plural, rulesetName, whoIn } from "./words.js";

/** Milliseconds between two steps while the game plays by itself. */
const PACE = 450;

/** Milliseconds until what could not be read is asked for again: the first time, and at most. */
const RETRY = { first: 1_000, most: 32_000 };

/** The observers that a caller may look through. */
function observers(game, caller) {
  const seats = game.seats.map((seat) => `seat:${seat.seat}`);
  if (caller.role === "seat") return [`seat:${caller.seat}`, "public"];
  if (caller.role === "reader") return ["public"];
  return ["public", ...seats, "referee"];
}

/** Who plays: what they are called, and their ids. */
function players(game) {
  const one = (seat) => {
    if (!seat.player || isAnonymous(seat.player)) return `${whoIn(seat) ?? `seat ${seat.seat}`} `;
    return [h("a", { href: `/players/${encodeURIComponent(seat.player)}` }, whoIn(seat)), seat.name ? ` (${seat.player}) ` : " "];
  };
  return game.seats.map(one);
}

class GamePage {
  constructor(main, told, caller) {
    this.main = main;
    this.told = told;
    this.game = told.game;
    this.caller = caller;
    this.observers = observers(told.game, caller);
    this.mayKnowTruth = this.observers.includes("referee");
    this.seen = this.#readAddress();
    this.drawing = new Latest((signal) => this.#draw(signal));
    this.retry = RETRY.first;
    this.following = new Following(this);
    this.players = h("span", {}, "played by ", players(this.game));
    this.astray = h("div", { class: "astray", role: "status" });
    this.trouble = h("div", {});
    this.controls = h("div", { class: "row observers" });
    this.panels = [timeline(this), eventList(this), beliefPanel(this), inspector(this)];
  }

  #readAddress() {
    const seen = address.read(location.search);
    if (!this.observers.includes(seen.observer)) seen.observer = this.observers[0];
    if (!this.observers.includes(seen.beside)) seen.beside = null;
    seen.truth &&= this.mayKnowTruth;
    return seen;
  }

  /** What the address names and the page cannot show, in sentences: who follows a wrong link must not take what stands here for what the link named. */
  #strays() {
    const given = new URLSearchParams(location.search);
    const observers = ["observer", "beside"].map((name) => given.get(name)).filter((name) => name && !this.observers.includes(name));
    const strays = observers.map((name) => `The address names the observer “${name}”, whom this game does not have or whom you may not look through.`);
    const revision = given.get("revision");
    if (revision && !(Number(revision) <= this.told.head && this.seen.revision !== null)) {
      strays.push(`The address names event “${revision}”; the events of this game are 0 to ${this.told.head}, and the belief shown is that after event ${this.revision}.`);
    }
    return strays;
  }

  /** The revision that is looked at. */
  get revision() {
    return Math.min(this.seen.revision ?? this.told.head, this.told.head);
  }

  /** The observer as an address names it: the one whom everybody sees first is left out. */
  get #named() {
    return this.seen.observer === this.observers[0] ? null : this.seen.observer;
  }

  /** The address of an event, as the observer sees it. */
  linkTo(revision) {
    return location.pathname + address.write({ observer: this.#named, revision });
  }

  /** Whether something hypothetical is laid over the belief. */
  get supposes() {
    return this.seen.without.length > 0 || this.seen.with.length > 0;
  }

  /** Shows something else. A step among revisions replaces the address, so that the way back leads out of the game and not through all its events. */
  async show(change) {
    const stepped = Object.keys(change).every((name) => name === "revision" || name === "world");
    this.seen = { ...this.seen, ...change };
    if (this.seen.beside === this.seen.observer) this.seen.beside = null;
    const link = location.pathname + address.write({ ...this.seen, observer: this.#named });
    if (stepped) history.replaceState(null, "", link);
    else history.pushState(null, "", link);
    // What is under way for another place of the game is seen while somebody scrubs, unless it takes long; what is of another kind is of no use any more.
    this.drawing.drop({ patient: Object.keys(change).every((name) => name === "revision") });
    if (change.observer) this.following.anew();
    await this.draw();
  }

  /** What is supposed, as the API is asked it. */
  supposition(observer) {
    const { without, with: added } = this.seen;
    return { observer, revision: this.revision, without: without.filter((revision) => revision <= this.revision), with: added };
  }

  /** Steps as a button or a key asks, and has it said where that led. */
  step(by) {
    this.stepped = true;
    return this.#step(by);
  }

  #step(by) {
    const revision = Math.max(this.told.first, Math.min(this.told.head, this.revision + by));
    return this.show({ revision: revision === this.told.head ? null : revision });
  }

  play() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
    } else {
      if (this.revision === this.told.head) this.show({ revision: this.told.first });
      this.playing = setInterval(() => this.#playOn(), PACE);
    }
    this.panels[0].playing(Boolean(this.playing));
  }

  /** One step further, once the last one is drawn. */
  #playOn() {
    if (this.drawing.running) return;
    if (this.revision >= this.told.head) this.play();
    else this.#step(1);
  }

  /** Draws what is seen; resolves when it stands there. */
  draw() {
    return this.drawing.now();
  }

  /** More of the game is known. */
  came() {
    this.drawing.soon();
  }

  /** Draws every panel, unless something else is wanted before the answers are there. */
  async #draw(signal) {
    const { revision } = this;
    const { head } = this.told;
    const stands = () => !signal.aborted;
    this.told.signal = signal;
    this.#drawControls();
    const results = await Promise.allSettled(this.panels.map((panel) => panel.draw(stands)));
    this.told.signal = undefined;
    if (!stands()) return;
    const failed = results.filter((result) => result.status === "rejected").map((result) => result.reason);
    put(this.trouble, failed.length > 0 ? problemBox(failed[0]) : null);
    failed.filter((error) => !error.problem).forEach((error) => console.error(error));
    if (failed.some(isPassing)) {
      this.following.failed(this.retry);
      this.drawing.soon(this.retry);
      this.retry = Math.min(2 * this.retry, RETRY.most);
      return;
    }
    this.retry = RETRY.first;
    this.main.dataset.drawn = String(revision);
    // What is supposed may be refused: that is an answer, and the page is as new as before.
    if (failed.length > 0 && !this.supposes) this.following.failed();
    else this.following.drew(head);
  }

  #drawControls() {
    const { observer, beside, truth: laid } = this.seen;
    const strays = this.#strays();
    if (strays.join("") !== this.astray.textContent) put(this.astray, strays.map((stray) => h("p", { class: "note" }, stray)));
    // What says the same stays: while the game goes on somebody may have it open.
    const controls = JSON.stringify([observer, beside, laid, this.game.seats.map((seat) => seat.name)]);
    if (controls === this.drawnControls) return;
    this.drawnControls = controls;
    const choose = this.observers.map((known) =>
      button(observerName(known, this.game.seats), () => this.show({ observer: known }), { "aria-pressed": String(known === observer) }),
    );
    const others = this.observers.filter((known) => known !== observer);
    const options = [h("option", { value: "" }, "nobody"), ...others.map((known) => h("option", { value: known, selected: known === beside }, observerName(known, this.game.seats)))];
    const besides = others.length > 0 && h("label", {}, "beside ", h("select", { onchange: (event) => this.show({ beside: event.target.value || null }) }, options));
    const truth =
      this.mayKnowTruth &&
      h("label", {}, h("input", { type: "checkbox", checked: laid, onchange: (event) => this.show({ truth: event.target.checked }) }), " lay the truth over it");
    put(this.controls, h("span", { class: "note" }, "What is believed by"), choose, besides, truth);
  }

  open() {
    const { game } = this;
    const head = h(
      "div",
      { class: "row between" },
      h(
        "div",
        {},
        h("h1", {}, game.game),
        h("div", { class: "row note" }, h("a", { href: `/rulesets/${game.ruleset}` }, rulesetName(game.ruleset)), this.following.status, this.players, this.following.element),
      ),
      exportMenu(this),
    );
    const early = this.told.first > 0 ? h("p", { class: "note" }, `The list begins at revision ${this.told.first}: ${plural(this.told.first, "earlier event")} can be reached by their number in the address.`) : null;
    const [curve, events, beliefs, why] = this.panels.map((panel) => panel.element);
    // A picture has a place for the keyboard in each of its cells: past them all it is one step.
    const jumps = h("nav", { class: "row jumps", "aria-label": "Parts of this page" }, [["Why", why], ["Events", events]].map(([label, part]) => button(label, () => visit(part))));
    put(this.main, h("div", { class: "stack" }, head, this.controls, this.astray, early, this.trouble, curve, jumps, h("div", { class: "seen" }, beliefs, why, events)));
    this.main.addEventListener("click", (click) => {
      const cell = click.target.closest("[data-variable]");
      if (!cell) return;
      // Evidence is that of the first observer. Who chooses in the second picture asks why the second believes it.
      const { observer } = cell.closest("[data-observer]").dataset;
      const swapped = observer === this.seen.beside ? { observer, beside: this.seen.observer } : {};
      this.show({ ...swapped, variable: cell.dataset.variable, panel: "variable" });
      // Where the parts stand below each other, the answer would stand where nobody sees it.
      if (narrow.matches) visit(why);
    });
    addEventListener("popstate", () => {
      this.seen = this.#readAddress();
      this.drawing.drop();
      this.following.anew();
      this.draw();
    });
    addEventListener("keydown", (press) => this.#press(press));
  }

  /** Asks what the players are called, where this caller may know it. The page does not wait for it. */
  async name() {
    if (this.caller.role === "seat") return;
    const ids = [...new Set(this.game.seats.map((seat) => seat.player).filter((player) => player && !isAnonymous(player)))];
    const answers = await Promise.allSettled(ids.map((id) => get(`/v1/players/${encodeURIComponent(id)}`)));
    const names = new Map(ids.map((id, index) => [id, answers[index].value?.display_name]));
    if (![...names.values()].some(Boolean)) return;
    for (const seat of this.game.seats) seat.name = names.get(seat.player);
    put(this.players, "played by ", players(this.game));
    await this.draw();
  }

  #press(press) {
    if (press.ctrlKey || press.metaKey || press.altKey || press.target.closest("input, select, textarea, dialog")) return;
    // On a part that is scrolled these keys scroll it; on a cell in it they move through the game.
    if (press.target.matches(".scroll, pre")) return;
    const moves = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    if (press.key in moves && !(press.key.startsWith("Page") && press.shiftKey)) {
      press.preventDefault();
      this.step(moves[press.key]);
    }
  }
}

/** Where the parts of the page stand below each other: as in game.css. */
const narrow = matchMedia("(max-width: 760px)");

/** Leads to a part of the page. */
function visit(part) {
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: "start" });
}

export async function show(main, [id], caller) {
  document.title = `${id} · Credence`;
  const observer = caller.role === "seat" ? `seat:${caller.seat}` : "public";
  const told = new Told(await get(`${gamePath(id)}?observer=${observer}`));
  const page = new GamePage(main, told, caller);
  page.open();
  page.name();
  await page.draw();
  page.following.start();
}
