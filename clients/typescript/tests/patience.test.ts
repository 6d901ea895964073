import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { connect, ConnectionError, ProblemError, type Retry } from "../src/index.js";
import { Patience, retryAfter } from "../src/patience.js";
import { BINARY, Running } from "./credence.js";
import { CuttingProxy } from "./cutting_proxy.js";
import { busy, FaultyProxy } from "./faulty_proxy.js";

test("a server that asks for time is asked again after it, and a key that may not is told so at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-keys-"));
  const database = `sqlite://${join(folder, "log.db")}`;
  try {
    const made = await promisify(execFile)(BINARY, ["keys", "create", "--role", "referee", "--database-url", database]);
    const key = /crd_[0-9a-f]{32}_[0-9a-f]{64}/.exec(made.stdout + made.stderr)?.[0] ?? "";
    await using running = await Running.start({ database, environment: { CREDENCE_LIMITS__REQUESTS_PER_SECOND: "5" } });
    const referee = connect(running.url, { key });
    assert.equal((await referee.caller()).role, "referee");
    const table = await referee.catan({ game: "g", me: "referee", players: ["me", "ann", "bob"] });
    // Three seconds' worth of requests: without patience, most are refused.
    for (let number = 0; number < 14; number += 1) await table.note({ text: String(number) });
    assert.equal((await referee.game("g")).revision, 14);
    const hasty = connect(running.url, { key, patience: 0 });
    const refused = await Promise.allSettled(Array.from({ length: 12 }, () => hasty.game("g")));
    const reasons = refused.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    assert.ok(reasons.length > 0 && reasons.every((reason) => reason instanceof ProblemError && reason.is("/problems/rate-limited")));
    // A seat's key reports for its seat; it sits down at the table that stands.
    const { key: seat } = await referee.seatKey("g", 1, { name: "ann's bot" });
    const ann = await connect(running.url, { key: seat }).catan({ game: "g", me: 1 });
    await assert.rejects(ann.note({ text: "not mine to say" }), (error) => error instanceof ProblemError && error.is("/problems/not-allowed"));
    await assert.rejects(connect(running.url).game("g"), (error) => error instanceof ProblemError && error.status === 401);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("where nobody listens, the error says what is known", async () => {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  assert.ok(address !== null && typeof address === "object");
  listener.close();
  await once(listener, "close");
  await assert.rejects(connect(`http://127.0.0.1:${address.port}`, { patience: 0.2 }).game("g"), (error) => {
    return error instanceof ConnectionError && /did not answer GET \/v1\/games\/g: is it running\?/.test(error.message);
  });
});

test("a gateway that misses its server is asked again, and the error says what it said; another program's answer is an error at once", async () => {
  const proxy = await CuttingProxy.start(1, () => "gateway");
  try {
    await assert.rejects(connect(proxy.url, { patience: 0.2 }).game("g"), (error) => {
      return error instanceof ConnectionError && /is it running\?/.test(error.message) && /answered 502 .* It said "bad gateway"/.test(String(error.cause));
    });
  } finally {
    await proxy.stop();
  }
  const other = createHttpServer((_, response) => response.writeHead(404).end("no such page")).listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    const { port } = other.address() as AddressInfo;
    const begun = performance.now();
    await assert.rejects(connect(`http://127.0.0.1:${port}`, { patience: 60 }).game("g"), /answered 404 without a problem of Credence: is this its address\?/);
    assert.ok(performance.now() - begun < 30_000);
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

test("patience begins with the first failure: what was silent for longer is asked again, and so is what is told of it", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const retries: Retry[] = [];
  const server = connect(proxy.url, { timeout: 0.4, patience: 0.3, onRetry: (retry) => retries.push(retry) });
  const table = await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  proxy.fates = ["unanswered"];
  await table.note({ text: "first" });
  assert.equal((await server.game("g")).revision, 1);
  assert.deepEqual(retries.map(({ method, path, failures, wait }) => [method, path, failures, wait]), [["POST", "/v1/games/g/turn", 1, 0.05]]);
  assert.match(retries[0]?.message ?? "", /POST \/v1\/games\/g\/turn failed \(nothing was heard for 0\.4 s\), and is tried again in 0\.05 s/);
  // Where it stays silent, that is an error after the second time.
  proxy.asked.length = 0;
  proxy.then = "silent";
  await assert.rejects(server.game("g"), (error) => error instanceof ConnectionError && /is it running\?.*nothing was heard for 0\.4 s/.test(error.message));
  assert.equal(proxy.asked.length, 2);
});

test("Retry-After is a number of seconds or a date, and no other word makes a client hasten", async () => {
  await using running = await Running.start();
  await using proxy = await FaultyProxy.start(running.port);
  const server = connect(proxy.url, { patience: 5 });
  await server.catan({ game: "g", me: 0, players: ["me", "ann", "bob"] });
  const pauses = async () => {
    proxy.asked.length = 0;
    await server.game("g");
    return proxy.asked.slice(1).map(({ at }, index) => at - (proxy.asked[index]?.at ?? 0));
  };
  for (const said of ["-5", "soon", "NaN", "Wed, 21 Oct 2015 07:28:00 GMT", "0"]) {
    proxy.fates = [busy(`retry-after: ${said}`), busy(`retry-after: ${said}`), busy(`retry-after: ${said}`)];
    const [first = 0, second = 0, third = 0] = await pauses();
    assert.ok(first > 45 && second > 95 && third > 195, `${said}: ${first}, ${second}, ${third}`);
  }
  proxy.fates = [busy("date: Wed, 21 Oct 2015 07:28:00 GMT", "retry-after: Wed, 21 Oct 2015 07:28:01 GMT")];
  const [asked = 0] = await pauses();
  assert.ok(asked > 950, `${asked}`);
  // A time that is beyond all patience is no reason to ask before it.
  for (const said of ["Wed, 21 Oct 2099 07:28:00 GMT", "6"]) {
    proxy.fates = [busy(`retry-after: ${said}`)];
    proxy.asked.length = 0;
    await assert.rejects(server.game("g"), (error) => error instanceof ProblemError && error.is("/problems/rate-limited"));
    assert.equal(proxy.asked.length, 1);
  }
});

test("the last attempt is made when patience ends, and none where what is asked for lies beyond it", () => {
  const patience = new Patience(0.2);
  const pauses = [0, 0, 0].map(() => patience.pause(0) ?? Number.NaN);
  assert.deepEqual(pauses.slice(0, 2), [50, 100]);
  // The next pause would be of 200 milliseconds; what is left since the first failure is a little less.
  assert.ok((pauses[2] ?? 0) > 100 && (pauses[2] ?? 0) <= 200, `${pauses}`);
  assert.equal(patience.pause(300), null);
});

test("a date of HTTP has three forms, all of them in UTC", () => {
  const asked = (said: string) => retryAfter(new Headers({ date: "Sun, 06 Nov 1994 08:49:07 GMT", "retry-after": said }));
  for (const date of ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]) assert.equal(asked(date), 30_000, date);
  assert.deepEqual([asked("7"), asked("1.5"), asked("1994"), asked(""), retryAfter(new Headers())], [7_000, 1_500, 1_994_000, 0, null]);
});
