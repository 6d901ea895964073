/**
 * The reference of the API, made from `/openapi.json`. Its head stands at once; each operation is a line, and what it reads and answers is made when
 * somebody opens it, so that a document of hundreds of schemas costs no more than is looked at.
 */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { operation } from "./operation.js";
import { addressWith, lazily, prose, shown } from "./parts.js";
import { problemBox } from "./problem.js";
import { kindOf, partsOf, resolver } from "./schema.js";
import { plural, rulesetName } from "./words.js";

/** Schemas that a search lists at most. */
const MOST_SCHEMAS = 40;

export async function show(main) {
  document.title = "API · Credence";
  const count = h("p", { class: "note", role: "status" }, "Reading the contract …");
  const found = h("div", { class: "stack" });
  const field = h("input", { type: "search", name: "q", value: shown().get("q") ?? "", placeholder: "worlds, seat, belief …", autocomplete: "off", spellcheck: "false" });
  const about = h("p", {});
  const choice = h("span", {});
  put(
    main,
    h(
      "div",
      { class: "stack reference" },
      h("h1", {}, "API"),
      about,
      h("nav", { class: "row", "aria-label": "Documents" }, h("a", { href: "/docs/guide" }, "All documents"), h("a", { href: "/docs/guide/bots.md" }, "What a bot should know"), h("a", { href: "/docs/guide/recipes.md" }, "Recipes"), h("a", { href: "/docs/guide/access.md" }, "Who may do what"), h("a", { href: "/openapi.json" }, "openapi.json")),
      h("div", { class: "row search" }, h("label", {}, "Search", field), choice),
      count,
      found,
    ),
  );
  let contract;
  try {
    contract = await get("/openapi.json");
  } catch (error) {
    put(count);
    return put(found, problemBox(error));
  }
  put(about, contract.info.description);
  const draw = () => put(found, listed(contract, field.value.trim().toLowerCase(), count));
  put(choice, rulesets(contract, draw));
  let waiting;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      history.replaceState(null, "", addressWith({ q: field.value.trim() }) + location.hash);
      draw();
    }, 80);
  });
  draw();
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named) named.scrollIntoView();
}

/** Whose examples are shown. */
function rulesets(contract, redraw) {
  const all = Object.keys(contract.paths["/v1/games"]?.post?.requestBody?.content["application/json"]?.examples ?? {});
  if (all.length === 0) return null;
  const chosen = shown().get("ruleset") ?? all[0];
  const turn = (event) => {
    history.replaceState(null, "", addressWith({ ruleset: event.target.value }) + location.hash);
    redraw();
  };
  return h("label", {}, "Examples of", h("select", { onchange: turn }, all.map((key) => h("option", { value: key, selected: key === chosen }, rulesetName(key)))));
}

/** What fits the words that are searched for, and says how much that is. Each of the words must be found. */
function listed(contract, text, counted) {
  const asked = text.split(/\s+/).filter(Boolean);
  const fits = (place) => asked.every((word) => place.includes(word));
  const resolve = resolver(contract);
  const all = Object.entries(contract.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, content]) => ({ method, path, content })));
  const fitting = all.filter(({ method, path, content }) => fits([method, path, content.summary, ...(content.parameters ?? []).map((parameter) => parameter.name)].join(" ").toLowerCase()));
  const options = { resolve, ruleset: shown().get("ruleset"), open: decodeURIComponent(location.hash.slice(1)) };
  const groups = contract.tags.map(({ name, description }) => {
    const those = fitting.filter(({ content }) => content.tags?.includes(name));
    if (those.length === 0) return null;
    return h("section", { class: "panel part", "aria-labelledby": `tag-${name}` }, h("h2", { id: `tag-${name}` }, `${name[0].toUpperCase()}${name.slice(1)}`, h("span", { class: "note" }, ` ${description}`)), h("ul", { class: "operations" }, those.map((those) => h("li", {}, operation(those, options)))));
  });
  const names = Object.keys(contract.components.schemas);
  const schemas = asked.length > 0 ? names.filter((name) => fits(name.toLowerCase())) : names;
  const few = schemas.length <= MOST_SCHEMAS || asked.length === 0 ? schemas : schemas.slice(0, MOST_SCHEMAS);
  put(counted, `${plural(fitting.length, "operation")} and ${plural(schemas.length, "schema")}${asked.length > 0 ? " fit" : ""}.`);
  return [groups, few.length > 0 ? schemaList(contract, few, schemas.length, asked.length > 0, resolve) : null];
}

function schemaList(contract, names, all, open, resolve) {
  const entry = (name) => {
    const schema = contract.components.schemas[name];
    const line = [h("code", { class: "name" }, name), schema.description ? h("span", { class: "note" }, prose(schema.description)) : null];
    return h("li", {}, lazily({ class: "entry" }, line, () => [partsOf(schema, resolve), h("p", { class: "note" }, kindOf(schema, resolve) === name ? null : `It is: ${kindOf(schema, resolve)}.`)]));
  };
  const rest = all > names.length ? h("p", { class: "note" }, `The first ${names.length} of ${all}: search for more of the name.`) : null;
  return h("section", { class: "panel part", "aria-label": "Schemas" }, lazily({ open }, h("strong", {}, `Schemas (${all})`), () => [h("ul", { class: "entries" }, names.map(entry)), rest]));
}
