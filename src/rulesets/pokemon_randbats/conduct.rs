//! What a battle settles about how its players behave, from the spectators' lines.

use serde::{Deserialize, Serialize};

use super::battle::{Battle, PROTECTS};
use super::event::Side;
use super::likelihood::{PROTECTS_TWICE, STAYS, SWITCHES_OUT, TERA_EARLY};
use super::protocol::{Message, id};
use crate::rulesets::Conduct;

/// Turns that count as early.
const EARLY: u32 = 10;

/// What is remembered of this turn, and of the one before it, by side.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TurnMemory {
    /// It has acted in this turn.
    acted: [bool; 2],
    /// It had more than half of its hit points when its player chose: as the turn began.
    healthy: [bool; 2],
    /// A move was made in this turn: whoever leaves after that was made to, since switches by choice come before moves.
    moved: bool,
    /// It survived a super effective hit in the turn before, and may still leave.
    threatened: [bool; 2],
    /// It was hit so in this turn.
    hit: [bool; 2],
    /// It has terastallized.
    terastallized: [bool; 2],
}

impl TurnMemory {
    /// Looks at a message before the battle takes it in.
    pub fn see(&mut self, battle: &Battle, message: &Message<'_>, settled: &mut Vec<Conduct>) {
        self.moved |= matches!(message, Message::Move { .. } | Message::Cant { .. });
        match message {
            Message::Turn(_) => {
                self.acted = [false; 2];
                self.moved = false;
                self.threatened = [false; 2];
                for side in Side::BOTH {
                    let at = side.index();
                    let alive = battle.active(side).is_some_and(|shown| !shown.condition.fainted());
                    self.healthy[at] = battle.active(side).is_some_and(|shown| shown.condition.share() > 0.5);
                    self.threatened[at] = std::mem::take(&mut self.hit[at]) && alive;
                }
            }
            Message::Switch { who, dragged, .. } => {
                let alive = battle.active(who.side).is_some_and(|shown| !shown.condition.fainted());
                let by_choice = !dragged && alive && battle.turn > 0 && !self.moved && !self.acted[who.side.index()];
                self.hit[who.side.index()] = false;
                if by_choice {
                    self.acts(battle, who.side, true, settled);
                }
            }
            Message::Move { who, name, tags, .. } if !battle.is_called(*who, tags) && !self.acted[who.side.index()] => {
                let protected = battle.active(who.side).is_some_and(|shown| shown.entry.protected_last);
                if protected {
                    let again = PROTECTS.contains(&id(name).as_str());
                    settled.push(Conduct::once(who.side.seat(), PROTECTS_TWICE, "", again));
                }
                self.acts(battle, who.side, false, settled);
            }
            Message::Effective { who, super_effective: true } => self.hit[who.side.index()] = true,
            Message::Terastallize { who, .. } if !self.terastallized[who.side.index()] => {
                self.terastallized[who.side.index()] = true;
                settled.push(Conduct::once(who.side.seat(), TERA_EARLY, "", battle.turn <= EARLY));
            }
            Message::Over if !battle.over => {
                for side in Side::BOTH {
                    if !self.terastallized[side.index()] && battle.turn > EARLY {
                        settled.push(Conduct::once(side.seat(), TERA_EARLY, "", false));
                    }
                }
            }
            _ => {}
        }
    }

    fn acts(&mut self, battle: &Battle, side: Side, leaves: bool, settled: &mut Vec<Conduct>) {
        self.acted[side.index()] = true;
        let is_threatened = std::mem::take(&mut self.threatened[side.index()]);
        let team = battle.side(side);
        let fainted = team.members.iter().filter(|shown| shown.condition.fainted()).count();
        if fainted + 1 >= usize::from(team.size) {
            // There is nobody to switch to.
            return;
        }
        let healthy = self.healthy[side.index()];
        settled.push(Conduct::once(side.seat(), SWITCHES_OUT, if healthy { "healthy" } else { "hurt" }, leaves));
        if is_threatened {
            settled.push(Conduct::once(side.seat(), STAYS, "", !leaves));
        }
    }
}
