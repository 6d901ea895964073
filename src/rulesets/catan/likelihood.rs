//! Every guessed number of the model, with its reason.

use crate::belief::Beta;
use crate::rulesets::{Context, Likelihood, Tendency};

/// P(an offer is made | its maker lacks the cards), relative to P(it is made | the maker holds them).
pub const BLUFFED_OFFER: f64 = 0.05;

/// P(an offer is refused | the cards asked for are held), relative to P(it is refused | they are not) = 1.
pub const REFUSED_THOUGH_HELD: f64 = 0.7;

/// P(a seat wants to play a type of development card that it holds, in one of its turns), its readiness: the mean over players.
pub const PLAYS_DEV_CARD: f64 = 0.25;

/// How far players differ in it: the intraclass correlation of their readiness, of which a Beta distribution is worth 1 / this - 1.
pub const DIFFERS_IN_PLAYS: f64 = 0.4;

/// P(a player of whom something is known is as ready as its own games say), else as anybody.
pub const PLAYS_AS_BEFORE: f64 = 0.9;

/// The tendency that readiness is learned from.
pub const PLAYS_NEW_CARD: &str = "plays_new_card";

/// Its contexts: kinds of cards that a player is ready to play apart from the others.
pub const KINDS: [&str; 3] = ["knight", "road_building", "other"];

/// Cards of each resource in the pool that unknown hands are dealt from where the bank has no end: many, so that one card
/// says next to nothing of the next, but not more than the table's limit.
pub const ENDLESS_POOL: u32 = 1_000;

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[
    Likelihood {
        name: "bluffed_offer",
        value: BLUFFED_OFFER,
        reason: "P(offer | its cards are not held) / P(offer | they are). Most clients (colonist.io, JSettlers) let a player offer \
                 only cards it holds; at a table a bluff shows at once when someone accepts. Not zero, because counter-offers \
                 and chat make exceptions. A guess: no published count of bluffed offers is known to us.",
    },
    Likelihood {
        name: "refused_though_held",
        value: REFUSED_THOUGH_HELD,
        reason: "P(refuse | the cards asked for are held) / P(refuse | they are not). Players without the cards must refuse; \
                 those with them mostly refuse too, because offers favour who makes them: weak evidence. A guess, for the same reason.",
    },
    Likelihood {
        name: "plays_dev_card",
        value: PLAYS_DEV_CARD,
        reason: "P(a seat wants to play a development card of a type that it holds, in one of its turns), its readiness: the mean over players, for knights, for \
                 road building and for the other two apart. Victory points are never played before the end. A guess, in the middle of players who play \
                 what they have and players who keep it; the turns of the game move it for each seat, and so do the games that its player has played, and those of \
                 the players of this log. Evidence gives the mean of the seat before the game: of the kind that was played, and for a turn that passed that of knights.",
    },
    Likelihood {
        name: "differs_in_plays",
        value: DIFFERS_IN_PLAYS,
        reason: "Intraclass correlation of readiness: how far players differ in it. Strangers have a Beta distribution worth 1 / this - 1 = 1.5 turns, of which the \
                 means of its thirds stand for all: .0125, .149 and .588. A guess that lies wide, so that any player is near one of them.",
    },
    Likelihood {
        name: "plays_as_before",
        value: PLAYS_AS_BEFORE,
        reason: "P(a player of whom something is known is as ready as its own games say); else it is as ready as anybody. What guards against a player who has changed. \
                 A guess.",
    },
];

/// The rate of a stranger for a kind that makes up this share of the deck: the mean and the variance that its readiness has, times the share.
const fn of_share(share: f64) -> Beta {
    let mean = share * PLAYS_DEV_CARD;
    let variance = share * share * PLAYS_DEV_CARD * (1.0 - PLAYS_DEV_CARD) * DIFFERS_IN_PLAYS;
    let worth = mean * (1.0 - mean) / variance - 1.0;
    Beta { alpha: mean * worth, beta: (1.0 - mean) * worth }
}

/// How often strangers play a kind in a turn of [`PLAYS_NEW_CARD`], of the base game's deck: 14, 2 and 4 of its 25 cards.
pub const PLAYS_NEW_CARD_OF: [Beta; 3] = [of_share(0.56), of_share(0.08), of_share(0.16)];

/// Behaviours that the table settles observations of. The priors are those of the simulated population: robbers of three habits and
/// traders of three, by the method of moments over 800 persons in 12 games each (`tests/population.rs`). Those of [`PLAYS_NEW_CARD`] follow
/// from the numbers above: simulated persons do not differ in it.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "robs_largest_hand",
        description: "steals from a largest hand, where at least two others hold cards and their hands are not all of one size",
        prior: Beta { alpha: 1.2, beta: 0.8 },
        contexts: &[],
    },
    Tendency {
        name: "refuses_trades",
        description: "turns an open offer down, of the offers that it refused or accepted",
        prior: Beta { alpha: 2.6, beta: 1.8 },
        contexts: &[],
    },
    Tendency {
        name: "robs_same_victim",
        description: "steals from the seat that it stole from last, where that seat and another hold cards",
        prior: Beta { alpha: 0.9, beta: 0.7 },
        contexts: &[],
    },
    Tendency {
        name: PLAYS_NEW_CARD,
        description: "plays a development card of this kind, of the turns in which a card that it was seen to buy could be played for the first time; its first \
                      play of the turn counts. `other` is year of plenty or monopoly. Only turns that were posted count, once they are over. Each turn \
                      counts once for each kind, so that the rate over all of them says nothing",
        prior: of_share(0.8 / 3.0),
        contexts: &[
            Context { name: KINDS[0], prior: PLAYS_NEW_CARD_OF[0] },
            Context { name: KINDS[1], prior: PLAYS_NEW_CARD_OF[1] },
            Context { name: KINDS[2], prior: PLAYS_NEW_CARD_OF[2] },
        ],
    },
];
