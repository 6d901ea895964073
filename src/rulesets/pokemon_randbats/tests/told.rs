//! Evidence is recorded where a distribution moves, and says what happened.

use super::*;

/// No set of Weavile holds an Assault Vest.
#[test]
fn a_vest_is_not_spoken_of_where_there_is_none() {
    let out = ["|switch|p1a: Skarmory|Skarmory, L80, M|100/100", "|switch|p2a: Weavile|Weavile, L79, M|100/100", "|turn|1", "|"];
    let pieces = explained(&watching(&out), &["|move|p2a: Weavile|Swords Dance|p2a: Weavile"]).1;
    assert!(pieces.iter().any(|piece| piece.kind == "move_revealed"));
    assert!(pieces.iter().all(|piece| piece.kind != "no_assault_vest"), "{pieces:?}");
}

/// Heatran may have an Air Balloon, and Weavile never has one, nor a Booster Energy or an orb.
#[test]
fn what_is_not_announced_is_spoken_of_where_it_may_be() {
    let lines = |out: &str| {
        let start = ["|switch|p1a: Skarmory|Skarmory, L80, M|100/100", out];
        let later = ["|turn|1", "|", "|move|p1a: Skarmory|Roost|p1a: Skarmory", "|", "|upkeep", "|turn|2"];
        let pieces = explained(&watching(&start), &later).1;
        let mut told: Vec<String> = pieces.iter().map(|piece| piece.summary.clone()).collect();
        told.retain(|summary| !summary.contains("Skarmory"));
        told
    };
    let heatran = lines("|switch|p2a: Heatran|Heatran, L78, M|100/100");
    assert!(heatran.iter().any(|summary| summary.contains("Air Balloon")), "{heatran:?}");
    let weavile = lines("|switch|p2a: Weavile|Weavile, L79, M|100/100");
    assert!(
        weavile.iter().all(|told| !told.contains("Balloon") && !told.contains("Energy") && !told.contains("burned")),
        "{weavile:?}"
    );
}

/// Who strikes deals damage, and who is struck loses hit points.
#[test]
fn damage_is_dealt() {
    let start = ["|switch|p1a: Emboar|Emboar, L84, F|100/100", "|switch|p2a: Donphan|Donphan, L84, F|100/100", "|turn|1", "|"];
    let hit = ["|move|p1a: Emboar|Flare Blitz|p2a: Donphan", "|-damage|p2a: Donphan|50/100"];
    let pieces = explained(&watching(&start), &hit).1;
    let told: Vec<&str> = pieces.iter().filter(|piece| piece.kind == "damage").map(|piece| piece.summary.as_str()).collect();
    assert_eq!(told, ["Emboar dealt 50 percent with Flare Blitz.", "Donphan lost 50 percent to Flare Blitz."]);
}
