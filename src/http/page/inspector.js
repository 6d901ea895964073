/** Why a number is what it is: the event that is looked at, the chosen variable's evidence, what would be, drawn worlds, and how to ask for it all. */

import { button, h, put, renew } from "./dom.js";
import { copyPanel } from "./copy.js";
import { eventPanel, variablePanel } from "./evidence.js";
import { whatIfPanel } from "./what_if.js";
import { worldsPanel } from "./worlds.js";

const PANELS = [
  ["event", "This event", eventPanel],
  ["variable", "Variable", variablePanel],
  ["what-if", "What if", whatIfPanel],
  ["worlds", "Worlds", worldsPanel],
  ["copy", "Copy as", copyPanel],
];

export function inspector(page) {
  const chooser = h("div", { class: "row chooser", role: "group", "aria-label": "Ways to ask why" });
  const body = h("div", { class: "stack" });
  const element = h("section", { class: "panel why", "aria-label": "Why", tabindex: "-1" }, chooser, body);
  const panels = new Map(PANELS.map(([name, , make]) => [name, make(page)]));

  for (const [name, label] of PANELS) chooser.append(button(label, () => page.show({ panel: name }), { data: { panel: name } }));

  async function draw(stands) {
    const name = panels.has(page.seen.panel) ? page.seen.panel : "event";
    for (const known of chooser.children) known.setAttribute("aria-pressed", String(known.dataset.panel === name));
    const panel = await panels.get(name)(stands);
    if (!stands()) return;
    // A panel that is one element stays, with what the reader has filled in: it draws what is new of it itself.
    if (panel instanceof Element) put(body, panel);
    else renew(body, panel);
  }

  return { element, draw };
}
