//! Worked by hand.

use super::*;

fn slot<const R: usize>(ln_weights: [f64; R]) -> Slot<R> {
    Slot { pool: 0, ln_weights }
}

fn solve<const R: usize>(unseen: Unseen<R>) -> RankPosterior<R> {
    RankPosterior::new(unseen, LARGE).expect("possible")
}

/// Without evidence a slot is a card of the deck: 2 of 5 and 3 of 5. Two slots: ln total = ln(5 x 4); the entropy is that of two draws
/// without replacement, P(aa) = 1/10, P(ab) = P(ba) = P(bb) = 3/10.
#[test]
fn no_evidence() {
    let unseen = Unseen { pools: vec![[2, 3]], slots: vec![slot([0.0; 2]); 2], values: [0, 1], sums: Vec::new() };
    let posterior = solve(unseen);
    assert!((posterior.marginals()[1][0] - 0.4).abs() < 1e-15 && (posterior.deck(0)[1] - 0.6).abs() < 1e-15);
    assert!((posterior.ln_total() - libm::log(20.0)).abs() < 1e-14);
    let bits = 0.1 * libm::log2(10.0) + 0.9 * libm::log2(10.0 / 3.0);
    assert!((posterior.entropy_bits().expect("exact") - bits).abs() < 1e-12);
    assert_eq!(posterior.states(), 1, "nothing to track");
}

/// Two cards a, one b. Slot 0 weighs b half: assignments aa: 2 x 1 ways x 1, ab: 2 x 1 x 1, ba: 1 x 2 x 1/2. Total 2 + 2 + 1 = 5, so
/// P(slot 0 = a) = 4/5, and slot 1, of which nothing was learned, has a in aa and ba: 3/5. Treating slots apart would leave it at 2/3.
#[test]
fn one_slot_pulls_at_another() {
    let rows = vec![slot([0.0, libm::log(0.5)]), slot([0.0; 2])];
    let posterior = solve(Unseen { pools: vec![[2, 1]], slots: rows, values: [0, 1], sums: Vec::new() });
    assert!((posterior.marginals()[0][0] - 0.8).abs() < 1e-14);
    assert!((posterior.marginals()[1][0] - 0.6).abs() < 1e-14);
    assert!((posterior.ln_total() - libm::log(5.0)).abs() < 1e-14);
    // One card is left: b in aa, a in ab and ba.
    assert!((posterior.deck(0)[1] - 0.4).abs() < 1e-14);
    // aa with b in the deck: 2 of the 5.
    assert!((posterior.ln_probability(&[0, 0], &[vec![1]]) - libm::log(0.4)).abs() < 1e-14);
    assert_eq!(posterior.ln_probability(&[0, 0], &[vec![0]]), NO, "there are two a");
    assert_eq!(posterior.ln_probability(&[1, 1], &[vec![0]]), NO);
}

/// One card each of 0, 1 and 2, two slots, and a factor exp(-ln 2 x total): totals 1, 2, 3 in two orders each weigh 1/2, 1/4, 1/8.
/// P(total 1) = 4/7; slot 0 is 0 in half of totals 1 and 2: 2/7 + 1/7 = 3/7.
#[test]
fn a_factor_on_a_sum() {
    let sums = vec![SumFactor::at_least(vec![0, 1], 0.0, 0.0, libm::log(2.0), 1)];
    let unseen = Unseen { pools: vec![[1; 3]], slots: vec![slot([0.0; 3]); 2], values: [0, 1, 2], sums };
    let posterior = solve(unseen);
    assert!((posterior.marginals()[0][0] - 3.0 / 7.0).abs() < 1e-14);
    let totals = posterior.total_of(&[0, 1]);
    assert_eq!(totals.iter().map(|(total, _)| *total).collect::<Vec<_>>(), [1, 2, 3]);
    assert!((totals[0].1 - 4.0 / 7.0).abs() < 1e-14 && (totals[2].1 - 1.0 / 7.0).abs() < 1e-14);
    // Weights (1/2 + 1/4 + 1/8) x 2.
    assert!((posterior.ln_total() - libm::log(1.75)).abs() < 1e-14);
}

/// The same cards, factor 1 - (1 - 2^-total)^2 = 3/4, 7/16, 15/64 for totals 1, 2, 3, in 64ths 48, 28, 15: P(total 3) = 15/91.
#[test]
fn a_factor_whose_terms_have_both_signs() {
    let sums = vec![SumFactor::at_least(vec![0, 1], 0.0, 0.0, libm::log(2.0), 2)];
    assert!((sums[0].value(2.0) - 7.0 / 16.0).abs() < 1e-15);
    let unseen = Unseen { pools: vec![[1; 3]], slots: vec![slot([0.0; 3]); 2], values: [0, 1, 2], sums };
    let posterior = solve(unseen);
    assert!((posterior.total_of(&[0, 1])[2].1 - 15.0 / 91.0).abs() < 1e-14);
    assert!((posterior.marginals()[0][0] - (48.0 + 28.0) / 2.0 / 91.0).abs() < 1e-14);
}

/// Three slots that can only be a, of which there are two.
#[test]
fn too_few_cards_name_the_slots() {
    let only_a = slot([0.0, NO]);
    let slots = vec![only_a.clone(), slot([0.0; 2]), only_a.clone(), only_a];
    let unseen = Unseen { pools: vec![[2, 9]], slots, values: [0, 1], sums: Vec::new() };
    assert_eq!(unseen.feasible(), Err(Stuck { slots: vec![0, 2, 3] }));
    let full = Unseen { pools: vec![[1, 0]], slots: vec![slot([0.0; 2]); 2], values: [0, 1], sums: Vec::new() };
    assert_eq!(full.feasible(), Err(Stuck { slots: vec![0, 1] }));
}

/// Slots with equal weights are one group, ranks with equal weights one class: 3 x 2 states for two slots alike and a third.
#[test]
fn alike_slots_share_states() {
    let row = slot([0.0, -1.0, 0.0]);
    let slots = vec![row.clone(), row, slot([0.0, 0.0, -1.0]), slot([-2.0; 3])];
    let posterior = solve(Unseen { pools: vec![[4; 3]], slots, values: [0; 3], sums: Vec::new() });
    assert_eq!(posterior.states(), 6);
    assert_eq!(posterior.marginals()[0], posterior.marginals()[1]);
}

/// Eight slots, each of which all but rules out every rank but its own, by e^-690: the product of six such weights cannot be written as a
/// number, the posterior can.
#[test]
fn nothing_that_matters_underflows() {
    let slots = (0..8).map(|at| slot(std::array::from_fn(|rank| if rank == at { 0.0 } else { -690.0 }))).collect();
    // One card of rank 0 and seven of rank 7, none of the others: slots 1 to 6 pay.
    let unseen = Unseen { pools: vec![[1, 0, 0, 0, 0, 0, 0, 7]], slots, values: [0; 8], sums: Vec::new() };
    let posterior = solve(unseen);
    assert!((posterior.marginals()[0][0] - 1.0).abs() < 1e-15);
    assert!((posterior.ln_total() + 6.0 * 690.0 - libm::log(5040.0)).abs() < 1e-9, "{}", posterior.ln_total());
}
