// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
export { CatanTable } from "./catan.js";
export { HeartsTable } from "./hearts.js";
export { LiarsDiceTable } from "./liars_dice.js";
export { PokemonRandbatsTable } from "./pokemon_randbats.js";
export { VintoTable } from "./vinto.js";
