//! What everyone reads off the actions of all seats: folded once with the table, because settling how players behave needs it, and
//! shared by the beliefs of all observers.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::behaviour::Rates;
use super::bidding::{Choice, Said, said};
use super::hands::Hand;
use super::history::History;
use super::order::Spot;
use super::players::Players;
use super::reading::{Reading, WAYS, Ways, carried};
use super::revealed::Lifted;
use super::setup::MOST_SEATS;
use crate::rulesets::Seat;

/// What is read off the actions of all seats.
#[derive(Clone, Debug)]
pub struct Readings {
    players: Arc<Players>,
    /// Weights of each seat's ways when the round began.
    pub ways: [Ways; MOST_SEATS],
    /// What each seat did in this round; `None` where it has no dice.
    seats: [Option<Arc<Reading>>; MOST_SEATS],
    /// Each seat's own rates, worked out when they are first asked for.
    own: Arc<OnceLock<Vec<Rates>>>,
}

impl Readings {
    /// Before the first round.
    #[must_use]
    pub fn new(players: Players) -> Self {
        Self { ways: players.ways, players: Arc::new(players), seats: Default::default(), own: Arc::default() }
    }

    /// What the opening says of the players.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// What is read of a seat in this round.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Arc<Reading>> {
        self.seats.get(usize::from(seat))?.as_ref()
    }

    /// The rates of each seat, from the profiles and the remembered rounds.
    pub fn own(&self, history: &History) -> &[Rates] {
        self.own.get_or_init(|| self.players.own(history))
    }

    /// All dice are rolled anew.
    pub fn rolled(&mut self, dice: &[u8; MOST_SEATS], history: &History) {
        let own = self.own.get_or_init(|| self.players.own(history));
        let of_seat = |seat: usize| {
            let rates = own.get(seat)?;
            let blind = [self.players.population.blind, rates.blind];
            (dice[seat] > 0).then(|| Arc::new(Reading::rolled(dice[seat], self.ways[seat], blind)))
        };
        self.seats = std::array::from_fn(of_seat);
    }

    /// The probability of an action of a seat.
    #[must_use]
    pub fn said(&self, seat: Seat, spot: &Spot, choice: Choice, history: &History) -> Option<Said> {
        let own = self.own(history).get(usize::from(seat))?;
        said(spot, [&self.players.population, own], choice)
    }

    /// A seat does something.
    pub fn acts(&mut self, seat: Seat, spot: &Spot, choice: Choice, history: &History) {
        let Some(reading) = self.of(seat) else { return };
        let Some(said) = self.said(seat, spot, choice, history) else { return };
        let after = reading.after(&said);
        self.seats[usize::from(seat)] = Some(Arc::new(after));
    }

    /// Whether what is revealed teaches anything of the rounds after it.
    #[must_use]
    pub fn remember(&self) -> bool {
        self.players.parameters.memory() > 0
    }

    /// All cups are lifted: what each says of its seat, where that did anything.
    pub fn lift(&mut self, hands: &[Hand; MOST_SEATS]) -> [Option<Lifted>; MOST_SEATS] {
        let seats = std::mem::take(&mut self.seats);
        let first = self.players.ways;
        let remembers = self.remember();
        let mut lifted = [None; MOST_SEATS];
        for (seat, reading) in seats.iter().enumerate() {
            let Some(reading) = reading.as_ref().filter(|reading| reading.acted) else { continue };
            let Some((ways, ratio)) = reading.lifted(&hands[seat]) else { continue };
            lifted[seat] = Some(Lifted::new(&ways, ratio));
            if remembers {
                self.ways[seat] = carried(&ways, &first[seat]);
            }
        }
        lifted
    }

    /// The weights of a seat's ways by name, with how likely what it says in this round has nothing to do with its dice.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> BTreeMap<&'static str, f64> {
        let reading = self.of(seat);
        let before = self.ways.get(usize::from(seat)).copied().unwrap_or_default();
        let weights = reading.map_or(before, |reading| reading.ways);
        let mut shown: BTreeMap<&'static str, f64> = WAYS.into_iter().zip(weights).collect();
        shown.extend(reading.map(|reading| ("unrelated", reading.unrelated())));
        shown
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        self.seats.iter().flatten().map(|reading| reading.weigh()).sum()
    }

    /// What a revealed round settled moves the rates of the rounds after it.
    pub fn forget_rates(&mut self) {
        self.own = Arc::default();
    }
}
