//! What a player decides, and what it decides from.

use super::simulation::Simulation;
use crate::belief::WorldRng;
use crate::rulesets::vinto::Vinto;
use crate::rulesets::vinto::event::Place;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::{Rank, RankSet};
use crate::rulesets::vinto::table::Table;
use crate::rulesets::{Change, Seat};

/// What a seat knows when it decides: the table, and the cards that it looked at.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    game: &'a Simulation,
    /// Who decides.
    pub seat: Seat,
}

impl<'a> Spot<'a> {
    pub(super) fn new(game: &'a Simulation, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// The table as everybody sees it.
    #[must_use]
    pub fn table(&self) -> &'a Table {
        &self.game.table
    }

    /// A card's rank, where the seat has seen it.
    #[must_use]
    pub fn knows(&self, instance: Instance) -> Option<Rank> {
        let table = self.table();
        let own = || table.has_seen(self.seat, instance).then(|| self.game.rank(instance)).flatten();
        table.shown(instance).or_else(own)
    }

    /// The own row, with what is known of it.
    pub fn row(&self) -> impl Iterator<Item = (u8, Option<Rank>)> + '_ {
        (0..).zip(self.table().row(self.seat)).map(|(position, card)| (position, self.knows(*card)))
    }

    /// Places in the rows of others that are within reach.
    pub fn others(&self) -> impl Iterator<Item = (Place, Instance)> + '_ {
        let reach = move |seat: &Seat| *seat != self.seat && !self.table().is_protected(*seat, self.seat);
        let place = |seat, position| Place { seat, position };
        let row = move |seat: Seat| (0..).zip(self.table().row(seat)).map(move |(position, card)| (place(seat, position), *card));
        (0..self.table().seats).filter(reach).flat_map(row)
    }

    /// Whether its owner swapped this card in.
    #[must_use]
    pub fn was_kept(&self, instance: Instance) -> bool {
        self.game.kept.contains(&instance)
    }
}

/// What to do with the drawn card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Into the row.
    Swap {
        /// At which place.
        position: u8,
        /// Whether the outgoing card is named, and as what.
        declared: Option<Rank>,
    },
    /// Away.
    Discard,
    /// Its action is played.
    Use,
}

/// A player. Every method is a decision of the seat in `spot`.
pub trait Mind {
    /// Sees an event: what the seat sees of it, and the table before and after it.
    fn watch(&mut self, _change: &Change<'_, Vinto>) {}
    /// Whether to take the top discard to play its action, in place of a draw.
    fn takes(&mut self, spot: Spot<'_>, top: Rank, rng: &mut WorldRng) -> bool;
    /// What to do with the drawn card.
    fn act(&mut self, spot: Spot<'_>, drawn: Rank, rng: &mut WorldRng) -> Act;
    /// Places of the own row to toss in.
    fn tosses(&mut self, spot: Spot<'_>, ranks: RankSet, rng: &mut WorldRng) -> Vec<u8>;
    /// Whether to play an action card that was tossed in or named.
    fn plays(&mut self, spot: Spot<'_>, card: Rank, rng: &mut WorldRng) -> bool;
    /// Own card to look at.
    fn looks_own(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<u8>;
    /// Card of another to look at.
    fn looks_other(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Place>;
    /// Cards for Jack or Queen.
    fn pair(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Place)>;
    /// Whether the Queen switches what she looked at, or the Jack what he points at.
    fn switches(&mut self, spot: Spot<'_>, a: Place, b: Place, rng: &mut WorldRng) -> bool;
    /// What the King names.
    fn declares(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<(Place, Rank)>;
    /// Who takes a card for the Ace.
    fn forces(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> Option<Seat>;
    /// Whether to call the round.
    fn calls(&mut self, spot: Spot<'_>, rng: &mut WorldRng) -> bool;
}
