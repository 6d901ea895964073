import type { CallOptions } from "./call_options.js";
import type { Ruleset, Schemas, SetupOf } from "./contract.js";
import type { Rulesets } from "./rulesets.js";

/** Where a bot sits, and at what table. */
export interface Seat<R extends Ruleset> extends CallOptions {
  /** The game's id: 1 to 64 of `A-Z a-z 0-9 . _ -`. A bot that is to survive its own crash names it; else one is made up. */
  game?: string;
  /** The seat whose knowledge this is, or `public` or `referee`. */
  me: number | "public" | "referee";
  /** Who sits at the table, by seat: `null` is nobody in particular. Left out, the game must be open already, as it is for a bot with a seat's key. */
  players?: readonly (string | null)[];
  /** The table's rules; those of the ruleset, where they are left out. */
  setup?: SetupOf<R>;
  parameters?: Rulesets[R]["parameters"];
  onContradiction?: Schemas["OnContradiction"];
  /** By what name this program numbers its events; its seat, if absent. Where two programs report for one seat, each needs its own. */
  author?: string;
}
