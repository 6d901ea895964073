import type { Schemas } from "./contract.js";
import { CredenceError } from "./problem.js";

/** A value and its chance. */
export interface Outcome {
  value: string;
  p: number;
}

/** What is believed about one hidden thing. */
export class Variable {
  constructor(readonly answer: Schemas["VariableAnswer"]) {}

  get id(): string {
    return this.answer.id;
  }

  get known(): boolean {
    return this.answer.known;
  }

  /** The values that are possible, in the domain's natural order. */
  get distribution(): readonly Outcome[] {
    return this.answer.distribution;
  }

  /** The likeliest value; of several, the first in the domain's order. */
  top(): Outcome {
    return this.answer.distribution.reduce((best, outcome) => (outcome.p > best.p ? outcome : best));
  }

  /** The chance of a value; 0 where it is ruled out. */
  p(value: string | number): number {
    return this.answer.distribution.find((outcome) => outcome.value === String(value))?.p ?? 0;
  }
}

/** What a turn says of a belief: whose it is and when, and nothing else where it was not asked for, or could not be given. */
export type TurnBelief = Partial<Schemas["BeliefAnswer"]> & Pick<Schemas["BeliefAnswer"], "game" | "ruleset" | "observer" | "revision" | "variables">;

/** What an observer believes about everything that is hidden. */
export class Belief<A extends TurnBelief = Schemas["BeliefAnswer"]> {
  readonly #variables: Map<string, Variable>;

  constructor(readonly answer: A) {
    this.#variables = new Map(answer.variables.map((variable) => [variable.id, new Variable(variable)]));
  }

  get revision(): number {
    return this.answer.revision;
  }

  /** What the numbers are worth: `exact`, `factored`, `capped`, `sampled` or `restarted`; undefined of a turn that has no belief. */
  get method(): A["method"] {
    return this.answer.method as A["method"];
  }

  get variables(): Iterable<Variable> {
    return this.#variables.values();
  }

  has(id: string): boolean {
    return this.#variables.has(id);
  }

  variable(id: string): Variable {
    const variable = this.#variables.get(id);
    if (variable) return variable;
    const some = [...this.#variables.keys()].slice(0, 5).join(", ");
    throw new CredenceError(`${JSON.stringify(id)} is no variable of this belief at revision ${this.revision}; there are ${this.#variables.size}, such as ${some || "none"}`);
  }
}
