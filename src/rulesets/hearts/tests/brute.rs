//! The posterior against enumeration of every deal that is left, late in simulated deals, soft evidence included.
//!
//! The enumeration shares with the belief only what was said of each card in each hand, given the weights of the ways (which are filtered, see
//! `reading`): it deals the hidden cards in every way, and judges each deal by the rules of the game from the first card on. A second
//! one, which sums over the ways in which seats may be playing, and reads each choice by its whole hand, says what filtering costs.

use std::collections::BTreeMap;

use super::{game, opening};
use crate::belief::{Draws, Evidence, seeded};
use crate::rulesets::hearts::legal::legal;
use crate::rulesets::hearts::plays::trick_on;
use crate::rulesets::hearts::setup::SEATS;
use crate::rulesets::hearts::ways::Way;
use crate::rulesets::hearts::{Belief, Card, CardSet, Event, Hearts, Played, Scene, Style, Suit, World};
use crate::rulesets::{Observer, Opening, Ruleset, Seat, Watch};
use serde_json::json;

/// Hidden cards of a position at most.
const HIDDEN: usize = 8;

/// What an observer saw of a deal: enough to judge any deal of the hidden cards.
#[derive(Default)]
struct Seen {
    /// Known cards by seat: own hand, passed and received cards; as held when the play began.
    known: BTreeMap<Card, Seat>,
    plays: Vec<(Seat, Card)>,
}

impl Seen {
    fn take(&mut self, event: &Event) {
        match event {
            Event::Deal(deal) => {
                *self = Self::default();
                for (seat, hand) in &deal.hands {
                    self.known.extend(hand.iter().map(|card| (card, *seat)));
                }
            }
            Event::Pass(pass) => self.known.extend(pass.cards.unwrap_or_default().iter().map(|card| (card, pass.to))),
            Event::Receive(receive) => {
                self.known.extend(receive.cards.unwrap_or_default().iter().map(|card| (card, receive.seat)));
            }
            Event::Play(play) => self.plays.push((play.seat, play.card)),
            Event::DealEnd(_) => *self = Self::default(),
        }
    }

    /// Whether the hands, filled up with what was played from them, could have been played so.
    fn allows(&self, world: &World) -> bool {
        let mut hands = world.hands;
        for (seat, card) in &self.plays {
            hands[usize::from(*seat)].insert(*card);
        }
        let mut broken = false;
        for (place, (seat, card)) in self.plays.iter().enumerate() {
            let hand = &mut hands[usize::from(*seat)];
            let lead = self.plays[place / SEATS * SEATS].1.suit();
            let leads = place % SEATS == 0;
            if !leads && card.suit() != lead && !hand.of(lead).is_empty() {
                return false;
            }
            if leads && card.suit() == Suit::Hearts && !broken && *hand != hand.of(Suit::Hearts) {
                return false;
            }
            let penalty = |card: Card| card.suit() == Suit::Hearts || card == Card::QUEEN;
            if place < SEATS && penalty(*card) && hand.iter().any(|held| !penalty(held)) {
                return false;
            }
            broken |= penalty(*card);
            hand.remove(*card);
        }
        self.known.iter().all(|(card, seat)| {
            let played = self.plays.iter().any(|(_, played)| played == card);
            played || world.hands[usize::from(*seat)].contains(*card)
        })
    }

    /// Unnormalised ln weight of a deal: for each card in a hand what was said of it.
    fn ln_weight(&self, belief: &Belief, world: &World) -> f64 {
        world.holders().map(|(card, seat)| libm::log(belief.leaning(card, seat))).sum()
    }

    /// The same by the whole model: every choice read by its hand, and the ways of each seat summed over at the end.
    fn ln_whole(&self, belief: &Belief, opening: &Opening<Hearts>, world: &World) -> f64 {
        let mut hands = world.hands;
        for (seat, card) in &self.plays {
            hands[usize::from(*seat)].insert(*card);
        }
        let mut chances = belief.model.ways.map(|ways| ways.by_way());
        let mut before: Vec<Played> = Vec::new();
        for (seat, card) in &self.plays {
            let at = usize::from(*seat);
            let choices = legal(&opening.setup, &before, hands[at]);
            let follows = trick_on(&before).first().is_none_or(|lead| lead.card.suit() == card.suit());
            let scene = Scene::of_play(&opening.setup, &before, follows);
            for way in Way::ALL {
                let tastes = belief.model.tastes(*seat, way);
                let weight = |card: Card| tastes.map_or(1.0, |tastes| libm::exp(scene.liking(tastes, card)));
                chances[at][way as usize] *= weight(*card) / choices.iter().map(weight).sum::<f64>();
            }
            hands[at].remove(*card);
            before.push(Played { seat: *seat, card: *card });
        }
        chances.iter().map(|ways| libm::log(ways.iter().sum())).sum()
    }
}

/// Every way to deal the cards that the observer does not know to the hands that have room, judged.
fn enumerate(seen: &Seen, out: CardSet, left: [u8; SEATS], ln_weight: impl Fn(&World) -> f64) -> Vec<(World, f64)> {
    let mut start = World::default();
    let mut hidden = Vec::new();
    for card in out.iter() {
        match seen.known.get(&card) {
            Some(seat) => start.hands[usize::from(*seat)].insert(card),
            None => hidden.push(card),
        }
    }
    let mut worlds = vec![start];
    for card in hidden {
        let place = |world: &World| -> Vec<World> {
            let room = |seat: &usize| world.hands[*seat].len() < usize::from(left[*seat]);
            let give = |seat: usize| {
                let mut world = *world;
                world.hands[seat].insert(card);
                world
            };
            (0..SEATS).filter(room).map(give).collect()
        };
        worlds = worlds.iter().flat_map(place).collect();
    }
    worlds.retain(|world| seen.allows(world));
    let ln: Vec<f64> = worlds.iter().map(ln_weight).collect();
    let greatest = ln.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = ln.iter().map(|ln| libm::exp(ln - greatest)).sum();
    worlds.into_iter().zip(ln).map(|(world, ln)| (world, libm::exp(ln - greatest) / sum)).collect()
}

fn agrees(watch: &Watch<'_, Hearts>, worlds: &[(World, f64)], place: &str) {
    let mut p: BTreeMap<(Card, Seat), f64> = BTreeMap::new();
    let mut lengths: BTreeMap<(Seat, Suit, usize), f64> = BTreeMap::new();
    let mut entropy = 0.0;
    for (world, weight) in worlds {
        for held in world.holders() {
            *p.entry(held).or_default() += weight;
        }
        for seat in 0..4 {
            for suit in Suit::ALL {
                *lengths.entry((seat, suit, world.hands[usize::from(seat)].of(suit).len())).or_default() += weight;
            }
        }
        let ln = watch.ln_probability(world);
        assert!((ln - libm::log(*weight)).abs() < 1e-9, "{place}: {world:?} has ln p {ln} for {}", libm::log(*weight));
        entropy -= weight * libm::log2(*weight);
    }
    let solved = watch.belief.solved(&watch.table);
    for card in solved.whereabouts().out().iter() {
        for seat in 0..4 {
            let truth = p.get(&(card, seat)).copied().unwrap_or(0.0);
            let believed = solved.holds(seat, card);
            assert!((believed - truth).abs() < 1e-9, "{place}: {card} at {seat} has {believed} for {truth}");
            assert_eq!(believed == 0.0, truth == 0.0, "{place}: {card} at {seat} is struck or not");
        }
    }
    for ((seat, suit, count), truth) in lengths {
        let believed = solved.suit_length(seat, suit)[count];
        assert!((believed - truth).abs() < 1e-9, "{place}: {count} of {suit:?} at {seat}: {believed} for {truth}");
    }
    let bits = watch.marginals().joint_entropy_bits.unwrap();
    assert!((bits - entropy).abs() < 1e-9, "{place}: {bits} bits jointly for {entropy}");
    for (_, world) in watch.sample(Draws { seed: 3, count: 20 }).worlds {
        assert!(worlds.iter().any(|(possible, _)| *possible == world), "{place}: {world:?} is drawn and ruled out");
    }
}

#[test]
fn agrees_with_every_deal_that_is_left() {
    let (mut positions, mut uneven) = (0, 0);
    let (mut apart, mut filtered, mut whole, mut held) = (0.0, 0.0, 0.0, 0.0);
    for seed in 0..40 {
        let direction = ["left", "right", "across", "hold"][seed as usize % 4];
        let setup = json!({"pass": [direction]});
        let opening: Opening<Hearts> = opening(setup.clone());
        let mut rng = seeded(seed, 9);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let transcript = game(setup, Some(52), &styles, seed);
        for observer in [Observer::Public, Observer::Seat(0), Observer::Seat(2)] {
            let mut watch = Watch::new(&opening, observer);
            let mut seen = Seen::default();
            for (at, (event, truth)) in (1..).zip(transcript.events.iter().zip(&transcript.truth[1..])) {
                let view = Hearts::view(&opening, event, observer).unwrap();
                seen.take(&view);
                watch.see(event, &mut Evidence::off()).unwrap();
                let out = watch.belief.solved(&watch.table).whereabouts().out();
                let hidden = out.iter().filter(|card| !seen.known.contains_key(card)).count();
                if out.is_empty() || hidden > HIDDEN {
                    continue;
                }
                let worlds = enumerate(&seen, out, watch.table.left(), |world| seen.ln_weight(&watch.belief, world));
                agrees(&watch, &worlds, &format!("seed {seed}, {observer} after revision {at}"));
                positions += 1;
                if direction == "hold" {
                    let summed = enumerate(&seen, out, watch.table.left(), |world| seen.ln_whole(&watch.belief, &opening, world));
                    for (card, seat) in truth.holders().filter(|(card, _)| !seen.known.contains_key(card)) {
                        let p: f64 = summed
                            .iter()
                            .filter(|(world, _)| world.hands[usize::from(seat)].contains(card))
                            .map(|(_, p)| p)
                            .sum();
                        let believed = watch.belief.holds(&watch.table, seat, card);
                        apart += (p - believed).abs();
                        filtered -= libm::log2(believed);
                        whole -= libm::log2(p);
                        held += 1.0;
                    }
                }
                uneven += usize::from(worlds.iter().any(|(_, p)| (p - worlds[0].1).abs() > 1e-6));
            }
        }
    }
    let [apart, filtered, whole] = [apart, filtered, whole].map(|sum| sum / held);
    println!("filtered weights: {apart:.4} from the whole model a card; {filtered:.4} bits a card for {whole:.4}");
    assert!(apart < 0.05 && filtered < whole + 0.05, "{apart} apart, {filtered} bits for {whole}");
    assert!(positions >= 500 && uneven >= 200, "{positions} positions, {uneven} of them with soft evidence that matters");
}
