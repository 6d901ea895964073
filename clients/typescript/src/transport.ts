import { failureOf, isWanted, LONGEST_PROBLEM, problemIn, readJson, type Failure, type Wanted } from "./answer.js";
import { wholeBody } from "./body.js";
import { within, type CallOptions } from "./call_options.js";
import type { Answer, Item, PathOf, Query } from "./contract.js";
import type { paths } from "./openapi.js";
import { Patience, pause } from "./patience.js";
import { ConnectionError, CredenceError, ProblemError, reasonOf, type SentEvent } from "./problem.js";
import { addressOf, keyOf, onlyFields } from "./settings.js";
import { TimeLimit } from "./time_limit.js";

/** How a server is asked. */
export interface TransportOptions {
  /** A key of the server, as `credence keys create` prints it. A server on this machine may need none. */
  key?: string;
  /** For how many seconds after its first failure a server that is away or busy is asked again; 30 if absent, 0 for never. */
  patience?: number;
  /** After how many seconds of silence a connection counts as broken; 90 if absent. A server may think for 60 (its `limits.request_seconds`). */
  timeout?: number;
  /** Is told of each failure after which the same is asked again, such as `(retry) => console.warn(retry.message)`. */
  onRetry?: (retry: Retry) => void;
  /** Another fetch, such as one with a proxy. */
  fetch?: typeof fetch;
}

const FIELDS = ["key", "patience", "timeout", "onRetry", "fetch"] as const satisfies readonly (keyof TransportOptions)[];

/** Something failed, and is tried again. */
export interface Retry {
  /** All of it in a sentence. */
  message: string;
  method: string;
  /** What was asked for: the path, and what follows it. */
  path: string;
  /** How often it has failed in a row. */
  failures: number;
  /** In how many seconds it is asked again. */
  wait: number;
  cause: unknown;
}

/** One request. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Whether doing it twice is the same as doing it once, so that a broken connection is no reason to give up. */
  repeatable: boolean;
  /** The events in the body, for the error that names the offending one. */
  events?: readonly SentEvent[];
  /** Seconds, where they are not those of the client. */
  patience?: number | undefined;
}

/** A call as it is sent, each time. */
interface Request extends Call {
  /** The whole address. */
  where: string;
  init: RequestInit;
}

/** Sends requests: with the key, again where that is safe, and with problems as typed errors. */
export class Transport {
  readonly base: string;
  readonly #key: string | undefined;
  readonly #patience: number;
  readonly #timeout: number;
  readonly #onRetry: ((retry: Retry) => void) | undefined;
  readonly #fetch: typeof fetch;

  constructor(url: string, options: TransportOptions) {
    onlyFields("connect", options, FIELDS);
    this.base = addressOf(url);
    this.#key = options.key === undefined ? undefined : keyOf(options.key);
    this.#patience = options.patience ?? 30;
    this.#timeout = options.timeout ?? 90;
    this.#onRetry = options.onRetry;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    // A mistake in these is told here, too.
    this.patience();
    this.limit().lift();
  }

  get<P extends PathOf<"get">>(path: P, names: Record<string, string | number>, query: Query<P> | undefined, options: CallOptions): Promise<Answer<P, "get">> {
    return within(options, (signal) => this.json({ method: "GET", url: fill(path, names, query), repeatable: true, signal }));
  }

  /** A list to its end, a page at a time: long pages, or the usual ones of a server that allows none as long. */
  async *list<P extends PathOf<"get">>(path: P, names: Record<string, string | number>, query?: Query<P>, signal?: AbortSignal): AsyncGenerator<Item<P>, void, undefined> {
    let asked: object = { limit: 1_000, ...query };
    const next = () => this.json<{ items: Item<P>[]; next?: string }>({ method: "GET", url: fill(path, names, asked), repeatable: true, signal }, (page) => Array.isArray(page.items));
    for (;;) {
      const page = await next().catch((error: unknown) => {
        if (!(error instanceof ProblemError && error.is("/problems/over-limit") && "limit" in asked)) throw error;
        const { limit: _, ...usual } = asked;
        asked = usual;
        return next();
      });
      yield* page.items;
      if (page.next === undefined) return;
      asked = { ...asked, cursor: page.next };
    }
  }

  /** Asks for JSON. Where only some JSON is an answer, `has` says which. */
  json<T>(call: Call, has: (answer: T) => boolean = () => true): Promise<T> {
    return this.send(call, "json", (body, where) => readJson(where, body, has));
  }

  /** Asks for something to be done that is answered without a word. */
  nothing(call: Call): Promise<void> {
    return this.send(call, "nothing", () => undefined);
  }

  /** Sends until an answer was read whole, a problem came that waiting does not cure, or patience ends. */
  async send<T>(call: Call, wanted: Wanted, read: (body: ArrayBuffer, where: string) => T): Promise<T> {
    const request = this.prepared(call);
    const patience = this.patience(call.patience);
    // Whether an earlier attempt may have done it.
    let perhapsDone = false;
    for (;;) {
      let failure: Failure;
      const limit = this.limit(call.signal);
      try {
        const response = await this.open(request, limit);
        const isAnswer = isWanted(response, wanted);
        const body = await wholeBody(response, limit, isAnswer ? Infinity : LONGEST_PROBLEM);
        if (isAnswer) return read(body, request.where);
        // Deleted by an earlier attempt, whose answer was lost.
        const isGone = [404, 410].includes(response.status) && problemIn(response, body) !== undefined;
        if (isGone && perhapsDone && call.method === "DELETE") return read(new ArrayBuffer(0), request.where);
        failure = failureOf(request, response, body);
      } catch (error) {
        if (call.signal?.aborted) throw call.signal.reason;
        if (error instanceof CredenceError) throw error;
        failure = { cause: error, after: 0, undone: neverSent(error) };
      } finally {
        limit.lift();
      }
      perhapsDone ||= !failure.undone;
      await this.rest(call, failure, patience, call.signal);
    }
  }

  /** Waits before the next attempt. Where there may be none, the failure is thrown. */
  async rest(call: Call, failure: Failure, patience: Patience, signal: AbortSignal | undefined): Promise<void> {
    const wait = patience.pause(failure.after);
    if (wait === null || !(call.repeatable || failure.undone)) {
      if (failure.cause instanceof ProblemError) throw failure.cause;
      const cure = call.repeatable ? "is it running? The same may be asked again" : "whether it was done is not known: look before asking again";
      throw new ConnectionError(`${this.base} did not answer ${call.method} ${call.url}: ${cure} (${reasonOf(failure.cause)})`, { cause: failure.cause });
    }
    const { method, url: path } = call;
    const message = `${this.base}: ${method} ${path} failed (${reasonOf(failure.cause)}), and is tried again in ${wait / 1_000} s`;
    this.#onRetry?.({ message, method, path, failures: patience.failures, wait: wait / 1_000, cause: failure.cause });
    await pause(wait, signal);
  }

  patience(seconds: number = this.#patience): Patience {
    return new Patience(seconds);
  }

  /** A limit on a connection's silence. A fetch needs one: node's is known to wait for ever where a server dies just as it accepts. */
  limit(signal?: AbortSignal): TimeLimit {
    return new TimeLimit(this.#timeout, signal);
  }

  /** Makes of a call what is sent. What cannot be sent is the program's own mistake, which no later attempt cures. */
  prepared(call: Call): Request {
    try {
      const headers = new Headers(call.headers);
      if (this.#key !== undefined) headers.set("authorization", `Bearer ${this.#key}`);
      // Whoever leads elsewhere is not this server, and a report that is led there becomes a question.
      const init: RequestInit = { method: call.method, headers, redirect: "manual" };
      if (call.body !== undefined) {
        headers.set("content-type", "application/json");
        init.body = JSON.stringify(call.body, sendable);
      }
      return { ...call, where: this.base + call.url, init };
    } catch (cause) {
      throw unsendable(call, cause);
    }
  }

  /** Sends once. */
  async open(request: Request, limit: TimeLimit): Promise<Response> {
    try {
      return await this.#fetch(request.where, { ...request.init, signal: limit.signal });
    } catch (error) {
      // Node says so; a browser does not tell scripts why it sends nothing.
      if (!(error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port")) throw error;
      throw new CredenceError(`${this.base}: fetch opens no connection to port ${new URL(this.base).port}; have the server listen on another`, { cause: error });
    }
  }
}

/** What a body says now, as JSON does: whatever becomes of its objects afterwards, this is what is sent. */
export function told<T>(call: Pick<Call, "method" | "url"> & { body: T }): T {
  try {
    return JSON.parse(JSON.stringify(call.body, sendable)) as T;
  } catch (cause) {
    throw unsendable(call, cause);
  }
}

/** JSON would say null in place of a number that it has not, and null says that nobody knows it. */
function sendable(field: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw new TypeError(`${field} is ${value}: JSON has no number for it; leave the field out where it is not known`);
}

/** Why a connection was not made, as node says it. A browser does not. */
const NO_CONNECTION: unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Whether nothing can have been done, because no connection was made. */
function neverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && NO_CONNECTION.includes(cause.code);
}

function unsendable({ method, url }: Pick<Call, "method" | "url">, cause: unknown): CredenceError {
  return new CredenceError(`${method} ${url} cannot be sent: ${reasonOf(cause)}`, { cause });
}

/** A path with its names filled in, and what stands after the question mark. */
export function fill(path: keyof paths, names: Record<string, string | number>, query: object = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, Array.isArray(value) ? value.join(",") : String(value)]));
  return pairs.length === 0 ? filled : `${filled}?${search.toString()}`;
}
