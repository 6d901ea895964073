//! One observer's posterior over both teams.
//!
//! Sides, and members of a side given what was shown, are independent in the model: each member has a posterior over the sets of the
//! table and one more hypothesis, `unlisted`; the rest of the team has one over species. What couples two members (the order of two
//! moves, damage) updates each by what the other is expected to be, and the coupling is then let go.

mod draft;
mod entropy;
mod fresh;
mod side;
mod slot;
mod team;
mod unseen;

pub use draft::Drawn;
pub use side::{Arrival, Hypothesis, OfItem, SideBelief, Terms};
pub use slot::{Candidate, Counting, Fact, Held, Pool, Slot, drawn};
pub use team::Member;
pub use unseen::{Bases, Unseen};

use std::collections::BTreeMap;
use std::sync::Arc;

use super::PokemonRandbats;
use super::battle::Battle;
use super::channels::Lines;
use super::event::{Channel, Side};
use super::prior::{ItemId, dex};
use super::world::{self, NONE, World, item_name, pack, role_named, unpack};
use crate::belief::{Draws, Method, Quality, Sampled, WeightKind};
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
    /// Lines that name another format: its sets are not those of the table.
    pub formats: u32,
    /// The last of them.
    pub last_format: String,
    /// Arrivals of a seventh member, which were passed over.
    pub beyond_team: u32,
    /// Hits of moves, each by its first strike; and those of them whose damage is not modelled and says nothing.
    pub hits: u32,
    /// See `hits`.
    pub hits_left_out: u32,
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
    /// What both held when the first move of this turn was made.
    pub held_first: [Option<Held>; 2],
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
            held_first: [None; 2],
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
            let mut world = World::default();
            let mut ln = 0.0;
            for side in Side::BOTH {
                let of = self.side(side);
                let team = of.draw(&self.terms, &mut rng);
                ln += libm::log(of.p(&self.terms, &team));
                put(&mut world, self, side, &team);
            }
            (ln, world)
        });
        Sampled { worlds: worlds.collect(), weight_kind: WeightKind::LogProbability, rejected: 0, quality: self.quality() }
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
            let held = match of(&world.held, at).as_deref() {
                None => member.item,
                Some(NONE) => None,
                Some(name) => match dex().item_named(name) {
                    None => return f64::NEG_INFINITY,
                    item => item,
                },
            };
            members.push(Member { member, held, written: NOBODY.into() });
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
        let shared = self.lines.weigh() + self.terms.fresh.weigh();
        size_of::<Self>() + shared + 8_192 + self.sides.iter().map(of_side).sum::<usize>()
    }
}

fn put(world: &mut World, belief: &Belief, side: Side, team: &[Member]) {
    let prior = &belief.terms.prior;
    let shown = &belief.battle.side(side).members;
    let level = |at: usize, member: &Drawn| {
        let shown = shown.get(at).filter(|_| at < belief.side(side).shown())?;
        let table = member.entry.and_then(|entry| prior.entries().get(entry)).map(super::prior::Entry::level);
        (table != Some(shown.level)).then_some(shown.level)
    };
    let packed = |(at, one): (usize, &Member)| pack(prior, &one.member, &one.written, level(at, &one.member));
    let role = |one: &Member| one.member.role.map_or(String::new(), |role| prior.role(role).to_owned());
    world.teams.insert(side.seat(), team.iter().enumerate().map(packed).collect::<Vec<_>>().join("]"));
    world.roles.insert(side.seat(), team.iter().map(role).collect());
    world.held.insert(side.seat(), team.iter().map(|one| item_name(one.held).to_owned()).collect());
}

impl Held {
    /// The item that is held, of one whose set has this one.
    #[must_use]
    pub fn of(self, item: Option<ItemId>) -> Option<ItemId> {
        match self {
            Self::Own => item,
            Self::Now(item) => item,
        }
    }
}

/// What a member of no table is called.
pub const NOBODY: &str = world::UNKNOWN;
