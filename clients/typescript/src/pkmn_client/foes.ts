import type { Pokemon, Side } from "@pkmn/client";
import { CredenceError } from "../problem.js";
import type { Sets } from "../showdown/battle.js";
import type { Foes } from "../showdown/foes.js";
import { BelievedPokemon } from "./believed.js";

/** The Pokémon of the other side that were shown, as they stood when they were asked for. */
export class ClientFoes implements Iterable<BelievedPokemon> {
  constructor(
    readonly foes: Foes,
    readonly side: Side,
    readonly sets: (who: string, top?: number) => Promise<Sets>,
  ) {}

  *[Symbol.iterator](): Iterator<BelievedPokemon> {
    for (const pokemon of this.side.team) {
      const believed = this.find(pokemon);
      if (believed) yield believed;
    }
  }

  /** What is believed of a Pokémon of `@pkmn/client`; undefined where the belief is older than what it shows. */
  find(pokemon: Pokemon): BelievedPokemon | undefined {
    if (pokemon.side !== this.side) throw new CredenceError(`${pokemon.originalIdent} is on your own side: ask of ${this.side.id}`);
    const member = this.foes.find(pokemon);
    return member && new BelievedPokemon(pokemon, member, (top) => this.sets(member.name, top));
  }

  get(pokemon: Pokemon): BelievedPokemon {
    const believed = this.find(pokemon);
    if (believed) return believed;
    throw new CredenceError(`nothing was reported of ${pokemon.originalIdent} yet: await receive() before you ask`);
  }
}
