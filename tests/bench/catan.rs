//! Catan beside the tracker it has to beat: the default model and preset `seed` fold the same simulated games, in the
//! same run and interleaved. Run with `cargo bench --bench catan`.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::{Duration, Instant};

use credence::belief::{Evidence, Marginals, Method, seeded};
use credence::rulesets::catan::{Belief, Catan, Event, Parameters, Preset, Setup, Style, Table, World, simulate};
use credence::rulesets::{Change, Observer, Opening, Population, Posterior, Profile, PublicTable, Ruleset, SeatOpening};

const GAMES: u64 = 20;

/// Games of the paired differences: where twenty games leave a difference to luck, these settle it.
const PAIRED_GAMES: u64 = 500;

/// How often every game is folded for the clock; the least time of each game counts.
const REPEATS: usize = 9;

/// (turns, in range %, error, milliseconds for 20 games), as the seed's read-me gives them.
const PUBLISHED: [(u32, &str); 5] = [
    (20, "100 %  .20   17 ms"),
    (40, "100 %  .33   56 ms"),
    (60, "100 %  .41  139 ms"),
    (80, " 95 %  .44  200 ms"),
    (200, "not given"),
];

/// A game as one observer sees it, with the public table on both sides of each event.
struct Watched {
    moments: Vec<Moment>,
    truth: World,
}

struct Moment {
    before: Table,
    after: Table,
    view: Event,
}

#[derive(Default)]
struct Score {
    in_range: u64,
    possible: u64,
    error: f64,
    bits: f64,
    peak: usize,
    mean_worlds: f64,
    dropped: f64,
    exact: u64,
    time: Duration,
}

fn main() {
    println!("{GAMES} games a row; seed = preset `seed` (1,000 worlds, threshold 0.0001) in the same run, on the same engine");
    for (title, style, observer) in [
        ("spectator's view", Style::Usual, Observer::Public),
        ("many hidden steals, spectator's view", Style::Robbers, Observer::Public),
        ("seat 0's view", Style::Usual, Observer::Seat(0)),
    ] {
        println!("\n{title}");
        println!(
            "turns model    in range  possible  error    bits  worlds (peak, mean)   dropped   exact        time   published by the seed"
        );
        for (turns, published) in PUBLISHED {
            let shown = if style == Style::Usual && observer == Observer::Public { published } else { "" };
            compare(turns, style, observer, shown);
        }
    }
    println!(
        "\nseed - default, paired over {PAIRED_GAMES} games, spectator's view; mean with 95 % interval: above 0, the default is better"
    );
    println!("turns                     error                       bits    truth ruled out by seed, by default");
    for (turns, _) in PUBLISHED {
        pair(turns);
    }
}

fn pair(turns: u32) {
    let models = [opening(None), opening(Some(Preset::Seed))];
    let mut differences = [Vec::new(), Vec::new()];
    let mut ruled_out = [0, 0];
    for game in 0..PAIRED_GAMES {
        let game = watch(&models[0], turns, Style::Usual, Observer::Public, GAMES + game);
        let scores = [0, 1].map(|model| {
            let mut score = Score::default();
            score.judge(&models[model], &game, Observer::Public);
            ruled_out[model] += 1 - score.possible;
            score
        });
        differences[0].push(scores[1].error - scores[0].error);
        differences[1].push(scores[1].bits - scores[0].bits);
    }
    let [error, bits] = differences.map(|values| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
        format!("{mean:+.5} +- {:.5}", 1.96 * (variance / n).sqrt())
    });
    println!("{turns:>5} {error:>25} {bits:>26} {:>11} {:>11}", ruled_out[1], ruled_out[0]);
}

fn compare(turns: u32, style: Style, observer: Observer, published: &str) {
    let models = [("default", opening(None)), ("seed", opening(Some(Preset::Seed)))];
    let games: Vec<Watched> = (0..GAMES).map(|game| watch(&models[0].1, turns, style, observer, game)).collect();
    let mut scores = [Score::default(), Score::default()];
    for game in &games {
        for ((_, opening), score) in models.iter().zip(&mut scores) {
            score.judge(opening, game, observer);
        }
        let mut best = [Duration::MAX; 2];
        for _ in 0..REPEATS {
            for (place, (_, opening)) in models.iter().enumerate() {
                let begun = Instant::now();
                std::hint::black_box(fold(opening, game, observer));
                best[place] = best[place].min(begun.elapsed());
            }
        }
        scores.iter_mut().zip(best).for_each(|(score, best)| score.time += best);
    }
    for ((name, _), score) in models.iter().zip(&scores) {
        let games = GAMES as f64;
        println!(
            "{turns:>5} {name:<8} {:>6.0} % {:>7.0} %  {:.4} {:>7.3} {:>9} {:>8.0} {:>13.2e} {:>6.0} % {:>8.3} ms   {}",
            100.0 * score.in_range as f64 / games,
            100.0 * score.possible as f64 / games,
            score.error / games,
            score.bits / games,
            score.peak,
            score.mean_worlds / games,
            score.dropped / games,
            100.0 * score.exact as f64 / games,
            score.time.as_secs_f64() * 1e3,
            if *name == "seed" { published } else { "" },
        );
    }
}

impl Score {
    fn judge(&mut self, opening: &Opening<Catan>, game: &Watched, observer: Observer) {
        let mut belief = Belief::prior(opening, observer, 1);
        let mut worlds = 0;
        for (at, moment) in game.moments.iter().enumerate() {
            belief = after(&belief, moment, at);
            worlds += belief.worlds();
            self.peak = self.peak.max(belief.worlds());
        }
        self.mean_worlds += worlds as f64 / game.moments.len() as f64;
        let table = game.moments.last().map_or_else(|| Table::new(opening), |moment| moment.after.clone());
        let marginals = Catan::marginals(&belief, &table);
        let (in_range, error) = range(&marginals, &game.truth);
        self.in_range += u64::from(in_range);
        self.error += error;
        let ln = belief.ln_probability(&table, &game.truth);
        self.possible += u64::from(ln.is_finite());
        // A truth ruled out would cost infinitely many bits; it is charged as if it had one part in 2^53.
        self.bits += if ln.is_finite() { -ln * std::f64::consts::LOG2_E } else { 53.0 };
        self.dropped += marginals.quality.dropped_mass;
        self.exact += u64::from(marginals.quality.method == Method::Exact);
    }
}

/// Whether every true count lies between the least and the greatest believed, and the mean absolute error of the expected
/// counts of resources.
fn range(marginals: &Marginals, truth: &World) -> (bool, f64) {
    let (mut inside, mut error, mut count) = (true, 0.0, 0.0);
    for (seat, hand) in &truth.hands {
        for (place, held) in hand.counts().into_iter().enumerate() {
            let variable = &marginals.variables[usize::from(*seat) * 5 + place];
            let (mean, least, most) = variable.range().expect("counts are numbers");
            inside &= (least..=most).contains(&f64::from(held));
            error += (mean - f64::from(held)).abs();
            count += 1.0;
        }
    }
    (inside, error / count)
}

fn fold(opening: &Opening<Catan>, game: &Watched, observer: Observer) -> Belief {
    let mut belief = Belief::prior(opening, observer, 1);
    for (at, moment) in game.moments.iter().enumerate() {
        belief = after(&belief, moment, at);
    }
    belief
}

/// As the service folds: an event that pruned worlds cannot take is taken by a restart.
fn after(belief: &Belief, moment: &Moment, at: usize) -> Belief {
    let at = at as u64 + 1;
    let change = Change { view: &moment.view, at, before: &moment.before, after: &moment.after };
    Catan::update(belief, &change, &mut Evidence::off())
        .unwrap_or_else(|_| belief.restart(&change).expect("a Catan belief can begin again"))
}

fn watch(opening: &Opening<Catan>, turns: u32, style: Style, observer: Observer, seed: u64) -> Watched {
    let game = simulate(opening, Some(turns), style, &mut seeded(seed, u64::from(turns)));
    let mut before = Table::new(opening);
    let mut moments = Vec::new();
    for event in &game.events {
        let public = Catan::view(opening, event, Observer::Public).expect("a simulated event has a public part");
        let view = Catan::view(opening, event, observer).expect("and so a part for everyone").into_owned();
        let (after, _) = before.clone().advance(&public);
        moments.push(Moment { before: before.clone(), after: after.clone(), view });
        before = after;
    }
    Watched { moments, truth: game.truth.last().expect("a game has a first world").clone() }
}

fn opening(preset: Option<Preset>) -> Opening<Catan> {
    let parameters = Parameters { preset, ..Parameters::default() };
    let (setup, parameters) = Catan::resolve(Setup::default(), parameters, 4).expect("the default table is legal");
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; 4], population: Population::default() }
}
