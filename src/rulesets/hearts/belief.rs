//! One observer's posterior over who holds which card.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::Hearts;
use super::card::{Card, CardSet, DECK, HAND};
use super::likelihood::SEED_FLOOR;
use super::model::Model;
use super::seed::Clue;
use super::setup::{Direction, SEATS};
use super::solved::Solved;
use super::table::{Phase, Table};
use super::ways::{ByWay, WAYS, Weights};
use super::whereabouts::{ANYBODY, Whereabouts};
use super::world::{World, put_holder};
use crate::belief::{Draws, Holders, Overfull, Quality, Sampled, WeightKind};
use crate::rulesets::{Columns, Observer, Opening, Posterior, Seat};

/// What soft evidence says of the holders of cards: by card, seat and way, P(choices | it holds the card) / P(choices | it does not), up
/// to a factor that all cards share.
pub type Leanings = [[ByWay; SEATS]; DECK];

/// Nothing was said of any card.
pub const NOTHING: Leanings = [[[1.0; WAYS]; SEATS]; DECK];

/// A belief: for each card the seats that may hold it and what soft evidence says against each. With the sizes of the hands, which
/// stand on the table, the posterior over deals follows from these, whatever the order in which they were learned.
#[derive(Clone, Debug)]
pub struct Belief {
    /// What soft evidence weighs.
    pub(super) model: Arc<Model>,
    /// Seats that may hold a card, by all that the observer knows.
    pub(super) holders: Whereabouts,
    /// What soft evidence says of each seat's holding a card, by the way in which the seat plays.
    pub(super) leanings: Leanings,
    /// How likely each seat plays in each way.
    pub(super) ways: [Weights; SEATS],
    /// What each seat passed in this deal, as far as the observer saw it.
    pub(super) passed: [Option<CardSet>; SEATS],
    /// What each seat kept when it passed, where its whole hand and its pass are known: no card of it came to it from another.
    pub(super) kept: [Option<CardSet>; SEATS],
    /// Whether the passes of this deal, as far as this belief has taken them, have not changed hands yet.
    pub(super) passing: bool,
    /// Whether `holders` heeds all that the table shows: false from an event that moved the table and was left out here, to the next
    /// one that is taken.
    in_step: bool,
    /// The posterior, worked out when it is first asked for.
    solved: OnceLock<Arc<Solved>>,
}

impl Belief {
    /// Forgets what was worked out of it: something has changed.
    pub(super) fn changed(&mut self) {
        self.solved = OnceLock::new();
    }

    /// Twelve cards change hands. What is known moves with them; of a hand that is known where its pass is not, because it was left out, it is
    /// not known any more which three have gone.
    pub(super) fn hand_over(&mut self, direction: Direction) {
        let hands: [CardSet; SEATS] = std::array::from_fn(|seat| self.holders.certain(seat as Seat));
        let is_whole = |hand: &CardSet| hand.len() == HAND;
        self.passing = false;
        for card in self.holders.open().iter() {
            self.holders.set(card, ANYBODY);
        }
        for seat in 0..SEATS as Seat {
            let at = usize::from(seat);
            let Some(to) = direction.to(seat) else { continue };
            self.kept[at] = self.passed[at].filter(|_| is_whole(&hands[at])).map(|cards| hands[at].without(cards));
            let (gone, holders) = match self.passed[at] {
                Some(cards) => (cards, 1 << to),
                None if is_whole(&hands[at]) => (hands[at], 1 << seat | 1 << to),
                None => continue,
            };
            gone.iter().for_each(|card| self.holders.set(card, holders));
        }
    }

    /// The belief, heeding all that the table shows.
    pub(super) fn in_step_with(&self, table: &Table) -> Self {
        let mut belief = self.clone();
        if !self.in_step {
            belief.changed();
            if belief.passing && table.phase == Phase::Playing {
                belief.hand_over(table.direction);
            }
            belief.holders = belief.reconciled(table);
            belief.in_step = true;
            for card in CardSet::FULL.without(belief.holders.out()).iter() {
                belief.leanings[card.index()] = NOTHING[card.index()];
            }
        }
        belief
    }

    /// Seats that may hold a card, by what the observer knows, where an event was left out that moved the table: a card that was played in it is in no hand.
    /// What it shows of other cards does not count, as everything that was taken is known already. Where the sizes of the hands leave no deal, as when another
    /// seat played a card of the observer's own hand, the cards whose holder is known stay with it, and the others may be wherever everybody saw that they may;
    /// where that leaves none either, only what everybody saw counts.
    pub(super) fn reconciled(&self, table: &Table) -> Whereabouts {
        let possible = |mut holders: Whereabouts| holders.narrow(table.left()).is_ok().then_some(holders);
        possible(self.holders.still_out(table.allowed()))
            .or_else(|| possible(self.holders.known_over(table.allowed(), table.left())))
            .unwrap_or_else(|| table.whereabouts())
    }

    /// The posterior. Worked out once. A belief that no true event makes (one that was frozen and is damaged) may have no deal left:
    /// then what everybody saw counts.
    pub(super) fn solved(&self, table: &Table) -> &Solved {
        let whole = || self.in_step.then(|| self.solve(self.holders, table.left()).ok()).flatten();
        let known = || self.solve(self.in_step_with(table).holders, table.left()).ok();
        let seen = || self.solve(table.whereabouts(), table.left()).ok();
        self.solved.get_or_init(|| Arc::new(whole().or_else(known).or_else(seen).unwrap_or_else(Solved::none)))
    }

    /// The posterior in the middle of an event, where hands have these sizes. Worked out once.
    pub(super) fn solved_within(&self, left: [u8; SEATS]) -> &Solved {
        self.solved.get_or_init(|| Arc::new(self.solve(self.holders, left).unwrap_or_else(|_| Solved::none())))
    }

    fn solve(&self, holders: Whereabouts, left: [u8; SEATS]) -> Result<Solved, Overfull> {
        Solved::new(holders, |card, seat| libm::log(self.leaning(card, seat)), left)
    }

    /// Takes a clue of the preset `seed` in.
    pub(super) fn heed_seed(&mut self, clue: &Clue, seat: Seat) {
        let by = libm::pow(clue.likelihood.value, self.model.softness);
        let floor = libm::pow(SEED_FLOOR, self.model.softness);
        for card in clue.cards.iter() {
            for at in (0..SEATS).filter(|at| (*at == usize::from(seat)) != clue.others) {
                self.leanings[card.index()][at] = self.leanings[card.index()][at].map(|leaning| (leaning * by).max(floor));
            }
        }
    }

    /// What soft evidence says of the seat's holding a card: the mean over the ways in which it may be playing.
    pub(super) fn leaning(&self, card: Card, seat: Seat) -> f64 {
        let at = usize::from(seat);
        self.ways[at].mean(self.leanings[card.index()][at]).clamp(LEAST, 1.0 / LEAST)
    }

    /// How many cards have more than one possible holder.
    #[must_use]
    pub fn hidden(&self, table: &Table) -> usize {
        self.solved(table).whereabouts().open().len()
    }

    /// P(the seat holds the card), in [0, 1]; 0 for a card that is played.
    #[must_use]
    pub fn holds(&self, table: &Table, seat: Seat, card: Card) -> f64 {
        self.solved(table).holds(seat, card)
    }
}

/// What a snapshot holds of a belief.
#[derive(Debug, Serialize, Deserialize)]
pub struct FrozenBelief {
    /// The cards that are out, by their place in the deck: the seats that may hold each, and the leanings by seat and way.
    cards: Vec<(u8, Holders, [ByWay; SEATS])>,
    /// What each seat passed, one bit a card.
    passed: [Option<u64>; SEATS],
    /// What each seat kept, likewise.
    kept: [Option<u64>; SEATS],
    passing: bool,
    in_step: bool,
    ways: [Weights; SEATS],
}

/// The mean over the ways is no smaller, and no greater than its inverse: no player is so regular that choices settle a card.
const LEAST: f64 = 1e-12;

/// A leaning as a snapshot held it; nothing where it is no leaning.
fn thawed(leaning: f64) -> f64 {
    if leaning.is_finite() && leaning > 0.0 { leaning } else { 1.0 }
}

impl Posterior<Hearts> for Belief {
    type Frozen = FrozenBelief;

    fn prior(opening: &Opening<Hearts>, _: Observer, _: u32) -> Self {
        let model = Model::new(opening);
        Self {
            ways: model.ways,
            model: Arc::new(model),
            holders: Whereabouts::NOWHERE,
            leanings: NOTHING,
            passed: [None; SEATS],
            kept: [None; SEATS],
            passing: false,
            in_step: true,
            solved: OnceLock::new(),
        }
    }

    fn table_moved(&mut self) {
        self.in_step = false;
        self.changed();
    }

    fn quality(&self, _: &Table) -> Quality {
        Quality::EXACT
    }

    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        let solved = self.solved(table);
        Sampled::drawn(draws, WeightKind::LogProbability, Quality::EXACT, |mut rng| {
            let mut world = solved.begun();
            let ln = solved.assignment.draw(&mut rng, |item, holder| world.hands[holder].insert(solved.cards[item]));
            (ln, world)
        })
    }

    fn sample_columns(&self, _: &Opening<Hearts>, table: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        let solved = self.solved(table);
        let certain = solved.begun();
        Sampled::drawn(draws, WeightKind::LogProbability, Quality::EXACT, |mut rng| {
            columns.begin();
            certain.values(columns);
            solved.assignment.draw(&mut rng, |item, holder| put_holder(columns, solved.cards[item], holder as Seat));
            (0.0, ())
        })
    }

    fn ln_probability(&self, table: &Table, world: &World) -> f64 {
        let solved = self.solved(table);
        let all = world.hands.iter().fold(CardSet::EMPTY, |all, hand| all.or(*hand));
        if all != solved.whereabouts().out() {
            return f64::NEG_INFINITY;
        }
        let holder = |card: &Card| world.hands.iter().position(|hand| hand.contains(*card)).unwrap_or(SEATS);
        solved.assignment.ln_probability(&solved.cards.iter().map(holder).collect::<Vec<_>>())
    }

    fn freeze(&self) -> FrozenBelief {
        let card = |card: Card| (card.index() as u8, self.holders.of(card), self.leanings[card.index()]);
        FrozenBelief {
            cards: self.holders.out().iter().map(card).collect(),
            passed: self.passed.map(|cards| cards.map(CardSet::bits)),
            kept: self.kept.map(|cards| cards.map(CardSet::bits)),
            passing: self.passing,
            in_step: self.in_step,
            ways: self.ways,
        }
    }

    /// What no belief holds (a place from 52 on, a leaning that is no number above 0, weights that do not sum to 1) is dropped or brought within bounds.
    fn thaw(opening: &Opening<Hearts>, observer: Observer, widening: u32, frozen: FrozenBelief) -> Self {
        let mut belief = Self::prior(opening, observer, widening);
        for (card, holders, leanings) in frozen.cards {
            if let Some(card) = Card::at(card) {
                belief.holders.set(card, holders);
                belief.leanings[card.index()] = leanings.map(|ways| ways.map(thawed));
            }
        }
        belief.passed = frozen.passed.map(|cards| cards.map(CardSet::of_bits));
        belief.kept = frozen.kept.map(|cards| cards.map(CardSet::of_bits));
        belief.passing = frozen.passing;
        belief.in_step = frozen.in_step;
        belief.ways = frozen.ways.map(Weights::thawed);
        belief
    }

    fn weigh(&self, table: &Table) -> usize {
        let (left, out) = (table.left(), self.holders.out().len());
        let room = std::array::from_fn(|seat| usize::from(left[seat]).saturating_sub(self.holders.certain(seat as Seat).len()));
        let model = size_of::<[usize; 2]>() + size_of::<Model>();
        size_of::<Self>() + model + Solved::weigh(out, room.iter().sum(), room)
    }
}
