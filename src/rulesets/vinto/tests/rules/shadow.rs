//! Cards moved by hand: rows of ranks, without instances, that follow the events. They must always be where the simulator says.

use std::collections::{BTreeMap, BTreeSet};

use crate::belief::seeded;
use crate::rulesets::Seat;
use crate::rulesets::vinto::event::{Event, From};
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::setup::{Setup, Sight};
use crate::rulesets::vinto::simulator::play;
use crate::rulesets::vinto::world::World;

/// Ranks where they lie.
struct Shadow {
    rows: BTreeMap<Seat, Vec<Rank>>,
    pile: Vec<Rank>,
    drawn: Option<Rank>,
}

impl Shadow {
    fn follow(&mut self, event: &Event, fresh: &World) {
        let row = |rows: &mut BTreeMap<Seat, Vec<Rank>>, seat: Seat, rank: Rank| rows.get_mut(&seat).expect("a seat").push(rank);
        match event {
            Event::Round(_) => {
                *self = Self { rows: fresh.rows.clone(), pile: fresh.draw_pile.clone(), drawn: None };
            }
            // The shuffle is the simulator's; what lay on top stays there.
            Event::Reshuffle(reshuffle) => {
                assert_eq!(fresh.draw_pile[..usize::from(reshuffle.kept)], self.pile[..]);
                self.pile.clone_from(&fresh.draw_pile);
            }
            Event::Draw(draw) => {
                self.drawn = Some(self.pile.remove(0));
                assert_eq!(self.drawn, draw.card);
            }
            Event::Swap(swap) => {
                let drawn = self.drawn.take().expect("a drawn card");
                let place = &mut self.rows.get_mut(&swap.seat).expect("a seat")[usize::from(swap.position)];
                assert_eq!((swap.drawn, swap.out), (Some(drawn), Some(*place)));
                *place = drawn;
            }
            Event::Discard(discard) => assert_eq!(self.drawn.take(), Some(discard.card)),
            Event::UseAction(used) if used.from == From::Drawn => assert_eq!(self.drawn.take(), Some(used.card)),
            Event::Penalty(penalty) => row(&mut self.rows, penalty.seat, self.pile.remove(0)),
            Event::ForceDraw(force) => row(&mut self.rows, force.target, self.pile.remove(0)),
            Event::Peek(peek) => assert_eq!(Some(self.rows[&peek.target][usize::from(peek.position)]), peek.card),
            Event::Switch(switch) if switch.executed => {
                let (a, b) = (switch.a, switch.b);
                let first = self.rows[&a.seat][usize::from(a.position)];
                let second = self.rows[&b.seat][usize::from(b.position)];
                self.rows.get_mut(&a.seat).expect("a seat")[usize::from(a.position)] = second;
                self.rows.get_mut(&b.seat).expect("a seat")[usize::from(b.position)] = first;
            }
            Event::Declare(declare) => {
                let row = self.rows.get_mut(&declare.target).expect("a seat");
                let truth = row[usize::from(declare.position)];
                if declare.actual == Some(declare.rank) {
                    row.remove(usize::from(declare.position));
                }
                assert_eq!(truth == declare.rank, declare.actual == Some(declare.rank));
                assert!(declare.actual.is_none_or(|actual| actual == truth));
            }
            Event::TossIn(toss) => {
                let row = self.rows.get_mut(&toss.seat).expect("a seat");
                let thrown: Vec<Rank> = toss.positions.iter().map(|position| row[usize::from(*position)]).collect();
                assert!(toss.cards.is_empty() || toss.cards == thrown);
                if toss.success {
                    let gone: BTreeSet<u8> = toss.positions.iter().copied().collect();
                    let kept = (0..).zip(row.iter()).filter(|(position, _)| !gone.contains(position)).map(|(_, rank)| *rank);
                    *row = kept.collect();
                }
            }
            Event::Reveal(reveal) => assert_eq!(reveal.hands, self.rows),
            _ => {}
        }
    }
}

#[test]
fn every_card_is_where_the_events_put_it() {
    for seed in 0..60_u64 {
        let seats = 2 + (seed % 5) as usize;
        let setup = Setup {
            draws: (seed % 2 == 1).then_some(Sight::Private),
            failures_shown: Some(seed % 3 != 2),
            initial_discard: Some(seed % 4 == 3),
            ..Setup::default()
        };
        let game = play(&setup, seats, Some(120), &mut seeded(seed, 5));
        let mut shadow = Shadow { rows: BTreeMap::new(), pile: Vec::new(), drawn: None };
        assert!(game.events.len() > 100, "seed {seed}: {} events", game.events.len());
        for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
            shadow.follow(event, truth);
            assert_eq!(shadow.rows, truth.rows, "seed {seed}: {event:?}");
            assert_eq!(shadow.pile, truth.draw_pile, "seed {seed}: {event:?}");
            let in_hand = if matches!(event, Event::Reveal(_)) { None } else { shadow.drawn };
            assert_eq!(in_hand, truth.drawn, "seed {seed}: {event:?}");
        }
    }
}
