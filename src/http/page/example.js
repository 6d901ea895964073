/** A request of the contract as a line for a shell, with the example that the contract gives for a ruleset. */

const exampleOf = (place, ruleset) => place.examples?.[ruleset]?.value ?? Object.values(place.examples ?? {})[0]?.value ?? place.example;

/** An example of a request's body, or undefined. */
export const bodyOf = (operation, ruleset) => {
  const content = operation.requestBody?.content["application/json"];
  return content && exampleOf(content, ruleset);
};

/** Text between single quotes, as a shell reads it. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param ruleset whose example stands in it; null takes the first */
export function curl(method, path, operation, ruleset) {
  const given = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
  const filled = given.reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter, ruleset) ?? parameter.name), path);
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && (parameter.required || exampleOf(parameter, ruleset) !== undefined))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleOf(parameter, ruleset) ?? "")}`);
  const address = `${location.origin}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const body = bodyOf(operation, ruleset);
  const follows = path.endsWith("/stream") ? " -N" : "";
  return [
    `curl -s${follows}${method === "get" ? "" : ` -X ${method.toUpperCase()}`} ${quoted(address)}`,
    operation.security?.length === 0 ? null : '  -H "Authorization: Bearer $CREDENCE_KEY"',
    operation.requestBody ? `  -H 'content-type: application/json'` : null,
    operation.requestBody ? `  -d ${quoted(JSON.stringify(body ?? {}))}` : null,
  ]
    .filter(Boolean)
    .join(" \\\n");
}
