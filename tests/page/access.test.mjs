/** Keys in a browser: who has none is asked for one; a seat's key shows that seat, and nothing of what it cannot see. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, good, open, ready, shoot, visit } from "./browser.mjs";
import { GAMES, empty, guarded, send, simulated } from "./server.mjs";

let worlds;
/** A third server, which says what a seat sees of a game: on one of the two, that game would have taught the population something. */
let viewer;
let browser;
before(async () => {
  [browser, viewer, ...worlds] = await Promise.all([open(), guarded(), guarded(), guarded()]);
});
after(async () => {
  await browser.close();
  await Promise.all([viewer, ...worlds].map((server) => server.stop()));
});

const AT = "2026-01-02T03:04:05Z";

/** Plays events into a game on a server, with ids and times that are the same everywhere. Its players sit at no other table, from which more could be known of them. */
async function play(server, game, opening, events) {
  const seats = opening.seats.map((_, seat) => ({ player: `${game}.${seat}` }));
  await send(server, "PUT", `/v1/games/${game}`, { ...opening, seats }, server.admin);
  const named = events.map((event, number) => ({ time: AT, ...event, id: `event-${number}` }));
  for (let from = 0; from < named.length; from += 100) await send(server, "POST", `/v1/games/${game}/events`, named.slice(from, from + 100), server.admin);
}

/** What stands on the page, less what each server makes up: ids of keys, and moments. */
const bytes = (page) => page.evaluate(() => document.body.innerHTML.replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}/g, "").replace(/127\.0\.0\.1:\d+/g, ""));

test("who has no key is asked for one, and it stands in no address", async () => {
  const [server] = worlds;
  await send(server, "PUT", "/v1/games/asked", { ruleset: "catan", seats: [{}, {}, {}] }, server.admin);
  const { page } = await visit(browser, `${server.url}/games/asked`, { allowed: ["401"] });
  await shoot(page, "key");
  await page.getByLabel("Key").fill("crd_wrong");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("main")?.textContent.includes("not good here"));
  await page.getByLabel("Key").fill(server.admin);
  await page.keyboard.press("Enter");
  await drawn(page, 0);
  assert.ok(!page.url().includes("crd_"), page.url());
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes("crd_") || document.cookie), "");
  // Another tab of the same browser has its own session.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/games/asked`);
  await other.waitForFunction(() => document.querySelector("main")?.textContent.includes("A key is needed"));
  await page.getByRole("button", { name: "Forget the key" }).click();
  await page.waitForFunction(() => document.querySelector("main")?.textContent.includes("A key is needed"));
  await page.context().close();
});

test("a key that another server gave is in the way of nobody where none is needed", async () => {
  const bare = await empty();
  const seen = await visit(browser, bare.url, { key: "crd_of_another", allowed: ["401"] });
  assert.match(await seen.page.locator("main").innerText(), /No game yet/);
  assert.equal(await seen.page.evaluate(() => sessionStorage.getItem("credence-key")), null);
  await good(seen, "without a key");
  await seen.context.close();
  await bare.stop();
});

test("the first key closes the server, and its tab goes on with it", async () => {
  const bare = await empty();
  const seen = await visit(browser, `${bare.url}/operations`);
  const { page } = seen;
  await page.getByLabel("Name", { exact: true }).fill("first");
  // Who presses twice makes one key, and can read it.
  await page.getByRole("button", { name: "Make a key" }).dblclick();
  await page.locator(".once pre").waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll("table.keys tr")].some((row) => /first.*yours/s.test(row.textContent)));
  assert.equal(await page.locator("table.keys tbody tr").count(), 1);
  assert.match(await page.locator(".once pre").innerText(), /^crd_/);
  assert.deepEqual(await page.getByLabel("Role").locator("option").allInnerTexts(), ["reader", "referee", "seat", "admin"]);
  await good(seen, "the first key");
  await seen.context.close();
  await bare.stop();
});

test("an admin makes a key, sees it once, and revokes it; a reader is told that this is not for it", async () => {
  const [server] = worlds;
  const seen = await visit(browser, `${server.url}/operations`, { key: server.admin });
  const { page } = seen;
  await page.getByLabel("Role").selectOption("reader");
  await page.getByLabel("Name", { exact: true }).fill("study");
  await page.getByRole("button", { name: "Make a key" }).click();
  const made = page.locator(".once pre");
  await made.waitFor();
  const key = (await made.innerText()).trim();
  assert.match(key, /^crd_[0-9a-f]{32}_[0-9a-f]{64}$/);
  await page.getByRole("button", { name: "I have kept it" }).click();
  assert.ok(!(await page.content()).includes(key), "it is shown once");
  const reader = await visit(browser, `${server.url}/operations`, { key });
  assert.match(await reader.page.locator("main").innerText(), /read by admins/);
  await good(reader, "operations for a reader");
  await reader.context.close();
  await page.getByRole("button", { name: "Revoke study" }).click();
  await shoot(page, "operations-keys");
  await page.getByRole("dialog").getByRole("button", { name: /revoke/i }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("tr")].some((row) => row.textContent.includes("study") && row.textContent.includes("revoked")));
  await good(seen, "operations");
  await seen.context.close();
});

/** Events as a seat sees them; where it sees nothing, others in their place: dice that nobody has lifted yet show other faces. */
async function blinded(server, ruleset, seat, opening, events) {
  await play(server, `${ruleset}-seen`, opening, events);
  const { key } = await send(server, "POST", `/v1/games/${ruleset}-seen/seats/${seat}/keys`, {}, server.admin);
  const log = await send(server, "GET", `/v1/games/${ruleset}-seen/events?limit=1000`, undefined, key);
  return log.items.slice(1).map((view, index) => {
    if (!view.hidden) return { type: view.type, data: view.data };
    const { type, data } = events[index];
    return type === "roll" ? { type, data: { ...data, dice: data.dice.map((face) => (face % 6) + 1) } } : { type, data };
  });
}

for (const ruleset of GAMES) {
  test(`${ruleset}: nothing on a seat's pages tells two worlds apart`, async () => {
    const seat = 1;
    const game = await simulated(ruleset, "--turns", "16", "--seed", "5");
    const lifted = game.events.findIndex((event) => event.type === "reveal");
    const events = lifted < 0 ? game.events : game.events.slice(0, lifted);
    const other = await blinded(viewer, ruleset, seat, game.open, events);
    // A battle's requests are hidden whole, and stand as they are: in it, the page is compared with itself.
    assert.ok(ruleset === "pokemon_randbats" || JSON.stringify(other) !== JSON.stringify(events), "this game hides nothing: it says nothing");
    const shown = [];
    for (const [server, played] of [[worlds[0], events], [worlds[1], other]]) {
      await play(server, `${ruleset}-twice`, game.open, played);
      shown.push(await everyPage(server, `${ruleset}-twice`, seat, events.length));
    }
    shown[0].forEach(([name, page], index) => assert.equal(page, shown[1][index][1], name));
  });
}

/** All that a seat's key shows of a game: what stands in the document, page by page. */
async function everyPage(server, game, seat, last) {
  const { key } = await send(server, "POST", `/v1/games/${game}/seats/${seat}/keys`, {}, server.admin);
  const seen = await visit(browser, `${server.url}/games/${game}`, { key, allowed: ["422"] });
  const { page } = seen;
  await drawn(page, last);
  const offered = await page.locator(".observers button").allInnerTexts();
  assert.equal(offered.length, 2, `a seat looks as itself and as a spectator: ${offered}`);
  assert.equal(await page.getByLabel("lay the truth over it").count(), 0);
  const pages = [];
  const keep = async (path) => {
    await page.goto(server.url + path);
    await ready(page);
    if (path.includes("?")) await page.waitForSelector(".following.live");
    pages.push([path, await bytes(page)]);
  };
  for (const revision of [0, Math.floor(last / 2), last]) {
    for (const more of ["", "&view=table", "&panel=what-if&without=2", "&panel=worlds&world=3.0", "&observer=public", "&truth=true&observer=referee"]) {
      await keep(`/games/${game}?revision=${revision}${more}`);
    }
  }
  await keep(`/games/${game}/report`);
  await keep("/");
  assert.deepEqual(seen.wrong, []);
  await seen.context.close();
  return pages;
}
