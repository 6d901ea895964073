//! What lines tell, and what they do not: each line is Showdown's own.

use super::*;

const START: [&str; 4] =
    ["|switch|p1a: Mew|Mew, L82|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1", "|"];

/// P(Leftovers) of Mew, hit and then at the end of a turn with these lines.
fn leftovers_after(end: &[&str]) -> f64 {
    let hit = ["|move|p2a: Heatran|Earth Power|p1a: Mew", "|-damage|p1a: Mew|80/100", "|"];
    let belief = more(&more(&watching(&START), &hit), end);
    p(&more(&belief, &["|upkeep", "|turn|2"]), 0, 0, "item", "Leftovers")
}

/// Leftovers have nothing to heal where a Wish or Grassy Terrain filled up before their turn; Aqua Ring comes after it.
#[test]
fn leftovers_wait_behind_wish_and_terrain() {
    let hit = ["|move|p2a: Heatran|Earth Power|p1a: Mew", "|-damage|p1a: Mew|80/100"];
    let before = p(&more(&watching(&START), &hit), 0, 0, "item", "Leftovers");
    assert!(before > 0.1, "{before}");
    for full in ["|-heal|p1a: Mew|100/100|[from] move: Wish|[wisher] Mew", "|-heal|p1a: Mew|100/100|[from] Grassy Terrain"] {
        near(leftovers_after(&[full]), before, 1e-3);
    }
    for short in [
        &[][..],
        &["|-heal|p1a: Mew|86/100|[from] Grassy Terrain"],
        &["|-heal|p1a: Mew|100/100|[from] move: Aqua Ring"],
    ] {
        assert!(leftovers_after(short) < 0.01, "{short:?}");
    }
}

/// Poltergeist names what its target holds.
#[test]
fn poltergeist_names_the_item() {
    let out = ["|switch|p1a: Dusknoir|Dusknoir, L88, M|100/100", "|switch|p2a: Mew|Mew, L82|100/100", "|turn|1", "|"];
    let lines = ["|move|p1a: Dusknoir|Poltergeist|p2a: Mew", "|-activate|p2a: Mew|move: Poltergeist|Leftovers"];
    let belief = more(&watching(&out), &lines);
    assert!(p(&belief, 1, 0, "item", "Leftovers") > 0.97);
    // Not of the set, where it changed hands before.
    let tricked = ["|-enditem|p2a: Mew|Life Orb|[from] move: Knock Off|[of] p1a: Dusknoir", "|-item|p2a: Mew|Leftovers|[from] move: Trick"];
    assert!(p(&more(&more(&watching(&out), &tricked), &lines), 1, 0, "item", "Life Orb") > 0.97);
}

/// What stands in the way of an effect is an ability, of the one behind `[of]`.
#[test]
fn a_block_names_an_ability() {
    let belief = watching(&[
        "|switch|p1a: Oinkologne|Oinkologne, L92, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Heatran|Taunt|p1a: Oinkologne",
    ]);
    let before = p(&belief, 0, 0, "ability", "Aroma Veil");
    let told = more(&belief, &["|-block|p1a: Oinkologne|ability: Aroma Veil|[of] p1a: Oinkologne"]);
    assert!(p(&told, 0, 0, "ability", "Aroma Veil") > 0.97, "{before}");
    assert_eq!(told.notes.unknown, 0);
}
