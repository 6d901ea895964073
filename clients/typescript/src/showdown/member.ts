import type { Belief, Variable } from "../belief.js";

/** A Pokémon of the other side that was shown: whoever was shown as the K-th is in the team for sure. */
export class Member {
  constructor(
    readonly belief: Belief,
    readonly seat: number,
    /** Its place in the order of appearance, by which questions name it too. */
    readonly slot: number,
    /** The species that is likeliest; where an Illusion may stand in its place, `belief` knows more. */
    readonly species: string,
    readonly name: string,
    /** The chance that its set is in no table. The chances of items, abilities, types and moves count such sets with it, which are guessed to be like the table's sets of the species. */
    readonly unlisted: number,
  ) {}

  get role(): Variable {
    return this.#variable("role");
  }

  /** The item of its set; what it holds now is `held`. */
  get item(): Variable {
    return this.#variable("item");
  }

  get held(): Variable {
    return this.#variable("held");
  }

  get ability(): Variable {
    return this.#variable("ability");
  }

  get tera(): Variable {
    return this.#variable("tera");
  }

  /** The chance of each move to be in its set, the likeliest first; by Showdown's ids of moves. Moves that no set of the table has are not among them. */
  get moves(): Map<string, number> {
    const prefix = this.#id("move:");
    const moves: [string, number][] = [];
    for (const variable of this.belief.variables) {
      if (variable.id.startsWith(prefix)) moves.push([variable.id.slice(prefix.length), variable.p("yes")]);
    }
    return new Map(moves.sort(([, left], [, right]) => right - left));
  }

  #variable(of: string): Variable {
    return this.belief.variable(this.#id(of));
  }

  #id(of: string): string {
    return `seat:${this.seat}/slot:${this.slot}/${of}`;
  }
}
