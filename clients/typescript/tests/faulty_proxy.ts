import { once } from "node:events";
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request: brought on and answered; not brought on, and never answered; brought on, and never answered; brought on, and its connection broken in place of an answer;
 * answered by the proxy itself, with what is written here; or brought on late, when that is asked for, with nobody there to be answered.
 */
export type Fate = "pass" | "silent" | "unanswered" | "lost" | { answer: string } | Late;

/** A request that is held back. */
export class Late {
  #release: (() => void) | undefined;
  readonly #released = new Promise<void>((resolve) => (this.#release = resolve));
  #answered: (() => void) | undefined;
  readonly #done = new Promise<void>((resolve) => (this.#answered = resolve));

  /** Lets the server have it, and returns when it has answered. */
  deliver(): Promise<void> {
    this.#release?.();
    return this.#done;
  }

  /** Keeps the request until it is let go. */
  async hold(target: number, { method, url, headers }: IncomingMessage, body: Promise<Buffer>): Promise<void> {
    const content = await body;
    await this.#released;
    const upstream = ask({ host: "127.0.0.1", port: target, method, path: url, headers: { ...headers, connection: "close" } }, (answered) => answered.resume().on("end", () => this.#answered?.()));
    upstream.end(content);
  }
}

/** An answer as it goes over the wire. */
export function answer(status: string, type: string, body: string, ...headers: string[]): Fate {
  const lines = [`HTTP/1.1 ${status}`, ...(type === "" ? [] : [`content-type: ${type}`]), `content-length: ${Buffer.byteLength(body)}`, "connection: close", ...headers];
  return { answer: `${lines.join("\r\n")}\r\n\r\n${body}` };
}

/** A problem of Credence that waiting cures. */
export function busy(...headers: string[]): Fate {
  const problem = { type: "/problems/rate-limited", title: "Too many requests", status: 429, detail: "slow" };
  return answer("429 Too Many Requests", "application/problem+json", JSON.stringify(problem), ...headers);
}

/** Stands between client and server, and does to each request what a test says. */
export class FaultyProxy {
  /** What becomes of the next requests, in this order; those after them are brought on. */
  fates: Fate[] = [];
  /** What becomes of those after them, where that is something else. */
  then: Fate = "pass";
  /** The requests that came, and when. */
  readonly asked: { method: string; path: string; headers: IncomingHttpHeaders; at: number }[] = [];

  private constructor(
    readonly server: Server,
    readonly url: string,
  ) {}

  static async start(target: number): Promise<FaultyProxy> {
    const server = createServer((request, response) => {
      const { method = "", url: path = "", headers } = request;
      proxy.asked.push({ method, path, headers, at: performance.now() });
      const fate = proxy.fates.shift() ?? proxy.then;
      if (fate instanceof Late) void fate.hold(target, request, whole(request));
      else if (typeof fate === "object") request.resume().on("end", () => void response.socket?.end(fate.answer));
      else if (fate !== "silent") bringOn(target, request, response, fate);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new FaultyProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }
}

async function whole(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function bringOn(target: number, request: IncomingMessage, response: ServerResponse, fate: "pass" | "unanswered" | "lost"): void {
  const { method, url, headers } = request;
  const upstream = ask({ host: "127.0.0.1", port: target, method, path: url, headers: { ...headers, connection: "close" } }, (answered) => {
    if (fate === "lost") return void response.destroy();
    if (fate === "unanswered") return void answered.resume();
    response.writeHead(answered.statusCode ?? 500, answered.headers);
    answered.pipe(response);
    answered.on("error", () => response.destroy());
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
