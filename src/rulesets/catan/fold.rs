//! What events share: each step moves the belief, and records what it did as evidence.

use std::sync::Arc;

use super::Catan;
use super::belief::Belief;
use super::bundle::{Amounts, Bundle, DevCard, RESOURCES, Resource, in_words};
use super::counts::PublicCounts;
use super::dev_cards::{PublicDevCards, is_played_in_turn};
use super::event::{BuildPiece, Event};
use super::holdings::Holdings;
use super::kept::Step;
use super::lanes::{Row, total};
use super::players::{Kind, Readiness};
use super::variables::{dev_variables, variable, variables};
use crate::belief::{Contradiction, EvidenceRecorder, Parameter, Reweighed, Source};
use crate::rulesets::{Change, Seat};

/// Whether a step left a world.
pub type Updated = Result<(), Contradiction>;

/// A belief, and the public numbers that it stands on: those before the event, or those after it.
#[derive(Clone)]
pub struct Standing<'a> {
    /// What is believed.
    pub belief: Belief,
    /// Numbers of resource cards.
    pub counts: &'a PublicCounts,
    /// Numbers of development cards.
    pub dev_cards: &'a PublicDevCards,
}

/// A belief on its way through one event.
pub struct Updating<'a> {
    /// What is believed after the steps so far.
    pub now: Standing<'a>,
    /// The event, with the table on both sides of it.
    pub change: Change<'a, Catan>,
    /// Records the steps as evidence.
    pub recorder: EvidenceRecorder<'a, Standing<'a>>,
    /// The numbers of development cards between the table before and after the event, where evidence is asked for.
    pub on_the_way: Option<&'a OnTheWay>,
}

/// The numbers of development cards in the middle of an event.
#[derive(Debug)]
pub struct OnTheWay {
    /// The turn is the seat's whose event it is.
    turn_taken: PublicDevCards,
    /// The card that it plays is shown.
    shown: PublicDevCards,
    /// It chose to play that card, which is in its hand still.
    chosen: PublicDevCards,
}

impl OnTheWay {
    /// Of an event that may end another seat's turn, or turns a card up.
    pub fn of(event: &Event, before: &PublicDevCards) -> Option<Self> {
        let turns_up = event.turns_up();
        let mut turn_taken = before.clone();
        match (event, turns_up) {
            (Event::Turn(turn), _) => turn_taken.take_turn(turn.seat),
            (_, Some((seat, card))) if is_played_in_turn(card) => turn_taken.take_turn(seat),
            (_, Some(_)) => {}
            (_, None) => return None,
        }
        let then = |step: fn(DevCard) -> Step| {
            let mut then = turn_taken.clone();
            if let Some((seat, card)) = turns_up {
                then.turn_up(seat, card, step);
            }
            then
        };
        let (shown, chosen) = (then(Step::Shown), then(Step::Chosen));
        Some(Self { turn_taken, shown, chosen })
    }
}

impl<'a> Updating<'a> {
    /// It is a seat's turn now. Another's ended, perhaps without a play of development cards that it could have played.
    pub fn takes_turn(&mut self, seat: Seat) {
        let (Some(on_the_way), Some(kept)) = (self.on_the_way, self.now.dev_cards.kept_by(seat)) else { return };
        let before = self.holdings();
        self.now.dev_cards = &on_the_way.turn_taken;
        self.recorder.turn_to("kept_cards");
        self.recorder.turn_to_source(Source::Seat(kept));
        self.chose(&before, kept, Kind::Knight, |readiness| {
            format!(
                "Seat {kept} let its turn pass without playing a development card that it held: it may hold one that is kept.{}",
                by_record(readiness, Kind::Knight)
            )
        });
    }

    /// Records what it says that a seat chose to play a development card, or none: `before` are those that it may have held. The number that is
    /// named is how ready it was before the game to play cards of a kind.
    fn chose(&mut self, before: &Holdings, seat: Seat, kind: Kind, summary: impl FnOnce(&Readiness) -> String) {
        let Some(shifted) = before.reweighed(&self.holdings(), seat) else { return };
        let terms = Arc::clone(&self.now.belief.terms);
        let readiness = terms.players.readiness(seat);
        let parameter = Parameter { name: "plays_dev_card", value: readiness.mean(kind) };
        self.recorder.leaned(&self.now, &dev_variables(seat, &DevCard::ALL), shifted, parameter, || summary(readiness));
    }

    /// A seat turns a development card up. From here on the numbers of development cards are those after the event.
    pub fn plays(&mut self, seat: Seat, card: DevCard) -> Updated {
        if is_played_in_turn(card) {
            self.takes_turn(seat);
        }
        self.recorder.turn_to("dev_card");
        self.recorder.turn_to_source(Source::Seat(seat));
        let contradicts = || Contradiction {
            detail: format!("seat {seat} cannot hold a {} card", card.words()),
            variables: dev_variables(seat, &DevCard::ALL),
            certain: true,
        };
        let mut played = self.now.belief.dev_cards;
        played.play(seat, card, self.now.dev_cards).ok_or_else(contradicts)?;
        if let Some(on_the_way) = self.on_the_way
            && !self.now.belief.dev_cards.is_known(seat, card)
        {
            self.shows(on_the_way, seat, card);
        }
        (self.now.belief.dev_cards, self.now.dev_cards) = (played, &self.change.after.dev_cards);
        self.recorder.moved(&self.now, || format!("Seat {seat} played a {} card.", card.words()));
        Ok(())
    }

    /// Records what it says that a seat holds a card and chooses to play it, apart from the card's leaving its hand.
    fn shows(&mut self, on_the_way: &'a OnTheWay, seat: Seat, card: DevCard) {
        let about = dev_variables(seat, &[card]);
        let summary = || format!("A card that seat {seat} held was a {} card.", card.words());
        let (held, shown) = (self.holdings(), self.now.belief.holdings(&on_the_way.shown));
        if let Some(holds) = held.reweighed(&shown, seat) {
            self.now.dev_cards = &on_the_way.shown;
            self.recorder.learned(&self.now, &about, holds.expected, summary);
            // A victory point is not chosen to be played: it is turned up.
            if let Some(kind) = Kind::of(card) {
                self.now.dev_cards = &on_the_way.chosen;
                self.chose(&shown, seat, kind, |readiness| {
                    let record = by_record(readiness, kind);
                    format!("Seat {seat} chose to play a {} card, of those that it may hold.{record}", card.words())
                });
            }
        } else if let Some(p) = held.turns_up(seat, card).filter(|p| *p < 1.0) {
            // Any card of the seat: it is known from here on, until it is played.
            let _ = self.now.belief.dev_cards.see(seat, card, self.now.dev_cards);
            self.recorder.learned(&self.now, &about, p, summary);
        }
    }

    /// All unplayed development cards, as they are believed to be now.
    pub fn holdings(&self) -> Holdings {
        self.now.belief.holdings(self.now.dev_cards)
    }

    /// A seat shows that it holds a bundle, by giving it away.
    pub fn pays(&mut self, seat: Seat, bundle: &Bundle, what: &str) -> Updated {
        let needed = bundle.counts();
        let Some(p) = self.now.belief.hands.require(seat, &needed) else {
            let most = self.now.belief.most_held(seat);
            let lacking: Amounts = std::array::from_fn(|kind| if needed[kind] > most[kind] { needed[kind] } else { 0 });
            let (why, about) = if lacking == [0; RESOURCES] {
                ("in no world does it hold all of it".to_owned(), variables(seat, &needed))
            } else {
                let held: Amounts = std::array::from_fn(|kind| if needed[kind] > 0 { most[kind] } else { 0 });
                let is_free = [BuildPiece::Road, BuildPiece::Settlement].iter().any(|piece| piece.words() == what);
                let hint = if is_free && held == [0; RESOURCES] {
                    "; a piece that is placed without being paid for has `free`: true"
                } else {
                    ""
                };
                (format!("in every world it holds at most {}{hint}", in_words(&held)), variables(seat, &lacking))
            };
            return Err(Contradiction {
                detail: format!("seat {seat} cannot pay {bundle}: {why}"),
                variables: about,
                certain: false,
            });
        };
        self.learned(|| variables(seat, &needed), p, || format!("Seat {seat} held {bundle}: it paid that for {what}."));
        Ok(())
    }

    /// Cards come from the bank, which must have them.
    pub fn bank_pays(&mut self, gains: &Amounts) -> Updated {
        if let Some(supply) = self.now.belief.terms.setup.supply() {
            let short: Vec<Resource> = Resource::ALL
                .into_iter()
                .filter(|resource| {
                    let kind = *resource as usize;
                    gains[kind] > 0 && self.now.belief.totals.1[kind] + gains[kind] > supply
                })
                .collect();
            if !short.is_empty() {
                let names: Vec<&str> = short.iter().map(|resource| resource.name()).collect();
                let seats = self.now.belief.terms.seats;
                self.learn(
                    |row| short.iter().all(|kind| total(row, *kind as usize) + gains[*kind as usize] <= supply),
                    || (0..seats).flat_map(|seat| short.iter().map(move |resource| variable(seat, *resource))).collect(),
                    || format!("The bank still had enough {}.", names.join(" and ")),
                    || format!("the bank cannot pay {}: there are {supply} of each, and too many are in hands", in_words(gains)),
                )?;
                for resource in &short {
                    self.now.belief.totals.1[*resource as usize] = supply - gains[*resource as usize];
                }
            }
        }
        let (least, most) = &mut self.now.belief.totals;
        least.iter_mut().zip(gains).for_each(|(least, gain)| *least += gain);
        most.iter_mut().zip(gains).for_each(|(most, gain)| *most += gain);
        Ok(())
    }

    /// Cards go to the bank.
    pub fn bank_gets(&mut self, cards: &Amounts) {
        let (least, most) = &mut self.now.belief.totals;
        least.iter_mut().zip(cards).for_each(|(least, count)| *least = (*least - count).max(0));
        most.iter_mut().zip(cards).for_each(|(most, count)| *most = (*most - count).max(0));
    }

    /// A fact about all hands. `about` are the variables that it is about.
    pub fn learn(
        &mut self,
        fact: impl Fn(&Row) -> bool,
        about: impl Fn() -> Vec<String>,
        summary: impl FnOnce() -> String,
        detail: impl FnOnce() -> String,
    ) -> Updated {
        let Some(p) = self.now.belief.hands.condition(fact) else {
            return Err(Contradiction { detail: detail(), variables: about(), certain: false });
        };
        self.learned(about, p, summary);
        Ok(())
    }

    /// A fact about hands, of this probability, struck worlds. The variables are named only where evidence is asked for.
    pub fn learned(&mut self, about: impl FnOnce() -> Vec<String>, p: f64, summary: impl FnOnce() -> String) {
        self.now.belief.survived(p, 1.0);
        self.tell(about, p, summary);
    }

    /// Evidence that something of this probability was seen.
    pub fn tell(&mut self, about: impl FnOnce() -> Vec<String>, p: f64, summary: impl FnOnce() -> String) {
        if self.recorder.is_on() {
            self.recorder.learned(&self.now, &about(), p, summary);
        }
    }

    /// How a seat behaved shifted weight: its likelihood is 1 in some worlds, and the parameter's value in the others.
    pub fn leaned(
        &mut self,
        about: impl FnOnce() -> Vec<String>,
        shifted: Reweighed,
        parameter: Parameter,
        summary: impl FnOnce() -> String,
    ) {
        let (mean, other) = (shifted.expected, parameter.value);
        let ones = if other < 1.0 { ((mean - other) / (1.0 - other)).clamp(0.0, 1.0) } else { 1.0 };
        self.now.belief.survived(mean, (ones + (1.0 - ones) * other * other) / mean);
        if self.recorder.is_on() {
            self.recorder.leaned(&self.now, &about(), shifted, parameter, summary);
        }
    }

    /// From here on the public numbers are those after the event.
    pub fn count(&mut self) {
        self.now.counts = &self.change.after.counts;
        self.now.dev_cards = &self.change.after.dev_cards;
    }

    /// Keeps the number of worlds within the parameters.
    pub fn limit(&mut self) {
        let lost = self.now.belief.hands.limit(self.now.belief.terms.threshold, self.now.belief.terms.most);
        if lost > 0.0 {
            self.now.belief.lose(lost);
            self.recorder.moved(&self.now, || format!("Worlds of probability {lost:.2e} were dropped: too many to track."));
        }
    }
}

/// What a seat's own games say of how ready it is to play cards of a kind; nothing of a stranger.
fn by_record(readiness: &Readiness, kind: Kind) -> String {
    let record = readiness.record(kind);
    let turns = match format!("{:.0}", record.opportunities).as_str() {
        "0" => return String::new(),
        "1" => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let cards = match kind {
        Kind::Knight => "a knight",
        Kind::RoadBuilding => "road building",
        Kind::Other => "a year of plenty or a monopoly",
    };
    let plays = record.successes;
    format!(
        " In its own games, of which older ones count less, it played {cards} in about {plays:.0} of {turns} in which a card that it had bought could be \
         played for the first time."
    )
}
