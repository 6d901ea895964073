/** Every page with the five recorded games, in both themes, wide and narrow: no error, nothing that axe objects to, and a screenshot to look at. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { good, open, shoot, visit } from "./browser.mjs";
import { GAMES, demo, empty, send, simulated } from "./server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([demo(), open()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const PAGES = {
  games: "/",
  ...Object.fromEntries(GAMES.map((game) => [`game-${game}`, `/games/demo-${game}?observer=seat:0&revision=20`])),
  "game-table": "/games/demo-hearts?observer=seat:1&revision=60&view=table",
  "game-variable": "/games/demo-vinto?observer=seat:0&revision=90&variable=seat:1/card:0&panel=variable&truth=true",
  "game-what-if": "/games/demo-catan?observer=public&revision=40&without=30&panel=what-if",
  "game-worlds": "/games/demo-hearts?observer=seat:0&revision=40&panel=worlds&world=7.2",
  "game-beside": "/games/demo-liars_dice?observer=seat:0&beside=referee&revision=65",
  "game-copy": "/games/demo-pokemon_randbats?observer=seat:0&panel=copy",
  report: "/games/demo-catan/report?observer=seat:0&revision=60",
  players: "/players",
  player: "/players/simulated-0",
  "players-beside": "/players/simulated-0?beside=simulated-1",
  ruleset: "/rulesets/liars_dice",
  operations: "/operations",
  reference: "/docs",
};
const LOOKS = [
  ["light", 1400],
  ["dark", 1400],
  ["light", 360],
  ["dark", 360],
];

for (const [name, path] of Object.entries(PAGES)) {
  for (const [theme, width] of LOOKS) {
    test(`${name}, ${theme}, ${width} pixels`, async () => {
      const seen = await visit(browser, server.url + path, { theme, width });
      // Some parts come later than the page: samples of the past, figures after five seconds.
      await seen.page.waitForFunction(() => !/Reading what was known|Fetching …|The first figures stand here/.test(document.querySelector("main").innerText));
      assert.equal(await seen.page.locator("main .problem").count(), 0, "a problem is shown");
      await shoot(seen.page, `${name}-${theme}-${width}`);
      await good(seen, name);
      await seen.context.close();
    });
  }
}

test("a report is printed dark on white, also from a dark screen", async () => {
  const seen = await visit(browser, `${server.url}/games/demo-catan/report?observer=seat:0&revision=60`, { theme: "dark" });
  await seen.page.emulateMedia({ media: "print" });
  const [ink, ground] = await seen.page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    return [getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor].map((colour) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0);
    });
  });
  assert.ok(ink < 200 && ground > 700, `ink ${ink}, ground ${ground}`);
  assert.ok(!(await seen.page.getByRole("button", { name: "Print" }).isVisible()), "what is pressed is not printed");
  await shoot(seen.page, "report-printed");
  await seen.context.close();
});

test("a server without games says what to do first", async () => {
  const nothing = await empty();
  const seen = await visit(browser, nothing.url);
  assert.match(await seen.page.locator("main").innerText(), /No game yet[\s\S]*credence demo/);
  await shoot(seen.page, "first-run");
  await good(seen, "first run");
  await seen.context.close();
  await nothing.stop();
});

test("what a belief could not take is marked", async () => {
  const { events, open: opening } = await simulated("catan", "--turns", "8", "--seed", "4");
  await send(server, "PUT", "/v1/games/marked", { ...opening, on_contradiction: "quarantine" });
  await send(server, "POST", "/v1/games/marked/events", events);
  const sizes = (await send(server, "GET", "/v1/games/marked/belief?observer=public")).detail.hand_sizes;
  // Nobody can lay away a card that nobody has.
  const seat = Number(Object.keys(sizes).find((known) => sizes[known] === 0) ?? 0);
  await send(server, "POST", "/v1/games/marked/events", { type: "hand_size", data: { seat, count: sizes[seat] + 7 } });
  const seen = await visit(browser, `${server.url}/games/marked`);
  assert.equal(await seen.page.locator(".curve .out").count(), 1);
  assert.match(await seen.page.locator(".belief-head").innerText(), /1 event left out/);
  assert.match(await seen.page.locator(".events").innerText(), /left out of this belief/);
  await shoot(seen.page, "game-left-out");
  await good(seen, "what was left out");
  await seen.context.close();
});

test("what is not there is said calmly", async () => {
  for (const [path, text] of [
    ["/games/nobody", /there is no game/i],
    ["/players/nobody", /there is no player/i],
    ["/rulesets/chess", /chess/],
  ]) {
    const seen = await visit(browser, server.url + path, { allowed: ["404"] });
    assert.match(await seen.page.locator("main").innerText(), text, path);
    await good(seen, path);
    await seen.context.close();
  }
});
