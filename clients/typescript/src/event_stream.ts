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
  let rest = "";
  let fields = new Map<string, string>();
  try {
    for (;;) {
      silence.renew();
      const { done, value } = await reader.read();
      // While the reader of the stream works, nothing is expected of the server.
      silence.lift();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const raw of lines) {
        const line = raw.replace(/\r$/, "");
        if (line === "") {
          if (fields.size > 0) yield { id: fields.get("id"), event: fields.get("event") ?? "message", data: fields.get("data") ?? "" };
          fields = new Map();
        } else if (!line.startsWith(":")) {
          const [, name = "", text = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
          fields.set(name, name === "data" && fields.has("data") ? `${fields.get("data")}\n${text}` : text);
        }
      }
    }
  } finally {
    // Also where the reader of the stream went away: the connection is closed then, and not left to the collector.
    await reader.cancel().catch(() => undefined);
  }
}
