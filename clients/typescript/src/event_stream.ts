import type { TimeLimit } from "./time_limit.js";

/** A server-sent event. */
export interface ServerSent {
  id: string | undefined;
  event: string;
  data: string;
}

/** Reads server-sent events from a body. One that was cut off in the middle is left out: the stream resumes before it. */
export async function* serverSent(body: ReadableStream<Uint8Array>, silence: TimeLimit): AsyncGenerator<ServerSent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new Lines();
  let fields = new Map<string, string>();
  try {
    for (;;) {
      silence.renew();
      const { done, value } = await reader.read();
      // While the reader of the stream works, nothing is expected of the server.
      silence.lift();
      if (done) return;
      for (const line of lines.endedBy(decoder.decode(value, { stream: true }))) {
        if (line === "") {
          if (fields.size > 0) yield { id: fields.get("id"), event: fields.get("event") ?? "message", data: fields.get("data") ?? "" };
          fields = new Map();
        } else if (!line.startsWith(":")) {
          const [name, text] = fieldOf(line);
          fields.set(name, name === "data" && fields.has("data") ? `${fields.get("data")}\n${text}` : text);
        }
      }
    }
  } finally {
    // Also where the reader of the stream went away: the connection is closed then, and not left to the collector.
    await reader.cancel().catch(() => undefined);
  }
}

/** A line is a name, and after a colon and perhaps a space, any text at all. */
function fieldOf(line: string): [name: string, text: string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  return [line.slice(0, colon), line.slice(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1)];
}

/** Cuts text that comes in pieces into lines. They end with a line feed, a carriage return, or both, and with no other character that some call a line's end. */
class Lines {
  #rest = "";
  #endedByReturn = false;

  /** The lines that this piece ends. */
  endedBy(piece: string): string[] {
    if (piece === "") return [];
    // The line feed of a line's end whose carriage return came with the piece before.
    const text = this.#endedByReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    this.#endedByReturn = piece.endsWith("\r");
    const lines = (this.#rest + text).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? "";
    return lines;
  }
}
