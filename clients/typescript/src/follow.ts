import { failureOf, isWanted, LONGEST_PROBLEM, type Failure } from "./answer.js";
import { wholeBody } from "./body.js";
import { serverSent } from "./event_stream.js";
import type { paths } from "./openapi.js";
import { CredenceError } from "./problem.js";
import { fill, type Call, type Transport } from "./transport.js";

/** A stream that stood for so many milliseconds did not break at once. */
const STOOD = 1_000;

/** How a stream is followed. */
export interface FollowOptions {
  /** The first revision to send; if absent, what is recorded from now on. */
  from?: number;
  /** The id of the last entry that was read, by this program or an earlier one: what follows it is sent. */
  lastEventId?: string;
  /** Ends the stream, as leaving the loop does. */
  signal?: AbortSignal;
  /** For how many seconds a server that does not answer any more is asked again, before that is an error; the client's `patience` if absent, `Infinity` for ever. */
  patience?: number;
  /** An older copy of the log was restored, and all of it follows from the start: forget what was read. Without it, that is an error. */
  onReset?: () => void;
}

/** An entry of a stream, and the id by which it is resumed behind it. */
export interface Followed<T> {
  id: string;
  value: T;
}

/** Follows a stream for as long as it is read: where the connection ends, it goes on behind the last entry, without gap or repeat. */
export async function* follow<T>(
  transport: Transport,
  path: keyof paths,
  names: Record<string, string>,
  query: object,
  options: FollowOptions,
): AsyncGenerator<Followed<T>, void, undefined> {
  let last = options.lastEventId;
  const patience = transport.patience(options.patience);
  const leave = new AbortController();
  const stop = () => leave.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    for (;;) {
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (last !== undefined) headers["last-event-id"] = last;
      const call: Call = { method: "GET", url: fill(path, names, last === undefined ? query : { ...query, from: undefined }), headers, repeatable: true };
      const request = transport.prepared(call);
      const limit = transport.limit(leave.signal);
      let failure: Failure = { cause: new Error("the stream ended"), after: 0, undone: true };
      // Whether what is thrown is the caller's own, or says that an answer is not what it should be: no later attempt cures that.
      let final = false;
      let opened = Infinity;
      try {
        const response = await transport.open(request, limit);
        if (!isWanted(response, "stream") || !response.body) {
          failure = failureOf(request, response, await wholeBody(response, limit, LONGEST_PROBLEM));
        } else {
          opened = performance.now();
          for await (const sent of serverSent(response.body, limit)) {
            if (sent.data !== "") patience.renew();
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
        failure = { cause: error, after: 0, undone: true };
      } finally {
        limit.lift();
        // One that breaks at once each time is no server that is there.
        if (performance.now() - opened > STOOD) patience.renew();
      }
      await transport.rest(call, failure, patience, leave.signal).catch((error: unknown) => {
        if (!leave.signal.aborted) throw error;
      });
      if (leave.signal.aborted) return;
    }
  } finally {
    options.signal?.removeEventListener("abort", stop);
    leave.abort();
  }
}
