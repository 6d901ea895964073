//! Choice items: their holder makes one move until it leaves. And what else a chosen move says of the item.

use crate::rulesets::Likelihood;
use crate::rulesets::pokemon_randbats::belief::{Candidate, Slot};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::{LOCK_SLIP, REPEATS, REPEATS_WORTH};
use crate::rulesets::pokemon_randbats::prior::{Category, ItemId, MoveId, Set, dex};
use crate::rulesets::pokemon_randbats::protocol::Message;
use crate::rulesets::pokemon_randbats::setup::Inference;

/// Whether an item locks its holder into one move.
#[must_use]
pub fn is_choice(item: Option<ItemId>) -> bool {
    item.is_some_and(|item| dex()[item].choice)
}

/// Whether a move can be one that a Choice item locks: Struggle is what is left to whoever has no other.
#[must_use]
pub fn is_choosable(id: MoveId) -> bool {
    !["struggle", "recharge"].contains(&dex()[id].id.as_str())
}

fn is_named(item: Option<ItemId>, id: &str) -> bool {
    item.is_some_and(|item| dex()[item].id == id)
}

impl Updating<'_> {
    /// Soft evidence of a line, before it is applied.
    pub fn notice(&mut self, message: &Message<'_>) {
        match message {
            Message::Move { who, name, tags, .. } if !self.battle.is_called(*who, tags) => {
                let Some(id) = dex().move_named(name) else { return };
                if self.uses(Inference::Lock) {
                    self.chose(who.side, id);
                }
                if self.battle.acted.is_empty() {
                    self.belief.held_first = self.held_now();
                }
                if self.uses(Inference::Speed) {
                    self.ordered(who.side, id);
                }
            }
            Message::Damage { who, condition, tags } if tags.from.is_none() && self.uses(Inference::Damage) => {
                self.struck(who.side, *condition);
            }
            Message::Immune { who, tags } if tags.from.is_none() && self.uses(Inference::Illusion) => self.immune(who.side),
            _ => {}
        }
    }

    pub(super) fn uses(&self, inference: Inference) -> bool {
        self.belief.terms.parameters.uses(inference)
    }

    /// It chose this move.
    fn chose(&mut self, side: Side, id: MoveId) {
        if !is_choosable(id) {
            return;
        }
        let Some(shown) = self.battle.active(side) else { return };
        let entry = &shown.entry;
        let works = !self.battle.field.magic_room && !entry.embargo && !entry.item_changed;
        // After a dance of another's it may not have chosen what fails.
        let last = entry.chosen.filter(|_| !entry.danced);
        let (varied, bound, repeats) = (entry.varied, entry.bound, entry.repeats);
        let name = &dex()[id].name;
        if dex()[id].category == Category::Status && id_is_not_me_first(id) {
            let vest = |item: Option<ItemId>| if works && is_named(item, "assaultvest") { LOCK_SLIP.value } else { 1.0 };
            let of = |slot: &Slot, set: &Candidate<'_>| vest(slot.held.of(set.item));
            let of_item = |slot: &Slot, item: Option<ItemId>| vest(slot.held.of(item));
            self.lean(side, Soft::of("no_assault_vest", LOCK_SLIP, &["item"]), &of, Some(&of_item), |who| {
                format!("{who} made {name}, a status move: it wears no Assault Vest.")
            });
        }
        let Some(last) = last.filter(|_| works) else { return };
        if last != id {
            let free = |item: Option<ItemId>| if is_choice(item) { LOCK_SLIP.value } else { 1.0 };
            let of = |slot: &Slot, set: &Candidate<'_>| if is_clumsy(set) { 1.0 } else { free(slot.held.of(set.item)) };
            let of_item = |slot: &Slot, item: Option<ItemId>| free(slot.held.of(item));
            self.lean(side, Soft::of("choice_lock", LOCK_SLIP, &["item"]), &of, Some(&of_item), |who| {
                format!("{who} made two different moves without leaving: no Choice item.")
            });
        } else if !varied && !bound {
            let free = again(repeats);
            let chance = |item: Option<ItemId>| if is_choice(item) { 1.0 } else { free };
            let of = |slot: &Slot, set: &Candidate<'_>| if is_clumsy(set) { free } else { chance(slot.held.of(set.item)) };
            let of_item = |slot: &Slot, item: Option<ItemId>| chance(slot.held.of(item));
            let soft = Soft::of("repeated", Likelihood { value: free, ..REPEATS }, &["item"]);
            self.lean(side, soft, &of, Some(&of_item), |who| {
                format!("{who} made {name} again, as whoever holds a Choice item must.")
            });
        }
    }
}

/// P(who may choose makes the same move again, having done so `repeats` times since it came out): a Beta-Bernoulli.
fn again(repeats: u8) -> f64 {
    (REPEATS.value * REPEATS_WORTH + f64::from(repeats)) / (REPEATS_WORTH + f64::from(repeats))
}

fn id_is_not_me_first(id: MoveId) -> bool {
    dex()[id].id != "mefirst"
}

fn is_clumsy(set: &Set) -> bool {
    ["klutz", "gorillatactics"].contains(&dex()[set.ability].id.as_str())
}
