//! What choices said of hands, held against the hands: that of players who go by the very tastes is borne out, that of careless ones not.

use serde_json::json;

use super::{Style, game, settled_in};
use crate::rulesets::hearts::borne_out::KINDS;
use crate::rulesets::hearts::likelihood::{AS_BELIEVED, BORNE_OUT, TASTE, believed};
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

/// The same simulation that `AS_BELIEVED` was fitted by.
#[test]
fn who_chooses_as_believed_is_believed_in_full() {
    let counts = counted(Style { tastes: Some(TASTE), ..Style::usual() });
    for (kind, ([told, claimed], shipped)) in counts.into_iter().zip(AS_BELIEVED).enumerate() {
        assert!(told.opportunities > 1_000.0, "{told:?}");
        let share = lead(told) / lead(claimed);
        assert!((share - shipped).abs() < 0.005, "{share} of kind {kind} for {shipped}");
        let [told, claimed] = [told, claimed].map(|counts| counts.successes / counts.opportunities);
        assert!((believed(kind, told, claimed) - 1.0).abs() < 0.02);
    }
}

#[test]
fn careless_choices_say_nothing() {
    let [told, claimed] = counted(Style::random())[1].map(lead);
    assert!(claimed > 0.2 && told < 0.2 * claimed, "{told} of {claimed}");
}
