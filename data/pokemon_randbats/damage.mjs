// Writes damage by the reference calculator for pairs of generated sets: node damage.mjs COUNT SEED OUT
//   node damage.mjs 2000 31,32,33,34 ../../tests/fixtures/pokemon_randbats/damage.jsonl.gz
// One hit of one move, sixteen rolls. A third of the cases are plain; the others draw weather, terrain, screens, boosts,
// a burn, a critical hit or a tera type. Moves of several hits and of fixed damage are left out. After these come hits that are rarely
// drawn, and that an ability of the target or of the move makes another: see RARE.
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
/** One hit with a move, added to the cases unless it is left out. */
function add(ours, theirs, plain, name) {
  const move = dex.moves.get(name);
  if (move.category === 'Status') return;
  if (move.multihit || move.damage || move.damageCallback || move.ohko) {
    skip('several hits or fixed damage');
    return;
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
    return;
  }
  const rolls = typeof result.damage === 'number' ? Array(16).fill(result.damage) : result.damage;
  if (rolls.length !== 16 || rolls.some(roll => typeof roll !== 'number')) {
    skip('not sixteen rolls');
    return;
  }
  cases.push({ move: move.name, plain, attacker, defender, field, crit, rolls, hp: result.defender.maxHP() });
}

while (cases.length < Number(countText)) {
  const [ours, theirs] = [random.sample(teams.next()), random.sample(teams.next())];
  const plain = chance(1, 3);
  add(ours, theirs, plain, random.sample(ours.moves));
}

/** Hits that few pairs of sets make: how many of each are added. */
const RARE = [
  { count: 40, ability: 'Dry Skin', makes: move => move.type === 'Fire' },
  { count: 10, ability: 'Multiscale', makes: move => Boolean(move.ignoreAbility) },
];
for (const { count, ability, makes } of RARE) {
  const until = cases.length + count;
  while (cases.length < until) {
    const [ours, theirs] = [teams.next(), teams.next()];
    const target = theirs.find(set => set.ability === ability);
    const striker = ours.find(set => set.moves.some(name => makes(dex.moves.get(name))));
    if (!target || !striker) continue;
    add(striker, target, chance(1, 3), striker.moves.find(name => makes(dex.moves.get(name))));
  }
}
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, gzipSync(cases.map(it => JSON.stringify(it) + '\n').join(''), { level: 9 }));
console.log(`${cases.length} cases; left out: ${JSON.stringify(skipped)}`);
