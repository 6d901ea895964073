//! Fits the numbers that Hearts ships (`src/rulesets/hearts/shipped.rs`) on simulated play, and prints that file.
//!
//! Tastes are the coefficients of a conditional logit (McFadden 1974), fitted by maximum likelihood to every choice of the persons who go
//! by tastes. How persons differ is fitted by the method of moments to the rates that finished games settle of each. Deals that look
//! careless are recognised by the tastes that stand, so where the tastes have moved, put the file in place and fit once more.

use std::collections::BTreeMap;

use credence::belief::{Beta, seeded};
use credence::rulesets::hearts::{
    ByTaste, Card, CardSet, Decision, Event, Hearts, Style, TASTES, Table, Taste, decisions, simulate,
};
use credence::rulesets::{Conduct, Counts, Observer, Opening, Profile, PublicTable, Ruleset, Seat, Tendency};

use crate::settle;

/// Persons whom the shipped numbers are fitted on, four at a table, and games of four deals that each table plays.
const PERSONS: u64 = 1_200;
const GAMES: u64 = 6;

/// The penalty on half the square of each taste, in choices: what was hardly ever chosen stays finite.
const RIDGE: f64 = 2.0;
/// Newton's method ends where no taste moves further than the first, in nats, and goes no further than the second in a step.
const ARRIVED: f64 = 1e-4;
const STRIDE: f64 = 3.0;

/// How far each taste is moved to either side, in nats, to see how rates move with it: about as far as persons differ.
const ASIDE: f64 = 0.5;
/// The ridge of the inverse of how rates move with tastes: tastes that hardly move a rate are not moved far by one.
const INVERSE_RIDGE: f64 = 0.01;

/// What a Beta prior is worth, in opportunities.
const LEAST_WORTH: f64 = 0.05;
const MOST_WORTH: f64 = 60.0;

/// The tendency whose deals are counted of all persons, and not only of those who go by tastes.
const CARELESS: &str = "careless";

/// The tendencies that have several contexts, in the order of `TOGETHER`.
const TOGETHER: [&str; 7] = ["leads", "takes", "ducks_by_rank", "takes_by_rank", "follows", "sloughs", "passes"];

type Matrix = [ByTaste; TASTES];

/// A choice whose hand is known.
struct Choice {
    /// Each card that the rules allowed, with its features.
    cards: Vec<(Card, Vec<(Taste, f64)>)>,
    /// The place of the chosen one among them.
    chosen: usize,
    /// The tastes that it could show: of a choice from the first cards, whether it is one of the second.
    occasions: Vec<(Taste, CardSet, CardSet)>,
}

impl Choice {
    fn new(decision: &Decision) -> Self {
        let features = |card: Card| {
            let mut features = Vec::new();
            decision.scene.features(card, |taste, value| features.push((taste, value)));
            (card, features)
        };
        let cards: Vec<_> = decision.choices.iter().map(features).collect();
        let chosen = decision.choices.iter().position(|card| card == decision.chosen);
        let chosen = chosen.expect("a card is chosen from those that the rules allow");
        let occasions = Taste::ALL.into_iter().filter_map(|taste| occasion(&cards, taste)).collect();
        Self { cards, chosen, occasions }
    }

    /// How likely each card is to be chosen.
    fn chances(&self, tastes: &ByTaste) -> Vec<f64> {
        let liking = |features: &Vec<(Taste, f64)>| features.iter().map(|(taste, value)| tastes[*taste as usize] * value).sum();
        let likings: Vec<f64> = self.cards.iter().map(|(_, features)| liking(features)).collect();
        let greatest = likings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = likings.iter().map(|liking| libm::exp(liking - greatest)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

/// The cards of which a choice could show a taste, and those by which it would: of a feature by rank, those above the mean of the cards
/// that have it. `None` where the cards do not differ.
fn occasion(cards: &[(Card, Vec<(Taste, f64)>)], taste: Taste) -> Option<(Taste, CardSet, CardSet)> {
    let value = |features: &[(Taste, f64)]| features.iter().find(|(of, _)| *of == taste).map(|(_, value)| *value);
    let having: Vec<(Card, f64)> = cards.iter().filter_map(|(card, features)| Some((*card, value(features)?))).collect();
    let set = |cards: &mut dyn Iterator<Item = Card>| cards.collect::<CardSet>();
    let with = set(&mut having.iter().map(|(card, _)| *card));
    let (among, shown) = if taste.is_by_rank() {
        let mean = having.iter().map(|(_, value)| value).sum::<f64>() / having.len() as f64;
        (with, set(&mut having.iter().filter(|(_, value)| *value > mean).map(|(card, _)| *card)))
    } else {
        (set(&mut cards.iter().map(|(card, _)| *card)), with)
    };
    (!shown.is_empty() && shown != among).then_some((taste, among, shown))
}

/// What simulated persons showed.
#[derive(Default)]
struct Shown {
    choices: Vec<Choice>,
    persons: Vec<Profile>,
}

impl Shown {
    /// What the persons of the wider simulated population show, each table in its own games.
    fn by_simulation(opening: &Opening<Hearts>) -> Self {
        let mut shown = Self::default();
        for table in 0..PERSONS / 4 {
            let mut rng = seeded(table, 77);
            let styles: [Style; 4] = std::array::from_fn(|_| Style::draw_any(&mut rng));
            let mut profiles = std::array::from_fn(|_| Profile::default());
            for game in 0..GAMES {
                let game = simulate(opening, None, &styles, &mut seeded(table, 1_000 + game));
                shown.watch(opening, game.events, &styles, &mut profiles);
            }
            shown.persons.extend(profiles);
        }
        shown
    }

    /// Takes in a game. The choices of persons without tastes, or without those for ranks, are left out: the model has ways for them.
    fn watch(&mut self, opening: &Opening<Hearts>, events: Vec<Event>, styles: &[Style; 4], profiles: &mut [Profile; 4]) {
        let goes_by_tastes = |seat: Seat| !styles[usize::from(seat)].has_a_way();
        let mut table = Table::new(opening);
        let mut passes = BTreeMap::new();
        for mut event in events {
            if let Event::Pass(pass) = &event {
                passes.insert(pass.seat, pass.cards.expect("simulated passes are whole"));
            }
            if let Event::DealEnd(end) = &mut event {
                // As if every table showed its passes: they tell of tastes, too.
                end.passes = std::mem::take(&mut passes);
                let made = decisions(&table.setup, table.direction, &table.plays, end);
                self.choices.extend(made.iter().filter(|made| goes_by_tastes(made.seat)).map(Choice::new));
            }
            let view = Hearts::view(opening, &event, Observer::Public).expect("seen by all");
            let (next, settled) = table.advance(&view);
            table = next;
            for conduct in settled {
                if matches!(&conduct, Conduct::Count { seat, tendency, .. } if *tendency == CARELESS || goes_by_tastes(*seat)) {
                    settle(profiles, conduct);
                }
            }
        }
    }

    /// The Beta distribution of a rate between persons, by the method of moments: its mean is the rate of all together, and its variance
    /// what the variance between persons has beyond that of chance. Without a context, of all contexts together.
    fn between_persons(&self, tendency: &str, context: &str) -> Beta {
        let of = |person: &Profile| if context.is_empty() { person.total(tendency) } else { person.counts(tendency, context) };
        let counts: Vec<Counts> = self.persons.iter().map(of).collect();
        let sum = |value: &dyn Fn(&Counts) -> f64| counts.iter().map(value).sum::<f64>();
        let mean = sum(&|of| of.successes) / sum(&|of| of.opportunities);
        let by_chance = sum(&|of| of.opportunities * mean * (1.0 - mean));
        let squares = sum(&|of| libm::pow(of.successes - of.opportunities * mean, 2.0));
        let variance = (squares - by_chance) / sum(&|of| of.opportunities * (of.opportunities - 1.0));
        let worth = if variance > 0.0 { mean * (1.0 - mean) / variance - 1.0 } else { f64::INFINITY };
        let worth = worth.clamp(LEAST_WORTH, MOST_WORTH);
        Beta { alpha: mean * worth, beta: (1.0 - mean) * worth }
    }
}

/// The gradient of the penalised log likelihood of all choices, and its observed information matrix.
fn curve(choices: &[Choice], tastes: &ByTaste) -> (ByTaste, Matrix) {
    let mut gradient = tastes.map(|taste| -RIDGE * taste);
    let mut information: Matrix = std::array::from_fn(|a| std::array::from_fn(|b| if a == b { RIDGE } else { 0.0 }));
    for choice in choices {
        let mut expected: BTreeMap<Taste, f64> = BTreeMap::new();
        for ((_, features), chance) in choice.cards.iter().zip(choice.chances(tastes)) {
            for (taste, value) in features {
                *expected.entry(*taste).or_default() += chance * value;
                for (other, of_other) in features {
                    information[*taste as usize][*other as usize] += chance * value * of_other;
                }
            }
        }
        for (taste, value) in &choice.cards[choice.chosen].1 {
            gradient[*taste as usize] += value;
        }
        for (taste, value) in &expected {
            gradient[*taste as usize] -= value;
            for (other, of_other) in &expected {
                information[*taste as usize][*other as usize] -= value * of_other;
            }
        }
    }
    (gradient, information)
}

/// The tastes under which the choices are likeliest, by Newton's method: the penalised likelihood has one maximum.
fn likeliest(choices: &[Choice]) -> ByTaste {
    let mut tastes = [0.0; TASTES];
    loop {
        let (gradient, information) = curve(choices, &tastes);
        let step = solve(information, gradient);
        let far = step.iter().map(|by| by.abs()).fold(0.0, f64::max);
        for (taste, by) in tastes.iter_mut().zip(step) {
            *taste += by * (STRIDE / far).min(1.0);
        }
        if far < ARRIVED {
            return tastes;
        }
    }
}

/// The logits of the rates at which each taste shows, of persons with these tastes who have the same choices.
fn logits(choices: &[Choice], tastes: &ByTaste) -> ByTaste {
    let (mut shown, mut among) = ([0.0; TASTES], [0.0; TASTES]);
    for choice in choices {
        let chances = choice.chances(tastes);
        for (taste, of, by) in &choice.occasions {
            for ((card, _), chance) in choice.cards.iter().zip(&chances) {
                among[*taste as usize] += if of.contains(*card) { *chance } else { 0.0 };
                shown[*taste as usize] += if by.contains(*card) { *chance } else { 0.0 };
            }
        }
    }
    std::array::from_fn(|at| libm::log(shown[at] / (among[at] - shown[at])))
}

/// How far each taste moves with the logit of each rate: the inverse, with a ridge, of the Jacobian of logits by tastes.
fn per_logits(choices: &[Choice], tastes: &ByTaste) -> Matrix {
    // By taste that moves, then by rate.
    let moves: Matrix = std::array::from_fn(|moved| {
        let aside = |by: f64| logits(choices, &std::array::from_fn(|at| tastes[at] + if at == moved { by } else { 0.0 }));
        let (less, more) = (aside(-ASIDE), aside(ASIDE));
        std::array::from_fn(|rate| (more[rate] - less[rate]) / (2.0 * ASIDE))
    });
    let product = |a: &ByTaste, b: &ByTaste| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let ridge = |a: usize, b: usize| if a == b { INVERSE_RIDGE } else { 0.0 };
    let normal: Matrix = std::array::from_fn(|a| std::array::from_fn(|b| product(&moves[a], &moves[b]) + ridge(a, b)));
    let by_rate: Matrix = std::array::from_fn(|rate| solve(normal, std::array::from_fn(|taste| moves[taste][rate])));
    std::array::from_fn(|taste| std::array::from_fn(|rate| by_rate[rate][taste]))
}

/// Solves linear equations by Gauss-Jordan elimination. The matrix is positive definite, as a ridge makes it, and needs no pivots.
fn solve(mut matrix: Matrix, mut right: ByTaste) -> ByTaste {
    for at in 0..TASTES {
        let pivot = matrix[at];
        for row in (0..TASTES).filter(|row| *row != at) {
            let factor = matrix[row][at] / pivot[at];
            for (value, by) in matrix[row].iter_mut().zip(pivot) {
                *value -= factor * by;
            }
            right[row] -= factor * right[at];
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

/// Prints `shipped.rs`, which `cargo fmt` brings to its form, and on standard error the priors of the habits that `likelihood.rs` names.
pub fn print(opening: &Opening<Hearts>) {
    let shown = Shown::by_simulation(opening);
    let tastes = likeliest(&shown.choices);
    let list = |elements: Vec<String>| elements.join(", ");
    let rate = |tendency: &str, context: &str| {
        let Beta { alpha, beta } = shown.between_persons(tendency, context);
        format!("({alpha:.2}, {beta:.2})")
    };
    let small = |value: f64| if value.abs() < 0.005 { "0.0".to_owned() } else { format!("{value:.2}") };
    let row = |row: ByTaste| format!("[{}]", list(row.map(small).to_vec()));
    let careless = shown.between_persons(CARELESS, "");
    println!(
        "//! The fitted numbers. `cargo bench --bench hearts -- fit` makes this file again.

use super::taste::{{ByTaste, TASTES}};

/// Tastes of the simulated population, in nats, in the order of [`super::taste::Taste::ALL`].
pub const TASTE: ByTaste = [{}];

/// The same as the chance that a card with all of the feature is chosen before one that has none of it.
pub const SHARE: ByTaste = [{}];

/// How far each taste moves with the logit of each rate at which a feature is chosen: the inverse of how rates move with tastes.
pub const PER_LOGITS: [ByTaste; TASTES] = [{}];

/// Between persons: the Beta distribution of the rate at which each taste's feature is chosen.
pub const RATES: [(f64, f64); TASTES] = [{}];

/// The same for the contexts of a tendency together: leads, takes, `ducks_by_rank`, `takes_by_rank`, follows, sloughs, passes.
pub const TOGETHER: [(f64, f64); 7] = [{}];

/// Between persons: how often a deal looks as if its cards were chosen by lot.
pub const CARELESS_RATE: (f64, f64) = ({:.3}, {:.3});",
        list(tastes.map(|taste| format!("{taste:.3}")).to_vec()),
        list(tastes.map(|taste| format!("{:.4}", 1.0 / (1.0 + libm::exp(-taste)))).to_vec()),
        list(per_logits(&shown.choices, &tastes).map(row).to_vec()),
        list(Taste::ALL.map(|taste| rate(taste.label().0, taste.label().1)).to_vec()),
        list(TOGETHER.map(|tendency| rate(tendency, "")).to_vec()),
        careless.alpha,
        careless.beta,
    );
    let is_habit = |tendency: &&Tendency| tendency.name != CARELESS && !TOGETHER.contains(&tendency.name);
    for tendency in Hearts::TENDENCIES.iter().filter(is_habit) {
        for context in std::iter::once("").chain(tendency.contexts.iter().map(|context| context.name)) {
            eprintln!("{} {context}: {}", tendency.name, rate(tendency.name, context));
        }
    }
}
