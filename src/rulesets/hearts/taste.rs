//! What players go by when they choose a card: the features of a choice that a taste can be for or against.

/// A feature of a card in a situation. A player's taste for it is the logarithm of how much sooner a card is chosen that has all of
/// the feature than one that has none of it. Names: the situation, then what about the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taste {
    /// Leads a spade below the queen while she is out.
    LeadsSpade,
    /// Leads king or ace of spades while the queen is out.
    LeadsHighSpade,
    /// Leads the queen of spades.
    LeadsQueen,
    /// Leads a heart.
    LeadsHeart,
    /// Of hearts, leads a high one.
    LeadsHighHeart,
    /// Of other suits, leads a high card.
    LeadsHigh,
    /// Goes over a trick that cannot hurt.
    TakesSafe,
    /// Goes over a trick without points that others play to yet.
    TakesEarly,
    /// Goes over a trick with points that others play to yet.
    TakesHot,
    /// Goes over a trick with points, last to play.
    TakesPoints,
    /// Of cards below, plays a high one, in a trick that cannot hurt.
    UnderSafe,
    /// The same in a trick without points that others play to yet.
    UnderEarly,
    /// The same in a trick with points that others play to yet.
    UnderHot,
    /// The same in a trick with points, last to play.
    UnderPoints,
    /// Of cards above, plays a high one, in a trick that cannot hurt.
    OverSafe,
    /// The same in a trick without points that others play to yet.
    OverEarly,
    /// The same in a trick with points that others play to yet.
    OverHot,
    /// The same in a trick with points, last to play.
    OverPoints,
    /// Plays the queen of spades under king or ace.
    FollowsQueenUnder,
    /// Plays the queen of spades where nothing higher is in the trick.
    FollowsQueenOver,
    /// Goes over a spade trick with king or ace while the queen is out and others play to it yet.
    FollowsHighSpade,
    /// Out of the suit led: throws the queen of spades.
    SloughsQueen,
    /// Throws king or ace of spades while the queen is out.
    SloughsHighSpade,
    /// Throws a lower spade while the queen is out.
    SloughsLowSpade,
    /// Throws a heart.
    SloughsHeart,
    /// Of hearts, throws a high one.
    SloughsHighHeart,
    /// Of other suits, throws a high card.
    SloughsHigh,
    /// Passes the queen of spades on.
    PassesQueen,
    /// Passes king or ace of spades on.
    PassesHighSpade,
    /// Passes a lower spade on.
    PassesLowSpade,
    /// Passes a heart on.
    PassesHeart,
    /// Of hearts, passes a high one on.
    PassesHighHeart,
    /// Of clubs and diamonds, passes a high one on.
    PassesHigh,
}

/// How many there are.
pub const TASTES: usize = 33;

/// A value for each taste, in their order.
pub type ByTaste = [f64; TASTES];

/// The same tastes without those for ranks.
#[must_use]
pub fn coarse(tastes: &ByTaste) -> ByTaste {
    std::array::from_fn(|taste| if Taste::ALL[taste].is_by_rank() { 0.0 } else { tastes[taste] })
}

impl Taste {
    /// All in order.
    pub const ALL: [Self; TASTES] = [
        Self::LeadsSpade,
        Self::LeadsHighSpade,
        Self::LeadsQueen,
        Self::LeadsHeart,
        Self::LeadsHighHeart,
        Self::LeadsHigh,
        Self::TakesSafe,
        Self::TakesEarly,
        Self::TakesHot,
        Self::TakesPoints,
        Self::UnderSafe,
        Self::UnderEarly,
        Self::UnderHot,
        Self::UnderPoints,
        Self::OverSafe,
        Self::OverEarly,
        Self::OverHot,
        Self::OverPoints,
        Self::FollowsQueenUnder,
        Self::FollowsQueenOver,
        Self::FollowsHighSpade,
        Self::SloughsQueen,
        Self::SloughsHighSpade,
        Self::SloughsLowSpade,
        Self::SloughsHeart,
        Self::SloughsHighHeart,
        Self::SloughsHigh,
        Self::PassesQueen,
        Self::PassesHighSpade,
        Self::PassesLowSpade,
        Self::PassesHeart,
        Self::PassesHighHeart,
        Self::PassesHigh,
    ];

    /// Tendency and context that settled choices count for it.
    #[must_use]
    pub const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::LeadsSpade => ("leads", "low_spade"),
            Self::LeadsHighSpade => ("leads", "high_spade"),
            Self::LeadsQueen => ("leads", "queen"),
            Self::LeadsHeart => ("leads", "heart"),
            Self::LeadsHighHeart => ("leads", "heart_by_rank"),
            Self::LeadsHigh => ("leads", "by_rank"),
            Self::TakesSafe => ("takes", "safe"),
            Self::TakesEarly => ("takes", "early"),
            Self::TakesHot => ("takes", "hot"),
            Self::TakesPoints => ("takes", "points"),
            Self::UnderSafe => ("ducks_by_rank", "safe"),
            Self::UnderEarly => ("ducks_by_rank", "early"),
            Self::UnderHot => ("ducks_by_rank", "hot"),
            Self::UnderPoints => ("ducks_by_rank", "points"),
            Self::OverSafe => ("takes_by_rank", "safe"),
            Self::OverEarly => ("takes_by_rank", "early"),
            Self::OverHot => ("takes_by_rank", "hot"),
            Self::OverPoints => ("takes_by_rank", "points"),
            Self::FollowsQueenUnder => ("follows", "queen_under"),
            Self::FollowsQueenOver => ("follows", "queen_over"),
            Self::FollowsHighSpade => ("follows", "high_spade"),
            Self::SloughsQueen => ("sloughs", "queen"),
            Self::SloughsHighSpade => ("sloughs", "high_spade"),
            Self::SloughsLowSpade => ("sloughs", "low_spade"),
            Self::SloughsHeart => ("sloughs", "heart"),
            Self::SloughsHighHeart => ("sloughs", "heart_by_rank"),
            Self::SloughsHigh => ("sloughs", "by_rank"),
            Self::PassesQueen => ("passes", "queen"),
            Self::PassesHighSpade => ("passes", "high_spade"),
            Self::PassesLowSpade => ("passes", "low_spade"),
            Self::PassesHeart => ("passes", "heart"),
            Self::PassesHighHeart => ("passes", "heart_by_rank"),
            Self::PassesHigh => ("passes", "by_rank"),
        }
    }
}
