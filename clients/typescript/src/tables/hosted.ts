// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { Ruleset } from "../contract.js";
import type { Seat } from "../seat.js";
import { CatanTable } from "./catan.js";
import { HeartsTable } from "./hearts.js";
import { LiarsDiceTable } from "./liars_dice.js";
import { PokemonRandbatsTable } from "./pokemon_randbats.js";
import { VintoTable } from "./vinto.js";

/** The class of each ruleset's tables. */
export const TABLES = {
  catan: CatanTable,
  hearts: HeartsTable,
  liars_dice: LiarsDiceTable,
  pokemon_randbats: PokemonRandbatsTable,
  vinto: VintoTable,
};

/** The table of a ruleset. */
export type TableOf<R extends Ruleset> = InstanceType<(typeof TABLES)[R]>;
/** Opens a game's table, or sits down at one that stands: the same call does both, so that a bot may start again. */
type Open<R extends Ruleset> = (seat: Seat<R>) => Promise<TableOf<R>>;

/** A table of each ruleset that a server hosts. */
export abstract class Hosted {
  /** Catan: who holds which resources and development cards, through steals and discards that nobody saw */
  readonly catan: Open<"catan"> = (seat) => this.open("catan", seat);
  /** Hearts: who holds which card, from passes, voids and the way cards are played */
  readonly hearts: Open<"hearts"> = (seat) => this.open("hearts", seat);
  /** Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught */
  readonly liarsDice: Open<"liars_dice"> = (seat) => this.open("liars_dice", seat);
  /** Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines */
  readonly pokemonRandbats: Open<"pokemon_randbats"> = (seat) => this.open("pokemon_randbats", seat);
  /** Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls */
  readonly vinto: Open<"vinto"> = (seat) => this.open("vinto", seat);

  /** Opens a table of a ruleset that is named. */
  abstract open<R extends Ruleset>(ruleset: R, seat: Seat<R>): Promise<TableOf<R>>;
}
