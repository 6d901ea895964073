//! The behaviours that reveals settle observations of, by name and context.

use std::sync::LazyLock;

use super::hands::FACES;
use super::order::Situation;

/// Bids that were bluffs.
pub const BLUFF_RATE: &str = "bluff_rate";
/// Bids on the face that the own hand made most likely.
pub const BACKED_RATE: &str = "backed_rate";
/// Standing bids that were called.
pub const CALL_THRESHOLD: &str = "call_threshold";
/// Rounds in which a player seemed to move by lot.
pub const CARELESS: &str = "careless";
/// How well the dice of a revealed round fitted what was said with them.
pub const DICE_FIT: &str = "dice_fit";
/// Standing bids that were said to be exactly right.
pub const EXACT_THRESHOLD: &str = "exact_threshold";
/// Exact calls that were right.
pub const EXACT_SUCCESS: &str = "exact_success";
/// Faces bid.
pub const FACE_PREFERENCE: &str = "face_preference";

/// Contexts of [`BLUFF_RATE`] and of [`BACKED_RATE`]: the situation and the dice left.
pub const BID_CONTEXTS: [&str; 9] =
    ["opening/1", "opening/2-3", "opening/4+", "raise/1", "raise/2-3", "raise/4+", "cornered/1", "cornered/2-3", "cornered/4+"];
/// Contexts of [`CALL_THRESHOLD`]: how likely the standing bid was true, in percent, given the own hand.
pub const BANDS: [&str; 6] = ["0-10", "10-25", "25-40", "40-60", "60-80", "80-100"];
/// Upper ends of the bands but the last.
const BAND_ENDS: [f64; 5] = [0.1, 0.25, 0.4, 0.6, 0.8];
/// Contexts of [`EXACT_THRESHOLD`]: how likely the standing bid was exactly right, in percent, given the own hand.
pub const EXACT_BANDS: [&str; 4] = ["0-10", "10-20", "20-30", "30-100"];
/// Upper ends of those bands but the last.
const EXACT_ENDS: [f64; 3] = [0.1, 0.2, 0.3];
/// Contexts of [`DICE_FIT`]: how likely the dice were after what was said, in percent of how likely they were before it.
pub const FITS: [&str; 9] = ["0-10", "10-25", "25-50", "50-71", "71-100", "100-141", "141-200", "200-400", "400+"];
/// Upper ends of those bands but the last.
const FIT_ENDS: [f64; FITS.len() - 1] = [0.1, 0.25, 0.5, 0.71, 1.0, 1.41, 2.0, 4.0];
/// Contexts of [`FACE_PREFERENCE`].
pub const FACE_NAMES: [&str; FACES] = ["1", "2", "3", "4", "5", "6"];

/// Contexts of a situation, by the dice left.
const LEFT: usize = 3;

/// Values of faces that differ by less are equal.
const TIE: f64 = 1e-12;

/// The band of a probability.
#[must_use]
pub fn band(p: f64) -> usize {
    place(&BAND_ENDS, p)
}

/// The band of a probability that a standing bid is exactly right.
#[must_use]
pub fn exact_band(p: f64) -> usize {
    place(&EXACT_ENDS, p)
}

/// The band of a likelihood ratio: dice after what was said, to the same dice before it.
#[must_use]
pub fn fit_band(ratio: f64) -> usize {
    place(&FIT_ENDS, ratio)
}

/// How many of these ends, in order, a value has reached.
fn place(ends: &[f64], value: f64) -> usize {
    ends.iter().take_while(|end| value >= **end).count()
}

/// Index of the context of a bid: situation, and 1, 2 to 3 or more dice left.
#[must_use]
pub fn bid_context(situation: Situation, dice: u8) -> usize {
    let left = match dice {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    };
    situation as usize * LEFT + left
}

/// The situation, by its place, of the context of a bid.
#[must_use]
pub const fn situation_of(context: usize) -> usize {
    context / LEFT
}

/// Whether a face of this value is among the best for a hand, where `best` is the greatest value of any face.
#[must_use]
pub fn is_backed(value: f64, best: f64) -> bool {
    value >= best - TIE
}

/// A behaviour that reveals settle observations of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behaviour {
    /// [`BACKED_RATE`].
    Backed,
    /// [`BLUFF_RATE`].
    Bluff,
    /// [`CALL_THRESHOLD`].
    Call,
    /// [`CARELESS`].
    Careless,
    /// [`DICE_FIT`].
    Fit,
    /// [`EXACT_SUCCESS`].
    Exact,
    /// [`EXACT_THRESHOLD`].
    ExactCall,
    /// [`FACE_PREFERENCE`].
    Face,
}

impl Behaviour {
    /// All of them, in their order.
    const ALL: [Self; 8] =
        [Self::Backed, Self::Bluff, Self::Call, Self::Careless, Self::Fit, Self::Exact, Self::ExactCall, Self::Face];

    /// The name of its tendency.
    #[must_use]
    pub const fn tendency(self) -> &'static str {
        match self {
            Self::Backed => BACKED_RATE,
            Self::Bluff => BLUFF_RATE,
            Self::Call => CALL_THRESHOLD,
            Self::Careless => CARELESS,
            Self::Fit => DICE_FIT,
            Self::ExactCall => EXACT_THRESHOLD,
            Self::Exact => EXACT_SUCCESS,
            Self::Face => FACE_PREFERENCE,
        }
    }

    /// The names of its contexts.
    #[must_use]
    pub const fn contexts(self) -> &'static [&'static str] {
        match self {
            Self::Backed | Self::Bluff => &BID_CONTEXTS,
            Self::Call => &BANDS,
            Self::Fit => &FITS,
            Self::Careless | Self::Exact => &[""],
            Self::ExactCall => &EXACT_BANDS,
            Self::Face => &FACE_NAMES,
        }
    }

    /// The place of a context of it, where all are ordered by the names of tendency and context.
    #[must_use]
    pub fn rank(self, context: usize) -> usize {
        static RANKS: LazyLock<[Vec<usize>; Behaviour::ALL.len()]> = LazyLock::new(|| {
            let names = |behaviour: Behaviour| behaviour.contexts().iter().map(move |name| (behaviour.tendency(), *name));
            let mut all: Vec<(&str, &str)> = Behaviour::ALL.into_iter().flat_map(names).collect();
            all.sort_unstable();
            let rank = |name: (&str, &str)| all.iter().take_while(|other| **other < name).count();
            Behaviour::ALL.map(|behaviour| names(behaviour).map(rank).collect())
        });
        RANKS.get(self as usize).and_then(|ranks| ranks.get(context)).copied().unwrap_or_default()
    }

    /// The behaviour and the index of its context that have these names; `None` where this release knows none.
    #[must_use]
    pub fn named(tendency: &str, context: &str) -> Option<(Self, usize)> {
        let behaviour = Self::ALL.into_iter().find(|behaviour| behaviour.tendency() == tendency)?;
        let at = behaviour.contexts().iter().position(|name| *name == context)?;
        Some((behaviour, at))
    }
}
