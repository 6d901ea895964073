/** For who operates the server: whether it is well, what it does at the moment, how large it is, and who has a key. */

import { get, send } from "./api.js";
import { sparkline, table } from "./charts.js";
import { h, put, renew } from "./dom.js";
import { keysPart } from "./keys.js";
import { Samples, others } from "./metrics.js";
import { notForYou, section } from "./parts.js";
import { problemBox } from "./problem.js";
import { bytes, words } from "./words.js";

/** Milliseconds from one look at the metrics to the next. */
const EVERY = 5_000;
/** Samples that are kept: ten minutes. */
const SAMPLES = 121;

export async function show(main, _names, caller) {
  document.title = "Operations · Credence";
  if (caller.role !== "admin") {
    return notForYou(main, "Operations", `Health, keys and figures are read by admins. This key is a ${caller.role}’s. `, h("code", {}, "/health/ready"), " says to everybody whether the server would take an append.");
  }
  const health = h("div", { class: "stack health" });
  const trouble = h("div", {});
  const doing = h("div", { class: "stack" });
  const routes = h("div", {});
  const sizes = h("div", { class: "sizes" });
  const samples = new Samples(SAMPLES);
  // The figures stand in their places before the first of them is read.
  put(doing, rates(samples));
  put(
    main,
    h(
      "div",
      { class: "stack" },
      h("div", { class: "row between" }, h("h1", {}, "Operations"), h("a", { href: "/docs/guide/operating.md" }, "Operating Credence")),
      section("health", "Health", health),
      section("doing", "What it does now", trouble, doing, h("details", { class: "numbers" }, h("summary", {}, "By route"), routes)),
      section("sizes", "Sizes and queues", sizes),
      keysPart(caller),
    ),
  );
  let mayCount = true;
  const count = async () => {
    try {
      const answer = await send("GET", "/metrics", { accept: "text/plain" });
      samples.add(await answer.text(), performance.now() / 1000);
      put(trouble);
      put(doing, rates(samples));
      renew(routes, routeTable(samples));
      renew(sizes, sizeTables(samples));
    } catch (error) {
      // What was read last stays where it is.
      if (error.status !== 403) return put(trouble, problemBox(error));
      // What the tenant's admin may not see is no failure: the counters are of all tenants together.
      mayCount = false;
      put(doing, h("p", { class: "note" }, "Figures count what all tenants do: an admin of the tenant ", h("code", {}, "default"), " reads them."));
      put(sizes, h("p", { class: "note" }, "As above."));
    }
  };
  await watch(() => Promise.all([showHealth(health), mayCount && count()]));
}

/** Looks every few seconds while somebody can see it. */
async function watch(look) {
  const again = async () => {
    if (document.visibilityState === "visible") await look();
    setTimeout(again, EVERY);
  };
  await look();
  setTimeout(again, EVERY);
}

async function showHealth(box) {
  const place = h("div", { class: "stack" });
  const live = await get("/health/live").catch(() => null);
  try {
    const ready = await get("/health/ready");
    const damaged = ready.damaged ?? [];
    put(
      place,
      h("div", { class: "row" }, h("span", { class: "badge live" }, "ready"), ready.synced ? h("span", { class: "badge live" }, "synced") : h("span", { class: "badge warn" }, "not synced"), h("span", {}, `Credence ${live?.version ?? ""} on ${ready.database}: ${ready.durability}.`)),
      damaged.length === 0
        ? h("p", { class: "note" }, "No stream and no game was found damaged. ", h("code", {}, "credence verify"), " reads the whole log and proves it.")
        : h("div", { class: "problem" }, h("strong", {}, "Damaged"), h("ul", {}, damaged.map((text) => h("li", {}, text))), h("p", {}, h("code", {}, "credence verify"), " names each with its position. ", h("a", { href: "/docs/guide/operating.md" }, "When something is damaged"))),
    );
  } catch (error) {
    put(place, h("div", { class: "row" }, h("span", { class: "badge bad" }, "not ready")), problemBox(error));
  }
  // What says the same is left alone: it would be read out again every few seconds.
  if (box.textContent !== place.textContent) put(box, place);
}

/** A figure with its curve over the last minutes. */
function tile(title, values, write, note) {
  const now = values.at(-1) ?? 0;
  const most = Math.max(...values, 0);
  return h(
    "div",
    { class: "tile" },
    h("h3", {}, title),
    h("p", { class: "big" }, values.length === 0 ? "…" : write(now)),
    sparkline({ name: values.length === 0 ? `${title}: not read yet` : `${title}: now ${write(now)}, at most ${write(most)} while this page was open`, values }),
    h("p", { class: "note" }, note ?? (values.length === 0 ? "in 5 seconds" : most === 0 ? "nothing yet" : `at most ${write(most)}`)),
  );
}

const perSecond = (value) => `${value >= 100 ? Math.round(value) : value.toFixed(1)} / s`;
const milliseconds = (seconds) => (seconds === 0 ? "–" : seconds < 0.01 ? `${(seconds * 1000).toFixed(1)} ms` : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`);

function rates(samples) {
  const failed = (labels) => others(labels) && labels.status >= 500;
  const refused = (labels) => others(labels) && labels.status >= 400 && labels.status < 500;
  const minutes = samples.span < 90 ? `${Math.round(samples.span)} seconds` : `${Math.round(samples.span / 60)} minutes`;
  return [
    h("p", { class: "note" }, samples.span === 0 ? "The first figures stand here in 5 seconds, while this tab is seen. What this page asks is not counted." : `The last ${minutes}, read every 5 seconds while this tab is seen. What this page asks is not counted.`),
    h(
      "div",
      { class: "tiles" },
      tile("Requests", samples.rates("credence_requests_total", others), perSecond),
      tile("Refused (4xx)", samples.rates("credence_requests_total", refused), perSecond),
      tile("Failed (5xx)", samples.rates("credence_requests_total", failed), perSecond),
      tile("50 % of answers within", samples.quantiles("credence_request_seconds_bucket", 0.5, others), milliseconds),
      tile("99 % of answers within", samples.quantiles("credence_request_seconds_bucket", 0.99, others), milliseconds),
      tile("Events written", samples.rates("credence_group_events_sum"), perSecond),
      tile("Commits", samples.rates("credence_commit_seconds_count"), perSecond),
      tile("99 % of commits within", samples.quantiles("credence_commit_seconds_bucket", 0.99), milliseconds),
      tile("Beliefs folded", samples.rates("credence_fold_seconds_count"), perSecond),
      tile("Appends waiting", samples.gauge("credence_queue_appends"), String, "4,096 at most"),
      tile("Work waiting", samples.gauge("credence_work_waiting"), String),
      tile("Memory of caches", samples.gauge("credence_cache_bytes"), bytes),
    ),
  ];
}

function routeTable(samples) {
  const rows = samples.routes().map(({ name, count, mean, most }) => [name, String(count), milliseconds(mean), milliseconds(most)]);
  if (rows.length === 0) return h("p", { class: "note" }, "Nothing was asked since this page was opened.");
  return table({ name: "Requests by route", head: ["Route", "Asked", "On average", "99 % within"], figures: [1, 2, 3], rows });
}

function sizeTables(samples) {
  const entries = samples.by("credence_cache_entries", "cache");
  const caches = [...samples.by("credence_cache_bytes", "cache")].sort(([a], [b]) => a.localeCompare(b)).map(([cache, size]) => [cache, String(entries.get(cache) ?? 0), bytes(size)]);
  const lanes = [...samples.by("credence_work_waiting", "lane")].sort(([a], [b]) => a.localeCompare(b)).map(([lane, waiting]) => [`Work waiting: ${words(lane)}`, String(waiting)]);
  const hits = samples.now("credence_game_hits_total");
  const loads = samples.now("credence_game_loads_total");
  const counts = [
    ["Appends waiting", String(samples.now("credence_queue_appends"))],
    ...lanes,
    ["Games found in memory", hits + loads === 0 ? "–" : `${hits} of ${hits + loads}`],
    ["Games found damaged", String(samples.now("credence_games_damaged"))],
    ["Logs with gaps", String(samples.now("credence_logs_with_gaps"))],
    ["Times the database was behind memory", String(samples.now("credence_stale_games_total"))],
  ];
  return h(
    "div",
    { class: "columns" },
    table({ name: "Caches", kind: "plainly", head: ["Cache", "Entries", "Size"], figures: [1, 2], rows: caches }),
    table({ name: "Queues and counts", kind: "plainly", head: ["What", "Now"], figures: [1], rows: counts }),
  );
}
