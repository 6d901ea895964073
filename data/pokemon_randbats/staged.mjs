// Writes battles that show what the format's own sets never do: node staged.mjs OUT
//   node staged.mjs ../../tests/fixtures/pokemon_randbats/staged.jsonl.gz
// Generated teams, changed in one thing each, played by random players; the lines are the simulator's own. No set of the
// format has Copycat, and Hospitality does nothing without a partner, so its battle is of the doubles format.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FORMAT, teams as source } from './generator.mjs';
import { play } from './play.mjs';

const [out] = process.argv.slice(2);
if (!out) throw new Error('node staged.mjs OUT');
const teams = source([21, 22, 23, 24]);

const STAGED = [
  ['copycat', FORMAT, set => ({ ...set, moves: ['copycat', ...set.moves.slice(1)] }), /\|move\|.*\[from\] ?(move: )?Copycat/],
  ['sleep_talk', FORMAT, set => ({ ...set, moves: ['rest', 'sleeptalk', ...set.moves.slice(2)] }), /\[from\] ?(move: )?Sleep Talk/],
  ['pickpocket', FORMAT, (set, at) => (at % 2 ? { ...set, ability: 'Pickpocket', item: '' } : set), /ability: Pickpocket/],
  ['hospitality', 'gen9randomdoublesbattle', set => ({ ...set, ability: 'Hospitality' }), /\[from\] ability: Hospitality/],
];

const kept = STAGED.map(([name, format, change, shows]) => {
  for (let number = 0; number < 50; number++) {
    const pair = [teams.next(), teams.next()].map(team => team.map(change));
    const battle = play(pair, [21, 22, 23, number], format);
    if (shows.test(battle.steps.flatMap(step => step.spectator).join('\n'))) return { number, shows: [name], format, ...battle };
  }
  throw new Error(`no battle shows ${name}`);
});

mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, gzipSync(kept.map(battle => JSON.stringify(battle) + '\n').join(''), { level: 9 }));
console.log(kept.map(battle => `${battle.shows}: battle ${battle.number}`).join(', '));
