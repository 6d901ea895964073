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
import { connect, ConnectionError, ProblemError } from "../src/index.js";
import { BINARY, Running } from "./credence.js";
import { CuttingProxy } from "./cutting_proxy.js";

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
