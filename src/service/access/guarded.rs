//! The use cases as callers reach them: each asks first whether the caller may.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::watch;
use tokio::time::Instant;

use super::caller::Caller;
use super::keys::{KeyList, KeyRequest, MadeKey, RoleName};
use super::trail::AccessList;
use crate::rulesets::{AnyRuleset, Observer, Revision, Seat};
use crate::service::page::USUAL_PAGE;
use crate::service::reads::check_observer;
use crate::service::work::to_its_end;
use crate::service::{
    AppendAnswer, AppendRequest, AuditAnswer, BeliefRequest, CurveAnswer, CurveRequest, DrawRequest, Error, EventList, EventMark,
    EventView, EvidenceList, EvidenceRequest, FeedCursor, FeedList, FeedRequest, Game, GameAnswer, GameList, HistoryList,
    HistoryRequest, Learned, ListRequest, NameRequest, OpenRequest, OpenedAnswer, PackedWorlds, PageRequest, PlayerAnswer,
    PlayerList, QueriesAnswer, Reporter, RetractionsRequest, ServersAnswer, Service, Time, TruthAnswer, TurnAnswer, TurnRequest,
    WhatIfRequest, WorldsAnswer,
};

/// So many events are made into views where they are asked for.
const FEW: Revision = 4;

/// The use cases for one caller. Who has nothing else cannot go round the rules.
///
/// Errors are those of the use case; and before it [`Error::Forbidden`], where the role does not allow it.
#[derive(Clone)]
pub struct Guarded {
    service: Arc<Service>,
    caller: Caller,
    /// When what the caller asks for is answered at the latest.
    answer_by: Instant,
}

/// A game, and the eyes through which the caller may read it. Only [`Guarded::look`] makes one.
#[derive(Clone)]
pub struct Seen {
    game: Arc<Game>,
    observer: Observer,
}

impl Seen {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Through whose eyes.
    #[must_use]
    pub const fn observer(&self) -> Observer {
        self.observer
    }

    /// The revision that was asked for; the game's last, where none was.
    ///
    /// # Errors
    /// Where the game has no such revision.
    pub fn revision(&self, asked: Option<Revision>) -> Result<Revision, Error> {
        let head = self.game.head();
        match asked {
            Some(asked) if asked > head => Err(Error::NoRevision { asked, head }),
            asked => Ok(asked.unwrap_or(head)),
        }
    }

    fn belief(&self, revision: Option<Revision>) -> BeliefRequest {
        BeliefRequest { observer: self.observer, revision }
    }
}

impl Guarded {
    /// The use cases for a caller, who is answered by then.
    #[must_use]
    pub const fn new(service: Arc<Service>, caller: Caller, answer_by: Instant) -> Self {
        Self { service, caller, answer_by }
    }

    /// Whether the caller's key is still in force.
    pub async fn is_still_let_in(&self) -> bool {
        self.service.is_still_let_in(&self.caller).await
    }

    /// An id for a game that the caller names no id for.
    #[must_use]
    pub fn fresh_id(&self) -> String {
        self.service.fresh_id()
    }

    /// Who asks.
    #[must_use]
    pub const fn caller(&self) -> &Caller {
        &self.caller
    }

    fn reporter(&self) -> Reporter {
        Reporter { key: self.caller.key.clone(), seat: None }
    }
}

/// Games.
impl Guarded {
    /// A game, through the eyes of an observer; of the one that goes with the role, where none is asked for.
    pub async fn look(&self, game: &str, asked: Option<Observer>) -> Result<Seen, Error> {
        self.look_at(game, asked, None).await
    }

    /// The same by a request that names a revision: a server that only reads waits until the game has come that far.
    pub async fn look_at(&self, game: &str, asked: Option<Observer>, revision: Option<Revision>) -> Result<Seen, Error> {
        self.caller.may_enter(game)?;
        let observer = self.caller.observer(asked)?;
        let game = self.service.game_at(self.caller.log, game, revision).await?;
        check_observer(&game, observer)?;
        Ok(Seen { game, observer })
    }

    /// The same game as the database holds it, where memory was found to be ahead of it.
    pub async fn look_again(&self, seen: &Seen) -> Result<Seen, Error> {
        let game = self.service.game(self.caller.log, seen.game.id()).await?;
        Ok(Seen { game, observer: seen.observer })
    }

    /// [`Service::list`]
    pub async fn list(&self, request: ListRequest) -> Result<GameList, Error> {
        self.caller.may_survey()?;
        self.service.list(self.caller.log, request).await
    }

    /// [`Service::open`], with the revision of the game's last event.
    pub async fn open(&self, game: &str, request: OpenRequest) -> Result<(OpenedAnswer, bool, Revision), Error> {
        self.caller.may_referee()?;
        self.service.may_write()?;
        let (service, log, id, by) = (Arc::clone(&self.service), self.caller.log, game.to_owned(), self.reporter());
        let (answer, new) = to_its_end(async move { service.open(log, &id, request, by).await }).await?;
        let head = if new { 0 } else { self.service.game(self.caller.log, game).await?.head() };
        Ok((answer, new, head))
    }

    /// [`Service::describe`], and whether somebody who sat there was forgotten since an answer may have named them.
    pub async fn describe(&self, seen: &Seen) -> Result<(GameAnswer, bool), Error> {
        let answer = self.service.describe(&seen.game, seen.observer).await?;
        let has_forgotten = self.service.has_forgotten(&seen.game, &answer);
        Ok((answer, has_forgotten))
    }

    /// [`Service::erase`]
    pub async fn erase(&self, game: &str, if_match: Option<Vec<Revision>>) -> Result<(), Error> {
        self.caller.may_administer()?;
        self.service.may_write()?;
        let (service, log, game) = (Arc::clone(&self.service), self.caller.log, game.to_owned());
        to_its_end(async move { service.erase(log, &game, if_match).await }).await
    }

    /// [`Service::append`]. A seat reports what it did itself, and is refused in words that it may read.
    pub async fn append(&self, game: &str, request: AppendRequest) -> Result<AppendAnswer, Error> {
        let seat = self.caller.may_append(game)?;
        self.service.may_write()?;
        let observer = match request.observer {
            None => seat.map(Observer::Seat),
            asked => Some(self.caller.observer(asked)?),
        };
        let reporter = Reporter { seat, ..self.reporter() };
        self.service.append(self.caller.log, game, AppendRequest { observer, reporter, ..request }, self.answer_by).await
    }

    /// [`Service::turn`]
    pub async fn turn(&self, game: &str, request: TurnRequest, if_match: Option<Vec<Revision>>) -> Result<TurnAnswer, Error> {
        self.caller.may_enter(game)?;
        let seat = if request.events.is_empty() { None } else { self.caller.may_append(game)? };
        if !request.events.is_empty() {
            self.service.may_write()?;
        }
        let observer = Some(self.caller.observer(request.observer)?);
        let reporter = Reporter { seat, ..self.reporter() };
        self.service.turn(self.caller.log, game, TurnRequest { observer, ..request }, if_match, reporter, self.answer_by).await
    }

    /// [`Service::retract_reported`]
    pub async fn retract_reported(&self, game: &str, request: RetractionsRequest) -> Result<AppendAnswer, Error> {
        self.caller.may_referee()?;
        self.service.may_write()?;
        self.service.retract_reported(self.caller.log, game, request, self.reporter(), self.answer_by).await
    }
}

/// What observers see and believe.
impl Guarded {
    /// [`Service::events`]
    pub async fn events(&self, seen: &Seen, page: &PageRequest, head: Revision) -> Result<EventList, Error> {
        if page.limit.unwrap_or_default() <= USUAL_PAGE {
            return self.service.events(&seen.game, seen.observer, page, head).await;
        }
        let (service, seen, page) = (Arc::clone(&self.service), seen.clone(), page.clone());
        self.service.paged_beside(async move || service.events(&seen.game, seen.observer, &page, head).await).await
    }

    /// [`Service::marked_views`]: many of them are made beside the threads that answer, so that whoever catches up holds up nobody.
    pub async fn marked_views(&self, seen: &Seen, from: Revision, end: Revision) -> Result<Vec<(EventMark, EventView)>, Error> {
        if end.saturating_sub(from) <= FEW {
            return self.service.marked_views(&seen.game, seen.observer, from, end).await;
        }
        let (service, seen) = (Arc::clone(&self.service), seen.clone());
        self.service.paged_beside(async move || service.marked_views(&seen.game, seen.observer, from, end).await).await
    }

    /// [`Service::mark`]
    pub async fn mark(&self, seen: &Seen, revision: Revision) -> Result<EventMark, Error> {
        self.service.mark(&seen.game, revision).await
    }

    /// [`Service::holds`]
    pub async fn holds(&self, seen: &Seen, mark: EventMark) -> Result<bool, Error> {
        self.service.holds_at(seen, mark).await
    }

    /// [`Service::belief`]
    pub async fn belief(&self, seen: &Seen, revision: Revision, variables: Option<&[String]>) -> Result<Bytes, Error> {
        self.service.belief(&seen.game, &seen.belief(Some(revision)), variables).await
    }

    /// [`Service::evidence`]; whose belief it is about is the one who looks.
    pub async fn evidence(&self, seen: &Seen, request: EvidenceRequest, head: Revision) -> Result<EvidenceList, Error> {
        self.service.evidence(&seen.game, &EvidenceRequest { observer: seen.observer, ..request }, head).await
    }

    /// [`Service::curve`]; whose belief it is of is the one who looks. The truth is for who may look as the referee.
    pub async fn curve(&self, seen: &Seen, request: CurveRequest, head: Revision) -> Result<CurveAnswer, Error> {
        if request.truth {
            self.caller.observer(Some(Observer::Referee))?;
        }
        self.service.curve(&seen.game, &CurveRequest { observer: seen.observer, ..request }, head).await
    }

    /// [`Service::truth`]: for who may look as the referee.
    pub async fn truth(&self, seen: &Seen, head: Revision) -> Result<TruthAnswer, Error> {
        self.caller.observer(Some(Observer::Referee))?;
        self.service.truth(&seen.game, head).await
    }

    /// [`Service::worlds`]
    pub async fn worlds(&self, seen: &Seen, revision: Option<Revision>, wanted: &DrawRequest) -> Result<WorldsAnswer, Error> {
        self.service.worlds(&seen.game, &seen.belief(revision), wanted).await
    }

    /// [`Service::packed_worlds`]
    pub async fn packed_worlds(
        &self,
        seen: &Seen,
        revision: Option<Revision>,
        wanted: &DrawRequest,
    ) -> Result<PackedWorlds, Error> {
        self.service.packed_worlds(&seen.game, &seen.belief(revision), wanted).await
    }

    /// [`Service::queries`]
    pub async fn queries(
        &self,
        seen: &Seen,
        revision: Option<Revision>,
        queries: Vec<serde_json::Value>,
    ) -> Result<QueriesAnswer, Error> {
        self.service.queries(&seen.game, &seen.belief(revision), queries).await
    }

    /// [`Service::what_if`]
    pub async fn what_if(&self, seen: &Seen, request: WhatIfRequest) -> Result<Bytes, Error> {
        self.service.what_if(&seen.game, &seen.belief(request.revision), request).await
    }

    /// [`Service::audit`]
    pub async fn audit(&self, seen: &Seen) -> Result<AuditAnswer, Error> {
        self.service.audit(&seen.game, seen.observer).await
    }
}

/// The whole log.
impl Guarded {
    /// Through whose eyes the caller reads the feed.
    pub fn feed_observer(&self, asked: Option<Observer>) -> Result<Observer, Error> {
        self.caller.may_survey()?;
        self.caller.observer(asked)
    }

    /// [`Service::feed`]
    pub async fn feed(
        &self,
        observer: Observer,
        request: &FeedRequest,
        after: FeedCursor,
        limit: Option<usize>,
    ) -> Result<FeedList, Error> {
        let observer = self.feed_observer(Some(observer))?;
        let (service, log, request) = (Arc::clone(&self.service), self.caller.log, request.clone());
        self.service.paged_beside(async move || service.feed(log, observer, &request, after, limit).await).await
    }

    /// [`Service::feed_end`]
    pub async fn feed_end(&self) -> Result<FeedCursor, Error> {
        self.caller.may_survey()?;
        self.service.feed_end(self.caller.log).await
    }

    /// [`Service::feed_holds`]
    pub async fn feed_holds(&self, cursor: &FeedCursor) -> Result<bool, Error> {
        self.caller.may_survey()?;
        self.service.feed_holds_at(self.caller.log, cursor).await
    }

    /// [`Service::recorded`]
    #[must_use]
    pub fn recorded(&self) -> watch::Receiver<FeedCursor> {
        self.service.recorded(self.caller.log)
    }

    /// [`Service::population`]; nothing for a seat: it is what players did at other tables, and how long the log is.
    pub async fn population(&self, ruleset: &'static dyn AnyRuleset) -> Result<Option<Learned>, Error> {
        if self.caller.may_survey().is_err() {
            return Ok(None);
        }
        self.service.population(self.caller.log, ruleset).await.map(Some)
    }
}

/// Players.
impl Guarded {
    /// [`Service::players`]
    pub async fn players(&self, page: &PageRequest) -> Result<PlayerList, Error> {
        self.caller.may_survey()?;
        self.service.players(self.caller.log, page).await
    }

    /// [`Service::player`]
    pub async fn player(&self, player: &str, revision: Option<Revision>) -> Result<PlayerAnswer, Error> {
        self.caller.may_survey()?;
        self.service.player_at(self.caller.log, player, revision).await
    }

    /// [`Service::history`]
    pub async fn history(&self, player: &str, request: &HistoryRequest) -> Result<HistoryList, Error> {
        self.caller.may_survey()?;
        let (log, service) = (self.caller.log, Arc::clone(&self.service));
        if request.is_whole() && request.page.limit.unwrap_or_default() <= USUAL_PAGE {
            return service.history(log, player, request).await;
        }
        let (player, request) = (player.to_owned(), request.clone());
        self.service.paged_beside(async move || service.history(log, &player, &request).await).await
    }

    /// [`Service::name_player`]
    pub async fn name_player(&self, player: &str, request: NameRequest) -> Result<(PlayerAnswer, bool), Error> {
        self.caller.may_referee()?;
        self.service.may_write()?;
        self.service.name_player(self.caller.log, player, request).await
    }

    /// [`Service::forget`]
    pub async fn forget(&self, player: &str) -> Result<(), Error> {
        self.caller.may_administer()?;
        self.service.may_write()?;
        let (service, log, player) = (Arc::clone(&self.service), self.caller.log, player.to_owned());
        to_its_end(async move { service.forget(log, &player).await }).await
    }
}

/// Keys, and the server itself.
impl Guarded {
    /// [`Service::make_key`]
    pub async fn make_key(&self, request: KeyRequest) -> Result<MadeKey, Error> {
        self.caller.may_administer()?;
        self.service.may_write()?;
        self.mint(request).await
    }

    /// [`Service::make_key`] for a seat of a game, which a referee may do too.
    pub async fn make_seat_key(
        &self,
        game: String,
        seat: Seat,
        name: Option<String>,
        expires: Option<Time>,
    ) -> Result<MadeKey, Error> {
        self.caller.may_referee()?;
        self.service.may_write()?;
        self.mint(KeyRequest { role: RoleName::Seat, game: Some(game), seat: Some(seat), name, expires }).await
    }

    async fn mint(&self, request: KeyRequest) -> Result<MadeKey, Error> {
        self.may_be_first(request.role)?;
        let (service, by) = (Arc::clone(&self.service), self.caller.clone());
        to_its_end(async move { service.make_key(&by, request).await }).await
    }

    /// From its first key on, a server lets nobody in without one: that key must be able to make the others.
    fn may_be_first(&self, role: RoleName) -> Result<(), Error> {
        if self.service.is_guarded() || role == RoleName::Admin {
            return Ok(());
        }
        let detail = "there is no key yet, and from the first one on nobody is let in without one: make an admin's key first \
                      (POST /v1/keys {\"role\": \"admin\"}), which makes the others";
        Err(Error::Forbidden { detail: detail.to_owned(), pointer: String::new() })
    }

    /// [`Service::list_keys`]
    pub async fn keys(&self, page: &PageRequest) -> Result<KeyList, Error> {
        self.caller.may_administer()?;
        self.service.list_keys(self.caller.log, page).await
    }

    /// [`Service::revoke_key`]
    pub async fn revoke_key(&self, id: &str) -> Result<(), Error> {
        self.caller.may_administer()?;
        self.service.may_write()?;
        let (service, by, id) = (Arc::clone(&self.service), self.caller.clone(), id.to_owned());
        to_its_end(async move { service.revoke_key(&by, &id).await }).await
    }

    /// [`Service::access_trail`]
    pub async fn access_trail(&self, page: &PageRequest) -> Result<AccessList, Error> {
        self.caller.may_administer()?;
        self.service.access_trail(self.caller.log, page).await
    }

    /// What was found damaged, by the names of games, whosesoever they are: for the operator, and nobody else.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        if self.caller.may_operate().is_ok() { self.service.findings() } else { Vec::new() }
    }

    /// What is known of the servers that are alive, where this one takes part; names of tenants, and URLs that are not advertised, for the operator alone.
    #[must_use]
    pub fn servers(&self) -> Option<ServersAnswer> {
        self.service.servers(self.caller.may_operate().is_ok())
    }

    /// The server that is preferred for a game, where that is another one that is advertised. It is worked out of the game's name, and says nothing of whether there is such a
    /// game.
    #[must_use]
    pub fn named_for(&self, game: &str) -> Option<String> {
        self.service.named_for(self.caller.log.of_game(game))
    }

    /// Leave to read what the server counts.
    pub fn may_watch(&self) -> Result<(), Error> {
        self.caller.may_operate()
    }
}
