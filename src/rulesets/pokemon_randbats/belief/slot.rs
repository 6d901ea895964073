//! The posterior over the sets of one member: every set of the table that it may have, and one more hypothesis for the rest.

use std::sync::{Arc, OnceLock};

use rand::Rng;

use super::NOBODY;
use super::draft::{Draft, Drawn, LEAST};
use crate::belief::{Reweighed, unit};
use crate::rulesets::pokemon_randbats::likelihood::{SOFT_FLOOR, UNLISTED};
use crate::rulesets::pokemon_randbats::prior::{AbilityId, Entry, Fields, ItemId, MoveId, Prior, Set, SpeciesId, Type, to_id};

/// The sets that a member may have before anything is known of it.
#[derive(Debug)]
pub struct Pool {
    /// The table.
    pub prior: Arc<Prior>,
    /// Place of the entry and of the set in it, for each candidate.
    sets: Vec<(u32, u32)>,
    /// Probability of each among the listed.
    start: Vec<f64>,
    draft: Arc<Draft>,
}

/// How the sets of a table are weighed before anything is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// As the first of a team has them.
    Lead,
    /// As the others have them.
    Other,
    /// Every role of a species alike, as the seed has them.
    Roles,
}

/// Share that a set counted in the other place has: no set that was made is impossible in either.
const BORROWED: f64 = 0.01;

fn weight_of(entry: &Entry, set: &Set, counting: Counting) -> f64 {
    let (lead, other) = (f64::from(set.lead), f64::from(set.other));
    match counting {
        Counting::Lead if entry.leads() > 0 => lead + BORROWED * other,
        Counting::Lead | Counting::Other => other + BORROWED * lead,
        Counting::Roles => {
            let of_role = entry.sets.iter().filter(|one| one.role == set.role);
            let counted = of_role.fold(0.0, |sum, one| sum + f64::from(one.count()));
            f64::from(set.count()) / counted.max(1.0)
        }
    }
}

impl Pool {
    /// The sets of some entries, each with its weight.
    pub fn of(prior: &Arc<Prior>, entries: &[(usize, f64)], counting: Counting) -> Self {
        let mut sets = Vec::new();
        let mut start = Vec::new();
        let known: Vec<_> =
            entries.iter().filter_map(|(at, weight)| prior.entries().get(*at).map(|entry| (*at, entry, *weight))).collect();
        for (at, entry, weight) in &known {
            let count = |set: &Set| weight_of(entry, set, counting);
            let total = entry.sets.iter().fold(0.0, |sum, set| sum + count(set)).max(f64::MIN_POSITIVE);
            for (place, set) in entry.sets.iter().enumerate() {
                sets.push((*at as u32, place as u32));
                start.push(weight * count(set) / total);
            }
        }
        let total = start.iter().fold(0.0, |sum, p| sum + p).max(f64::MIN_POSITIVE);
        start.iter_mut().for_each(|p| *p /= total);
        Self { prior: Arc::clone(prior), sets, start, draft: Arc::new(Draft::of(&known)) }
    }
}

impl Pool {
    /// Of a species that the table does not hold: every field as the whole table has it, its abilities alike.
    pub fn of_stranger(prior: &Arc<Prior>, species: Option<SpeciesId>) -> Self {
        let draft = Arc::new(Draft::of_stranger(&Fields::over(prior.entries()), species));
        Self { prior: Arc::clone(prior), sets: Vec::new(), start: Vec::new(), draft }
    }
}

/// What it holds now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The item of its set.
    Own,
    /// This, or nothing.
    Now(Option<ItemId>),
}

/// A hard fact about a member's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// It knows a move.
    Move(MoveId),
    /// Its item.
    Item(Option<ItemId>),
    /// Its ability.
    Ability(AbilityId),
    /// Its tera type.
    Tera(Type),
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
    /// Its player told what it is: nothing can be learned.
    pub told: bool,
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
    /// A member of which nothing is known but what it may be.
    pub fn new(name: &str, written: &str, pool: Arc<Pool>) -> Self {
        let listed = if pool.sets.is_empty() { 0.0 } else { 1.0 - UNLISTED.value };
        Self {
            name: name.into(),
            written: readable(written),
            weights: Weights::of(pool.start.iter().map(|p| p * listed)),
            unlisted: 1.0 - listed,
            draft: Arc::clone(&pool.draft),
            held: Held::Own,
            told: false,
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

    /// The hypothesis beside them.
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
        if self.told {
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
            self.impossible += 1;
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
        if self.told {
            return Reweighed { expected: 1.0, ln_after: 0.0 };
        }
        let each: Vec<(f64, f64)> = self.listed().map(|(candidate, p)| (p, of(&candidate).clamp(LEAST, 1.0))).collect();
        let (mass, listed) = each.iter().fold((0.0, 0.0), |(mass, sum), (p, l)| (mass + p, sum + p * l));
        let mut draft = (*self.draft).clone();
        let of_draft = match of_item {
            Some(of_item) => draft.item.weigh(of_item),
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
        self.draft = Arc::new(draft);
        Reweighed { expected: expected.min(1.0), ln_after: ln_after.min(0.0) }
    }

    /// Its player told what it is.
    pub fn tell(&mut self, member: &Drawn) {
        let fits: Vec<f64> =
            self.listed().map(|(candidate, p)| if same(&candidate, member) { p.max(LEAST) } else { 0.0 }).collect();
        let listed = fits.iter().fold(0.0, |sum, p| sum + p);
        let mut draft = (*self.draft).clone();
        draft.entry.learn(member.entry);
        draft.item.learn(member.item);
        draft.ability.learn(member.ability);
        draft.tera.learn(member.tera);
        draft.moves = draft.moves.told(&member.moves);
        self.draft = Arc::new(draft);
        if listed > 0.0 {
            self.weights = Weights::of(fits.into_iter().map(|p| p / listed));
            self.unlisted = 0.0;
        } else {
            self.weights = Weights::of(vec![0.0; fits.len()]);
            self.unlisted = 1.0;
        }
        self.told = true;
    }

    /// Probability of a whole member; with its role where that is given.
    pub fn p(&self, member: &Drawn) -> f64 {
        let role = |candidate: &Candidate<'_>| Some(candidate.set.role) == member.role;
        let fits = self.listed().filter(|(candidate, _)| same(candidate, member) && role(candidate));
        fits.fold(self.unlisted * self.draft.p(member), |sum, (_, p)| sum + p)
    }

    /// Probability of a member whatever its role.
    pub fn p_of_any_role(&self, member: &Drawn) -> f64 {
        let fits = self.listed().filter(|(candidate, _)| same(candidate, member));
        let draft = self.draft.p(member) / self.draft.role.p(member.role);
        fits.fold(self.unlisted * draft, |sum, (_, p)| sum + p)
    }

    /// Draws a whole member.
    pub fn draw(&self, rng: &mut impl Rng) -> Drawn {
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

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        size_of::<Self>() + self.weights.each.len() * 16 + 1024
    }
}

/// A species as a line wrote it, or that it is unknown where a packed team could not hold the name.
fn readable(written: &str) -> Arc<str> {
    if to_id(written).is_empty() || written.contains(']') { NOBODY.into() } else { written.into() }
}

/// A listed set as a whole member.
pub fn drawn(entry: usize, set: &Set) -> Drawn {
    Drawn {
        entry: Some(entry),
        role: Some(set.role),
        item: set.item,
        ability: Some(set.ability),
        tera: Some(set.tera),
        moves: set.moves.clone(),
    }
}

fn same(candidate: &Candidate<'_>, member: &Drawn) -> bool {
    let set = candidate.set;
    Some(candidate.entry) == member.entry
        && set.item == member.item
        && Some(set.ability) == member.ability
        && Some(set.tera) == member.tera
        && set.moves == member.moves
}
