//! Choices as races: each card that may be chosen arrives after a time of its own, the sooner the better it is liked, and the first to
//! arrive is chosen.
//!
//! A card of weight w arrives after an exponential time of rate w, so that card c of a hand is chosen with chance w(c) / (sum of the
//! hand's weights), as in Luce's choice rule (Luce 1959). Where the hand is not known, and each rival is in it with a chance of its
//! own, the race gives the chance of the choice, and what each rival would change in it, without summing over hands: a rival that is
//! in the hand with chance p has not arrived at time t with chance 1 - p + p e^(-w t), whatever the others do.

use super::card::DECK;

/// Nodes and weights of the Gauss-Legendre rule with eight points on (0, 1).
const RULE: [(f64, f64); NODES] = [
    (0.019_855_071_751_231_856, 0.050_614_268_145_188_13),
    (0.101_666_761_293_186_64, 0.111_190_517_226_687_24),
    (0.237_233_795_041_835_5, 0.156_853_322_938_943_64),
    (0.408_282_678_752_175, 0.181_341_891_689_181),
    (0.591_717_321_247_825, 0.181_341_891_689_181),
    (0.762_766_204_958_164_5, 0.156_853_322_938_943_64),
    (0.898_333_238_706_813_4, 0.111_190_517_226_687_24),
    (0.980_144_928_248_768_1, 0.050_614_268_145_188_13),
];
const NODES: usize = 8;

/// Chances are never divided by less.
const TINY: f64 = 1e-280;

/// Likings differ by no more than this, in nats.
const MOST: f64 = 9.0;

/// A card that may be in the hand too, and was not chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rival {
    /// Chance that it is in the hand, in [0, 1].
    pub p: f64,
    /// How much better than the chosen card it is liked, in nats.
    pub ahead: f64,
    /// What its being in the hand changes: P(choice | in the hand) / P(choice | not), in (0, 1].
    pub factor: f64,
}

/// The chance that the chosen card, which is in the hand, comes first. Fills in each rival's factor.
///
/// The integral over the time at which it comes, by its quantile s = 1 - r^3: nodes crowd where strong rivals decide.
pub fn first(rivals: &mut [Rival]) -> f64 {
    if rivals.is_empty() {
        return 1.0;
    }
    let rates = rates(rivals, |ahead| ahead.clamp(-MOST, MOST));
    let nodes = RULE.map(|(r, weight)| (weight * 3.0 * r * r, libm::log1p(-r * r * r)));
    summed(nodes, &rates, rivals)
}

/// Steps of time of a race for several cards.
const STEPS: usize = 24;

/// The chance that all the chosen cards, of these weights, come before every rival, whose `ahead` is the logarithm of its own weight.
/// Fills in each rival's factor.
pub fn all_first(chosen: &[f64], rivals: &mut [Rival]) -> f64 {
    let arrived = |time: f64| chosen.iter().map(|weight| -libm::expm1(-weight * time)).product::<f64>();
    let slowest = chosen.iter().copied().fold(f64::INFINITY, f64::min).max(TINY);
    let rates = rates(rivals, |ahead| ahead);
    let mut before = 0.0;
    let nodes = (0..STEPS).map(|step| {
        // From a hundredth of the slowest card's usual time to ten times that, each step the same factor longer.
        let end = libm::exp(libm::log(0.003) + (step + 1) as f64 / STEPS as f64 * libm::log(10.0 / 0.003)) / slowest;
        let middle = end * if step == 0 { 0.5 } else { 0.85 };
        let after = if step + 1 == STEPS { 1.0 } else { arrived(end) };
        let came = (after - before).max(0.0);
        before = after;
        (came, -middle)
    });
    summed(nodes, &rates, rivals)
}

/// Rates at which rivals arrive.
fn rates(rivals: &[Rival], within: impl Fn(f64) -> f64) -> [f64; DECK] {
    let mut rates = [0.0; DECK];
    for (rival, rate) in rivals.iter().zip(&mut rates) {
        *rate = libm::exp(within(rival.ahead));
    }
    rates
}

/// The sum over nodes of time, (chance that the choice was complete at that time, the time, negative), of the chance that no rival of
/// these rates had arrived. Fills in each rival's factor.
fn summed(nodes: impl IntoIterator<Item = (f64, f64)>, rates: &[f64; DECK], rivals: &mut [Rival]) -> f64 {
    let mut chance = 0.0;
    // For each rival: the sums over nodes of the others' product, with and without the rival in the hand.
    let mut sums = [(0.0_f64, 0.0_f64); DECK];
    let mut here = [(0.0_f64, 0.0_f64); DECK];
    for (came, time) in nodes {
        let mut product = came;
        for ((rival, rate), here) in rivals.iter().zip(rates).zip(&mut here) {
            let late = libm::exp(time * rate);
            let term = (1.0 - rival.p + rival.p * late).max(TINY);
            *here = (late, term);
            product *= term;
        }
        chance += product;
        for ((late, term), sum) in here.iter().zip(&mut sums).take(rivals.len()) {
            let others = product / term;
            *sum = (sum.0 + others * late, sum.1 + others);
        }
    }
    for (rival, (with, without)) in rivals.iter_mut().zip(&sums) {
        rival.factor = (with / without.max(TINY)).clamp(1e-6, 1.0);
    }
    chance
}

/// The time at which so many of cards with these weights have arrived on average, where each is in the hand with the same chance: by
/// Newton's steps on its logarithm.
pub fn time_of(count: f64, chance: f64, weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    let mut ln_time = libm::log(count / (chance * total).max(TINY));
    for _ in 0..12 {
        let time = libm::exp(ln_time);
        let (mut arrived, mut slope) = (0.0, 1e-12);
        for weight in weights {
            let late = libm::exp(-weight * time);
            arrived += chance * (1.0 - late);
            slope += chance * weight * time * late;
        }
        let step = ((count - arrived) / slope).clamp(-1.5, 1.5);
        ln_time += step;
        if step.abs() < 1e-4 {
            break;
        }
    }
    libm::exp(ln_time.min(300.0))
}
