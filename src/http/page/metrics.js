/** What `/metrics` says, and how it moved over the last minutes: counters as rates, histograms as quantiles, gauges as they are. */

/** Every line of Prometheus' text as `{labels, value}`, by the metric's name. */
export function parse(text) {
  const found = new Map();
  for (const line of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) continue;
    const labels = Object.fromEntries([...(match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]));
    if (!found.has(match[1])) found.set(match[1], []);
    found.get(match[1]).push({ labels, value: Number(match[3]) });
  }
  return found;
}

/** What this page itself asks for every few seconds would be all that a quiet server shows. */
const own = ({ route }) => route === "/metrics" || route?.startsWith("/health/");

/** The last samples. */
export class Samples {
  #kept = [];

  /** @param most how many are kept */
  constructor(most) {
    this.most = most;
  }

  add(text, seconds) {
    this.#kept.push({ seconds, metrics: parse(text) });
    if (this.#kept.length > this.most) this.#kept.shift();
  }

  /** Seconds between the first and the last sample. */
  get span() {
    return this.#kept.length < 2 ? 0 : this.#kept.at(-1).seconds - this.#kept[0].seconds;
  }

  /** Sum of a metric now, over the labels that fit. */
  now(name, fits = () => true) {
    return this.#kept.length === 0 ? 0 : sum(this.#kept.at(-1), name, fits);
  }

  /** A metric now, by one of its labels. */
  by(name, label) {
    return new Map((this.#kept.at(-1)?.metrics.get(name) ?? []).map(({ labels, value }) => [labels[label], value]));
  }

  /** A gauge at each sample. */
  gauge(name) {
    return this.#kept.slice(1).map((sample) => sum(sample, name, () => true));
  }

  /** How fast a counter rose between samples, a second. A server that began anew counts from 0: that is no fall. */
  rates(name, fits = () => true) {
    return this.#pairs().map(([before, after]) => Math.max(0, sum(after, name, fits) - sum(before, name, fits)) / (after.seconds - before.seconds));
  }

  /** A quantile of a histogram between samples, in its unit; 0 where nothing happened. */
  quantiles(name, share, fits = () => true) {
    return this.#pairs().map(([before, after]) => quantile(risen(before, after, name, fits), share) ?? 0);
  }

  /** Over all samples: by route, how often it was asked and how long an answer took. */
  routes() {
    if (this.#kept.length < 2) return [];
    const [before, after] = [this.#kept[0], this.#kept.at(-1)];
    const keys = new Map((after.metrics.get("credence_request_seconds_count") ?? []).filter(({ labels }) => !own(labels)).map(({ labels }) => [`${labels.method} ${labels.route}`, labels]));
    const rows = [...keys].map(([name, { method, route }]) => {
      const fits = (labels) => labels.method === method && labels.route === route;
      const rise = (metric) => sum(after, metric, fits) - sum(before, metric, fits);
      const count = rise("credence_request_seconds_count");
      const buckets = risen(before, after, "credence_request_seconds_bucket", fits);
      return { name, count, mean: count > 0 ? rise("credence_request_seconds_sum") / count : 0, most: quantile(buckets, 0.99) ?? 0 };
    });
    return rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  }

  #pairs() {
    return this.#kept.slice(1).map((after, index) => [this.#kept[index], after]);
  }
}

/** Requests that others made. */
export const others = (labels) => !own(labels);

function sum(sample, name, fits) {
  return (sample.metrics.get(name) ?? []).reduce((total, { labels, value }) => (fits(labels) ? total + value : total), 0);
}

/** How much each bucket rose, as `[upper bound, count below it]`. */
function risen(before, after, name, fits) {
  const totals = new Map();
  for (const [sample, sign] of [[before, -1], [after, 1]]) {
    for (const { labels, value } of sample.metrics.get(name) ?? []) {
      if (!fits(labels)) continue;
      const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
      totals.set(bound, (totals.get(bound) ?? 0) + sign * value);
    }
  }
  return [...totals].sort(([a], [b]) => a - b);
}

/** The value below which a share lies, straight between the bounds of its bucket; undefined where there was nothing. */
function quantile(buckets, share) {
  const count = buckets.at(-1)?.[1] ?? 0;
  if (count <= 0) return undefined;
  let [low, under] = [0, 0];
  for (const [bound, below] of buckets) {
    if (below >= share * count) return bound === Infinity ? low : low + ((bound - low) * (share * count - under)) / Math.max(1, below - under);
    [low, under] = [bound, below];
  }
  return low;
}
