//! What everybody sees when a seat chooses a card, and what a card would be in that situation.

use super::card::{Card, CardSet, Suit};
use super::plays::{Played, trick_on, winner};
use super::setup::{SEATS, Setup};
use super::taste::{ByTaste, Taste};

/// What kind of choice it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Leads a trick.
    Lead,
    /// Follows suit: no trick can hurt (first trick, or last to play and no points).
    Safe,
    /// Follows suit: others play yet, no points so far.
    Early,
    /// Follows suit: others play yet, points so far.
    Hot,
    /// Follows suit: last to play, with points.
    Points,
    /// Throws a card of another suit.
    Slough,
    /// Passes three cards on.
    Pass,
    /// Plays to a trick that people want (the jack of diamonds is in it), of the suit led or of another: no card is liked more than another.
    Wanted {
        /// Whether it is of the suit led.
        follows: bool,
    },
}

impl Kind {
    /// Its name, as evidence gives it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lead => "leads",
            Self::Slough | Self::Wanted { follows: false } => "sloughs",
            Self::Pass => "passes",
            _ => "follows",
        }
    }
}

/// Kinds of choice that are looked at each by itself: leads, follows, and sloughs.
pub const KINDS: usize = 3;

/// The place of a kind of choice among those; `None` of the pass.
#[must_use]
pub const fn place_of(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Pass => None,
        Kind::Lead => Some(0),
        Kind::Slough | Kind::Wanted { follows: false } => Some(2),
        _ => Some(1),
    }
}

/// A choice as everybody sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// What kind of choice.
    pub kind: Kind,
    /// The suit that was led, where one was.
    pub led: Option<Suit>,
    winning: Option<Card>,
    queen_out: bool,
    /// Cards that were not played in this deal.
    unplayed: CardSet,
}

impl Scene {
    /// The pass.
    pub const PASS: Self = Self { kind: Kind::Pass, led: None, winning: None, queen_out: true, unplayed: CardSet::FULL };

    /// The choice of a play after `before`, the plays of this deal so far; `follows` says whether the suit led is followed.
    #[must_use]
    pub fn of_play(setup: &Setup, before: &[Played], follows: bool) -> Self {
        let unplayed = CardSet::FULL.without(before.iter().map(|played| played.card).collect());
        let trick = trick_on(before);
        let queen_out = unplayed.contains(Card::QUEEN);
        let Some(lead) = trick.first() else {
            return Self { kind: Kind::Lead, led: None, winning: None, queen_out, unplayed };
        };
        let value = |card: Card| if card == Card::JACK { setup.jack_points() } else { card.points() };
        let points: i32 = trick.iter().map(|played| value(played.card).max(0)).sum();
        let wanted = trick.iter().any(|played| value(played.card) < 0);
        let last = trick.len() + 1 == SEATS;
        let safe = before.len() < SEATS && setup.first_trick_is_free();
        let kind = match (follows, last) {
            _ if wanted => Kind::Wanted { follows },
            (false, _) => Kind::Slough,
            _ if safe => Kind::Safe,
            (true, true) if points == 0 => Kind::Safe,
            (true, true) => Kind::Points,
            (true, false) if points == 0 => Kind::Early,
            (true, false) => Kind::Hot,
        };
        Self { kind, led: Some(lead.card.suit()), winning: Some(winner(trick).card), queen_out, unplayed }
    }

    /// Share of the other unplayed cards of its suit that are lower, in [0, 1].
    fn height(&self, card: Card) -> f64 {
        let suit = self.unplayed.of(card.suit());
        let lower = suit.iter().take_while(|other| other.rank() < card.rank()).count();
        if suit.len() > 1 { lower as f64 / (suit.len() - 1) as f64 } else { 0.5 }
    }

    /// Calls `has` with each feature that the card has, and how much of it.
    pub fn features(&self, card: Card, mut has: impl FnMut(Taste, f64)) {
        let spade = card.suit() == Suit::Spades && self.queen_out;
        let queen = card == Card::QUEEN;
        let high = spade && card.rank() > 12;
        match self.kind {
            Kind::Lead if queen => has(Taste::LeadsQueen, 1.0),
            Kind::Lead if high => has(Taste::LeadsHighSpade, 1.0),
            Kind::Lead if spade => has(Taste::LeadsSpade, 1.0),
            Kind::Lead if card.suit() == Suit::Hearts => {
                has(Taste::LeadsHeart, 1.0);
                has(Taste::LeadsHighHeart, self.height(card));
            }
            Kind::Lead => has(Taste::LeadsHigh, self.height(card)),
            Kind::Safe | Kind::Early | Kind::Hot | Kind::Points => self.following(card, has),
            Kind::Slough if queen => has(Taste::SloughsQueen, 1.0),
            Kind::Slough if high => has(Taste::SloughsHighSpade, 1.0),
            Kind::Slough if spade => has(Taste::SloughsLowSpade, 1.0),
            Kind::Slough if card.suit() == Suit::Hearts => {
                has(Taste::SloughsHeart, 1.0);
                has(Taste::SloughsHighHeart, self.height(card));
            }
            Kind::Slough => has(Taste::SloughsHigh, self.height(card)),
            Kind::Pass if queen => has(Taste::PassesQueen, 1.0),
            Kind::Pass if high => has(Taste::PassesHighSpade, 1.0),
            Kind::Pass if spade => has(Taste::PassesLowSpade, 1.0),
            Kind::Pass if card.suit() == Suit::Hearts => {
                has(Taste::PassesHeart, 1.0);
                has(Taste::PassesHighHeart, self.height(card));
            }
            Kind::Pass => has(Taste::PassesHigh, self.height(card)),
            Kind::Wanted { .. } => {}
        }
    }

    fn following(&self, card: Card, mut has: impl FnMut(Taste, f64)) {
        let over = self.winning.is_none_or(|winning| card.rank() > winning.rank());
        if card == Card::QUEEN {
            return has(if over { Taste::FollowsQueenOver } else { Taste::FollowsQueenUnder }, 1.0);
        }
        let [takes, above, below] = match self.kind {
            Kind::Safe => [Taste::TakesSafe, Taste::OverSafe, Taste::UnderSafe],
            Kind::Early => [Taste::TakesEarly, Taste::OverEarly, Taste::UnderEarly],
            Kind::Hot => [Taste::TakesHot, Taste::OverHot, Taste::UnderHot],
            _ => [Taste::TakesPoints, Taste::OverPoints, Taste::UnderPoints],
        };
        if over {
            has(takes, 1.0);
            has(above, self.height(card));
            let others_play = matches!(self.kind, Kind::Early | Kind::Hot);
            if others_play && self.queen_out && card.suit() == Suit::Spades && card.rank() > 12 {
                has(Taste::FollowsHighSpade, 1.0);
            }
        } else {
            has(below, self.height(card));
        }
    }

    /// How much a player with these tastes likes the card: the logarithm of its weight in the choice.
    #[must_use]
    pub fn liking(&self, tastes: &ByTaste, card: Card) -> f64 {
        let mut sum = 0.0;
        self.features(card, |taste, value| sum += tastes[taste as usize] * value);
        sum
    }

    /// What the choice of `chosen` from the cards that the hand could have chosen shows of each taste: whether a card was chosen that
    /// has more of the feature than these cards have on average. Says nothing of features by which the cards do not differ. Of a feature by rank only the
    /// cards of its kind count: the choice between kinds is another taste's.
    pub fn shows(&self, chosen: Card, choices: CardSet, mut show: impl FnMut(Taste, bool)) {
        let mut had: [Option<f64>; super::taste::TASTES] = [None; super::taste::TASTES];
        self.features(chosen, |taste, value| had[taste as usize] = Some(value));
        // (cards that have it, sum, least, most)
        let mut all = [(0_usize, 0.0_f64, f64::INFINITY, f64::NEG_INFINITY); super::taste::TASTES];
        for card in choices.iter() {
            self.features(card, |taste, value| {
                let of = &mut all[taste as usize];
                *of = (of.0 + 1, of.1 + value, of.2.min(value), of.3.max(value));
            });
        }
        for taste in Taste::ALL {
            let (cards, sum, least, most) = all[taste as usize];
            if taste.is_by_rank() {
                if let Some(value) = had[taste as usize]
                    && cards > 1
                    && most > least
                {
                    show(taste, value * cards as f64 > sum);
                }
            } else if cards > 0 && cards < choices.len() {
                show(taste, had[taste as usize].is_some());
            }
        }
    }
}

impl Taste {
    /// Whether the feature is a matter of degree, between cards of one kind.
    #[must_use]
    pub const fn is_by_rank(self) -> bool {
        matches!(
            self,
            Self::LeadsHighHeart
                | Self::LeadsHigh
                | Self::UnderSafe
                | Self::UnderEarly
                | Self::UnderHot
                | Self::UnderPoints
                | Self::OverSafe
                | Self::OverEarly
                | Self::OverHot
                | Self::OverPoints
                | Self::SloughsHighHeart
                | Self::SloughsHigh
                | Self::PassesHighHeart
                | Self::PassesHigh
        )
    }
}

impl Scene {
    /// Spades below the queen, and from the queen up, that were not played; none where the queen was.
    #[must_use]
    pub fn spades(&self) -> (CardSet, CardSet) {
        if !self.queen_out {
            return (CardSet::EMPTY, CardSet::EMPTY);
        }
        let spades = self.unplayed.of(Suit::Spades);
        let low: CardSet = spades.iter().filter(|card| card.rank() < Card::QUEEN.rank()).collect();
        (low, spades.without(low))
    }
}
