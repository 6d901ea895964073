// Writes battles of random players, one a line: node battles.mjs COUNT SEED OUT [all|fixture|illusion]
//   node battles.mjs 300 11,12,13,14 out/battles.jsonl.gz
//   node battles.mjs 24 11,12,13,14 ../../tests/fixtures/pokemon_randbats/battles.jsonl.gz fixture
//   node battles.mjs 300 41,42,43,44 out/illusion.jsonl.gz illusion
// `illusion` gives player 1 a team with a Zoroark. `fixture` takes the first COUNT battles, then goes on and keeps a battle only for what none before it shows often enough.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSeed, teams as source } from './generator.mjs';
import { play } from './play.mjs';

const [countText, seedText, out, kind = 'all'] = process.argv.slice(2);
if (!out) throw new Error('node battles.mjs COUNT SEED OUT [all|fixture|illusion]');
const count = Number(countText);
const seed = parseSeed(seedText);
const teams = source(seed);

/** What a reader of battle lines is easily wrong about, as a spectator sees it, and in how many battles a fixture has it. */
const SHOWN = {
  illusion_ended: [/^\|replace\|/m, 4],
  sleep_talk: [/^\|move\|.*\[from\] ?(move: )?Sleep Talk/m, 2],
  frisk: [/\[from\] ability: Frisk/, 2],
  trick: [/^\|-item\|.*\[from\] move: (Trick|Switcheroo)/m, 2],
  knock_off: [/^\|-enditem\|.*\[from\] move: Knock Off/m, 3],
  trick_room: [/move: Trick Room/, 2],
  tailwind: [/move: Tailwind/, 2],
  transform: [/^\|-transform\|/m, 2],
  trace: [/\[from\] ability: Trace/, 1],
  magic_bounce: [/\[from\] ?ability: Magic Bounce/, 1],
  life_orb: [/\[from\] item: Life Orb/, 2],
  leftovers: [/\[from\] item: Leftovers/, 2],
  rocky_helmet: [/\[from\] item: Rocky Helmet/, 1],
  balloon: [/^\|-item\|[^|]*\|Air Balloon/m, 1],
  booster_energy: [/^\|-enditem\|[^|]*\|Booster Energy/m, 1],
  orb: [/\[from\] item: (Flame|Toxic) Orb/, 2],
  terastallize: [/^\|-terastallize\|/m, 3],
  sticky_web: [/move: Sticky Web/, 1],
  forced_out: [/^\|drag\|/m, 2],
  revival: [/Revival Blessing/, 1],
  ogerpon_tera: [/^\|detailschange\|.*Ogerpon/m, 1],
  zacian: [/\|Zacian-Crowned/, 1],
  minior: [/Minior-Meteor/, 1],
  palafin: [/Palafin-Hero/, 1],
  encore: [/move: Encore|\|Encore/, 1],
  unburden_berry: [/\[eat\]/, 2],
};

/** Battles among which a fixture is looked for. */
const FIXTURE_SEARCH = 800;

const disguises = team => team.some(set => set.ability === 'Illusion');
const first = () => {
  for (;;) {
    const team = teams.next();
    if (kind !== 'illusion' || disguises(team)) return team;
  }
};

const kept = [];
const shown = Object.fromEntries(Object.keys(SHOWN).map(name => [name, 0]));
const wanted = text => Object.entries(SHOWN).filter(([, [pattern]]) => pattern.test(text)).map(([name]) => name);

for (let number = 0; number < count || (kind === 'fixture' && number < FIXTURE_SEARCH); number++) {
  const pair = [first(), teams.next()];
  const battle = play(pair, [seed[0], seed[1], (seed[2] + (number >> 16)) % 65536, number % 65536]);
  const found = wanted(battle.steps.flatMap(step => step.spectator).join('\n'));
  const adds = found.some(name => shown[name] < SHOWN[name][1]);
  if (number >= count && !adds) continue;
  for (const name of found) shown[name]++;
  kept.push({ number, shows: found, ...battle });
  if (number >= count && Object.entries(SHOWN).every(([name, [, often]]) => shown[name] >= often)) break;
}

mkdirSync(dirname(out), { recursive: true });
const text = kept.map(battle => JSON.stringify(battle) + '\n').join('');
writeFileSync(out, out.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
const lines = kept.reduce((sum, battle) => sum + battle.steps.reduce((n, step) => n + step.spectator.length, 0), 0);
console.log(`${kept.length} battles, ${(lines / kept.length).toFixed(0)} lines each; battles that show: ${JSON.stringify(shown)}`);
