/** What a person does with a game: moves through it, asks why, supposes, compares, draws worlds, follows it live, and takes it along. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { drawn, good, open, ready, visit } from "./browser.mjs";
import { GAMES, demo, send } from "./server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([demo(), open()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const game = (name, more = "") => `${server.url}/games/demo-${name}${more}`;
const head = async (name) => (await send(server, "GET", `/v1/games/demo-${name}`)).revision;
const text = (page, selector) => page.locator(selector).innerText();

for (const name of GAMES) {
  test(`${name}: scrubbed, followed to a past revision, and the same again`, async () => {
    const last = await head(name);
    const seen = await visit(browser, game(name, "?observer=seat:0"));
    const { page } = seen;
    await drawn(page, last);
    for (const [button, revision] of [["First revision", 0], ["Next revision", 1], ["Newest revision", last], ["Revision before", last - 1]]) {
      await page.getByRole("button", { name: button }).click();
      await drawn(page, revision);
    }
    const middle = Math.floor(last / 2);
    await page.getByRole("slider").fill(String(middle));
    await drawn(page, middle);
    const shown = await text(page, ".beliefs");
    const link = page.url();
    assert.match(link, new RegExp(`revision=${middle}`));
    const again = await visit(browser, link);
    await drawn(again.page, middle);
    assert.equal(await text(again.page, ".beliefs"), shown, "who follows the link sees the same");
    assert.match(shown, new RegExp(`after event ${middle}`));
    await good(seen, name);
    await again.context.close();
    await seen.context.close();
  });

  test(`${name}: a cell leads to its evidence, and without that evidence the belief is another`, async () => {
    const at = Math.floor((await head(name)) / 2);
    const seen = await visit(browser, game(name, `?observer=seat:0&revision=${at}`));
    const { page } = seen;
    // The variable of which an event told most: a person would choose it for its colour.
    const evidence = await send(server, "GET", `/v1/games/demo-${name}/evidence?observer=seat:0&to=${at}&limit=1000`);
    const belief = await send(server, "GET", `/v1/games/demo-${name}/belief?observer=seat:0&revision=${at}`);
    const open = new Set(belief.variables.filter((variable) => !variable.known).map((variable) => variable.id));
    const told = evidence.items.filter((piece) => piece.revision > 0 && piece.information_gain_bits > 0.05);
    const id = told.flatMap((piece) => piece.variables).find((variable) => open.has(variable));
    assert.ok(id, "nothing was told of what is open");
    const cell = page.locator(`.beliefs [data-variable=${JSON.stringify(id)}]`).first();
    if ((await cell.count()) === 0) await page.getByRole("button", { name: "Table", exact: true }).click();
    await cell.click();
    await page.waitForFunction((known) => document.querySelector(".why h2")?.textContent === known, id);
    assert.match(page.url(), /variable=/);
    assert.ok((await page.locator(".why .piece").count()) > 0, "its evidence is there");
    assert.match(await text(page, ".why"), /Before\s+After\s+Likelihood/);
    await page.locator(".why").getByRole("button", { name: "Without this" }).last().click();
    await page.waitForSelector(".belief-head .badge.soft");
    assert.match(page.url(), /without=\d+/);
    await good(seen, name);
    await seen.context.close();
  });

  test(`${name}: two observers side by side, and the truth over both`, async () => {
    const at = Math.floor((await head(name)) / 2);
    const seen = await visit(browser, game(name, `?revision=${at}`));
    const { page } = seen;
    await page.getByLabel("beside").selectOption({ label: (await text(page, ".observers button:nth-of-type(2)")).trim() });
    await page.waitForFunction(() => document.querySelectorAll(".belief").length === 2);
    await page.getByLabel("lay the truth over it").check();
    await page.waitForSelector(".curve .line.true");
    assert.equal(await page.locator(".curve .line.true").count(), 2, "how much the truth would surprise each of them");
    assert.match(await text(page, ".curve ~ p"), /truth would surprise it by .*truth would surprise it by/i);
    await page.getByRole("button", { name: "Referee" }).click();
    await page.waitForFunction(() => document.querySelector(".belief h2").textContent.startsWith("Referee"));
    await good(seen, name);
    await seen.context.close();
  });
}

test("an event of the list leads to its revision, and the newest one back to the game as it goes on", async () => {
  const last = await head("hearts");
  const seen = await visit(browser, game("hearts", "?observer=seat:0"));
  const { page } = seen;
  await drawn(page, last);
  // Of one event something was told, of another nothing.
  for (const revision of [last - 1, 1]) {
    await page.locator(`.event-list a[href$="revision=${revision}"]`).click();
    await drawn(page, revision);
    assert.match(page.url(), new RegExp(`revision=${revision}(&|$)`));
  }
  await page.locator(`.event-list a[href$="revision=${last}"]`).click();
  await drawn(page, last);
  assert.doesNotMatch(page.url(), /revision=/, "the newest is not pinned");
  // Another tab shows the same event to the same observer.
  const [other] = await Promise.all([seen.context.waitForEvent("page"), page.locator('.event-list a[href$="revision=1"]').click({ modifiers: ["ControlOrMeta"] })]);
  await drawn(other, 1);
  assert.match(await text(other, ".belief h2"), /^Seat 0\b.*after event 1$/);
  await good(seen, "events");
  await seen.context.close();
});

test("worlds are drawn and paged, and the same seed draws the same", async () => {
  const seen = await visit(browser, game("hearts", "?observer=seat:0&revision=40"));
  const { page } = seen;
  await page.getByRole("button", { name: "Worlds" }).click();
  await page.getByRole("button", { name: "Draw worlds" }).click();
  await page.waitForFunction(() => document.querySelector(".why h2")?.textContent === "World 1 of 20");
  const first = await text(page, ".why table");
  await page.getByRole("button", { name: "Next world" }).click();
  await page.waitForFunction(() => document.querySelector(".why h2")?.textContent === "World 2 of 20");
  assert.notEqual(await text(page, ".why table"), first);
  await page.getByRole("button", { name: "World before" }).click();
  await page.waitForFunction(() => document.querySelector(".why h2")?.textContent === "World 1 of 20");
  assert.equal(await text(page, ".why table"), first);
  // What is drawn is what the API gives to any search.
  const drawnWorlds = await send(server, "POST", "/v1/games/demo-hearts/worlds", { observer: "seat:0", revision: 40, count: 20, seed: 1 });
  const hands = drawnWorlds.worlds[0].world.hands;
  for (const line of first.split("\n").slice(1)) {
    const [id, seat] = line.split("\t").map((part) => part.trim());
    assert.ok(hands[seat.slice(5)].includes(id.slice(5)), `${id} is with ${seat}`);
  }
  await good(seen, "worlds");
  await seen.context.close();
});

test("an event that might follow is supposed by a form", async () => {
  const seen = await visit(browser, game("liars_dice", "?observer=seat:0&revision=63&panel=what-if"));
  const { page } = seen;
  await page.getByLabel("this event follows").selectOption("bid");
  const known = await send(server, "GET", "/v1/games/demo-liars_dice/events?observer=seat:0&cursor=64&limit=1");
  assert.equal(known.items[0].type, "bid", "the recorded game goes on with a bid");
  await page.locator(".fields").getByLabel("seat").selectOption({ label: `seat ${known.items[0].data.seat}` });
  const field = (name) => page.getByRole("spinbutton", { name });
  await field("quantity").fill(String(known.items[0].data.quantity));
  await field("face").fill(String(known.items[0].data.face));
  await field("face").blur();
  await page.getByRole("button", { name: "Suppose it" }).click();
  await page.waitForSelector(".why table");
  const asked = await send(server, "POST", "/v1/games/demo-liars_dice/what-if", { observer: "seat:0", revision: 63, with: [{ type: "bid", data: known.items[0].data }] });
  assert.match(await text(page, ".why table"), new RegExp(`Open\\s+[\\d.]+ bits\\s+${asked.entropy_bits.toFixed(2)} bits`));
  // Who breaks a rule is told which.
  await field("quantity").fill("200");
  await field("quantity").blur();
  await page.getByRole("button", { name: "Suppose it" }).click();
  await page.waitForSelector(".problem");
  await seen.context.close();
});

test("a live event arrives by itself, in the list of games too", async () => {
  await send(server, "PUT", "/v1/games/live", { ruleset: "liars_dice", seats: [{ player: "ann" }, { player: "bob" }] });
  const append = (event) => send(server, "POST", "/v1/games/live/events", event);
  await append({ type: "round", data: { dice: { 0: 5, 1: 5 }, starter: 0 } });
  const list = await visit(browser, server.url);
  const seen = await visit(browser, `${server.url}/games/live?observer=seat:1`);
  const { page } = seen;
  await page.waitForSelector(".following.live");
  await list.page.waitForSelector("tbody tr");
  await append({ type: "roll", data: { seat: 1, dice: [2, 2, 3, 5, 6] } });
  await append({ type: "bid", data: { seat: 0, quantity: 3, face: 2 } });
  await drawn(page, 3);
  assert.match(await text(page, ".events"), /bid face 2/);
  await list.page.waitForFunction(() => [...document.querySelectorAll("tbody tr")].some((row) => /live/.test(row.querySelector("th").textContent) && row.querySelector(".badge.live") && / 3$|\b3\b/.test(row.cells[3].textContent)));
  // What is open in it is that of its newest event, too.
  const { items } = await send(server, "GET", "/v1/games/live/curve?observer=public");
  const open = items.map((point) => `${point.entropy_bits.toFixed(2)} bits`);
  assert.notEqual(open[3], open[1]);
  await list.page.waitForFunction((newest) => [...document.querySelectorAll("tbody tr")].some((row) => /^live/.test(row.cells[0].textContent) && row.cells[4].textContent === newest), open[3]);
  // Who looks at the past stays there while the game goes on.
  await page.getByRole("button", { name: "First revision" }).click();
  await drawn(page, 0);
  await append({ type: "bid", data: { seat: 1, quantity: 4, face: 2 } });
  await page.waitForFunction(() => document.querySelector("output").textContent === "0 of 4");
  // The retraction is one revision more.
  await append({ type: "retract", data: { revision: 4, reason: "a slip" } });
  await page.waitForFunction(() => document.querySelector("output").textContent === "0 of 5");
  // The log says that it was, to who looked on and to who comes later.
  const later = await visit(browser, `${server.url}/games/live?observer=seat:1&revision=4&panel=event`);
  await drawn(later.page, 4);
  for (const either of [page, later.page]) {
    await either.waitForFunction(() => document.querySelectorAll(".events del").length === 1);
    assert.match(await text(either, '.events a[href$="revision=4"]'), /bid.*quantity 4.*taken back by event 5/s);
  }
  await later.page.waitForFunction(() => /It was taken back by event 5/.test(document.querySelector(".why").textContent));
  await good(later, "taken back");
  await later.context.close();
  await good(seen, "live");
  await list.context.close();
  await seen.context.close();
});

test("what is seen is exported as JSON, CSV, SVG and PNG", async () => {
  const at = (await head("hearts")) - 4;
  const seen = await visit(browser, game("hearts", `?observer=seat:0&revision=${at}&without=30&truth=true`));
  const { page } = seen;
  const belief = await send(server, "GET", `/v1/games/demo-hearts/belief?observer=seat:0&revision=${at}`);
  const take = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    assert.equal(file.suggestedFilename(), `demo-hearts-seat0-${at}.${name.toLowerCase()}`);
    return readFileSync(await file.path());
  };
  const exported = JSON.parse(await take("JSON"));
  assert.deepEqual(exported.belief, belief);
  const evidence = await send(server, "GET", `/v1/games/demo-hearts/evidence?observer=seat:0&revision=${at}&limit=1000`);
  assert.ok(evidence.items.length > 200 && evidence.next === undefined, `${evidence.items.length} pieces`);
  assert.deepEqual(exported.evidence, evidence.items, "all of it, and not the oldest");
  const lines = String(await take("CSV")).trim().split("\r\n");
  assert.equal(lines[0], "game,observer,revision,variable,value,p,p_supposed,is_true");
  assert.equal(lines.length - 1, belief.variables.reduce((sum, variable) => sum + variable.distribution.length, 0));
  const image = String(await take("SVG"));
  assert.match(image, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.ok(!image.includes("foreignObject") && image.includes("Seat 0"), "a picture for every program");
  // A page without this one's policy reads it as any other program would.
  const reader = await seen.context.newPage();
  const [wrong, texts] = await reader.evaluate((source) => {
    const read = new DOMParser().parseFromString(source, "image/svg+xml");
    return [read.querySelectorAll("parsererror").length, read.querySelectorAll("text").length];
  }, image);
  assert.ok(wrong === 0 && texts > 50, `${wrong} errors, ${texts} texts`);
  const png = await take("PNG");
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.length > 20_000, `${png.length} bytes are no picture of a belief`);
  await seen.context.close();
});

test("copied requests give what is seen", async () => {
  const seen = await visit(browser, game("hearts", "?observer=seat:0&revision=40&panel=copy"));
  const commands = await seen.page.locator(".why pre").allInnerTexts();
  const { execFileSync } = await import("node:child_process");
  const belief = await send(server, "GET", "/v1/games/demo-hearts/belief?observer=seat:0&revision=40");
  assert.deepEqual(JSON.parse(execFileSync("bash", ["-c", commands[0]], { encoding: "utf8" })), belief);
  assert.deepEqual(JSON.parse(execFileSync("python3", ["-c", `${commands[1]}\nprint(json.dumps(answer))`], { encoding: "utf8" })), belief);
  await seen.context.close();
});

test("the keyboard alone can do it all", async () => {
  const last = await head("hearts");
  const seen = await visit(browser, `${server.url}/`);
  const { page } = seen;
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  const tabTo = async (wanted) => {
    for (let presses = 0; presses < 400; presses += 1) {
      await page.keyboard.press("Tab");
      if (wanted.test(await focused())) return;
    }
    assert.fail(`Tab does not reach ${wanted}`);
  };
  await page.keyboard.press("Tab");
  assert.match(await focused(), /Skip to the content/);
  await page.keyboard.press("Enter");
  await tabTo(/^demo-hearts$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/games\/demo-hearts/);
  await ready(page);
  await drawn(page, last);
  await tabTo(/^Seat 0/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".belief h2").textContent.startsWith("Seat 0"));
  await page.keyboard.press("Home");
  await drawn(page, 0);
  for (let revision = 1; revision <= 20; revision += 1) await page.keyboard.press("ArrowRight");
  await drawn(page, 20);
  await tabTo(/^Play$/);
  await page.keyboard.press("Enter");
  // It goes on by itself: on a slow machine nobody sees each revision.
  await page.waitForFunction(() => Number(document.querySelector("main").dataset.drawn) >= 22);
  await page.keyboard.press("Enter");
  assert.match(await focused(), /Play/);
  // The first cell of the belief that is no certainty.
  await tabTo(/: \d+ %/);
  const chosen = await page.evaluate(() => document.activeElement.dataset.variable);
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => document.querySelector(".why h2")?.textContent === id, chosen);
  await tabTo(/^Without this$/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".belief-head .badge.soft");
  assert.match(await focused(), /With it again|Without this/, "who pressed a button stands on it still");
  await tabTo(/^Table$|^Picture$/);
  await seen.context.close();
});
