/** Measures a long game in the browser: until something is seen, until all is, and each step of the scrubber. Prints; asserts nothing. */

import { gzipSync } from "node:zlib";
import { drawn, open, visit } from "./browser.mjs";
import { empty, send, simulated } from "./server.mjs";

const EVENTS = 500;
const STEPS = 60;
const LONG = [["hearts", "--turns", "600"], ["catan", "--turns", "600"], ["liars_dice", "--turns", "900"], ["vinto", "--turns", "600"]];

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(part * values.length))];

const server = await empty();
const browser = await open();
const rows = [];
for (const [ruleset, ...more] of LONG) {
  const game = `long-${ruleset}`;
  const { open: opening, events } = await simulated(ruleset, "--seed", "2", ...more);
  await send(server, "PUT", `/v1/games/${game}`, opening);
  for (let from = 0; from < Math.min(EVENTS, events.length); from += 100) await send(server, "POST", `/v1/games/${game}/events`, events.slice(from, Math.min(EVENTS, from + 100)));
  const last = Math.min(EVENTS, events.length);
  const url = `${server.url}/games/${game}?observer=seat:0`;
  const first = await visit(browser, url);
  await drawn(first.page, last);
  // The caches are warm now, the browser's and the server's.
  const page = await first.context.newPage();
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  await drawn(page, last);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const all = await page.evaluate(() => performance.now());
  const steps = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const revision = last - step * 3;
    if (revision < 0) break;
    steps.push(
      await page.evaluate(async (to) => {
        const began = performance.now();
        const range = document.querySelector('input[type="range"]');
        range.value = to;
        range.dispatchEvent(new Event("input"));
        while (document.querySelector("main").dataset.drawn !== String(to)) await new Promise((resolve) => setTimeout(resolve, 0));
        await new Promise((resolve) => requestAnimationFrame(() => resolve()));
        return performance.now() - began;
      }, revision),
    );
  }
  rows.push({ ruleset, events: last, "first paint, ms": Math.round(paint), "all drawn, ms": Math.round(all), "step, median ms": Math.round(quantile(steps, 0.5)), "step, 95 % ms": Math.round(quantile(steps, 0.95)), "step, worst ms": Math.round(quantile(steps, 1)) });
  await first.context.close();
}
console.table(rows);

const page = await browser.newPage();
const files = [];
page.on("response", async (answer) => answer.url().includes("/page/") && files.push([answer.url(), await answer.body()]));
for (const path of ["/", "/games/long-hearts", "/games/long-hearts/report", "/players", "/operations", "/docs"]) {
  await page.goto(server.url + path);
  await page.waitForSelector("body[data-ready]");
}
const unique = new Map(files);
const compressed = [...unique.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
console.log(`script and style of all pages: ${unique.size} files, ${Math.round(compressed / 1000)} kB compressed`);
await browser.close();
await server.stop();
