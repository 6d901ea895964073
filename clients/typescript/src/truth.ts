import type { Schemas } from "./contract.js";

/** What was true after each event, as far as the log shows it. */
export class Truth {
  constructor(readonly answer: Schemas["TruthAnswer"]) {}

  /** As of which event the log says so. */
  get revision(): number {
    return this.answer.revision;
  }

  /** The true value of each variable of which one is known, after an event; after the last, if none is named. */
  at(revision: number = this.answer.revision): Map<string, string> {
    const values = new Map<string, string>();
    for (const change of this.answer.items) {
      if (change.revision > revision) break;
      for (const id of change.gone ?? []) values.delete(id);
      for (const [id, value] of Object.entries(change.values)) values.set(id, value);
    }
    return values;
  }
}
