//! Rules of the turn: who acts when, and what is drawn, swapped and discarded.

use super::{agrees, placed};
use crate::rulesets::vinto::event::{Draw, Reshuffle, Reveal, Round, Swap};
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::table::{Phase, Table};
use crate::rulesets::{Checked, Seat, refuse, seated};

pub fn round(table: &Table, round: &Round) -> Checked {
    if table.playing {
        let detail = "the round before is not over: post its reveal first, or, where it was dealt by mistake, retract its events from the last one \
                      back to its `round`";
        return refuse("round_running", detail);
    }
    seated(round.first, table.seats)?;
    match (table.setup.turns_up(), round.discard) {
        (true, None) => {
            refuse("first_discard", "a card is turned up at this table (setup `initial_discard`): name it as `discard`")
        }
        (false, Some(_)) => {
            refuse("first_discard", "no card is turned up at this table (setup `initial_discard`): leave `discard` out")
        }
        _ => Ok(()),
    }
}

/// May this seat begin its turn?
fn begins(table: &Table, seat: Seat) -> Checked {
    seated(seat, table.seats)?;
    let turn = table.turn;
    match turn.phase {
        Phase::Begun if seat == turn.seat => return Ok(()),
        Phase::Acted => {}
        Phase::Begun if table.caller == Some(turn.seat) => {}
        Phase::Begun => return refuse("turn", format!("it is seat {}'s turn, not seat {seat}'s", turn.seat)),
        Phase::Drawn | Phase::Taken => return not_placed(turn.seat),
    }
    match table.next_turn() {
        Some(next) if next == seat => Ok(()),
        Some(next) => refuse("turn", format!("it is seat {next}'s turn, not seat {seat}'s")),
        None => refuse("round_over", "the round was called and every other seat had its turn: post the reveal"),
    }
}

fn paid(table: &Table) -> Checked {
    let owes = (0..).zip(&table.owed).find(|(_, owed)| **owed > 0);
    match owes {
        Some((seat, owed)) if table.has_cards() => {
            let seat: Seat = seat;
            refuse("penalty_owed", format!("seat {seat} has {owed} penalty cards to take: post them first"))
        }
        _ => Ok(()),
    }
}

pub fn has_pile(table: &Table) -> Checked {
    if table.next_draw().is_none() {
        let detail = if table.can_reshuffle() {
            "the draw pile is empty: post a reshuffle first"
        } else {
            "the draw pile is empty, and nothing can be shuffled: post the reveal, which ends the round"
        };
        return refuse("draw_pile_empty", detail);
    }
    Ok(())
}

pub fn draw(table: &Table, draw: &Draw) -> Checked {
    begins(table, draw.seat)?;
    paid(table)?;
    has_pile(table)?;
    if !table.setup.shows_draws() {
        return Ok(());
    }
    match (draw.card, table.next_draw()) {
        (Some(card), Some(top)) => agrees(table, top, card),
        _ => refuse("card_missing", "cards are drawn in sight of all at this table (setup `draws`): name the card"),
    }
}

/// The card in hand is the seat's, and may be of this rank.
fn in_hand(table: &Table, seat: Seat, card: Option<Rank>) -> Checked {
    seated(seat, table.seats)?;
    let Some(drawn) = table.drawn.filter(|drawn| drawn.seat == seat) else {
        return refuse("nothing_drawn", format!("seat {seat} has drawn no card"));
    };
    match (card, table.shown(drawn.instance)) {
        (Some(card), Some(shown)) if card != shown => refuse("drawn_card", format!("seat {seat} drew a {shown}, not a {card}")),
        // What all will see of it now.
        (Some(card), None) if table.is_exhausted(drawn.instance, card) => agrees(table, drawn.instance, card),
        _ => Ok(()),
    }
}

pub fn swap(table: &Table, swap: &Swap) -> Checked {
    let public = swap.drawn.filter(|_| table.setup.shows_draws());
    in_hand(table, swap.seat, public)?;
    let out = placed(table, swap.seat, swap.position)?;
    if !table.setup.shows_discards() {
        return match swap.declared {
            Some(_) => {
                let detail = "cards are given up unseen at this table (setup `discards`), so that none can be declared: leave `declared` out";
                refuse("declared_unseen", detail)
            }
            None => Ok(()),
        };
    }
    match swap.out {
        Some(rank) => agrees(table, out, rank),
        None => {
            refuse("card_missing", "the card that goes out is seen by all at this table (setup `discards`): name it as `out`")
        }
    }
}

pub fn discard(table: &Table, seat: Seat, card: Rank) -> Checked {
    in_hand(table, seat, Some(card))
}

pub fn take_discard(table: &Table, seat: Seat, card: Rank) -> Checked {
    begins(table, seat)?;
    paid(table)?;
    let Some(top) = table.discards().last() else {
        return refuse("no_discard", "the discard pile is empty: draw");
    };
    match top.rank {
        Some(rank) if rank != card => return refuse("top_discard", format!("the top of the discard pile is a {rank}")),
        Some(_) => {}
        None => return refuse("top_discard", "nobody but its owner saw the top of the discard pile: draw"),
    }
    if card.action().is_none() || top.used {
        return refuse("spent_discard", format!("this {card} has no action left to play: draw"));
    }
    Ok(())
}

pub fn vinto(table: &Table, seat: Seat) -> Checked {
    seated(seat, table.seats)?;
    if let Some(caller) = table.caller {
        return refuse("called_twice", format!("seat {caller} has called this round already"));
    }
    if seat == table.turn.seat { Ok(()) } else { begins(table, seat) }
}

pub fn reshuffle(table: &Table, reshuffle: &Reshuffle) -> Checked {
    let pile = table.pile().len();
    if usize::from(reshuffle.kept) != pile {
        return refuse("kept", format!("the draw pile holds {pile} cards, and all of them stay on top"));
    }
    let under = table.under_top();
    if under.is_empty() {
        let detail = "under the top of the discard pile lies nothing to shuffle: where the draw pile is empty too, post the reveal, which ends the \
                      round";
        return refuse("nothing_to_shuffle", detail);
    }
    if !table.can_reshuffle() {
        let detail = "a card was given up that not all have seen (setup `discards`), so that nobody knows what is shuffled: play on without; \
                      where the draw pile is empty, post the reveal, which ends the round";
        return refuse("unseen_discards", detail);
    }
    Ok(())
}

pub fn penalty(table: &Table, seat: Seat) -> Checked {
    seated(seat, table.seats)?;
    if table.owed.get(usize::from(seat)).is_none_or(|owed| *owed == 0) {
        return refuse("no_penalty_owed", format!("seat {seat} made no mistake that it has not paid for"));
    }
    has_pile(table)
}

/// The seat has a card in hand, which goes somewhere before anything else happens.
fn not_placed(seat: Seat) -> Checked {
    refuse("turn_open", format!("seat {seat} has a card in hand: post what it did with it first"))
}

pub fn reveal(table: &Table, reveal: &Reveal) -> Checked {
    // Where no card can be drawn the round ends as it stands; a card in hand goes where it goes before that.
    let ends = !table.has_cards();
    if ends && matches!(table.turn.phase, Phase::Drawn | Phase::Taken) {
        return not_placed(table.turn.seat);
    }
    if table.caller.is_none() && !ends {
        return refuse("reveal_early", "nobody has called the round: post a vinto first");
    }
    let over = table.turn.phase == Phase::Acted && table.next_turn().is_none();
    if !over && !ends {
        return refuse("reveal_early", "after the call every other seat has one more turn: post them first");
    }
    paid(table)?;
    for seat in reveal.hands.keys() {
        seated(*seat, table.seats)?;
    }
    for (seat, row) in table.rows() {
        let Some(hand) = reveal.hands.get(&seat) else {
            return refuse("hands", format!("the row of seat {seat} is missing: name all of them"));
        };
        if hand.len() != row.len() {
            return refuse("hands", format!("seat {seat} has {} cards, not {}", row.len(), hand.len()));
        }
        for (instance, rank) in row.iter().zip(hand) {
            agrees(table, *instance, *rank)?;
        }
    }
    Ok(())
}
