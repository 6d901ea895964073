//! Who is out in disguise, by what a spectator believes, beside what the requests of the players say.

use credence::rulesets::Observer;
use serde_json::{Value, json};

use super::battles::{BattleWatch, events, follow, opening};
use super::{Battle, battles, interval};

/// No chance is counted as less.
const FLOOR: f64 = 1e-9;

/// What was believed at one look.
struct Look {
    disguised: bool,
    /// Probability of what was true.
    p: f64,
}

/// The nickname of who is out in truth, if it has not fainted.
fn out(request: &Value) -> Option<&str> {
    let active = request["side"]["pokemon"].as_array()?.iter().find(|member| member["active"] == true)?;
    let fainted = active["condition"].as_str()?.ends_with("fnt");
    active["ident"].as_str()?.split_once(": ").filter(|_| !fainted).map(|(_, name)| name)
}

/// Looks at each side, as often as its player is asked.
fn looks(battle: &Battle) -> Vec<Look> {
    let opening = opening(json!({}));
    let mut fold = BattleWatch::new(&opening, Observer::Public);
    let mut events = events(battle, |step| &step.spectator, "spectator").into_iter();
    let mut looks = Vec::new();
    for step in &battle.steps {
        let detail = fold.marginals().detail;
        for (seat, side) in ["p1", "p2"].into_iter().enumerate() {
            let believed = &detail["sides"][seat];
            let shown = believed["out"].as_u64().and_then(|slot| believed["members"][slot as usize]["name"].as_str());
            let Some((truth, shown)) = step.requests.get(side).and_then(out).zip(shown) else { continue };
            let disguised = truth != shown;
            let illusion = believed["illusion"].as_f64().expect("a probability");
            looks.push(Look { disguised, p: if disguised { illusion } else { 1.0 - illusion } });
        }
        if !step.spectator.is_empty() {
            follow(&mut fold, &events.next().expect("an event a step"));
        }
    }
    looks
}

/// Prints how much the truth surprises.
pub fn run() {
    let of_battles: Vec<Vec<Look>> = battles().iter().map(looks).collect();
    println!("who is out, as a spectator believes it, when players are asked; bits with 95 % intervals of battles");
    for (name, disguised) in [("in disguise", true), ("as itself", false)] {
        let mut means = Vec::new();
        let (mut looks, mut impossible) = (0, 0);
        for battle in &of_battles {
            let all: Vec<f64> = battle.iter().filter(|look| look.disguised == disguised).map(|look| look.p).collect();
            looks += all.len();
            impossible += all.iter().filter(|p| **p <= FLOOR).count();
            if !all.is_empty() {
                means.push(all.iter().fold(0.0, |sum, p| sum - libm::log2(p.max(FLOOR))) / all.len() as f64);
            }
        }
        let (mean, half) = interval(&means);
        println!(
            "{name:<12} {mean:>8.4} +- {half:.4}   {looks} looks in {} battles, {impossible} held for impossible",
            means.len()
        );
    }
}
