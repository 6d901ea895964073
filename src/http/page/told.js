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
  }

  path(rest = "") {
    return gamePath(this.game.game, rest);
  }

  /** The events as an observer sees them. */
  eventsOf(observer) {
    return this.#once(this.events, observer, async () => {
      const cursor = this.first === 0 ? undefined : this.first;
      return all(this.path("/events"), { observer, cursor });
    });
  }

  /** A point for each revision: what the observer did not know after it, and what its evidence gained. */
  curveOf(observer, truth) {
    return this.#once(this.curves, `${observer} ${truth}`, () => all(this.path("/curve"), { observer, from: this.first, truth: truth || null }));
  }

  belief(observer, revision) {
    return getOnce(path(this.path("/belief"), { observer, revision }));
  }

  /** All evidence about a variable up to a revision, or all of one revision: of the belief as it was then, which the page shows beside it. */
  evidence(parameters) {
    return allOnce(this.path("/evidence"), parameters);
  }

  whatIf(request) {
    return this.#once(this.answers, JSON.stringify(request), () => post(this.path("/what-if"), request));
  }

  /** What was true after a revision, by variable. */
  async truthAt(revision) {
    this.changes ??= get(this.path("/truth")).catch((error) => {
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
    return this.#once(this.answers, `worlds ${JSON.stringify(request)}`, async () => {
      const answer = await send("POST", this.path("/worlds"), { body: request, accept: "application/vnd.credence.worlds" });
      return unpack(await answer.arrayBuffer());
    });
  }

  /** The module that draws this game, or null where it has none: then the table serves. */
  picture() {
    const drawn = document.querySelector('meta[name="pictures"]').content.split(" ");
    this.pictures ??= drawn.includes(this.game.ruleset) ? import(`./pictures/${this.game.ruleset}.js`) : Promise.resolve(null);
    return this.pictures;
  }

  /** One more event has come. A retraction changes what was folded before, so that nothing that was kept holds. */
  arrived(observer, event) {
    this.head = Math.max(this.head, event.revision);
    const known = this.events.get(observer);
    known?.then((events) => events.at(-1)?.revision < event.revision && events.push(event));
    for (const other of [...this.events.keys()]) if (other !== observer) this.events.delete(other);
    const retracts = event.type === "retract";
    if (retracts) {
      forget(this.path());
      this.answers.clear();
      known?.then((events) => mark(events, event));
    }
    this.changes = null;
    for (const [key, curve] of [...this.curves]) {
      if (retracts || !key.startsWith(`${observer} `)) this.curves.delete(key);
      else this.curves.set(key, this.#longer(key, curve));
    }
  }

  async #longer(key, curve) {
    const [observer, truth] = key.split(" ");
    const points = await curve;
    const from = (points.at(-1)?.revision ?? -1) + 1;
    return [...points, ...(await all(this.path("/curve"), { observer, from, truth: truth === "true" || null }))];
  }

  #once(map, key, make) {
    let made = map.get(key);
    if (made === undefined) {
      made = make();
      made.catch(() => map.delete(key));
      map.set(key, made);
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

/** Notes which event a retraction took back. */
function mark(events, retraction) {
  const target = events.find((event) => event.revision === retraction.data.revision);
  if (target && !target.hidden) target.retracted_by = retraction.revision;
}
