import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Running } from "./credence.js";
import { runInChromium } from "./chromium.js";
import { answer, FaultyProxy } from "./faulty_proxy.js";

const run = promisify(execFile);
const README = await readFile("README.md", "utf8");
let fresh: string;
let tarball: string;

/** A block of the README in a language: the first, if no other is named. */
function block(language: string, which = 0): string {
  const found = [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))][which]?.[1];
  assert.ok(found, `the README has no block ${which} of ${language}`);
  return found;
}

/** The README's session, said to another server than the one that it names. */
const session = (url: string) => block("js").replace("http://127.0.0.1:7420", url);

before(async () => {
  fresh = await mkdtemp(join(tmpdir(), "credence-fresh-"));
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", fresh]);
  tarball = join(fresh, (JSON.parse(stdout) as { filename: string }[])[0]?.filename ?? "");
  await writeFile(join(fresh, "package.json"), '{ "name": "bot", "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: fresh });
});
after(() => rm(fresh, { recursive: true }));

test("the tarball is small, depends on nothing, and content with publint and attw", async (context) => {
  const { size } = await stat(tarball);
  assert.ok(size < 200_000, `the tarball has ${size} bytes`);
  const installed = JSON.parse(await readFile(join(fresh, "node_modules/@credence/client/package.json"), "utf8")) as { dependencies?: object };
  assert.equal(installed.dependencies, undefined);
  await run("node_modules/.bin/publint", ["run", "--strict", "--pack", "false", join(fresh, "node_modules/@credence/client")]);
  await run("node_modules/.bin/attw", [tarball, "--profile", "esm-only"]);
  context.diagnostic(`${size} bytes packed`);
});

test("`npm pack` in a checkout builds what it packs, and where it cannot, it makes nothing", async () => {
  const checkout = join(fresh, "checkout");
  const folder = join(checkout, "clients/typescript");
  const packed = () => run("npm", ["pack", "--pack-destination", checkout], { cwd: folder });
  await mkdir(folder, { recursive: true });
  for (const name of ["src", "package.json", "README.md", ".gitignore", "tsconfig.json", "tsconfig.build.json", "tsconfig.local.json"]) await cp(name, join(folder, name), { recursive: true });
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) await cp(licence, join(checkout, licence));
  await assert.rejects(packed(), /tsc/);
  assert.deepEqual((await readdir(checkout)).filter((name) => name.endsWith(".tgz")), []);
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await packed();
  const list = async (file: string) => (await run("tar", ["-tzf", file])).stdout.split("\n").sort();
  assert.deepEqual(await list(join(checkout, basename(tarball))), await list(tarball));
  assert.ok((await list(tarball)).includes("package/LICENSE-MIT"));
});

test("the README's session runs in node, and prints what it says", async () => {
  await using running = await Running.start();
  await writeFile(join(fresh, "session.mjs"), session(running.url));
  const { stdout } = await run(process.execPath, ["session.mjs"], { cwd: fresh });
  assert.equal(stdout, block("text"));
});

test("the README's server of one's own runs in node, and prints what it says", async () => {
  await writeFile(join(fresh, "own.mjs"), block("js", 1));
  const { stdout } = await run(process.execPath, ["own.mjs"], { cwd: fresh });
  assert.equal(stdout, block("text", 1));
});

test("the adapter of @pkmn/client is there where @pkmn/client is not", async () => {
  const names = 'console.log(Object.keys(await import("@credence/client/pkmn-client")).join())';
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", names], { cwd: fresh });
  assert.equal(stdout, "BelievedPokemon,ClientBattle,ClientFoes\n");
});

test("the README's session runs in Chromium, and prints the same", async () => {
  const printed = await runInChromium(join(fresh, "node_modules/@credence/client/dist"), async (origin, play) => {
    await using running = await Running.start({ arguments: ["--cors-origin", origin] });
    return await play(session(running.url));
  });
  assert.equal(printed.join("\n") + "\n", block("text"));
});

test("in Chromium, too, a redirection is not followed", async () => {
  const printed = await runInChromium(join(fresh, "node_modules/@credence/client/dist"), async (_, play) => {
    await using proxy = await FaultyProxy.start(1);
    proxy.then = answer("301 Moved Permanently", "text/html", "", "location: https://example.org/", "access-control-allow-origin: *");
    const asks = `await connect("${proxy.url}").game("g").catch((error) => console.log(error.name, error.message.replace("${proxy.url}", "")));`;
    return await play(`import { connect } from "@credence/client"; ${asks}`);
  });
  assert.deepEqual(printed, ["ConnectionError /v1/games/g leads to another address: connect to that one"]);
});

test("the README's blocks compile in strict TypeScript against the package", async () => {
  await mkdir(join(fresh, "typed"));
  await writeFile(join(fresh, "typed/session.ts"), block("js"));
  await writeFile(join(fresh, "typed/own.ts"), block("js", 1));
  await writeFile(join(fresh, "typed/showdown.ts"), block("ts"));
  await writeFile(join(fresh, "typed/pkmn_client.ts"), block("ts", 1));
  await cp("tests/package.tsconfig.json", join(fresh, "typed/tsconfig.json"));
  await cp("tests/package.pkmn.tsconfig.json", join(fresh, "typed/pkmn.json"));
  await run(resolve("node_modules/.bin/tsc"), ["-p", "typed"], { cwd: fresh }).catch((error: { stdout: string }) => assert.fail(error.stdout));
  await symlink(resolve("node_modules/@pkmn"), join(fresh, "node_modules/@pkmn"));
  await run(resolve("node_modules/.bin/tsc"), ["-p", "typed/pkmn.json"], { cwd: fresh }).catch((error: { stdout: string }) => assert.fail(error.stdout));
});
