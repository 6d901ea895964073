//! The types of evidence that this game's pieces have.

use crate::rulesets::EvidenceType;

/// What each type says.
pub const EVIDENCE: &[EvidenceType] = &[
    EvidenceType {
        name: "start",
        description: "The table was told as it stood: where a game was joined, or where events had been missed.",
    },
    EvidenceType { name: "assertion", description: "A hand, its size or the stock of the bank was counted at the table." },
    EvidenceType { name: "production", description: "A roll of the dice brought cards from the bank." },
    EvidenceType { name: "build", description: "Something was built, so the cards that it cost were held." },
    EvidenceType {
        name: "bank_trade",
        description: "Cards were traded with the bank or at a port, so those that were given were held.",
    },
    EvidenceType { name: "player_trade", description: "Two seats traded, so each held what it gave." },
    EvidenceType {
        name: "steal",
        description: "A card was stolen: one of the victim's hand at random, unless the observer saw it.",
    },
    EvidenceType { name: "discard", description: "Cards were discarded at a seven." },
    EvidenceType {
        name: "monopoly",
        description: "All cards of one resource were given up, so what was given is all that was held.",
    },
    EvidenceType { name: "year_of_plenty", description: "Two cards were taken from the bank." },
    EvidenceType {
        name: "dev_card",
        description: "A development card was bought, played or shown, and what that says of those still hidden.",
    },
    EvidenceType {
        name: "kept_cards",
        description: "A seat's turn passed in which it held development cards that may be played, or victory points, and played none: so it more probably holds cards that are kept.",
    },
    EvidenceType { name: "offer", description: "A trade was offered: what is offered is probably held." },
    EvidenceType { name: "refuse", description: "A trade was refused: what was asked for is probably not held." },
    EvidenceType::BEGUN_AGAIN,
    EvidenceType::LEFT_OUT,
];
