/** The page in Firefox, whose engine is another one than Chromium's: no page fails, and what happens at a table is seen at once. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { GAMES, demo, empty, send, simulated } from "./server.mjs";

/** Less than the 15 seconds after which a stream on which nothing happens says that it is there. */
const SOON = 10_000;

let browser;
before(async () => {
  browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX, headless: true, defaultViewport: { width: 1400, height: 1000 } });
});
after(() => browser.close());

/** A page, and what went wrong in it. */
async function visit(url) {
  const page = await browser.newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack ?? error.message}`));
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForSelector("body[data-ready]");
  return { page, wrong };
}

test("every page shows what its address names", async () => {
  const server = await demo();
  const games = GAMES.flatMap((game) => [`/games/demo-${game}?observer=seat:0&revision=20`, `/games/demo-${game}/report?observer=seat:0&revision=20`]);
  const parts = ["/games/demo-vinto?observer=seat:0&revision=90&variable=seat:1/card:0&panel=variable&truth=true", "/games/demo-hearts?observer=seat:1&revision=60&view=table"];
  for (const path of ["/", ...games, ...parts, "/players", "/players/simulated-0", "/rulesets/hearts", "/operations", "/docs"]) {
    const { page, wrong } = await visit(server.url + path);
    assert.equal(await page.$("main .problem"), null, path);
    const [words, over] = await page.evaluate(() => [document.querySelector("main").innerText.length, document.documentElement.scrollWidth - innerWidth]);
    assert.ok(words > 50 && over <= 0, `${path}: ${words} characters, ${over} pixels wider than the window`);
    assert.deepEqual(wrong, [], path);
    await page.close();
  }
  await server.stop();
});

test("a game on which nothing happens is live, and what happens then is drawn", async () => {
  const server = await empty();
  const { events, open } = await simulated("hearts", "--seed", "3");
  await send(server, "PUT", "/v1/games/g", open);
  await send(server, "POST", "/v1/games/g/events", events.slice(0, 3));
  const { page, wrong } = await visit(`${server.url}/games/g?observer=seat:1`);
  const live = (drawn) => page.waitForFunction((drawn) => document.querySelector(".following")?.textContent.includes("live") && document.querySelector("main").dataset.drawn === drawn, { timeout: SOON }, String(drawn));
  await live(3);
  await send(server, "POST", "/v1/games/g/events", events.slice(3, 20));
  await live(20);
  // Another observer's stream is another one.
  await page.goto(`${server.url}/games/g?observer=seat:2`, { waitUntil: "domcontentloaded" });
  await live(20);
  assert.deepEqual(wrong, []);
  await page.close();
  await server.stop();
});
