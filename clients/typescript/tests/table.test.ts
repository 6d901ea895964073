import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, ContradictionError, IdReusedError, NotFoundError, ProblemError, RefusalError, type CatanTable, type Server } from "../src/index.js";
import { Running } from "./credence.js";

let running: Running;
let server: Server;
before(async () => {
  running = await Running.start();
  server = connect(running.url);
});
after(() => running.kill());

/** Ann gets six cards, Bob robs her unseen, and she pays two roads. */
async function robbed(game: string): Promise<CatanTable> {
  const table = await server.catan({ game, me: 0, players: ["me", "ann", "bob"] });
  await table.production({ gains: { "1": { wood: 3, brick: 2, ore: 1 } } });
  await table.steal({ thief: 2, victim: 1 });
  await table.append({ type: "build", data: { seat: 1, piece: "road" } }, { type: "build", data: { seat: 1, piece: "road" } });
  return table;
}

test("a belief says what is likeliest, and why", async () => {
  const table = await robbed("belief");
  const belief = await table.belief();
  assert.deepEqual(belief.variable("seat:2/wood").top(), { value: "1", p: 0.75 });
  assert.equal(belief.variable("seat:2/wood").p(0), 0.25);
  assert.equal(belief.method, "exact");
  assert.throws(() => belief.variable("seat:9/wood"), /"seat:9\/wood" is no variable of this belief at revision 4/);
  const earlier = await table.belief({ revision: 2, variables: ["seat:2/*"] });
  assert.equal(earlier.variable("seat:2/wood").p(1), 0.5);
  assert.equal(earlier.has("seat:1/wood"), false);
  const why = await table.why("seat:2/wood");
  assert.deepEqual([...why].map((piece) => piece.revision), [2, 4]);
  assert.equal(
    why.text(),
    [
      "revision 2     steal            Seat 2 stole a card from seat 1.",
      "                {0: 1.000} -> {0: 0.500, 1: 0.500}",
      "revision 4     build            Seat 1 held 1 wood and 1 brick: it paid that for a road.   0.58 bits",
      "                {0: 0.500, 1: 0.500} -> {0: 0.250, 1: 0.750}",
    ].join("\n"),
  );
});

test("a turn is one round trip, and its answers are of the types of its questions", async () => {
  const table = await robbed("turn");
  const turn = await table.turn({
    events: [{ type: "turn", data: { seat: 0, dice: 8 } }],
    variables: ["seat:2/*"],
    queries: [
      { type: "can_afford", seat: 1, piece: "city" },
      { type: "steal_outcome", thief: 0, victim: 2 },
    ],
    worlds: { count: 50, seed: 7 },
  });
  const chance: number | undefined = turn.answers[0]?.p;
  assert.equal(chance, 0);
  assert.equal(turn.answers[1]?.type, "steal_outcome");
  assert.equal(turn.revision, 5);
  assert.equal(turn.belief.variable("seat:2/wood").p(1), 0.75);
  assert.equal(turn.worlds?.worlds.length, 50);
  const silent = await table.turn({ variables: [] });
  assert.deepEqual([[...silent.belief.variables], silent.belief.method, silent.belief.revision], [[], undefined, 5]);
  assert.deepEqual([silent.answers, silent.worlds, silent.revision], [[], null, 5]);
});

test("worlds as typed arrays are the worlds as objects", async () => {
  const table = await robbed("worlds");
  const objects = await table.worlds({ count: 200, seed: 7 });
  const arrays = await table.worldArrays({ count: 200, seed: 7 });
  assert.equal(arrays.count, 200);
  assert.equal(arrays.importance, null);
  assert.ok(arrays.places instanceof Uint8Array);
  const wood = arrays.column("seat:2/wood");
  const values = arrays.columns.find((column) => column.id === "seat:2/wood")?.values ?? [];
  for (const [index, { world }] of objects.worlds.entries()) {
    assert.equal(arrays.value(index, "seat:2/wood"), String(world.hands?.["2"]?.wood ?? 0));
    assert.equal(values[wood[index] ?? -1], arrays.value(index, "seat:2/wood"));
  }
  assert.throws(() => arrays.value(200, "seat:2/wood"), /there is no world 200: they count from 0 to 199/);
});

test("what would be changes nothing, and the curve has a point an event", async () => {
  const table = await robbed("what-if");
  const belief = await table.whatIf({ without: [4] });
  assert.equal(belief.variable("seat:2/brick").known, false);
  const built = await table.whatIf({ with: [{ type: "build", data: { seat: 2, piece: "road", free: true } }] });
  assert.equal(built.variable("seat:2/wood").p(1), 0.75);
  assert.equal((await server.game("what-if")).revision, 4);
  assert.equal((await table.ask({ type: "at_least", seat: 1, resource: "wood", count: 1 })).p, 0.25);
  const curve = await table.curve();
  assert.deepEqual(curve.map((point) => point.revision), [0, 1, 2, 3, 4]);
  assert.ok((curve[2]?.entropy_bits ?? 0) > (curve[4]?.entropy_bits ?? 9));
});

test("an error names the event, the evidence and the place, and is of its type", async () => {
  const table = await robbed("errors");
  const city = { type: "build", data: { seat: 2, piece: "city" } } as const;
  await assert.rejects(table.append({ type: "note", data: { text: "next" } }, city), (error) => {
    assert.ok(error instanceof ContradictionError);
    assert.deepEqual([error.pointer, error.evidence, error.event?.data, error.status], ["/events/1", [2], city.data, 422]);
    assert.match(error.message, /seat 2 cannot pay 2 wheat and 3 ore.*"piece":"city"/);
    assert.ok(error.is("/problems/contradiction"));
    const revision: number = error.problem.revision;
    assert.equal(revision, 4);
    return true;
  });
  // What was refused took no number: the next event is the fifth.
  assert.equal(table.reported, 4);
  await table.note({ text: "still here" });
  await assert.rejects(table.steal({ thief: 1, victim: 1 }), RefusalError);
  await assert.rejects(server.hearts({ game: "errors", me: 0 }), /errors is a game of catan, not of hearts/);
  await assert.rejects(server.catan({ game: "nowhere", me: 0 }), NotFoundError);
  assert.throws(() => connect("localhost:7420"), /is no server's address/);
});

test("a bot that starts again and reports its game from the start repeats nothing", async () => {
  await robbed("again");
  const table = await robbed("again");
  assert.equal(table.reported, 4);
  assert.equal((await server.game("again")).revision, 4);
  await table.note({ text: "new" });
  const third = await robbed("again");
  await assert.rejects(third.note({ text: "another" }), (error) => error instanceof IdReusedError && error.event?.type === "note");
  // In the middle it asks where it was.
  const middle = await server.catan({ game: "again", me: 0 });
  assert.equal(await middle.resume(), 5);
  assert.equal((await middle.note({ text: "newer" })).revision, 6);
  // Another seat has numbers of its own.
  const ann = await server.catan({ game: "again", me: 1 });
  assert.equal(await ann.resume(), 0);
  assert.equal((await ann.note({ text: "mine" })).revision, 7);
});

test("reports are recorded in the order of the calls, also where nobody waits for them", async () => {
  const table = await server.catan({ game: "order", me: 0, players: [null, null, null] });
  await Promise.all(Array.from({ length: 50 }, (_, number) => table.note({ text: String(number) })));
  const texts: string[] = [];
  for await (const view of table.events()) if ("type" in view && view.type === "note") texts.push(view.data.text);
  assert.deepEqual(texts, Array.from({ length: 50 }, (_, number) => String(number)));
});

test("lists are read to their end", async () => {
  const table = await server.catan({ game: "long", me: "public", players: [null, null, null] });
  for (let batch = 0; batch < 3; batch += 1) {
    await table.append(...Array.from({ length: 500 }, (_, number) => ({ type: "note" as const, data: { text: `${batch} ${number}` } })));
  }
  let count = 0;
  for await (const view of table.events()) count = view.revision;
  assert.equal(count, 1_500);
  const games: string[] = [];
  for await (const { game } of server.games({ limit: 2 })) games.push(game);
  assert.ok(games.length >= 7 && games.includes("long"));
});

test("a referee reads what was true after each event", async () => {
  const table = await server.catan({ game: "truth", me: "referee", players: ["me", "ann", "bob"] });
  await table.production({ gains: { "1": { wood: 2 } } });
  await table.steal({ thief: 2, victim: 1, resource: "wood" });
  const truth = await table.truth();
  assert.equal(truth.revision, 2);
  const wood = (revision?: number) => ["1", "2"].map((seat) => truth.at(revision).get(`seat:${seat}/wood`));
  assert.deepEqual([wood(1), wood(2), wood()], [["2", "0"], ["1", "1"], ["1", "1"]]);
  // Wood or ore: where nobody says which card was stolen, neither is known any more.
  await table.production({ gains: { "1": { ore: 1 } } });
  assert.equal((await table.truth()).at().get("seat:0/ore"), "0");
  await table.steal({ thief: 0, victim: 1 });
  const later = (await table.truth()).at();
  assert.deepEqual([later.has("seat:0/ore"), later.has("seat:1/wood"), later.get("seat:2/wood")], [false, false, "1"]);
});

test("a seat that is not there is named before anything is sent", async () => {
  await assert.rejects(server.liarsDice({ game: "two-seats", me: 2, players: [null, null] }), /there is no seat 2: the table has 2/);
  await assert.rejects(server.game("two-seats"), NotFoundError);
  await server.liarsDice({ game: "two-seats", me: 1, players: [null, null] });
  await assert.rejects(server.liarsDice({ game: "two-seats", me: 5 }), /there is no seat 5/);
});

test("what says nothing of a table is refused before anything is sent", async () => {
  const misspelt = { game: "misspelt", me: 0, players: [null, null], on_contradiction: "quarantine" };
  await assert.rejects(server.liarsDice(misspelt as never), /takes no `on_contradiction`; it takes game, me, players/);
  for (const me of ["seat:0", -1, 1.5, undefined]) {
    await assert.rejects(server.liarsDice({ game: "misspelt", me: me as never, players: [null, null] }), /me is .*: it is the number of a seat/);
  }
  await assert.rejects(server.game("misspelt"), NotFoundError);
  assert.throws(() => connect(server.url, { apiKey: "secret" } as never), /takes no `apiKey`; it takes key, patience/);
});

test("why something was believed then is told, whatever corrected it later", async () => {
  const table = await server.catan({ game: "then", me: "referee", players: ["me", "ann", "bob"] });
  await table.production({ gains: { "1": { wood: 2, ore: 1 } } });
  await table.steal({ thief: 2, victim: 1 });
  await table.retract({ revision: 2, reason: "another thief", instead: { type: "steal", data: { thief: 0, victim: 1 } } });
  assert.ok([...(await table.why("seat:2/wood", { revision: 2 }))].length > 0);
  assert.equal([...(await table.why("seat:2/wood"))].length, 0);
});

test("events have the ids that the Python client gives them", async () => {
  const named = await server.catan({ game: "ids", me: 0, players: ["me", "ann", "bob"], author: "scribe" });
  await named.note({ text: "first" });
  const seat = await server.catan({ game: "ids", me: 1 });
  // A last move and the end of the game in one round trip.
  await seat.turn({ events: [{ type: "note", data: { text: "second" } }, { type: "finish", data: {} }] });
  const ids: string[] = [];
  for await (const view of seat.events()) if ("id" in view && view.revision > 0) ids.push(view.id ?? "");
  assert.deepEqual(ids, ["ids/scribe/0", "ids/seat-1/0", "ids/seat-1/1"]);
});

test("what is reported under a condition is recorded if nothing came in between, and else uses no number up", async () => {
  const table = await robbed("condition");
  const moved = (error: unknown) => error instanceof ProblemError && error.is("/problems/revision-moved") && error.status === 412;
  await assert.rejects(table.build({ seat: 0, piece: "road", free: true }, { ifRevision: 3 }), moved);
  await assert.rejects(table.turn({ events: [{ type: "note", data: { text: "x" } }], ifRevision: 5 }), moved);
  await assert.rejects(server.erase("condition", { ifRevision: 3 }), moved);
  assert.equal(table.reported, 4);
  assert.equal((await table.note({ text: "five" }, { ifRevision: 4 })).revision, 5);
  assert.equal((await table.turn({ events: [{ type: "note", data: { text: "six" } }], ifRevision: 5 })).revision, 6);
  assert.equal(table.reported, 6);
  // What is told of one seat alone is a part of the timeline.
  const pieces = [...(await table.why("seat:2/*", { seat: 1 }))].map((piece) => piece.revision);
  assert.deepEqual(pieces, [2, 4]);
  assert.equal((await table.audit()).chain.verified, true);
  await server.erase("condition", { ifRevision: 6 });
  await assert.rejects(server.game("condition"), (error) => error instanceof ProblemError && error.is("/problems/game-erased"));
});

test("a player is named, and forgotten", async () => {
  assert.equal((await server.namePlayer("zoe", { display_name: "Zoe" })).display_name, "Zoe");
  assert.equal((await server.player("zoe")).display_name, "Zoe");
  await server.forget("zoe");
  for (const asked of [() => server.player("zoe"), () => server.forget("zoe")]) await assert.rejects(asked, (error) => error instanceof ProblemError && error.is("/problems/player-forgotten"));
});
