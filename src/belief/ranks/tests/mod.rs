//! The posterior over ranks against enumeration, by hand, and drawn.

mod apart;
mod brute;
mod draws;
mod hand;

use rand::RngExt;

use super::*;
use crate::belief::WorldRng;

const NO: f64 = f64::NEG_INFINITY;
const LARGE: Effort = Effort { states: 1 << 20, samples: 1 };

/// A random question: pools of few cards, weights over `spread` nats, a tenth of them zero, slots often alike.
fn random<const R: usize>(rng: &mut WorldRng, spread: f64, most_slots: usize) -> Unseen<R> {
    let pools: Vec<[u8; R]> = (0..rng.random_range(1..=2)).map(|_| std::array::from_fn(|_| rng.random_range(0..=3))).collect();
    let zeros = if rng.random_bool(0.5) { 0.15 } else { 0.0 };
    let mut slots: Vec<Slot<R>> = Vec::new();
    for _ in 0..rng.random_range(0..=most_slots) {
        let ln = |rng: &mut WorldRng| if rng.random_bool(zeros) { NO } else { -spread * rng.random::<f64>() };
        let slot = match rng.random_range(0..10) {
            0..2 => Slot { pool: rng.random_range(0..pools.len()), ln_weights: [-0.7; R] },
            2..5 if !slots.is_empty() => slots[rng.random_range(0..slots.len())].clone(),
            5..8 => {
                // Two ranks differ from the rest.
                let mut ln_weights = [-0.25; R];
                ln_weights[rng.random_range(0..R)] = ln(rng);
                ln_weights[rng.random_range(0..R)] = ln(rng);
                Slot { pool: rng.random_range(0..pools.len()), ln_weights }
            }
            _ => Slot { pool: rng.random_range(0..pools.len()), ln_weights: std::array::from_fn(|_| ln(rng)) },
        };
        slots.push(slot);
    }
    let mut sums = Vec::new();
    for _ in 0..[0, 0, 1, 2][rng.random_range(0..4)] {
        let members: Vec<usize> = (0..slots.len()).filter(|_| rng.random_bool(0.5)).collect();
        let known = f64::from(rng.random_range(0..5));
        let least = known - members.len() as f64;
        sums.push(SumFactor::at_least(members, known, least, 0.1 + 0.3 * rng.random::<f64>(), rng.random_range(1..=3)));
    }
    Unseen { pools, slots, values: std::array::from_fn(|rank| rank as i32 * 2 - 1), sums }
}
