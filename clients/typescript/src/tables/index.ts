// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import { CatanTable } from "./catan.js";
import { HeartsTable } from "./hearts.js";
import { LiarsDiceTable } from "./liars_dice.js";
import { PokemonRandbatsTable } from "./pokemon_randbats.js";
import { VintoTable } from "./vinto.js";

export { CatanTable, HeartsTable, LiarsDiceTable, PokemonRandbatsTable, VintoTable };

/** The class of each ruleset's tables. */
export const TABLES = {
  catan: CatanTable,
  hearts: HeartsTable,
  liars_dice: LiarsDiceTable,
  pokemon_randbats: PokemonRandbatsTable,
  vinto: VintoTable,
};
