/** A request as a line for a POSIX shell. */

/** Text between single quotes, as a shell reads it. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request with curl. `body` is undefined where there is none; where a key is needed it stands in the environment, and not in the line. */
export function curl(method, url, { body, needsKey = false, follows = false } = {}) {
  // A body makes a POST of a request by itself.
  const usual = body === undefined ? "GET" : "POST";
  const lines = [`curl -s${follows ? " -N" : ""}${method === usual ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (needsKey) lines.push('  -H "Authorization: Bearer $CREDENCE_KEY"');
  if (body !== undefined) lines.push("  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`);
  return lines.join(" \\\n");
}
