import type { Battle } from "@pkmn/client";
import type { Server } from "../server.js";
import { ShowdownBattle, type BattleOptions } from "../showdown/battle.js";
import type { Appended } from "../table.js";
import { ClientFoes } from "./foes.js";

/** Stands beside a `Battle` of `@pkmn/client`: hands it the lines that it reports, and says what is believed of its Pokémon. */
export class ClientBattle {
  private constructor(
    readonly battle: Battle,
    /** The battle as it is reported, for what is asked beyond the Pokémon that were shown. */
    readonly reported: ShowdownBattle,
  ) {}

  /** Sits down at the battle's table, as `ShowdownBattle.join` does. The `Battle` is the bot's own, with its generations and its player. */
  static async join(server: Server, battle: Battle, options: BattleOptions): Promise<ClientBattle> {
    return new ClientBattle(battle, await ShowdownBattle.join(server, options));
  }

  /**
   * Takes a frame as it came: `@pkmn/client` reads it at once, also where the server is away, and then it is reported. A battle that is sent again
   * from its start, as after a rejoin, is known by its `|init|` line, or `again` says so: `@pkmn/client` begins anew then, with new objects.
   */
  receive(frame: string, options: { again?: boolean } = {}): Promise<Appended | null> {
    const lines = frame.split("\n");
    if (options.again ?? lines.some((line) => line.startsWith("|init|"))) this.#beginAnew();
    for (const line of lines) this.battle.add(line);
    return this.reported.receive(frame, options);
  }

  /** What is believed of the other side's Pokémon, now. */
  async foes(): Promise<ClientFoes> {
    const { battle, reported } = this;
    const foes = await reported.foes();
    return new ClientFoes(foes, reported.side === "p1" ? battle.p2 : battle.p1, (who, top) => reported.sets(who, top));
  }

  #beginAnew(): void {
    this.battle.reset();
    for (const side of this.battle.sides) side.reset();
  }
}
