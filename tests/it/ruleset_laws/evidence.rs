//! Laws of evidence: every change of a belief is explained, and asking for the explanation changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use credence::belief::{Distributions, Marginals, Piece, Strength, entropy_bits};
use credence::rulesets::EvidenceType;

use super::{TURNS, place};
use crate::harness::{Played, bytes_of, worlds_of};

/// A variable's distribution by value.
type Values = BTreeMap<String, f64>;

fn state(marginals: &Marginals) -> BTreeMap<String, Values> {
    let values = |m: &credence::belief::Marginal| m.distribution.iter().map(|o| (o.value.clone(), o.p)).collect();
    marginals.variables.iter().map(|m| (m.id.clone(), values(m))).collect()
}

/// Where things move (a card from hand to table), variables come and go: one that is not known yet begins with the piece.
fn join(now: &mut BTreeMap<String, Values>, piece: &Piece, place: &str) {
    for variable in &piece.variables {
        let after = piece.after.get(variable).unwrap_or_else(|| panic!("{place}: {variable} has no after"));
        if let (Some(stands), Some(before)) = (now.get(variable), piece.before.get(variable)) {
            assert_same(stands, before, &format!("{place}: {variable} before {:?}", piece.summary));
        }
        now.insert(variable.clone(), after.clone());
    }
}

#[track_caller]
fn assert_same(a: &Values, b: &Values, place: &str) {
    let close = |(value, p): (&String, &f64)| b.get(value).is_some_and(|q| (p - q).abs() < 1e-9);
    assert!(a.len() == b.len() && a.iter().all(close), "{place}: {a:?} is not {b:?}");
}

/// KL(after || before) of each variable that a piece changed, in bits.
fn of_variables(piece: &Piece) -> impl Iterator<Item = (&String, f64)> {
    let bits = |before: &Values, after: &Values| {
        let term =
            |(value, p): (&String, &f64)| if *p > 0.0 { p * libm::log2(p / before.get(value).unwrap_or(&0.0)) } else { 0.0 };
        after.iter().map(term).sum::<f64>()
    };
    piece.before.iter().filter_map(move |(id, before)| Some((id, bits(before, piece.after.get(id)?))))
}

/// Gain and surprisal are what they are called.
fn check_bits(piece: &Piece, game: &str, place: &str) {
    // In Vinto a card that is seen also says in which way its seat plays.
    let by_ways = game == "vinto";
    // In Pokémon a member may be shown that is a Zoroark in its shape: the fact has that chance besides what its species had.
    let within = if game == "pokemon_randbats" { 0.05 } else { 1e-6 };
    let (gain, surprisal) = (piece.information_gain_bits, piece.surprisal_bits);
    assert!(gain >= 0.0 && surprisal >= 0.0, "{place}: {gain} and {surprisal} bits");
    assert!(piece.entropy_before_bits >= 0.0 && piece.entropy_after_bits >= 0.0, "{place}: entropies");
    match piece.strength {
        Strength::Hard => assert!(
            gain >= surprisal - 1e-9 && (by_ways || gain <= surprisal + 1e-9),
            "{place}: a hard fact of {gain} and {surprisal} bits"
        ),
        Strength::Transition => assert!(gain == 0.0 && surprisal == 0.0, "{place}: a transition of {gain} bits"),
        // KL(after || before) = surprisal + E[log2 L], and L is at most 1.
        Strength::Soft => assert!(gain <= surprisal + 1e-9, "{place}: {gain} bits of {surprisal}"),
    }
    // What is learned of all together is no less than what is learned of one.
    if piece.strength != Strength::Transition {
        for (id, bits) in of_variables(piece) {
            assert!(bits <= gain + within, "{place}: {bits} bits of {id} alone, and {gain} in all: {:?}", piece.summary);
        }
    }
    assert_eq!(piece.likelihood.is_none(), piece.strength == Strength::Transition, "{place}: likelihood");
    for (variable, likelihood) in piece.likelihood.iter().flatten() {
        assert!(likelihood.values().all(|l| (0.0..=1.0).contains(l)), "{place}: {variable} {likelihood:?}");
        let soft = piece.strength == Strength::Soft;
        assert!(!soft || likelihood.values().all(|l| *l > 0.0), "{place}: a soft likelihood is never zero");
    }
    assert_eq!(piece.strength == Strength::Soft, piece.parameters.is_some(), "{place}: the number behind a soft likelihood");
    assert!(!piece.summary.is_empty() && !piece.variables.is_empty(), "{place}: a sentence and what it is about");
}

/// Entropies of a piece are sums over its variables, those that follow from others left out.
fn check_entropies(piece: &Piece, derived: &BTreeSet<String>, place: &str) {
    let sum = |of: &Distributions| -> f64 {
        let summed = of.iter().filter(|(variable, _)| !derived.contains(*variable));
        summed.map(|(_, values)| entropy_bits(values.values().copied())).sum()
    };
    for (stated, of) in [(piece.entropy_before_bits, &piece.before), (piece.entropy_after_bits, &piece.after)] {
        assert!((stated - sum(of)).abs() < 1e-9, "{place}: {stated} bits of {of:?}");
    }
}

/// Ids of the variables that follow from others.
fn derived_of(marginals: &Marginals) -> impl Iterator<Item = String> {
    marginals.variables.iter().filter(|variable| variable.derived).map(|variable| variable.id.clone())
}

/// Pieces join end to end, on each variable, from the prior to the belief.
#[test]
fn every_change_is_explained() {
    let mut strengths = BTreeMap::new();
    for game in Played::of_all(0..8, TURNS) {
        for observer in game.observers() {
            let mut fold = game.begin(observer);
            let mut now = state(&fold.marginals());
            let mut derived: BTreeSet<String> = derived_of(&fold.marginals()).collect();
            for index in 0..game.events.len() {
                let place = place(&game, observer, index + 1);
                let (next, pieces) = game.explained(&fold, index, game.event(index));
                fold = next;
                let marginals = fold.marginals();
                derived.extend(derived_of(&marginals));
                let declared = game.ruleset.evidence();
                for piece in &pieces {
                    assert!(
                        declared.iter().any(|known| known.name == piece.kind),
                        "{place}: evidence {:?} is not declared",
                        piece.kind
                    );
                    check_bits(piece, game.ruleset.key(), &place);
                    check_entropies(piece, &derived, &place);
                    join(&mut now, piece, &place);
                    *strengths.entry(format!("{:?}", piece.strength)).or_insert(0) += 1;
                }
                let after = state(&marginals);
                for (variable, values) in &after {
                    let explained = now.get(variable).unwrap_or_else(|| panic!("{place}: nothing says where {variable} is from"));
                    assert_same(explained, values, &format!("{place}: {variable} at the end"));
                }
                now = after;
            }
        }
    }
    assert!(strengths.len() >= 2, "{strengths:?}: simulated games should show more kinds of evidence");
}

/// With evidence on, the belief is the same to the last bit.
#[test]
fn asking_for_evidence_changes_nothing() {
    for game in Played::of_all(0..3, TURNS) {
        for observer in game.observers() {
            let (mut off, mut on) = (game.begin(observer), game.begin(observer));
            for index in 0..game.events.len() {
                off = game.step(&off, index, game.event(index));
                on = game.explained(&on, index, game.event(index)).0;
            }
            let place = place(&game, observer, game.events.len());
            assert!(bytes_of(&off.marginals()) == bytes_of(&on.marginals()), "{place}: marginals");
            assert_eq!(worlds_of(&off, 1, 20), worlds_of(&on, 1, 20), "{place}: worlds");
        }
    }
}

/// What is declared is named in the game's own code, but for what a walk over the log records: a type that was renamed there is not offered to those
/// who ask.
#[test]
fn what_is_declared_is_named_in_the_code() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets");
    for ruleset in credence::rulesets::ALL {
        let code = source(&root.join(ruleset.key()));
        for known in ruleset.evidence() {
            let said = code.matches(&format!("{:?}", known.name)).count();
            let is_of_the_walk = [EvidenceType::BEGUN_AGAIN, EvidenceType::LEFT_OUT].contains(known);
            assert!(said > 0 || is_of_the_walk, "{}: nothing names {:?}", ruleset.key(), known.name);
            assert!(known.description.ends_with('.'), "{}: {} has a sentence", ruleset.key(), known.name);
        }
        let mut names: Vec<&str> = ruleset.evidence().iter().map(|known| known.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ruleset.evidence().len(), "{}: each type stands once", ruleset.key());
    }
}

/// The code of a folder, but for its tests and the declaration itself.
fn source(folder: &std::path::Path) -> String {
    let mut code = String::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            code += &source(&path);
        } else if name.ends_with(".rs") && name != "evidence_types.rs" {
            code += &std::fs::read_to_string(&path).expect("a file");
        }
    }
    code
}
