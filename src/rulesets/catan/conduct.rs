//! What public events settle about how players behave.

use super::event::{Event, Steal};
use super::table::Table;
use crate::rulesets::{Conduct, Seat};

/// The observations that an event settles, at the table before it.
pub fn settled(table: &Table, event: &Event) -> Vec<Conduct> {
    match event {
        Event::Steal(steal) => robbery(table, steal),
        Event::Refuse(refuse) => vec![Conduct::once(refuse.seat, "refuses_trades", "", true)],
        Event::PlayerTrade(trade) => match &table.offer {
            Some(offer) if offer.seat == trade.seat => vec![Conduct::once(trade.partner, "refuses_trades", "", false)],
            Some(offer) if offer.seat == trade.partner => vec![Conduct::once(trade.seat, "refuses_trades", "", false)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Who could be robbed depends on the board, which is not recorded; every other seat with cards counts as a choice.
fn robbery(table: &Table, steal: &Steal) -> Vec<Conduct> {
    let choices: Vec<(Seat, i32)> = (0..table.seats)
        .filter(|seat| *seat != steal.thief)
        .map(|seat| (seat, table.counts.sizes[usize::from(seat)].most))
        .filter(|(_, size)| *size > 0)
        .collect();
    let mut conduct = Vec::new();
    if choices.len() < 2 {
        return conduct;
    }
    let largest = choices.iter().map(|(_, size)| *size).max().unwrap_or(0);
    if choices.iter().any(|(_, size)| *size < largest) {
        let robbed_largest = choices.contains(&(steal.victim, largest));
        conduct.push(Conduct::once(steal.thief, "robs_largest_hand", "", robbed_largest));
    }
    if let Some(last) = table.last_victim[usize::from(steal.thief)]
        && choices.iter().any(|(seat, _)| *seat == last)
    {
        conduct.push(Conduct::once(steal.thief, "robs_same_victim", "", steal.victim == last));
    }
    conduct
}
