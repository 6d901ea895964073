//! The answers that the pages of the games print are those that the demo gives, and those of the README's first session those of a server; what a page
//! works out by hand is what a server believes.

use credence::guide;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{fresh_sqlite, program};

/// A question of a page: where it is asked, and what the page says that it is answered.
struct Asked {
    game: String,
    observer: String,
    revision: u64,
    query: Value,
    stated: Value,
}

/// The JSON of a text in which `…` stands for entries that are left out.
fn with_gaps(text: &str) -> Value {
    let (mut json, mut open, mut quoted) = (String::new(), Vec::new(), false);
    for sign in text.chars() {
        match sign {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => open.push(sign),
            ']' | '}' if !quoted => drop(open.pop()),
            '…' => {
                json.push_str(if open.last() == Some(&'{') { "\"…\":null" } else { "\"…\"" });
                continue;
            }
            _ => {}
        }
        json.push(sign);
    }
    // Words for people may follow.
    let mut values = serde_json::Deserializer::from_str(&json).into_iter();
    values.next().and_then(Result::ok).unwrap_or_else(|| panic!("no JSON: {text}"))
}

/// Whether an answer is what is stated of it: numbers to four decimals, and all entries but those that are left out.
fn is(answer: &Value, stated: &Value) -> bool {
    match (answer, stated) {
        (Value::Number(answer), Value::Number(stated)) => {
            let number = |number: &serde_json::Number| number.as_f64().expect("a number");
            (number(answer) - number(stated)).abs() < 0.000_051
        }
        (Value::Array(answer), Value::Array(stated)) => {
            let named = stated.iter().position(|entry| entry == "…").unwrap_or(stated.len());
            let is_whole = named == stated.len();
            (!is_whole || answer.len() == stated.len())
                && answer.len() >= named
                && answer.iter().zip(&stated[..named]).all(|(a, s)| is(a, s))
        }
        (Value::Object(answer), Value::Object(stated)) => {
            let named = || stated.iter().filter(|(name, _)| *name != "…");
            let is_whole = stated.get("…").is_none();
            (!is_whole || answer.len() == stated.len())
                && named().all(|(name, value)| answer.get(name).is_some_and(|answer| is(answer, value)))
        }
        _ => answer == stated,
    }
}

/// The questions of a page, in its blocks below `Revision N, observer`.
fn questions(topic: &str, text: &str) -> Vec<Asked> {
    let (game, mut observer, mut revision, mut asked) = (topic.replace("games/", "demo-"), String::new(), None, Vec::new());
    for line in text.lines() {
        if let Some(place) = line.strip_prefix("Revision ") {
            let (number, rest) = place.split_at(place.find(|sign: char| !sign.is_ascii_digit()).expect("a colon"));
            revision = Some(number.parse().expect("a revision"));
            if let Some((named, _)) = rest.strip_prefix(", `").and_then(|rest| rest.split_once('`')) {
                named.clone_into(&mut observer);
            }
        } else if line.starts_with('#') {
            revision = None;
        } else if let (Some(revision), true) = (revision, line.starts_with("{\"type\"")) {
            let (query, stated) = line.split_once("}  ").unwrap_or_else(|| panic!("{topic}: no answer in {line}"));
            let query = serde_json::from_str(&format!("{query}}}")).unwrap_or_else(|error| panic!("{topic}: {error}: {line}"));
            asked.push(Asked {
                game: game.clone(),
                observer: observer.clone(),
                revision,
                query,
                stated: with_gaps(stated.trim()),
            });
        }
    }
    asked
}

#[tokio::test]
async fn the_pages_of_the_games_say_what_the_demo_answers() {
    let (_folder, place) = fresh_sqlite();
    let url = place.url();
    let mut demo = program(&["demo", "--exit", "--listen", "127.0.0.1:0", "--database-url", &url]);
    demo.current_dir(std::env::temp_dir());
    let played = tokio::task::spawn_blocking(move || demo.output().expect("the program starts")).await.expect("it ends");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let app = TestApp::on(&url).await;
    let (mut checked, mut wrong) = (0, Vec::new());
    for topic in guide::topics().into_iter().filter(|topic| topic.starts_with("games/")) {
        let asked = questions(&topic, &guide::page(&topic).expect("a page"));
        assert!(asked.len() > 5, "{topic} prints {} answers", asked.len());
        for Asked { game, observer, revision, query, stated } in asked {
            let body = json!({"observer": observer, "revision": revision, "queries": [query]});
            let answer = app.ask(Method::POST, &format!("/v1/games/{game}/queries"), &[], Some(body)).await.expect(200);
            let mut answer = answer["answers"][0].clone();
            answer.as_object_mut().expect("an object").remove("type");
            checked += 1;
            if !is(&answer, &stated) {
                wrong.push(format!("{topic}, revision {revision}: {query}\n    says     {stated}\n    answered {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} answers are others:\n{}", wrong.len(), wrong.join("\n"));
    app.stop().await;
}

/// What the README calls by `curl`, each with what it says that is answered: nothing, where it shows no answer.
fn calls(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut calls: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            calls.push((command.to_owned(), String::new()));
        } else if let Some((command, answer)) = calls.last_mut() {
            let is_whole = command.matches('\'').count() % 2 == 0;
            (if is_whole { answer } else { command }).push_str(line.trim_start());
        }
    }
    calls.retain(|(command, _)| command.starts_with("curl "));
    calls
}

/// Whether an answer has the parts that are shown of it, in this order: `…` stands for what is left out.
fn shows(answer: &str, shown: &str) -> bool {
    let mut rest = answer;
    for part in shown.split('…') {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    true
}

#[tokio::test]
async fn the_first_session_of_the_readme_is_answered_as_it_says() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let calls = calls(&readme);
    let app = TestApp::fresh().await;
    let mut compared = 0;
    for (command, shown) in &calls {
        let method = command.split("-sX ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a method");
        let path = command.split("localhost:7420").nth(1).and_then(|rest| rest.split([' ', '\'']).next()).expect("an address");
        let body = command.split_once(" -d '").map(|(_, body)| body.trim_end_matches('\''));
        let body = body.map(|body| serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}")));
        let answer = app.ask(method.parse().expect("a method"), path, &[], body).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(answer.status.is_success() || !shown.is_empty(), "{command}\n{text}");
        assert!(shows(&text, shown), "{command}\n    says     {shown}\n    answered {text}");
        compared += usize::from(!shown.is_empty());
    }
    assert!(calls.len() >= 5 && compared >= 2, "{} calls, {compared} with answers", calls.len());
    app.stop().await;
}

/// The rows of the table of a page whose first column has this title, by cells.
fn table<'a>(page: &'a str, title: &str) -> Vec<Vec<&'a str>> {
    let lines = page.lines().skip_while(|line| !line.starts_with(&format!("| {title} |"))).skip(2);
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect();
    lines.take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// The number that a cell holds.
fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// The rows of such a table: what the first cell says, and the number in the last.
fn rows(page: &str, title: &str) -> Vec<(String, f64)> {
    let row = |cells: Vec<&str>| (cells[0].to_owned(), number(cells[cells.len() - 1]));
    table(page, title).into_iter().map(row).collect()
}

/// A number as the pages write it: `.8367`.
fn short(number: &Value) -> String {
    format!("{:.4}", number.as_f64().expect("a number")).trim_start_matches('0').to_owned()
}

#[tokio::test]
async fn a_belief_of_liars_dice_is_what_its_page_works_out_by_hand() {
    let page = guide::page("games/liars_dice").expect("a page");
    let app = TestApp::fresh().await;
    let setup = json!({"dice": 2, "maputa": false});
    let parameters = json!({"population": "shipped"});
    let opening = json!({"ruleset": "liars_dice", "seats": [{}, {}], "setup": setup, "parameters": parameters});
    app.put("/v1/games/hand", opening).await.expect(201);
    app.append("hand", json!([{"type": "round", "data": {"dice": {"0": 2, "1": 2}, "starter": 0}}])).await;
    let begun = app.get("/v1/games/hand/belief").await.expect(200);
    let unrelated = begun["detail"]["ways"]["0"]["unrelated"].as_f64().expect("a probability");
    assert!(page.contains(&format!("u is {}", short(&json!((unrelated - 0.05) / 0.95)))), "{unrelated}");
    let acts = json!([{"type": "bid", "data": {"seat": 0, "quantity": 2, "face": 4}}, {"type": "call", "data": {"seat": 1}}]);
    app.append("hand", acts).await;
    for (seat, title) in ["seat 0's hand", "seat 1's hand"].into_iter().enumerate() {
        let asked = json!({"observer": "public", "queries": [{"type": "hand", "seat": seat}]});
        let answer = app.post("/v1/games/hand/queries", asked).await.expect(200);
        let hands = answer["answers"][0]["hands"].as_array().expect("hands");
        let rows = rows(&page, title);
        assert_eq!(rows.len(), 3, "{title}");
        for (hand, stated) in rows {
            let believed = hands.iter().find(|chance| chance["hand"] == hand.replace(' ', "")).map(|chance| &chance["p"]);
            let believed = believed.and_then(Value::as_f64).unwrap_or_else(|| panic!("no {hand} in {answer}"));
            assert!((believed - stated).abs() < 0.000_051, "{title}: {hand} is {believed}, and not {stated}");
        }
    }
    let ways = &app.get("/v1/games/hand/belief").await.expect(200)["detail"]["ways"];
    assert!(page.contains(&format!("= {}.", short(&ways["0"]["careless"]))), "{ways}");
    // What evidence names: the bluffs of openings with two dice, and the rate of the call.
    let named = |evidence: &Value| (evidence["parameters"]["name"].clone(), short(&evidence["parameters"]["value"]));
    let evidence = app.get("/v1/games/hand/evidence?from=2").await.expect(200);
    let [bid, call] = &evidence["items"].as_array().expect("a list")[..] else { panic!("{evidence}") };
    let (name, value) = named(bid);
    assert!(name == "bluff_opening" && page.contains(&format!("| 2 or 3 | {value} |")), "{bid}");
    let (name, value) = named(call);
    assert!(page.contains(&format!("Evidence names `{}` with {value}.", name.as_str().unwrap_or_default())), "{call}");
    app.stop().await;
}

#[tokio::test]
async fn a_belief_of_vinto_is_what_its_page_works_out_by_hand() {
    let page = guide::page("games/vinto").expect("a page");
    let prose = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |words: String| assert!(prose.contains(&words), "the page does not say: {words}");
    let app = TestApp::fresh().await;
    let (setup, parameters) = (json!({"row": 2, "peeks": 1}), json!({"population": "shipped"}));
    let opening = json!({"ruleset": "vinto", "seats": [{}, {}], "setup": setup, "parameters": parameters});
    app.put("/v1/games/hand", opening).await.expect(201);
    let events = json!([
        {"type": "round", "data": {"first": 0}},
        {"type": "peek", "data": {"seat": 0, "target": 0, "position": 0}},
        {"type": "peek", "data": {"seat": 1, "target": 1, "position": 0}},
        {"type": "draw", "data": {"seat": 0, "card": "6"}},
        {"type": "discard", "data": {"seat": 0, "card": "6"}},
        {"type": "toss_window", "data": {"ranks": ["6"], "eligible": [0, 1]}},
        {"type": "draw", "data": {"seat": 1, "card": "3"}},
        {"type": "swap", "data": {"seat": 1, "position": 0, "drawn": "3", "out": "9"}},
    ]);
    app.append("hand", events).await;
    // What is believed of the card after the discard and after the window: the cells of the two columns.
    let cards = table(&page, "rank of seat 0's card 0");
    assert_eq!(cards.len(), 4);
    let mut careless = Vec::new();
    for (revision, column) in [(5, 5), (6, 8), (8, 0)] {
        let belief = app.get(&format!("/v1/games/hand/belief?revision={revision}")).await.expect(200);
        careless.push([0, 1].map(|seat: usize| short(&belief["detail"]["ways"][seat.to_string()]["careless"])));
        let variables = belief["variables"].as_array().expect("a list");
        let card = variables.iter().find(|variable| variable["id"] == "seat:0/card:0").expect("the card");
        for row in cards.iter().filter(|_| column > 0) {
            let chance = card["distribution"].as_array().expect("a list").iter().find(|chance| chance["value"] == row[0]);
            let p = chance.and_then(|chance| chance["p"].as_f64()).unwrap_or_else(|| panic!("no {} in {card}", row[0]));
            assert!(
                (p - number(row[column])).abs() < 0.000_051,
                "revision {revision}: {} is {p}, and not {}",
                row[0],
                row[column]
            );
        }
    }
    let [[by_six, _], [by_window, of_other], [_, at_last]] = &careless[..] else { panic!("{careless:?}") };
    says(format!(
        "`careless` of seat 0 comes to {by_six} by the 6 and to {by_window} by the window, which makes it {of_other} of seat 1"
    ));
    // What evidence names, and the rates that the ruleset lists.
    let evidence = app.get("/v1/games/hand/evidence?from=5").await.expect(200);
    let named = |name: &str| {
        let items = evidence["items"].as_array().expect("a list");
        items.iter().find(|item| item["parameters"]["name"] == name).unwrap_or_else(|| panic!("no {name} in {evidence}")).clone()
    };
    let (discarded, gave) = (named("discards_better"), named("gives_known"));
    let [value, bits] = [&discarded["parameters"]["value"], &discarded["surprisal_bits"]].map(short);
    says(format!("Evidence names `discards_better` with {value}, at {bits} bits."));
    says(format!("`careless` comes to {at_last}; evidence names {}.", short(&gave["parameters"]["value"])));
    let about = app.get("/v1/rulesets/vinto").await.expect(200);
    let rate = |name: &str, context: &str| {
        let find =
            |list: &Value, name: &str| list.as_array().and_then(|all| all.iter().find(|entry| entry["name"] == name).cloned());
        let tendency = find(&about["tendencies"], name).unwrap_or_else(|| panic!("no {name}"));
        let prior = find(&tendency["contexts"], context).unwrap_or(tendency)["prior"].clone();
        let [alpha, beta] = ["alpha", "beta"].map(|part| prior[part].as_f64().expect("a number"));
        alpha / (alpha + beta)
    };
    let rates = |[a, b]: [f64; 2]| format!("A = {}, B = {}", short(&json!(a)), short(&json!(b)));
    for name in ["discards_better", "gives_known"] {
        says(rates(["held", "not_held"].map(|context| rate(name, context))));
    }
    says(rates(["tosses_known", "tosses_unfit"].map(|name| 1.0 - rate(name, ""))));
    app.stop().await;
}

/// What the page of Catan says of `confidence`: numbers that only other hands' counts rule out are counted.
#[tokio::test]
async fn confidence_counts_what_the_page_of_catan_says() {
    let page = guide::page("games/catan").expect("a page");
    let app = TestApp::fresh().await;
    app.open_catan("robbed", 2, json!({})).await;
    let robbed = json!([
        {"type": "production", "data": {"gains": {"0": {"wood": 3, "brick": 3}}}},
        {"type": "steal", "data": {"thief": 1, "victim": 0}},
    ]);
    app.append("robbed", robbed).await;
    let belief = app.get("/v1/games/robbed/belief?variables=seat:0/wood,seat:1/wood").await.expect(200);
    let [victim, thief] = &belief["variables"].as_array().expect("a list")[..] else { panic!("{belief}") };
    let values: Vec<&Value> =
        victim["distribution"].as_array().expect("a list").iter().map(|outcome| &outcome["value"]).collect();
    assert_eq!(values, ["2", "3"]);
    let confidence = |variable: &Value| variable["confidence"].as_f64().expect("a number");
    assert!((confidence(victim) - 0.5).abs() < 1e-9 && confidence(thief).abs() < 1e-9, "{belief}");
    assert!(
        page.contains("it may hold two or three wood, 0 to 3 are counted, and the confidence is .5."),
        "the page says otherwise"
    );
    app.stop().await;
}
