//! What the opening says of the players, which no event changes.

use super::LiarsDice;
use super::behaviour::{Rates, Record, Usual};
use super::history::History;
use super::likelihood::OWN_SHARE;
use super::reading::Ways;
use super::setup::{MOST_SEATS, Parameters};
use crate::rulesets::Opening;

/// What the opening says of the players.
#[derive(Debug)]
pub struct Players {
    /// The model's parameters.
    pub parameters: Parameters,
    /// What each seat's profile says in the tendencies that the model uses.
    pub records: Vec<Record>,
    /// The rates of players like those of the log, with what they are worth.
    pub usual: Usual,
    /// The rates of one of them who was never seen.
    pub population: Rates,
    /// The weights of each seat's ways when the game begins.
    pub ways: [Ways; MOST_SEATS],
}

impl Players {
    /// By the opening.
    #[must_use]
    pub fn new(opening: &Opening<LiarsDice>) -> Self {
        let parameters = opening.parameters.clone();
        let usual = Usual::of(opening);
        let population = Rates::of(&Record::default(), &usual, &parameters);
        let records: Vec<Record> = opening.seats.iter().take(MOST_SEATS).map(|seat| Record::of(&seat.profile)).collect();
        let careless =
            |seat: usize| records.get(seat).map_or(population.careless, |record| Rates::of(record, &usual, &parameters).careless);
        let ways = std::array::from_fn(|seat| {
            let careless = careless(seat);
            [careless, (1.0 - careless) * (1.0 - OWN_SHARE), (1.0 - careless) * OWN_SHARE]
        });
        Self { parameters, records, usual, population, ways }
    }

    /// Each seat's own rates: players learn from the profile first, then from the remembered rounds in order.
    #[must_use]
    pub fn own(&self, history: &History) -> Vec<Rates> {
        let of_seat = |(seat, record): (usize, &Record)| {
            let mut record = record.clone();
            history.recent(self.parameters.memory()).for_each(|revealed| record.learn(seat, &revealed.settled));
            Rates::of(&record, &self.usual, &self.parameters)
        };
        self.records.iter().enumerate().map(of_seat).collect()
    }
}
