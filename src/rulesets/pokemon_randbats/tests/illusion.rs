//! Who seems to be somebody else: lines of a real battle, in which a Zoroark came out as Lokix.

use super::*;
use crate::rulesets::pokemon_randbats::prior::{Type, dex};

const BEFORE: [&str; 20] = [
    "|switch|p1a: Honchkrow|Honchkrow, L86, M|100/100",
    "|switch|p2a: Lumineon|Lumineon, L93, M|100/100",
    "|turn|1",
    "|",
    "|move|p2a: Lumineon|Alluring Voice|p1a: Honchkrow",
    "|-supereffective|p1a: Honchkrow",
    "|-damage|p1a: Honchkrow|41/100",
    "|-damage|p2a: Lumineon|91/100|[from] item: Life Orb",
    "|move|p1a: Honchkrow|Brave Bird|p2a: Lumineon",
    "|-damage|p2a: Lumineon|35/100",
    "|-damage|p1a: Honchkrow|25/100|[from] Recoil",
    "|",
    "|upkeep",
    "|turn|2",
    "|",
    "|move|p2a: Lumineon|Hydro Pump|p1a: Honchkrow",
    "|-damage|p1a: Honchkrow|0 fnt",
    "|faint|p1a: Honchkrow",
    "|",
    "|upkeep",
];
const OUT: [&str; 3] = ["|switch|p1a: Lokix|Lokix, L82, M|100/100", "|turn|3", "|"];
const MALICE: [&str; 6] = [
    "|switch|p2a: Scizor|Scizor, L79, M|100/100",
    "|move|p1a: Lokix|Bitter Malice|p2a: Scizor",
    "|-crit|p2a: Scizor",
    "|-damage|p2a: Scizor|17/100",
    "|-unboost|p2a: Scizor|atk|1",
    "|-damage|p1a: Lokix|91/100|[from] item: Life Orb",
];
const ENDS: [&str; 6] = [
    "|",
    "|move|p2a: Girafarig|Thunderbolt|p1a: Lokix",
    "|-damage|p1a: Lokix|40/100",
    "|replace|p1a: Zoroark|Zoroark-Hisui, L80, F",
    "|-end|p1a: Zoroark|Illusion",
    "|-hint|Illusion Level Mod is active, so this Pok\u{e9}mon's true level was hidden.",
];

fn illusion(belief: &Watching) -> f64 {
    belief.side(Side::P1).illusion()
}

#[test]
fn an_impossible_move_moves_to_the_zoroark_and_the_rest_is_taken_back() {
    let out = more(&watching(&BEFORE), &OUT);
    let suspicion = illusion(&out);
    assert!(suspicion > 1e-4 && suspicion < 0.02, "{suspicion}");
    let lokix = p(&out, 0, 1, "item", "Life Orb");
    let seen = more(&out, &MALICE);
    assert!(illusion(&seen) > 0.99, "{}", illusion(&seen));
    // What was seen is not Lokix's: its sets are what they were.
    near(p(&seen, 0, 1, "item", "Life Orb"), lokix, 0.02);
    let ended = more(&seen, &ENDS);
    assert_eq!(illusion(&ended), 0.0);
    assert_eq!(p(&ended, 0, 2, "species", "Zoroark-Hisui"), 1.0);
    assert_eq!(p(&ended, 0, 2, "move:bittermalice", "yes"), 1.0);
    assert_eq!(p(&ended, 0, 2, "item", "Life Orb"), 1.0);
    near(p(&ended, 0, 1, "item", "Life Orb"), lokix, 1e-3);
    // Lokix itself is still to come, and in the team for sure.
    assert_eq!(p(&ended, 0, 1, "species", "Lokix"), 1.0);
    assert_eq!(ended.battle().side(Side::P1).out, Some(2));
}

/// A hit that ends no Illusion ends the suspicion.
#[test]
fn a_hit_shows_the_true_shape() {
    let out = more(&watching(&BEFORE), &OUT);
    let hit = more(&out, &["|move|p2a: Lumineon|Hydro Pump|p1a: Lokix", "|-damage|p1a: Lokix|40/100", "|"]);
    assert_eq!(illusion(&hit), 0.0);
}

/// Nobody thought of it: the Zoroark was known to have fainted, or the feed is wrong. It is taken all the same.
#[test]
fn a_replacement_out_of_nowhere_is_taken() {
    let out = more(&watching(&BEFORE), &OUT);
    let hit = more(&out, &["|move|p2a: Lumineon|Hydro Pump|p1a: Lokix", "|-damage|p1a: Lokix|40/100", "|"]);
    let odd = more(&hit, &["|replace|p1a: Zoroark|Zoroark, L83, F", "|move|p1a: Zoroark|Dark Pulse|p2a: Lumineon"]);
    assert_eq!(p(&odd, 0, 2, "move:darkpulse", "yes"), 1.0);
    assert!(odd.watch.quality().dropped_mass > 0.0, "what was learned wrongly cannot be separated from the rest");
}

/// Lokix was hurt, then a Zoroark came out as Lokix, ended its Illusion and left: who comes back at what Lokix left with is Lokix.
#[test]
fn the_likeness_is_as_it_left() {
    let before = [
        "|switch|p1a: Lokix|Lokix, L80, M|100/100",
        "|switch|p2a: Scizor|Scizor, L79, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Scizor|Bullet Punch|p1a: Lokix",
        "|-damage|p1a: Lokix|68/100",
        "|",
        "|upkeep",
        "|turn|2",
        "|",
        "|switch|p1a: Mandibuzz|Mandibuzz, L83, F|100/100",
        "|turn|3",
        "|",
        "|switch|p1a: Lokix|Lokix, L80, M|100/100",
        "|move|p2a: Scizor|Bullet Punch|p1a: Lokix",
        "|-damage|p1a: Lokix|65/100",
        "|replace|p1a: Zoroark|Zoroark, L80, F",
        "|-end|p1a: Zoroark|Illusion",
        "|",
        "|upkeep",
        "|turn|4",
        "|",
        "|move|p2a: Scizor|Bullet Punch|p1a: Zoroark",
        "|-damage|p1a: Zoroark|20/100",
        "|",
        "|upkeep",
        "|turn|5",
        "|",
        "|switch|p1a: Mandibuzz|Mandibuzz, L83, F|100/100",
        "|turn|6",
        "|",
    ];
    let left = watching(&before);
    let hp = |belief: &Watching, slot: usize| {
        let detail = belief.marginals().detail;
        detail["sides"][0]["members"][slot]["hp"].as_f64().expect("a share")
    };
    assert_eq!((hp(&left, 0), hp(&left, 2)), (0.68, 0.2));
    let back = more(&left, &["|switch|p1a: Lokix|Lokix, L80, M|68/100", "|turn|7", "|"]);
    assert!(illusion(&back) < 1e-3, "{}", illusion(&back));
    // The Zoroark is known by what it left with: it comes back so in any shape.
    let disguised = more(&left, &["|switch|p1a: Lokix|Lokix, L80, M|20/100", "|turn|7", "|"]);
    assert!(illusion(&disguised) > 0.99, "{}", illusion(&disguised));
    // Who never was out before is unhurt.
    let first = more(&watching(&BEFORE), &OUT);
    let ended = more(&more(&first, &MALICE), &ENDS);
    assert_eq!((hp(&ended, 1), hp(&ended, 2)), (1.0, 0.4));
}

/// A tera type that the likeness had before stays its own; one that came in disguise is the Zoroark's.
#[test]
fn tera_types_stay_with_their_owners() {
    let own = [
        "|switch|p1a: Lokix|Lokix, L80, M|100/100",
        "|switch|p2a: Scizor|Scizor, L79, M|100/100",
        "|turn|1",
        "|-terastallize|p1a: Lokix|Bug",
        "|turn|2",
        "|switch|p1a: Mandibuzz|Mandibuzz, L83, F|100/100",
        "|turn|3",
        "|switch|p1a: Lokix|Lokix, L80, M, tera:Bug|100/100",
        "|replace|p1a: Zoroark|Zoroark, L80, F",
    ];
    let tera = |belief: &Watching, slot: usize| belief.battle().side(Side::P1).members[slot].tera;
    let ended = watching(&own);
    assert_eq!((tera(&ended, 0), tera(&ended, 2)), (Some(prior::Type::Bug), None));
    let disguised = more(&watching(&BEFORE), &["|switch|p1a: Lokix|Lokix, L82, M|100/100", "|-terastallize|p1a: Lokix|Poison"]);
    let ended = more(&disguised, &["|replace|p1a: Zoroark|Zoroark, L80, F"]);
    assert_eq!((tera(&ended, 1), tera(&ended, 2)), (None, Some(prior::Type::Poison)));
}

/// A Normal move that had no effect on Lokix leans towards the one Zoroark that is of Ghost, by Bayes with the odds of a slip.
#[test]
fn an_immunity_leans_by_types() {
    let out = more(&watching(&BEFORE), &OUT);
    let hisui = prior::dex().species_named("Zoroark-Hisui").expect("a species");
    let mut share = 0.0;
    for hypothesis in out.side(Side::P1).hypotheses.iter().filter(|one| one.disguised.is_some()) {
        let hidden = hypothesis.hidden.as_ref().expect("a Zoroark");
        let entries = embedded_species(&out);
        let of_hisui = hidden.listed().filter(|(one, _)| entries[one.entry] == hisui).fold(0.0, |sum, (_, p)| sum + p);
        share += hypothesis.weight * of_hisui;
    }
    let before = illusion(&out);
    assert!(share > 0.0 && share < before, "{share} of {before}");
    let made = |name: &str| format!("|move|p2a: Lumineon|{name}|p1a: Lokix");
    let normal = more(&out, &[&made("Hyper Voice"), "|-immune|p1a: Lokix"]);
    let (zoroark, lokix) = (share + 0.05 * (before - share), 0.05 * (1.0 - before));
    near(illusion(&normal), zoroark / (zoroark + lokix), 1e-4);
    // Lokix is of Dark itself: Psychic tells it from Zoroark-Hisui, and not from Zoroark.
    let psychic = more(&out, &[&made("Psychic"), "|-immune|p1a: Lokix"]);
    assert!(illusion(&psychic) < before);
    // What is named says nothing of types, and a status move has other reasons.
    for lines in
        [[&made("Hyper Voice")[..], "|-immune|p1a: Lokix|[from] ability: Soundproof"], [&made("Toxic"), "|-immune|p1a: Lokix"]]
    {
        near(illusion(&more(&out, &lines)), before, 1e-3);
    }
}

fn embedded_species(belief: &Watching) -> Vec<prior::SpeciesId> {
    belief.terms.prior.entries().iter().map(|entry| entry.species).collect()
}

/// A Zoroark that came as Lokix was given a Life Orb for its Specs, and left unhurt. Who comes as Lokix later and gives a Life Orb, which Lokix too
/// may have, may be the Zoroark again: what changes hands is then not of its set.
#[test]
fn what_is_exchanged_in_disguise_is_not_taken_for_the_likenesss_own() {
    let trick = |belief: &Watching, one: &str, one_gets: &str, other_gets: &str| {
        let lines = [
            format!("|move|p2a: Espeon|Trick|p1a: {one}"),
            format!("|-activate|p2a: Espeon|move: Trick|[of] p1a: {one}"),
            format!("|-item|p1a: {one}|{one_gets}|[from] move: Trick"),
            format!("|-item|p2a: Espeon|{other_gets}|[from] move: Trick"),
        ];
        more(belief, &lines.each_ref().map(String::as_str))
    };
    let start = watching(&[
        "|switch|p1a: Lokix|Lokix, L80, M|100/100",
        "|switch|p2a: Espeon|Espeon, L80, M|100/100",
        "|turn|1",
        "|",
        "|replace|p1a: Zoroark|Zoroark, L80, F",
        "|-end|p1a: Zoroark|Illusion",
    ]);
    let given = trick(&start, "Zoroark", "Life Orb", "Choice Specs");
    assert_eq!(p(&given, 0, 1, "item", "Choice Specs"), 1.0);
    let leaves = ["|", "|upkeep", "|turn|2", "|", "|switch|p1a: Mandibuzz|Mandibuzz, L83, F|100/100", "|turn|3", "|"];
    let out = more(&more(&given, &leaves), &["|switch|p1a: Lokix|Lokix, L80, M|100/100", "|turn|4", "|"]);
    let suspicion = illusion(&out);
    assert!(suspicion > 0.01 && suspicion < 0.99, "{suspicion}");
    let again = trick(&out, "Lokix", "Choice Specs", "Life Orb");
    near(illusion(&again), suspicion, 0.02);
    assert_eq!(p(&again, 0, 1, "item", "Choice Specs"), 1.0);
}

/// A Zoroark has one form: who changes its own is nobody else.
#[test]
fn a_change_of_form_ends_the_doubt() {
    let foe = "|switch|p1a: Skarmory|Skarmory, L80, M|100/100";
    let doubt = |belief: &Watching| belief.side(Side::P2).illusion();
    for (out, change) in [
        (
            "|switch|p2a: Morpeko|Morpeko, L88, F|100/100",
            "|-formechange|p2a: Morpeko|Morpeko-Hangry||[from] ability: Hunger Switch",
        ),
        ("|switch|p2a: Mimikyu|Mimikyu, L76, F|100/100", "|detailschange|p2a: Mimikyu|Mimikyu-Busted, L76, F"),
    ] {
        let before = watching(&[foe, out, "|turn|1", "|"]);
        assert!(doubt(&before) > 0.0);
        let (after, pieces) = explained(&before, &[change]);
        assert_eq!(doubt(&after), 0.0);
        assert!(pieces.iter().any(|piece| piece.kind == "true_shape"), "{pieces:?}");
    }
}

/// Lokix has terastallized into Flying. Who comes out with its looks is shown as of that type, which says nothing of a Zoroark's own.
#[test]
fn a_disguise_shows_the_tera_type_of_its_likeness() {
    let lines = [
        "|switch|p1a: Lokix|Lokix, L82, M|100/100",
        "|switch|p2a: Scizor|Scizor, L79, M|100/100",
        "|turn|1",
        "|",
        "|-terastallize|p1a: Lokix|Flying",
        "|move|p1a: Lokix|U-turn|p2a: Scizor",
        "|switch|p1a: Honchkrow|Honchkrow, L86, M|100/100",
        "|",
        "|upkeep",
        "|turn|2",
        "|",
        "|switch|p1a: Lokix|Lokix, L82, M, tera:Flying|100/100",
        "|-start|p1a: Lokix|typechange|Flying|[silent]",
    ];
    let [lokix, zoroark] = ["Lokix", "Zoroark-Hisui"].map(|name| dex().species_named(name).expect("a species"));
    let shown = |lines: &[&str]| watching(lines).battle().active(Side::P1).cloned().expect("somebody is out");
    let disguised = shown(&lines);
    assert_eq!((disguised.tera_of(lokix), disguised.tera_of(zoroark)), (Some(Type::Flying), None));
    assert_eq!(disguised.types_of(lokix), Some(vec![Type::Flying]));
    assert_eq!(disguised.types_of(zoroark), Some(dex()[zoroark].types.clone()));
    // Without its mask it has the types of its species, and those of its likeness no more.
    let unmasked = shown(&[&lines[..], &["|replace|p1a: Zoroark|Zoroark-Hisui, L80, F"]].concat());
    assert_eq!(unmasked.types_of(zoroark), Some(dex()[zoroark].types.clone()));
    assert!(!unmasked.types_changed_of(zoroark));
    // What comes while it stands there is its own: it terastallizes, or it is soaked.
    let own = shown(&[&lines[..1], &lines[1..4], &["|-terastallize|p1a: Lokix|Ghost"]].concat());
    assert_eq!(own.types_of(zoroark), Some(vec![Type::Ghost]));
    let soaked = shown(&[&lines[..1], &lines[1..4], &["|-start|p1a: Lokix|typechange|Water"]].concat());
    assert_eq!(soaked.types_of(zoroark), None);
}
