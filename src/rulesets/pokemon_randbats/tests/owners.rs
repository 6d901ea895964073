//! Whose a fact is: the one that a line is about is not always the one that it tells of.

use super::*;

const START: [&str; 3] =
    ["|switch|p1a: Dusknoir|Dusknoir, L88, M|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1"];

fn start(lines: &[&str]) -> Watching {
    more(&watching(&START), lines)
}

/// Nearly certain: but for the chance that it is in disguise.
#[track_caller]
fn sure(belief: &Watching, seat: u8, slot: usize, what: &str, value: &str) {
    let side = Side::of(seat).expect("a side");
    let p = p(belief, seat, slot, what, value);
    assert!(p >= 1.0 - belief.side(side).illusion() - 1e-9, "{what} {value}: {p}");
}

#[test]
fn frisk_is_of_whom_the_tag_names_and_the_item_of_the_other() {
    let belief = start(&["|-item|p2a: Heatran|Air Balloon|[from] ability: Frisk|[of] p1a: Dusknoir"]);
    sure(&belief, 1, 0, "item", "Air Balloon");
    sure(&belief, 0, 0, "ability", "Frisk");
    // Older servers name Frisk's owner twice.
    let belief = start(&["|-item|p1a: Dusknoir|Air Balloon|[from] ability: Frisk|[of] p1a: Dusknoir"]);
    sure(&belief, 1, 0, "item", "Air Balloon");
    sure(&belief, 0, 0, "ability", "Frisk");
}

#[test]
fn damage_by_an_item_is_the_items_owners() {
    let belief = start(&["|-damage|p1a: Dusknoir|88/100|[from] item: Rocky Helmet|[of] p2a: Heatran"]);
    sure(&belief, 1, 0, "item", "Rocky Helmet");
    assert!(p(&belief, 0, 0, "item", "Rocky Helmet") < 0.5);
    let belief = start(&["|-heal|p2a: Heatran|94/100|[from] item: Leftovers"]);
    sure(&belief, 1, 0, "item", "Leftovers");
}

#[test]
fn weather_names_its_bringer_and_a_heal_its_own() {
    let belief = more(
        &start(&[]),
        &[
            "|switch|p2a: Ninetales|Ninetales-Alola, L78, F|100/100",
            "|-weather|Snowscape|[from] ability: Snow Warning|[of] p2a: Ninetales",
            "|switch|p1a: Vaporeon|Vaporeon, L85, M|60/100",
            "|-heal|p1a: Vaporeon|85/100|[from] ability: Water Absorb|[of] p2a: Ninetales",
        ],
    );
    sure(&belief, 1, 1, "ability", "Snow Warning");
    sure(&belief, 0, 1, "ability", "Water Absorb");
}

/// Hospitality heals another: the ability is of whom the tag names.
#[test]
fn hospitality_is_the_hosts() {
    let belief = more(
        &start(&[]),
        &[
            "|switch|p2a: Sinistcha|Sinistcha, L83|100/100",
            "|-heal|p1a: Dusknoir|100/100|[from] ability: Hospitality|[of] p2a: Sinistcha",
        ],
    );
    let before = p(&start(&[]), 0, 0, "ability", "Frisk");
    near(p(&belief, 0, 0, "ability", "Frisk"), before, 0.05);
    let member = &belief.side(Side::P2).hypotheses[0].slots[1];
    assert!(
        member.seen.iter().any(|fact| matches!(fact, Fact::Ability(ability) if prior::dex()[*ability].name == "Hospitality"))
    );
}

/// Lines of a real battle: Knock Off takes Specs, and Trick then brings Leftovers for nothing.
#[test]
fn knock_off_and_trick_tell_items_apart_from_what_is_held() {
    let belief = watching(&[
        "|switch|p1a: Chimecho|Chimecho, L93, M|100/100",
        "|switch|p2a: Espeon|Espeon, L80, M|100/100",
        "|turn|1",
        "|",
        "|move|p1a: Chimecho|Knock Off|p2a: Espeon",
        "|-supereffective|p2a: Espeon",
        "|-damage|p2a: Espeon|42/100",
        "|-enditem|p2a: Espeon|Choice Specs|[from] move: Knock Off|[of] p1a: Chimecho",
    ]);
    sure(&belief, 1, 0, "item", "Choice Specs");
    sure(&belief, 1, 0, "held", "none");
    let belief = more(
        &belief,
        &[
            "|move|p2a: Espeon|Trick|p1a: Chimecho",
            "|-activate|p2a: Espeon|move: Trick|[of] p1a: Chimecho",
            "|-enditem|p1a: Chimecho|Leftovers|[silent]|[from] move: Trick",
            "|-item|p2a: Espeon|Leftovers|[from] move: Trick",
        ],
    );
    sure(&belief, 1, 0, "item", "Choice Specs");
    sure(&belief, 1, 0, "held", "Leftovers");
    sure(&belief, 0, 0, "item", "Leftovers");
    sure(&belief, 0, 0, "held", "none");
    // Leftovers that heal Espeon now are not of its set.
    let belief = more(&belief, &["|-heal|p2a: Espeon|48/100|[from] item: Leftovers"]);
    sure(&belief, 1, 0, "item", "Choice Specs");
}

/// Where both hold something, each line names what its owner got: the other had it.
#[test]
fn trick_between_two_items() {
    let belief = watching(&[
        "|switch|p1a: Chimecho|Chimecho, L93, M|100/100",
        "|switch|p2a: Espeon|Espeon, L80, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Espeon|Trick|p1a: Chimecho",
        "|-activate|p2a: Espeon|move: Trick|[of] p1a: Chimecho",
        "|-item|p1a: Chimecho|Choice Specs|[from] move: Trick",
        "|-item|p2a: Espeon|Leftovers|[from] move: Trick",
    ]);
    for (seat, own, now) in [(0, "Leftovers", "Choice Specs"), (1, "Choice Specs", "Leftovers")] {
        sure(&belief, seat, 0, "item", own);
        sure(&belief, seat, 0, "held", now);
    }
}

/// The simulator announces a balloon to whom Trick brings it before the line that says that Trick did.
#[test]
fn a_balloon_that_trick_brings_is_not_of_the_set() {
    let belief = watching(&[
        "|switch|p1a: Mesprit|Mesprit, L85|100/100",
        "|switch|p2a: Iron Thorns|Iron Thorns, L83|100/100",
        "|-item|p2a: Iron Thorns|Air Balloon",
        "|turn|1",
        "|",
        "|move|p1a: Mesprit|Trick|p2a: Iron Thorns",
        "|-activate|p1a: Mesprit|move: Trick|[of] p2a: Iron Thorns",
        "|-item|p2a: Iron Thorns|Choice Scarf|[from] move: Trick",
        "|-item|p1a: Mesprit|Air Balloon",
        "|-item|p1a: Mesprit|Air Balloon|[from] move: Trick",
    ]);
    for (seat, own, now) in [(0, "Choice Scarf", "Air Balloon"), (1, "Air Balloon", "Choice Scarf")] {
        sure(&belief, seat, 0, "item", own);
        sure(&belief, seat, 0, "held", now);
    }
}

/// A move that Sleep Talk calls is of the set, one that Copycat calls is not.
#[test]
fn sleep_talk_tells_and_copycat_does_not() {
    let start = watching(&[
        "|switch|p1a: Spiritomb|Spiritomb, L90, M|100/100",
        "|switch|p2a: Regigigas|Regigigas, L83|100/100",
        "|turn|1",
        "|",
    ]);
    let talked = more(&start, &["|move|p2a: Regigigas|Knock Off|p1a: Spiritomb|[from] move: Sleep Talk"]);
    sure(&talked, 1, 0, "move:knockoff", "yes");
    let copied = more(&start, &["|move|p2a: Regigigas|Knock Off|p1a: Spiritomb|[from] move: Copycat"]);
    near(p(&copied, 1, 0, "move:knockoff", "yes"), p(&start, 1, 0, "move:knockoff", "yes"), 1e-9);
}

/// Who has taken another's shape makes moves that are not its own.
#[test]
fn transformed_moves_are_not_its_own() {
    let start = watching(&[
        "|switch|p1a: Spiritomb|Spiritomb, L90, M|100/100",
        "|switch|p2a: Mew|Mew, L82|100/100",
        "|-transform|p2a: Mew|p1a: Spiritomb",
        "|turn|1",
        "|",
    ]);
    let made = more(&start, &["|move|p2a: Mew|Foul Play|p1a: Spiritomb"]);
    assert!(made.side(Side::P2).hypotheses[0].slots[0].seen.is_empty());
}

/// Trace shows an ability of the other.
#[test]
fn trace_tells_of_both() {
    let belief = more(
        &start(&[]),
        &[
            "|switch|p2a: Porygon2|Porygon2, L81|100/100",
            "|-ability|p2a: Porygon2|Frisk|[from] ability: Trace|[of] p1a: Dusknoir",
        ],
    );
    sure(&belief, 0, 0, "ability", "Frisk");
    sure(&belief, 1, 1, "ability", "Trace");
}

/// Lines of Showdown's simulator: Weavile, whose item is gone, takes Hariyama's. The ability is of the taker.
#[test]
fn pickpocket_is_the_takers() {
    let before = watching(&[
        "|switch|p1a: Weavile|Weavile, L79, M|100/100",
        "|switch|p2a: Hariyama|Hariyama, L88, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Hariyama|Knock Off|p1a: Weavile",
        "|-damage|p1a: Weavile|70/100",
        "|-enditem|p1a: Weavile|Heavy-Duty Boots|[from] move: Knock Off|[of] p2a: Hariyama",
    ]);
    let belief = more(
        &before,
        &[
            "|-enditem|p2a: Hariyama|Assault Vest|[silent]|[from] ability: Pickpocket|[of] p2a: Hariyama",
            "|-item|p1a: Weavile|Assault Vest|[from] ability: Pickpocket|[of] p2a: Hariyama",
        ],
    );
    sure(&belief, 0, 0, "ability", "Pickpocket");
    sure(&belief, 0, 0, "item", "Heavy-Duty Boots");
    sure(&belief, 0, 0, "held", "Assault Vest");
    sure(&belief, 1, 0, "item", "Assault Vest");
    sure(&belief, 1, 0, "held", "none");
    let member = &belief.side(Side::P2).hypotheses[0].slots[0];
    assert!(!member.seen.iter().any(|fact| matches!(fact, Fact::Ability(_))), "{:?}", member.seen);
    assert!(member.unlisted < 1e-2, "{}", member.unlisted);
}

/// Bug Bite eats the target's berry, whose effect is the eater's and names the berry: the eater holds none.
#[test]
fn a_berry_that_is_eaten_by_a_move_was_the_targets() {
    let start = ["|switch|p1a: Scizor|Scizor, L79, M|80/100", "|switch|p2a: Greedent|Greedent, L88, F|100/100", "|turn|1", "|"];
    let bite = [
        "|move|p1a: Scizor|Bug Bite|p2a: Greedent",
        "|-damage|p2a: Greedent|70/100",
        "|-enditem|p2a: Greedent|Sitrus Berry|[from] stealeat|[move] Bug Bite|[of] p1a: Scizor",
    ];
    let eaten = more(&watching(&start), &bite);
    sure(&eaten, 1, 0, "item", "Sitrus Berry");
    let healed = more(&eaten, &["|-heal|p1a: Scizor|100/100|[from] item: Sitrus Berry"]);
    for item in ["Life Orb", "Choice Band", "Sitrus Berry"] {
        near(p(&healed, 0, 0, "item", item), p(&eaten, 0, 0, "item", item), 1e-12);
    }
}
