//! A player with habits, who wants a low row.

use super::mind::{Act, Mind, Spot};
use super::style::Style;
use crate::belief::{WorldRng, below, chance, one_of, unit};
use crate::rulesets::Seat;
use crate::rulesets::vinto::event::Place;
use crate::rulesets::vinto::rank::{Action, Rank, RankSet};

/// What a card that another seat kept seems to be worth, and one that nobody touched.
const KEPT: f64 = 3.0;
const UNTOUCHED: f64 = 5.5;
/// What a draw is worth before it is seen: an action must promise more, to take the discard in its place.
const DRAW: f64 = 2.5;
/// Least gain that is worth a swap.
const LEAST: f64 = 0.3;

/// How often a careless person does what may be done or left; tosses a card in; calls. The last two stand for equal chances, which would end a
/// round in its second turn.
const BY_LOT: f64 = 0.5;
const TOSSES: f64 = 0.1;
const CALLS: f64 = 0.05;

/// A simulated person.
#[derive(Clone, Debug)]
pub struct Person {
    style: Style,
    /// Cards that it put into its row out of habit.
    habits: usize,
}

impl Person {
    /// A person of this style.
    #[must_use]
    pub const fn new(style: Style) -> Self {
        Self { style, habits: 0 }
    }

    /// Whether it moves by lot now.
    fn slips(&self, rng: &mut WorldRng) -> bool {
        self.style.slips > 0.0 && chance(self.style.slips, rng)
    }

    /// Any move for a drawn card, with equal chance.
    fn any_act(spot: Spot<'_>, drawn: Rank, rng: &mut WorldRng) -> Act {
        let mut acts: Vec<Act> = spot.row().map(|(position, _)| Act::Swap { position, declared: None }).collect();
        acts.push(Act::Discard);
        if drawn.action().is_some() {
            acts.push(Act::Use);
        }
        one_of(&acts, rng).unwrap_or(Act::Discard)
    }

    fn noise(&self, rng: &mut WorldRng) -> f64 {
        self.style.noise * (unit(rng) + unit(rng) - 1.0)
    }

    /// The own card that is known to be worst.
    fn worst(spot: Spot<'_>) -> Option<(u8, Rank)> {
        let known = spot.row().filter_map(|(position, rank)| rank.map(|rank| (position, rank)));
        known.max_by_key(|(_, rank)| rank.value())
    }

    fn unseen(spot: Spot<'_>) -> Vec<u8> {
        spot.row().filter(|(_, rank)| rank.is_none()).map(|(position, _)| position).collect()
    }

    /// What playing an action seems to be worth, in points.
    fn worth(&self, spot: Spot<'_>, action: Action) -> f64 {
        let worst = Self::worst(spot).map_or(0.0, |(_, rank)| f64::from(rank.value()));
        let unseen = !Self::unseen(spot).is_empty();
        let kept = spot.others().any(|(_, card)| spot.was_kept(card));
        let theirs = if kept { KEPT } else { UNTOUCHED };
        let worth = match action {
            Action::PeekOwn if unseen => 1.8,
            Action::PeekOwn => 0.0,
            Action::PeekOther => 0.6,
            Action::Switch => worst - theirs,
            Action::PeekAndSwitch => worst - theirs + 1.5,
            Action::Declare => worst,
            Action::ForceDraw => 1.5,
        };
        worth.max(0.0) * self.style.uses_actions
    }

    /// A place of another's row: a card that its owner kept, where there is one, two times in three.
    fn target(spot: Spot<'_>, rng: &mut WorldRng) -> Option<Place> {
        let all: Vec<Place> = spot.others().map(|(place, _)| place).collect();
        let kept: Vec<Place> = spot.others().filter(|(_, card)| spot.was_kept(*card)).map(|(place, _)| place).collect();
        if kept.is_empty() || chance(1.0 / 3.0, rng) { one_of(&all, rng) } else { one_of(&kept, rng) }
    }
}

impl Mind for Person {
    fn takes(&mut self, spot: Spot<'_>, top: Rank, rng: &mut WorldRng) -> bool {
        if self.slips(rng) {
            return chance(BY_LOT, rng);
        }
        top.action().is_some_and(|action| self.worth(spot, action) + self.noise(rng) > DRAW)
    }

    fn act(&mut self, spot: Spot<'_>, drawn: Rank, rng: &mut WorldRng) -> Act {
        if self.slips(rng) {
            return Self::any_act(spot, drawn, rng);
        }
        if self.style.habit > 0.0 && drawn.value() < 10 && chance(self.style.habit, rng) {
            self.habits += 1;
            let row = spot.table().row(spot.seat).len();
            return if row == 0 { Act::Discard } else { Act::Swap { position: (self.habits % row) as u8, declared: None } };
        }
        let mut best = (LEAST + self.noise(rng), Act::Discard);
        let mut offer = |gain: f64, act: Act| {
            if gain > best.0 {
                best = (gain, act);
            }
        };
        let value = f64::from(drawn.value());
        for (position, known) in spot.row() {
            let gain = match known {
                Some(rank) => f64::from(rank.value()) - value,
                None => self.style.unseen + self.style.swaps_unseen - value,
            };
            let declared = match known {
                Some(rank) => (rank.action().is_some() && chance(self.style.declares, rng)).then_some(rank),
                None => chance(self.style.gambles / 4.0, rng).then_some(Rank::Queen),
            };
            offer(gain + self.noise(rng), Act::Swap { position, declared });
        }
        if let Some(action) = drawn.action() {
            offer(self.worth(spot, action) + self.noise(rng), Act::Use);
        }
        best.1
    }

    fn tosses(&mut self, spot: Spot<'_>, ranks: RankSet, rng: &mut WorldRng) -> Vec<u8> {
        if self.slips(rng) {
            let row = spot.table().row(spot.seat).len();
            return if row > 0 && chance(TOSSES, rng) { vec![below(row, rng) as u8] } else { Vec::new() };
        }
        let mut tossed: Vec<u8> = Vec::new();
        for (position, known) in spot.row() {
            // A Joker or King in the row is worth more than a shorter row, and an Ace almost.
            if let Some(rank) = known.filter(|rank| ranks.contains(*rank) && rank.value() > 0)
                && chance(self.style.tosses_known * if rank == Rank::Ace { 0.8 } else { 1.0 }, rng)
            {
                tossed.push(position);
            }
        }
        if chance(self.style.toss_errors, rng) {
            let row = spot.table().row(spot.seat).len();
            let wrong = below(row, rng) as u8;
            if row > 0 && !tossed.contains(&wrong) {
                tossed.push(wrong);
            }
        }
        tossed
    }

    fn plays(&mut self, spot: Spot<'_>, card: Rank, rng: &mut WorldRng) -> bool {
        if self.slips(rng) {
            return chance(BY_LOT, rng);
        }
        card.action().is_some_and(|action| self.worth(spot, action) + self.noise(rng) > 0.0)
    }

    fn looks_own(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<u8> {
        one_of(&Self::unseen(spot), rng)
    }

    fn looks_other(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Place> {
        let unknown: Vec<Place> = spot.others().filter(|(_, card)| spot.knows(*card).is_none()).map(|(place, _)| place).collect();
        one_of(&unknown, rng)
    }

    fn pair(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Place)> {
        if self.slips(rng) {
            let own: Vec<u8> = spot.row().map(|(position, _)| position).collect();
            let all: Vec<Place> = spot.others().map(|(place, _)| place).collect();
            return Some((Place { seat: spot.seat, position: one_of(&own, rng)? }, one_of(&all, rng)?));
        }
        let worst = Self::worst(spot).filter(|(_, rank)| rank.value() >= 5).map(|(position, _)| position);
        let position = worst.or_else(|| one_of(&Self::unseen(spot), rng))?;
        let target = Self::target(spot, rng)?;
        Some((Place { seat: spot.seat, position }, target))
    }

    fn switches(&mut self, spot: Spot<'_>, a: Place, b: Place, rng: &mut WorldRng) -> bool {
        if self.slips(rng) {
            return chance(BY_LOT, rng);
        }
        let table = spot.table();
        let worth = |place: Place, card| match spot.knows(card) {
            Some(rank) => f64::from(rank.value()),
            None if place.seat == spot.seat => self.style.unseen,
            None if spot.was_kept(card) => KEPT,
            None => UNTOUCHED,
        };
        let (Some(own), Some(other)) = (table.at(a.seat, a.position), table.at(b.seat, b.position)) else { return false };
        worth(a, own) + self.noise(rng) > worth(b, other)
    }

    fn declares(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Rank)> {
        if self.slips(rng) {
            let places: Vec<Place> = spot
                .others()
                .map(|(place, _)| place)
                .chain(spot.row().map(|(position, _)| Place { seat: spot.seat, position }))
                .collect();
            return Some((one_of(&places, rng)?, one_of(&Rank::ALL, rng)?));
        }
        let own = |position| Place { seat: spot.seat, position };
        if let Some((position, rank)) = Self::worst(spot).filter(|(_, rank)| rank.value() > 0) {
            // Some remember wrongly what they saw.
            let wrong = chance(self.style.toss_errors * 3.0, rng);
            let named = if wrong { one_of(&Rank::ALL, rng)? } else { rank };
            return Some((own(position), named));
        }
        if !chance(self.style.gambles * 2.0, rng) {
            return None;
        }
        let unseen = one_of(&Self::unseen(spot), rng).map(own);
        let place = unseen.or_else(|| Self::target(spot, rng))?;
        Some((place, one_of(&[Rank::Ten, Rank::Jack, Rank::Queen, Rank::Nine], rng)?))
    }

    fn forces(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Seat> {
        let seats: Vec<Seat> =
            (0..spot.table().seats).filter(|seat| *seat != spot.seat && !spot.table().is_protected(*seat, spot.seat)).collect();
        // The shortest row is the most dangerous.
        let least = seats.iter().map(|seat| spot.table().row(*seat).len()).min()?;
        let shortest: Vec<Seat> = seats.into_iter().filter(|seat| spot.table().row(*seat).len() == least).collect();
        one_of(&shortest, rng)
    }

    fn calls(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> bool {
        if self.slips(rng) {
            return spot.table().turn.number > u32::from(spot.table().seats) && chance(CALLS, rng);
        }
        let worth = |rank: Option<Rank>| rank.map_or(self.style.unseen, |rank| f64::from(rank.value()));
        let total: f64 = spot.row().fold(0.0, |sum, (_, rank)| sum + worth(rank));
        let rounds = f64::from(spot.table().turn.number) / f64::from(spot.table().seats.max(1));
        // Nobody waits for ever.
        let patience = (rounds - 8.0).max(0.0);
        rounds > 2.0 && total + self.noise(rng) <= self.style.calls_at + patience
    }
}
