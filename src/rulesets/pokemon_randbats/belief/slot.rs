//! The posterior over the sets of one member: every set of the table that it may have, and one more hypothesis for the rest.

use std::sync::{Arc, OnceLock};

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::NOBODY;
use super::draft::{Draft, DrawnMember, Moves};
use super::fact::Fact;
use super::pool::Pool;
use super::probability::{LEAST, probability};
use super::told::Told;
use crate::belief::{Reweighed, unit};
use crate::rulesets::pokemon_randbats::likelihood::{BENCH_CHANGE, SOFT_FLOOR};
use crate::rulesets::pokemon_randbats::prior::{ItemId, MoveId, Prior, Set, dex, to_id};
use crate::rulesets::pokemon_randbats::protocol::Condition;

/// The share of all hit points that Regenerator heals on leaving.
const REGENERATED: f64 = 1.0 / 3.0;

/// What it holds now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Held {
    /// The item of its set.
    Own,
    /// This, or nothing.
    Now(Option<ItemId>),
}

/// Probabilities of the listed sets.
#[derive(Debug)]
struct Weights {
    each: Vec<f64>,
    /// Running sums, made when the first world is drawn.
    sums: OnceLock<Vec<f64>>,
}

impl Weights {
    fn of(each: impl IntoIterator<Item = f64>) -> Arc<Self> {
        Arc::new(Self { each: each.into_iter().collect(), sums: OnceLock::new() })
    }

    fn sums(&self) -> &[f64] {
        self.sums.get_or_init(|| {
            let mut sum = 0.0;
            let add = |p: &f64| {
                sum += p;
                sum
            };
            self.each.iter().map(add).collect()
        })
    }
}

/// One member.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its nickname.
    pub name: Arc<str>,
    /// Its species as a line wrote it, for one that the table does not hold.
    pub written: Arc<str>,
    pool: Arc<Pool>,
    weights: Arc<Weights>,
    /// Probability that its set is in no table.
    pub unlisted: f64,
    draft: Arc<Draft>,
    /// What it holds now.
    pub held: Held,
    /// The hit points and the status that it left the field with, in its own shape or in another's: full, where it never was out.
    pub left: Condition,
    /// Whether its own ability was surely at work when it left.
    pub ability_at_work: bool,
    /// Its player reported what it is: nothing can be learned.
    pub reported: bool,
    /// Hard facts that no listed set could take.
    pub impossible: u32,
    /// Facts that were shown, each once.
    pub seen: Arc<Vec<Fact>>,
}

/// A listed set with the place of its entry.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Place of its entry in the table.
    pub entry: usize,
    /// The set.
    pub set: &'a Set,
}

impl std::ops::Deref for Candidate<'_> {
    type Target = Set;

    fn deref(&self) -> &Set {
        self.set
    }
}

impl Slot {
    /// A member of which nothing is known but what it may be; `unlisted` is the chance that its set is in no table.
    pub fn new(name: &str, written: &str, pool: Arc<Pool>, unlisted: f64) -> Self {
        let listed = if pool.sets.is_empty() { 0.0 } else { 1.0 - unlisted };
        Self {
            name: name.into(),
            written: readable(written),
            weights: Weights::of(pool.start.iter().map(|p| p * listed)),
            unlisted: 1.0 - listed,
            draft: Arc::clone(&pool.draft),
            held: Held::Own,
            left: Condition::FULL,
            ability_at_work: true,
            reported: false,
            impossible: 0,
            seen: Arc::default(),
            pool,
        }
    }

    /// Another name and look than it was thought to have.
    pub fn rename(&mut self, name: &str, written: &str) {
        self.name = name.into();
        self.written = readable(written);
    }

    /// The table.
    pub fn prior(&self) -> &Arc<Prior> {
        &self.pool.prior
    }

    /// Every listed set with its probability.
    pub fn listed(&self) -> impl Iterator<Item = (Candidate<'_>, f64)> {
        self.pool.sets.iter().zip(&self.weights.each).map(move |((entry, set), weight)| {
            let (entry, set) = (*entry as usize, *set as usize);
            (Candidate { entry, set: &self.pool.prior.entries()[entry].sets[set] }, *weight)
        })
    }

    /// Moves that sets of its species were counted with.
    pub fn pool_moves(&self) -> impl Iterator<Item = MoveId> + '_ {
        self.pool.draft.moves.all()
    }

    /// The hypothesis that its set is none of the listed ones.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The place of the entry that it most probably is.
    pub fn entry(&self) -> Option<usize> {
        let mut best = None;
        for (entry, p) in self.draft.entry.iter() {
            if best.is_none_or(|(_, most)| p > most) {
                best = Some((entry, p));
            }
        }
        best.and_then(|(entry, _)| entry)
    }

    /// Places of the entries that it may be of.
    pub fn entries(&self) -> impl Iterator<Item = usize> + '_ {
        self.draft.entry.iter().filter_map(|(entry, _)| entry)
    }

    /// Takes a hard fact in; returns its probability. Where no set can take it, nothing changes but the count, and it is 0.
    pub fn learn(&mut self, fact: Fact) -> f64 {
        if !self.seen.contains(&fact) {
            Arc::make_mut(&mut self.seen).push(fact);
        }
        if self.reported {
            return 1.0;
        }
        let fits = |set: &Set| match fact {
            Fact::Move(id) => set.knows(id),
            Fact::Item(item) => set.item == item,
            Fact::Ability(ability) => set.ability == ability,
            Fact::Tera(tera) => set.tera == tera,
        };
        let kept: Vec<f64> = self.listed().map(|(candidate, p)| if fits(candidate.set) { p } else { 0.0 }).collect();
        let listed = kept.iter().fold(0.0, |sum, p| sum + p);
        let mut draft = (*self.draft).clone();
        let of_draft = match fact {
            Fact::Move(id) => draft.moves.learn(id),
            Fact::Item(item) => draft.item.learn(item),
            Fact::Ability(ability) => draft.ability.learn(Some(ability)),
            Fact::Tera(tera) => draft.tera.learn(Some(tera)),
        };
        let total = listed + self.unlisted * of_draft;
        if listed <= 0.0 {
            self.impossible = self.impossible.saturating_add(1);
        }
        if total <= 0.0 {
            return 0.0;
        }
        self.weights = Weights::of(kept.into_iter().map(|p| p / total));
        self.unlisted = self.unlisted * of_draft / total;
        self.draft = Arc::new(draft);
        total
    }

    /// It is of one of these entries.
    pub fn learn_entry(&mut self, entries: &[usize]) -> f64 {
        let kept: Vec<f64> =
            self.listed().map(|(candidate, p)| if entries.contains(&candidate.entry) { p } else { 0.0 }).collect();
        let listed = kept.iter().fold(0.0, |sum, p| sum + p);
        let mut draft = (*self.draft).clone();
        let of_draft = entries.first().map_or(1.0, |entry| draft.entry.learn(Some(*entry)));
        let total = listed + self.unlisted * of_draft;
        if total <= 0.0 {
            return 0.0;
        }
        self.weights = Weights::of(kept.into_iter().map(|p| p / total));
        self.unlisted = self.unlisted * of_draft / total;
        self.draft = Arc::new(draft);
        total
    }

    /// Multiplies by a soft likelihood in (0, 1]. A set that no table holds is weighed by its item where that alone decides, and
    /// else takes what the listed ones are expected to.
    pub fn lean(&mut self, of: &dyn Fn(&Candidate<'_>) -> f64, of_item: Option<&dyn Fn(Option<ItemId>) -> f64>) -> Reweighed {
        if self.reported {
            return Reweighed { expected: 1.0, ln_after: 0.0 };
        }
        let each: Vec<(f64, f64)> = self.listed().map(|(candidate, p)| (p, of(&candidate).clamp(LEAST, 1.0))).collect();
        let (mass, listed) = each.iter().fold((0.0, 0.0), |(mass, sum), (p, l)| (mass + p, sum + p * l));
        let of_draft = match of_item {
            Some(of_item) => Arc::make_mut(&mut self.draft).item.weigh(of_item),
            None if mass > 0.0 => listed / mass,
            None => 1.0,
        };
        let expected = listed + self.unlisted * of_draft;
        let weigh = |p: f64, l: f64| if p > 0.0 { (p * l / expected).max(SOFT_FLOOR.value) } else { 0.0 };
        let weights: Vec<f64> = each.iter().map(|(p, l)| weigh(*p, *l)).collect();
        let unlisted = weigh(self.unlisted, of_draft);
        let ln_after = weights.iter().zip(&each).fold(unlisted * libm::log(of_draft), |sum, (p, (_, l))| sum + p * libm::log(*l));
        self.weights = Weights::of(weights);
        self.unlisted = unlisted;
        Reweighed { expected: expected.min(1.0), ln_after: ln_after.min(0.0) }
    }

    /// Its player reports what it is. Where that leaves a field open, its set is in no table, and the field is as it was.
    pub fn report(&mut self, told: &Told) {
        let Told { member, open } = told;
        let is_it = |candidate: &Candidate<'_>| !open.any() && same(candidate, member);
        let fits: Vec<f64> = self.listed().map(|(candidate, p)| if is_it(&candidate) { p.max(LEAST) } else { 0.0 }).collect();
        let listed = fits.iter().fold(0.0, |sum, p| sum + p);
        let mut draft = (*self.draft).clone();
        draft.entry.learn(member.entry);
        if !open.item {
            draft.item.learn(member.item);
        }
        if !open.ability {
            draft.ability.learn(member.ability);
        }
        if !open.tera {
            draft.tera.learn(member.tera);
        }
        if open.moves {
            member.moves.iter().for_each(|id| _ = draft.moves.learn(*id));
        } else {
            draft.moves = Moves::known(&member.moves);
        }
        self.draft = Arc::new(draft);
        if listed > 0.0 {
            self.weights = Weights::of(fits.into_iter().map(|p| p / listed));
            self.unlisted = 0.0;
        } else {
            self.weights = Weights::of(vec![0.0; fits.len()]);
            self.unlisted = 1.0;
        }
        self.reported = true;
    }

    /// The item of its set, where lines have named it and said that it is gone: what its player reports is what it holds now.
    pub fn item_before(&self) -> Option<Option<ItemId>> {
        let named = self.seen.iter().find_map(|fact| if let Fact::Item(item) = fact { Some(*item) } else { None });
        named.filter(|_| matches!(self.held, Held::Now(_)))
    }

    /// Probability of a whole member; with its role where that is given.
    pub fn p(&self, member: &DrawnMember) -> f64 {
        let role = |candidate: &Candidate<'_>| Some(candidate.set.role) == member.role;
        let fits = self.listed().filter(|(candidate, _)| same(candidate, member) && role(candidate));
        fits.fold(self.unlisted * self.draft.p(member), |sum, (_, p)| sum + p)
    }

    /// Probability of what its player reports, whatever its role.
    pub fn p_told(&self, told: &Told) -> f64 {
        if told.open.any() {
            return self.unlisted * self.draft.p_told(told);
        }
        let member = &told.member;
        let fits = self.listed().filter(|(candidate, _)| same(candidate, member));
        let draft = self.draft.p(member) / self.draft.role.p(member.role);
        fits.fold(self.unlisted * draft, |sum, (_, p)| sum + p)
    }

    /// Whether it has fainted, and nobody revived it.
    pub fn has_fainted(&self) -> bool {
        self.left.fainted()
    }

    /// Probability that it is shown with these hit points and this status when it comes out, in its own shape or in another's: those that it left with, or
    /// a third of all hit points more, which Regenerator heals. Who has fainted does not come out.
    pub fn comes_back(&self, back: Condition) -> f64 {
        let left = self.left;
        match () {
            () if left.fainted() => 0.0,
            () if back.status == left.status && (self.is_as_it_left(back) || self.is_healed(back)) => 1.0,
            () => BENCH_CHANGE.value,
        }
    }

    /// Probability that it is shown so when it comes out, where its set is this one: Regenerator heals who is hurt, and nothing else does.
    pub fn regenerates(&self, set: &Set, back: Condition) -> f64 {
        if self.left.is_full() || !self.ability_at_work || back.status != self.left.status {
            return 1.0;
        }
        let regenerates = Some(set.ability) == dex().ability_named("Regenerator");
        match (self.is_as_it_left(back), self.is_healed(back)) {
            (true, _) if regenerates => BENCH_CHANGE.value,
            (false, true) if !regenerates => BENCH_CHANGE.value,
            _ => 1.0,
        }
    }

    fn is_as_it_left(&self, back: Condition) -> bool {
        let left = self.left;
        // A share and exact hit points agree where both are full; two greatest numbers of hit points are those of two members.
        (left.is_full() && back.is_full()) || (left.most, left.hp) == (back.most, back.hp)
    }

    fn is_healed(&self, back: Condition) -> bool {
        let gain = back.share() - self.left.share();
        // Shares are shown in percent, rounded up.
        (gain - REGENERATED).abs() < 0.015 || back.is_full() && gain < REGENERATED
    }

    /// Draws a whole member.
    pub fn draw(&self, rng: &mut impl Rng) -> DrawnMember {
        let sums = self.weights.sums();
        let listed = sums.last().copied().unwrap_or(0.0);
        let point = unit(rng) * (listed + self.unlisted);
        // Beyond the last sum is what no table holds; rounding may reach it where nothing is left to it.
        let at = sums.partition_point(|sum| *sum <= point);
        let at = if self.unlisted > 0.0 { at } else { at.min(sums.len().saturating_sub(1)) };
        match self.pool.sets.get(at) {
            Some((entry, set)) => drawn(*entry as usize, &self.pool.prior.entries()[*entry as usize].sets[*set as usize]),
            None => self.draft.draw(rng),
        }
    }

    /// The sets that it may have.
    pub(super) fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// What a snapshot holds of it; `pool` is the place of its pool in the list of pools that the snapshot holds.
    pub(super) fn freeze(&self, pool: u32) -> FrozenSlot {
        let likely = self.weights.each.iter().enumerate().filter(|(_, p)| **p != 0.0);
        FrozenSlot {
            name: Arc::clone(&self.name),
            written: Arc::clone(&self.written),
            pool,
            weights: likely.map(|(at, p)| (at as u32, *p)).collect(),
            unlisted: self.unlisted,
            draft: (!Arc::ptr_eq(&self.draft, &self.pool.draft)).then(|| Arc::clone(&self.draft)),
            held: self.held,
            left: self.left,
            ability_at_work: self.ability_at_work,
            reported: self.reported,
            impossible: self.impossible,
            seen: Arc::clone(&self.seen),
        }
    }

    /// The slot that was frozen. Weights of sets that the pool does not have are passed over.
    pub(super) fn thaw(frozen: FrozenSlot, pool: &Arc<Pool>) -> Self {
        let mut each = vec![0.0; pool.sets.len()];
        for (at, p) in frozen.weights {
            if let Some(weight) = each.get_mut(at as usize) {
                *weight = probability(p);
            }
        }
        let draft = frozen.draft.map(|draft| Arc::new(Arc::unwrap_or_clone(draft).sound(pool.prior.entries().len())));
        Self {
            name: frozen.name,
            written: frozen.written,
            weights: Weights::of(each),
            unlisted: probability(frozen.unlisted),
            draft: draft.unwrap_or_else(|| Arc::clone(&pool.draft)),
            held: frozen.held,
            left: frozen.left.sound(),
            ability_at_work: frozen.ability_at_work,
            reported: frozen.reported,
            impossible: frozen.impossible,
            seen: frozen.seen,
            pool: Arc::clone(pool),
        }
    }

    /// Approximate memory in bytes, with the running sums that drawing a world makes, and without the pool.
    pub fn weigh(&self) -> usize {
        let draft = if Arc::ptr_eq(&self.draft, &self.pool.draft) { 0 } else { self.draft.weigh() };
        let seen = self.seen.capacity() * size_of::<Fact>();
        size_of::<Self>() + self.name.len() + self.written.len() + self.weights.each.capacity() * 16 + 64 + draft + seen
    }
}

/// What a snapshot holds of a slot.
#[derive(Debug, Serialize, Deserialize)]
pub struct FrozenSlot {
    name: Arc<str>,
    written: Arc<str>,
    /// Place of its pool.
    pub(super) pool: u32,
    /// Places of the sets that are possible, each with its probability.
    weights: Vec<(u32, f64)>,
    unlisted: f64,
    /// `None` where it is still the pool's.
    draft: Option<Arc<Draft>>,
    held: Held,
    left: Condition,
    ability_at_work: bool,
    reported: bool,
    impossible: u32,
    seen: Arc<Vec<Fact>>,
}

/// A species as a line wrote it, or that it is unknown where a packed team could not hold the name.
fn readable(written: &str) -> Arc<str> {
    if to_id(written).is_empty() || written.contains(']') { NOBODY.into() } else { written.into() }
}

/// A listed set as a whole member.
pub fn drawn(entry: usize, set: &Set) -> DrawnMember {
    DrawnMember {
        entry: Some(entry),
        role: Some(set.role),
        item: set.item,
        ability: Some(set.ability),
        tera: Some(set.tera),
        moves: set.moves.clone(),
    }
}

fn same(candidate: &Candidate<'_>, member: &DrawnMember) -> bool {
    let set = candidate.set;
    Some(candidate.entry) == member.entry
        && set.item == member.item
        && Some(set.ability) == member.ability
        && Some(set.tera) == member.tera
        && set.moves == member.moves
}
