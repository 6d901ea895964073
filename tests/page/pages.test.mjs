/** Every page with the five recorded games, in both themes, wide and narrow: no error, nothing that axe objects to, and a screenshot to look at. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { good, open, shoot, visit } from "./browser.mjs";
import { GAMES, demo, empty } from "./server.mjs";

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
      assert.equal(await seen.page.locator("main .problem").count(), 0, "a problem is shown");
      await shoot(seen.page, `${name}-${theme}-${width}`);
      await good(seen, name);
      await seen.context.close();
    });
  }
}

test("a server without games says what to do first", async () => {
  const nothing = await empty();
  const seen = await visit(browser, nothing.url);
  assert.match(await seen.page.locator("main").innerText(), /No game yet[\s\S]*credence demo/);
  await shoot(seen.page, "first-run");
  await good(seen, "first run");
  await seen.context.close();
  await nothing.stop();
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
