import { Server } from "./server.js";
import type { TransportOptions } from "./transport.js";

/** A server of Credence. Nothing is sent yet: the first question finds out whether it is there. */
export function connect(url: string, options: TransportOptions = {}): Server {
  return new Server(url, options);
}

export { Belief, Variable, type Outcome, type TurnBelief } from "./belief.js";
export type { CallOptions, ReportOptions } from "./call_options.js";
export type { AnswerTo, DataOf, EventOf, Observer, QueryOf, RetractionOf, Ruleset, Schemas, ViewOf, WorldsOf } from "./contract.js";
export type { Followed, FollowOptions } from "./follow.js";
export type { paths } from "./openapi.js";
export { ConnectionError, ContradictionError, CredenceError, IdReusedError, NotFoundError, ProblemError, RefusalError, type Problem, type SentEvent } from "./problem.js";
export type { Seat } from "./seat.js";
export { Server } from "./server.js";
export { Table, type Appended, type Draw, type Turn, type TurnAnswer, type WhatIf } from "./table.js";
export * from "./tables/index.js";
export type { Retry, TransportOptions } from "./transport.js";
export { Truth } from "./truth.js";
export { Why, type Evidence } from "./why.js";
export { WorldArrays, type Column } from "./world_arrays.js";
