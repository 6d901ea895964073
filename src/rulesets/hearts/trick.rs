//! What a trick would bring, over sampled deals.

use super::belief::Belief;
use super::card::Card;
use super::check::check;
use super::event::{Event, Play};
use super::legal::legal;
use super::plays::{Played, winner};
use super::query::ExpectedPoints;
use super::setup::SEATS;
use super::table::{Phase, Table};
use super::update;
use super::world::World;
use crate::belief::Draws;
use crate::rulesets::{Posterior, Refusal, Seat};

/// Deals drawn for one answer: the standard error of points taken is then some 0.1 at most.
const DEALS: usize = 1_024;
/// Seed of the draws: the same question has the same answer.
const SEED: u64 = 0;

/// The points of the trick, if the seat played the card to it and everybody after it any legal card with equal chance. Given a deal,
/// the choices are independent, so each deal's expectation is exact; deals are drawn.
pub fn expected_points(belief: &Belief, table: &Table, seat: Option<Seat>, card: Card) -> Result<ExpectedPoints, Refusal> {
    let seat = seat.or_else(|| table.turn()).ok_or_else(|| Refusal::new("turn", "nobody is on turn: name a seat"))?;
    if table.phase == Phase::Passing {
        return Err(Refusal::new("passes_missing", "the play begins after all passes"));
    }
    // Only deals in which the card may be played: the event itself says what such a hand lacks.
    let play = Event::Play(Play { seat, card });
    check(table, &play)?;
    let held =
        update::playable(belief, table, &Play { seat, card }).map_err(|found| Refusal::new("cannot_play", found.detail))?;
    let (mut points, mut wins, mut takes, mut squares) = (0.0, 0.0, 0.0, 0.0);
    let mut played = table.plays;
    played.push(Played { seat, card });
    let sampled = held.sample(table, Draws { seed: SEED, count: DEALS });
    for (_, world) in &sampled.worlds {
        let expected = in_deal(table, world, seat, card, &played);
        points += expected.points;
        wins += expected.wins;
        takes += expected.takes;
        squares += expected.takes * expected.takes;
    }
    let n = DEALS as f64;
    let variance = (squares / n - (takes / n) * (takes / n)).max(0.0);
    Ok(ExpectedPoints {
        points: points / n,
        wins: wins / n,
        takes: takes / n,
        standard_error: (variance / n).sqrt(),
        worlds: DEALS as u32,
    })
}

struct Expected {
    points: f64,
    wins: f64,
    takes: f64,
}

fn in_deal(table: &Table, world: &World, seat: Seat, card: Card, played: &[Played]) -> Expected {
    let trick = table.trick();
    let lead = trick.first().map_or(card.suit(), |lead| lead.card.suit());
    let stands = trick.is_empty() || (card.suit() == lead && card.rank() > winner(trick).card.rank());
    let on_table: i32 = trick.iter().map(|played| table.points(played.card)).sum::<i32>() + table.points(card);
    let mut points = f64::from(on_table);
    let mut wins = if stands { 1.0 } else { 0.0 };
    let mut takes = points * wins;
    for after in 1..SEATS - trick.len() {
        let hand = world.hands[(usize::from(seat) + after) % SEATS];
        let legal = legal(&table.setup, played, hand);
        let count = legal.len().max(1) as f64;
        let losing = legal.iter().filter(|other| other.suit() != lead || other.rank() < card.rank());
        let (mut lost, mut value) = (0.0, 0.0);
        for other in losing {
            lost += 1.0 / count;
            value += f64::from(table.points(other)) / count;
        }
        let all: f64 = legal.iter().map(|other| f64::from(table.points(other))).sum::<f64>() / count;
        points += all;
        // The choices of the seats are independent: E[won and points] grows by one seat at a time.
        takes = takes * lost + wins * value;
        wins *= lost;
    }
    Expected { points, wins, takes }
}
