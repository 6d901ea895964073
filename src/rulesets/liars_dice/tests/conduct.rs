//! What a round settles, worked by hand.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Watch, close, opening};
use crate::rulesets::liars_dice::hands::{Hands, counted};
use crate::rulesets::liars_dice::order::Situation;
use crate::rulesets::liars_dice::tendencies::{FITS, band, bid_context, fit_band};
use crate::rulesets::{Conduct, Observer};

/// (successes, opportunities) by seat, tendency and context.
type Counts = BTreeMap<(u8, String, String), (u32, u32)>;

fn counts(conduct: &[Conduct]) -> Counts {
    let count = |conduct: &Conduct| match conduct {
        Conduct::Count { seat, tendency, context, successes, opportunities } => {
            Some(((*seat, (*tendency).to_owned(), context.clone()), (*successes, *opportunities)))
        }
        Conduct::Accuracy { .. } => None,
    };
    conduct.iter().filter_map(count).collect()
}

/// The counts that were settled, `tendency/context` by seat; `done/of`. Left out are faces, and what has a test of its own.
fn settled(conduct: &[Conduct], seat: u8) -> Vec<String> {
    let all = counts(conduct);
    let others = ["face_preference", "careless", "dice_fit", "exact_threshold"];
    let of_seat = all.iter().filter(|((of, tendency, _), _)| *of == seat && !others.contains(&tendency.as_str()));
    of_seat.map(|((_, tendency, context), (done, of))| format!("{tendency} {context} {done}/{of}")).collect()
}

/// Three seats with five dice each, ones wild: of ten others' dice 10/3 show a face or the wild one, and 10/6 show ones.
///
/// Seat 0 holds 2 2 3 4 6 and opens with 4 x 5: it supports fives with 0 dice, expects 0 + 3.33, so it bluffs. One two was honest. The
/// least legal bid of any face is one die: twos, threes, fours and sixes are certain to it, fives are not, so fives are not backed.
///
/// Seat 1 holds 5 5 1 2 3. To it 4 x 5 needs one of ten: 1 - (2/3)^10 = 0.983, not called. It raises to 6 x 5, and 3 + 3.33 dice are
/// expected: no bluff. Least legal: two ones (it needs one of ten at 1/6: 0.838), five of a lower face (threes, twos: three of ten at
/// 1/3, 0.701; fours: four, 0.441), five fives (two of ten, 0.896), four sixes (three of ten, 0.701). Fives are backed. Of 15 dice 2.5 are
/// expected to be ones, and two may be bid: not cornered.
///
/// Seat 2 holds 6 6 6 4 3. 6 x 5 needs six of ten: (210 x 16 + 120 x 8 + 45 x 4 + 10 x 2 + 1) / 3^10 = 4521 / 59049 = 0.077, not called.
/// Least legal: three ones of 2.5 expected, seven of a lower face or fives and six sixes of 5 expected: cornered. Six sixes were honest
/// (3 + 3.33); it bids 7 x 5 (0 + 3.33): a bluff. Sixes need three of ten and are worth most: fives are not backed.
///
/// Seat 0 calls what needs seven of ten: (120 x 8 + 45 x 4 + 10 x 2 + 1) / 3^10 = 1161 / 59049 = 0.020.
#[test]
fn bluffs_backing_and_calls_by_context() {
    let mut watch = Watch::of(3, Observer::Public);
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}));
    watch.bid(0, 4, 5).bid(1, 6, 5).bid(2, 7, 5).report("call", json!({"seat": 0}));
    assert!(watch.conduct.is_empty(), "nothing is settled before the cups are lifted");
    watch.report("reveal", json!({"hands": {"0": [2, 2, 3, 4, 6], "1": [5, 5, 1, 2, 3], "2": [6, 6, 6, 4, 3]}}));
    let of = |seat| settled(&watch.conduct, seat);
    assert_eq!(of(0), ["backed_rate opening/4+ 0/1", "bluff_rate opening/4+ 1/1", "call_threshold 0-10 1/1"]);
    assert_eq!(of(1), ["backed_rate raise/4+ 1/1", "bluff_rate raise/4+ 0/1", "call_threshold 80-100 0/1"]);
    assert_eq!(of(2), ["backed_rate cornered/4+ 0/1", "bluff_rate cornered/4+ 1/1", "call_threshold 0-10 0/1"]);
    // Each bid chose one of six faces.
    let faces = counts(&watch.conduct);
    for (seat, face) in (0..3).flat_map(|seat| (1..=6).map(move |face| (seat, face))) {
        let key = (seat, "face_preference".to_owned(), face.to_string());
        assert_eq!(faces[&key], (u32::from(face == 5), 1), "{key:?}");
    }
    // Accuracy: none of five; two of five, doubled; none.
    let accuracy = |of: u8| {
        watch.conduct.iter().find_map(|conduct| match conduct {
            Conduct::Accuracy { seat, value } if *seat == of => Some(*value),
            _ => None,
        })
    };
    assert_eq!([0, 1, 2].map(accuracy), [Some(0.0), Some(0.8), Some(0.0)]);
}

/// Whoever has no honest bid left has no choice, and one face only is no preference: neither counts.
#[test]
fn what_was_no_choice_counts_for_nothing() {
    // 7 x 5 stands, and a hand without ones, fives or sixes expects 10/3 of any face.
    let mut watch = Watch::of(3, Observer::Public);
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}));
    watch.bid(0, 7, 5).bid(1, 8, 5).report("call", json!({"seat": 2}));
    watch.report("reveal", json!({"hands": {"0": [5, 5, 5, 1, 1], "1": [2, 2, 3, 3, 4], "2": [6, 6, 6, 4, 3]}}));
    let of_1 = settled(&watch.conduct, 1);
    assert!(!of_1.iter().any(|count| count.starts_with("bluff_rate")) && of_1.len() == 2, "{of_1:?}");
    // Maputa: the first bid chose among six faces, of which none was wild; the second had one.
    let mut watch = Watch::of(2, Observer::Public);
    watch.report("round", json!({"dice": {"0": 1, "1": 3}, "starter": 0}));
    watch.bid(0, 1, 4).bid(1, 2, 4).report("call", json!({"seat": 0}));
    watch.report("reveal", json!({"hands": {"0": [4], "1": [4, 4, 2]}}));
    // Seat 1 holds two fours and knows it: 1 x 4 is certain, 2 x 4 honest; of four dice less than one is expected to be a four, so it
    // is cornered. To seat 0 two fours need one of three at 1/6:
    // 1 - (5/6)^3 = 0.421. Its opening: one four is certain, other faces are not.
    assert_eq!(settled(&watch.conduct, 0), ["backed_rate opening/1 1/1", "bluff_rate opening/1 0/1", "call_threshold 40-60 1/1"]);
    assert_eq!(settled(&watch.conduct, 1), ["bluff_rate cornered/2-3 0/1", "call_threshold 80-100 0/1"]);
    let faces =
        |seat: u8| counts(&watch.conduct).keys().filter(|(of, tendency, _)| *of == seat && tendency == "face_preference").count();
    assert_eq!((faces(0), faces(1)), (0, 0));
}

/// A face is liked by what it is in rounds in which ones are wild: where sixes are, a six counts as one, and ones to fives as twos to sixes. Where no face is wild nothing of it is
/// counted, and nothing is read of what was counted elsewhere.
#[test]
fn faces_are_liked_by_what_they_are_where_ones_are_wild() {
    let bid = |rules: Value, known: bool, face: u8| {
        let mut opening = opening(2, rules, json!({}));
        let rare = json!({"successes": 1.0, "opportunities": 200.0});
        let often = json!({"successes": 150.0, "opportunities": 200.0});
        if known {
            let faces = json!({"face_preference": {"1": rare, "2": rare, "3": rare, "4": rare, "5": rare, "6": often}});
            opening.seats[0].profile = serde_json::from_value(json!({"games": 6, "tendencies": faces})).unwrap();
        }
        let mut watch = Watch::new(opening, Observer::Public);
        watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 2, face);
        let marginals = watch.marginals();
        let id = format!("seat:0/face:{face}");
        let mean = marginals.variables.iter().find(|variable| variable.id == id).unwrap().range().unwrap().0;
        watch.report("call", json!({"seat": 1})).report("reveal", json!({"hands": {"0": [1, 2, 6, 6, 4], "1": [2, 2, 3, 5, 6]}}));
        let counted = counts(&watch.conduct).into_iter().filter(|((_, tendency, _), _)| tendency == "face_preference");
        (mean, counted.map(|((_, _, face), (done, _))| (face, done)).collect::<Vec<_>>())
    };
    // What it likes most is the highest face that is not wild.
    for (rules, face) in [(json!({}), 6), (json!({"wild_face": "highest"}), 5)] {
        let [stranger, known] = [false, true].map(|known| bid(rules.clone(), known, face));
        assert!(known.0 < stranger.0 - 0.05, "who bids it whatever it holds says less by it: {known:?} {stranger:?}");
        let done = |face: u8| (face.to_string(), u32::from(face == 6));
        assert_eq!(known.1, (1..=6).map(done).collect::<Vec<_>>(), "{rules}");
    }
    let (_, wild) = bid(json!({"wild_face": "highest"}), false, 6);
    assert_eq!(wild[0], ("1".to_owned(), 1));
    let [stranger, known] = [false, true].map(|known| bid(json!({"ones_wild": false}), known, 6));
    assert_eq!((stranger.1.len(), known.1.len()), (0, 0));
    close(stranger.0, known.0, 1e-12);
}

/// A called bid's band is how likely it was to the caller's hand: here one bid of seat 0 against two seats of few dice.
#[test]
fn calls_by_how_likely_the_bid_was() {
    let called = |dice: [u8; 2], bid: (u8, u8), hands: Value| {
        let mut watch = Watch::new(opening(2, json!({"maputa": false}), json!({})), Observer::Public);
        watch.report("round", json!({"dice": {"0": dice[0], "1": dice[1]}, "starter": 0})).bid(0, bid.0, bid.1);
        watch.report("call", json!({"seat": 1})).report("reveal", json!({"hands": hands}));
        settled(&watch.conduct, 1)
    };
    // Three fives of which two are seen need one of one at 1/3; seen three, none. One of two: 1 - 4/9 = 0.556. Two of two: 1/9.
    assert_eq!(called([1, 2], (3, 5), json!({"0": [2], "1": [5, 1]})), ["call_threshold 25-40 1/1"]);
    assert_eq!(called([1, 3], (3, 5), json!({"0": [2], "1": [5, 1, 5]})), ["call_threshold 80-100 1/1"]);
    assert_eq!(called([2, 1], (1, 5), json!({"0": [2, 2], "1": [2]})), ["call_threshold 40-60 1/1"]);
    assert_eq!(called([2, 1], (2, 5), json!({"0": [2, 2], "1": [2]})), ["call_threshold 10-25 1/1"]);
    // Ones are not doubled: one of one at 1/6; two of two, 1/36. One of three others' fives: 1 - 8/27 = 0.704.
    assert_eq!(called([1, 1], (1, 1), json!({"0": [2], "1": [2]})), ["call_threshold 10-25 1/1"]);
    assert_eq!(called([2, 1], (2, 1), json!({"0": [2, 2], "1": [2]})), ["call_threshold 0-10 1/1"]);
    assert_eq!(called([3, 1], (1, 5), json!({"0": [2, 2, 2], "1": [2]})), ["call_threshold 60-80 1/1"]);
}

/// An exact call says that the bid is right, which is no call: it counts in `exact_success`, and in how often the player makes such calls.
#[test]
fn exact_calls_are_right_or_wrong() {
    for (hand, done) in [([5, 5, 2, 2, 2], 1), ([5, 1, 5, 2, 2], 0), ([5, 2, 2, 2, 2], 0)] {
        let mut watch = Watch::of(2, Observer::Public);
        watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 2, 5).report("exact", json!({"seat": 1}));
        watch.report("reveal", json!({"hands": {"0": hand, "1": [3, 3, 3, 3, 3]}}));
        assert_eq!(settled(&watch.conduct, 1), [format!("exact_success  {done}/1")]);
    }
}

/// Where an exact call was allowed, that it was not made counts as well, by how likely it was right: seat 1 sees 2 x 5 and holds none, so
/// that of five others two are due: 10 x 4/9 x 8/27 = 0.329. Seat 0 holds two fives and answers 3 x 5, of which one of five is due:
/// 5 x 1/3 x 16/81 = 0.329.
#[test]
fn exact_calls_that_were_not_made_count() {
    let mut watch = Watch::of(2, Observer::Public);
    watch.report("round", json!({"dice": {"0": 5, "1": 5}, "starter": 0})).bid(0, 2, 5).bid(1, 3, 5);
    watch.report("exact", json!({"seat": 0}));
    watch.report("reveal", json!({"hands": {"0": [5, 5, 2, 2, 2], "1": [3, 3, 3, 3, 3]}}));
    let all = counts(&watch.conduct);
    let of =
        |seat: u8| all.iter().filter(|((of, tendency, _), _)| *of == seat && tendency == "exact_threshold").collect::<Vec<_>>();
    let key = |seat: u8| (seat, "exact_threshold".to_owned(), "30-100".to_owned());
    assert_eq!(of(1), [(&key(1), &(0, 1))]);
    assert_eq!(of(0), [(&key(0), &(1, 1))]);
}

/// Every seat that did something has one band of `dice_fit`, by how likely its dice were after what it did and before; and seemed
/// careless or not. Seat 1 opens with a bid that nobody makes who looks at anything: careless.
#[test]
fn how_dice_fit_what_was_said() {
    let mut watch = Watch::of(3, Observer::Public);
    watch.report("round", json!({"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0})).bid(0, 4, 5).bid(1, 14, 3);
    let reading = watch.table.readings.of(0).unwrap().clone();
    watch.report("call", json!({"seat": 2}));
    watch.report("reveal", json!({"hands": {"0": [1, 5, 5, 5, 2], "1": [2, 2, 4, 4, 6], "2": [1, 2, 3, 4, 6]}}));
    let all = counts(&watch.conduct);
    let hand = counted(&[1, 5, 5, 5, 2]).unwrap();
    let place = Hands::of(5).place(&hand).unwrap();
    let ratio = reading.looking[1][place] / Hands::of(5).prior[place];
    assert!(ratio > 1.0, "three fives fit a bid on fives: {ratio}");
    let fits = |seat: u8| FITS.map(|band| all.get(&(seat, "dice_fit".to_owned(), band.to_owned())).copied());
    assert_eq!(fits(0), std::array::from_fn(|at| Some((u32::from(at == fit_band(ratio)), 1))));
    let careless = |seat: u8| all[&(seat, "careless".to_owned(), String::new())];
    assert_eq!([0, 1, 2].map(careless), [(0, 1), (1, 1), (0, 1)]);
}

#[test]
fn bands_and_contexts() {
    let of = [0.0, 0.0999, 0.1, 0.2499, 0.25, 0.4, 0.5999, 0.6, 0.8, 1.0].map(band);
    assert_eq!(of, [0, 0, 1, 1, 2, 3, 3, 4, 5, 5]);
    let of = |situation| [1, 2, 3, 4, 10].map(|dice| bid_context(situation, dice));
    assert_eq!(of(Situation::Opening), [0, 1, 1, 2, 2]);
    assert_eq!(of(Situation::Raise), [3, 4, 4, 5, 5]);
    assert_eq!(of(Situation::Cornered), [6, 7, 7, 8, 8]);
}

/// Counts add up over rounds, and `accuracy` answers with all of them, whatever the belief remembers.
#[test]
fn bluffs_are_counted_whatever_is_remembered() {
    for memory in [0, 1, 10] {
        let mut watch = Watch::new(opening(2, json!({}), json!({"history_memory_rounds": memory})), Observer::Public);
        // A profile's counts and two rounds: 3 x 5 on five dice without fives or ones expects 0 + 5/3 (a bluff), on two fives 2 + 5/3.
        for (hand, dice) in [(json!([2, 2, 3, 4, 6]), 5), (json!([5, 5, 3, 4, 6]), 4)] {
            watch
                .report("round", json!({"dice": {"0": 5, "1": dice}, "starter": 0}))
                .bid(0, 3, 5)
                .report("call", json!({"seat": 1}));
            let other: Vec<u8> = if dice == 5 { vec![5, 5, 5, 2, 2] } else { vec![5, 2, 2, 2] };
            watch.report("reveal", json!({"hands": {"0": hand, "1": other}}));
            watch.report("dice_change", json!({"seat": 1, "delta": -1, "left": dice - 1}));
        }
        let answer = watch.answer(json!({"accuracy": {"seat": 0}}));
        let rate = &answer["bluff_rate"]["opening/4+"];
        assert_eq!((&rate["successes"], &rate["opportunities"]), (&json!(1.0), &json!(2.0)), "memory {memory}");
        // Accuracies: none of five; two of five, doubled.
        close(answer["accuracy"].as_f64().unwrap(), 0.4, 1e-12);
    }
}
