//! The steps that events share: each moves the belief, and tells what it did.

use super::belief::{Belief, dev_variable, total, variable, variables};
use super::bundle::{Bundle, Counts, DevCard, RESOURCES, Resource, in_words};
use super::event::Event;
use super::lanes::Row;
use crate::belief::{Contradiction, Telling};
use crate::rulesets::{Revision, Seat};

/// Whether a step left a world.
pub type Folded = Result<(), Contradiction>;

/// A belief on its way through one event.
pub struct Fold<'a> {
    /// What is believed after the steps so far.
    pub belief: Belief,
    /// The event's revision.
    pub at: Revision,
    /// The record of the steps.
    pub telling: Telling<'a, Belief>,
}

impl Fold<'_> {
    /// A seat turns a development card up.
    pub fn plays(&mut self, seat: Seat, card: DevCard) -> Folded {
        self.telling.turn_to("dev_card");
        let before = self.telling.is_on().then(|| self.belief.clone());
        let p = self.belief.dev_cards.play(seat, card).ok_or_else(|| Contradiction {
            detail: format!("seat {seat} cannot hold a {} card", card.words()),
            variables: dev_variables(seat, &DevCard::ALL),
            certain: true,
        })?;
        if let Some(mut seen) = before.filter(|_| p < 1.0)
            && seen.dev_cards.see(seat, card).is_some()
        {
            self.telling.learned(&seen, &dev_variables(seat, &[card]), p, || {
                format!("A card that seat {seat} held was a {} card.", card.words())
            });
        }
        self.telling.moved(&self.belief, || format!("Seat {seat} played a {} card.", card.words()));
        Ok(())
    }

    /// A seat shows that it holds a bundle, by giving it away.
    pub fn pays(&mut self, seat: Seat, bundle: &Bundle, what: &str) -> Folded {
        let needed = bundle.counts();
        let Some(p) = self.belief.hands.require(seat, &needed) else {
            let most = self.belief.most_held(seat);
            let lacking: Counts = std::array::from_fn(|kind| if needed[kind] > most[kind] { needed[kind] } else { 0 });
            let (why, about) = if lacking == [0; RESOURCES] {
                ("in no world does it hold all of it".to_owned(), variables(seat, &needed))
            } else {
                let held: Counts = std::array::from_fn(|kind| if needed[kind] > 0 { most[kind] } else { 0 });
                (format!("in every world it holds at most {}", in_words(&held)), variables(seat, &lacking))
            };
            return Err(Contradiction {
                detail: format!("seat {seat} cannot pay {bundle}: {why}"),
                variables: about,
                certain: false,
            });
        };
        self.belief.survived(p);
        self.telling.learned(&self.belief, &variables(seat, &needed), p, || {
            format!("Seat {seat} held {bundle}: it paid that for {what}.")
        });
        Ok(())
    }

    /// Cards come from the bank, which must have them.
    pub fn bank_pays(&mut self, gains: &Counts) -> Folded {
        if let Some(supply) = self.belief.terms.setup.supply() {
            let short: Vec<Resource> = Resource::ALL
                .into_iter()
                .filter(|resource| {
                    let kind = *resource as usize;
                    gains[kind] > 0 && self.belief.totals.1[kind] + gains[kind] > supply
                })
                .collect();
            if !short.is_empty() {
                let names: Vec<&str> = short.iter().map(|resource| resource.name()).collect();
                let about: Vec<String> = (0..self.belief.terms.seats)
                    .flat_map(|seat| short.iter().map(move |resource| variable(seat, *resource)))
                    .collect();
                self.learn(
                    |row| short.iter().all(|kind| total(row, *kind as usize) + gains[*kind as usize] <= supply),
                    &about,
                    || format!("The bank still had enough {}.", names.join(" and ")),
                    || format!("the bank cannot pay {}: there are {supply} of each, and too many are in hands", in_words(gains)),
                )?;
                for resource in short {
                    self.belief.totals.1[resource as usize] = supply - gains[resource as usize];
                }
            }
        }
        let (least, most) = &mut self.belief.totals;
        least.iter_mut().zip(gains).for_each(|(least, gain)| *least += gain);
        most.iter_mut().zip(gains).for_each(|(most, gain)| *most += gain);
        Ok(())
    }

    /// Cards go to the bank.
    pub fn bank_gets(&mut self, cards: &Counts) {
        let (least, most) = &mut self.belief.totals;
        least.iter_mut().zip(cards).for_each(|(least, count)| *least = (*least - count).max(0));
        most.iter_mut().zip(cards).for_each(|(most, count)| *most = (*most - count).max(0));
    }

    /// A fact about all hands.
    pub fn learn(
        &mut self,
        fact: impl Fn(&Row) -> bool,
        about: &[String],
        summary: impl FnOnce() -> String,
        detail: impl FnOnce() -> String,
    ) -> Folded {
        let Some(p) = self.belief.hands.condition(fact) else {
            return Err(Contradiction { detail: detail(), variables: about.to_vec(), certain: false });
        };
        self.belief.survived(p);
        self.telling.learned(&self.belief, about, p, summary);
        Ok(())
    }

    /// Takes the event into the public counts.
    pub fn count(&mut self, event: &Event) {
        let setup = &self.belief.terms.setup;
        self.belief.counts.apply(setup, event);
    }

    /// Keeps the number of worlds within the parameters.
    pub fn limit(&mut self) {
        let lost = self.belief.hands.limit(self.belief.terms.parameters.threshold(), self.belief.terms.most);
        if lost > 0.0 {
            self.belief.lose(lost);
            self.telling.moved(&self.belief, || format!("Worlds of probability {lost:.2e} were dropped: too many to track."));
        }
    }
}

/// Ids of a seat's variables for some development cards.
pub fn dev_variables(seat: Seat, cards: &[DevCard]) -> Vec<String> {
    cards.iter().map(|card| dev_variable(seat, *card)).collect()
}
