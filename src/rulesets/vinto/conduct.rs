//! What is settled about how players behave.
//!
//! What was swapped out, and whether its owner had seen it, is public at once. Whether somebody held a card to toss in, or a drawn card had
//! an action, may be known only when the rows are turned up: such occasions are kept by the table until then.

use super::clue::Clue;
use super::event::{Event, From, Reveal, Swap, TossIn};
use super::instance::Instance;
use super::likelihood::EARLY;
use super::lots::Lots;
use super::rank::{Rank, RankSet};
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
    TossesUnfit,
    /// A clue, and whether it held.
    Reads(Clue, bool),
    Careless,
}

impl Habit {
    /// The name of its tendency, and that of the context.
    const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::SwapsUnseen => ("swaps_unseen", ""),
            Self::TossesKnown => ("tosses_known", ""),
            Self::TossErrors => ("toss_errors", ""),
            Self::UsesActions => ("uses_actions", ""),
            Self::CallsEarly => ("calls_early", ""),
            Self::TossesUnfit => ("tosses_unfit", ""),
            Self::Careless => ("careless", ""),
            Self::Reads(clue, held) => match (clue.tendency(), held) {
                (Some([label, _]), true) | (Some([_, label]), false) => label,
                (None, _) => ("", ""),
            },
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
        Event::TossIn(toss) => tossed(table, toss, &mut tally),
        Event::Reveal(reveal) => revealed(table, reveal, &mut tally),
        _ => {}
    }
    tally.conduct(Habit::label)
}

/// A toss-in is right or wrong at once; so is whether a card fits that the seat knew.
fn tossed(table: &Table, toss: &TossIn, tally: &mut Tally<Habit>) {
    let TossIn { seat, success, .. } = *toss;
    tally.add(seat, Habit::TossErrors, !success);
    let ranks = table.window.map_or(RankSet::default(), |window| window.ranks);
    for (at, position) in toss.positions.iter().enumerate() {
        let knew = table.at(seat, *position).is_some_and(|card| table.has_seen(seat, card));
        // Of several that are not shown nobody knows which was wrong.
        let alone = toss.positions.len() == 1;
        let unfit = toss.cards.get(at).map_or(!success && alone, |rank| !ranks.contains(*rank));
        if knew && unfit {
            tally.add(seat, Habit::TossesUnfit, true);
        }
    }
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
        table.once_shown(instance).or_else(turned_up)
    };
    let undecided = &table.undecided;
    let mut lots = Lots::default();
    for ((seat, card), held) in &undecided.held_back {
        let Some(rank) = rank_of(*card) else { continue };
        // A seat that leaves a King or a Joker loses nothing by it.
        let fitted = if rank.value() > 0 { held.by_rank[rank.index()] } else { 0 };
        let unfit = held.windows.saturating_sub(held.by_rank[rank.index()]);
        tally.add_all(*seat, Habit::TossesKnown, false, fitted);
        tally.add_all(*seat, Habit::TossesUnfit, false, unfit);
        lots.held_back(*seat, fitted, unfit);
    }
    for (seat, counts) in (0..).zip(undecided.toss_ins) {
        lots.tossed_in(seat, counts);
    }
    for choice in &undecided.choices {
        let seat = choice.seat();
        for opportunity in choice.opportunities(rank_of) {
            let Some(holds) = opportunity.holds(rank_of) else { continue };
            let held = holds >= 0.5;
            match opportunity.clue {
                Clue::HoldsWorse | Clue::PointsBetter => tally.add(seat, Habit::Reads(opportunity.clue, true), held),
                clue => tally.add(seat, Habit::Reads(clue, held), opportunity.made),
            }
            if opportunity.is_read() {
                lots.chose(seat, &opportunity, holds);
            }
        }
    }
    for (seat, careless) in lots.seemed() {
        tally.add(seat, Habit::Careless, careless);
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
