/**
 * Asks the server by the same API as every bot. The key, where one is needed, is kept for this browser tab's session alone, and sent in the header
 * `Authorization`: it never stands in an address.
 */

import { keep, kept } from "./kept.js";
import { inPlace } from "./places.js";

const KEY = "credence-key";

/** Milliseconds for which the answer to a turn is waited for, for which a stream is read that other windows wait for, and until the next turn is asked for. */
const TURN = { waits: 5_000, reads: 1_000, rests: 2_000 };

/** An answer of `application/problem+json`. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "The server could not be reached.");
    this.problem = problem;
    this.status = problem.status ?? 0;
  }
}

export const key = () => kept("sessionStorage", KEY) ?? "";

export const setKey = (text) => keep("sessionStorage", KEY, text || null);

function headers(more) {
  const given = key();
  return given ? { ...more, authorization: `Bearer ${given}` } : more;
}

/** Sends a request; gives the answer as it came. */
export async function send(method, path, { body, accept = "application/json", signal } = {}) {
  let answer;
  try {
    const content = body === undefined ? {} : { "content-type": "application/json" };
    // What does not change is kept by this page while it is open. A browser's own store outlives the server's log, and a game of the same name is another then.
    const cache = "no-store";
    answer = await fetch(path, { method, signal, cache, headers: headers({ accept, ...content }), body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw unreachable();
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let problem = { status: answer.status, title: answer.statusText, detail: text.slice(0, 300) };
  try {
    problem = { ...problem, ...JSON.parse(text) };
  } catch {
    // The text itself is the best that is known.
  }
  throw new Problem(problem);
}

/** The answer of a `GET`. A page of a list is as long as was asked, or where the server allows no page as long as that, as its usual one. */
export async function get(path, options) {
  try {
    return await read(await send("GET", path, options));
  } catch (error) {
    const usual = path.replace(/([?&])limit=\d+&?/, "$1");
    if (error.problem?.type !== "/problems/over-limit" || usual === path) throw error;
    return get(usual, options);
  }
}

/** The answer of a `POST`. */
export const post = async (path, body, options) => read(await send("POST", path, { ...options, body }));

const unreachable = () => new Problem({ title: "The server could not be reached", detail: `No answer came from ${location.host}. Is the server running?` });

/** The JSON of an answer. One that breaks off says no more than one that did not come. */
async function read(answer) {
  try {
    return await answer.json();
  } catch (error) {
    throw error.name === "AbortError" ? error : unreachable();
  }
}

/** Whether what went wrong may be well the next time: no answer came, or the server had too much to do. */
export const isPassing = (error) => error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Answers that never change, by path: a belief at a revision stays what it is while the page is open. */
const known = new Map();
const MOST_KNOWN = 300;

/** The answer of a `GET` that never changes. */
export const getOnce = (path, options) => once(path, () => get(path, options));

/** Every entry of a list that never changes. */
export const allOnce = (base, parameters, options) => once(path(base, parameters), () => all(base, parameters, options));

function once(path, ask) {
  let answer = known.get(path);
  if (answer === undefined) {
    answer = ask();
    answer.catch(() => known.get(path) === answer && known.delete(path));
    known.set(path, answer);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
  }
  return answer;
}

/** Forgets the answers whose paths begin so: a retraction changes what stood before it. */
export function forget(start) {
  for (const path of [...known.keys()]) if (path.startsWith(start)) known.delete(path);
}

/** A path with parameters; those that are null, undefined or empty are left out. */
export function path(base, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given)}`;
}

export const gamePath = (game, rest = "") => `/v1/games/${encodeURIComponent(game)}${rest}`;

/** Every entry of a list, page after page, from its beginning or from a `cursor` on. */
export async function all(base, parameters = {}, options) {
  const items = [];
  let { cursor } = parameters;
  do {
    const list = await get(path(base, { limit: 1000, ...parameters, cursor }), options);
    items.push(...list.items);
    cursor = list.next;
  } while (cursor !== undefined);
  return items;
}

/**
 * Follows a stream of server-sent events until `signal` ends it; after a break it goes on from the last event. (An `EventSource` could not send the key.)
 * It begins after the revision `after`, where one is given; a log that ends before it, because an older copy was restored, says so.
 * While the tab is hidden the stream is closed. `onstate` is told "live" while the stream is open; "turns" where other windows hold all places for
 * streams, so that this one reads every few seconds what has come; "waiting" while there is none; and "ended" where there will be none.
 */
export async function follow(base, { after: last, ...parameters }, onevent, signal, onstate = () => {}) {
  while (!signal.aborted) {
    await untilShown();
    const [hides, turn] = [new AbortController(), new AbortController()];
    let reads = false;
    const hide = () => document.hidden && hides.abort();
    document.addEventListener("visibilitychange", hide);
    const ends = AbortSignal.any([signal, hides.signal, turn.signal]);
    try {
      await inPlace(ends, async (isTurn) => {
        const more = last === undefined ? {} : { "last-event-id": String(last) };
        const end = (after) => setTimeout(() => turn.abort(), after);
        const waits = isTurn && end(TURN.waits);
        // A browser's store holds back the second of two windows that ask for the same.
        const answer = await fetch(path(base, parameters), { signal: ends, cache: "no-store", headers: headers({ accept: "text/event-stream", ...more }) });
        if (!answer.ok) throw new Problem({ status: answer.status, title: answer.statusText });
        clearTimeout(waits);
        reads = isTurn;
        onstate(isTurn ? "turns" : "live");
        if (isTurn) end(TURN.reads);
        for await (const event of events(answer.body)) {
          if (ends.aborted) break;
          last = event.id ?? last;
          if (event.data) onevent(JSON.parse(event.data), event);
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.status < 500 && error.status !== 429) return onstate("ended");
    } finally {
      document.removeEventListener("visibilitychange", hide);
    }
    if (signal.aborted) return;
    const rests = reads && turn.signal.aborted;
    if (!rests) onstate("waiting");
    if (!hides.signal.aborted) await new Promise((resolve) => setTimeout(resolve, rests ? TURN.rests : 1_000));
  }
}

/** Waits until somebody can see this tab. */
async function untilShown() {
  while (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value.replaceAll("\r\n", "\n");
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = { data: "" };
      for (const line of text.slice(0, end).split("\n")) {
        const [, field, content] = /^([^:]*):? ?(.*)$/s.exec(line);
        if (field === "data") event.data += content;
        else if (field) event[field] = content;
      }
      text = text.slice(end + 2);
      yield event;
    }
  }
}
