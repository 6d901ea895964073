// What follows a report whose answer was not read, because its call was aborted or ran out of time: nothing is lost, doubled, or in the way.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, ConnectionError, IdReusedError, ProblemError, type CatanTable } from "../src/index.js";
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

type Arrival = "both" | "second" | "neither";
const note = (text: string) => ({ type: "note", data: { text } }) as const;

/** Reports A, and then B, and has neither answered: the first arrives, and the second behind it; or the second alone, before the first; or neither. */
async function bothGivenUp(table: CatanTable, proxy: FaultyProxy, arrives: Arrival): Promise<void> {
  const late = arrives === "both" ? undefined : await givenUp(table, proxy, "A");
  if (arrives === "neither") {
    await givenUp(table, proxy, "B");
    return;
  }
  proxy.fates = late ? ["lost"] : ["lost", "pass", "lost"];
  if (!late) await assert.rejects(table.note({ text: "A" }), ConnectionError);
  await assert.rejects(table.note({ text: "B" }), ConnectionError);
  await late?.deliver();
}

for (const arrives of ["both", "second", "neither"] as const) {
  for (const order of [["A", "B"], ["B", "A"]]) {
    test(`of two reports that were given up, of which ${arrives} arrived, each is recorded once when both are reported again as ${order.join(", ")}`, async () => {
      await using running = await Running.start();
      await using proxy = await FaultyProxy.start(running.port);
      const table = await connect(proxy.url, { patience: 0 }).catan(CATAN);
      await bothGivenUp(table, proxy, arrives);
      for (const text of order) await table.note({ text });
      const stands = { both: ["A", "B"], second: ["B", "A"], neither: order }[arrives];
      assert.deepEqual([await noted(table), table.reported], [stands, 2]);
      // By now all is settled: the same once more is another event.
      for (const text of order) await table.note({ text });
      assert.deepEqual(await noted(table), [...stands, ...order]);
    });
  }
}

test("two reports that were given up are recorded once when they are reported together", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const server = connect(proxy.url, { patience: 0 });
  const table = await server.catan(CATAN);
  await bothGivenUp(table, proxy, "both");
  const { appended } = await table.append(note("A"), note("B"), note("C"));
  assert.deepEqual([appended.map(({ duplicate }) => duplicate), table.reported], [[true, true, false], 3]);
  assert.deepEqual(await noted(table), ["A", "B", "C"]);
  // Where only the second stands, it cannot be told behind what is new: nothing is recorded then, and one by one they are.
  const other = await server.catan({ ...CATAN, game: "other" });
  await bothGivenUp(other, proxy, "second");
  await assert.rejects(other.append(note("A"), note("B"), note("C")), (error) => error instanceof ProblemError && error.is("/problems/id-misplaced"));
  assert.deepEqual(await noted(other), ["B"]);
  for (const text of ["A", "B", "C"]) await other.note({ text });
  assert.deepEqual([await noted(other), other.reported], [["B", "A", "C"], 3]);
});

test("what was given up is over once something else was answered", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const table = await connect(proxy.url, { patience: 0 }).catan(CATAN);
  proxy.fates = ["lost"];
  await assert.rejects(table.note({ text: "A" }), ConnectionError);
  await table.note({ text: "B" });
  await table.note({ text: "A" });
  assert.deepEqual([await noted(table), table.reported], [["A", "B", "A"], 3]);
});
