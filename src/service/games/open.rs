//! Opening a game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::anonymous::{ANONYMOUS, is_anonymous};
use super::canonical;
use super::checked::entry;
use super::game::{Game, GameOpening};
use crate::projection::{Log, OPENING, OnContradiction};
use crate::rulesets::{AnyRuleset, Population, Profile, SeatOpening, find};
use crate::service::players::{Remembered, damaged_player, mark};
use crate::service::{Error, Reporter, Service};
use crate::store::{Append, AppendError, CatalogChange, Expected, LogId, NewEvent, Part, StreamId};

/// A game to open.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// Key of the ruleset.
    #[schema(example = "catan")]
    pub ruleset: String,
    /// The table's rules; `{}` is a playable table. Its schema is that of the ruleset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub setup: Map<String, Value>,
    /// One entry a seat, in order.
    pub seats: Vec<SeatRequest>,
    /// What to do with an event that cannot be true.
    #[serde(default)]
    pub on_contradiction: OnContradiction,
    /// The model's parameters; `{}` is the default model. Its schema is that of the ruleset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub parameters: Map<String, Value>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"player\": \"ann\"}")]
pub struct SeatRequest {
    /// Player id, by which the player is known across games: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit. One player may
    /// sit in several seats. Left out, the seat is anonymous: nothing is known of who sits there, and nothing is remembered.
    #[serde(default)]
    #[schema(example = "ann")]
    pub player: Option<String>,
}

/// A game that was opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct OpenedAnswer {
    /// Its id.
    pub game: String,
    /// Revision of its opening: 0.
    pub revision: u64,
    /// Its ruleset.
    pub ruleset: String,
    /// What was known of each seat's player, copied into the opening.
    pub profiles: Vec<ProfileAnswer>,
}

impl OpenedAnswer {
    /// Of a game with these players in its seats.
    fn of(game: &Game, players: Vec<String>) -> Self {
        let profiles = game.opening.seats.iter().zip(players).zip(0..);
        Self {
            game: game.id().to_owned(),
            revision: 0,
            ruleset: game.opening.ruleset.clone(),
            profiles: profiles
                .map(|((seat, player), number)| ProfileAnswer { seat: number, player, profile: seat.profile.clone() })
                .collect(),
        }
    }
}

/// What was known of the player in a seat when the game opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ProfileAnswer {
    /// The seat.
    pub seat: u8,
    /// The player in it; a pseudonym where the seat is anonymous.
    pub player: String,
    /// The player's profile in this ruleset.
    #[schema(value_type = Object)]
    pub profile: Profile,
}

impl Service {
    /// Opens a game under an id. `true` in the answer where it was opened just now, `false` where it stood already with
    /// the same content.
    ///
    /// # Errors
    /// Where the ruleset refuses the table, or a game of that id was opened otherwise.
    pub async fn open(
        &self,
        log: LogId,
        id: &str,
        request: OpenRequest,
        reporter: Reporter,
    ) -> Result<(OpenedAnswer, bool), Error> {
        let wrong_name = |error: Error| Error::Parameter { name: "game", detail: error.to_string() };
        check_id(id, "").map_err(wrong_name)?;
        let unknown = || Error::malformed("/ruleset", Error::NoRuleset(request.ruleset.clone()).to_string());
        let ruleset = find(&request.ruleset).ok_or_else(unknown)?;
        let now = self.clock.now_us();
        let rules = check_table(ruleset, &request)?;
        // Asked before any player is made: a refused opening leaves nothing behind.
        match self.game(log, id).await {
            Ok(game) => return self.stands(&game, &rules, &request).await,
            Err(Error::NoGame(_)) => {}
            Err(error) => return Err(error),
        }
        self.check_seats(log, &request.seats).await?;
        let opening = self.seat(log, id, ruleset, &rules, &request).await?;
        let partition = log.of_game(id);
        let append = Append {
            log: partition,
            parts: vec![Part {
                stream: StreamId::game(id),
                expected: Expected::NoStream,
                events: vec![NewEvent {
                    id: self.entropy.uuid(now),
                    kind: OPENING.to_owned(),
                    schema: ruleset.schema(),
                    time_us: now,
                    payload: canonical(&serde_json::json!(opening)),
                    salt: self.entropy.bytes(),
                    reporter: reporter.key.as_deref().map(str::to_owned),
                }],
            }],
            catalog: vec![CatalogChange::Opened {
                game: id.to_owned(),
                ruleset: ruleset.key().to_owned(),
                opened_us: now,
                persons: opening.seats.iter().map(|seat| seat.person.clone()).collect(),
            }],
        };
        let key = (partition, id.to_owned());
        let before = self.dropped.get(&key);
        match self.writer.append(append).await {
            Ok(appended) => {
                let first = appended.parts.into_iter().flatten().next();
                let first = first.ok_or_else(|| Error::damaged("the store answered an opening without its event"))?;
                let opened = ruleset.game(first.schema, serde_json::json!(opening))?;
                let opened_us = first.time_us;
                let mut events = Log::default();
                events.push(entry(&*opened, first)?);
                let game = Game::new(key.clone(), ruleset, opened, opening, opened_us, events, None);
                // Where a read brings the game into memory in this moment, the note is lost, and costs a race.
                game.note_written(0, 0, now);
                let game = self.remember(Arc::new(game));
                // It may have been erased as soon as it stood.
                if before.as_ref().map(Arc::as_ptr) != self.dropped.get(&key).as_ref().map(Arc::as_ptr) {
                    self.take_out(&key);
                }
                self.recorded.note(partition);
                let sits = |(seat, asked): (&SeatOpening, SeatRequest)| asked.player.unwrap_or_else(|| seat.person.clone());
                let players = game.opening.seats.iter().zip(request.seats).map(sits).collect();
                Ok((OpenedAnswer::of(&game, players), true))
            }
            Err(AppendError::WrongRevision { .. }) => {
                let game = self.game(log, id).await?;
                self.stands(&game, &rules, &request).await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The answer where a game stands already. Profiles are not compared: they are what was known then.
    async fn stands(&self, game: &Game, rules: &Value, request: &OpenRequest) -> Result<(OpenedAnswer, bool), Error> {
        let (stands, players) = (&game.opening, self.players_of(game).await?);
        let sit_there = request.seats.len() == players.len()
            && request.seats.iter().zip(&players).all(|(asked, sits)| match &asked.player {
                Some(player) => player == sits,
                None => is_anonymous(sits),
            });
        let mut only_seats = false;
        let differs = if stands.ruleset != request.ruleset {
            format!("it is a game of {}", stands.ruleset)
        } else {
            let parts = [
                ("seats", sit_there),
                ("setup", stands.setup == rules["setup"]),
                ("parameters", stands.parameters == rules["parameters"]),
                ("on_contradiction", stands.on_contradiction == request.on_contradiction),
            ];
            let others: Vec<&str> = parts.iter().filter(|(_, is_same)| !is_same).map(|(name, _)| *name).collect();
            if others.is_empty() {
                return Ok((OpenedAnswer::of(game, players), false));
            }
            only_seats = others == ["seats"];
            format!("with other `{}`", others.join("`, `"))
        };
        let checked = self.check_seats(game.key.0.home(), &request.seats).await;
        checked.map_err(|error| match error {
            // It may be the very game, opened before that. A new person under the id would not be who sits there.
            Error::Forgotten { player, pointer } if only_seats => {
                Error::ForgottenInGame { player, game: game.id().to_owned(), pointer }
            }
            error => error,
        })?;
        Err(Error::GameExists { game: game.id().to_owned(), differs })
    }

    async fn check_seats(&self, log: LogId, seats: &[SeatRequest]) -> Result<(), Error> {
        let named = seats.iter().enumerate().filter_map(|(seat, asked)| Some((seat, asked.player.as_deref()?)));
        let players: Vec<_> = named.map(|(seat, player)| (player, format!("/seats/{seat}/player"))).collect();
        self.check_not_forgotten(log, &players).await
    }

    /// An id for a game whose client chose none.
    #[must_use]
    pub fn fresh_id(&self) -> String {
        self.entropy.uuid(self.clock.now_us())
    }

    /// The opening of a table that was checked, with what is known of the players in its seats.
    async fn seat(
        &self,
        log: LogId,
        id: &str,
        ruleset: &'static dyn AnyRuleset,
        rules: &Value,
        request: &OpenRequest,
    ) -> Result<GameOpening, Error> {
        let named = request.seats.iter().filter_map(|seat| seat.player.clone());
        let proposals: Vec<(String, String)> = named.map(|player| (player, self.entropy.person())).collect();
        let mut known = self.store.persons(log, &proposals).await?.into_iter();
        let stranger = || format!("{ANONYMOUS}{}", self.entropy.person());
        let persons: Vec<String> =
            request.seats.iter().map(|seat| seat.player.as_ref().and_then(|_| known.next()).unwrap_or_else(stranger)).collect();
        // Asked again: one may have been forgotten meanwhile, and was then made anew just now.
        if let Err(error) = self.check_seats(log, &request.seats).await {
            if let Error::Forgotten { player, .. } = &error {
                self.store.drop_forgotten(log, player, &mark(log, player)).await?;
            }
            return Err(error);
        }
        let numbers = match self.seat_numbers(log, id, &persons).await {
            // Forgotten just now.
            Err(AppendError::Closed { stream }) => return Err(forgotten_at(&stream, &persons, &request.seats)),
            Err(AppendError::Damaged { stream, what }) => {
                return Err(damaged_player(&player_of(&stream, &persons, &request.seats).1, what));
            }
            numbers => numbers?,
        };
        let known: Vec<String> = persons.iter().filter(|person| !is_anonymous(person)).cloned().collect();
        let named = request.seats.iter().filter_map(|seat| seat.player.as_deref());
        let remembered = named.zip(self.remembered(log, &known).await?);
        // No seat is taken with a profile that is not what was settled: the opening would hold it for ever.
        let remembered = remembered.map(|(player, found)| found.map_err(|damage| damaged_player(player, damage)));
        let mut remembered = remembered.collect::<Result<Vec<_>, _>>()?.into_iter();
        let profile = |remembered: Remembered| remembered.profile(ruleset.key());
        let seat = |person: String| {
            let remembered = if is_anonymous(&person) { None } else { remembered.next() };
            SeatOpening { profile: remembered.map(profile).unwrap_or_default(), person }
        };
        let seats = persons.into_iter().map(seat).collect();
        let population = if Population::is_read(&rules["parameters"]) {
            self.population(log, ruleset).await?.population
        } else {
            Population::default()
        };
        Ok(GameOpening {
            ruleset: ruleset.key().to_owned(),
            setup: rules["setup"].clone(),
            parameters: rules["parameters"].clone(),
            seats,
            population,
            numbers,
            on_contradiction: request.on_contradiction,
        })
    }
}

/// What it means that the stream of a person at the table takes no more events.
fn forgotten_at(closed: &StreamId, persons: &[String], seats: &[SeatRequest]) -> Error {
    let (seat, player) = player_of(closed, persons, seats);
    Error::Forgotten { player, pointer: format!("/seats/{seat}/player") }
}

/// The seat that a person's stream is of, and the player who was named for it.
fn player_of(stream: &StreamId, persons: &[String], seats: &[SeatRequest]) -> (usize, String) {
    let seat = persons.iter().position(|person| StreamId::player(person) == *stream).unwrap_or_default();
    (seat, seats.get(seat).and_then(|seat| seat.player.clone()).unwrap_or_default())
}

/// The rules and parameters of a table as they will be played, and whether its seats can be taken.
fn check_table(ruleset: &'static dyn AnyRuleset, request: &OpenRequest) -> Result<Value, Error> {
    let stranger = || SeatOpening { person: String::new(), profile: Profile::default() };
    let (setup, parameters) = (Value::Object(request.setup.clone()), Value::Object(request.parameters.clone()));
    let strangers = request.seats.iter().map(|_| stranger()).collect();
    let rules = ruleset.open(setup, parameters, strangers).map_err(|rejection| {
        Error::rejected_in(&[("/setup", &request.setup), ("/parameters", &request.parameters)], rejection)
    })?;
    let named = request.seats.iter().enumerate().filter_map(|(seat, asked)| Some((seat, asked.player.as_deref()?)));
    for (seat, player) in named {
        check_id(player, &format!("/seats/{seat}/player"))?;
        if is_anonymous(player) {
            let detail = format!("ids that begin with {ANONYMOUS:?} are those of anonymous seats: leave `player` out for one");
            return Err(Error::malformed(format!("/seats/{seat}/player"), detail));
        }
    }
    Ok(rules)
}

/// Ids of games and players: 1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit.
pub(in crate::service) fn check_id(id: &str, pointer: &str) -> Result<(), Error> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let fits = (1..=64).contains(&id.len()) && id.bytes().all(allowed) && id.as_bytes()[0].is_ascii_alphanumeric();
    if fits {
        return Ok(());
    }
    let detail = "an id is 1 to 64 of A-Z a-z 0-9 . _ - and begins with a letter or digit";
    Err(Error::malformed(pointer, detail))
}
