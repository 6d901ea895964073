// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"hearts", T>;

/** Hearts: who holds which card, from passes, voids and the way cards are played */
export class HeartsTable extends Table<"hearts"> {
  /** Thirteen cards to each seat. */
  deal(data: Data<"deal">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "deal", data }], options);
  }

  /** The deal is scored, and what is left of it thrown in. */
  dealEnd(data: Data<"deal_end">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "deal_end", data }], options);
  }

  /** A seat laid three cards aside for another. They change hands when all four seats have done so. */
  pass(data: Data<"pass">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "pass", data }], options);
  }

  /** A card to the trick. */
  play(data: Data<"play">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "play", data }], options);
  }

  /** A seat took up the three cards that were passed to it. */
  receive(data: Data<"receive">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "receive", data }], options);
  }
}
