//! What lines tell, and what they do not: each line is Showdown's own.

use super::*;

const START: [&str; 4] = ["|switch|p1a: Mew|Mew, L82|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1", "|"];

/// P(Leftovers) of Mew, hit and then at the end of a turn with these lines.
fn leftovers_after(end: &[&str]) -> f64 {
    let hit = ["|move|p2a: Heatran|Earth Power|p1a: Mew", "|-damage|p1a: Mew|80/100", "|"];
    let belief = more(&more(&watching(&START), &hit), end);
    p(&more(&belief, &["|upkeep", "|turn|2"]), 0, 0, "item", "Leftovers")
}

/// Leftovers have nothing to heal where a Wish or Grassy Terrain filled up before their turn; Aqua Ring comes after it.
#[test]
fn leftovers_wait_for_wish_and_terrain() {
    let hit = ["|move|p2a: Heatran|Earth Power|p1a: Mew", "|-damage|p1a: Mew|80/100"];
    let before = p(&more(&watching(&START), &hit), 0, 0, "item", "Leftovers");
    assert!(before > 0.1, "{before}");
    for full in ["|-heal|p1a: Mew|100/100|[from] move: Wish|[wisher] Mew", "|-heal|p1a: Mew|100/100|[from] Grassy Terrain"] {
        near(leftovers_after(&[full]), before, 1e-3);
    }
    for short in [&[][..], &["|-heal|p1a: Mew|86/100|[from] Grassy Terrain"], &["|-heal|p1a: Mew|100/100|[from] move: Aqua Ring"]]
    {
        assert!(leftovers_after(short) < 0.01, "{short:?}");
    }
}

/// Heal Block ends after the turn of Leftovers: in the turn in which it ends they had nothing to do yet, in the next they would have.
#[test]
fn leftovers_wait_for_heal_block_to_end() {
    let noise =
        ["|move|p2a: Heatran|Psychic Noise|p1a: Mew", "|-damage|p1a: Mew|60/100", "|-start|p1a: Mew|move: Heal Block|[silent]"];
    let blocked = more(&more(&watching(&START), &noise), &["|", "|upkeep", "|turn|2", "|"]);
    let before = p(&blocked, 0, 0, "item", "Leftovers");
    assert!(before > 0.1, "{before}");
    let ended = more(&blocked, &["|-end|p1a: Mew|move: Heal Block|[silent]", "|upkeep", "|turn|3", "|"]);
    near(p(&ended, 0, 0, "item", "Leftovers"), before, 1e-3);
    let later = more(&ended, &["|upkeep", "|turn|4"]);
    assert!(p(&later, 0, 0, "item", "Leftovers") < 0.01);
}

/// Poltergeist names what its target holds.
#[test]
fn poltergeist_names_the_item() {
    let out = ["|switch|p1a: Dusknoir|Dusknoir, L88, M|100/100", "|switch|p2a: Mew|Mew, L82|100/100", "|turn|1", "|"];
    let lines = ["|move|p1a: Dusknoir|Poltergeist|p2a: Mew", "|-activate|p2a: Mew|move: Poltergeist|Leftovers"];
    let belief = more(&watching(&out), &lines);
    assert!(p(&belief, 1, 0, "item", "Leftovers") > 0.97);
    // Not of the set, where it changed hands before.
    let tricked =
        ["|-enditem|p2a: Mew|Life Orb|[from] move: Knock Off|[of] p1a: Dusknoir", "|-item|p2a: Mew|Leftovers|[from] move: Trick"];
    assert!(p(&more(&more(&watching(&out), &tricked), &lines), 1, 0, "item", "Life Orb") > 0.97);
}

/// What stands in the way of an effect is an ability, of the one after `[of]`.
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
    let later = more(&belief, &["|-block|p1a: Oinkologne|ability: Aroma Veil|[of] p1a: Oinkologne"]);
    assert!(p(&later, 0, 0, "ability", "Aroma Veil") > 0.97, "{before}");
    assert_eq!(later.notes.unknown, 0);
}

/// Dancer uses another's dance: the line that says that it could not names a move that is not its own.
#[test]
fn a_dance_that_failed_is_not_its_own() {
    let start = ["|switch|p1a: Oricorio|Oricorio-Sensu, L85, M|100/100", START[1], "|turn|1", "|"];
    let activates = "|-activate|p1a: Oricorio|ability: Dancer";
    let cant = "|cant|p1a: Oricorio|move: Taunt|Swords Dance";
    let dance =
        |belief: &Watching| belief.side(Side::P1).hypotheses[0].slots[0].seen.iter().any(|fact| matches!(fact, Fact::Move(_)));
    assert!(!dance(&more(&watching(&start), &[activates, cant])));
    // A Choice item that locks it into another move stops the copy, and then no tag says what it is.
    let (stopped, fails) = ("|move|p1a: Oricorio|Swords Dance||[still]", "|-fail|p1a: Oricorio");
    assert!(!dance(&more(&watching(&start), &[activates, stopped, fails])));
    assert!(dance(&more(&watching(&start), &[stopped, fails])));
    assert!(dance(&more(&watching(&start), &[activates, stopped, fails, "|", "|upkeep", "|turn|2", "|", stopped, fails])));
    assert!(dance(&more(&watching(&start), &[cant])));
    assert!(dance(&more(
        &watching(&start),
        &[activates, "|move|p1a: Oricorio|Swords Dance|p1a: Oricorio|[from] ability: Dancer", cant]
    )));
}

/// Slow Start announces itself by its effect, not by a line of its own.
#[test]
fn slow_start_is_announced() {
    let out = ["|switch|p1a: Regigigas|Regigigas, L83|100/100", START[1], "|-start|p1a: Regigigas|ability: Slow Start"];
    let belief = watching(&out);
    assert!(belief.battle().active(Side::P1).is_some_and(|shown| shown.entry.seen.ability && shown.entry.slow_start));
    let (_, pieces) = explained(&belief, &["|turn|1", "|"]);
    let silent = pieces.iter().filter(|piece| piece.summary.contains("Regigigas came out without announcing an ability"));
    assert_eq!(silent.count(), 0);
    let (_, pieces) = explained(&watching(&out[..2]), &["|turn|1", "|"]);
    assert!(pieces.iter().any(|piece| piece.summary.contains("Regigigas came out without announcing an ability")));
}

/// Lines of another format are folded by the table of this one, and that is said.
#[test]
fn another_format_is_noted() {
    let notes = |belief: &Watching| belief.marginals().detail["notes"].clone();
    let here = notes(&watching(&["|tier|[Gen 9] Random Battle", "|tier|[Gen 9] Random Battle (Blitz)"]));
    assert_eq!((here["other_formats"].as_u64(), here["last_other_format"].as_str()), (Some(0), Some("")));
    let other = notes(&watching(&["|tier|[Gen 9] OU", "|tier|[Gen 9] Random Doubles Battle"]));
    assert_eq!(other["other_formats"], 2);
    assert_eq!(other["last_other_format"], "[Gen 9] Random Doubles Battle");
    let rules = ["|rule|Sleep Clause Mod: Limit one foe put to sleep", "|rule|Inverse Mod: Weaknesses become resistances"];
    let inverse = notes(&watching(&rules));
    assert_eq!((inverse["other_formats"].as_u64(), inverse["last_other_format"].as_str()), (Some(1), Some("Inverse Mod")));
}

/// The tracker that asked for this knew two rules besides hard facts: who goes first, and what a Choice item locks.
#[test]
fn the_seeds_rules_are_speed_and_lock() {
    let parameters = Parameters { preset: Some(Preset::Seed), ..Parameters::default() };
    let (setup, parameters) = setup::resolve(Setup::default(), parameters, 2).expect("a table");
    let used = [Inference::Speed, Inference::Lock, Inference::Absence, Inference::Damage, Inference::Illusion];
    assert_eq!(used.map(|inference| parameters.uses(inference)), [true, true, false, false, false]);
    let seed =
        Watching::new(Opening { setup, parameters, seats: Vec::new(), population: Population::default() }, Observer::Public);
    let out = [START[0], "|switch|p2a: Gholdengo|Gholdengo, L77|100/100", "|turn|1", "|"];
    let made = more(&more(&seed, &out), &["|move|p2a: Gholdengo|Shadow Ball|p1a: Mew", "|turn|2", "|"]);
    let other = more(&made, &["|move|p2a: Gholdengo|Make It Rain|p1a: Mew"]);
    assert!(p(&made, 1, 0, "item", "Choice Scarf") > 0.01);
    assert!(p(&other, 1, 0, "item", "Choice Scarf") < 1e-3);
    let again = more(&made, &["|move|p2a: Gholdengo|Shadow Ball|p1a: Mew"]);
    assert!(p(&again, 1, 0, "item", "Choice Scarf") > p(&made, 1, 0, "item", "Choice Scarf"));
}

/// A Choice item locks who danced by a traced Dancer into the dance, and each move that it chooses then fails: two that differ are no sign that it is free.
#[test]
fn what_fails_after_a_dance_was_not_chosen_freely() {
    let start = [
        "|switch|p1a: Gardevoir|Gardevoir, L83, M|100/100",
        "|switch|p2a: Oricorio|Oricorio-Pom-Pom, L83, M|100/100",
        "|-ability|p1a: Gardevoir|Dancer|Trace|[from] ability: Trace|[of] p2a: Oricorio",
        "|turn|1",
    ];
    let turn = |belief: &Watching, chosen: &str, danced: bool| {
        let dance: &[&str] = &[
            "|-activate|p1a: Gardevoir|ability: Dancer",
            "|move|p1a: Gardevoir|Quiver Dance|p1a: Gardevoir|[from] ability: Dancer",
        ];
        let failed = format!("|move|p1a: Gardevoir|{chosen}||[still]");
        let lines = [&["|", "|move|p2a: Oricorio|Quiver Dance|p2a: Oricorio"][..], if danced { dance } else { &[] }].concat();
        more(belief, &[&lines[..], &[&failed, "|-fail|p1a: Gardevoir", "|", "|upkeep", "|turn|9"]].concat())
    };
    let specs = |danced: bool| {
        let first = turn(&watching(&start), "Psychic", danced);
        let second = turn(&first, "Mystical Fire", danced);
        [&first, &second].map(|belief| p(belief, 0, 0, "item", "Choice Specs"))
    };
    let [before, after] = specs(true);
    assert!(before > 0.05 && after > before / 2.0, "{before} {after}");
    let [before, after] = specs(false);
    assert!(before > 0.05 && after < before / 100.0, "{before} {after}");
}

/// A move that is made over and over says ever less: .28 the first time, then (.28 * 2.7 + 1) / 3.7, and so on, against 1 with a Choice item.
#[test]
fn each_repetition_says_less_than_the_one_before() {
    let start = ["|switch|p1a: Gardevoir|Gardevoir, L83, M|100/100", "|switch|p2a: Blissey|Blissey, L84, F|100/100", "|turn|1"];
    let again = ["|", "|move|p1a: Gardevoir|Psychic|p2a: Blissey|[miss]", "|", "|upkeep", "|turn|9"];
    let mut belief = more(&watching(&start), &again);
    let odds = |belief: &Watching| {
        let choice = ["Choice Specs", "Choice Scarf"].map(|item| p(belief, 0, 0, "item", item)).iter().sum::<f64>();
        choice / (1.0 - choice)
    };
    for free in [0.28, 1.756 / 3.7, 2.756 / 4.7, 3.756 / 5.7] {
        let next = more(&belief, &again);
        near(odds(&next) / odds(&belief), 1.0 / free, 0.02 / free);
        belief = next;
    }
}
