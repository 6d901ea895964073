//! How far the filter is from the sum over ways: each seat plays a round in one way, which every choice of it shares, and each world is weighed
//! by the product of what was chosen in it, summed over the ways of every seat. The filter reads each card by itself, keeps the cards apart when it
//! moves the weights of the ways, and rounds what it says of a card.

use serde_json::json;

use super::brute::{Reader, known};
use super::*;
use crate::belief::seeded;
use crate::rulesets::vinto::likelihood::{CALLS_BLINDLY, CALLS_BY_LOT};
use crate::rulesets::vinto::{RANKS, play};

/// Bounds of the distance (half of the sum of differences) of P(rank) of a card from that of the sum over ways: of the mean over all cards, and of
/// any card. On these games they are .0097 and .349.
const MEAN: f64 = 0.015;
const WORST: f64 = 0.4;

impl Reader {
    /// P(rank) of each hidden card of the rows by the sum over ways; `None` where the cards are too many, or where a choice rested on a card that is
    /// neither known nor in a row.
    fn over_ways(&self, table: &Table) -> Option<Vec<(Instance, [f64; RANKS])>> {
        let hidden = self.hidden(table)?;
        let at = |card: Instance| hidden.iter().position(|other| *other == card);
        let laid = |card: Instance| self.facts.known.contains_key(&card) || at(card).is_some();
        let acts = &self.listener.acts;
        if !acts.iter().all(|act| act.cards.iter().copied().chain(act.beside).all(laid)) {
            return None;
        }
        let mut marginals: Vec<(Instance, [f64; RANKS])> = hidden.iter().map(|card| (*card, [0.0; RANKS])).collect();
        let mut all = 0.0;
        for (world, dealt) in self.worlds(table, &hidden, false) {
            let rank_of = |card: Instance| at(card).map_or_else(|| self.facts.known[&card], |place| world[place]);
            let mut by_way = self.listener.first.clone();
            for act in acts {
                let p = act.probability(rank_of);
                let ways = by_way.get_mut(&act.seat).expect("a seat");
                *ways = std::array::from_fn(|way| ways[way] * p[way]);
            }
            if let Some((cards, others, seat)) = &self.call {
                let total: i32 = cards.iter().map(|card| rank_of(*card).value()).sum();
                let calls = CALLS_BLINDLY.value + (1.0 - CALLS_BLINDLY.value) * Self::calls(f64::from(total) + others);
                let ways = by_way.get_mut(seat).expect("a seat");
                *ways = [ways[0] * CALLS_BY_LOT.value, ways[1] * calls, ways[2] * calls];
            }
            let weight: f64 = dealt * by_way.values().map(|ways| ways.iter().sum::<f64>()).product::<f64>();
            all += weight;
            marginals.iter_mut().zip(&world).for_each(|((_, p), rank)| p[rank.index()] += weight);
        }
        marginals.iter_mut().for_each(|(_, p)| *p = p.map(|p| p / all));
        Some(marginals)
    }
}

/// Rounds of two seats with rows of two, draws seen by all or not.
#[test]
fn the_filter_is_near_the_sum_over_ways() {
    let (mut sum, mut worst, mut cards) = (0.0, 0.0_f64, 0.0);
    for seed in 60..84 {
        let draws = ["public", "private"][seed as usize % 2];
        let mut opening = opening(json!({"row": 2, "peeks": 1, "draws": draws, "failures_shown": false}), json!({}), 2);
        opening.seats[1].profile = known();
        let game = play(&opening.setup, 2, None, &mut seeded(seed, 0));
        let mut watch = Watch::new(&opening, Observer::Public);
        let mut reader = Reader::new(&opening);
        for (at, event) in game.events.iter().enumerate() {
            reader.read(&watch.table, &view(&opening.setup, event, Observer::Public));
            watch.see(event, &mut Evidence::off()).expect("true events");
            reader.hear(&watch.belief, &watch.table);
            if !watch.table.playing || at % 5 != 0 {
                continue;
            }
            for (card, p) in reader.over_ways(&watch.table).into_iter().flatten() {
                let served = watch.belief.ranks(&watch.table, card);
                let distance = served.iter().zip(p).map(|(mine, truth)| (mine - truth).abs()).sum::<f64>() / 2.0;
                (sum, worst, cards) = (sum + distance, worst.max(distance), cards + 1.0);
            }
        }
    }
    let mean = sum / cards;
    println!("distance from the sum over ways: mean {mean:.4}, worst {worst:.4}, of {cards} cards");
    assert!(cards > 200.0 && mean < MEAN && worst < WORST, "mean {mean}, worst {worst}, of {cards} cards");
}
