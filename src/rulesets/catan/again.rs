//! A belief that begins again: hands are dealt from what the public counts say after an event that the belief could not take.
//!
//! Of what it believed only the observer's own hand is kept, where that was known and agrees with the rest. The event itself is true as far
//! as the observer sees it: who got cards holds them, after a monopoly nobody else holds the resource, and a hand that was told is that hand.

use super::Catan;
use super::belief::Belief;
use super::bundle::{Amounts, plus};
use super::dealing::{AllHeld, Held};
use super::event::{Build, Event};
use super::lanes::of_seat;
use super::start::deal_again;
use crate::rulesets::{Change, Seat};

/// The belief after the event, from the counts after it.
pub fn begun_again(belief: &Belief, change: &Change<'_, Catan>) -> Belief {
    let (event, after) = (change.view, change.after);
    let mut surest = AllHeld::default();
    let mut likeliest = surest;
    for seat in 0..belief.terms.seats {
        let told = told(event, seat);
        let own = || kept(belief, change, seat).filter(|hand| told.lacks.is_none_or(|lacks| hand[lacks as usize] == 0));
        surest[usize::from(seat)] = told;
        likeliest[usize::from(seat)] =
            if told.whole { told } else { own().map_or(told, |cards| Held { cards, whole: true, ..Held::default() }) };
    }
    let mut next = belief.clone();
    if let Some(dealt) = deal_again(&belief.terms, &after.counts, &likeliest, &surest, change.at) {
        next.hold(dealt);
    }
    let seen = &mut next.dev_cards;
    seen.keep_within(&change.before.dev_cards);
    if let Some((seat, card)) = event.turns_up() {
        seen.play(seat, card, &change.before.dev_cards);
    }
    if let Event::Build(Build { seat, card: Some(card), .. }) = event {
        seen.see(*seat, *card, &after.dev_cards);
    }
    seen.keep_within(&after.dev_cards);
    (next.restarted, next.dropped) = (true, 1.0);
    next
}

/// What an event tells of a hand as it is after it.
fn told(event: &Event, seat: Seat) -> Held {
    match event {
        Event::Hand(hand) if hand.seat == seat => Held { cards: hand.bundle.counts(), whole: true, ..Held::default() },
        Event::Monopoly(monopoly) if monopoly.seat != seat => Held { lacks: Some(monopoly.resource), ..Held::default() },
        _ => {
            let came = matches!(event, Event::Production(_) | Event::BankTrade(_) | Event::YearOfPlenty(_));
            Held { cards: event.gain(seat).unwrap_or_default().map(|count| count.max(0)), came, ..Held::default() }
        }
    }
}

/// A hand that the observer sees and knew, as the event left it, where its size agrees.
fn kept(belief: &Belief, change: &Change<'_, Catan>, seat: Seat) -> Option<Amounts> {
    if !belief.terms.observer.is_among(&[seat]) {
        return None;
    }
    let mut hand = belief.surely_held(seat)?;
    match change.view {
        // Whatever it held of the resource went, also where the event names the total alone.
        Event::Monopoly(monopoly) if monopoly.seat != seat => hand[monopoly.resource as usize] = 0,
        event => hand = plus(hand, event.gain(seat)?),
    }
    (hand.iter().all(|count| *count >= 0) && change.after.counts.allows_size(seat, hand.iter().sum())).then_some(hand)
}

impl Belief {
    /// A seat's hand, where it is the same in all worlds.
    pub(super) fn surely_held(&self, seat: Seat) -> Option<Amounts> {
        let (mut held, mut same) = (None, true);
        self.hands.visit(|row, _| {
            let hand = of_seat(row, seat);
            same &= *held.get_or_insert(hand) == hand;
        });
        held.filter(|_| same)
    }
}
