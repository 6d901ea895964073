//! A game of the agent, in seat 0, against simulated opponents, whatever the agent decides by.

use credence::belief::{WorldRng, seeded};
use credence::rulesets::liars_dice::{Action, Bidder, Claim, Event, LiarsDice, Simulation};
use credence::rulesets::{Opening, Seat};
use serde_json::Value;

/// The agent's seat.
pub const AGENT: Seat = 0;

/// A game in play. Dice and opponents' whims are drawn anew for each round from the number of the game and of the round: agents that
/// play the same game meet the same dice, as long as they have as many left.
pub struct Contest {
    /// What happened so far, and what is hidden.
    pub simulation: Simulation,
    /// Seats 1 and up.
    pub opponents: Vec<Bidder>,
    number: u64,
    rng: WorldRng,
    reported: usize,
}

impl Contest {
    /// Before the first event.
    pub fn new(opening: &Opening<LiarsDice>, opponents: Vec<Bidder>, number: u64) -> Self {
        let mut rng = seeded(number, 5);
        Self { simulation: Simulation::new(opening, &mut rng), opponents, number, rng, reported: 0 }
    }

    /// Plays on until the agent is to act, and gives what happened since it was last asked; `None` where the game is over.
    pub fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            let fresh = self.simulation.table.round.is_none();
            if fresh {
                self.rng = seeded(self.number, 100 + u64::from(self.simulation.table.rounds));
            }
            let (seat, spot) = self.simulation.turn(&mut self.rng)?;
            if fresh {
                for (bidder, hand) in self.opponents.iter_mut().zip(&self.simulation.hands[1..]) {
                    bidder.look(hand, &mut self.rng);
                }
            }
            if seat == AGENT {
                return Some(self.unreported());
            }
            let at = usize::from(seat);
            let action = self.opponents[at - 1].act(&spot, &self.simulation.hands[at], &mut self.rng);
            self.simulation.act(action);
        }
    }

    /// What happened since it was last asked.
    pub fn unreported(&mut self) -> Vec<Event> {
        let events = self.simulation.events[self.reported..].to_vec();
        self.reported = self.simulation.events.len();
        events
    }

    /// The agent does this, given as an event of the log.
    pub fn act(&mut self, event: &Value) {
        self.simulation.act(action(event));
    }

    /// Whether the agent won; the game must be over.
    pub fn won(&self) -> bool {
        self.simulation.winner().expect("somebody wins") == AGENT
    }
}

/// The opponents of a game: places in the list of persons.
pub fn seats_of(number: u64) -> Vec<usize> {
    super::draw(&mut seeded(number, 4), 3)
}

/// The action that an event of the log is.
pub fn action(event: &Value) -> Action {
    let number = |name: &str| event["data"][name].as_u64().expect("a number") as u8;
    match event["type"].as_str() {
        Some("bid") => Action::Bid(Claim { quantity: number("quantity"), face: usize::from(number("face")) - 1 }),
        Some("exact") => Action::Exact,
        Some("call") => Action::Call,
        other => panic!("{other:?} is no action"),
    }
}
