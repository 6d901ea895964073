// Generates teams and counts whole sets: node count.mjs TEAMS SEED OUT
//   node count.mjs 1000000 1,2,3,4 out/sets.json
// The count of a set is kept apart for leads, which the generator makes under rules of their own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { line, parseSeed, teams, versions } from './generator.mjs';

const [count, seedText, out] = process.argv.slice(2);
if (!out) throw new Error('node count.mjs TEAMS SEED OUT');
const seed = parseSeed(seedText);
const total = Number(count);
const source = teams(seed);

const sets = new Map();
const formes = new Map();
const genders = new Map();
const bump = (map, key, by) => map.set(key, (map.get(key) ?? 0) + by);

for (let made = 0; made < total; made++) {
  source.next().forEach((set, place) => {
    const key = line(set);
    let counts = sets.get(key);
    if (!counts) sets.set(key, (counts = [0, 0]));
    counts[place === 0 ? 0 : 1]++;
    bump(formes, `${set.entry}|${set.species}`, 1);
    bump(genders, `${set.entry}|${set.gender}`, 1);
  });
  if ((made + 1) % 50000 === 0) console.error(`${made + 1} teams, ${sets.size} distinct sets`);
}

const sorted = map => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  JSON.stringify({
    versions,
    seed,
    teams: total,
    sets: sorted(sets).map(([key, [lead, other]]) => [key, lead, other]),
    formes: sorted(formes),
    genders: sorted(genders),
  }),
);
