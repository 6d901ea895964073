import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect, type CatanTable, type Server } from "../src/index.js";
import { Running } from "./credence.js";
import { CuttingProxy, type Cut } from "./cutting_proxy.js";

const MOVES = 40;
/** So many bots play at a game, one after the other, and each comes so many moves further than the one before. */
const LIVES = 6;
const FURTHER = 7;
const KILLS = Number(process.env["KILLS"] ?? 100);

/** The bot: it knows its moves, and reports them from the start whenever it starts. It says which move it comes to, and at last that there is none. */
async function play(server: Server, game: string, comesTo: (move: number) => void = () => undefined): Promise<CatanTable> {
  const table = await server.catan({ game, me: 0, players: ["me", "ann", "bob"] });
  for (let move = 0; move < MOVES; move += 1) {
    comesTo(move);
    await table.note({ text: `move ${move}` });
  }
  comesTo(MOVES);
  return table;
}

async function played(table: CatanTable): Promise<string[]> {
  const texts: string[] = [];
  for await (const view of table.events()) if ("type" in view && view.type === "note") texts.push(view.data.text);
  return texts;
}

const GAME = Array.from({ length: MOVES }, (_, move) => `move ${move}`);

test(`a server that is killed ${KILLS} times and a bot that starts again each time leave exactly the game that was played`, async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "credence-crash-"));
  const database = `sqlite://${join(folder, "log.db")}`;
  let running = await Running.start({ database });
  try {
    const { port } = running;
    const ends = { finished: 0, interrupted: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Each life of a bot comes further than the one before, and the server goes away some way into a move that nobody has reported yet, or after
      // the last. A bot without patience ends there; the last of a game's bots has patience, and lives through it.
      const life = kill % LIVES;
      const round = (kill - life) / LIVES;
      const last = life === LIVES - 1 || kill === KILLS - 1;
      const goal = life * FURTHER + (round % (MOVES + 1 - (LIVES - 1) * FURTHER));
      let bot: Promise<CatanTable | null> = Promise.resolve(null);
      const there = new Promise<void>((resolve) => {
        const server = connect(running.url, last ? { timeout: 1 } : { timeout: 1, patience: 0 });
        bot = play(server, `g${round}`, (move) => move === goal && resolve());
      });
      if (!last) {
        bot = bot.then(
          (table) => ((ends.finished += 1), table),
          () => ((ends.interrupted += 1), null),
        );
      }
      await Promise.race([there, bot]);
      for (let turn = 0; turn < (kill * 397) % 2_000; turn += 1) await new Promise(setImmediate);
      await running.kill();
      if (!last) await bot;
      running = await Running.start({ database, port });
      if (!last) continue;
      const table = await bot;
      assert.ok(table);
      assert.deepEqual(await played(table), GAME, `game ${round}, after ${kill + 1} kills`);
    }
    context.diagnostic(`${Math.ceil(KILLS / LIVES)} games; ${ends.interrupted} bots were interrupted, ${ends.finished} had finished`);
  } finally {
    await running.kill();
    await rm(folder, { recursive: true });
  }
});

test("connections that break before, within and after each answer repeat and lose nothing", async () => {
  await using running = await Running.start();
  // Not brought on; answered by a gateway; taken, and silent, at once or in the body; cut at once after the request was brought on, within the head, within the body; and, some answers later, anywhere.
  const cuts: Cut[] = ["before", "gateway", "silent", { after: 300, silent: true }, { after: 0 }, { after: 900 }, { after: 20 }, { after: 300 }, { after: 1_777 }, { after: 420 }, "before", { after: 1_333 }];
  let connections = 0;
  const proxy = await CuttingProxy.start(running.port, () => cuts[connections++ % cuts.length] ?? "none");
  try {
    const table = await play(connect(proxy.url, { patience: 60, timeout: 0.25 }), "cut");
    assert.deepEqual(await played(await connect(running.url).catan({ game: "cut", me: 0 })), GAME);
    assert.equal(table.reported, MOVES);
    assert.ok(connections > cuts.length, `only ${connections} connections broke`);
  } finally {
    await proxy.stop();
  }
});
