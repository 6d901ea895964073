/** Chromium, and pages in which nothing may go wrong unseen: an error on the console, a file that is missing, or anything that the policy forbade. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What keeps Chromium from calling home, which a closed network would make it do for long. */
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const open = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: QUIET });

/** A page, and what went wrong in it. Refusals that a test asks for are named in `allowed`. A document of the guide is not filled by a script. */
export async function visit(browser, url, { width = 1400, height = 1000, theme = "light", forcedColors = "none", key, allowed = [], context: given, isFilled = true } = {}) {
  const context = given ?? (await browser.newContext({ viewport: { width, height }, colorScheme: theme, forcedColors, acceptDownloads: true }));
  const page = await context.newPage();
  const wrong = [];
  const unexpected = (text) => !allowed.some((known) => text.includes(known)) && wrong.push(text);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && unexpected(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => unexpected(`error: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") wrong.push(`a request left this machine: ${request.url()}`);
  });
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)));
  if (key) await page.addInitScript((text) => sessionStorage.setItem("credence-key", text), key);
  await page.goto(url);
  if (isFilled) await ready(page);
  return { page, context, wrong };
}

/** Waits until a page has shown what its address names. */
export const ready = (page) => page.waitForSelector("body[data-ready]");

/** Waits until a game's page has drawn a revision. */
export const drawn = (page, revision) => page.waitForSelector(`main[data-drawn="${revision}"]`);

/** What axe-core finds wrong with a page, each with where. */
export async function axe(page) {
  // Chromium's tools may add scripts that the page's own policy forbids it.
  const { readFileSync } = await import("node:fs");
  await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }));
  return violations.map((found) => `${found.id}: ${found.help}: ${found.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
}

/** Asserts that nothing went wrong, that axe finds nothing, and that the page is no wider than the window. */
export async function good({ page, wrong }, name) {
  assert.deepEqual(wrong, [], name);
  assert.deepEqual(await axe(page), [], name);
  // ARIA allows no name without a role, and axe does not say so of `pre`.
  assert.equal(await page.locator("pre[aria-label]:not([role])").count(), 0, name);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${name} is ${over} pixels wider than the window`);
}

export const shoot = (page, name) => page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
