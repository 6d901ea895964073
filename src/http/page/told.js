/**
 * What was asked of the server about one game: kept while the page is open, because a belief at a revision does not change.
 */

import { all, allOnce, forget, gamePath, get, getOnce, path, post, send } from "./api.js";

/** Events that are read at most: of a longer game the newest. Whoever wants earlier ones names the revision. */
export const MOST_EVENTS = 5000;

export class Told {
  constructor(game) {
    this.game = game;
    this.head = game.revision;
    this.first = Math.max(0, game.revision - MOST_EVENTS);
    this.events = new Map();
    this.curves = new Map();
    this.answers = new Map();
    this.changes = null;
    this.pictures = null;
    /** What ends the requests of a drawing that is of no use any more. */
    this.signal = undefined;
  }

  path(rest = "") {
    return gamePath(this.game.game, rest);
  }

  /** The events as an observer sees them. */
  eventsOf(observer) {
    return this.#upToHead(this.events, observer, (from) => this.#all("/events", { observer, cursor: from || undefined }));
  }

  /** A point for each revision: what the observer did not know after it, and what its evidence gained. */
  curveOf(observer, truth) {
    return this.#upToHead(this.curves, `${observer} ${truth}`, (from) => this.#all("/curve", { observer, from, truth: truth || null }));
  }

  belief(observer, revision) {
    return getOnce(path(this.path("/belief"), { observer, revision }), { signal: this.signal });
  }

  /** All evidence about a variable up to a revision, or all of one revision: of the belief as it was then, which the page shows beside it. */
  evidence(parameters) {
    return allOnce(this.path("/evidence"), parameters, { signal: this.signal });
  }

  whatIf(request) {
    return this.#once(JSON.stringify(request), () => post(this.path("/what-if"), request, { signal: this.signal }));
  }

  /** What was true after a revision, by variable. */
  async truthAt(revision) {
    this.changes ??= get(this.path("/truth"), { signal: this.signal }).catch((error) => {
      this.changes = null;
      throw error;
    });
    const truth = new Map();
    for (const change of (await this.changes).items) {
      if (change.revision > revision) break;
      for (const id of change.gone ?? []) truth.delete(id);
      for (const [id, value] of Object.entries(change.values)) truth.set(id, value);
    }
    return truth;
  }

  /** Worlds that were drawn, each a map from variable to value. */
  worlds(observer, revision, seed, count) {
    const request = { observer, revision, seed, count };
    return this.#once(`worlds ${JSON.stringify(request)}`, async () => {
      const answer = await send("POST", this.path("/worlds"), { body: request, accept: "application/vnd.credence.worlds", signal: this.signal });
      return unpack(await answer.arrayBuffer());
    });
  }

  /** The module that draws this game, or null where it has none: then the table serves. */
  picture() {
    const drawn = document.querySelector('meta[name="pictures"]').content.split(" ");
    this.pictures ??= drawn.includes(this.game.ruleset) ? import(`./pictures/${this.game.ruleset}.js`) : Promise.resolve(null);
    return this.pictures;
  }

  /**
   * One more event has come. A retraction changes what was folded before, so that nothing that was kept holds. What is hidden from the observer that is
   * seen may be a retraction: of the others nothing that was kept is sure to hold then.
   */
  arrived(observer, event) {
    this.head = Math.max(this.head, event.revision);
    this.changes = null;
    if (event.type === "retract") {
      forget(this.path());
      for (const known of [this.events, this.curves, this.answers]) known.clear();
      return;
    }
    if (event.hidden) {
      forget(this.path());
      this.answers.clear();
      for (const known of [this.events, this.curves]) for (const key of known.keys()) if (key.split(" ")[0] !== observer) known.delete(key);
    }
    const known = this.events.get(observer);
    if (known && !known.asking && event.revision === this.#next(known)) known.items = [...known.items, event];
  }

  #all(rest, parameters) {
    return all(this.path(rest), parameters, { signal: this.signal });
  }

  /** The first revision that is missing of a list that grows with the game. */
  #next(known) {
    return (known.items.at(-1)?.revision ?? this.first - 1) + 1;
  }

  /**
   * A list that grows with the game, up to the newest event that is known: however many are missing, they are asked for once. What came before stays
   * where asking fails, and is asked for again with the next look at it. A list is another array when it is longer.
   */
  async #upToHead(map, key, ask) {
    const known = map.get(key) ?? { items: [], head: -1, asking: null };
    map.set(key, known);
    if (known.head < this.head && this.#next(known) <= this.head) {
      known.asking ??= this.#grow(known, ask).finally(() => {
        known.asking = null;
      });
      await known.asking;
    }
    return known.items;
  }

  async #grow(known, ask) {
    const { head } = this;
    const more = await ask(this.#next(known));
    if (more.length > 0) known.items = [...known.items, ...more];
    known.head = head;
  }

  #once(key, make) {
    let made = this.answers.get(key);
    if (made === undefined) {
      made = make();
      made.catch(() => this.answers.get(key) === made && this.answers.delete(key));
      this.answers.set(key, made);
    }
    return made;
  }
}

/** Reads worlds as numbers: a line of JSON that names columns, perhaps a double for each world, then each column's place in its list of values. */
function unpack(buffer) {
  const bytes = new Uint8Array(buffer);
  const line = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line)));
  const view = new DataView(buffer);
  let at = line + 1;
  const importances = [];
  if (head.weighted) for (let world = 0; world < head.count; world += 1, at += 8) importances.push(view.getFloat64(at, true));
  const worlds = [];
  for (let world = 0; world < head.count; world += 1) {
    const values = new Map();
    for (const column of head.columns) {
      const place = head.bytes === 1 ? view.getUint8(at) : head.bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
      at += head.bytes;
      values.set(column.id, column.values[place]);
    }
    worlds.push({ values, importance: importances[world] ?? null });
  }
  return worlds;
}
