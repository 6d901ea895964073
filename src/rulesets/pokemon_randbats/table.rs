//! The public state of a battle: what the spectators' feed shows, how many lines it has, and what settles conduct.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::PokemonRandbats;
use super::battle::Battle;
use super::channels::Marks;
use super::conduct::TurnMemory;
use super::event::{Channel, Event};
use super::protocol::Message;
use super::setup::Setup;
use crate::rulesets::{Conduct, Opening, PublicTable};

/// The table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Arc<Setup>,
    marks: Marks,
    battle: Arc<Battle>,
    memory: TurnMemory,
}

/// What a snapshot holds of a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct FrozenTable {
    marks: Vec<u64>,
    battle: Arc<Battle>,
    memory: TurnMemory,
}

impl Table {
    /// The battle as spectators see it; as it began, where their feed is not posted.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Fingerprints of the spectators' lines.
    pub(super) fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether a feed is posted at this table.
    #[must_use]
    pub fn is_posted(&self, channel: Channel) -> bool {
        self.setup.channels().contains(&channel)
    }

    /// How many lines of the spectators' feed are recorded.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.marks.count()
    }

    fn take(&mut self, new: &[&str], settled: &mut Vec<Conduct>) {
        self.marks.extend(new);
        let battle = Arc::make_mut(&mut self.battle);
        for line in new {
            let message = Message::read(line);
            self.memory.see(battle, &message, settled);
            battle.follow(&message);
        }
    }
}

impl PublicTable<PokemonRandbats> for Table {
    type Frozen = FrozenTable;

    fn new(opening: &Opening<PokemonRandbats>) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            marks: Marks::default(),
            battle: Arc::default(),
            memory: TurnMemory::default(),
        }
    }

    fn advance(mut self, public_view: &Event) -> (Self, Vec<Conduct>) {
        let mut settled = Vec::new();
        let Event::Protocol(batch) = public_view else { return (self, settled) };
        if batch.channel == Channel::Spectator
            && self.is_posted(Channel::Spectator)
            && let Ok(new) = self.marks.new_ones(batch)
            && !new.is_empty()
        {
            self.take(&new, &mut settled);
        }
        (self, settled)
    }

    fn freeze(&self) -> FrozenTable {
        FrozenTable { marks: self.marks.freeze(), battle: Arc::clone(&self.battle), memory: self.memory.clone() }
    }

    fn thaw(opening: &Opening<PokemonRandbats>, frozen: FrozenTable) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            marks: Marks::thaw(frozen.marks),
            battle: Arc::new(Arc::unwrap_or_clone(frozen.battle).sound()),
            memory: frozen.memory,
        }
    }

    fn weigh(&self) -> usize {
        let setup = size_of::<Setup>() + 48;
        size_of::<Self>() + setup + self.marks.weigh() + self.battle.weigh() + 16
    }
}
