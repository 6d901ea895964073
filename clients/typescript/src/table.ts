import { Author } from "./author.js";
import { Belief } from "./belief.js";
import type { AnswerTo, EventOf, Item, Observer, QueryOf, Ruleset, Schemas, ViewOf, WorldsOf } from "./contract.js";
import { follow, type Followed, type FollowOptions } from "./follow.js";
import { ProblemError } from "./problem.js";
import type { Rulesets } from "./rulesets.js";
import { fill, type Transport } from "./transport.js";
import { Truth } from "./truth.js";
import { Why } from "./why.js";
import { WorldArrays } from "./world_arrays.js";

/** What became of events that were reported. */
export type Appended = Pick<Schemas["AppendAnswer"], "game" | "revision" | "appended" | "notices">;

/** Which worlds to draw. */
export interface Draw {
  count: number;
  /** World `i` depends on the seed and `i` alone; chosen by the server and told, where none is given. */
  seed?: number;
  revision?: number;
}

/** A move, and what is asked after it. */
export interface Turn<R extends Ruleset, Q extends readonly QueryOf<R>[]> {
  events?: readonly EventOf<R>[];
  /** Ids, or prefixes that end in `*`; all variables, where none are named. */
  variables?: readonly string[];
  queries?: Q;
  worlds?: Omit<Draw, "revision"> & { as?: string };
}

/** What became of a move, and what holds after it. Answers stand in the order of the questions; null where the table had none. */
export interface TurnAnswer<R extends Ruleset, Q extends readonly QueryOf<R>[]> extends Appended {
  /** Without variables where none were asked for, or where `refused` says that they cannot be given now. */
  belief: Belief;
  answers: { [K in keyof Q]: AnswerTo<R, Q[K]> | null };
  refused: Schemas["RefusedPart"][];
  worlds: WorldsOf<R> | null;
}

/** What should be otherwise. */
export interface WhatIf<R extends Ruleset> {
  /** Revisions of events that should not have been. */
  without?: readonly number[];
  /** Events that should follow the last. */
  with?: readonly EventOf<R>[];
  parameters?: Rulesets[R]["parameters"];
  revision?: number;
}

const isUnanswered = (answer: { refused?: Schemas["RefusedPart"][] }) => answer.refused?.some(({ rule }) => rule === "unanswered") ?? false;

/** One game, as one observer knows it. The classes of the rulesets add a method for each event. */
export class Table<R extends Ruleset> {
  /** Reports wait for each other: the order of the calls is the order of the log, also where nobody awaited the first. */
  #last: Promise<unknown> = Promise.resolve();
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
  resume(): Promise<number> {
    return this.#inOrder(async () => {
      // The author may have reported what its own seat does not see; a key of a seat reports nothing else, and may not look as the referee.
      const ids = await this.#ids("referee").catch((error: unknown) => {
        if (error instanceof ProblemError && error.is("/problems/not-allowed")) return this.#ids(this.observer);
        throw error;
      });
      this.#author.behind(ids);
      return this.#author.reported;
    });
  }

  async #ids(observer: Observer): Promise<(string | undefined)[]> {
    const ids: (string | undefined)[] = [];
    for await (const view of this.#transport.list("/v1/games/{game}/events", this.#names, { observer })) ids.push("id" in view ? view.id : undefined);
    return ids;
  }

  /** Reports events: all or nothing. */
  async append(...events: EventOf<R>[]): Promise<Appended> {
    return this.#turn({ events, variables: [] });
  }

  /** Says something that every seat reads. */
  note(data: Schemas["NoteEvent"]["data"]): Promise<Appended> {
    return this.append({ type: "note", data } as EventOf<R>);
  }

  /** Takes an event back, and perhaps puts another in its place. */
  retract(data: Schemas["RetractEvent"]["data"]): Promise<Appended> {
    return this.append({ type: "retract", data } as EventOf<R>);
  }

  /** Ends the game: only notes and retractions may follow. */
  finish(): Promise<Appended> {
    return this.append({ type: "finish", data: {} } as EventOf<R>);
  }

  /** A move in one round trip: reports, and answers at the new revision with the belief, the questions and the worlds. */
  async turn<const Q extends readonly QueryOf<R>[] = []>(turn: Turn<R, Q>): Promise<TurnAnswer<R, Q>> {
    const answer = await this.#turn(turn);
    const { game, revision, appended, notices, belief, answers, refused, worlds } = answer;
    const empty = { game, ruleset: this.ruleset, observer: this.observer, revision, variables: [] };
    return {
      game,
      revision,
      appended,
      ...(notices && { notices }),
      belief: new Belief(belief ?? (empty as unknown as Schemas["BeliefAnswer"])),
      answers: answers as TurnAnswer<R, Q>["answers"],
      refused: refused ?? [],
      worlds: (worlds as WorldsOf<R> | undefined) ?? null,
    };
  }

  /** The belief now, or as it was at a revision; all variables, or those that ids or prefixes with `*` name. */
  async belief(options: { revision?: number; variables?: readonly string[] } = {}): Promise<Belief> {
    const query = { observer: this.observer, revision: options.revision, variables: options.variables?.join(",") };
    const url = fill("/v1/games/{game}/belief", this.#names, query);
    return new Belief(await this.#transport.json<Schemas["BeliefAnswer"]>({ method: "GET", url, repeatable: true }));
  }

  /** Worlds drawn from the belief, as objects; `as` chooses the ruleset's form of them. */
  worlds(draw: Draw & { as?: string }): Promise<WorldsOf<R>> {
    return this.#ask("/v1/games/{game}/worlds", { ...draw });
  }

  /** Worlds drawn from the belief, as typed arrays. */
  worldArrays(draw: Draw): Promise<WorldArrays> {
    const call = this.#question("/v1/games/{game}/worlds", { ...draw });
    const headers = { accept: "application/vnd.credence.worlds" };
    return this.#transport.send({ ...call, headers }, (body) => WorldArrays.read(body));
  }

  /** Asks one of the ruleset's own questions. */
  async ask<const Q extends QueryOf<R>>(query: Q, options: { revision?: number } = {}): Promise<AnswerTo<R, Q>> {
    const { answers } = await this.#ask<{ answers: [AnswerTo<R, Q>] }>("/v1/games/{game}/queries", { queries: [query], ...options });
    return answers[0];
  }

  /**
   * Why a variable (or those with a prefix that ends in `*`) is believed to be what it is; with `revision`, why it was believed then: corrections
   * that came later are not in it.
   */
  async why(variable: string, options: { from?: number; to?: number; revision?: number; type?: string } = {}): Promise<Why> {
    const query = { observer: this.observer, variable, ...options };
    const pieces = [];
    for await (const piece of this.#transport.list("/v1/games/{game}/evidence", this.#names, query)) pieces.push(piece);
    return new Why(variable, pieces);
  }

  /** The belief that would be. Changes nothing. */
  async whatIf(what: WhatIf<R>): Promise<Belief> {
    return new Belief(await this.#ask<Schemas["BeliefAnswer"]>("/v1/games/{game}/what-if", { ...what }));
  }

  /** How much the observer did not know after each event, and what each piece of evidence gained: the timeline in a few numbers an event. */
  async curve(options: { from?: number; revision?: number; truth?: boolean } = {}): Promise<Item<"/v1/games/{game}/curve">[]> {
    const points = [];
    for await (const point of this.#transport.list("/v1/games/{game}/curve", this.#names, { observer: this.observer, ...options })) points.push(point);
    return points;
  }

  /** What was true after each event, as far as the whole log shows it. For who may look as the referee, whoever this table's observer is. */
  async truth(): Promise<Truth> {
    return new Truth(await this.#transport.get("/v1/games/{game}/truth", this.#names));
  }

  /** The log as the observer sees it, to its end. */
  events(): AsyncGenerator<ViewOf<R>, void, undefined> {
    const list = this.#transport.list("/v1/games/{game}/events", this.#names, { observer: this.observer });
    return list as AsyncGenerator<ViewOf<R>, void, undefined>;
  }

  /** Events as they are recorded. Goes on by itself where the connection ends; leaving the loop ends it. */
  async *stream(options: FollowOptions = {}): AsyncGenerator<Followed<ViewOf<R>>, void, undefined> {
    // "From now on" is fixed before the first connection: what is recorded while a broken one is opened again belongs to it.
    const from = options.from ?? (options.lastEventId === undefined ? (await this.#head()) + 1 : undefined);
    yield* follow<ViewOf<R>>(this.#transport, "/v1/games/{game}/events/stream", this.#names, { observer: this.observer, from }, options);
  }

  async #head(): Promise<number> {
    return (await this.#transport.get("/v1/games/{game}", this.#names)).revision;
  }

  #turn(turn: Turn<R, readonly QueryOf<R>[]>): Promise<Rulesets[R]["turn"]> {
    return this.#inOrder(async () => {
      const events = this.#author.sign(turn.events ?? []);
      const url = fill("/v1/games/{game}/turn", this.#names);
      const body = { observer: this.observer, ...turn, events };
      const send = () => this.#transport.json<Rulesets[R]["turn"]>({ method: "POST", url, body, events, repeatable: true });
      const answer = await send();
      this.#author.advance(events.length);
      if (!isUnanswered(answer)) return answer;
      // What the server could not answer at that moment is asked once more. The events are recorded whatever comes of it: their ids keep them from
      // being recorded twice.
      const again = await send().catch(() => answer);
      return { ...again, appended: answer.appended, ...(answer.notices && { notices: answer.notices }) };
    });
  }

  #ask<T>(path: "/v1/games/{game}/worlds" | "/v1/games/{game}/queries" | "/v1/games/{game}/what-if", body: object): Promise<T> {
    return this.#transport.json<T>(this.#question(path, body));
  }

  /** Questions change nothing: a broken connection is no reason not to ask again. */
  #question(path: "/v1/games/{game}/worlds" | "/v1/games/{game}/queries" | "/v1/games/{game}/what-if", body: object) {
    return { method: "POST" as const, url: fill(path, this.#names), body: { observer: this.observer, ...body }, repeatable: true };
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
