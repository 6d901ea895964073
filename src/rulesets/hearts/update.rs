//! What each event does to a belief.
//!
//! A play tells first (who held the card, what the hand lacks, what the choice says of the rest of it) and takes the card away
//! then. A pass tells who holds its cards; when the fourth is in, twelve cards change hands at once.

use super::belief::{ANYBODY, Belief};
use super::card::{CardSet, Suit};
use super::clue;
use super::contradiction;
use super::event::{Deal, DealEnd, Event, Pass, Play, Receive};
use super::fold::{Fold, Folded};
use super::likelihood::Clue;
use super::marginals::frame;
use super::model::Leaning;
use super::setup::{Direction, SEATS};
use super::table::Table;
use super::world::variable;
use crate::belief::{Contradiction, Evidence, Source, Telling};
use crate::rulesets::Seat;

/// The belief after an event.
///
/// # Errors
/// Where no deal is left that agrees with it.
pub fn update(belief: &Belief, table: &Table, event: &Event, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let source = super::event::actor(event).map_or(Source::Game, Source::Seat);
    let telling = Telling::new(evidence, belief, frame, "deal", source);
    let mut fold = Fold { belief: belief.clone(), telling };
    fold.belief.changed();
    match event {
        Event::Deal(deal) => fold.deal(deal)?,
        Event::Pass(pass) => fold.pass(table, pass)?,
        Event::Receive(receive) => fold.receive(table, receive)?,
        Event::Play(play) => fold.play(table, play)?,
        Event::DealEnd(end) => fold.end(end)?,
    }
    // With evidence on, the posterior was worked out between the steps.
    fold.belief.changed();
    Ok(fold.belief)
}

/// The belief under which a seat may play a card next: it holds the card, and lacks what the play would show that it lacks.
///
/// # Errors
/// Where no deal is left.
pub fn playable(belief: &Belief, table: &Table, play: &Play) -> Result<Belief, Contradiction> {
    let mut evidence = Evidence::off();
    let telling = Telling::new(&mut evidence, belief, frame, "play", Source::Seat(play.seat));
    let mut fold = Fold { belief: belief.clone(), telling };
    fold.belief.changed();
    fold.may_play(table, play)?;
    fold.belief.changed();
    Ok(fold.belief)
}

impl Fold<'_> {
    fn deal(&mut self, deal: &Deal) -> Folded {
        let belief = &mut self.belief;
        belief.dealt = true;
        belief.holders = [ANYBODY; _];
        belief.allowed = [ANYBODY; _];
        belief.left = [13; SEATS];
        belief.leanings = [[Leaning::default(); SEATS]; _];
        belief.passed = [None; SEATS];
        self.telling.moved(&self.belief, || "Thirteen cards were dealt to each seat.".to_owned());
        for (seat, hand) in &deal.hands {
            self.holds(*seat, *hand, "deal", || format!("Seat {seat} was dealt {hand}."))?;
        }
        Ok(())
    }

    fn pass(&mut self, table: &Table, pass: &Pass) -> Folded {
        let seat = pass.seat;
        if let Some(cards) = pass.cards {
            self.holds(seat, cards, "pass", || format!("Seat {seat} held the cards that it passed: {cards}."))?;
            self.belief.passed[usize::from(seat)] = Some(cards);
        } else if self.belief.certain(seat).len() == usize::from(self.belief.left[usize::from(seat)]) {
            return Err(contradiction::pass_without_cards(&self.belief, seat));
        }
        let others_passed = (0..SEATS).all(|other| other == usize::from(seat) || table.passed[other]);
        if others_passed { self.exchange(table.direction) } else { Ok(()) }
    }

    /// Twelve cards change hands. What is known moves with them. Of the rest no two cards differ in anything that the observer
    /// knows, so after the exchange, too, every deal of them to the hands is as likely as any other.
    fn exchange(&mut self, direction: Direction) -> Folded {
        let mut moved = self.belief.clone();
        let known =
            CardSet::from_iter(self.belief.out().iter().filter(|card| self.belief.holders[card.index()].is_power_of_two()));
        for card in self.belief.out().without(known).iter() {
            moved.holders[card.index()] = ANYBODY;
        }
        for seat in 0..SEATS as Seat {
            let Some(to) = direction.to(seat) else { continue };
            for card in self.belief.passed[usize::from(seat)].unwrap_or_default().iter() {
                moved.holders[card.index()] = 1 << to;
            }
        }
        self.belief = moved;
        // The sizes of the hands leave no room for unknown cards in a hand that is known: a fact about the exchange, not about the deal.
        // They leave no deal where a pass of a known hand was left out of this fold.
        self.narrow().map_err(|_| contradiction::exchange(&self.belief))?;
        self.telling.turn_to("exchange");
        self.telling.moved(&self.belief, || format!("The passed cards changed hands, {}.", direction.name()));
        for seat in 0..SEATS as Seat {
            if let Some(to) = direction.to(seat)
                && self.belief.passed[usize::from(seat)].is_some()
            {
                self.kept(to, direction);
            }
        }
        Ok(())
    }

    /// Of a seat whose three new cards are known, and not what it passed on, every other card is one that it kept.
    fn kept(&mut self, seat: Seat, direction: Direction) {
        if self.belief.passed[usize::from(seat)].is_none() && self.belief.model.preset.is_none() {
            clue::of_keeping(direction, &mut |clue, cards| {
                self.leans(seat, clue, cards, || format!("Seat {seat} passed three cards on"));
            });
        }
    }

    fn receive(&mut self, table: &Table, receive: &Receive) -> Folded {
        let (seat, from) = (receive.seat, receive.from);
        let Some(cards) = receive.cards else { return Ok(()) };
        let passed = &mut self.belief.passed[usize::from(from)];
        if let Some(passed) = passed.filter(|passed| *passed != cards) {
            return Err(contradiction::received_others(from, passed, seat, cards));
        }
        let seen_before = passed.replace(cards).is_some();
        let kept = cards.and(self.belief.certain(seat));
        if !seen_before && !kept.is_empty() {
            return Err(contradiction::had_already(seat, from, kept));
        }
        self.holds(seat, cards, "receive", || format!("Seat {seat} took up {cards} from seat {from}."))?;
        if !seen_before && self.belief.model.preset.is_none() {
            clue::of_passing(cards, &mut |clue, rest| {
                self.leans(from, clue, rest, || format!("Seat {from} passed {cards}"));
            });
            self.kept(seat, table.direction);
        }
        Ok(())
    }

    /// The hard facts in a play: the card was held, and by the rules some others were not.
    fn may_play(&mut self, table: &Table, play: &Play) -> Folded {
        let (seat, card) = (play.seat, play.card);
        if self.belief.holders[card.index()] & 1 << seat == 0 {
            return Err(contradiction::cannot_hold(&self.belief, table, seat, card));
        }
        self.holds(seat, card.into(), "play", || format!("Seat {seat} held the {card} that it played."))?;
        self.lacks(table, play)
    }

    fn play(&mut self, table: &Table, play: &Play) -> Folded {
        let (seat, card) = (play.seat, play.card);
        self.may_play(table, play)?;
        let preset = self.belief.model.preset;
        let mut speak = |clue: Clue, cards: CardSet| {
            self.leans(seat, clue, cards, || format!("Seat {seat} played {card}"));
        };
        match preset {
            None => clue::of_play(table, play, &mut speak),
            Some(_) => clue::of_play_in_seed(table, play, &mut speak),
        }
        let belief = &mut self.belief;
        belief.holders[card.index()] = 0;
        belief.allowed[card.index()] = 0;
        belief.leanings[card.index()] = Default::default();
        belief.left[usize::from(seat)] -= 1;
        Ok(())
    }

    /// What a play says that the hand lacks, by the rules: the suit led; on the first trick, what may be thrown there; and anything
    /// but hearts, where they are led unbroken.
    fn lacks(&mut self, table: &Table, play: &Play) -> Folded {
        let (seat, card) = (play.seat, play.card);
        match table.trick().first().map(|lead| lead.card.suit()) {
            None if card.suit() == Suit::Hearts && !table.broken && table.setup.breaking_matters() => {
                let rest = CardSet::FULL.without(Suit::Hearts.cards());
                self.without(seat, rest, "only_hearts", || {
                    format!("Seat {seat} led {card} before hearts were broken: it held nothing but hearts.")
                })
                .map_err(|found| contradiction::breaks(found, play, "led: hearts are not broken"))
            }
            Some(lead) if lead != card.suit() => {
                self.without(seat, lead.cards(), "void", || {
                    format!("Seat {seat} threw {card} on {}: it held none.", lead.name())
                })
                .map_err(|found| {
                    contradiction::breaks(found, play, &format!("thrown on {}: suit must be followed", lead.name()))
                })?;
                if table.is_first_trick() && table.setup.first_trick_is_free() && CardSet::PENALTY.contains(card) {
                    self.without(seat, CardSet::FULL.without(CardSet::PENALTY), "only_penalty_cards", || {
                        format!("Seat {seat} threw {card} on the first trick: it held nothing but penalty cards.")
                    })
                    .map_err(|found| contradiction::breaks(found, play, "thrown on the first trick: it is a penalty card"))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, end: &DealEnd) -> Folded {
        for (seat, cards) in &end.passes {
            if let Some(passed) = self.belief.passed[usize::from(*seat)].filter(|passed| passed != cards) {
                return Err(Contradiction {
                    detail: format!("seat {seat} is said to have passed {cards}, but it passed {passed}"),
                    variables: passed.or(*cards).iter().map(variable).collect(),
                    certain: true,
                });
            }
        }
        let belief = &mut self.belief;
        belief.dealt = false;
        belief.holders = [0; _];
        belief.allowed = [0; _];
        belief.left = [0; SEATS];
        belief.leanings = [[Leaning::default(); SEATS]; _];
        belief.passed = [None; SEATS];
        Ok(())
    }
}
