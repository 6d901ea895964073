import type { Belief } from "../belief.js";
import { CredenceError } from "../problem.js";
import { Member } from "./member.js";

/** What a battle's detail says of a side; the contract leaves the detail open. */
interface Detail {
  turn: number;
  sides: { members: { name: string; species: string; unlisted: number }[] }[];
}

/** A Pokémon as `@pkmn/client` has it (`battle.p2.active[0]`), as far as it is looked at here. */
export interface Shown {
  name: string;
  speciesForme: string;
}

/** The members of the other side that were shown, by species. */
export class Foes implements Iterable<Member> {
  readonly #members: Member[];

  constructor(
    readonly belief: Belief,
    seat: number,
  ) {
    const detail = belief.answer.detail as unknown as Detail;
    const members = detail.sides[seat]?.members ?? [];
    this.#members = members.map(({ name, species, unlisted }, slot) => new Member(belief, seat, slot, species, name, unlisted));
  }

  [Symbol.iterator](): Iterator<Member> {
    return this.#members[Symbol.iterator]();
  }

  get size(): number {
    return this.#members.length;
  }

  /** The turn that the battle is in. */
  get turn(): number {
    return (this.belief.answer.detail as unknown as Detail).turn;
  }

  /**
   * A member by its species or its name, in words or as an id; or a Pokémon of `@pkmn/client`. Undefined where none such was shown. A name goes
   * before a species: who transformed looks like somebody else, and keeps its name.
   */
  find(who: string | Shown): Member | undefined {
    const [name = "", ...others] = (typeof who === "string" ? [who] : [who.name, who.speciesForme]).map(id);
    return this.#members.find((member) => id(member.name) === name) ?? this.#members.find(({ species }) => [name, ...others].includes(id(species)));
  }

  get(who: string | Shown): Member {
    const member = this.find(who);
    if (member) return member;
    const names = this.#members.map(({ species }) => species).join(", ");
    throw new CredenceError(`no ${typeof who === "string" ? who : who.speciesForme} was shown; these were: ${names || "none"}`);
  }
}

/** A name as Showdown makes ids of names. */
function id(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
