import { milliseconds, timer } from "./settings.js";

/** A limit on how long something that can be aborted stays silent. Its timer keeps a program alive: what is waited for always ends. */
export class TimeLimit {
  /** Aborts when time is up, or when the caller's own signal does. */
  readonly signal: AbortSignal;
  readonly #seconds: number;
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(seconds: number, signal?: AbortSignal) {
    this.#seconds = seconds;
    this.#milliseconds = milliseconds("timeout", seconds, { orNone: false });
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.renew();
  }

  /** Something was heard: time begins anew. */
  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = timer(() => this.#controller.abort(new Error(`nothing was heard for ${this.#seconds} s`)), this.#milliseconds);
  }

  /** What was waited for has come. */
  lift(): void {
    clearTimeout(this.#timer);
  }
}
