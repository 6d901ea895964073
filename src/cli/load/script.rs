//! What is played: games of the simulators, written down once as the bodies of requests.

use anyhow::Context;
use bytes::Bytes;
use serde_json::{Value, json};

use crate::rulesets::{AnyRuleset, usual_seats};

/// Different games that are simulated; each is played many times over.
const GAMES: u64 = 32;

/// Events in one request while games are brought to where they begin.
const BATCH: usize = 500;

/// One simulated game.
pub struct Script {
    ruleset: &'static str,
    seats: usize,
    /// The events in order, the last of them its finish.
    events: Vec<Bytes>,
}

impl Script {
    /// Simulates games of a ruleset.
    ///
    /// # Errors
    /// Where the simulator refuses.
    pub fn simulate(ruleset: &'static dyn AnyRuleset, seed: u64) -> anyhow::Result<Vec<Self>> {
        let seats = usual_seats(ruleset);
        let one = |seed| {
            let mut events = ruleset.simulate(seats, None, seed)?.events;
            if events.last().is_none_or(|(kind, _)| kind != "finish") {
                events.push(("finish".to_owned(), json!({})));
            }
            let body = |(at, (kind, data)): (usize, (String, Value))| {
                Bytes::from(json!({"type": kind, "id": format!("e{at}"), "data": data}).to_string())
            };
            Ok(Self { ruleset: ruleset.key(), seats, events: events.into_iter().enumerate().map(body).collect() })
        };
        let first = seed.wrapping_mul(GAMES);
        (0..GAMES)
            .map(|number| one(first.wrapping_add(number)))
            .collect::<Result<_, crate::rulesets::Rejection>>()
            .context("no game can be simulated")
    }

    /// How many events it has.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Number of players.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// What opens the game with players of these numbers.
    pub fn opening(&self, players: impl Iterator<Item = usize>) -> Bytes {
        let seats: Vec<Value> = players.take(self.seats).map(|player| json!({"player": format!("load-{player}")})).collect();
        Bytes::from(json!({"ruleset": self.ruleset, "seats": seats}).to_string())
    }

    /// One event.
    pub fn event(&self, at: usize) -> Bytes {
        self.events[at].clone()
    }

    /// Whether it is the last.
    pub fn is_last(&self, at: usize) -> bool {
        at + 1 == self.events.len()
    }

    /// The events before one, in lists that are appended one after the other; and how many stand in each.
    pub fn before(&self, at: usize) -> impl Iterator<Item = (usize, Bytes)> {
        self.events[..at].chunks(BATCH).map(|batch| {
            let list = [&b"["[..], &batch.join(&b','), b"]"].concat();
            (batch.len(), Bytes::from(list))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::ALL;

    #[test]
    fn every_game_can_be_played_to_its_end() {
        for ruleset in ALL {
            let scripts = Script::simulate(*ruleset, 1).expect("it is simulated");
            assert_eq!(scripts.len(), 32);
            let script = &scripts[0];
            let last: Value = serde_json::from_slice(&script.event(script.len() - 1)).expect("JSON");
            assert_eq!((&last["type"], script.is_last(script.len() - 1)), (&json!("finish"), true), "{}", ruleset.key());
            let lists: Vec<Value> = script.before(3).map(|(_, list)| serde_json::from_slice(&list).expect("JSON")).collect();
            assert_eq!(lists[0].as_array().expect("a list").len(), 3);
            assert_eq!(lists[0][2]["id"], "e2");
        }
    }
}
