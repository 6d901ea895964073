//! Stealth Rock and Spikes on who comes out. Whether they hurt tells of boots; whom Spikes reach, and how much stones take, tells of the
//! types, which a disguise hides.

use crate::rulesets::pokemon_randbats::battle::{Field, Shown};
use crate::rulesets::pokemon_randbats::belief::{Candidate, Slot};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::Updating;
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
        Self {
            types: species.map_or_else(|| shown.types(), |species| shown.types_of(species)).unwrap_or_default(),
            item: slot.held.of(item).map_or("", |item| dex()[item].id.as_str()),
            ability: ability.map_or("", |ability| dex()[ability].id.as_str()),
        }
    }

    fn is_safe(&self) -> bool {
        self.item == "heavydutyboots" || self.ability == "magicguard"
    }

    fn is_grounded(&self, field: &Field) -> bool {
        let flies = self.types.contains(&Type::Flying) || self.ability == "levitate" || self.item == "airballoon";
        field.gravity || self.item == "ironball" || !flies
    }

    /// Whether stones take this much: an eighth of all hit points, doubled and halved as a hit of type Rock is, or what was left.
    fn loses(&self, (before, after): (Condition, Condition)) -> bool {
        let Effect::Doublings(doublings) = dex().effect(Type::Rock, &self.types) else { return false };
        let share = libm::exp2(f64::from(doublings)) / 8.0;
        let lost = before.share() - after.share();
        (share.min(before.share()) - lost).abs() <= ROUNDED
    }
}

impl Updating<'_> {
    /// All lines of an arrival were sent: what lies there struck, or did not.
    pub(super) fn came_over_hazards(&mut self, side: Side) {
        let Some(shown) = self.battle.active(side).filter(|shown| shown.types().is_some()).cloned() else { return };
        let field = self.battle.field.clone();
        if field.magic_room {
            return;
        }
        let seen = shown.entry.seen;
        // They strike in the order in which they were laid: who faints by the one does not meet the other.
        let met = |hurt: bool| hurt || !shown.condition.fainted();
        if seen.laid.0 && met(seen.stones.is_some()) {
            let fits = |comer: &Comer| match seen.stones {
                Some(lost) => !comer.is_safe() && comer.loses(lost),
                None => comer.is_safe(),
            };
            self.hazard(side, &shown, seen.stones.is_some(), "Stealth Rock", &fits);
        }
        if seen.laid.1 && met(seen.spikes) {
            let fits = |comer: &Comer| (comer.is_grounded(&field) && !comer.is_safe()) == seen.spikes;
            self.hazard(side, &shown, seen.spikes, "Spikes", &fits);
        }
    }

    fn hazard(&mut self, side: Side, shown: &Shown, hurt: bool, name: &str, fits: &dyn Fn(&Comer) -> bool) {
        let likelihood = |comer: Comer| if fits(&comer) { 1.0 } else { BOOTS_FAIL.value };
        let of =
            |slot: &Slot, set: &Candidate<'_>| likelihood(Comer::new(slot, Some(set.entry), set.item, Some(set.ability), shown));
        // Of a set of no table the item is weighed, and the ability is not known.
        let of_item = |slot: &Slot, item: Option<ItemId>| likelihood(Comer::new(slot, slot.entry(), item, None, shown));
        let kind = if hurt { "no_boots" } else { "boots" };
        self.lean(side, (kind, BOOTS_FAIL), &of, Some(&of_item), |who| {
            if hurt { format!("{name} hurt {who}: it wears no boots.") } else { format!("{name} did not hurt {who}.") }
        });
    }
}
