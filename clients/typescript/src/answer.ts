import { retryAfter } from "./patience.js";
import { ConnectionError, errorOf, type Problem, type SentEvent } from "./problem.js";

/** What a request is answered with when all is well. Whatever else comes is not Credence's, or is a problem. */
export type Wanted = "json" | "nothing" | "worlds" | "stream";

const MEDIA_TYPES = { json: "application/json", worlds: "application/vnd.credence.worlds", stream: "text/event-stream" };
/** No problem is longer; and of what another program says, the beginning is enough. */
export const LONGEST_PROBLEM = 1 << 20;
/** How a gateway says that it misses its server, or that it lets nobody through just now. */
const OF_A_GATEWAY = [429, 502, 503, 504];

/** Why an attempt came to nothing, where a later one may fare better. */
export interface Failure {
  cause: unknown;
  /** For how many milliseconds the answer asks to be left alone. */
  after: number;
  /** Whether it is certain that nothing was done. */
  undone: boolean;
}

export function isWanted(response: Response, wanted: Wanted): boolean {
  if (wanted === "nothing") return response.status === 204;
  return (response.status === 200 || response.status === 201) && mediaType(response) === MEDIA_TYPES[wanted];
}

/** The problem that an answer tells; undefined where it tells none of Credence. */
export function problemIn(response: Response, body: ArrayBuffer): Problem | undefined {
  if (mediaType(response) !== "application/problem+json") return undefined;
  const told = JSON.parse(text(body)) as Problem | null;
  return typeof told?.type === "string" && told.type.startsWith("/problems/") ? told : undefined;
}

/** What an answer that was not wanted means, where a later attempt may fare better. Where none will, it is thrown. */
export function failureOf(request: { where: string; repeatable: boolean; events?: readonly SentEvent[] }, response: Response, body: ArrayBuffer): Failure {
  const after = retryAfter(response.headers);
  const problem = problemIn(response, body);
  if (!problem) {
    const error = new ConnectionError(foreign(request.where, response, body));
    if (!OF_A_GATEWAY.includes(response.status)) throw error;
    return { cause: error, after: after ?? 0, undone: false };
  }
  const error = errorOf(problem, request.events, response.headers.get("x-request-id") ?? undefined);
  // These two say that nothing was done; another 503 leaves that open.
  const undone = response.status === 429 || problem.type === "/problems/overloaded";
  if (after === null || !(undone || (response.status === 503 && request.repeatable))) throw error;
  return { cause: error, after, undone };
}

/** Reads JSON that has what an answer to the request has. */
export function readJson<T>(where: string, body: ArrayBuffer, has: (answer: T) => boolean): T {
  const said = text(body);
  const answer = JSON.parse(said) as T | null;
  if (typeof answer === "object" && answer !== null && has(answer)) return answer;
  throw new ConnectionError(`${where} answered JSON that is no answer of Credence: is this its address? It said ${quoted(said)}`);
}

function foreign(where: string, response: Response, body: ArrayBuffer): string {
  // A page is not shown where it is led to; other programs are.
  const location = response.headers.get("location");
  if (location !== null) return `${where} answered ${response.status} and leads to ${location}: connect to the address there`;
  if (response.type === "opaqueredirect") return `${where} leads to another address: connect to that one`;
  const what = response.ok ? `with ${mediaType(response) || "no type of content"}, as Credence does not` : "without a problem of Credence";
  return `${where} answered ${response.status} ${what}: is this its address? It said ${quoted(text(body))}`;
}

function mediaType(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
}

function quoted(said: string): string {
  return JSON.stringify(said.slice(0, 200));
}

function text(body: ArrayBuffer): string {
  return new TextDecoder().decode(body);
}
