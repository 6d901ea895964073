//! The rules, as far as what is public decides them. What only a hand decides (following suit, what may be thrown on the first
//! trick, leading hearts) is a fact about that hand: the belief learns it, or is contradicted by it.

use std::collections::BTreeMap;

use super::card::{Card, CardSet, DECK, HAND};
use super::event::{Deal, DealEnd, Event, Pass, Play, Receive};
use super::plays::{Played, winner};
use super::setup::{Direction, SEATS};
use super::table::{Phase, Table};
use crate::rulesets::{Checked, Seat, refuse, rule, seated};

/// Cards in a pass.
pub const PASSED: usize = 3;
/// Points of all hearts and the queen of spades.
const ALL_POINTS: i32 = 26;

/// May this event happen at this table?
///
/// # Errors
/// The rule that it breaks, by name.
pub fn check(table: &Table, event: &Event) -> Checked {
    match event {
        Event::Deal(deal) => check_deal(table, deal),
        Event::Pass(pass) => check_pass(table, pass),
        Event::Receive(receive) => check_receive(table, receive),
        Event::Play(play) => check_play(table, play),
        Event::DealEnd(end) => check_end(table, end),
    }
}

fn check_deal(table: &Table, deal: &Deal) -> Checked {
    if table.phase != Phase::Idle {
        // It counts the deal that runs.
        let running = table.deals.saturating_sub(1);
        if deal.deal == running {
            let detail = format!(
                "deal {running} is dealt already. A hand is added to it by a retraction of that event with `instead`: the deal with all hands that are known, \
                 which a referee makes where seats have keys; what followed stays"
            );
            return refuse("deal_running", detail);
        }
        return refuse("deal_running", format!("deal {running} is not over: post its deal_end first"));
    }
    if deal.deal != table.deals {
        return refuse("deal_number", format!("this is deal {}, counted from 0, not {}", table.deals, deal.deal));
    }
    let direction = table.setup.direction(deal.deal);
    if deal.direction != direction {
        let detail = format!("deal {} passes {} at this table, not {}", deal.deal, direction.name(), deal.direction.name());
        return refuse("direction", detail);
    }
    let mut dealt = CardSet::EMPTY;
    for (seat, hand) in &deal.hands {
        seated(*seat, SEATS as u8)?;
        if hand.len() != HAND {
            return refuse("hand_size", format!("a hand has 13 cards; seat {seat} is given {}", hand.len()));
        }
        if let Some(card) = dealt.and(*hand).first() {
            return refuse("dealt_twice", format!("{card} is in two hands"));
        }
        dealt = dealt.or(*hand);
    }
    Ok(())
}

fn three(cards: Option<CardSet>) -> Checked {
    match cards {
        Some(cards) if cards.len() != PASSED => refuse("pass_size", format!("three cards are passed, not {}", cards.len())),
        _ => Ok(()),
    }
}

fn check_pass(table: &Table, pass: &Pass) -> Checked {
    seated(pass.seat, SEATS as u8)?;
    seated(pass.to, SEATS as u8)?;
    match table.phase {
        Phase::Idle => return refuse("no_deal", "nothing is dealt: post a deal first"),
        Phase::Playing if table.direction == Direction::Hold => return refuse("hold", "no cards are passed in this deal"),
        _ if table.passed[usize::from(pass.seat)] => {
            return refuse("passed_twice", format!("seat {} has passed already", pass.seat));
        }
        _ => {}
    }
    match table.direction.to(pass.seat) {
        Some(to) if to != pass.to => {
            let detail = format!("this deal passes {}: seat {} gives to seat {to}", table.direction.name(), pass.seat);
            refuse("pass_to", detail)
        }
        _ => three(pass.cards),
    }
}

fn check_receive(table: &Table, receive: &Receive) -> Checked {
    seated(receive.seat, SEATS as u8)?;
    seated(receive.from, SEATS as u8)?;
    match table.phase {
        Phase::Idle => return refuse("no_deal", "nothing is dealt: post a deal first"),
        Phase::Passing => return refuse("passes_missing", format!("cards are taken up after all passes: {}", missing(table))),
        Phase::Playing if table.direction == Direction::Hold => return refuse("hold", "no cards are passed in this deal"),
        Phase::Playing => {}
    }
    if table.received[usize::from(receive.seat)] {
        return refuse("received_twice", format!("seat {} has taken its cards up already", receive.seat));
    }
    if table.plays.iter().any(|played| played.seat == receive.seat) {
        return refuse("received_late", format!("seat {} has played a card since; take cards up before", receive.seat));
    }
    match table.direction.from(receive.seat) {
        Some(from) if from != receive.from => {
            let detail = format!("this deal passes {}: seat {} takes from seat {from}", table.direction.name(), receive.seat);
            refuse("received_from", detail)
        }
        _ => three(receive.cards),
    }
}

fn missing(table: &Table) -> String {
    let seats: Vec<String> =
        (0..SEATS).filter(|seat| !table.passed[*seat]).map(|seat| format!("seat {seat} has not passed")).collect();
    format!("{} (its cards may be left out)", seats.join(", "))
}

fn check_play(table: &Table, play: &Play) -> Checked {
    seated(play.seat, SEATS as u8)?;
    match table.phase {
        Phase::Idle => return refuse("no_deal", "nothing is dealt: post a deal first"),
        Phase::Passing => return refuse("passes_missing", format!("the play begins after all passes: {}", missing(table))),
        Phase::Playing => {}
    }
    if table.plays.len() == DECK {
        return refuse("deal_over", "all cards are played: post deal_end");
    }
    if table.played().contains(play.card)
        && let Some(place) = table.plays.iter().position(|played| played.card == play.card)
    {
        let detail = format!("{} was played by seat {} in trick {}", play.card, table.plays[place].seat, place / SEATS + 1);
        return refuse("played_twice", detail);
    }
    if let Some(turn) = table.turn()
        && turn != play.seat
    {
        return refuse("turn", format!("it is seat {turn}'s turn, not seat {}'s", play.seat));
    }
    if table.plays.is_empty() && play.card != Card::TWO_OF_CLUBS {
        return refuse("first_lead", format!("the first trick is led with 2C, not {}", play.card));
    }
    Ok(())
}

fn check_end(table: &Table, end: &DealEnd) -> Checked {
    if table.phase == Phase::Idle {
        return refuse("no_deal", "nothing is dealt: post a deal first");
    }
    for seat in end.points.keys().chain(end.passes.keys()) {
        seated(*seat, SEATS as u8)?;
    }
    if let Some(seat) = (0..SEATS as u8).find(|seat| !end.points.contains_key(seat)) {
        return refuse("points", format!("points of seat {seat} are missing: name all four seats"));
    }
    if table.plays.len() == DECK {
        check_points(table, &end.points)?;
    } else if table.setup.checks_conceded() {
        check_conceded(table, &end.points)?;
    }
    for (seat, cards) in &end.passes {
        three(Some(*cards))?;
        let Some(to) = table.direction.to(*seat) else { return refuse("hold", "no cards were passed in this deal") };
        let strayed = |card: &Card| table.plays.iter().any(|played| played.card == *card && played.seat != to);
        if let Some(card) = cards.iter().find(strayed) {
            return refuse("passes_shown", format!("seat {seat} passed to seat {to}, but {card} was played by another"));
        }
    }
    let shown: usize = end.passes.values().map(|cards| cards.len()).sum();
    if end.passes.values().fold(CardSet::EMPTY, |all, cards| all.or(*cards)).len() < shown {
        return refuse("passes_shown", "a card is in two passes");
    }
    Ok(())
}

/// A deal of which every card is played settles nothing until it is scored, and nothing else says so.
#[must_use]
pub fn due(table: &Table) -> Option<String> {
    (table.phase == Phase::Playing && table.plays.len() == DECK).then(|| {
        let deal = table.deals.saturating_sub(1);
        format!(
            "all cards of deal {deal} are played and its deal_end is missing, without which the deal teaches nothing of its \
             players"
        )
    })
}

/// Points by seat, as they were reported.
fn reported(points: &BTreeMap<Seat, i32>) -> [i32; SEATS] {
    std::array::from_fn(|seat| points.get(&(seat as u8)).copied().unwrap_or(0))
}

/// Whose trick holds the jack of diamonds, where one does.
fn jack_taker(table: &Table) -> Option<usize> {
    let took = |trick: &&[Played]| trick.iter().any(|played| played.card == Card::JACK);
    table.plays.chunks_exact(SEATS).find(took).map(|trick| usize::from(winner(trick).seat))
}

/// What shooting the moon makes of the penalty points: 26 for the others, or -26 for the shooter.
fn moons(shooter: usize) -> [[i32; SEATS]; 2] {
    let give = |own: i32, others: i32| std::array::from_fn(|seat| if seat == shooter { own } else { others });
    [give(0, ALL_POINTS), give(-ALL_POINTS, 0)]
}

/// Points are those of the tricks; or, where one seat took all penalty cards, what shooting the moon makes of them.
fn check_points(table: &Table, points: &BTreeMap<Seat, i32>) -> Checked {
    let (taken, reported) = (table.taken(), reported(points));
    let taker = jack_taker(table);
    let jack: [i32; SEATS] = std::array::from_fn(|seat| if taker == Some(seat) { table.setup.jack_points() } else { 0 });
    let shooter = (0..SEATS).find(|seat| taken[*seat] - jack[*seat] == ALL_POINTS);
    let moon = shooter.map(|shooter| moons(shooter).map(|points| std::array::from_fn(|seat| points[seat] + jack[seat])));
    let holds = reported == taken || moon.is_some_and(|moon: [[i32; SEATS]; 2]| moon.contains(&reported));
    rule("points", holds, || {
        let or_moon = moon.zip(shooter).map_or_else(String::new, |([give, take], shooter)| {
            format!("; as seat {shooter} shot the moon, {give:?} and {take:?} are accepted too")
        });
        format!(
            "the tricks give {taken:?} by seat, not {reported:?}: report {taken:?}, also where the table scores otherwise{or_moon}"
        )
    })
}

/// Points of a deal that was not played to its end: 26 in all, of which each seat has at least those of its tricks; or one seat shot the
/// moon, which nobody's tricks speak against. The jack of diamonds counts for who took it, or for any one seat, or for none.
fn check_conceded(table: &Table, points: &BTreeMap<Seat, i32>) -> Checked {
    let (mut taken, reported) = (table.taken(), reported(points));
    let (jack, taker) = (table.setup.jack_points(), jack_taker(table));
    if let Some(taker) = taker {
        taken[taker] -= jack;
    }
    let adds_up = |jack_of: Option<usize>| {
        let plain: [i32; SEATS] =
            std::array::from_fn(|seat| reported[seat].saturating_sub(if jack_of == Some(seat) { jack } else { 0 }));
        let shared = plain.iter().fold(0_i32, |sum, points| sum.saturating_add(*points)) == ALL_POINTS;
        let shot = |shooter: usize| moons(shooter).contains(&plain) && (0..SEATS).all(|seat| seat == shooter || taken[seat] == 0);
        (shared && plain.iter().zip(&taken).all(|(points, taken)| points >= taken)) || (0..SEATS).any(shot)
    };
    let anyone = || std::iter::once(None).chain((0..SEATS).map(Some));
    let holds = match taker {
        Some(_) => adds_up(taker),
        None => anyone().any(adds_up),
    };
    rule("points", holds, || {
        format!(
            "the deal ends before its last card, and {reported:?} cannot be its points: they are {ALL_POINTS} in all, each seat has at \
             least what its tricks hold ({taken:?}), or one seat shot the moon; a table that scores such deals in another way is opened \
             with `conceded_points` unchecked"
        )
    })
}
