import type { Pokemon } from "@pkmn/client";
import type { Variable } from "../belief.js";
import type { Member } from "../showdown/member.js";
import type { Sets } from "../showdown/battle.js";

/** An id as `@pkmn` writes it. */
type ID = Pokemon["item"];
/** A type that `@pkmn` knows, such as `Fire`. */
type TypeName = NonNullable<Pokemon["teraType"]>;

/** Values and their chances, the likeliest first. What is missing to 1 is the chance that the set is in no table, and the value another. */
export type Chances<T extends string> = ReadonlyMap<T, number>;

/**
 * What is believed of a Pokémon of the other side, in `@pkmn`'s words, so that `gen.items.get(id)` takes them. What was shown has the chance 1, less
 * the chance that somebody else stood there in disguise: `@pkmn/client` keeps what an Illusion seemed to show, and the belief does not. If the set is in
 * no table, only what `@pkmn/client` was shown is known of it.
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
    const { item, lastItem } = this.pokemon;
    // `@pkmn/client` writes "" of an empty hand, and of one that it knows nothing of: where something was lost, it is the former.
    const shown = item !== "" || lastItem !== "" ? [item] : [];
    return this.#chances(this.member.held, (value) => (value === "none" ? ("" as ID) : id(value)), shown);
  }

  /** The ability of its set; one that it has for a while only is `pokemon.ability`. */
  get ability(): Chances<ID> {
    const { baseAbility } = this.pokemon;
    return this.#chances(this.member.ability, id, baseAbility === "" ? [] : [baseAbility]);
  }

  /** The type that it has after it terastallizes. */
  get teraType(): Chances<TypeName> {
    const { terastallized } = this.pokemon;
    return this.#chances(this.member.tera, (value) => value as TypeName, terastallized === undefined ? [] : [terastallized]);
  }

  /** The chance of each move to be in its set. */
  get moves(): Chances<ID> {
    const shown = this.pokemon.moveSlots.filter((slot) => slot.virtual !== true).map((slot) => slot.id);
    return this.#or(this.member.moves as Map<ID, number>, shown);
  }

  #chances<T extends string>(variable: Variable, write: (value: string) => T, shown: readonly T[]): Chances<T> {
    const listed = 1 - this.unlisted;
    return this.#or(new Map(variable.distribution.map(({ value, p }) => [write(value), p * listed])), shown);
  }

  /** These chances hold together with the set being in a table; or it is in none, and has what was shown. */
  #or<T extends string>(listed: ReadonlyMap<T, number>, shown: readonly T[]): Chances<T> {
    const chances = new Map(listed);
    for (const value of shown) chances.set(value, (chances.get(value) ?? 0) + this.unlisted);
    return new Map([...chances].filter(([, p]) => p > 0).sort(([, left], [, right]) => right - left));
  }
}

/** A name as Showdown makes ids of names. */
function id(name: string): ID {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "") as ID;
}
