//! The rules, as far as what is public decides them. Whether a card that nobody saw is what an event says it is, the belief learns or is
//! contradicted by.

mod actions;
mod turns;

use super::event::Event;
use super::instance::Instance;
use super::rank::Rank;
use super::table::Table;
use crate::rulesets::{Checked, Refusal, Seat, refuse, seated};

/// May this event happen at this table?
///
/// # Errors
/// The rule that it breaks, by name.
pub fn check(table: &Table, event: &Event) -> Checked {
    if !matches!(event, Event::Round(_)) && !table.playing {
        return refuse("no_round", "no round is on: post a round first");
    }
    match event {
        Event::Round(round) => turns::round(table, round),
        Event::Draw(draw) => turns::draw(table, draw),
        Event::Swap(swap) => turns::swap(table, swap),
        Event::Discard(discard) => turns::discard(table, discard.seat, discard.card),
        Event::TakeDiscard(take) => turns::take_discard(table, take.seat, take.card),
        Event::Vinto(vinto) => turns::vinto(table, vinto.seat),
        Event::Reshuffle(reshuffle) => turns::reshuffle(table, reshuffle),
        Event::Penalty(penalty) => turns::penalty(table, penalty.seat),
        Event::Reveal(reveal) => turns::reveal(table, reveal),
        Event::Peek(peek) => actions::peek(table, peek),
        Event::UseAction(used) => actions::use_action(table, used),
        Event::ForceDraw(force) => actions::force_draw(table, force),
        Event::Switch(switch) => actions::switch(table, switch),
        Event::Declare(declare) => actions::declare(table, declare),
        Event::TossIn(toss) => actions::toss_in(table, toss),
        Event::TossWindow(window) => actions::toss_window(table, window),
    }
}

/// The card at a place.
///
/// # Errors
/// `unknown_seat`, `unknown_position`.
pub fn placed(table: &Table, seat: Seat, position: u8) -> Result<Instance, Refusal> {
    seated(seat, table.seats)?;
    let cards = table.row(seat).len();
    let Some(instance) = table.at(seat, position) else {
        let detail = format!("seat {seat} has {cards} cards, at positions from 0 on: there is none at {position}");
        return refuse("unknown_position", detail);
    };
    Ok(instance)
}

/// Once the round is called, its caller's row is out of reach.
fn within_reach(table: &Table, target: Seat, from: Seat) -> Checked {
    if table.is_protected(target, from) {
        return refuse("caller_protected", format!("seat {target} called the round: its cards are out of reach"));
    }
    Ok(())
}

/// Whether what all have seen leaves room for a card to be of a rank.
fn agrees(table: &Table, instance: Instance, rank: Rank) -> Checked {
    match table.shown(instance) {
        Some(shown) if shown != rank => {
            let place = match table.place(instance) {
                Some((seat, position)) => format!("seat {seat}'s card at {position}"),
                None => "this card".to_owned(),
            };
            refuse("shown_rank", format!("{place} was shown to be a {shown}: it is no {rank}"))
        }
        Some(_) => Ok(()),
        None if table.is_exhausted(instance, rank) => {
            let detail = format!("every {rank} that this card could be was shown elsewhere since the last shuffle");
            refuse("rank_count", detail)
        }
        None => Ok(()),
    }
}
