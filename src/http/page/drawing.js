/**
 * Writes what stands on the page as one SVG image: boxes where elements have a ground or an edge, texts where they stand, and charts as they are. Such
 * a file opens in every program, which markup inside of an SVG does not.
 */

import { s } from "./dom.js";

const NUMBERS = ["fill", "stroke", "stroke-width", "font-size", "font-family", "font-weight", "opacity"];

/** An image of elements, one below the other as on the page: `{text, width, height}`. */
export function drawing(elements) {
  const boxes = elements.filter(Boolean).map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) - left);
  const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) - top);
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const image = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, s("rect", { width, height, fill: ground }));
  for (const element of elements.filter(Boolean)) copy(element, image, left, top);
  return { text: new XMLSerializer().serializeToString(image), width, height };
}

function copy(element, image, left, top) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.display === "none" || style.visibility === "hidden" || box.width === 0) return;
  if (element instanceof SVGSVGElement) {
    const chart = element.cloneNode(true);
    // What the style sheet says of the parts must stand in the file itself.
    const parts = [...element.querySelectorAll("*")];
    [...chart.querySelectorAll("*")].forEach((part, index) => NUMBERS.forEach((name) => part.setAttribute(name, getComputedStyle(parts[index]).getPropertyValue(name))));
    chart.setAttribute("x", box.left - left);
    chart.setAttribute("y", box.top - top);
    chart.setAttribute("width", box.width);
    chart.setAttribute("height", box.height);
    image.append(chart);
    return;
  }
  const edge = parseFloat(style.borderTopWidth);
  const ground = style.backgroundColor;
  const bare = ground === "rgba(0, 0, 0, 0)" || ground === "transparent";
  if (!bare || edge > 0) {
    const stroke = edge > 0 ? { stroke: style.borderTopColor, "stroke-width": edge } : {};
    image.append(s("rect", { x: box.left - left, y: box.top - top, width: box.width, height: box.height, rx: parseFloat(style.borderTopLeftRadius) || 0, fill: bare ? "none" : ground, ...stroke }));
  }
  const before = getComputedStyle(element, "::before");
  if (before.content !== "none" && before.backgroundColor !== "rgba(0, 0, 0, 0)") {
    const high = parseFloat(before.height) || 0;
    image.append(s("rect", { x: box.left - left, y: box.bottom - top - high, width: box.width, height: high, fill: before.backgroundColor }));
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) copy(child, image, left, top);
    else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) words(child, style, image, left, top);
  }
}

function words(text, style, image, left, top) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = [...range.getClientRects()];
  if (lines.length === 0) return;
  const [line] = lines;
  const size = parseFloat(style.fontSize);
  const attributes = { x: line.left - left, y: line.top - top + line.height / 2 + size * 0.35, fill: style.color, "font-size": size, "font-family": style.fontFamily, "font-weight": style.fontWeight };
  image.append(s("text", attributes, text.data.replace(/\s+/g, " ").trim()));
}
