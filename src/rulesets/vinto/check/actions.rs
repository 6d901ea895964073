//! Rules of the cards' actions, of declaring and of tossing in.

use std::collections::BTreeSet;

use super::turns::{discard, has_pile};
use super::{agrees, placed, within_reach};
use crate::rulesets::vinto::event::{Declare, ForceDraw, From, Peek, Switch, TossIn, TossWindow, UseAction};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::{Action, RankSet};
use crate::rulesets::vinto::table::{Pending, Phase, Queued, Table};
use crate::rulesets::{Checked, Refusal, Seat, refuse, seated};

/// The action that the seat has played and not carried out.
fn pending(table: &Table, seat: Seat, wanted: &[Action], cards: &str) -> Result<Pending, Refusal> {
    seated(seat, table.seats)?;
    match table.pending {
        Some(pending) if pending.seat == seat && wanted.contains(&pending.action) => Ok(pending),
        _ => refuse("no_action_played", format!("seat {seat} has played no {cards} for this: post its use_action first")),
    }
}

pub fn peek(table: &Table, peek: &Peek) -> Checked {
    let instance = placed(table, peek.target, peek.position)?;
    seated(peek.seat, table.seats)?;
    if table.turn.number == 0 {
        if peek.target != peek.seat {
            return refuse("peek_target", "before the first turn a seat looks at its own cards");
        }
        let most = table.setup.peeks();
        if table.peeked.get(usize::from(peek.seat)).is_some_and(|peeked| *peeked >= most) {
            return refuse("peek_count", format!("before the first turn a seat looks at {most} of its cards (setup `peeks`)"));
        }
        return Ok(());
    }
    within_reach(table, peek.target, peek.seat)?;
    if table.is_coalition_look(peek) {
        return Ok(());
    }
    let looks = [Action::PeekOwn, Action::PeekOther, Action::PeekAndSwitch];
    let pending = pending(table, peek.seat, &looks, "Seven, Eight, Nine, Ten or Queen").map_err(|refusal| {
        let allies =
            "; at this table those who did not call the round do not look at each other's cards (setup `coalition_looks`)";
        let detail = if table.is_look_of_allies(peek) { refusal.detail + allies } else { refusal.detail };
        Refusal { detail, ..refusal }
    })?;
    let own = peek.target == peek.seat;
    match pending.action {
        Action::PeekOwn if !own => refuse("peek_target", "Seven and Eight show an own card"),
        Action::PeekOther if own => refuse("peek_target", "Nine and Ten show a card of another seat"),
        Action::PeekAndSwitch => match pending.looked {
            [_, Some(_)] => refuse("peek_count", "a Queen shows two cards"),
            [Some((_, other)), _] if other == instance => refuse("peek_twice", "a Queen shows two different cards"),
            [Some((seat, _)), _] if seat == peek.target && !table.setup.switches_within_row() => {
                refuse("one_row", "a Queen shows cards of two seats at this table (setup `switch_within_row`)")
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

pub fn use_action(table: &Table, used: &UseAction) -> Checked {
    seated(used.seat, table.seats)?;
    let (seat, card) = (used.seat, used.card);
    if card.action().is_none() {
        return refuse("no_action", format!("a {card} has no action"));
    }
    match used.from {
        From::Drawn => discard(table, seat, card),
        From::Discard => {
            let top = table.discards().last().and_then(|top| top.rank);
            if table.turn.phase != Phase::Taken || table.turn.seat != seat || top != Some(card) {
                return refuse("not_taken", format!("seat {seat} has taken no {card} from the discard pile"));
            }
            Ok(())
        }
        From::TossIn | From::Declared => {
            let wanted = Queued { seat, rank: card, tossed: used.from == From::TossIn };
            if table.queued.contains(&wanted) {
                return Ok(());
            }
            let way = if wanted.tossed { "tossed in" } else { "named rightly" };
            refuse("not_queued", format!("seat {seat} has {way} no {card} in this turn that it could still play"))
        }
    }
}

pub fn force_draw(table: &Table, force: &ForceDraw) -> Checked {
    pending(table, force.seat, &[Action::ForceDraw], "Ace")?;
    seated(force.target, table.seats)?;
    if force.target == force.seat && !table.setup.aces_reach_self() {
        return refuse("own_target", "an Ace makes another seat take a card at this table (setup `ace_on_self`)");
    }
    within_reach(table, force.target, force.seat)?;
    has_pile(table)
}

pub fn switch(table: &Table, switch: &Switch) -> Checked {
    let pending = pending(table, switch.seat, &[Action::Switch, Action::PeekAndSwitch], "Jack or Queen")?;
    let places = [switch.a, switch.b];
    let mut cards = Vec::with_capacity(2);
    for place in places {
        cards.push(placed(table, place.seat, place.position)?);
        within_reach(table, place.seat, switch.seat)?;
    }
    if cards[0] == cards[1] {
        return refuse("one_card", "two different cards change places");
    }
    if switch.a.seat == switch.b.seat && !table.setup.switches_within_row() {
        return refuse("one_row", "cards of two seats change places at this table (setup `switch_within_row`)");
    }
    if let [Some((_, first)), Some((_, second))] = pending.looked
        && !(cards.contains(&first) && cards.contains(&second))
    {
        return refuse("looked_elsewhere", "a Queen switches the two cards that were looked at");
    }
    Ok(())
}

pub fn declare(table: &Table, declare: &Declare) -> Checked {
    pending(table, declare.seat, &[Action::Declare], "King")?;
    let instance = placed(table, declare.target, declare.position)?;
    within_reach(table, declare.target, declare.seat)?;
    match declare.actual {
        Some(actual) if actual != declare.rank && !table.setup.shows_failures() => refuse(
            "failure_unseen",
            "a wrongly named card is not shown at this table (setup `failures_shown`): leave `actual` out",
        ),
        Some(actual) => agrees(table, instance, actual),
        None if table.setup.shows_failures() => {
            refuse("card_missing", "a named card is shown at this table (setup `failures_shown`): say what it was as `actual`")
        }
        None if table.shown(instance) == Some(declare.rank) => {
            let detail = format!("this card was shown to be a {}: the name is right, so say `actual`", declare.rank);
            refuse("shown_rank", detail)
        }
        None => Ok(()),
    }
}

pub fn toss_in(table: &Table, toss: &TossIn) -> Checked {
    seated(toss.seat, table.seats)?;
    let Some(window) = table.window else {
        return refuse("no_window", "nothing was discarded just now that could be tossed after");
    };
    if window.failed.contains(toss.seat) && !table.setup.may_retry() {
        let detail = format!("seat {} tossed in wrongly already, and may not again in this window (setup `one_try`)", toss.seat);
        return refuse("one_try", detail);
    }
    if toss.positions.is_empty() || toss.positions.iter().collect::<BTreeSet<_>>().len() < toss.positions.len() {
        return refuse("positions", "name one or more different positions");
    }
    let cards: Vec<_> = toss.positions.iter().map(|position| placed(table, toss.seat, *position)).collect::<Result<_, _>>()?;
    if !toss.success && !table.setup.shows_failures() {
        if !toss.cards.is_empty() {
            return refuse(
                "failure_unseen",
                "a wrong toss-in is not shown at this table (setup `failures_shown`): leave `cards` out",
            );
        }
        let matches = |card: &Instance| table.shown(*card).is_some_and(|shown| window.ranks.contains(shown));
        if cards.iter().all(matches) {
            let detail =
                format!("all these cards were shown to be {}, so that the toss-in was right, and a success", window.ranks);
            return refuse("shown_rank", detail);
        }
        return Ok(());
    }
    if toss.cards.len() != cards.len() {
        let shown = if toss.success { "" } else { ", which is shown at this table though it is wrong (setup `failures_shown`)" };
        let detail = format!("{} positions and {} cards: name the card at each{shown}", cards.len(), toss.cards.len());
        return refuse("card_missing", detail);
    }
    for (instance, rank) in cards.iter().zip(&toss.cards) {
        agrees(table, *instance, *rank)?;
    }
    if toss.success != toss.cards.iter().all(|rank| window.ranks.contains(*rank)) {
        let detail = format!("a toss-in succeeds if, and only if, all its cards are {}", window.ranks);
        return refuse("toss_result", detail);
    }
    Ok(())
}

pub fn toss_window(table: &Table, closed: &TossWindow) -> Checked {
    let Some(window) = table.window else {
        return refuse("no_window", "no time to toss in is running");
    };
    if closed.ranks.iter().copied().collect::<RankSet>() != window.ranks {
        return refuse("window_ranks", format!("{} could be tossed in", window.ranks));
    }
    for (place, seat) in closed.eligible.iter().enumerate() {
        seated(*seat, table.seats)?;
        if closed.eligible[..place].contains(seat) {
            return refuse("eligible", format!("seat {seat} is listed twice"));
        }
        if window.failed.contains(*seat) && !table.setup.may_retry() {
            let detail = format!("seat {seat} tossed in wrongly, and was not free to toss in until the end (setup `one_try`)");
            return refuse("eligible", detail);
        }
    }
    Ok(())
}
