//! The chances of all that a seat may do sum to 1, whatever its dice are and however it plays.

use super::{json, opening};
use crate::belief::{seeded, unit};
use crate::rulesets::Counts;
use crate::rulesets::liars_dice::behaviour::{Rates, Record, Usual};
use crate::rulesets::liars_dice::bidding::{Choice, said};
use crate::rulesets::liars_dice::hands::{FACES, Hands};
use crate::rulesets::liars_dice::order::{Claim, Rules, Spot};
use crate::rulesets::liars_dice::setup::{Bidding, MaputaFace};

/// All rules of a round that differ in what may be bid.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for bidding in [Bidding::Perudo, Bidding::ResetFace, Bidding::ResetQuantity] {
        for (wild, maputa) in [(Some(true), false), (Some(false), false), (None, true)] {
            for (maputa_face, open_wild) in [(MaputaFace::Kept, true), (MaputaFace::OneDie, false)] {
                let mut setup = opening(3, json!({}), json!({})).setup;
                setup.bidding = Some(bidding);
                setup.ones_wild = wild.or(Some(true));
                setup.maputa_face = Some(maputa_face);
                setup.open_wild = Some(open_wild);
                all.push(Rules::of(&setup, maputa));
            }
        }
    }
    all
}

/// The rates of a player about whom much is on record, drawn by lot.
fn a_player(seed: u64) -> Rates {
    let mut rng = seeded(seed, 5);
    let mut drawn = || {
        let opportunities = (unit(&mut rng) * 200.0).floor();
        Counts { successes: (unit(&mut rng) * (opportunities + 1.0)).floor(), opportunities }
    };
    let mut record = Record::default();
    let Record { bluff, backed, calls, exacts, faces, fits, careless } = &mut record;
    let slots = bluff.iter_mut().chain(backed).chain(calls).chain(exacts).chain(faces).chain(fits);
    slots.chain([careless]).for_each(|slot| *slot = drawn());
    let opening = opening(3, json!({}), json!({}));
    Rates::of(&record, &Usual::of(&opening), &opening.parameters)
}

/// Every choice that the rules of a spot allow.
fn choices(spot: &Spot) -> Vec<Choice> {
    let claims = (0..FACES).flat_map(|face| (1..=spot.total()).map(move |quantity| Claim { quantity, face }));
    let bids = claims.filter(|claim| spot.allows(*claim)).map(Choice::Bid);
    let answers = [spot.last.map(|_| Choice::Call), spot.exact.then_some(Choice::Exact)];
    bids.chain(answers.into_iter().flatten()).collect()
}

#[test]
fn the_chances_of_what_a_seat_may_do_sum_to_one() {
    let opening = opening(3, json!({}), json!({}));
    let usual = Rates::of(&Record::default(), &Usual::of(&opening), &opening.parameters);
    let players = [a_player(1), a_player(2)];
    let (mut worst, mut spots) = (0.0_f64, 0);
    for rules in all_rules() {
        for (own, others) in [(1, 1), (1, 6), (2, 1), (3, 4), (5, 10)] {
            let total = own + others;
            let standing =
                (0..FACES).step_by(2).flat_map(|face| [1, total / 3, total].map(|quantity| Some(Claim { quantity, face })));
            let lasts = standing.filter(|last| last.is_some_and(|last| last.quantity > 0)).chain([None]);
            for (last, own_rates) in lasts.flat_map(|last| players.iter().map(move |player| (last, player))) {
                let spot = Spot::new(rules, own, others, last, true);
                let (mut careless, mut looking) = (0.0, [(); 2].map(|()| vec![0.0; Hands::of(own).list.len()]));
                for choice in choices(&spot) {
                    let said =
                        said(&spot, [&usual, own_rates], choice).unwrap_or_else(|| panic!("{choice:?} is allowed in {spot:?}"));
                    careless += said.careless;
                    for (sums, likelihood) in looking.iter_mut().zip(&said.looking) {
                        sums.iter_mut().zip(&**likelihood).for_each(|(sum, p)| *sum += p);
                    }
                }
                let off = looking.iter().flatten().chain([&careless]).map(|sum| (sum - 1.0_f64).abs()).fold(0.0, f64::max);
                assert!(off < 1e-12, "{off} off 1 in {spot:?}");
                worst = worst.max(off);
                spots += 1;
            }
        }
    }
    assert!(spots > 1_000, "{spots} spots, at most {worst} off");
}
