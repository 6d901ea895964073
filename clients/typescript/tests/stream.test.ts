import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../src/index.js";
import { Running } from "./credence.js";
import { CuttingProxy, type Cut } from "./cutting_proxy.js";

test("a stream goes on behind its last event when the server comes back, without gap or repeat", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-stream-"));
  const database = `sqlite://${join(folder, "log.db")}`;
  let running = await Running.start({ database });
  try {
    const server = connect(running.url);
    const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
    const revisions: number[] = [];
    let last = "";
    await table.note({ text: "first" });
    for await (const { id, value } of table.stream({ from: 1 })) {
      if (revisions.length === 0) assert.equal("type" in value && value.type, "note");
      revisions.push(value.revision);
      last = id;
      if (value.revision === 12) break;
      if (value.revision % 4 === 0) {
        const { port } = running;
        await running.kill();
        running = await Running.start({ database, port });
      }
      await table.note({ text: `after ${value.revision}` });
    }
    assert.deepEqual(revisions, Array.from({ length: 12 }, (_, index) => index + 1));
    // Another program, next week, with the id that was kept.
    await table.note({ text: "meanwhile" });
    for await (const { value } of table.stream({ lastEventId: last })) {
      assert.equal(value.revision, 13);
      break;
    }
  } finally {
    await running.kill();
    await rm(folder, { recursive: true });
  }
});

test("a stream whose connection falls silent is opened again, and goes on behind its last event", async () => {
  await using running = await Running.start();
  const direct = await connect(running.url).catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  for (let number = 0; number < 30; number += 1) await direct.note({ text: String(number) });
  // Nothing follows the head, or what came before; and some time later, all is well.
  const cuts: Cut[] = ["gateway", "gateway", "silent", { after: 1_000, silent: true }, { after: 4_000, silent: true }];
  let connections = 0;
  const proxy = await CuttingProxy.start(running.port, () => cuts[connections++] ?? "none");
  try {
    const table = await connect(proxy.url, { timeout: 0.5 }).catan({ game: "g", me: 0 });
    const revisions: number[] = [];
    for await (const { value } of table.stream({ from: 1 })) {
      revisions.push(value.revision);
      if (value.revision === 30) break;
    }
    assert.deepEqual(revisions, Array.from({ length: 30 }, (_, index) => index + 1));
    assert.ok(connections > cuts.length, `only ${connections} connections were made`);
  } finally {
    await proxy.stop();
  }
});

test("an answer that comes slowly is waited for", async () => {
  await using running = await Running.start();
  const proxy = await CuttingProxy.start(running.port, () => ({ bytesEach20Milliseconds: 100 }));
  try {
    const direct = await connect(running.url).catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
    const texts = Array.from({ length: 400 }, () => randomUUID());
    await direct.append(...texts.map((text) => ({ type: "note" as const, data: { text } })));
    const begun = performance.now();
    const read: string[] = [];
    const table = await connect(proxy.url, { patience: 0, timeout: 1 }).catan({ game: "g", me: 0 });
    for await (const view of table.events()) if ("type" in view && view.type === "note") read.push(view.data.text);
    assert.deepEqual(read, texts);
    const took = performance.now() - begun;
    assert.ok(took > 1_500, `it took ${took} ms: it could have been read whole before the limit of time`);
  } finally {
    await proxy.stop();
  }
});

test("a stream ends when its signal says so, and all games have one too", async () => {
  await using running = await Running.start();
  const server = connect(running.url);
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  const end = new AbortController();
  const seen: number[] = [];
  for await (const { value } of table.stream({ from: 0, signal: end.signal })) {
    seen.push(value.revision);
    if (value.revision === 0) await table.note({ text: "more" });
    else end.abort();
  }
  assert.deepEqual(seen, [0, 1]);
  const gone = new AbortController();
  gone.abort();
  for await (const _ of table.stream({ signal: gone.signal })) assert.fail("it had ended");
  const feed = [];
  for await (const entry of server.events()) feed.push(entry);
  assert.deepEqual(feed.map((entry) => [entry.game, entry.revision]), [["g", 0], ["g", 1]]);
  for await (const { value } of server.stream({ cursor: feed[0]?.cursor ?? "" })) {
    assert.deepEqual(value, feed[1]);
    break;
  }
});

test("a feed that breaks before its first event misses none", async () => {
  await using running = await Running.start();
  const table = await connect(running.url).catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  let connections = 0;
  // The first connection ends behind what the stream begins with, and before it is opened again something is recorded.
  const breaking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (++connections > 1 || !response.body) return response;
    const reader = response.body.getReader();
    const { value: begun } = await reader.read();
    await reader.cancel();
    await table.note({ text: "missed" });
    return new Response(begun, response);
  };
  for await (const { value } of connect(running.url, { fetch: breaking }).stream()) {
    assert.equal("type" in value && value.type, "note");
    break;
  }
  assert.equal(connections, 2);
});

test("lists are read to their end where the server's pages are short", async () => {
  await using running = await Running.start({ environment: { CREDENCE_LIMITS__PAGE: "2" } });
  const table = await connect(running.url).catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  for (let number = 0; number < 4; number += 1) await table.note({ text: String(number) });
  const revisions: number[] = [];
  for await (const view of table.events()) revisions.push(view.revision);
  assert.deepEqual(revisions, [0, 1, 2, 3, 4]);
});
