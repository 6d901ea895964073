/** A request of the contract as a line for a shell, with the example that the contract gives for a ruleset. */

import { curl } from "./shell.js";

const exampleOf = (place, ruleset) => place.examples?.[ruleset]?.value ?? Object.values(place.examples ?? {})[0]?.value ?? place.example;

/** An example of a request's body, or undefined. */
export const bodyOf = (operation, ruleset) => {
  const content = operation.requestBody?.content["application/json"];
  return content && exampleOf(content, ruleset);
};

/** @param ruleset whose example stands in it; null takes the first */
export function asCurl(method, path, operation, ruleset) {
  const given = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
  const filled = given.reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter, ruleset) ?? parameter.name), path);
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && (parameter.required || exampleOf(parameter, ruleset) !== undefined))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleOf(parameter, ruleset) ?? "")}`);
  const address = `${location.origin}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const body = operation.requestBody ? (bodyOf(operation, ruleset) ?? {}) : undefined;
  return curl(method.toUpperCase(), address, { body, needsKey: operation.security?.length !== 0, follows: path.endsWith("/stream") });
}
