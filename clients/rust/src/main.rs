//! A bot's first session, by the client that `oas3-gen` makes of the server's contract: `cargo run -- http://127.0.0.1:7420`.

mod credence;
mod deals;
mod reading;

use anyhow::{Context, bail};
use credence::*;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let url = std::env::args().nth(1).context("name the server: cargo run -- http://127.0.0.1:7420")?;
    let mut server = CredenceClient::with_base_url(url)?;
    if let Ok(key) = std::env::var("CREDENCE_KEY") {
        server = server.with_key(key);
    }
    let game = || "rust-session".to_owned();

    // Opening a game by its id again finds it.
    let seats = ["me", "ann", "bob"].map(|player| SeatRequest { player: Some(player.to_owned()) }).to_vec();
    let open = OpenRequest::Catan(CatanOpenRequest { seats, ..Default::default() });
    match server.put_game(PutGameRequest { path: PutGameRequestPath { game: game() }, body: open }).await? {
        ApiResponse::Ok(opened) | ApiResponse::Created(opened) => println!("{} is open, a game of {}", opened.body.game, opened.body.ruleset),
        other => bail!("the game is not opened: {other:?}"),
    }

    // A move in one round trip: what happened, and all that a bot asks before it moves. Events have ids of the bot's own, so that sending them again
    // after a lost answer changes nothing.
    let bundle = CatanEventBundle { wood: Some(3), brick: Some(2), ore: Some(1), ..Default::default() };
    let production = CatanProduction { gains: [("1".to_owned(), bundle)].into_iter().collect() };
    let steal = CatanSteal { thief: 2, victim: 1, resource: None };
    let road = || CatanBuild { seat: 1, piece: CatanBuildPiece::Road, ..Default::default() };
    let events = [
        CatanEvent::Production(CatanProductionEvent { id: Some("rust/0".to_owned()), data: production, ..Default::default() }),
        CatanEvent::Steal(CatanStealEvent { id: Some("rust/1".to_owned()), data: steal, ..Default::default() }),
        CatanEvent::Build(CatanBuildEvent { id: Some("rust/2".to_owned()), data: road(), ..Default::default() }),
        CatanEvent::Build(CatanBuildEvent { id: Some("rust/3".to_owned()), data: road(), ..Default::default() }),
    ];
    let asked = CatanQuery::StealOutcome(CatanStealOutcomeQuery { thief: 0, victim: 2, ..Default::default() });
    // The table has no seat 9, which is found out after the events were taken.
    let nobody = CatanQuery::Confidence(CatanConfidenceQuery { seat: 9, ..Default::default() });
    let turn = TurnRequest {
        observer: Some("seat:0".to_owned()),
        events: Some(events.into_iter().map(|event| EventRequest::Catan(Box::new(event))).collect()),
        variables: Some(vec!["seat:2/*".to_owned()]),
        queries: Some([asked, nobody].into_iter().map(|query| Query::Catan(Box::new(query))).collect()),
        worlds: Some(DrawRequest { count: 100, seed: Some(7), r#as: None }),
    };
    let answered = server.post_game_turn(post(game(), turn)).await?;
    let (ApiResponse::Ok(answer) | ApiResponse::Created(answer)) = answered else { bail!("the turn is refused: {answered:?}") };
    let TurnAnswer::Catan(answer) = answer.body else { bail!("the answer is of another game") };
    let belief = answer.belief.context("a belief was asked for")?;
    for variable in belief.variables.iter().filter(|variable| variable.entropy_bits > 0.0) {
        let values: Vec<String> = variable.distribution.iter().map(|outcome| format!("{} with {}", outcome.value, outcome.p)).collect();
        println!("{}: {}", variable.id, values.join(", "));
    }
    for given in &answer.answers {
        match given {
            CatanMaybeAnswer::CatanAnswer(given) => match &**given {
                CatanAnswer::StealOutcome(outcome) => println!("a steal from seat 2 brings wood with {}", outcome.distribution.wood.unwrap_or_default()),
                other => println!("{other:?}"),
            },
            // Null. What a newer server answers, and this client does not know, comes here too, as the JSON that it is.
            CatanMaybeAnswer::Unanswered(_) => println!("no answer: {}", answer.refused.iter().flatten().map(|part| part.detail.as_str()).collect::<String>()),
            // One kind of answer is named beside all of them; what fits the first is read as that.
            other => println!("{other:?}"),
        }
    }
    println!("{} worlds, drawn from a belief that is {:?}", answer.worlds.context("worlds were asked for")?.worlds.len(), belief.method);

    // What cannot be true is refused, with the events that stand against it.
    let city = CatanBuild { seat: 2, piece: CatanBuildPiece::City, ..Default::default() };
    let city = CatanEvent::Build(CatanBuildEvent { data: city, ..Default::default() });
    let turn = TurnRequest {
        observer: Some("seat:0".to_owned()),
        events: Some(vec![EventRequest::Catan(Box::new(city))]),
        ..Default::default()
    };
    match server.post_game_turn(post(game(), turn)).await? {
        ApiResponse::UnprocessableEntity(Problem::Contradiction(problem)) => println!("{} (see revision {:?})", problem.detail, problem.evidence),
        other => bail!("a city was not refused: {other:?}"),
    }

    // What another program says to seat 1 alone is there for the others, and hidden.
    let hand = CatanHand { seat: 1, bundle: CatanEventBundle { ore: Some(1), ..Default::default() } };
    let hand = CatanEvent::Hand(CatanHandEvent { id: Some("of seat 1/0".to_owned()), data: hand, ..Default::default() });
    let turn = TurnRequest { observer: Some("seat:1".to_owned()), events: Some(vec![EventRequest::Catan(Box::new(hand))]), ..Default::default() };
    server.post_game_turn(post(game(), turn)).await?;
    reading::read(&server, &game()).await?;
    deals::draw(&server, "rust-session-hearts").await
}

fn post(game: String, body: TurnRequest) -> PostGameTurnRequest {
    PostGameTurnRequest { path: PostGameTurnRequestPath { game }, header: PostGameTurnRequestHeader { if_match: None }, body }
}
