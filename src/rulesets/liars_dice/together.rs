//! A player's rates in contexts that resemble each other: who bluffs more than others with five dice does so with one die too.

use super::likelihood::TOGETHER_WORTH;
use crate::belief::Beta;
use crate::rulesets::Counts;

/// Rates are never taken for closer than this to 0 or 1, where their log odds have no end.
const LEAST: f64 = 1e-4;

/// What is expected of a player in each context, before what it did there is counted: the usual prior, moved by as much as the player differs from
/// what is usual in the other contexts together that resemble it.
///
/// The rate over those contexts is drawn towards what is usual in them, [`TOGETHER_WORTH`] opportunities strong; the prior is moved by its distance from
/// that, in log odds, and keeps its worth. `alike` says whether two contexts, by their places, resemble each other.
#[must_use]
pub fn drawn_together<const N: usize>(
    usual: &[Beta; N],
    counts: &[Counts; N],
    alike: impl Fn(usize, usize) -> bool,
) -> [Beta; N] {
    std::array::from_fn(|at| {
        let like_it = || (0..N).filter(|other| *other != at && alike(at, *other));
        let sum = |value: &dyn Fn(usize) -> f64| like_it().map(value).sum::<f64>();
        let opportunities = sum(&|other| counts[other].opportunities);
        if opportunities <= 0.0 {
            return usual[at];
        }
        let expected = sum(&|other| counts[other].opportunities * usual[other].mean()) / opportunities;
        let successes = sum(&|other| counts[other].successes);
        let rate = (TOGETHER_WORTH * expected + successes) / (TOGETHER_WORTH + opportunities);
        let mean = rate_of(ln_odds(usual[at].mean()) + ln_odds(rate) - ln_odds(expected));
        let worth = usual[at].alpha + usual[at].beta;
        Beta { alpha: mean * worth, beta: (1.0 - mean) * worth }
    })
}

fn ln_odds(rate: f64) -> f64 {
    let rate = rate.clamp(LEAST, 1.0 - LEAST);
    libm::log(rate) - libm::log1p(-rate)
}

fn rate_of(ln_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-ln_odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn counts(successes: f64, opportunities: f64) -> Counts {
        Counts { successes, opportunities }
    }

    /// Usual rates 1/2 and 1/5. In the first context 10 of 10: with 1/2 expected there, (10 x 1/2 + 10) / (10 + 10) = 3/4 is what it comes to, whose
    /// odds are three times the usual. The second has the odds 1/4 x 3 = 3/4 then: 3/7. The first is left to what was done in it.
    #[test]
    fn a_context_is_moved_by_what_was_done_in_others() {
        let usual = [Beta { alpha: 5.0, beta: 5.0 }, Beta { alpha: 2.0, beta: 8.0 }];
        let counts = [counts(10.0, 10.0), counts(0.0, 0.0)];
        let [first, second] = drawn_together(&usual, &counts, |_, _| true);
        assert_eq!(first, usual[0], "what was done there is counted afterwards");
        assert!((second.mean() - 3.0 / 7.0).abs() < 1e-12, "{second:?}");
        assert!((second.alpha + second.beta - 10.0).abs() < 1e-12, "its worth stays");
        assert_eq!(drawn_together(&usual, &counts, |_, _| false), usual, "nothing was done in what resembles them");
    }

    #[test]
    fn who_does_what_is_usual_moves_nothing() {
        let usual = [Beta { alpha: 5.0, beta: 5.0 }, Beta { alpha: 2.0, beta: 8.0 }];
        let drawn = drawn_together(&usual, &[counts(10.0, 20.0), counts(4.0, 20.0)], |_, _| true);
        for (drawn, usual) in drawn.iter().zip(usual) {
            assert!((drawn.mean() - usual.mean()).abs() < 1e-12);
        }
    }
}
