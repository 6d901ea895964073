//! One observer's posterior: for each cup, a distribution over the hands of its dice. Given the actions, cups are independent.

use std::sync::Arc;

use super::LiarsDice;
use super::behaviour::{Rates, Record};
use super::cup::Cup;
use super::hands::{Counts, FACES, Hands, MOST_DICE, counted, faces};
use super::marginals::World;
use super::order::Rules;
use super::seed;
use super::setup::{MOST_SEATS, Parameters};
use super::table::Table;
use crate::belief::{Draws, Quality, Sampled, WeightKind, pick};
use crate::rulesets::{Opening, Trust};

/// What does not change during a game.
#[derive(Debug)]
pub struct Terms {
    /// The model's parameters.
    pub parameters: Parameters,
    /// What each seat's profile says in the tendencies that the model uses.
    pub records: Vec<Record>,
    /// Each seat's trust when the game opened.
    pub trust: Vec<Option<Trust>>,
}

/// A belief. Cups are shared with the belief before, unless the event told about them.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) terms: Arc<Terms>,
    pub(super) cups: Vec<Cup>,
    /// What each seat's actions are weighed by: from its profile, and the rounds of this game that are remembered.
    pub(super) players: Arc<Vec<Rates>>,
    /// The rules of the round that is being played, or was last.
    pub(super) rules: Rules,
    /// Rounds begun.
    pub(super) round: u32,
}

impl Belief {
    /// Before the first event: no dice were rolled yet.
    pub fn prior(opening: &Opening<LiarsDice>) -> Self {
        let seats = &opening.seats[..opening.seats.len().min(MOST_SEATS)];
        let records: Vec<Record> = seats.iter().map(|seat| Record::of(&seat.profile)).collect();
        Self {
            cups: vec![Cup::Known([0; FACES]); seats.len()],
            players: Arc::new(records.iter().map(|record| Rates::of(record, &opening.parameters)).collect()),
            rules: opening.setup.rules(opening.setup.dice()),
            round: 0,
            terms: Arc::new(Terms {
                parameters: opening.parameters.clone(),
                records,
                trust: seats.iter().map(|seat| seat.profile.trust.clone()).collect(),
            }),
        }
    }

    /// Begins again from what the table says. Never needed, because nothing is ever dropped.
    pub fn restart(&self, table: &Table) -> Self {
        let mut belief = self.clone();
        for (cup, dice) in belief.cups.iter_mut().zip(table.dice) {
            *cup = Cup::rolled(dice);
        }
        belief
    }

    /// Draws whole worlds: a hand from each cup, independently.
    pub fn sample(&self, draws: Draws) -> Sampled<World> {
        let sums: Vec<Vec<f64>> = self.cups.iter().map(Cup::cumulative).collect();
        let worlds = draws.rngs().map(|mut rng| {
            let mut ln = 0.0;
            let hands = self.cups.iter().zip(&sums).map(|(cup, sums)| match cup {
                Cup::Known(hand) => *hand,
                Cup::Unseen(unseen) => {
                    let place = pick(sums, &mut rng);
                    ln += libm::log(unseen.weights[place]);
                    Hands::of(unseen.dice).list[place]
                }
            });
            let world = World::of(&hands.collect::<Vec<_>>());
            (ln, world)
        });
        Sampled { worlds: worlds.collect(), weight_kind: WeightKind::LogProbability, rejected: 0, quality: Quality::EXACT }
    }

    /// ln P(world) in nats; -inf where it is ruled out. Seats left out hold no dice.
    pub fn ln_probability(&self, world: &World) -> f64 {
        if world.dice.keys().any(|seat| usize::from(*seat) >= self.cups.len()) {
            return f64::NEG_INFINITY;
        }
        let empty = Vec::new();
        let of_seat = |(seat, cup): (usize, &Cup)| {
            let dice = world.dice.get(&(seat as u8)).unwrap_or(&empty);
            let hand = counted(dice).filter(|_| dice.len() <= MOST_DICE);
            hand.map_or(f64::NEG_INFINITY, |hand| libm::log(cup.p(&hand)))
        };
        self.cups.iter().enumerate().map(of_seat).sum()
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        let cups: usize = self.cups.iter().map(Cup::weigh).sum();
        size_of::<Self>() + self.cups.len() * (size_of::<Cup>() + size_of::<Rates>()) + cups
    }

    /// The distribution of the dice of a cup that count for a face in this round.
    pub(super) fn support(&self, cup: &Cup, face: usize) -> Vec<f64> {
        cup.distribution(|hand| self.rules.support(hand, face))
    }

    /// Trust in a seat at a table, by the seed's formula.
    pub(super) fn trust(&self, table: &Table, seat: usize) -> f64 {
        let start = self.terms.trust[seat].as_ref().map_or(seed::START, |trust| trust.at_rate(self.terms.parameters.rate()));
        seed::trust(start, self.terms.parameters.rate(), seed::accuracies(table, seat))
    }

    /// Players learn from the remembered rounds: profile first, then the rounds in order.
    pub(super) fn learn<'a>(&mut self, rounds: impl Iterator<Item = &'a [crate::rulesets::Conduct]> + Clone) {
        let of_seat = |(seat, record): (usize, &Record)| {
            let mut record = record.clone();
            rounds.clone().for_each(|conduct| record.learn(seat as u8, conduct));
            Rates::of(&record, &self.terms.parameters)
        };
        self.players = Arc::new(self.terms.records.iter().enumerate().map(of_seat).collect());
    }
}

/// A hand in words: `1 1 3 4 6`.
pub fn words(hand: &Counts) -> String {
    faces(hand).iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
