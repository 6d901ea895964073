//! How many cards of each resource are among those that are dealt: independent numbers of which the sum is known.

use rand::Rng;

use super::bundle::RESOURCES;
use crate::belief::stint::ask;
use crate::belief::unit;

/// The steepest tilt, in nats a card.
const STEEPEST: f64 = 40.0;

/// How often the range of the tilt is halved to find the right one.
const HALVINGS: usize = 60;

/// The numbers of five resources, to draw from.
pub struct Composition {
    least: [u32; RESOURCES],
    /// How many more are dealt than the least of all resources.
    open: usize,
    /// P(so many more than the least) of each resource by itself.
    chances: [Vec<f64>; RESOURCES],
    /// P(this resource and those after it are so many more together).
    sums: [Vec<f64>; RESOURCES],
}

impl Composition {
    /// Of resources that have at least so many cards each, and `open` more together; `lns` are the logarithms, in nats, of what weighs that one has none more, one
    /// more, and so on.
    ///
    /// Weighed by e^(tilt more), numbers that add up to the same are as likely as before beside each other. The tilt by which the mean of the sum is what is open
    /// keeps what is likely from weights too small to write.
    pub fn new(least: [u32; RESOURCES], lns: &[Vec<f64>; RESOURCES], open: usize) -> Self {
        let expected = |tilt: f64| lns.iter().map(|lns| mean(&tilted(lns, tilt))).sum::<f64>();
        let (mut low, mut high) = (-STEEPEST, STEEPEST);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if expected(middle) < open as f64 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let chances = lns.each_ref().map(|lns| tilted(lns, high));
        let mut sums: [Vec<f64>; RESOURCES] = std::array::from_fn(|_| vec![0.0; open + 1]);
        let mut later = vec![0.0; open + 1];
        later[0] = 1.0;
        for kind in (0..RESOURCES).rev() {
            for left in 0..=open {
                ask(1 + chances[kind].len().min(left + 1) as u64 / 8);
                sums[kind][left] = chances[kind].iter().zip(later[..=left].iter().rev()).map(|(p, later)| p * later).sum();
            }
            later.clone_from(&sums[kind]);
        }
        Self { least, open, chances, sums }
    }

    /// Draws the number of each.
    pub fn draw(&self, rng: &mut impl Rng) -> [u32; RESOURCES] {
        let (mut cards, mut left) = (self.least, self.open);
        for (kind, cards) in cards.iter_mut().enumerate() {
            // After the last resource nothing may be left.
            let later = |more: usize| self.sums.get(kind + 1).map_or(f64::from(more == left), |sums| sums[left - more]);
            let (mut point, mut drawn) = (unit(rng) * self.sums[kind][left], 0);
            for (more, chance) in self.chances[kind].iter().enumerate().take(left + 1) {
                let p = chance * later(more);
                if p > 0.0 {
                    drawn = more;
                    point -= p;
                }
                if point < 0.0 {
                    break;
                }
            }
            *cards += drawn as u32;
            left -= drawn;
        }
        cards
    }
}

/// Probabilities in proportion to e^(ln + tilt place).
fn tilted(lns: &[f64], tilt: f64) -> Vec<f64> {
    let tilted: Vec<f64> = lns.iter().enumerate().map(|(place, ln)| ln + tilt * place as f64).collect();
    let most = tilted.iter().fold(f64::NEG_INFINITY, |most, ln| most.max(*ln));
    let weights: Vec<f64> = tilted.iter().map(|ln| libm::exp(ln - most)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The mean place.
fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(place, p)| place as f64 * p).sum()
}
