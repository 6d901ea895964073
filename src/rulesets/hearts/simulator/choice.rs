//! Which card a simulated player plays.
//!
//! Where the play shows a habit, the person's rate for it decides between the cards that show it and those that do not;
//! ordinary sense decides the rest.

use super::style::Style;
use crate::belief::{WorldRng, below, chance, unit};
use crate::rulesets::Seat;
use crate::rulesets::hearts::card::{Card, CardSet, Suit};
use crate::rulesets::hearts::conduct::{occasion, penalties};
use crate::rulesets::hearts::legal::legal;
use crate::rulesets::hearts::plays::winner;
use crate::rulesets::hearts::scene::Scene;
use crate::rulesets::hearts::setup::SEATS;
use crate::rulesets::hearts::table::Table;
use crate::rulesets::hearts::taste::ByTaste;

/// Cards of a suit that others hold, from which on a high card is likely to take a harmless trick.
const FRESH: usize = 8;
/// How often a player gets rid of a high card in such a trick.
const SHEDS: f64 = 0.4;
/// Points with one seat that make others think of the moon.
const ALARM: i32 = 10;

/// A decision.
pub struct Choice<'a> {
    /// The table as everybody sees it.
    pub table: &'a Table,
    /// Who plays.
    pub seat: Seat,
    /// Its cards.
    pub hand: CardSet,
    /// Its way to play.
    pub style: &'a Style,
    /// Whether it set out to take all points.
    pub moon: bool,
}

impl Choice<'_> {
    /// The card.
    pub fn card(&self, rng: &mut WorldRng) -> Card {
        let (setup, plays) = (&self.table.setup, &self.table.plays);
        let allowed = legal(setup, plays, self.hand);
        if allowed.len() > 1 && chance(self.style.noise, rng) {
            return nth(allowed, below(allowed.len(), rng));
        }
        if let Some(tastes) = &self.style.tastes {
            let follows =
                self.table.trick().first().is_none_or(|lead| allowed.iter().all(|card| card.suit() == lead.card.suit()));
            return Scene::of_play(setup, plays, follows).choose(tastes, allowed, rng);
        }
        let mut cards = allowed;
        if !self.shoots()
            && let Some(habit) = occasion(setup, plays, self.hand)
        {
            let does = self.style.does(habit, rng);
            cards = allowed.iter().filter(|card| habit.is_shown_by(*card) == does).collect();
        }
        match self.table.trick().first() {
            None => self.lead(cards, rng),
            Some(lead) if lead.card.suit() == top(cards).suit() => self.follow(cards, rng),
            Some(_) => self.slough(cards, rng),
        }
    }

    fn lead(&self, cards: CardSet, rng: &mut WorldRng) -> Card {
        if self.shoots() {
            let others = |card: Card| self.hidden(card.suit()).iter().filter(|other| other.rank() > card.rank()).count();
            return best(cards, rng, |card| self.hand.of(card.suit()).len() as f64 - 10.0 * others(card) as f64);
        }
        let spades = cards.of(Suit::Spades);
        if spades == cards {
            let low: CardSet = spades.iter().filter(|card| card.rank() < Card::QUEEN.rank()).collect();
            return if !self.queen_is_out() || low.is_empty() || chance(0.5, rng) { lowest(cards) } else { top(low) };
        }
        let cards = if self.queen_is_out() { cards.without(spades) } else { cards };
        if chance(SHEDS, rng)
            && let Some(suit) =
                [Suit::Clubs, Suit::Diamonds].into_iter().find(|suit| self.is_fresh(*suit) && !cards.of(*suit).is_empty())
        {
            return top(cards.of(suit));
        }
        best(cards, rng, |card| -8.0 * self.danger(card))
    }

    fn follow(&self, cards: CardSet, rng: &mut WorldRng) -> Card {
        let trick = self.table.trick();
        let highest = winner(trick).card;
        let over: CardSet = cards.iter().filter(|card| card.rank() > highest.rank()).collect();
        let under = cards.without(over);
        let last = trick.len() + 1 == SEATS;
        let points: i32 = trick.iter().map(|played| self.table.points(played.card)).sum();
        if self.shoots() {
            return match (over.is_empty(), last) {
                (true, _) => lowest(cards),
                (false, true) => lowest(over),
                (false, false) => top(over),
            };
        }
        if points < 0 && last && !over.is_empty() {
            return lowest(over);
        }
        // One heart is a cheap price for somebody's moon.
        let cheap = (1..=4).contains(&points);
        if self.threat().is_some() && cheap && !over.is_empty() {
            return top(over);
        }
        let harmless = if last { points <= 0 } else { self.first_trick_is_safe() };
        let sheds = || !last && self.is_fresh(highest.suit());
        if harmless || (sheds() && chance(SHEDS, rng)) {
            return self.top_but_jack(cards);
        }
        match (under.is_empty(), last) {
            (false, _) => self.top_but_jack(under),
            // The trick is taken anyhow: with the card that is worst to keep.
            (true, true) => top(over),
            (true, false) => lowest(over),
        }
    }

    fn slough(&self, cards: CardSet, rng: &mut WorldRng) -> Card {
        if self.shoots() {
            return best(cards, rng, |card| -f64::from(card.rank()) - if card.points() > 0 { 20.0 } else { 0.0 });
        }
        let taker = winner(self.table.trick()).seat;
        let threat = self.threat();
        let hearts = cards.of(Suit::Hearts);
        if threat.is_some_and(|threat| threat != taker) && !hearts.is_empty() {
            return lowest(hearts);
        }
        let keeps_queen = self.hand.contains(Card::QUEEN);
        best(cards, rng, |card| {
            let short = 6.0 - self.hand.of(card.suit()).len() as f64;
            match card.suit() {
                _ if card == Card::QUEEN => 30.0,
                _ if card == Card::JACK && self.table.setup.jack_points() < 0 => -30.0,
                Suit::Hearts if threat.is_some() => -20.0 - f64::from(card.rank()),
                Suit::Spades if keeps_queen => -10.0,
                Suit::Spades if card.rank() > 12 && self.queen_is_out() => 20.0,
                Suit::Hearts => 4.0 + 10.0 * self.danger(card),
                _ => 10.0 * self.danger(card) + 0.7 * short,
            }
        })
    }

    /// Whether the player still goes for all points: until another seat has one.
    fn shoots(&self) -> bool {
        let others = |(seat, points): (usize, i32)| seat == usize::from(self.seat) || points == 0;
        self.moon && penalties(&self.table.plays).into_iter().enumerate().all(others)
    }

    /// Another seat that has all the points so far, and many.
    fn threat(&self) -> Option<Seat> {
        let taken = penalties(&self.table.plays);
        let all: i32 = taken.iter().sum();
        (0..).zip(taken).find(|(seat, points)| *seat != self.seat && *points == all && all >= ALARM).map(|(seat, _)| seat)
    }

    fn queen_is_out(&self) -> bool {
        !self.table.played().contains(Card::QUEEN)
    }

    fn first_trick_is_safe(&self) -> bool {
        self.table.is_first_trick() && self.table.setup.first_trick_is_free()
    }

    /// Cards of a suit that the other seats hold.
    fn hidden(&self, suit: Suit) -> CardSet {
        suit.cards().without(self.table.played()).without(self.hand)
    }

    /// A side suit that most can still follow.
    fn is_fresh(&self, suit: Suit) -> bool {
        let shown = (0..SEATS as Seat).any(|seat| seat != self.seat && self.table.showed_void(seat, suit).is_some());
        matches!(suit, Suit::Clubs | Suit::Diamonds) && !shown && self.hidden(suit).len() >= FRESH
    }

    /// Share of the suit's hidden cards that lose to this one; 1 where none is hidden: then it would win.
    fn danger(&self, card: Card) -> f64 {
        let hidden = self.hidden(card.suit());
        let below = hidden.iter().filter(|other| other.rank() < card.rank()).count();
        if hidden.is_empty() { 1.0 } else { below as f64 / hidden.len() as f64 }
    }

    /// The highest; not the jack of diamonds where he is worth something.
    fn top_but_jack(&self, cards: CardSet) -> Card {
        let mut rest = cards;
        if self.table.setup.jack_points() < 0 && cards.len() > 1 {
            rest.remove(Card::JACK);
        }
        top(rest)
    }
}

impl Scene {
    /// A card, each with a chance that grows with how much it is liked.
    pub fn choose(&self, tastes: &ByTaste, cards: CardSet, rng: &mut WorldRng) -> Card {
        // The greatest of likings with Gumbel noise is such a choice.
        best_by(cards, |card| self.liking(tastes, card) - libm::log(-libm::log(unit(rng).max(1e-300))))
    }
}

fn nth(cards: CardSet, place: usize) -> Card {
    cards.iter().nth(place).expect("the place is below the number of cards")
}

fn lowest(cards: CardSet) -> Card {
    nth(cards, 0)
}

fn top(cards: CardSet) -> Card {
    nth(cards, cards.len() - 1)
}

/// The card with the highest score; a little chance decides between near ones.
fn best(cards: CardSet, rng: &mut WorldRng, score: impl Fn(Card) -> f64) -> Card {
    best_by(cards, |card| score(card) + unit(rng))
}

fn best_by(cards: CardSet, mut score: impl FnMut(Card) -> f64) -> Card {
    let scored = cards.iter().map(|card| (score(card), card));
    scored.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a hand with a card").1
}
