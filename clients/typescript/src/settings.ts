import { CredenceError } from "./problem.js";

/** Timers hold no more; a longer one would run out at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What was given is not repeated: a name, a password or a key may stand in it. */
const NO_ADDRESS = 'that is no server\'s address; write one such as "http://127.0.0.1:7420", with nothing after its path';

/** A server's address without what follows its path. What it holds beside that is told here, and not by each request. */
export function addressOf(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new CredenceError(NO_ADDRESS);
  }
  if (parsed.username !== "" || parsed.password !== "") throw new CredenceError("a server's address holds no name and no password; a key is given as { key }");
  const isPlain = parsed.search === "" && parsed.hash === "" && /^https?:\/\//i.test(url.trim());
  if (!isPlain) throw new CredenceError(NO_ADDRESS);
  return (parsed.origin + parsed.pathname).replace(/\/+$/, "");
}

/** A key without the line break that it has where it was read from a file. An error about it does not show it. */
export function keyOf(key: string): string {
  const bare = key.trim();
  if (bare === "") throw new CredenceError("the key is empty; leave it out where the server asks for none");
  if (!/^[\x21-\x7e]+$/.test(bare)) throw new CredenceError("the key holds a character that no key has, such as a space; copy it as `credence keys create` printed it");
  return bare;
}

/** A length of time in milliseconds. */
export function milliseconds(name: string, seconds: number, options: { orNone: boolean }): number {
  if (!(options.orNone ? seconds >= 0 : seconds > 0)) throw new CredenceError(`${name} is ${seconds}: it is a number of seconds, ${options.orNone ? "0 or more" : "more than 0"}`);
  return seconds * 1_000;
}

/** Sees that an object has no other fields: where no types are checked, one that is misspelt would be left out without a word. */
export function onlyFields(of: string, given: object, fields: readonly string[]): void {
  const unknown = Object.keys(given).find((field) => !fields.includes(field));
  if (unknown !== undefined) throw new CredenceError(`${of} takes no \`${unknown}\`; it takes ${fields.join(", ")}`);
}

/** Does something later. */
export function timer(work: () => void, wait: number): ReturnType<typeof setTimeout> {
  return setTimeout(work, Math.min(wait, LONGEST_TIMER));
}
