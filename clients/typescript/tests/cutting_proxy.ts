import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * What happens to a connection: whole; answered by a gateway that misses its server; never brought on; taken, and nothing heard of it any more; brought on, and its answer lost, after so many bytes of
 * it, or nothing heard after them; brought on, and its answer arriving a few bytes at a time.
 */
export type Cut = "none" | "gateway" | "before" | "silent" | { after: number; silent?: true } | { bytesEach20Milliseconds: number };

const BAD_GATEWAY = "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 11\r\nconnection: close\r\n\r\nbad gateway";

/** A network between client and server that breaks where a test wants it to. */
export class CuttingProxy {
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly server: Server,
    readonly url: string,
  ) {}

  static async start(target: number, cut: (connection: number) => Cut): Promise<CuttingProxy> {
    let connections = 0;
    const server = createServer((client) => {
      const fate = cut(connections++);
      proxy.#sockets.add(client);
      client.on("error", () => undefined).on("close", () => proxy.#sockets.delete(client));
      if (fate === "before") return void client.once("data", () => client.resetAndDestroy());
      if (fate === "gateway") return void client.once("data", () => client.end(BAD_GATEWAY));
      if (fate === "silent") return void client.resume();
      const upstream = connect(target, "127.0.0.1");
      upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
      client.on("close", () => upstream.destroy()).pipe(upstream);
      if (fate === "none") return void upstream.pipe(client);
      if ("bytesEach20Milliseconds" in fate) return void trickle(upstream, client, fate.bytesEach20Milliseconds).catch(() => client.destroy());
      let left = fate.after;
      upstream.on("data", (bytes) => {
        const passed = bytes.subarray(0, left);
        left -= passed.length;
        if (left > 0 || fate.silent) return void client.write(passed);
        client.end(passed, () => client.destroy());
        upstream.destroy();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    const proxy = new CuttingProxy(server, `http://127.0.0.1:${address.port}`);
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, "close");
  }
}

/** Brings bytes on slowly. */
async function trickle(from: Socket, to: Socket, size: number): Promise<void> {
  for await (const bytes of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < bytes.length; at += size) {
      to.write(bytes.subarray(at, at + size));
      await pause(20);
    }
  }
}
