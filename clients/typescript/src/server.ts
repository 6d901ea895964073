import { condition, within, type CallOptions, type ReportOptions } from "./call_options.js";
import type { Answer, Item, Observer, Query, Ruleset, Schemas } from "./contract.js";
import { follow, type Followed, type FollowOptions } from "./follow.js";
import { CredenceError } from "./problem.js";
import { checkSeat, type Seat } from "./seat.js";
import { Hosted, TABLES, type TableOf } from "./tables/hosted.js";
import { fill, Transport, type TransportOptions } from "./transport.js";

/** What ends a list that is read. */
type Ending = Pick<CallOptions, "signal">;

/** A server, and a table of each ruleset that it hosts. */
export class Server extends Hosted {
  readonly #transport: Transport;

  constructor(url: string, options: TransportOptions) {
    super();
    this.#transport = new Transport(url, options);
  }

  get url(): string {
    return this.#transport.base;
  }

  /** Opens a table of a ruleset that is named. */
  open<R extends Ruleset>(ruleset: R, seat: Seat<R>): Promise<TableOf<R>> {
    return within(seat, (signal) => this.#open(ruleset, seat, signal));
  }

  async #open<R extends Ruleset>(ruleset: R, seat: Seat<R>, signal: AbortSignal | undefined): Promise<TableOf<R>> {
    checkSeat(seat);
    const game = seat.game ?? madeUp();
    const observer: Observer = typeof seat.me === "number" ? `seat:${seat.me}` : seat.me;
    if (seat.players) {
      const { setup, parameters, onContradiction } = seat;
      seated(seat.me, seat.players.length);
      const seats = seat.players.map((player) => (player === null ? {} : { player }));
      const body = { ruleset, seats, ...(setup && { setup }), ...(parameters && { parameters }), ...(onContradiction && { on_contradiction: onContradiction }) };
      const url = fill("/v1/games/{game}", { game });
      // A game that stands as it is asked for is answered as if it had just been opened.
      await this.#transport.json({ method: "PUT", url, body, repeatable: true, signal });
    } else {
      const standing = await this.game(game, { signal });
      if (standing.ruleset !== ruleset) throw new CredenceError(`${game} is a game of ${standing.ruleset}, not of ${ruleset}: open it as one, or name another`);
      seated(seat.me, standing.seats.length);
    }
    const Class = TABLES[ruleset] as unknown as new (...given: unknown[]) => TableOf<R>;
    return new Class(this.#transport, ruleset, game, observer, seat.author ?? observer.replace(":", "-"));
  }

  /** Who asks: the role of the key, and what it may do. */
  caller(options: CallOptions = {}): Promise<Answer<"/v1/caller", "get">> {
    return this.#transport.get("/v1/caller", {}, undefined, options);
  }

  game(game: string, options: CallOptions = {}): Promise<Answer<"/v1/games/{game}", "get">> {
    return this.#transport.get("/v1/games/{game}", { game }, undefined, options);
  }

  /** All games, to the end of the list. */
  games(query: Query<"/v1/games"> = {}, { signal }: Ending = {}): AsyncGenerator<Item<"/v1/games">, void, undefined> {
    return this.#transport.list("/v1/games", {}, query, signal);
  }

  /** A player, and what is known of them, by ruleset; or what was known at a `player_revision` of the history. */
  player(player: string, options: CallOptions & Query<"/v1/players/{player}"> = {}): Promise<Answer<"/v1/players/{player}", "get">> {
    const { signal, timeout, ...query } = options;
    return this.#transport.get("/v1/players/{player}", { player }, query, { signal, timeout });
  }

  players(query: Query<"/v1/players"> = {}, { signal }: Ending = {}): AsyncGenerator<Item<"/v1/players">, void, undefined> {
    return this.#transport.list("/v1/players", {}, query, signal);
  }

  /** Gives a player a name to show, and makes the player where there is none. */
  namePlayer(player: string, name: Schemas["NameRequest"], options: CallOptions = {}): Promise<Answer<"/v1/players/{player}", "put">> {
    return within(options, (signal) => this.#transport.json({ method: "PUT", url: fill("/v1/players/{player}", { player }), body: name, repeatable: true, signal }));
  }

  /** Erases a player's name and conduct; seats in old games show a pseudonym. There is no such player from then on, until `namePlayer` starts a new person. */
  forget(player: string, options: CallOptions = {}): Promise<void> {
    return this.#delete(fill("/v1/players/{player}", { player }), options);
  }

  /** Every settled observation of a player's conduct, the newest first. */
  history(player: string, query: Query<"/v1/players/{player}/history"> = {}, { signal }: Ending = {}): AsyncGenerator<Item<"/v1/players/{player}/history">, void, undefined> {
    return this.#transport.list("/v1/players/{player}/history", { player }, query, signal);
  }

  ruleset(ruleset: Ruleset, options: CallOptions = {}): Promise<Answer<"/v1/rulesets/{ruleset}", "get">> {
    return this.#transport.get("/v1/rulesets/{ruleset}", { ruleset }, undefined, options);
  }

  /** Events of all games in the order in which they were recorded, to the last. Each has a `cursor`, from which `stream` goes on. */
  events(query: Query<"/v1/events"> = {}, { signal }: Ending = {}): AsyncGenerator<Item<"/v1/events">, void, undefined> {
    return this.#transport.list("/v1/events", {}, query, signal);
  }

  /** Events of all games as they are recorded: from now on, behind a `cursor`, or behind the `lastEventId` that an earlier program kept. */
  stream(query: Query<"/v1/events/stream"> = {}, options: Omit<FollowOptions, "from"> = {}): AsyncGenerator<Followed<Schemas["FeedEntry"]>, void, undefined> {
    return follow(this.#transport, "/v1/events/stream", {}, query, options);
  }

  /** A key for one seat of one game, for its referee to hand out. It is shown this once, and so the request is not repeated by itself. */
  seatKey(game: string, seat: number, request: Schemas["SeatKeyRequest"], options: CallOptions = {}): Promise<Schemas["MadeKey"]> {
    return this.#made(fill("/v1/games/{game}/seats/{seat}/keys", { game, seat }), request, options);
  }

  /** A key, for an admin to hand out. It is shown this once, and so the request is not repeated by itself. */
  makeKey(request: Schemas["KeyRequest"], options: CallOptions = {}): Promise<Schemas["MadeKey"]> {
    return this.#made("/v1/keys", request, options);
  }

  /** All keys, without what is secret of them. */
  keys(query: Query<"/v1/keys"> = {}, { signal }: Ending = {}): AsyncGenerator<Item<"/v1/keys">, void, undefined> {
    return this.#transport.list("/v1/keys", {}, query, signal);
  }

  /** Revokes a key by its id. */
  revoke(key: string, options: CallOptions = {}): Promise<void> {
    return this.#delete(fill("/v1/keys/{key}", { key }), options);
  }

  /** Erases a game for good: its id is not used again. */
  erase(game: string, options: ReportOptions = {}): Promise<void> {
    return this.#delete(fill("/v1/games/{game}", { game }), options);
  }

  #delete(url: string, options: ReportOptions): Promise<void> {
    return within(options, (signal) => this.#transport.nothing({ method: "DELETE", url, ...condition(options), repeatable: true, signal }));
  }

  #made(url: string, body: object, options: CallOptions): Promise<Schemas["MadeKey"]> {
    return within(options, (signal) => this.#transport.json({ method: "POST", url, body, repeatable: false, signal }));
  }
}

/** Sees that there is such a seat, before anything is sent in its name. */
function seated(me: number | string, seats: number): void {
  if (typeof me === "number" && !(Number.isInteger(me) && me >= 0 && me < seats)) throw new CredenceError(`there is no seat ${me}: the table has ${seats}, and they count from 0`);
}

/** An id that nobody else makes up; pages that are not served over TLS have no randomUUID. */
function madeUp(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
