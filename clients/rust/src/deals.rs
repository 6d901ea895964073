//! Worlds of Hearts as whole deals, for searches that play a deal out from its first card.

use anyhow::{Context, bail};

use crate::credence::*;

/// Opens a game of Hearts, and draws the hands of now and a whole deal.
pub async fn draw(server: &CredenceClient, game: &str) -> anyhow::Result<()> {
    let seats = vec![SeatRequest::default(); 4];
    let setup = HeartsSetup { pass: Some(vec![HeartsDirection::Hold]), ..Default::default() };
    let open = OpenRequest::Hearts(HeartsOpenRequest { seats, setup: Some(setup), ..Default::default() });
    server.put_game(PutGameRequest { path: PutGameRequestPath { game: game.to_owned() }, body: open }).await?;
    let deal = HeartsDeal { deal: 0, direction: HeartsDirection::Hold, hands: None };
    let play = HeartsPlay { seat: 1, card: "2C".to_owned() };
    let events = [
        HeartsEvent::Deal(HeartsDealEvent { id: Some("rust/0".to_owned()), data: deal, ..Default::default() }),
        HeartsEvent::Play(HeartsPlayEvent { id: Some("rust/1".to_owned()), data: play, ..Default::default() }),
    ];
    for form in ["now", "deal"] {
        let turn = TurnRequest {
            observer: Some("public".to_owned()),
            events: Some(events.iter().map(|event| EventRequest::Hearts(Box::new(event.clone()))).collect()),
            worlds: Some(DrawRequest { count: 1, seed: Some(7), r#as: Some(form.to_owned()) }),
            ..Default::default()
        };
        let answered = server.post_game_turn(crate::post(game.to_owned(), turn)).await?;
        let (ApiResponse::Ok(answer) | ApiResponse::Created(answer)) = answered else { bail!("the turn is refused: {answered:?}") };
        let TurnAnswer::Hearts(answer) = answer.body else { bail!("the answer is of another game") };
        let worlds = answer.worlds.context("worlds were asked for")?.worlds;
        match &worlds[0].world {
            HeartsWorldAnswerWorld::HeartsWorld(now) => println!("a hand of now: {} cards", count(&now.hands, 1)?),
            HeartsWorldAnswerWorld::Deal(deal) => println!("a hand of a deal: {} cards, of which {:?} was played", count(&deal.hands, 1)?, deal.plays),
        }
    }
    Ok(())
}

fn count(hands: &indexmap::IndexMap<String, HeartsCards>, seat: u8) -> anyhow::Result<usize> {
    Ok(hands.get(&seat.to_string()).context("the seat has a hand")?.len())
}
