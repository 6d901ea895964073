/** Why a number is what it is: the event that is looked at, the chosen variable's evidence, what would be, drawn worlds, and how to ask for it all. */

import { button, h, put } from "./dom.js";
import { copyPanel } from "./copy.js";
import { eventPanel, variablePanel } from "./evidence.js";
import { whatIfPanel } from "./what_if.js";
import { worldsPanel } from "./worlds.js";

/** Those that are read, and hold nothing that a reader has filled in. */
const READ = new Set(["event", "variable"]);

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
  const element = h("section", { class: "panel why", "aria-label": "Why" }, chooser, body);
  const panels = new Map(PANELS.map(([name, , make]) => [name, make(page)]));

  let drawn = null;

  for (const [name, label] of PANELS) chooser.append(button(label, () => page.show({ panel: name }), { data: { panel: name } }));

  async function draw(stands) {
    const name = panels.has(page.seen.panel) ? page.seen.panel : "event";
    for (const known of chooser.children) known.setAttribute("aria-pressed", String(known.dataset.panel === name));
    const panel = await panels.get(name)();
    if (!stands()) return;
    if (!READ.has(name)) {
      drawn = null;
      put(body, panel);
      return;
    }
    // A panel that would say the same is not drawn again: the reader may have opened parts of it.
    const shown = h("div", { data: { panel: name } }, panel);
    if (drawn?.isEqualNode(shown)) return;
    drawn = shown.cloneNode(true);
    put(body, ...shown.childNodes);
  }

  return { element, draw };
}
