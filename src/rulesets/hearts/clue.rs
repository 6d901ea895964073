//! Which soft evidence a choice gives, and of which cards: the situations in which the numbers of `likelihood` speak.

use super::card::{Card, CardSet, Suit};
use super::event::{Event, Play};
use super::likelihood::{Clue, danger};
use super::plays::{Played, winner};
use super::setup::{Direction, SEATS};
use super::table::Table;

/// The soft evidence that an event gives, by name, and the cards that it speaks of: of whose hand, the event says. For a pass, it is
/// that of the seat that takes up three cards which the observer knows.
#[must_use]
pub fn clues(table: &Table, event: &Event) -> Vec<(&'static str, CardSet)> {
    let mut clues = Vec::new();
    let mut note = |clue: Clue, cards: CardSet| clues.push((clue.likelihood().name, cards));
    match event {
        Event::Play(play) => of_play(table, play, &mut note),
        Event::Pass(_) => of_keeping(table.direction, &mut note),
        Event::Receive(receive) => of_passing(receive.cards.unwrap_or_default(), &mut note),
        Event::Deal(_) | Event::DealEnd(_) => {}
    }
    clues
}

/// Cards that a play speaks against in the hand it came from, by clue, in the order in which they are heeded.
pub fn of_play(table: &Table, play: &Play, mut speak: impl FnMut(Clue, CardSet)) {
    let trick = table.trick();
    let unplayed = CardSet::FULL.without(table.played()).without(play.card.into());
    match trick.first() {
        None if table.is_first_trick() => {}
        None => of_lead(play.card, unplayed, &mut speak),
        Some(lead) if lead.card.suit() == play.card.suit() => of_following(table, trick, play.card, unplayed, &mut speak),
        Some(_) => of_slough(table, play.card, unplayed, &mut speak),
    }
}

/// Cards of the suit above, and below, a card.
fn above(card: Card) -> CardSet {
    (card.rank() + 1..=14).map(|rank| Card::new(card.suit(), rank)).collect()
}

fn below(card: Card) -> CardSet {
    (2..card.rank()).map(|rank| Card::new(card.suit(), rank)).collect()
}

fn high_spades() -> CardSet {
    CardSet::from_iter([Card::KING_OF_SPADES, Card::ACE_OF_SPADES])
}

fn of_lead(card: Card, unplayed: CardSet, speak: &mut impl FnMut(Clue, CardSet)) {
    let queen_out = unplayed.contains(Card::QUEEN);
    if card.suit() == Suit::Spades && queen_out {
        if card.rank() < 12 {
            speak(Clue::LeadsUnderQueen, Card::QUEEN.into());
            speak(Clue::LeadsUnderHigh, high_spades().and(unplayed));
        }
        return;
    }
    speak(Clue::LeadsLow, below(card).and(unplayed));
}

fn of_following(table: &Table, trick: &[Played], card: Card, unplayed: CardSet, speak: &mut impl FnMut(Clue, CardSet)) {
    let winning = winner(trick).card;
    let last = trick.len() + 1 == SEATS;
    let points: i32 = trick.iter().map(|played| table.points(played.card).max(0)).sum();
    // With the jack in it, people want the trick.
    let wanted = trick.iter().any(|played| table.points(played.card) < 0) || table.points(card) < 0;
    let queen_out = unplayed.contains(Card::QUEEN);
    // The queen has clues of her own; what is said of the rest of the suit leaves her out.
    let rest = unplayed.without(Card::QUEEN.into());
    if card.suit() == Suit::Spades && queen_out && card.rank() < 12 && winning.rank() > 12 {
        speak(Clue::FreesQueen, Card::QUEEN.into());
    }
    if wanted {
        return;
    }
    if card.rank() < winning.rank() {
        speak(Clue::DucksHigh, above(card).and(below(winning)).and(rest));
        if last && points == 0 {
            speak(Clue::LeavesTrick, above(winning).and(rest));
        }
        return;
    }
    if points > 0 {
        speak(Clue::TakesPoints, below(winning).and(rest));
    } else if !last {
        speak(Clue::TakesEarly, below(winning).and(rest));
    }
    if last {
        speak(Clue::TakesHigh, above(card).and(rest));
    }
}

fn of_slough(table: &Table, card: Card, unplayed: CardSet, speak: &mut impl FnMut(Clue, CardSet)) {
    let free = !(table.is_first_trick() && table.setup.first_trick_is_free());
    let queen_out = unplayed.contains(Card::QUEEN);
    let high_spade = card.suit() == Suit::Spades && card.rank() >= 12;
    if queen_out && free {
        speak(Clue::SloughsQueen, Card::QUEEN.into());
    }
    if queen_out && !high_spade {
        speak(Clue::SloughsHighSpade, high_spades().and(unplayed));
    }
    if card.suit() != Suit::Hearts && !high_spade && free {
        let high = (10..=14).map(|rank| Card::new(Suit::Hearts, rank)).collect::<CardSet>();
        speak(Clue::SloughsHighHeart, high.and(unplayed));
    }
}

/// Cards that are less likely in a hand that passed three unknown cards on and took up three known ones: what it was dealt and
/// kept. Every other hand took up unknown cards too, and those are mostly such cards.
pub fn of_keeping(direction: Direction, speak: &mut impl FnMut(Clue, CardSet)) {
    if direction == Direction::Hold {
        return;
    }
    let from = |suits: &[Suit], ranks: std::ops::RangeInclusive<u8>| -> CardSet {
        suits.iter().flat_map(|suit| ranks.clone().map(|rank| Card::new(*suit, rank))).collect()
    };
    speak(Clue::KeepsQueen, Card::QUEEN.into());
    speak(Clue::KeepsHighSpade, high_spades());
    speak(Clue::KeepsHighHeart, from(&[Suit::Hearts], 12..=14));
    speak(Clue::KeepsHighSide, from(&[Suit::Clubs, Suit::Diamonds], 12..=14));
}

/// Cards that are less likely in the hand that passed these three here.
pub fn of_passing(cards: CardSet, speak: &mut impl FnMut(Clue, CardSet)) {
    let Some(least) = cards.iter().map(danger).min() else { return };
    speak(Clue::KeepsDanger, Card::all().filter(|card| danger(*card) > least && !cards.contains(*card)).collect());
    for suit in [Suit::Clubs, Suit::Diamonds] {
        if !cards.of(suit).is_empty() {
            speak(Clue::KeepsSuit, suit.cards().without(cards));
        }
    }
}

/// The two clues of the design's own model.
pub fn of_play_in_seed(table: &Table, play: &Play, mut speak: impl FnMut(Clue, CardSet)) {
    let Some(lead) = table.trick().first() else { return };
    let unplayed = CardSet::FULL.without(table.played()).without(play.card.into());
    if lead.card.suit() == Suit::Spades && play.card.suit() == Suit::Spades && play.card.rank() < 12 {
        speak(Clue::SeedQueen, CardSet::from(Card::QUEEN).and(unplayed));
    }
    if play.card.suit() != lead.card.suit() && CardSet::PENALTY.contains(play.card) {
        speak(Clue::SeedSlough, unplayed.of(play.card.suit()));
    }
}
