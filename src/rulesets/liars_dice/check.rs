//! The rules that an event must keep, judged from what is public.

use super::event::{Bid, DiceChange, Event, Reveal, Roll, Round};
use super::hands::{FACES, counted};
use super::order::Claim;
use super::round::{BiddingRound, dice_of};
use super::setup::ExactBy;
use super::table::Table;
use crate::rulesets::{Checked, Refusal, Seat, rule, seated};

/// May this event happen at this table?
///
/// # Errors
/// The rule that it breaks, by name.
pub fn check(table: &Table, event: &Event) -> Checked {
    match event {
        Event::Round(round) => check_round(table, round),
        Event::Roll(roll) => check_roll(table, roll),
        Event::Bid(bid) => check_bid(table, bid),
        Event::Call(call) => answers(table, call.seat).map(|_| ()),
        Event::Exact(exact) => {
            rule("exact_call", table.setup.exact(), || "this table knows no exact calls (setup `exact_call`)")?;
            check_exact(table, exact.seat)
        }
        Event::Reveal(reveal) => check_reveal(table, reveal),
        Event::DiceChange(change) => check_change(table, change),
    }
}

fn check_round(table: &Table, round: &Round) -> Checked {
    rule("round_open", table.round.is_none(), || "the round before is not revealed yet")?;
    rule("dice_change_missing", table.owed.is_empty(), || {
        let owed: Vec<String> = table.owed.iter().map(|(seat, delta)| format!("seat {seat}: {delta:+}")).collect();
        format!("the last call changes dice, which must be reported first: {}", owed.join(", "))
    })?;
    for (seat, dice) in &round.dice {
        seated(*seat, table.seats)?;
        let most = table.setup.most();
        rule("dice", (1..=most).contains(dice), || {
            format!("seat {seat} cannot have {dice} dice: list 1 to {most} (setup `most_dice`), and leave out who has none")
        })?;
    }
    rule("players", round.dice.len() >= 2, || "a round needs at least two seats with dice")?;
    for (seat, (held, listed)) in table.dice.iter().zip(dice_of(round)).enumerate() {
        rule("dice_disagree", table.rounds == 0 || *held == listed, || {
            format!("seat {seat} has {held} dice left, not {listed}")
        })?;
    }
    rule("starter", round.dice.contains_key(&round.starter), || format!("seat {} has no dice and cannot begin", round.starter))
}

fn check_roll(table: &Table, roll: &Roll) -> Checked {
    let open = open(table)?;
    holds(table, open, roll.seat, &roll.dice)
}

fn check_bid(table: &Table, bid: &Bid) -> Checked {
    let open = acts(table, bid.seat)?;
    rule("face", (1..=FACES as u8).contains(&bid.face), || format!("a die has faces 1 to 6, not {}", bid.face))?;
    let total = open.total();
    rule("quantity", (1..=total).contains(&bid.quantity), || {
        format!("{} dice cannot be bid: there are {total} on the table", bid.quantity)
    })?;
    let claim = Claim { quantity: bid.quantity, face: usize::from(bid.face) - 1 };
    let standing = open.standing().map(|(_, claim)| claim);
    let spot = open.spot(bid.seat, standing);
    if let Some(last) = standing {
        rule("maputa_face", !spot.rules.keeps_face(spot.own) || claim.face == last.face, || {
            format!("in a maputa round (setup `maputa`, `maputa_face`) the face of the bid before is kept: {}", last.face + 1)
        })?;
    }
    rule("bid_order", spot.allows(claim), || {
        let last = standing.map_or_else(String::new, |last| format!(" after {} x {}", last.quantity, last.face + 1));
        match spot.least[claim.face] {
            Some(least) => format!("{} x {} is too low{last}: bid at least {least}", bid.quantity, bid.face),
            None if standing.is_none() => format!("a round is not opened with {}s, which are wild (setup `open_wild`)", bid.face),
            None => format!("{}s cannot be bid{last}", bid.face),
        }
    })
}

fn check_reveal(table: &Table, reveal: &Reveal) -> Checked {
    let open = open(table)?;
    rule("no_call", open.ending.is_some(), || "cups are lifted after a call; nobody called yet")?;
    for (seat, dice) in &reveal.hands {
        holds(table, open, *seat, dice)?;
    }
    let missing = (0..table.seats).find(|seat| open.dice[usize::from(*seat)] > 0 && !reveal.hands.contains_key(seat));
    rule("reveal_all", missing.is_none(), || {
        format!("all cups are lifted: the dice of seat {} are missing", missing.unwrap_or(0))
    })
}

fn check_change(table: &Table, change: &DiceChange) -> Checked {
    seated(change.seat, table.seats)?;
    rule("dice_change", table.owed.contains(&(change.seat, change.delta)), || {
        let owed: Vec<String> = table.owed.iter().map(|(seat, delta)| format!("seat {seat}: {delta:+}")).collect();
        let owed = match owed.is_empty() {
            true if !table.setup.loses_dice() => "none at this table (setup `dice_lost`)".to_owned(),
            true if table.round.is_some() => "none before the cups are lifted (`reveal`)".to_owned(),
            true => "none".to_owned(),
            false => owed.join(", "),
        };
        format!("{:+} dice of seat {} do not follow from the last call; due: {owed}", change.delta, change.seat)
    })?;
    let left = i16::from(table.dice[usize::from(change.seat)]) + i16::from(change.delta);
    rule("dice_left", i16::from(change.left) == left, || {
        format!("seat {} has {left} dice left, not {}", change.seat, change.left)
    })
}

/// The seat says that the standing bid is exactly right.
fn check_exact(table: &Table, seat: Seat) -> Checked {
    let by = table.setup.exact_by();
    if by == ExactBy::Turn {
        return answers(table, seat).map(|_| ());
    }
    seated(seat, table.seats)?;
    let open = bidding(table)?;
    let bidder = open.standing().map(|(bidder, _)| bidder).ok_or_else(no_bid)?;
    rule("exact_by", seat != bidder, || {
        format!("seat {seat} made the standing bid: another seat says whether it is exactly right")
    })?;
    rule("exact_by", by != ExactBy::Others || seat != open.turn(), || {
        format!("seat {seat} is to bid or call: only others say that a bid is exactly right (setup `exact_by`)")
    })?;
    rule("exact_by", open.dice[usize::from(seat)] > 0, || format!("seat {seat} has no dice in this round, and calls nothing"))
}

/// The seat calls a standing bid.
fn answers(table: &Table, seat: Seat) -> Result<&BiddingRound, Refusal> {
    let open = acts(table, seat)?;
    if open.bids.is_empty() { Err(no_bid()) } else { Ok(open) }
}

fn no_bid() -> Refusal {
    Refusal::new("no_bid", "there is no bid to call yet")
}

/// It is the seat's turn to bid or call.
fn acts(table: &Table, seat: Seat) -> Result<&BiddingRound, Refusal> {
    seated(seat, table.seats)?;
    let open = bidding(table)?;
    rule("out_of_turn", open.turn() == seat, || format!("it is the turn of seat {}, not of seat {seat}", open.turn()))?;
    Ok(open)
}

/// The round, where it is still being bid.
fn bidding(table: &Table) -> Result<&BiddingRound, Refusal> {
    let open = open(table)?;
    rule("bidding_over", open.ending.is_none(), || "the standing bid was called; the cups are lifted next")?;
    Ok(open)
}

fn open(table: &Table) -> Result<&BiddingRound, Refusal> {
    table.round.as_deref().ok_or_else(|| Refusal::new("no_round", "no round is being played: `round` begins one"))
}

/// These are as many dice as the seat has.
fn holds(table: &Table, open: &BiddingRound, seat: Seat, dice: &[u8]) -> Checked {
    seated(seat, table.seats)?;
    let held = open.dice[usize::from(seat)];
    rule("dice_count", dice.len() == usize::from(held), || format!("seat {seat} has {held} dice, not {}", dice.len()))?;
    rule("face", counted(dice).is_some(), || "a die has faces 1 to 6")
}
