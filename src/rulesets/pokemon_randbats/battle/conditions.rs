//! Conditions that begin and end: of the whole field, and of the one that is out.

use super::Battle;
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::protocol::{Effect, Ident, id};

impl Battle {
    pub(super) fn field_condition(&mut self, effect: &Effect<'_>, on: bool) {
        let name = effect.id();
        let field = &mut self.field;
        match name.as_str() {
            "trickroom" => field.trick_room = on,
            "magicroom" => {
                field.magic_room = on;
                // At the end of a turn it ends after the turn of Leftovers, which did nothing under it.
                for side in Side::BOTH {
                    self.with_active(side, |shown| shown.entry.sated |= !on && shown.entry.before_residual.is_some());
                }
            }
            "wonderroom" => field.wonder_room = on,
            "gravity" => field.gravity = on,
            terrain if terrain.ends_with("terrain") => {
                field.terrain = if on { name } else { String::new() };
            }
            _ => {}
        }
    }

    /// `silent`: it is not told, but shown.
    pub(super) fn condition(&mut self, who: Ident<'_>, effect: &Effect<'_>, detail: &str, (on, silent): (bool, bool)) {
        let name = effect.id();
        let detail = id(detail);
        self.with_active(who.side, |shown| {
            let entry = &mut shown.entry;
            match name.as_str() {
                "substitute" => entry.substitute = on,
                "encore" => entry.bound = on,
                "healblock" => {
                    // At the end of a turn it ends after the turn of Leftovers.
                    entry.sated |= !on && entry.before_residual.is_some();
                    entry.heal_block = on;
                }
                "embargo" => entry.embargo = on,
                "slowstart" => entry.slow_start = on,
                "flashfire" => entry.flash_fire = on,
                "charge" => entry.charged = on,
                "typechange" | "typeadd" if silent => entry.types_shown = on,
                "typechange" | "typeadd" => (entry.types_changed, entry.types_shown) = (on, on && entry.types_shown),
                "illusion" => entry.true_shape = true,
                surge if surge.starts_with("protosynthesis") || surge.starts_with("quarkdrive") => {
                    let stat = surge.trim_start_matches("protosynthesis").trim_start_matches("quarkdrive");
                    let stat = if stat.is_empty() { detail.as_str() } else { stat };
                    entry.surge = on.then(|| stat.to_owned());
                }
                _ => {}
            }
        });
        // What breaks or stands in the way of a hit makes its damage say nothing.
        if name == "substitute" {
            self.of_making(who.side, |making| making.odd = true);
        }
    }
}
