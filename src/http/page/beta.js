/** The Beta distribution, which rates have: between which values one lies with probability 0.9. */

/** Logarithm of the gamma function (Lanczos' approximation, good to fifteen digits). */
function logGamma(x) {
  const terms = [676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const sum = terms.reduce((total, term, index) => total + term / (shifted + index + 1), 0.99999999999980993);
  const base = shifted + terms.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Probability that a rate is below x: the regularized incomplete beta function, by its continued fraction (Lentz). */
function below(x, alpha, beta) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  // The fraction converges fast on this side of the mean alone.
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - below(1 - x, beta, alpha);
  const least = 1e-300;
  const kept = (value) => (Math.abs(value) < least ? least : value);
  let c = 1;
  let d = 1 / kept(1 - ((alpha + beta) * x) / (alpha + 1));
  let fraction = d;
  for (let m = 1; m <= 200; m += 1) {
    const even = (m * (beta - m) * x) / ((alpha + 2 * m - 1) * (alpha + 2 * m));
    const odd = (-(alpha + m) * (alpha + beta + m) * x) / ((alpha + 2 * m) * (alpha + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-12) break;
  }
  const front = Math.exp(logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta) + alpha * Math.log(x) + beta * Math.log1p(-x));
  return (front * fraction) / alpha;
}

/** The value that a rate is below with a probability. */
function quantile(p, alpha, beta) {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (below(middle, alpha, beta) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Mean and 90 % interval of a Beta distribution. */
export const rateOf = ({ alpha, beta }) => ({ mean: alpha / (alpha + beta), low: quantile(0.05, alpha, beta), high: quantile(0.95, alpha, beta) });
