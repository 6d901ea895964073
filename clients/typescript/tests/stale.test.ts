import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { BINARY } from "./credence.js";

const run = promisify(execFile);

test("what is made from the contract is made from this server's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-made-"));
  try {
    const { stdout } = await run(BINARY, ["openapi"], { maxBuffer: 1 << 26 });
    await writeFile(join(folder, "openapi.json"), stdout);
    await run(process.execPath, ["generate.mjs", join(folder, "openapi.json"), folder]);
    const made = ["openapi.ts", "rulesets.ts", ...(await readdir(join(folder, "tables"))).map((name) => join("tables", name))];
    for (const name of made) {
      const [fresh, standing] = await Promise.all([readFile(join(folder, name), "utf8"), readFile(join("src", name), "utf8").catch(() => "")]);
      assert.ok(fresh === standing, `src/${name} is stale: run  credence openapi > openapi.json && node generate.mjs openapi.json src  and commit what changed`);
    }
    const tables = await readdir("src/tables");
    assert.deepEqual(tables.filter((name) => !made.includes(join("tables", name))), [], "a ruleset is gone: remove its table");
  } finally {
    await rm(folder, { recursive: true });
  }
});

const BOT = `import { connect, SixthGameTable } from "./index.js";
export async function play(): Promise<SixthGameTable> {
  const table = await connect("http://127.0.0.1:7420").sixthGame({ me: 0, players: [null, null] });
  await table.steal({ thief: 0, victim: 1 });
  return table;
}
`;

test("a ruleset that is new in the contract is there for bots without a line by hand", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credence-sixth-"));
  try {
    const { stdout } = await run(BINARY, ["openapi"], { maxBuffer: 1 << 26 });
    const document = JSON.parse(stdout) as { components: { schemas: Record<string, { oneOf?: object[]; discriminator?: { mapping: Record<string, string> } }> } };
    const { schemas } = document.components;
    // Catan once more, under another name.
    for (const [name, schema] of Object.entries(schemas)) {
      if (name.includes("Catan")) schemas[name.replace("Catan", "SixthGame")] = JSON.parse(JSON.stringify(schema).replaceAll("/Catan", "/SixthGame").replaceAll('"catan"', '"sixth_game"'));
    }
    const { oneOf, discriminator } = schemas["OpenRequest"] ?? {};
    assert.ok(oneOf && discriminator);
    const opening = "#/components/schemas/SixthGameOpenRequest";
    discriminator.mapping["sixth_game"] = opening;
    oneOf.push({ $ref: opening });
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
    for (const name of ["src", "package.json", "tsconfig.json", "tsconfig.build.json"]) await cp(name, join(folder, name), { recursive: true });
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    await run(process.execPath, ["generate.mjs", join(folder, "openapi.json"), join(folder, "src")]);
    await writeFile(join(folder, "src/bot.ts"), BOT);
    await run("node_modules/.bin/tsc", ["-p", "tsconfig.build.json"], { cwd: folder }).catch((error: { stdout: string }) => assert.fail(error.stdout));
  } finally {
    await rm(folder, { recursive: true });
  }
});
