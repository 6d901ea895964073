//! Brute force: the model's choice of an action written out plainly, and whole joint hands die by die.

use serde_json::json;

use super::{Watch, close, opening};
use crate::belief::seeded;
use crate::rulesets::liars_dice::behaviour::{Rates, Record};
use crate::rulesets::liars_dice::bidding::{Reply, bids, replies};
use crate::rulesets::liars_dice::hands::{Counts, FACES, Hands, counted};
use crate::rulesets::liars_dice::likelihood as fitted;
use crate::rulesets::liars_dice::order::{Claim, Rules, Spot};
use crate::rulesets::liars_dice::simulator::simulate;
use crate::rulesets::liars_dice::tendencies::{band, bluff_context};
use crate::rulesets::liars_dice::{self, Event, LiarsDice, Parameters};
use crate::rulesets::{Observer, Ruleset};

/// P(bid | hand) by one plain sum over all legal bids, from the words of `bidding`.
fn plain(spot: &Spot, rates: &Rates, hand: &Counts, claim: Claim) -> f64 {
    let all: Vec<Claim> = (0..FACES)
        .flat_map(|face| {
            spot.least[face].into_iter().flat_map(move |least| least..=spot.total()).map(move |quantity| Claim { quantity, face })
        })
        .collect();
    let liking = |face: usize| rates.faces[face] * if spot.rules.wild == Some(face) { fitted::WILD_LIKING } else { 1.0 };
    let raise = |bid: &Claim| i32::from(bid.quantity - spot.least[bid.face].unwrap());
    let shape = &fitted::SHAPES[spot.situation() as usize];
    let bluffs = |bid: &Claim| {
        let share = if spot.rules.doubled(bid.face) { 1.0 / 3.0 } else { 1.0 / 6.0 };
        let support = f64::from(spot.rules.support(hand, bid.face));
        f64::from(bid.quantity) > support + f64::from(spot.others) * share + 1e-9
    };
    let weight = |bid: &Claim| {
        let truth = spot.truth(bid.quantity, bid.face, spot.rules.support(hand, bid.face));
        let (power, step) = if bluffs(bid) {
            (fitted::BLUFF_TRUTH_POWER, shape.bluff_raise)
        } else {
            (fitted::HONEST_TRUTH_POWER, shape.honest_raise)
        };
        liking(bid.face) * step.powi(raise(bid)) * truth.powf(power).max(fitted::LEAST_TRUTH)
    };
    let blind_weight = |bid: &Claim| liking(bid.face) * fitted::BLIND_RAISE.powi(raise(bid));
    let blind = rates.blind[spot.situation() as usize];
    let by_chance = blind_weight(&claim) / all.iter().map(blind_weight).sum::<f64>();
    let (honest, bluff): (Vec<&Claim>, Vec<&Claim>) = all.iter().partition(|bid| !bluffs(bid));
    let class = if bluffs(&claim) { &bluff } else { &honest };
    let rate = rates.bluff[bluff_context(spot.situation(), spot.own)];
    let class_p = match (honest.is_empty() || bluff.is_empty(), bluffs(&claim)) {
        (true, _) => 1.0,
        (false, true) => rate,
        (false, false) => 1.0 - rate,
    };
    let drawn = class_p * weight(&claim) / class.iter().map(|bid| weight(bid)).sum::<f64>();
    blind * by_chance + (1.0 - blind) * drawn
}

#[test]
fn an_action_by_tables_agrees_with_the_plain_sum() {
    let parameters = Parameters::default();
    let rates = Rates::of(&Record::default(), &parameters);
    let rules = |starter| Rules::of(&LiarsDice::resolve(Default::default(), Default::default(), 4).unwrap().0, starter == 1);
    for (rules, own, others, last) in [
        (rules(5), 3, 6, None),
        (rules(5), 2, 9, Some(Claim { quantity: 3, face: 3 })),
        (rules(5), 4, 3, Some(Claim { quantity: 4, face: 5 })),
        (rules(1), 2, 2, Some(Claim { quantity: 1, face: 2 })),
        (rules(5), 1, 1, Some(Claim { quantity: 1, face: 0 })),
    ] {
        let spot = Spot::new(rules, own, others, last, true);
        let mut sums = vec![0.0; Hands::of(own).list.len()];
        for face in 0..FACES {
            for quantity in spot.least[face].into_iter().flat_map(|least| least..=spot.total()) {
                let claim = Claim { quantity, face };
                for ((hand, p), sum) in Hands::of(own).list.iter().zip(bids(&spot, &rates, claim)).zip(&mut sums) {
                    close(p, plain(&spot, &rates, hand, claim), 1e-12);
                    *sum += p;
                }
            }
        }
        // Of all bids, one is made; and where a bid stands, it is called, said to be exact, or raised.
        sums.iter().for_each(|sum| close(*sum, 1.0, 1e-9));
        if let Some(last) = last {
            let reply = |reply| replies(&spot, &rates, reply);
            let (call, exact, bid) = (reply(Reply::Call), reply(Reply::Exact), reply(Reply::Bid));
            for (place, hand) in Hands::of(own).list.iter().enumerate() {
                close(call[place] + exact[place] + bid[place], 1.0, 1e-12);
                let truth = spot.truth(last.quantity, last.face, spot.rules.support(hand, last.face));
                close(call[place], (1.0 - exact[place]) * fitted::CALLS[band(truth)], 1e-12);
            }
        }
    }
}

/// A joint hand of all seats, die by die, with its probability.
type World = (Vec<Vec<u8>>, f64);

/// Every joint hand of the seats, with what the actions of the round say of it.
fn joint(watch: &Watch) -> Vec<World> {
    let round = watch.table.round.as_ref().unwrap();
    let dice: Vec<usize> = round.dice[..watch.opening.seats.len()].iter().map(|dice| usize::from(*dice)).collect();
    let hands = |seat: usize| &Hands::of(dice[seat] as u8).list;
    // What each seat did weighs each of its hands; a plain table by hand saves time and shares nothing between seats.
    let rates = Rates::of(&Record::default(), &watch.opening.parameters);
    let mut factors: Vec<Vec<f64>> = (0..dice.len()).map(|seat| vec![1.0; hands(seat).len()]).collect();
    let mut last = None;
    for (seat, claim) in &round.bids {
        let spot = round.spot(*seat, last);
        let answered = replies(&spot, &rates, Reply::Bid);
        for (place, hand) in hands(usize::from(*seat)).iter().enumerate() {
            let answered = if last.is_some() { answered[place] } else { 1.0 };
            factors[usize::from(*seat)][place] *= answered * plain(&spot, &rates, hand, *claim);
        }
        last = Some(*claim);
    }
    if let Some(ending) = round.ending {
        let spot = round.spot(ending.seat, last);
        let reply = replies(&spot, &rates, if ending.exact { Reply::Exact } else { Reply::Call });
        factors[usize::from(ending.seat)].iter_mut().zip(reply).for_each(|(factor, p)| *factor *= p);
    }
    let mut worlds: Vec<World> = Vec::new();
    for mut code in 0..6_usize.pow(dice.iter().sum::<usize>() as u32) {
        let mut die = || {
            let face = (code % 6) as u8 + 1;
            code /= 6;
            face
        };
        let shown: Vec<Vec<u8>> = dice.iter().map(|dice| (0..*dice).map(|_| die()).collect()).collect();
        let place = |seat: usize| Hands::of(dice[seat] as u8).place(&counted(&shown[seat]).unwrap()).unwrap();
        let weight = (0..dice.len()).map(|seat| factors[seat][place(seat)]).product();
        worlds.push((shown, weight));
    }
    let all: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    worlds.iter_mut().for_each(|(_, weight)| *weight /= all);
    worlds
}

/// P(so many of a seat's dice, or of all where none is named, are among these faces), for each number.
fn counts(worlds: &[World], seat: Option<usize>, faces: &[u8]) -> Vec<f64> {
    let mut p = vec![0.0; 64];
    for (hands, weight) in worlds {
        let counts = |hand: &Vec<u8>| hand.iter().filter(|die| faces.contains(die)).count();
        p[seat.map_or_else(|| hands.iter().map(counts).sum(), |seat| counts(&hands[seat]))] += weight;
    }
    p
}

/// The belief says what the sum over all joint hands says: every variable, every total with wild dice, and a whole world.
pub(super) fn compare(watch: &Watch) {
    let worlds = joint(watch);
    let wild = watch.table.round.as_ref().unwrap().rules.wild.map(|face| face as u8 + 1);
    for variable in watch.marginals().variables {
        let face = variable.id.chars().last().unwrap().to_digit(10).unwrap() as u8;
        let p = counts(&worlds, variable.seat.map(usize::from), &[face]);
        for outcome in &variable.distribution {
            close(outcome.p, p[outcome.value.parse::<usize>().unwrap()], 1e-9);
        }
        close(variable.distribution.iter().map(|outcome| outcome.p).sum(), 1.0, 1e-9);
    }
    for face in 1..=6_u8 {
        let total = watch.answer(json!({"face_total": {"face": face}}));
        let p = counts(&worlds, None, &[face, wild.unwrap_or(face)]);
        for chance in total["distribution"].as_array().unwrap() {
            close(chance["p"].as_f64().unwrap(), p[chance["count"].as_u64().unwrap() as usize], 1e-9);
        }
    }
    // A world is a set of hands: all orders of the dice together.
    let sorted = |hands: &Vec<Vec<u8>>| {
        let mut hands = hands.clone();
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        hands
    };
    let first = sorted(&worlds[7].0);
    let p: f64 = worlds.iter().filter(|(hands, _)| sorted(hands) == first).map(|(_, weight)| weight).sum();
    let world = liars_dice::World { dice: (0..).zip(first).collect() };
    close(watch.ln_probability(&world).exp(), p, 1e-9);
}

#[test]
fn two_seats_with_two_dice() {
    let mut watch = Watch::of(2, Observer::Public);
    watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0}));
    compare(&watch);
    watch.bid(0, 1, 4);
    compare(&watch);
    watch.bid(1, 2, 4);
    compare(&watch);
    watch.bid(0, 2, 6).report("call", json!({"seat": 1}));
    compare(&watch);
}

#[test]
fn three_seats_with_two_dice() {
    let mut watch = Watch::of(3, Observer::Public);
    watch.report("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 2}));
    watch.bid(2, 2, 3).bid(0, 1, 1).bid(1, 3, 5).report("exact", json!({"seat": 2}));
    compare(&watch);
}

/// Dice that somebody else saw do not matter: any other dice under the cups, and a seat believes the same, bit by bit.
#[test]
fn unseen_dice_change_nothing() {
    let opening = opening(3, json!({}), json!({}));
    let game = simulate(&opening, Some(12), &mut seeded(5, 9));
    let mut rolls = 0;
    let mut folds = [Watch::of(3, Observer::Seat(0)), Watch::of(3, Observer::Seat(0))];
    for event in &game.events {
        if matches!(event, Event::Reveal(_)) {
            break;
        }
        let mut other = event.clone();
        if let Event::Roll(roll) = &mut other
            && roll.seat != 0
        {
            roll.dice.iter_mut().for_each(|die| *die = 7 - *die);
            rolls += 1;
        }
        folds[0].try_event(event).unwrap();
        folds[1].try_event(&other).unwrap();
        let bytes = |watch: &Watch| {
            let marginals = watch.marginals();
            format!("{:?} {:?}", marginals, serde_json::to_string(&watch.pieces))
        };
        assert_eq!(bytes(&folds[0]), bytes(&folds[1]));
    }
    assert_eq!(rolls, 2, "the dice of two others were changed");
}
