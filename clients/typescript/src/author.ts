import { CredenceError, IdReusedError, ProblemError, type SentEvent } from "./problem.js";

/**
 * Numbers the events that one author reports at one table, from 0. An event's id is made of game, author and number, so that
 * a bot that starts again and reports its game from the start repeats nothing: the server knows those ids. The Python client makes the same. A number is used up once
 * the server holds its event; what was refused, or got no answer, leaves its number to what is reported next.
 *
 * A report whose answer was not read, because the call was aborted or ran out of time, may reach the log at any later moment, and asking the log does not tell whether it
 * will. The next report settles it, because both have the same ids and the log takes each id once: either it stands there first, and the next goes on behind it, or the
 * next takes its place, and the server refuses it when it comes.
 */
export class Author {
  #reported = 0;
  /** The numbers, from `from` to before `to`, under which a report may stand whose answer was not read. */
  #unsettled = { from: 0, to: 0 };

  constructor(
    readonly game: string,
    readonly name: string,
  ) {
    // An id has room for 128 characters: 64 of the game, 15 of the number, and two slashes.
    if (!/^[\x21-\x7e]{1,47}$/.test(name)) throw new CredenceError(`${JSON.stringify(name)} is no author: use 1 to 47 visible ASCII characters`);
  }

  /** How many events of this author the server holds, as far as this program knows. */
  get reported(): number {
    return this.#reported;
  }

  /** The events with the ids that are theirs if they are the next ones. */
  sign<E extends object>(events: readonly E[]): (E & { id: string })[] {
    return events.map((event, index) => ({ ...event, id: this.#id(this.#reported + index) }));
  }

  /** The server holds so many more: by the last of them, what was unsettled before is settled. */
  advance(count: number): void {
    this.#reported += count;
    if (this.#reported >= this.#unsettled.to) this.#unsettled = { from: 0, to: 0 };
  }

  /**
   * Whether a report of the next `count` events, which failed so, is to be made once more because an earlier one, whose answer was not read, stands in its place: the
   * number is then the one behind. What leaves open whether the events stand is remembered.
   */
  goesOnBehind(failed: unknown, count: number): boolean {
    const { from, to } = this.#unsettled;
    if (failed instanceof ProblemError && failed.status < 500 && ![408, 429].includes(failed.status)) {
      const number = failed instanceof IdReusedError ? this.#numberOf(failed.event?.id) : undefined;
      if (number === undefined || number < from || number >= to) return false;
      this.#reported = to;
      this.#unsettled = { from: 0, to: 0 };
      return true;
    }
    if (count > 0) {
      const next = this.#reported;
      this.#unsettled = next < to ? { from: Math.min(from, next), to: Math.max(to, next + count) } : { from: next, to: next + count };
    }
    return false;
  }

  /** Goes on behind the last of these ids that is this author's. */
  behind(ids: Iterable<SentEvent["id"]>): void {
    for (const id of ids) {
      const number = this.#numberOf(id);
      if (number !== undefined) this.#reported = Math.max(this.#reported, number + 1);
    }
  }

  #numberOf(id: SentEvent["id"]): number | undefined {
    const prefix = this.#id("");
    const number = id?.startsWith(prefix) ? id.slice(prefix.length) : "";
    return /^\d+$/.test(number) ? Number(number) : undefined;
  }

  #id(number: number | ""): string {
    return `${this.game}/${this.name}/${number}`;
  }
}
