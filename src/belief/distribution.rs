//! Drawing without replacement: hypergeometric distributions of one and of several kinds.

use rand::Rng;

use super::rng::unit;

/// ln(n!) in nats.
#[must_use]
pub fn ln_factorial(n: u32) -> f64 {
    libm::lgamma(f64::from(n) + 1.0)
}

/// ln of the number of ways to choose `k` of `n`, in nats; -inf where `k` is more than `n`.
#[must_use]
pub fn ln_choose(n: u32, k: u32) -> f64 {
    if k > n { f64::NEG_INFINITY } else { ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) }
}

/// P(k of `marked` among `drawn` cards from `pool`), for k from 0 to `drawn`; where more are drawn than there are, all are.
///
/// Worked out by the ratio of neighbours from the mode, so that no term loses precision to large logarithms.
#[must_use]
pub fn hypergeometric(pool: u32, marked: u32, drawn: u32) -> Vec<f64> {
    let (marked, drawn) = (marked.min(pool), drawn.min(pool));
    let (least, most) = (drawn.saturating_sub(pool - marked), marked.min(drawn));
    let mode = ((f64::from(drawn) + 1.0) * (f64::from(marked) + 1.0) / (f64::from(pool) + 2.0)) as u32;
    let mode = mode.clamp(least, most);
    let mut p = vec![0.0; drawn as usize + 1];
    p[mode as usize] = 1.0;
    // P(k + 1) / P(k) = (marked - k)(drawn - k) / ((k + 1)(pool - marked - drawn + k + 1)).
    let ratio = |k: u32| {
        let up = f64::from(marked - k) * f64::from(drawn - k);
        up / (f64::from(k + 1) * (f64::from(pool) - f64::from(marked) - f64::from(drawn) + f64::from(k) + 1.0))
    };
    for k in mode..most {
        p[k as usize + 1] = p[k as usize] * ratio(k);
    }
    for k in (least..mode).rev() {
        p[k as usize] = p[k as usize + 1] / ratio(k);
    }
    let total: f64 = p.iter().sum();
    p.iter_mut().for_each(|p| *p /= total);
    p
}

/// ln P(a hand of exactly these counts) among hands of that size dealt from the pool, in nats. Multivariate hypergeometric.
#[must_use]
pub fn ln_hand<const N: usize>(pool: &[u32; N], hand: &[u32; N]) -> f64 {
    let ways: f64 = pool.iter().zip(hand).map(|(pool, hand)| ln_choose(*pool, *hand)).sum();
    ways - ln_choose(pool.iter().sum(), hand.iter().sum())
}

/// Deals `count` cards from the pool, which loses them. Deals all where there are fewer.
pub fn deal<const N: usize>(pool: &mut [u32; N], count: u32, rng: &mut impl Rng) -> [u32; N] {
    let mut hand = [0; N];
    let mut left: u32 = pool.iter().sum();
    for _ in 0..count.min(left) {
        let mut place = (unit(rng) * f64::from(left)) as u32;
        for (kind, cards) in pool.iter_mut().enumerate() {
            if place < *cards {
                *cards -= 1;
                hand[kind] += 1;
                break;
            }
            place -= *cards;
        }
        left -= 1;
    }
    hand
}

/// Every hand of `count` cards from the pool with its probability, in lexicographic order. Empty where the pool has fewer.
#[must_use]
pub fn hands<const N: usize>(pool: &[u32; N], count: u32) -> Vec<([u32; N], f64)> {
    every_hand(pool, count).into_iter().map(|hand| (hand, libm::exp(ln_hand(pool, &hand)))).collect()
}

/// Every hand of `count` cards from the pool, in lexicographic order. Empty where the pool has fewer.
#[must_use]
pub fn every_hand<const N: usize>(pool: &[u32; N], count: u32) -> Vec<[u32; N]> {
    let mut list = Vec::new();
    fill(pool, 0, count, &mut [0; N], &mut list);
    list
}

fn fill<const N: usize>(pool: &[u32; N], kind: usize, left: u32, hand: &mut [u32; N], list: &mut Vec<[u32; N]>) {
    if kind == N {
        if left == 0 {
            list.push(*hand);
        }
        return;
    }
    let later: u32 = pool[kind + 1..].iter().sum();
    for count in left.saturating_sub(later)..=pool[kind].min(left) {
        hand[kind] = count;
        fill(pool, kind + 1, left - count, hand, list);
    }
    hand[kind] = 0;
}

/// Entropy in bits of the hands of several seats, of these sizes, dealt from one pool: the joint, exactly.
///
/// The probability of all hands together is the product of u! over hands, of 1/h! over the counts h in them, and of
/// p!/r! over kinds (r of p stay in the pool), divided by N!/(N-U)!. Its logarithm is a sum of terms that each depend on
/// one count, and each count is hypergeometric; so the entropy is a sum over marginals, without enumerating hands.
#[must_use]
pub fn dealt_entropy_bits<const N: usize>(pool: &[u32; N], sizes: &[u32]) -> f64 {
    let all: u32 = pool.iter().sum();
    let dealt: u32 = sizes.iter().sum::<u32>().min(all);
    let expected = |marked: u32, drawn: u32| -> f64 {
        hypergeometric(all, marked, drawn).iter().enumerate().map(|(k, p)| p * ln_factorial(k as u32)).sum()
    };
    let mut ln = ln_factorial(all - dealt) - ln_factorial(all);
    for &size in sizes {
        ln += ln_factorial(size) - pool.iter().map(|kind| expected(*kind, size)).sum::<f64>();
    }
    for &kind in pool {
        ln += ln_factorial(kind) - expected(kind, all - dealt);
    }
    (-ln * std::f64::consts::LOG2_E).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::{entropy_bits, seeded};

    #[test]
    fn one_kind_by_hand() {
        // 2 marked of 5, 2 drawn: C(2,k) C(3,2-k) / C(5,2) = 3/10, 6/10, 1/10.
        let p = hypergeometric(5, 2, 2);
        for (p, by_hand) in p.iter().zip([0.3, 0.6, 0.1]) {
            assert!((p - by_hand).abs() < 1e-14);
        }
        assert_eq!(hypergeometric(3, 3, 2), [0.0, 0.0, 1.0]);
        assert_eq!(hypergeometric(0, 0, 0), [1.0]);
    }

    #[test]
    fn several_kinds_by_hand() {
        // Two of {2 wood, 1 brick}: C(2,1) C(1,1) / C(3,2) = 2/3 for one of each, C(2,2) / C(3,2) = 1/3 for two wood.
        let list = hands(&[2, 1], 2);
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].0, [1, 1]);
        assert!((list[0].1 - 2.0 / 3.0).abs() < 1e-12 && (list[1].1 - 1.0 / 3.0).abs() < 1e-12);
        assert!(hands(&[1, 1], 3).is_empty());
    }

    #[test]
    fn entropy_of_hands_dealt_from_one_pool_agrees_with_enumeration() {
        let pool = [3, 2, 1];
        let mut joint = Vec::new();
        for (first, p) in hands(&pool, 2) {
            let rest = [pool[0] - first[0], pool[1] - first[1], pool[2] - first[2]];
            joint.extend(hands(&rest, 3).into_iter().map(|(_, q)| p * q));
        }
        assert!((dealt_entropy_bits(&pool, &[2, 3]) - entropy_bits(joint)).abs() < 1e-9);
    }

    #[test]
    fn deals_follow_the_distribution() {
        let mut rng = seeded(3, 0);
        let mixed = (0..3000).filter(|_| deal(&mut [2, 1], 2, &mut rng) == [1, 1]).count();
        // Binomial(3000, 2/3): mean 2000, standard deviation 25.8.
        assert!((1900..2100).contains(&mixed), "{mixed}");
    }
}
