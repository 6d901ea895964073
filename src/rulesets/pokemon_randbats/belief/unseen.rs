//! The members of a team that were not shown yet: which species they are, given those that were.
//!
//! Model: the rest of the team is a set of species, one of a base at most, whose probability is proportional to the product of the
//! species' weights (conditional Poisson sampling). Weights are the generator's own; those that its limits on a team rule out, given
//! the members shown so far, count for little. What two unseen members do to each other's limits is left out: an approximation.

use std::sync::{Arc, OnceLock};

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::belief::{shuffle, unit};
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::likelihood::{LIMIT_BROKEN, UNLISTED};
use crate::rulesets::pokemon_randbats::prior::{Entry, Prior, Team, dex};

/// The entries of a table by the base of their species: a team has one of a base.
#[derive(Debug)]
pub struct Bases {
    /// Group of each entry.
    of: Vec<usize>,
    /// Entries of each group.
    entries: Vec<Vec<usize>>,
}

impl Bases {
    /// Groups the entries of a table.
    pub fn of(prior: &Prior) -> Self {
        let mut names: Vec<&str> = prior.entries().iter().map(|entry| dex()[entry.species].base.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let place = |entry: &Entry| names.binary_search(&dex()[entry.species].base.as_str()).unwrap_or(0);
        let of: Vec<usize> = prior.entries().iter().map(place).collect();
        let mut entries = vec![Vec::new(); names.len()];
        of.iter().enumerate().for_each(|(at, group)| entries[*group].push(at));
        Self { of, entries }
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        // An entry stands in one group, whose list was grown to four places at least.
        size_of::<Self>() + self.of.capacity() * 8 + self.entries.capacity() * size_of::<Vec<usize>>() + self.entries.len() * 32
    }
}

/// Sums of products of so many weights.
type Sums = [f64; TEAM + 1];

/// Which members are meant: with the table all that is needed to work the distribution out again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Asked {
    /// The first of a team.
    Lead,
    /// Those not seen yet: the entries of the members seen, and how many are missing.
    Rest(Vec<usize>, usize),
}

/// The unseen members of one team.
#[derive(Debug)]
pub struct Unseen {
    bases: Arc<Bases>,
    asked: Asked,
    /// How many.
    pub count: usize,
    /// Weight of each entry. They sum to 1 with `other`.
    weights: Vec<f64>,
    /// Weight of a species that the table does not hold.
    other: f64,
    /// Weight of each base.
    groups: Vec<f64>,
    sums: Sums,
    /// The same over the groups from each on, the last of them the places of `other`; made when the first world is drawn.
    suffix: OnceLock<Vec<Sums>>,
}

fn add(sums: &mut Sums, weight: f64) {
    for at in (1..=TEAM).rev() {
        sums[at] += sums[at - 1] * weight;
    }
}

impl Unseen {
    /// The `count` members that are missing of a team with these members.
    pub fn of(prior: &Arc<Prior>, bases: &Arc<Bases>, members: &[usize], count: usize) -> Self {
        let seen: Vec<&Entry> = members.iter().filter_map(|at| prior.entries().get(*at)).collect();
        let taken: Vec<usize> = members.iter().filter_map(|at| bases.of.get(*at).copied()).collect();
        let team = Team::of(seen.iter().copied());
        let weight = |(at, entry): (usize, &Entry)| {
            if taken.contains(&bases.of[at]) {
                0.0
            } else if team.admits(entry) {
                entry.weight()
            } else {
                entry.weight() * LIMIT_BROKEN.value
            }
        };
        let weights = prior.entries().iter().enumerate().map(weight).collect();
        Self::weighed(bases, weights, count, Asked::Rest(members.to_vec(), count))
    }

    /// The first of a team, and nobody else: the generator keeps some species from that place.
    pub fn lead(prior: &Arc<Prior>, bases: &Arc<Bases>) -> Self {
        let weight = |entry: &Entry| entry.leads() as f64 + LIMIT_BROKEN.value;
        Self::weighed(bases, prior.entries().iter().map(weight).collect(), 1, Asked::Lead)
    }

    /// Who is asked about.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Worked out again. Entries that the table does not have are passed over.
    pub fn again(prior: &Arc<Prior>, bases: &Arc<Bases>, asked: &Asked) -> Self {
        match asked {
            Asked::Lead => Self::lead(prior, bases),
            Asked::Rest(members, count) => Self::of(prior, bases, &members[..members.len().min(TEAM)], (*count).min(TEAM)),
        }
    }

    fn weighed(bases: &Arc<Bases>, mut weights: Vec<f64>, count: usize, asked: Asked) -> Self {
        let total = weights.iter().fold(0.0, |sum, weight| sum + weight).max(f64::MIN_POSITIVE);
        weights.iter_mut().for_each(|weight| *weight /= total);
        let mut groups = vec![0.0; bases.entries.len()];
        for (at, weight) in weights.iter().enumerate() {
            groups[bases.of[at]] += weight;
        }
        let other = UNLISTED.value;
        let mut sums = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        groups.iter().for_each(|weight| add(&mut sums, *weight));
        // Any number of species that the table does not hold may be among them: as many groups as there are places.
        (0..count.min(TEAM)).for_each(|_| add(&mut sums, other));
        Self { bases: Arc::clone(bases), asked, count: count.min(TEAM), weights, other, groups, sums, suffix: OnceLock::new() }
    }

    /// Sums without one group of this weight.
    fn without(&self, weight: f64) -> Sums {
        let mut sums = self.sums;
        for at in 1..=TEAM {
            sums[at] = (self.sums[at] - weight * sums[at - 1]).max(0.0);
        }
        sums
    }

    /// Probability that an entry is among them.
    pub fn includes(&self, entry: usize) -> f64 {
        let Some(weight) = self.weights.get(entry).filter(|weight| self.count > 0 && **weight > 0.0) else { return 0.0 };
        let rest = self.without(self.groups[self.bases.of[entry]])[self.count - 1];
        (weight * rest / self.sums[self.count]).clamp(0.0, 1.0)
    }

    /// Probability that the next to be shown is of an entry, for each; and last of a species that the table does not hold.
    pub fn next(&self) -> Vec<f64> {
        if self.count == 0 {
            return vec![0.0; self.weights.len() + 1];
        }
        let mut list: Vec<f64> = (0..self.weights.len()).map(|entry| self.includes(entry)).collect();
        let other = self.without(self.other)[self.count - 1] * self.other * self.count as f64 / self.sums[self.count];
        list.push(other);
        let total = list.iter().fold(0.0, |sum, p| sum + p).max(f64::MIN_POSITIVE);
        list.iter_mut().for_each(|p| *p /= total);
        list
    }

    /// Probability of one whole rest, in the order in which it will be shown; `None` stands for a species of no table.
    pub fn p(&self, rest: &[Option<usize>]) -> f64 {
        if rest.len() != self.count {
            return 0.0;
        }
        let mut product = 1.0;
        let (mut others, mut seen) = (0, Vec::new());
        for entry in rest {
            match entry {
                Some(entry) => {
                    let Some(group) = self.bases.of.get(*entry) else { return 0.0 };
                    if seen.contains(group) {
                        return 0.0;
                    }
                    seen.push(*group);
                    product *= self.weights[*entry];
                }
                // The places for such species are alike: the first of them to be filled is any of those that are left.
                None => {
                    product *= self.other * (self.count - others) as f64 / (others + 1) as f64;
                    others += 1;
                }
            }
        }
        // Sets of others are counted once whatever their order, so each order of the whole has its share.
        let orders = (1..=self.count).fold(1.0, |product, n| product * n as f64);
        let alike = (1..=others).fold(1.0, |product, n| product * n as f64);
        product / self.sums[self.count] / orders * alike
    }

    /// How much all choices from the groups that are left weigh, for each group and number of places.
    fn suffix(&self) -> &[Sums] {
        self.suffix.get_or_init(|| {
            let end = self.groups.len() + self.count;
            let mut suffix = vec![[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]; end + 1];
            for at in (0..end).rev() {
                suffix[at] = suffix[at + 1];
                add(&mut suffix[at], self.groups.get(at).copied().unwrap_or(self.other));
            }
            suffix
        })
    }

    /// Draws a whole rest, in the order in which it will be shown.
    pub fn draw(&self, rng: &mut impl Rng) -> Vec<Option<usize>> {
        let suffix = self.suffix();
        let mut rest = Vec::with_capacity(self.count);
        let mut from = 0;
        for missing in (1..=self.count).rev() {
            // Choices whose first group comes after `at` weigh suffix[at + 1]: their share falls as `at` grows.
            let left = (1.0 - unit(rng)) * suffix[from][missing];
            let choices = &suffix[from + 1..=suffix.len() - missing];
            let at = from + choices.partition_point(|sums| sums[missing] >= left);
            rest.push(self.groups.get(at).and_then(|_| self.of_group(at, rng)));
            from = at + 1;
        }
        shuffle(&mut rest, rng);
        rest
    }

    /// Approximate memory in bytes, with what drawing a world makes.
    pub fn weigh(&self) -> usize {
        let suffix = (self.groups.len() + self.count + 1) * size_of::<Sums>();
        size_of::<Self>() + (self.weights.capacity() + self.groups.capacity()) * 8 + suffix
    }

    fn of_group(&self, group: usize, rng: &mut impl Rng) -> Option<usize> {
        let mut point = unit(rng) * self.groups[group];
        let mut last = None;
        for entry in &self.bases.entries[group] {
            let weight = self.weights[*entry];
            if weight > 0.0 {
                last = Some(*entry);
                if point < weight {
                    break;
                }
                point -= weight;
            }
        }
        last
    }
}
