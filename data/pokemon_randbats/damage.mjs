// Writes damage by the reference calculator for pairs of generated sets: node damage.mjs COUNT SEED OUT
//   node damage.mjs 3000 31,32,33,34 ../../tests/fixtures/pokemon_randbats/damage.jsonl.gz
// One hit of one move, sixteen rolls. A third of the cases are plain; the others draw weather, terrain, screens, boosts,
// a burn, a critical hit or a tera type. Moves of several hits and of fixed damage are left out.
import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSeed, teams as source } from './generator.mjs';

const require = createRequire(import.meta.url);
const { Dex, PRNG } = require('@pkmn/sim');
const { calculate, Generations, Pokemon, Move, Field } = require('@smogon/calc');

const [countText, seedText, out] = process.argv.slice(2);
if (!out) throw new Error('node damage.mjs COUNT SEED OUT');
const seed = parseSeed(seedText);
const teams = source(seed);
const random = new PRNG(seed);
const dex = Dex.forFormat('gen9randombattle');
const gen = Generations.get(9);
const chance = (of, out) => random.randomChance(of, out);

function fighter(set, plain) {
  const boost = () => (!plain && chance(1, 5) ? random.sample([-2, -1, 1, 2]) : 0);
  return {
    species: dex.species.get(set.entry).name,
    level: set.level,
    item: set.item,
    ability: set.ability,
    evs: set.evs,
    ivs: set.ivs,
    tera: set.teraType,
    terastallized: !plain && chance(1, 5),
    boosts: { atk: boost(), def: boost(), spa: boost(), spd: boost() },
    burned: !plain && chance(1, 8),
  };
}

const built = it =>
  new Pokemon(gen, it.species, {
    level: it.level,
    item: it.item || undefined,
    ability: it.ability,
    nature: 'Serious',
    evs: it.evs,
    ivs: it.ivs,
    teraType: it.terastallized ? it.tera : undefined,
    boosts: it.boosts,
    status: it.burned ? 'brn' : '',
  });

const cases = [];
const skipped = {};
const skip = why => void (skipped[why] = (skipped[why] ?? 0) + 1);
while (cases.length < Number(countText)) {
  const [ours, theirs] = [random.sample(teams.next()), random.sample(teams.next())];
  const plain = chance(1, 3);
  const name = random.sample(ours.moves);
  const move = dex.moves.get(name);
  if (move.category === 'Status') continue;
  if (move.multihit || move.damage || move.damageCallback || move.ohko) {
    skip('several hits or fixed damage');
    continue;
  }
  const attacker = fighter(ours, plain);
  const defender = fighter(theirs, plain);
  const field = plain
    ? {}
    : {
        weather: chance(1, 4) ? random.sample(['Sun', 'Rain', 'Sand', 'Snow']) : undefined,
        terrain: chance(1, 6) ? random.sample(['Electric', 'Grassy', 'Psychic', 'Misty']) : undefined,
        reflect: chance(1, 10) || undefined,
        light_screen: chance(1, 10) || undefined,
      };
  const crit = !plain && chance(1, 8);
  let result;
  try {
    const side = { isReflect: field.reflect, isLightScreen: field.light_screen };
    const calcField = new Field({ weather: field.weather, terrain: field.terrain, defenderSide: side });
    result = calculate(gen, built(attacker), built(defender), new Move(gen, move.name, { isCrit: crit }), calcField);
  } catch (error) {
    skip(error.message.slice(0, 60));
    continue;
  }
  const rolls = typeof result.damage === 'number' ? Array(16).fill(result.damage) : result.damage;
  if (rolls.length !== 16 || rolls.some(roll => typeof roll !== 'number')) {
    skip('not sixteen rolls');
    continue;
  }
  cases.push({ move: move.name, plain, attacker, defender, field, crit, rolls, hp: result.defender.maxHP() });
}
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, gzipSync(cases.map(it => JSON.stringify(it) + '\n').join(''), { level: 9 }));
console.log(`${cases.length} cases; left out: ${JSON.stringify(skipped)}`);
