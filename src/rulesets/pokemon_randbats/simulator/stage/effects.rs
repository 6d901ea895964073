//! What status moves do on the stage, and what the end of a turn does.

use super::Stage;
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::prior::{Move, Stat, Type};
use crate::rulesets::pokemon_randbats::protocol::{self, Status};

/// Turns that Trick Room lasts.
const ROOM: u32 = 5;
/// Turns that Tailwind lasts.
const WIND: u32 = 4;

impl Stage {
    /// What a status move does, of those that do something here.
    pub(super) fn affect(&mut self, side: Side, made: &Move, who: &str) {
        let foe = side.other();
        if made.stalling && made.volatile.is_some() {
            self.protected[side.index()] = true;
            return self.say(format!("|-singleturn|{who}|Protect"));
        }
        if made.target == "self"
            && let Some(boosts) = made.boosts
        {
            return self.boost(side, who, boosts);
        }
        if let Some([share, of]) = made.heal.filter(|_| made.target == "self") {
            let fighter = self.out_mut(side);
            if fighter.hp == fighter.most {
                return self.say(format!("|-fail|{who}|heal"));
            }
            fighter.gain(fighter.most * u32::from(share) / u32::from(of.max(1)));
            let condition = fighter.condition();
            return self.say(format!("|-heal|{who}|{condition}"));
        }
        let laid = &mut self.laid[foe.index()];
        match made.id.as_str() {
            "stealthrock" if !laid.stealth_rock => {
                laid.stealth_rock = true;
                self.say(format!("|-sidestart|{}: foe|move: Stealth Rock", foe.name()));
            }
            "spikes" if laid.spikes < 3 => {
                laid.spikes += 1;
                self.say(format!("|-sidestart|{}: foe|Spikes", foe.name()));
            }
            "tailwind" if !self.laid[side.index()].tailwind => {
                self.laid[side.index()].tailwind = true;
                self.wind[side.index()] = WIND;
                self.say(format!("|-sidestart|{}: own|move: Tailwind", side.name()));
            }
            "trickroom" => {
                self.field.trick_room = !self.field.trick_room;
                self.room = ROOM;
                let line = if self.field.trick_room { "|-fieldstart|move: Trick Room" } else { "|-fieldend|move: Trick Room" };
                self.say(line.to_owned());
            }
            _ => self.say(format!("|-fail|{who}")),
        }
    }

    fn boost(&mut self, side: Side, who: &str, boosts: [i8; 8]) {
        use protocol::Stat as Of;
        let stages = [
            (Stat::Atk, Of::Attack, "atk"),
            (Stat::Def, Of::Defense, "def"),
            (Stat::Spa, Of::SpecialAttack, "spa"),
            (Stat::Spd, Of::SpecialDefense, "spd"),
            (Stat::Spe, Of::Speed, "spe"),
        ];
        for (stat, stage, name) in stages {
            let by = boosts[stat as usize];
            let own = &mut self.out_mut(side).shown.entry.boosts[stage.index()];
            let next = own.saturating_add(by).clamp(-6, 6);
            let moved = next - std::mem::replace(own, next);
            if by != 0 {
                let kind = if by > 0 { "boost" } else { "unboost" };
                self.say(format!("|-{kind}|{who}|{name}|{}", moved.unsigned_abs()));
            }
        }
    }

    /// Sitrus Berries are eaten at half of all hit points, unless the other side unnerves their holder.
    pub(super) fn eat(&mut self) {
        for side in Side::BOTH {
            let (who, foe) = (self.who(side), self.out(side.other()).ability());
            let fighter = self.out(side);
            let hungry = fighter.item() == "sitrusberry" && fighter.alive() && 2 * fighter.hp <= fighter.most && !self.over;
            if !hungry || ["unnerve", "asoneglastrier", "asonespectrier"].contains(&foe) {
                continue;
            }
            let fighter = self.out_mut(side);
            let more = if fighter.ability() == "cheekpouch" { fighter.most / 3 } else { 0 };
            fighter.held = None;
            fighter.shown.entry.item_moved();
            fighter.shown.entry.item_lost = true;
            fighter.gain(fighter.most / 4 + more);
            let condition = fighter.condition();
            self.say(format!("|-enditem|{who}|Sitrus Berry|[eat]"));
            self.say(format!("|-heal|{who}|{condition}|[from] item: Sitrus Berry"));
        }
    }

    pub(super) fn end_turn(&mut self) {
        self.say("|".to_owned());
        for side in Side::BOTH {
            let who = self.who(side);
            let fighter = self.out(side);
            let heals = match fighter.item() {
                "leftovers" => Some("Leftovers"),
                "blacksludge" if fighter.shown.is_of(Type::Poison) => Some("Black Sludge"),
                _ => None,
            };
            if let Some(name) = heals.filter(|_| fighter.alive() && fighter.hp < fighter.most && fighter.ability() != "klutz") {
                let fighter = self.out_mut(side);
                fighter.gain(fighter.most / 16);
                let condition = fighter.condition();
                self.say(format!("|-heal|{who}|{condition}|[from] item: {name}"));
            }
        }
        for side in Side::BOTH {
            self.orb(side);
        }
        if self.field.trick_room {
            self.room -= 1;
            if self.room == 0 {
                self.field.trick_room = false;
                self.say("|-fieldend|move: Trick Room".to_owned());
            }
        }
        for side in Side::BOTH {
            let at = side.index();
            if self.laid[at].tailwind {
                self.wind[at] -= 1;
                if self.wind[at] == 0 {
                    self.laid[at].tailwind = false;
                    self.say(format!("|-sideend|{}: own|move: Tailwind", side.name()));
                }
            }
        }
        self.say("|upkeep".to_owned());
    }

    fn orb(&mut self, side: Side) {
        let who = self.who(side);
        let fighter = self.out(side);
        if !fighter.alive() || fighter.shown.condition.status.is_some() || fighter.ability() == "klutz" {
            return;
        }
        let is = |kind: Type| fighter.shown.is_of(kind);
        let guarded = |names: &[&str]| names.contains(&fighter.ability());
        let (status, name) = match fighter.item() {
            "flameorb"
                if !is(Type::Fire) && !guarded(&["waterveil", "waterbubble", "thermalexchange", "purifyingsalt", "comatose"]) =>
            {
                (Status::Burn, "Flame Orb")
            }
            "toxicorb"
                if !is(Type::Poison)
                    && !is(Type::Steel)
                    && !guarded(&["immunity", "pastelveil", "purifyingsalt", "comatose"]) =>
            {
                (Status::Toxic, "Toxic Orb")
            }
            _ => return,
        };
        self.out_mut(side).shown.condition.status = Some(status);
        self.say(format!("|-status|{who}|{}|[from] item: {name}", status.name()));
    }
}
