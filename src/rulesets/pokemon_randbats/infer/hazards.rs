//! Stealth Rock, Spikes, Toxic Spikes and Sticky Web on who comes out. Whether they strike tells of boots; whom all but stones reach, and how much
//! stones take, tells of the types, which a disguise hides. As in `data/moves.ts` of Pokémon Showdown.

use super::weather::at_work;
use crate::rulesets::pokemon_randbats::battle::{Field, Shown};
use crate::rulesets::pokemon_randbats::belief::{Candidate, Slot};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::BOOTS_FAIL;
use crate::rulesets::pokemon_randbats::prior::{AbilityId, Effect, ItemId, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::Condition;

/// How far the share that stones take may seem to lie from what they take: both conditions are shown in percent, rounded up, and hit
/// points are whole.
const ROUNDED: f64 = 0.02;

/// Who comes out, if it is this member with this set.
struct Comer {
    types: Vec<Type>,
    item: &'static str,
    ability: &'static str,
}

impl Comer {
    fn new(slot: &Slot, entry: Option<usize>, item: Option<ItemId>, ability: Option<AbilityId>, shown: &Shown) -> Self {
        let species = entry.and_then(|entry| slot.prior().entries().get(entry)).map(|entry| entry.species);
        let ability = ability.map_or("", |ability| dex()[ability].id.as_str());
        Self {
            types: species.map_or_else(|| shown.types(), |species| shown.types_of(species)).unwrap_or_default(),
            item: slot.held.of(item).filter(|_| ability != "klutz").map_or("", |item| dex()[item].id.as_str()),
            ability,
        }
    }

    fn wears_boots(&self) -> bool {
        self.item == "heavydutyboots"
    }

    /// Whether no hazard takes hit points of it. It may be caught and poisoned all the same.
    fn is_safe(&self) -> bool {
        self.wears_boots() || self.ability == "magicguard"
    }

    fn is_grounded(&self, field: &Field) -> bool {
        let flies = self.types.contains(&Type::Flying) || self.ability == "levitate" || self.item == "airballoon";
        field.gravity || self.item == "ironball" || !flies
    }

    fn is_of(&self, kind: Type) -> bool {
        self.types.contains(&kind)
    }

    /// Whether stones take this much: an eighth of all hit points, doubled and halved as a hit of type Rock is, or what was left.
    fn loses(&self, (before, after): (Condition, Condition)) -> bool {
        let Effect::Doublings(doublings) = dex().effect(Type::Rock, &self.types) else { return false };
        let share = libm::exp2(f64::from(doublings)) / 8.0;
        let lost = before.share() - after.share();
        (share.min(before.share()) - lost).abs() <= ROUNDED
    }

    /// Whether its ability keeps poison off. Shields Down does not: whoever comes out takes the form that is guarded only when hazards have struck.
    fn is_guarded(&self, field: &Field) -> bool {
        match self.ability {
            "comatose" | "immunity" | "pastelveil" | "purifyingsalt" => true,
            "flowerveil" => self.is_of(Type::Grass),
            "leafguard" => ["sunnyday", "desolateland"].contains(&field.weather.as_str()),
            _ => false,
        }
    }

    /// Whether Toxic Spikes leave it as it is, where nothing but itself keeps a status off. Those of type Poison take them away, which a line says.
    fn stays_clean(&self, field: &Field) -> bool {
        !self.is_grounded(field) || self.is_of(Type::Steel) || self.wears_boots() || self.is_guarded(field)
    }
}

/// A hazard in words: its name, what it did, and what it did not do.
type Words = [&'static str; 3];

const STONES: Words = ["Stealth Rock", "hurt", "hurt"];
const SPIKES: Words = ["Spikes", "hurt", "hurt"];
const WEB: Words = ["Sticky Web", "caught", "catch"];
const TOXIC_SPIKES: Words = ["Toxic Spikes", "poisoned", "poison"];

impl Updating<'_> {
    /// All lines of an arrival were sent: what lies there struck, or did not.
    pub(super) fn came_over_hazards(&mut self, side: Side) {
        let Some(shown) = self.battle.active(side).filter(|shown| shown.types().is_some()).cloned() else { return };
        let field = at_work(&self.battle.field, &self.battle.sides, &self.belief.sides);
        if field.magic_room {
            return;
        }
        let seen = shown.entry.seen;
        // They strike in the order in which they were laid: who faints by the one does not meet the other.
        let met = |struck: bool| struck || !shown.condition.fainted();
        if seen.laid.0 && met(seen.stones.is_some()) {
            let fits = |comer: &Comer| match seen.stones {
                Some(lost) => !comer.is_safe() && comer.loses(lost),
                None => comer.is_safe(),
            };
            self.hazard(side, &shown, seen.stones.is_some(), STONES, &fits);
        }
        if seen.laid.1 && met(seen.spikes) {
            let fits = |comer: &Comer| (comer.is_grounded(&field) && !comer.is_safe()) == seen.spikes;
            self.hazard(side, &shown, seen.spikes, SPIKES, &fits);
        }
        let (over_web, caught) = seen.web;
        if over_web && met(caught) {
            let fits = |comer: &Comer| (comer.is_grounded(&field) && !comer.wears_boots()) == caught;
            self.hazard(side, &shown, caught, WEB, &fits);
        }
        // They are gone where one of type Poison took them away. A terrain that began in the meantime may have kept the poison off.
        let (over_toxic, poisoned) = seen.toxic;
        let lie = self.battle.side(side).laid.toxic_spikes > 0 && field.terrain.is_empty();
        if over_toxic && (poisoned || lie) && met(poisoned) {
            let fits = |comer: &Comer| match poisoned {
                true => !comer.stays_clean(&field) && !comer.is_of(Type::Poison),
                false => comer.stays_clean(&field) && !(comer.is_grounded(&field) && comer.is_of(Type::Poison)),
            };
            self.hazard(side, &shown, poisoned, TOXIC_SPIKES, &fits);
        }
    }

    /// Whether the ability of who comes out may do nothing: by Neutralizing Gas, of whoever of the other side was out by now, or by an ability like Mold
    /// Breaker, of whoever dragged it out.
    fn may_lack_ability(&self, side: Side, shown: &Shown) -> bool {
        let foe = side.other();
        shown.entry.seen.dragged || (0..self.battle.side(foe).members.len()).any(|slot| self.may_have_gas(foe, slot))
    }

    fn hazard(&mut self, side: Side, shown: &Shown, struck: bool, words: Words, fits: &dyn Fn(&Comer) -> bool) {
        let doubtful = self.may_lack_ability(side, shown);
        let likelihood = |slot: &Slot, entry: Option<usize>, item: Option<ItemId>, ability: Option<AbilityId>| {
            let fits_with = |ability: Option<AbilityId>| fits(&Comer::new(slot, entry, item, ability, shown));
            if fits_with(ability) || doubtful && fits_with(None) { 1.0 } else { BOOTS_FAIL.value }
        };
        let of = |slot: &Slot, set: &Candidate<'_>| likelihood(slot, Some(set.entry), set.item, Some(set.ability));
        // Of a set of no table the item is weighed, and the ability is not known.
        let of_item = |slot: &Slot, item: Option<ItemId>| likelihood(slot, slot.entry(), item, None);
        let kind = if struck { "no_boots" } else { "boots" };
        let [name, did, not] = words;
        self.lean(side, Soft::of(kind, BOOTS_FAIL, &["item"]), &of, Some(&of_item), |who| match struck {
            true => format!("{name} {did} {who}: it wears no boots."),
            false => format!("{name} did not {not} {who}."),
        });
    }
}
