//! How the numbers of `likelihood` become those of a player: shares that revealed dice tell of, and curves through learned rates.

use std::sync::LazyLock;

use super::likelihood::{
    BACKED_BOUNDS, BACKED_DRAWN, BACKED_SLIP, BLIND_PARTS, BLIND_WORTH, BLUFF_BOUNDS, BLUFF_UNRELATED, CALL_KNOTS, EXACT_KNOTS,
    FACE_SHARE, FIT_RATIOS, LEAST_RATE, NEVER_LOOKS, SLIP_PARTS, SLIPS, SLIPS_WORTH,
};
use super::tendencies::{BANDS, BID_CONTEXTS, EXACT_BANDS, FITS, situation_of};
use crate::rulesets::{Counts, SHIPPED_WORTH};

/// One share of rounds that say nothing of the dice.
struct Part {
    share: f64,
    /// Logarithms of the share, and of the rest.
    ln: [f64; 2],
    /// Logarithms of the likelihood of dice in each band.
    ln_fits: [f64; FITS.len()],
}

/// One of so many shares that stand for all from 0 to 1: the squared sines of angles equally far apart, so that they lie closest where a share
/// changes most of what is seen. Each stands for a stretch of shares as wide as the root of share x (1 - share).
fn share(at: usize, parts: usize) -> f64 {
    let sine = libm::sin((at as f64 + 0.5) / parts as f64 * std::f64::consts::FRAC_PI_2);
    sine * sine
}

/// The mean of the shares that a player or a population may have, after dice met each band so often, where the prior is a Beta
/// distribution.
fn mean_share([alpha, beta, never]: [f64; 3], fits: &[f64; FITS.len()]) -> f64 {
    static PARTS: LazyLock<[Part; BLIND_PARTS]> = LazyLock::new(|| {
        std::array::from_fn(|at| {
            let share = share(at, BLIND_PARTS);
            let ln_fits = FIT_RATIOS.map(|ratio| libm::log(share + (1.0 - share) * ratio));
            Part { share, ln: [libm::log(share), libm::log1p(-share)], ln_fits }
        })
    });
    // The Beta density, normalised over the parts with what each stands for; and the share of persons who never look, all in the last one.
    let density = |part: &Part| libm::exp((alpha - 0.5) * part.ln[0] + (beta - 0.5) * part.ln[1]);
    let all: f64 = PARTS.iter().map(density).sum();
    let most = share(BLIND_PARTS - 1, BLIND_PARTS);
    let ln = |part: &Part| {
        let last = if part.share >= most { never } else { 0.0 };
        let prior = libm::log((1.0 - never) * density(part) / all + last);
        fits.iter().zip(part.ln_fits).fold(prior, |sum, (count, ln)| sum + count * ln)
    };
    let greatest = PARTS.iter().map(ln).fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut mean) = (0.0, 0.0);
    for part in PARTS.iter() {
        let weight = libm::exp(ln(part) - greatest);
        (sum, mean) = (sum + weight, mean + weight * part.share);
    }
    mean / sum
}

/// The mean share of rounds of a population that say nothing of the dice, where revealed dice meet each band this often.
#[must_use]
pub fn usual_blind_share(rates: &[f64; FITS.len()]) -> f64 {
    mean_share([1.0, 1.0, 0.0], &rates.map(|rate| SHIPPED_WORTH * rate))
}

/// The same of one player whose dice met each band so often: every share from 0 to 1 is tried, and weighed by how well it explains
/// them (a universal mixture: over all rounds it loses little more than the best share in hindsight, 1 included).
#[must_use]
pub fn blind_share(usual: f64, fits: &[f64; FITS.len()]) -> f64 {
    mean_share([usual * BLIND_WORTH, (1.0 - usual) * BLIND_WORTH, NEVER_LOOKS], fits)
}

/// P(call) of a player with these rates, where the standing bid is true with probability `p` to its hand.
#[must_use]
pub fn call(rates: &[f64; BANDS.len()], p: f64) -> f64 {
    along(&CALL_KNOTS, rates, p)
}

/// P(exact call) of a player with these rates, where that is right with probability `p` to its hand.
#[must_use]
pub fn exact_call(rates: &[f64; EXACT_BANDS.len()], p: f64) -> f64 {
    along(&EXACT_KNOTS, rates, p)
}

/// The rate at `p`: between knots its log odds run straight, outside of them it is that of the last one.
fn along<const N: usize>(knots: &[f64; N], rates: &[f64; N], p: f64) -> f64 {
    let above = knots.iter().take_while(|knot| p >= **knot).count();
    match above {
        0 => rates[0],
        _ if above == N => rates[N - 1],
        _ => {
            let part = (p - knots[above - 1]) / (knots[above] - knots[above - 1]);
            let ln_odds = |rate: f64| {
                let rate = rate.clamp(LEAST_RATE, 1.0 - LEAST_RATE);
                libm::log(rate) - libm::log1p(-rate)
            };
            let ln = (1.0 - part) * ln_odds(rates[above - 1]) + part * ln_odds(rates[above]);
            1.0 / (1.0 + libm::exp(-ln))
        }
    }
}

/// One share of slips that a player may have.
struct SlipPart {
    share: f64,
    ln_prior: f64,
    /// Logarithms of P(a bid is backed) and of P(it is not).
    ln_backed: (f64, f64),
}

/// The expected share of slips of a player that backed so many of so many bids in a context: a Beta prior on the share, and a
/// backed rate that lies between the two kinds' as the share does.
#[must_use]
pub fn slips(backed: Counts, context: usize) -> f64 {
    static PARTS: LazyLock<[Vec<SlipPart>; BID_CONTEXTS.len()]> = LazyLock::new(|| std::array::from_fn(slip_parts));
    let parts = &PARTS[context];
    let misses = (backed.opportunities - backed.successes).max(0.0);
    let ln = |part: &SlipPart| part.ln_prior + backed.successes * part.ln_backed.0 + misses * part.ln_backed.1;
    let greatest = parts.iter().map(ln).fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut mean) = (0.0, 0.0);
    for part in parts {
        let weight = libm::exp(ln(part) - greatest);
        sum += weight;
        mean += weight * part.share;
    }
    mean / sum
}

fn slip_parts(context: usize) -> Vec<SlipPart> {
    let situation = situation_of(context);
    let (alpha, beta) = (SLIPS[situation] * SLIPS_WORTH, (1.0 - SLIPS[situation]) * SLIPS_WORTH);
    let part = |at: usize| {
        let share = share(at, SLIP_PARTS);
        let backed = share * BACKED_SLIP[context] + (1.0 - share) * BACKED_DRAWN[context];
        SlipPart {
            share,
            ln_prior: (alpha - 0.5) * libm::log(share) + (beta - 0.5) * libm::log1p(-share),
            ln_backed: (libm::log(backed), libm::log1p(-backed)),
        }
    };
    (0..SLIP_PARTS).map(part).collect()
}

/// The bluff rate of a player's bids that are drawn from the hand, where all its bids bluff at this rate, and this share has nothing to do with it.
#[must_use]
pub fn drawn_bluffs(rate: f64, unrelated: f64, context: usize) -> f64 {
    ((rate - unrelated * BLUFF_UNRELATED[context]) / (1.0 - unrelated)).clamp(BLUFF_BOUNDS.0, BLUFF_BOUNDS.1)
}

/// How much likelier a player's bids that are drawn from the hand are on the face that the hand makes most likely than those of others,
/// where all its bids are at this rate, and this share of them are slips: the ratio of its odds to theirs. Rates below theirs make slips,
/// so that it is at least 1.
#[must_use]
pub fn backing(rate: f64, slips: f64, context: usize) -> f64 {
    let odds = |p: f64| p / (1.0 - p);
    let drawn = (rate - slips * BACKED_SLIP[context]) / (1.0 - slips);
    (odds(drawn.clamp(BACKED_BOUNDS.0, BACKED_BOUNDS.1)) / odds(BACKED_DRAWN[context])).max(1.0)
}

/// How much a player likes a face that it bids at this rate: the ratio of its odds to the shipped ones.
#[must_use]
pub fn liking(rate: f64, face: usize) -> f64 {
    let odds = |p: f64| p / (1.0 - p);
    odds(rate) / odds(FACE_SHARE[face])
}
