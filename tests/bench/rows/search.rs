//! A player that searches: it asks for worlds, tries each move in each of them, and takes the one that wins most often. Where the worlds
//! come from it does not know.

use std::sync::Arc;

use credence::belief::{WeightKind, WorldRng, seeded};
use credence::rulesets::vinto::{Act, Action, Mind, Person, Place, Rank, RankSet, Spot, Style, Table, Vinto, World};
use credence::rulesets::{Change, Seat};

use super::playout::Rest;

/// Worlds behind a decision.
pub const WORLDS: usize = 100;
/// Cards of others that are tried for a Jack or a Queen.
const TARGETS: usize = 4;

/// Where a player gets its worlds.
pub trait Worlds {
    /// Takes what the player saw of an event.
    fn watch(&mut self, change: &Change<'_, Vinto>);
    /// So many worlds that agree with all of it, each with its weight.
    fn worlds(&mut self, count: usize, seed: u64) -> Vec<(f64, World)>;
}

/// Weights of drawn worlds: equal, where they are independent draws.
pub fn weighed(kind: WeightKind, drawn: Vec<(f64, World)>) -> Vec<(f64, World)> {
    let most = drawn.iter().map(|(ln, _)| *ln).fold(f64::NEG_INFINITY, f64::max);
    let weight = |ln: f64| if kind == WeightKind::LogImportance { libm::exp(ln - most) } else { 1.0 };
    drawn.into_iter().map(|(ln, world)| (weight(ln), world)).collect()
}

/// What the search knows, and how it plays where it does not search.
pub struct Search<W> {
    seat: Seat,
    source: W,
    /// Drawn since the last event.
    drawn: Option<Arc<[(f64, World)]>>,
    asked: u64,
    person: Person,
}

impl<W: Worlds> Search<W> {
    /// A player in a seat that has its worlds from there.
    pub fn new(source: W, seat: Seat) -> Self {
        let style = Style { tosses_known: 1.0, toss_errors: 0.0, gambles: 0.0, noise: 0.0, declares: 1.0, ..Style::careful() };
        Self { seat, source, drawn: None, asked: 0, person: Person::new(style) }
    }

    /// Where it had its worlds from.
    pub fn into_source(self) -> W {
        self.source
    }

    fn worlds(&mut self) -> Arc<[(f64, World)]> {
        let (asked, source) = (&mut self.asked, &mut self.source);
        let ask = || {
            *asked += 1;
            source.worlds(WORLDS, *asked).into()
        };
        Arc::clone(self.drawn.get_or_insert_with(ask))
    }

    /// What a move is worth: `apply` makes it, and every world is then played out with the same luck for every move.
    fn worth(&self, table: &Table, worlds: &[(f64, World)], apply: impl Fn(&mut Rest, &mut WorldRng)) -> f64 {
        let mut sum = 0.0;
        for (luck, (weight, world)) in (0..).zip(worlds) {
            let mut rest = Rest::of(table, world, usize::from(self.seat), &mut seeded(luck, 78));
            apply(&mut rest, &mut seeded(luck, 79));
            rest.play_out(&mut seeded(luck, 77));
            sum += weight * rest.worth();
        }
        sum
    }

    /// The places to switch: the own card that seems worst, and the other's that is worth most to have for it. `looks` first: then they
    /// are switched only where that is good.
    fn places(&self, spot: Spot<'_>, worlds: &[(f64, World)], looks: bool) -> Option<(Place, Place)> {
        let by = |a: &(f64, Place), b: &(f64, Place)| a.0.total_cmp(&b.0);
        let own = spot.row().map(|(position, _)| Place { seat: self.seat, position });
        let (_, own) = own.map(|place| (mean(worlds, |world| value(world, place)), place)).max_by(by)?;
        let gain = |world: &World, place: Place| {
            let gain = value(world, own) - value(world, place);
            if looks { gain.max(0.0) } else { gain }
        };
        let mut others: Vec<(f64, Place)> =
            spot.others().map(|(place, _)| (mean(worlds, |world| gain(world, place)), place)).collect();
        others.sort_by(|a, b| b.0.total_cmp(&a.0));
        others.truncate(TARGETS);
        let worth = |place: Place| {
            self.worth(spot.table(), worlds, |rest, _| {
                switch(rest, own, place, looks);
                rest.may_call();
            })
        };
        let (_, other) = others.into_iter().map(|(_, place)| (worth(place), place)).max_by(by)?;
        Some((own, other))
    }

    /// What a Jack or Queen would switch.
    fn pair_for(&self, spot: Spot<'_>, worlds: &[(f64, World)], action: Action) -> Option<(Place, Place)> {
        match action {
            Action::Switch => self.places(spot, worlds, false),
            Action::PeekAndSwitch => self.places(spot, worlds, true),
            _ => None,
        }
    }

    /// Plays a card in a playout as this player would.
    fn plays(rest: &mut Rest, own: usize, action: Action, pair: Option<(Place, Place)>, rng: &mut WorldRng) {
        match (action, pair) {
            (Action::Switch | Action::PeekAndSwitch, Some((a, b))) => switch(rest, a, b, action == Action::PeekAndSwitch),
            _ => rest.act(own, action, rng),
        }
    }
}

/// Two cards change places; if they are looked at first, only where that is good for the first.
fn switch(rest: &mut Rest, own: Place, other: Place, looks: bool) {
    let at = |place: Place| (usize::from(place.seat), usize::from(place.position));
    let value = |(seat, position): (usize, usize)| rest.rows[seat][position].rank.value();
    if !looks || value(at(own)) > value(at(other)) {
        rest.switch(at(own), at(other), looks);
    }
}

/// The value of a card.
fn value(world: &World, place: Place) -> f64 {
    f64::from(world.rows[&place.seat][usize::from(place.position)].value())
}

/// A mean over worlds.
fn mean(worlds: &[(f64, World)], of: impl Fn(&World) -> f64) -> f64 {
    let add = |(sum, weights): (f64, f64), (weight, world): &(f64, World)| (sum + weight * of(world), weights + weight);
    let (sum, weights) = worlds.iter().fold((0.0, 0.0), add);
    sum / weights
}

impl<W: Worlds> Mind for Search<W> {
    fn watch(&mut self, change: &Change<'_, Vinto>) {
        self.source.watch(change);
        self.drawn = None;
    }

    fn takes(&mut self, spot: Spot<'_>, top: Rank, rng: &mut WorldRng) -> bool {
        let Some(action) = top.action() else { return false };
        if action == Action::PeekOther {
            return self.person.takes(spot, top, rng);
        }
        let worlds = self.worlds();
        let own = usize::from(self.seat);
        let pair = self.pair_for(spot, &worlds, action);
        let taken = self.worth(spot.table(), &worlds, |rest, rng| {
            Self::plays(rest, own, action, pair, rng);
            rest.toss(top);
            rest.may_call();
        });
        let drawn = self.worth(spot.table(), &worlds, |rest, rng| {
            rest.draw(own, rng);
            rest.may_call();
        });
        taken > drawn
    }

    fn act(&mut self, spot: Spot<'_>, drawn: Rank, _: &mut WorldRng) -> Act {
        let worlds = self.worlds();
        let (own, table) = (usize::from(self.seat), spot.table());
        let mut moves = Vec::new();
        if let Some(action) = drawn.action() {
            let pair = self.pair_for(spot, &worlds, action);
            let worth = self.worth(table, &worlds, |rest, rng| {
                Self::plays(rest, own, action, pair, rng);
                rest.toss(drawn);
                rest.may_call();
            });
            // Before the discard: a look that a playout sees no use for is still free.
            moves.push((Act::Use, worth));
        }
        let thrown = self.worth(table, &worlds, |rest, _| {
            rest.toss(drawn);
            rest.may_call();
        });
        moves.push((Act::Discard, thrown));
        for (position, known) in spot.row() {
            let declared = known.filter(|rank| rank.action().is_some());
            let worth = self.worth(table, &worlds, |rest, rng| {
                let out = rest.swap(own, usize::from(position), drawn);
                if let Some(action) = declared.and_then(Rank::action) {
                    rest.act(own, action, rng);
                }
                rest.toss(out);
                rest.may_call();
            });
            moves.push((Act::Swap { position, declared }, worth));
        }
        let best = moves.into_iter().reduce(|best, next| if next.1 > best.1 + 1e-9 { next } else { best });
        best.map_or(Act::Discard, |(act, _)| act)
    }

    fn tosses(&mut self, spot: Spot<'_>, ranks: RankSet, rng: &mut WorldRng) -> Vec<u8> {
        self.person.tosses(spot, ranks, rng)
    }

    fn plays(&mut self, spot: Spot<'_>, card: Rank, rng: &mut WorldRng) -> bool {
        let Some(action) = card.action().filter(|action| matches!(action, Action::Switch | Action::PeekAndSwitch)) else {
            return self.person.plays(spot, card, rng);
        };
        let worlds = self.worlds();
        let own = usize::from(self.seat);
        let pair = self.pair_for(spot, &worlds, action);
        let played = self.worth(spot.table(), &worlds, |rest, rng| {
            Self::plays(rest, own, action, pair, rng);
            rest.may_call();
        });
        let left = self.worth(spot.table(), &worlds, |rest, _| rest.may_call());
        pair.is_some() && played > left
    }

    fn looks_own(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<u8> {
        self.person.looks_own(spot, rng)
    }

    fn looks_other(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Place> {
        self.person.looks_other(spot, rng)
    }

    fn pair(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> Option<(Place, Place)> {
        let worlds = self.worlds();
        let looks = spot.table().pending.is_some_and(|pending| pending.action == Action::PeekAndSwitch);
        self.places(spot, &worlds, looks)
    }

    fn switches(&mut self, spot: Spot<'_>, a: Place, b: Place, _: &mut WorldRng) -> bool {
        let worlds = self.worlds();
        let switched = self.worth(spot.table(), &worlds, |rest, _| {
            let at = |place: Place| (usize::from(place.seat), usize::from(place.position));
            rest.switch(at(a), at(b), false);
            rest.may_call();
        });
        let left = self.worth(spot.table(), &worlds, |rest, _| rest.may_call());
        switched > left
    }

    fn declares(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Rank)> {
        self.person.declares(spot, rng)
    }

    fn forces(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> Option<Seat> {
        let worlds = self.worlds();
        let total = |world: &World, seat: Seat| world.rows[&seat].iter().map(|rank| f64::from(rank.value())).sum::<f64>();
        let table = spot.table();
        let others = (0..table.seats).filter(|seat| *seat != self.seat && !table.is_protected(*seat, self.seat));
        others.min_by(|a, b| mean(&worlds, |world| total(world, *a)).total_cmp(&mean(&worlds, |world| total(world, *b))))
    }

    fn calls(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> bool {
        // In the first round of turns nobody knows enough to call.
        if spot.table().turn.number < u32::from(spot.table().seats) {
            return false;
        }
        let worlds = self.worlds();
        let own = usize::from(self.seat);
        let called = self.worth(spot.table(), &worlds, |rest, _| rest.caller = Some(own));
        let waited = self.worth(spot.table(), &worlds, |_, _| {});
        called > waited
    }
}
