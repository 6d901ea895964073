/** What the pages about players, rulesets, operations and the API have in common. */

import { h, put } from "./dom.js";

/** Says calmly that a page is not for this caller, and what would do. */
export function notForYou(main, title, ...why) {
  put(main, h("div", { class: "panel stack" }, h("h1", {}, title), h("p", {}, why), h("p", {}, h("a", { href: "/" }, "All games"))));
}

/** A part of a page under a heading of its own. */
export function section(id, title, ...children) {
  return h("section", { class: "panel part", "aria-labelledby": `${id}-title`, id }, h("h2", { id: `${id}-title` }, title), children);
}

/** What the address says to show. */
export const shown = () => new URLSearchParams(location.search);

/** The address of this page with some of what is shown changed; null leaves a parameter out. */
export function addressWith(changes) {
  const parameters = shown();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") parameters.delete(name);
    else parameters.set(name, value);
  }
  const text = parameters.toString().replaceAll("%2F", "/");
  return location.pathname + (text ? `?${text}` : "");
}

/** A link that changes what is shown without loading the page again; it can be opened in another tab, and copied. */
export function turnTo(changes, label, redraw, current = false) {
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", addressWith(changes));
    redraw();
  };
  return h("a", { href: addressWith(changes), onclick: follow, "aria-current": current ? "true" : null }, label);
}

/** Fills `<details>` when it is first opened: what nobody opens is not made. */
export function lazily(attributes, summary, content) {
  const details = h("details", attributes, h("summary", {}, summary));
  let filled = false;
  const fill = () => {
    if (!details.open || filled) return;
    filled = true;
    details.append(...[content()].flat(Infinity).filter(Boolean));
  };
  details.addEventListener("toggle", fill);
  fill();
  return details;
}

/** What a player is called. */
export const nameOf = (player) => player.display_name ?? player.player;

/** Text of the contract, in which what stands between backticks is code. */
export const prose = (text) => text.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
