//! The one generator that every sampled world and every simulated game is drawn with, and the simplest draws.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stint::{DRAW, ask};

/// The generator passed to everything that draws. ChaCha with 8 rounds: its stream for a seed is specified, so a world
/// drawn today is drawn again after an upgrade of the random crates, which `rand`'s own default generator does not promise.
pub type WorldRng = ChaCha8Rng;

/// A generator for one purpose, such as a simulated game. Different purposes under one seed are independent streams.
#[must_use]
pub fn seeded(seed: u64, purpose: u64) -> WorldRng {
    let mut rng = WorldRng::seed_from_u64(seed);
    rng.set_stream(purpose);
    rng
}

/// A uniform draw from [0, 1) with 53 bits.
#[must_use]
pub fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

/// Whether what has probability `p` happens.
#[must_use]
pub fn chance(p: f64, rng: &mut impl Rng) -> bool {
    unit(rng) < p
}

/// A uniform whole number from 0 to `count` - 1; 0 where there is none.
#[must_use]
pub fn below(count: usize, rng: &mut impl Rng) -> usize {
    ((unit(rng) * count as f64) as usize).min(count.saturating_sub(1))
}

/// One element of a list, each equally likely; `None` where the list is empty.
#[must_use]
pub fn one_of<T: Copy>(list: &[T], rng: &mut impl Rng) -> Option<T> {
    list.get(below(list.len(), rng)).copied()
}

/// Puts a list into a random order. All orders are equally likely.
pub fn shuffle<T>(list: &mut [T], rng: &mut impl Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1, rng));
    }
}

/// A request for sampled worlds: how many, and from which seed.
///
/// World `i` depends on `(seed, i)` alone. So a larger request begins with the worlds of a smaller one, and a client can
/// fetch worlds 500 to 999 by skipping, whatever the server drew for others in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Seed chosen by the client, or by the server when none was given.
    pub seed: u64,
    /// How many worlds to draw.
    pub count: usize,
}

impl Draws {
    /// One generator a world, in order. Asks the [stint](super::stint) before each.
    pub fn rngs(self) -> impl Iterator<Item = WorldRng> {
        let origin = WorldRng::seed_from_u64(self.seed);
        (0..self.count as u64).map(move |world| {
            ask(DRAW);
            let mut rng = origin.clone();
            rng.set_stream(world);
            rng
        })
    }

    /// One more generator a world, in order, for what is drawn beside the world itself: it follows from (seed, index) too, and shares
    /// nothing with the first.
    pub fn further_rngs(self) -> impl Iterator<Item = WorldRng> {
        (0..self.count as u64).map(move |world| {
            ask(DRAW);
            seeded(self.seed, u64::MAX - world)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_depends_on_seed_and_index_alone() {
        let few: Vec<u64> = Draws { seed: 7, count: 3 }.rngs().map(|mut rng| rng.next_u64()).collect();
        let many: Vec<u64> = Draws { seed: 7, count: 9 }.rngs().map(|mut rng| rng.next_u64()).collect();
        assert_eq!(few[..], many[..3]);
        assert_ne!(many[0], many[1]);
    }

    #[test]
    fn the_stream_of_a_seed_is_pinned() {
        // Stored seeds must draw the same worlds after an upgrade of the random crates: these are recorded draws.
        let draws: Vec<u64> = Draws { seed: 1, count: 2 }.rngs().map(|mut rng| rng.next_u64()).collect();
        assert_eq!(draws, PINNED);
    }

    const PINNED: [u64; 2] = [7_424_550_030_962_593_201, 15_715_005_604_373_573_095];
}
