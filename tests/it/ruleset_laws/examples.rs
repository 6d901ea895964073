//! Laws of examples: they name all that can be asked and all that can happen, and are read as clients' own are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use credence::rulesets::{ALL, AnyEvent, AnyGame, AnyRuleset, Observer, Rejection};
use serde_json::Value;

use super::{TURNS, looks, place};
use crate::harness::{Played, bytes_of, tables};

/// A short game at each table that is known.
fn everywhere() -> impl Iterator<Item = (usize, Played)> {
    let games = |ruleset: &'static dyn AnyRuleset| {
        tables(ruleset).into_iter().map(move |seats| (seats, Played::simulate(ruleset, seats, Some(1), 1)))
    };
    ALL.iter().copied().flat_map(games)
}

/// The types that a schema names, of its events or its questions.
fn named(ruleset: &dyn AnyRuleset, what: &str) -> BTreeSet<String> {
    let schemas = ruleset.describe().schemas;
    let variants = schemas[what]["oneOf"].as_array().unwrap_or_else(|| panic!("{}: {what} names no types", ruleset.key()));
    let tag = |variant: &Value| variant["properties"]["type"]["const"].as_str().map(str::to_owned);
    variants.iter().map(|variant| tag(variant).unwrap_or_else(|| panic!("{}: no type in {variant}", ruleset.key()))).collect()
}

fn read(game: &Arc<dyn AnyGame>, place: &str, kind: &str, data: &Value) -> AnyEvent {
    let text = serde_json::to_vec(data).expect("JSON is serialisable");
    game.read(kind, &text).unwrap_or_else(|error| panic!("{place}: {kind} {data} at {:?}: {error}", error.pointer))
}

#[test]
fn examples_have_every_type() {
    for ruleset in ALL {
        for seats in tables(*ruleset) {
            let examples = ruleset.examples(seats);
            let asked = |query: &Value| query["type"].as_str().unwrap_or_else(|| panic!("{query} has no type")).to_owned();
            let queries: BTreeSet<String> = examples.queries.iter().map(asked).collect();
            let events: BTreeSet<String> = examples.events.iter().map(|(kind, _)| (*kind).to_owned()).collect();
            assert_eq!(queries, named(*ruleset, "query"), "{} with {seats} seats: questions", ruleset.key());
            assert_eq!(events, named(*ruleset, "event"), "{} with {seats} seats: events", ruleset.key());
        }
    }
}

#[test]
fn examples_are_well_formed() {
    for (seats, game) in everywhere() {
        let examples = game.ruleset.examples(seats);
        for (kind, data) in &examples.events {
            read(&game.game, &game.name, kind, data);
        }
        let (belief, table) = (game.game.prior(Observer::Public, 1), game.game.table());
        for query in &examples.queries {
            if let Err(Rejection::Malformed(error)) = game.game.answer(&belief, &table, query.clone()) {
                panic!("{}: {query} at {:?}: {error}", game.name, error.pointer);
            }
        }
    }
}

/// What a spectator does not see whole in simulated games stands in an example too; so does something of every game.
#[test]
fn examples_hide_what_their_game_hides() {
    let mut hidden: BTreeMap<&str, BTreeSet<String>> = ALL.iter().map(|ruleset| (ruleset.key(), BTreeSet::new())).collect();
    for game in Played::of_all(0..4, TURNS) {
        let seen = |index: &usize| game.view(*index, Observer::Public) != game.view(*index, Observer::Referee);
        let kinds = (0..game.events.len()).filter(seen).map(|index| game.events[index].0.clone());
        hidden.entry(game.ruleset.key()).or_default().extend(kinds);
    }
    for (seats, game) in everywhere() {
        let view = |event: &AnyEvent, observer| game.game.view(event, observer);
        let hides = |(kind, data): &(&'static str, Value)| {
            let event = read(&game.game, &game.name, kind, data);
            (view(&event, Observer::Public) != view(&event, Observer::Referee)).then(|| (*kind).to_owned())
        };
        let examples: BTreeSet<String> = game.ruleset.examples(seats).events.iter().filter_map(hides).collect();
        let wanted = &hidden[game.ruleset.key()];
        assert!(!wanted.is_empty(), "{}: nothing was hidden in simulated games", game.name);
        assert!(wanted.is_subset(&examples), "{}: {wanted:?} hide something, of the examples {examples:?}", game.name);
    }
}

/// An example that no table ever takes probes nothing. What says a whole position, card by card, fits few tables: of ten types, one may
/// find none in games that are played at random.
#[test]
fn examples_fit_some_table() {
    let mut fits: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for game in Played::of_all(0..12, TURNS) {
        let fits = fits.entry(game.ruleset.key()).or_default();
        let examples = game.ruleset.examples(game.game.seats()).events;
        let examples: Vec<_> = examples.iter().map(|(kind, data)| (*kind, read(&game.game, &game.name, kind, data))).collect();
        let mut table = game.game.table();
        for index in 0..=game.events.len() {
            let fit = examples.iter().filter(|(_, event)| game.game.check(&table, event).is_ok());
            fits.extend(fit.map(|(kind, _)| *kind));
            if index < game.events.len() {
                table = game.game.advance(&table, &game.decode(game.event(index))).0;
            }
        }
    }
    for ruleset in ALL {
        let all = named(*ruleset, "event");
        let never: Vec<&String> = all.iter().filter(|kind| !fits[ruleset.key()].contains(kind.as_str())).collect();
        assert!(10 * never.len() <= all.len(), "{}: no table took the examples of {never:?}", ruleset.key());
    }
}

/// A number that is nothing is written as 0: an empty sum in Rust is -0, and a reader takes the sign for a mistake.
#[test]
fn no_zero_has_a_sign() {
    let signed = |text: &str| {
        text.match_indices("-0.0").any(|(at, found)| !text[at + found.len()..].starts_with(|c: char| c.is_ascii_digit()))
    };
    for game in Played::of_all(0..4, TURNS) {
        let queries = game.ruleset.examples(game.game.seats()).queries;
        for observer in game.observers() {
            let mut fold = game.begin(observer);
            for index in 0..game.events.len() {
                let place = place(&game, observer, index + 1);
                let (next, pieces) = game.explained(&fold, index, game.event(index));
                fold = next;
                for piece in &pieces {
                    let text = serde_json::to_string(piece).expect("a piece");
                    assert!(!signed(&text), "{place}: {text}");
                }
                if !looks(&game).contains(&(index + 1)) {
                    continue;
                }
                let text = String::from_utf8(bytes_of(&fold.marginals())).expect("text");
                assert!(!signed(&text), "{place}: {text}");
                for query in &queries {
                    if let Ok(answer) = fold.answer(query.clone()) {
                        assert!(!signed(&answer.to_string()), "{place}: {query} is answered {answer}");
                    }
                }
            }
        }
    }
}
