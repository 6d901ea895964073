//! Hearts: what the posterior costs, what it is worth, and what the shipped numbers would be if they were fitted today.
//!
//! `cargo bench --bench hearts` prints speed and log loss; `cargo bench --bench hearts -- fit` fits the numbers of the soft evidence on
//! simulated play, and prints them as the file `shipped.rs`; `-- search` plays a search player with each belief.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod deals;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use credence::belief::{Draws, Evidence, seeded};
use credence::rulesets::hearts::{Belief, Card, Event, Hearts, Parameters, Setup, Style, Table, World, simulate};
use credence::rulesets::{
    Change, Conduct, Observer, Opening, Population, Posterior, Profile, PublicTable, Ruleset, SeatOpening, Transcript, Watch,
};

/// Games that the table of log losses is made of, of four deals each.
const GAMES: u64 = 400;
/// Games that a known player was watched in before.
const HISTORY: u64 = 20;

fn main() {
    if std::env::args().any(|argument| argument == "fit") {
        deals::fit::print(&opening(Parameters::default(), &strangers()));
    } else if std::env::args().any(|argument| argument == "search") {
        deals::print(history, opening);
    } else {
        speed();
        losses();
    }
}

fn opening(parameters: Parameters, profiles: &[Profile; 4]) -> Opening<Hearts> {
    let (setup, parameters) = Hearts::resolve(Setup::default(), parameters, 4).expect("a table");
    let seat = |profile: &Profile| SeatOpening { person: String::new(), profile: profile.clone() };
    Opening { setup, parameters, seats: profiles.iter().map(seat).collect(), population: Population::default() }
}

fn strangers() -> [Profile; 4] {
    std::array::from_fn(|_| Profile::default())
}

/// An event as one observer sees it, with the public table before and after it, and the truth after it.
struct Seen {
    before: Table,
    after: Table,
    view: Event,
    truth: World,
}

impl Seen {
    fn change(&self, at: u64) -> Change<'_, Hearts> {
        Change { view: &self.view, at, before: &self.before, after: &self.after }
    }
}

/// A game as one observer sees it.
fn watch(opening: &Opening<Hearts>, game: &Transcript<Hearts>, observer: Observer) -> Vec<Seen> {
    let mut before = Table::new(opening);
    let mut seen = Vec::new();
    for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
        let public = Hearts::view(opening, event, Observer::Public).expect("seen by all");
        let after = before.clone().advance(&public).0;
        let view = Hearts::view(opening, event, observer).expect("seen by all").into_owned();
        seen.push(Seen { before: std::mem::replace(&mut before, after.clone()), after, view, truth: *truth });
    }
    seen
}

fn fold(opening: &Opening<Hearts>, seen: &[Seen], observer: Observer) -> Vec<Belief> {
    let mut beliefs = vec![Belief::prior(opening, observer, 1)];
    for (at, seen) in (1..).zip(seen) {
        let last = beliefs.last().expect("the prior");
        beliefs.push(Hearts::update(last, &seen.change(at), &mut Evidence::off()).expect("a true event"));
    }
    beliefs
}

/// The least of many times: what it costs where nothing else runs.
fn least(repeats: usize, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..repeats).map(time).min().expect("at least one")
}

fn speed() {
    let opening = opening(Parameters::default(), &strangers());
    let styles = [Style::usual(); 4];
    let game = simulate(&opening, Some(52), &styles, &mut seeded(1, 0));
    println!("one deal of seed 1; the least of many runs");
    println!("observer  hidden  update (us an event)  marginals (us)  1,000 worlds (us)  worlds a second");
    for observer in [Observer::Seat(0), Observer::Public] {
        let seen = watch(&opening, &game, observer);
        let beliefs = fold(&opening, &seen, observer);
        let update = least(300, || {
            for (at, (seen, belief)) in (1..).zip(seen.iter().zip(&beliefs)) {
                black_box(Hearts::update(belief, &seen.change(at), &mut Evidence::off()).expect("a true event"));
            }
        });
        let update = update.as_secs_f64() * 1e6 / seen.len() as f64;
        // After the deal, after the first trick, and in the middle.
        for at in [1, 13, 33] {
            let table = &seen[at].before;
            let hidden = beliefs[at].clone().hidden(table);
            // A clone of a belief that nobody asked yet has worked nothing out.
            let marginals = least(500, || {
                black_box(beliefs[at].clone().holds(table, 0, Card::QUEEN));
            });
            let ready = beliefs[at].clone();
            black_box(ready.holds(table, 0, Card::QUEEN));
            let worlds = least(50, || {
                black_box(ready.sample(table, Draws { seed: 7, count: 1_000 }).worlds.len());
            });
            println!(
                "{observer:8}  {hidden:6}  {update:20.2}  {:14.1}  {:17.0}  {:15.0}",
                marginals.as_secs_f64() * 1e6,
                worlds.as_secs_f64() * 1e6,
                1_000.0 / worlds.as_secs_f64()
            );
        }
    }
}

/// Mean log loss in bits of a card's true holder, over the cards that the observer has not seen.
#[derive(Clone, Copy, Default)]
struct Loss {
    bits: f64,
    cards: f64,
}

impl Loss {
    fn mean(self) -> f64 {
        self.bits / self.cards
    }
}

/// Four models on one game: hands of known size and nothing else; hard facts; soft evidence too; and with known players.
fn judge(game: &Transcript<Hearts>, openings: &[Opening<Hearts>; 3], observer: Observer) -> [Loss; 4] {
    let mut losses = [Loss::default(); 4];
    for (model, opening) in openings.iter().enumerate() {
        let seen = watch(opening, game, observer);
        for (belief, Seen { view, after, truth, .. }) in fold(opening, &seen, observer)[1..].iter().zip(&seen) {
            if !matches!(view, Event::Play(_)) {
                continue;
            }
            let unseen = |card, seat: u8| observer != Observer::Seat(seat) && belief.holds(after, seat, card) >= 0.0;
            let sizes = truth.hands.map(|hand| hand.len() as f64);
            let hidden: f64 = (0..4).filter(|seat| observer != Observer::Seat(*seat)).map(|seat| sizes[usize::from(seat)]).sum();
            for (card, seat) in truth.holders().filter(|(card, seat)| unseen(*card, *seat)) {
                let bits = -belief.holds(after, seat, card).log2();
                losses[model + 1].bits += bits;
                losses[model + 1].cards += 1.0;
                if model == 0 {
                    losses[0].bits -= (sizes[usize::from(seat)] / hidden).log2();
                    losses[0].cards += 1.0;
                }
            }
        }
    }
    losses
}

/// What finished games taught about the players.
fn history(styles: &[Style; 4], seed: u64) -> [Profile; 4] {
    let opening = opening(Parameters::default(), &strangers());
    let mut profiles = strangers();
    for game in 0..HISTORY {
        let game = simulate(&opening, None, styles, &mut seeded(seed, 100 + game));
        let mut watch = Watch::<Hearts>::new(&opening, Observer::Public);
        for event in &game.events {
            for conduct in watch.see(event, &mut Evidence::off()).expect("a true event") {
                settle(&mut profiles, conduct);
            }
        }
        for profile in &mut profiles {
            profile.games += 1;
        }
    }
    profiles
}

/// Adds what was settled of a seat to the profile of its player. No game fades.
fn settle(profiles: &mut [Profile; 4], conduct: Conduct) {
    let Conduct::Count { seat, tendency, context, successes, opportunities } = conduct else { return };
    let contexts = profiles[usize::from(seat)].tendencies.entry(tendency.to_owned()).or_default();
    let counts = contexts.entry(context).or_default();
    counts.successes += f64::from(successes);
    counts.opportunities += f64::from(opportunities);
}

/// Mean and half a 95 % interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

fn losses() {
    println!(
        "\nlog loss of the true holder, bits a card that the observer has not seen, after every play of {GAMES} games of 4 deals"
    );
    println!("(players drawn from the simulated population; known players were watched in {HISTORY} games before)");
    println!("observer  model                     bits a card   better than the one before, with 95 % interval");
    let hard = Parameters { soft_weight: Some(0.0), ..Parameters::default() };
    let mut rows: BTreeMap<String, Vec<[f64; 4]>> = BTreeMap::new();
    for seed in 0..GAMES {
        let mut rng = seeded(seed, 1);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let known = history(&styles, seed);
        let openings = [
            opening(hard.clone(), &strangers()),
            opening(Parameters::default(), &strangers()),
            opening(Parameters::default(), &known),
        ];
        let game = simulate(&openings[0], None, &styles, &mut rng);
        for observer in [Observer::Seat(0), Observer::Public] {
            let losses = judge(&game, &openings, observer).map(Loss::mean);
            rows.entry(observer.to_string()).or_default().push(losses);
        }
    }
    for (observer, games) in rows {
        for (model, name) in ["hand sizes", "hard facts", "hard and soft", "with known players"].iter().enumerate() {
            let of = |model: usize| games.iter().map(|losses| losses[model]).collect::<Vec<_>>();
            let (mean, _) = interval(&of(model));
            let gain: Vec<f64> = games.iter().map(|losses| losses[model.saturating_sub(1)] - losses[model]).collect();
            let (gain, within) = interval(&gain);
            let gain = if model == 0 { String::new() } else { format!("{gain:.5} ± {within:.5}") };
            println!("{observer:8}  {name:24}  {mean:11.4}   {gain}");
        }
    }
}
