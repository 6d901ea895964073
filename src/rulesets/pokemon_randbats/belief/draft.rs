//! A set that no table holds: drawn field by field from what was counted of its species.

use std::collections::BTreeSet;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::probability::probability;
use super::told::Told;
use crate::belief::unit;
use crate::rulesets::pokemon_randbats::likelihood::{OUTSIDE, OUTSIDE_ABILITY, OUTSIDE_TERA, SOFT_FLOOR};
use crate::rulesets::pokemon_randbats::prior::{AbilityId, Entry, Fields, ItemId, MOVES, MoveId, Role, SpeciesId, Type, dex};

/// The distribution of one field. Sums to 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Field<T>(Vec<(T, f64)>);

impl<T: Copy + PartialEq> Field<T> {
    fn of(counted: impl IntoIterator<Item = (T, f64)>, otherwise: T) -> Self {
        let mut list: Vec<(T, f64)> = Vec::new();
        for (value, weight) in counted {
            match list.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += weight,
                None => list.push((value, weight)),
            }
        }
        let total = list.iter().fold(0.0, |sum, (_, weight)| sum + weight);
        if total > 0.0 {
            list.iter_mut().for_each(|(_, weight)| *weight /= total);
            list.retain(|(_, weight)| *weight > 0.0);
        } else {
            list = vec![(otherwise, 1.0)];
        }
        Self(list)
    }

    /// Gives the values that were never counted so much together, each alike.
    fn with_others(mut self, all: impl IntoIterator<Item = T>, share: f64) -> Self {
        let others: Vec<T> = all.into_iter().filter(|value| self.0.iter().all(|(known, _)| known != value)).collect();
        if others.is_empty() || share <= 0.0 {
            return self;
        }
        self.0.iter_mut().for_each(|(_, p)| *p *= 1.0 - share);
        let each = share / others.len() as f64;
        self.0.extend(others.into_iter().map(|value| (value, each)));
        self
    }

    /// Values with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (T, f64)> + '_ {
        self.0.iter().copied()
    }

    /// Probability of a value; a little for one that was never counted.
    pub fn p(&self, value: T) -> f64 {
        self.0.iter().find(|(known, _)| *known == value).map_or(OUTSIDE.value, |(_, p)| *p)
    }

    /// The value is known now. Returns the probability that it had.
    pub fn learn(&mut self, value: T) -> f64 {
        let p = self.p(value);
        self.0 = vec![(value, 1.0)];
        p
    }

    /// Multiplies by a likelihood above 0, and returns what was expected of it.
    pub fn weigh(&mut self, likelihood: &dyn Fn(T) -> f64) -> f64 {
        let mut expected = 0.0;
        for (value, p) in &mut self.0 {
            *p *= likelihood(*value);
            expected += *p;
        }
        self.0.iter_mut().for_each(|(_, p)| *p = (*p / expected).max(SOFT_FLOOR.value));
        expected
    }

    /// A field that is safe to use, whatever was stored: it has at least one value, and no probability outside [0, 1].
    fn sound(mut self, otherwise: T) -> Self {
        self.0.iter_mut().for_each(|(_, p)| *p = probability(*p));
        if self.0.is_empty() {
            self.0.push((otherwise, 1.0));
        }
        self
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(T, f64)>()
    }

    fn draw(&self, rng: &mut impl Rng) -> T {
        let mut at = unit(rng);
        for (value, p) in &self.0 {
            if at < *p {
                return *value;
            }
            at -= p;
        }
        self.0[self.0.len() - 1].0
    }
}

/// Which moves: those known, and as many more as are missing, each with its own odds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moves {
    known: Vec<MoveId>,
    odds: Vec<(MoveId, f64)>,
    count: usize,
}

impl Moves {
    fn of(counted: &[(MoveId, f64)], count: usize) -> Self {
        let odds = |share: f64| (share / (1.0 - share).max(0.02)).max(OUTSIDE.value);
        Self { known: Vec::new(), odds: counted.iter().map(|(id, share)| (*id, odds(*share))).collect(), count }
    }

    fn missing(&self) -> usize {
        self.count.saturating_sub(self.known.len()).min(self.odds.len())
    }

    /// Elementary symmetric sums of the odds, without one move: how much all choices of 0, 1, ... of them weigh.
    fn sums(&self, without: Option<MoveId>, from: usize) -> [f64; MOVES + 1] {
        let mut sums = [1.0, 0.0, 0.0, 0.0, 0.0];
        for (id, odds) in &self.odds[from..] {
            if Some(*id) != without {
                for at in (1..=MOVES).rev() {
                    sums[at] += sums[at - 1] * odds;
                }
            }
        }
        sums
    }

    /// Probability that a move is one of the set's.
    pub fn p(&self, id: MoveId) -> f64 {
        if self.known.contains(&id) {
            return 1.0;
        }
        let missing = self.missing();
        let Some((_, odds)) = self.odds.iter().find(|(own, _)| *own == id) else {
            return if self.known.len() < self.count { OUTSIDE.value } else { 0.0 };
        };
        if missing == 0 {
            return 0.0;
        }
        (odds * self.sums(Some(id), 0)[missing - 1] / self.sums(None, 0)[missing]).min(1.0)
    }

    /// The move is one of the set's. Returns the probability that it was: 0 where the set has no room for it.
    pub fn learn(&mut self, id: MoveId) -> f64 {
        let p = self.p(id);
        if p > 0.0 && !self.known.contains(&id) {
            self.known.push(id);
            self.odds.retain(|(own, _)| *own != id);
        }
        p
    }

    /// Probability of exactly these moves.
    pub fn of_all(&self, moves: &[MoveId]) -> f64 {
        let new: Vec<MoveId> = moves.iter().copied().filter(|id| !self.known.contains(id)).collect();
        let missing = self.missing();
        if moves.len() != self.known.len() + new.len() || new.len() != missing {
            // A set of another size than its species has: as little as anything that was never counted.
            let fits = moves.len() == self.known.len() + new.len() && !moves.is_empty();
            return if fits { OUTSIDE.value * OUTSIDE.value } else { 0.0 };
        }
        let of = |id: &MoveId| self.odds.iter().find(|(own, _)| own == id).map_or(OUTSIDE.value, |(_, odds)| *odds);
        new.iter().fold(1.0, |product, id| product * of(id)) / self.all_weigh()
    }

    fn draw(&self, rng: &mut impl Rng) -> Vec<MoveId> {
        let mut moves = self.known.clone();
        let mut missing = self.missing();
        for (at, (id, odds)) in self.odds.iter().enumerate() {
            if missing == 0 {
                break;
            }
            let (with, all) = (odds * self.sums(None, at + 1)[missing - 1], self.sums(None, at)[missing]);
            if unit(rng) * all < with {
                moves.push(*id);
                missing -= 1;
            }
        }
        moves.sort_unstable();
        moves
    }

    /// Exactly these moves, all known.
    pub fn known(moves: &[MoveId]) -> Self {
        Self { known: moves.to_vec(), odds: Vec::new(), count: moves.len() }
    }

    /// The moves that may be the missing ones, with their odds.
    pub fn open(&self) -> impl Iterator<Item = (MoveId, f64)> + '_ {
        self.odds.iter().copied()
    }

    /// How much all choices of those missing weigh.
    pub fn all_weigh(&self) -> f64 {
        self.sums(None, 0)[self.missing()]
    }

    /// Known moves, and those that may be.
    pub fn all(&self) -> impl Iterator<Item = MoveId> + '_ {
        self.known.iter().copied().chain(self.odds.iter().map(|(id, _)| *id))
    }
}

/// One whole member, whatever it was drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnMember {
    /// Place of its entry in the table; `None` for a species that the table does not hold.
    pub entry: Option<usize>,
    /// The generator's label.
    pub role: Option<Role>,
    /// Its item by its set.
    pub item: Option<ItemId>,
    /// Its ability by its set.
    pub ability: Option<AbilityId>,
    /// Its tera type.
    pub tera: Option<Type>,
    /// Its moves, ascending.
    pub moves: Vec<MoveId>,
}

/// What is known of a set that is in no table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// Place of its entry in the table.
    pub entry: Field<Option<usize>>,
    /// Role.
    pub role: Field<Option<Role>>,
    /// Item.
    pub item: Field<Option<ItemId>>,
    /// Ability.
    pub ability: Field<Option<AbilityId>>,
    /// Tera type.
    pub tera: Field<Option<Type>>,
    /// Moves.
    pub moves: Moves,
}

impl Draft {
    /// From the counted sets of entries, each with its place in the table and its weight. With the chance `newer` the set is of a newer generator than the
    /// table, which may have given it a tera type or an ability that was not counted.
    pub fn of(entries: &[(usize, &Entry, f64)], newer: f64) -> Self {
        let sets = || {
            entries.iter().flat_map(|(at, entry, weight)| {
                let total = entry.count().max(1) as f64;
                entry.sets.iter().map(move |set| (*at, set, weight * f64::from(set.count()) / total))
            })
        };
        let all = sets().fold(0.0, |sum, (_, _, weight)| sum + weight).max(f64::MIN_POSITIVE);
        let mut moves: Vec<(MoveId, f64)> = Vec::new();
        let mut count = 0;
        for (_, set, weight) in sets() {
            count = count.max(set.moves.len());
            for id in &set.moves {
                match moves.iter_mut().find(|(known, _)| known == id) {
                    Some((_, share)) => *share += weight / all,
                    None => moves.push((*id, weight / all)),
                }
            }
        }
        moves.sort_by_key(|(id, _)| *id);
        let abilities: BTreeSet<_> =
            entries.iter().flat_map(|(_, entry, _)| dex()[entry.species].abilities.iter().copied().map(Some)).collect();
        let types =
            (!entries.is_empty()).then_some(Type::ALL).into_iter().flatten().filter(|tera| *tera != Type::Stellar).map(Some);
        let count = if count == 0 { MOVES } else { count };
        Self {
            entry: Field::of(entries.iter().map(|(at, _, weight)| (Some(*at), *weight)), None),
            role: Field::of(sets().map(|(_, set, weight)| (Some(set.role), weight)), None),
            item: Field::of(sets().map(|(_, set, weight)| (set.item, weight)), None),
            ability: Field::of(sets().map(|(_, set, weight)| (Some(set.ability), weight)), None)
                .with_others(abilities, newer * OUTSIDE_ABILITY.value),
            tera: Field::of(sets().map(|(_, set, weight)| (Some(set.tera), weight)), None)
                .with_others(types, newer * OUTSIDE_TERA.value),
            moves: Moves::of(&moves, count),
        }
    }

    /// Of a species that the table does not hold, by what the whole table has. Of its moves those that are seen are known, and no more.
    pub fn of_stranger(fields: &Fields, species: Option<SpeciesId>) -> Self {
        let abilities = species.map_or(&[][..], |species| dex()[species].abilities.as_slice());
        Self {
            entry: Field::of([], None),
            role: Field::of([], None),
            item: Field::of(fields.items.iter().map(|(item, count)| (*item, *count as f64)), None),
            ability: Field::of(abilities.iter().map(|ability| (Some(*ability), 1.0)), None),
            tera: Field::of(fields.teras.iter().map(|(tera, count)| (Some(*tera), *count as f64)), None),
            moves: Moves::of(&[], MOVES),
        }
    }

    /// Probability of a whole member.
    pub fn p(&self, member: &DrawnMember) -> f64 {
        self.entry.p(member.entry)
            * self.role.p(member.role)
            * self.item.p(member.item)
            * self.ability.p(member.ability)
            * self.tera.p(member.tera)
            * self.moves.of_all(&member.moves)
    }

    /// Probability of a member that was reported, whatever its role: what was left open has a name that was never counted.
    pub fn p_told(&self, Told { member, open }: &Told) -> f64 {
        let or_strange = |open: bool, p: f64| if open { OUTSIDE.value } else { p };
        self.entry.p(member.entry)
            * or_strange(open.item, self.item.p(member.item))
            * or_strange(open.ability, self.ability.p(member.ability))
            * or_strange(open.tera, self.tera.p(member.tera))
            * or_strange(open.moves, self.moves.of_all(&member.moves))
    }

    /// Draws one.
    pub fn draw(&self, rng: &mut impl Rng) -> DrawnMember {
        DrawnMember {
            entry: self.entry.draw(rng),
            role: self.role.draw(rng),
            item: self.item.draw(rng),
            ability: self.ability.draw(rng),
            tera: self.tera.draw(rng),
            moves: self.moves.draw(rng),
        }
    }

    /// A draft that is safe to use with a table of so many entries, whatever was stored.
    pub fn sound(mut self, entries: usize) -> Self {
        self.entry.0.iter_mut().for_each(|(entry, _)| *entry = entry.filter(|at| *at < entries));
        self.moves.count = self.moves.count.min(MOVES);
        self.moves
            .odds
            .iter_mut()
            .for_each(|(_, odds)| *odds = if odds.is_finite() { odds.max(OUTSIDE.value) } else { OUTSIDE.value });
        Self {
            entry: self.entry.sound(None),
            role: self.role.sound(None),
            item: self.item.sound(None),
            ability: self.ability.sound(None),
            tera: self.tera.sound(None),
            moves: self.moves,
        }
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        let of_fields = self.entry.bytes() + self.role.bytes() + self.item.bytes() + self.ability.bytes() + self.tera.bytes();
        let of_moves = self.moves.known.capacity() * 2 + self.moves.odds.capacity() * size_of::<(MoveId, f64)>();
        size_of::<Self>() + of_fields + of_moves
    }
}
