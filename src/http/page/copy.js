/** What is seen, as a program would ask for it. */

import { key, path } from "./api.js";
import { copyable, h } from "./dom.js";
import { curl } from "./shell.js";

function python(method, url, body) {
  const authorization = key() ? `, "Authorization": "Bearer " + os.environ["CREDENCE_KEY"]` : "";
  const lines = [`import json${key() ? ", os" : ""}, urllib.request`, "", "request = urllib.request.Request(", `    ${JSON.stringify(url)},`, `    method=${JSON.stringify(method)},`, `    headers={"Content-Type": "application/json"${authorization}},`];
  if (body !== undefined) lines.push(`    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body))})).encode(),`);
  return [...lines, ")", "answer = json.load(urllib.request.urlopen(request))"].join("\n");
}

export function copyPanel(page) {
  return async () => {
    const { seen, revision, told } = page;
    const at = location.origin + told.path();
    const asked = { observer: seen.observer, revision };
    const requests = [["The belief", "GET", path(`${at}/belief`, seen.variable ? { ...asked, variables: seen.variable } : asked)]];
    requests.push(["The evidence", "GET", path(`${at}/evidence`, { observer: seen.observer, variable: seen.variable, revision })]);
    if (page.supposes) requests.push(["What if", "POST", `${at}/what-if`, page.supposition(seen.observer)]);
    if (seen.world) requests.push(["These worlds", "POST", `${at}/worlds`, { ...asked, count: 20, seed: seen.world.seed }]);
    return [
      h("h2", {}, "Copy as"),
      requests.map(([name, method, url, body]) => h("div", {}, h("h3", {}, name), copyable(curl(method, url, { body, needsKey: Boolean(key()) }), `${name} with curl`), copyable(python(method, url, body), `${name} in Python`))),
      key() ? h("p", { class: "note" }, "The key is left out: it stands in the environment as CREDENCE_KEY.") : null,
    ];
  };
}
