//! What passes say of hands: a hand that passed three cards on kept those that it liked less to pass.

use super::belief::{Belief, NOTHING};
use super::card::{Card, CardSet, DECK};
use super::race::{Rival, all_first, time_of};
use super::reading::{level, power};
use super::scene::{Kind, Scene};
use super::setup::{Direction, SEATS};
use super::taste::ByTaste;
use super::ways::{ByWay, WAYS, Way};
use crate::rulesets::Seat;

/// Cards that a hand keeps, and that it passes on.
const KEPT: f64 = 10.0;
const PASSED: f64 = 3.0;

/// How likely a hand keeps each card, by card, where it was dealt it.
type Kept = [f64; DECK];

fn liking(tastes: Option<&ByTaste>, card: Card) -> f64 {
    tastes.map_or(0.0, |tastes| Scene::PASS.liking(tastes, card))
}

/// How likely a hand of these tastes, of which nothing is known, keeps each of the unknown cards.
fn kept(tastes: Option<&ByTaste>, unknown: &[Card]) -> Kept {
    let weights: Vec<f64> = unknown.iter().map(|card| libm::exp(liking(tastes, *card))).collect();
    let time = time_of(PASSED, ((KEPT + PASSED) / unknown.len() as f64).min(1.0), &weights);
    let mut kept = [1.0; DECK];
    for (card, weight) in unknown.iter().zip(&weights) {
        kept[card.index()] = libm::exp(-weight * time).max(1e-6);
    }
    kept
}

/// The same for each way of a seat. Tastes that several ways and seats share are asked once.
fn kept_by_way(belief: &Belief, seat: Seat, unknown: &[Card], known: &mut Vec<(ByTaste, Kept)>) -> [Kept; WAYS] {
    Way::ALL.map(|way| {
        let Some(tastes) = belief.model.tastes(seat, way) else { return [KEPT / (KEPT + PASSED); DECK] };
        if let Some((_, kept)) = known.iter().find(|(of, _)| of == tastes) {
            return *kept;
        }
        let kept = kept(Some(tastes), unknown);
        known.push((*tastes, kept));
        kept
    })
}

/// What the pass of a seat says of each unknown card in its hand, by way, and how likely the pass was.
fn passed_by_way(belief: &Belief, seat: Seat, passed: CardSet, unknown: &[Card]) -> ([Kept; WAYS], ByWay) {
    let mut chances = [1.0; WAYS];
    let p = (KEPT / unknown.len() as f64).min(1.0);
    let factors = Way::ALL.map(|way| {
        let tastes = belief.model.tastes(seat, way);
        let weights: Vec<f64> = passed.iter().map(|card| libm::exp(liking(tastes, card))).collect();
        let mut rivals: Vec<Rival> = unknown.iter().map(|card| Rival { p, ahead: liking(tastes, *card), factor: 1.0 }).collect();
        chances[way as usize] = all_first(&weights, &mut rivals).max(1e-200);
        let mut kept = [KEPT / (KEPT + PASSED); DECK];
        for (card, rival) in unknown.iter().zip(&rivals) {
            kept[card.index()] *= rival.factor;
        }
        kept
    });
    (factors, chances)
}

/// Puts what the observer knows of passes into the belief, before the first play: of each seat what it kept, and what it may have been
/// given. `seen` is the seat whose pass it saw just now. Returns how likely that pass was, by the ways in which the seat may play; 1 where none was seen.
pub fn read_passes(belief: &mut Belief, direction: Direction, seen: Option<Seat>, left: [u8; SEATS]) -> f64 {
    let mut known = CardSet::EMPTY;
    for seat in 0..SEATS as Seat {
        known = known.or(belief.holders.certain(seat)).or(belief.passed[usize::from(seat)].unwrap_or_default());
    }
    let unknown: Vec<Card> = CardSet::FULL.without(known).iter().collect();
    let mut probability = 1.0;
    if unknown.is_empty() || belief.passed.iter().all(Option::is_none) {
        return probability;
    }
    let mut keeps = [[[1.0; DECK]; WAYS]; SEATS];
    let mut gives = [[0.0; DECK]; SEATS];
    let mut asked = Vec::new();
    for seat in 0..SEATS as Seat {
        let at = usize::from(seat);
        if belief.holders.certain(seat).len() == usize::from(left[at]) {
            continue;
        }
        if let Some(passed) = belief.passed[at] {
            let (factors, chances) = passed_by_way(belief, seat, passed, &unknown);
            keeps[at] = factors;
            if seen == Some(seat) {
                probability = belief.ways[at].mean(chances).min(1.0);
                belief.ways[at] = belief.ways[at].after(chances);
            }
        } else {
            keeps[at] = kept_by_way(belief, seat, &unknown, &mut asked);
            for card in &unknown {
                let kept = belief.ways[at].mean(keeps[at].map(|kept| kept[card.index()]));
                gives[at][card.index()] = 1.0 - kept;
            }
        }
    }
    belief.leanings = NOTHING;
    for card in &unknown {
        for seat in 0..SEATS as Seat {
            let giver = direction.from(seat).filter(|giver| belief.passed[usize::from(*giver)].is_none());
            let given = giver.map_or(0.0, |giver| gives[usize::from(giver)][card.index()]);
            let exponent = belief.model.exponent(seat, Way::Population, Kind::Pass);
            let held = keeps[usize::from(seat)].map(|kept| power(kept[card.index()] + given, exponent));
            belief.leanings[card.index()][usize::from(seat)] = held;
        }
    }
    level(belief, &[0, 1, 2, 3], left);
    probability
}
