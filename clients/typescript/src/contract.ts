import type { components, paths } from "./openapi.js";
import type { Rulesets } from "./rulesets.js";

/** The contract's shapes by name. */
export type Schemas = components["schemas"];
/** The name of a ruleset. */
export type Ruleset = keyof Rulesets;
/** An event as it is reported. Its id is given by the client, so it has none here. */
export type EventOf<R extends Ruleset> = Reported<R, Rulesets[R]["event"]>;
/** What a retraction says: what takes the event's place is one of the same ruleset. */
export type RetractionOf<R extends Ruleset> = Omit<Schemas["RetractEvent"]["data"], "instead"> & { instead?: Rulesets[R]["instead"] };
/** An event as an observer sees it. */
export type ViewOf<R extends Ruleset> = Rulesets[R]["view"];
/** A question of a ruleset. */
export type QueryOf<R extends Ruleset> = Rulesets[R]["query"];
/** The answer to a question: it has the question's type. */
export type AnswerTo<R extends Ruleset, Q> = Q extends { type: infer T } ? Extract<Rulesets[R]["answer"], { type: T }> : never;
/** What an event of one type says. */
export type DataOf<R extends Ruleset, T extends string> = Extract<Rulesets[R]["event"], { type: T }> extends { data: infer D } ? D : never;
/** The house rules of a ruleset's tables. */
export type SetupOf<R extends Ruleset> = NonNullable<Rulesets[R]["open"]["setup"]>;
/** Sampled worlds of a ruleset. */
export type WorldsOf<R extends Ruleset> = Rulesets[R]["worlds"];

type Reported<R extends Ruleset, E> = E extends Schemas["RetractEvent"] ? Omit<E, "id" | "data"> & { data: RetractionOf<R> } : E extends unknown ? Omit<E, "id"> : never;

/** A path of the contract that can be asked with a method. */
export type PathOf<M extends "get" | "post" | "put" | "delete"> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
/** What a path answers, as JSON, when all is well. */
export type Answer<P extends keyof paths, M extends "get" | "post" | "put" | "delete"> = paths[P] extends Record<M, { responses: infer A }>
  ? Json<A[keyof A & (200 | 201)]>
  : never;
/** What a path takes after the question mark. */
export type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? NonNullable<Q> : never;
/** One entry of a path's list. */
export type Item<P extends keyof paths> = Answer<P, "get"> extends { items: (infer I)[] } ? I : never;

type Json<A> = A extends { content: { "application/json": infer J } } ? J : never;

/** Whose knowledge is asked for. */
export type Observer = "public" | "referee" | `seat:${number}`;
