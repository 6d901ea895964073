/** Begins every page: what stands in its head, and the module that its path names. */

import { Problem, get, getOnce, key, setKey } from "./api.js";
import { button, h, put } from "./dom.js";
import { keep, kept } from "./kept.js";
import { problemBox } from "./problem.js";
import { nameRulesets } from "./words.js";

/** The pages: the pattern of a path, and the module that shows it. Each exports `show(main, names, caller)`. */
const PAGES = [
  [/^\/$/, () => import("./home.js")],
  [/^\/games\/([^/]+)$/, () => import("./game.js")],
  [/^\/games\/([^/]+)\/report$/, () => import("./report.js")],
  [/^\/players$/, () => import("./players.js")],
  [/^\/players\/([^/]+)$/, () => import("./player.js")],
  [/^\/rulesets\/([^/]+)$/, () => import("./ruleset.js")],
  [/^\/operations$/, () => import("./operations.js")],
  [/^\/docs$/, () => import("./reference.js")],
];

const THEME = "credence-theme";
const THEMES = { auto: "Auto", light: "Light", dark: "Dark" };

function themes() {
  const chosen = kept("localStorage", THEME) ?? "auto";
  const apply = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply(chosen);
  const choose = (event) => {
    keep("localStorage", THEME, event.target.value);
    apply(event.target.value);
  };
  const options = Object.entries(THEMES).map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  return h("select", { "aria-label": "Colours", onchange: choose }, options);
}

/** Asks for a key. What is typed stays in this tab's session. */
function askForKey(reason) {
  const field = h("input", { type: "password", name: "key", autocomplete: "off", spellcheck: "false", placeholder: "crd_…", "aria-label": "Key", "aria-describedby": "reason", size: "40" });
  const enter = (event) => {
    event.preventDefault();
    setKey(field.value.trim());
    // Not loaded anew: where the browser keeps nothing, this page alone knows the key. The form goes at once, so that it is sent once.
    put(document.getElementById("main"), h("p", { class: "note", role: "status" }, "Going in …"));
    start();
  };
  const form = h(
    "form",
    { class: "stack", onsubmit: enter },
    h("h1", {}, "A key is needed"),
    h("p", { id: "reason" }, reason),
    h("p", { class: "note" }, "It is kept for this tab's session alone, and never stands in an address. ", h("code", {}, "credence keys create --role reader"), " makes one; an admin makes them too."),
    h("div", { class: "row" }, field, h("button", { type: "submit", class: "strong" }, "Go in")),
  );
  put(document.getElementById("main"), h("div", { class: "panel" }, form));
  document.title = "A key is needed · Credence";
  // The field has the focus, and the reason describes it: a screen reader says both, once.
  field.focus();
}

/** Who asks, or null where no key that is good was given. */
async function whoAsks() {
  try {
    return await get("/v1/caller");
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
  const given = key();
  setKey("");
  // A server without keys refuses every key: one that another server at this address gave is forgotten.
  const anybody = given && (await get("/v1/caller").catch(() => null));
  if (anybody) return anybody;
  setKey(given);
  askForKey(given ? "The key that was given is not good here: it is wrong, revoked, or has expired." : "This server answers only who brings a key.");
  return null;
}

/** Learns what people call the games. Where that is not known, their keys are read. */
async function learnNames() {
  const rulesets = await getOnce("/v1/rulesets").catch(() => ({ items: [] }));
  nameRulesets(rulesets.items);
}

function tools(caller) {
  const signOut = () => {
    setKey("");
    location.reload();
  };
  const who = caller.key ? [h("span", { class: "badge" }, caller.seat === undefined ? caller.role : `seat ${caller.seat} of ${caller.game}`), button("Forget the key", signOut)] : [];
  put(document.getElementById("tools"), who, themes());
}

async function start() {
  const main = document.getElementById("main");
  put(document.getElementById("tools"), themes());
  for (const link of document.querySelectorAll("nav a")) {
    const path = link.getAttribute("href");
    if (path === location.pathname || (path !== "/" && location.pathname.startsWith(`${path}/`))) link.setAttribute("aria-current", "page");
  }
  try {
    const found = PAGES.map(([pattern, load]) => [pattern.exec(location.pathname), load]).find(([match]) => match);
    if (!found) return put(main, h("h1", {}, "There is no such page"), h("p", {}, h("a", { href: "/" }, "All games")));
    const caller = location.pathname === "/docs" ? { role: "anyone" } : await whoAsks();
    if (caller) {
      tools(caller);
      const [match, load] = found;
      const [page] = await Promise.all([load(), caller.role === "anyone" ? null : learnNames()]);
      await page.show(main, match.slice(1).map(decodeURIComponent), caller);
    }
  } catch (error) {
    put(main, h("div", { class: "stack" }, h("h1", {}, "This cannot be shown"), problemBox(error)));
    if (!(error instanceof Problem)) throw error;
  }
  document.body.dataset.ready = "true";
}

start();
