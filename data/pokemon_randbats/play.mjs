// Plays one battle of the format with random players, and keeps what each channel sees beside the true teams.
import { createRequire } from 'node:module';
import { FORMAT } from './generator.mjs';

const require = createRequire(import.meta.url);
const { Battle, Teams, RandomPlayerAI, extractChannelMessages } = require('@pkmn/sim');

// The simulator writes the time of day into a battle's lines.
Date.now = () => 1_700_000_000_000;

/** Chance that a player who could attack switches, and that one who could terastallize does. */
const SWITCHES = 0.12;
const TERASTALLIZES = 0.15;

/** Showdown's random player, which by itself neither terastallizes nor switches of its own will. */
class RandomPlayer extends RandomPlayerAI {
  constructor(seed, choose) {
    super({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true }) }), write: choose }, { seed, move: 1 - SWITCHES });
    this.write = choose;
  }

  choose(choice) {
    this.write(choice);
  }

  chooseMove(active, moves) {
    const choice = super.chooseMove(active, moves);
    return active.canTerastallize && this.prng.random() < TERASTALLIZES ? `${choice} terastallize` : choice;
  }
}

const SIDES = ['p1', 'p2'];
const CHANNELS = { spectator: 0, p1: 1, p2: 2 };

/**
 * Each step is what one message of the server adds: lines a channel, and the requests that came with it. The lines are
 * those that the channel receives, without its `|request|` lines.
 */
export function play(teams, seed, format = FORMAT) {
  const steps = [];
  const pending = [];
  const requests = {};
  const battle = new Battle({
    formatid: format,
    seed,
    send: (type, data) => {
      const text = Array.isArray(data) ? data.join('\n') : data;
      if (type === 'update') {
        const seen = extractChannelMessages(text, Object.values(CHANNELS));
        const lines = Object.fromEntries(Object.entries(CHANNELS).map(([name, id]) => [name, seen[id]]));
        steps.push({ ...lines, requests: { ...requests } });
        for (const side of SIDES) delete requests[side];
      } else if (type === 'sideupdate') {
        const [side, line] = text.split('\n');
        if (!line.startsWith('|request|')) {
          if (line.startsWith('|error|[Unavailable choice]')) return;
          throw new Error(line);
        }
        const request = JSON.parse(line.slice('|request|'.length));
        requests[side] = request;
        pending.push([side, request]);
      }
    },
  });
  const players = Object.fromEntries(
    SIDES.map((side, at) => [
      side,
      new RandomPlayer(seed.map(n => (n + 1 + at) % 65536), choice => battle.choose(side, choice)),
    ]),
  );
  SIDES.forEach((side, at) => battle.setPlayer(side, { name: `Player ${at + 1}`, team: Teams.pack(teams[at]) }));
  battle.sendUpdates();
  while (!battle.ended) {
    const asked = pending.splice(0);
    if (asked.length === 0) throw new Error('nobody is asked, and the battle goes on');
    for (const [side, request] of asked) players[side].receiveRequest(request);
    battle.sendUpdates();
  }
  battle.sendUpdates();
  return {
    seed,
    winner: battle.winner,
    teams: Object.fromEntries(SIDES.map((side, at) => [side, Teams.pack(teams[at])])),
    roles: Object.fromEntries(SIDES.map((side, at) => [side, teams[at].map(set => set.role)])),
    steps: steps.filter(step => step.spectator.length + step.p1.length + step.p2.length > 0 || Object.keys(step.requests).length > 0),
  };
}
