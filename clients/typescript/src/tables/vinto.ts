// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"vinto", T>;

/** Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
export class VintoTable extends Table<"vinto"> {
  /** King: a seat names the rank of a card. */
  declare(data: Data<"declare">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "declare", data }], options);
  }

  /** The drawn card goes to the discard pile. */
  discard(data: Data<"discard">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "discard", data }], options);
  }

  /** The seat to act takes the top of the draw pile. */
  draw(data: Data<"draw">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "draw", data }], options);
  }

  /** Ace: another seat takes the top of the draw pile into its row, unseen. */
  forceDraw(data: Data<"force_draw">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "force_draw", data }], options);
  }

  /** A seat looks at a card. */
  peek(data: Data<"peek">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "peek", data }], options);
  }

  /** A seat takes the top of the draw pile into its row, unseen, for a mistake. */
  penalty(data: Data<"penalty">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "penalty", data }], options);
  }

  /** All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
  reshuffle(data: Data<"reshuffle">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "reshuffle", data }], options);
  }

  /** All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
  reveal(data: Data<"reveal">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "reveal", data }], options);
  }

  /** A shuffled deck is dealt: a row to each seat, face down. */
  round(data: Data<"round">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "round", data }], options);
  }

  /** The drawn card goes into the own row, and the card that lay there to the discard pile. */
  swap(data: Data<"swap">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "swap", data }], options);
  }

  /** Jack and Queen: two cards change places, or not. */
  switch(data: Data<"switch">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "switch", data }], options);
  }

  /** Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
  takeDiscard(data: Data<"take_discard">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "take_discard", data }], options);
  }

  /** A seat throws own cards after the one just discarded. */
  tossIn(data: Data<"toss_in">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "toss_in", data }], options);
  }

  /** The time to toss in is over. */
  tossWindow(data: Data<"toss_window">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "toss_window", data }], options);
  }

  /** A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
  useAction(data: Data<"use_action">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "use_action", data }], options);
  }

  /** A seat calls the round: every other seat has one more turn. */
  vinto(data: Data<"vinto">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "vinto", data }], options);
  }
}
