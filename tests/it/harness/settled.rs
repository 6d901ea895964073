//! What games settle about their players, worked out beside the server, and what the server's histories say.

use std::collections::BTreeMap;

use credence::belief::Evidence;
use credence::rulesets::Observer;
use serde_json::{Value, json};

use super::Played;
use super::app::TestApp;

/// Game, revision, seat and what was observed, as text: in an order that does not depend on who recorded first.
pub type Observation = (String, u64, u64, String);

/// Tendencies that say how well the model's own reading fitted: they depend on what the game was opened with, which is not worked out here.
const OF_THE_READING: [&str; 2] = ["careless", "dice_fit"];

fn is_of_the_reading(observed: &Value) -> bool {
    OF_THE_READING.iter().any(|tendency| observed["count"]["tendency"] == *tendency)
}

/// What a game settles, by the place at its table, when its events are recorded from revision 1 on.
pub fn settled_in(game: &Played, id: &str) -> BTreeMap<usize, Vec<Observation>> {
    let mut fold = game.begin(Observer::Public);
    let mut settled: BTreeMap<usize, Vec<Observation>> = BTreeMap::new();
    for index in 0..game.events.len() {
        let revision = index as u64 + 1;
        let event = game.decode(game.event(index));
        for (seat, observed) in fold.settles(&event).iter().filter_map(credence::rulesets::Conduct::observed) {
            let observed = json!(observed);
            if is_of_the_reading(&observed) {
                continue;
            }
            let observation = (id.to_owned(), revision, u64::from(seat), observed.to_string());
            settled.entry(usize::from(seat)).or_default().push(observation);
        }
        fold = fold.see(&event, &mut Evidence::off()).unwrap_or_else(|contradiction| panic!("{id}: {contradiction}"));
    }
    settled
}

/// A player's whole history, newest first, page by page.
pub async fn history(app: &TestApp, player: &str, limit: usize) -> Vec<Value> {
    let mut items = Vec::new();
    let mut path = format!("/v1/players/{player}/history?limit={limit}");
    loop {
        let page = app.get(&path).await.expect(200);
        items.extend(page["items"].as_array().expect("a list").clone());
        let Some(cursor) = page["next"].as_str() else { return items };
        path = format!("/v1/players/{player}/history?limit={limit}&cursor={cursor}");
    }
}

/// What the items of a history observe, corrections left out.
pub fn of_game(items: &[Value]) -> Vec<Observation> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let observed = |item: &&Value| item.get("observed").is_some_and(|observed| !is_of_the_reading(observed));
    let observation =
        |item: &Value| (text(&item["game"]), number(&item["revision"]), number(&item["seat"]), item["observed"].to_string());
    items.iter().filter(observed).map(observation).collect()
}
