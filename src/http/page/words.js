/** How numbers, times and names are written: the same on every page. */

export const percent = (p) => {
  if (p === 0) return "0 %";
  if (p === 1) return "100 %";
  if (p < 0.005) return "< 1 %";
  if (p > 0.995) return "> 99 %";
  return `${Math.round(p * 100)} %`;
};

/** Two digits that fit into a small cell: `98`, `<1`. */
export const short = (p) => percent(p).replace(" %", "").replace(" ", "");

export const bits = (value) => (value === null || value === undefined ? "–" : `${Math.abs(value) < 0.005 ? "0" : value.toFixed(2)} bits`);

export const number = (value, digits = 2) => (Number.isInteger(value) ? String(value) : value.toFixed(digits));

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** `2026-11-22 17:52:31`, in UTC as the log has it. */
export const time = (text) => text.replace("T", " ").replace(/(\.\d+)?Z$/, "");

export const bytes = (value) => {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
};

const rulesetNames = new Map();

/** Learns what people call the games that are hosted. */
export const nameRulesets = (rulesets) => rulesets.forEach((known) => rulesetNames.set(known.ruleset, known.name));

/** What people call a game; its key, where this server does not host it. */
export const rulesetName = (key) => rulesetNames.get(key) ?? key;

/** `snake_case` as words. */
export const words = (text) => text.replaceAll("_", " ");

/** The name of a rate in words; two numbers at its end are the chances that it holds for: `call_25_40` as `call, where the chance is 25 to 40 %`. */
export const rateName = (name) => words(name.replace(/_(\d+)_(\d+)$/, ", where the chance is $1 to $2 %"));

/** An observer in words: `public` is the spectator. */
export const observerName = (observer, seats = []) => {
  if (observer === "public") return "Spectator";
  if (observer === "referee") return "Referee";
  const seat = Number(observer.slice(5));
  return seatName(seat, seats);
};

/** Whether a seat's player is a pseudonym, behind which the server remembers nobody. */
export const isAnonymous = (player) => player.startsWith("anonymous-");

/** Who sits in a seat: what they are called, where that is known (`name`), else their id. */
export const whoIn = ({ player, name }) => name ?? (player && isAnonymous(player) ? "anonymous" : player);

/** A seat in words. */
export const seatName = (seat, seats = []) => {
  const known = seats.find((other) => other.seat === seat);
  const called = known && whoIn(known);
  return called ? `Seat ${seat} · ${called}` : `Seat ${seat}`;
};
