import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The binary that is judged: `check` names it. */
export const BINARY = process.env["CREDENCE_BIN"] ?? fail();

/** A server of one test. */
export class Running {
  private constructor(
    readonly url: string,
    readonly process: ChildProcess,
  ) {}

  /** Starts the real server, and returns once it says where it listens. */
  static async start(options: { database?: string; port?: number; arguments?: string[]; environment?: Record<string, string> } = {}): Promise<Running> {
    const given = ["serve", "--listen", `127.0.0.1:${options.port ?? 0}`, "--database-url", options.database ?? "sqlite::memory:", ...(options.arguments ?? [])];
    // The server takes every variable that begins with CREDENCE_ for a setting of its own, and warns about this one.
    const { CREDENCE_BIN: _, ...environment } = process.env;
    const child = spawn(BINARY, given, { stdio: ["ignore", "pipe", "inherit"], env: { ...environment, ...options.environment } });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url === undefined) continue;
      child.stdout.resume();
      return new Running(url, child);
    }
    throw new Error(`${BINARY} ended before it listened`);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Takes the server away in the middle of whatever it does. */
  async kill(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

function fail(): never {
  throw new Error("CREDENCE_BIN names no binary of Credence; run clients/typescript/check");
}
