export { ClientBattle } from "./battle.js";
export { BelievedPokemon, type Chances } from "./believed.js";
export { ClientFoes } from "./foes.js";
