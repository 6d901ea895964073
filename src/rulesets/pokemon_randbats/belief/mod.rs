//! One observer's posterior over both teams.
//!
//! Sides, and members of a side given what was shown, are independent in the model: each member has a posterior over the sets of the
//! table and one more hypothesis, `unlisted`; the rest of the team has one over species. What couples two members (the order of two
//! moves, damage) updates each by what the other is expected to be, and the coupling is then let go.

mod draft;
mod side;
mod slot;
mod unseen;

pub use draft::Drawn;
pub use side::{Arrival, Hypothesis, SideBelief, Terms};
pub use slot::{Candidate, Counting, Fact, Held, Pool, Slot, drawn};
pub use unseen::{Bases, Unseen};

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::Rng;

use super::PokemonRandbats;
use super::battle::{Battle, TEAM};
use super::channels::Lines;
use super::event::{Channel, Side};
use super::world::{self, World, item_name, pack, role_named, unpack};
use crate::belief::{Draws, Method, Quality, Sampled, WeightKind, unit};
use crate::rulesets::{Observer, Opening};

/// Counted notes on what was read.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Lines that were not understood.
    pub unknown: u32,
    /// The last of them.
    pub last_unknown: String,
    /// Names of species, moves, items, abilities and types that this release does not know.
    pub names: u32,
    /// Facts that could not be of the one they are about at all, and were left out.
    pub left_out: u32,
    /// The last of them.
    pub last_left_out: String,
    /// Levels shown that the table does not have.
    pub levels: u32,
}

/// A belief.
#[derive(Clone, Debug)]
pub struct Belief {
    /// What every belief of the game shares.
    pub terms: Arc<Terms>,
    /// Whose it is.
    pub observer: Observer,
    /// The feed that is read.
    pub channel: Option<Channel>,
    /// Lines of every feed that is seen.
    pub lines: Arc<Lines>,
    /// The battle as that feed shows it.
    pub battle: Arc<Battle>,
    /// Both teams.
    pub sides: [Arc<SideBelief>; 2],
    /// Notes.
    pub notes: Arc<Notes>,
    /// What both held before they exchange items.
    pub exchange: Option<[Option<Held>; 2]>,
}

impl Belief {
    /// Before the first event.
    pub fn prior(opening: &Opening<PokemonRandbats>, observer: Observer, widening: u32) -> Self {
        let terms = Arc::new(Terms::of(&opening.parameters, widening));
        let side = Arc::new(SideBelief::prior(&terms));
        Self {
            terms,
            observer,
            channel: opening.setup.reads(observer),
            lines: Arc::new(Lines::default()),
            battle: Arc::new(Battle::default()),
            sides: [Arc::clone(&side), side],
            notes: Arc::new(Notes::default()),
            exchange: None,
        }
    }

    /// One side.
    pub fn side(&self, side: Side) -> &SideBelief {
        &self.sides[side.index()]
    }

    /// One side, to be changed.
    pub fn side_mut(&mut self, side: Side) -> &mut SideBelief {
        Arc::make_mut(&mut self.sides[side.index()])
    }

    /// Method and losses.
    pub fn quality(&self) -> Quality {
        let lost = self.sides.iter().fold(0.0, |lost, side| lost + (1.0 - lost) * side.dropped);
        let method = if lost > 0.0 { Method::Capped } else { Method::Exact };
        Quality { method, dropped_mass: lost, effective_sample_size: None }
    }

    /// Draws whole worlds.
    pub fn sample(&self, draws: Draws) -> Sampled<World> {
        let worlds = draws.rngs().map(|mut rng| {
            let world = self.draw(&mut rng);
            (self.ln_probability(&world), world)
        });
        Sampled { worlds: worlds.collect(), weight_kind: WeightKind::LogProbability, rejected: 0, quality: self.quality() }
    }

    fn draw(&self, rng: &mut impl Rng) -> World {
        let mut world = World::default();
        for side in Side::BOTH {
            let team = self.side(side).draw(&self.terms, rng);
            put(&mut world, self, side, &team);
        }
        world
    }

    /// ln P(world) in nats; -inf where it is ruled out.
    pub fn ln_probability(&self, world: &World) -> f64 {
        Side::BOTH.iter().fold(0.0, |sum, side| sum + self.ln_of_side(world, *side))
    }

    fn ln_of_side(&self, world: &World, side: Side) -> f64 {
        let seat = side.seat();
        let prior = &self.terms.prior;
        let Some(Ok(team)) = world.teams.get(&seat).map(|text| unpack(prior, text)) else { return f64::NEG_INFINITY };
        let of = |list: &BTreeMap<u8, Vec<String>>, at: usize| list.get(&seat).and_then(|list| list.get(at)).cloned();
        let mut members = Vec::with_capacity(team.len());
        for (at, packed) in team.into_iter().enumerate() {
            let mut member = packed.member;
            member.role = of(&world.roles, at).and_then(|role| role_named(prior, &role));
            let held = of(&world.held, at).unwrap_or_else(|| item_name(member.item).to_owned());
            members.push((member, held));
        }
        libm::log(self.side(side).p(&self.terms, &members))
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        let of_side = |side: &Arc<SideBelief>| -> usize {
            side.hypotheses
                .iter()
                .map(|hypothesis| 16_384 + hypothesis.slots.iter().map(|slot| slot.weigh()).sum::<usize>())
                .sum()
        };
        size_of::<Self>() + self.lines.weigh() + 8_192 + self.sides.iter().map(of_side).sum::<usize>()
    }
}

fn put(world: &mut World, belief: &Belief, side: Side, team: &[(Drawn, Held, Arc<str>)]) {
    let prior = &belief.terms.prior;
    let shown = &belief.battle.side(side).members;
    let level = |at: usize, member: &Drawn| {
        let shown = shown.get(at).filter(|_| at < belief.side(side).shown())?;
        let table = member.entry.and_then(|entry| prior.entries().get(entry)).map(super::prior::Entry::level);
        (table != Some(shown.level)).then_some(shown.level)
    };
    let packed: Vec<String> =
        team.iter().enumerate().map(|(at, (member, _, written))| pack(prior, member, written, level(at, member))).collect();
    let role = |(member, _, _): &(Drawn, Held, Arc<str>)| member.role.map_or(String::new(), |role| prior.role(role).to_owned());
    let held = |(member, held, _): &(Drawn, Held, Arc<str>)| item_name(held.of(member.item)).to_owned();
    world.teams.insert(side.seat(), packed.join("]"));
    world.roles.insert(side.seat(), team.iter().map(role).collect());
    world.held.insert(side.seat(), team.iter().map(held).collect());
}

impl Held {
    /// The item that is held, of one whose set has this one.
    #[must_use]
    pub fn of(self, item: Option<super::prior::ItemId>) -> Option<super::prior::ItemId> {
        match self {
            Self::Own => item,
            Self::Now(item) => item,
        }
    }
}

impl SideBelief {
    /// Draws a whole team: members shown, then the rest; a Zoroark seen in disguise only stands among them.
    fn draw(&self, terms: &Terms, rng: &mut impl Rng) -> Vec<(Drawn, Held, Arc<str>)> {
        let mut point = unit(rng);
        let mut chosen = &self.hypotheses[self.hypotheses.len() - 1];
        for hypothesis in &self.hypotheses {
            if point < hypothesis.weight {
                chosen = hypothesis;
                break;
            }
            point -= hypothesis.weight;
        }
        let mut team: Vec<(Drawn, Held, Arc<str>)> = Vec::with_capacity(TEAM);
        for slot in &chosen.slots {
            team.push((slot.draw(rng), slot.held, Arc::clone(&slot.written)));
        }
        if self.told.is_some() {
            let mut rest = self.told_rest();
            while !rest.is_empty() {
                let at = ((unit(rng) * rest.len() as f64) as usize).min(rest.len() - 1);
                let (slot, _) = rest.swap_remove(at);
                team.push((slot.draw(rng), slot.held, Arc::clone(&slot.written)));
            }
            return team;
        }
        for (entry, lead) in self.draw_rest(terms, chosen, rng) {
            let pool: Vec<(usize, f64)> = entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let slot = Slot::new("", NOBODY, Arc::new(Pool::of(&terms.prior, &pool, terms.counting(lead))));
            team.push((slot.draw(rng), Held::Own, NOBODY.into()));
        }
        if let Some(hidden) = &chosen.hidden {
            // It will be shown as what it is before, between or after the others.
            let places = team.len() + 1 - chosen.slots.len();
            let at = ((unit(rng) * places as f64) as usize).min(places - 1);
            team.insert(chosen.slots.len() + at, (hidden.draw(rng), hidden.held, Arc::clone(&hidden.written)));
        }
        team
    }

    fn draw_rest(&self, terms: &Terms, chosen: &Hypothesis, rng: &mut impl Rng) -> Vec<(Option<usize>, bool)> {
        let Some(lead) = &self.lead else {
            return chosen.unseen.draw(rng).into_iter().map(|entry| (entry, false)).collect();
        };
        let first = lead.draw(rng).into_iter().next().flatten();
        let members: Vec<usize> = first.into_iter().collect();
        let rest = Unseen::of(&terms.prior, &terms.bases, &members, TEAM - 1);
        std::iter::once((first, true)).chain(rest.draw(rng).into_iter().map(|entry| (entry, false))).collect()
    }

    /// Probability of a whole team with what each member holds.
    fn p(&self, terms: &Terms, team: &[(Drawn, String)]) -> f64 {
        self.hypotheses.iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight * self.p_in(terms, hypothesis, team))
    }

    fn p_in(&self, terms: &Terms, hypothesis: &Hypothesis, team: &[(Drawn, String)]) -> f64 {
        let holds = |slot: &Slot, (member, held): &(Drawn, String)| item_name(slot.held.of(member.item)) == held;
        if team.len() < hypothesis.slots.len() {
            return 0.0;
        }
        let (shown, rest) = team.split_at(hypothesis.slots.len());
        let mut product = 1.0;
        for (slot, member) in hypothesis.slots.iter().zip(shown) {
            product *= if holds(slot, member) { slot.p(&member.0) } else { 0.0 };
        }
        if self.told.is_some() {
            return product * self.p_told_rest(rest);
        }
        let Some(hidden) = &hypothesis.hidden else { return product * self.p_rest(terms, hypothesis, rest) };
        let of_place = |at: usize| {
            let others: Vec<(Drawn, String)> =
                rest.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, m)| m.clone()).collect();
            let own = if holds(hidden, &rest[at]) { hidden.p(&rest[at].0) } else { 0.0 };
            if own > 0.0 { own * self.p_rest(terms, hypothesis, &others) } else { 0.0 }
        };
        let places = rest.len().max(1) as f64;
        product * (0..rest.len()).fold(0.0, |sum, at| sum + of_place(at)) / places
    }

    /// Probability of the members that were never out, in this order.
    fn p_rest(&self, terms: &Terms, hypothesis: &Hypothesis, rest: &[(Drawn, String)]) -> f64 {
        let mut product = 1.0;
        let (mut species, mut lead) = (Vec::with_capacity(rest.len()), self.lead.is_some());
        for (member, held) in rest {
            let pool: Vec<(usize, f64)> = member.entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let slot = Slot::new("", NOBODY, Arc::new(Pool::of(&terms.prior, &pool, terms.counting(lead))));
            product *= if item_name(member.item) == held { slot.p(member) } else { 0.0 };
            species.push(member.entry);
            lead = false;
        }
        match (&self.lead, species.split_first()) {
            (Some(lead), Some((first, others))) => {
                let members: Vec<usize> = first.iter().copied().collect();
                let rest = Unseen::of(&terms.prior, &terms.bases, &members, TEAM - 1);
                product * lead.p(&[*first]) * rest.p(others)
            }
            (Some(_), None) => 0.0,
            (None, _) => product * hypothesis.unseen.p(&species),
        }
    }

    fn p_told_rest(&self, rest: &[(Drawn, String)]) -> f64 {
        let mut told = self.told_rest();
        if told.len() != rest.len() {
            return 0.0;
        }
        let mut product = 1.0;
        for (member, held) in rest {
            let same = |(slot, known): &&(Arc<Slot>, Drawn)| {
                Drawn { role: member.role, ..known.clone() } == *member && item_name(slot.held.of(known.item)) == held
            };
            let Some(at) = told.iter().position(same) else { return 0.0 };
            let (slot, _) = told.remove(at);
            product *= slot.p(member);
        }
        let orders = (1..=rest.len()).fold(1.0, |product, n| product * n as f64);
        product / orders
    }
}

/// What a member of no table is called.
pub const NOBODY: &str = world::UNKNOWN;
