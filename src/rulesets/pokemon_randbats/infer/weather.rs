//! Air Lock and Cloud Nine: while one who has it is out, the weather stays and does nothing.

use std::sync::Arc;

use crate::rulesets::pokemon_randbats::battle::{Field, SideState};
use crate::rulesets::pokemon_randbats::belief::SideBelief;
use crate::rulesets::pokemon_randbats::prior::{AbilityId, dex};

/// P(the one that is out on a side keeps the weather from working).
fn stills(state: &SideState, of: &SideBelief) -> f64 {
    let (Some(slot), Some(shown)) = (state.out, state.active()) else { return 0.0 };
    let named = |ability: AbilityId| ["airlock", "cloudnine"].contains(&dex()[ability].id.as_str());
    if shown.condition.fainted() || shown.entry.transformed {
        return 0.0;
    }
    if shown.entry.ability_changed {
        return if shown.entry.new_ability.is_some_and(named) { 1.0 } else { 0.0 };
    }
    of.hypotheses.iter().fold(0.0, |sum, hypothesis| {
        let Some(member) = hypothesis.member(slot, true) else { return sum };
        let has = member.listed().filter(|(one, _)| named(one.set.ability));
        has.fold(sum, |sum, (_, p)| sum + hypothesis.weight * p)
    })
}

/// The field as it works. Both abilities are announced on arrival, so that the chance is near 0 or 1, and the likelier is taken.
#[must_use]
pub fn at_work(field: &Field, shown: &[SideState; 2], believed: &[Arc<SideBelief>; 2]) -> Field {
    let mut field = field.clone();
    if !field.weather.is_empty() && shown.iter().zip(believed).any(|(state, of)| stills(state, of) > 0.5) {
        field.weather.clear();
    }
    field
}
