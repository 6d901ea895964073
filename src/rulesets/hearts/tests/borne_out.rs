//! What choices said of hands, held against the hands: that of players who go by the very tastes is borne out, that of careless ones not.

use serde_json::json;

use super::{Style, game, settled_in};
use crate::rulesets::hearts::likelihood::{BORNE_OUT, TASTE, believed};
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
    let [told, claimed] = counts[1];
    assert!((believed(1, 1.0, told, claimed) - 1.0).abs() < 0.05, "follows are read in full");
}

const fn of(successes: f64, opportunities: f64) -> Counts {
    Counts { successes, opportunities }
}

/// Follows of simulated persons: .2609 of .3384 claimed is borne out, which is .7711 of it. Of 100 statements that claim .4 each is worth .3085; if as
/// much is true, one that is believed in full is what was seen. Prior precision 1 / .8^2 = 1.5625, that of the statements 100 x .3085^2 = 9.514.
#[test]
fn what_is_believed_is_drawn_from_what_is_expected_to_what_was_borne_out() {
    let claimed = of(70.0, 100.0);
    let usual = (2.0 * 25.06 / 39.75 - 1.0) / (2.0 * 40.15 / 60.0 - 1.0);
    assert_eq!(believed(1, 1.3, of(0.0, 0.0), of(0.0, 0.0)), 1.3, "nothing was said yet");
    let in_full = believed(1, 1.0, of(50.0 + 50.0 * 0.4 * usual, 100.0), claimed);
    assert!((in_full - 1.0).abs() < 1e-12, "{in_full}");
    // Nothing is true: 1.5625 / (1.5625 + 9.514) is left.
    let nothing = believed(1, 1.0, of(50.0, 100.0), claimed);
    assert!((nothing - 0.141_06).abs() < 1e-4, "{nothing}");
    // All that is claimed is true: (1.5625 + 100 x .3085 x .4) / 11.0765.
    let all = believed(1, 1.0, claimed, claimed);
    assert!((all - 1.255_0).abs() < 1e-3, "{all}");
}

/// A player who claims next to nothing is read as others are, whatever came true of it; and nobody is believed beyond the bounds.
#[test]
fn little_is_learned_from_small_claims() {
    let claims_little = believed(0, 1.0, of(130.0, 260.0), of(137.0, 260.0));
    assert!((0.98..=1.0).contains(&claims_little), "{claims_little}");
    let claims_much = of(900.0, 1_000.0);
    assert_eq!(believed(1, 1.0, of(100.0, 1_000.0), claims_much), 0.1);
    assert_eq!(believed(0, 1.0, claims_much, claims_much), 2.0);
}

#[test]
fn careless_choices_say_nothing() {
    let [told, claimed] = counted(Style::random())[1].map(lead);
    assert!(claimed > 0.2 && told < 0.2 * claimed, "{told} of {claimed}");
}
