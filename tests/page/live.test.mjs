/** A game that is played while somebody looks: many events at once, a server that has too much to do, a tab that nobody sees, and the end of the game. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, good, open, visit } from "./browser.mjs";
import { empty, send, simulated } from "./server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([empty(), open()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const following = (page) => page.locator(".following").innerText();

/** Opens an empty table of Catan, and a page that follows it. */
async function table(game, { path = `/games/${game}`, ...options } = {}) {
  await send(server, "PUT", `/v1/games/${game}`, { ruleset: "catan", seats: [{}, {}, {}] });
  const seen = await visit(browser, server.url + path, options);
  return { ...seen, append: (event) => send(server, "POST", `/v1/games/${game}/events`, event) };
}

const roll = { type: "production", data: { gains: { 1: { wood: 1 } } } };

test("a whole game at once is drawn without a request for each event, and nothing is called live that is not the newest", async () => {
  const { events, open: opening } = await simulated("catan", "--turns", "200", "--seed", "3");
  assert.ok(events.length > 500, `${events.length} events are no burst`);
  await send(server, "PUT", "/v1/games/burst", opening);
  const seen = await visit(browser, `${server.url}/games/burst`);
  const { page } = seen;
  await page.waitForSelector(".following.live");
  await page.evaluate(() => {
    globalThis.wrong = [];
    new MutationObserver(() => {
      if (document.querySelector(".following").textContent !== "live") return;
      const [, newest] = /of (\d+)$/.exec(document.querySelector("output").textContent);
      const shown = document.querySelector(".belief h2").textContent;
      if (!shown.endsWith(`after event ${newest}`)) globalThis.wrong.push(`${shown}, of ${newest}`);
    }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  let asked = 0;
  page.on("request", (request) => {
    asked += request.url().includes("/v1/") ? 1 : 0;
  });
  for (let from = 0; from < events.length; from += 500) await send(server, "POST", "/v1/games/burst/events", events.slice(from, from + 500));
  await drawn(page, events.length);
  await page.waitForSelector(".following.live");
  const revisions = await page.locator(".events .revision").allInnerTexts();
  assert.deepEqual(revisions.map(Number), Array.from({ length: events.length + 1 }, (_, revision) => revision), "each event stands in the list");
  assert.ok(asked < events.length / 4, `${asked} requests for ${events.length} events`);
  assert.deepEqual(await page.evaluate(() => globalThis.wrong), []);
  await good(seen, "a burst");
  await seen.context.close();
});

test("what cannot be read is said in words, and asked for again", async () => {
  const seen = await table("refused", { allowed: ["503"] });
  const { page, append } = seen;
  await page.waitForSelector(".following.live");
  let refuses = true;
  await page.route(/\/v1\/games\/refused\/(curve|belief)/, (route) =>
    refuses ? route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ status: 503, title: "Overloaded", detail: "too much to do" }) }) : route.continue(),
  );
  await append(roll);
  await page.waitForFunction(() => /^behind: it could not be read/.test(document.querySelector(".following").textContent));
  assert.match(await page.locator("main .problem").innerText(), /too much to do/);
  refuses = false;
  await drawn(page, 1);
  await page.waitForSelector(".following.live");
  assert.equal(await page.locator("main .problem").count(), 0);
  // What failed once is in the way of nothing that follows: the curve goes up to the newest event.
  await append(roll);
  await drawn(page, 2);
  assert.equal(await page.locator(".events li").count(), 3);
  assert.equal(await page.locator(".curve .line").getAttribute("d").then((line) => line.split("H").length), 3);
  await seen.context.close();
});

test("the end of a game is said without loading its page again", async () => {
  const seen = await table("ends");
  const { page, append } = seen;
  await page.waitForSelector(".following.live");
  assert.match(await page.locator("main").innerText(), /\bopen\b/);
  await append({ type: "finish", data: {} });
  await page.waitForFunction(() => [...document.querySelectorAll(".badge")].some((badge) => badge.textContent === "finished"));
  await good(seen, "an end");
  await seen.context.close();
});

/** Says to a page whether somebody sees it: a browser without a screen takes all its tabs for seen. */
const see = (page, seen) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !seen);

const isStream = (request) => request.url().includes("/events/stream");

test("a tab that nobody sees holds no stream, and goes on from where it was", async () => {
  const seen = await table("hidden");
  const { page, append } = seen;
  await page.waitForSelector(".following.live");
  await append(roll);
  await drawn(page, 1);
  await Promise.all([page.waitForEvent("requestfailed", isStream), see(page, false)]);
  await page.waitForFunction(() => document.querySelector(".following").textContent !== "live");
  await append([roll, roll]);
  const [again] = await Promise.all([page.waitForRequest(isStream), see(page, true)]);
  assert.match(again.headers()["last-event-id"], /^1\b/, "what came meanwhile is sent, and nothing twice");
  await drawn(page, 3);
  await page.waitForSelector(".following.live");
  assert.equal(await following(page), "live");
  await good(seen, "a tab that was hidden");
  await seen.context.close();
});

test("the list of games holds no stream while nobody sees it, and shows afterwards what was opened", async () => {
  const seen = await table("listed", { path: "/" });
  const { page } = seen;
  await page.waitForSelector('a[href="/games/listed"]');
  await Promise.all([page.waitForEvent("requestfailed", isStream), see(page, false)]);
  await send(server, "PUT", "/v1/games/opened-meanwhile", { ruleset: "catan", seats: [{}, {}, {}] });
  await Promise.all([page.waitForRequest(isStream), see(page, true)]);
  await page.waitForSelector('a[href="/games/opened-meanwhile"]');
  await good(seen, "a list that was hidden");
  await seen.context.close();
});

test("more windows than a browser has connections: none hangs, none misses an event, and each says how it follows", async () => {
  const context = await browser.newContext();
  const windows = [];
  for (let number = 0; number < 7; number += 1) windows.push(await table(`window-${number}`, { context }));
  const list = await visit(browser, server.url, { context });
  const says = async (text) => (await Promise.all(windows.map(({ page }) => following(page)))).filter((said) => said === text).length;
  for (const { page } of windows) await page.waitForFunction(() => ["live", "asks every few seconds"].includes(document.querySelector(".following").textContent));
  assert.deepEqual([await says("live"), await says("asks every few seconds")], [4, 3]);
  for (const { append } of windows) await append([roll, roll]);
  for (const { page } of windows) await drawn(page, 2);
  assert.deepEqual([await says("live"), await says("asks every few seconds")], [4, 3]);
  await send(server, "PUT", "/v1/games/opened-beside", { ruleset: "catan", seats: [{}, {}, {}] });
  await list.page.waitForSelector('a[href="/games/opened-beside"]');
  for (const seen of [windows.at(-1), list]) await good(seen, "one window of many");
  // A place that is left is taken by who has none.
  await list.page.close();
  await windows[0].page.close();
  await Promise.race(windows.slice(4).map(({ page }) => page.waitForSelector(".following.live")));
  await context.close();
});
