// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"liars_dice", T>;

/** Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
export class LiarsDiceTable extends Table<"liars_dice"> {
  /** A bid. */
  bid(data: Data<"bid">): Promise<Appended> {
    return this.append({ type: "bid", data });
  }

  /** The standing bid is called a lie. */
  call(data: Data<"call">): Promise<Appended> {
    return this.append({ type: "call", data });
  }

  /** Dice are lost or won. */
  diceChange(data: Data<"dice_change">): Promise<Appended> {
    return this.append({ type: "dice_change", data });
  }

  /** The standing bid is said to be exactly right. */
  exact(data: Data<"exact">): Promise<Appended> {
    return this.append({ type: "exact", data });
  }

  /** All cups are lifted, which ends the round. */
  reveal(data: Data<"reveal">): Promise<Appended> {
    return this.append({ type: "reveal", data });
  }

  /** The dice of one seat; seen by it only. */
  roll(data: Data<"roll">): Promise<Appended> {
    return this.append({ type: "roll", data });
  }

  /** A round begins: all dice are rolled anew. */
  round(data: Data<"round">): Promise<Appended> {
    return this.append({ type: "round", data });
  }
}
