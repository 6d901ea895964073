import { milliseconds, timer } from "./settings.js";

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/** How long what fails is tried again: so many seconds from the first failure on, with pauses that grow. */
export class Patience {
  readonly #milliseconds: number;
  #failures = 0;
  #end: number | undefined;

  constructor(seconds: number) {
    this.#milliseconds = milliseconds("patience", seconds, { orNone: true });
  }

  /** How often it has failed in a row. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * It failed: for how many milliseconds to wait, which are at least those that the answer asks for. Null where patience is over, or would be by then. The last
   * attempt is made when it ends.
   */
  pause(asked: number): number | null {
    const now = performance.now();
    this.#end ??= now + this.#milliseconds;
    const left = this.#end - now;
    const wait = Math.max(asked, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures, Math.max(0, left)));
    this.#failures += 1;
    return left <= 0 || wait > left ? null : wait;
  }

  /** All is well. */
  renew(): void {
    this.#end = undefined;
    this.#failures = 0;
  }
}

/**
 * For how many milliseconds an answer asks to be left alone, in seconds or as a date; null where it does not. A date is held against the server's own
 * clock where the answer tells it. What is neither, or has passed, asks for no more than the client's own pause.
 */
export function retryAfter(headers: Headers): number | null {
  const said = headers.get("retry-after")?.trim();
  if (said === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said) * 1_000;
  const date = httpDate(said);
  const now = httpDate(headers.get("date") ?? "") ?? Date.now();
  return date === null ? 0 : Math.max(0, date - now);
}

/** A date in one of the three forms of HTTP; all of them are in UTC, and one does not say so. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8},? \S/.test(text)) return null;
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? null : date;
}

/** Waits, and no longer than the signal lets it. */
export function pause(wait: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(waiting);
      reject(signal?.reason as Error);
    };
    const waiting = timer(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, wait);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
