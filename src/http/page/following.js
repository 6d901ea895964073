/**
 * Follows a game while it is played, and says in words whether what is drawn is the newest of it: "live" stands there only while the stream is open
 * and all is drawn that the server has.
 */

import { follow, gamePath, get, isPassing } from "./api.js";
import { h, put } from "./dom.js";
import { Latest } from "./latest.js";
import { plural } from "./words.js";

/** Milliseconds until the server is asked again how far the game is, where it did not answer. */
const AGAIN = 2_000;

/** Why a window takes turns, in place of being live. */
const TURNS = "Other windows of this browser hold all streams that it keeps open with one server. When one of them is closed or hidden, this one is live.";

export class Following {
  /** @param page the page of a game: `told` holds what is known, `came` is called when there is more of it */
  constructor(page) {
    this.page = page;
    this.badge = h("span", { class: "badge following" });
    // What is said by voice: no event of a game that goes on, but that it is followed, or why it is not.
    this.spoken = h("span", { class: "unseen", role: "status" });
    // As wide as its longest usual text: what stands around it stays in its place.
    this.element = h("span", { class: "following-place" }, this.badge, this.spoken);
    this.status = h("span", { class: "badge" }, page.game.status);
    this.stream = "waiting";
    /** The revision that the server has, as far as it has said since the stream is open; null until then. */
    this.newest = null;
    /** The revision up to which all is drawn. */
    this.drawn = null;
    this.trouble = null;
    this.#say();
  }

  /** Follows as another observer, of whom nothing is drawn yet. */
  anew() {
    this.drawn = null;
    this.start();
  }

  /** Follows as the observer that is seen now. */
  start() {
    this.following?.abort();
    this.stream = "waiting";
    this.#say();
    this.following = new AbortController();
    const { signal } = this.following;
    // However many retractions come, one question is under way.
    const looking = new Latest(() => this.#look(signal, looking));
    const { told, seen } = this.page;
    const state = (stream) => {
      this.stream = stream;
      this.newest = null;
      this.#say();
      if (stream === "live" || stream === "turns") looking.now();
    };
    const arrived = (event) => {
      // The log is another one than what is drawn came from.
      if (event.revision === undefined) return location.reload();
      told.arrived(seen.observer, event);
      if (event.type === "finish") this.#is("finished");
      if (event.type === "retract") looking.soon();
      this.#say();
      this.page.came();
    };
    follow(gamePath(this.page.game.game, "/events/stream"), { observer: seen.observer, after: told.head }, arrived, signal, state);
  }

  /** All is drawn up to a revision. */
  drew(revision) {
    this.drawn = revision;
    this.trouble = null;
    this.#say();
  }

  /** It could not be drawn, and will be tried again after so many milliseconds; with none, not before something else is wanted. */
  failed(pause) {
    this.trouble = pause === undefined ? "it could not be drawn" : `it could not be read, and is asked for again in ${plural(Math.round(pause / 1000), "second")}`;
    this.#say();
  }

  /** Asks how far the game is: events that were missed are on their way while the stream is open already, and a retraction may have opened the game again. */
  async #look(signal, looking) {
    try {
      const game = await get(`${gamePath(this.page.game.game)}?observer=${this.page.seen.observer}`, { signal });
      this.newest = game.revision;
      // An end that came meanwhile is newer than this answer.
      if (game.revision >= this.page.told.head) this.#is(game.status);
      this.#say();
    } catch (error) {
      if (!signal.aborted && this.stream === "live" && isPassing(error)) looking.soon(AGAIN);
    }
  }

  #is(status) {
    this.page.game.status = status;
    if (this.status.textContent !== status) put(this.status, status);
  }

  #say() {
    const head = Math.max(this.page.told.head, this.newest ?? 0);
    const behind = head - (this.drawn ?? -1);
    const text = () => {
      if (this.trouble) return `behind: ${this.trouble}`;
      if (this.stream === "ended") return "not followed";
      if (this.drawn !== null && behind > 0) return `behind: ${plural(behind, "event")} to draw`;
      if (this.stream === "turns" && this.drawn !== null) return "asks every few seconds";
      if (this.stream !== "live" || this.newest === null || this.drawn === null) return "waits for the server";
      return "live";
    };
    const said = text();
    if (said === this.badge.textContent) return;
    const passes = said.startsWith("behind") && !this.trouble;
    if (!passes && said !== this.spoken.textContent) put(this.spoken, said);
    this.badge.className = `badge following${said === "live" ? " live" : said.startsWith("behind") ? " warn" : ""}`;
    this.badge.title = this.stream === "turns" ? TURNS : "";
    put(this.badge, said);
  }
}
