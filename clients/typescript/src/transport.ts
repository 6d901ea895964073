import { wholeBody } from "./body.js";
import type { Answer, Item, PathOf, Query } from "./contract.js";
import type { paths } from "./openapi.js";
import { ConnectionError, CredenceError, errorOf, ProblemError, type Problem, type SentEvent } from "./problem.js";
import { TimeLimit } from "./time_limit.js";

/** How a server is asked. */
export interface TransportOptions {
  /** A key of the server, as `credence keys create` prints it. A server on this machine may need none. */
  key?: string;
  /** For how many seconds a server that is away or busy is asked again; 30 if absent, 0 for never. */
  patience?: number;
  /** After how many seconds of silence a connection counts as broken; 90 if absent. A server may think for 60 (its `limits.request_seconds`). */
  timeout?: number;
  /** Another fetch, such as one with a proxy. */
  fetch?: typeof fetch;
}

/** One request. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether doing it twice is the same as doing it once, so that a broken connection is no reason to give up. */
  repeatable: boolean;
  /** The events in the body, for the error that names the offending one. */
  events?: readonly SentEvent[];
}

const FIRST_WAIT = 50;
const LONGEST_WAIT = 2_000;

/** Sends requests: with the key, again where that is safe, and with problems as typed errors. */
export class Transport {
  readonly base: string;
  readonly #key: string | undefined;
  readonly #patience: number;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  constructor(url: string, options: TransportOptions) {
    if (!/^https?:\/\//.test(url)) throw new CredenceError(`${JSON.stringify(url)} is no server's address; write one such as "http://127.0.0.1:7420"`);
    this.base = url.replace(/\/+$/, "");
    this.#key = options.key;
    this.#patience = (options.patience ?? 30) * 1_000;
    this.#timeout = options.timeout ?? 90;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  get<P extends PathOf<"get">>(path: P, names: Record<string, string | number>, query?: Query<P>, signal?: AbortSignal): Promise<Answer<P, "get">> {
    return this.json({ method: "GET", url: fill(path, names, query), repeatable: true, ...(signal && { signal }) });
  }

  /** A list to its end, a page at a time: long pages, or the usual ones of a server that allows none as long. */
  async *list<P extends PathOf<"get">>(path: P, names: Record<string, string | number>, query?: Query<P>): AsyncGenerator<Item<P>, void, undefined> {
    let asked: object = { limit: 1_000, ...query };
    const next = () => this.json<{ items: Item<P>[]; next?: string }>({ method: "GET", url: fill(path, names, asked), repeatable: true });
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

  async json<T>(call: Call): Promise<T> {
    return this.send(call, (body) => (body.byteLength === 0 ? undefined : JSON.parse(new TextDecoder().decode(body))) as T);
  }

  /** Sends until an answer was read whole, a problem came that waiting does not cure, or patience ends. */
  async send<T>(call: Call, read: (body: ArrayBuffer) => T): Promise<T> {
    const end = Date.now() + this.#patience;
    for (let attempt = 0; ; attempt += 1) {
      let cause: unknown;
      let wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
      const limit = this.limit(call.signal);
      try {
        const response = await this.open(call, limit);
        if (response.ok) return read(await wholeBody(response, limit));
        // Deleted by an earlier attempt, whose answer was lost.
        if (attempt > 0 && call.method === "DELETE" && (response.status === 404 || response.status === 410)) return read(new ArrayBuffer(0));
        const problem = await problemOf(response);
        const error = errorOf(problem, call.events);
        // These two say that nothing was done; another 503 leaves that open.
        const undone = response.status === 429 || problem.type === "/problems/overloaded";
        const later = undone || (response.status === 503 && call.repeatable) ? response.headers.get("retry-after") : null;
        if (later === null) throw error;
        wait = Math.max(wait, Number(later) * 1_000);
        if (Date.now() + wait > end) throw error;
      } catch (error) {
        if (error instanceof CredenceError || call.signal?.aborted) throw error;
        cause = error;
        if (!call.repeatable || Date.now() + wait > end) {
          const cure = call.repeatable ? "is it running? The same may be asked again" : "whether it was done is not known: look before asking again";
          throw new ConnectionError(`${this.base} did not answer ${call.method} ${call.url}: ${cure}`, { cause });
        }
      } finally {
        limit.lift();
      }
      await pause(wait, call.signal);
    }
  }

  /** A limit on a connection's silence. A fetch needs one: node's is known to wait for ever where a server dies just as it accepts. */
  limit(signal?: AbortSignal): TimeLimit {
    return new TimeLimit(this.#timeout, signal);
  }

  /** Sends once. */
  open(call: Call, limit: TimeLimit): Promise<Response> {
    const headers = new Headers(call.headers);
    if (this.#key !== undefined) headers.set("authorization", `Bearer ${this.#key}`);
    if (call.body !== undefined) headers.set("content-type", "application/json");
    const init: RequestInit = { method: call.method, headers, signal: limit.signal };
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    return this.#fetch(this.base + call.url, init);
  }
}

/** A path with its names filled in, and what stands after the question mark. */
export function fill(path: keyof paths, names: Record<string, string | number>, query: object = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, Array.isArray(value) ? value.join(",") : String(value)]));
  return pairs.length === 0 ? filled : `${filled}?${search.toString()}`;
}

/** What was wrong. An answer of something else than Credence is told as such; where it is a gateway's that misses its server, the server is away. */
export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("application/problem+json")) return JSON.parse(text) as Problem;
  const said = `${response.url} answered ${response.status} without a problem of Credence: is this its address? It said ${JSON.stringify(text.slice(0, 200))}`;
  throw [502, 503, 504].includes(response.status) ? new Error(said) : new ConnectionError(said);
}

/** Waits, and no longer than the signal lets it. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
