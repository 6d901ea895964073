//! The stage of a simulated battle: what happens on it, and the lines that tell of it.

mod effects;

use super::fighter::Fighter;
use super::one_of;
use super::style::Style;
use crate::belief::{WorldRng, unit};
use crate::rulesets::pokemon_randbats::battle::{Field, Laid};
use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::infer::{ANNOUNCED, Actor, Blow, Build, Pace, Striker, is_choice, is_plain, pace, rolls};
use crate::rulesets::pokemon_randbats::prior::{Category, Effect, Move, MoveId, Type, dex};

/// Abilities that bring a weather or terrain. Here they are only announced.
const BRINGING: [&str; 8] =
    ["drizzle", "drought", "sandstream", "snowwarning", "electricsurge", "grassysurge", "mistysurge", "psychicsurge"];

/// P(a simulated player makes the move it made last).
const REPEATS: f64 = 0.4;

/// A battle being played.
pub struct Stage {
    teams: [Vec<Fighter>; 2],
    players: [Style; 2],
    /// Places in the party: who is out stands first.
    party: [Vec<usize>; 2],
    /// Members by when their likeness was first shown.
    shown: [Vec<usize>; 2],
    /// The likeness that the one that is out has taken.
    guise: [Option<usize>; 2],
    laid: [Laid; 2],
    wind: [u32; 2],
    field: Field,
    room: u32,
    terastallized: [bool; 2],
    protected: [bool; 2],
    /// Protected itself in the turn before, and may still do so again.
    guarded: [bool; 2],
    /// Took a super effective hit in this turn; and in the turn before, and survived it.
    struck: [bool; 2],
    threatened: [bool; 2],
    /// Turns begun.
    pub turn: u32,
    /// Whether a side has nobody left.
    pub over: bool,
    lines: Vec<String>,
}

/// What a player chose.
#[derive(Clone, Copy)]
enum Choice {
    Switch(usize),
    Move(MoveId),
}

impl Stage {
    /// Before the battle.
    pub fn new(teams: [Vec<Fighter>; 2], players: [Style; 2]) -> Self {
        let party = [(0..teams[0].len()).collect(), (0..teams[1].len()).collect()];
        Self {
            teams,
            players,
            party,
            shown: [Vec::new(), Vec::new()],
            guise: [None, None],
            laid: [Laid::default(), Laid::default()],
            wind: [0; 2],
            field: Field::default(),
            room: 0,
            terastallized: [false; 2],
            protected: [false; 2],
            guarded: [false; 2],
            struck: [false; 2],
            threatened: [false; 2],
            turn: 0,
            over: false,
            lines: Vec::new(),
        }
    }

    /// A side's members in their own order.
    pub fn team(&self, side: Side) -> &[Fighter] {
        &self.teams[side.index()]
    }

    /// Members by when their likeness was first shown.
    pub fn shown(&self, side: Side) -> &[usize] {
        &self.shown[side.index()]
    }

    /// The lines since they were last taken.
    pub fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    fn say(&mut self, line: String) {
        self.lines.push(line);
    }

    fn out(&self, side: Side) -> &Fighter {
        &self.teams[side.index()][self.party[side.index()][0]]
    }

    fn out_mut(&mut self, side: Side) -> &mut Fighter {
        let at = self.party[side.index()][0];
        &mut self.teams[side.index()][at]
    }

    /// `p1a: Weavile`, as it seems to be.
    fn who(&self, side: Side) -> String {
        let likeness = self.guise[side.index()].unwrap_or(self.party[side.index()][0]);
        format!("{}a: {}", side.name(), self.teams[side.index()][likeness].name)
    }

    /// Sends the first two out.
    pub fn begin(&mut self) {
        for side in Side::BOTH {
            self.say(format!("|player|{0}|{0}||", side.name()));
            self.say(format!("|teamsize|{}|{}", side.name(), self.team(side).len()));
        }
        self.say("|start".to_owned());
        for side in Side::BOTH {
            self.send(side, 0);
        }
        for side in Side::BOTH {
            self.arrive(side);
        }
        self.next_turn();
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.guarded = std::mem::take(&mut self.protected);
        self.threatened = std::mem::take(&mut self.struck);
        self.say(format!("|turn|{}", self.turn));
    }

    /// Brings the member in a place of the party out.
    fn send(&mut self, side: Side, place: usize) {
        let at = side.index();
        let left = self.out_mut(side);
        left.shown.entry = Default::default();
        left.made = None;
        self.protected[at] = false;
        self.struck[at] = false;
        self.party[at].swap(0, place);
        let party = &self.party[at];
        let team = &self.teams[at];
        let own = party[0];
        let last = party[1..].iter().rev().copied().find(|other| team[*other].alive());
        self.guise[at] = last.filter(|_| team[own].ability() == "illusion");
        let likeness = self.guise[at].unwrap_or(own);
        if !self.shown[at].contains(&likeness) {
            self.shown[at].push(likeness);
        }
        let fighter = &self.teams[at][own];
        let condition = fighter.condition();
        let tera = fighter.shown.tera.map_or(String::new(), |tera| format!(", tera:{}", tera.name()));
        let details = self.teams[at][likeness].details.clone();
        let line = format!("|switch|{}|{details}{tera}|{condition}", self.who(side));
        self.say(line);
    }

    /// What happens at once when somebody comes out.
    fn arrive(&mut self, side: Side) {
        let who = self.who(side);
        let laid = self.laid[side.index()].clone();
        let fighter = self.out(side);
        let types = fighter.shown.types().unwrap_or_default();
        let safe = fighter.item() == "heavydutyboots" || fighter.ability() == "magicguard";
        let grounded = !types.contains(&Type::Flying) && fighter.ability() != "levitate" && fighter.item() != "airballoon";
        let most = fighter.most;
        if laid.stealth_rock && !safe {
            let points = match dex().effect(Type::Rock, &types) {
                Effect::Doublings(times) if times >= 0 => (most << times) / 8,
                Effect::Doublings(times) => (most >> times.unsigned_abs()) / 8,
                Effect::None => 0,
            };
            self.hurt(side, points, &who, "Stealth Rock");
        }
        if laid.spikes > 0 && !safe && grounded && self.out(side).alive() {
            let points = most / [8, 8, 6, 4][usize::from(laid.spikes.min(3))];
            self.hurt(side, points, &who, "Spikes");
        }
        if !self.out(side).alive() {
            return self.faint(side);
        }
        let (ability, item) = (self.out(side).ability(), self.out(side).item());
        if ANNOUNCED.contains(&ability) || BRINGING.contains(&ability) {
            let name = dex().ability_named(ability).map_or("", |ability| dex()[ability].name.as_str());
            self.say(format!("|-ability|{who}|{name}"));
        }
        match item {
            "airballoon" => self.say(format!("|-item|{who}|Air Balloon")),
            "boosterenergy" => {
                self.out_mut(side).held = None;
                self.say(format!("|-enditem|{who}|Booster Energy"));
            }
            _ => {}
        }
    }

    fn hurt(&mut self, side: Side, points: u32, who: &str, from: &str) {
        self.out_mut(side).lose(points);
        let condition = self.out(side).condition();
        self.say(format!("|-damage|{who}|{condition}|[from] {from}"));
    }

    fn faint(&mut self, side: Side) {
        let who = self.who(side);
        self.say(format!("|faint|{who}"));
        self.guise[side.index()] = None;
        self.over |= self.team(side).iter().all(|fighter| !fighter.alive());
    }

    /// Plays a turn to its end, with those who come for the fallen.
    pub fn play_turn(&mut self, rng: &mut WorldRng) {
        self.say("|".to_owned());
        let choices = Side::BOTH.map(|side| self.choose(side, rng));
        for side in Side::BOTH {
            if let Choice::Switch(place) = choices[side.index()] {
                self.send(side, place);
                self.arrive(side);
            }
        }
        for side in Side::BOTH {
            let at = side.index();
            let able = matches!(choices[at], Choice::Move(_)) && !self.terastallized[at] && self.guise[at].is_none();
            if able && unit(rng) < self.players[at].terastallizes {
                self.terastallize(side);
            }
        }
        for (side, id) in self.order(choices, rng) {
            if self.out(side).alive() && !self.over {
                self.make(side, id, rng);
                self.eat();
            }
        }
        if !self.over {
            self.end_turn();
        }
        while !self.over && Side::BOTH.iter().any(|side| !self.out(*side).alive()) {
            self.replace_fallen(rng);
        }
        if self.over {
            let left = if self.team(Side::P1).iter().any(Fighter::alive) { "p1" } else { "p2" };
            self.say(format!("|win|{left}"));
        } else {
            self.eat();
            self.next_turn();
        }
    }

    fn bench(&self, side: Side) -> Vec<usize> {
        let at = side.index();
        (1..self.party[at].len()).filter(|place| self.teams[at][self.party[at][*place]].alive()).collect()
    }

    fn replace_fallen(&mut self, rng: &mut WorldRng) {
        let fallen: Vec<Side> = Side::BOTH.into_iter().filter(|side| !self.out(*side).alive()).collect();
        for side in &fallen {
            if let Some(place) = one_of(&self.bench(*side), rng) {
                self.send(*side, place);
            }
        }
        for side in fallen {
            if self.out(side).alive() {
                self.arrive(side);
            }
        }
    }

    fn choose(&self, side: Side, rng: &mut WorldRng) -> Choice {
        let bench = self.bench(side);
        let (fighter, player) = (self.out(side), &self.players[side.index()]);
        let leaves = match self.threatened[side.index()] {
            true => 1.0 - player.stays,
            false => player.switches[usize::from(fighter.hp * 2 <= fighter.most)],
        };
        if unit(rng) < leaves
            && let Some(place) = one_of(&bench, rng)
        {
            return Choice::Switch(place);
        }
        let moves = &fighter.drawn.moves;
        let Some(last) = fighter.made else {
            return Choice::Move(one_of(moves, rng).expect("a set has moves"));
        };
        let others: Vec<MoveId> = moves.iter().copied().filter(|id| *id != last).collect();
        let repeats = if self.guarded[side.index()] { player.protects } else { REPEATS };
        let again = is_choice(fighter.held) || unit(rng) < repeats;
        Choice::Move(if again { last } else { one_of(&others, rng).unwrap_or(last) })
    }

    fn terastallize(&mut self, side: Side) {
        let Some(tera) = self.out(side).drawn.tera else { return };
        self.terastallized[side.index()] = true;
        self.out_mut(side).shown.tera = Some(tera);
        let line = format!("|-terastallize|{}|{}", self.who(side), tera.name());
        self.say(line);
    }

    fn build(fighter: &Fighter) -> Build {
        Build { species: fighter.species, level: fighter.shown.level, spread: fighter.spread }
    }

    fn pace(&self, side: Side, id: MoveId) -> Pace {
        let fighter = self.out(side);
        let actor = Actor { shown: &fighter.shown, laid: &self.laid[side.index()], field: &self.field, id };
        pace(&actor, Self::build(fighter), fighter.drawn.ability, fighter.held)
    }

    fn order(&self, choices: [Choice; 2], rng: &mut WorldRng) -> Vec<(Side, MoveId)> {
        let mut order: Vec<(Side, MoveId)> = Vec::new();
        for side in Side::BOTH {
            if let Choice::Move(id) = choices[side.index()] {
                order.push((side, id));
            }
        }
        if let [one, other] = order[..] {
            let (a, b) = (self.pace(one.0, one.1), self.pace(other.0, other.1));
            let faster = if self.field.trick_room { b.speed.cmp(&a.speed) } else { a.speed.cmp(&b.speed) };
            let later = match a.priority.cmp(&b.priority).then(faster) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => unit(rng) < 0.5,
                std::cmp::Ordering::Greater => false,
            };
            if later {
                order.reverse();
            }
        }
        order
    }

    fn make(&mut self, side: Side, id: MoveId, rng: &mut WorldRng) {
        let made = &dex()[id];
        let foe = side.other();
        let (who, target) = (self.who(side), self.who(foe));
        let at_self = ["self", "allySide", "foeSide", "all"].contains(&made.target.as_str());
        let missed = !at_self && made.accuracy.is_some_and(|accuracy| unit(rng) * 100.0 >= f64::from(accuracy));
        let aim = if at_self { &who } else { &target };
        self.out_mut(side).made = Some(id);
        self.say(format!("|move|{who}|{}|{aim}{}", made.name, if missed { "|[miss]" } else { "" }));
        if missed {
            return self.say(format!("|-miss|{who}|{target}"));
        }
        if !at_self && self.protected[foe.index()] {
            return self.say(format!("|-activate|{target}|move: Protect"));
        }
        if made.category == Category::Status {
            return self.affect(side, made, &who);
        }
        // No item is taken here, and Freeze-Dry has no effectiveness of its own.
        let special = ["knockoff", "freezedry"].contains(&made.id.as_str());
        if !self.out(foe).alive() || !is_plain(made) || special || made.self_destruct || made.mind_blown {
            return self.say(format!("|-fail|{who}"));
        }
        self.hit(side, made, rng);
    }

    fn striker(&self, side: Side) -> Striker<'_> {
        let fighter = self.out(side);
        Striker {
            shown: &fighter.shown,
            build: Self::build(fighter),
            ability: fighter.drawn.ability,
            item: fighter.held.filter(|_| fighter.ability() != "klutz"),
        }
    }

    fn hit(&mut self, side: Side, made: &Move, rng: &mut WorldRng) {
        let foe = side.other();
        let (who, target) = (self.who(side), self.who(foe));
        let armoured = ["shellarmor", "battlearmor"].contains(&self.out(foe).ability());
        let chance = [0.0, 1.0 / 24.0, 0.125, 0.5][usize::from(made.crit_ratio.min(3))];
        let crit = !armoured && (made.will_crit || unit(rng) < chance);
        let blow = Blow { made, crit, field: &self.field, laid: &self.laid[foe.index()] };
        let types = self.out(foe).shown.types().unwrap_or_default();
        let effect = dex().effect(made.kind, &types);
        let rolls = rolls(&self.striker(side), &self.striker(foe), &blow);
        let Effect::Doublings(doublings) = effect else { return self.say(format!("|-immune|{target}")) };
        let Some(rolls) = rolls else { return self.say(format!("|-fail|{who}")) };
        let damage = one_of(&rolls, rng).unwrap_or(0);
        if damage == 0 {
            let ability = self.out(foe).drawn.ability.map_or("", |ability| dex()[ability].name.as_str());
            return self.say(format!("|-immune|{target}|[from] ability: {ability}"));
        }
        if doublings != 0 {
            self.struck[foe.index()] |= doublings > 0;
            self.say(format!("|-{}|{target}", if doublings > 0 { "supereffective" } else { "resisted" }));
        }
        if crit {
            self.say(format!("|-crit|{target}"));
        }
        self.out_mut(foe).lose(damage);
        let condition = self.out(foe).condition();
        self.say(format!("|-damage|{target}|{condition}"));
        if self.guise[foe.index()].take().is_some() {
            self.unmask(foe);
        }
        let fighter = self.out(side);
        let touches = made.has_flag("contact") && fighter.ability() != "magicguard";
        if touches && self.out(foe).item() == "rockyhelmet" {
            let from = format!("item: Rocky Helmet|[of] {}", self.who(foe));
            self.hurt(side, fighter.most / 6, &who, &from);
        }
        if !self.out(foe).alive() {
            self.faint(foe);
        }
        let fighter = self.out(side);
        let shielded = fighter.ability() == "magicguard" || (fighter.ability() == "sheerforce" && made.sheer_force);
        if fighter.alive() && fighter.item() == "lifeorb" && !shielded && !self.over {
            self.hurt(side, fighter.most / 10, &who, "item: Life Orb");
        }
        if !self.out(side).alive() {
            self.faint(side);
        }
    }

    fn unmask(&mut self, side: Side) {
        let own = self.party[side.index()][0];
        let fighter = &self.teams[side.index()][own];
        let details = fighter.details.clone();
        if !self.shown[side.index()].contains(&own) {
            self.shown[side.index()].push(own);
        }
        let who = self.who(side);
        self.say(format!("|replace|{who}|{details}"));
        self.say(format!("|-end|{who}|Illusion"));
    }
}
