import type { Schemas } from "./contract.js";

/** A piece of evidence: what one event did to a belief. */
export type Evidence = Schemas["EvidenceAnswer"];

/** Why a variable is believed to be what it is: its evidence, the oldest first. */
export class Why implements Iterable<Evidence> {
  constructor(
    readonly variable: string,
    readonly pieces: readonly Evidence[],
  ) {}

  [Symbol.iterator](): Iterator<Evidence> {
    return this.pieces[Symbol.iterator]();
  }

  /** Two lines a piece: what happened, and what it changed; as `credence why` writes it. */
  text(): string {
    return this.pieces.map((piece) => `${headline(piece)}\n${change(piece, this.variable)}`).join("\n");
  }

  toString(): string {
    return this.text();
  }
}

function headline(piece: Evidence): string {
  const gain = piece.information_gain_bits >= 0.005 ? `   ${piece.information_gain_bits.toFixed(2)} bits` : "";
  const corrected = piece.corrected_by === undefined ? "" : `   (as revision ${piece.corrected_by} corrected it)`;
  return `revision ${String(piece.revision).padEnd(5)} ${piece.type.padEnd(16)} ${piece.summary}${gain}${corrected}`;
}

/** The variable's distribution before and after; of a prefix such as `seat:2/*`, all that it names. */
function change(piece: Evidence, variable: string): string {
  const named = (id: string) => (variable.endsWith("*") ? id.startsWith(variable.slice(0, -1)) : id === variable);
  const ids = piece.variables.filter(named);
  const label = (id: string) => (ids.length > 1 ? `${id} ` : "");
  return ids.map((id) => `                ${label(id)}${odds(piece.before[id])} -> ${odds(piece.after[id])}`).join("\n");
}

function odds(distribution: Record<string, number> | undefined): string {
  const pairs = Object.entries(distribution ?? {}).filter(([, p]) => p >= 0.0005);
  return `{${pairs.map(([value, p]) => `${value}: ${p.toFixed(3)}`).join(", ")}}`;
}
