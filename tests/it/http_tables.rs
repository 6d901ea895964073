//! Prior tables that come by value: whoever may ask what would be may send one, a seat too.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::access::{guarded, seat_key};

static EMBEDDED: &[u8] = include_bytes!("../../src/rulesets/pokemon_randbats/prior/sets.json.gz");

fn packed(table: &Value) -> String {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&serde_json::to_vec(table).expect("JSON")).expect("memory takes it");
    STANDARD.encode(packed.finish().expect("memory takes it"))
}

#[tokio::test]
async fn a_seat_supposes_another_table_but_none_that_fills_the_memory() {
    let (app, _) = guarded().await;
    app.put("/v1/games/g", json!({"ruleset": "pokemon_randbats", "seats": [{}, {}]})).await.expect(201);
    let (seat, _) = seat_key(&app, "g", 1).await;
    app.hold(Some(&seat));
    let suppose = |table: String| {
        let body = json!({"observer": "seat:1", "parameters": {"table": table}});
        app.post("/v1/games/g/what-if", body)
    };
    let belief = app.get("/v1/games/g/belief?observer=seat:1").await.expect(200);
    let same = suppose(STANDARD.encode(EMBEDDED)).await.expect(200);
    assert_eq!(same["variables"], belief["variables"]);

    let mut text = Vec::new();
    flate2::read::GzDecoder::new(EMBEDDED).read_to_end(&mut text).expect("it is packed with gzip");
    let table: Value = serde_json::from_slice(&text).expect("JSON");
    let with = |list: &str, entries: Vec<Value>| {
        let mut table = table.clone();
        table[list] = entries.into();
        packed(&table)
    };
    for (sent, said) in [
        (with("roles", vec![json!(""); 257]), "it lists more than 256 roles"),
        (with("roles", vec![json!(""); 1_500_000]), "unpacked it is larger than 4 megabytes"),
        (with("seed", vec![json!(1); 65]), "it lists more than 64 numbers in its seed"),
    ] {
        let problem = suppose(sent).await.problem(422, "malformed");
        let written = problem.to_string();
        assert!(written.contains(said) && written.contains("/parameters/table"), "{said}: {written}");
    }
}
