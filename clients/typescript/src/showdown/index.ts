export { ShowdownBattle, type BattleOptions, type Sets, type Side } from "./battle.js";
export { Foes, type Shown } from "./foes.js";
export { Member } from "./member.js";
