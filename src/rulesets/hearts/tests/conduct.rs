//! What finished deals settle: two deals worked by hand, the limits of the rules, and simulated persons whose rates are known.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Style, Watcher, card, cards, game, opening, settled_in};
use crate::rulesets::hearts::conduct::{Habit, occasion};
use crate::rulesets::hearts::{CardSet, Played};
use crate::rulesets::{Conduct, Seat};

/// A deal that seat 1 opens. Hands when the play begins:
///
/// - seat 0: QS 9S 4S 3S, 9C 8C, QD TD 9D, 5H 4H 3H 2H
/// - seat 1: AS JS 5S 2S, 5C 4C 3C 2C, AD KD, AH 7H 6H
/// - seat 2: KS TS 8S, KC QC JC, 7D 4D 3D 2D, TH 9H 8H
/// - seat 3: 7S 6S, AC TC 7C 6C, JD 8D 6D 5D, KH QH JH
pub const DEAL: &str = "
    1:2C 2:KC 3:AC 0:9C
    3:7S 0:9S 1:JS 2:KS
    2:4D 3:5D 0:QD 1:KD
    1:AS 2:TS 3:6S 0:4S
    1:5S 2:8S 3:KH 0:3S
    2:7D 3:JD 0:TD 1:AD
    1:3C 2:QC 3:TC 0:8C
    2:JC 3:7C 0:5H 1:4C
    2:3D 3:8D 0:9D 1:7H
    0:4H 1:6H 2:TH 3:QH
    3:6C 0:QS 1:5C 2:9H
    3:6D 0:3H 1:2S 2:2D
    3:JH 0:2H 1:AH 2:8H";

/// Hearts by trick: seat 2 takes KH (trick 5) and 5H (8), seat 0 7H (9), seat 3 four (10), QS and 9H (11) and 3H (12),
/// seat 1 four (13).
fn points() -> Value {
    json!({"0": 1, "1": 4, "2": 2, "3": 19})
}

/// What the play of [`DEAL`] shows, in the order in which it is reported.
///
/// - Seat 0, with the queen. Trick 2: 7S is winning, she would be highest: open, kept. Trick 4: the ace is winning: covered,
///   kept. Trick 5: 8S is winning: open, kept. Then she is alone, and spades are led no more. Trick 8: out of clubs, 5H
///   thrown instead. Trick 11: out of clubs, thrown. Trick 10 is led with no spade below the queen in hand: nothing.
/// - Seat 1. Trick 4: leads AS, holding 5S 2S: high, no. Trick 5: leads 5S; the ace is gone: safe, yes. Trick 7: leads 3C,
///   holding 2S: safe, no. Its ace of hearts, AS, AD and KD are a strong hand, and seat 2 took the first point: no moon.
/// - Seat 2. Trick 3: leads 4D, holding TS 8S; its king is gone: safe, no. It has no spade when it leads again.
/// - Seat 3. Trick 2: leads 7S: safe, yes. It has no spade when it leads again.
fn played() -> Vec<(Seat, &'static str, &'static str, u32, u32)> {
    vec![
        (0, "ducks_queen", "covered", 1, 1),
        (0, "ducks_queen", "open", 2, 2),
        (0, "sloughs_queen", "", 1, 2),
        (1, "leads_spades", "high", 0, 1),
        (1, "leads_spades", "safe", 1, 2),
        (1, "tries_moon", "", 0, 1),
        (2, "leads_spades", "safe", 0, 1),
        (3, "leads_spades", "safe", 1, 1),
    ]
}

fn end_of_deal(passes: Value) -> Vec<Conduct> {
    let mut watch = Watcher::public(json!({}));
    watch.report("deal", json!({"deal": 0, "direction": "left"}));
    watch.pass(|seat| seat + 1);
    watch.plays(DEAL);
    habits(watch.report("deal_end", json!({"points": points(), "passes": passes})))
}

/// What was settled of habits; tastes have tests of their own.
fn habits(mut settled: Vec<Conduct>) -> Vec<Conduct> {
    let names = ["ducks_queen", "sloughs_queen", "passes_queen", "passes_to_void", "leads_spades", "tries_moon"];
    settled.retain(|conduct| matches!(conduct, Conduct::Count { tendency, .. } if names.contains(tendency)));
    settled
}

/// With the 52nd card, and not before it, the belief says that the end of the deal is missing; the end says what the deal taught.
#[test]
fn a_deal_without_its_end_says_so() {
    let mut watch = Watcher::public(json!({"pass": ["hold"]}));
    watch.report("deal", json!({"deal": 0, "direction": "hold"}));
    let (but_one, last) = DEAL.rsplit_once(char::is_whitespace).unwrap();
    watch.plays(but_one);
    assert_eq!((watch.table.plays.len(), watch.marginals().detail.get("due")), (51, None));
    watch.plays(last);
    let detail = watch.marginals().detail;
    assert!(
        detail["due"].as_str().unwrap().starts_with("all cards of deal 0 are played and its deal_end is missing"),
        "{detail}"
    );
    assert_eq!(habits(watch.report("deal_end", json!({"points": points()}))), counts(&played()));
    assert_eq!(watch.marginals().detail, json!({}));
}

fn counts(expected: &[(Seat, &'static str, &str, u32, u32)]) -> Vec<Conduct> {
    let count = |(seat, tendency, context, successes, opportunities): &(Seat, &'static str, &str, u32, u32)| Conduct::Count {
        seat: *seat,
        tendency,
        context: (*context).to_owned(),
        successes: *successes,
        opportunities: *opportunities,
    };
    expected.iter().map(count).collect()
}

/// The play's counts with those of a pass put in: before the leads of their seat, which come later in the list of tendencies.
fn with_passes(shown: &[(Seat, &'static str, &'static str, u32, u32)]) -> Vec<Conduct> {
    let place = |tendency: &str| {
        let tendencies = crate::rulesets::hearts::likelihood::TENDENCIES;
        tendencies.iter().position(|known| known.name == tendency)
    };
    let mut all = played();
    all.extend(shown);
    all.sort_by_key(|(seat, tendency, context, ..)| (*seat, place(tendency), *context));
    counts(&all)
}

#[test]
fn the_plays_of_a_deal() {
    assert_eq!(end_of_deal(json!({})), counts(&played()));
}

#[test]
fn the_passes_of_a_deal() {
    // Seat 0 was dealt its hand less QS 2H 3H, with AS AD KD: clubs 9C 8C, not passed (diamonds are five).
    // Seat 1: less AS AD KD, with 2D 3D 4D: these are all its diamonds, passed.
    // Seat 2: less 2D 3D 4D, with AC 7C KH: 7D is its one diamond, kept (clubs are five).
    // Seat 3: less AC 7C KH, with QS 2H 3H: QS 7S 6S: thin, passed; clubs TC 6C, kept.
    let passes = json!({
        "0": ["AS", "AD", "KD"],
        "1": ["2D", "3D", "4D"],
        "2": ["AC", "7C", "KH"],
        "3": ["QS", "2H", "3H"],
    });
    let all = [
        (0, "passes_to_void", "", 0, 1),
        (1, "passes_to_void", "", 1, 1),
        (2, "passes_to_void", "", 0, 1),
        (3, "passes_queen", "thin", 1, 1),
        (3, "passes_to_void", "", 0, 1),
    ];
    assert_eq!(end_of_deal(passes.clone()), with_passes(&all));
    // Where two seats show theirs, only seat 3 has both shown what it gave and been shown what it got.
    let two = json!({"2": passes["2"], "3": passes["3"]});
    assert_eq!(end_of_deal(two), with_passes(&all[3..]));
    // Seat 0 was dealt QS 9S 4S 3S with JS 5S 2S, and kept her: guarded. Clubs 9C 8C are kept, and diamonds QD TD 9D.
    let guarded = json!({"3": ["2H", "3H", "4H"], "0": ["JS", "5S", "2S"]});
    let kept = [(0, "passes_queen", "guarded", 0, 1), (0, "passes_to_void", "", 0, 1)];
    assert_eq!(end_of_deal(guarded), with_passes(&kept));
}

/// Seat 0 holds all high cards: AC to 6C, AH KH, AS KS. In trick 2 seat 1 gives its queen away under the ace, with JS TS 9S in
/// hand: covered, not kept. Trick 4 makes 13 + 3 points, all with seat 0, whose hand was strong. It leads no spade below the
/// queen, for it has none.
const MOON: &str = "
    3:2C 0:AC 1:4C 2:5C
    0:AS 1:QS 2:8S 3:5S
    0:KS 1:JS 2:7S 3:4S
    0:AH 1:QH 2:6D 3:5H
    0:KH 1:JH 2:7D 3:4H
    0:KC 1:3C 2:6S 3:3S
    0:QC 1:TS 2:AD 3:2S
    0:JC 1:9S 2:KD 3:3H
    0:TC 1:TH 2:QD 3:2H
    0:9C 1:9H 2:JD 3:5D
    0:8C 1:8H 2:TD 3:4D
    0:7C 1:7H 2:9D 3:3D
    0:6C 1:6H 2:8D 3:2D";

#[test]
fn a_moon() {
    let expected = counts(&[(0, "tries_moon", "", 1, 1), (1, "ducks_queen", "covered", 0, 1)]);
    for points in [json!({"0": 0, "1": 26, "2": 26, "3": 26}), json!({"0": 26, "1": 0, "2": 0, "3": 0})] {
        let mut watch = Watcher::public(json!({"pass": ["hold"]}));
        watch.report("deal", json!({"deal": 0, "direction": "hold"}));
        watch.plays(MOON);
        assert_eq!(habits(watch.report("deal_end", json!({"points": points}))), expected);
    }
}

#[test]
fn a_deal_thrown_in_settles_nothing() {
    let mut watch = Watcher::public(json!({"pass": ["hold"]}));
    watch.report("deal", json!({"deal": 0, "direction": "hold"}));
    let tricks: Vec<&str> = MOON.lines().take(13).collect();
    watch.plays(&tricks.join("\n"));
    assert_eq!(watch.table.plays.len(), 48);
    assert_eq!(watch.report("deal_end", json!({"points": {"0": 26, "1": 0, "2": 0, "3": 0}})), []);
}

#[test]
fn where_the_rules_leave_no_choice_there_is_no_occasion() {
    let free = json!({"no_points_on_first_trick": false, "hearts_must_be_broken": false, "queen_breaks_hearts": false});
    let (usual, free) = (opening(json!({})).setup, opening(free).setup);
    let plays = |text: &str| -> Vec<Played> {
        let play = |text: &str| Played { seat: text[..1].parse().unwrap(), card: card(&text[2..]) };
        text.split_whitespace().map(play).collect()
    };
    // The first trick, without a club: the queen may not be thrown, unless only penalty cards are held.
    let first = plays("0:2C");
    assert_eq!(occasion(&usual, &first, cards("QS 2D 3H")), None);
    assert_eq!(occasion(&free, &first, cards("QS 2D 3H")), Some(Habit::Sloughs));
    assert_eq!(occasion(&usual, &first, cards("QS 2H 3H")), Some(Habit::Sloughs));
    assert_eq!(occasion(&usual, &first, cards("QS 2H 3C")), None, "it has to follow");
    // A lead from spades and hearts before hearts are broken is no choice.
    let second = plays("0:2C 1:3C 2:4C 3:AC");
    assert_eq!(occasion(&usual, &second, cards("4S AH")), None);
    assert_eq!(occasion(&free, &second, cards("4S AH")), Some(Habit::LeadsSafe));
    assert_eq!(occasion(&usual, &second, cards("4S AD")), Some(Habit::LeadsSafe));
    assert_eq!(occasion(&usual, &second, cards("4S QS 2D")), Some(Habit::LeadsHigh));
    assert_eq!(occasion(&usual, &second, cards("4S 5S AS")), None, "only spades");
    assert_eq!(occasion(&usual, &second, cards("AS 2D")), None, "no low spade");
    let broken = plays("0:2C 1:3C 2:4C 3:AC 3:TC 0:5H 1:KC 2:QC");
    assert_eq!(occasion(&usual, &broken, cards("4S AH")), Some(Habit::LeadsSafe));
    // The queen has gone: she needs no flushing out.
    let gone = plays("0:2C 1:3C 2:4C 3:AC 3:TC 0:QS 1:KC 2:QC");
    assert_eq!(occasion(&usual, &gone, cards("4S 2D")), None);
    // The lead of the first trick is forced.
    assert_eq!(occasion(&free, &[], cards("2C 4S 5D")), None);
    // A bare queen has to follow; the king is winning, or a spade below her.
    let spade = plays("0:2C 1:3C 2:4C 3:AC 3:KS");
    assert_eq!(occasion(&usual, &spade, cards("QS 2D")), None);
    assert_eq!(occasion(&usual, &spade, cards("QS 2S")), Some(Habit::DucksCovered));
    assert_eq!(occasion(&usual, &plays("0:2C 1:3C 2:4C 3:AC 3:2S 0:JS"), cards("QS KS")), Some(Habit::DucksOpen));
    // A discard of the ace does not cover her.
    assert_eq!(occasion(&usual, &plays("0:2C 1:3C 2:4C 3:AC 3:JS 0:AH"), cards("QS 3S")), Some(Habit::DucksOpen));
    assert_eq!(occasion(&usual, &second, CardSet::EMPTY), None);
}

/// Sums over all seats.
fn sums(setup: &Value, style: &Style, games: u64) -> BTreeMap<(&'static str, String), (u32, u32)> {
    let mut sums: BTreeMap<(&'static str, String), (u32, u32)> = BTreeMap::new();
    for seed in 0..games {
        let transcript = game(setup.clone(), None, &[*style; 4], 7_000 + seed);
        for conduct in settled_in(setup.clone(), &transcript) {
            let Conduct::Count { tendency, context, successes, opportunities, .. } = conduct else { panic!("{conduct:?}") };
            let sum = sums.entry((tendency, context)).or_default();
            *sum = (sum.0 + successes, sum.1 + opportunities);
        }
    }
    sums
}

#[test]
fn rates_converge_to_the_persons() {
    let style = Style {
        ducks_queen: [0.2, 0.7],
        sloughs_queen: 0.6,
        passes_queen: [0.35, 0.65],
        passes_to_void: 0.4,
        leads_spades: [0.25, 0.55],
        tries_moon: 0.0,
        noise: 0.0,
        tastes: None,
    };
    // Where the queen goes, there may be no room for the suit: its rate is as drawn for those who keep her.
    let keeps = Style { passes_queen: [0.0, 1.0e-9], ..style };
    let setup = json!({"pass": ["left", "across"]});
    let (shown, void) = (sums(&setup, &style, 400), sums(&setup, &keeps, 400));
    let drawn = [
        (&shown, Habit::DucksCovered, 30),
        (&shown, Habit::DucksOpen, 300),
        (&shown, Habit::Sloughs, 300),
        (&shown, Habit::PassesGuarded, 100),
        (&shown, Habit::PassesThin, 300),
        (&void, Habit::PassesToVoid, 300),
        (&shown, Habit::LeadsHigh, 300),
        (&shown, Habit::LeadsSafe, 300),
    ];
    for (sums, habit, least) in drawn {
        let (tendency, context) = habit.label();
        let (successes, opportunities) = sums[&(tendency, context.to_owned())];
        let (p, n) = (style.rate(habit), f64::from(opportunities));
        let z = (f64::from(successes) - n * p) / (n * p * (1.0 - p)).sqrt();
        assert!(opportunities >= least, "{habit:?}: {opportunities} occasions");
        assert!(z.abs() < 4.0, "{habit:?}: {successes} of {opportunities}, not {p}: z = {z}");
    }
}

/// An attempt at the moon may fail, and points may fall to one seat by chance; but who tries takes the first ones more often.
#[test]
fn the_moon_shows_in_who_tries() {
    let rate = |tries_moon: f64| {
        let style = Style { tries_moon, ..Style::usual() };
        let (successes, opportunities) = sums(&json!({}), &style, 150)[&("tries_moon", String::new())];
        (f64::from(successes) / f64::from(opportunities), opportunities)
    };
    let ((never, few), (always, many)) = (rate(0.0), rate(1.0));
    assert!(few >= 50 && many >= 50, "{few} and {many} strong hands");
    assert!(always > never + 0.1, "{always} with an attempt, {never} without");
}
