// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"vinto", T>;

/** Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
export class VintoTable extends Table<"vinto"> {
  /** King: a seat names the rank of a card. */
  declare(data: Data<"declare">): Promise<Appended> {
    return this.append({ type: "declare", data });
  }

  /** The drawn card goes to the discard pile. */
  discard(data: Data<"discard">): Promise<Appended> {
    return this.append({ type: "discard", data });
  }

  /** The seat to act takes the top of the draw pile. */
  draw(data: Data<"draw">): Promise<Appended> {
    return this.append({ type: "draw", data });
  }

  /** Ace: another seat takes the top of the draw pile into its row, unseen. */
  forceDraw(data: Data<"force_draw">): Promise<Appended> {
    return this.append({ type: "force_draw", data });
  }

  /** A seat looks at a card. */
  peek(data: Data<"peek">): Promise<Appended> {
    return this.append({ type: "peek", data });
  }

  /** A seat takes the top of the draw pile into its row, unseen, for a mistake. */
  penalty(data: Data<"penalty">): Promise<Appended> {
    return this.append({ type: "penalty", data });
  }

  /** All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top. */
  reshuffle(data: Data<"reshuffle">): Promise<Appended> {
    return this.append({ type: "reshuffle", data });
  }

  /** All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to shuffle. */
  reveal(data: Data<"reveal">): Promise<Appended> {
    return this.append({ type: "reveal", data });
  }

  /** A shuffled deck is dealt: a row to each seat, face down. */
  round(data: Data<"round">): Promise<Appended> {
    return this.append({ type: "round", data });
  }

  /** The drawn card goes into the own row, and the card that lay there to the discard pile. */
  swap(data: Data<"swap">): Promise<Appended> {
    return this.append({ type: "swap", data });
  }

  /** Jack and Queen: two cards change places, or not. */
  switch(data: Data<"switch">): Promise<Appended> {
    return this.append({ type: "switch", data });
  }

  /** Instead of drawing, the seat to act takes the top of the discard pile, to play its action. */
  takeDiscard(data: Data<"take_discard">): Promise<Appended> {
    return this.append({ type: "take_discard", data });
  }

  /** A seat throws own cards after the one just discarded. */
  tossIn(data: Data<"toss_in">): Promise<Appended> {
    return this.append({ type: "toss_in", data });
  }

  /** The time to toss in is over. */
  tossWindow(data: Data<"toss_window">): Promise<Appended> {
    return this.append({ type: "toss_window", data });
  }

  /** A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`. */
  useAction(data: Data<"use_action">): Promise<Appended> {
    return this.append({ type: "use_action", data });
  }

  /** A seat calls the round: every other seat has one more turn. */
  vinto(data: Data<"vinto">): Promise<Appended> {
    return this.append({ type: "vinto", data });
  }
}
