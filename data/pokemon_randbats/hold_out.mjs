// Generates whole teams to test a table on: node hold_out.mjs TEAMS SEED OUT
//   node hold_out.mjs 20000 5,6,7,8 ../../tests/fixtures/pokemon_randbats/held_out.json.gz
// A team is six places in the list of distinct sets, the lead first. Another seed than the table's, or the test is none.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { line, parseSeed, teams, versions } from './generator.mjs';

const [count, seedText, out] = process.argv.slice(2);
if (!out) throw new Error('node hold_out.mjs TEAMS SEED OUT');
const seed = parseSeed(seedText);
const source = teams(seed);

const made = Array.from({ length: Number(count) }, () => source.next().map(line));
const sets = [...new Set(made.flat())].sort();
const place = new Map(sets.map((set, index) => [set, index]));
const text = JSON.stringify({ versions, seed, sets, teams: made.map(team => team.map(set => place.get(set))) });
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, out.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
