/** What a reader holds stays theirs while a game goes on; what stands on the page is said, printed and reached, whatever the reader's tools are. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { good, open, visit } from "./browser.mjs";
import { GAMES, demo, guarded, send } from "./server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([demo(), open()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** Two seats rob each other in turn, so that each event moves what is believed. */
const start = { type: "production", data: { gains: { 1: { wood: 2, brick: 2 }, 2: { ore: 2, wood: 1 } } } };
const steal = (number) => ({ type: "steal", data: { thief: 1 + (number % 2), victim: 2 - (number % 2) } });

/** A table of Catan with some events, and a page of it. */
async function table(game, query = "", options = {}) {
  await send(server, "PUT", `/v1/games/${game}`, { ruleset: "catan", seats: [{}, {}, {}] });
  await send(server, "POST", `/v1/games/${game}/events`, [start, ...Array.from({ length: 24 }, (_, number) => steal(number))]);
  const seen = await visit(browser, `${server.url}/games/${game}${query}`, options);
  await seen.page.waitForSelector(".following.live");
  let steals = 24;
  const goOn = async (events) => {
    for (let event = 0; event < events; event += 1) {
      const { revision } = await send(server, "POST", `/v1/games/${game}/events`, steal(steals));
      steals += 1;
      await seen.page.waitForFunction((newest) => document.querySelector("output").textContent.endsWith(`of ${newest}`), revision);
      await seen.page.waitForSelector(".following.live");
    }
  };
  return { ...seen, goOn };
}

test("what a reader has marked, opened and stands on stays while the game goes on", async () => {
  const seen = await table("held", "?revision=12&panel=copy");
  const { page, goOn } = seen;
  const select = (selector) =>
    page.evaluate((selector) => {
      getSelection().selectAllChildren(document.querySelector(selector));
      return String(getSelection());
    }, selector);
  for (const selector of [".belief h2", ".why pre"]) {
    const marked = await select(selector);
    assert.ok(marked.length > 10, selector);
    await goOn(2);
    assert.equal(await page.evaluate(() => String(getSelection())), marked, selector);
  }
  await page.getByRole("button", { name: "What if", exact: true }).click();
  await page.waitForSelector(".why select");
  await page.locator(".why select").first().focus();
  await page.evaluate(() => {
    globalThis.lost = 0;
    document.addEventListener("focusout", () => (globalThis.lost += 1), true);
  });
  await goOn(2);
  assert.equal(await page.evaluate(() => globalThis.lost), 0, "the field that is filled in stays");
  const link = page.locator(".events a").last();
  await link.focus();
  const [list, before] = [page.locator(".events"), await page.locator(".events").evaluate((list) => list.scrollTop)];
  await goOn(3);
  assert.equal(await list.evaluate((list) => list.scrollTop), before, "the list stays where it is read");
  await good(seen, "held");
  await seen.context.close();
});

test("a piece of evidence that is open stays open, and the keyboard stays on it", async () => {
  const seen = await table("pieces");
  const { page, goOn } = seen;
  await page.locator('.cell[data-variable="seat:1/wood"]').first().click();
  const old = page.locator("details.piece").nth(6);
  await old.locator("summary").click();
  const key = await old.getAttribute("data-key");
  await goOn(3);
  const held = await page.evaluate(() => {
    const piece = document.activeElement.closest("details");
    return [piece.dataset.key, piece.open];
  });
  assert.deepEqual(held, [key, true]);
  await page.getByRole("button", { name: "Back to the belief" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  // The third piece stands open by itself, and would be closed as the fourth.
  await page.locator("details.piece").nth(2).locator("a").focus();
  await goOn(1);
  assert.ok(await page.evaluate(() => document.activeElement.closest("details.piece")?.open), "the keyboard stays in it");
  const ruledOut = page.locator("details", { has: page.locator("summary", { hasText: "What ruled values out" }) });
  // Whoever builds a road had wood.
  const { revision } = await send(server, "POST", "/v1/games/pieces/events", { type: "build", data: { seat: 1, piece: "road" } });
  await page.waitForFunction((newest) => document.querySelector("output").textContent.endsWith(`of ${newest}`), revision);
  await page.waitForSelector(".following.live");
  const was = await ruledOut.evaluate((part) => part.open);
  await ruledOut.locator("summary").click();
  await goOn(2);
  assert.equal(await ruledOut.evaluate((part) => part.open), !was, "what the reader has closed stays closed");
  await good(seen, "pieces");
  await seen.context.close();
});

test("by voice no event is said that comes, and where a step leads is", async () => {
  const seen = await table("spoken");
  const { page, goOn } = seen;
  await page.evaluate(() => {
    globalThis.said = [];
    const say = new MutationObserver((changes) => changes.forEach(({ target }) => globalThis.said.push(target.textContent)));
    document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])").forEach((region) => say.observe(region, { childList: true, characterData: true, subtree: true }));
  });
  await goOn(5);
  assert.deepEqual(await page.evaluate(() => globalThis.said), []);
  await page.getByRole("button", { name: "Revision before" }).click();
  await page.waitForFunction(() => globalThis.said.length > 0);
  const said = await page.evaluate(() => globalThis.said);
  assert.equal(said.length, 1, said.join(" | "));
  assert.match(said[0], /^Event 29 of 30\. .* does not know .* bits/);
  await seen.context.close();
});

test("each cell is called what stands in it, and the chosen one shows that the keyboard is on it", async () => {
  for (const game of GAMES) {
    const seen = await visit(browser, `${server.url}/games/demo-${game}`);
    const { page } = seen;
    const misnamed = await page.locator(".believed button.cell").evaluateAll((cells) => {
      const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}%.]+/gu, " ").trim();
      const texts = (node) => (node.childNodes.length === 0 ? [node.textContent] : [...node.childNodes].flatMap(texts));
      const shown = (cell) => [...cell.querySelectorAll(".label, .number")].flatMap(texts).join(" ");
      return cells.filter((cell) => !plain(cell.querySelector(".unseen").textContent).includes(plain(shown(cell)))).map((cell) => cell.textContent);
    });
    assert.deepEqual(misnamed, [], game);
    const cell = page.locator("button.cell").first();
    await cell.click();
    const chosen = page.locator('.cell[aria-pressed="true"]').first();
    await chosen.waitFor();
    const width = () => chosen.evaluate((cell) => getComputedStyle(cell).outlineWidth);
    await page.evaluate(() => document.activeElement.blur());
    const without = await width();
    await page.keyboard.press("Tab");
    await chosen.focus();
    assert.notEqual(await width(), without, game);
    await seen.context.close();
  }
});

test("a game is printed whole, in its colours, and without what is pressed", async () => {
  for (const game of GAMES) {
    const seen = await visit(browser, `${server.url}/games/demo-${game}?revision=20`, { width: 718, theme: "dark" });
    const { page } = seen;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const { cut, pressed, colours, wide } = await page.evaluate(() => {
      const visible = (element) => element.getClientRects().length > 0;
      const parts = [...document.querySelectorAll("main *")].filter(visible);
      const hides = (element) => getComputedStyle(element).overflowY !== "visible" && element.scrollHeight > element.clientHeight + 2;
      const { left, right } = document.querySelector(".curve").getBoundingClientRect();
      const curve = document.querySelector(".curve svg").getBoundingClientRect();
      return {
        cut: parts.filter((element) => hides(element) && !element.closest(".cell, .unseen, .meter, .hp")).map((element) => element.className),
        pressed: parts.filter((element) => element.matches("button:not(.cell), select, input")).map((element) => element.textContent),
        colours: getComputedStyle(document.querySelector(".cell")).printColorAdjust,
        wide: Math.max(left - curve.left, curve.right - right),
      };
    });
    assert.deepEqual({ cut, pressed, colours }, { cut: [], pressed: [], colours: "exact" }, game);
    assert.ok(wide <= 1, `${game}: the curve is ${wide} pixels wider than the paper`);
    await seen.context.close();
  }
});

test("the guide is read at the width of a telephone, and what is scrolled in it is reached with the keyboard", async () => {
  const home = await visit(browser, `${server.url}/docs/guide`, { width: 320, height: 640, isFilled: false });
  const links = await home.page.locator(".guide a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.ok(links.length > 15);
  for (const path of ["/docs/guide", ...links]) {
    await home.page.goto(server.url + path);
    await good(home, path);
    const still = await home.page.locator(".guide :is(pre, .scroll):not([tabindex])").count();
    assert.equal(still, 0, path);
  }
  await home.context.close();
});

test("on the page of the API the search does not cover what the keyboard is on", async () => {
  for (const height of [800, 400]) {
    const seen = await visit(browser, `${server.url}/docs`, { width: 1280, height });
    const { page } = seen;
    await page.locator(".operation > summary").last().focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press("Shift+Tab");
      const covered = await page.evaluate(() => {
        const [bar, held] = [document.querySelector(".reference .search"), document.activeElement];
        if (bar.contains(held)) return false;
        const [above, place] = [bar.getBoundingClientRect(), held.getBoundingClientRect()];
        return place.bottom <= above.bottom && place.top >= above.top ? held.textContent : false;
      });
      assert.equal(covered, false, `${height} pixels high, stop ${stop}`);
    }
    await seen.context.close();
  }
});

test("a browser that lets no page keep anything shows every page, and a key is good while the page is open", async () => {
  const blocked = () => {
    for (const store of ["localStorage", "sessionStorage"]) Object.defineProperty(window, store, { get: () => { throw new DOMException("Access is denied for this document.", "SecurityError"); } });
  };
  const context = await browser.newContext();
  await context.addInitScript(blocked);
  const seen = await visit(browser, `${server.url}/games/demo-catan`, { context });
  assert.match(await seen.page.locator("h1").innerText(), /demo-catan/);
  await seen.page.getByLabel("Colours").selectOption("dark");
  assert.equal(await seen.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.deepEqual(seen.wrong, []);

  const closed = await guarded();
  const asked = await visit(browser, `${closed.url}/operations`, { context, allowed: ["401"] });
  const { page } = asked;
  const field = page.getByLabel("Key");
  const reason = await page.locator(`#${await field.getAttribute("aria-describedby")}`).innerText();
  assert.match(reason, /answers only who brings a key/);
  assert.match(await page.title(), /key is needed/);
  await field.fill(closed.admin);
  await page.evaluate(() => {
    globalThis.asked = 0;
    const { fetch } = globalThis;
    globalThis.fetch = (...request) => {
      globalThis.asked += String(request[0]) === "/v1/caller" ? 1 : 0;
      return fetch(...request);
    };
  });
  await page.getByRole("button", { name: "Go in" }).dblclick();
  await page.waitForSelector("#keys-title");
  assert.equal(await page.evaluate(() => globalThis.asked), 1, "pressed twice, it goes in once");
  assert.deepEqual(asked.wrong, []);
  await closed.stop();
  await context.close();
});

test("where a key is revoked, the keyboard goes on at the list, and not at another key", async () => {
  const closed = await guarded();
  await send(closed, "POST", "/v1/keys", { role: "reader", name: "second" }, closed.admin);
  const seen = await visit(browser, `${closed.url}/operations`, { key: closed.admin });
  const { page } = seen;
  await page.getByRole("button", { name: "Revoke second" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("tr")].some((row) => row.textContent.includes("second") && row.textContent.includes("revoked")));
  await page.waitForFunction(() => document.activeElement.id === "all-keys");
  await good(seen, "keys");
  await seen.context.close();
  await closed.stop();
});

test("on a narrow window the answer to a cell comes to where the reader is", async () => {
  const seen = await visit(browser, `${server.url}/games/demo-hearts`, { width: 320, height: 640 });
  const { page } = seen;
  await page.locator(".hearts button.cell").last().click();
  await page.waitForFunction(() => document.activeElement.matches(".why"));
  const top = await page.locator(".why").evaluate((why) => why.getBoundingClientRect().top);
  assert.ok(top > -2 && top < 320, `it begins ${top} pixels below the top`);
  await page.getByRole("button", { name: "Events", exact: true }).click();
  assert.ok(await page.evaluate(() => document.activeElement.matches(".event-list")));
  await good(seen, "a narrow window");
  await seen.context.close();
});
