// The generator of gen9randombattle teams, with what its sets do not say kept beside them: the entry of the generator's
// own list that a member was made from. The forme that a set names may be a cosmetic one, drawn afterwards.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { TeamGenerators } = require('@pkmn/randoms');

export const FORMAT = 'gen9randombattle';

const installed = name => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

/** What made the teams, for the table's own words. */
export const versions = Object.fromEntries(
  ['@pkmn/randoms', '@pkmn/sim', '@pkmn/dex', '@pkmn/data', '@smogon/calc'].map(name => [name, installed(name)]),
);

/** An endless source of teams. Each member has `entry` beside the fields of its set. */
export function teams(seed) {
  const generator = TeamGenerators.getTeamGenerator(FORMAT, seed);
  const randomSet = generator.randomSet;
  generator.randomSet = function (species, ...rest) {
    const set = randomSet.call(this, species, ...rest);
    set.entry = typeof species === 'string' ? species : species.id;
    return set;
  };
  return { generator, next: () => generator.getTeam() };
}

const toId = text => ('' + text).toLowerCase().replace(/[^a-z0-9]+/g, '');

/** A whole set as one line; two sets are the same exactly where their lines are. */
export function line(set) {
  const { evs, ivs } = set;
  for (const stat of ['def', 'spa', 'spd']) {
    if (evs[stat] !== 85 || ivs[stat] !== 31) throw new Error(`${set.species}: an unusual ${stat} spread: ${JSON.stringify({ evs, ivs })}`);
  }
  for (const stat of ['atk', 'spe']) {
    const none = evs[stat] === 0 && ivs[stat] === 0;
    if (!none && !(evs[stat] === 85 && ivs[stat] === 31)) {
      throw new Error(`${set.species}: an unusual ${stat} spread: ${JSON.stringify({ evs, ivs })}`);
    }
  }
  if (ivs.hp !== 31) throw new Error(`${set.species}: an unusual HP IV`);
  return [
    set.entry,
    set.role,
    set.level,
    toId(set.item),
    toId(set.ability),
    set.moves.map(toId).sort().join(','),
    set.teraType,
    evs.hp,
    evs.atk,
    evs.spe,
  ].join('|');
}

export const parseSeed = text => {
  const seed = text.split(',').map(Number);
  if (seed.length !== 4 || seed.some(n => !Number.isInteger(n) || n < 0 || n > 65535)) {
    throw new Error(`a seed is four numbers in 0..65535, not ${text}`);
  }
  return seed;
};
