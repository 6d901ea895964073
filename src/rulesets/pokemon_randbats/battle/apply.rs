//! What a message does to the state. Inference reads the state before; nothing here believes anything.

use std::sync::Arc;

use super::shown::{Before, Entry, Seen, Shown};
use super::{Acted, Battle, Making, SideState, TEAM};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::infer::is_choosable;
use crate::rulesets::pokemon_randbats::prior::{Type, dex};
use crate::rulesets::pokemon_randbats::protocol::{Cause, Condition, Details, Effect, Ident, Message, Status, Tags, id};

impl Battle {
    /// Takes a message in.
    pub fn apply(&mut self, message: &Message<'_>) {
        if self.is_beyond_team(message) {
            return;
        }
        if self.ends_action(message) {
            self.making = None;
        }
        let dancing = self.dancing;
        self.dancing = match message {
            Message::Activate { who: Some(who), effect, .. } if effect.id() == "dancer" => Some(who.side),
            _ => None,
        };
        match message {
            Message::Switch { who, details, condition, dragged } => self.switch(*who, details, *condition, *dragged),
            Message::Replace { who, details } => self.replace(*who, details),
            Message::Move { who, name, tags, .. } => self.begin_move(*who, name, tags, dancing == Some(who.side)),
            Message::Cant { .. } => self.acted.clear(),
            Message::Faint { who } => self.with(*who, |shown| shown.condition.hp = 0),
            Message::Damage { who, condition, tags } => self.damage(*who, *condition, tags),
            Message::Heal { who, condition, tags } => {
                let restful = tags.from.is_some_and(|from| ["leftovers", "blacksludge"].contains(&from.id().as_str()));
                let late = tags.from.is_none_or(|from| AFTER_LEFTOVERS.contains(&from.id().as_str()));
                self.with(*who, |shown| {
                    // Who fainted is terastallized no more, and may be revived.
                    shown.tera = shown.tera.filter(|_| !shown.condition.fainted());
                    shown.condition = *condition;
                    shown.entry.leftovers |= restful;
                    shown.entry.sated |= !restful && !late && condition.is_full();
                });
            }
            Message::SetHp { who, condition } => self.with(*who, |shown| shown.condition = *condition),
            Message::Status { who, status, tags } => self.with(*who, |shown| {
                shown.condition.status = Some(*status);
                // While somebody arrives nothing but Toxic Spikes poisons without naming itself.
                let poisoned = tags.from.is_none() && [Status::Poison, Status::Toxic].contains(status);
                shown.entry.seen.toxic.1 |= poisoned && shown.entry.arriving;
            }),
            Message::Cure { who, .. } => self.with(*who, |shown| shown.condition.status = None),
            Message::CureTeam { who } => {
                for shown in &mut self.sides[who.side.index()].members {
                    Arc::make_mut(shown).condition.status = None;
                }
            }
            Message::Crit { who } => self.of_making(who.side, |making| making.crit = true),
            Message::Turn(turn) => self.begin_turn(*turn),
            Message::Upkeep => self.upkeep(),
            Message::Gap => self.gap(),
            Message::Over => self.over = true,
            Message::TeamSize { side, size } => self.sides[side.index()].size = *size,
            other => self.apply_rest(other),
        }
    }

    fn apply_rest(&mut self, message: &Message<'_>) {
        match message {
            Message::Boost { .. }
            | Message::SetBoost { .. }
            | Message::ClearBoosts { .. }
            | Message::InvertBoosts { .. }
            | Message::CopyBoosts { .. }
            | Message::SwapBoosts { .. } => self.stages(message),
            Message::Item { who, tags, .. } => self.with_active(who.side, |shown| {
                if tags.from.is_some_and(|from| from.id() != "frisk") {
                    shown.entry.item_moved();
                }
                shown.entry.item_lost = false;
                shown.entry.seen.item = true;
            }),
            Message::EndItem { who, item, .. } => {
                self.with_active(who.side, |shown| {
                    shown.entry.item_moved();
                    shown.entry.item_lost = true;
                    shown.entry.seen.item = true;
                });
                self.of_making(who.side, |making| making.odd |= !making.hit);
                self.disordered |= id(item) == "custapberry";
            }
            Message::Ability { who, ability, tags } => self.ability(*who, ability, tags),
            Message::EndAbility { who, .. } => self.with_active(who.side, |shown| shown.entry.ability_becomes(None)),
            Message::Transform { who, into, .. } => {
                let copied = self.side(into.side).out.filter(|_| into.side != who.side);
                let boosts = self.active(into.side).map(|original| original.entry.boosts);
                self.with_active(into.side, |shown| shown.entry.true_shape = true);
                self.with_active(who.side, |shown| {
                    shown.entry.transformed = true;
                    shown.entry.copied = copied;
                    shown.entry.true_shape = true;
                    shown.entry.boosts = boosts.unwrap_or(shown.entry.boosts);
                });
            }
            Message::Forme { who, details, lasting, .. } => self.forme(*who, details, *lasting),
            Message::Terastallize { who, tera } => self.with(*who, |shown| {
                shown.tera = Type::named(tera);
                // Ogerpon and Terapagos change their ability with their shape.
                let fixed = dex().species_named("Ogerpon").is_some_and(|ogerpon| {
                    shown
                        .species
                        .is_some_and(|own| ["Ogerpon", "Terapagos"].contains(&dex()[own].base.as_str()) || own == ogerpon)
                });
                if fixed {
                    shown.entry.ability_becomes(None);
                }
            }),
            Message::Weather { weather, tags, .. } => {
                self.field.weather = id(weather);
                if self.field.weather == "none" {
                    self.field.weather.clear();
                }
                self.announced(tags);
            }
            Message::FieldStart { effect, tags } => {
                self.field_condition(effect, true);
                self.announced(tags);
            }
            Message::FieldEnd { effect } => self.field_condition(effect, false),
            Message::SideStart { side, effect } => lay(&mut self.sides[side.index()], effect, true),
            Message::SideEnd { side, effect } => lay(&mut self.sides[side.index()], effect, false),
            Message::SwapSides => {
                let [one, other] = &mut self.sides;
                std::mem::swap(&mut one.laid, &mut other.laid);
            }
            Message::Start { who, effect, detail, tags, silent } => {
                self.condition(*who, effect, detail, (true, *silent));
                self.announced_by(*who, tags);
                if effect.cause == Cause::Ability {
                    self.with_active(who.side, |shown| shown.entry.seen.ability = true);
                }
            }
            Message::End { who, effect, .. } => self.condition(*who, effect, "", (false, false)),
            Message::Activate { who, effect, tags, .. } => self.activate(*who, effect, tags.of),
            Message::Single { who, effect, .. } => {
                let name = effect.id();
                self.with_active(who.side, |shown| {
                    shown.entry.protected |= PROTECTS.contains(&name.as_str());
                    shown.entry.exposed |= name == "glaiverush";
                });
            }
            _ => {}
        }
    }

    /// An ability showed itself, or became another one's. Sturdy that does so before a blow is counted has stopped that blow.
    fn ability(&mut self, who: Ident<'_>, ability: &str, tags: &Tags<'_>) {
        self.with_active(who.side, |shown| {
            if tags.from.is_some() {
                shown.entry.ability_becomes(dex().ability_named(ability));
            }
            shown.entry.seen.ability = true;
        });
        let sturdy = tags.from.is_none() && id(ability) == "sturdy";
        self.of_making(who.side, |making| making.spared |= sturdy && !making.hit);
    }

    /// Whether a message shows one more than a team has: it is passed over whole, so that slots stay within the format.
    pub(in crate::rulesets::pokemon_randbats) fn is_beyond_team(&self, message: &Message<'_>) -> bool {
        let (Message::Switch { who, .. } | Message::Replace { who, .. }) = message else { return false };
        let side = self.side(who.side);
        side.members.len() >= TEAM && side.slot(who.name).is_none()
    }

    /// Whether a message begins something else than what the last move did.
    pub(in crate::rulesets::pokemon_randbats) fn ends_action(&self, message: &Message<'_>) -> bool {
        matches!(
            message,
            Message::Move { .. }
                | Message::Switch { .. }
                | Message::Cant { .. }
                | Message::Gap
                | Message::Turn(_)
                | Message::Upkeep
                | Message::Over
        )
    }

    /// Changes the member of that name. One that was never shown is a Zoroark that was out in disguise, and not the one that is out.
    fn with(&mut self, who: Ident<'_>, change: impl FnOnce(&mut Shown)) {
        let side = &mut self.sides[who.side.index()];
        let slot = side.slot(who.name);
        if let Some(shown) = slot.and_then(|slot| side.members.get_mut(slot)) {
            change(Arc::make_mut(shown));
        }
    }

    pub(super) fn with_active(&mut self, side: Side, change: impl FnOnce(&mut Shown)) {
        if let Some(shown) = self.sides[side.index()].active_mut() {
            change(shown);
        }
    }

    pub(super) fn of_making(&mut self, target: Side, change: impl FnOnce(&mut Making)) {
        if let Some(making) = self.making.as_mut().filter(|making| making.side != target) {
            change(making);
        }
    }

    fn switch(&mut self, who: Ident<'_>, details: &Details<'_>, condition: Condition, dragged: bool) {
        self.acted.clear();
        let side = &mut self.sides[who.side.index()];
        if let Some(left) = side.active_mut() {
            left.entry = Entry::default();
        }
        let known = side.slot(who.name);
        let slot = match known {
            Some(slot) => slot,
            None => {
                side.members.push(Arc::new(Shown::new(who.name, details, condition)));
                side.members.len() - 1
            }
        };
        side.out = Some(slot);
        let laid = (side.laid.stealth_rock, side.laid.spikes > 0);
        // A terrain may keep off a status, and so does one that is there already.
        let exposed = !side.laid.safeguard && condition.status.is_none() && self.field.terrain.is_empty();
        let toxic = (side.laid.toxic_spikes > 0 && exposed, false);
        let seen = Seen { laid, web: (side.laid.sticky_web, false), toxic, dragged, ..Seen::default() };
        if let Some(shown) = side.active_mut() {
            let before = known.map(|_| Before { condition: shown.condition, tera: shown.tera, forme: shown.forme });
            shown.condition = condition;
            shown.forme = dex().species_named(details.species).or(shown.forme);
            shown.tera = details.tera.and_then(Type::named).or(shown.tera);
            shown.entry = Entry { arriving: true, seen, before, ..Entry::default() };
        }
    }

    /// The one who stood there was another. What is true of it while it is out stays; the one it seemed to be was not out, and is as it
    /// was before: at full health and in its own shape, where it had never been out.
    fn replace(&mut self, who: Ident<'_>, details: &Details<'_>) {
        let side = &mut self.sides[who.side.index()];
        let Some(out) = side.out else { return };
        let Some(stood) = side.members.get(out).cloned() else { return };
        if stood.name == who.name {
            return;
        }
        let slot = match side.slot(who.name) {
            Some(slot) => slot,
            None => {
                side.members.push(Arc::new(Shown::new(who.name, details, stood.condition)));
                side.members.len() - 1
            }
        };
        side.out = Some(slot);
        let first = Before { condition: Condition::FULL, tera: None, forme: stood.species };
        let before = stood.entry.before.unwrap_or(first);
        let true_one = Arc::make_mut(&mut side.members[slot]);
        true_one.condition = stood.condition;
        // A likeness is shown with its own tera type: only what came while it stood there is the Zoroark's.
        if stood.tera != before.tera {
            true_one.tera = stood.tera;
        }
        true_one.entry = Entry { true_shape: true, struck: false, before: None, types_shown: false, ..stood.entry.clone() };
        let seemed = Arc::make_mut(&mut side.members[out]);
        seemed.entry = Entry::default();
        (seemed.condition, seemed.tera, seemed.forme) = (before.condition, before.tera, before.forme);
    }

    /// `dancing`: Dancer has just shown itself there.
    fn begin_move(&mut self, who: Ident<'_>, name: &str, tags: &Tags<'_>, dancing: bool) {
        let Some(slot) = self.sides[who.side.index()].out else { return };
        let Some(id) = dex().move_named(name) else {
            self.acted.clear();
            return;
        };
        let called = dancing || tags.from.is_some();
        let (hit, crit, life_orb, helmet, spared, odd) = (false, false, false, false, false, false);
        self.making = Some(Making { side: who.side, slot, id, called, hit, hits: 0, crit, life_orb, helmet, spared, odd });
        if called {
            // One that a Choice item stops has no tag: it was not made, and locks nobody into it.
            let danced = tags.from.is_some_and(|from| from.id() == "dancer");
            self.with_active(who.side, |shown| shown.entry.danced |= danced);
            return;
        }
        if self.acted.is_empty() {
            self.before_first = Some(Arc::new((self.sides.clone(), self.field.clone())));
        }
        self.acted.push(Acted { side: who.side, id });
        self.with_active(who.side, |shown| {
            shown.entry.exposed = false;
            if is_choosable(id) {
                shown.entry.varied |= shown.entry.chosen.is_some_and(|last| last != id);
                shown.entry.repeats = shown.entry.repeats.saturating_add(u8::from(shown.entry.chosen == Some(id)));
                shown.entry.chosen = Some(id);
            }
            if dex()[id].kind == Type::Electric {
                shown.entry.charged = false;
            }
        });
    }

    fn damage(&mut self, who: Ident<'_>, condition: Condition, tags: &Tags<'_>) {
        let stones = tags.from.is_some_and(|from| from.id() == "stealthrock");
        let spikes = tags.from.is_some_and(|from| from.id() == "spikes");
        let by_move = tags.from.is_none();
        let mut struck = false;
        if by_move {
            self.of_making(who.side, |making| {
                making.hit = true;
                making.hits = making.hits.saturating_add(1);
                struck = true;
            });
        }
        let from = tags.from.map(|from| from.id()).unwrap_or_default();
        if let Some(making) = self.making.as_mut().filter(|making| making.side == who.side) {
            making.life_orb |= from == "lifeorb";
            making.helmet |= from == "rockyhelmet";
        }
        self.with(who, |shown| {
            if stones {
                shown.entry.seen.stones = Some((shown.condition, condition));
            }
            shown.condition =
                Condition { most: if condition.hp == 0 { shown.condition.most } else { condition.most }, ..condition };
            shown.entry.seen.spikes |= spikes;
            shown.entry.struck |= struck;
        });
    }

    fn stages(&mut self, message: &Message<'_>) {
        match message {
            Message::Boost { who, stat, by, .. } => self.with_active(who.side, |shown| {
                let stage = &mut shown.entry.boosts[stat.index()];
                *stage = stage.saturating_add(*by).clamp(-6, 6);
            }),
            Message::SetBoost { who, stat, to } => {
                self.with_active(who.side, |shown| shown.entry.boosts[stat.index()] = *to);
            }
            Message::ClearBoosts { who, raised, lowered } => {
                for side in Side::BOTH.into_iter().filter(|side| who.is_none_or(|who| who.side == *side)) {
                    self.with_active(side, |shown| {
                        for stage in &mut shown.entry.boosts {
                            if (*stage > 0 && *raised) || (*stage < 0 && *lowered) {
                                *stage = 0;
                            }
                        }
                    });
                }
            }
            Message::InvertBoosts { who } => {
                self.with_active(who.side, |shown| shown.entry.boosts.iter_mut().for_each(|stage| *stage = -*stage));
            }
            Message::CopyBoosts { who, from } => {
                if let Some(boosts) = self.active(from.side).map(|shown| shown.entry.boosts) {
                    self.with_active(who.side, |shown| shown.entry.boosts = boosts);
                }
            }
            Message::SwapBoosts { who, with, stats } => {
                let of = |side: Side| self.active(side).map(|shown| shown.entry.boosts);
                let (Some(mut one), Some(mut other)) = (of(who.side), of(with.side)) else { return };
                for at in 0..one.len() {
                    if stats.is_empty() || stats.iter().any(|stat| stat.index() == at) {
                        std::mem::swap(&mut one[at], &mut other[at]);
                    }
                }
                self.with_active(who.side, |shown| shown.entry.boosts = one);
                self.with_active(with.side, |shown| shown.entry.boosts = other);
            }
            _ => {}
        }
    }

    fn forme(&mut self, who: Ident<'_>, details: &Details<'_>, lasting: bool) {
        self.with_active(who.side, |shown| {
            let next = dex().species_named(details.species);
            if lasting && next != shown.forme {
                shown.entry.ability_becomes(None);
            }
            shown.forme = next.or(shown.forme);
            shown.entry.true_shape = true;
            shown.entry.types_changed = next.is_none();
        });
    }

    fn announced(&mut self, tags: &Tags<'_>) {
        if let (Some(from), Some(of)) = (tags.from, tags.of)
            && from.cause == Cause::Ability
        {
            self.with_active(of.side, |shown| shown.entry.seen.ability = true);
        }
    }

    fn announced_by(&mut self, who: Ident<'_>, tags: &Tags<'_>) {
        if tags.from.is_some_and(|from| from.cause == Cause::Ability) {
            self.with_active(who.side, |shown| shown.entry.seen.ability = true);
        }
    }

    fn activate(&mut self, who: Option<Ident<'_>>, effect: &Effect<'_>, of: Option<Ident<'_>>) {
        let Some(who) = who else { return };
        let name = effect.id();
        self.disordered |= ["quickclaw", "quickdraw", "custapberry", "afteryou", "quash"].contains(&name.as_str());
        if ["mummy", "lingeringaroma", "wanderingspirit", "skillswap"].contains(&name.as_str()) {
            for side in [Some(who.side), of.map(|of| of.side)].into_iter().flatten() {
                // A spreading ability stays with its owner.
                if name == "skillswap" || name == "wanderingspirit" || of.is_some_and(|of| of.side == side) {
                    self.with_active(side, |shown| shown.entry.ability_becomes(None));
                }
            }
        }
        self.with_active(who.side, |shown| {
            shown.entry.seen.ability |= effect.cause == Cause::Ability;
            shown.entry.seen.web.1 |= name == "stickyweb";
        });
        self.of_making(who.side, |making| making.odd = true);
    }

    fn begin_turn(&mut self, turn: u32) {
        self.turn = turn;
        self.acted.clear();
        self.before_first = None;
        self.disordered = false;
        for side in Side::BOTH {
            self.with_active(side, |shown| {
                shown.entry.arriving = false;
                shown.entry.low = shown.condition.is_low();
                shown.entry.protected_last = std::mem::take(&mut shown.entry.protected);
            });
        }
    }

    fn gap(&mut self) {
        for side in Side::BOTH {
            self.with_active(side, |shown| {
                shown.entry.before_residual = Some(shown.condition);
                shown.entry.leftovers = false;
                shown.entry.sated = false;
            });
        }
    }

    fn upkeep(&mut self) {
        for side in Side::BOTH {
            self.with_active(side, |shown| shown.entry.before_residual = None);
        }
    }

    /// All lines of an arrival were sent, and an Illusion that a hit would have ended was none.
    pub(in crate::rulesets::pokemon_randbats) fn settle(&mut self) {
        for side in Side::BOTH {
            self.with_active(side, |shown| {
                shown.entry.arriving = false;
                shown.entry.true_shape |= shown.entry.struck;
            });
        }
    }
}

/// What heals at the end of a turn when Leftovers have had their turn. Wish, Grassy Terrain and the weather heal before.
const AFTER_LEFTOVERS: [&str; 4] = ["aquaring", "ingrain", "leechseed", "poisonheal"];

/// Moves that protect their user for a turn, and fail the likelier, the more often any of them are made in a row.
pub const PROTECTS: [&str; 10] = [
    "protect",
    "detect",
    "kingsshield",
    "spikyshield",
    "banefulbunker",
    "obstruct",
    "silktrap",
    "burningbulwark",
    "endure",
    "maxguard",
];

fn lay(side: &mut SideState, effect: &Effect<'_>, on: bool) {
    let laid = &mut side.laid;
    match effect.id().as_str() {
        "tailwind" => laid.tailwind = on,
        "stealthrock" => laid.stealth_rock = on,
        "spikes" => laid.spikes = if on { (laid.spikes + 1).min(3) } else { 0 },
        "toxicspikes" => laid.toxic_spikes = if on { (laid.toxic_spikes + 1).min(2) } else { 0 },
        "stickyweb" => laid.sticky_web = on,
        "safeguard" => laid.safeguard = on,
        "reflect" => laid.reflect = on,
        "lightscreen" => laid.light_screen = on,
        "auroraveil" => laid.aurora_veil = on,
        _ => {}
    }
}
