import { serverSent } from "./event_stream.js";
import { CredenceError, errorOf } from "./problem.js";
import { fill, pause, problemOf, type Transport } from "./transport.js";
import type { paths } from "./openapi.js";

/** How a stream is followed. */
export interface FollowOptions {
  /** The first revision to send; if absent, what is recorded from now on. */
  from?: number;
  /** The id of the last entry that was read, by this program or an earlier one: what follows it is sent. */
  lastEventId?: string;
  /** Ends the stream, as leaving the loop does. */
  signal?: AbortSignal;
  /** An older copy of the log was restored, and all of it follows from the start: forget what was read. Without it, that is an error. */
  onReset?: () => void;
}

/** An entry of a stream, and the id by which it is resumed behind it. */
export interface Followed<T> {
  id: string;
  value: T;
}

const FIRST_WAIT = 50;
const LONGEST_WAIT = 2_000;

/** Follows a stream for as long as it is read: where the connection ends, it goes on behind the last entry, without gap or repeat. */
export async function* follow<T>(
  transport: Transport,
  path: keyof paths,
  names: Record<string, string>,
  query: object,
  options: FollowOptions,
): AsyncGenerator<Followed<T>, void, undefined> {
  let last = options.lastEventId;
  const leave = new AbortController();
  const stop = () => leave.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    for (let attempt = 0; ; attempt += 1) {
      let wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
      const limit = transport.limit(leave.signal);
      // Whether what is thrown is the caller's own, or says that an answer is not what it should be: no later attempt cures that.
      let final = false;
      try {
        const headers: Record<string, string> = { accept: "text/event-stream" };
        if (last !== undefined) headers["last-event-id"] = last;
        const url = fill(path, names, last === undefined ? query : { ...query, from: undefined });
        const response = await transport.open({ method: "GET", url, headers, repeatable: true }, limit);
        if (!response.ok || !response.body) {
          const error = errorOf(await problemOf(response));
          const later = response.headers.get("retry-after");
          if ((response.status !== 429 && response.status !== 503) || later === null) throw error;
          wait = Math.max(wait, Number(later) * 1_000);
        } else {
          for await (const sent of serverSent(response.body, limit)) {
            if (sent.data !== "") attempt = 0;
            if (sent.event === "reset") {
              if (!options.onReset) throw new CredenceError("an older copy of the log was restored: what was read does not hold any more; give onReset, and forget it there");
              final = true;
              options.onReset();
              final = false;
              last = sent.id;
              if ("from" in query) query = { ...query, from: 0 };
            } else if (sent.data === "") {
              // Where "from now on" began, before any event.
              last = sent.id ?? last;
            } else if (sent.id !== undefined && sent.event === "message") {
              final = true;
              const value = JSON.parse(sent.data) as T;
              final = false;
              last = sent.id;
              yield { id: sent.id, value };
            }
          }
        }
      } catch (error) {
        if (leave.signal.aborted) return;
        if (final || error instanceof CredenceError) throw error;
      } finally {
        limit.lift();
      }
      await pause(wait, leave.signal).catch(() => undefined);
      if (leave.signal.aborted) return;
    }
  } finally {
    options.signal?.removeEventListener("abort", stop);
    leave.abort();
  }
}
