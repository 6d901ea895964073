//! Predictions from moves alone: the joint table, roles and fields apart by frequency, and the seed's uniform ones.

use std::collections::{BTreeMap, BTreeSet};

use credence::rulesets::pokemon_randbats::prior::{AbilityId, Entry, Fields, ItemId, MoveId, Prior, Role, Set, Type, dex};

use super::Member;

/// What is predicted.
pub const FIELDS: [&str; 5] = ["item", "ability", "tera", "role", "moves"];

/// Log losses in nats by field; of moves, the sum over those that are not known yet of whether each is in the set.
pub type Losses = [f64; 5];

/// No set is less likely than this under a model that would call it impossible.
const FLOOR: f64 = 1e-9;

fn loss(p: f64) -> f64 {
    -libm::log(p.clamp(FLOOR, 1.0))
}

/// Adds up the loss of each move's being in the set or not.
fn loss_of_moves(member: &Member, seen: &[MoveId], chances: impl IntoIterator<Item = (MoveId, f64)>) -> f64 {
    let (mut sum, mut listed) = (0.0, BTreeSet::new());
    for (id, p) in chances {
        listed.insert(id);
        if !seen.contains(&id) {
            sum += loss(if member.moves.contains(&id) { p } else { 1.0 - p });
        }
    }
    let missed = member.moves.iter().filter(|id| !listed.contains(*id) && !seen.contains(id)).count();
    sum + missed as f64 * loss(0.0)
}

/// How a set counts.
#[derive(Clone, Copy)]
pub enum Counting {
    /// All alike.
    Pooled,
    /// Leads by leads, others by others.
    ByPlace {
        /// It is the first of its team.
        lead: bool,
    },
}

/// The joint table with one more hypothesis for the sets that it lacks, as the ruleset has it.
pub struct Joint<'a> {
    /// The table.
    pub prior: &'a Prior,
    /// Its fields apart, by entry.
    pub fields: &'a [Fields],
    /// P(no table holds the set).
    pub unlisted: f64,
}

/// Share of what was never counted, in a set that no table holds.
const OUTSIDE: f64 = 1e-3;

impl Joint<'_> {
    /// Losses after some moves.
    pub fn losses(&self, member: &Member, seen: &[MoveId], counting: Counting) -> Losses {
        let entry = &self.prior.entries()[member.entry];
        let fields = &self.fields[member.entry];
        let count = |set: &Set| match counting {
            Counting::Pooled => f64::from(set.count()),
            Counting::ByPlace { lead: true } => f64::from(set.lead) + 0.01 * f64::from(set.other),
            Counting::ByPlace { lead: false } => f64::from(set.other) + 0.01 * f64::from(set.lead),
        };
        let total = entry.sets.iter().fold(0.0, |sum, set| sum + count(set));
        let among = |p: f64, values: usize| (1.0 - OUTSIDE) * p + OUTSIDE / values as f64;
        let share = |count: Option<&u64>, values: usize| among(count.map_or(0.0, |n| *n as f64 / fields.sets as f64), values);
        let knows = |id: &MoveId| share(fields.moves.get(id), dex().moves().len());
        let beside = seen.iter().fold(self.unlisted, |product, id| product * knows(id));
        let left = |fits: &dyn Fn(&Set) -> bool| {
            let sets = entry.sets.iter().filter(|set| seen.iter().all(|id| set.knows(*id)) && fits(set));
            sets.fold(0.0, |sum, set| sum + count(set)) / total * (1.0 - self.unlisted)
        };
        let all = left(&|_| true) + beside;
        let p = |fits: &dyn Fn(&Set) -> bool, outside: f64| loss((left(fits) + beside * outside) / all);
        let role = fields.roles.iter().find(|(role, _)| self.prior.role(**role) == member.role).map(|(_, count)| count);
        let chances = fields.moves.keys().map(|id| (*id, (left(&|set| set.knows(*id)) + beside * knows(id)) / all));
        [
            p(&|set| set.item == member.item, share(fields.items.get(&member.item), dex().items().len())),
            p(&|set| set.ability == member.ability, share(fields.abilities.get(&member.ability), dex().abilities().len())),
            p(&|set| set.tera == member.tera, share(fields.teras.get(&member.tera), Type::ALL.len())),
            p(&|set| self.prior.role(set.role) == member.role, share(role, self.prior.roles().len())),
            loss_of_moves(member, seen, chances),
        ]
    }
}

/// What sets of a role have, each field apart.
#[derive(Default)]
struct Apart {
    sets: f64,
    items: BTreeMap<Option<ItemId>, f64>,
    abilities: BTreeMap<AbilityId, f64>,
    teras: BTreeMap<Type, f64>,
    moves: BTreeMap<MoveId, f64>,
}

/// Roles, and within a role each field, independent of each other.
pub struct Independent {
    roles: BTreeMap<Role, Apart>,
    names: BTreeMap<Role, String>,
    uniform: bool,
}

impl Independent {
    /// Of one species. `uniform`: every role, item, ability and type of a role is as likely as another, as the seed has it.
    pub fn of(prior: &Prior, entry: &Entry, uniform: bool) -> Self {
        let mut roles: BTreeMap<Role, Apart> = BTreeMap::new();
        for set in &entry.sets {
            let (apart, count) = (roles.entry(set.role).or_default(), f64::from(set.count()));
            apart.sets += count;
            *apart.items.entry(set.item).or_default() += count;
            *apart.abilities.entry(set.ability).or_default() += count;
            *apart.teras.entry(set.tera).or_default() += count;
            for id in &set.moves {
                *apart.moves.entry(*id).or_default() += count;
            }
        }
        let names = roles.keys().map(|role| (*role, prior.role(*role).to_owned())).collect();
        Self { roles, names, uniform }
    }

    fn within<T: Ord>(&self, counts: &BTreeMap<T, f64>, value: &T) -> f64 {
        let total = counts.values().fold(0.0, |sum, count| sum + count);
        match counts.get(value) {
            Some(_) if self.uniform => 1.0 / counts.len() as f64,
            Some(count) => count / total,
            None => 0.0,
        }
    }

    /// Losses after some moves.
    pub fn losses(&self, member: &Member, seen: &[MoveId]) -> Losses {
        let weight = |apart: &Apart| {
            let start = if self.uniform { 1.0 } else { apart.sets };
            let likelihood = |id: &MoveId| match apart.moves.get(id) {
                Some(_) if self.uniform => 1.0,
                Some(count) => count / apart.sets,
                None => FLOOR,
            };
            seen.iter().fold(start, |product, id| product * likelihood(id))
        };
        let total = self.roles.values().fold(0.0, |sum, apart| sum + weight(apart));
        let mix =
            |of: &dyn Fn(&Apart) -> f64| self.roles.values().fold(0.0, |sum, apart| sum + weight(apart) / total * of(apart));
        // Of the moves that are left in a role, the places that are left hold each as likely as another, or by frequency.
        let in_set = |apart: &Apart, id: &MoveId| {
            let Some(count) = apart.moves.get(id) else { return 0.0 };
            let known = seen.iter().filter(|id| apart.moves.contains_key(*id)).count();
            let (places, left) =
                (4_usize.saturating_sub(seen.len()) as f64, apart.moves.len().saturating_sub(known).max(1) as f64);
            if self.uniform {
                return (places / left).min(1.0);
            }
            let open = apart.moves.iter().filter(|(id, _)| !seen.contains(id)).fold(0.0, |sum, (_, count)| sum + count);
            (places * count / open.max(f64::MIN_POSITIVE)).min(1.0)
        };
        let moves: BTreeSet<MoveId> = self.roles.values().flat_map(|apart| apart.moves.keys().copied()).collect();
        let role = self.roles.iter().find(|(role, _)| self.names[role] == member.role);
        [
            loss(mix(&|apart| self.within(&apart.items, &member.item))),
            loss(mix(&|apart| self.within(&apart.abilities, &member.ability))),
            loss(mix(&|apart| self.within(&apart.teras, &member.tera))),
            loss(role.map_or(0.0, |(_, apart)| weight(apart) / total)),
            loss_of_moves(member, seen, moves.iter().map(|id| (*id, mix(&|apart| in_set(apart, id))))),
        ]
    }
}
