/** A server of its own for each file of tests: on a new log, on a port that was free. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const BINARY = process.env.CREDENCE_BINARY;

/** The keys of all rulesets. */
export const GAMES = process.env.CREDENCE_GAMES.split(",");

/** Starts the server, and waits until it has said what `until` looks for. */
async function start(command, more, until) {
  const folder = mkdtempSync(join(tmpdir(), "credence-page-"));
  const given = [command, "--listen", "127.0.0.1:0", "--database-url", `sqlite://${folder}/page.db`, "--log", "error", ...more];
  const server = spawn(BINARY, given, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const said = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    if (until(line)) break;
  }
  const url = /http:\/\/[\d.:]+/.exec(said[0] ?? "")?.[0];
  if (!url) throw new Error(`the server did not start: ${said.join("\n")}`);
  server.stdout.resume();
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, said, stop };
}

/** A server with the recorded games, one of each ruleset, and no key. */
export const demo = () => start("demo", [], (line) => line.startsWith("Ctrl-C"));

/** A server that needs a key, without games; `admin` is its first key. */
export async function guarded() {
  const server = await start("serve", ["--first-key"], (line) => line.startsWith("key:"));
  const admin = server.said.at(-1).split(/\s+/)[1];
  return { ...server, admin };
}

/** A server without games and without keys. */
export const empty = () => start("serve", [], (line) => line.startsWith("data:"));

/** Sends a request; gives the answer's JSON. */
export async function send(server, method, path, body, key) {
  const headers = { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const answer = await fetch(server.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

/** What `credence simulate` prints: the opening, and then an event a line. */
export async function simulated(ruleset, ...more) {
  const program = spawn(BINARY, ["simulate", ruleset, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = [];
  for await (const line of createInterface({ input: program.stdout })) lines.push(JSON.parse(line));
  const [opening, ...rest] = lines;
  return { open: opening.open, events: rest.filter((line) => line.event).map((line) => line.event) };
}
