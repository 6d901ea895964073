// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"catan", T>;

/** Catan: who holds which resources and development cards, through steals and discards that nobody saw */
export class CatanTable extends Table<"catan"> {
  /** Asserts the bank's stock of the resources listed. */
  bankStock(data: Data<"bank_stock">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "bank_stock", data }], options);
  }

  /** A trade with the bank or a harbour. */
  bankTrade(data: Data<"bank_trade">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "bank_trade", data }], options);
  }

  /** Something was built or bought, and paid for unless `free`. */
  build(data: Data<"build">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "build", data }], options);
  }

  /** Half a hand to the bank, on a seven. */
  discard(data: Data<"discard">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "discard", data }], options);
  }

  /** Asserts a whole hand; seen by its seat only. */
  hand(data: Data<"hand">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "hand", data }], options);
  }

  /** Asserts the size of a hand. */
  handSize(data: Data<"hand_size">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "hand_size", data }], options);
  }

  /** All cards of one resource from all others. Plays the card itself. */
  monopoly(data: Data<"monopoly">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "monopoly", data }], options);
  }

  /** A proposed trade. */
  offer(data: Data<"offer">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "offer", data }], options);
  }

  /** A knight, road building or victory point was turned up. */
  playDevCard(data: Data<"play_dev_card">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "play_dev_card", data }], options);
  }

  /** A trade between two seats. */
  playerTrade(data: Data<"player_trade">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "player_trade", data }], options);
  }

  /** Cards from the bank: dice, and the starting resources. */
  production(data: Data<"production">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "production", data }], options);
  }

  /** An open offer was turned down. */
  refuse(data: Data<"refuse">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "refuse", data }], options);
  }

  /** The table as it stands: joining in the middle of a game, or going on after events were missed. */
  start(data: Data<"start">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "start", data }], options);
  }

  /** A card drawn at random from another hand. */
  steal(data: Data<"steal">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "steal", data }], options);
  }

  /** A turn began; lets tendencies count turns. */
  turn_(data: Data<"turn">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "turn", data }], options);
  }

  /** Two cards of choice from the bank. Plays the card itself. */
  yearOfPlenty(data: Data<"year_of_plenty">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "year_of_plenty", data }], options);
  }
}
