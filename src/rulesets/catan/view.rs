//! Who did an event, and who sees which part of it.

use std::borrow::Cow;

use super::event::{
    BankTrade, Build, Discard, Event, Hand, HandSize, Monopoly, Offer, PlayDevCard, PlayerTrade, Refuse, Start, Steal, Turn,
    YearOfPlenty,
};
use super::setup::Setup;
use crate::rulesets::{Observer, Seat};

/// The seat that did it.
#[must_use]
pub const fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Start(_) | Event::Production(_) | Event::BankStock(_) => None,
        Event::Turn(Turn { seat, .. })
        | Event::Build(Build { seat, .. })
        | Event::BankTrade(BankTrade { seat, .. })
        | Event::PlayerTrade(PlayerTrade { seat, .. })
        | Event::Steal(Steal { thief: seat, .. })
        | Event::Discard(Discard { seat, .. })
        | Event::Monopoly(Monopoly { seat, .. })
        | Event::YearOfPlenty(YearOfPlenty { seat, .. })
        | Event::PlayDevCard(PlayDevCard { seat, .. })
        | Event::HandSize(HandSize { seat, .. })
        | Event::Hand(Hand { seat, .. })
        | Event::Offer(Offer { seat, .. })
        | Event::Refuse(Refuse { seat, .. }) => Some(*seat),
    }
}

/// The event with what is hidden from the observer removed; `None` where nothing is left. Borrowed where nothing is hidden.
#[must_use]
pub fn view<'a>(setup: &Setup, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
    let hidden_from = |seats: &[Seat]| !observer.is_among(seats);
    Some(match event {
        Event::Start(start) if observer != Observer::Referee && !(start.hands.is_empty() && start.dev_cards_held.is_empty()) => {
            Cow::Owned(Event::Start(seen_start(start, observer)))
        }
        Event::Build(build) if build.card.is_some() && hidden_from(&[build.seat]) => {
            Cow::Owned(Event::Build(Build { card: None, ..build.clone() }))
        }
        Event::Steal(steal) if steal.resource.is_some() && hidden_from(&[steal.thief, steal.victim]) => {
            Cow::Owned(Event::Steal(Steal { resource: None, ..steal.clone() }))
        }
        Event::Discard(discard) if discard.cards.is_some() && !setup.discards_are_public() && hidden_from(&[discard.seat]) => {
            Cow::Owned(Event::Discard(Discard { cards: None, ..discard.clone() }))
        }
        Event::Hand(hand) if hidden_from(&[hand.seat]) => return None,
        _ => Cow::Borrowed(event),
    })
}

/// A start as an observer who is not the referee sees it: of other seats' cards, their numbers.
fn seen_start(start: &Start, observer: Observer) -> Start {
    let mut seen = start.clone();
    for (seat, hand) in &start.hands {
        seen.hand_sizes.insert(*seat, u16::try_from(hand.size()).unwrap_or(u16::MAX));
    }
    seen.hands.retain(|seat, _| observer.is_among(&[*seat]));
    for seat in start.dev_cards_held.keys() {
        let count = start.dev_cards_of(*seat);
        if count > 0 {
            seen.dev_cards.insert(*seat, u16::try_from(count).unwrap_or(u16::MAX));
        }
    }
    seen.dev_cards_held.retain(|seat, _| observer.is_among(&[*seat]));
    seen
}
