import type { Belief } from "../belief.js";
import type { AnswerTo } from "../contract.js";
import type { Server } from "../server.js";
import type { PokemonRandbatsTable } from "../tables/index.js";
import type { Appended } from "../table.js";
import { Foes } from "./foes.js";

/** A side of a battle, as Showdown names it. */
export type Side = "p1" | "p2";
/** The whole sets of a member, with their chances. */
export type Sets = AnswerTo<"pokemon_randbats", { type: "sets"; slot: string }>;

/** A battle that a bot plays. */
export interface BattleOptions {
  /** The game's id; the battle's room (`battle-gen9randombattle-1234`) is a good one. */
  game: string;
  /** The side that this bot plays. */
  side: Side;
  /** The players of p1 and p2, by whom they are remembered; `null` is nobody in particular. */
  players?: readonly [string | null, string | null];
  /** The feeds that will be posted to this table: this side's alone, if absent. Both, where both bots report to one table. */
  channels?: readonly (Side | "spectator")[];
  /** Showdown's id of the format. */
  format?: string;
}

/** The server takes so many lines in an event. */
const LINES = 2_000;

/** Hands a battle's lines to a table, exactly as they came, and reads what the other side is believed to be. */
export class ShowdownBattle {
  #last: Promise<unknown> = Promise.resolve();
  #lines = 0;

  private constructor(
    readonly table: PokemonRandbatsTable,
    readonly side: Side,
  ) {}

  /** Sits down at the battle's table, and opens it where it does not stand. A bot that starts again goes on behind what it has reported. */
  static async join(server: Server, options: BattleOptions): Promise<ShowdownBattle> {
    const channels = [...(options.channels ?? [options.side])];
    const table = await server.pokemonRandbats({
      game: options.game,
      me: options.side === "p1" ? 0 : 1,
      players: options.players ?? [null, null],
      setup: { channels, ...(options.format !== undefined && { format: options.format }) },
    });
    const battle = new ShowdownBattle(table, options.side);
    if ((await table.resume()) > 0) await battle.#recount();
    return battle;
  }

  /** How many lines of this side's feed the table holds; `|request|` lines have no number. */
  get lines(): number {
    return this.#lines;
  }

  /**
   * Reports a frame: one message of the websocket, or one chunk of a simulator's stream, not a byte of it changed. A battle that is sent
   * again from its start, as after a rejoin, is known by its `|init|` line; where there is none, `again` says so.
   */
  receive(frame: string, options: { again?: boolean } = {}): Promise<Appended | null> {
    const done = this.#last.then(() => this.#receive(frame, options.again));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** What the other side's team is believed to be, by species. */
  async foes(): Promise<Foes> {
    return new Foes(await this.belief(), this.#foe);
  }

  /** The belief about the other side's team. */
  belief(): Promise<Belief> {
    return this.table.belief({ variables: [`seat:${this.#foe}/*`] });
  }

  /** The likeliest whole sets of a member of the other side: by species, name, or where it stands (`p2a`). */
  sets(who: string, top = 10): Promise<Sets> {
    return this.table.ask({ type: "sets", seat: this.#foe, slot: who, top });
  }

  get #foe(): number {
    return this.side === "p1" ? 1 : 0;
  }

  async #receive(frame: string, again?: boolean): Promise<Appended | null> {
    const lines = frame.split("\n");
    const resync = again ?? (this.#lines > 0 && lines.some((line) => line.startsWith("|init|")));
    if (resync) {
      // A battle that is sent again is compared as a whole; it is never so long that the server would refuse it.
      const appended = await this.table.protocol({ channel: this.side, from_line: 0, resync: true, lines });
      await this.#recount();
      return appended;
    }
    let appended: Appended | null = null;
    for (let from = 0; from < lines.length; from += LINES) {
      const part = lines.slice(from, from + LINES);
      appended = await this.table.protocol({ channel: this.side, from_line: this.#lines, lines: part });
      this.#lines += part.filter((line) => !line.startsWith("|request|")).length;
    }
    return appended;
  }

  async #recount(): Promise<void> {
    const { detail } = (await this.belief()).answer as { detail?: { lines?: number } };
    this.#lines = detail?.lines ?? 0;
  }
}
