//! Laws of views: what an observer sees, and that it believes from nothing else.

use credence::rulesets::{EventRef, Observer};

use super::{TURNS, place};
use crate::harness::{Played, bytes_of, worlds_of};

/// A view of a view is the view; the referee sees all; a spectator sees of a seat's view what it sees of the event.
#[test]
fn a_view_of_a_view_is_the_view() {
    let mut hidden = std::collections::BTreeMap::new();
    for game in Played::of_all(0..12, TURNS) {
        for index in 0..game.events.len() {
            let event = game.event(index);
            let public = game.view(index, Observer::Public);
            for observer in game.observers() {
                let place = place(&game, observer, index + 1);
                let Some(seen) = game.view(index, observer) else {
                    assert!(observer != Observer::Referee && public.is_none(), "{place}: sees less than a spectator");
                    *hidden.entry(game.ruleset.key()).or_insert(0) += 1;
                    continue;
                };
                let again = |observer| {
                    let view = EventRef { data: &seen, ..event };
                    let view = game.game.view(&game.decode(view), observer);
                    view.map(|view| serde_json::to_vec(&view).expect("JSON is serialisable"))
                };
                assert_eq!(again(observer).as_ref(), Some(&seen), "{place}: its own view");
                assert_eq!(again(Observer::Public), public, "{place}: what a spectator sees of its view");
                assert_eq!(again(Observer::Referee).as_ref(), Some(&seen), "{place}: what the referee sees of its view");
                if observer == Observer::Referee {
                    assert_eq!(seen, event.data, "{place}: the whole event");
                }
                *hidden.entry(game.ruleset.key()).or_insert(0) += usize::from(seen != event.data);
            }
        }
    }
    assert!(hidden.values().all(|views| *views > 0), "{hidden:?}: views that hide something, by ruleset");
}

/// Replacing every event by what an observer saw of it changes not one byte of what that observer is served.
#[test]
fn a_blinded_log_gives_the_same_bytes() {
    let mut blinded = 0;
    for game in Played::of_all(0..4, TURNS) {
        for observer in game.observers() {
            let (mut whole, mut seen) = (game.begin(observer), game.begin(observer));
            for index in 0..game.events.len() {
                let place = place(&game, observer, index + 1);
                let event = game.event(index);
                let (next, pieces) = game.explained(&whole, index, event);
                whole = next;
                // What is not seen at all does not happen for this observer.
                let blind = game.view(index, observer);
                blinded += usize::from(blind.as_deref() != Some(event.data));
                let pieces_seen = match &blind {
                    None => Vec::new(),
                    Some(data) => {
                        let (next, pieces) = game.explained(&seen, index, EventRef { data, ..event });
                        seen = next;
                        pieces
                    }
                };
                let text = |pieces| serde_json::to_string(pieces).expect("pieces are plain data");
                assert_eq!(text(&pieces), text(&pieces_seen), "{place}: evidence");
                if index % 9 == 0 || index + 1 == game.events.len() {
                    assert!(bytes_of(&whole.marginals()) == bytes_of(&seen.marginals()), "{place}: marginals");
                    assert_eq!(worlds_of(&whole, 7, 5), worlds_of(&seen, 7, 5), "{place}: worlds");
                }
            }
        }
    }
    assert!(blinded > 100, "{blinded} events had something hidden: too few to say anything");
}
