// What comes in place of an answer: of a gateway, of a page to log in, of another program at this address. It is never taken for Credence's.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { connect, ConnectionError, ProblemError, type CatanTable, type Server } from "../src/index.js";
import { Running } from "./credence.js";
import { answer, busy, FaultyProxy, type Fate } from "./faulty_proxy.js";

let running: Running;
let proxy: FaultyProxy;
let direct: Server;
let server: Server;
let table: CatanTable;
let games = 0;
before(async () => {
  running = await Running.start();
  proxy = await FaultyProxy.start(running.port);
  direct = connect(running.url);
  server = connect(proxy.url, { patience: 5 });
});
beforeEach(async () => {
  table = await server.catan({ game: `g${games++}`, me: "referee", players: ["me", "ann", "bob"] });
  proxy.asked.length = 0;
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await running.kill();
});

/** The texts of a game's notes, as the server has them. */
async function notes(game: string): Promise<string[]> {
  const texts: string[] = [];
  const standing = await direct.catan({ game, me: "referee" });
  for await (const view of standing.events()) if ("type" in view && view.type === "note") texts.push(view.data.text);
  return texts;
}

const LOGIN = answer("200 OK", "text/html", "<html>log in");
const FOREIGN: [string, Fate, RegExp][] = [
  ["a page to log in", LOGIN, /answered 200 with text\/html.*: is this its address\? It said "<html>log in"/],
  ["nothing", answer("200 OK", "", ""), /answered 200 with no type of content.*It said ""/],
  ["nothing, called JSON's type by a text", answer("200 OK", "text/plain", "{}"), /answered 200 with text\/plain/],
  ["JSON of another program", answer("200 OK", "application/json", '{"ok":true}'), /answered JSON that is no answer of Credence.*ok/],
  ["a number", answer("201 Created", "application/json", "7"), /answered JSON that is no answer of Credence.*7/],
  ["no content", answer("204 No Content", "", ""), /answered 204/],
  ["something partial", answer("206 Partial Content", "application/json", '{"appended":[]}'), /answered 206/],
  ["a way to another place", answer("301 Moved Permanently", "text/html", "", "location: https://example.org/elsewhere"), /answered 301 and leads to https:\/\/example\.org\/elsewhere: connect to the address there/],
  ["a way to nowhere", answer("302 Found", "text/html", "", "location: /login"), /answered 302 and leads to \/login/],
];

for (const [name, fate, message] of FOREIGN) {
  test(`a report that is answered with ${name} is an error that names the address, and uses no number up`, async () => {
    proxy.fates = [fate];
    await assert.rejects(table.note({ text: "first" }), (error: Error) => {
      assert.ok(error instanceof ConnectionError, String(error));
      assert.match(error.message, message);
      assert.ok(error.message.includes(`${proxy.url}/v1/games/${table.game}/turn`));
      return true;
    });
    assert.equal(table.reported, 0);
    await table.note({ text: "second" });
    assert.deepEqual([table.reported, await notes(table.game)], [1, ["second"]]);
  });
}

test("what is to be erased, forgotten or revoked is not taken for gone because somebody answered", async () => {
  await direct.namePlayer("ann", { display_name: "Ann" });
  for (const fate of [LOGIN, answer("200 OK", "", ""), answer("200 OK", "application/json", "{}"), answer("301 Moved Permanently", "text/html", "", "location: https://example.org/")]) {
    for (const gone of [() => server.erase(table.game), () => server.forget("ann"), () => server.revoke("k")]) {
      proxy.fates = [fate];
      await assert.rejects(gone(), ConnectionError);
    }
  }
  assert.equal((await direct.game(table.game)).revision, 0);
  assert.equal((await direct.player("ann")).display_name, "Ann");
});

test("what was deleted by an attempt whose answer was lost is deleted; what nobody knows is not found", async () => {
  proxy.fates = ["lost"];
  await server.erase(table.game);
  await assert.rejects(direct.game(table.game), /erased/);
  // The second attempt says that there is no such thing, and the first, which was refused for its haste, did nothing.
  proxy.fates = [busy("retry-after: 0")];
  await assert.rejects(server.erase("nobody-has-this"), /nobody-has-this/);
  // Nor does a gateway's own 404 say so.
  await direct.namePlayer("carl", { display_name: "Carl" });
  proxy.fates = ["lost", answer("404 Not Found", "text/html", "no such page")];
  await assert.rejects(server.forget("carl"), /answered 404 without a problem of Credence/);
});

test("a gateway that misses its server, or has no time, is asked again for what may be done twice, and for nothing else", async () => {
  for (const status of ["429 Too Many Requests", "502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"]) {
    proxy.fates = [answer(status, "text/html", "<html>nginx")];
    await table.note({ text: status });
    proxy.asked.length = 0;
    proxy.fates = [answer(status, "text/html", "<html>nginx")];
    await assert.rejects(server.makeKey({ role: "admin" }), (error) => error instanceof ConnectionError && /whether it was done is not known.*answered \d+ without a problem/.test(error.message));
    assert.equal(proxy.asked.length, 1);
  }
  assert.equal((await notes(table.game)).length, 4);
});

test("a problem has the id by which the server's log names the request, and says it where the server is at fault", async () => {
  await assert.rejects(server.game("nowhere"), (error) => error instanceof ProblemError && typeof error.requestId === "string" && !error.message.includes(error.requestId));
  const problem = JSON.stringify({ type: "/problems/internal", title: "said", status: 500, detail: "said" });
  proxy.fates = [answer("500 Internal Server Error", "application/problem+json", problem, "x-request-id: r-17")];
  await assert.rejects(table.note({ text: "told" }), (error) => error instanceof ProblemError && error.requestId === "r-17" && error.message.endsWith("; request r-17"));
});
