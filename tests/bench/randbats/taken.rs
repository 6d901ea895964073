//! Real battles taken line by line: what was not understood, and what chance is left to the truth.

use credence::rulesets::Observer;
use credence::rulesets::pokemon_randbats::prior::{Role, embedded};
use credence::rulesets::pokemon_randbats::{DrawnMember, Side};
use serde_json::json;

use super::battles::{BattleWatch, events, follow, opening};
use super::{Battle, Member, Step, battles};

/// What the folds of all battles say.
#[derive(Default)]
struct Tally {
    lines: u64,
    unknown: u64,
    names: u64,
    left_out: u64,
    hits: u64,
    hits_left_out: u64,
    /// Shown members, looked at after each message.
    looks: u64,
    impossible: u64,
    /// The least chance of a truth, and whose.
    least: Option<(f64, String)>,
    /// Members at the end of a battle, and the greatest chance that one is taken for a set of no table.
    members: u64,
    doubted: u64,
    most: Option<(f64, String)>,
}

fn drawn(member: &Member) -> DrawnMember {
    let role = embedded().roles().iter().position(|role| *role == member.role).and_then(|at| u8::try_from(at).ok()).map(Role);
    DrawnMember {
        entry: Some(member.entry),
        role,
        item: member.item,
        ability: Some(member.ability),
        tera: Some(member.tera),
        moves: member.moves.clone(),
    }
}

impl Tally {
    fn look(&mut self, fold: &BattleWatch<'_>, battle: &Battle, place: &str) {
        for side in Side::BOTH {
            for (slot, shown) in fold.belief.battle(&fold.table).side(side).members.iter().enumerate() {
                let truth = battle.teams[side.index()].iter().find(|member| member.name == *shown.name).expect("a member");
                let truth = drawn(truth);
                let of = |slot: usize| {
                    let each = fold.belief.side(side).hypotheses.iter().map(|one| one.weight * one.slots[slot].p(&truth));
                    each.fold(0.0, |sum, p| sum + p)
                };
                let p = of(slot);
                self.looks += 1;
                self.impossible += u64::from(p <= 0.0);
                if self.least.as_ref().is_none_or(|(least, _)| p < *least) {
                    self.least = Some((p, format!("{place}: {}", shown.name)));
                }
            }
        }
    }

    fn end(&mut self, fold: &BattleWatch<'_>, place: &str) {
        let belief = &fold.belief;
        let notes = &belief.notes;
        self.unknown += u64::from(notes.unknown);
        self.names += u64::from(notes.names);
        self.left_out += u64::from(notes.left_out);
        self.hits += u64::from(notes.hits);
        self.hits_left_out += u64::from(notes.hits_left_out);
        self.lines += u64::from(belief.lines(&fold.table));
        for side in &belief.sides {
            for slot in 0..side.shown() {
                let of = side.hypotheses.iter().map(|one| one.weight * one.slots[slot].unlisted);
                let p = of.fold(0.0, |sum, p| sum + p);
                self.members += 1;
                self.doubted += u64::from(p > 0.01);
                if self.most.as_ref().is_none_or(|(most, _)| p > *most) {
                    self.most = Some((p, format!("{place}: {}", side.hypotheses[0].slots[slot].name)));
                }
            }
        }
    }
}

/// Who reads a feed, its lines in a step, and its name.
type Feed = (Observer, fn(&Step) -> &Vec<String>, &'static str);

/// Prints it.
pub fn run() {
    let battles = battles();
    let opening = opening(json!({}));
    let mut tally = Tally::default();
    let feeds: [Feed; 3] = [
        (Observer::Public, |step| &step.spectator, "spectator"),
        (Observer::Seat(0), |step| &step.p1, "p1"),
        (Observer::Seat(1), |step| &step.p2, "p2"),
    ];
    for (number, battle) in battles.iter().enumerate() {
        for (observer, of, channel) in feeds {
            let mut fold = BattleWatch::new(&opening, observer);
            let place = format!("battle {number}, {channel}");
            for event in events(battle, of, channel) {
                follow(&mut fold, &event);
                tally.look(&fold, battle, &place);
            }
            tally.end(&fold, &place);
        }
    }
    let named = |of: &Option<(f64, String)>| of.as_ref().map_or(String::new(), |(p, place)| format!("{p:.2e} ({place})"));
    println!("{} battles from three feeds: {} lines taken, none refused", battles.len(), tally.lines);
    println!("{} lines not understood, {} names not known, {} facts left out", tally.unknown, tally.names, tally.left_out);
    println!("{} hits, {} of them not modelled and left out", tally.hits, tally.hits_left_out);
    println!(
        "true sets of members shown: {} looks, {} at probability 0, least {}",
        tally.looks,
        tally.impossible,
        named(&tally.least)
    );
    println!(
        "at the end {} members, {} of them with more than a hundredth on `unlisted`, most {}",
        tally.members,
        tally.doubted,
        named(&tally.most)
    );
}
