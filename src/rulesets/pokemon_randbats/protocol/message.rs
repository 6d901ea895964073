//! What a line means.

use super::line::{Condition, Details, Effect, Ident, Line, Status};
use crate::rulesets::pokemon_randbats::event::Side;

/// A stat that stages change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stat {
    /// Attack.
    Attack,
    /// Defense.
    Defense,
    /// Special attack.
    SpecialAttack,
    /// Special defense.
    SpecialDefense,
    /// Speed.
    Speed,
    /// Accuracy.
    Accuracy,
    /// Evasion.
    Evasion,
}

impl Stat {
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "atk" => Self::Attack,
            "def" => Self::Defense,
            "spa" => Self::SpecialAttack,
            "spd" => Self::SpecialDefense,
            "spe" => Self::Speed,
            "accuracy" => Self::Accuracy,
            "evasion" => Self::Evasion,
            _ => return None,
        })
    }

    /// Place in arrays by stage.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Cause of a line and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags<'a> {
    /// The cause, where one is named.
    pub from: Option<Effect<'a>>,
    /// Its owner, where that is named. Not always whom the line is about.
    pub of: Option<Ident<'a>>,
}

/// A line with its meaning.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<'a> {
    /// Somebody comes out, by choice or dragged.
    Switch { who: Ident<'a>, details: Details<'a>, condition: Condition, dragged: bool },
    /// An Illusion ends: what stood there was somebody else.
    Replace { who: Ident<'a>, details: Details<'a> },
    /// A move is made. `still` where no animation is shown, which also stands for a move that failed at once.
    Move { who: Ident<'a>, name: &'a str, target: Option<Ident<'a>>, tags: Tags<'a>, still: bool, missed: bool },
    /// A move could not be made.
    Cant { who: Ident<'a>, reason: Effect<'a>, name: &'a str },
    /// Hit points ran out.
    Faint { who: Ident<'a> },
    /// Hit points lost.
    Damage { who: Ident<'a>, condition: Condition, tags: Tags<'a> },
    /// Hit points won.
    Heal { who: Ident<'a>, condition: Condition, tags: Tags<'a> },
    /// Hit points set.
    SetHp { who: Ident<'a>, condition: Condition },
    /// A lasting status begins.
    Status { who: Ident<'a>, status: Status, tags: Tags<'a> },
    /// A lasting status ends.
    Cure { who: Ident<'a>, tags: Tags<'a> },
    /// The lasting statuses of a whole team end.
    CureTeam { who: Ident<'a> },
    /// Stages rise or fall.
    Boost { who: Ident<'a>, stat: Stat, by: i8, tags: Tags<'a> },
    /// Stages are set.
    SetBoost { who: Ident<'a>, stat: Stat, to: i8 },
    /// Stages are cleared: all, the raised ones or the lowered ones.
    ClearBoosts { who: Option<Ident<'a>>, raised: bool, lowered: bool },
    /// Stages change their sign.
    InvertBoosts { who: Ident<'a> },
    /// Stages are copied from another.
    CopyBoosts { who: Ident<'a>, from: Ident<'a> },
    /// Stages are exchanged.
    SwapBoosts { who: Ident<'a>, with: Ident<'a>, stats: Vec<Stat> },
    /// An item is shown or gained.
    Item { who: Ident<'a>, item: &'a str, tags: Tags<'a> },
    /// An item is lost.
    EndItem { who: Ident<'a>, item: &'a str, eaten: bool, tags: Tags<'a> },
    /// An ability is shown or gained.
    Ability { who: Ident<'a>, ability: &'a str, tags: Tags<'a> },
    /// An ability stops working.
    EndAbility { who: Ident<'a>, ability: &'a str },
    /// Takes another's shape.
    Transform { who: Ident<'a>, into: Ident<'a>, tags: Tags<'a> },
    /// Another forme, for good or for a while.
    Forme { who: Ident<'a>, details: Details<'a>, lasting: bool, tags: Tags<'a> },
    /// Terastallizes.
    Terastallize { who: Ident<'a>, tera: &'a str },
    /// Weather begins, goes on or ends (`none`).
    Weather { weather: &'a str, upkeep: bool, tags: Tags<'a> },
    /// A condition of the whole field begins.
    FieldStart { effect: Effect<'a>, tags: Tags<'a> },
    /// It ends.
    FieldEnd { effect: Effect<'a> },
    /// A condition of a side begins.
    SideStart { side: Side, effect: Effect<'a> },
    /// It ends.
    SideEnd { side: Side, effect: Effect<'a> },
    /// The conditions of the sides change places.
    SwapSides,
    /// A passing condition begins; `detail` is what else the line says.
    Start { who: Ident<'a>, effect: Effect<'a>, detail: &'a str, tags: Tags<'a>, silent: bool },
    /// It ends.
    End { who: Ident<'a>, effect: Effect<'a>, tags: Tags<'a> },
    /// An effect shows itself.
    Activate { who: Option<Ident<'a>>, effect: Effect<'a>, detail: &'a str, tags: Tags<'a> },
    /// An effect stands in the way of another.
    Block { who: Ident<'a>, effect: Effect<'a>, tags: Tags<'a> },
    /// A condition for this turn or this move.
    Single { who: Ident<'a>, effect: Effect<'a>, tags: Tags<'a> },
    /// A move charges.
    Prepare { who: Ident<'a>, name: &'a str },
    /// A critical hit.
    Crit { who: Ident<'a> },
    /// A hit that is super effective (`true`) or resisted.
    Effective { who: Ident<'a>, super_effective: bool },
    /// No effect.
    Immune { who: Ident<'a>, tags: Tags<'a> },
    /// A hit that missed.
    Miss { who: Ident<'a> },
    /// A move or effect that failed.
    Fail { who: Ident<'a>, tags: Tags<'a> },
    /// How often a move hit. Nothing follows from it yet; it is a line of the battle for whoever compares feeds.
    HitCount { who: Ident<'a>, count: u32 },
    /// How many a side has.
    TeamSize { side: Side, size: u8 },
    /// A turn begins.
    Turn(u32),
    /// The end of a turn is reached.
    Upkeep,
    /// The battle is over; won by the named player, or drawn.
    Over,
    /// A player's name.
    Player { side: Side, name: &'a str },
    /// A rule of the battle, by its name.
    Rule(&'a str),
    /// The clock of Showdown's server, in seconds since 1970.
    Time(i64),
    /// The format's name.
    Tier(&'a str),
    /// The separator between actions.
    Gap,
    /// Known, and without a meaning for beliefs.
    Idle,
    /// Not understood.
    Unknown,
}

impl<'a> Message<'a> {
    /// What a line means. Never fails: see [`Message::Unknown`].
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        // What is left where a text that ends with a line break is split into lines says nothing.
        if text.trim().is_empty() {
            return Self::Idle;
        }
        if text == "|" {
            return Self::Gap;
        }
        let Some(line) = Line::read(text) else { return Self::Idle };
        Self::of(&line).unwrap_or(Self::Unknown)
    }

    fn of(line: &Line<'a>) -> Option<Self> {
        let who = || Ident::read(line.arg(0));
        let tags = Tags { from: line.from(), of: line.of() };
        let condition = |at: usize| Condition::read(line.arg(at));
        Some(match line.kind {
            "switch" | "drag" => Self::Switch {
                who: who()?,
                details: Details::read(line.arg(1))?,
                condition: condition(2)?,
                dragged: line.kind == "drag",
            },
            "replace" => Self::Replace { who: who()?, details: Details::read(line.arg(1))? },
            "move" => Self::Move {
                who: who()?,
                name: named(line.arg(1))?,
                target: Ident::read(line.arg(2)),
                tags,
                still: line.tag("still").is_some(),
                missed: line.tag("miss").is_some(),
            },
            "cant" => Self::Cant { who: who()?, reason: Effect::read(line.arg(1)), name: line.arg(2) },
            "faint" => Self::Faint { who: who()? },
            "-damage" => Self::Damage { who: who()?, condition: condition(1)?, tags },
            "-heal" => Self::Heal { who: who()?, condition: condition(1)?, tags },
            "-sethp" => Self::SetHp { who: who()?, condition: condition(1)? },
            "-status" => Self::Status { who: who()?, status: Status::read(line.arg(1))?, tags },
            "-curestatus" => Self::Cure { who: who()?, tags },
            "-cureteam" => Self::CureTeam { who: who()? },
            "-item" => Self::Item { who: who()?, item: named(line.arg(1))?, tags },
            "-enditem" => {
                let eaten = line.tag("eat").is_some();
                Self::EndItem { who: who()?, item: named(line.arg(1))?, eaten, tags }
            }
            "-ability" => Self::Ability { who: who()?, ability: named(line.arg(1))?, tags },
            "-endability" => Self::EndAbility { who: who()?, ability: line.arg(1) },
            "-transform" => Self::Transform { who: who()?, into: Ident::read(line.arg(1))?, tags },
            "detailschange" | "-formechange" => {
                Self::Forme { who: who()?, details: Details::read(line.arg(1))?, lasting: line.kind == "detailschange", tags }
            }
            "-terastallize" => Self::Terastallize { who: who()?, tera: named(line.arg(1))? },
            "-weather" => Self::Weather { weather: named(line.arg(0))?, upkeep: line.tag("upkeep").is_some(), tags },
            "-fieldstart" => Self::FieldStart { effect: Effect::read(named(line.arg(0))?), tags },
            "-fieldend" => Self::FieldEnd { effect: Effect::read(named(line.arg(0))?) },
            "-sidestart" => Self::SideStart { side: side(line.arg(0))?, effect: Effect::read(named(line.arg(1))?) },
            "-sideend" => Self::SideEnd { side: side(line.arg(0))?, effect: Effect::read(named(line.arg(1))?) },
            "-swapsideconditions" => Self::SwapSides,
            "-start" => {
                let effect = Effect::read(named(line.arg(1))?);
                Self::Start { who: who()?, effect, detail: line.arg(2), tags, silent: line.tag("silent").is_some() }
            }
            "-end" => Self::End { who: who()?, effect: Effect::read(named(line.arg(1))?), tags },
            "-activate" => Self::Activate { who: who(), effect: Effect::read(line.arg(1)), detail: line.arg(2), tags },
            "-singleturn" | "-singlemove" => Self::Single { who: who()?, effect: Effect::read(named(line.arg(1))?), tags },
            "-block" => Self::Block { who: who()?, effect: Effect::read(named(line.arg(1))?), tags },
            "-prepare" => Self::Prepare { who: who()?, name: named(line.arg(1))? },
            "-crit" => Self::Crit { who: who()? },
            "-supereffective" | "-resisted" => Self::Effective { who: who()?, super_effective: line.kind == "-supereffective" },
            "-immune" => Self::Immune { who: who()?, tags },
            "-miss" => Self::Miss { who: who()? },
            "-fail" => Self::Fail { who: who()?, tags },
            "-hitcount" => Self::HitCount { who: who()?, count: line.arg(1).parse().ok()? },
            kind => return Self::of_stages(line, kind, tags).or_else(|| Self::of_room(line, kind)),
        })
    }

    fn of_stages(line: &Line<'a>, kind: &str, tags: Tags<'a>) -> Option<Self> {
        let who = || Ident::read(line.arg(0));
        let stages = || line.arg(2).parse::<i8>().ok().filter(|by| (-12..=12).contains(by));
        Some(match kind {
            "-boost" => Self::Boost { who: who()?, stat: Stat::read(line.arg(1))?, by: stages()?, tags },
            "-unboost" => Self::Boost { who: who()?, stat: Stat::read(line.arg(1))?, by: -stages()?, tags },
            "-setboost" => Self::SetBoost { who: who()?, stat: Stat::read(line.arg(1))?, to: stages()?.clamp(-6, 6) },
            "-clearallboost" => Self::ClearBoosts { who: None, raised: true, lowered: true },
            "-clearboost" => Self::ClearBoosts { who: Some(who()?), raised: true, lowered: true },
            "-clearpositiveboost" => Self::ClearBoosts { who: Some(who()?), raised: true, lowered: false },
            "-clearnegativeboost" => Self::ClearBoosts { who: Some(who()?), raised: false, lowered: true },
            "-invertboost" => Self::InvertBoosts { who: who()? },
            "-copyboost" => Self::CopyBoosts { who: who()?, from: Ident::read(line.arg(1))? },
            "-swapboost" => {
                let stats = line.arg(2).split(',').filter_map(|stat| Stat::read(stat.trim())).collect();
                Self::SwapBoosts { who: who()?, with: Ident::read(line.arg(1))?, stats }
            }
            _ => return None,
        })
    }

    fn of_room(line: &Line<'a>, kind: &str) -> Option<Self> {
        Some(match kind {
            "turn" => Self::Turn(line.arg(0).parse().ok()?),
            "upkeep" => Self::Upkeep,
            "win" | "tie" => Self::Over,
            "teamsize" => Self::TeamSize { side: side(line.arg(0))?, size: line.arg(1).parse().ok().filter(|n| *n <= 24)? },
            "player" => Self::Player { side: side(line.arg(0))?, name: line.arg(1) },
            "tier" => Self::Tier(line.arg(0)),
            "" => Self::Gap,
            "t:" => line.arg(0).parse().map_or(Self::Idle, Self::Time),
            "rule" => Self::Rule(line.arg(0).split(':').next().unwrap_or_default()),
            "gametype" | "gen" | "rated" | "start" | "clearpoke" | "poke" | "teampreview" | "init" | "title" | "join"
            | "leave" | "name" | "j" | "l" | "n" | "J" | "L" | "N" | "c" | "c:" | "chat" | "raw" | "html" | "uhtml"
            | "uhtmlchange" | "inactive" | "inactiveoff" | "debug" | "error" | "bigerror" | "seed" | "message" | "-message"
            | "-hint" | "-anim" | "-notarget" | "-ohko" | "-nothing" | "-center" | "-mustrecharge" | "-waiting" | "-combine"
            | "-zpower" | "-zbroken" | "-mega" | "-primal" | "-burst" | "-fieldactivate" | "-candynamax" | "swap" | "split"
            | "deinit" | "expire" | "badge" | "noinit" | "unlink" | "hidelines" | "tempnotify" | "tempnotifyoff" | "notify"
            | "sentchoice" | "askreg" | "b" | "battle" | "bf" | "win:" => Self::Idle,
            _ => return None,
        })
    }
}

fn named(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

fn side(text: &str) -> Option<Side> {
    match text.split(':').next().unwrap_or_default().trim() {
        "p1" | "p1a" => Some(Side::P1),
        "p2" | "p2a" => Some(Side::P2),
        _ => None,
    }
}
