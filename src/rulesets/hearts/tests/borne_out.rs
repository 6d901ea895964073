//! What choices said of hands, held against the hands: that of players who go by the very tastes is borne out, that of careless ones not.

use serde_json::json;

use super::{Style, game, settled_in};
use crate::rulesets::hearts::likelihood::{BORNE_OUT, TASTE, TENDENCIES, believed};
use crate::rulesets::hearts::scene::KINDS;
use crate::rulesets::{Conduct, Counts};

/// Of some games of persons of this style, read by the shipped tastes: what was true, and what was claimed to be, by kind of choice.
fn counted(style: Style) -> [[Counts; 2]; KINDS] {
    let mut counts = [[Counts::default(); 2]; KINDS];
    for seed in 0..60 {
        for conduct in settled_in(json!({}), &game(json!({}), None, &[style; 4], seed)) {
            let Conduct::Count { tendency: "borne_out", context, successes, opportunities, .. } = conduct else { continue };
            for (counts, known) in counts.iter_mut().flatten().zip(BORNE_OUT.into_iter().flatten()) {
                if known == context {
                    counts.successes += f64::from(successes);
                    counts.opportunities += f64::from(opportunities);
                }
            }
        }
    }
    counts
}

fn lead(counts: Counts) -> f64 {
    2.0 * counts.successes / counts.opportunities - 1.0
}

/// Cards are read one by one, each by itself, which claims more than is true; that is made good by simulated persons.
#[test]
fn most_of_what_is_said_by_the_right_tastes_is_true() {
    let counts = counted(Style { tastes: Some(TASTE), ..Style::usual() });
    for (kind, ([told, claimed], share)) in counts.into_iter().zip([0.36, 0.79, 0.87]).enumerate() {
        assert!(told.opportunities > 1_000.0, "{told:?}");
        assert!((lead(told) / lead(claimed) - share).abs() < 0.01, "{told:?} for {claimed:?}, kind {kind}");
    }
    let [told, claimed] = counts[1].map(|counts| counts.successes / counts.opportunities);
    assert!((believed(1, told, claimed) - 1.0).abs() < 0.05, "follows are read in full");
}

/// Of a stranger everything is believed, and of one of whom nothing was true, next to nothing.
#[test]
fn exponents_begin_at_one() {
    for (kind, contexts) in BORNE_OUT.into_iter().enumerate() {
        let prior = |context: &str| {
            let tendency = TENDENCIES.iter().find(|tendency| tendency.name == "borne_out").unwrap();
            tendency.contexts.iter().find(|known| known.name == context).unwrap().prior.mean()
        };
        let [told, claimed] = contexts.map(prior);
        assert!((believed(kind, told, claimed) - 1.0).abs() < 1e-12);
        assert!((believed(kind, 0.5, claimed) - 0.1).abs() < 1e-12);
    }
}

#[test]
fn careless_choices_say_nothing() {
    let [told, claimed] = counted(Style::random())[1].map(lead);
    assert!(claimed > 0.2 && told < 0.2 * claimed, "{told} of {claimed}");
}
