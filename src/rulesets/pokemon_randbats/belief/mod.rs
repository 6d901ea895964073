//! One observer's posterior over both teams.
//!
//! Sides, and members of a side given what was shown, are independent in the model: each member has a posterior over the sets of the
//! table and one more hypothesis, `unlisted`; the rest of the team has one over species. What couples two members (the order of two
//! moves, damage) updates each by what the other is expected to be, and the coupling is then let go. So that nothing is taken for news twice, it is read once
//! while both are open.

mod coupled;
mod draft;
mod entropy;
mod fact;
mod fresh;
mod frozen;
mod hypothesis;
mod pool;
mod probability;
mod reported;
mod side;
mod slot;
mod team;
mod terms;
mod told;
mod unseen;

pub use coupled::{Coupled, Readiness, couples, is_open};
pub use draft::DrawnMember;
pub use fact::Fact;
pub use frozen::FrozenBelief;
pub use hypothesis::Hypothesis;
pub use pool::{Counting, Pool};
pub use side::{Arrival, OfItem, SideBelief};
pub use slot::{Candidate, Held, Slot, drawn};
pub use team::Member;
pub use terms::Terms;
pub use told::{Open, Told};
pub use unseen::{Bases, Unseen};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use super::channels::Marks;
use super::event::{Channel, Side};
use super::prior::{ItemId, dex};
use super::world::{self, NONE, Shown, World, item_name, kin_moves, pack, put_member, role_named, unpack};
use super::{PokemonRandbats, Table};
use crate::belief::{Draws, Method, Quality, Sampled, WeightKind};
use crate::rulesets::{Columns, Observer, Opening, Posterior};

/// Dropped mass up to which a belief is called exact: no figure that it serves is off by more, and the inferences that weigh its sets
/// are rougher by far. What was dropped is served all the same.
const NEGLIGIBLE: f64 = 1e-6;

/// Counted notes on what was read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// Lines that name another format, or a rule that this one does not have: its sets, or what they do, are not those of the table.
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
    /// Fingerprints of the lines of the players' feeds that the observer sees: they do not stand on the table.
    pub(super) marks: [Marks; 2],
    /// The battle as the observer's own feed shows it; `None` where it reads the spectators', whose battle stands on the table.
    pub(super) own: Option<Arc<Battle>>,
    /// Both teams.
    pub sides: [Arc<SideBelief>; 2],
    /// Notes.
    pub notes: Arc<Notes>,
    /// What both held before they exchange items.
    pub exchange: Option<[Option<Held>; 2]>,
    /// What both held when the first move of this turn was made.
    pub held_first: [Option<Held>; 2],
    /// What was read of two open sets at once.
    pub coupled: BTreeSet<Coupled>,
    /// Whether that two sets depend on each other was let go.
    pub is_factored: bool,
}

impl Belief {
    /// The battle that the observer sees from: its own where it reads a feed of its own, and else the spectators' on the table.
    pub fn battle<'a>(&'a self, table: &'a Table) -> &'a Battle {
        self.own.as_deref().unwrap_or_else(|| table.battle())
    }

    /// Fingerprints of the lines of a feed: the spectators' stand on the table.
    pub(super) fn marks<'a>(&'a self, table: &'a Table, channel: Channel) -> &'a Marks {
        match channel {
            Channel::P1 => &self.marks[0],
            Channel::P2 => &self.marks[1],
            Channel::Spectator => table.marks(),
        }
    }

    /// Keeps the fingerprints of lines that do not stand on the table.
    pub(super) fn mark(&mut self, channel: Channel, new: &[&str]) {
        match channel {
            Channel::P1 => self.marks[0].extend(new),
            Channel::P2 => self.marks[1].extend(new),
            Channel::Spectator => {}
        }
    }

    /// The battle is played at this moment, in seconds since 1970: the table is so old by then. It counts where nobody was shown yet.
    pub fn is_played_at(&mut self, seconds: i64) {
        let months = self.terms.prior.months_until(seconds);
        let parameters = &self.terms.parameters;
        let is_given = parameters.table_months.is_some() || parameters.preset.is_some();
        let may_age = !is_given && self.sides.iter().all(|side| side.shown() == 0);
        if may_age && months != self.terms.months {
            self.terms = Arc::new(self.terms.aged(months));
        }
    }

    /// How many lines of the feed that is read are known.
    pub fn lines(&self, table: &Table) -> u32 {
        self.channel.map_or(0, |channel| self.marks(table, channel).count())
    }

    /// One side.
    pub fn side(&self, side: Side) -> &SideBelief {
        &self.sides[side.index()]
    }

    /// One side, to be changed.
    pub fn side_mut(&mut self, side: Side) -> &mut SideBelief {
        Arc::make_mut(&mut self.sides[side.index()])
    }

    /// Method and losses; they do not depend on the table.
    fn losses(&self) -> Quality {
        let lost = self.sides.iter().fold(0.0, |lost, side| lost + (1.0 - lost) * side.dropped);
        let method = match () {
            () if lost > NEGLIGIBLE => Method::Capped,
            () if self.is_factored => Method::Factored,
            () => Method::Exact,
        };
        Quality { method, dropped_mass: lost, effective_sample_size: None }
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
}

impl Posterior<PokemonRandbats> for Belief {
    type Frozen = FrozenBelief;

    fn prior(opening: &Opening<PokemonRandbats>, observer: Observer, widening: u32) -> Self {
        let terms = Arc::new(Terms::of(&opening.parameters, widening, opening.parameters.table_months.unwrap_or(0)));
        let side = Arc::new(SideBelief::prior(&terms));
        let channel = opening.setup.reads(observer);
        Self {
            terms,
            observer,
            channel,
            marks: Default::default(),
            own: channel.filter(|channel| *channel != Channel::Spectator).map(|_| Arc::default()),
            sides: [Arc::clone(&side), side],
            notes: Arc::default(),
            exchange: None,
            held_first: [None; 2],
            coupled: BTreeSet::new(),
            is_factored: false,
        }
    }

    fn quality(&self, _: &Table) -> Quality {
        self.losses()
    }

    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        Sampled::drawn(draws, WeightKind::LogProbability, self.losses(), |mut rng| {
            let mut world = World::default();
            let mut ln = 0.0;
            for side in Side::BOTH {
                let of = self.side(side);
                let team = of.draw(&self.terms, &mut rng);
                ln += libm::log(of.p(&self.terms, &team));
                put(&mut world, self, table, side, &team);
            }
            (ln, world)
        })
    }

    fn sample_columns(&self, _: &Opening<PokemonRandbats>, _: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        let prior = &self.terms.prior;
        let mut kin = BTreeMap::new();
        Sampled::drawn(draws, WeightKind::LogProbability, self.losses(), |mut rng| {
            columns.begin();
            for side in Side::BOTH {
                for (slot, one) in self.side(side).draw(&self.terms, &mut rng).iter().enumerate() {
                    let entry = one.member.entry;
                    let kin = kin.entry(entry).or_insert_with(|| kin_moves(prior, entry));
                    let role = one.member.role.map_or("", |role| prior.role(role));
                    let (member, written, held) = (&one.member, &*one.written, item_name(one.held));
                    put_member(columns, prior, (side.seat(), slot), &Shown { member, written, role, held, kin });
                }
            }
            (0.0, ())
        })
    }

    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        Side::BOTH.iter().fold(0.0, |sum, side| sum + self.ln_of_side(world, *side))
    }

    fn freeze(&self) -> FrozenBelief {
        frozen::freeze(self)
    }

    fn thaw(opening: &Opening<PokemonRandbats>, observer: Observer, widening: u32, frozen: FrozenBelief) -> Self {
        frozen::thaw(opening, observer, widening, frozen)
    }

    fn weigh(&self, _: &Table) -> usize {
        let own = self.marks.iter().map(Marks::weigh).sum::<usize>() + self.own.as_ref().map_or(0, |battle| battle.weigh());
        let notes = &self.notes;
        let texts = [&notes.last_unknown, &notes.last_left_out, &notes.last_format].map(String::capacity);
        let sides = 2 * size_of::<SideBelief>() + weigh_sides(&self.sides);
        let coupled = self.coupled.len() * size_of::<Coupled>();
        size_of::<Self>() + size_of::<Notes>() + texts.iter().sum::<usize>() + own + sides + coupled + self.terms.weigh()
    }
}

/// What the sides hold in memory. Hypotheses share most of their members: each is counted once.
fn weigh_sides(sides: &[Arc<SideBelief>; 2]) -> usize {
    let (mut slots, mut rests, mut lists) = (Vec::new(), Vec::new(), 0);
    for side in sides {
        lists += side.hypotheses.capacity() * size_of::<Hypothesis>();
        slots.extend(side.reported.iter().flat_map(|team| team.iter().map(|(slot, _)| slot)));
        rests.extend(&side.lead);
        for hypothesis in &side.hypotheses {
            lists += hypothesis.slots.capacity() * size_of::<Arc<Slot>>();
            slots.extend(hypothesis.slots.iter().chain(&hypothesis.hidden));
            rests.push(&hypothesis.unseen);
        }
    }
    let pools = slots.iter().map(|slot| slot.pool()).collect();
    lists + weigh_once(slots, Slot::weigh) + weigh_once(pools, Pool::weigh) + weigh_once(rests, Unseen::weigh)
}

fn weigh_once<T>(mut shared: Vec<&Arc<T>>, weigh: fn(&T) -> usize) -> usize {
    shared.sort_unstable_by_key(|one| Arc::as_ptr(one));
    shared.dedup_by(|one, other| Arc::ptr_eq(one, other));
    // An Arc holds two counts, too.
    shared.iter().map(|one| weigh(one) + 16).sum()
}

fn put(world: &mut World, belief: &Belief, table: &Table, side: Side, team: &[Member]) {
    let prior = &belief.terms.prior;
    let shown = &belief.battle(table).side(side).members;
    let level = |at: usize, member: &DrawnMember| {
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
