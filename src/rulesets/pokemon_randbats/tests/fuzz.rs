//! Whole battles with seeded damage: no line, request or team makes the fold fall, what is not understood is counted, and what is
//! believed stays a distribution.

use rand::Rng;
use serde_json::{Value, json};

use super::battles::recorded;
use super::*;
use crate::belief::{WorldRng, seeded, unit};
use crate::rulesets::pokemon_randbats::protocol::Message;

/// Damaged battles.
const BATTLES: u64 = 120;
/// Lines of each.
const LINES: usize = 150;

/// Lines of doubles, of other generations and formats, and of nobody's.
const FOREIGN: [&str; 26] = [
    "|switch|p1b: Pikachu|Pikachu, L50|100/100",
    "|switch|p1a: \u{202e}\u{1F600}|\u{1F600}, L255, tera:|0 fnt",
    "|switch|p2a: Ditto|Ditto, L0|4294967295/4294967295 slp",
    "|drag|p2a: Missingno.|Missingno., L80|1/1",
    "|replace|p1a: Zoroark|Zoroark-Hisui, L80|100/100",
    "|replace|p2a: Nobody|Nobody",
    "|poke|p1|Landorus-Therian, M|item",
    "|-mega|p1a: Charizard|Charizard|Charizardite X",
    "|-start|p1a: Venusaur|Dynamax|Gmax",
    "|-start|p1a: Venusaur|typechange|/////",
    "|-zpower|p1a: Raichu",
    "|tier|[Gen 1] Random Battle",
    "|move|p3a: Mew|Pound|p1a: Mew",
    "|move|p1a: Mew||",
    "|swap|p1a: Mew|1|[from] move: Ally Switch",
    "|-transform|p1a: Ditto|p2a: Ditto",
    "|-swapsideconditions",
    "|-boost|p1a: A|spe|12",
    "|-setboost|p1a: A|atk|-128",
    "|-hitcount|p1a: A|18446744073709551615",
    "|-damage|p1a: A|1/0",
    "|-damage|p2a: B|-5/100 brn psn",
    "|-heal|p2a: B|4294967296/1|[from] item: Leftovers|[of] p1a: \u{0}",
    "|turn|4294967296",
    "|teamsize|p1|255",
    "|-item|p1a: A|Leftovers|[from] move: Trick|[from] ability: Frisk|[of]",
];

fn below(count: usize, rng: &mut WorldRng) -> usize {
    ((unit(rng) * count as f64) as usize).min(count.saturating_sub(1))
}

fn number(rng: &mut WorldRng) -> &'static str {
    ["0", "-1", "255", "65536", "4294967295", "99999999999999999999", "1e9", "NaN", ""][below(9, rng)]
}

/// Another line instead of this one, where there is room for damage.
fn spoil(line: &str, rng: &mut WorldRng) -> String {
    let letters: Vec<char> = line.chars().collect();
    let at = below(letters.len() + 1, rng);
    let head: String = letters[..at].iter().collect();
    let tail: String = letters[at..].iter().collect();
    match below(8, rng) {
        0 => head,
        1 => tail,
        2 => format!("{head}{}{tail}", ["|", ":", "\u{FFFD}", "[from] ", "/", "é\u{301}", ", ", "p1a: "][below(8, rng)]),
        3 => {
            let digits = line.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let rest = line[digits..].trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{}{}{rest}", &line[..digits], number(rng))
        }
        4 => line.replace("p1", "p0").replace("p2", "p1").replace("p0", "p2"),
        5 => line.to_uppercase(),
        6 => line.split('|').rev().collect::<Vec<_>>().join("|"),
        _ => FOREIGN[below(FOREIGN.len(), rng)].to_owned(),
    }
}

/// Lines of real battles, most of them whole; some are spoiled, lost, doubled or moved.
fn damaged(battles: &[Value], rng: &mut WorldRng) -> Vec<String> {
    let battle = &battles[below(battles.len(), rng)];
    let steps = battle["steps"].as_array().expect("steps");
    let lines = steps.iter().flat_map(|step| step["spectator"].as_array().expect("lines"));
    let whole: Vec<&str> = lines.map(|line| line.as_str().expect("text")).collect();
    let from = if unit(rng) < 0.5 { 0 } else { below(whole.len(), rng) };
    let rate = [0.02, 0.1, 0.5][below(3, rng)];
    let mut lines: Vec<String> = Vec::new();
    for line in whole.iter().skip(from).take(LINES) {
        if unit(rng) >= rate {
            lines.push((*line).to_owned());
            continue;
        }
        match below(6, rng) {
            0 => {}
            1 => lines.extend([(*line).to_owned(), (*line).to_owned()]),
            2 => {
                let place = below(lines.len() + 1, rng);
                lines.insert(place, (*line).to_owned());
            }
            _ => lines.push(spoil(line, rng)),
        }
    }
    // The request line has no number, and a line break is refused: both are tested elsewhere.
    lines.retain(|line| !line.starts_with("|request|") && !line.contains(['\n', '\r']));
    lines
}

fn assert_sound(belief: &Watching, place: &str) {
    for side in &belief.sides {
        let total = side.hypotheses.iter().fold(0.0, |sum, one| sum + one.weight);
        assert!((total - 1.0).abs() < 1e-9, "{place}: hypotheses sum to {total}");
    }
    for variable in marginals::variables(belief) {
        let total = variable.distribution.iter().fold(0.0, |sum, outcome| sum + outcome.p);
        assert!((total - 1.0).abs() < 1e-9, "{place}: {} sums to {total}", variable.id);
        assert!(variable.distribution.iter().all(|outcome| outcome.p > 0.0 && outcome.p <= 1.0), "{place}: {}", variable.id);
    }
}

#[test]
fn damaged_battles_are_taken_and_counted() {
    let battles = recorded("battles.jsonl.gz");
    let opening = opening(&[Channel::Spectator]);
    let (mut unknown, mut lines_of_all) = (0, 0);
    for seed in 0..BATTLES {
        let mut rng = seeded(seed, 7);
        let lines = damaged(&battles, &mut rng);
        let mut belief = Watching::new(opening.clone(), Observer::Public);
        let mut from = 0;
        for batch in lines.chunks(1 + below(40, &mut rng)) {
            let place = format!("damaged battle {seed}, line {from}");
            let text: Vec<&str> = batch.iter().map(String::as_str).collect();
            let event = super::batch(from, &text);
            belief.watch.check(&event).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
            let mut evidence = if seed % 2 == 0 { Evidence::off() } else { Evidence::on() };
            belief = belief.after(&event, &mut evidence).unwrap_or_else(|error| panic!("{place}: {error:?}"));
            from += batch.len() as u32;
            assert_sound(&belief, &place);
        }
        let odd = lines.iter().filter(|line| matches!(Message::read(line), Message::Unknown)).count();
        assert_eq!(belief.notes.unknown as usize, odd, "damaged battle {seed}: every line that is not understood is counted");
        let worlds = belief.sample(crate::belief::Draws { seed, count: 2 }).worlds;
        for (ln, world) in &worlds {
            let again = belief.ln_probability(world);
            assert!(ln.is_finite() && (ln - again).abs() < 1e-9, "damaged battle {seed}: {world:?} has ln p {ln}, or {again}");
        }
        unknown += odd;
        lines_of_all += lines.len();
    }
    assert!(unknown > lines_of_all / 100, "{unknown} of {lines_of_all} lines are not understood: too few to say anything");
}

/// Some place inside a document, to be spoiled.
fn inside<'a>(value: &'a mut Value, rng: &mut WorldRng) -> &'a mut Value {
    if unit(rng) < 0.15 {
        return value;
    }
    let parts = value.as_array().map_or(0, Vec::len) + value.as_object().map_or(0, serde_json::Map::len);
    if parts == 0 {
        return value;
    }
    let at = below(parts, rng);
    let part = match value {
        Value::Array(list) => list.get_mut(at),
        Value::Object(map) => map.values_mut().nth(at),
        _ => None,
    };
    inside(part.expect("it has so many parts"), rng)
}

/// What a request or a team should not be is refused by the rule that is named so; what is let through is folded.
#[test]
fn damaged_requests_and_teams_are_refused_by_name() {
    let battles = recorded("battles.jsonl.gz");
    let belief = Watching::new(opening(&[Channel::Spectator]), Observer::Referee);
    let requests: Vec<&Value> = battles
        .iter()
        .flat_map(|battle| battle["steps"].as_array().expect("steps"))
        .filter_map(|step| step["requests"].get("p1"))
        .collect();
    let (mut refused, mut taken) = ([0, 0], [0, 0]);
    let mut rng = seeded(8, 0);
    for number in 0..1_500 {
        let kind = number % 2;
        let event = if kind == 0 {
            let mut request = requests[below(requests.len(), &mut rng)].clone();
            let spoiled = [json!(null), json!(-1), json!("x"), json!([]), json!({}), json!(1e300), json!("p1: \u{1F600}")];
            *inside(&mut request, &mut rng) = spoiled[below(spoiled.len(), &mut rng)].clone();
            Event::Request(Request { side: Some(Side::P1), request })
        } else {
            let packed = battles[below(battles.len(), &mut rng)]["teams"]["p2"].as_str().expect("a team");
            let at = packed.char_indices().nth(below(packed.chars().count(), &mut rng)).map_or(0, |(at, _)| at);
            let put = ["|", "]", ",", "\u{1F600}", "99999999999", ""][below(6, &mut rng)];
            let tail = if rng.next_u32().is_multiple_of(2) { &packed[at..] } else { "" };
            Event::Team(Team { side: Side::P2, packed: format!("{}{put}{tail}", &packed[..at]) })
        };
        match belief.watch.check(&event) {
            Err(refusal) => {
                assert_eq!(refusal.rule, ["request", "team"][kind], "{refusal}");
                refused[kind] += 1;
            }
            Ok(()) => {
                let next = belief.after(&event, &mut Evidence::on()).expect("what was checked is taken");
                assert_sound(&next, &format!("{event:?}"));
                taken[kind] += 1;
            }
        }
    }
    assert!(refused.iter().chain(&taken).all(|count| *count > 50), "{refused:?} were refused and {taken:?} taken");
}
