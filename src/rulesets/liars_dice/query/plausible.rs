//! How plausible a bid is, by the belief and by the seed's collective plausibility.

use super::answer::{Answer, Models, SeedTerms};
use crate::rulesets::liars_dice::belief::Belief;
use crate::rulesets::liars_dice::cup::Cup;
use crate::rulesets::liars_dice::odds::{Binomial, chances, convolve};
use crate::rulesets::liars_dice::seed;
use crate::rulesets::liars_dice::table::Table;
use crate::rulesets::liars_dice::trust::START;

/// Rounds that the seed's popularity of a face looks back on, the present one included.
const POPULAR_ROUNDS: usize = 3;

/// The distribution of all dice that count for a face in this round.
pub fn total(belief: &Belief, table: &Table, face: usize) -> Vec<f64> {
    let rules = table.rules();
    let support = |cup: &Cup| cup.distribution(|hand| rules.support(hand, face));
    belief.cups.iter().fold(vec![1.0], |sum, cup| convolve(&sum, &support(cup)))
}

/// The answer to `plausibility`.
pub fn answer(belief: &Belief, table: &Table, quantity: u8, face: usize) -> Answer {
    let exactly = total(belief, table, face);
    let at = |p: &[f64]| p.get(usize::from(quantity)).copied().unwrap_or(0.0);
    let at_least = at(&chances(&exactly));
    let seed = terms(belief, table, quantity, face);
    let by_seed = seed::plausibility(seed.base, seed.popularity, seed.accuracy);
    Answer::Plausibility { at_least, exactly: at(&exactly).min(1.0), models: Models { bayes: at_least, seed: by_seed }, seed }
}

fn terms(belief: &Belief, table: &Table, quantity: u8, face: usize) -> SeedTerms {
    let rules = table.rules();
    let (mut own, mut unseen) = (0, 0);
    for cup in &belief.cups {
        match cup {
            Cup::Known(hand) => own += rules.support(hand, face),
            Cup::Unseen(cup) => unseen += cup.dice,
        }
    }
    let base = Binomial::of(unseen, rules.doubled(face)).tail(i32::from(quantity) - i32::from(own));
    let parameters = &belief.terms.parameters;
    if !parameters.history() {
        return SeedTerms { base, popularity: None, accuracy: None };
    }
    let trust = |seat: usize| if parameters.trust() { table.trust.of(seat) } else { START };
    // The round that is being bid is no memory: it counts whatever is remembered.
    let rounds = POPULAR_ROUNDS.min(parameters.memory() + usize::from(table.round.is_some()));
    let popularity = seed::popularity(table, face, rounds);
    SeedTerms {
        base,
        popularity: popularity.map(|(share, _, _)| share),
        accuracy: seed::face_accuracy(table.history.recent(parameters.memory()), face, trust),
    }
}
