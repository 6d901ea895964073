/**
 * Work that is done for the newest state alone. However often it is asked for, one piece is under way at a time, and all that is asked meanwhile is
 * done as one when that piece has ended. So a page that is told of a thousand events draws as often as it can, and not a thousand times.
 */

/** Milliseconds from one piece to the next, where nobody waits for it with a finger on a key. */
const PAUSE = 150;

/** Milliseconds that a piece may still take when another place of the same game is wanted: short ones end, and are seen while somebody scrubs. */
const PATIENCE = 250;

export class Latest {
  /** @param work a function that is given a signal: once it is aborted, nothing more may be asked or shown */
  constructor(work) {
    this.work = work;
    this.wanted = 0;
    this.begun = -Infinity;
    this.running = null;
    this.stop = null;
  }

  /** Does the work as soon as none is under way; resolves when what is newest then is done. */
  now() {
    clearTimeout(this.due);
    this.due = undefined;
    this.wanted += 1;
    this.running ??= this.#untilNewest().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Does it after a pause, unless it is asked for before. Asking again does not put it off. */
  soon(pause = this.begun + PAUSE - performance.now()) {
    this.due ??= setTimeout(() => this.now(), Math.max(0, pause));
  }

  /** Ends what is under way: at once where it is of no use any more, else (`patient`) when it takes long. */
  drop({ patient = false } = {}) {
    const { stop } = this;
    if (patient) setTimeout(() => stop?.abort(), PATIENCE);
    else stop?.abort();
  }

  async #untilNewest() {
    for (let done = 0; done !== this.wanted; ) {
      done = this.wanted;
      this.begun = performance.now();
      this.stop = new AbortController();
      await this.work(this.stop.signal);
      this.stop = null;
    }
  }
}
