//! The order of two moves: who went first, and what that says of items and abilities.
//!
//! Formulas: `sim/battle-queue.ts`, `sim/pokemon.ts` (`getStat`, `getActionSpeed`) and the speed modifiers in `data/` of
//! Pokémon Showdown. Higher priority goes first; within it higher speed, under Trick Room lower; equal ones by chance.

use super::weather::at_work;
use crate::rulesets::pokemon_randbats::battle::{Field, Laid, Shown};
use crate::rulesets::pokemon_randbats::belief::{Candidate, Coupled, Readiness, Slot, couples, is_open};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::ORDER_SLIP;
use crate::rulesets::pokemon_randbats::prior::{
    AbilityId, Category, ItemId, MoveId, SpeciesId, Spread, Stat, Stats, Type, dex, stats,
};
use crate::rulesets::pokemon_randbats::protocol::{self, Status};

/// What decides the place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace {
    /// Priority of the move with its user.
    pub priority: i8,
    /// Speed with all that changes it.
    pub speed: u32,
    /// Something decides that is not modelled.
    pub odd: bool,
}

/// Who acts, and with what.
#[derive(Clone, Copy)]
pub struct Actor<'a> {
    /// As it is shown.
    pub shown: &'a Shown,
    /// What lies on its side.
    pub laid: &'a Laid,
    /// The field.
    pub field: &'a Field,
    /// The move.
    pub id: MoveId,
}

impl Actor<'_> {
    fn readiness(&self) -> Readiness {
        Readiness {
            priority: dex()[self.id].priority,
            stage: self.shown.entry.boosts[protocol::Stat::Speed.index()],
            tailwind: self.laid.tailwind,
            paralysed: self.shown.condition.status == Some(Status::Paralysis),
        }
    }
}

/// The stage of a stat as a factor.
#[must_use]
pub fn staged(value: u32, stage: i8) -> u32 {
    let (up, down) = (u32::from(stage.max(0).unsigned_abs()), u32::from(stage.min(0).unsigned_abs()));
    value * (2 + up) / (2 + down)
}

/// Factors of a stat that are multiplied with each other before the stat is, in parts of 4,096: with a Scarf in a Tailwind 223 becomes 669.
struct Factors(u32);

impl Factors {
    const ONE: Self = Self(4096);

    fn chain(&mut self, up: u32, down: u32) {
        self.0 = (self.0 * (4096 * up / down) + 2048) >> 12;
    }

    /// A half is rounded down.
    const fn of(&self, value: u32) -> u32 {
        (value * self.0 + 2047) >> 12
    }
}

fn ability_factor(ability: &str, actor: &Actor<'_>) -> (u32, u32) {
    let weather = actor.field.weather.as_str();
    let entry = &actor.shown.entry;
    match ability {
        "swiftswim" if ["raindance", "primordialsea"].contains(&weather) => (2, 1),
        "chlorophyll" if ["sunnyday", "desolateland"].contains(&weather) => (2, 1),
        "sandrush" if weather == "sandstorm" => (2, 1),
        "slushrush" if ["snowscape", "snow", "hail"].contains(&weather) => (2, 1),
        "surgesurfer" if actor.field.terrain == "electricterrain" => (2, 1),
        "unburden" if entry.item_lost => (2, 1),
        "quickfeet" if actor.shown.condition.status.is_some() => (3, 2),
        _ => (1, 1),
    }
}

/// What a member's stats follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Build {
    /// Its species and forme now.
    pub species: SpeciesId,
    /// Its level, which a disguise hides.
    pub level: u8,
    /// Its effort.
    pub spread: Spread,
}

impl Build {
    /// Its stats.
    #[must_use]
    pub fn stats(&self) -> Stats {
        stats(dex()[self.species].base_stats, self.level, self.spread)
    }
}

/// The pace of a set: of this build, ability and item.
#[must_use]
pub fn pace(actor: &Actor<'_>, build: Build, ability: Option<AbilityId>, item: Option<ItemId>) -> Pace {
    let shown = actor.shown;
    let own = build.stats().of(Stat::Spe);
    let ability = shown.ability_now(ability).map_or("", |ability| dex()[ability].id.as_str());
    let works = !actor.field.magic_room && !shown.entry.embargo && ability != "klutz";
    let item = item.filter(|_| works).map_or("", |item| dex()[item].id.as_str());
    let mut factors = Factors::ONE;
    let (up, down) = ability_factor(ability, actor);
    factors.chain(up, down);
    match item {
        "choicescarf" => factors.chain(3, 2),
        "ironball" | "machobrace" => factors.chain(1, 2),
        _ => {}
    }
    if shown.entry.surge.as_deref() == Some("spe") {
        factors.chain(3, 2);
    }
    // Whoever has the ability by now: Trace copies it, too.
    if shown.entry.slow_start {
        factors.chain(1, 2);
    }
    if actor.laid.tailwind {
        factors.chain(2, 1);
    }
    let mut speed = factors.of(staged(u32::from(own), shown.entry.boosts[protocol::Stat::Speed.index()]));
    // Paralysis comes after all others.
    if shown.condition.status == Some(Status::Paralysis) && ability != "quickfeet" {
        speed /= 2;
    }
    let made = &dex()[actor.id];
    let grassy = made.id == "grassyglide" && actor.field.terrain == "grassyterrain";
    let bonus = match ability {
        "prankster" if made.category == Category::Status => 1,
        "galewings" if made.kind == Type::Flying && shown.condition.is_full() => 1,
        "triage" if made.has_flag("heal") => 3,
        _ => 0,
    };
    // The berry is eaten at a quarter of the hit points, or with Gluttony at half of them.
    let hp = shown.condition.hp.saturating_mul(if ability == "gluttony" { 2 } else { 4 });
    let odd = ["stall", "myceliummight", "quickdraw"].contains(&ability)
        || ["quickclaw", "laggingtail", "fullincense"].contains(&item)
        || item == "custapberry" && hp <= shown.condition.most;
    Pace { priority: made.priority.saturating_add(bonus).saturating_add(i8::from(grassy)), speed, odd }
}

/// P(the first of two goes first).
#[must_use]
pub fn goes_first(first: Pace, second: Pace, trick_room: bool) -> f64 {
    if first.odd || second.odd {
        return 0.5;
    }
    let faster = if trick_room { second.speed.cmp(&first.speed) } else { first.speed.cmp(&second.speed) };
    match first.priority.cmp(&second.priority).then(faster) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => ORDER_SLIP.value,
    }
}

impl Updating<'_> {
    /// A second move was made in a turn: the first was made before it.
    pub(super) fn ordered(&mut self, second: Side, id: MoveId) {
        let [acted] = &self.battle.acted[..] else { return };
        let (first, first_id) = (acted.side, acted.id);
        let Some(before) = self.battle.before_first.clone().filter(|_| first != second && !self.battle.disordered) else {
            return;
        };
        // What abilities do to the order is not known under a gas that switches them off.
        if self.may_be_gassed(first) || self.may_be_gassed(second) {
            return;
        }
        let sides = &before.0;
        let field = &at_work(&before.1, sides, &self.belief.sides);
        let actor = |side: Side, id: MoveId| {
            let state = &sides[side.index()];
            let shown = state.active().filter(|shown| !shown.entry.transformed)?;
            let same = self.battle.side(side).out == state.out;
            same.then_some(Actor { shown, laid: &state.laid, field, id })
        };
        let (Some(one), Some(other)) = (actor(first, first_id), actor(second, id)) else { return };
        let of_first = self.paces(first, &one);
        let of_second = self.paces(second, &other);
        if of_first.is_empty() || of_second.is_empty() {
            return;
        }
        if is_open(&of_first) && is_open(&of_second) {
            let [Some(slot), Some(other_slot)] = [first, second].map(|side| self.battle.side(side).out) else { return };
            let (slots, ready) = ([slot, other_slot], [one, other].map(|actor| actor.readiness()));
            if !self.belief.coupled.insert(Coupled::Order { first, slots, ready, trick_room: field.trick_room }) {
                return;
            }
        }
        let (name, beaten) = (dex()[first_id].name.as_str(), dex()[id].name.as_str());
        let trick_room = field.trick_room;
        self.belief.is_factored =
            self.belief.is_factored || couples(&of_first, &of_second, |one, other| goes_first(one, other, trick_room));
        // What Trick and Knock Off change comes too late for the order.
        let held_first = self.belief.held_first;
        let slow = if trick_room { " under Trick Room" } else { "" };
        for side in [first, second] {
            let actor = if side == first { one } else { other };
            let expected = |own: Pace| {
                let rest = if side == first { &of_second } else { &of_first };
                rest.iter().fold(0.0, |sum, (their, p)| {
                    sum + p * if side == first {
                        goes_first(own, *their, trick_room)
                    } else {
                        goes_first(*their, own, trick_room)
                    }
                })
            };
            let of = |slot: &Slot, set: &Candidate<'_>| {
                let held = held_first[side.index()].unwrap_or(slot.held).of(set.item);
                build_of(slot, set, actor.shown).map_or(1.0, |build| expected(pace(&actor, build, Some(set.ability), held)))
            };
            let of_item = |slot: &Slot, item: Option<ItemId>| {
                let held = held_first[side.index()].unwrap_or(slot.held).of(item);
                shown_build(actor.shown).map_or(1.0, |build| expected(pace(&actor, build, None, held)))
            };
            self.lean(side, Soft::of("speed", ORDER_SLIP, &["item", "ability"]), &of, Some(&of_item), |who| {
                if side == first {
                    format!("{who} went first with {name}, before {beaten}{slow}.")
                } else {
                    format!("{who} went second with {beaten}, after {name}{slow}.")
                }
            });
        }
    }

    /// The paces of the one that is out, with their probabilities.
    fn paces(&self, side: Side, actor: &Actor<'_>) -> Vec<(Pace, f64)> {
        let Some(slot) = self.battle.side(side).out else { return Vec::new() };
        let held_first = self.belief.held_first[side.index()];
        let mut paces: Vec<(Pace, f64)> = Vec::new();
        let mut put = |pace: Pace, p: f64| match paces.iter_mut().find(|(known, _)| *known == pace) {
            Some((_, sum)) => *sum += p,
            None => paces.push((pace, p)),
        };
        for hypothesis in &self.belief.side(side).hypotheses {
            let Some(member) = hypothesis.member(slot, true) else { continue };
            for (candidate, p) in member.listed().filter(|(_, p)| *p > 0.0) {
                let set = candidate.set;
                if let Some(build) = build_of(member, &candidate, actor.shown) {
                    let item = held_first.unwrap_or(member.held).of(set.item);
                    put(pace(actor, build, Some(set.ability), item), p * hypothesis.weight);
                }
            }
            if let (true, Some(build)) = (member.unlisted > 0.0, shown_build(actor.shown)) {
                for (item, p) in member.draft().item.iter() {
                    let item = held_first.unwrap_or(member.held).of(item);
                    put(pace(actor, build, None, item), p * member.unlisted * hypothesis.weight);
                }
            }
        }
        paces.sort_by_key(|(pace, _)| *pace);
        paces
    }
}

/// The build of a set as it is now: of the forme and level that are shown, where it is of that base species, and else of its own.
#[must_use]
pub fn build_of(slot: &Slot, candidate: &Candidate<'_>, shown: &Shown) -> Option<Build> {
    let own = slot.prior().entries().get(candidate.entry).map(|entry| entry.species);
    let spread = candidate.set.spread;
    match (own, shown.forme) {
        (Some(own), Some(forme)) if dex()[own].base != dex()[forme].base => {
            Some(Build { species: own, level: candidate.set.level, spread })
        }
        (own, forme) => forme.or(own).map(|species| Build { species, level: shown.level, spread }),
    }
}

fn shown_build(shown: &Shown) -> Option<Build> {
    shown.forme.map(|species| Build { species, level: shown.level, spread: Spread::USUAL })
}

#[cfg(test)]
mod tests {
    use super::Factors;

    #[test]
    fn factors_are_multiplied_before_the_stat_is() {
        let of = |factors: &[(u32, u32)]| {
            let mut all = Factors::ONE;
            factors.iter().for_each(|(up, down)| all.chain(*up, *down));
            all.of(223)
        };
        assert_eq!([of(&[]), of(&[(3, 2)]), of(&[(3, 2), (2, 1)]), of(&[(1, 2)])], [223, 334, 669, 111]);
    }
}
