//! What public events settle about how players behave.

use super::event::{Event, Steal};
use super::likelihood::PLAYS_NEW_CARD;
use super::players::Kind;
use super::table::Table;
use crate::rulesets::{Conduct, Seat};

/// The observations that an event settles, at the table before it.
pub fn settled(table: &Table, event: &Event) -> Vec<Conduct> {
    match event {
        Event::Steal(steal) => robbery(table, steal),
        Event::Turn(_) | Event::PlayDevCard(_) | Event::Monopoly(_) | Event::YearOfPlenty(_) => {
            table.dev_cards.new_card_turn(event).map_or_else(Vec::new, |(seat, played)| {
                let of = |kind: Kind| Conduct::once(seat, PLAYS_NEW_CARD, kind.name(), played.and_then(Kind::of) == Some(kind));
                Kind::ALL.map(of).into()
            })
        }
        // The first answer to an offer counts, however often the same is posted.
        Event::Refuse(refuse) if table.is_first_refusal(refuse) => vec![answer(refuse.seat, true)],
        Event::PlayerTrade(trade) => {
            let taken_up = table.taken_up(trade).map(|open| {
                let seat = if open.offer.seat == trade.seat { trade.partner } else { trade.seat };
                (!open.was_refused_by(seat)).then(|| answer(seat, false))
            });
            taken_up.flatten().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A seat turns an open offer down, or takes it up.
fn answer(seat: Seat, refuses: bool) -> Conduct {
    Conduct::once(seat, "refuses_trades", "", refuses)
}

/// Who could be robbed depends on the board, which is not recorded; every other seat with cards counts as a choice. Where counting leaves
/// the size of a hand open, nobody knows what the choices were.
fn robbery(table: &Table, steal: &Steal) -> Vec<Conduct> {
    let sized = |seat: Seat| Some((seat, table.counts.sizes[usize::from(seat)].exact()?));
    let others = (0..table.seats).filter(|seat| *seat != steal.thief);
    let Some(mut choices) = others.map(sized).collect::<Option<Vec<_>>>() else { return Vec::new() };
    choices.retain(|(_, size)| *size > 0);
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
