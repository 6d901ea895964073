// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"liars_dice", T>;

/** Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
export class LiarsDiceTable extends Table<"liars_dice"> {
  /** A bid. */
  bid(data: Data<"bid">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "bid", data }], options);
  }

  /** The standing bid is called a lie. */
  call(data: Data<"call">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "call", data }], options);
  }

  /** Dice are lost or won. */
  diceChange(data: Data<"dice_change">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "dice_change", data }], options);
  }

  /** The standing bid is said to be exactly right. */
  exact(data: Data<"exact">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "exact", data }], options);
  }

  /** All cups are lifted, which ends the round. */
  reveal(data: Data<"reveal">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "reveal", data }], options);
  }

  /** The dice of one seat; seen by it only. */
  roll(data: Data<"roll">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "roll", data }], options);
  }

  /** A round begins: all dice are rolled anew. */
  round(data: Data<"round">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "round", data }], options);
  }
}
