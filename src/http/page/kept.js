/**
 * What this browser keeps for the page. A browser may be set to let no page keep anything, or have no room for more, and throws then: what would be kept is known
 * while the page is open, and no longer.
 */

const here = new Map();

/** What is kept under a name in a store ("localStorage" or "sessionStorage"), or null. */
export function kept(store, name) {
  if (here.has(name)) return here.get(name);
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null forgets what is kept there. */
export function keep(store, name, text) {
  try {
    if (text === null) window[store].removeItem(name);
    else window[store].setItem(name, text);
    here.delete(name);
  } catch {
    here.set(name, text);
  }
}
