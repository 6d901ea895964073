//! Joining late, caps, and beginning again.

use serde_json::json;

use super::{Watch, close, opening, stranger};
use crate::belief::stint::Stint;
use crate::belief::{Draws, Method, hands, seeded};
use crate::rulesets::catan::belief::Belief;
use crate::rulesets::catan::bundle::{Bundle, plus};
use crate::rulesets::catan::dealing::ways;
use crate::rulesets::catan::lanes::of_seat;
use crate::rulesets::catan::players::Kind;
use crate::rulesets::catan::{Catan, Style, simulate};
use crate::rulesets::{Change, Observer, Posterior, PublicTable, Ruleset};

#[test]
fn unknown_hands_are_dealt_from_what_is_missing() {
    // The bank lacks 2 wood and 1 brick; seat 0 holds two cards, seat 1 one: seat 1 has the brick with 1/3.
    let mut watch = Watch::spectator(2);
    watch.post(
        "start",
        json!({"hand_sizes": {"0": 2, "1": 1}, "bank": {"wood": 17, "brick": 18, "sheep": 19, "wheat": 19, "ore": 19}}),
    );
    close(watch.p("seat:1/brick", 1), 1.0 / 3.0);
    close(watch.p("seat:0/wood", 2), 1.0 / 3.0);
    assert_eq!(watch.marginals().quality.method, Method::Exact);
}

#[test]
fn without_the_bank_all_cards_may_be_in_hands() {
    // One card of 5 * 19, of which 19 are wood; seat 0 of its own view holds one wood: 18 of 94.
    let mut watch = Watch::spectator(2);
    watch.post("start", json!({"hand_sizes": {"0": 1}}));
    close(watch.p("seat:0/wood", 1), 0.2);
    let mut seat = Watch::new(opening(2, json!({}), json!({})), Observer::Seat(1));
    seat.post("start", json!({"hands": {"0": {"ore": 1}, "1": {"wood": 1}}}));
    close(seat.p("seat:0/wood", 1), 18.0 / 94.0);
    close(seat.p("seat:1/wood", 1), 1.0);
}

#[test]
fn development_cards_are_joined_too() {
    let joined = json!({
        "dev_cards": {"0": 2},
        "dev_cards_held": {"1": {"monopoly": 1}},
        "dev_cards_played": {"knight": 4}
    });
    // Of 25 cards the spectator has seen four knights: ten of 21 unseen cards are knights.
    let mut spectator = Watch::spectator(2);
    spectator.post("start", joined.clone());
    close(spectator.p("seat:0/dev_cards/knight", 2), (10.0 * 9.0) / (21.0 * 20.0));
    close(spectator.p("seat:1/dev_cards/monopoly", 1), 2.0 / 21.0);
    // Seat 1 sees its monopoly as well: ten of 20.
    let mut seat = Watch::new(opening(2, json!({}), json!({})), Observer::Seat(1));
    seat.post("start", joined);
    close(seat.p("seat:0/dev_cards/knight", 2), (10.0 * 9.0) / (20.0 * 19.0));
    close(seat.p("seat:1/dev_cards/monopoly", 1), 1.0);
    seat.post("play_dev_card", json!({"seat": 0, "card": "knight"}));
    // Nobody knows how ready seat 0 is to play what it holds: it wants to play a type with a quarter, in the mean. Two knights: one of them. A knight and a
    // victory point: just so. A knight and another: it plays the knight with k (1 - o / 2), where it wants to play the other with o. In two orders, those.
    let knight = stranger().mean(Kind::Knight);
    assert!((knight - 0.25).abs() < 2e-4, "{knight}");
    let share = 1.0 - knight / 2.0;
    let (two, point, other) = (knight * 10.0 * 9.0, 2.0 * knight * 10.0 * 5.0, 2.0 * knight * share * 10.0 * 5.0);
    close(seat.p("seat:0/dev_cards/knight", 1), two / (two + point + other));
}

/// A `start` later in the game: what was believed before it, lost and counted, is as if it had never been.
#[test]
fn a_start_goes_on_where_events_were_missed() {
    let bank = json!({"wood": 17, "brick": 18, "sheep": 19, "wheat": 19, "ore": 19});
    let stands =
        json!({"hand_sizes": {"0": 2, "1": 1}, "bank": bank, "dev_cards": {"2": 1}, "dev_cards_played": {"monopoly": 1}});
    let opening = opening(3, json!({}), json!({"max_worlds": 2}));
    let mut fresh = Watch::new(opening.clone(), Observer::Public);
    fresh.post("start", stands.clone());
    let mut late = Watch::new(opening, Observer::Public);
    let gains = json!({"1": {"wood": 1, "brick": 1, "sheep": 1}, "2": {"sheep": 1, "wheat": 1, "ore": 1}});
    late.post("production", json!({ "gains": gains })).post("build", json!({"seat": 2, "piece": "dev_card"}));
    late.post("play_dev_card", json!({"seat": 2, "card": "knight"})).post("steal", json!({"thief": 0, "victim": 1}));
    late.post("offer", json!({"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}}));
    let lost = late.quality();
    assert_eq!(lost.method, Method::Capped);
    close(lost.dropped_mass, 1.0 / 3.0);
    // A production was missed: the sizes do not agree, and the refusal names the cure.
    assert!(
        late.contradiction("hand_size", json!({"seat": 0, "count": 2}))
            .detail
            .ends_with("post a `start` that says how the table stands")
    );
    late.post("start", stands);
    assert_eq!(late.marginals(), fresh.marginals());
    assert_eq!(late.quality().method, Method::Exact);
    assert_eq!(late.check("refuse", json!({"seat": 0})).unwrap_err().rule, "no_open_offer");
    for watch in [&mut late, &mut fresh] {
        watch.post("steal", json!({"thief": 2, "victim": 0})).post("play_dev_card", json!({"seat": 2, "card": "knight"}));
    }
    assert_eq!(late.marginals(), fresh.marginals());
}

/// The same hands in another order of seats are as many: they are listed in each order, or in none.
#[test]
fn whether_hands_are_listed_does_not_depend_on_who_holds_them() {
    let bank = json!({"wood": 9, "brick": 13, "sheep": 16, "wheat": 17, "ore": 17});
    for sizes in [[8, 9, 5, 1], [9, 8, 5, 1], [1, 5, 8, 9], [5, 1, 9, 8]] {
        let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 30_000})), Observer::Public);
        let by_seat: std::collections::BTreeMap<usize, i32> = sizes.into_iter().enumerate().collect();
        watch.post("start", json!({"hand_sizes": by_seat, "bank": bank}));
        assert_eq!(watch.quality().method, Method::Exact, "{sizes:?}");
    }
}

#[test]
fn too_many_hands_are_drawn_and_it_is_said() {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 5000})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 7, "1": 7, "2": 7, "3": 7}}));
    let marginals = watch.marginals();
    assert_eq!(marginals.quality.method, Method::Sampled);
    assert_eq!((marginals.quality.dropped_mass, marginals.quality.effective_sample_size), (0.0, Some(5000.0)));
    // Hypergeometric: 7 of 95 with 19 wood: mean 1.4; the standard error of 5,000 draws is about 0.015.
    let (mean, _, _) = marginals.variables[0].range().unwrap();
    assert!((mean - 1.4).abs() < 0.08, "{mean}");
    assert!(marginals.joint_entropy_bits.is_none());
}

/// Drawn worlds are worth less only by what tells one from another. All hold the same hand of seat 0: a card that is seen to be stolen from it changes nothing, nor does it that seat
/// 0 refuses what it surely holds. A card that some worlds give seat 2 more surely than others takes E[L]^2 / E[L^2] off.
#[test]
fn drawn_worlds_are_worth_what_tells_them_apart() {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 5000})), Observer::Seat(0));
    let own = json!({"wood": 2, "brick": 2, "sheep": 1, "wheat": 1, "ore": 1});
    watch.post("start", json!({"hands": {"0": own}, "hand_sizes": {"1": 7, "2": 7, "3": 7}}));
    let worth = |watch: &Watch| watch.quality().effective_sample_size.expect("worlds were drawn");
    close(worth(&watch), 5000.0);
    for card in ["wood", "brick", "sheep", "wheat"] {
        watch.post("steal", json!({"thief": 1, "victim": 0, "resource": card}));
    }
    assert!((worth(&watch) - 5000.0).abs() < 1e-6, "{}", worth(&watch));
    watch.post("offer", json!({"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [0]}));
    watch.post("refuse", json!({"seat": 0}));
    assert!((worth(&watch) - 5000.0).abs() < 1e-6, "{}", worth(&watch));
    let (mut mean, mut square) = (0.0, 0.0);
    watch.belief.hands.visit(|row, weight| {
        let hand = of_seat(row, 2);
        let p = f64::from(hand[4]) / f64::from(hand.iter().sum::<i32>());
        mean += weight * p;
        square += weight * p * p;
    });
    watch.post("steal", json!({"thief": 0, "victim": 2, "resource": "ore"}));
    assert!((worth(&watch) / 5000.0 - mean * mean / square).abs() < 1e-9, "{} {mean} {square}", worth(&watch));
}

#[test]
fn a_cap_drops_the_lightest_and_says_how_much() {
    let mut watch = Watch::new(opening(3, json!({}), json!({"max_worlds": 1})), Observer::Public);
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}})).post("steal", json!({"thief": 0, "victim": 1}));
    let quality = watch.marginals().quality;
    assert_eq!(quality.method, Method::Capped);
    close(quality.dropped_mass, 1.0 / 3.0);
    // It was the brick after all: the belief cannot take it, and begins again from the public counts.
    let contradiction = watch.contradiction("bank_trade", json!({"seat": 0, "give": {"brick": 1}, "get": {"ore": 1}}));
    assert_eq!(contradiction.variables, ["seat:0/brick"]);
    let trade = super::event("bank_trade", json!({"seat": 0, "give": {"brick": 1}, "get": {"ore": 1}}));
    let next = watch.table.clone().advance(&trade).0;
    let change = Change { view: &trade, at: 9, before: &watch.table, after: &next };
    let again = watch.belief.restart(&change).unwrap();
    assert_eq!(Catan::marginals(&again, &next).quality.method, Method::Restarted);
    let drawn = again.sample(&next, Draws { seed: 1, count: 20 });
    assert!(drawn.worlds.iter().all(|(_, world)| world.hands[&0].size() == 1 && world.hands[&1].size() == 2));
}

/// Seat 1 trades for a brick, or steals an ore, that seat 0 does not hold as far as the one world that was kept goes: it begins again with its own
/// hand as it is after that.
#[test]
fn a_belief_that_begins_again_knows_what_its_own_seat_gained_and_gave() {
    let trade = json!({"seat": 1, "partner": 0, "give": {"wood": 1}, "get": {"brick": 1}});
    let theft = json!({"thief": 1, "victim": 0, "resource": "ore"});
    for (own, robbed, kind, data, after) in [
        (json!({"wood": 1}), json!({"ore": 2, "brick": 1}), "player_trade", trade, [0, 1, 0, 0, 0]),
        (json!({"sheep": 1}), json!({"wood": 2, "ore": 1}), "steal", theft, [0, 0, 1, 0, 1]),
    ] {
        let opening = opening(3, json!({}), json!({"max_worlds": 1}));
        let mut watch = Watch::new(opening.clone(), Observer::Seat(1));
        watch.post("production", json!({"gains": {"1": own, "2": robbed}})).post("steal", json!({"thief": 0, "victim": 2}));
        watch.contradiction(kind, data.clone());
        let event = super::event(kind, data);
        let public = Catan::view(&opening, &event, Observer::Public).unwrap();
        let next = watch.table.clone().advance(&public).0;
        let again = watch.belief.restart(&Change { view: &event, at: 9, before: &watch.table, after: &next }).unwrap();
        let drawn = again.sample(&next, Draws { seed: 1, count: 20 });
        assert!(drawn.worlds.iter().all(|(_, world)| world.hands[&1] == Bundle::of(after)), "{kind}: {:?}", drawn.worlds[0].1);
    }
}

/// What an event says of a hand's gain is what the hand gains, in every event of simulated games as the referee sees it.
#[test]
fn gains_are_what_hands_gain() {
    let opening = opening(4, json!({}), json!({}));
    let mut told = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let game = simulate(&opening, Some(60), Style::Usual, &mut seeded(seed, 60));
        for (event, hands) in game.events.iter().zip(game.truth.windows(2)) {
            for seat in 0..4 {
                let Some(gain) = event.gain(seat) else { continue };
                let [before, after] = [0, 1].map(|at: usize| hands[at].hands[&seat].counts());
                assert_eq!(plus(before, gain), after, "seed {seed}, seat {seat}: {event:?}");
                if gain != [0; 5] {
                    told.insert(format!("{event:?}").split('(').next().unwrap().to_owned());
                }
            }
        }
    }
    assert!(told.len() > 6, "{told:?}");
}

/// A belief that is folded again keeps ten times as many worlds, and those that are a tenth as light.
#[test]
fn wider_caps_are_wider_in_every_way() {
    let opening = opening(3, json!({}), json!({"preset": "seed"}));
    let [narrow, wide] = [1, 10].map(|widening| Belief::prior(&opening, Observer::Public, widening));
    assert_eq!((narrow.terms.most, narrow.terms.threshold), (1_000, 0.000_1));
    assert_eq!(wide.terms.most, 10_000);
    close(wide.terms.threshold, 0.000_01);
}

#[test]
fn large_hands_stay_finite() {
    let mut watch =
        Watch::new(opening(6, json!({"bank": "unlimited", "discards": "hidden"}), json!({"max_worlds": 500})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 1000, "1": 1000, "2": 3}}));
    watch.post("discard", json!({"seat": 0, "count": 500, "cards": {"wood": 500}}));
    watch.post("steal", json!({"thief": 5, "victim": 1}));
    watch.post("build", json!({"seat": 1, "piece": "city"}));
    let sum: f64 = watch.marginals().variables[0].distribution.iter().map(|outcome| outcome.p).sum();
    close(sum, 1.0);
}

/// Half of a hand of 4,560 cards, in 20,000 worlds: so many hands could be left that the first world says to draw them. Asked of every world, how many
/// would take more than twice the steps that drawing does; a list by itself would take more than all of time.
#[test]
fn a_huge_discard_that_nobody_saw_takes_bounded_time() {
    let setup = json!({"bank": "unlimited", "discards": "hidden"});
    let mut watch = Watch::new(opening(2, setup, json!({"max_worlds": 20_000})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 40, "1": 60}}));
    let all = json!({"wood": 100, "brick": 100, "sheep": 100, "wheat": 100, "ore": 100});
    for _ in 0..9 {
        watch.post("production", json!({"gains": {"1": all}}));
    }
    let done = Stint::of_steps(25_000_000).run(|| watch.post("discard", json!({"seat": 1, "count": 2280})).quality().method);
    assert_eq!(done, Ok(Method::Sampled));
}

/// The number of hands agrees with their list, and a huge one is worked out in a time that grows with its size alone.
#[test]
fn hands_are_counted_as_they_are_listed() {
    for pool in [[0, 0, 0, 0, 0], [2, 1, 0, 0, 0], [4, 4, 4, 4, 4], [9, 0, 3, 1, 7]] {
        for size in 0..=21 {
            assert_eq!(ways(&pool, size), hands(&pool, size).len() as f64, "{size} of {pool:?}");
        }
    }
    // One hand for each number of the first kind. Summed anew for each total, that would be 20 billion additions.
    assert_eq!(ways(&[200_000, 200_000, 0, 0, 0], 200_000), 200_001.0);
}
