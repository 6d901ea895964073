import { CredenceError, type SentEvent } from "./problem.js";

/**
 * Numbers the events that one author reports at one table, from 0. An event's id is made of game, author and number, so that
 * a bot that starts again and reports its game from the start repeats nothing: the server knows those ids. The Python client makes the same. A number is used up once
 * the server holds its event; what was refused, or got no answer, leaves its number to what is reported next.
 */
export class Author {
  #reported = 0;

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

  /** The server holds so many more. */
  advance(count: number): void {
    this.#reported += count;
  }

  /** Goes on behind the last of these ids that is this author's. */
  behind(ids: Iterable<SentEvent["id"]>): void {
    const prefix = this.#id("");
    for (const id of ids) {
      if (!id?.startsWith(prefix)) continue;
      const number = id.slice(prefix.length);
      if (/^\d+$/.test(number)) this.#reported = Math.max(this.#reported, Number(number) + 1);
    }
  }

  #id(number: number | ""): string {
    return `${this.game}/${this.name}/${number}`;
  }
}
