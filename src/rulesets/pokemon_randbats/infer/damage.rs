//! Damage as a likelihood: what a hit took, against the sixteen rolls of the formula for each pair of sets.

use std::collections::BTreeMap;

use super::formula::{Blow, Striker, is_plain, item_of, name_of, rolls};
use super::speed::{Build, build_of};
use super::weather::at_work;
use crate::rulesets::pokemon_randbats::battle::{Battle, Field, Making, Shown};
use crate::rulesets::pokemon_randbats::belief::{Candidate, Coupled, Slot, couples, is_open};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::ODD_DAMAGE;
use crate::rulesets::pokemon_randbats::prior::{AbilityId, ItemId, Stat, dex};
use crate::rulesets::pokemon_randbats::protocol::Condition;

/// What keeps a target that is at full health from fainting at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    None,
    /// Something that a line would have named, and no line did: the hit did not take all it had.
    Silent,
    /// Something that a line named: the hit would have taken all it had, or more, and one point was left to it.
    Named,
}

/// P(what is shown after a hit | its rolls), where `before` was shown before it. Above 0.
#[must_use]
pub fn explained(rolls: &[u32; 16], before: Condition, after: Condition, most: u32, guard: Guard) -> f64 {
    let (from, to) = (before.points(most), after.points(most));
    let mut hits = 0_u32;
    let mut all = 0_u32;
    for hp in from {
        for roll in rolls {
            all += 1;
            let left = hp.saturating_sub(*roll);
            hits += u32::from(match guard {
                Guard::Named => left == 0,
                Guard::None if after.hp == 0 => left == 0,
                Guard::Silent if after.hp == 0 => false,
                Guard::None | Guard::Silent => to.contains(&left),
            });
        }
    }
    let fits = if all == 0 { 0.0 } else { f64::from(hits) / f64::from(all) };
    // What is not modelled is spread as if some twenty values could be seen.
    (1.0 - ODD_DAMAGE.value) * fits + ODD_DAMAGE.value * 0.05
}

/// Most pairs of what both may be that one hit is worked out for: the embedded table has a quarter of that at most. A table with more
/// is taken, and its hits say nothing.
const PAIRS: usize = 10_000;

/// What of a set matters to a hit.
type Class = (Build, Option<AbilityId>, Option<ItemId>);

impl Updating<'_> {
    /// A hit took hit points.
    pub(super) fn struck(&mut self, target: Side, after: Condition) {
        let Some(making) = self.battle.making.clone().filter(|making| making.side != target && making.hits == 0) else { return };
        self.notes.hits = self.notes.hits.saturating_add(1);
        if self.weigh_hit(target, after, &making).is_none() {
            self.notes.hits_left_out = self.notes.hits_left_out.saturating_add(1);
        }
    }

    /// `None` where the hit is not modelled.
    fn weigh_hit(&mut self, target: Side, after: Condition, making: &Making) -> Option<()> {
        let striker = making.side;
        let made = &dex()[making.id];
        let gassed = self.may_be_gassed(striker) || self.may_be_gassed(target);
        if making.odd || !is_plain(made) || gassed {
            return None;
        }
        let mut battle = self.battle.clone();
        battle.field = at_work(&battle.field, &battle.sides, &self.belief.sides);
        let (one, other) = (battle.active(striker)?, battle.active(target)?);
        if other.entry.substitute
            || other.entry.exposed
            || self.battle.side(striker).out != Some(making.slot)
            || other.condition.fainted()
        {
            return None;
        }
        let blow = Blow { made, crit: making.crit, field: &battle.field, laid: &battle.side(target).laid };
        let of_striker = self.classes(&battle, striker, one);
        let of_target = self.classes(&battle, target, other);
        if of_striker.len().saturating_mul(of_target.len()) > PAIRS {
            return None;
        }
        let slots = [making.slot, self.battle.side(target).out?];
        let coupled = (is_open(&of_striker) && is_open(&of_target)).then_some(Coupled::Hit { striker, slots, made: making.id });
        if coupled.is_some_and(|coupled| self.belief.coupled.contains(&coupled)) {
            return Some(());
        }
        let guard = |class: &Class| {
            let sturdy = name_of(class.1) == "sturdy" && !made.ignore_ability;
            match () {
                () if making.spared => Guard::Named,
                () if other.condition.is_full() && (sturdy || item_of(class.2) == "focussash") => Guard::Silent,
                () => Guard::None,
            }
        };
        let mut table: BTreeMap<(Class, Class), f64> = BTreeMap::new();
        for (a, _) in &of_striker {
            for (b, _) in &of_target {
                let as_striker = |class: &Class, shown| Striker { shown, build: class.0, ability: class.1, item: class.2 };
                let most = if other.condition.most == 100 { u32::from(b.0.stats().of(Stat::Hp)) } else { other.condition.most };
                // Where one pair of sets is not modelled, the hit says nothing: it would favour the others or itself.
                let rolls = rolls(&as_striker(a, one), &as_striker(b, other), &blow)?;
                table.insert((*a, *b), explained(&rolls, other.condition, after, most, guard(b)));
            }
        }
        let greatest = table.values().copied().fold(0.0, f64::max);
        if greatest <= 0.0 {
            return None;
        }
        self.belief.coupled.extend(coupled);
        self.belief.is_factored =
            self.belief.is_factored || couples(&of_striker, &of_target, |a, b| table.get(&(a, b)).copied().unwrap_or(greatest));
        let name = made.name.clone();
        for side in [striker, target] {
            let rest = if side == striker { &of_target } else { &of_striker };
            let shown = if side == striker { one } else { other };
            let expected = |own: &Class| {
                let pair = |their: &Class| if side == striker { (*own, *their) } else { (*their, *own) };
                rest.iter().fold(0.0, |sum, (their, p)| sum + p * table.get(&pair(their)).copied().unwrap_or(greatest)) / greatest
            };
            let of = |slot: &Slot, set: &Candidate<'_>| {
                class_of(slot, set, shown, &battle.field).map_or(1.0, |class| expected(&class).min(1.0))
            };
            let share = 100.0 * (other.condition.share() - after.share()).max(0.0);
            self.lean(side, Soft::of("damage", ODD_DAMAGE, &["item", "ability"]), &of, None, |who| {
                if side == striker {
                    format!("{who} dealt {share:.0} percent with {name}.")
                } else {
                    format!("{who} lost {share:.0} percent to {name}.")
                }
            });
        }
        Some(())
    }

    /// What the one that is out may be, as far as a hit can tell, with probabilities that sum to 1.
    fn classes(&self, battle: &Battle, side: Side, shown: &Shown) -> Vec<(Class, f64)> {
        let Some(slot) = battle.side(side).out else { return Vec::new() };
        let mut classes: BTreeMap<Class, f64> = BTreeMap::new();
        for hypothesis in &self.belief.side(side).hypotheses {
            let Some(member) = hypothesis.member(slot, true) else { continue };
            for (candidate, p) in member.listed().filter(|(_, p)| p * hypothesis.weight > 1e-9) {
                if let Some(class) = class_of(member, &candidate, shown, &battle.field) {
                    *classes.entry(class).or_insert(0.0) += p * hypothesis.weight;
                }
            }
        }
        let total = classes.values().fold(0.0, |sum, p| sum + p);
        classes.into_iter().map(|(class, p)| (class, p / total)).collect()
    }
}

fn class_of(slot: &Slot, candidate: &Candidate<'_>, shown: &Shown, field: &Field) -> Option<Class> {
    let build = build_of(slot, candidate, shown)?;
    let ability = shown.ability_now(Some(candidate.set.ability));
    let works = !field.magic_room && !shown.entry.embargo && name_of(ability) != "klutz";
    let item = slot.held.of(candidate.set.item).filter(|_| works);
    Some((build, ability, item))
}
