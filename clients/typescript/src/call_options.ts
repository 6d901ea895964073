import { ConnectionError, CredenceError } from "./problem.js";
import { milliseconds, timer } from "./settings.js";

/** What ends a call early. What it reported may be recorded all the same, until the table's next report settles it: the same again is recorded once, and if something else is reported next, it stands right before that, or never. */
export interface CallOptions {
  /** Ends the call when it aborts; the call throws its reason. */
  signal?: AbortSignal | undefined;
  /** For how many seconds the call may take in all: waiting for earlier reports, and all that is sent again. Then it is a `ConnectionError`. */
  timeout?: number | undefined;
}

/** How something is reported. */
export interface ReportOptions extends CallOptions {
  /** The game's revision as this program knows it: if another event came in between, nothing is recorded, and the problem is `/problems/revision-moved`. */
  ifRevision?: number | undefined;
}

/** Does work within what a call is given; its time begins now. */
export async function within<T>({ signal, timeout }: CallOptions, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  if (timeout === undefined) return work(signal);
  const time = new AbortController();
  const over = () => time.abort(new ConnectionError(`the ${timeout} s that the call was given are over: whether it was done is not known. What was reported may be reported again, it is recorded once`));
  const ending = timer(over, milliseconds("timeout", timeout, { orNone: false }));
  try {
    return await work(signal ? AbortSignal.any([signal, time.signal]) : time.signal);
  } finally {
    clearTimeout(ending);
  }
}

/** What a promise gives, or the signal's reason as soon as that aborts. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The header of a condition. */
export function condition({ ifRevision }: ReportOptions): { headers?: Record<string, string> } {
  if (ifRevision === undefined) return {};
  if (!(Number.isSafeInteger(ifRevision) && ifRevision >= 0)) throw new CredenceError(`ifRevision is ${ifRevision}: it is a revision of the game, a whole number from 0`);
  return { headers: { "if-match": `"${ifRevision}"` } };
}
