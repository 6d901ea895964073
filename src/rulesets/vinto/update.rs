//! What each event does to a belief.
//!
//! What an event tells about cards where they lie comes first, then the cards move, and last comes what it tells about them where they lie
//! now.

use super::belief::Belief;
use super::event::{Event, From, Swap, TossIn, actor};
use super::fold::{Fold, Folded, Reading};
use super::instance::Instance;
use super::marginals::frame;
use super::table::Table;
use crate::belief::{Contradiction, Evidence, Source, Telling};

/// The belief after an event. `table` is the one before it.
///
/// # Errors
/// Where no world is left that agrees with it.
pub fn update(belief: &Belief, table: &Table, event: &Event, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    Ok(fold(belief, table, event, evidence, false)?.0)
}

/// The soft evidence that an event gives, with what was believed before it: for fitting.
#[must_use]
pub fn readings(belief: &Belief, table: &Table, event: &Event) -> Vec<Reading> {
    fold(belief, table, event, &mut Evidence::off(), true).map(|(_, readings)| readings).unwrap_or_default()
}

fn fold(
    belief: &Belief,
    table: &Table,
    event: &Event,
    evidence: &mut Evidence,
    asked: bool,
) -> Result<(Belief, Vec<Reading>), Contradiction> {
    let source = actor(event).map_or(Source::Game, Source::Seat);
    let telling = Telling::new(evidence, belief, frame, "move", source);
    let mut fold = Fold { belief: belief.clone(), telling, readings: asked.then(Vec::new) };
    fold.belief.changed();
    // The fold may have left events out that the table took.
    fold.belief.table = std::sync::Arc::new(table.clone());
    fold.takes(event)?;
    // With evidence on, the posterior was worked out between the steps.
    fold.belief.changed();
    Ok((fold.belief, fold.readings.unwrap_or_default()))
}

impl Fold<'_> {
    fn takes(&mut self, event: &Event) -> Folded {
        let drawn = self.belief.table.drawn.map(|drawn| drawn.instance);
        match event {
            Event::Round(round) => {
                self.belief.hints = std::sync::Arc::default();
                self.belief.call = None;
                self.goes(event, || "A shuffled deck was dealt, face down.".to_owned());
                let turned_up = self.belief.table.discards().first().map(|card| card.instance);
                match round.discard {
                    Some(rank) => self.lands(turned_up, rank, format!("{rank} was turned up.")),
                    None => Ok(()),
                }
            }
            Event::Peek(peek) => self.peeks(event, peek),
            Event::Draw(draw) => {
                let top = self.belief.table.next_draw();
                self.goes(event, || format!("Seat {} drew a card.", draw.seat));
                let what = draw.card.map_or_else(String::new, |card| format!("Seat {} drew {card}.", draw.seat));
                self.draws(top, draw.card, what)
            }
            Event::Swap(swap) => self.swap(event, swap, drawn),
            Event::Discard(discard) => {
                let (seat, card) = (discard.seat, discard.card);
                self.lands(drawn, card, format!("Seat {seat} threw {card} away."))?;
                self.throws_away(seat, card);
                self.goes(event, || format!("Seat {seat} threw the drawn card away."));
                Ok(())
            }
            Event::UseAction(used) => {
                let (seat, card) = (used.seat, used.card);
                if used.from == From::Drawn {
                    self.lands(drawn, card, format!("Seat {seat} played {card}."))?;
                    self.plays(seat, card);
                }
                self.goes(event, || format!("Seat {seat} played {card}."));
                Ok(())
            }
            Event::ForceDraw(force) => {
                self.goes(event, || format!("Seat {} took an unseen card into its row.", force.target));
                Ok(())
            }
            Event::TakeDiscard(take) => {
                self.goes(event, || format!("Seat {} took {} from the discards.", take.seat, take.card));
                Ok(())
            }
            Event::Switch(switch) => {
                self.switches(switch);
                self.goes(event, || format!("Seat {} switched two cards.", switch.seat));
                Ok(())
            }
            Event::Declare(declare) => {
                if let Some(card) = self.belief.table.at(declare.target, declare.position) {
                    self.declares(declare, card)?;
                }
                self.goes(event, || format!("Seat {}'s card left its row.", declare.target));
                Ok(())
            }
            Event::TossIn(toss) => self.toss_in(event, toss),
            Event::TossWindow(window) => {
                self.keeps_back(window);
                self.goes(event, || "The time to toss in was over.".to_owned());
                Ok(())
            }
            Event::Penalty(penalty) => {
                self.goes(event, || format!("Seat {} took an unseen card into its row, for a mistake.", penalty.seat));
                Ok(())
            }
            Event::Reshuffle(_) => {
                self.goes(event, || "The discards were shuffled under the draw pile.".to_owned());
                Ok(())
            }
            Event::Vinto(vinto) => {
                self.called(vinto.seat);
                self.goes(event, || format!("Seat {} called the round.", vinto.seat));
                Ok(())
            }
            Event::Reveal(reveal) => {
                self.reveals(reveal)?;
                self.goes(event, || "The round was over.".to_owned());
                Ok(())
            }
        }
    }

    fn swap(&mut self, event: &Event, swap: &Swap, drawn: Option<Instance>) -> Folded {
        let Swap { seat, position, out, .. } = *swap;
        let what = swap.drawn.map_or_else(String::new, |card| format!("Seat {seat} put {card} into its row."));
        self.draws(drawn, swap.drawn, what)?;
        let Some(given) = self.belief.table.at(seat, position) else { return Ok(()) };
        let taken = drawn.and_then(|drawn| self.belief.known(drawn));
        // Where it is shown in the same event, what the choice says of it comes to nothing; the preset tells it first, as its design does.
        if let Some(taken) = taken
            && (out.is_none() || self.belief.model.parameters.preset.is_some())
        {
            self.gives_up(seat, given, taken);
        }
        if let Some(out) = out {
            self.lands(Some(given), out, format!("Seat {seat} gave up its card at position {position}: it is {out}."))?;
        }
        let (out, knew) = (self.belief.known(given), self.belief.table.has_seen(seat, given));
        self.holds(seat, given, out);
        self.goes(event, || format!("Seat {seat} put the drawn card into its row at position {position}."));
        if let Some(kept) = drawn.filter(|drawn| self.belief.known(*drawn).is_none()) {
            self.keeps(seat, kept, out, knew);
        }
        Ok(())
    }

    fn toss_in(&mut self, event: &Event, toss: &TossIn) -> Folded {
        let seat = toss.seat;
        let at = |position: &u8| self.belief.table.at(seat, *position);
        let Some(cards) = toss.positions.iter().map(at).collect::<Option<Vec<Instance>>>() else { return Ok(()) };
        if toss.success {
            self.tossed(toss, &cards)?;
        } else {
            self.tosses_wrongly(toss, &cards)?;
        }
        self.goes(event, || format!("Seat {seat}'s tossed cards left its row, and the places behind them moved up."));
        Ok(())
    }
}
