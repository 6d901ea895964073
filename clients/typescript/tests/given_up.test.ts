// What follows a report whose answer was not read, because its call was aborted or ran out of time: nothing is lost, doubled, or in the way.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, IdReusedError, type CatanTable } from "../src/index.js";
import { Running } from "./credence.js";
import { FaultyProxy, Late } from "./faulty_proxy.js";

const TRIES = 40;
const CATAN = { game: "g", me: 0, players: ["me", "ann", "bob"] };

async function noted(table: CatanTable): Promise<string[]> {
  const texts: string[] = [];
  for await (const view of table.events()) if ("type" in view && view.type === "note") texts.push(view.data.text);
  return texts;
}

/** Reports, and gives up after so many milliseconds. */
async function givesUp(table: CatanTable, text: string, delay: number): Promise<void> {
  const end = new AbortController();
  const told = table.note({ text }, { signal: end.signal }).catch(() => undefined);
  await sleep(delay);
  end.abort();
  await told;
}

/** Reports, and has the proxy keep it until the call is given up. */
async function givenUp(table: CatanTable, proxy: FaultyProxy, ...texts: string[]): Promise<Late> {
  const late = new Late();
  proxy.fates = [late];
  const end = new AbortController();
  const asked = once(proxy.server, "request");
  const told = table.report(texts.map((text) => ({ type: "note", data: { text } }) as const), { signal: end.signal });
  await asked;
  end.abort(new Error("given up"));
  await assert.rejects(told, /given up/);
  return late;
}

for (const how of ["goes on", "resumes"]) {
  test(`whenever a report is given up, the next of a bot that ${how} stands behind it or in its place`, async () => {
    await using running = await Running.start();
    const table = await connect(running.url).catan(CATAN);
    for (let number = 0; number < TRIES; number += 1) {
      await givesUp(table, `${number} given up`, number % 4);
      if (how === "resumes") await table.resume();
      const { appended } = await table.note({ text: `${number} told` });
      assert.deepEqual(appended.map(({ duplicate }) => duplicate), [false]);
    }
    const texts = await noted(table);
    const all = Array.from({ length: TRIES }, (_, number) => [`${number} given up`, `${number} told`]).flat();
    // What was given up stands before what was told next, or nowhere; what was told stands.
    assert.deepEqual(texts, all.filter((text) => text.endsWith("told") || texts.includes(text)));
  });
}

test("whenever a report is given up, the same again is recorded once", async () => {
  await using running = await Running.start();
  const table = await connect(running.url).catan(CATAN);
  for (let number = 0; number < TRIES; number += 1) {
    await givesUp(table, `${number}`, number % 4);
    if (table.reported === number) await table.note({ text: `${number}` });
  }
  assert.deepEqual(await noted(table), Array.from({ length: TRIES }, (_, number) => `${number}`));
});

test("what comes late, after the log was asked, is gone behind; and then all is settled", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const table = await connect(proxy.url).catan(CATAN);
  await table.note({ text: "first" });
  const late = await givenUp(table, proxy, "given up");
  assert.equal(await table.resume(), 1);
  await late.deliver();
  const { appended } = await table.append({ type: "note", data: { text: "told" } }, { type: "note", data: { text: "too" } });
  assert.deepEqual([appended.map(({ revision }) => revision), table.reported], [[3, 4], 4]);
  assert.deepEqual(await noted(table), ["first", "given up", "told", "too"]);
  // Another program that reports for the same seat is still told of.
  const other = await connect(running.url).catan(CATAN);
  for (let twice = 0; twice < 2; twice += 1) await assert.rejects(other.note({ text: "another" }), IdReusedError);
});

test("what comes late, after the next report, is not recorded", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const table = await connect(proxy.url).catan(CATAN);
  const late = await givenUp(table, proxy, "given up");
  await table.note({ text: "told" });
  await late.deliver();
  await table.note({ text: "too" });
  assert.deepEqual(await noted(table), ["told", "too"]);
});

test("of several reports that were given up none is in the way", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const table = await connect(proxy.url).catan(CATAN);
  const one = await givenUp(table, proxy, "one");
  const two = await givenUp(table, proxy, "two", "three");
  await one.deliver();
  await two.deliver();
  await table.note({ text: "told" });
  await table.note({ text: "too" });
  assert.deepEqual(await noted(table), ["one", "told", "too"]);
});
