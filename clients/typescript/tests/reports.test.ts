// What becomes of a report that waits for earlier ones, and what is left of those that were answered.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect, CredenceError, type CatanTable, type Server } from "../src/index.js";
import { Running } from "./credence.js";

let running: Running;
let server: Server;
before(async () => {
  running = await Running.start();
  server = connect(running.url);
});
after(() => running.kill());

const opened = (game: string) => server.catan({ game, me: 0, players: ["me", "ann", "bob"] });

/** What each production of the log says. */
async function productions(table: CatanTable): Promise<unknown[]> {
  const gains: unknown[] = [];
  for await (const view of table.events()) if ("type" in view && view.type === "production") gains.push(view.data.gains);
  return gains;
}

test("what is recorded is what the events said when they were reported, also where that waited and they were filled anew", async () => {
  const table = await opened("reused");
  const bundle = { wood: 1 };
  const events = [{ type: "production" as const, data: { gains: { 1: bundle } } }];
  const reported: Promise<unknown>[] = [];
  for (const wood of [1, 2, 3]) {
    bundle.wood = wood;
    reported.push(table.production({ gains: { 1: bundle } }), table.report(events));
  }
  const variables = ["seat:1/*"];
  const asked = table.turn({ events, variables });
  events.length = 0;
  variables[0] = "seat:2/*";
  await Promise.all(reported);
  const { belief } = await asked;
  assert.deepEqual(await productions(table), [1, 1, 2, 2, 3, 3, 3].map((wood) => ({ "1": { wood } })));
  assert.equal(belief.has("seat:1/wood"), true);
});

test("a report that cannot be sent says so, takes no number, and stands in the way of none", async () => {
  const table = await opened("unsendable");
  const unsendable = table.production({ gains: { 1: { wood: 1n as unknown as number } } });
  const behind = table.note({ text: "behind" });
  await assert.rejects(unsendable, (error) => error instanceof CredenceError && /POST \/v1\/games\/unsendable\/turn cannot be sent: .*BigInt/.test(error.message));
  assert.deepEqual([(await behind).revision, table.reported], [1, 1]);
});

test("a table holds no answer that it has given", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const table = await opened("held");
  const answers: WeakRef<object>[] = [];
  // A function of its own, since a frame may hold on to the last that it had.
  const turn = async (text: string) => {
    const { worlds } = await table.turn({ events: [{ type: "note", data: { text } }], worlds: { count: 10, seed: 7 } });
    answers.push(new WeakRef(worlds!));
  };
  for (const text of ["1", "2", "3", "4", "5"]) await turn(text);
  // What a WeakRef was made of is kept until the job that made it is over.
  for (let round = 0; round < 3; round += 1) {
    await nextTurn();
    collectGarbage();
  }
  assert.deepEqual(answers.map((answer) => answer.deref() !== undefined), [false, false, false, false, false]);
  assert.equal(table.reported, 5);
});
