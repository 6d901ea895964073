/** A JSON Schema as elements: what a value may be, and what each of its parts means. Parts are made when somebody opens them. */

import { h } from "./dom.js";
import { lazily, prose } from "./parts.js";

/** Finds what a schema refers to, in a document of its own `$defs` or of OpenAPI's components. */
export const resolver = (document) => (reference) => reference.replace(/^#\//, "").split("/").reduce((place, step) => place?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);

/** Name of what a reference leads to. */
const named = (reference) => reference.split("/").at(-1);

/** The schema that is meant, past references and wrappings that add nothing but `null`. */
function meant(schema, resolve) {
  let found = schema;
  let name;
  for (let step = 0; step < 20; step += 1) {
    if (found.$ref) {
      name = named(found.$ref);
      const { $ref, ...beside } = found;
      found = { ...resolve($ref), ...beside };
      continue;
    }
    const choices = (found.oneOf ?? found.anyOf)?.filter((choice) => choice.type !== "null");
    if (choices?.length !== 1) break;
    const { oneOf, anyOf, ...beside } = found;
    found = { ...choices[0], ...beside };
  }
  return { schema: found, name };
}

/** What a value may be, in a few words: `integer, 0 to 255`, `list of Card`. */
export function kindOf(schema, resolve, depth = 0) {
  if (schema === true || schema === undefined) return "anything";
  const { schema: found, name } = meant(schema, resolve);
  if (found.const !== undefined) return JSON.stringify(found.const);
  const values = constants(found, resolve);
  if (values) return values.length > 12 && name ? name : values.map((value) => JSON.stringify(value)).join(" | ");
  if (found.enum) return found.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = [found.type].flat().filter((type) => type && type !== "null");
  if (types.includes("array")) return depth > 3 ? "list" : `list of ${kindOf(found.items, resolve, depth + 1)}`;
  if (name) return name;
  const choices = found.oneOf ?? found.anyOf;
  if (choices) return depth > 1 ? "one of several" : choices.filter((choice) => choice.type !== "null").map((choice) => kindOf(choice, resolve, depth + 1)).join(" or ");
  const limits = [found.minimum !== undefined || found.maximum !== undefined ? range(found) : null, found.format && !/^u?int|^double$/.test(found.format) ? found.format : null];
  return [types.join(" or ") || "anything", ...limits.filter(Boolean)].join(", ");
}

/** Bounds, where they say more than how wide the number is stored. */
function range({ minimum, maximum }) {
  const most = maximum === undefined || maximum >= 2 ** 53 - 1 ? undefined : maximum;
  if (most === undefined) return minimum === undefined ? null : `at least ${minimum}`;
  return minimum === undefined ? `at most ${most}` : `${minimum} to ${most}`;
}

/** The values of a choice among constants alone, or null. */
function constants(schema, resolve) {
  const choices = schema.oneOf ?? schema.anyOf;
  const all = choices?.filter((choice) => choice.type !== "null").map((choice) => meant(choice, resolve).schema);
  return all?.length > 0 && all.every((choice) => choice.const !== undefined) ? all.map((choice) => choice.const) : null;
}

/** The parts of a schema: fields of an object, choices, what a list holds. */
export function partsOf(schema, resolve) {
  if (schema === true || schema === undefined) return h("p", { class: "note" }, "Anything.");
  const { schema: found } = meant(schema, resolve);
  if (constants(found, resolve)) return values(found.oneOf ?? found.anyOf, resolve);
  if (found.allOf) return found.allOf.map((part) => partsOf(part, resolve));
  const choices = (found.oneOf ?? found.anyOf)?.filter((choice) => choice.type !== "null");
  const fields = found.properties ? fieldsOf(found, resolve) : null;
  const keyed = found.patternProperties ? Object.values(found.patternProperties)[0] : typeof found.additionalProperties === "object" ? found.additionalProperties : null;
  return [
    fields,
    keyed ? part("any key", keyed, false, resolve) : null,
    choices ? h("ul", { class: "choices" }, choices.map((choice) => h("li", {}, choiceOf(choice, resolve)))) : null,
    [found.type].flat().includes("array") && found.items && holds(found.items, resolve) ? partsOf(found.items, resolve) : null,
    !fields && !keyed && !choices && !found.items ? h("p", { class: "note" }, `${kindOf(schema, resolve)}.`) : null,
  ];
}

/** Constants with what each means. */
function values(choices, resolve) {
  const entries = choices.filter((choice) => choice.type !== "null").map((choice) => meant(choice, resolve).schema);
  return h("ul", { class: "entries" }, entries.map((choice) => h("li", {}, h("code", {}, JSON.stringify(choice.const)), choice.description ? h("span", { class: "note" }, prose(choice.description)) : null)));
}

function fieldsOf(schema, resolve) {
  const required = new Set(schema.required ?? []);
  // What tells the shapes apart comes first, then what must be there.
  const rank = ([name, field]) => (field?.const !== undefined ? 0 : required.has(name) ? 1 : 2);
  const entries = Object.entries(schema.properties).sort((a, b) => rank(a) - rank(b));
  if (entries.length === 0) return h("p", { class: "note" }, "No fields.");
  return h("ul", { class: "entries" }, entries.map(([name, field]) => h("li", {}, part(name, field, required.has(name), resolve))));
}

/** A field: what it is called, may be and means; its own parts open below it. */
function part(name, schema, required, resolve) {
  const kind = kindOf(schema, resolve);
  const description = schema.description ?? meant(schema === true ? {} : schema, resolve).schema.description;
  const line = [h("code", { class: "name" }, name), h("span", { class: "kind" }, kind), required ? h("span", { class: "badge hard" }, "required") : null];
  const text = description ? h("span", { class: "note" }, prose(description)) : null;
  if (!holds(schema, resolve)) return h("div", { class: "entry" }, line, text);
  return lazily({ class: "entry" }, [line, text], () => partsOf(schema, resolve));
}

/** One of several shapes: told apart by a constant field, or named. */
function choiceOf(schema, resolve) {
  const { schema: found, name } = meant(schema, resolve);
  const constant = Object.entries(found.properties ?? {}).find(([, field]) => field?.const !== undefined);
  const title = constant ? `${constant[0]}: ${JSON.stringify(constant[1].const)}` : (name ?? found.title ?? kindOf(schema, resolve));
  const line = [h("code", { class: "name" }, title), found.description ? h("span", { class: "note" }, prose(found.description)) : null];
  return holds(schema, resolve) ? lazily({ class: "entry" }, line, () => partsOf(schema, resolve)) : h("div", { class: "entry" }, line);
}

/** Whether a schema has parts worth opening. */
function holds(schema, resolve) {
  if (schema === true || schema === undefined) return false;
  const { schema: found } = meant(schema, resolve);
  const described = constants(found, resolve) && (found.oneOf ?? found.anyOf).some((choice) => choice.description);
  if (constants(found, resolve)) return Boolean(described);
  if ([found.type].flat().includes("array")) return found.items !== undefined && holds(found.items, resolve);
  const keyed = found.patternProperties ?? (typeof found.additionalProperties === "object" ? found.additionalProperties : null);
  return Boolean(found.allOf || found.oneOf || found.anyOf || keyed || Object.keys(found.properties ?? {}).length > 0);
}
