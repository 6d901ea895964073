//! The damage of a hit, by the formula of the game.
//!
//! `sim/battle-actions.ts` (`getDamage`, `modifyDamage`) and the modifiers in `data/` of Pokémon Showdown. What is not modelled gives no
//! rolls, rather than wrong ones.

use super::power_items::{can_be_taken, suits, type_item};
use super::speed::{Build, staged};
use crate::rulesets::pokemon_randbats::battle::{Field, Laid, Shown};
use crate::rulesets::pokemon_randbats::prior::{AbilityId, Category, Effect, ItemId, Move, Stat, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::{self, Status};

/// Who hits.
#[derive(Clone, Copy)]
pub struct Striker<'a> {
    /// As it is shown.
    pub shown: &'a Shown,
    /// What its stats follow from.
    pub build: Build,
    /// Its ability.
    pub ability: Option<AbilityId>,
    /// Its item.
    pub item: Option<ItemId>,
}

impl Striker<'_> {
    /// Its types now; `None` where something changed them.
    fn types(&self) -> Option<Vec<Type>> {
        self.shown.types_of(self.build.species)
    }

    /// The type that it has terastallized into.
    fn tera(&self) -> Option<Type> {
        self.shown.tera_of(self.build.species)
    }

    fn is_of(&self, kind: Type) -> bool {
        self.types().is_some_and(|types| types.contains(&kind))
    }
}

/// Who is hit; the fields are those of a [`Striker`].
pub type Target<'a> = Striker<'a>;

/// One hit.
#[derive(Clone, Copy)]
pub struct Blow<'a> {
    /// With which move.
    pub made: &'a Move,
    /// Whether it is critical.
    pub crit: bool,
    /// The field.
    pub field: &'a Field,
    /// What lies on the target's side.
    pub laid: &'a Laid,
}

pub(super) fn name_of(ability: Option<AbilityId>) -> &'static str {
    ability.map_or("", |ability| dex()[ability].id.as_str())
}

pub(super) fn item_of(item: Option<ItemId>) -> &'static str {
    item.map_or("", |item| dex()[item].id.as_str())
}

/// Abilities of the attacker whose effect on damage is not modelled.
const ODD_STRIKERS: [&str; 29] = [
    "aerilate",
    "analytic",
    "aurabreak",
    "darkaura",
    "fairyaura",
    "flareboost",
    "galvanize",
    "liquidvoice",
    "normalize",
    "parentalbond",
    "pixilate",
    "protean",
    "libero",
    "refrigerate",
    "rivalry",
    "sandforce",
    "stakeout",
    "supremeoverlord",
    "toxicboost",
    "battery",
    "powerspot",
    "steelyspirit",
    "neuroforce",
    "beadsofruin",
    "swordofruin",
    "electromorphosis",
    "moldbreaker",
    "teravolt",
    "turboblaze",
];
/// Abilities of the target whose effect on damage is not modelled.
const ODD_TARGETS: [&str; 12] = [
    "tabletsofruin",
    "vesselofruin",
    "terashell",
    "disguise",
    "iceface",
    "aurabreak",
    "darkaura",
    "fairyaura",
    "grasspelt",
    "flowergift",
    "friendguard",
    "waterbubble",
];

fn modify(value: u32, factor: u32) -> u32 {
    // Rounded half down, as Showdown's fixed-point `modify`.
    (value.saturating_mul(factor) + 2047) / 4096
}

fn chain(factor: u32, next: u32) -> u32 {
    (factor * next + 2048) / 4096
}

const HALF: u32 = 2048;
const ONE_HALF_MORE: u32 = 6144;
const TWICE: u32 = 8192;

/// Moves of which the weather changes nothing but the accuracy.
const BY_WEATHER: [&str; 6] = ["hurricane", "thunder", "blizzard", "bleakwindstorm", "wildboltstorm", "sandsearstorm"];

/// Whether the hit is of a kind that is modelled.
#[must_use]
pub fn is_plain(made: &Move) -> bool {
    let id = made.id.as_str();
    made.category != Category::Status
        && made.power > 0
        && made.multihit.is_none()
        && !made.variable_power
        && (!made.modified_power || id == "knockoff")
        && !made.variable_type
        && (!made.variable_effectiveness || id == "freezedry")
        && (!made.variable || BY_WEATHER.contains(&id))
        && !made.ohko
        && made.fixed_damage.is_none()
        && !made.ignore_defensive
        && !made.breaks_protect
        // What they leave at one hit point, they may have had more for.
        && !["falseswipe", "holdback"].contains(&id)
}

/// Whether terrain and spikes reach it.
fn is_grounded(of: &Striker<'_>, field: &Field) -> bool {
    field.gravity || !(of.is_of(Type::Flying) || name_of(of.ability) == "levitate" || item_of(of.item) == "airballoon")
}

fn power(striker: &Striker<'_>, target: &Target<'_>, blow: &Blow<'_>) -> u32 {
    let made = blow.made;
    let base = u32::from(made.power);
    let boosts: [(&str, bool, u32); 8] = [
        ("technician", base <= 60, ONE_HALF_MORE),
        ("toughclaws", made.has_flag("contact"), 5325),
        ("ironfist", made.has_flag("punch"), 4915),
        ("reckless", made.recoil.is_some() || made.crash, 4915),
        ("sheerforce", made.sheer_force, 5325),
        ("strongjaw", made.has_flag("bite"), ONE_HALF_MORE),
        ("megalauncher", made.has_flag("pulse"), ONE_HALF_MORE),
        ("sharpness", made.has_flag("slicing"), ONE_HALF_MORE),
    ];
    let ability = name_of(striker.ability);
    let mut factor = 4096;
    for (name, applies, by) in boosts {
        if name == ability && applies {
            factor = chain(factor, by);
        }
    }
    if name_of(target.ability) == "dryskin" && made.kind == Type::Fire {
        factor = chain(factor, 5120);
    }
    if ability == "punkrock" && made.has_flag("sound") {
        factor = chain(factor, 5325);
    }
    if made.id == "knockoff" && can_be_taken(item_of(target.item)) {
        factor = chain(factor, ONE_HALF_MORE);
    }
    if type_item(item_of(striker.item)) == Some(made.kind) {
        factor = chain(factor, 4915);
    }
    if suits(item_of(striker.item), &dex()[striker.build.species].base, made.kind) {
        factor = chain(factor, 4915);
    }
    let terrain = match blow.field.terrain.as_str() {
        "electricterrain" => Some(Type::Electric),
        "grassyterrain" => Some(Type::Grass),
        "psychicterrain" => Some(Type::Psychic),
        _ => None,
    };
    if terrain == Some(made.kind) && is_grounded(striker, blow.field) {
        factor = chain(factor, 5325);
    }
    let softened = match blow.field.terrain.as_str() {
        "mistyterrain" => made.kind == Type::Dragon,
        "grassyterrain" => ["earthquake", "bulldoze"].contains(&made.id.as_str()),
        _ => false,
    };
    if softened && is_grounded(target, blow.field) {
        factor = chain(factor, HALF);
    }
    let power = modify(base, factor).max(1);
    // Who terastallized hits with at least 60 with moves of its tera type.
    let weak = striker.tera() == Some(made.kind) && power < 60 && made.priority <= 0;
    if weak { 60 } else { power }
}

fn attack(striker: &Striker<'_>, target: &Target<'_>, blow: &Blow<'_>, physical: bool) -> u32 {
    let (stat, stage) = if physical { (Stat::Atk, protocol::Stat::Attack) } else { (Stat::Spa, protocol::Stat::SpecialAttack) };
    let shown = striker.shown;
    // Foul Play strikes with the target's attack, Body Press with the own defense.
    let borrows = blow.made.offensive_from.is_some();
    let (stat, stage) = if blow.made.offensive_stat.is_some() { (Stat::Def, protocol::Stat::Defense) } else { (stat, stage) };
    let whose = if borrows { target } else { striker };
    let own = whose.build.stats().of(stat);
    let mut stage = whose.shown.entry.boosts[stage.index()];
    if name_of(target.ability) == "unaware" && !borrows {
        stage = 0;
    }
    if blow.crit {
        stage = stage.max(0);
    }
    let mut value = staged(u32::from(own), stage);
    let ability = name_of(striker.ability);
    if ability == "hustle" && physical {
        value = modify(value, ONE_HALF_MORE);
    }
    let low = shown.condition.share() <= 1.0 / 3.0;
    let status = shown.condition.status.is_some();
    let pinch = [("overgrow", Type::Grass), ("blaze", Type::Fire), ("torrent", Type::Water), ("swarm", Type::Bug)];
    let typed = [("transistor", Type::Electric, 5325), ("dragonsmaw", Type::Dragon, 6144), ("steelworker", Type::Steel, 6144)];
    let mut factor = 4096;
    let mut by = |applies: bool, with: u32| {
        if applies {
            factor = chain(factor, with);
        }
    };
    by(physical && (ability == "hugepower" || ability == "purepower"), TWICE);
    by(physical && ability == "guts" && status, ONE_HALF_MORE);
    by(physical && ability == "gorillatactics", ONE_HALF_MORE);
    by(!physical && ability == "solarpower" && blow.field.weather == "sunnyday", ONE_HALF_MORE);
    by(low && pinch.contains(&(ability, blow.made.kind)), ONE_HALF_MORE);
    by(ability == "defeatist" && shown.condition.share() <= 0.5, HALF);
    by(physical && shown.entry.slow_start, HALF);
    by(ability == "rockypayload" && blow.made.kind == Type::Rock, ONE_HALF_MORE);
    by(ability == "waterbubble" && blow.made.kind == Type::Water, TWICE);
    by(shown.entry.flash_fire && blow.made.kind == Type::Fire, ONE_HALF_MORE);
    by(physical && ability == "orichalcumpulse" && blow.field.weather == "sunnyday", 5461);
    by(!physical && ability == "hadronengine" && blow.field.terrain == "electricterrain", 5461);
    by(shown.entry.surge.as_deref() == Some(if physical { "atk" } else { "spa" }), 5325);
    for (name, kind, with) in typed {
        by(ability == name && blow.made.kind == kind, with);
    }
    let guard = name_of(target.ability);
    by(guard == "thickfat" && [Type::Fire, Type::Ice].contains(&blow.made.kind), HALF);
    by(guard == "heatproof" && blow.made.kind == Type::Fire, HALF);
    by(guard == "purifyingsalt" && blow.made.kind == Type::Ghost, HALF);
    match item_of(striker.item) {
        "choiceband" => by(physical, ONE_HALF_MORE),
        "choicespecs" => by(!physical, ONE_HALF_MORE),
        "lightball" => by(true, TWICE),
        _ => {}
    }
    modify(value, factor).max(1)
}

fn defense(striker: &Striker<'_>, target: &Target<'_>, blow: &Blow<'_>, physical: bool) -> u32 {
    let physical = blow.made.defensive_stat.map_or(physical, |stat| stat == Stat::Def) != blow.field.wonder_room;
    let (stat, stage) = if physical { (Stat::Def, protocol::Stat::Defense) } else { (Stat::Spd, protocol::Stat::SpecialDefense) };
    let shown = target.shown;
    let own = target.build.stats().of(stat);
    let mut stage = shown.entry.boosts[stage.index()];
    if name_of(striker.ability) == "unaware" {
        stage = 0;
    }
    if blow.crit {
        stage = stage.min(0);
    }
    let mut value = staged(u32::from(own), stage);
    let weather = blow.field.weather.as_str();
    if weather == "sandstorm" && !physical && target.is_of(Type::Rock) {
        value = modify(value, ONE_HALF_MORE);
    }
    if ["snowscape", "snow"].contains(&weather) && physical && target.is_of(Type::Ice) {
        value = modify(value, ONE_HALF_MORE);
    }
    let ability = name_of(target.ability);
    let mut factor = 4096;
    let mut by = |applies: bool, with: u32| {
        if applies {
            factor = chain(factor, with);
        }
    };
    by(physical && ability == "furcoat", TWICE);
    by(physical && ability == "marvelscale" && shown.condition.status.is_some(), ONE_HALF_MORE);
    by(shown.entry.surge.as_deref() == Some(if physical { "def" } else { "spd" }), 5325);
    let item = item_of(target.item);
    by(!physical && item == "assaultvest", ONE_HALF_MORE);
    by(item == "eviolite" && dex()[target.build.species].nfe, ONE_HALF_MORE);
    modify(value, factor).max(1)
}

fn last_factor(striker: &Striker<'_>, target: &Target<'_>, blow: &Blow<'_>, doublings: i8, physical: bool) -> u32 {
    let (ability, guard) = (name_of(striker.ability), name_of(target.ability));
    let made = blow.made;
    let mut factor = 4096;
    let mut by = |applies: bool, with: u32| {
        if applies {
            factor = chain(factor, with);
        }
    };
    let laid = blow.laid;
    let screen = laid.aurora_veil || if physical { laid.reflect } else { laid.light_screen };
    by(screen && !blow.crit && ability != "infiltrator", HALF);
    by(ability == "sniper" && blow.crit, ONE_HALF_MORE);
    by(ability == "tintedlens" && doublings < 0, TWICE);
    by(["multiscale", "shadowshield"].contains(&guard) && target.shown.condition.is_full(), HALF);
    by(["filter", "solidrock", "prismarmor"].contains(&guard) && doublings > 0, 3072);
    by(guard == "fluffy" && made.has_flag("contact") && ability != "longreach", HALF);
    by(guard == "fluffy" && made.kind == Type::Fire, TWICE);
    by(guard == "icescales" && !physical, HALF);
    by(guard == "punkrock" && made.has_flag("sound"), HALF);
    match item_of(striker.item) {
        "lifeorb" => by(true, 5324),
        "expertbelt" => by(doublings > 0, 4915),
        _ => {}
    }
    factor
}

fn stab(striker: &Striker<'_>, kind: Type) -> u32 {
    let adapts = name_of(striker.ability) == "adaptability";
    let born = dex()[striker.build.species].types.contains(&kind) && !striker.shown.types_changed_of(striker.build.species);
    match (striker.tera(), born) {
        (Some(tera), true) if tera == kind => {
            if adapts {
                9216
            } else {
                TWICE
            }
        }
        (Some(tera), false) if tera == kind => {
            if adapts {
                TWICE
            } else {
                ONE_HALF_MORE
            }
        }
        (_, true) => {
            if adapts && striker.tera().is_none() {
                TWICE
            } else {
                ONE_HALF_MORE
            }
        }
        (_, false) => 4096,
    }
}

/// Whether the target's ability takes nothing from a hit.
fn is_immune(guard: &str, made: &Move) -> bool {
    let by_type = match guard {
        "levitate" | "eartheater" => Some(Type::Ground),
        "waterabsorb" | "stormdrain" | "dryskin" => Some(Type::Water),
        "voltabsorb" | "lightningrod" | "motordrive" => Some(Type::Electric),
        "flashfire" | "wellbakedbody" => Some(Type::Fire),
        "sapsipper" => Some(Type::Grass),
        _ => None,
    };
    let by_flag = match guard {
        "bulletproof" => "bullet",
        "soundproof" => "sound",
        "windrider" => "wind",
        _ => return by_type == Some(made.kind),
    };
    made.has_flag(by_flag)
}

/// The sixteen rolls of a hit, ascending, in hit points; `None` where something is not modelled.
#[must_use]
pub fn rolls(striker: &Striker<'_>, target: &Target<'_>, blow: &Blow<'_>) -> Option<[u32; 16]> {
    let made = blow.made;
    let ignored = |ability: &AbilityId| made.ignore_ability && dex()[*ability].flags.iter().any(|flag| flag == "breakable");
    let target = &Striker { ability: target.ability.filter(|ability| !ignored(ability)), ..*target };
    let (ability, guard) = (name_of(striker.ability), name_of(target.ability));
    let odd = ODD_STRIKERS.contains(&ability) || ODD_TARGETS.contains(&guard) || !is_plain(made);
    let stellar = [striker.tera(), target.tera()].contains(&Some(Type::Stellar));
    if odd || stellar || striker.shown.entry.transformed || target.shown.entry.transformed || striker.shown.entry.charged {
        return None;
    }
    if is_immune(guard, made) {
        return Some([0; 16]);
    }
    // Klutz and Magic Room do not keep Knock Off from what is held, and are not looked through here.
    if made.id == "knockoff" && (blow.field.magic_room || target.shown.entry.embargo || guard == "klutz") {
        return None;
    }
    let physical = made.category == Category::Physical;
    let types = target.types()?;
    let mut doublings = match dex().effect(made.kind, &types) {
        Effect::Doublings(doublings) => doublings,
        // Who it looks like was hit: it would have taken nothing.
        Effect::None if target.shown.hides(target.build.species) && !["scrappy", "mindseye"].contains(&ability) => {
            return Some([0; 16]);
        }
        Effect::None => return None,
    };
    if made.id == "freezedry" && types.contains(&Type::Water) {
        // Against Water it is super effective, where ice is resisted.
        doublings += 2;
    }
    let level = u32::from(striker.build.level);
    let power = power(striker, target, blow);
    let ratio = (2 * level / 5 + 2) * power * attack(striker, target, blow, physical) / defense(striker, target, blow, physical);
    let mut damage = ratio / 50 + 2;
    damage = match (blow.field.weather.as_str(), made.kind) {
        ("sunnyday", Type::Water) if made.id == "hydrosteam" => modify(damage, ONE_HALF_MORE),
        ("raindance" | "primordialsea", Type::Water) | ("sunnyday" | "desolateland", Type::Fire) => modify(damage, ONE_HALF_MORE),
        ("raindance", Type::Fire) | ("sunnyday", Type::Water) => modify(damage, HALF),
        _ => damage,
    };
    if blow.crit {
        damage = damage * 3 / 2;
    }
    let own = stab(striker, made.kind);
    let burned = physical && striker.shown.condition.status == Some(Status::Burn) && ability != "guts" && made.id != "facade";
    let last = last_factor(striker, target, blow, doublings, physical);
    let roll = |roll: usize| {
        let mut value = damage * (85 + roll as u32) / 100;
        if own != 4096 {
            value = modify(value, own);
        }
        for _ in 0..doublings.max(0) {
            value *= 2;
        }
        for _ in 0..doublings.min(0).unsigned_abs() {
            value /= 2;
        }
        if burned {
            value = modify(value, HALF);
        }
        modify(value, last).max(1)
    };
    Some(std::array::from_fn(roll))
}
