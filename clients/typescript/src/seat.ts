import type { CallOptions } from "./call_options.js";
import type { Ruleset, Schemas, SetupOf } from "./contract.js";
import { CredenceError } from "./problem.js";
import type { Rulesets } from "./rulesets.js";
import { onlyFields } from "./settings.js";

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

const FIELDS = ["game", "me", "players", "setup", "parameters", "onContradiction", "author", "signal", "timeout"] as const satisfies readonly (keyof Seat<Ruleset>)[];

/** Sees that this says where somebody sits, as far as the server would not. */
export function checkSeat(seat: Seat<Ruleset>): void {
  onlyFields("a table", seat, FIELDS);
  const { me } = seat;
  const isSeat = typeof me === "number" && Number.isInteger(me) && me >= 0;
  if (!isSeat && me !== "public" && me !== "referee") throw new CredenceError(`me is ${JSON.stringify(me)}: it is the number of a seat, "public" or "referee"`);
}
