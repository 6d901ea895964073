import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { CredenceError } from "../problem.js";

/** No server of one's own could be started; the message says what was tried. */
export class NotStartedError extends CredenceError {
  override name = "NotStartedError";
}

/** The server's binary: the one that `CREDENCE_BIN` names, or else the first on the path or among the builds of a checkout that `from` lies in. */
export function findBinary(environment: Record<string, string | undefined>, from: string): string {
  const named = environment["CREDENCE_BIN"];
  const places = named !== undefined && named !== "" ? [named] : [...onThePath(environment), ...ofACheckout(environment, from)];
  const found = places.find(isProgram);
  if (found !== undefined) return found;
  throw new NotStartedError(`the server's binary is in none of ${places.join(", ")}: build or install it (cargo install --path .), or name it: CREDENCE_BIN=/path/to/credence`);
}

function onThePath(environment: Record<string, string | undefined>): string[] {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "credence"));
}

function ofACheckout(environment: Record<string, string | undefined>, from: string): string[] {
  const places: string[] = [];
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(join(folder, "Cargo.toml"))) continue;
    const built = environment["CARGO_TARGET_DIR"] ?? join(folder, "target");
    places.push(join(built, "release", "credence"), join(built, "debug", "credence"));
  }
  return places;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
