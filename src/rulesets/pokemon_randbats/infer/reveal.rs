//! Hard facts: moves, items, abilities and tera types that lines show, given to whom they belong.
//!
//! The owner is not always the one that the line is about: see [`owner_of_ability`] and [`owner_of_item`].

use crate::rulesets::pokemon_randbats::belief::{Fact, Held};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::fold::Updating;
use crate::rulesets::pokemon_randbats::prior::{AbilityId, ItemId, SpeciesId, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::{Cause, Effect, Ident, Message, Tags, id};

/// Whose an ability is, that a `[from]` tag names on a line about `who` of some kind.
fn owner_of_ability(message: &Message<'_>, name: &str, who: Ident<'_>, of: Option<Ident<'_>>) -> Side {
    let Some(of) = of else { return who.side };
    match message {
        // Heals by an own ability name the attacker after `[of]`; only Hospitality heals somebody else.
        Message::Heal { .. } if name != "hospitality" => who.side,
        // Who takes an item has the ability; `[of]` is from whom.
        Message::Item { .. } if ["magician", "pickpocket", "symbiosis"].contains(&name) => who.side,
        Message::Immune { .. } | Message::Fail { .. } => who.side,
        _ => of.side,
    }
}

/// Whose an item is, that a `[from]` tag names on a line about `who`.
fn owner_of_item(message: &Message<'_>, who: Ident<'_>, of: Option<Ident<'_>>) -> Side {
    match (message, of) {
        // Rocky Helmet hurts the other; Shell Bell heals its holder and names whom it hit.
        (Message::Damage { .. }, Some(of)) => of.side,
        _ => who.side,
    }
}

/// As One is announced by that name alone, and by those of the two abilities that it is made of.
fn as_one(forme: SpeciesId, name: &str) -> Option<AbilityId> {
    let parts = ["asone", "unnerve", "chillingneigh", "grimneigh"];
    let whole = |ability: &&AbilityId| dex()[**ability].id.starts_with("asone");
    dex()[forme].abilities.iter().find(whole).copied().filter(|_| parts.contains(&id(name).as_str()))
}

/// Whether a line about healing says that who had fainted is revived.
fn is_revival(tags: &Tags<'_>) -> bool {
    tags.from.is_some_and(|from| from.id() == "revivalblessing")
}

impl Updating<'_> {
    /// Takes the hard facts of a line in.
    pub fn reveal(&mut self, message: &Message<'_>) {
        match message {
            Message::Switch { who, details, condition, .. } => self.arrive(*who, details, *condition),
            Message::Replace { who, details } => self.unmask(*who, details),
            Message::Heal { who, condition, tags } if is_revival(tags) => self.revived(*who, *condition),
            Message::Cure { who, .. } => self.cured(*who),
            Message::CureTeam { who } => self.belief.side_mut(who.side).all_cured(),
            Message::Move { who, name, tags, .. } => self.made(*who, name, tags),
            Message::Cant { who, reason, name } => {
                if reason.cause == Cause::Ability {
                    self.ability(who.side, reason.name);
                } else if !name.is_empty() && self.battle.dancing != Some(who.side) {
                    self.knows(*who, name);
                }
            }
            Message::Item { who, item, .. } => self.item_shown(message, *who, item),
            Message::EndItem { who, item, .. } => self.item_lost(message, *who, item),
            Message::Ability { who, ability, tags } => match tags.from {
                None => self.ability(who.side, ability),
                // A line of Trace has Trace in its tag, and names the ability that was copied.
                Some(from) if from.cause == Cause::Ability && from.id() == "trace" => {
                    self.ability(who.side, from.name);
                    if let Some(of) = tags.of {
                        self.ability(of.side, ability);
                    }
                }
                Some(_) => {}
            },
            Message::Terastallize { who, tera } => self.tera(*who, tera),
            Message::Transform { who, into, .. } => {
                for side in [who.side, into.side] {
                    self.is_itself(side, |name| {
                        format!("{name} is no Illusion: nobody takes the shape of one, nor does one take another's.")
                    });
                }
            }
            Message::Forme { who, .. } if self.battle.active(who.side).is_some_and(|shown| shown.name == who.name) => {
                self.is_itself(who.side, |name| format!("{name} is no Illusion: it changes its form as no other does."));
            }
            Message::Block { who, effect, tags } => {
                // The holder stands after `[of]`, where it is not the one that was protected.
                let side = tags.of.map_or(who.side, |of| of.side);
                match effect.cause {
                    Cause::Ability => self.ability(side, effect.name),
                    Cause::Item => self.holds(side, effect.name),
                    Cause::Move | Cause::Other => {}
                }
            }
            Message::Activate { who: Some(who), effect, detail, tags } => self.activated(*who, effect, detail, tags.of),
            Message::Start { who, effect, .. } if effect.cause == Cause::Ability => self.ability(who.side, effect.name),
            Message::Start { who, effect, tags, .. } => {
                let name = effect.id();
                for (starts, ability) in [("protosynthesis", "Protosynthesis"), ("quarkdrive", "Quark Drive")] {
                    if name.starts_with(starts) && tags.from.is_none() {
                        self.ability(who.side, ability);
                    }
                }
            }
            _ => {}
        }
        self.by_tags(message);
    }

    /// Abilities and items that a `[from]` tag names.
    fn by_tags(&mut self, message: &Message<'_>) {
        let (who, tags) = match message {
            Message::Damage { who, tags, .. }
            | Message::Heal { who, tags, .. }
            | Message::Status { who, tags, .. }
            | Message::Cure { who, tags }
            | Message::Boost { who, tags, .. }
            | Message::Item { who, tags, .. }
            | Message::EndItem { who, tags, .. }
            | Message::Transform { who, tags, .. }
            | Message::Forme { who, tags, .. }
            | Message::Start { who, tags, .. }
            | Message::Immune { who, tags }
            | Message::Fail { who, tags }
            | Message::Single { who, tags, .. }
            | Message::Move { who, tags, .. } => (Some(*who), tags),
            Message::Weather { tags, .. } | Message::FieldStart { tags, .. } => (None, tags),
            _ => return,
        };
        let Some(from) = tags.from else { return };
        let Some(who) = who.or(tags.of) else { return };
        match from.cause {
            // A line about who lost an item says that it was taken: the ability is the taker's, who has a line of its own.
            Cause::Ability if matches!(message, Message::EndItem { .. }) => {}
            Cause::Ability => {
                let name = from.id();
                let mut side = owner_of_ability(message, &name, who, tags.of);
                // Older lines name the holder of the item after `[of]`, and Frisk's owner first.
                if name == "frisk" && tags.of.is_some_and(|of| of.side == who.side) {
                    side = who.side;
                }
                self.ability(side, from.name);
            }
            // A berry works when it is eaten, as a line before this one has said; by Bug Bite and Pluck it was another's. One that hurts names its holder.
            Cause::Item if from.id().ends_with("berry") && !matches!(message, Message::Damage { .. }) => {}
            Cause::Item => {
                let side = owner_of_item(message, who, tags.of);
                self.holds(side, from.name);
            }
            Cause::Move | Cause::Other => {}
        }
    }

    /// A move was made.
    fn made(&mut self, who: Ident<'_>, name: &str, tags: &Tags<'_>) {
        // A move that Sleep Talk calls is one of the own set; what Copycat, Metronome, Dancer or Magic Bounce make is not.
        let by_sleep_talk = tags.from.is_some_and(|from| from.id() == "sleeptalk");
        if by_sleep_talk || !self.battle.is_called(who, tags) {
            self.knows(who, name);
        }
    }

    fn knows(&mut self, who: Ident<'_>, name: &str) {
        if ["struggle", "recharge"].contains(&id(name).as_str()) {
            return;
        }
        if self.battle.active(who.side).is_some_and(|shown| shown.entry.transformed) {
            return;
        }
        let Some(id) = dex().move_named(name) else {
            self.notes.names = self.notes.names.saturating_add(1);
            return;
        };
        self.fact(who.side, Fact::Move(id), |who| format!("{who} knows {}.", dex()[id].name));
    }

    fn ability(&mut self, side: Side, name: &str) {
        let Some(shown) = self.battle.active(side).filter(|shown| shown.has_own_ability()) else { return };
        let forme = shown.forme;
        let Some(ability) = forme.and_then(|forme| as_one(forme, name)).or_else(|| dex().ability_named(name)) else {
            self.notes.names = self.notes.names.saturating_add(1);
            return;
        };
        // A forme that is taken in battle may have an ability of its own: Tera Shell is not Terapagos' by its set.
        let prior = &self.belief.terms.prior;
        let of_forme = |forme: SpeciesId| {
            let entries = prior.seen_as(forme);
            let counted = |at: &usize| prior.entries()[*at].sets.iter().any(|set| set.ability == ability);
            prior.place(forme).is_none() && !entries.is_empty() && !entries.iter().any(counted)
        };
        if !forme.is_some_and(of_forme) {
            self.has(side, ability);
        }
    }

    fn has(&mut self, side: Side, ability: AbilityId) {
        self.fact(side, Fact::Ability(ability), |who| format!("{who} has {}.", dex()[ability].name));
    }

    fn tera(&mut self, who: Ident<'_>, tera: &str) {
        let Some(tera) = Type::named(tera) else {
            self.notes.names = self.notes.names.saturating_add(1);
            return;
        };
        self.fact(who.side, Fact::Tera(tera), |who| format!("{who} terastallizes into {}.", tera.name()));
    }

    fn activated(&mut self, who: Ident<'_>, effect: &Effect<'_>, detail: &str, of: Option<Ident<'_>>) {
        match effect.cause {
            Cause::Ability => {
                self.ability(who.side, effect.name);
                let name = effect.id();
                if name == "forewarn"
                    && let Some(of) = of
                {
                    self.knows(of, detail);
                }
            }
            Cause::Item => self.holds(who.side, effect.name),
            // Poltergeist names what its target holds.
            Cause::Move if effect.id() == "poltergeist" && !detail.is_empty() => self.holds(who.side, detail),
            Cause::Move | Cause::Other => {
                if ["trick", "switcheroo"].contains(&effect.id().as_str()) {
                    self.begin_exchange();
                }
            }
        }
    }

    fn item_named(&mut self, name: &str) -> Option<ItemId> {
        let item = dex().item_named(name);
        if item.is_none() {
            self.notes.names = self.notes.names.saturating_add(1);
        }
        item
    }

    /// It holds this now: of its set, where it did not change hands.
    fn holds(&mut self, side: Side, name: &str) {
        if let Some(item) = self.item_named(name) {
            self.held_was(side, Some(item));
        }
    }

    /// What it held until now was this. A fact about the set, where it was the set's.
    fn held_was(&mut self, side: Side, item: Option<ItemId>) {
        let Some((slot, _)) = self.out(side) else { return };
        let own = |held: Option<Held>| held == Some(Held::Own);
        let hypotheses = &self.belief.side(side).hypotheses;
        if hypotheses.iter().all(|hypothesis| own(hypothesis.member(slot, true).map(|member| member.held))) {
            self.fact(side, Fact::Item(item), |who| match item {
                Some(item) => format!("{who} holds {}.", dex()[item].name),
                None => format!("{who} holds nothing."),
            });
        }
    }

    fn holds_now(&mut self, side: Side, item: Option<ItemId>, why: &str) {
        let Some((slot, name)) = self.out(side) else { return };
        self.belief.side_mut(side).hold(slot, true, |_| Some(Held::Now(item)));
        let why = why.to_owned();
        self.moved(side, || match item {
            Some(item) => format!("{name} now holds {} ({why}).", dex()[item].name),
            None => format!("{name} now holds nothing ({why})."),
        });
    }

    /// Whether items change hands by the move that is being made.
    fn is_exchanging(&self) -> bool {
        self.battle.making.as_ref().is_some_and(|making| ["trick", "switcheroo"].contains(&dex()[making.id].id.as_str()))
    }

    fn begin_exchange(&mut self) {
        self.belief.exchange = Some(self.held_whoever());
    }

    /// What those that are out hold, by the likeliest of who they are.
    pub(super) fn held_now(&self) -> [Option<Held>; 2] {
        Side::BOTH.map(|side| {
            let (slot, _) = self.out(side)?;
            let likeliest = self.belief.side(side).hypotheses.iter().max_by(|a, b| a.weight.total_cmp(&b.weight))?;
            likeliest.member(slot, true).map(|member| member.held)
        })
    }

    /// What those that are out hold, whoever they are; `None` where that depends on who they are.
    fn held_whoever(&self) -> [Option<Held>; 2] {
        Side::BOTH.map(|side| {
            let (slot, _) = self.out(side)?;
            let mut held = self.belief.side(side).hypotheses.iter().map(|one| one.member(slot, true).map(|member| member.held));
            let first = held.next()??;
            held.all(|other| other == Some(first)).then_some(first)
        })
    }

    /// Before an exchange it held this.
    fn exchanged(&mut self, side: Side, item: Option<ItemId>) {
        let before = self.belief.exchange.and_then(|held| held[side.index()]);
        let Some((slot, name)) = self.out(side) else { return };
        if before == Some(Held::Own) {
            self.fact_of(side, slot, true, &name, Fact::Item(item), |who| match item {
                Some(item) => format!("{who} held {}, which changed hands.", dex()[item].name),
                None => format!("{who} held nothing to exchange."),
            });
        }
    }

    fn item_shown(&mut self, message: &Message<'_>, who: Ident<'_>, name: &str) {
        let Message::Item { tags, .. } = message else { return };
        let Some(item) = self.item_named(name) else { return };
        let from = tags.from.map(|from| from.id()).unwrap_or_default();
        match from.as_str() {
            "frisk" => {
                // Before generation 6 the line was about Frisk's owner.
                let side = if tags.of.is_some_and(|of| of.side == who.side) { who.side.other() } else { who.side };
                self.held_was(side, Some(item));
            }
            "" | "airballoon" if !self.is_exchanging() => self.held_was(who.side, Some(item)),
            // A balloon that an exchange brings is announced before the line that says where it comes from.
            "trick" | "switcheroo" | "" | "airballoon" => {
                self.exchanged(who.side.other(), Some(item));
                self.holds_now(who.side, Some(item), name);
            }
            "thief" | "covet" | "magician" | "pickpocket" => {
                let other = who.side.other();
                self.held_was(other, Some(item));
                self.holds_now(other, None, "taken");
                // Who takes an item held none.
                self.held_was(who.side, None);
                self.holds_now(who.side, Some(item), "taken");
            }
            "bestow" | "symbiosis" => {
                let other = who.side.other();
                self.held_was(other, Some(item));
                self.holds_now(other, None, "given");
                self.holds_now(who.side, Some(item), "given");
            }
            _ => self.holds_now(who.side, Some(item), "found again"),
        }
    }

    fn item_lost(&mut self, message: &Message<'_>, who: Ident<'_>, name: &str) {
        let Message::EndItem { tags, .. } = message else { return };
        let Some(item) = self.item_named(name) else { return };
        let from = tags.from.map(|from| from.id()).unwrap_or_default();
        if ["trick", "switcheroo"].contains(&from.as_str()) {
            self.exchanged(who.side, Some(item));
            self.exchanged(who.side.other(), None);
        } else {
            self.held_was(who.side, Some(item));
        }
        self.holds_now(who.side, None, "lost");
    }
}
