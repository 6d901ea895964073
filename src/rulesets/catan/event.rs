//! What happens at the table.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::{Amounts, Bundle, DevCard, RESOURCES, Resource, negative, swap};
use crate::rulesets::Seat;

/// An event. Parts that only some seats see may be left out by a reporter who did not see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The table as it stands: joining in the middle of a game, or going on after events were missed.
    Start(Start),
    /// A turn began; lets tendencies count turns.
    Turn(Turn),
    /// Cards from the bank: dice, and the starting resources.
    Production(Production),
    /// Something was built or bought, and paid for unless `free`.
    Build(Build),
    /// A trade with the bank or a harbour.
    BankTrade(BankTrade),
    /// A trade between two seats.
    PlayerTrade(PlayerTrade),
    /// A card drawn at random from another hand.
    Steal(Steal),
    /// Half a hand to the bank, on a seven.
    Discard(Discard),
    /// All cards of one resource from all others. Plays the card itself.
    Monopoly(Monopoly),
    /// Two cards of choice from the bank. Plays the card itself.
    YearOfPlenty(YearOfPlenty),
    /// A knight, road building or victory point was turned up.
    PlayDevCard(PlayDevCard),
    /// Asserts the size of a hand.
    HandSize(HandSize),
    /// Asserts the bank's stock of the resources listed.
    BankStock(BankStock),
    /// Asserts a whole hand; seen by its seat only.
    Hand(Hand),
    /// A proposed trade.
    Offer(Offer),
    /// An open offer was turned down.
    Refuse(Refuse),
}

/// The table as it stands: to join in the middle of a game, or to go on after events were missed. What was believed before it counts no more. Hands of seats not
/// named are empty; without `bank`, what the bank holds is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// Known hands; each is seen by its seat only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<Seat, Bundle>,
    /// Numbers of cards in hands.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hand_sizes: BTreeMap<Seat, u16>,
    /// The whole stock of a visible bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bundle>,
    /// Numbers of unplayed development cards.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dev_cards: BTreeMap<Seat, u16>,
    /// Unplayed development cards whose types are known; each seat's are seen by that seat only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dev_cards_held: BTreeMap<Seat, BTreeMap<DevCard, u16>>,
    /// Development cards already played, by type.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dev_cards_played: BTreeMap<DevCard, u16>,
}

impl Start {
    /// Unplayed development cards of a seat, as everyone knows their number.
    #[must_use]
    pub fn dev_cards_of(&self, seat: Seat) -> u32 {
        let named = || self.dev_cards_held.get(&seat).map_or(0, |cards| cards.values().map(|count| u32::from(*count)).sum());
        self.dev_cards.get(&seat).map_or_else(named, |count| u32::from(*count))
    }
}

/// The start of a turn, with the sum of the dice where they are rolled. Optional: it lets tendencies count turns, and ends
/// all open offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Whose turn.
    pub seat: Seat,
    /// Sum of the dice, 2 to 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<u8>,
}

/// Cards that the bank pays, by seat: for a roll of the dice, or as starting resources. `{"gains": {"1": {"wood": 2, "ore":
/// 1}}}`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Production {
    /// What each seat got.
    pub gains: BTreeMap<Seat, Bundle>,
}

impl Production {
    /// What all seats got together.
    #[must_use]
    pub fn total(&self) -> Amounts {
        let mut all = [0; RESOURCES];
        for gains in self.gains.values() {
            all.iter_mut().zip(gains.counts()).for_each(|(sum, count)| *sum += count);
        }
        all
    }
}

/// What can be built or bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum BuildPiece {
    Road,
    Settlement,
    City,
    DevCard,
}

impl BuildPiece {
    /// Its price.
    #[must_use]
    pub const fn cost(self) -> Amounts {
        match self {
            Self::Road => [1, 1, 0, 0, 0],
            Self::Settlement => [1, 1, 1, 1, 0],
            Self::City => [0, 0, 0, 2, 3],
            Self::DevCard => [0, 0, 1, 1, 1],
        }
    }

    /// With its article, for sentences.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Road => "a road",
            Self::Settlement => "a settlement",
            Self::City => "a city",
            Self::DevCard => "a development card",
        }
    }
}

/// A piece that is built or bought: `road`, `settlement`, `city` or `dev_card`. It shows that its price was held, and pays
/// it, unless it is `free` (placed at the start of the game, or by road building).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Who.
    pub seat: Seat,
    /// What.
    pub piece: BuildPiece,
    /// Not paid for: placed at the start of the game, or by road building.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
    /// The type of a development card; seen by its seat only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<DevCard>,
}

/// A trade with the bank or a harbour: the seat gives `give` and gets `get`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankTrade {
    /// Who.
    pub seat: Seat,
    /// To the bank.
    pub give: Bundle,
    /// From the bank.
    pub get: Bundle,
}

/// A trade between two seats: `seat` gives `give` to `partner`, who gives `get`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerTrade {
    /// Who.
    pub seat: Seat,
    /// To the partner.
    pub give: Bundle,
    /// With whom.
    pub partner: Seat,
    /// From the partner.
    pub get: Bundle,
}

/// A card that `thief` draws at random from the hand of `victim`, after a seven or a knight (which is an event of its own).
/// The resource is seen by the two alone; leave it out where you did not see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Steal {
    /// Who takes.
    pub thief: Seat,
    /// Who loses.
    pub victim: Seat,
    /// The card; seen by the two only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<Resource>,
}

/// Cards that a seat gives back on a seven: `count` of them, `cards` where they were seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discard {
    /// Who.
    pub seat: Seat,
    /// The cards; seen by all, or by the seat only, as the setup says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Bundle>,
    /// How many.
    pub count: u16,
}

/// A monopoly, which is played by this event itself: all cards of one resource go to the seat. Name what each seat gave in
/// `taken` (seats left out gave none), or the `total`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Monopoly {
    /// Who.
    pub seat: Seat,
    /// Which resource.
    pub resource: Resource,
    /// Exactly what each other seat held; seats left out held none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<BTreeMap<Seat, u16>>,
    /// What the others held together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u16>,
}

impl Monopoly {
    /// Whether nobody held any, as far as the event says.
    #[must_use]
    pub fn took_nothing(&self) -> bool {
        self.total == Some(0) || self.taken.as_ref().is_some_and(|taken| taken.values().all(|cards| *cards == 0))
    }
}

/// A year of plenty, which is played by this event itself: two `resources` from the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct YearOfPlenty {
    /// Who.
    pub seat: Seat,
    /// Two cards; one where the bank had no more.
    pub resources: Bundle,
}

/// A `knight`, `road_building` or `victory_point` that is turned up. The steal, or the free roads, are events of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayDevCard {
    /// Who.
    pub seat: Seat,
    /// `knight`, `road_building` or `victory_point`; the other two have events of their own.
    pub card: DevCard,
}

/// An assertion: the seat holds `count` cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandSize {
    /// Whose hand.
    pub seat: Seat,
    /// Its cards.
    pub count: u16,
}

/// An assertion: the bank holds so many of the resources listed; of others it says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankStock {
    /// Cards in the bank by resource.
    pub bundle: BTreeMap<Resource, u16>,
}

/// An assertion: the seat holds exactly these cards. Only that seat sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Whose hand.
    pub seat: Seat,
    /// All its cards.
    pub bundle: Bundle,
}

/// A proposed trade: the seat would give `give` for `get`, to the seats in `to` (all others where none is named). Its maker
/// most likely holds what it gives. It takes the place of the seat's open offer; those of other seats stay open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Who proposes.
    pub seat: Seat,
    /// What it would give.
    pub give: Bundle,
    /// What it wants.
    pub get: Bundle,
    /// To whom; empty for everyone.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub to: BTreeSet<Seat>,
}

/// The seat turns down an open offer: that of `maker`, who can be left out where one is open to the seat. Where several are, and want different cards, such
/// a refusal says nothing of the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refuse {
    /// Who turns it down.
    pub seat: Seat,
    /// Whose offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<Seat>,
}

impl Event {
    /// What a seat's hand gains by the event, less what it gives; `None` where the event does not say which cards.
    #[must_use]
    pub fn gain(&self, seat: Seat) -> Option<Amounts> {
        const NOTHING: Amounts = [0; RESOURCES];
        let of = |resource: Resource, count: i32| std::array::from_fn(|kind| if kind == resource as usize { count } else { 0 });
        Some(match self {
            Self::Start(start) => return start.hands.get(&seat).map(Bundle::counts),
            Self::Production(production) => production.gains.get(&seat).map_or(NOTHING, Bundle::counts),
            Self::Build(build) if build.seat == seat && !build.free => negative(&Bundle::of(build.piece.cost())),
            Self::BankTrade(trade) if trade.seat == seat => swap(&trade.get, &trade.give),
            Self::PlayerTrade(trade) if trade.seat == seat => swap(&trade.get, &trade.give),
            Self::PlayerTrade(trade) if trade.partner == seat => swap(&trade.give, &trade.get),
            Self::Steal(steal) if steal.thief == seat => of(steal.resource?, 1),
            Self::Steal(steal) if steal.victim == seat => of(steal.resource?, -1),
            Self::Discard(discard) if discard.seat == seat => negative(discard.cards.as_ref()?),
            Self::Monopoly(monopoly) => match &monopoly.taken {
                Some(taken) if monopoly.seat == seat => {
                    of(monopoly.resource, taken.values().map(|count| i32::from(*count)).sum())
                }
                Some(taken) => of(monopoly.resource, -taken.get(&seat).map_or(0, |count| i32::from(*count))),
                None if monopoly.seat == seat => of(monopoly.resource, monopoly.total?.into()),
                None => return None,
            },
            Self::YearOfPlenty(year) if year.seat == seat => year.resources.counts(),
            _ => NOTHING,
        })
    }

    /// The development card that a seat turns up by it.
    #[must_use]
    pub const fn turns_up(&self) -> Option<(Seat, DevCard)> {
        match self {
            Self::PlayDevCard(play) => Some((play.seat, play.card)),
            Self::Monopoly(monopoly) => Some((monopoly.seat, DevCard::Monopoly)),
            Self::YearOfPlenty(year) => Some((year.seat, DevCard::YearOfPlenty)),
            _ => None,
        }
    }

    /// Whether cards move by it.
    #[must_use]
    pub fn moves_cards(&self) -> bool {
        match self {
            Self::Start(_) | Self::Production(_) | Self::BankTrade(_) | Self::PlayerTrade(_) => true,
            Self::Steal(_) | Self::Discard(_) | Self::YearOfPlenty(_) => true,
            Self::Build(build) => !build.free || build.piece == BuildPiece::DevCard,
            Self::Monopoly(monopoly) => !monopoly.took_nothing(),
            Self::Turn(_) | Self::PlayDevCard(_) | Self::HandSize(_) | Self::BankStock(_) | Self::Hand(_) => false,
            Self::Offer(_) | Self::Refuse(_) => false,
        }
    }
}
