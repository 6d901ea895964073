// A call's own time and signal, and what a program does wrong by itself.
import assert from "node:assert/strict";
import { createConnection, createServer } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { connect, ConnectionError, CredenceError, ProblemError } from "../src/index.js";
import { Running } from "./credence.js";
import { FaultyProxy } from "./faulty_proxy.js";

const ENDLESS = { patience: 600, timeout: 600 };

test("a call ends when its time is over, or when its signal says so, however patient the client is", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const server = connect(proxy.url, ENDLESS);
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  proxy.then = "silent";
  const timeout = 0.1;
  const calls = {
    belief: () => table.belief({ timeout }),
    worlds: () => table.worlds({ count: 1, timeout }),
    worldArrays: () => table.worldArrays({ count: 1, timeout }),
    ask: () => table.ask({ type: "can_afford", seat: 1, piece: "city" }, { timeout }),
    why: () => table.why("seat:1/wood", { timeout }),
    whatIf: () => table.whatIf({ without: [1], timeout }),
    curve: () => table.curve({ timeout }),
    truth: () => table.truth({ timeout }),
    audit: () => table.audit({ timeout }),
    resume: () => table.resume({ timeout }),
    turn: () => table.turn({ timeout }),
    note: () => table.note({ text: "late" }, { timeout }),
    build: () => table.build({ seat: 1, piece: "road" }, { timeout }),
    open: () => server.hearts({ me: 0, players: [null, null, null, null], timeout }),
    game: () => server.game("g", { timeout }),
    forget: () => server.forget("ann", { timeout }),
  };
  for (const [name, call] of Object.entries(calls)) {
    await assert.rejects(call(), (error) => error instanceof ConnectionError && /the 0\.1 s that the call was given are over/.test(error.message), name);
  }
  assert.equal(proxy.asked.length, Object.keys(calls).length + 1);
  for (const call of [(signal: AbortSignal) => table.belief({ signal }), (signal: AbortSignal) => table.events({ signal }).next(), (signal: AbortSignal) => table.finish({ signal })]) {
    const end = new AbortController();
    const asked = once(proxy.server, "request");
    const called = call(end.signal);
    await asked;
    const reason = new Error("the game is over");
    end.abort(reason);
    await assert.rejects(called, (error) => error === reason);
    // One that had ended before sends nothing.
    const before = proxy.asked.length;
    await assert.rejects(call(end.signal), (error) => error === reason);
    assert.equal(proxy.asked.length, before);
  }
});

test("the time of a call holds for its pauses, and between attempts", async () => {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as { port: number };
  listener.close();
  await once(listener, "close");
  await assert.rejects(connect(`http://127.0.0.1:${port}`, ENDLESS).game("g", { timeout: 0.3 }), /the 0\.3 s that the call was given are over/);
});

test("a report that was given up may have been recorded: the same again is recorded once; one that had not been sent never is", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const table = await connect(proxy.url, ENDLESS).catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  proxy.fates = ["unanswered"];
  const first = table.note({ text: "first" }, { timeout: 1 });
  const behind = table.note({ text: "behind" }, { timeout: 0.05 });
  await assert.rejects(behind, /the 0\.05 s that the call was given are over/);
  await assert.rejects(first, /the 1 s that the call was given are over/);
  assert.equal(table.reported, 0);
  const { appended } = await table.note({ text: "first" });
  assert.deepEqual(appended.map(({ revision, duplicate }) => [revision, duplicate]), [[1, true]]);
  await table.note({ text: "third" });
  const texts: string[] = [];
  for await (const view of table.events()) if ("type" in view && view.type === "note") texts.push(view.data.text);
  assert.deepEqual(texts, ["first", "third"]);
});

test("what a program does wrong by itself is told at once, and sent never", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const server = connect(proxy.url, ENDLESS);
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  const before = proxy.asked.length;
  const isOwn = (message: RegExp) => (error: unknown) => error instanceof CredenceError && !(error instanceof ConnectionError) && !(error instanceof ProblemError) && message.test(error.message);
  await assert.rejects(table.worlds({ count: 1, seed: 7n as unknown as number }), isOwn(/POST \/v1\/games\/g\/worlds cannot be sent: .*BigInt/));
  // JSON would say null, which says that nobody knows it.
  await assert.rejects(table.monopoly({ resource: "ore", seat: 1, total: Number.parseInt("many") }), isOwn(/cannot be sent: total is NaN/));
  await assert.rejects(table.worlds({ count: 1, seed: Infinity }), isOwn(/cannot be sent: seed is Infinity/));
  await assert.rejects(table.stream({ lastEventId: "\u2028" }).next(), isOwn(/GET \/v1\/games\/g\/events\/stream.* cannot be sent/));
  await assert.rejects(table.belief({ timeout: -1 }), isOwn(/timeout is -1/));
  assert.equal(proxy.asked.length, before);
});

test("what no connection brought to the server is not taken for done, and is asked again", async () => {
  await using running = await Running.start();
  const gate = createServer((socket) => {
    const server = createConnection(running.port, "127.0.0.1");
    for (const end of [socket, server]) end.on("error", () => [socket, server].forEach((other) => other.destroy()));
    socket.pipe(server).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const { port } = gate.address() as { port: number };
  const shut = async () => {
    const closed = once(gate, "close");
    gate.close();
    await closed;
  };
  const refused: string[] = [];
  const onRetry = ({ message }: { message: string }) => {
    refused.push(message);
    if (!gate.listening) gate.listen(port, "127.0.0.1");
  };
  const server = connect(`http://127.0.0.1:${port}`, { patience: 20, onRetry });
  await shut();
  try {
    await assert.rejects(server.erase("nobody-has-this"), (error) => error instanceof ProblemError && error.status === 404);
    assert.match(refused.join(), /ECONNREFUSED/);
  } finally {
    gate.close();
  }
});

test("an address and a key are looked at when the client is made, and what is secret is not shown", () => {
  for (const url of ["localhost:7420", "ftp://127.0.0.1", "http://127.0.0.1:99999", "http://", "http://127.0.0.1:7420/?key=x", "http://127.0.0.1#a", ""]) {
    assert.throws(() => connect(url), (error) => error instanceof CredenceError && /is no server's address/.test(error.message), url);
  }
  assert.throws(() => connect("http://me:secret@127.0.0.1"), (error) => error instanceof CredenceError && !error.message.includes("secret"));
  for (const key of ["crd_se cret", "crd_secret\u00e9", "crd_sec\nret", "\u2713secret"]) {
    assert.throws(() => connect("http://127.0.0.1", { key }), (error) => error instanceof CredenceError && /the key holds a character/.test(error.message) && !/sec|cret/.test(`${error.message}${String(error.cause)}`), key);
  }
  assert.throws(() => connect("http://127.0.0.1", { key: " \n" }), /the key is empty/);
  for (const options of [{ patience: Number.NaN }, { patience: -1 }, { timeout: 0 }]) assert.throws(() => connect("http://127.0.0.1", options), CredenceError);
  assert.equal(connect("http://127.0.0.1:7420/below//").url, "http://127.0.0.1:7420/below");
});

test("a key is sent without the line break that it has where it was read from a file", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  await connect(proxy.url, { key: "crd_abc\n" }).game("g").catch(() => undefined);
  assert.equal(proxy.asked[0]?.headers.authorization, "Bearer crd_abc");
});

test("a port to which fetch opens no connection is named at once", async () => {
  const server = connect("http://127.0.0.1:6000", ENDLESS);
  for (const asks of [() => server.game("g"), () => server.stream().next()]) {
    await assert.rejects(asks(), (error) => error instanceof CredenceError && !(error instanceof ConnectionError) && /port 6000/.test(error.message));
  }
});
