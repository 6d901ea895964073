import type { Answer, Item, Observer, Query, Ruleset, Schemas, SetupOf } from "./contract.js";
import { follow, type Followed, type FollowOptions } from "./follow.js";
import { CredenceError } from "./problem.js";
import type { Rulesets } from "./rulesets.js";
import { TABLES } from "./tables/index.js";
import { fill, Transport, type TransportOptions } from "./transport.js";

/** Where a bot sits, and at what table. */
export interface Seat<R extends Ruleset> {
  /** The game's id: 1 to 64 of `A-Z a-z 0-9 . _ -`. A bot that is to survive its own crash names it; else one is made up. */
  game?: string;
  /** The seat whose knowledge this is, or `public` or `referee`. */
  me: number | "public" | "referee";
  /** Who sits at the table, by seat: `null` is nobody in particular. Left out, the game must be open already, as it is for a bot with a seat's key. */
  players?: readonly (string | null)[];
  /** The table's rules; those of the ruleset, where they are left out. */
  setup?: SetupOf<R>;
  parameters?: Rulesets[R]["parameters"];
  onContradiction?: Schemas["OnContradiction"];
  /** By what name this program numbers its events; its seat, if absent. Where two programs report for one seat, each needs its own. */
  author?: string;
}

/** Opens a game's table, or sits down at one that stands: the same call does both, so that a bot may start again. */
type Open<R extends Ruleset> = (seat: Seat<R>) => Promise<InstanceType<(typeof TABLES)[R]>>;

/** A server, and a table of each ruleset that it hosts. */
export class Server {
  readonly #transport: Transport;
  readonly catan: Open<"catan"> = (seat) => this.open("catan", seat);
  readonly hearts: Open<"hearts"> = (seat) => this.open("hearts", seat);
  readonly liarsDice: Open<"liars_dice"> = (seat) => this.open("liars_dice", seat);
  readonly vinto: Open<"vinto"> = (seat) => this.open("vinto", seat);
  readonly pokemonRandbats: Open<"pokemon_randbats"> = (seat) => this.open("pokemon_randbats", seat);

  constructor(url: string, options: TransportOptions) {
    this.#transport = new Transport(url, options);
  }

  get url(): string {
    return this.#transport.base;
  }

  /** Opens a table of a ruleset that is named. */
  async open<R extends Ruleset>(ruleset: R, seat: Seat<R>): Promise<InstanceType<(typeof TABLES)[R]>> {
    const game = seat.game ?? madeUp();
    const observer: Observer = typeof seat.me === "number" ? `seat:${seat.me}` : seat.me;
    if (seat.players) {
      const { setup, parameters, onContradiction } = seat;
      seated(seat.me, seat.players.length);
      const seats = seat.players.map((player) => (player === null ? {} : { player }));
      const body = { ruleset, seats, ...(setup && { setup }), ...(parameters && { parameters }), ...(onContradiction && { on_contradiction: onContradiction }) };
      const url = fill("/v1/games/{game}", { game });
      // A game that stands as it is asked for is answered as if it had just been opened.
      await this.#transport.json({ method: "PUT", url, body, repeatable: true });
    } else {
      const standing = await this.game(game);
      if (standing.ruleset !== ruleset) throw new CredenceError(`${game} is a game of ${standing.ruleset}, not of ${ruleset}: open it as one, or name another`);
      seated(seat.me, standing.seats.length);
    }
    const Class = TABLES[ruleset] as unknown as new (...given: unknown[]) => InstanceType<(typeof TABLES)[R]>;
    return new Class(this.#transport, ruleset, game, observer, seat.author ?? observer);
  }

  /** Who asks: the role of the key, and what it may do. */
  caller(): Promise<Answer<"/v1/caller", "get">> {
    return this.#transport.get("/v1/caller", {});
  }

  game(game: string): Promise<Answer<"/v1/games/{game}", "get">> {
    return this.#transport.get("/v1/games/{game}", { game });
  }

  /** All games, to the end of the list. */
  games(query: Query<"/v1/games"> = {}): AsyncGenerator<Item<"/v1/games">, void, undefined> {
    return this.#transport.list("/v1/games", {}, query);
  }

  player(player: string): Promise<Answer<"/v1/players/{player}", "get">> {
    return this.#transport.get("/v1/players/{player}", { player });
  }

  players(query: Query<"/v1/players"> = {}): AsyncGenerator<Item<"/v1/players">, void, undefined> {
    return this.#transport.list("/v1/players", {}, query);
  }

  /** Every settled observation of a player's conduct, the newest first. */
  history(player: string, query: Query<"/v1/players/{player}/history"> = {}): AsyncGenerator<Item<"/v1/players/{player}/history">, void, undefined> {
    return this.#transport.list("/v1/players/{player}/history", { player }, query);
  }

  ruleset(ruleset: Ruleset): Promise<Answer<"/v1/rulesets/{ruleset}", "get">> {
    return this.#transport.get("/v1/rulesets/{ruleset}", { ruleset });
  }

  /** Events of all games in the order in which they were recorded, to the last. Each has a `cursor`, from which `stream` goes on. */
  events(query: Query<"/v1/events"> = {}): AsyncGenerator<Item<"/v1/events">, void, undefined> {
    return this.#transport.list("/v1/events", {}, query);
  }

  /** Events of all games as they are recorded: from now on, behind a `cursor`, or behind the `lastEventId` that an earlier program kept. */
  stream(query: Query<"/v1/events/stream"> = {}, options: Omit<FollowOptions, "from"> = {}): AsyncGenerator<Followed<Schemas["FeedEntry"]>, void, undefined> {
    return follow(this.#transport, "/v1/events/stream", {}, query, options);
  }

  /** A key for one seat of one game, for its referee to hand out. It is shown this once, and so the request is not repeated by itself. */
  seatKey(game: string, seat: number, request: Schemas["SeatKeyRequest"]): Promise<Schemas["MadeKey"]> {
    const url = fill("/v1/games/{game}/seats/{seat}/keys", { game, seat });
    return this.#transport.json({ method: "POST", url, body: request, repeatable: false });
  }

  /** Erases a game for good: its id is not used again. */
  async erase(game: string): Promise<void> {
    await this.#transport.json({ method: "DELETE", url: fill("/v1/games/{game}", { game }), repeatable: true });
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
