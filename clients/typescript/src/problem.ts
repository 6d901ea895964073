import type { Schemas } from "./contract.js";

/** Any problem of the contract; its `type` says which. */
export type Problem = Schemas["Problem"];
/** The problem of one type. */
export type ProblemOf<T extends Problem["type"]> = Extract<Problem, { type: T }>;

/** An event as it was sent, with its id. */
export interface SentEvent {
  id?: string;
  type: string;
  data?: unknown;
}

/** Everything that this client throws on purpose. */
export class CredenceError extends Error {
  override name = "CredenceError";
}

/** No answer of Credence came: what was asked may have been done or not. The same event may be reported again, it is recorded once. */
export class ConnectionError extends CredenceError {
  override name = "ConnectionError";
}

/** What an error says, and what it says of its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node names no reason but a code where it tried several addresses of one name.
  const said = error.message || (error as { code?: string }).code || error.name;
  return error.cause === undefined || error instanceof CredenceError ? said : `${said}: ${reasonOf(error.cause)}`;
}

/** The server answered with a problem, and changed nothing. */
export class ProblemError<P extends Problem = Problem> extends CredenceError {
  override name = "ProblemError";
  /** The part of the body that is wrong, as a JSON pointer. */
  readonly pointer: string | undefined;
  /** Revisions of the events that stand against what was sent. */
  readonly evidence: readonly number[];
  /** Events before it in the same request that stand against it, as JSON pointers. */
  readonly evidenceInRequest: readonly string[];
  /** The event that the server did not take, where the request held events. */
  readonly event: SentEvent | undefined;

  constructor(
    readonly problem: P,
    events: readonly SentEvent[] = [],
    /** By which the server's log names the request. */
    readonly requestId?: string,
    /** What to do about it, where this program knows more of that than the server. */
    cure?: string,
  ) {
    const fields: { pointer?: string; evidence?: number[]; evidence_in_request?: string[] } = problem;
    const event = offending(fields.pointer, events);
    const about = event ? ` (event ${JSON.stringify(event)})` : "";
    const named = problem.status >= 500 && requestId !== undefined ? `; request ${requestId}` : "";
    super(`${problem.title}: ${problem.detail}${about}${named}${cure === undefined ? "" : `: ${cure}`}`);
    this.pointer = fields.pointer;
    this.evidence = fields.evidence ?? [];
    this.evidenceInRequest = fields.evidence_in_request ?? [];
    this.event = event;
  }

  get status(): number {
    return this.problem.status;
  }

  /** Whether the problem is of this type, and then its own fields are known to the compiler. */
  is<T extends Problem["type"]>(type: T): this is ProblemError<ProblemOf<T>> {
    return this.problem.type === type;
  }
}

/** The event cannot be true if the log is: `evidence` names the revisions that stand against it, `evidenceInRequest` the events before it in the request. */
export class ContradictionError extends ProblemError<ProblemOf<"/problems/contradiction">> {
  override name = "ContradictionError";
}

/** The event breaks a rule of the game at this table; `problem.rule` names it. */
export class RefusalError extends ProblemError<ProblemOf<"/problems/refusal">> {
  override name = "RefusalError";
}

/**
 * This author has reported something else under this number: the bot that started again does not play the same game, or two share a seat. A bot that starts again in the
 * middle calls `await table.resume()` first; two that share a seat are each given an `author` of their own.
 */
export class IdReusedError extends ProblemError<ProblemOf<"/problems/id-reused">> {
  override name = "IdReusedError";
}

/** No such game, player or path, or another tenant has it. */
export class NotFoundError extends ProblemError<ProblemOf<"/problems/not-found">> {
  override name = "NotFoundError";
}

/** Makes the error of a problem. */
export function errorOf(problem: Problem, events: readonly SentEvent[] = [], requestId?: string): ProblemError {
  switch (problem.type) {
    case "/problems/contradiction":
      return new ContradictionError(problem, events, requestId);
    case "/problems/refusal":
      return new RefusalError(problem, events, requestId);
    case "/problems/id-reused":
      return new IdReusedError(problem, events, requestId);
    case "/problems/not-found":
      return new NotFoundError(problem, events, requestId);
    default:
      return new ProblemError(problem, events, requestId);
  }
}

/** The event that a pointer into the body of a turn leads to. */
function offending(pointer: string | undefined, events: readonly SentEvent[]): SentEvent | undefined {
  const place = /^\/events\/(\d+)(\/|$)/.exec(pointer ?? "")?.[1];
  return place === undefined ? undefined : events[Number(place)];
}
