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
  ["light", 320],
  ["dark", 320],
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

test("games are called what people call them", async () => {
  const seen = await visit(browser, server.url);
  const links = seen.page.locator(".rulesets a");
  assert.deepEqual((await links.allInnerTexts()).sort(), ["Catan", "Hearts", "Liar’s Dice", "Pokémon random battles", "Vinto"]);
  await seen.page.goto(`${server.url}/rulesets/liars_dice`);
  await seen.page.getByRole("heading", { name: "Liar’s Dice", exact: true }).waitFor();
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
  // Why it was stands there as text, for who has no mouse to rest on it.
  const { quarantined } = await send(server, "GET", "/v1/games/marked/belief?observer=public");
  await seen.page.locator(".left-out summary").focus();
  await seen.page.keyboard.press("Enter");
  assert.ok((await seen.page.locator(".left-out ul").innerText()).includes(quarantined[0].detail));
  const told = await seen.page.locator(".why").innerText();
  assert.ok(told.includes("left out of this belief") && told.includes(quarantined[0].detail), told);
  assert.doesNotMatch(told, /told this observer nothing/);
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

test("ids and names as long as may be widen no page and cut nothing off", async () => {
  const long = (letter, ruleset) => ruleset + letter.repeat(64 - ruleset.length);
  const players = [long("x", ""), long("W", "")];
  await send(server, "PUT", `/v1/players/${players[0]}`, { display_name: "n".repeat(100) });
  for (const ruleset of GAMES) {
    const game = long("y", ruleset);
    const { open: opening } = await simulated(ruleset, "--turns", "1", "--seed", "1");
    await send(server, "PUT", `/v1/games/${game}`, { ...opening, seats: opening.seats.map((_, seat) => ({ player: players[seat] })) });
    for (const width of [320, 1600]) {
      const seen = await visit(browser, `${server.url}/games/${game}`, { width });
      await good(seen, `${ruleset} at ${width}`);
      if (ruleset === "catan" && width > 320) {
        const over = await seen.page.evaluate(() => Math.max(...[...document.querySelectorAll(".catan .scroll")].map((part) => part.scrollWidth - part.clientWidth)));
        assert.ok(over <= 0, `the last column is cut by ${over} pixels`);
      }
      await shoot(seen.page, `long-${ruleset}-${width}`);
      await seen.context.close();
    }
  }
  for (const path of [`/players/${players[0]}`, `/players/${players[1]}?beside=${players[0]}`, `/games/${long("y", "catan")}/report`, "/"]) {
    const seen = await visit(browser, server.url + path, { width: 320 });
    await good(seen, path);
    await seen.context.close();
  }
});

test("players stand by what they are called, with their ids beside", async () => {
  await send(server, "PUT", "/v1/games/called", { ruleset: "catan", seats: [{ player: "p-17" }, { player: "p-18" }, {}] });
  await send(server, "PUT", "/v1/players/p-17", { display_name: "Ann Example" });
  const seen = await visit(browser, `${server.url}/games/called`);
  await seen.page.getByRole("button", { name: "Seat 0 · Ann Example", exact: true }).waitFor();
  assert.match(await seen.page.locator("main").innerText(), /played by Ann Example \(p-17\) p-18 anonymous/);
  await seen.page.waitForFunction(() => document.querySelector(".catan tbody th").textContent.startsWith("Seat 0 · Ann Example"));
  await good(seen, "called");
  await seen.context.close();
});

test("nothing is told by colours alone where the system chooses them", async () => {
  const path = "/games/demo-catan?observer=seat:0&revision=150&panel=variable&variable=seat:1/wood&truth=true";
  const seen = await visit(browser, server.url + path, { forcedColors: "active" });
  const looks = await seen.page.evaluate(() => {
    const style = (element, part) => {
      const { backgroundColor, color, textDecorationLine } = getComputedStyle(element, part);
      return { backgroundColor, color, textDecorationLine };
    };
    const ground = getComputedStyle(document.body).color;
    const pairs = [".observers", ".believed > .row", ".chooser"].map((group) => ["true", "false"].map((pressed) => style(document.querySelector(`${group} button[aria-pressed="${pressed}"]`))));
    const bars = [[".bar", "::before"], [".meter", "::before"]].map(([selector, part]) => style(document.querySelector(`.believed ${selector}, .why ${selector}`), part).backgroundColor);
    return { ground, pairs, bars };
  });
  for (const [pressed, other] of looks.pairs) {
    assert.notEqual(pressed.backgroundColor, other.backgroundColor);
    assert.deepEqual([pressed.textDecorationLine, other.textDecorationLine], ["underline", "none"]);
  }
  assert.deepEqual(looks.bars, [looks.ground, looks.ground], "bars are drawn in the colour of the text");
  await shoot(seen.page, "game-forced-colours");
  await seen.context.close();
});

test("what stands on a page stays in its place while the rest arrives", async () => {
  for (const path of ["/", "/games/demo-catan", "/games/demo-pokemon_randbats", "/operations"]) {
    for (const width of [1400, 320]) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      await context.addInitScript(() => {
        globalThis.shifted = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (globalThis.shifted += entry.hadRecentInput ? 0 : entry.value))).observe({ type: "layout-shift", buffered: true });
      });
      const { page } = await visit(browser, server.url + path, { context });
      await page.waitForFunction(() => !/The first figures stand here/.test(document.querySelector("main").innerText));
      // An observer hears of a shift with the frame after it.
      const shifted = await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.shifted)))));
      assert.ok(shifted < 0.1, `${path} at ${width} shifted by ${shifted}`);
      await context.close();
    }
  }
});

test("a rate over all situations is shown where it means something", async () => {
  const { events, open: opening } = await simulated("liars_dice", "--turns", "40", "--seed", "4");
  await send(server, "PUT", "/v1/games/rounds", { ...opening, seats: opening.seats.map((_, seat) => ({ player: `bidder-${seat}` })) });
  await send(server, "POST", "/v1/games/rounds/events", events);
  for (const path of ["/players/bidder-0", "/rulesets/liars_dice"]) {
    const seen = await visit(browser, server.url + path);
    const groups = await seen.page.evaluate(() => [...document.querySelectorAll("table.tendencies tbody")].map((group) => [group.querySelector("strong").textContent, group.querySelector("th[scope=row]").textContent]));
    const first = new Map(groups);
    assert.equal(first.get("bluff rate"), "in all", path);
    assert.match(first.get("face preference"), /^[1-6]$/, path);
    await seen.context.close();
  }
});

test("each rate of a player names its headers", async () => {
  const seen = await visit(browser, `${server.url}/players/simulated-0`);
  const [cells, lost] = await seen.page.evaluate(() => {
    const named = [...document.querySelectorAll("table.tendencies td")].map((cell) => cell.headers.split(" "));
    return [named.length, named.flat().filter((id) => document.getElementById(id)?.localName !== "th")];
  });
  assert.ok(cells > 5, `${cells} cells`);
  assert.deepEqual(lost, []);
  await seen.context.close();
});

/** What a server refuses, in place of its answer. */
const refusal = (status, title) => (route) => route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ status, title }) });

test("health is looked at again by who may not read the figures, too, and figures that were read stay while none can be", async () => {
  for (const mayCount of [true, false]) {
    const context = await browser.newContext();
    if (!mayCount) await context.route("**/metrics", refusal(403, "Forbidden"));
    const seen = await visit(browser, `${server.url}/operations`, { context, allowed: ["403", "503"] });
    const { page } = seen;
    assert.equal(await page.locator(".tile").count(), mayCount ? 12 : 0);
    await page.route("**/health/ready", refusal(503, "Not ready for anything"));
    if (mayCount) await page.route("**/metrics", refusal(503, "Too much to do"));
    await page.waitForFunction(() => /not ready.*Not ready for anything/s.test(document.getElementById("health").innerText));
    if (mayCount) {
      await page.waitForFunction(() => document.getElementById("doing").innerText.includes("Too much to do"));
      assert.ok((await page.locator(".tile").count()) === 12 && (await page.locator("#sizes table").count()) === 2);
    }
    await good(seen, "operations in trouble");
    await context.close();
  }
});

test("what the list of games cannot be asked for is said, and the list stays", async () => {
  const seen = await visit(browser, server.url, { allowed: ["503"] });
  const { page } = seen;
  const games = await page.locator("tbody tr").count();
  await page.route("**/v1/games?*", refusal(503, "Too much to do"));
  await page.getByLabel("status").selectOption("open");
  await page.waitForFunction(() => document.querySelector("main .problem")?.textContent.includes("Too much to do"));
  assert.equal(await page.locator("tbody tr").count(), games);
  await page.unroute("**/v1/games?*");
  await page.getByLabel("status").selectOption("");
  await page.waitForFunction(() => !document.querySelector("main .problem"));
  await seen.context.close();
});

test("an export that fails says why", async () => {
  const seen = await visit(browser, `${server.url}/games/demo-catan?revision=20`, { allowed: ["503"] });
  const { page } = seen;
  await page.waitForSelector('main[data-drawn="20"]');
  await page.route("**/evidence?*", refusal(503, "Too much to do"));
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("main .problem")?.textContent.includes("Too much to do"));
  await seen.context.close();
});
