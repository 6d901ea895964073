import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, ConnectionError, ProblemError } from "../src/index.js";
import { ShowdownBattle } from "../src/showdown/index.js";
import { Running } from "./credence.js";
import { playBattle, type Reader, type Side } from "./showdown.js";

const id = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

test("two of Showdown's random players play, and each bot's lines give a belief about the other at each turn", async (context) => {
  await using running = await Running.start();
  const server = connect(running.url);
  const seen = { turns: 0, members: 0, listed: 0, item: 0, first: 0, frames: 0 };
  for (const seed of [1, 2, 3]) {
    const game = `battle-${seed}`;
    const frames: Record<Side, string[]> = { p1: [], p2: [] };
    const join = (side: Side) => ShowdownBattle.join(server, { game, side, players: ["ann", "bob"], channels: ["p1", "p2"] });
    const bots = { p1: await join("p1"), p2: await join("p2") };
    await playBattle(seed, ({ teams }) => {
      const reader = (side: Side): Reader => async (chunk) => {
        frames[side].push(chunk);
        await bots[side].receive(chunk);
        seen.frames += 1;
        const turn = /^\|turn\|(\d+)$/m.exec(chunk)?.[1];
        if (turn === undefined) return;
        const foes = await bots[side].foes();
        seen.turns += 1;
        assert.equal(foes.turn, Number(turn));
        for (const member of foes) {
          const set = teams[side === "p1" ? "p2" : "p1"].find(({ species }) => id(species).startsWith(id(member.species)));
          assert.ok(set, `${member.species} was shown, and is in no team`);
          seen.members += 1;
          if (member.unlisted > 0.5) continue;
          seen.listed += 1;
          seen.item += member.item.p(set.item || "none");
          assert.ok([...member.moves.values()].every((p) => p >= 0 && p <= 1));
        }
        if (turn !== "1") return;
        const [lead] = foes;
        assert.ok(lead);
        assert.equal(foes.get(id(lead.species)), lead);
        assert.equal(foes.get({ name: lead.name, speciesForme: lead.species }), lead);
        assert.throws(() => foes.get("Missingno"), /no Missingno was shown; these were: /);
        const sets = await bots[side].sets(lead.species, 5);
        assert.ok(sets.sets.length > 0 && sets.sets.every((one) => one.species === lead.species));
        seen.first += 1;
      };
      return { p1: reader("p1"), p2: reader("p2") };
    });
    // A bot that starts again sits down where it was, and the battle that is sent to it again changes nothing.
    const again = await join("p1");
    assert.equal(again.lines, bots.p1.lines);
    const before = await again.belief();
    const battle = frames.p1.join("\n").split("\n").filter((line) => !line.startsWith("|request|"));
    await again.receive(battle.join("\n"), { again: true });
    assert.equal(again.lines, bots.p1.lines);
    assert.equal((await again.belief()).answer.hash, before.answer.hash);
    await again.table.finish();
  }
  assert.equal(seen.first, 6);
  assert.ok(seen.listed >= 0.9 * seen.members && seen.item / seen.listed > 0.4);
  const mean = (seen.item / seen.listed).toFixed(3);
  context.diagnostic(`${seen.frames} frames, ${seen.turns} beliefs, ${seen.members} members (${seen.listed} listed); the true item had ${mean} on average`);
});

test("frames that could not be reported are kept, and the log has no hole", async () => {
  await using running = await Running.start();
  // Every third report never goes out, and the answer to every third is lost.
  let reports = 0;
  let breaks = true;
  const breaking: typeof fetch = async (input, init) => {
    const fate = breaks && String(input).endsWith("/turn") ? ++reports % 3 : 0;
    if (fate === 1) throw new TypeError("the network is unreachable");
    const response = await fetch(input, init);
    if (fate === 0) return response;
    await response.arrayBuffer();
    throw new TypeError("the connection was reset");
  };
  const sure = connect(running.url);
  const unsure = connect(running.url, { patience: 0, fetch: breaking });
  const join = (server: typeof sure, game: string) => ShowdownBattle.join(server, { game, side: "p1" });
  const whole = await join(sure, "whole");
  const broken = await join(unsure, "broken");
  let kept = 0;
  await playBattle(4, () => ({
    p1: async (chunk) => {
      await whole.receive(chunk);
      await broken.receive(chunk).catch((error: unknown) => {
        assert.ok(error instanceof ConnectionError);
        kept += 1;
      });
    },
    p2: () => Promise.resolve(),
  }));
  // The battle is over, and no frame follows that would take the last with it.
  for (let left = true; left; ) left = await broken.receive("").then(() => false, () => true);
  assert.ok(kept > 10);
  assert.equal(broken.lines, whole.lines);
  assert.equal((await broken.belief()).answer.hash, (await whole.belief()).answer.hash);

  // What is refused for good is said once, and does not hold up what follows.
  breaks = false;
  const lines = broken.lines;
  await broken.table.finish();
  await assert.rejects(broken.receive("|turn|99"), (error) => error instanceof ProblemError && error.is("/problems/game-finished"));
  assert.equal(await broken.receive(""), null);
  assert.equal(broken.lines, lines);
});
