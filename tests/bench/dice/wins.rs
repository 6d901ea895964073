//! The seed's claim, measured: does an agent win more when it knows the history of its opponents?

use credence::belief::seeded;
use credence::rulesets::liars_dice::{Action, Bidder, Claim, Game, LiarsDice, Parameters, Query};
use credence::rulesets::{Observer, Opening, Profile, Ruleset, Seat};
use serde_json::Value;

use super::{Fold, agent, all_off, draw, interval, opening, persons, population, seed_on};

/// Games of each agent.
const GAMES: u64 = 2_000;

/// Prints the win rates.
pub fn run() {
    let persons = persons(31);
    println!(
        "win rate of an agent that plays by best_response, {GAMES} games against 3 mixed opponents;\ngains paired by game, over the first line and over the line above"
    );
    let agents: [(&str, Parameters, bool); 5] = [
        ("all switches off", all_off(), false),
        ("seed's formula, 20 games", seed_on(), true),
        ("population's habits", population(), false),
        ("and this game's reveals", Parameters::default(), false),
        ("and 20 games before it", Parameters::default(), true),
    ];
    let (mut first, mut above): (Vec<f64>, Vec<f64>) = Default::default();
    for (name, parameters, past) in agents {
        let wins: Vec<f64> = (0..GAMES)
            .map(|game| {
                let mut rng = seeded(game, 4);
                let seats = draw(&mut rng, 3);
                let profile =
                    |seat: usize| if past && seat > 0 { persons[seats[seat - 1]].profile.clone() } else { Profile::default() };
                let opponents: Vec<Bidder> = seats.iter().map(|at| persons[*at].bidder).collect();
                f64::from(u8::from(play(&opening(4, parameters.clone(), profile), opponents, game) == 0))
            })
            .collect();
        let (rate, half) = interval(&wins);
        if first.is_empty() {
            (first, above) = (wins.clone(), wins);
            println!("{name:<26} {:.1} % +- {:.1}", 100.0 * rate, 100.0 * half);
            continue;
        }
        let gain = |before: &[f64]| {
            let gains: Vec<f64> = wins.iter().zip(before).map(|(now, before)| now - before).collect();
            let ((gain, spread), base) = (interval(&gains), interval(before).0);
            let percent = |part: f64| 100.0 * part;
            format!(
                "{:+5.1} +- {:.1} points ({:+.0} +- {:.0} %)",
                percent(gain),
                percent(spread),
                percent(gain / base),
                percent(spread / base)
            )
        };
        println!("{name:<26} {:.1} % +- {:.1}   {}   {}", 100.0 * rate, 100.0 * half, gain(&first), gain(&above));
        above = wins;
    }
}

/// Plays a game with the agent in seat 0, and gives the winner.
fn play(opening: &Opening<LiarsDice>, mut opponents: Vec<Bidder>, seed: u64) -> Seat {
    let mut rng = seeded(seed, 5);
    let mut game = Game::new(opening, &mut rng);
    let mut fold = Fold::new(Opening { ..opening.clone() }, Observer::Seat(0));
    let mut seen = 0;
    loop {
        let fresh = game.table.play.is_none();
        let Some((seat, spot)) = game.turn(&mut rng) else { break };
        for event in &game.events[seen..] {
            fold.follow(event);
        }
        seen = game.events.len();
        if fresh {
            opponents.iter_mut().zip(&game.hands[1..]).for_each(|(bidder, hand)| bidder.look(hand, &mut rng));
        }
        let action = if seat == 0 {
            let answer = LiarsDice::answer(&fold.belief, &fold.table, &Query::BestResponse {}).expect("it is somebody's turn");
            let answer = serde_json::to_value(&answer).expect("an answer is plain data");
            action(&agent::decide(&answer["best_response"]))
        } else {
            opponents[usize::from(seat) - 1].act(&spot, &game.hands[usize::from(seat)], &mut rng)
        };
        game.act(action);
    }
    game.winner().expect("somebody wins")
}

fn action(event: &Value) -> Action {
    let number = |name: &str| event["data"][name].as_u64().expect("a number") as u8;
    match event["type"].as_str() {
        Some("bid") => Action::Bid(Claim { quantity: number("quantity"), face: usize::from(number("face")) - 1 }),
        Some("exact") => Action::Exact,
        _ => Action::Call,
    }
}
