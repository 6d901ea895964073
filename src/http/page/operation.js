/** One operation of the API: a line, behind which stand its parameters, its body, its answers and what can go wrong. */

import { copyable, h } from "./dom.js";
import { table } from "./charts.js";
import { asCurl, bodyOf } from "./example.js";
import { addressWith, lazily, prose } from "./parts.js";
import { kindOf, partsOf } from "./schema.js";

/** @param options `resolve` finds references, `ruleset` is whose examples are shown, `open` the id of the operation that the address names */
export function operation({ method, path, content }, { resolve, ruleset, open }) {
  const id = content.operationId;
  const [first] = sentences(content.summary ?? "");
  const line = [h("span", { class: `method ${method}` }, method.toUpperCase()), h("code", { class: "path" }, path.split(/(?=\/)/).flatMap((part) => [part, h("wbr", {})])), h("span", { class: "note" }, prose(first))];
  const details = lazily({ class: "operation", id, open: open === id }, line, () => behind(method, path, content, resolve, ruleset));
  details.addEventListener("toggle", () => {
    if (details.open) history.replaceState(null, "", `${addressWith({})}#${id}`);
  });
  return details;
}

/** The first sentence, and all others. */
function sentences(text) {
  const whole = text.replaceAll("\n", " ");
  const end = whole.search(/[.:] (?=[A-Z`])/);
  return end < 0 ? [whole, ""] : [whole.slice(0, end + 1), whole.slice(end + 2)];
}

function behind(method, path, content, resolve, ruleset) {
  const [, rest] = sentences(content.summary ?? "");
  const more = [rest, content.description].filter(Boolean);
  return [
    more.map((text) => h("p", {}, prose(text))),
    h("p", { class: "note" }, content.security?.length === 0 ? "It needs no key." : "It needs a key, where the server asks for one."),
    parameters(content.parameters ?? [], resolve),
    body(content.requestBody, content, resolve, ruleset),
    h("h3", {}, "Ask it"),
    copyable(asCurl(method, path, content, ruleset), `${method.toUpperCase()} ${path} as a line for a shell`),
    answers(content.responses ?? {}, resolve),
  ];
}

function parameters(all, resolve) {
  if (all.length === 0) return null;
  const entry = (parameter) => {
    const found = parameter.$ref ? resolve(parameter.$ref) : parameter;
    const kind = `in the ${found.in}: ${kindOf(found.schema, resolve)}`;
    return h("li", {}, h("div", { class: "entry" }, h("code", { class: "name" }, found.name), h("span", { class: "kind" }, kind), found.required ? h("span", { class: "badge hard" }, "required") : null, h("span", { class: "note" }, prose(found.description ?? ""))));
  };
  return [h("h3", {}, "Parameters"), h("ul", { class: "entries" }, all.map(entry))];
}

function body(request, content, resolve, ruleset) {
  if (!request) return null;
  const example = bodyOf(content, ruleset);
  return [
    h("h3", {}, "Body"),
    Object.entries(request.content).map(([media, { schema }]) => h("div", {}, h("p", { class: "note" }, media, schema ? `: ${kindOf(schema, resolve)}` : ""), schema ? lazily({ class: "entry" }, "Its shape", () => partsOf(schema, resolve)) : null)),
    example === undefined ? null : lazily({ class: "entry" }, "An example", () => h("pre", { tabindex: "0", role: "group", "aria-label": "Example of the body" }, h("code", {}, JSON.stringify(example, null, 2)))),
  ];
}

/** Answers first, then problems: their statuses, and the kinds that each stands for. */
function answers(responses, resolve) {
  const all = Object.entries(responses).map(([status, response]) => [status, response.$ref ? resolve(response.$ref) : response]);
  const good = all.filter(([status]) => Number(status) < 400);
  const bad = all.filter(([status]) => Number(status) >= 400);
  return [
    h("h3", {}, "Answers"),
    good.map(([status, response]) => answer(status, response, resolve)),
    bad.length > 0 ? lazily({ class: "entry" }, `What can go wrong (${bad.length})`, () => table({ name: "Problems", head: ["Status", "Kinds"], rows: bad.map(([status, response]) => [status, kinds(response.description)]) })) : null,
  ];
}

function answer(status, response, resolve) {
  const line = [h("code", { class: "name" }, status), h("span", { class: "note" }, prose(response.description ?? ""))];
  const content = Object.entries(response.content ?? {});
  const headers = Object.entries(response.headers ?? {});
  if (content.length === 0 && headers.length === 0) return h("div", { class: "entry" }, line);
  return lazily({ class: "entry" }, line, () => [
    headers.map(([name, header]) => h("p", { class: "note" }, h("code", {}, name), ": ", header.description ?? "")),
    content.map(([media, { schema }]) => [h("p", { class: "note" }, media, schema ? `: ${kindOf(schema, resolve)}` : ""), schema ? partsOf(schema, resolve) : null]),
  ]);
}

/** Kinds of problems as the contract lists them, each with a link to what it means and what to do about it. */
function kinds(description) {
  const known = [...description.matchAll(/`([a-z-]+)`: (.*?)(?=\s*`[a-z-]+`: |$)/gs)];
  if (known.length === 0) return prose(description);
  return h("ul", { class: "kinds" }, known.map(([, kind, title]) => h("li", {}, h("a", { href: `/problems/${kind}` }, kind), ` ${title}`)));
}
