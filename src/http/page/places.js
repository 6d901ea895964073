/**
 * Places for streams. A browser keeps six connections with a host that speaks HTTP/1.1, for all its windows together, and an open stream holds one of
 * them. So four streams stay open, however many windows there are; all other windows take turns at a fifth; and the sixth is left for whatever else
 * is asked.
 */

/** Streams that stay open. */
const STREAMS = 4;

/** Whether one connection carries many requests at once: then a stream takes nothing from anybody. */
const isShared = () => /^h[23]/.test(performance.getEntriesByType("navigation")[0]?.nextHopProtocol ?? "");

/**
 * Holds a place while `use` is under way. `use` is told whether it is a turn, which others wait for. Where a browser has no locks, which is so where
 * the page came over plain HTTP from another machine, nothing is known of other windows, and every stream stays open.
 */
export async function inPlace(signal, use) {
  if (!navigator.locks || isShared()) return use(false);
  for (let place = 0; place < STREAMS; place += 1) {
    const had = await navigator.locks.request(`credence-stream-${place}`, { ifAvailable: true }, async (lock) => {
      if (lock) await use(false);
      return lock !== null;
    });
    if (had) return undefined;
  }
  return navigator.locks.request("credence-turn", { signal }, () => use(true));
}
