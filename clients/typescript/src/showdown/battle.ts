import type { Belief } from "../belief.js";
import type { AnswerTo } from "../contract.js";
import type { Rulesets } from "../rulesets.js";
import { ProblemError } from "../problem.js";
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
  /** The game's parameters: another table of sets, or `table_months: 0` for a server of your own, whose generator made the table. */
  parameters?: Rulesets["pokemon_randbats"]["parameters"];
}

/** The server takes so many lines in an event. */
const LINES = 2_000;

/** What becomes one event. */
interface Part {
  lines: readonly string[];
  /** Whether it is the battle from its start, of which the server may hold a beginning. */
  again: boolean;
}

/** Hands a battle's lines to a table, exactly as they came, and reads what the other side is believed to be. */
export class ShowdownBattle {
  #last: Promise<unknown> = Promise.resolve();
  #lines = 0;
  /** What the server does not hold yet, as far as this program knows: it goes before what follows, under the number that it had. */
  #waiting: Part[] = [];

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
      ...(options.parameters !== undefined && { parameters: options.parameters }),
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
   *
   * Where the server is away for longer than the client's patience, the frame is kept, and goes first with the next one; an empty frame
   * sends what is kept and nothing else. What the server refuses for good is dropped, and what was reported after it goes on in its place.
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
    this.#waiting.push(...this.#parts(frame, again));
    let appended: Appended | null = null;
    let refusal: unknown;
    for (let part = this.#waiting[0]; part; part = this.#waiting[0]) {
      try {
        appended = await this.#report(part);
      } catch (error) {
        if (!isFinal(error)) throw error;
        refusal ??= error;
      }
      this.#waiting.shift();
    }
    if (refusal !== undefined) throw refusal;
    return appended;
  }

  #parts(frame: string, again?: boolean): Part[] {
    if (frame === "") return [];
    const lines = frame.split("\n");
    const begun = this.#lines > 0 || this.#waiting.length > 0;
    // A battle that is sent again is compared as a whole; it is never so long that the server would refuse it.
    if (again ?? (begun && lines.some((line) => line.startsWith("|init|")))) return [{ lines, again: true }];
    const parts: Part[] = [];
    for (let from = 0; from < lines.length; from += LINES) parts.push({ lines: lines.slice(from, from + LINES), again: false });
    return parts;
  }

  async #report({ lines, again }: Part): Promise<Appended> {
    const place = again ? { from_line: 0, resync: true } : { from_line: this.#lines };
    const appended = await this.table.protocol({ channel: this.side, ...place, lines: [...lines] });
    if (again) await this.#recount();
    else this.#lines += lines.filter((line) => !line.startsWith("|request|")).length;
    return appended;
  }

  async #recount(): Promise<void> {
    const { detail } = (await this.belief()).answer as { detail?: { lines?: number } };
    this.#lines = detail?.lines ?? 0;
  }
}

/** Whether sending the same once more would meet the same answer: not so where no answer came, or one that asks for time. */
function isFinal(error: unknown): boolean {
  return error instanceof ProblemError && error.status < 500 && ![408, 429].includes(error.status);
}
