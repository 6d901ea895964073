import assert from "node:assert/strict";
import { test } from "node:test";
import { Battle } from "@pkmn/client";
import { Generations } from "@pkmn/data";
import { Dex } from "@pkmn/dex";
import { connect, type Server } from "../src/index.js";
import { ClientBattle, type BelievedPokemon } from "../src/pkmn_client/index.js";
import { Running } from "./credence.js";
import { playBattle, type Side, type True } from "./showdown.js";

// The types of the two packages agree only where optional fields may hold undefined.
const generations = new Generations(Dex as never);
const SIDES = ["p1", "p2"] as const;
const NEARLY_SURE = 0.999;
// Showdown here is nearly of the table's day, whatever day it is played on.
const OF_THE_TABLES_DAY = { table_months: 0 };

/** Plays a battle in which both sides have a `Battle` of `@pkmn/client`; at each turn, `look` sees each foe as it is believed and as it is. */
async function look(server: Server, seed: number, see: (believed: BelievedPokemon, truth: True, where: string) => void): Promise<{ bots: Record<Side, ClientBattle>; frames: string[] }> {
  const options = { game: `battle-${seed}`, channels: SIDES, parameters: OF_THE_TABLES_DAY };
  const join = (side: Side) => ClientBattle.join(server, new Battle(generations), { ...options, side });
  const bots = { p1: await join("p1"), p2: await join("p2") };
  const frames: string[] = [];
  await playBattle(seed, ({ now }) => {
    const reader = (side: Side) => async (chunk: string) => {
      if (side === "p1") frames.push(chunk);
      await bots[side].receive(chunk);
      const turn = /^\|turn\|(\d+)$/m.exec(chunk)?.[1];
      if (turn === undefined) return;
      const foe = side === "p1" ? "p2" : "p1";
      const foes = [...(await bots[side].foes())];
      assert.equal(foes.length, bots[side].battle[foe].team.length);
      for (const believed of foes) {
        const truth = now(foe).find(({ name }) => name === believed.pokemon.name);
        assert.ok(truth, `${believed.pokemon.name} is not there`);
        see(believed, truth, `battle ${seed}, turn ${turn}, ${foe}'s ${truth.name}`);
      }
    };
    return { p1: reader("p1"), p2: reader("p2") };
  });
  return { bots, frames };
}

/** What is hidden of a Pokémon, and what it truly is. */
function hidden({ item, ability, teraType, moves }: BelievedPokemon, truth: True): [string, ReadonlyMap<string, number>, string][] {
  const own = truth.baseMoveSlots.map(({ id }): [string, ReadonlyMap<string, number>, string] => ["move", moves, id]);
  return [["item", item, truth.item], ["ability", ability, id(truth.set.ability)], ["tera type", teraType, truth.teraType], ...own];
}

/** What `@pkmn/client` says that it was shown of a Pokémon, and whether it is so. */
function shown({ pokemon, item, teraType, moves }: BelievedPokemon, truth: True): [string, number, boolean][] {
  const claims = pokemon.moveSlots.filter((slot) => slot.virtual !== true).map(({ id }): [string, number, boolean] => [id, moves.get(id) ?? 0, truth.baseMoveSlots.some((own) => own.id === id)]);
  if (pokemon.item !== "") claims.push([pokemon.item, item.get(pokemon.item) ?? 0, truth.item === pokemon.item]);
  if (pokemon.terastallized !== undefined) claims.push([pokemon.terastallized, teraType.get(pokemon.terastallized) ?? 0, truth.teraType === pokemon.terastallized]);
  return claims;
}

const id = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

test("the truth is always possible, and what @pkmn/client was shown is certain", async (context) => {
  await using running = await Running.start();
  const server = connect(running.url);
  const seen = { fields: 0, open: 0, shown: 0, chance: 0 };
  for (const seed of [1, 2, 3]) {
    await look(server, seed, (believed, truth, where) => {
      assert.equal(believed.level, truth.level, where);
      for (const [field, chances, value] of hidden(believed, truth)) {
        const p = chances.get(value) ?? 0;
        assert.ok(p > 0, `${where}: its ${field} is ${value}, believed were ${JSON.stringify([...chances])}`);
        seen.fields += 1;
        if (p < NEARLY_SURE) seen.open += 1;
        seen.chance += p;
      }
      for (const [value, p, so] of shown(believed, truth)) {
        assert.ok(so && p >= NEARLY_SURE, `${where}: it showed ${value}, which was believed with ${p}`);
        seen.shown += 1;
      }
    });
  }
  assert.ok(seen.open > 100 && seen.shown > 100, JSON.stringify(seen));
  context.diagnostic(`${seen.fields} fields, ${seen.open} of them open; the truth had ${(seen.chance / seen.fields).toFixed(3)} on average; ${seen.shown} were shown`);
});

test("a set of no table has what was shown", async () => {
  await using running = await Running.start();
  let unlisted = 0;
  await look(connect(running.url), 6, (believed, truth, where) => {
    for (const chances of [believed.item, believed.ability, believed.teraType]) {
      const total = [...chances.values()].reduce((sum, p) => sum + p, 0);
      assert.ok(Math.abs(total - 1) < 1e-9, `${where}: ${JSON.stringify([...chances])}`);
    }
    if (believed.unlisted < NEARLY_SURE) return;
    unlisted += 1;
    assert.equal(truth.name, "Meloetta", where);
    for (const [value, p, so] of shown(believed, truth)) assert.ok(so && p >= NEARLY_SURE, `${where}: it showed ${value}, which was believed with ${p}`);
  });
  assert.ok(unlisted > 0);
});

test("what an Illusion showed, @pkmn/client keeps, and the belief does not", async (context) => {
  await using running = await Running.start();
  const deceived: number[] = [];
  for (const seed of [8, 81]) {
    await look(connect(running.url), seed, (believed, truth) => {
      for (const [, p, so] of shown(believed, truth)) {
        if (!so) deceived.push(p);
      }
    });
  }
  assert.ok(deceived.length > 10 && deceived.every((p) => p < 0.01), JSON.stringify(deceived));
  context.diagnostic(`${deceived.length} claims that are wrong were believed with at most ${Math.max(...deceived)}`);
});

test("a battle that is sent again gives the same beliefs, for the new objects", async () => {
  await using running = await Running.start();
  const server = connect(running.url);
  const { bots, frames } = await look(server, 2, () => undefined);
  const told = async (bot: ClientBattle) => [...(await bot.foes())].map(({ pokemon, item, moves, ability, teraType }) => [pokemon.speciesForme, pokemon.hp, ...[item, moves, ability, teraType].map((chances) => [...chances])]);
  const before = await told(bots.p1);
  assert.equal(before.length, 6);
  const [old] = bots.p1.battle.p2.team;
  const [own] = bots.p1.battle.p1.team;
  assert.ok(old && own);
  const foes = await bots.p1.foes();
  assert.throws(() => foes.get(own), /is on your own side: ask of p2/);
  const { sets } = await foes.get(old).sets(1);
  assert.equal(sets[0]?.level, old.level);
  // After a rejoin the server leaves out what was for one player alone.
  const battle = frames.join("\n").split("\n").filter((line) => !line.startsWith("|request|")).join("\n");
  await bots.p1.receive(battle, { again: true });
  assert.deepEqual(await told(bots.p1), before);
  // A bot that starts again has a new Battle, which reads what is sent to it again.
  const again = await ClientBattle.join(server, new Battle(generations), { game: "battle-2", channels: SIDES, side: "p1", parameters: OF_THE_TABLES_DAY });
  await again.receive(battle, { again: true });
  assert.deepEqual(await told(again), before);
  assert.equal(again.reported.lines, bots.p1.reported.lines);
});
