//! The table's rules and the model's parameters, and how gaps in them are filled.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Channel;
use super::prior::{Imported, Prior, chosen, embedded};
use crate::rulesets::{Checked, Observer, Refusal, refuse};

/// The one format.
pub const FORMAT: &str = "gen9randombattle";

/// What is known of a battle before it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Showdown's id of the format: `gen9randombattle`.
    pub format: Option<String>,
    /// The feeds that will be posted, each once: `["spectator"]`. A player reads its own where it is listed, and else the
    /// spectators'; a spectator reads the spectators'; the referee reads the first.
    pub channels: Option<Vec<Channel>>,
}

/// What a client chooses of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// Content hash of the prior table: that of the embedded one.
    pub priors: Option<String>,
    /// The table itself, packed, in base64, as `credence priors show` prints it; needed where it is not the embedded one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Imported>,
    /// How many months older the table is than the generator that the battle's server has; more than 24 count as 24. Left out, the months from the table's date to
    /// the moment that the battle's `|t:|` line names: right for Showdown's own server, which has the newest sets. A server of your own, with the generator
    /// that the table was made with, has 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_months: Option<u32>,
    /// `seed`: the role filter of an earlier tracker, kept for comparison. Roles are alike before anything is seen, facts strike sets, and
    /// the rules of speed and lock apply; nothing of what did not show itself, of damage, or of an Illusion.
    pub preset: Option<Preset>,
    /// Kinds of inference that are left out: none, or `absence`, `damage` and `illusion` with preset `seed`.
    pub without: Option<Vec<Inference>>,
}

/// A kind of inference that can be left out, to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inference {
    /// The order of two moves.
    Speed,
    /// Choice items, and moves made again.
    Lock,
    /// What did not show itself.
    Absence,
    /// What a hit took.
    Damage,
    /// That it may be somebody in disguise.
    Illusion,
}

/// A named choice of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The rules of an earlier tracker, kept for comparison.
    Seed,
}

impl Parameters {
    /// Whether a kind of inference is used.
    #[must_use]
    pub fn uses(&self, inference: Inference) -> bool {
        self.without.as_ref().is_none_or(|without| !without.contains(&inference))
    }

    /// The prior table that is used: the one held by value, else the embedded one, which `supported` has compared with the hash named.
    #[must_use]
    pub fn prior(&self) -> &Arc<Prior> {
        match &self.table {
            Some(table) => table.prior(),
            None => embedded(),
        }
    }
}

impl Setup {
    /// The feeds that will be posted.
    #[must_use]
    pub fn channels(&self) -> &[Channel] {
        self.channels.as_deref().unwrap_or(&[Channel::Spectator])
    }

    /// The one feed that an observer's belief is folded from.
    #[must_use]
    pub fn reads(&self, observer: Observer) -> Option<Channel> {
        let listed = |channel: Channel| self.channels().contains(&channel).then_some(channel);
        match observer {
            Observer::Public => listed(Channel::Spectator),
            Observer::Seat(0) => listed(Channel::P1).or_else(|| listed(Channel::Spectator)),
            Observer::Seat(1) => listed(Channel::P2).or_else(|| listed(Channel::Spectator)),
            Observer::Seat(_) => None,
            Observer::Referee => self.channels().first().copied(),
        }
    }
}

/// Whether the prior table of a stored opening is there. A game is only ever folded with the table that it was
/// opened with, and another release may embed another one.
///
/// # Errors
/// `priors`: the hash that the opening names is not that of the table it would be folded with.
pub fn supported(parameters: &Parameters) -> Checked {
    let found = parameters.prior().hash();
    match parameters.priors.as_deref() {
        Some(named) if named != found && parameters.table.is_some() => {
            refuse("priors", format!("the opening names the prior table {named:?}, and the one that it holds is {found}"))
        }
        Some(named) if named != found => refuse(
            "priors",
            format!(
                "the game was opened with the prior table {named:?}, and this release embeds {found}: only a release that embeds that \
                 table can fold the game"
            ),
        ),
        _ => Ok(()),
    }
}

/// Fills the gaps, so that the opening holds everything by value.
///
/// # Errors
/// `seats`: not two; `format`: another; `channels`: none, or one twice; `priors`: a table that this server does not hold.
pub fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
    if seats != 2 {
        return Err(Refusal::new("seats", "a battle has two seats: p1 is seat 0, p2 is seat 1"));
    }
    let format = setup.format.unwrap_or_else(|| FORMAT.to_owned());
    if format != FORMAT {
        return Err(Refusal::new("format", format!("the format is {FORMAT}, not {format:?}")));
    }
    let channels = setup.channels.unwrap_or_else(|| vec![Channel::Spectator]);
    let twice = channels.iter().enumerate().any(|(at, channel)| channels[..at].contains(channel));
    if channels.is_empty() || twice {
        return Err(Refusal::new("channels", "list one to three different feeds of p1, p2 and spectator"));
    }
    let prior =
        chosen(parameters.priors.as_deref(), parameters.table.as_ref()).map_err(|detail| Refusal::new("priors", detail))?;
    let setup = Setup { format: Some(format), channels: Some(channels) };
    let of_seed = || vec![Inference::Absence, Inference::Damage, Inference::Illusion];
    let without = parameters.without.unwrap_or_else(|| if parameters.preset.is_some() { of_seed() } else { Vec::new() });
    let priors = Some(prior.hash().to_owned());
    Ok((setup, Parameters { priors, without: Some(without), ..parameters }))
}
