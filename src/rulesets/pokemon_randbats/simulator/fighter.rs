//! A member of a simulated team.

use crate::rulesets::pokemon_randbats::battle::Shown;
use crate::rulesets::pokemon_randbats::belief::{DrawnMember, drawn};
use crate::rulesets::pokemon_randbats::prior::{ItemId, MoveId, Prior, Set, SpeciesId, Spread, Stat, Stats, dex, stats};
use crate::rulesets::pokemon_randbats::protocol::{Condition, Details};

/// A member with its truth.
pub struct Fighter {
    /// Its set.
    pub drawn: DrawnMember,
    /// Effort of the set.
    pub spread: Spread,
    /// Its species.
    pub species: SpeciesId,
    /// Nickname: its base species.
    pub name: String,
    /// As lines show it.
    pub details: String,
    /// Its stats.
    pub stats: Stats,
    /// Greatest hit points.
    pub most: u32,
    /// Hit points.
    pub hp: u32,
    /// What it holds.
    pub held: Option<ItemId>,
    /// The move that a Choice item holds it to, and the one that it made last.
    pub made: Option<MoveId>,
    /// State that lines show: stages, status, terastallization.
    pub shown: Shown,
}

impl Fighter {
    /// From a set of the table.
    pub fn new(prior: &Prior, entry: usize, set: &Set) -> Self {
        let species = prior.entries()[entry].species;
        let own = &dex()[species];
        let stats = stats(own.base_stats, set.level, set.spread);
        let details = if set.level == 100 { own.name.clone() } else { format!("{}, L{}", own.name, set.level) };
        let most = u32::from(stats.of(Stat::Hp));
        let read = Details { species: &own.name, level: set.level, gender: None, tera: None };
        let shown = Shown::new(&own.base, &read, Condition { hp: most, most, status: None });
        Self {
            drawn: drawn(entry, set),
            spread: set.spread,
            species,
            name: own.base.clone(),
            details,
            stats,
            most,
            hp: most,
            held: set.item,
            made: None,
            shown,
        }
    }

    /// Id of its ability.
    pub fn ability(&self) -> &'static str {
        self.drawn.ability.map_or("", |ability| dex()[ability].id.as_str())
    }

    /// Id of what it holds; empty for nothing.
    pub fn item(&self) -> &'static str {
        self.held.map_or("", |item| dex()[item].id.as_str())
    }

    /// Whether it can still battle.
    pub fn alive(&self) -> bool {
        self.hp > 0
    }

    /// Hit points and status as spectators see them.
    pub fn condition(&self) -> String {
        if self.hp == 0 {
            return "0 fnt".to_owned();
        }
        let share = if self.hp == self.most { 100 } else { (self.hp * 100).div_ceil(self.most).min(99) };
        match self.shown.condition.status {
            Some(status) => format!("{share}/100 {}", status.name()),
            None => format!("{share}/100"),
        }
    }

    /// Loses hit points.
    pub fn lose(&mut self, points: u32) {
        self.hp = self.hp.saturating_sub(points.max(1));
        self.shown.condition.hp = self.hp;
    }

    /// Wins hit points.
    pub fn gain(&mut self, points: u32) {
        self.hp = (self.hp + points.max(1)).min(self.most);
        self.shown.condition.hp = self.hp;
    }
}
