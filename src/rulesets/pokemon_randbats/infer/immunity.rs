//! A hit that had no effect: by the types of who is out, which a disguise hides.

use super::speed::build_of;
use crate::rulesets::pokemon_randbats::belief::{Candidate, Slot};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::{Soft, Updating};
use crate::rulesets::pokemon_randbats::likelihood::ODD_IMMUNITY;
use crate::rulesets::pokemon_randbats::prior::{Category, Effect, Move, Type, dex};

/// Whether nothing but the move's own type decides what it does to types. Ground misses for more reasons than a line names.
fn by_its_type(made: &Move) -> bool {
    let other = made.variable_type || made.variable_effectiveness || made.variable || made.ohko;
    made.category != Category::Status && !other && ![Type::Ground, Type::Stellar].contains(&made.kind)
}

impl Updating<'_> {
    /// A move had no effect, and the line names no ability or item for it.
    pub(super) fn immune(&mut self, target: Side) {
        let Some(making) = self.battle.making.clone().filter(|making| making.side != target && !making.odd) else { return };
        let made = &dex()[making.id];
        let Some(shown) = self.battle.active(target).cloned() else { return };
        let other = shown.tera.is_some() || shown.entry.types_changed || shown.entry.transformed;
        if other || !by_its_type(made) || self.belief.side(target).illusion() <= 0.0 {
            return;
        }
        let of = |slot: &Slot, set: &Candidate<'_>| {
            let types = build_of(slot, set, &shown).map(|build| &dex()[build.species].types);
            match types.map(|types| dex().effect(made.kind, types)) {
                Some(Effect::Doublings(_)) => ODD_IMMUNITY.value,
                Some(Effect::None) | None => 1.0,
            }
        };
        let name = &made.name;
        let soft = Soft::of("immune", ODD_IMMUNITY, &["species"]);
        self.lean(target, soft, &of, None, |who| format!("{name} had no effect on {who}."));
    }
}
