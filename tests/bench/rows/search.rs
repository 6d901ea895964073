//! A player that searches: it asks for worlds, tries each move in each of them, and takes the one that wins most often.

use credence::belief::{Draws, Evidence, WorldRng, seeded};
use credence::rulesets::vinto::{Act, Belief, Event, Mind, Person, Place, Rank, RankSet, Spot, Style, Table, Vinto, World};
use credence::rulesets::{Observer, Opening, Ruleset, Seat};

use super::playout::Rest;

/// Worlds behind a decision.
const WORLDS: usize = 80;

/// What the search knows, and how it plays where it does not search.
pub struct Search {
    seat: Seat,
    belief: Belief,
    asked: u64,
    person: Person,
}

impl Search {
    /// A player in a seat whose beliefs follow this opening.
    pub fn new(opening: &Opening<Vinto>, seat: Seat) -> Self {
        let style = Style { tosses_known: 1.0, toss_errors: 0.0, gambles: 0.0, noise: 0.0, declares: 1.0, ..Style::careful() };
        Self { seat, belief: Vinto::prior(opening, Observer::Seat(seat), 1), asked: 0, person: Person::new(style) }
    }

    /// Worlds, each with its weight.
    fn worlds(&mut self) -> Vec<(f64, World)> {
        self.asked += 1;
        let sampled = Vinto::sample(&self.belief, Draws { seed: self.asked, count: WORLDS });
        let lossy = sampled.quality.is_lossy();
        let most = sampled.worlds.iter().map(|(ln, _)| *ln).fold(f64::NEG_INFINITY, f64::max);
        sampled.worlds.into_iter().map(|(ln, world)| (if lossy { libm::exp(ln - most) } else { 1.0 }, world)).collect()
    }

    /// How often a move wins: `apply` makes it, and every world is then played out with the same luck for every move.
    fn wins(&self, table: &Table, worlds: &[(f64, World)], apply: impl Fn(&mut Rest, &mut WorldRng)) -> f64 {
        let own = usize::from(self.seat);
        let mut sum = 0.0;
        for (luck, (weight, world)) in (0..).zip(worlds) {
            let mut rng = seeded(luck, 77);
            let mut rest = Rest::of(table, world);
            apply(&mut rest, &mut rng);
            rest.play_out(own, &mut rng);
            sum += weight * rest.won(own);
        }
        sum
    }

    /// The mean value of each place of each row.
    fn values(worlds: &[(f64, World)], place: Place) -> f64 {
        let value = |world: &World| f64::from(world.rows[&place.seat][usize::from(place.position)].value());
        let (sum, weights) =
            worlds.iter().fold((0.0, 0.0), |(sum, weights), (weight, world)| (sum + weight * value(world), weights + weight));
        sum / weights
    }

    /// The own place that seems worst, and the place of another that seems best.
    fn targets(&self, spot: Spot<'_>, worlds: &[(f64, World)]) -> Option<(Place, Place)> {
        let by = |a: &(f64, Place), b: &(f64, Place)| a.0.total_cmp(&b.0);
        let own = spot.row().map(|(position, _)| Place { seat: self.seat, position });
        let own = own.map(|place| (Self::values(worlds, place), place)).max_by(by)?;
        let other = spot.others().map(|(place, _)| (Self::values(worlds, place), place)).min_by(by)?;
        Some((own.1, other.1))
    }
}

/// Seats of a table, for the playout.
fn index(seat: Seat) -> usize {
    usize::from(seat)
}

impl Mind for Search {
    fn watch(&mut self, table: &Table, view: &Event) {
        self.belief = Vinto::update(&self.belief, table, view, 0, &mut Evidence::off()).expect("a true event");
    }

    fn takes(&mut self, spot: Spot<'_>, top: Rank, rng: &mut WorldRng) -> bool {
        self.person.takes(spot, top, rng)
    }

    fn act(&mut self, spot: Spot<'_>, drawn: Rank, _: &mut WorldRng) -> Act {
        let worlds = self.worlds();
        let (own, table) = (index(self.seat), spot.table());
        let calls = |rest: &mut Rest| {
            if rest.caller.is_none() && rest.would_call(own) {
                rest.caller = Some(own);
            }
        };
        let mut moves = vec![(
            Act::Discard,
            self.wins(table, &worlds, |rest, _| {
                rest.toss(drawn);
                calls(rest);
            }),
        )];
        for (position, known) in spot.row() {
            let wins = self.wins(table, &worlds, |rest, _| {
                let out = rest.swap(own, usize::from(position), drawn);
                rest.toss(out);
                calls(rest);
            });
            let declared = known.filter(|rank| rank.action().is_some());
            moves.push((Act::Swap { position, declared }, wins));
        }
        if let Some(action) = drawn.action() {
            let targets = self.targets(spot, &worlds);
            let switches =
                matches!(action, credence::rulesets::vinto::Action::Switch | credence::rulesets::vinto::Action::PeekAndSwitch);
            let wins = self.wins(table, &worlds, |rest, rng| {
                match targets {
                    Some((a, b)) if switches => {
                        let (at, there) = (usize::from(a.position), usize::from(b.position));
                        let (mine, theirs) = (rest.rows[own][at], rest.rows[index(b.seat)][there]);
                        let looks = action == credence::rulesets::vinto::Action::PeekAndSwitch;
                        if !looks || theirs.rank.value() < mine.rank.value() {
                            rest.rows[own][at] = super::playout::Held { known: looks, ..theirs };
                            rest.rows[index(b.seat)][there] = super::playout::Held { known: false, ..mine };
                        }
                    }
                    _ => rest.act(own, action, rng),
                }
                rest.toss(drawn);
                calls(rest);
            });
            moves.push((Act::Use, wins));
        }
        let best = moves.into_iter().reduce(|best, next| if next.1 > best.1 + 1e-9 { next } else { best });
        best.map_or(Act::Discard, |(act, _)| act)
    }

    fn tosses(&mut self, spot: Spot<'_>, ranks: RankSet, rng: &mut WorldRng) -> Vec<u8> {
        self.person.tosses(spot, ranks, rng)
    }

    fn plays(&mut self, spot: Spot<'_>, card: Rank, rng: &mut WorldRng) -> bool {
        self.person.plays(spot, card, rng)
    }

    fn looks_own(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<u8> {
        self.person.looks_own(spot, rng)
    }

    fn looks_other(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Place> {
        self.person.looks_other(spot, rng)
    }

    fn pair(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> Option<(Place, Place)> {
        let worlds = self.worlds();
        self.targets(spot, &worlds)
    }

    fn switches(&mut self, _: Spot<'_>, a: Place, b: Place, _: &mut WorldRng) -> bool {
        let worlds = self.worlds();
        Self::values(&worlds, a) > Self::values(&worlds, b)
    }

    fn declares(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Rank)> {
        self.person.declares(spot, rng)
    }

    fn forces(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> Option<Seat> {
        let worlds = self.worlds();
        let total = |world: &World, seat: Seat| world.rows[&seat].iter().map(|rank| f64::from(rank.value())).sum::<f64>();
        let mean = |seat: Seat| worlds.iter().map(|(weight, world)| weight * total(world, seat)).sum::<f64>();
        let table = spot.table();
        let others = (0..table.seats).filter(|seat| *seat != self.seat && !table.is_protected(*seat, self.seat));
        others.min_by(|a, b| mean(*a).total_cmp(&mean(*b)))
    }

    fn calls(&mut self, spot: Spot<'_>, _: &mut WorldRng) -> bool {
        // In the first round of turns nobody knows enough to call.
        if spot.table().turn.number < u32::from(spot.table().seats) {
            return false;
        }
        let worlds = self.worlds();
        let own = index(self.seat);
        let called = self.wins(spot.table(), &worlds, |rest, _| rest.caller = Some(own));
        let waited = self.wins(spot.table(), &worlds, |_, _| {});
        called > waited
    }
}
