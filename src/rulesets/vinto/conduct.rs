//! What is settled about how players behave.
//!
//! What was swapped out, and whether its owner had seen it, is public at once. Whether somebody held a card to toss in, or a drawn card had
//! an action, may be known only when the rows are turned up: such occasions are kept by the table until then.

use super::event::{Event, From, Reveal, Swap, TossIn};
use super::instance::Instance;
use super::likelihood::EARLY;
use super::rank::Rank;
use super::table::Table;
use crate::rulesets::{Conduct, Tally};

/// A tendency, in the order in which they are listed and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Habit {
    SwapsUnseen,
    TossesKnown,
    TossErrors,
    UsesActions,
    CallsEarly,
}

impl Habit {
    const fn name(self) -> &'static str {
        match self {
            Self::SwapsUnseen => "swaps_unseen",
            Self::TossesKnown => "tosses_known",
            Self::TossErrors => "toss_errors",
            Self::UsesActions => "uses_actions",
            Self::CallsEarly => "calls_early",
        }
    }
}

/// What an event settles, at the table before it.
pub fn settled(table: &Table, event: &Event) -> Vec<Conduct> {
    let mut tally = Tally::default();
    match event {
        Event::Swap(swap) => swapped(table, swap, &mut tally),
        Event::UseAction(used) if used.from == From::Drawn => tally.add(used.seat, Habit::UsesActions, true),
        Event::Discard(discard) if discard.card.action().is_some() => tally.add(discard.seat, Habit::UsesActions, false),
        Event::TossIn(TossIn { seat, success, .. }) => tally.add(*seat, Habit::TossErrors, !success),
        Event::Reveal(reveal) => revealed(table, reveal, &mut tally),
        _ => {}
    }
    tally.conduct(|habit| (habit.name(), ""))
}

fn swapped(table: &Table, swap: &Swap, tally: &mut Tally<Habit>) {
    let row = table.row(swap.seat);
    let seen = row.iter().filter(|card| table.has_seen(swap.seat, **card)).count();
    if let Some(out) = table.at(swap.seat, swap.position)
        && seen > 0
        && seen < row.len()
    {
        tally.add(swap.seat, Habit::SwapsUnseen, !table.has_seen(swap.seat, out));
    }
    // A drawn card that not all saw is judged when the rows are turned up.
    let shown = table.drawn.and_then(|drawn| table.shown(drawn.instance));
    if shown.is_some_and(|rank| rank.action().is_some()) {
        tally.add(swap.seat, Habit::UsesActions, false);
    }
}

fn revealed(table: &Table, reveal: &Reveal, tally: &mut Tally<Habit>) {
    let rank_of = |instance: Instance| -> Option<Rank> {
        let turned_up = || {
            let (seat, position) = table.place(instance)?;
            reveal.hands.get(&seat)?.get(usize::from(position)).copied()
        };
        table.shown(instance).or_else(turned_up)
    };
    let undecided = &table.undecided;
    for ((seat, card), counts) in &undecided.held_back {
        // A seat that leaves a King or a Joker loses nothing by it.
        if let Some(rank) = rank_of(*card).filter(|rank| rank.value() > 0) {
            tally.add_all(*seat, Habit::TossesKnown, false, counts[rank.index()]);
        }
    }
    for (seat, cards) in (0..).zip(undecided.tossed) {
        tally.add_all(seat, Habit::TossesKnown, true, cards);
    }
    for (seat, card) in &undecided.kept {
        if rank_of(*card).is_some_and(|rank| rank.action().is_some()) {
            tally.add(*seat, Habit::UsesActions, false);
        }
    }
    if let Some(caller) = table.caller
        && let Some(hand) = reveal.hands.get(&caller)
    {
        let total: i32 = hand.iter().map(|rank| rank.value()).sum();
        tally.add(caller, Habit::CallsEarly, total >= EARLY);
    }
}
