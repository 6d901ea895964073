/**
 * What is seen of a game, and the address that holds exactly that: who follows a link sees the same.
 */

/** What stands in the address, with how it is read from text and when it is left out. */
const NOTHING = { observer: null, beside: null, revision: null, variable: null, view: "picture", panel: "event", truth: false, without: [], with: [], world: null };

const whole = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : null);

/** What an address says. `revision` null is the newest event, and goes along with a game that is played. */
export function read(search) {
  const given = new URLSearchParams(search);
  const world = /^(\d+)\.(\d+)$/.exec(given.get("world") ?? "");
  let added = [];
  try {
    added = JSON.parse(given.get("with") ?? "[]");
  } catch {
    // What is no JSON adds nothing.
  }
  return {
    observer: given.get("observer"),
    beside: given.get("beside"),
    revision: whole(given.get("revision")),
    variable: given.get("variable"),
    view: given.get("view") === "table" ? "table" : NOTHING.view,
    panel: given.get("panel") ?? NOTHING.panel,
    truth: given.get("truth") === "true",
    without: (given.get("without") ?? "").split(",").map(whole).filter((revision) => revision !== null),
    with: Array.isArray(added) ? added : [],
    world: world && { seed: Number(world[1]), index: Number(world[2]) },
  };
}

/** The address of what is seen, from `?` on; empty for what everybody sees first. */
export function write(seen) {
  const parts = new URLSearchParams();
  for (const [name, usual] of Object.entries(NOTHING)) {
    const value = seen[name];
    if (value === null || value === undefined || value === usual || (Array.isArray(value) && value.length === 0)) continue;
    if (name === "with") parts.set(name, JSON.stringify(value));
    else if (name === "world") parts.set(name, `${value.seed}.${value.index}`);
    else parts.set(name, String(value));
  }
  const text = parts.toString();
  return text ? `?${text}` : "";
}
