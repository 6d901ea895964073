// The README's session, as a strict TypeScript client reads it: it has to compile against the types that openapi-typescript makes.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

type Schemas = components["schemas"];

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:7420" });

/** What a program does about each kind of problem; a kind that is misspelt does not compile. */
export function advice(problem: Schemas["Problem"]): string {
  switch (problem.type) {
    case "/problems/contradiction": {
      const evidence: number[] = problem.evidence;
      return `${problem.detail}: see revisions ${evidence.join(", ")}, before ${problem.revision.toFixed()}`;
    }
    case "/problems/refusal":
      return problem.rule.toUpperCase();
    case "/problems/revision-moved":
      return `the game is at ${problem.revision.toFixed()}`;
    default:
      return `${problem.status.toFixed()} ${problem.title}`;
  }
}

/** The type of an event says what its data is. */
export function stolen(view: Schemas["EventView"]): string | undefined {
  if ("hidden" in view) return undefined;
  if (view.type === "steal") return view.data.resource ?? "unseen";
  if (view.type === "bid") return `${view.data.quantity.toFixed()} dice of ${view.data.face.toFixed()}`;
  return undefined;
}

/** What a stream sends is typed as what the log holds, but for the end of a log that was restored. */
export function sent(data: paths["/v1/games/{game}/events/stream"]["get"]["responses"][200]["content"]["text/event-stream"]): string | undefined {
  return "reset" in data ? data.detail : stolen(data);
}

/** The method says what a belief is worth. */
export function isExact(belief: Schemas["BeliefAnswer"]): boolean {
  switch (belief.method) {
    case "exact":
      return true;
    case "factored":
    case "capped":
    case "sampled":
    case "restarted":
      return false;
    default: {
      const none: never = belief.method;
      return none;
    }
  }
}

export async function session(): Promise<void> {
  const path = { game: "g1" };
  const opened = await client.PUT("/v1/games/{game}", {
    params: { path },
    body: { ruleset: "catan", setup: { bank: "visible" }, seats: [{ player: "bot" }, { player: "ann" }, { player: "bob" }] },
  });
  if (opened.error) throw new Error(advice(opened.error));

  const events: Schemas["EventRequest"][] = [
    { type: "production", data: { gains: { "1": { wood: 3, brick: 2, ore: 1 } } } },
    { id: "move-2", type: "steal", data: { thief: 2, victim: 1 } },
    { type: "build", data: { seat: 1, piece: "road" } },
    { type: "build", data: { seat: 1, piece: "road" } },
  ];
  const appended = await client.POST("/v1/games/{game}/events", { params: { path, query: { observer: "seat:0" } }, body: events });
  if (appended.error) throw new Error(advice(appended.error));
  const belief = appended.data.belief;
  if (belief && isExact(belief)) {
    const wood = belief.variables.find((variable) => variable.id === "seat:2/wood");
    const chances: { value: string; p: number }[] = wood?.distribution ?? [];
    console.log(chances.length, wood?.domain === "count");
  }

  const why = await client.GET("/v1/games/{game}/evidence", {
    params: { path, query: { observer: "seat:0", variable: "seat:2/wood", limit: 10 } },
  });
  for (const piece of why.data?.items ?? []) console.log(piece.revision, piece.summary, piece.after["seat:2/wood"]?.["1"]);

  const worlds = await client.POST("/v1/games/{game}/worlds", { params: { path }, body: { observer: "seat:0", count: 1000, seed: 7 } });
  if (worlds.data?.ruleset === "catan" && "worlds" in worlds.data) {
    for (const drawn of worlds.data.worlds) {
      const weight: number = drawn.importance ?? 1;
      console.log(weight, drawn.ln_probability, drawn.world.hands?.["2"]?.wood ?? 0);
    }
  }

  const answers = await client.POST("/v1/games/{game}/queries", {
    params: { path },
    body: { observer: "seat:0", queries: [{ type: "can_afford", seat: 1, piece: "city" }] },
  });
  if (answers.data?.ruleset === "catan") {
    for (const answer of answers.data.answers) if (answer.type === "can_afford") console.log(answer.p.toFixed(2));
  }

  const turn = await client.POST("/v1/games/{game}/turn", {
    params: { path },
    body: {
      observer: "seat:0",
      events: [{ type: "turn", data: { seat: 0, dice: 8 } }],
      variables: ["seat:1/*"],
      queries: [{ type: "can_afford", seat: 1, piece: "city" }],
      worlds: { count: 100, seed: 1 },
    },
  });
  if (turn.error) throw new Error(advice(turn.error));
  console.log(turn.data.revision, turn.data.belief?.method);
  if (turn.data.ruleset === "catan") {
    // A question may have no answer; the events stand all the same.
    for (const answer of turn.data.answers) console.log(answer === null ? "no answer" : answer.type);
    // @ts-expect-error null has no type
    console.log(turn.data.answers.map((answer) => answer.type));
  }

  await client.POST("/v1/games/{game}/events", {
    params: { path },
    body: {
      type: "retract",
      data: { revision: 2, reason: "it was seat 0", instead: { type: "steal", data: { thief: 0, victim: 1 } } },
    },
  });

  const log = await client.GET("/v1/games/{game}/events", { params: { path } });
  console.log((log.data?.items ?? []).map(stolen));
}

// What is wrong must not compile.
export const wrong: Schemas["EventRequest"][] = [
  // @ts-expect-error a steal has a thief
  { type: "steal", data: { victim: 1 } },
  // @ts-expect-error there is no such type
  { type: "fly", data: {} },
];
// @ts-expect-error a game of Hearts has no bank
export const table: Schemas["OpenRequest"] = { ruleset: "hearts", setup: { bank: "visible" }, seats: [] };
