//! What the model is worth on simulated games: smaller runs of what `cargo bench --bench liars_dice` prints.

use super::{Watch, json, opening};
use crate::belief::{WorldRng, seeded, unit};
use crate::rulesets::liars_dice::simulator::{Bidder, Kind, Simulation, remember, simulate_with};
use crate::rulesets::liars_dice::{Event, LiarsDice};
use crate::rulesets::{Memory, Observer, Opening, Profile};

const PERSONS: usize = 20;

/// Persons of all kinds, each after 20 games.
fn persons(seed: u64) -> Vec<(Bidder, Profile)> {
    let mut rng = seeded(seed, 1);
    let mut persons: Vec<(Bidder, Memory)> =
        (0..PERSONS).map(|at| (Bidder::new(Kind::ALL[at % 5], at % 6), Memory::default())).collect();
    let opening = opening(4, json!({}), json!({}));
    for round in 0..20 {
        // Five tables of four, mixed anew each time, so that everybody plays in each.
        let mut order: Vec<usize> = (0..PERSONS).collect();
        (1..PERSONS).for_each(|at| order.swap(at, (unit(&mut rng) * (at + 1) as f64) as usize));
        for (number, table) in order.chunks(4).enumerate() {
            let mut bidders: Vec<Bidder> = table.iter().map(|at| persons[*at].0).collect();
            let game = simulate_with(&opening, &mut bidders, None, &mut rng);
            let id = format!("{round}-{number}");
            (0..).zip(table).for_each(|(seat, at)| remember(&mut persons[*at].1, &id, &game, seat));
        }
        assert!(persons.iter().all(|(_, memory)| memory.profile().games == round + 1));
    }
    persons.into_iter().map(|(bidder, memory)| (bidder, memory.profile().clone())).collect()
}

fn table(persons: &[(Bidder, Profile)], rng: &mut WorldRng) -> Vec<usize> {
    let first = (unit(rng) * persons.len() as f64) as usize;
    // Every table has four kinds, and each person comes to sit with many others.
    let step = [1, 3, 7, 9][(unit(rng) * 4.0) as usize];
    (0..4).map(|seat| (first + seat * step) % persons.len()).collect()
}

/// Bits a cup of the true hands, just before each reveal.
fn loss(opening: Opening<LiarsDice>, game: &Simulation) -> f64 {
    let mut watch = Watch::new(opening, Observer::Public);
    let (mut bits, mut cups) = (0.0, 0);
    for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
        if let Event::Reveal(reveal) = event {
            bits -= watch.ln_probability(truth) / 2.0_f64.ln();
            cups += reveal.hands.len();
        }
        watch.quickly(event);
    }
    bits / cups as f64
}

/// Mean over its standard error.
fn t(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    mean / (variance / n).sqrt()
}

/// Uniform dice and the seed's formula lose more bits than ours without history, and that more than ours with 20 games.
#[test]
fn bids_and_histories_are_worth_bits() {
    let persons = persons(3);
    let mut rng = seeded(4, 2);
    let mut gains: [Vec<f64>; 3] = Default::default();
    for _ in 0..40 {
        let seats = table(&persons, &mut rng);
        let seed =
            json!({"preset": "seed", "betting_history_enabled": true, "player_trust_enabled": true, "bayesian_sampling": true});
        let mut openings = [
            opening(4, json!({}), json!({"preset": "seed"})),
            opening(4, json!({}), seed),
            opening(4, json!({}), json!({"betting_history_enabled": false, "player_trust_enabled": false})),
            opening(4, json!({}), json!({})),
        ];
        for known in [1, 3] {
            seats.iter().zip(&mut openings[known].seats).for_each(|(at, seat)| seat.profile = persons[*at].1.clone());
        }
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].0).collect();
        let game = simulate_with(&openings[0], &mut bidders, None, &mut rng);
        let [uniform, by_seed, without, with] = openings.map(|opening| loss(opening, &game));
        gains[0].push(uniform - without);
        gains[1].push(by_seed - without);
        gains[2].push(without - with);
    }
    let t = gains.map(|gains| t(&gains));
    assert!(t.iter().all(|t| *t > 3.0), "gains over uniform, over the seed, by history; in standard errors: {t:?}");
}

/// What plausibility gives ten percent is true one time in ten: games as units, each bin within four standard errors.
#[test]
fn plausibility_is_calibrated() {
    let persons = persons(5);
    let mut rng = seeded(6, 3);
    let mut bins: Vec<Vec<f64>> = vec![Vec::new(); 10];
    for _ in 0..150 {
        let seats = table(&persons, &mut rng);
        let mut opening = opening(4, json!({}), json!({}));
        seats.iter().zip(&mut opening.seats).for_each(|(at, seat)| seat.profile = persons[*at].1.clone());
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].0).collect();
        let game = simulate_with(&opening, &mut bidders, None, &mut rng);
        let mut watch = Watch::new(opening, Observer::Public);
        let mut predicted = Vec::new();
        let mut misses = [None; 10];
        for event in &game.events {
            if let Event::Reveal(reveal) = event {
                let wild = watch.table.round.as_ref().unwrap().rules.wild.map(|face| face as u8 + 1);
                for (p, quantity, face) in predicted.drain(..) {
                    let counts = |die: &&u8| **die == face || Some(**die) == wild;
                    let count = reveal.hands.values().flatten().filter(counts).count();
                    let happened = f64::from(u8::from(count >= usize::from(quantity)));
                    *misses[((p * 10.0) as usize).min(9)].get_or_insert(0.0) += happened - p;
                }
            }
            watch.quickly(event);
            if let Event::Bid(bid) = event {
                for face in 1..=6 {
                    let answer = watch.answer(json!({"plausibility": {"quantity": bid.quantity, "face": face}}));
                    predicted.push((answer["at_least"].as_f64().unwrap(), bid.quantity, face));
                }
            }
        }
        bins.iter_mut().zip(misses).for_each(|(bin, miss)| bin.extend(miss));
    }
    let z: Vec<f64> = bins.iter().map(|misses| t(misses)).collect();
    assert!(bins.iter().all(|misses| misses.len() >= 100) && z.iter().all(|z| z.abs() < 4.0), "{z:?}");
}

/// Sums of chances pass 1 by rounding, and answers do not.
#[test]
fn no_answer_is_above_one() {
    let mut watch = Watch::of(3, Observer::Seat(0));
    watch.report("round", json!({"dice": {"0": 3, "1": 3, "2": 3}, "starter": 0}));
    watch.report("roll", json!({"seat": 0, "dice": [1, 2, 2]})).bid(0, 2, 2);
    for quantity in 1..=9 {
        let answer = watch.answer(json!({"plausibility": {"quantity": quantity, "face": 2}}));
        for p in [&answer["at_least"], &answer["exactly"], &answer["models"]["bayes"], &answer["models"]["seed"]] {
            assert!((0.0..=1.0).contains(&p.as_f64().unwrap()), "{quantity}: {answer}");
        }
    }
    // Three of them lie before the seat's own eyes.
    assert_eq!(watch.answer(json!({"plausibility": {"quantity": 3, "face": 2}}))["at_least"], json!(1.0));
}

/// `best_response` says of every legal bid what is known of it, to the seat that is to act.
#[test]
fn best_response_covers_what_is_legal() {
    let mut watch = Watch::of(3, Observer::Seat(1));
    watch.report("round", json!({"dice": {"0": 2, "1": 2, "2": 2}, "starter": 0}));
    watch.report("roll", json!({"seat": 1, "dice": [1, 4]})).bid(0, 3, 4);
    let answer = watch.answer(json!({"best_response": {}}));
    // Legal: two ones and more; four of any other and more, three of fives and sixes: 5 + 3 x 3 + 2 x 4.
    assert_eq!((&answer["seat"], answer["bids"].as_array().unwrap().len()), (&json!(1), 22));
    let p = |value: &serde_json::Value| value.as_f64().unwrap();
    for bid in answer["bids"].as_array().unwrap() {
        let same = watch.answer(json!({"plausibility": {"quantity": bid["quantity"], "face": bid["face"]}}));
        super::close(p(&bid["p_true"]), p(&same["at_least"]), 1e-12);
        super::close(p(&bid["p_exactly"]), p(&same["exactly"]), 1e-12);
        assert!(p(&bid["p_caught"]) <= p(&bid["p_called"]) && p(&bid["p_called"]) <= 1.0);
        assert!(p(&bid["p_caught"]) <= 1.0 - p(&bid["p_true"]) + 1e-12);
    }
    let standing = watch.answer(json!({"plausibility": {"quantity": 3, "face": 4}}));
    super::close(p(&answer["call"]), 1.0 - p(&standing["at_least"]), 1e-12);
    super::close(p(&answer["exact"]), p(&standing["exactly"]), 1e-12);
    watch.report("call", json!({"seat": 1}));
    let query = crate::rulesets::liars_dice::Query::BestResponse {};
    assert_eq!(watch.watch.answer(&query).unwrap_err().rule, "not_to_act");
}
