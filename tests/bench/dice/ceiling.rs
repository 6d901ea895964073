//! How much there is to gain from knowing the opponents: an agent that plays each round out against their very programs, beside
//! one that plays it out against programs drawn from the population, and which share of that gain history reaches in the same games.

use credence::belief::{Draws, WorldRng, seeded};
use credence::rulesets::liars_dice::{Action, Bidder, BiddingRound, FACES, Hand, Kind, Parameters, Spot};
use credence::rulesets::{Observer, Population, Watch};
use serde_json::Value;

use super::contest::{self, AGENT, Contest};
use super::share::share;
use super::wins::{self, gain, opening_of};
use super::{Person, agent, follow, interval, persons};

const GAMES: u64 = 2_000;
/// Worlds that each option is played out in.
const WORLDS: usize = 24;
/// Options that are played out: the best by the model.
const OPTIONS: usize = 8;

/// Prints the win rates.
pub fn run() {
    let persons = persons(31);
    println!(
        "ceiling: win rate of an agent that plays the {OPTIONS} best options by best_response out in {WORLDS} worlds each, {GAMES} games"
    );
    let rate = |known: bool| -> Vec<f64> { (0..GAMES).map(|number| f64::from(u8::from(won(&persons, known, number)))).collect() };
    let (drawn, known) = (rate(false), rate(true));
    for (name, wins) in [("opponents drawn anew for each world", &drawn), ("opponents' very programs", &known)] {
        let (rate, half) = interval(wins);
        println!("{name:<38} {:.1} % +- {:.1}", 100.0 * rate, 100.0 * half);
    }
    println!("{:<38} {}", "what knowing them is worth", gain(&known, &drawn));
    let by_answer = |past: bool| -> Vec<f64> {
        (0..GAMES)
            .map(|number| f64::from(u8::from(wins::won(&persons, Parameters::default(), past, Population::default(), number))))
            .collect()
    };
    let (none, past) = (by_answer(false), by_answer(true));
    for (name, wins) in [("best_response, no history", &none), ("best_response, 20 games of history", &past)] {
        let (rate, half) = interval(wins);
        println!("{name:<38} {:.1} % +- {:.1}", 100.0 * rate, 100.0 * half);
    }
    println!("{:<38} {}", "what history is worth", gain(&past, &none));
    println!("{:<38} {}", "what their programs are worth", gain(&known, &none));
    let (reached, within) = share(&none, &past, &known);
    println!("{:<38} {reached:.2} +- {within:.2} of it", "history reaches");
}

fn won(persons: &[Person], known: bool, number: u64) -> bool {
    let (opening, opponents) = opening_of(persons, Parameters::default(), known, number);
    let mut contest = Contest::new(&opening, opponents, number);
    let mut watch = Watch::new(&opening, Observer::Seat(AGENT));
    while let Some(events) = contest.next() {
        events.iter().for_each(|event| follow(&mut watch, event));
        let mut options = agent::options(&super::wins::answer(&watch));
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        options.truncate(OPTIONS);
        let seed = number * 10_000 + contest.simulation.events.len() as u64;
        let worlds = watch.sample(Draws { seed, count: WORLDS }).worlds;
        let hands: Vec<Vec<Hand>> =
            worlds.iter().map(|(_, world)| (0..4).map(|seat| counts(&world.dice[&seat])).collect()).collect();
        let value = |event: &Value| -> f64 {
            let of = |(at, hands): (usize, &Vec<Hand>)| {
                let mut rng = seeded(seed, 900 + at as u64);
                let mut bidders: Vec<Bidder> =
                    (1..4).map(|seat| if known { contest.opponents[seat - 1] } else { Bidder::random(&mut rng) }).collect();
                bidders.iter_mut().zip(&hands[1..]).for_each(|(bidder, hand)| bidder.look(hand, &mut rng));
                play_out(watch.table.round.as_ref().expect("a round"), &bidders, hands, contest::action(event), &mut rng)
            };
            hands.iter().enumerate().map(of).sum()
        };
        let best = options.iter().map(|(_, event)| (value(event), event)).max_by(|(a, _), (b, _)| a.total_cmp(b));
        let best = best.expect("something may be done").1.clone();
        contest.act(&best);
    }
    contest.won()
}

fn counts(dice: &[u8]) -> Hand {
    let mut hand = [0; FACES];
    dice.iter().for_each(|die| hand[usize::from(*die) - 1] += 1);
    hand
}

/// Plays a round on from the agent's action, and gives what its end is worth to the agent, who then bids honestly.
fn play_out(round: &BiddingRound, bidders: &[Bidder], hands: &[Hand], first: Action, rng: &mut WorldRng) -> f64 {
    let own = Bidder::new(Kind::Honest, 0);
    let (mut seat, mut standing, mut next) = (AGENT, round.standing(), Some(first));
    loop {
        let at = usize::from(seat);
        let dice = round.dice[at];
        let spot = Spot::new(round.rules, dice, round.total() - dice, standing.map(|(_, claim)| claim), round.exact);
        let bidder = if seat == AGENT { &own } else { &bidders[at - 1] };
        let action = next.take().unwrap_or_else(|| bidder.act(&spot, &hands[at], rng));
        let Action::Bid(claim) = action else {
            let (last, claim) = standing.expect("a bid stands");
            let count: u8 = hands.iter().map(|hand| round.rules.support(hand, claim.face)).sum();
            let loser = match action {
                Action::Exact if count == claim.quantity => last,
                Action::Exact => seat,
                _ if count >= claim.quantity => seat,
                _ => last,
            };
            return if loser == AGENT { -1.0 } else { agent::OPPONENTS_DIE };
        };
        standing = Some((seat, claim));
        seat = round.after(seat);
    }
}
