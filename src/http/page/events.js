/** The events as the observer sees them, each with what it did to the belief in one sentence. */

import { h, put } from "./dom.js";
import { bits, observerName, words } from "./words.js";

const isNumber = (name) => /^\d+$/.test(name);

/** What an event says, in one line. */
export function describe(data) {
  const value = (content) => {
    if (content === null) return "nothing";
    if (Array.isArray(content)) return content.map(value).join(" ");
    if (typeof content !== "object") return String(content);
    // What is told by numbers is told by seats: they stand apart from what was counted.
    const seats = Object.keys(content).some(isNumber);
    const parts = Object.entries(content).map(([name, part]) => `${isNumber(name) ? `seat ${name}:` : words(name)} ${value(part)}`);
    return parts.join(seats ? "; " : ", ");
  };
  const text = Object.entries(data ?? {}).map(([name, content]) => `${words(name)} ${value(content)}`).join(" · ");
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}

/** What an event says beside its type. The opening says at length who plays by which rules, which stands on the page already. */
export const says = (event) => (event.type === "opening" ? describe({ ruleset: event.data.ruleset }) : describe(event.data));

/** An event's type and content; struck out where it was taken back. */
export function sentence(event) {
  if (event.hidden) return h("em", {}, "hidden from this observer");
  const text = [h("b", {}, words(event.type)), " ", says(event)];
  return event.retracted_by === undefined ? text : [h("del", {}, text), " ", h("span", { class: "note" }, `taken back by event ${event.retracted_by}`)];
}

/** A link to an event, which opens what it did. The newest one leads to the game as it goes on. */
export function eventLink(page, revision, ...content) {
  const go = (click) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    page.show({ revision: revision === page.told.head ? null : revision, panel: "event" });
  };
  return h("a", { href: page.linkTo(revision), onclick: go }, content.length > 0 ? content : `event ${revision}`);
}

export function eventList(page) {
  const { told } = page;
  const list = h("ol", { class: "events" });
  const title = h("h2", {}, "Events");
  const element = h("section", { class: "panel event-list", "aria-label": "Events", tabindex: "-1" }, title, list);
  const rows = new Map();
  let drawn = { observer: null, events: [], points: [] };
  let current = null;

  function rowOf(event, point) {
    const link = eventLink(page, event.revision, h("span", { class: "revision mono" }, String(event.revision)), h("span", { class: "grow" }, sentence(event)));
    const gain = (point?.evidence ?? []).reduce((sum, mark) => sum + mark.information_gain_bits, 0);
    const named = point?.evidence.find((mark) => mark.information_gain_bits > 0 || mark.strength === "transition");
    const beneath = named || point?.left_out ? h("div", { class: "note" }, point.left_out ? h("span", { class: "badge bad" }, "left out of this belief") : null, named?.summary, gain >= 0.005 ? [" ", h("b", {}, bits(gain))] : null) : null;
    return h("li", {}, link, beneath);
  }

  async function draw(stands) {
    const { observer, truth } = page.seen;
    const { stepped } = page;
    const [events, points] = await Promise.all([told.eventsOf(observer), told.curveOf(observer, truth)]);
    if (!stands()) return;
    put(title, `Events that ${observerName(observer, page.game.seats)} sees`);
    if (observer !== drawn.observer || events !== drawn.events || points !== drawn.points) {
      const kept = goesOn(drawn, { observer, events, points });
      for (const revision of [...rows.keys()]) if (revision > kept) drop(revision);
      const byRevision = new Map(points.map((point) => [point.revision, point]));
      for (const event of events) if (event.revision > kept) rows.set(event.revision, rowOf(event, byRevision.get(event.revision)));
      list.append(...[...rows].filter(([revision]) => revision > kept).map(([, element]) => element));
      drawn = { observer, events, points };
    }
    const row = rows.get(page.revision) ?? null;
    if (row === current) return;
    current?.querySelector("a").removeAttribute("aria-current");
    current = row;
    row?.querySelector("a").setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where it is. Who reads in the list with the keyboard stays where they are, unless they step.
    if (row && (stepped || !list.querySelector(":focus-visible"))) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 3;
  }

  function drop(revision) {
    rows.get(revision).remove();
    rows.delete(revision);
  }

  return { element, draw };
}

/** The revision up to which a list holds as it was drawn, because the game only went on since; -1 where nothing does. */
function goesOn(drawn, now) {
  const starts = (part) => drawn[part].length > 0 && now[part][drawn[part].length - 1] === drawn[part].at(-1);
  if (drawn.observer !== now.observer || !starts("events") || !starts("points")) return -1;
  // One of the two may have been asked for a moment later, and go further.
  return Math.min(drawn.events.at(-1).revision, drawn.points.at(-1).revision);
}
