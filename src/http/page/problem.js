/** What went wrong, in the server's own words. */

import { h } from "./dom.js";

export function problemBox(error) {
  const { title, detail } = error.problem ?? { title: "This page failed", detail: String(error?.message ?? error) };
  return h("div", { class: "problem", role: "alert" }, h("strong", {}, title ?? "It failed"), " ", detail ?? "");
}
