import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { devNull } from "node:os";
import { createInterface } from "node:readline";
import { NotStartedError } from "./binary.js";

/**
 * The shell stands between, and reads from a pipe that only this program holds open: when this program ends, even by a kill, the pipe ends, and the
 * shell stops the server. An interrupt of this program, which a terminal sends to its whole process group, reaches neither of them: they are a group of their own, and
 * a program that goes on after it still has its server.
 */
const KEEPER = '"$@" <&- & child=$!; exec >&- 2>&-; read -r _; kill "$child"; wait "$child"';

/** A running server. */
export interface Process {
  url: string;
  /** Stops the server, and waits for its end. */
  stop: () => Promise<void>;
}

/** Starts a server on a free port, and returns once it says where it listens. It does not keep this program from ending. */
export async function start(binary: string, database: string): Promise<Process> {
  // No settings of the folder that it is started in reach a server of one's own.
  const command = [binary, "--config", devNull, "serve", "--database-url", database, "--listen", "127.0.0.1:0", "--log", "warn"];
  // Settings of the environment are for servers that somebody runs on purpose.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CREDENCE_")));
  const child = spawn("/bin/sh", ["-c", KEEPER, "credence", ...command], { stdio: ["pipe", "pipe", "pipe"], env: environment, detached: true });
  const ended = once(child, "exit");
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-4_000)));
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /https?:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) break;
  }
  if (url !== undefined) {
    child.stdout.resume();
    child.unref();
    // Bun's pipes have no `unref`, and need none: they do not keep a program from ending.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as Partial<Socket>).unref?.();
    return { url, stop };
  }
  await stop();
  throw new NotStartedError(`${binary} did not start: ${complaint.trim() || "it said nothing"}`);
}
