import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
