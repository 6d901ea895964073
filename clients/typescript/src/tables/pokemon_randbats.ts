// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"pokemon_randbats", T>;

/** Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
export class PokemonRandbatsTable extends Table<"pokemon_randbats"> {
  /** Lines of the battle, as the server sent them. A player's own feed is seen by that player only. */
  protocol(data: Data<"protocol">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "protocol", data }], options);
  }

  /** What a player is asked to choose from, with its own team in full. Seen by that player only. */
  request(data: Data<"request">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "request", data }], options);
  }

  /** A side's whole team, reported for scoring. Seen by that side only. */
  team(data: Data<"team">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "team", data }], options);
  }
}
