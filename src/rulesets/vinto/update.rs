//! What each event does to a belief.
//!
//! What an event says of cards where they lie comes first, then the cards move, and last comes what it says of them where they lie
//! now.

use super::Vinto;
use super::belief::Belief;
use super::choice::Choice;
use super::event::{Event, From, Swap, TossIn, actor};
use super::evidence::swap_behavior::When;
use super::fold::{MOVE, Possible, Situation, Updating};
use super::instance::Instance;
use super::marginals::frame;
use crate::belief::{Contradiction, Evidence, EvidenceRecorder, Source};
use crate::rulesets::Change;

/// The belief after an event.
///
/// # Errors
/// Where no world is left that agrees with it.
pub fn update(belief: &Belief, change: &Change<'_, Vinto>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let source = actor(change.view).map_or(Source::Game, Source::Seat);
    let now = Situation { belief: belief.clone(), table: change.before };
    let recorder = EvidenceRecorder::new(evidence, &now, frame, MOVE, source);
    let mut updating = Updating { now, after: change.after, recorder };
    updating.takes(change.view)?;
    updating.moves();
    updating.settles_throws()?;
    Ok(updating.now.belief)
}

impl Updating<'_> {
    /// What a choice says of cards where they lie.
    fn weighs(&mut self, choice: Option<&Choice>, when: When) {
        if let Some(choice) = choice {
            self.chooses(choice, when);
        }
    }

    fn takes(&mut self, event: &Event) -> Possible {
        let choice = Choice::of(self.now.table, event);
        let choice = choice.as_ref();
        let drawn = self.now.table.drawn.map(|drawn| drawn.instance);
        match event {
            Event::Round(round) => {
                self.now.belief.forget();
                self.goes(|| "A shuffled deck was dealt, face down.".to_owned());
                let turned_up = self.now.table.discards().first().map(|card| card.instance);
                match round.discard {
                    Some(rank) => self.lands(turned_up, rank, format!("{rank} was turned up.")),
                    None => Ok(()),
                }
            }
            Event::Peek(peek) => self.peeks(peek),
            Event::Draw(draw) => {
                let top = self.now.table.next_draw();
                self.goes(|| format!("Seat {} drew a card.", draw.seat));
                let what = draw.card.map_or_else(String::new, |card| format!("Seat {} drew {card}.", draw.seat));
                self.draws(top, draw.card, what)
            }
            Event::Swap(swap) => self.swap(swap, drawn, choice),
            Event::Discard(discard) => {
                let (seat, card) = (discard.seat, discard.card);
                self.lands(drawn, card, format!("Seat {seat} threw {card} away."))?;
                self.weighs(choice, When::Before);
                self.goes(|| format!("Seat {seat} threw the drawn card away."));
                Ok(())
            }
            Event::UseAction(used) => {
                let (seat, card) = (used.seat, used.card);
                if used.from == From::Drawn {
                    self.lands(drawn, card, format!("Seat {seat} played {card}."))?;
                    self.weighs(choice, When::Before);
                }
                self.goes(|| format!("Seat {seat} played {card}."));
                Ok(())
            }
            Event::ForceDraw(force) => {
                self.goes(|| format!("Seat {} took an unseen card into its row.", force.target));
                Ok(())
            }
            Event::TakeDiscard(take) => {
                self.goes(|| format!("Seat {} took {} from the discards.", take.seat, take.card));
                Ok(())
            }
            Event::Switch(switch) => {
                self.weighs(choice, When::Before);
                self.goes(|| format!("Seat {} switched two cards.", switch.seat));
                Ok(())
            }
            Event::Declare(declare) => {
                if let Some(card) = self.now.table.at(declare.target, declare.position) {
                    self.declares(declare, card)?;
                }
                self.goes(|| format!("Seat {}'s card left its row.", declare.target));
                Ok(())
            }
            Event::TossIn(toss) => self.toss_in(toss),
            Event::TossWindow(window) => {
                self.keeps_back(window);
                self.goes(|| "The time to toss in was over.".to_owned());
                Ok(())
            }
            Event::Penalty(penalty) => {
                self.goes(|| format!("Seat {} took an unseen card into its row, for a mistake.", penalty.seat));
                Ok(())
            }
            Event::Reshuffle(_) => {
                self.now.belief.shuffles(self.now.table, self.after);
                self.goes(|| "The discards were shuffled under the draw pile.".to_owned());
                Ok(())
            }
            Event::Vinto(vinto) => {
                self.called(vinto.seat);
                self.goes(|| format!("Seat {} called the round.", vinto.seat));
                Ok(())
            }
            Event::Reveal(reveal) => {
                self.reveals(reveal)?;
                self.goes(|| "The round was over.".to_owned());
                Ok(())
            }
        }
    }

    fn swap(&mut self, swap: &Swap, drawn: Option<Instance>, choice: Option<&Choice>) -> Possible {
        let Swap { seat, position, out, .. } = *swap;
        let what = swap.drawn.map_or_else(String::new, |card| format!("Seat {seat} put {card} into its row."));
        self.draws(drawn, swap.drawn, what)?;
        let Some(given) = self.now.table.at(seat, position) else { return Ok(()) };
        if let Some(taken) = drawn.and_then(|drawn| self.now.belief.known(drawn)) {
            self.gives_up_by_seed(seat, given, taken);
        }
        // Face down, or not: what all have seen of a card before lies there for all.
        if let Some(out) = out.or(self.now.table.shown(given)) {
            self.lands(Some(given), out, format!("Seat {seat} gave up its card at position {position}: it is {out}."))?;
        }
        self.weighs(choice, When::Before);
        self.goes(|| format!("Seat {seat} put the drawn card into its row at position {position}."));
        self.weighs(choice, When::After);
        Ok(())
    }

    fn toss_in(&mut self, toss: &TossIn) -> Possible {
        let seat = toss.seat;
        let at = |position: &u8| self.now.table.at(seat, *position);
        let Some(cards) = toss.positions.iter().map(at).collect::<Option<Vec<Instance>>>() else { return Ok(()) };
        self.tossed_so(seat, toss.success);
        if toss.success {
            self.tossed(toss, &cards)?;
        } else {
            self.tosses_wrongly(toss, &cards)?;
        }
        self.goes(|| format!("Seat {seat}'s tossed cards left its row, and the cards after them moved up."));
        Ok(())
    }
}
