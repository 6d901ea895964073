import { ConnectionError, CredenceError, IdReusedError, ProblemError, type SentEvent } from "./problem.js";

/**
 * Numbers the events that one author reports at one table, from 0. An event's id is made of game, author and number, so that
 * a bot that starts again and reports its game from the start repeats nothing: the server knows those ids. The Python client makes the same. A number is used up once
 * the server holds its event; what was refused, or got no answer, leaves its number to what is reported next.
 *
 * A report whose answer was not read, because the call was aborted or ran out of time, may reach the log at any later moment, and asking the log does not tell whether it
 * will. The next report settles it, because both have the same ids and the log takes each id once: either it stands there first, and the next goes on behind it, or the
 * next takes its place, and the server refuses it when it comes.
 *
 * What was given up is remembered with its number until it is reported again, or until something else, which was not given up, is answered. If by then another report was
 * given up, too, and its number is known to be taken, it is signed with that number again: the server then knows it, or says that something else stands there. So
 * what was given up is recorded once, in whatever order it is reported again.
 */
export class Author {
  #reported = 0;
  /** Events of which it is not known whether they stand, or of which the caller does not know it, each with a number under which it was sent, or may be next. */
  #givenUp: { number: number; content: string }[] = [];

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

  /** The events as they are sent: with the next numbers, or, where they were given up under numbers that are taken, with those. */
  sign<E extends SentEvent>(events: readonly E[]): (E & { id: string })[] {
    let taken = this.#givenUp.filter(({ number }) => number < this.#reported);
    let free = this.#reported;
    return events.map((event) => {
      const number = taken.length === 0 ? free : (taken.find(({ content }) => content === contentOf(event))?.number ?? free);
      taken = taken.filter((sent) => sent.number !== number);
      if (number === free) free += 1;
      return { ...event, id: this.#id(number) };
    });
  }

  /** The server holds these: what else was sent under their numbers stands nowhere. */
  advance(signed: readonly SentEvent[]): void {
    const stand = new Map(signed.map((event) => [this.#numberOf(event.id), this.#givenUp.length > 0 ? contentOf(event) : ""]));
    const hasNew = [...stand.values()].some((told) => this.#givenUp.every(({ content }) => content !== told));
    this.#goOn(signed.map(({ id }) => id));
    if (hasNew) return this.#forget();
    // What stands nowhere is among the next.
    const left = this.#givenUp.filter(({ number, content }) => stand.get(number) !== content);
    this.#givenUp = left.map((sent) => (stand.has(sent.number) ? { ...sent, number: this.#reported } : sent));
  }

  /**
   * Whether a report of these events, which failed so, is to be made once more because an earlier one, whose answer was not read, stands in the place of one of them: the
   * next number is then behind it. What leaves open whether the events stand is remembered.
   */
  goesOnBehind(failed: unknown, signed: readonly SentEvent[]): boolean {
    if (failed instanceof ProblemError && failed.status < 500 && ![408, 429].includes(failed.status)) {
      const event = failed instanceof IdReusedError ? failed.event : undefined;
      const number = this.#numberOf(event?.id);
      if (event === undefined || number === undefined) return false;
      const refused = contentOf(event);
      if (this.#givenUp.every((sent) => sent.number !== number || sent.content === refused)) return false;
      this.#reported = Math.max(this.#reported, number + 1);
      // It stands nowhere, and is among the next.
      this.#givenUp = this.#givenUp.map((sent) => (sent.number === number && sent.content === refused ? { number: this.#reported, content: refused } : sent));
      return true;
    }
    // What could not be sent stands nowhere.
    if (failed instanceof CredenceError && !(failed instanceof ConnectionError || failed instanceof ProblemError)) return false;
    for (const event of signed) {
      const [number, content] = [this.#numberOf(event.id), contentOf(event)];
      if (number !== undefined && !this.#givenUp.some((sent) => sent.number === number && sent.content === content)) this.#givenUp.push({ number, content });
    }
    return false;
  }

  /**
   * The failure of a report of these events, as it is thrown. Where an id is taken and nothing of this author was answered yet, an earlier run of this program has used the id, or
   * another program that reports for the same seat, and the error says what to do about either.
   */
  explained(failed: unknown, signed: readonly SentEvent[]): unknown {
    const isOwn = failed instanceof IdReusedError && this.#numberOf(failed.event?.id) !== undefined;
    if (!isOwn || this.#reported > 0) return failed;
    const cure = `a program that started again goes on behind what ${this.name} has recorded with \`await table.resume()\`; where two programs report for one seat, give each an \`author\` of its own`;
    return new IdReusedError(failed.problem, signed, failed.requestId, cure);
  }

  /** Goes on behind the last of these ids that is this author's, and forgets what was given up under the numbers before. */
  behind(ids: Iterable<SentEvent["id"]>): void {
    this.#goOn(ids);
    this.#forget();
  }

  #goOn(ids: Iterable<SentEvent["id"]>): void {
    for (const id of ids) {
      const number = this.#numberOf(id);
      if (number !== undefined) this.#reported = Math.max(this.#reported, number + 1);
    }
  }

  #forget(): void {
    this.#givenUp = this.#givenUp.filter(({ number }) => number >= this.#reported);
  }

  #numberOf(id: SentEvent["id"]): number | undefined {
    const prefix = this.#id("");
    const number = id?.startsWith(prefix) ? id.slice(prefix.length) : "";
    // Other programs may write ids, too: what this one would not have made is none of its own, and a longer number would not be exact.
    return /^(0|[1-9][0-9]{0,14})$/.test(number) ? Number(number) : undefined;
  }

  #id(number: number | ""): string {
    return `${this.game}/${this.name}/${number}`;
  }
}

/** What an event says, whatever its id and the order of its fields. */
function contentOf({ type, data }: SentEvent): string {
  return JSON.stringify([type, data], (_, value: unknown) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))) : value;
  });
}
