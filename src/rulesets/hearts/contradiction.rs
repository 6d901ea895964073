//! Says what cannot be, and which play stands against which.

use super::card::{Card, CardSet, Suit};
use super::event::Play;
use super::plays::Played;
use super::setup::SEATS;
use super::table::Table;
use super::whereabouts::{Whereabouts, in_words};
use super::world::variable;
use crate::belief::Contradiction;
use crate::rulesets::Seat;

fn certain(detail: String, cards: CardSet) -> Contradiction {
    Contradiction { detail, variables: cards.iter().map(variable).collect(), certain: true }
}

/// The hand is known, so what it is after the pass must be known too.
pub fn pass_without_cards(hand: CardSet, seat: Seat) -> Contradiction {
    let detail = format!(
        "seat {seat}'s hand is known, so its pass must name its three cards: without them the hand would be lost. Whoever learns them with the cards that \
             their receiver got can post the pass then, before the receive"
    );
    certain(detail, hand)
}

/// With what is known of the passes, a hand would not have thirteen cards after them.
pub fn exchange(out: CardSet) -> Contradiction {
    certain("the passes that are known leave a hand with other than thirteen cards".to_owned(), out)
}

/// The cards shown at the end of the deal are not the ones passed.
pub fn showed_others(seat: Seat, passed: CardSet, shown: CardSet) -> Contradiction {
    certain(format!("seat {seat} is said to have passed {shown}, but it passed {passed}"), passed.or(shown))
}

/// The cards taken up are not the ones passed.
pub fn received_others(from: Seat, passed: CardSet, seat: Seat, received: CardSet) -> Contradiction {
    let detail = format!("seat {from} passed {passed}, so seat {seat} cannot have taken up {received}");
    certain(detail, passed.or(received))
}

/// The seat cannot hold the card that it plays: names the play that showed so, where one did.
pub fn cannot_hold(holders: &Whereabouts, table: &Table, seat: Seat, card: Card) -> Contradiction {
    let place = table.plays.len();
    let play = format!("seat {seat} cannot play {card} in trick {}", place / SEATS + 1);
    let shown = table.showed_void(seat, card.suit()).map(|place| {
        let thrown = table.plays[place].card;
        format!(
            "it threw {thrown} on {} in trick {}, and so had none: one of the two plays is a revoke, or was reported wrongly",
            card.suit().name(),
            place / SEATS + 1
        )
    });
    let why = shown.or_else(|| showed_only(table, seat, card)).unwrap_or_else(|| in_words(holders.of(card)));
    certain(format!("{play}: {why}"), card.into())
}

/// The play by which a seat showed that it held one kind of card only, and not this one.
fn showed_only(table: &Table, seat: Seat, card: Card) -> Option<String> {
    let hearts_led = |place: usize, lead: &Played| {
        let before = &table.plays[..place];
        let opens =
            |played: &Played| played.card.suit() == Suit::Hearts || (played.card == Card::QUEEN && table.setup.queen_breaks());
        lead.seat == seat && lead.card.suit() == Suit::Hearts && !before.iter().any(opens)
    };
    let mut leads = table.plays.iter().enumerate().step_by(SEATS);
    if card.suit() != Suit::Hearts
        && table.setup.breaking_matters()
        && let Some((place, lead)) = leads.find(|(place, lead)| hearts_led(*place, lead))
    {
        let trick = place / SEATS + 1;
        return Some(format!("it led {} in trick {trick} before hearts were broken, and so held nothing but hearts", lead.card));
    }
    let first = table.plays.iter().take(SEATS).find(|played| played.seat == seat && CardSet::PENALTY.contains(played.card))?;
    (table.setup.first_trick_is_free() && !CardSet::PENALTY.contains(card))
        .then(|| format!("it threw {} on the first trick, and so held nothing but penalty cards", first.card))
}

/// The receiver had the cards before they were passed.
pub fn had_already(seat: Seat, from: Seat, cards: CardSet) -> Contradiction {
    certain(format!("seat {seat} cannot have taken up {cards} from seat {from}: it had them before"), cards)
}

/// Says of a play that leaves no deal which rule it breaks, and which cards make it a breach: the hand may hold each of these, and holds one at least.
pub fn breaks(found: Contradiction, play: &Play, rule: &str, held: CardSet) -> Contradiction {
    let held: Vec<String> = held.iter().map(|card| card.to_string()).collect();
    let detail = format!("seat {}'s {} cannot be {rule}, and it holds some of {}", play.seat, play.card, held.join(" "));
    Contradiction { detail, ..found }
}
