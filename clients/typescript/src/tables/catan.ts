// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"catan", T>;

/** Catan: who holds which resources and development cards, through steals and discards that nobody saw */
export class CatanTable extends Table<"catan"> {
  /** Asserts the bank's stock of the resources listed. */
  bankStock(data: Data<"bank_stock">): Promise<Appended> {
    return this.append({ type: "bank_stock", data });
  }

  /** A trade with the bank or a harbour. */
  bankTrade(data: Data<"bank_trade">): Promise<Appended> {
    return this.append({ type: "bank_trade", data });
  }

  /** Something was built or bought, and paid for unless `free`. */
  build(data: Data<"build">): Promise<Appended> {
    return this.append({ type: "build", data });
  }

  /** Half a hand to the bank, on a seven. */
  discard(data: Data<"discard">): Promise<Appended> {
    return this.append({ type: "discard", data });
  }

  /** Asserts a whole hand; seen by its seat only. */
  hand(data: Data<"hand">): Promise<Appended> {
    return this.append({ type: "hand", data });
  }

  /** Asserts the size of a hand. */
  handSize(data: Data<"hand_size">): Promise<Appended> {
    return this.append({ type: "hand_size", data });
  }

  /** All cards of one resource from all others. Plays the card itself. */
  monopoly(data: Data<"monopoly">): Promise<Appended> {
    return this.append({ type: "monopoly", data });
  }

  /** A proposed trade. */
  offer(data: Data<"offer">): Promise<Appended> {
    return this.append({ type: "offer", data });
  }

  /** A knight, road building or victory point was turned up. */
  playDevCard(data: Data<"play_dev_card">): Promise<Appended> {
    return this.append({ type: "play_dev_card", data });
  }

  /** A trade between two seats. */
  playerTrade(data: Data<"player_trade">): Promise<Appended> {
    return this.append({ type: "player_trade", data });
  }

  /** Cards from the bank: dice, and the starting resources. */
  production(data: Data<"production">): Promise<Appended> {
    return this.append({ type: "production", data });
  }

  /** The open offer was turned down. */
  refuse(data: Data<"refuse">): Promise<Appended> {
    return this.append({ type: "refuse", data });
  }

  /** Joining in the middle of a game; must be the first event. */
  start(data: Data<"start">): Promise<Appended> {
    return this.append({ type: "start", data });
  }

  /** A card drawn at random from another hand. */
  steal(data: Data<"steal">): Promise<Appended> {
    return this.append({ type: "steal", data });
  }

  /** A turn began; lets tendencies count turns. */
  turn_(data: Data<"turn">): Promise<Appended> {
    return this.append({ type: "turn", data });
  }

  /** Two cards of choice from the bank. Plays the card itself. */
  yearOfPlenty(data: Data<"year_of_plenty">): Promise<Appended> {
    return this.append({ type: "year_of_plenty", data });
  }
}
