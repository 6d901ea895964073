//! Negative evidence: what would have shown itself, and did not.

use crate::rulesets::pokemon_randbats::battle::{Making, Shown};
use crate::rulesets::pokemon_randbats::belief::{Candidate, Fact, Held, Slot};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::SILENT;
use crate::rulesets::pokemon_randbats::prior::{AbilityId, Category, ItemId, Set, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::Status;
use crate::rulesets::pokemon_randbats::setup::Inference;

/// Abilities that announce themselves whenever their owner comes out.
pub const ANNOUNCED: [&str; 20] = [
    "airlock",
    "aurabreak",
    "beadsofruin",
    "cloudnine",
    "comatose",
    "darkaura",
    "fairyaura",
    "intimidate",
    "moldbreaker",
    "neutralizinggas",
    "pressure",
    "slowstart",
    "swordofruin",
    "tabletsofruin",
    "teravolt",
    "turboblaze",
    "unnerve",
    "vesselofruin",
    "hadronengine",
    "orichalcumpulse",
];

/// Abilities that bring a weather or terrain, which a line says unless it is there.
const BRINGS: [(&str, &str); 8] = [
    ("drizzle", "raindance"),
    ("drought", "sunnyday"),
    ("sandstream", "sandstorm"),
    ("snowwarning", "snowscape"),
    ("electricsurge", "electricterrain"),
    ("grassysurge", "grassyterrain"),
    ("mistysurge", "mistyterrain"),
    ("psychicsurge", "psychicterrain"),
];

fn item_is(item: Option<ItemId>, id: &str) -> bool {
    item.is_some_and(|item| dex()[item].id == id)
}

/// Whether the one that is shown so, of this set, has one of these abilities now.
fn ability_is(shown: &Shown, set: &Set, ids: &[&str]) -> bool {
    shown.ability_now(Some(set.ability)).is_some_and(|ability| ids.contains(&dex()[ability].id.as_str()))
}

impl Updating<'_> {
    /// All lines of an arrival were sent.
    pub(in crate::rulesets::pokemon_randbats) fn arrived(&mut self, side: Side) {
        let Some(shown) = self.battle.active(side).filter(|shown| shown.entry.arriving) else { return };
        if !self.uses(Inference::Absence) {
            return;
        }
        let (seen, fainted) = (shown.entry.seen, shown.condition.fainted());
        let magic_room = self.battle.field.magic_room;
        self.came_over_hazards(side);
        if fainted {
            return;
        }
        if !seen.item && !magic_room && !self.battle.field.gravity {
            self.no_announced_item(side, "airballoon", "Air Balloon");
        }
        let sunny = self.battle.field.weather.contains("sun") || self.battle.field.weather == "desolateland";
        // A gas that switches abilities off keeps it unused.
        let gassed = self.may_be_gassed(side);
        if !seen.item && !magic_room && !sunny && !gassed && self.battle.field.terrain != "electricterrain" {
            self.no_announced_item(side, "boosterenergy", "Booster Energy");
        }
        if !seen.ability {
            self.no_announced_ability(side);
        }
    }

    /// An item that works, held by its own set, would have shown itself.
    fn silent_item(&mut self, side: Side, kind: &'static str, holds: &dyn Fn(&Set) -> bool, ids: &[&str], why: &str) {
        let Some(shown) = self.battle.active(side).cloned() else { return };
        let is = |item: Option<ItemId>| ids.iter().any(|id| item_is(item, id));
        let of = |slot: &Slot, set: &Candidate<'_>| {
            let works = slot.held == Held::Own && is(set.item) && holds(set) && !ability_is(&shown, set, &["klutz"]);
            if works { SILENT.value } else { 1.0 }
        };
        let of_item = |slot: &Slot, item: Option<ItemId>| if slot.held == Held::Own && is(item) { SILENT.value } else { 1.0 };
        let why = why.to_owned();
        self.lean(side, Soft::of(kind, SILENT, &["item"]), &of, Some(&of_item), |who| format!("{who} {why}"));
    }

    fn no_announced_item(&mut self, side: Side, id: &'static str, name: &str) {
        self.silent_item(side, "not_announced", &|_| true, &[id], &format!("came out without showing {name}."));
    }

    /// Whether the one that is out on the other side may have Neutralizing Gas, which switches other abilities off.
    pub(in crate::rulesets::pokemon_randbats) fn may_be_gassed(&self, side: Side) -> bool {
        self.battle.side(side.other()).out.is_some_and(|slot| self.may_have_gas(side.other(), slot))
    }

    /// Whether the one in a slot may have Neutralizing Gas.
    pub(super) fn may_have_gas(&self, side: Side, slot: usize) -> bool {
        let Some(gas) = dex().ability_named("Neutralizing Gas") else { return false };
        let has = |(candidate, p): (Candidate<'_>, f64)| p > 0.0 && candidate.set.ability == gas;
        // Where it announced itself, and no set of the table has it, the fact alone says so.
        let may = |member: &Slot| member.listed().any(has) || member.seen.contains(&Fact::Ability(gas));
        let active = self.battle.side(side).out == Some(slot);
        self.belief.side(side).standing(slot, active).any(|(member, _)| may(member))
    }

    fn no_announced_ability(&mut self, side: Side) {
        let foe = side.other();
        let foe_out = self.battle.active(foe).is_some_and(|shown| !shown.condition.fainted());
        if self.may_be_gassed(side) {
            return;
        }
        let (weather, terrain) = (self.battle.field.weather.clone(), self.battle.field.terrain.clone());
        let announced = |set: &Set| {
            let id = dex()[set.ability].id.as_str();
            let brings = BRINGS.iter().find(|(ability, _)| *ability == id);
            match brings {
                // A primal weather keeps others away, and snow has had two names.
                Some((_, what)) => weather.is_empty() && what.len() < 11 || terrain != *what && what.ends_with("terrain"),
                None => ANNOUNCED.contains(&id) && (id != "intimidate" || foe_out),
            }
        };
        let of = |_: &Slot, set: &Candidate<'_>| if announced(set) { SILENT.value } else { 1.0 };
        let soft = Soft::of("not_announced", SILENT, &["ability"]);
        self.lean(side, soft, &of, None, |who| format!("{who} came out without announcing an ability."));
    }

    /// All lines of a move and of what it does were sent.
    pub(in crate::rulesets::pokemon_randbats) fn action_ended(&mut self) {
        let Some(making) = self.battle.making.clone() else { return };
        let state = self.battle.side(making.side);
        let alive = state.out == Some(making.slot) && state.active().is_some_and(|shown| !shown.condition.fainted());
        let read = self.uses(Inference::Absence) && !self.battle.over && !self.battle.field.magic_room;
        if read && alive && making.hit && !making.odd {
            self.no_life_orb(&making);
            self.no_helmet(&making);
        }
    }

    fn no_life_orb(&mut self, making: &Making) {
        let made = &dex()[making.id];
        let Some(shown) = self.battle.active(making.side).cloned() else { return };
        let works = !shown.entry.embargo && !shown.entry.item_changed;
        if making.life_orb || made.category == Category::Status || !works || made.self_destruct {
            return;
        }
        let hurts = |set: &Set| {
            !(ability_is(&shown, set, &["magicguard"]) || made.sheer_force && ability_is(&shown, set, &["sheerforce"]))
        };
        let why = format!("hit with {} and was not hurt by a Life Orb.", made.name);
        self.silent_item(making.side, "no_life_orb", &hurts, &["lifeorb"], &why);
    }

    /// A Rocky Helmet hurts whoever touches its holder, and lives.
    fn no_helmet(&mut self, making: &Making) {
        let (made, target) = (&dex()[making.id], making.side.other());
        let Some(shown) = self.battle.active(target) else { return };
        let works = !shown.condition.fainted() && !shown.entry.embargo && !shown.entry.item_changed;
        let touches = made.has_flag("contact");
        let shielded = || self.may_have(making.side, &["magicguard", "longreach"], &["protectivepads", "punchingglove"]);
        if making.helmet || !works || !touches || shielded() {
            return;
        }
        let why = format!("was hit with {}, and no Rocky Helmet hurt who touched it.", made.name);
        self.silent_item(target, "no_rocky_helmet", &|_| true, &["rockyhelmet"], &why);
    }

    /// Whether the one that is out may have one of these abilities, or hold one of these items. One whose ability is not its own may have any.
    fn may_have(&self, side: Side, abilities: &[&str], items: &[&str]) -> bool {
        let state = self.battle.side(side);
        let (Some(slot), Some(shown)) = (state.out, state.active()) else { return false };
        let named = |ability: AbilityId| abilities.contains(&dex()[ability].id.as_str());
        let held = |member: &Slot, item: Option<ItemId>| items.iter().any(|id| item_is(member.held.of(item), id));
        let has = |member: &Slot| {
            let mut listed = member.listed().filter(|(_, p)| *p > 0.0).map(|(candidate, _)| candidate.set);
            let draft = member.draft();
            listed.any(|set| named(set.ability) || held(member, set.item))
                || draft.ability.iter().any(|(ability, _)| ability.is_some_and(named))
                || draft.item.iter().any(|(item, _)| held(member, item))
        };
        !shown.has_own_ability() || self.belief.side(side).standing(slot, true).any(|(member, _)| has(member))
    }

    /// A turn begins: who has fallen below half of its hit points since the last one would have eaten a Sitrus Berry by now. Anger Shell and Berserk may put
    /// that off.
    pub(in crate::rulesets::pokemon_randbats) fn turn_begins(&mut self) {
        if !self.uses(Inference::Absence) || self.battle.field.magic_room {
            return;
        }
        for side in Side::BOTH {
            let Some(shown) = self.battle.active(side).cloned() else { continue };
            let entry = &shown.entry;
            let fell = shown.condition.is_low() && !shown.condition.fainted() && !entry.low;
            let works = !entry.embargo && !entry.item_changed && !entry.heal_block;
            if !fell || !works || self.may_have(side.other(), &["unnerve", "asoneglastrier", "asonespectrier"], &[]) {
                continue;
            }
            let eats = |set: &Set| !ability_is(&shown, set, &["angershell", "berserk"]);
            let why = "has less than half of its hit points, and ate no Sitrus Berry.";
            self.silent_item(side, "no_sitrus_berry", &eats, &["sitrusberry"], why);
        }
    }

    /// All lines of the end of the turn were sent.
    pub(in crate::rulesets::pokemon_randbats) fn turn_ended(&mut self) {
        if !self.uses(Inference::Absence) || self.battle.field.magic_room {
            return;
        }
        for side in Side::BOTH {
            let Some(shown) = self.battle.active(side).cloned() else { continue };
            let entry = &shown.entry;
            if shown.condition.fainted() || entry.embargo || entry.item_changed {
                continue;
            }
            let hurt = entry.before_residual.is_some_and(|before| !before.is_full() && !before.fainted());
            let silent = hurt && !entry.leftovers && !entry.sated && !entry.heal_block;
            let poison = shown.is_of(Type::Poison);
            let status = shown.condition.status;
            let burns = status.is_none() && !shown.is_of(Type::Fire) && shown.types().is_some();
            let poisons = status.is_none() && !poison && !shown.is_of(Type::Steel) && shown.types().is_some();
            let misty = self.battle.field.terrain == "mistyterrain";
            if silent {
                self.silent_item(side, "no_leftovers", &|_| true, &["leftovers"], "was hurt, and no Leftovers healed it.");
                if poison {
                    self.silent_item(
                        side,
                        "no_leftovers",
                        &|_| true,
                        &["blacksludge"],
                        "was hurt, and no Black Sludge healed it.",
                    );
                }
            }
            let sunny = ["sunnyday", "desolateland"].contains(&self.battle.field.weather.as_str());
            // Shields Down guards while more than half of the hit points are left; where it does not, nothing is said all the same.
            let guarded = |set: &Set| {
                ability_is(&shown, set, &["shieldsdown", "purifyingsalt", "comatose"])
                    || sunny && ability_is(&shown, set, &["leafguard"])
            };
            if !misty && status != Some(Status::Burn) && burns {
                let free =
                    |set: &Set| !guarded(set) && !ability_is(&shown, set, &["waterveil", "waterbubble", "thermalexchange"]);
                self.silent_item(side, "no_orb", &free, &["flameorb"], "was not burned at the end of the turn.");
            }
            if !misty && poisons {
                let free = |set: &Set| !guarded(set) && !ability_is(&shown, set, &["immunity", "pastelveil"]);
                self.silent_item(side, "no_orb", &free, &["toxicorb"], "was not poisoned at the end of the turn.");
            }
        }
    }
}
