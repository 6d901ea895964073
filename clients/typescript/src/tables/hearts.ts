// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"hearts", T>;

/** Hearts: who holds which card, from passes, voids and the way cards are played */
export class HeartsTable extends Table<"hearts"> {
  /** Thirteen cards to each seat. */
  deal(data: Data<"deal">): Promise<Appended> {
    return this.append({ type: "deal", data });
  }

  /** The deal is scored, and what is left of it thrown in. */
  dealEnd(data: Data<"deal_end">): Promise<Appended> {
    return this.append({ type: "deal_end", data });
  }

  /** A seat laid three cards aside for another. They change hands when all four seats have done so. */
  pass(data: Data<"pass">): Promise<Appended> {
    return this.append({ type: "pass", data });
  }

  /** A card to the trick. */
  play(data: Data<"play">): Promise<Appended> {
    return this.append({ type: "play", data });
  }

  /** A seat took up the three cards that were passed to it. */
  receive(data: Data<"receive">): Promise<Appended> {
    return this.append({ type: "receive", data });
  }
}
