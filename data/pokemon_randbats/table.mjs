// Makes the prior table of counted sets: node table.mjs COUNTED OUT
//   node table.mjs out/sets.json ../../src/rulesets/pokemon_randbats/prior/sets.json.gz
// The hash of a table is BLAKE3 over the JSON text, uncompressed, so that it does not depend on a compressor.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { blake3 } from '@noble/hashes/blake3';
import { bytesToHex } from '@noble/hashes/utils';
import { FORMAT, teams } from './generator.mjs';

const require = createRequire(import.meta.url);
const { Dex } = require('@pkmn/sim');

const [counted, out] = process.argv.slice(2);
if (!out) throw new Error('node table.mjs COUNTED OUT');
const dex = Dex.forFormat(FORMAT);
const source = JSON.parse(readFileSync(counted, 'utf8'));

// How often the generator tries an entry first: a base species stands in its pool once or more, its entries share that.
const { generator } = teams([0, 0, 0, 0]);
const entries = Object.keys(generator.randomSets);
const [pool, places] = generator.getPokemonPool('Normal', [], false, entries);
const draws = new Map();
for (const [base, members] of Object.entries(pool)) {
  const times = places.filter(place => place === base).length;
  for (const member of members) draws.set(member, [times, members.length]);
}

const rows = source.sets.map(([line, lead, other]) => {
  const [entry, role, level, item, ability, moves, tera, hp, atk, spe] = line.split('|');
  return { entry, role, level: +level, item, ability, moves: moves.split(','), tera, hp: +hp, atk: +atk, spe: +spe, lead, other };
});
const names = of => [...new Set(rows.flatMap(of))].filter(name => name !== '').sort();
const roles = names(row => row.role);
const items = names(row => row.item);
const abilities = names(row => row.ability);
const moves = names(row => row.moves);
const types = names(row => row.tera);
const index = list => new Map(list.map((name, at) => [name, at]));
const at = { roles: index(roles), items: index(items), abilities: index(abilities), moves: index(moves), types: index(types) };

const formes = new Map();
for (const [key, count] of source.formes) {
  const [entry, forme] = key.split('|');
  formes.set(entry, [...(formes.get(entry) ?? []), [forme, count]]);
}

const species = [...new Set(rows.map(row => row.entry))].map(entry => ({
  name: dex.species.get(entry).name,
  draw: draws.get(entry),
  formes: formes.get(entry),
  sets: rows
    .filter(row => row.entry === entry)
    .map(row => [
      at.roles.get(row.role),
      row.level,
      row.item === '' ? -1 : at.items.get(row.item),
      at.abilities.get(row.ability),
      row.moves.map(move => at.moves.get(move)),
      at.types.get(row.tera),
      row.hp,
      row.atk,
      row.spe,
      row.lead,
      row.other,
    ]),
}));

const text = JSON.stringify({
  format: 'credence-pokemon-randbats-prior/1',
  battle_format: FORMAT,
  generator: `@pkmn/randoms ${source.versions['@pkmn/randoms']}, @pkmn/sim ${source.versions['@pkmn/sim']}`,
  seed: source.seed,
  teams: source.teams,
  roles,
  items,
  abilities,
  moves,
  types,
  species,
});
const packed = gzipSync(text, { level: 9 });
writeFileSync(out, packed);
const total = rows.reduce((sum, row) => sum + row.lead + row.other, 0);
if (total !== 6 * source.teams) throw new Error(`${total} members in ${source.teams} teams`);
console.log(`blake3 ${bytesToHex(blake3(Buffer.from(text)))}`);
console.log(`${source.teams} teams, ${species.length} species, ${rows.length} sets; ${text.length} bytes, ${packed.length} compressed`);
