//! The posterior against enumeration of every deal that is left, late in simulated deals, soft evidence included.
//!
//! The enumeration shares with the belief only which cards a choice speaks of (`clue`) and the numbers (`likelihood`): it deals the
//! hidden cards in every way, judges each deal by the rules of the game from the first card on, and weighs it by every choice.

use std::collections::BTreeMap;

use super::{game, opening};
use crate::belief::{Draws, Evidence, seeded};
use crate::rulesets::hearts::clue;
use crate::rulesets::hearts::likelihood::{Clue, FLOOR};
use crate::rulesets::hearts::setup::SEATS;
use crate::rulesets::hearts::{Card, CardSet, Event, Hearts, Style, Suit, Table, World};
use crate::rulesets::{Observer, Opening, Ruleset, Seat, Watch};
use serde_json::json;

/// Hidden cards of a position at most.
const HIDDEN: usize = 8;

/// A choice that speaks of cards: whose, how much, and of which.
struct Spoken {
    seat: Seat,
    ln: f64,
    cards: CardSet,
}

/// What an observer saw of a deal: enough to judge any deal of the hidden cards.
#[derive(Default)]
struct Seen {
    /// Known cards by seat: own hand, passed and received cards; as held when the play began.
    known: BTreeMap<Card, Seat>,
    plays: Vec<(Seat, Card)>,
    spoken: Vec<Spoken>,
}

fn value(clue: Clue) -> f64 {
    libm::log(clue.likelihood().value)
}

impl Seen {
    fn take(&mut self, table: &Table, event: &Event, observer: Observer) {
        let spoken = &mut self.spoken;
        match event {
            Event::Deal(deal) => {
                *self = Self::default();
                for (seat, hand) in &deal.hands {
                    self.known.extend(hand.iter().map(|card| (card, *seat)));
                }
            }
            Event::Pass(pass) => {
                for card in pass.cards.unwrap_or_default().iter() {
                    self.known.insert(card, pass.to);
                }
                if (0..4).all(|seat| seat == usize::from(pass.seat) || table.passed[seat])
                    && let Observer::Seat(own) = observer
                {
                    let to = table.direction.to(own).unwrap();
                    clue::of_keeping(table.direction, &mut |clue, cards| {
                        spoken.push(Spoken { seat: to, ln: value(clue), cards });
                    });
                }
            }
            Event::Receive(receive) => {
                for card in receive.cards.unwrap_or_default().iter() {
                    self.known.insert(card, receive.seat);
                }
                clue::of_passing(receive.cards.unwrap_or_default(), &mut |clue, cards| {
                    spoken.push(Spoken { seat: receive.from, ln: value(clue), cards });
                });
            }
            Event::Play(play) => {
                clue::of_play(table, play, |clue, cards| spoken.push(Spoken { seat: play.seat, ln: value(clue), cards }));
                self.plays.push((play.seat, play.card));
            }
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

    /// Unnormalised ln weight of a deal: for each card in a hand the sum of what was said of it, not below the floor.
    fn ln_weight(&self, world: &World) -> f64 {
        let of = |(card, seat): (Card, Seat)| {
            let said = self.spoken.iter().filter(|spoken| spoken.seat == seat && spoken.cards.contains(card));
            said.map(|spoken| spoken.ln).sum::<f64>().max(libm::log(FLOOR))
        };
        world.holders().map(of).sum()
    }
}

/// Every way to deal the cards that the observer does not know to the hands that have room, judged.
fn enumerate(seen: &Seen, out: CardSet, left: [u8; SEATS]) -> Vec<(World, f64)> {
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
    let ln: Vec<f64> = worlds.iter().map(|world| seen.ln_weight(world)).collect();
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
            for (at, event) in (1..).zip(&transcript.events) {
                let view = Hearts::view(&opening, event, observer).unwrap();
                seen.take(&watch.table, &view, observer);
                watch.see(event, &mut Evidence::off()).unwrap();
                let out = watch.belief.solved(&watch.table).whereabouts().out();
                let hidden = out.iter().filter(|card| !seen.known.contains_key(card)).count();
                if out.is_empty() || hidden > HIDDEN {
                    continue;
                }
                let worlds = enumerate(&seen, out, watch.table.left());
                agrees(&watch, &worlds, &format!("seed {seed}, {observer} after revision {at}"));
                positions += 1;
                uneven += usize::from(worlds.iter().any(|(_, p)| (p - worlds[0].1).abs() > 1e-6));
            }
        }
    }
    assert!(positions >= 500 && uneven >= 200, "{positions} positions, {uneven} of them with soft evidence that matters");
}
