/** What is chosen on the page of a game: an observer and an event in the address, a cell of a picture, a cell of the table. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawn, good, open, visit } from "./browser.mjs";
import { demo, send } from "./server.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([demo(), open()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const hearts = (more) => `${server.url}/games/demo-hearts${more}`;
const text = (page, selector) => page.locator(selector).innerText();

test("an address that names what is not there is answered in words", async () => {
  const { revision: last } = await send(server, "GET", "/v1/games/demo-hearts");
  const seen = await visit(browser, hearts("?observer=seat:9&revision=9999"));
  const { page } = seen;
  await drawn(page, last);
  assert.match(await text(page, ".astray"), /observer “seat:9”.*event “9999”; the events of this game are 0 to \d+/s);
  assert.match(await text(page, ".belief h2"), new RegExp(`^Spectator, after event ${last}$`));
  await good(seen, "astray");
  await page.getByRole("button", { name: "Revision before" }).click();
  await drawn(page, last - 1);
  assert.equal(await text(page, ".astray"), "", "the address names what is shown");
  await page.goto(hearts("?observer=seat:1&beside=seat:2&revision=9"));
  await drawn(page, 9);
  assert.equal(await text(page, ".astray"), "");
  await seen.context.close();
});

test("a cell of the second picture asks why its observer believes it", async () => {
  const seen = await visit(browser, hearts("?observer=seat:0&beside=seat:2&revision=30"));
  const { page } = seen;
  await drawn(page, 30);
  assert.match(await text(page, ".why"), /As Seat 0.* sees it/);
  const belief = await send(server, "GET", "/v1/games/demo-hearts/belief?observer=seat:2&revision=30");
  const { id } = belief.variables.find((variable) => !variable.known);
  await page.locator(`.belief[data-observer="seat:2"] [data-variable=${JSON.stringify(id)}]`).first().click();
  await page.waitForFunction((known) => document.querySelector(".why h2")?.textContent === known, id);
  await page.waitForFunction(() => document.querySelector(".belief h2").textContent.startsWith("Seat 2"));
  assert.match(await text(page, ".why"), /As Seat 2.* sees it/);
  assert.match(page.url(), /observer=seat%3A2&beside=seat%3A0/);
  await good(seen, "second");
  await seen.context.close();
});

test("the keys go on after a cell of the table was chosen", async () => {
  const seen = await visit(browser, hearts("?observer=seat:0&revision=30&view=table"));
  const { page } = seen;
  await drawn(page, 30);
  await page.locator(".beliefs [data-variable]").first().click();
  await page.waitForSelector('.beliefs [aria-pressed="true"][data-variable]');
  await page.keyboard.press("ArrowRight");
  await drawn(page, 31);
  // Who stands on the table itself scrolls it.
  await page.locator(".beliefs .scroll").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  assert.match(page.url(), /revision=31/);
  await seen.context.close();
});

test("a what-if shows its difference in the cells of a count, to the eye and by name", async () => {
  const at = "observer=public&revision=60";
  const { variables } = await send(server, "GET", `/v1/games/demo-catan/belief?${at}`);
  const means = new Map(variables.map((variable) => [variable.id, variable.expected]));
  // The newest event without which a mean is another.
  let [without, moved] = [60, []];
  for (; moved.length === 0; without -= 1) {
    assert.ok(without > 0, "no event moved a mean");
    const { variables: others } = await send(server, "POST", "/v1/games/demo-catan/what-if", { observer: "public", revision: 60, without: [without] }).catch(() => ({ variables: [] }));
    moved = others.filter((variable) => Math.abs(variable.expected - means.get(variable.id)) > 0.2);
  }
  const seen = await visit(browser, `${server.url}/games/demo-catan?${at}&without=${without + 1}&panel=what-if`);
  const { page } = seen;
  await page.waitForSelector(".belief-head .badge.soft");
  const [{ id, expected }] = moved;
  const cell = page.locator(`.beliefs [data-variable=${JSON.stringify(id)}]`).first();
  const by = expected - means.get(id);
  assert.match(await cell.locator(".change").innerText(), new RegExp(`^${by > 0 ? "▲" : "▼"}${Math.abs(by).toFixed(1)}$|^${by > 0 ? "▲" : "▼"}${Math.round(Math.abs(by))}$`));
  assert.match(await cell.locator(".tip").getAttribute("title"), /in the mean in place of .* in the what-if/);
  await good(seen, "what-if of a count");
  await seen.context.close();
});

test("what a reader has opened stays open while the game goes on", async () => {
  await send(server, "PUT", "/v1/games/read", { ruleset: "catan", seats: [{}, {}, {}] });
  const append = (text) => send(server, "POST", "/v1/games/read/events", { type: "note", data: { text } });
  await append("first");
  const seen = await visit(browser, `${server.url}/games/read?revision=1`);
  const { page } = seen;
  await page.waitForSelector(".following.live");
  await page.locator(".why summary").click();
  await page.getByLabel("beside").focus();
  await page.evaluate(() => {
    globalThis.beside = document.activeElement;
  });
  await append("second");
  await page.waitForFunction(() => document.querySelector("output").textContent === "1 of 2");
  await page.waitForSelector(".following.live");
  assert.equal(await page.locator(".why details[open]").count(), 1);
  assert.ok(await page.evaluate(() => globalThis.beside === document.activeElement), "the choice of a second observer is the same element");
  await seen.context.close();
});
