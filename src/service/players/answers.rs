//! Players: who they are, and what their past games say about them.

use serde::{Deserialize, Serialize};

use super::forget::mark;
use super::profiles::Remembered;
use crate::belief::Beta;
use crate::rulesets::{ALL, AnyRuleset, Context, Counts, Population, Profile, Revision, Tendency};
use crate::service::games::check_id;
use crate::service::names::is_plain;
use crate::service::page::page_of;
use crate::service::{Error, PageRequest, Service};
use crate::store::{LogId, PlayerRow};

/// Longest name for people, in characters.
const NAME_CHARACTERS: usize = 100;

/// Name of the prior that a new player starts from.
const POPULATION: &str = "population";
/// Name of the prior that nothing was learned for.
const SHIPPED: &str = "shipped";

/// What to call a player.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameRequest {
    /// A name for people, of 1 to 100 characters that neither control nor turn the direction of the text; none if absent.
    #[schema(example = "Ann", max_length = 100)]
    pub display_name: Option<String>,
}

/// A player in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PlayerEntry {
    /// The id, by which the player is known across games.
    pub player: String,
    /// A name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
}

/// A page of players.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PlayerList {
    /// In the order of their ids.
    pub items: Vec<PlayerEntry>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A player, and what is known of them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PlayerAnswer {
    /// Who.
    #[serde(flatten)]
    pub player: PlayerEntry,
    /// Revision of the player's stream that this holds for; absent where nothing was settled yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// One entry a ruleset.
    pub rulesets: Vec<PlayerRulesetAnswer>,
}

/// What games of one ruleset say about a player.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PlayerRulesetAnswer {
    /// The ruleset.
    pub ruleset: &'static str,
    /// Games in which something was settled.
    pub games: u32,
    /// How far the player's statements are to be believed; absent before the first settled round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<TrustAnswer>,
    /// One entry a behaviour.
    pub tendencies: Vec<TendencyAnswer>,
}

/// How far statements are to be believed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TrustAnswer {
    /// In [0, 1]; a stranger starts at 0.5.
    pub value: f64,
    /// Rounds that it rests on.
    pub rounds: u32,
    /// Accuracies of the last 32 of them, oldest first.
    pub recent: Vec<f64>,
}

/// How often a player does something.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TendencyAnswer {
    /// The behaviour.
    pub tendency: &'static str,
    /// What counts as doing it, and what as an opportunity.
    pub description: &'static str,
    /// Its rate over all situations together. It means nothing where the contexts are the values of one choice; the description says so.
    #[serde(flatten)]
    pub rate: RateAnswer,
    /// The same by situation, where the behaviour is distinguished by it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contexts: Vec<ContextAnswer>,
}

/// A rate, and what it rests on.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct RateAnswer {
    /// Expected rate.
    pub mean: f64,
    /// The rate lies between these with probability 0.9.
    pub interval_90: [f64; 2],
    /// Times that it was done; a game weighs less the more games follow it.
    pub successes: f64,
    /// Times that it could have been done, weighted likewise.
    pub opportunities: f64,
    /// What the release takes the rate of a player never seen before to be.
    pub prior: PriorAnswer,
    /// The same with what all players of this log taught in the place of that prior: what games that are opened now start from, unless
    /// their `parameters.population` is `shipped`. Absent where nothing was learned, and where the player was asked for as of a revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<LearnedRateAnswer>,
}

/// A rate by what the players of a log taught.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct LearnedRateAnswer {
    /// Expected rate.
    pub mean: f64,
    /// The rate lies between these with probability 0.9.
    pub interval_90: [f64; 2],
    /// What the rate of a player of this log is taken to be who was never seen before.
    pub prior: PriorAnswer,
}

/// A Beta distribution that a rate starts from.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PriorAnswer {
    /// Whose it is: `population`, all players of this log, or `shipped` with this release.
    pub name: &'static str,
    /// Pseudo-count of successes.
    pub alpha: f64,
    /// Pseudo-count of failures.
    pub beta: f64,
}

/// How often a player does something in one situation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ContextAnswer {
    /// The situation.
    pub context: &'static str,
    /// Its rate there.
    #[serde(flatten)]
    pub rate: RateAnswer,
}

impl Service {
    /// A page of players.
    ///
    /// # Errors
    /// Where the page is asked for wrongly.
    pub async fn players(&self, log: LogId, page: &PageRequest) -> Result<PlayerList, Error> {
        let limit = page.limit(self)?;
        if let Some(cursor) = &page.cursor {
            check_id(cursor, "").map_err(|_| PageRequest::unknown_cursor())?;
        }
        let rows = self.store.list_players(log, page.cursor.as_deref(), PageRequest::fetch(limit)).await?;
        let (rows, next) = page_of(rows, limit, |row| row.player.clone());
        Ok(PlayerList { items: rows.into_iter().map(PlayerEntry::from).collect(), next })
    }

    /// Names a player, who is made where there is none. `true` in the answer where the player is new, or had been forgotten.
    ///
    /// # Errors
    /// Where the id or the name is malformed.
    pub async fn name_player(&self, log: LogId, player: &str, request: NameRequest) -> Result<(PlayerAnswer, bool), Error> {
        check_id(player, "").map_err(|error| Error::Parameter { name: "player", detail: error.to_string() })?;
        if let Some(name) = &request.display_name
            && (!(1..=NAME_CHARACTERS).contains(&name.chars().count()) || !is_plain(name))
        {
            let detail = format!(
                "a name is 1 to {NAME_CHARACTERS} characters, none of them a control character or one that turns the direction of the text"
            );
            return Err(Error::malformed("/display_name", detail));
        }
        let proposed = self.entropy.person();
        let row = PlayerRow { player: player.to_owned(), person: proposed.clone(), display_name: request.display_name };
        let person = self.store.name_player(log, &row, &mark(log, player)).await?;
        let new = person == proposed;
        Ok((self.answer_player(log, PlayerRow { person, ..row }, None).await?, new))
    }

    /// A player, with what is known now or was known as of a revision of the player's stream.
    ///
    /// # Errors
    /// Where there is none, the player was forgotten, or the stream has not come that far.
    pub async fn player(&self, log: LogId, player: &str, revision: Option<Revision>) -> Result<PlayerAnswer, Error> {
        let row = self.player_row(log, player).await?;
        self.answer_player(log, row, revision).await
    }

    async fn answer_player(&self, log: LogId, row: PlayerRow, revision: Option<Revision>) -> Result<PlayerAnswer, Error> {
        let remembered = match revision {
            None => self.remembered_player(log, &row).await?,
            Some(asked) => {
                let now = self.remembered_player(log, &row).await?;
                if now.revision.is_none_or(|head| asked > head) {
                    return Err(Error::NoPlayerRevision { asked, head: now.revision });
                }
                let then = self.remembered_at(log, &row.person, Some(asked), &now).await;
                then.map_err(|error| self.of_past(log, &row, error))?
            }
        };
        // What the population was at an earlier revision is in the openings of that time.
        let mut populations = if revision.is_none() { self.populations(log).await? } else { Default::default() };
        let mut population = |ruleset: &str| populations.remove(ruleset).unwrap_or_default().population;
        let rulesets = ALL.iter().map(|ruleset| describe(*ruleset, &remembered, &population(ruleset.key()))).collect();
        Ok(PlayerAnswer { player: row.into(), revision: remembered.revision, rulesets })
    }
}

impl From<PlayerRow> for PlayerEntry {
    fn from(row: PlayerRow) -> Self {
        Self { player: row.player, display_name: row.display_name }
    }
}

fn describe(ruleset: &dyn AnyRuleset, remembered: &Remembered, population: &Population) -> PlayerRulesetAnswer {
    let profile = remembered.profile(ruleset.key());
    PlayerRulesetAnswer {
        ruleset: ruleset.key(),
        games: profile.games,
        tendencies: ruleset
            .tendencies()
            .iter()
            .map(|tendency| rate(tendency, ruleset.apart().contains(&tendency.name), &profile, population))
            .collect(),
        trust: profile.trust.map(|trust| TrustAnswer { value: trust.value, rounds: trust.rounds, recent: trust.recent }),
    }
}

fn rate(tendency: &'static Tendency, is_apart: bool, profile: &Profile, population: &Population) -> TendencyAnswer {
    let learned = |context: &str| {
        let is_taught = population.counts(tendency.name, context).opportunities > 0.0;
        is_taught.then(|| population.prior(tendency, context))
    };
    let contexts = tendency.contexts.iter().map(|context| ContextAnswer {
        context: context.name,
        rate: RateAnswer::of(context.prior, learned(context.name), profile.counts(tendency.name, context.name)),
    });
    let over_all = || if is_apart { None } else { population_over_all(tendency, profile, population) };
    TendencyAnswer {
        tendency: tendency.name,
        description: tendency.description,
        rate: RateAnswer::of(tendency.prior_in(""), learned("").or_else(over_all), profile.total(tendency.name)),
        contexts: contexts.collect(),
    }
}

/// The population's rate over all situations of a behaviour, had it met them as often as the player did: of the shipped prior's worth. Else who meets other
/// situations than most would seem to behave otherwise. `None` where the population taught nothing of any, or the player met none.
fn population_over_all(tendency: &Tendency, profile: &Profile, population: &Population) -> Option<Beta> {
    let taught = |context: &Context| population.counts(tendency.name, context.name).opportunities > 0.0;
    let (mut done, mut met) = (0.0, 0.0);
    for context in tendency.contexts {
        let opportunities = profile.counts(tendency.name, context.name).opportunities;
        met += opportunities;
        done += opportunities * population.prior(tendency, context.name).mean();
    }
    let worth = tendency.prior.alpha + tendency.prior.beta;
    let mean = done / met;
    (met > 0.0 && tendency.contexts.iter().any(taught)).then_some(Beta { alpha: worth * mean, beta: worth * (1.0 - mean) })
}

impl RateAnswer {
    fn of(shipped: Beta, learned: Option<Beta>, counts: Counts) -> Self {
        let posterior = |prior: Beta| {
            let posterior = counts.after(prior);
            let (low, high) = posterior.interval_90();
            (posterior.mean(), [low, high])
        };
        let named = |name, Beta { alpha, beta }| PriorAnswer { name, alpha, beta };
        let (mean, interval_90) = posterior(shipped);
        let learned = learned.map(|prior| {
            let (mean, interval_90) = posterior(prior);
            LearnedRateAnswer { mean, interval_90, prior: named(POPULATION, prior) }
        });
        let Counts { successes, opportunities } = counts;
        Self { mean, interval_90, successes, opportunities, prior: named(SHIPPED, shipped), learned }
    }
}
