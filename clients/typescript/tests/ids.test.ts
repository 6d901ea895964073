// Whose ids are whose, where the log holds events that this program did not report.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, IdReusedError, type CatanTable, type Server } from "../src/index.js";
import { Running } from "./credence.js";

let running: Running;
let server: Server;
before(async () => {
  running = await Running.start();
  server = connect(running.url);
});
after(() => running.kill());

const opened = (game: string, author?: string) => server.catan({ game, me: 0, players: ["me", "ann", "bob"], ...(author !== undefined && { author }) });

/** The error of a report whose id is taken. */
async function refused(reported: Promise<unknown>): Promise<IdReusedError> {
  const error: unknown = await reported.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof IdReusedError, String(error));
  return error;
}

/** Reports a note under an id of one's own making, as another program may. */
async function foreign(game: string, id: string): Promise<void> {
  const body = JSON.stringify({ id, type: "note", data: { text: id } });
  const answer = await fetch(`${server.url}/v1/games/${game}/events`, { method: "POST", headers: { "content-type": "application/json" }, body });
  assert.ok(answer.ok, await answer.text());
}

async function ids(table: CatanTable): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for await (const view of table.events()) if ("id" in view && view.revision > 0) found.push(view.id);
  return found;
}

test("a program that started again in the middle is told how it goes on, and so are two that share a seat", async () => {
  await (await opened("restarted")).note({ text: "before" });
  const again = await opened("restarted");
  const error = await refused(again.append({ type: "note", data: { text: "after" } }, { type: "note", data: { text: "more" } }));
  assert.match(error.message, /"id":"restarted\/seat-0\/0".*goes on behind what seat-0 has recorded with `await table\.resume\(\)`; where two programs report for one seat, give each an `author`/);
  assert.deepEqual([error.event?.id, error.pointer, error.status, error.requestId !== undefined], ["restarted/seat-0/0", "/events/0/id", 409, true]);
  // Each cure does what it says.
  const other = await opened("restarted", "scribe");
  await other.note({ text: "of another" });
  assert.equal(await again.resume(), 1);
  await again.note({ text: "after" });
  assert.deepEqual(await ids(again), ["restarted/seat-0/0", "restarted/scribe/0", "restarted/seat-0/1"]);
});

test("a program that had answers has not just started again, and is not told so", async () => {
  const table = await opened("differs");
  await table.note({ text: "first" });
  await table.note({ text: "second" });
  const again = await opened("differs");
  await again.note({ text: "first" });
  assert.doesNotMatch((await refused(again.note({ text: "another" }))).message, /resume/);
});

test("an id that this client would not have made is none of its author's, however much like one it looks", async () => {
  const table = await opened("foreign");
  for (const number of ["99999999999999999999", "1234567890123456", "007", "00", "1e3", "+5"]) await foreign("foreign", `foreign/seat-0/${number}`);
  assert.equal(await table.resume(), 0);
  await table.note({ text: "first" });
  await foreign("foreign", "foreign/seat-0/6");
  assert.equal(await table.resume(), 7);
  await table.note({ text: "eighth" });
  assert.deepEqual((await ids(table)).slice(6), ["foreign/seat-0/0", "foreign/seat-0/6", "foreign/seat-0/7"]);
});
