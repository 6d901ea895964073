//! What real lines mean, and that no text at all makes the parser fall.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::rulesets::pokemon_randbats::event::Side;

#[test]
fn real_lines_have_their_parts() {
    let Message::Switch { who, details, condition, dragged } =
        Message::read("|switch|p2a: Ninetales|Ninetales-Alola, L78, F, shiny, tera:Fire|76/100 brn")
    else {
        panic!("a switch")
    };
    assert_eq!((who.side, who.name, dragged), (Side::P2, "Ninetales", false));
    assert_eq!((details.species, details.level, details.gender, details.tera), ("Ninetales-Alola", 78, Some('F'), Some("Fire")));
    assert_eq!(condition, Condition { hp: 76, most: 100, status: Some(Status::Burn) });
    // Level 100 is not written.
    let Message::Switch { details, .. } = Message::read("|switch|p1a: Sunflora|Sunflora, M|100/100") else { panic!("a switch") };
    assert_eq!((details.level, details.gender), (100, Some('M')));
    let Message::Heal { who, tags, .. } =
        Message::read("|-heal|p2b: Excadrill|100/100|[from] ability: Hospitality|[of] p2a: Sinistcha")
    else {
        // A second place on a side is of doubles: not understood, and counted.
        assert_eq!(Message::read("|-heal|p2b: Excadrill|100/100|[from] ability: Hospitality"), Message::Unknown);
        return;
    };
    panic!("{who:?} {tags:?}");
}

#[test]
fn tags_stand_in_any_order() {
    let text = "|-enditem|p1a: Chimecho|Leftovers|[silent]|[from] move: Trick";
    let Message::EndItem { item, tags, eaten, .. } = Message::read(text) else { panic!("an item lost") };
    let from = tags.from.expect("a cause");
    assert_eq!((item, from.cause, from.name, eaten), ("Leftovers", Cause::Move, "Trick", false));
    let text = "|-item|p2a: Heatran|Air Balloon|[from] ability: Frisk|[of] p1a: Dusknoir";
    let Message::Item { tags, .. } = Message::read(text) else { panic!("an item shown") };
    assert_eq!((tags.from.and_then(|from| from.ability()), tags.of.map(|of| of.side)), (Some("Frisk"), Some(Side::P1)));
}

#[test]
fn what_is_not_understood_is_unknown_and_chat_is_idle() {
    assert_eq!(Message::read("|-somethingnew|p1a: Weavile|x"), Message::Unknown);
    assert_eq!(Message::read("|switch|p3a: Weavile|Weavile|100/100"), Message::Unknown);
    assert_eq!(Message::read("|-damage|p1a: Weavile|lots"), Message::Unknown);
    assert_eq!(Message::read("|c|~A|hello |move|p1a: X|Trick"), Message::Idle);
    assert_eq!(Message::read("a line without bars"), Message::Idle);
    assert_eq!(Message::read("|"), Message::Gap);
    assert_eq!(Message::read("|turn|7"), Message::Turn(7));
}

#[test]
fn ids_are_showdowns() {
    assert_eq!(id("U-turn"), "uturn");
    assert_eq!(id("Farfetch\u{2019}d"), "farfetchd");
    assert_eq!(id("Flab\u{e9}b\u{e9}"), "flabebe");
}

const REAL: [&str; 14] = [
    "|switch|p2a: Ninetales|Ninetales-Alola, L78, F|100/100",
    "|-weather|Snowscape|[from] ability: Snow Warning|[of] p2a: Ninetales",
    "|move|p1a: Kricketune|Taunt|p2a: Ninetales",
    "|-damage|p2a: Banette|90/100|[from] item: Life Orb",
    "|-heal|p1a: Dondozo|53/100|[from] item: Leftovers",
    "|-status|p2a: Luxray|brn|[from] item: Flame Orb",
    "|-immune|p1a: Dachsbun|[from] ability: Well-Baked Body",
    "|-item|p2a: Furret|Life Orb|[from] ability: Frisk|[of] p2a: Furret",
    "|replace|p1a: Zoroark|Zoroark, L83, F",
    "|-boost|p2a: Orthworm|accuracy|1",
    "|-swapboost|p1a: Espeon|p2a: Weavile|atk, spa",
    "|cant|p1a: Weavile|move: Taunt|Swords Dance",
    "|-start|p1a: Flutter Mane|protosynthesisspe",
    "|-hitcount|p2a: Weavile|3",
];

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in "\\PC*") {
        let _ = Message::read(&text);
        let _ = Message::read(&format!("|{text}"));
    }

    #[test]
    fn a_mutated_line_is_read(line in 0..REAL.len(), at in 0_usize..80, put in "[|:,/\\[\\] a-z0-9-]{0,6}", cut in 0_usize..12) {
        let mut text: Vec<char> = REAL[line].chars().collect();
        let at = at.min(text.len());
        let end = (at + cut).min(text.len());
        text.splice(at..end, put.chars());
        let _ = Message::read(&text.into_iter().collect::<String>());
    }
}
