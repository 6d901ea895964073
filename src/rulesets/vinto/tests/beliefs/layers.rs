//! More hidden cards than can be laid world by world: slot by slot, ways that use the same cards are laid together. Nothing of the belief's own
//! sum, which goes rank by rank, is used.

use super::brute::{Ranks, Reader};
use super::*;
use crate::belief::seeded;
use crate::rulesets::vinto::{Instance, RANKS, play};

/// Hidden cards that this can bear: with eight there are 203,490 ways to use cards of fourteen ranks.
const MOST: usize = 8;

/// How many cards of each rank of each pool are used, three bits each.
type Used = u128;

fn place_of(pool: usize, rank: Rank) -> usize {
    assert!(pool < 3, "more reshuffles than fit");
    (pool * RANKS + rank.index()) * 3
}

struct Layers<'a> {
    reader: &'a Reader,
    table: &'a Table,
    /// The cards of the call come first.
    hidden: Vec<Instance>,
    called: usize,
    left: Vec<[u8; RANKS]>,
}

impl Layers<'_> {
    /// What laying a rank in a slot multiplies the weight by, and the cards that are used then.
    fn step(&self, slot: usize, used: Used, rank: Rank) -> (Used, f64) {
        let card = self.hidden[slot];
        let pool = self.table.pool_of(card).expect("a pool");
        let place = place_of(pool, rank);
        let cards = f64::from(self.left[pool][rank.index()]) - (used >> place & 7) as f64;
        let after = used + (1 << place);
        let weight = cards.max(0.0) * self.reader.weight(card, rank);
        // With the last card of the call its total is known.
        (after, if slot + 1 == self.called && weight > 0.0 { weight * self.factor(after) } else { weight })
    }

    fn factor(&self, used: Used) -> f64 {
        let Some((cards, others, _)) = &self.reader.call else { return 1.0 };
        let known: i32 = cards.iter().filter_map(|card| self.reader.facts.known.get(card)).map(|rank| rank.value()).sum();
        let laid: i32 = (0..self.left.len())
            .flat_map(|pool| Rank::ALL.map(|rank| (used >> place_of(pool, rank) & 7) as i32 * rank.value()))
            .sum();
        self.reader.factor(f64::from(known + laid) + others)
    }

    /// P(rank) of each hidden card: for each slot, what leads to it times what follows.
    fn marginals(&self) -> Ranks {
        let mut layers: Vec<Vec<(Used, f64)>> = vec![vec![(0, 1.0)]];
        for slot in 0..self.hidden.len() {
            let laid = |(used, weight): &(Used, f64)| {
                let (used, weight) = (*used, *weight);
                Rank::ALL.into_iter().map(move |rank| self.step(slot, used, rank)).map(move |(used, by)| (used, weight * by))
            };
            let mut next: Vec<(Used, f64)> = layers[slot].iter().flat_map(laid).filter(|(_, weight)| *weight > 0.0).collect();
            next.sort_unstable_by_key(|(used, _)| *used);
            next.dedup_by(|from, into| {
                let same = from.0 == into.0;
                into.1 += if same { from.1 } else { 0.0 };
                same
            });
            layers.push(next);
        }
        let mut marginals = Ranks::new();
        let mut follow = vec![1.0; layers[self.hidden.len()].len()];
        let sum: f64 = layers[self.hidden.len()].iter().map(|(_, weight)| weight).sum();
        for slot in (0..self.hidden.len()).rev() {
            let after = &layers[slot + 1];
            let mut p = [0.0; RANKS];
            let mut before = Vec::with_capacity(layers[slot].len());
            for (used, weight) in &layers[slot] {
                let mut follows = 0.0;
                for rank in Rank::ALL {
                    let (next, by) = self.step(slot, *used, rank);
                    if by > 0.0 {
                        let at = after.binary_search_by_key(&next, |(used, _)| *used).expect("laid above");
                        p[rank.index()] += weight * by * follow[at] / sum;
                        follows += by * follow[at];
                    }
                }
                before.push(follows);
            }
            follow = before;
            marginals.insert(self.hidden[slot], p);
        }
        marginals
    }
}

impl Reader {
    /// P(rank) of each hidden card of the rows. `None` where there are too many.
    pub fn by_layers(&self, table: &Table) -> Option<Ranks> {
        let called = |card: &Instance| self.call.as_ref().is_some_and(|(cards, _, _)| cards.contains(card));
        let mut hidden: Vec<Instance> =
            table.rows().flat_map(|(_, row)| row).copied().filter(|card| !self.facts.known.contains_key(card)).collect();
        if hidden.len() > MOST {
            return None;
        }
        hidden.sort_by_key(|card| !called(card));
        let mut left: Vec<[u8; RANKS]> = table.pools().iter().map(|pool| pool.ranks).collect();
        for (card, rank) in &self.facts.known {
            left[table.pool_of(*card).expect("a pool")][rank.index()] -= 1;
        }
        let called = hidden.iter().filter(|card| called(card)).count();
        Some(Layers { reader: self, table, hidden, called, left }.marginals())
    }
}

/// Eight hidden cards, through rounds with private draws and a call.
#[test]
fn rounds_with_eight_hidden_cards() {
    let setup = json!({"row": 4, "peeks": 2, "draws": "private", "failures_shown": false});
    let (mut compared, mut eight, mut calls) = (0, 0, 0);
    for seed in 40..46 {
        let opening = opening(setup.clone(), json!({}), 2);
        let game = play(&opening.setup, 2, None, &mut seeded(seed, 0));
        let observer = [Observer::Public, Observer::Seat(0)][seed as usize % 2];
        let mut watch = Watch::new(&opening, observer);
        let mut reader = Reader::new(&opening);
        for (at, event) in game.events.iter().enumerate() {
            let seen = view(&opening.setup, event, observer);
            reader.read(&watch.table, &seen);
            watch.see(event, &mut Evidence::off()).expect("true events");
            let (belief, table) = (&watch.belief, &watch.table);
            reader.hear(belief, table);
            if !table.playing || !(at % 19 == 0 || matches!(event, Event::Vinto(_))) {
                continue;
            }
            let Some(marginals) = reader.by_layers(table).filter(|ranks| ranks.len() > 5) else { continue };
            for (card, p) in &marginals {
                for (mine, truth) in belief.ranks(table, *card).iter().zip(p) {
                    assert!((mine - truth).abs() < 1e-9, "seed {seed}, {observer}, event {at}: {card} has {mine} for {truth}");
                }
            }
            compared += 1;
            eight += u32::from(marginals.len() == MOST);
            calls += u32::from(reader.call.is_some());
        }
    }
    assert!(compared > 8 && eight > 2 && calls > 1, "{compared} compared, {eight} of eight cards, {calls} under a call");
}
