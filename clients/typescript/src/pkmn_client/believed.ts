import type { Pokemon } from "@pkmn/client";
import type { Variable } from "../belief.js";
import type { Member } from "../showdown/member.js";
import type { Sets } from "../showdown/battle.js";

/** An id as `@pkmn` writes it. */
type ID = Pokemon["item"];
/** A type that `@pkmn` knows, such as `Fire`. */
type TypeName = NonNullable<Pokemon["teraType"]>;

/** Values and their chances, the likeliest first. */
export type Chances<T extends string> = ReadonlyMap<T, number>;

/**
 * What is believed of a Pokémon of the other side, in `@pkmn`'s words, so that `gen.items.get(id)` takes them. What was shown has the chance 1, less
 * the chance that somebody else stood there in disguise: `@pkmn/client` keeps what an Illusion seemed to show, and the belief does not.
 */
export class BelievedPokemon {
  constructor(
    /** As `@pkmn/client` has it. */
    readonly pokemon: Pokemon,
    /** The belief about it in Credence's own words: variables, role, the item that it began with. */
    readonly member: Member,
    readonly sets: (top?: number) => Promise<Sets>,
  ) {}

  /** The level was shown with the Pokémon: there is nothing to be believed. */
  get level(): number {
    return this.pokemon.level;
  }

  /** The chance that its set is in no table. */
  get unlisted(): number {
    return this.member.unlisted;
  }

  /** What it holds now; `""` is nothing, as `@pkmn` writes it. */
  get item(): Chances<ID> {
    return chances(this.member.held, (value) => (value === "none" ? ("" as ID) : id(value)));
  }

  /** The ability of its set; one that it has for a while only is `pokemon.ability`. */
  get ability(): Chances<ID> {
    return chances(this.member.ability, id);
  }

  /** The type that it has after it terastallizes. */
  get teraType(): Chances<TypeName> {
    return chances(this.member.tera, (value) => value as TypeName);
  }

  /**
   * The chance of each move that may be in its set. Of a move that no set of the table has, the belief has no variable: where its set is in no table, as
   * such a move makes nearly certain, those that were shown are in it; else they were those of somebody in disguise.
   */
  get moves(): Chances<ID> {
    const moves = this.member.moves as Map<ID, number>;
    const strange = this.pokemon.moveSlots.filter(({ id, virtual }) => virtual !== true && !moves.has(id) && this.unlisted > 0.5);
    const all = [...moves, ...strange.map(({ id }): [ID, number] => [id, this.unlisted])];
    return new Map(all.filter(([, p]) => p > 0).sort(([, left], [, right]) => right - left));
  }
}

function chances<T extends string>(variable: Variable, write: (value: string) => T): Chances<T> {
  const written = variable.distribution.map(({ value, p }): [T, number] => [write(value), p]);
  return new Map(written.sort(([, left], [, right]) => right - left));
}

/** A name as Showdown makes ids of names. */
function id(name: string): ID {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "") as ID;
}
