import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serverSent, type ServerSent } from "../src/event_stream.js";
import { connect, ConnectionError, type Retry } from "../src/index.js";
import { TimeLimit } from "../src/time_limit.js";
import { Running } from "./credence.js";
import { CuttingProxy, type Cut } from "./cutting_proxy.js";
import { answer, busy, FaultyProxy } from "./faulty_proxy.js";

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

/** Characters that some programs, and a dot in a pattern, take for the end of a line. */
const NO_ENDS = ["\u2028", "\u2029", "\u0085", "\v", "\f"];

test("an event whose text holds what some call a line's end comes like every other", async () => {
  await using running = await Running.start();
  const server = connect(running.url);
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  const texts = ["before", ...NO_ENDS.map((character) => `this${character}that`), "a\nb\r\nc", "after"];
  for (const text of texts) await table.note({ text });
  const read = async (stream: AsyncIterable<{ value: object }>) => {
    const seen: string[] = [];
    for await (const { value } of stream) {
      if ("type" in value && value.type === "note" && "data" in value) seen.push((value.data as { text: string }).text);
      if (seen.at(-1) === "after") return seen;
    }
    return seen;
  };
  assert.deepEqual(await read(table.stream({ from: 1 })), texts);
  const opening = (await server.events().next()).value;
  assert.deepEqual(await read(server.stream({ cursor: opening?.cursor ?? "" })), texts);
});

test("server-sent events are read as their standard says, wherever the bytes are parted", async () => {
  const text = `this${NO_ENDS.join("that")}:that`;
  const sent = [": comment\n\n", `id: 1\ndata: ${text}\n\n`, `id:2${NO_ENDS.join("")}\r\nevent:e\r\ndata:  two\r\ndata\r\ndata:lines\r\n\r\n`, "id: 3\rdata: three\r\r", "id: 4\n\n", "id: 5\ndata: cut off"].join("");
  const expected: ServerSent[] = [
    { id: "1", event: "message", data: text },
    { id: `2${NO_ENDS.join("")}`, event: "e", data: " two\n\nlines" },
    { id: "3", event: "message", data: "three" },
    { id: "4", event: "message", data: "" },
  ];
  const bytes = new TextEncoder().encode(sent);
  const silence = new TimeLimit(60);
  for (let at = 0; at < bytes.length; at += 1) {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, at));
        controller.enqueue(bytes.slice(at));
        controller.close();
      },
    });
    const read: ServerSent[] = [];
    for await (const event of serverSent(pieces, silence)) read.push(event);
    assert.deepEqual(read, expected, `parted before byte ${at}`);
  }
});

test("a stream whose server is gone says so after the patience, and each attempt before it", async () => {
  const running = await Running.start();
  const retries: Retry[] = [];
  const server = connect(running.url, { patience: 0.4, onRetry: (retry) => retries.push(retry) });
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  await table.note({ text: "last" });
  const lost = (path: string) => (error: unknown) => {
    assert.ok(error instanceof ConnectionError, String(error));
    assert.match(error.message, new RegExp(`did not answer GET ${path}.*: is it running\\?`));
    assert.deepEqual(retries.map(({ failures }) => failures), retries.map((_, index) => index + 1));
    return retries.length > 1;
  };
  const stream = table.stream({ from: 1 });
  assert.equal((await stream.next()).value?.value.revision, 1);
  await running.kill();
  await assert.rejects(stream.next(), lost("/v1/games/g/events/stream"));
  retries.length = 0;
  await assert.rejects(table.stream().next(), lost("/v1/games/g"));
  retries.length = 0;
  await assert.rejects(server.stream().next(), lost("/v1/events/stream"));
  // One stream may have less patience than its client, or more.
  retries.length = 0;
  await assert.rejects(server.stream({}, { patience: 0 }).next(), ConnectionError);
  assert.equal(retries.length, 0);
});

test("a stream lives through more interruptions than its patience is long, if each of them is shorter", async () => {
  await using running = await Running.start();
  const direct = connect(running.url);
  const table = await direct.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  for (let number = 0; number < 12; number += 1) await table.note({ text: String(number) });
  const opening = (await direct.events().next()).value;
  // Each connection brings an event or two, and falls silent in the next.
  const proxy = await CuttingProxy.start(running.port, () => ({ after: 800, silent: true }));
  try {
    const retries: Retry[] = [];
    const server = connect(proxy.url, { timeout: 0.2, patience: 0.3, onRetry: (retry) => retries.push(retry) });
    const revisions: number[] = [];
    for await (const { value } of server.stream({ cursor: opening?.cursor ?? "" })) {
      revisions.push(value.revision);
      if (value.revision === 12) break;
    }
    assert.deepEqual(revisions, Array.from({ length: 12 }, (_, index) => index + 1));
    assert.ok(retries.length > 3 && retries.every(({ failures }) => failures === 1), JSON.stringify(retries));
  } finally {
    await proxy.stop();
  }
});

test("what is no stream of Credence is an error at once", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const server = connect(proxy.url, { patience: 600 });
  for (const [fate, message] of [
    [answer("200 OK", "text/html", "<html>log in"), /\/v1\/events\/stream answered 200 with text\/html.*log in/],
    [answer("200 OK", "application/json", "{}"), /answered 200 with application\/json/],
    [answer("302 Found", "", "", "location: https://example.org/"), /answered 302 and leads to https:\/\/example\.org\//],
  ] as const) {
    proxy.fates = [fate];
    proxy.asked.length = 0;
    await assert.rejects(server.stream().next(), (error) => error instanceof ConnectionError && message.test(error.message));
    assert.equal(proxy.asked.length, 1);
  }
});

test("a stream from now on says that its log was exchanged before any event of it came", async () => {
  const first = await Running.start();
  await using proxy = await FaultyProxy.start(first.port);
  const open = (url: string) => connect(url, { patience: 60 }).catan({ game: "g", me: "referee", players: ["me", "ann", "bob"] });
  const table = await open(proxy.url);
  for (const text of ["one", "two"]) await table.note({ text });
  const next = table.stream().next();
  while (!proxy.asked.some(({ path }) => path.includes("/events/stream"))) await once(proxy.server, "request");
  proxy.then = busy("retry-after: 0");
  await first.kill();
  await using second = await Running.start({ port: first.port });
  await open(second.url);
  proxy.then = "pass";
  await assert.rejects(next, /an older copy of the log was restored/);
});
