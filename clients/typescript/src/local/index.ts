import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Server } from "../server.js";
import type { TransportOptions } from "../transport.js";
import { findBinary } from "./binary.js";
import { start, type Process } from "./process.js";

/** How a server of one's own is started. */
export interface LocalOptions extends Omit<TransportOptions, "key"> {
  /** Where its log is: in memory, if absent. */
  database?: string;
  /** The server's binary, where it is not to be looked for. */
  program?: string;
}

/** A server of one's own: it ends at `close`, and with the program that started it, however that ends. */
export class LocalServer extends Server {
  readonly #process: Process;

  constructor(process: Process, options: TransportOptions) {
    super(process.url, options);
    this.#process = process;
  }

  /** Stops the server; what it held in memory is gone. */
  close(): Promise<void> {
    return this.#process.stop();
  }
}

/** Starts a server on a free port of this machine, for throwaway use unless a `database` is named. For node, Bun and Deno; a browser connects to one that runs. */
export async function local(options: LocalOptions = {}): Promise<LocalServer> {
  const { database = "sqlite::memory:", program, ...transport } = options;
  const binary = program ?? findBinary(process.env, dirname(fileURLToPath(import.meta.url)));
  return new LocalServer(await start(binary, database), transport);
}

export { NotStartedError } from "./binary.js";
