//! Tables of others, and tables by value.

use serde_json::json;

use super::*;

const WHOLE: &str = r#"{
    "gholdengo": {
        "77,choicescarf,goodasgold,focusblast,makeitrain,shadowball,trick,steel": 3,
        "77,leftovers,goodasgold,focusblast,makeitrain,nastyplot,shadowball,steel": 1
    },
    "ditto": {"87,choicescarf,imposter,transform,steel": 2},
    "bronzong": {"88,leftovers,levitate,gyroball,ironhead,earthquake,bodypress,steel": 1}
}"#;

fn of<'a>(table: &'a Prior, name: &str) -> &'a Entry {
    table.entry(dex().species_named(name).expect("a species")).expect("an entry")
}

#[test]
fn whole_sets_keep_their_counts_and_find_their_roles() {
    let (table, text) = import(WHOLE.as_bytes(), None).expect("whole sets");
    assert_eq!(table.hash(), blake3::hash(&text).to_hex().as_str());
    let gholdengo = of(&table, "Gholdengo");
    assert_eq!((gholdengo.count(), gholdengo.leads(), gholdengo.level()), (4, 0, 77));
    let scarf = &gholdengo.sets[0];
    assert_eq!(dex()[scarf.item.expect("an item")].name, "Choice Scarf");
    assert_eq!((scarf.count(), table.role(scarf.role)), (3, "Bulky Attacker"));
    assert_eq!(scarf.spread, Spread { hp: 85, no_attack: true, no_speed: false });
    let ditto = &of(&table, "Ditto").sets[0];
    assert_eq!((ditto.moves.len(), ditto.spread.no_attack), (1, false));
    // No embedded set of Bronzong has these four.
    let bronzong = &of(&table, "Bronzong").sets[0];
    assert_eq!((table.role(bronzong.role), bronzong.spread.no_speed), ("Unlabelled", true));
}

/// Five moves make five sets of four, all alike; with two items and two types, 20 of the half that the role has.
#[test]
fn options_are_all_alike() {
    let file = r#"{"Weavile": {"level": 79, "roles": {
        "A": {"abilities": ["Pickpocket"], "items": ["Choice Band", "Heavy-Duty Boots"], "teraTypes": ["Ice", "Dark"],
              "moves": ["Ice Shard", "Knock Off", "Low Kick", "Swords Dance", "Triple Axel"]},
        "B": {"abilities": ["Pressure"], "items": [], "teraTypes": ["Ghost"], "moves": ["Ice Shard", "Knock Off", "Low Kick", "Fling"]}
    }}}"#;
    let (table, _) = import(file.as_bytes(), None).expect("options");
    let sets = &of(&table, "Weavile").sets;
    assert_eq!(sets.len(), 21);
    let (a, b): (Vec<&Set>, Vec<&Set>) = sets.iter().partition(|set| table.role(set.role) == "A");
    assert!(a.iter().all(|set| set.count() == 25_000), "half of a million over 20");
    assert_eq!((b[0].count(), b[0].item), (500_000, None));
}

/// Annihilape as published: three moves always, and one of three others at their frequencies, which sum to one.
#[test]
fn frequencies_are_met() {
    let file = r#"{"Annihilape": {"level": 76, "roles": {"Bulky Setup": {"weight": 1, "abilities": {"Defiant": 1},
        "items": {"Leftovers": 0.666, "Chesto Berry": 0.334}, "teraTypes": {"Fairy": 0.2696, "Ghost": 0.2599, "Water": 0.2377, "Steel": 0.2328},
        "moves": {"Bulk Up": 1, "Drain Punch": 1, "Rage Fist": 1, "Taunt": 0.3444, "Rest": 0.334, "Gunk Shot": 0.3216}}}},
        "Altaria": {"level": 89, "roles": {"Bulky Support": {"weight": 1, "abilities": {"Natural Cure": 1}, "items": {"Heavy-Duty Boots": 1},
        "teraTypes": {"Steel": 1}, "moves": {"Brave Bird": 1, "Roost": 1, "Defog": 0.8704, "Earthquake": 0.3872, "Haze": 0.3872, "Will-O-Wisp": 0.3552}}}}}"#;
    let (table, _) = import(file.as_bytes(), None).expect("frequencies");
    let share = |name: &str, knows: &str| {
        let id = dex().move_named(knows).expect("a move");
        let fields = Fields::of(of(&table, name));
        *fields.moves.get(&id).unwrap_or(&0) as f64 / fields.sets as f64
    };
    assert_eq!(of(&table, "Annihilape").sets.len(), 3 * 2 * 4);
    for (name, knows, expected) in [
        ("Annihilape", "Taunt", 0.3444),
        ("Annihilape", "Rest", 0.334),
        ("Annihilape", "Gunk Shot", 0.3216),
        ("Annihilape", "Rage Fist", 1.0),
        ("Altaria", "Defog", 0.8704),
        ("Altaria", "Earthquake", 0.3872),
        ("Altaria", "Will-O-Wisp", 0.3552),
        ("Altaria", "Roost", 1.0),
    ] {
        assert!((share(name, knows) - expected).abs() < 1e-4, "{name} {knows}: {}", share(name, knows));
    }
}

#[test]
fn a_table_of_ones_own_is_taken_as_it_is() {
    let (_, text) = import(WHOLE.as_bytes(), None).expect("whole sets");
    let (again, same) = import(&text, None).expect("a table");
    assert_eq!((again.hash(), same == text), (blake3::hash(&text).to_hex().as_str(), true));
}

#[test]
fn what_is_no_file_of_sets_is_refused_by_name() {
    let refused = |file: &str| import(file.as_bytes(), None).expect_err("no file of sets").to_string();
    assert!(refused("[]").contains("no object of species"));
    assert!(refused("{}").contains("no object of species"));
    assert!(refused(r#"{"weavile": 3}"#).contains("weavile is no object"));
    assert!(refused(r#"{"weavile": {"79,choiceband": 3}}"#).contains("level, item, ability"));
    assert!(refused(r#"{"weavile": {"79,choiceband,pickpocket,knockoff,dark": -3}}"#).contains("level, item, ability"));
    assert!(refused(r#"{"weavile": {"79,choiceband,pickpocket,nosuchmove,dark": 3}}"#).contains(r#"move "nosuchmove""#));
    let no_level = refused(r#"{"weavile": {"0,choiceband,pickpocket,knockoff,dark": 3}}"#);
    assert!(no_level.contains("weavile has level 0") && no_level.contains("leave it out"), "{no_level}");
    assert!(refused(r#"{"nobody": {"79,choiceband,pickpocket,knockoff,dark": 3}}"#).contains(r#"species "nobody""#));
    assert!(
        refused(r#"{"Weavile": {"level": 79, "roles": {"A": {"abilities": []}}}}"#).starts_with("it is not a table: Weavile")
    );
    assert!(refused(r#"{"Weavile": {"level": 79, "roles": {}}, "ditto": {}}"#).contains("some species have roles"));
    let of_role = |weight: f64, types: &str, moves: &str| {
        refused(&format!(
            r#"{{"Weavile": {{"level": 79, "roles": {{"A": {{"weight": {weight}, "abilities": ["Pressure"], "teraTypes": {types}, "moves": {moves}}}}}}}}}"#
        ))
    };
    let (types, moves) = (r#"{"Ice": 1}"#, r#"["Fling", "Taunt"]"#);
    assert!(of_role(1.0, r#"{"Ice": 1.3, "Dark": -0.3}"#, moves).contains("Weavile as A: Dark has the frequency -0.3"));
    assert!(of_role(-1.0, types, moves).contains("Weavile as A: the role has the frequency -1"));
    assert!(of_role(1.0, types, r#"["Knock Off", "Fling", "knockoff"]"#).contains("Weavile as A: knockoff is listed twice"));
}

#[test]
fn a_table_by_value_comes_back_whole() {
    let (table, text) = import(WHOLE.as_bytes(), None).expect("whole sets");
    let imported = Imported::new(&text).expect("a table");
    let json = serde_json::to_string(&imported).expect("text");
    let back: Imported = serde_json::from_str(&json).expect("a table");
    assert_eq!((back == imported, back.prior().hash()), (true, table.hash()));
    let of = |hash: Option<&str>, table: Option<&Imported>| chosen(hash, table).map(|table| table.hash().to_owned());
    assert_eq!(of(None, None).as_deref(), Ok(embedded().hash()));
    assert_eq!(of(None, Some(&back)).as_deref(), Ok(table.hash()));
    assert_eq!(of(Some(table.hash()), Some(&back)).as_deref(), Ok(table.hash()));
    assert!(of(Some(table.hash()), None).expect_err("not there").contains("by value"));
    assert!(of(Some("0"), Some(&back)).expect_err("another").contains("has the hash"));
    assert!(serde_json::from_str::<Imported>(r#""AAAA""#).is_err());
    assert!(serde_json::from_str::<Imported>(r#""*""#).is_err());
}

/// A table that would hold the folds of its game up is refused by what it has too much of, written out or made of parts.
#[test]
fn tables_have_limits() {
    let (_, text) = import(WHOLE.as_bytes(), None).expect("whole sets");
    let mut table: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let set = table["species"][1]["sets"][0].clone();
    let with = |table: &serde_json::Value| Prior::read(&serde_json::to_vec(table).expect("JSON"));
    table["species"][1]["sets"] = vec![set.clone(); table::MOST_OF_SPECIES].into();
    with(&table).expect("as many as may be");
    table["species"][1]["sets"] = vec![set; table::MOST_OF_SPECIES + 1].into();
    let refused = with(&table).expect_err("one more");
    assert!(matches!(&refused, Unusable::Many { count: 5_001, most: 5_000, .. }), "{refused}");
    let by_value = serde_json::to_string(&base64(&serde_json::to_vec(&table).expect("JSON"))).expect("text");
    let error = serde_json::from_str::<Imported>(&by_value).expect_err("one more").to_string();
    assert!(error.contains("has 5001 sets; at most 5000 are taken"), "{error}");
    // All together, and of all that can disguise themselves.
    let names: Vec<String> = dex().species().map(|(_, species)| species.name.clone()).collect();
    let of = |ability: &str, species: usize, sets: usize| {
        let moves: Vec<&str> = dex().moves().map(|(_, one)| one.id.as_str()).collect();
        let line = |at: usize| format!("\"80,,{ability},{},{},dark\": 1", moves[at % 300], moves[300 + at / 300]);
        let one = |name: &String| format!("\"{name}\": {{{}}}", (0..sets).map(line).collect::<Vec<_>>().join(","));
        let file = format!("{{{}}}", names[..species].iter().map(one).collect::<Vec<_>>().join(","));
        import(file.as_bytes(), None).map(|_| ())
    };
    of("illusion", 2, 2_500).expect("as many as may be");
    assert!(matches!(of("illusion", 2, 2_501), Err(Unusable::Many { count: 5_002, .. })));
    assert!(matches!(of("pressure", 21, 5_000), Err(Unusable::Many { most: 100_000, .. })));
}

/// Whoever may suppose other parameters may send a table: a small one must not become a large one, neither as text nor as lists.
#[test]
fn a_table_does_not_grow_beyond_what_one_needs() {
    let packed = include_bytes!("../sets.json.gz");
    let unpacked = unpack::unpack(packed, unpack::TABLE).expect("the embedded table");
    assert_eq!(Prior::read(packed).expect("the embedded table").hash(), embedded().hash());
    assert!(4 * unpacked.len() as u64 <= unpack::TABLE, "{} bytes: a table of other sets has little room", unpacked.len());
    let written: serde_json::Value = serde_json::from_slice(&unpacked).expect("JSON");
    let refused = |table: &serde_json::Value| {
        let by_value = json!(base64(&gzip(&serde_json::to_vec(table).expect("JSON"))));
        serde_json::from_value::<Imported>(by_value).expect_err("a table that no battle needs").to_string()
    };
    for (list, most, entry) in [
        ("roles", 256, json!("")),
        ("seed", 64, json!(0)),
        ("items", 4_096, json!("leftovers")),
        ("abilities", 4_096, json!("pressure")),
        ("moves", 4_096, json!("tackle")),
        ("types", 64, json!("Fire")),
        ("species", 4_096, json!({"name": "Ditto", "draw": null, "formes": [], "sets": []})),
    ] {
        let mut table = written.clone();
        table[list] = vec![entry; most + 1].into();
        let error = refused(&table);
        assert!(error.contains(&format!("it lists more than {most} ")), "{list}: {error}");
    }
    let mut table = written.clone();
    table["species"][0]["formes"] = vec![json!(["Vivillon", 1]); 257].into();
    assert!(refused(&table).contains("it lists more than 256 formes of a species"));
    let mut table = written;
    table["generator"] = json!(" ".repeat(5 << 20));
    assert_eq!(refused(&table), "unpacked it is larger than 4 megabytes");
}

fn gzip(text: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(text).expect("memory takes it");
    packed.finish().expect("memory takes it")
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
