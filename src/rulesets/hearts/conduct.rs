//! What a finished deal settles about how its players behave.
//!
//! Every hand is known once all 52 cards are played: it is what its seat played. So each decision can be looked at with the
//! cards that its player had, and counts where another choice was allowed.

use super::borne_out::borne_out;
use super::card::{Card, CardSet, DECK, Suit};
use super::decisions::decisions;
use super::event::DealEnd;
use super::legal::legal;
use super::likelihood::{BORNE_OUT, CARELESS, KNOWN_SENSE, TASTE};
use super::plays::{Played, trick_on, winner};
use super::setup::{Direction, SEATS, Setup};
use super::taste::{ByTaste, Taste};
use crate::rulesets::{Conduct, Seat, Tally};

/// Points of a deal after which an attempt to shoot the moon counts as made: more than half of the 26.
const MOON: i32 = 14;

/// A tendency in one of its contexts, in the order in which they are listed and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Habit {
    /// Keeps the queen back under the king or ace.
    DucksCovered,
    /// Keeps the queen back where she would win so far.
    DucksOpen,
    /// Throws the queen on another suit.
    Sloughs,
    /// Passes the queen on from at least five spades.
    PassesGuarded,
    /// Passes the queen on from fewer.
    PassesThin,
    /// Passes all its clubs or all its diamonds.
    PassesToVoid,
    /// Leads a low spade holding queen, king or ace.
    LeadsHigh,
    /// Leads a low spade holding none of them.
    LeadsSafe,
    /// Takes the first points of a deal alone.
    TriesMoon,
}

impl Habit {
    /// The tendency's name and the context's.
    pub const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::DucksCovered => ("ducks_queen", "covered"),
            Self::DucksOpen => ("ducks_queen", "open"),
            Self::Sloughs => ("sloughs_queen", ""),
            Self::PassesGuarded => ("passes_queen", "guarded"),
            Self::PassesThin => ("passes_queen", "thin"),
            Self::PassesToVoid => ("passes_to_void", ""),
            Self::LeadsHigh => ("leads_spades", "high"),
            Self::LeadsSafe => ("leads_spades", "safe"),
            Self::TriesMoon => ("tries_moon", ""),
        }
    }

    /// Whether a card played at an [`occasion`] is what the habit names.
    pub fn is_shown_by(self, card: Card) -> bool {
        match self {
            Self::DucksCovered | Self::DucksOpen => card != Card::QUEEN,
            Self::LeadsHigh | Self::LeadsSafe => is_low_spade(card),
            _ => card == Card::QUEEN,
        }
    }
}

/// The habit that a play will show or not, of a seat that holds `hand` after the plays `before`. `None` where the rules
/// leave no choice in it.
pub fn occasion(setup: &Setup, before: &[Played], hand: CardSet) -> Option<Habit> {
    let spades = hand.of(Suit::Spades);
    let trick = trick_on(before);
    let habit = match trick.first() {
        None if before.iter().any(|played| played.card == Card::QUEEN) => return None,
        None if spades.iter().any(|card| !is_low_spade(card)) => Habit::LeadsHigh,
        None => Habit::LeadsSafe,
        Some(_) if !hand.contains(Card::QUEEN) => return None,
        Some(lead) if lead.card.suit() != Suit::Spades => Habit::Sloughs,
        Some(_) if winner(trick).card.rank() > Card::QUEEN.rank() => Habit::DucksCovered,
        Some(_) => Habit::DucksOpen,
    };
    let choices = legal(setup, before, hand);
    let does = choices.iter().any(|card| habit.is_shown_by(card));
    // To lead a high spade is not the alternative to leading a low one: the hand must hold another suit.
    let other = |card: Card| !habit.is_shown_by(card) && (!trick.is_empty() || card.suit() != Suit::Spades);
    (does && choices.iter().any(other)).then_some(habit)
}

const fn is_low_spade(card: Card) -> bool {
    matches!(card.suit(), Suit::Spades) && card.rank() < Card::QUEEN.rank()
}

/// Which habit a hand as dealt gives occasion for by its queen of spades; `None` without her.
pub fn queen_to_pass(dealt: CardSet) -> Option<Habit> {
    let guarded = dealt.of(Suit::Spades).len() > 4;
    dealt.contains(Card::QUEEN).then_some(if guarded { Habit::PassesGuarded } else { Habit::PassesThin })
}

/// Clubs and diamonds, as far as three passed cards could empty the suit.
pub fn short_suits(dealt: CardSet) -> impl Iterator<Item = CardSet> {
    [Suit::Clubs, Suit::Diamonds].into_iter().map(move |suit| dealt.of(suit)).filter(|cards| (1..=3).contains(&cards.len()))
}

/// Whether a hand, after the pass, is one to shoot the moon with.
pub fn is_strong(hand: CardSet) -> bool {
    let tops = |suit: Suit| hand.of(suit).iter().filter(|card| card.rank() > 12).count();
    Suit::ALL.into_iter().map(tops).sum::<usize>() >= 4 && tops(Suit::Hearts) > 0
}

/// Penalty points that each seat took in the tricks of these plays; the jack of diamonds is none.
pub fn penalties(plays: &[Played]) -> [i32; SEATS] {
    let mut taken = [0; SEATS];
    for trick in plays.chunks_exact(SEATS) {
        taken[usize::from(winner(trick).seat)] += trick.iter().map(|played| played.card.points()).sum::<i32>();
    }
    taken
}

/// Everything that is counted, in the order in which it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Behaviour {
    /// Looked careless in this deal.
    Careless,
    /// Said something of its hand by choices of a kind: what was true of it, or was claimed to be.
    BorneOut(&'static str),
    /// Chose a card for what it is.
    Taste(Taste),
    /// Did what a habit names.
    Habit(Habit),
}

impl Behaviour {
    const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::Careless => (CARELESS, ""),
            Self::BorneOut(context) => ("borne_out", context),
            Self::Taste(taste) => taste.label(),
            Self::Habit(habit) => habit.label(),
        }
    }
}

/// Choices that a seat must have made in a deal, before it is said whether it looked careless.
const CHOICES: usize = 5;

/// Choices of a seat in a deal, and how much likelier all of them were by tastes than by lot, in nats.
#[derive(Clone, Copy, Default)]
struct Sense {
    choices: usize,
    /// By the shipped tastes, and by what was known of the player before this game.
    shipped: f64,
    known: f64,
}

impl Sense {
    /// Whether neither explains the choices better than lot does. What is known of a player may be chance, so that it has to explain them
    /// better by [`KNOWN_SENSE`].
    fn is_careless(self) -> bool {
        self.shipped.max(self.known - KNOWN_SENSE) < 0.0
    }
}

/// Counts the tastes that every choice shows, and for each seat whether all of them together look careless.
fn choices(
    setup: &Setup,
    direction: Direction,
    plays: &[Played],
    end: &DealEnd,
    known: &[ByTaste; SEATS],
    tally: &mut Tally<Behaviour>,
) {
    let mut senses = [Sense::default(); SEATS];
    for decision in decisions(setup, direction, plays, end) {
        decision.scene.shows(decision.chosen, decision.choices, |taste, done| {
            tally.add(decision.seat, Behaviour::Taste(taste), done);
        });
        let at = usize::from(decision.seat);
        senses[at].choices += 1;
        senses[at].shipped += decision.sense(&TASTE);
        senses[at].known += decision.sense(&known[at]);
    }
    for (seat, sense) in (0..).zip(senses) {
        if sense.choices >= CHOICES {
            tally.add(seat, Behaviour::Careless, sense.is_careless());
        }
    }
}

/// Nats that count as one statement: what is said of one card again and again is no new statement each time. So many that simulated
/// persons, of whom all that is said is right on average, differ as much as chance has it.
const STATEMENT: f64 = 2.0;

/// Counts how much of what choices said of hands was true, and how much was claimed to be.
fn statements(setup: &Setup, plays: &[Played], tastes: &[ByTaste; SEATS], tally: &mut Tally<Behaviour>) {
    let count = |nats: f64| libm::round(nats.max(0.0) / STATEMENT) as u32;
    for (seat, kinds) in (0..).zip(borne_out(setup, plays, tastes)) {
        for (kind, said) in kinds.iter().enumerate() {
            let all = count(said.right + said.wrong);
            let claimed = count((said.right + said.wrong + said.claimed) / 2.0);
            for (is_claimed, done) in [(false, count(said.right)), (true, claimed)] {
                let behaviour = Behaviour::BorneOut(BORNE_OUT[kind][usize::from(is_claimed)]);
                tally.add_all(seat, behaviour, true, done.min(all));
                tally.add_all(seat, behaviour, false, all.saturating_sub(done));
            }
        }
    }
}

/// The observations that the end of a deal with these plays settles: one count for each seat, tendency and context that there was
/// an occasion for. None where cards were thrown in, since then the hands stay unknown.
pub fn settled(setup: &Setup, direction: Direction, plays: &[Played], end: &DealEnd, tastes: &[ByTaste; SEATS]) -> Vec<Conduct> {
    if plays.len() != DECK {
        return Vec::new();
    }
    let mut hands = [CardSet::EMPTY; SEATS];
    for played in plays {
        hands[usize::from(played.seat)].insert(played.card);
    }
    let mut tally = Tally::default();
    choices(setup, direction, plays, end, tastes, &mut tally);
    statements(setup, plays, tastes, &mut tally);
    passing(&hands, direction, end, &mut tally);
    let strong: Vec<Seat> = (0..SEATS as Seat).filter(|seat| is_strong(hands[usize::from(*seat)])).collect();
    for seat in strong {
        tally.add(seat, Behaviour::Habit(Habit::TriesMoon), first_points(plays) == Some(seat));
    }
    for (place, played) in plays.iter().enumerate() {
        let (before, hand) = (&plays[..place], &mut hands[usize::from(played.seat)]);
        // Where the rules forbade the card, the report was wrong: it shows no choice.
        if let Some(habit) = occasion(setup, before, *hand)
            && legal(setup, before, *hand).contains(played.card)
        {
            tally.add(played.seat, Behaviour::Habit(habit), habit.is_shown_by(played.card));
        }
        hand.remove(played.card);
    }
    tally.conduct(Behaviour::label)
}

/// What the pass shows of seats whose hand before it can be put together again.
fn passing(hands: &[CardSet; SEATS], direction: Direction, end: &DealEnd, tally: &mut Tally<Behaviour>) {
    for (seat, hand) in (0..).zip(hands) {
        let received = direction.from(seat).and_then(|from| end.passes.get(&from));
        let (Some(given), Some(received)) = (end.passes.get(&seat), received) else { continue };
        let dealt = hand.without(*received).or(*given);
        if let Some(habit) = queen_to_pass(dealt) {
            tally.add(seat, Behaviour::Habit(habit), given.contains(Card::QUEEN));
        }
        if short_suits(dealt).next().is_some() {
            tally.add(
                seat,
                Behaviour::Habit(Habit::PassesToVoid),
                short_suits(dealt).any(|suit| suit.without(*given).is_empty()),
            );
        }
    }
}

/// The seat that took all of the first [`MOON`] points of a deal; the trick that reaches them counts whole.
fn first_points(plays: &[Played]) -> Option<Seat> {
    let mut taken = (1..=plays.len() / SEATS).map(|tricks| penalties(&plays[..tricks * SEATS]));
    let reached = taken.find(|taken| taken.iter().sum::<i32>() >= MOON)?;
    let all: i32 = reached.iter().sum();
    (0..).zip(reached).find(|(_, points)| *points == all).map(|(seat, _)| seat)
}
