// What is wrong must not compile. This is judged by tsc alone, and never run.
import type { CatanTable, HeartsTable, Server, Table } from "../src/index.js";

export async function wrong(server: Server, catan: CatanTable, hearts: HeartsTable, seat: number): Promise<void> {
  // @ts-expect-error a steal has a thief
  await catan.steal({ victim: 1 });
  // @ts-expect-error there is no such piece
  await catan.build({ seat: 1, piece: "castle" });
  // @ts-expect-error Hearts has no thieves
  await hearts.steal({ thief: 2, victim: 1 });
  // @ts-expect-error the event of Catan's turn is turn_
  await catan.turn({ seat: 0, dice: 8 });
  // @ts-expect-error an id is the client's own
  await catan.append({ id: "mine", type: "steal", data: { thief: 2, victim: 1 } });
  // @ts-expect-error this is a question of Hearts
  await catan.ask({ type: "void", seat: 1, suit: "S" });
  // @ts-expect-error a game of Hearts has no bank
  await server.hearts({ me: 0, players: [], setup: { bank: "visible" } });
  // @ts-expect-error a turn that asks for no belief has none, and no method
  const method: string = (await catan.turn({ variables: [] })).belief.method;
  const exact: string = (await catan.belief()).method;
  // @ts-expect-error a role that there is not
  await server.makeKey({ role: "king" });
  const answer = await hearts.ask({ type: "void", seat: 1, suit: "S" });
  // @ts-expect-error a chance is no text
  const text: string = answer.p;
  // @ts-expect-error worlds of Hearts have no resources
  for (const { world } of (await catan.worlds({ count: 1 })).worlds) void world.cards;
  await catan.production({ gains: { 1: { wood: 1 }, "2": { ore: 1 } } });
  await catan.production({ gains: { [seat]: { wood: 1 } } });
  // @ts-expect-error seats are numbers, and no ids of variables
  await catan.production({ gains: { "seat:1": { wood: 1 } } });
  // @ts-expect-error so they are where a field may be null
  await catan.monopoly({ seat: 0, resource: "ore", taken: { "seat:1": 1 } });
  // @ts-expect-error and where a retraction says what was right
  await catan.retract({ revision: 1, reason: "misread", instead: { type: "production", data: { gains: { bob: { wood: 1 } } } } });
  // @ts-expect-error and in worlds
  for (const { world } of (await catan.worlds({ count: 1 })).worlds) void world.hands["seat:1"];
  for (const { world } of (await catan.worlds({ count: 1 })).worlds) void [world.hands["1"], world.hands[seat]];
  await catan.retract({ revision: 1, reason: "another thief", instead: { type: "steal", data: { thief: 0, victim: 1 } } });
  // @ts-expect-error what was right instead is an event of Catan
  await catan.retract({ revision: 1, reason: "a card", instead: { type: "play", data: { seat: 0, card: "QS" } } });
  // @ts-expect-error however it is reported
  await catan.append({ type: "retract", data: { revision: 1, reason: "a card", instead: { type: "play", data: { seat: 0, card: "QS" } } } });
  for await (const { value } of catan.stream()) {
    if ("type" in value && value.type === "steal") {
      const thief: number = value.data.thief;
      void [thief, text, method, exact];
    }
  }
}

export const anyone: (table: Table<"catan">) => unknown = (table) => table.why("seat:1/ore");
