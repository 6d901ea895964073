import { Author } from "./author.js";
import { Belief, type TurnBelief } from "./belief.js";
import { condition, orAborted, within, type CallOptions, type ReportOptions } from "./call_options.js";
import type { Answer, AnswerTo, EventOf, Item, Observer, QueryOf, RetractionOf, Ruleset, Schemas, ViewOf, WorldsOf } from "./contract.js";
import { follow, type Followed, type FollowOptions } from "./follow.js";
import { ProblemError, type SentEvent } from "./problem.js";
import type { Rulesets } from "./rulesets.js";
import { fill, told, type Transport } from "./transport.js";
import { Truth } from "./truth.js";
import { Why } from "./why.js";
import { WorldArrays } from "./world_arrays.js";

/** What became of events that were reported. */
export type Appended = Pick<Schemas["AppendAnswer"], "game" | "revision" | "appended" | "notices">;

/** Which worlds to draw. */
export interface Draw extends CallOptions {
  count: number;
  /** World `i` depends on the seed and `i` alone; chosen by the server and told, where none is given. */
  seed?: number;
  revision?: number;
}

/** A move, and what is asked after it. */
export interface Turn<R extends Ruleset, Q extends readonly QueryOf<R>[]> extends ReportOptions {
  events?: readonly EventOf<R>[];
  /** Ids, or prefixes that end in `*`; all variables, where none are named. */
  variables?: readonly string[];
  queries?: Q;
  worlds?: Pick<Draw, "count" | "seed"> & { as?: string };
}

/** What became of a move, and what holds after it. Answers stand in the order of the questions; null where the table had none. */
export interface TurnAnswer<R extends Ruleset, Q extends readonly QueryOf<R>[]> extends Appended {
  /** Without variables where none were asked for, or where `refused` says that they cannot be given now. */
  belief: Belief<TurnBelief>;
  answers: { [K in keyof Q]: AnswerTo<R, Q[K]> | null };
  refused: Schemas["RefusedPart"][];
  worlds: WorldsOf<R> | null;
}

/** What should be otherwise. */
export interface WhatIf<R extends Ruleset> extends CallOptions {
  /** Revisions of events that should not have been. */
  without?: readonly number[];
  /** Events that should follow the last. */
  with?: readonly EventOf<R>[];
  parameters?: Rulesets[R]["parameters"];
  revision?: number;
}

type Question = object & CallOptions;
type QuestionPath = "/v1/games/{game}/worlds" | "/v1/games/{game}/queries" | "/v1/games/{game}/what-if";

const isUnanswered = (answer: { refused?: Schemas["RefusedPart"][] }) => answer.refused?.some(({ rule }) => rule === "unanswered") ?? false;

/** One game, as one observer knows it. The classes of the rulesets add a method for each event. */
export class Table<R extends Ruleset> {
  /** Reports wait for each other: the order of the calls is the order of the log, also where nobody awaited the first. */
  #last: Promise<void> = Promise.resolve();
  readonly #transport: Transport;
  readonly #author: Author;
  readonly #names: { game: string };

  constructor(
    transport: Transport,
    readonly ruleset: R,
    readonly game: string,
    readonly observer: Observer,
    author: string,
  ) {
    this.#transport = transport;
    this.#author = new Author(game, author);
    this.#names = { game };
  }

  /** How many events this author has reported, as far as this program knows. */
  get reported(): number {
    return this.#author.reported;
  }

  /**
   * For a bot that starts again in the middle: reads how many events this author has reported already, and goes on behind them. A bot that
   * reports its game from the start needs nothing: what the server holds is not recorded twice.
   */
  resume(options: CallOptions = {}): Promise<number> {
    return this.#inOrder(options, async (signal) => {
      // The author may have reported what its own seat does not see; a key of a seat reports nothing else, and may not look as the referee.
      const ids = await this.#ids("referee", signal).catch((error: unknown) => {
        if (error instanceof ProblemError && error.is("/problems/not-allowed")) return this.#ids(this.observer, signal);
        throw error;
      });
      this.#author.behind(ids);
      return this.#author.reported;
    });
  }

  async #ids(observer: Observer, signal: AbortSignal | undefined): Promise<(string | undefined)[]> {
    const ids: (string | undefined)[] = [];
    for await (const view of this.#transport.list("/v1/games/{game}/events", this.#names, { observer }, signal)) ids.push("id" in view ? view.id : undefined);
    return ids;
  }

  /** Reports events: all or nothing. */
  append(...events: EventOf<R>[]): Promise<Appended> {
    return this.report(events);
  }

  /** Reports events, as `append` does, within what the options say. */
  report(events: readonly EventOf<R>[], options: ReportOptions = {}): Promise<Appended> {
    return this.#turn({ ...options, events, variables: [] });
  }

  /** Says something that every seat reads. */
  note(data: Schemas["NoteEvent"]["data"], options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "note", data } as EventOf<R>], options);
  }

  /** Takes an event back, and perhaps puts another in its place. */
  retract(data: RetractionOf<R>, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "retract", data } as EventOf<R>], options);
  }

  /** For the referee: takes back every event that one key reported. Asked again, it takes back what was reported since, and so the request is not repeated by itself. */
  takeBack(request: Schemas["RetractionsRequest"], options: CallOptions = {}): Promise<Appended> {
    const url = fill("/v1/games/{game}/retractions", this.#names);
    return within(options, (signal) => this.#transport.json<Appended>({ method: "POST", url, body: request, repeatable: false, signal }));
  }

  /** Ends the game: only notes and retractions may follow. */
  finish(options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "finish", data: {} } as EventOf<R>], options);
  }

  /** A move in one round trip: reports, and answers at the new revision with the belief, the questions and the worlds. */
  async turn<const Q extends readonly QueryOf<R>[] = []>(turn: Turn<R, Q>): Promise<TurnAnswer<R, Q>> {
    const answer = await this.#turn(turn);
    const { game, revision, appended, notices, belief, answers, refused, worlds } = answer;
    const unsaid: TurnBelief = { game, ruleset: this.ruleset, observer: this.observer, revision, variables: [] };
    return {
      game,
      revision,
      appended,
      ...(notices && { notices }),
      belief: new Belief<TurnBelief>(belief ?? unsaid),
      answers: answers as TurnAnswer<R, Q>["answers"],
      refused: refused ?? [],
      worlds: (worlds as WorldsOf<R> | undefined) ?? null,
    };
  }

  /** The belief now, or as it was at a revision; all variables, or those that ids or prefixes with `*` name. */
  async belief(options: { revision?: number; variables?: readonly string[] } & CallOptions = {}): Promise<Belief> {
    const { signal, timeout, variables, ...asked } = options;
    const query = { observer: this.observer, ...asked, ...(variables && { variables: variables.join(",") }) };
    return new Belief(await this.#transport.get("/v1/games/{game}/belief", this.#names, query, { signal, timeout }));
  }

  /** Worlds drawn from the belief, as objects; `as` chooses the ruleset's form of them. */
  worlds(draw: Draw & { as?: string }): Promise<WorldsOf<R>> {
    return this.#ask("/v1/games/{game}/worlds", draw);
  }

  /** Worlds drawn from the belief, as typed arrays. */
  worldArrays(draw: Draw): Promise<WorldArrays> {
    return within(draw, (signal) => {
      const call = { ...this.#question("/v1/games/{game}/worlds", draw), headers: { accept: "application/vnd.credence.worlds" }, signal };
      return this.#transport.send(call, "worlds", (body) => WorldArrays.read(body));
    });
  }

  /** Asks one of the ruleset's own questions. */
  async ask<const Q extends QueryOf<R>>(query: Q, options: { revision?: number } & CallOptions = {}): Promise<AnswerTo<R, Q>> {
    const question = { queries: [query], ...options };
    const { answers } = await this.#ask<{ answers: [AnswerTo<R, Q>] }>("/v1/games/{game}/queries", question);
    return answers[0];
  }

  /**
   * Why a variable (or those with a prefix that ends in `*`) is believed to be what it is; with `revision`, why it was believed then: corrections
   * that came later are not in it. With `seat`, what came from that seat, or is about it.
   */
  why(variable: string, options: { from?: number; to?: number; revision?: number; type?: string; seat?: number } & CallOptions = {}): Promise<Why> {
    const { signal, timeout, ...asked } = options;
    return within({ signal, timeout }, async (signal) => {
      const query = { observer: this.observer, variable, ...asked };
      return new Why(variable, await collected(this.#transport.list("/v1/games/{game}/evidence", this.#names, query, signal)));
    });
  }

  /** The belief that would be. Changes nothing. */
  async whatIf(what: WhatIf<R>): Promise<Belief> {
    return new Belief(await this.#ask<Schemas["BeliefAnswer"]>("/v1/games/{game}/what-if", what));
  }

  /** How much the observer did not know after each event, and what each piece of evidence gained: the timeline in a few numbers an event. */
  curve(options: { from?: number; revision?: number; truth?: boolean } & CallOptions = {}): Promise<Item<"/v1/games/{game}/curve">[]> {
    const { signal, timeout, ...asked } = options;
    return within({ signal, timeout }, (signal) => collected(this.#transport.list("/v1/games/{game}/curve", this.#names, { observer: this.observer, ...asked }, signal)));
  }

  /** What was true after each event, as far as the whole log shows it. For who may look as the referee, whoever this table's observer is. */
  async truth(options: CallOptions = {}): Promise<Truth> {
    return new Truth(await this.#transport.get("/v1/games/{game}/truth", this.#names, undefined, options));
  }

  /** Whether the log is as it was written, and with which model and snapshots the observer's belief is made of it. */
  audit(options: CallOptions = {}): Promise<Answer<"/v1/games/{game}/audit", "get">> {
    return this.#transport.get("/v1/games/{game}/audit", this.#names, { observer: this.observer }, options);
  }

  /** The log as the observer sees it, to its end. */
  events({ signal }: Pick<CallOptions, "signal"> = {}): AsyncGenerator<ViewOf<R>, void, undefined> {
    const list = this.#transport.list("/v1/games/{game}/events", this.#names, { observer: this.observer }, signal);
    return list as AsyncGenerator<ViewOf<R>, void, undefined>;
  }

  /** Events as they are recorded. Goes on by itself where the connection ends; leaving the loop ends it. */
  async *stream(options: FollowOptions = {}): AsyncGenerator<Followed<ViewOf<R>>, void, undefined> {
    // "From now on" is fixed before the first connection: what is recorded while a broken one is opened again belongs to it, and a log that ends before
    // that event, because an older copy of it was restored, says so.
    if (options.from === undefined && options.lastEventId === undefined) {
      const head = await this.#head(options).catch((error: unknown) => {
        if (!options.signal?.aborted) throw error;
      });
      if (head === undefined) return;
      options = { ...options, lastEventId: String(head) };
    }
    yield* follow<ViewOf<R>>(this.#transport, "/v1/games/{game}/events/stream", this.#names, { observer: this.observer, from: options.from }, options);
  }

  async #head({ signal, patience }: FollowOptions): Promise<number> {
    const url = fill("/v1/games/{game}", this.#names);
    return (await this.#transport.json<Answer<"/v1/games/{game}", "get">>({ method: "GET", url, repeatable: true, signal, patience })).revision;
  }

  async #turn({ signal, timeout, ifRevision, ...given }: Turn<R, readonly QueryOf<R>[]>): Promise<Rulesets[R]["turn"]> {
    // It may wait for earlier reports, and its caller may fill the same objects anew until then.
    const turn = told({ ...this.#turnCall, body: given });
    return this.#inOrder({ signal, timeout }, async (signal) => {
      for (;;) {
        const events = this.#author.sign<SentEvent>(turn.events ?? []);
        try {
          return await this.#tell({ ...turn, events }, ifRevision, signal);
        } catch (error) {
          if (!this.#author.goesOnBehind(error, events)) throw this.#author.explained(error, events);
        }
      }
    });
  }

  get #turnCall() {
    return { method: "POST" as const, url: fill("/v1/games/{game}/turn", this.#names) };
  }

  async #tell(turn: { events: readonly SentEvent[] }, ifRevision: number | undefined, signal: AbortSignal | undefined): Promise<Rulesets[R]["turn"]> {
    const { events } = turn;
    const body = { observer: this.observer, ...turn };
    const call = { ...this.#turnCall, body, events, ...condition({ ifRevision }), repeatable: true, signal };
    const send = () => this.#transport.json<Rulesets[R]["turn"]>(call, ({ appended, revision }) => appended?.length === events.length && Number.isInteger(revision));
    const answer = await send();
    this.#author.advance(events);
    if (!isUnanswered(answer)) return answer;
    // What the server could not answer at that moment is asked once more. The events are recorded whatever comes of it: their ids keep them from
    // being recorded twice.
    const again = await send().catch(() => answer);
    return { ...again, appended: answer.appended, ...(answer.notices && { notices: answer.notices }) };
  }

  #ask<T>(path: QuestionPath, { signal, timeout, ...body }: Question): Promise<T> {
    return within({ signal, timeout }, (signal) => this.#transport.json<T>({ ...this.#question(path, body), signal }));
  }

  /** Questions change nothing: a broken connection is no reason not to ask again. */
  #question(path: QuestionPath, { signal: _, timeout: __, ...body }: Question) {
    return { method: "POST" as const, url: fill(path, this.#names), body: { observer: this.observer, ...body }, repeatable: true };
  }

  #inOrder<T>(options: CallOptions, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    return within(options, (signal) => {
      const before = this.#last;
      // What is given up while it waits is not sent, and what waits behind it goes on waiting for what was sent before.
      const done = orAborted(before, signal).then(() => work(signal));
      // What was answered is not held here: with all its worlds it would be kept for as long as the table, and so would each answer before it.
      this.#last = Promise.allSettled([before, done]).then(() => undefined);
      return done;
    });
  }
}

async function collected<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
