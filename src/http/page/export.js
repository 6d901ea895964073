/** What is seen, as files: JSON, CSV, SVG and PNG; and a report to print. */

import { button, download, h, put } from "./dom.js";
import { drawing } from "./drawing.js";
import { problemBox } from "./problem.js";

const name = (page, ending) => `${page.game.game}-${page.seen.observer.replace(":", "")}-${page.revision}.${ending}`;

async function json(page) {
  const { told, seen, revision } = page;
  const belief = await told.belief(seen.observer, revision);
  const evidence = await told.evidence({ observer: seen.observer, variable: seen.variable, revision });
  download(name(page, "json"), "application/json", JSON.stringify({ address: location.href, belief, evidence }, null, 1));
}

/** Field by field as RFC 4180 has it. */
const field = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

async function csv(page) {
  const { told, seen, revision } = page;
  const belief = await told.belief(seen.observer, revision);
  const over = page.supposes ? await told.whatIf(page.supposition(seen.observer)) : null;
  const truth = seen.truth ? await told.truthAt(revision) : null;
  const other = new Map((over?.variables ?? []).map((variable) => [variable.id, new Map(variable.distribution.map(({ value, p }) => [value, p]))]));
  const head = ["game", "observer", "revision", "variable", "value", "p", ...(over ? ["p_supposed"] : []), ...(truth ? ["is_true"] : [])];
  const rows = belief.variables.flatMap((variable) =>
    variable.distribution.map(({ value, p }) => [belief.game, belief.observer, belief.revision, variable.id, value, p, ...(over ? [other.get(variable.id)?.get(value) ?? 0] : []), ...(truth ? [truth.has(variable.id) ? truth.get(variable.id) === value : ""] : [])]),
  );
  download(name(page, "csv"), "text/csv", [head, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n");
}

const picture = () => drawing([document.querySelector(".curve svg"), document.querySelector(".beliefs")]);

async function svg(page) {
  download(name(page, "svg"), "image/svg+xml", picture().text);
}

async function png(page) {
  const { text, width, height } = picture();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: width * 2, height: height * 2 });
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser makes no image as large as that; SVG has no such bound.");
  download(name(page, "png"), "image/png", blob);
}

export function exportMenu(page) {
  const forms = { JSON: json, CSV: csv, SVG: svg, PNG: png };
  const report = h("a", { href: `/games/${encodeURIComponent(page.game.game)}/report`, class: "report" }, "Report to print");
  // The report is of the observer and revision that are seen when it is asked for, in this tab or in another.
  const aim = () => {
    report.href = `/games/${encodeURIComponent(page.game.game)}/report?observer=${page.seen.observer}&revision=${page.revision}`;
  };
  for (const kind of ["pointerdown", "click"]) report.addEventListener(kind, aim);
  const take = (make) => make(page).catch((error) => put(page.trouble, problemBox(error)));
  return h("div", { class: "row export" }, h("span", { class: "note" }, "What is seen as"), Object.entries(forms).map(([label, make]) => button(label, () => take(make))), report);
}
