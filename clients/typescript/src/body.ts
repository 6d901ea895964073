import type { TimeLimit } from "./time_limit.js";

/**
 * Reads a body to its end, or as much of it as is wanted. Each piece of it shows that the server is there: a large answer may take its time, and only
 * silence ends it.
 */
export async function wholeBody(response: Response, silence: TimeLimit, most = Infinity): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader) {
    silence.renew();
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    if (length < most) continue;
    await reader.cancel();
    break;
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return body.buffer;
}
