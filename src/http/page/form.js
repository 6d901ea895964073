/** A form for an event, made from the JSON Schemas of a ruleset's events. What no field can say is written as JSON. */

import { button, h, put } from "./dom.js";
import { resolver } from "./schema.js";
import { words } from "./words.js";

/** A form that gives `{type, data}` to `use`. */
export function eventForm(schema, seats, use) {
  const kinds = schema.oneOf ?? [];
  const kind = (known) => known.properties.type.const;
  const about = h("p", { class: "note" });
  const fields = h("div", { class: "fields" });
  const text = h("textarea", { "aria-label": "The event's data as JSON", spellcheck: "false" });
  const wrong = h("p", { class: "note", role: "status" });
  const choose = h("select", { onchange: () => open() }, kinds.map((known) => h("option", { value: kind(known) }, words(kind(known)))));
  let data = {};

  const show = () => {
    text.value = JSON.stringify(data, null, 1);
  };
  function open() {
    const known = kinds.find((one) => kind(one) === choose.value);
    put(about, known.description ?? "");
    const shape = resolve(known.properties.data ?? {}, schema);
    data = example(shape, schema) ?? {};
    put(fields, Object.entries(shape.properties ?? {}).map(([name, part]) => field(name, resolve(part, schema), (shape.required ?? []).includes(name))));
    show();
  }

  function field(name, shape, required) {
    const set = (value) => {
      if (value === undefined) delete data[name];
      else data[name] = value;
      show();
    };
    const label = (control) => h("label", { class: "field" }, h("span", {}, words(name), required ? "" : " (optional)"), control);
    const names = shape.enum ?? shape.oneOf?.map((one) => one.const).filter((value) => value !== undefined);
    const initial = data[name];
    if (name === "seat" || /(^|_)(thief|victim|to|from|by|target)$/.test(name)) {
      if (shape.type?.includes?.("integer")) return label(select([...Array(seats).keys()].map((seat) => [seat, `seat ${seat}`]), initial, required, set));
    }
    if (names?.length > 0) return label(select(names.map((value) => [value, String(value)]), initial, required, set));
    if (is(shape, "boolean")) return label(h("input", { type: "checkbox", checked: initial === true, onchange: (event) => set(event.target.checked) }));
    if (is(shape, "integer") || is(shape, "number")) return label(h("input", { type: "number", value: initial ?? "", step: is(shape, "integer") ? 1 : "any", onchange: (event) => set(event.target.value === "" ? undefined : Number(event.target.value)) }));
    if (is(shape, "string")) return label(h("input", { type: "text", value: initial ?? "", onchange: (event) => set(event.target.value === "" ? undefined : event.target.value) }));
    return h("p", { class: "note" }, `${words(name)} stands in the JSON below.`, shape.description ? ` ${shape.description}` : "");
  }

  const submit = () => {
    try {
      data = JSON.parse(text.value);
      put(wrong);
    } catch (error) {
      return put(wrong, `This is no JSON: ${error.message}`);
    }
    use({ type: choose.value, data });
  };
  open();
  return h("div", { class: "stack" }, h("label", {}, "this event follows ", choose), about, fields, h("details", {}, h("summary", {}, "As JSON"), text), wrong, button("Suppose it", submit, { class: "strong" }));
}

const is = (shape, type) => shape.type === type || (Array.isArray(shape.type) && shape.type.includes(type));

function select(options, initial, required, set) {
  const chosen = (event) => set(event.target.value === "" ? undefined : options[Number(event.target.value)][0]);
  return h("select", { onchange: chosen }, required ? null : h("option", { value: "" }, "–"), options.map(([value, label], index) => h("option", { value: String(index), selected: value === initial }, label)));
}

/** A schema behind its references. */
function resolve(shape, root) {
  if (shape.$ref) return resolve(resolver(root)(shape.$ref) ?? {}, root);
  const one = (shape.anyOf ?? shape.allOf)?.find((part) => part.type !== "null");
  return one ? { ...resolve(one, root), description: shape.description } : shape;
}

/** The smallest value that fits a schema. */
function example(shape, root) {
  const known = resolve(shape, root);
  if (known.default !== undefined) return known.default;
  if (known.const !== undefined) return known.const;
  if (known.enum) return known.enum[0];
  if (known.oneOf) return example(known.oneOf[0], root);
  if (is(known, "object")) return Object.fromEntries((known.required ?? []).map((name) => [name, example(known.properties?.[name] ?? {}, root)]));
  if (is(known, "array")) return [];
  if (is(known, "integer") || is(known, "number")) return Math.max(0, known.minimum ?? 0);
  if (is(known, "boolean")) return false;
  if (is(known, "string")) return "";
  return null;
}
