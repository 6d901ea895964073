//! The revealed rounds of a game, shared between the tables of successive revisions.

use std::sync::Arc;

use super::revealed::RevealedRound;

/// Rounds of one block.
const BLOCK: usize = 64;

/// Rounds that no later event changes.
type Block = Arc<Vec<Arc<RevealedRound>>>;

/// The revealed rounds in order. A clone copies two pointers, and a round that is added copies the pointers of one block at most, and
/// once a block the list of blocks.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Blocks of [`BLOCK`] rounds each.
    full: Arc<Vec<Block>>,
    /// The rounds after those: at most [`BLOCK`].
    latest: Block,
    /// Memory of all rounds in bytes.
    bytes: usize,
}

impl History {
    /// How many rounds were revealed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.latest.len()
    }

    /// Whether no round was revealed yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The latest revealed round.
    #[must_use]
    pub fn last(&self) -> Option<&RevealedRound> {
        self.recent(1).next()
    }

    /// All revealed rounds, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &RevealedRound> + Clone {
        self.recent(usize::MAX)
    }

    /// The latest revealed rounds, as many as are asked for or there are, oldest first.
    pub fn recent(&self, rounds: usize) -> impl Iterator<Item = &RevealedRound> + Clone {
        let first = self.len().saturating_sub(rounds);
        let block = (first / BLOCK).min(self.full.len());
        let blocks = self.full[block..].iter().chain(std::iter::once(&self.latest));
        blocks.flat_map(|block| block.iter()).map(|round| &**round).skip(first - block * BLOCK)
    }

    /// Adds a round.
    pub fn push(&mut self, round: RevealedRound) {
        if self.latest.len() >= BLOCK {
            let block = std::mem::take(&mut self.latest);
            Arc::make_mut(&mut self.full).push(block);
        }
        self.bytes += round.weigh();
        Arc::make_mut(&mut self.latest).push(Arc::new(round));
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let pointers = self.full.len() * (BLOCK + 6) + self.latest.capacity();
        self.bytes + pointers * size_of::<Arc<RevealedRound>>()
    }
}
