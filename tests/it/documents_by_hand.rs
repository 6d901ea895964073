//! What the pages of the games work out by hand is what a server believes.

use std::collections::BTreeMap;

use credence::guide;
use serde_json::{Value, json};

use crate::harness::app::TestApp;

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

/// What the page of Hearts says that players like, by the names that the server lists.
fn tastes(page: &str) -> BTreeMap<String, f64> {
    let mut tastes = BTreeMap::new();
    for row in table(page, "name | `leads_…` | `sloughs_…` | `passes_…`") {
        let (name, of_one) = row[0].split_once("; ").unwrap_or((row[0], ""));
        let (name, of_one) = (name.trim_matches('`'), of_one.trim_matches('`'));
        for (kind, cell) in ["leads", "sloughs", "passes"].into_iter().zip(&row[1..]) {
            let name = if of_one.starts_with(kind) { of_one.to_owned() } else { format!("{kind}_{name}") };
            tastes.insert(name, number(cell));
        }
    }
    for row in table(page, "name | `…_safe` | `…_early` | `…_hot` | `…_points`") {
        for (trick, cell) in ["safe", "early", "hot", "points"].into_iter().zip(&row[1..]) {
            tastes.insert(format!("{}_{trick}", row[0].trim_matches('`')), number(cell));
        }
    }
    for name in ["follows_queen_under", "follows_queen_over", "follows_high_spade"] {
        let said = page.split(&format!("`{name}` ")).nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
        tastes.insert(name.to_owned(), number(said.trim_end_matches('.')));
    }
    tastes
}

#[tokio::test]
async fn the_page_of_hearts_has_the_numbers_that_its_server_lists() {
    let page = guide::page("games/hearts").expect("a page");
    let app = TestApp::fresh().await;
    let listed = app.get("/v1/rulesets/hearts").await.expect(200);
    let is_taste = |entry: &&Value| entry["reason"].as_str().is_some_and(|reason| reason.starts_with("The chance that the card"));
    let entries = listed["likelihoods"].as_array().expect("a list").iter().filter(is_taste);
    let entry = |entry: &Value| (entry["name"].as_str().expect("a name").to_owned(), entry["value"].as_f64().expect("a number"));
    let listed: BTreeMap<String, f64> = entries.map(entry).collect();
    let stated = tastes(&page);
    assert!(stated.keys().eq(listed.keys()) && listed.len() == 33, "the page has {stated:?}\nlisted are {listed:?}");
    for (name, taste) in stated {
        let share = 1.0 / (1.0 + libm::exp(-taste));
        // Both were rounded by the fit, each by itself.
        assert!((share - listed[&name]).abs() < 0.000_2, "{name}: {taste} is {share}, and {} is listed", listed[&name]);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_belief_of_hearts_is_what_its_page_works_out_by_hand() {
    let page = guide::page("games/hearts").expect("a page");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let has = |said: String| assert!(words.contains(&said), "the page does not say: {said}");
    let app = TestApp::fresh().await;
    let opening = json!({
        "ruleset": "hearts", "seats": [{}, {}, {}, {}], "setup": {"pass": ["hold"]}, "parameters": {"population": "shipped"},
    });
    app.put("/v1/games/hand", opening).await.expect(201);
    let play = |seat: u8, card: &str| json!({"type": "play", "data": {"seat": seat, "card": card}});
    let deal = json!({"type": "deal", "data": {"deal": 0, "direction": "hold"}});
    app.append("hand", json!([deal, play(0, "2C"), play(1, "TC")])).await;
    let mut ways = Vec::new();
    for revision in [2, 3] {
        let belief = app.get(&format!("/v1/games/hand/belief?revision={revision}")).await.expect(200);
        let of_seat = &belief["detail"]["ways"]["1"];
        ways.push(["careless", "coarse", "population"].map(|way| of_seat[way].as_f64().expect("a probability")));
    }
    let written = |numbers: &[f64; 3]| numbers.map(|number| short(&json!(number))).join(", ");
    has(format!("whose W go from {} to {}; k = ", written(&ways[0]), written(&ways[1])));
    let evidence = app.get("/v1/games/hand/evidence?from=3").await.expect(200);
    let told = evidence["items"].as_array().and_then(|items| items.iter().find(|item| item["type"] == "follows"));
    let told = told.expect("evidence of the choice");
    let name = told["parameters"]["name"].as_str().expect("a name");
    has(format!("Evidence names `{name}` with {}.", short(&told["parameters"]["value"])));
    // How likely the choice was in each way: its weight has moved so.
    let all = libm::exp2(-told["surprisal_bits"].as_f64().expect("bits"));
    let chances: [f64; 3] = std::array::from_fn(|way| all * ways[1][way] / ways[0][way]);
    let [careless, coarse, population] = chances.map(|chance| short(&json!(chance)));
    assert_eq!(careless, coarse);
    has(format!("D = {careless} in `careless` and `coarse`, {population} in `population`"));
    // By lot: 1 of the ten and j of its n rivals, each held with chance 13/51, is the mean of 1 / (1 + j).
    let by_lot = |n: f64| (1.0 - libm::pow(38.0 / 51.0, n + 1.0)) / ((n + 1.0) * 13.0 / 51.0);
    assert!((by_lot(11.0) - chances[0]).abs() < 1e-4, "{chances:?}");
    let lot = (by_lot(11.0) - by_lot(10.0) * 38.0 / 51.0) / (by_lot(10.0) * 13.0 / 51.0);
    let cards = table(&page, "card");
    assert_eq!(cards.len(), 3);
    let scales: Vec<f64> = cards[2][5..8].iter().map(|cell| number(cell)).collect();
    has(format!("; k = {}.", cards[2][5..8].join(", ")));
    for row in cards {
        let stated = |at: usize| number(row[at]);
        let near = |at: usize, by_hand: f64| assert!((stated(at) - by_hand).abs() < 2e-4, "{row:?} has not {by_hand} at {at}");
        if row[0] == "2D" {
            assert_eq!(row[1..5], [""; 4]);
        } else {
            near(2, libm::exp(tastes(&page)["takes_by_rank_safe"] * (stated(1) - 7.0 / 11.0)));
            near(3, lot);
            near(5, stated(3) * scales[0]);
            near(6, libm::pow(stated(3), 0.1) * scales[1]);
            near(7, libm::pow(stated(4), 0.7) * scales[2]);
        }
        near(8, (0..3).map(|way| ways[1][way] * stated(5 + way)).sum());
        let asked = json!({"observer": "public", "queries": [{"type": "holds", "seat": 1, "card": row[0]}]});
        let answer = app.post("/v1/games/hand/queries", asked).await.expect(200);
        let believed = answer["answers"][0]["p"].as_f64().expect("a probability");
        assert!((believed - stated(9)).abs() < 0.000_051, "{row:?}: believed is {believed}");
    }
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
