// Reads sampled worlds and starts a battle with each: node worlds.mjs < worlds.json
//   curl -s .../v1/games/GAME/worlds -H 'content-type: application/json' -d '{"observer": "public", "count": 100}' | node worlds.mjs
// Takes the server's answer, as one document or as lines. Each team must unpack to six members of which the simulator knows every
// species, ability, item, move and tera type; then random players play the battle to its end. Ends with 1 where one does not.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { play } from './play.mjs';

const require = createRequire(import.meta.url);
const { Dex, Teams } = require('@pkmn/sim');
const dex = Dex.forFormat('gen9randombattle');

const text = readFileSync(0, 'utf8');
function documents() {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').filter(line => line.trim() !== '').map(line => JSON.parse(line));
  }
}
const inside = value =>
  value && value.teams ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(inside) : [];
const worlds = documents().flatMap(inside);

const faults = [];
function check(packed, where) {
  const team = Teams.unpack(packed);
  if (!team) return void faults.push(`${where}: cannot be unpacked: ${packed}`);
  if (Teams.pack(team) !== packed) faults.push(`${where}: packed again it is ${Teams.pack(team)}, not ${packed}`);
  if (team.length !== 6) faults.push(`${where}: ${team.length} members`);
  for (const set of team) {
    const known = [
      ['species', dex.species.get(set.species || set.name)],
      ['ability', dex.abilities.get(set.ability)],
      ...(set.item ? [['item', dex.items.get(set.item)]] : []),
      ...set.moves.map(move => ['move', dex.moves.get(move)]),
      ['tera type', dex.types.get(set.teraType)],
    ];
    for (const [kind, thing] of known) if (!thing.exists) faults.push(`${where}: ${set.name}: no ${kind} ${thing.name}`);
    // Level 100 is not written.
    const level = set.level ?? 100;
    if (!(level >= 1 && level <= 100) || set.moves.length < 1 || set.moves.length > 4) faults.push(`${where}: ${set.name}: ${JSON.stringify(set)}`);
  }
  return team;
}

let played = 0;
worlds.forEach((world, number) => {
  const teams = ['0', '1'].map(seat => check(world.teams[seat], `world ${number}, seat ${seat}`));
  if (!teams.every(Boolean)) return;
  try {
    const battle = play(teams, [51, 52, number >> 16, number % 65536]);
    if (battle.steps.some(step => step.spectator.some(line => /^\|turn\|1$/.test(line)))) played++;
    else faults.push(`world ${number}: no first turn`);
  } catch (error) {
    faults.push(`world ${number}: ${error.message}`);
  }
});
console.log(`${worlds.length} worlds, ${played} battles played, ${faults.length} faults`);
faults.slice(0, 20).forEach(fault => console.log(fault));
process.exit(worlds.length > 0 && faults.length === 0 && played === worlds.length ? 0 : 1);
