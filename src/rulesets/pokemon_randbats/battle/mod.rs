//! The public state of a battle as one feed shows it: who is out, in what condition, and what is in force.

mod apply;
mod conditions;
mod shown;

pub(super) use apply::PROTECTS;
pub use shown::Shown;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::Side;
use super::prior::MoveId;
use super::protocol::{Ident, Message, Tags};

/// Most members of a team that are kept: the format has six.
pub const TEAM: usize = 6;

/// What the field is under.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Weather by id, such as `raindance`; empty where there is none.
    pub weather: String,
    /// Terrain by id, such as `grassyterrain`; empty where there is none.
    pub terrain: String,
    /// The slower goes first.
    pub trick_room: bool,
    /// Items do nothing.
    pub magic_room: bool,
    /// Defense and special defense change places.
    pub wonder_room: bool,
    /// Everything is grounded.
    pub gravity: bool,
}

/// What lies on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Doubled speed.
    pub tailwind: bool,
    /// Pointed stones.
    pub stealth_rock: bool,
    /// Layers of spikes, 0 to 3.
    pub spikes: u8,
    /// Layers of toxic spikes, 0 to 2.
    pub toxic_spikes: u8,
    /// A web that slows who enters.
    pub sticky_web: bool,
    /// Nobody on it gets a status: Safeguard.
    pub safeguard: bool,
    /// Halves physical damage.
    pub reflect: bool,
    /// Halves special damage.
    pub light_screen: bool,
    /// Halves both.
    pub aurora_veil: bool,
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideState {
    /// Its members in the order in which they were first shown: slot 0, 1, and so on.
    pub members: Vec<Arc<Shown>>,
    /// The slot of the one that is out, as shown.
    pub out: Option<usize>,
    /// What lies on it.
    pub laid: Laid,
    /// How many members it has.
    pub size: u8,
}

impl SideState {
    /// The one that is out.
    #[must_use]
    pub fn active(&self) -> Option<&Shown> {
        self.members.get(self.out?).map(|shown| &**shown)
    }

    /// The slot shown under a nickname.
    #[must_use]
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|shown| shown.name == name)
    }

    pub(super) fn active_mut(&mut self) -> Option<&mut Shown> {
        let out = self.out?;
        self.members.get_mut(out).map(Arc::make_mut)
    }
}

/// A move that was made by choice in this turn, with what decides who goes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acted {
    /// Who.
    pub side: Side,
    /// Which move.
    pub id: MoveId,
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battle {
    /// Both sides.
    pub sides: [SideState; 2],
    /// The field.
    pub field: Field,
    /// Turns begun.
    pub turn: u32,
    /// Whether it has ended.
    pub over: bool,
    /// Moves made in this turn, in order. Cleared where the order says nothing any more.
    pub acted: Vec<Acted>,
    /// State of both sides when the first move of this turn was made: what its place in the order was decided by.
    pub before_first: Option<Arc<(SidePair, Field)>>,
    /// Something else than speed and priority decided the order of this turn.
    pub disordered: bool,
    /// The move that is being made, until the next action.
    pub making: Option<Making>,
    /// Dancer has just shown itself, on this side: what comes next is a dance of another's.
    pub dancing: Option<Side>,
}

impl Battle {
    /// Whether a move that is about to be made is not the choice of its maker: a tag names what called it, or it is the dance that Dancer has just announced,
    /// whose line has no tag where a Choice item stops it.
    #[must_use]
    pub fn is_called(&self, who: Ident<'_>, tags: &Tags<'_>) -> bool {
        tags.from.is_some() || self.dancing == Some(who.side)
    }
}

/// Both sides as they stood.
pub type SidePair = [SideState; 2];

/// A move in the making: what happened since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Making {
    /// Who makes it.
    pub side: Side,
    /// Its slot.
    pub slot: usize,
    /// Which.
    pub id: MoveId,
    /// Whether it was called by another move or ability.
    pub called: bool,
    /// It did damage to the other's hit points, and not to a substitute.
    pub hit: bool,
    /// Hits so far.
    pub hits: u8,
    /// A line named it a critical hit.
    pub crit: bool,
    /// Life Orb showed itself.
    pub life_orb: bool,
    /// A Rocky Helmet hurt its user.
    pub helmet: bool,
    /// Sturdy said that it kept the target from fainting: the hit would have taken all it had, or more.
    pub spared: bool,
    /// Something stood in the way that makes the damage say nothing: a substitute, a berry, an ability.
    pub odd: bool,
}

impl Default for Battle {
    fn default() -> Self {
        Self {
            sides: [
                SideState { size: TEAM as u8, ..SideState::default() },
                SideState { size: TEAM as u8, ..SideState::default() },
            ],
            field: Field::default(),
            turn: 0,
            over: false,
            acted: Vec::new(),
            before_first: None,
            disordered: false,
            making: None,
            dancing: None,
        }
    }
}

impl SideState {
    fn sound(mut self) -> Self {
        self.members.truncate(TEAM);
        self.members = self.members.into_iter().map(|shown| Arc::new(Arc::unwrap_or_clone(shown).sound())).collect();
        self.out = self.out.filter(|out| *out < self.members.len());
        (self.laid.spikes, self.laid.toxic_spikes) = (self.laid.spikes.min(3), self.laid.toxic_spikes.min(2));
        self
    }

    fn weigh(&self) -> usize {
        self.members.capacity() * 8 + self.members.iter().map(|shown| shown.weigh()).sum::<usize>()
    }
}

impl Battle {
    /// Takes a line in: what nobody understood, and one more than a team has, is passed over.
    pub fn follow(&mut self, message: &Message<'_>) {
        if !self.passes_over(message) {
            if ends_what_was_under_way(message) {
                self.settle();
            }
            self.apply(message);
        }
    }

    /// Whether a line changes nothing.
    #[must_use]
    pub fn passes_over(&self, message: &Message<'_>) -> bool {
        matches!(message, Message::Unknown | Message::Idle | Message::Rule(_) | Message::Time(_)) || self.is_beyond_team(message)
    }

    /// As it may be used, whatever was stored.
    #[must_use]
    pub fn sound(mut self) -> Self {
        self.sides = self.sides.map(SideState::sound);
        self.before_first = self.before_first.map(|before| {
            let (sides, field) = Arc::unwrap_or_clone(before);
            Arc::new((sides.map(SideState::sound), field))
        });
        self
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let texts = |field: &Field| field.weather.capacity() + field.terrain.capacity();
        let sides = |sides: &SidePair| sides.iter().map(SideState::weigh).sum::<usize>();
        // Most members stood so when the first move of the turn was made: those are shared.
        let before = self.before_first.as_ref().map_or(0, |before| {
            let own = before.0.iter().zip(&self.sides).flat_map(|(then, now)| {
                let shared = |at: usize, shown: &Arc<Shown>| now.members.get(at).is_some_and(|now| Arc::ptr_eq(now, shown));
                then.members.iter().enumerate().filter(move |(at, shown)| !shared(*at, shown))
            });
            let lists: usize = before.0.iter().map(|side| side.members.capacity() * 8).sum();
            size_of::<(SidePair, Field)>() + 16 + texts(&before.1) + lists + own.map(|(_, shown)| shown.weigh()).sum::<usize>()
        });
        let acted = self.acted.capacity() * size_of::<Acted>();
        size_of::<Self>() + texts(&self.field) + sides(&self.sides) + acted + before
    }
}

/// Whether a line says that all lines of what happened before it were sent.
#[must_use]
pub fn ends_what_was_under_way(message: &Message<'_>) -> bool {
    matches!(message, Message::Move { .. } | Message::Cant { .. } | Message::Gap | Message::Upkeep | Message::Turn(_))
}

impl Battle {
    /// One side.
    #[must_use]
    pub fn side(&self, side: Side) -> &SideState {
        &self.sides[side.index()]
    }

    /// The one that is out on a side.
    #[must_use]
    pub fn active(&self, side: Side) -> Option<&Shown> {
        self.side(side).active()
    }
}
