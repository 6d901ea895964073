import { createRequire } from "node:module";
import type { ObjectReadWriteStream } from "pokemon-showdown/dist/lib/streams.js";

// Showdown is CommonJS, and says nothing of its players' types.
const require = createRequire(import.meta.url);
const { BattleStream, getPlayerStreams, Teams } = require("pokemon-showdown") as typeof import("pokemon-showdown");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai") as {
  RandomPlayerAI: new (stream: ObjectReadWriteStream<string>, options: { seed: number[] }) => { receive(chunk: string): void };
};

export type Side = "p1" | "p2";
export interface PokemonSet {
  name: string;
  species: string;
  item: string;
  ability: string;
  moves: string[];
}
/** What a bot does with a chunk before its random player chooses. */
export type Reader = (chunk: string) => Promise<void>;
/** A Pokémon as it truly stands, by the simulator. */
export type True = import("pokemon-showdown").Pokemon;
/** The truth of a battle: the teams that were sent in, and how a side's Pokémon stand now. */
export interface Truth {
  teams: Record<Side, PokemonSet[]>;
  now: (side: Side) => readonly True[];
}

/** Plays a battle of two of Showdown's random players on its own simulator; `readers` get each player's chunks, unchanged, and are waited for. */
export async function playBattle(seed: number, readers: (truth: Truth) => Record<Side, Reader>): Promise<void> {
  const teams = { p1: team(seed), p2: team(seed + 1_000) };
  const simulator = new BattleStream();
  const reading = readers({ teams, now: (side) => simulator.battle?.sides[side === "p1" ? 0 : 1]?.pokemon ?? [] });
  const streams = getPlayerStreams(simulator);
  const play = async (side: Side): Promise<void> => {
    const player = new RandomPlayerAI(streams[side] as never, { seed: [seed, 2, 3, side === "p1" ? 4 : 5] });
    for await (const chunk of streams[side]) {
      await reading[side](chunk as string);
      player.receive(chunk as string);
    }
  };
  const players = Promise.all([play("p1"), play("p2")]);
  void streams.omniscient.write(`>start ${JSON.stringify({ formatid: "gen9randombattle", seed: [seed, 7, 8, 9] })}`);
  for (const side of ["p1", "p2"] as const) void streams.omniscient.write(`>player ${side} ${JSON.stringify({ name: side, team: Teams.pack(teams[side] as never) })}`);
  await players;
}

function team(seed: number): PokemonSet[] {
  return Teams.generate("gen9randombattle", { seed: [seed, 4, 5, 6] as never }) as PokemonSet[];
}
