//! What games teach about a player: the fold from settled conduct to a profile, one for all rulesets.
//!
//! It is a pure function of the player's stream, and takes it event by event: folded at once, or carried on from where it was
//! kept, it ends in the same bits. Weights fade by the game and never by the clock, so that a rebuild next year gives the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Conduct, Likelihood, Revision, Seat};
use crate::belief::Beta;

/// What an older game still weighs when a player has begun another one of the same ruleset.
pub const DECAY: Likelihood = Likelihood {
    name: "profile_decay",
    value: 0.98,
    reason: "Weight that a game keeps for each later game of the player in this ruleset: half after 34 games, so that a profile \
             rests on about the last fifty and follows a player who learns, while a dozen games still count almost in full. \
             Counted in games, because a pause teaches nothing. A guess: no published study of how fast habits change is known to us.",
};

/// How far one settled round moves trust.
pub const TRUST_RATE: Likelihood = Likelihood {
    name: "trust_rate",
    value: 0.1,
    reason: "trust += rate x (accuracy - 0.5), clamped to [0, 1]: the rate of an earlier tracker, which the preset `seed` of Liar's Dice stands for. One round of \
             perfect accuracy moves trust by 0.05, so that it takes about ten to believe a stranger fully.",
};

/// Trust in a player of whom nothing is known.
pub const TRUST_START: f64 = 0.5;

/// Rounds whose accuracies are kept one by one. The opening of a game holds them by value, so they are few.
const RECENT: usize = 32;

/// Counts below this are what subtraction leaves of nothing.
const NOTHING: f64 = 1e-9;

/// What settled games taught about a player in one ruleset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// Games that it rests on: those in which something was settled.
    pub games: u32,
    /// Weighted (successes, opportunities) by tendency and context.
    pub tendencies: BTreeMap<String, BTreeMap<String, Counts>>,
    /// How far the player's statements are to be believed; `None` before the first settled round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// Revision of the player's stream that it was folded to; `None` where nothing stood there yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Revision>,
}

/// Settled observations of one behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// How often it was done. At least 0.
    pub successes: f64,
    /// How often it could have been done. At least `successes`.
    pub opportunities: f64,
}

impl Profile {
    /// What was counted of a behaviour in a context; nothing, where nothing was.
    #[must_use]
    pub fn counts(&self, tendency: &str, context: &str) -> Counts {
        self.tendencies.get(tendency).and_then(|contexts| contexts.get(context)).copied().unwrap_or_default()
    }

    /// What was counted of a behaviour in all contexts together.
    #[must_use]
    pub fn total(&self, tendency: &str) -> Counts {
        let counts = self.tendencies.get(tendency).into_iter().flat_map(BTreeMap::values);
        counts.fold(Counts::default(), |sum, counts| Counts {
            successes: sum.successes + counts.successes,
            opportunities: sum.opportunities + counts.opportunities,
        })
    }
}

impl Counts {
    /// The distribution of the rate that made these counts, given its prior.
    #[must_use]
    pub fn after(self, prior: Beta) -> Beta {
        prior.after(self.successes, self.opportunities)
    }
}

/// How far a player's statements are to be believed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trust {
    /// In [0, 1], at the rate [`TRUST_RATE`].
    pub value: f64,
    /// Rounds that it rests on.
    pub rounds: u32,
    /// Accuracies of the last rounds, oldest first; at most 32.
    pub recent: Vec<f64>,
    /// Trust before those rounds, at the rate [`TRUST_RATE`].
    pub before: f64,
    /// Sum of (accuracy - 0.5) over the rounds before those: what another rate needs to know of them.
    pub drift: f64,
}

impl Default for Trust {
    fn default() -> Self {
        Self { value: TRUST_START, rounds: 0, recent: Vec::new(), before: TRUST_START, drift: 0.0 }
    }
}

impl Trust {
    /// Trust at another rate. Exact for a player of at most 32 rounds; beyond, the older rounds are taken as if none of them had
    /// met 0 or 1.
    #[must_use]
    pub fn at_rate(&self, rate: f64) -> f64 {
        if rate == TRUST_RATE.value { self.value } else { self.along(moved(TRUST_START, rate * self.drift), rate) }
    }

    fn along(&self, start: f64, rate: f64) -> f64 {
        self.recent.iter().fold(start, |trust, accuracy| moved(trust, rate * (accuracy - 0.5)))
    }

    /// Takes in the accuracy of a round that was settled, in [0, 1].
    pub fn settle(&mut self, accuracy: f64) {
        self.rounds = self.rounds.saturating_add(1);
        self.recent.push(accuracy);
        while self.recent.len() > RECENT {
            let oldest = self.recent.remove(0);
            self.before = moved(self.before, TRUST_RATE.value * (oldest - 0.5));
            self.drift += oldest - 0.5;
        }
        self.value = self.along(self.before, TRUST_RATE.value);
    }

    /// Puts an accuracy, or nothing, in the place of another: at its place among the recent ones, if it is still there; else as a sum.
    fn correct(&mut self, place: Option<usize>, wrong: f64, right: Option<f64>) {
        match (place, right) {
            (Some(place), Some(right)) => self.recent[place] = right,
            (Some(place), None) => drop(self.recent.remove(place)),
            (None, _) => {
                let by = right.unwrap_or(0.5) - wrong;
                self.before = moved(self.before, TRUST_RATE.value * by);
                self.drift += by;
            }
        }
        self.rounds = self.rounds.saturating_sub(u32::from(right.is_none()));
        self.value = self.along(self.before, TRUST_RATE.value);
    }
}

fn moved(trust: f64, by: f64) -> f64 {
    (trust + by).clamp(0.0, 1.0)
}

/// A settled observation as a player's stream holds it: a [`Conduct`] without its seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Observed {
    /// So many of so many opportunities were taken.
    Count {
        /// Which behaviour.
        tendency: String,
        /// In which situation; empty where the tendency has one context.
        context: String,
        /// How often it was done.
        successes: u32,
        /// How often it could have been done.
        opportunities: u32,
    },
    /// How accurate statements were in a settled round.
    Accuracy {
        /// In [0, 1].
        value: f64,
    },
}

impl Conduct {
    /// Whose it is, and what was observed. `None` where it says nothing: no opportunity, or an accuracy that is no number.
    #[must_use]
    pub fn observed(&self) -> Option<(Seat, Observed)> {
        match self {
            Self::Count { opportunities: 0, .. } => None,
            Self::Count { seat, tendency, context, successes, opportunities } => {
                let (tendency, context) = ((*tendency).to_owned(), context.clone());
                Some((*seat, Observed::Count { tendency, context, successes: *successes, opportunities: *opportunities }))
            }
            Self::Accuracy { value, .. } if value.is_nan() => None,
            Self::Accuracy { seat, value } => Some((*seat, Observed::Accuracy { value: value.clamp(0.0, 1.0) })),
        }
    }
}

/// What is remembered of a player in one ruleset: where the fold of the player's stream has got to.
///
/// A game's observations weigh `decay` to the power of the number of games that began after it in the stream. A game begins there
/// with the first observation that it settles, and stays begun.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    profile: Profile,
    /// In the order in which they began: a running game that settles something late must find its place.
    games: Games,
    /// Where the recent accuracies were settled, in their order: game by its mark, and revision.
    rounds: Vec<(u64, Revision)>,
}

/// Where something was settled: which event of which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledAt<'a> {
    /// The game.
    pub game: &'a str,
    /// The event.
    pub revision: Revision,
}

impl Memory {
    /// What games taught so far.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let contexts: usize = self.profile.tendencies.values().map(BTreeMap::len).sum();
        1024 + 8 * self.games.0.len() + 128 * contexts
    }

    /// Takes in an observation that an event settled. `decay` is the ruleset's, in (0, 1].
    pub fn observe(&mut self, decay: f64, at: SettledAt<'_>, observed: &Observed) {
        let weight = self.weight(decay, at.game);
        match observed {
            Observed::Count { .. } => self.count(observed, weight),
            Observed::Accuracy { value } => self.settle(at, *value),
        }
    }

    /// Takes in that the observations of an event were not `was` but `now`. A round that was none before is the newest one.
    pub fn correct(&mut self, decay: f64, at: SettledAt<'_>, was: &[Observed], now: &[Observed]) {
        let weight = self.weight(decay, at.game);
        was.iter().for_each(|observed| self.count(observed, -weight));
        now.iter().for_each(|observed| self.count(observed, weight));
        for contexts in self.profile.tendencies.values_mut() {
            contexts.retain(|_, counts| counts.opportunities > NOTHING);
        }
        self.profile.tendencies.retain(|_, contexts| !contexts.is_empty());
        let (was, now) = (accuracies(was), accuracies(now));
        for (index, wrong) in was.iter().enumerate() {
            self.correct_round(at, *wrong, now.get(index).copied());
        }
        for accuracy in now.iter().skip(was.len()) {
            self.settle(at, *accuracy);
        }
    }

    fn settle(&mut self, at: SettledAt<'_>, accuracy: f64) {
        let trust = self.profile.trust.get_or_insert_default();
        trust.settle(accuracy);
        self.rounds.push((Games::mark(at.game), at.revision));
        let gone = self.rounds.len().saturating_sub(trust.recent.len());
        self.rounds.drain(..gone);
    }

    fn correct_round(&mut self, at: SettledAt<'_>, wrong: f64, right: Option<f64>) {
        let Some(trust) = &mut self.profile.trust else { return };
        let mark = (Games::mark(at.game), at.revision);
        let mut rounds = self.rounds.iter().zip(&trust.recent);
        let place = rounds.position(|(round, accuracy)| *round == mark && *accuracy == wrong);
        if let (Some(place), None) = (place, right) {
            self.rounds.remove(place);
        }
        trust.correct(place, wrong, right);
        if trust.rounds == 0 {
            self.profile.trust = None;
            self.rounds.clear();
        }
    }

    /// What an observation of this game weighs now. A game not met before begins, and the others fade.
    fn weight(&mut self, decay: f64, game: &str) -> f64 {
        let mark = Games::mark(game);
        if let Some(later) = self.games.0.iter().rev().position(|known| *known == mark) {
            return libm::pow(decay, later as f64);
        }
        self.games.0.push(mark);
        self.profile.games = self.profile.games.saturating_add(1);
        for counts in self.profile.tendencies.values_mut().flat_map(BTreeMap::values_mut) {
            counts.successes *= decay;
            counts.opportunities *= decay;
        }
        1.0
    }

    fn count(&mut self, observed: &Observed, weight: f64) {
        let Observed::Count { tendency, context, successes, opportunities } = observed else { return };
        let counts = self.profile.tendencies.entry(tendency.clone()).or_default().entry(context.clone()).or_default();
        counts.opportunities = (counts.opportunities + weight * f64::from(*opportunities)).max(0.0);
        counts.successes = (counts.successes + weight * f64::from(*successes)).clamp(0.0, counts.opportunities);
    }
}

fn accuracies(observed: &[Observed]) -> Vec<f64> {
    let accuracy = |observed: &Observed| match observed {
        Observed::Accuracy { value } => Some(*value),
        Observed::Count { .. } => None,
    };
    observed.iter().filter_map(accuracy).collect()
}

/// Games by a mark of their ids, eight bytes each: ten thousand games stay small enough to be read in a millisecond.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Games(Vec<u64>);

impl Games {
    fn mark(game: &str) -> u64 {
        let mut mark = [0; 8];
        mark.copy_from_slice(&blake3::hash(game.as_bytes()).as_bytes()[..8]);
        u64::from_be_bytes(mark)
    }
}

impl From<Games> for String {
    fn from(games: Games) -> Self {
        let mut text = Self::with_capacity(16 * games.0.len());
        for mark in games.0 {
            // Writing to a text cannot fail.
            let _ = write!(text, "{mark:016x}");
        }
        text
    }
}

impl TryFrom<String> for Games {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mark = |mark: &[u8]| {
            let mark = std::str::from_utf8(mark).ok().filter(|mark| mark.len() == 16);
            mark.and_then(|mark| u64::from_str_radix(mark, 16).ok()).ok_or_else(|| "marks of games are 16 digits each".to_owned())
        };
        text.as_bytes().chunks(16).map(mark).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn did(successes: u32, opportunities: u32) -> Observed {
        Observed::Count { tendency: "bluffs".to_owned(), context: "early".to_owned(), successes, opportunities }
    }

    fn at(game: &str, revision: Revision) -> SettledAt<'_> {
        SettledAt { game, revision }
    }

    fn round(value: f64) -> Observed {
        Observed::Accuracy { value }
    }

    fn counts(memory: &Memory) -> Counts {
        memory.profile().counts("bluffs", "early")
    }

    #[test]
    fn weights_fade_by_the_game() {
        let mut memory = Memory::default();
        memory.observe(0.5, at("a", 0), &did(1, 1));
        memory.observe(0.5, at("a", 0), &did(0, 1));
        assert_eq!(counts(&memory), Counts { successes: 1.0, opportunities: 2.0 }, "one game, however long, does not fade");
        memory.observe(0.5, at("b", 0), &did(1, 1));
        memory.observe(0.5, at("c", 0), &did(0, 1));
        // a: 1 of 2 at 1/4; b: 1 of 1 at 1/2; c: 0 of 1 at 1.
        assert_eq!(counts(&memory), Counts { successes: 0.75, opportunities: 2.0 });
        // Settled late in the oldest game: it weighs what the rest of that game weighs.
        memory.observe(0.5, at("a", 0), &did(1, 1));
        assert_eq!(counts(&memory), Counts { successes: 1.0, opportunities: 2.25 });
        assert_eq!(memory.profile().games, 3);
    }

    #[test]
    fn a_correction_leaves_what_the_right_event_would_have_left() {
        let (mut wrong, mut right) = (Memory::default(), Memory::default());
        for (memory, first) in [(&mut wrong, did(1, 1)), (&mut right, did(0, 1))] {
            memory.observe(0.5, at("a", 0), &first);
            memory.observe(0.5, at("b", 0), &did(1, 2));
        }
        wrong.correct(0.5, at("a", 0), &[did(1, 1)], &[did(0, 1)]);
        assert_eq!(wrong, right);
        // Nothing stands in its place, in the end not in the other game either.
        wrong.correct(0.5, at("a", 0), &[did(0, 1)], &[]);
        wrong.correct(0.5, at("b", 0), &[did(1, 2)], &[]);
        assert!(wrong.profile().tendencies.is_empty() && wrong.profile().games == 2, "{wrong:?}");
    }

    #[test]
    fn trust_by_hand() {
        let mut memory = Memory::default();
        // The seed's own example: 0.5 + 0.1 x (0.9 - 0.5) = 0.54; then 0.54 + 0.1 x (0.2 - 0.5) = 0.51.
        memory.observe(0.98, at("a", 0), &round(0.9));
        let value = |memory: &Memory| memory.profile().trust.clone().expect("a round was settled").value;
        assert!((value(&memory) - 0.54).abs() < 1e-12);
        memory.observe(0.98, at("a", 1), &round(0.2));
        assert!((value(&memory) - 0.51).abs() < 1e-12);
        assert!((memory.profile().trust.clone().expect("it was").at_rate(0.5) - 0.55).abs() < 1e-12, "0.5 + 0.2 - 0.15");
        memory.correct(0.98, at("a", 0), &[round(0.9)], &[round(0.5)]);
        assert!((value(&memory) - 0.47).abs() < 1e-12, "0.5 + 0 - 0.03");
        memory.correct(0.98, at("a", 0), &[round(0.5)], &[]);
        memory.correct(0.98, at("a", 1), &[round(0.2)], &[]);
        assert_eq!(memory.profile().trust, None);
    }

    #[test]
    fn a_round_is_corrected_where_it_stood() {
        let mut memory = Memory::default();
        memory.observe(0.98, at("a", 7), &round(0.0));
        (0..11).for_each(|revision| memory.observe(0.98, at("c", revision), &round(1.0)));
        memory.observe(0.98, at("b", 7), &round(0.0));
        // Eleven steps up from 0.45 end at 1, clamped, and one down at 0.95. Had the first been a 1.0, it would be 0.95 as well.
        let value = |memory: &Memory| memory.profile().trust.clone().expect("rounds were settled").value;
        assert!((value(&memory) - 0.95).abs() < 1e-12);
        memory.correct(0.98, at("a", 7), &[round(0.0)], &[round(1.0)]);
        assert!((value(&memory) - 0.95).abs() < 1e-12, "{memory:?}");
        memory.correct(0.98, at("b", 7), &[round(0.0)], &[]);
        let trust = memory.profile().trust.clone().expect("rounds were settled");
        assert!(trust.rounds == 12 && trust.recent == [1.0; 12] && trust.value == 1.0, "{trust:?}");
    }

    #[test]
    fn trust_stays_in_range_and_remembers_more_than_it_keeps() {
        let mut memory = Memory::default();
        (0..100).for_each(|_| memory.observe(0.98, at("a", 0), &round(1.0)));
        let trust = memory.profile().trust.clone().expect("rounds were settled");
        assert_eq!((trust.value, trust.rounds, trust.recent.len()), (1.0, 100, RECENT));
        // 68 rounds left the window: each moved by 0.05, clamped at 1.
        assert_eq!((trust.before, trust.drift), (1.0, 34.0));
        assert!((trust.at_rate(0.001) - 0.55).abs() < 1e-12, "0.5 + 100 x 0.0005");
        assert_eq!(trust.at_rate(TRUST_RATE.value), trust.value);
        // A round that is not kept any more is corrected as a sum: 1 - 0.1 x 0.7 before the window, and back to 1 in it.
        memory.observe(0.98, at("b", 0), &round(0.3));
        memory.correct(0.98, at("gone", 0), &[round(0.7)], &[round(0.0)]);
        let trust = memory.profile().trust.clone().expect("rounds were settled");
        assert!((trust.before - 0.93).abs() < 1e-12 && (trust.value - 0.98).abs() < 1e-12, "{trust:?}");
    }

    #[test]
    fn kept_and_carried_on_it_ends_in_the_same_bits() {
        let observe = |memory: &mut Memory, number: u32| {
            let game = format!("game-{}", number % 7 + number / 20);
            memory.observe(0.98, at(&game, number.into()), &did(number % 3, 2 + number % 3));
            memory.observe(0.98, at(&game, number.into()), &round(f64::from(number % 11) / 11.0));
        };
        let (mut at_once, mut kept) = (Memory::default(), Memory::default());
        for number in 0..200 {
            observe(&mut at_once, number);
            observe(&mut kept, number);
            let text = serde_json::to_vec(&kept).expect("plain data");
            kept = serde_json::from_slice(&text).expect("its own text");
        }
        assert_eq!(serde_json::to_vec(&at_once).expect("plain data"), serde_json::to_vec(&kept).expect("plain data"));
        assert!(serde_json::from_str::<Games>("\"0123\"").is_err());
    }
}
