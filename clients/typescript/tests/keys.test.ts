import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { connect, ProblemError } from "../src/index.js";
import { BINARY, Running } from "./credence.js";

test("an admin makes keys, lists and revokes them, and a referee takes back what one of them reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-keys-"));
  const database = `sqlite://${join(folder, "log.db")}`;
  try {
    const made = await promisify(execFile)(BINARY, ["keys", "create", "--role", "admin", "--database-url", database]);
    const key = /crd_[0-9a-f]{32}_[0-9a-f]{64}/.exec(made.stdout + made.stderr)?.[0] ?? "";
    await using running = await Running.start({ database });
    const admin = connect(running.url, { key });
    const referee = await admin.makeKey({ role: "referee", name: "the referee" });
    const hers = connect(running.url, { key: referee.key });
    const table = await hers.catan({ game: "g", me: "referee", players: ["me", "ann", "bob"] });
    await table.production({ gains: { "1": { wood: 1 } } });
    const seat = await hers.seatKey("g", 1, { name: "ann's bot" });
    const ann = await connect(running.url, { key: seat.key }).catan({ game: "g", me: 1 });
    await ann.build({ seat: 1, piece: "road", free: true });
    const names: (string | null | undefined)[] = [];
    for await (const { name } of admin.keys()) names.push(name);
    assert.ok(names.includes("the referee") && names.includes("ann's bot"), names.join());
    const { appended } = await table.takeBack({ reporter: seat.id, reason: "another game" });
    assert.deepEqual(appended.map(({ revision }) => revision), [3]);
    await admin.revoke(seat.id);
    await assert.rejects(ann.note({ text: "still here" }), (error) => error instanceof ProblemError && error.status === 401);
  } finally {
    await rm(folder, { recursive: true });
  }
});
