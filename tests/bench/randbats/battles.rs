//! Real battles: log loss after 0 to 4 revealed moves beside the seed's model, and what each kind of inference is worth.

use std::collections::{BTreeMap, BTreeSet};

use credence::belief::{Evidence, Marginals};
use credence::rulesets::pokemon_randbats::PokemonRandbats;
use credence::rulesets::pokemon_randbats::prior::{MoveId, dex, embedded};
use credence::rulesets::{Observer, Opening, Population, Profile, Ruleset, Seat, SeatOpening, Watch};
use serde_json::{Value, json};

use super::models::{FIELDS, Independent, Losses};
use super::{Battle, Member, Step, battles, interval, mean};

type Event = <PokemonRandbats as Ruleset>::Event;

/// No chance is counted as less.
const FLOOR: f64 = 1e-9;

/// Folds with all inferences, without one kind, and with facts only.
const MODES: [(&str, &[&str]); 6] = [
    ("everything", &[]),
    ("without absence", &["absence"]),
    ("without speed", &["speed"]),
    ("without lock", &["lock"]),
    ("without damage", &["damage"]),
    ("facts only", &["absence", "speed", "lock", "damage"]),
];

/// A table at which both players and spectators are heard.
pub fn opening(parameters: Value) -> Opening<PokemonRandbats> {
    let setup = serde_json::from_value(json!({"channels": ["spectator", "p1", "p2"]})).expect("a setup");
    let parameters = serde_json::from_value(parameters).expect("parameters");
    let (setup, parameters) = PokemonRandbats::resolve(setup, parameters, 2).expect("a table");
    let seat = || SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat(), seat()], population: Population::default() }
}

/// The events of a battle as one channel sees them.
pub fn events(battle: &Battle, of: fn(&Step) -> &Vec<String>, channel: &str) -> Vec<Event> {
    let mut from = 0;
    let mut events = Vec::new();
    for lines in battle.steps.iter().map(of).filter(|lines| !lines.is_empty()) {
        let event = json!({"protocol": {"channel": channel, "lines": lines, "from_line": from}});
        from += lines.len();
        events.push(serde_json::from_value(event).expect("an event"));
    }
    events
}

/// What one observer of a battle knows.
pub type BattleWatch<'a> = Watch<'a, PokemonRandbats>;

/// Takes an event that the observer sees whole.
pub fn follow(fold: &mut BattleWatch<'_>, event: &Event) {
    fold.check(event).expect("a true event");
    fold.see(event, &mut Evidence::off()).expect("a true event");
}

/// Who was shown on a side, in order, and the moves that each was seen to choose from its own set.
#[derive(Default)]
struct Shown {
    names: Vec<String>,
    moves: BTreeMap<String, BTreeSet<MoveId>>,
}

impl Shown {
    fn read(&mut self, side: &str, lines: &[String]) {
        for line in lines {
            let part: Vec<&str> = line.split('|').collect();
            let Some(name) = part.get(2).and_then(|who| who.strip_prefix(side)?.split_once(": ")).map(|(_, name)| name) else {
                continue;
            };
            match part[1] {
                "switch" | "drag" | "replace" if self.names.iter().all(|known| known != name) => self.names.push(name.to_owned()),
                "move" if !line.contains("[from]") => {
                    if let Some(id) = part.get(3).and_then(|name| dex().move_named(name)) {
                        self.moves.entry(name.to_owned()).or_default().insert(id);
                    }
                }
                _ => {}
            }
        }
    }

    /// Moves of one that are truly of its set; those of a Zoroark in its shape, of one transformed or of Struggle are not.
    fn known(&self, member: &Member) -> Vec<MoveId> {
        let seen = self.moves.get(&member.name).into_iter().flatten().copied();
        seen.filter(|id| member.moves.contains(id)).collect()
    }
}

/// Losses of one member under the published distributions.
fn score(marginals: &Marginals, seat: Seat, slot: usize, member: &Member) -> Losses {
    let prefix = format!("seat:{seat}/slot:{slot}/");
    let p = |what: &str, value: &str| {
        let variable = marginals.variables.iter().find(|one| one.id.strip_prefix(&prefix) == Some(what));
        variable.and_then(|one| one.distribution.iter().find(|outcome| outcome.value == value)).map_or(0.0, |outcome| outcome.p)
    };
    let loss = |p: f64| -libm::log(p.clamp(FLOOR, 1.0));
    let of_moves = marginals.variables.iter().filter_map(|one| Some((one.id.strip_prefix(&prefix)?.strip_prefix("move:")?, one)));
    let mut moves = 0.0;
    for (id, variable) in of_moves {
        let known = dex().move_named(id).is_some_and(|id| member.moves.contains(&id));
        let value = if known { "yes" } else { "no" };
        moves += loss(variable.distribution.iter().find(|outcome| outcome.value == value).map_or(0.0, |outcome| outcome.p));
    }
    [
        loss(p("item", member.item.map_or("none", |item| &dex()[item].name))),
        loss(p("ability", &dex()[member.ability].name)),
        loss(p("tera", member.tera.name())),
        loss(p("role", &member.role)),
        moves,
    ]
}

fn channel(seat: Seat) -> (fn(&Step) -> &Vec<String>, &'static str) {
    if seat == 0 { (|step| &step.p1, "p1") } else { (|step| &step.p2, "p2") }
}

/// Means of losses, each of them over what one battle gave.
type Means = Vec<[f64; 5]>;

fn average(all: &[Losses]) -> [f64; 5] {
    std::array::from_fn(|at| all.iter().fold(0.0, |sum, losses| sum + losses[at]) / all.len() as f64)
}

/// By number of known moves: the losses of a battle's members when they first had so many, of ours, the preset's, and the seed's model.
type ByMoves = [[Vec<Losses>; 3]; 5];

/// Follows one battle from both seats; fills the first scores, and returns the mean loss at all times.
fn watch(battle: &Battle, parameters: &Value, mut first: Option<(usize, &mut ByMoves, &[Independent])>) -> [f64; 5] {
    let opening = opening(parameters.clone());
    let mut all = Vec::new();
    for seat in [0, 1] {
        let (of, name) = channel(seat);
        let (other, side) = (1 - seat, if seat == 0 { "p2" } else { "p1" });
        let mut fold = BattleWatch::new(&opening, Observer::Seat(seat));
        let mut shown = Shown::default();
        let mut scored: BTreeSet<(usize, usize)> = BTreeSet::new();
        let lines = battle.steps.iter().map(of).filter(|lines| !lines.is_empty());
        for (event, lines) in events(battle, of, name).iter().zip(lines) {
            follow(&mut fold, event);
            shown.read(side, lines);
            let marginals = fold.marginals();
            for (slot, name) in shown.names.iter().enumerate() {
                let Some(member) = battle.teams[usize::from(other)].iter().find(|member| member.name == *name) else { continue };
                let losses = score(&marginals, other, slot, member);
                let known = shown.known(member);
                all.push(losses);
                if let Some((place, first, seed)) = &mut first
                    && scored.insert((slot, known.len()))
                    && let Some(models) = first.get_mut(known.len())
                {
                    models[*place].push(losses);
                    if *place == 0 {
                        models[2].push(seed[member.entry].losses(member, &known));
                    }
                }
            }
        }
    }
    average(&all)
}

/// Prints the tables.
pub fn run() {
    let battles = battles();
    println!("{} battles of random players, each from both seats: what is believed of the other side's members", battles.len());
    first_moves(&battles);
    gains(&battles);
}

fn first_moves(battles: &[Battle]) {
    let prior = embedded();
    let seed: Vec<Independent> = prior.entries().iter().map(|entry| Independent::of(prior, entry, true)).collect();
    let mut by_moves: [[Means; 3]; 5] = Default::default();
    for battle in battles {
        let mut first: ByMoves = Default::default();
        watch(battle, &json!({}), Some((0, &mut first, &seed[..])));
        watch(battle, &json!({"preset": "seed"}), Some((1, &mut first, &seed[..])));
        for (sums, models) in by_moves.iter_mut().zip(&first) {
            for (means, losses) in sums.iter_mut().zip(models).filter(|(_, losses)| !losses.is_empty()) {
                means.push(average(losses));
            }
        }
    }
    println!("nats when so many of its moves were first known; mean of battles +- one standard error");
    for (at, field) in FIELDS.iter().enumerate() {
        println!("{field:<26}  k=0              k=1              k=2              k=3              k=4");
        for (model, name) in ["everything", "preset seed", "seed's model, moves only"].iter().enumerate() {
            let cell = |means: &[Means; 3]| {
                let values: Vec<f64> = means[model].iter().map(|losses| losses[at]).collect();
                let (mean, error) = mean(&values);
                format!("{mean:.4} +- {error:.4}")
            };
            println!("{name:<26}  {}", by_moves.iter().map(cell).collect::<Vec<_>>().join("  "));
        }
    }
}

fn gains(battles: &[Battle]) {
    let watched =
        |without: &[&str]| -> Means { battles.iter().map(|battle| watch(battle, &json!({"without": without}), None)).collect() };
    let means: Vec<Means> = MODES.iter().map(|(_, without)| watched(without)).collect();
    println!(
        "nats a member shown, mean over all messages of a battle; what leaving an inference out costs, with 95 % intervals of battles"
    );
    println!("{:<16}  {}", "", FIELDS.map(|field| format!("{field:<19}")).join(" "));
    for ((name, _), of_mode) in MODES.iter().zip(&means) {
        let cell = |at: usize| {
            let values: Vec<f64> = of_mode.iter().zip(&means[0]).map(|(with, all)| with[at] - all[at]).collect();
            let (gain, half) = interval(&values);
            format!("{gain:+.4} +- {half:.4}  ")
        };
        if of_mode == &means[0] {
            let mean = |at: usize| format!("{:<19.4}", mean(&of_mode.iter().map(|losses| losses[at]).collect::<Vec<_>>()).0);
            println!("{name:<16}  {}", (0..5).map(mean).collect::<Vec<_>>().join(" "));
        } else {
            println!("{name:<16}  {}", (0..5).map(cell).collect::<Vec<_>>().join(" "));
        }
    }
}
