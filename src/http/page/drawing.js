/**
 * Writes what stands on the page as one SVG image: boxes where elements have a ground or an edge, texts where they stand, and charts as they are. Such
 * a file opens in every program, which markup inside of an SVG does not.
 */

import { s } from "./dom.js";

const NUMBERS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "opacity"];

/** Pixels between two elements, one below the other. */
const GAP = 16;

/** An image of elements, one below the other: `{text, width, height}`. */
export function drawing(elements) {
  const shown = elements.filter(Boolean);
  const boxes = shown.map((element) => element.getBoundingClientRect());
  const width = Math.ceil(Math.max(...boxes.map((box) => box.width)));
  const height = Math.ceil(boxes.reduce((sum, box) => sum + box.height + GAP, -GAP));
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const image = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, s("rect", { width, height, fill: ground }));
  let below = 0;
  shown.forEach((element, index) => {
    copy(element, image, boxes[index].left, boxes[index].top - below);
    below += boxes[index].height + GAP;
  });
  return { text: new XMLSerializer().serializeToString(image), width, height };
}

function copy(element, image, left, top) {
  const style = getComputedStyle(element);
  // What only screen readers are told is no part of the picture.
  if (style.display === "none" || style.visibility === "hidden" || element.classList.contains("unseen")) return;
  if (element instanceof SVGSVGElement) return chart(element, image, left, top);
  if (style.display !== "contents") box(element, style, image, left, top);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) copy(child, image, left, top);
    else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) words(child, style, image, left, top);
  }
}

/** A chart is copied as it is, with what the style sheet says of its parts. */
function chart(element, image, left, top) {
  const at = element.getBoundingClientRect();
  const own = element.cloneNode(true);
  const parts = [...element.querySelectorAll("*")];
  [...own.querySelectorAll("*")].forEach((part, index) => NUMBERS.forEach((name) => part.setAttribute(name, getComputedStyle(parts[index]).getPropertyValue(name))));
  for (const [name, value] of Object.entries({ x: at.left - left, y: at.top - top, width: at.width, height: at.height })) own.setAttribute(name, value);
  image.append(own);
}

const isBare = (colour) => colour === "rgba(0, 0, 0, 0)" || colour === "transparent";

function box(element, style, image, left, top) {
  const at = element.getBoundingClientRect();
  const edge = parseFloat(style.borderTopWidth);
  const ground = style.backgroundColor;
  if (!isBare(ground) || edge > 0) {
    const stroke = edge > 0 ? { stroke: style.borderTopColor, "stroke-width": edge } : {};
    image.append(s("rect", { x: at.left - left, y: at.top - top, width: at.width, height: at.height, rx: parseFloat(style.borderTopLeftRadius) || 0, fill: isBare(ground) ? "none" : ground, ...stroke }));
  }
  // Bars, meters and marks of the truth are filled by what the style sheet puts around their content.
  for (const name of ["::before", "::after"]) {
    const filling = getComputedStyle(element, name);
    if (filling.content === "none" || isBare(filling.backgroundColor)) continue;
    const [wide, high] = [parseFloat(filling.width) || 0, parseFloat(filling.height) || 0];
    image.append(s("rect", { x: at.left - left, y: at.bottom - top - high, width: wide, height: high, fill: filling.backgroundColor }));
  }
}

/** Writes a text line by line, as the page broke it. */
function words(text, style, image, left, top) {
  const size = parseFloat(style.fontSize);
  const range = document.createRange();
  const lines = [];
  for (const word of text.data.matchAll(/\S+/g)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const at = range.getClientRects()[0];
    if (!at) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.at.top - at.top) < size / 2) line.words.push(word[0]);
    else lines.push({ at, words: [word[0]] });
  }
  for (const line of lines) {
    const place = { x: line.at.left - left, y: line.at.top - top + line.at.height / 2 + size * 0.35 };
    const look = { fill: style.color, "font-size": size, "font-family": style.fontFamily, "font-weight": style.fontWeight, "text-decoration": style.textDecorationLine };
    image.append(s("text", { ...place, ...look }, line.words.join(" ")));
  }
}
