//! The table moves by an event that a belief leaves out.

use serde_json::json;

use super::*;
use crate::belief::Draws;

/// Seat 0 looked at a 7 and an 8, and tosses the 7 in as a 9. The spectator's belief takes it and the table moves; its own cannot. Its rows
/// are those of the table all the same: four cards, of which the first is the 8.
#[test]
fn a_belief_that_leaves_an_event_out_shows_the_rows_of_the_table() {
    let opening = opening(json!({}), json!({}), 2);
    let mut watch = Watch::<Vinto>::new(&opening, Observer::Seat(0));
    for (kind, data) in [
        ("round", json!({"first": 0})),
        ("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "7"})),
        ("peek", json!({"seat": 0, "target": 0, "position": 1, "card": "8"})),
        ("draw", json!({"seat": 0, "card": "9"})),
        ("discard", json!({"seat": 0, "card": "9"})),
    ] {
        watch.see(&event(kind, data), &mut Evidence::off()).expect("a true event");
    }
    let ids = |watch: &Watch<'_, Vinto>| -> Vec<(String, Option<String>)> {
        watch.marginals().variables.into_iter().map(|variable| (variable.id, variable.instance)).collect()
    };
    // Reading it works its posterior out.
    assert_eq!(ids(&watch).len(), 10);
    let weight = watch.belief.weigh(&watch.table);

    let toss = event("toss_in", json!({"seat": 0, "positions": [0], "cards": ["9"], "success": true}));
    assert!(watch.check(&toss).is_ok(), "what is public allows it");
    assert!(watch.see(&toss, &mut Evidence::off()).is_err(), "seat 0 saw a 7 there");
    watch.leave_out(&toss);

    let shown = ids(&watch);
    assert_eq!(shown.len(), 9);
    let instances: Vec<&str> = shown[..4].iter().filter_map(|(_, instance)| instance.as_deref()).collect();
    assert_eq!(instances, ["card:1", "card:2", "card:3", "card:4"]);
    let first = &watch.marginals().variables[0];
    assert_eq!((first.id.as_str(), first.distribution[0].value.as_str()), ("seat:0/card:0", "8"));
    assert!(watch.belief.weigh(&watch.table).abs_diff(weight) < weight / 2);
    for (_, world) in watch.sample(Draws { seed: 1, count: 3 }).worlds {
        assert_eq!(world.rows[&0].len(), 4);
        assert!(watch.ln_probability(&world).is_finite());
    }
    // It is what a belief says that nobody has read before.
    let thawed = Belief::thaw(&opening, Observer::Seat(0), 1, watch.belief.freeze());
    assert_eq!(Vinto::marginals(&thawed, &watch.table).hash(), watch.marginals().hash());
    // And it takes the next event.
    let window = event("toss_window", json!({"ranks": ["9"], "eligible": [0, 1]}));
    watch.see(&window, &mut Evidence::off()).expect("a true event");
    assert_eq!(ids(&watch), shown);
}
