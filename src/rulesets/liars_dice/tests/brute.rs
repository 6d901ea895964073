//! Brute force: the model's choice of an action written out plainly, and whole joint hands die by die.

use serde_json::json;

use super::{Watch, close, opening};
use crate::belief::seeded;
use crate::rulesets::liars_dice::behaviour::{Rates, Record, Usual};
use crate::rulesets::liars_dice::bidding::{Choice, replies, said};
use crate::rulesets::liars_dice::hands::{FACES, Hand, Hands, counted};
use crate::rulesets::liars_dice::likelihood as fitted;
use crate::rulesets::liars_dice::order::{Claim, Rules, Spot};
use crate::rulesets::liars_dice::reading::Ways;
use crate::rulesets::liars_dice::shares;
use crate::rulesets::liars_dice::simulator::simulate;
use crate::rulesets::liars_dice::tendencies::bid_context;
use crate::rulesets::liars_dice::{self, BiddingRound, Event, LiarsDice};
use crate::rulesets::{Counts, Observer, Ruleset};

/// P(bid | hand) by one plain sum over all legal bids, from the words of `bidding`.
fn plain(spot: &Spot, rates: &Rates, hand: &Hand, claim: Claim) -> f64 {
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
        let least = spot.truth(spot.least[bid.face].unwrap(), bid.face, spot.rules.support(hand, bid.face));
        let backing = if least >= spot.best(hand) - 1e-12 { rates.backing[bid_context(spot.situation(), spot.own)] } else { 1.0 };
        backing * liking(bid.face) * step.powi(raise(bid)) * truth.powf(power).max(fitted::LEAST_TRUTH)
    };
    let slip_weight = |bid: &Claim| liking(bid.face) * fitted::SLIP_RAISE.powi(raise(bid));
    let slips = rates.slips[bid_context(spot.situation(), spot.own)];
    let by_chance = slip_weight(&claim) / all.iter().map(slip_weight).sum::<f64>();
    let (honest, bluff): (Vec<&Claim>, Vec<&Claim>) = all.iter().partition(|bid| !bluffs(bid));
    let class = if bluffs(&claim) { &bluff } else { &honest };
    let rate = rates.bluff[bid_context(spot.situation(), spot.own)];
    let class_p = match (honest.is_empty() || bluff.is_empty(), bluffs(&claim)) {
        (true, _) => 1.0,
        (false, true) => rate,
        (false, false) => 1.0 - rate,
    };
    let drawn = class_p * weight(&claim) / class.iter().map(|bid| weight(bid)).sum::<f64>();
    slips * by_chance + (1.0 - slips) * drawn
}

/// P(the answer to the standing bid | hand), by the words of `bidding`: rates between the middles of bands, straight in their log odds.
fn answer(spot: &Spot, rates: &Rates, hand: &Hand, choice: Choice) -> f64 {
    let Some(last) = spot.last else { return 1.0 };
    let between = |knots: &[f64], rates: &[f64], p: f64| {
        let (first, end) = (knots[0], knots[knots.len() - 1]);
        let p = p.clamp(first, end);
        let at = knots.windows(2).position(|pair| p <= pair[1]).unwrap();
        let part = (p - knots[at]) / (knots[at + 1] - knots[at]);
        let odds = |rate: f64| (rate / (1.0 - rate)).ln();
        let ln = odds(rates[at]) * (1.0 - part) + odds(rates[at + 1]) * part;
        ln.exp() / (1.0 + ln.exp())
    };
    let support = spot.rules.support(hand, last.face);
    let exactly = spot.others(last.face).point(i32::from(last.quantity) - i32::from(support));
    let true_p = spot.truth(last.quantity, last.face, support);
    let exact = if spot.exact { between(&[0.05, 0.15, 0.25, 0.35], &rates.exacts, exactly) } else { 0.0 };
    let call = between(&[0.05, 0.175, 0.325, 0.5, 0.7, 0.9], &rates.calls, true_p);
    let call = if spot.least.iter().all(Option::is_none) { 1.0 } else { call };
    match choice {
        Choice::Exact => exact,
        Choice::Call => (1.0 - exact) * call,
        Choice::Raise | Choice::Bid(_) => (1.0 - exact) * (1.0 - call),
    }
}

/// P(the whole choice | hand).
fn whole(spot: &Spot, rates: &Rates, hand: &Hand, choice: Choice) -> f64 {
    let bid = if let Choice::Bid(claim) = choice { plain(spot, rates, hand, claim) } else { 1.0 };
    answer(spot, rates, hand, choice) * bid
}

fn strangers() -> Rates {
    let opening = opening(4, json!({}), json!({}));
    Rates::of(&Record::default(), &Usual::of(&opening), &opening.parameters)
}

#[test]
fn an_action_by_tables_agrees_with_the_plain_sum() {
    let rates = strangers();
    let rules = |starter| Rules::of(&LiarsDice::resolve(Default::default(), Default::default(), 4).unwrap().0, starter == 1);
    for (rules, own, others, last) in [
        (rules(5), 3, 6, None),
        (rules(5), 2, 9, Some(Claim { quantity: 3, face: 3 })),
        (rules(5), 4, 3, Some(Claim { quantity: 4, face: 5 })),
        (rules(1), 2, 2, Some(Claim { quantity: 1, face: 2 })),
        (rules(5), 1, 1, Some(Claim { quantity: 1, face: 0 })),
    ] {
        let spot = Spot::new(rules, own, others, last, true);
        let bids = (0..FACES).flat_map(|face| {
            let quantities = spot.least[face].into_iter().flat_map(|least| least..=spot.total());
            quantities.map(move |quantity| Choice::Bid(Claim { quantity, face }))
        });
        let replies_to = last.map_or(vec![], |_| vec![Choice::Call, Choice::Exact]);
        let all: Vec<Choice> = bids.chain(replies_to).collect();
        assert_eq!(all.len(), spot.actions() as usize);
        let mut sums = vec![0.0; Hands::of(own).list.len()];
        for choice in all {
            let said = said(&spot, [&rates, &rates], choice).unwrap();
            close(said.careless, 1.0 / f64::from(spot.actions()), 1e-15);
            for ((hand, p), sum) in Hands::of(own).list.iter().zip(&*said.looking[1]).zip(&mut sums) {
                close(*p, whole(&spot, &rates, hand, choice), 1e-12);
                *sum += p;
            }
        }
        // Of all that is legal, one thing is done.
        sums.iter().for_each(|sum| close(*sum, 1.0, 1e-9));
        let parts = [Choice::Call, Choice::Exact, Choice::Raise].map(|choice| replies(&spot, &rates, choice));
        if last.is_some() {
            parts[0].iter().zip(&parts[1]).zip(&parts[2]).for_each(|((a, b), c)| close(a + b + c, 1.0, 1e-12));
        }
    }
    // What the rules do not allow has no probability.
    let spot = Spot::new(rules(5), 3, 6, Some(Claim { quantity: 4, face: 3 }), false);
    assert!(said(&spot, [&rates, &rates], Choice::Exact).is_none());
    assert!(said(&spot, [&rates, &rates], Choice::Bid(Claim { quantity: 4, face: 2 })).is_none());
}

/// Two nearly equal positions are answered with nearly the same rates.
#[test]
fn answers_have_no_cliffs() {
    let rates = strangers();
    for at in 0..1000 {
        let p = f64::from(at) / 1000.0;
        let odds = |p: f64| p / (1.0 - p);
        let step = |f: &dyn Fn(f64) -> f64| (odds(f(p + 0.001)) / odds(f(p))).ln().abs();
        assert!(step(&|p| shares::exact_call(&rates.exacts, p)) < 0.04, "exact call at {p}");
        assert!(step(&|p| shares::call(&rates.calls, p)) < 0.04, "call at {p}");
    }
}

/// A joint hand of all seats, die by die, with its probability.
type World = (Vec<Vec<u8>>, f64);

/// All dice of so many seats or dice, in every order, as counts.
fn orders(dice: usize) -> Vec<Hand> {
    let of = |mut code: usize| {
        let mut hand = [0; FACES];
        for _ in 0..dice {
            hand[code % 6] += 1;
            code /= 6;
        }
        hand
    };
    (0..6_usize.pow(dice as u32)).map(of).collect()
}

/// P(what a seat did in a round and its way | hand), for each way, by hand: a player who looks draws from that hand; one who does not
/// draws from dice that are rolled for it; a careless one takes any legal action.
fn by_way(round: &BiddingRound, seat: u8, weights: Ways, rates: [&Rates; 2]) -> Vec<(Hand, Ways)> {
    let mut done: Vec<(Spot, Choice)> = Vec::new();
    let mut last = None;
    for (bidder, claim) in &round.bids {
        if *bidder == seat {
            done.push((round.spot(seat, last), Choice::Bid(*claim)));
        }
        last = Some(*claim);
    }
    // What is called out of turn is read as nothing.
    if let Some(ending) = round.ending.filter(|ending| ending.seat == seat && round.turn() == seat) {
        done.push((round.spot(seat, last), if ending.exact { Choice::Exact } else { Choice::Call }));
    }
    let dice = usize::from(round.dice[usize::from(seat)]);
    let all = orders(dice);
    let does =
        |rates: &Rates, hand: &Hand| -> f64 { done.iter().map(|(spot, choice)| whole(spot, rates, hand, *choice)).product() };
    let pretends = rates.map(|rates| all.iter().map(|hand| does(rates, hand)).sum::<f64>() / all.len() as f64);
    let lot: f64 = done.iter().map(|(spot, _)| 1.0 / f64::from(spot.actions())).product();
    let way = |way: usize, hand: &Hand| {
        let rates = rates[way];
        (1.0 - rates.blind) * does(rates, hand) + rates.blind * pretends[way]
    };
    let of = |hand: &Hand| (*hand, [weights[0] * lot, weights[1] * way(0, hand), weights[2] * way(1, hand)]);
    Hands::of(dice as u8).list.iter().map(of).collect()
}

/// What the ways of a seat weigh in the round that is being bid, from the opening and the revealed rounds.
fn weights(watch: &Watch, seat: u8) -> Ways {
    let players = watch.table.readings.players();
    let first = players.ways[usize::from(seat)];
    if players.parameters.memory() == 0 {
        return first;
    }
    let mut weights = first;
    let mut before = crate::rulesets::liars_dice::history::History::default();
    for revealed in watch.table.history.iter() {
        let own = players.own(&before);
        let rates = [&players.population, &own[usize::from(seat)]];
        let acted = revealed.round.bids.iter().map(|(seat, _)| *seat).chain(revealed.round.ending.map(|_| revealed.round.turn()));
        if acted.collect::<Vec<_>>().contains(&seat) {
            let shown = revealed.hands[usize::from(seat)];
            let by_way = by_way(&revealed.round, seat, weights, rates);
            let (_, joint) = by_way.iter().find(|(hand, _)| *hand == shown).unwrap();
            let all: f64 = joint.iter().sum();
            weights = std::array::from_fn(|way| (1.0 - fitted::SWITCH) * joint[way] / all + fitted::SWITCH * first[way]);
        }
        before.push(revealed.clone());
    }
    weights
}

/// Every joint hand of the seats, with what the actions of the round say of it, over all ways in which each seat may play.
fn joint(watch: &Watch) -> Vec<World> {
    let round = watch.table.round.as_ref().unwrap();
    let dice: Vec<usize> = round.dice[..watch.opening.seats.len()].iter().map(|dice| usize::from(*dice)).collect();
    let players = watch.table.readings.players();
    let own = players.own(&watch.table.history);
    let factors: Vec<Vec<f64>> = (0..dice.len())
        .map(|seat| {
            let by_way = by_way(round, seat as u8, weights(watch, seat as u8), [&players.population, &own[seat]]);
            by_way.iter().map(|(_, ways)| ways.iter().sum()).collect()
        })
        .collect();
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

/// The ways carry over from round to round, for players of whom something is known, and who are not alike.
#[test]
fn rounds_after_reveals() {
    let mut opening = opening(3, json!({"exact_costs": 0, "exact_takes": 0, "exact_wins": 0}), json!({}));
    let counts = |tendency: &str, contexts: &[&str], successes: f64, opportunities: f64| {
        let counts = Counts { successes, opportunities };
        (tendency.to_owned(), contexts.iter().map(|context| ((*context).to_owned(), counts)).collect())
    };
    opening.seats[0].profile.tendencies = [counts("careless", &[""], 3.0, 9.0), counts("dice_fit", &["25-50"], 6.0, 9.0)].into();
    opening.seats[2].profile.tendencies = [
        counts("call_threshold", &["0-10", "40-60"], 3.0, 9.0),
        counts("backed_rate", &["opening/2-3", "cornered/2-3"], 90.0, 90.0),
    ]
    .into();
    let mut watch = Watch::new(opening, Observer::Public);
    let backing = watch.table.own_rates()[2].backing;
    assert!(backing[1] > 2.0 && backing[7] > 2.0 && backing[4] < 2.0, "opening and cornered with two dice: {backing:?}");
    let hands = [json!({"0": [1, 4], "1": [2, 2], "2": [3, 6]}), json!({"0": [2, 4], "1": [5, 5], "2": [1, 6]})];
    for hands in hands {
        watch.report("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 2}));
        watch.bid(2, 2, 3).bid(0, 1, 1).bid(1, 3, 5).bid(2, 6, 6);
        compare(&watch);
        watch.report("exact", json!({"seat": 0})).report("reveal", json!({ "hands": hands }));
        for (seat, read) in watch.table.readings.ways.iter().take(3).enumerate() {
            let plain = weights(&watch, seat as u8);
            read.iter().zip(plain).for_each(|(read, plain)| close(*read, plain, 1e-9));
        }
    }
    watch.report("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 0}));
    watch.bid(0, 5, 4).bid(1, 6, 4).report("call", json!({"seat": 2}));
    compare(&watch);
    let ways = &watch.marginals().detail["ways"];
    let sum = |seat: &str| ["careless", "population", "own"].iter().map(|way| ways[seat][way].as_f64().unwrap()).sum::<f64>();
    close(sum("0"), 1.0, 1e-12);
    assert!(ways["0"]["careless"].as_f64() > ways["1"]["careless"].as_f64(), "{ways}");
}

/// What the next seat is expected to answer, by a sum over its hands and ways.
#[test]
fn the_next_answer_by_a_plain_sum() {
    for observer in [Observer::Public, Observer::Referee] {
        let mut watch = Watch::of(2, observer);
        watch.report("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0}));
        watch.report("roll", json!({"seat": 0, "dice": [4, 4]})).report("roll", json!({"seat": 1, "dice": [3, 5]}));
        watch.bid(0, 1, 4).bid(1, 2, 4);
        // Seat 0 is to act, and seat 1 has said something.
        let round = watch.table.round.clone().unwrap();
        let players = watch.table.readings.players();
        let rates = &players.population;
        let claim = Claim { quantity: 3, face: 3 };
        let next = round.spot(1, Some(claim));
        let done = round.spot(1, Some(round.bids[0].1));
        let does = |hand: &Hand| whole(&done, rates, hand, Choice::Bid(round.bids[1].1));
        let calls = |hand: &Hand| answer(&next, rates, hand, Choice::Call);
        let all = orders(2);
        let mean = |f: &dyn Fn(&Hand) -> f64| all.iter().map(f).sum::<f64>() / all.len() as f64;
        let careless = weights(&watch, 1)[0];
        let (looks, blind) = ((1.0 - careless) * (1.0 - rates.blind), (1.0 - careless) * rates.blind);
        let (lot, lot_calls) = (1.0 / f64::from(done.actions()), 1.0 / f64::from(next.actions()));
        let known = counted(&[3, 5]).unwrap();
        let may = |hand: &Hand| f64::from(u8::from(observer == Observer::Public || *hand == known));
        let joint = |called: bool| {
            let with = |p: f64| if called { p } else { 1.0 };
            mean(&|hand| {
                let pretends = mean(&|other| does(other) * with(calls(other)));
                may(hand) * (careless * lot * with(lot_calls) + looks * does(hand) * with(calls(hand)) + blind * pretends)
            })
        };
        let response = watch.answer(json!({"best_response": {}}));
        let bid =
            response["bids"].as_array().unwrap().iter().find(|bid| bid["quantity"] == 3 && bid["face"] == 4).unwrap().clone();
        close(bid["p_called"].as_f64().unwrap(), joint(true) / joint(false), 1e-9);
    }
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
