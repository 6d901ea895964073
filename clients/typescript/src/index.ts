import { Server } from "./server.js";
import type { TransportOptions } from "./transport.js";

/** A server of Credence. Nothing is sent yet: the first question finds out whether it is there. */
export function connect(url: string, options: TransportOptions = {}): Server {
  return new Server(url, options);
}

export { Belief, Variable, type Outcome } from "./belief.js";
export type { AnswerTo, DataOf, EventOf, Observer, QueryOf, Ruleset, Schemas, ViewOf, WorldsOf } from "./contract.js";
export type { Followed, FollowOptions } from "./follow.js";
export type { paths } from "./openapi.js";
export { ConnectionError, ContradictionError, CredenceError, IdReusedError, NotFoundError, ProblemError, RefusalError, type Problem, type SentEvent } from "./problem.js";
export { Server, type Seat } from "./server.js";
export { Table, type Appended, type Draw, type Turn, type TurnAnswer, type WhatIf } from "./table.js";
export { CatanTable, HeartsTable, LiarsDiceTable, PokemonRandbatsTable, VintoTable } from "./tables/index.js";
export type { TransportOptions } from "./transport.js";
export { Truth } from "./truth.js";
export { Why, type Evidence } from "./why.js";
export { WorldArrays, type Column } from "./world_arrays.js";
