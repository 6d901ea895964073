import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect as connectTo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { findBinary } from "../src/local/binary.js";
import { local, NotStartedError } from "../src/local/index.js";
import { BINARY } from "./credence.js";

/** A program, in a process group of its own, that starts a server of its own, prints where it is, and then does what `rest` says. */
function program(rest: string) {
  const text = `import { local } from ${JSON.stringify(resolve("dist/local/index.js"))};\nconst server = await local({ patience: 0 });\nconsole.log(server.url);\n${rest}`;
  return spawn(process.execPath, ["--input-type=module", "-e", text], { stdio: ["ignore", "pipe", "inherit"], detached: true });
}

/** The end of the server that a program printed the address of, seen by a connection to it. */
async function endOfServer(child: ReturnType<typeof program>): Promise<{ closed: Promise<void> }> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const socket = connectTo(Number(new URL(line).port), "127.0.0.1").resume();
    await once(socket, "connect");
    const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
    return { closed };
  }
  throw new Error("it printed no address");
}

test("a server of one's own starts, answers and ends", async () => {
  const server = await local();
  const table = await server.catan({ me: 0, players: ["me", "ann", "bob"] });
  await table.production({ gains: { "1": { wood: 1 } } });
  assert.equal((await table.belief()).variable("seat:1/wood").p(1), 1);
  await server.close();
  const { hostname, port } = new URL(server.url);
  const [error] = (await once(connectTo(Number(port), hostname), "error").catch((refused: Error) => [refused])) as [Error & { code?: string }];
  assert.equal(error.code, "ECONNREFUSED");
});

test("a server of one's own starts where pipes have no `unref`, as in Bun", async () => {
  const { unref } = Socket.prototype;
  Reflect.deleteProperty(Socket.prototype, "unref");
  const started = local().finally(() => (Socket.prototype.unref = unref));
  const server = await started;
  assert.equal((await server.caller()).role, "admin");
  await server.close();
});

test("a log that is named is there again for the next server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-local-"));
  try {
    const database = `sqlite://${join(folder, "log.db")}`;
    const first = await local({ database });
    await first.hearts({ game: "g", me: 0, players: [null, null, null, null] });
    await first.close();
    const second = await local({ database });
    assert.equal((await second.game("g")).ruleset, "hearts");
    await second.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a program ends although its server runs, and the server ends with it", async () => {
  const child = program("setTimeout(() => undefined, 500);");
  const exit = once(child, "exit");
  const { closed } = await endOfServer(child);
  assert.deepEqual(await exit, [0, null]);
  await closed;
});

for (const [whom, sign] of [["a program", 1], ["a program's whole group", -1]] as const) {
  test(`a server ends with ${whom} that is killed`, async () => {
    const child = program("setInterval(() => undefined, 1_000);");
    const { closed } = await endOfServer(child);
    process.kill(sign * child.pid!, "SIGKILL");
    await closed;
  });
}

/** Reports before an interrupt and some time after it, and says which revision the second report became, or why it became none. */
const CATCHES = `
const table = await server.catan({ me: 0, players: [null, null, null] });
await table.note({ text: "before" });
process.once("SIGINT", async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const told = await table.note({ text: "after" }).then(({ revision }) => revision, (error) => error.message);
  console.log("after", told);
  process.exit();
});
setInterval(() => undefined, 1_000);
console.log("ready");
`;

test("a program that catches an interrupt, as a terminal sends it to its whole group, still has its server and what that holds", async () => {
  const child = program(CATCHES);
  const exit = once(child, "exit");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    said.push(line);
    if (line === "ready") process.kill(-child.pid!, "SIGINT");
  }
  assert.deepEqual(said.slice(1), ["ready", "after 2"]);
  assert.deepEqual(await exit, [0, null]);
});

test("what does not start says why", async () => {
  await assert.rejects(local({ program: "/bin/false" }), (error) => error instanceof NotStartedError && /\/bin\/false did not start: it said nothing/.test(error.message));
  await assert.rejects(local({ database: "sqlite:///nowhere/at/all.db" }), (error) => error instanceof NotStartedError && /did not start: .*nowhere/s.test(error.message));
});

test("the binary is the one that is named, or on the path, or a checkout's build, in this order", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-checkout-"));
  try {
    const inside = join(folder, "target", "clients", "dist");
    const [path, debug, release] = [join(folder, "bin", "credence"), join(folder, "target", "debug", "credence"), join(folder, "target", "release", "credence")];
    await mkdir(inside, { recursive: true });
    assert.throws(() => findBinary({}, inside), NotStartedError);
    await writeFile(join(folder, "Cargo.toml"), "");
    for (const [place, environment] of [[debug, {}], [release, {}], [path, { PATH: dirname(path) }]] as const) {
      await mkdir(dirname(place), { recursive: true });
      await symlink(BINARY, place);
      assert.equal(findBinary(environment, inside), place);
    }
    assert.equal(findBinary({ PATH: dirname(path), CREDENCE_BIN: BINARY }, inside), BINARY);
    // What is named and is not there is an error, and not the invitation to take another.
    assert.throws(() => findBinary({ PATH: dirname(path), CREDENCE_BIN: "/nowhere" }, inside), /in none of \/nowhere:/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
