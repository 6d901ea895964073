/**
 * Makes elements. No text is ever read as markup: what players are called, or what a bot sent, stands on the page as the text that it is.
 */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("a", {href: "/", class: "brand"}, "Credence")`. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Attributes: `on…` are listeners, `style` is an object of properties (the content security policy allows no style attribute), `data` an object of
 * data attributes, `true` an attribute without a value; what is null, undefined or false is left out.
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (name === "data") for (const [key, text] of Object.entries(value)) element.dataset[key] = text;
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** What `renew` put into each element last. */
const renewed = new WeakMap();

/**
 * Puts other children into an element; those that stand there already stay as they are. Who stood on one of the old ones with the keyboard stands on the
 * new one in its place.
 */
export function put(element, ...children) {
  const fresh = present(children);
  renewed.delete(element);
  if (fresh.length > 0 && fresh.length === element.childNodes.length && fresh.every((child, index) => child === element.childNodes[index])) return element;
  const held = document.activeElement;
  const place = element.contains(held) && held !== element ? placeOf(element, held) : null;
  element.replaceChildren(...fresh);
  if (place && document.activeElement === document.body) (held.isConnected ? held : place())?.focus({ preventScroll: true });
  return element;
}

/** Puts other children into an element, unless they say the same as the last ones: what a reader has opened, marked or scrolled among those stays so. */
export function renew(element, ...children) {
  const fresh = h("div", {}, children);
  const saying = fresh.cloneNode(true);
  // Which parts stand open is the reader's.
  for (const part of saying.querySelectorAll("details[open]")) part.removeAttribute("open");
  if (renewed.get(element)?.isEqualNode(saying)) return element;
  put(element, ...fresh.childNodes);
  renewed.set(element, saying);
  return element;
}

/** Finds what stands where an element stood: what belongs to the same thing (`data-key`), and else the same number among its like. */
function placeOf(within, held) {
  const key = held.closest("[data-key]")?.dataset.key;
  const { variable } = held.dataset;
  const alike = (known) => known.dataset.variable === variable && known.closest("[data-key]")?.dataset.key === key;
  const like = () => [...within.querySelectorAll(held.localName)].filter(alike);
  const number = like().indexOf(held);
  return () => like()[number];
}

/** A button. */
export function button(label, onclick, attributes) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** Text that can be copied, with a button that does it. */
export function copyable(text, label) {
  const done = h("span", { class: "note", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      put(done, "Copied.");
    } catch {
      put(done, "This browser keeps its clipboard: select the text and copy it.");
    }
  };
  return h("div", { class: "copyable" }, h("pre", { tabindex: "0", role: "group", "aria-label": label }, h("code", {}, text)), h("div", { class: "row" }, button("Copy", copy), done));
}

/** Hands a file to whoever looks. */
export function download(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
