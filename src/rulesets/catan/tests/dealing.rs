//! Hands dealt from cards that may be in them, against every way to give each card for itself.

use std::collections::BTreeMap;

use rand::Rng;
use serde_json::json;

use super::again::again;
use super::{Watch, close, opening};
use crate::belief::{below, seeded};
use crate::rulesets::Observer;
use crate::rulesets::catan::bundle::Resource;
use crate::rulesets::catan::dealing::{AllHeld, Dealing};
use crate::rulesets::catan::lanes::Row;
use crate::rulesets::catan::setup::MOST_SEATS;

const SEATS: usize = 3;

/// What is in hands, resource by resource for each seat in turn.
type Hands = [[i32; 5]; SEATS];

fn hands(row: &Row) -> Hands {
    std::array::from_fn(|seat| std::array::from_fn(|kind| row[seat * 5 + kind]))
}

/// Each card of the pool that is not known to be in a hand goes to a seat or to none, and each that came to another hand since to a seat: every way that keeps to
/// the numbers counts one.
fn ways(dealing: &Dealing, held: &AllHeld) -> BTreeMap<Hands, f64> {
    let known: Hands = std::array::from_fn(|seat| held[seat].cards);
    let mut ways = BTreeMap::from([(known, 1.0)]);
    for kind in 0..5 {
        let of_seat = |seat: usize| {
            let (cards, moved) = (held[seat].cards[kind], dealing.moved[seat][kind]);
            let since = if held[seat].whole || held[seat].came { cards.min(moved) } else { 0 };
            (cards - since, moved - since)
        };
        let of_pool: i32 = (0..SEATS).map(|seat| of_seat(seat).0).sum();
        let since: i32 = (0..SEATS).map(|seat| of_seat(seat).1).sum();
        let left = dealing.pool[kind] - of_pool;
        if left < 0 {
            return BTreeMap::new();
        }
        for card in 0..left + since {
            let mut next = if card < left { ways.clone() } else { BTreeMap::new() };
            for (hands, count) in ways {
                let may = |seat: &usize| !held[*seat].whole && held[*seat].lacks.is_none_or(|lacks| lacks as usize != kind);
                for seat in (0..SEATS).filter(may) {
                    let mut hands = hands;
                    hands[seat][kind] += 1;
                    if hands[seat].iter().sum::<i32>() <= dealing.sizes[seat] {
                        *next.entry(hands).or_insert(0.0) += count;
                    }
                }
            }
            ways = next;
        }
    }
    ways.retain(|hands, _| {
        let total = |kind: usize| hands.iter().map(|hand| hand[kind]).sum::<i32>();
        (0..SEATS).all(|seat| hands[seat].iter().sum::<i32>() == dealing.sizes[seat])
            && (0..5).all(|kind| (dealing.least[kind]..=dealing.most[kind]).contains(&total(kind)))
    });
    let sum: f64 = ways.values().sum();
    ways.values_mut().for_each(|count| *count /= sum);
    ways
}

/// A few cards, sizes, bounds and cards that are known: some of them cannot be dealt.
fn drawn(rng: &mut impl Rng) -> (Dealing, AllHeld) {
    let mut number = |most: usize| below(most + 1, rng) as i32;
    let pool: [i32; 5] = std::array::from_fn(|_| number(3));
    let (mut sizes, mut moved, mut held) = ([0; MOST_SEATS], [[0; 5]; MOST_SEATS], AllHeld::default());
    let lacks = (number(1) == 1).then_some(Resource::ALL[number(4) as usize]);
    for seat in 0..SEATS {
        sizes[seat] = number(3);
        moved[seat][number(4) as usize] = (number(3) - 2).max(0);
        held[seat].whole = number(3) == 0;
        held[seat].came = number(1) == 0;
        held[seat].lacks = lacks.filter(|_| seat > 0 && !held[seat].whole);
        let known = number(4) as usize;
        held[seat].cards[known] =
            number(1).min(sizes[seat]).min(i32::from(held[seat].lacks.is_none_or(|lacks| lacks as usize != known)));
        if held[seat].whole {
            // A seat whose hand is known holds no more than what is known of it.
            sizes[seat] = held[seat].cards.iter().sum();
        }
    }
    let all = |kind: usize| pool[kind] + moved.iter().map(|moved| moved[kind]).sum::<i32>();
    let least: [i32; 5] = std::array::from_fn(|kind| number(1).min(all(kind)));
    let most = std::array::from_fn(|kind| least[kind] + number((all(kind) - least[kind]) as usize));
    (Dealing { sizes, pool, moved, least, most }, held)
}

#[test]
fn every_deal_is_as_likely_as_its_ways() {
    let (mut dealt, mut bounded, mut lacking) = (0, 0, 0);
    for seed in 0..600 {
        let (dealing, held) = drawn(&mut seeded(seed, 1));
        let ways = ways(&dealing, &held);
        let Some(known) = dealing.gather(SEATS as u8, &held) else {
            assert!(ways.is_empty(), "seed {seed}: {ways:?}");
            continue;
        };
        let deals = known.every_deal(usize::MAX).unwrap();
        let sum: f64 = deals.iter().map(|(_, weight)| weight).sum();
        let mut listed = BTreeMap::new();
        for (row, weight) in &deals {
            assert!(listed.insert(hands(row), weight / sum).is_none(), "seed {seed}: listed twice");
        }
        listed.retain(|_, p| *p > 0.0);
        assert!(listed.keys().eq(ways.keys()), "seed {seed}: {listed:?} for {ways:?}");
        for (hands, p) in &ways {
            assert!((p - listed[hands]).abs() < 1e-12, "seed {seed}, {hands:?}: {} for {p}", listed[hands]);
        }
        let totals = |kind: usize| ways.keys().map(move |hands| hands.iter().map(|hand| hand[kind]).sum::<i32>());
        let all = |kind: usize| dealing.pool[kind] + dealing.moved.iter().map(|moved| moved[kind]).sum::<i32>();
        let open = (0..5).any(|kind| dealing.most[kind] < all(kind) && totals(kind).min() < totals(kind).max());
        dealt += 1;
        bounded += usize::from(open);
        lacking += usize::from(held.iter().any(|held| held.lacks.is_some()) && ways.len() > 2);
    }
    assert!(dealt > 100 && bounded > 20 && lacking > 20, "{dealt} {bounded} {lacking}");
}

/// Twenty thousand draws: the standard error of a probability p is about sqrt(p / 20,000), .0036 at most.
#[test]
fn draws_are_dealt_as_the_list_is() {
    let mut compared = 0;
    for seed in 0..600 {
        let (dealing, held) = drawn(&mut seeded(seed, 1));
        let ways = ways(&dealing, &held);
        if ways.len() < 12 {
            continue;
        }
        let draws = dealing.gather(SEATS as u8, &held).unwrap().drawn_deals(20_000, 7);
        let mut shares = BTreeMap::<Hands, f64>::new();
        for (row, _) in &draws {
            *shares.entry(hands(row)).or_default() += 1.0 / draws.len() as f64;
        }
        assert!(shares.keys().all(|hands| ways.contains_key(hands)), "seed {seed}: what cannot be was drawn");
        for (hands, p) in &ways {
            let share = shares.get(hands).copied().unwrap_or(0.0);
            // Of what is rare a draw or two more or less.
            let error = 5.0 * (p / 20_000.0).sqrt() + 2.0 / 20_000.0;
            assert!((share - p).abs() < error, "seed {seed}, {hands:?}: {share} for {p}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Seat 0 discards four of five wood and three brick, which nobody else sees: of 70 ways C(5, w) C(3, 4 - w) leave w wood. A belief that begins again
/// knows no more and no less; nor where two wood came to the hand meanwhile.
#[test]
fn a_belief_that_begins_again_counts_what_was_discarded_unseen() {
    let mut watch = Watch::new(opening(2, json!({"discards": "hidden"}), json!({})), Observer::Public);
    watch.post("production", json!({"gains": {"0": {"wood": 5, "brick": 3}}}));
    watch.post("discard", json!({"seat": 0, "count": 4}));
    let again = again(&watch, "production", json!({"gains": {"1": {"ore": 1}}}));
    for (wood, ways) in [(1, 5.0), (2, 30.0), (3, 30.0), (4, 5.0)] {
        close(watch.p("seat:0/wood", wood), ways / 70.0);
        close(again.p("seat:0/wood", wood), ways / 70.0);
    }
    close(again.p("seat:1/ore", 1), 1.0);
    watch.post("production", json!({"gains": {"0": {"wood": 2}}}));
    let again = self::again(&watch, "turn", json!({"seat": 1}));
    for (wood, ways) in [(3, 5.0), (4, 30.0), (5, 30.0), (6, 5.0)] {
        close(watch.p("seat:0/wood", wood), ways / 70.0);
        close(again.p("seat:0/wood", wood), ways / 70.0);
    }
}

/// Seat 0 joined with two cards of 95, which may be any of them also for a belief that begins again: the second is of the first one's resource with 18 / 94.
#[test]
fn a_belief_that_begins_again_deals_a_hand_that_was_joined_from_all_cards() {
    let mut watch = Watch::new(opening(2, json!({}), json!({})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 2}}));
    let again = again(&watch, "turn", json!({"seat": 1}));
    close(watch.p("seat:0/wood", 2), 0.2 * 18.0 / 94.0);
    close(again.p("seat:0/wood", 2), 0.2 * 18.0 / 94.0);
    // What is seen to come and to go leaves that as it is.
    watch.post("production", json!({"gains": {"0": {"wood": 3, "brick": 1}}}));
    watch.post("build", json!({"seat": 0, "piece": "road"}));
    let later = self::again(&watch, "turn", json!({"seat": 1}));
    for wood in 2..=4 {
        close(watch.p("seat:0/wood", wood), later.p("seat:0/wood", wood));
    }
}

/// Seat 0 knows its own three wood, which it got after seat 1 joined with two cards of 95: what those are is as it was, by C(19, n) C(76, 2 - n).
#[test]
fn what_came_to_a_hand_that_is_known_says_nothing_of_others() {
    let mut watch = Watch::new(opening(2, json!({}), json!({})), Observer::Seat(0));
    watch.post("start", json!({"hands": {"0": {}}, "hand_sizes": {"1": 2}}));
    watch.post("production", json!({"gains": {"0": {"wood": 3}}}));
    let again = again(&watch, "turn", json!({"seat": 1}));
    for (wood, ways) in [(0, 76.0 * 75.0 / 2.0), (1, 19.0 * 76.0), (2, 19.0 * 18.0 / 2.0)] {
        close(again.p("seat:1/wood", wood), ways / (95.0 * 94.0 / 2.0));
    }
}

/// Seat 0 takes four wood, all that seat 1 had of six cards, with a monopoly: what its own three are is any of the 15 others and of the 76 that are no wood, of which seat 1
/// still holds two. By C(15, n) C(76, 5 - n) C(5 - n, 2).
#[test]
fn what_a_monopoly_took_is_of_the_cards_that_were_dealt() {
    let mut watch = Watch::new(opening(2, json!({}), json!({})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 3, "1": 6}, "dev_cards": {"0": 1}}));
    let again = again(&watch, "monopoly", json!({"seat": 0, "resource": "wood", "taken": {"1": 4}}));
    let choose = |n: i32, k: i32| (0..k).map(|taken| f64::from(n - taken) / f64::from(taken + 1)).product::<f64>();
    let ways = |wood: i32| choose(15, wood) * choose(76, 5 - wood) * choose(5 - wood, 2);
    let all: f64 = (0..=3).map(ways).sum();
    for wood in 0..=3_u32 {
        close(again.p("seat:0/wood", 4 + wood), ways(wood as i32) / all);
    }
}
