// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.
import type { components } from "./openapi.js";

type S = components["schemas"];

/** What each ruleset's tables take and give. */
export interface Rulesets {
  catan: {
    event: S["CatanEvent"] | S["EveryGameEvent"];
    instead: S["CatanInstead"];
    view: S["CatanView"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["CatanQuery"];
    answer: S["CatanAnswer"];
    worlds: S["CatanWorldsAnswer"];
    turn: S["CatanTurnAnswer"];
    open: S["CatanOpenRequest"];
    parameters: S["CatanParameters"];
  };
  hearts: {
    event: S["HeartsEvent"] | S["EveryGameEvent"];
    instead: S["HeartsInstead"];
    view: S["HeartsView"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["HeartsQuery"];
    answer: S["HeartsAnswer"];
    worlds: S["HeartsWorldsAnswer"];
    turn: S["HeartsTurnAnswer"];
    open: S["HeartsOpenRequest"];
    parameters: S["HeartsParameters"];
  };
  liars_dice: {
    event: S["LiarsDiceEvent"] | S["EveryGameEvent"];
    instead: S["LiarsDiceInstead"];
    view: S["LiarsDiceView"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["LiarsDiceQuery"];
    answer: S["LiarsDiceAnswer"];
    worlds: S["LiarsDiceWorldsAnswer"];
    turn: S["LiarsDiceTurnAnswer"];
    open: S["LiarsDiceOpenRequest"];
    parameters: S["LiarsDiceParameters"];
  };
  pokemon_randbats: {
    event: S["PokemonRandbatsEvent"] | S["EveryGameEvent"];
    instead: S["PokemonRandbatsInstead"];
    view: S["PokemonRandbatsView"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["PokemonRandbatsQuery"];
    answer: S["PokemonRandbatsAnswer"];
    worlds: S["PokemonRandbatsWorldsAnswer"];
    turn: S["PokemonRandbatsTurnAnswer"];
    open: S["PokemonRandbatsOpenRequest"];
    parameters: S["PokemonRandbatsParameters"];
  };
  vinto: {
    event: S["VintoEvent"] | S["EveryGameEvent"];
    instead: S["VintoInstead"];
    view: S["VintoView"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["VintoQuery"];
    answer: S["VintoAnswer"];
    worlds: S["VintoWorldsAnswer"];
    turn: S["VintoTurnAnswer"];
    open: S["VintoOpenRequest"];
    parameters: S["VintoParameters"];
  };
}
