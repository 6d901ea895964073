//! Games: one, and lists of them.

use std::cmp::Reverse;
use std::sync::Arc;

use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::anonymous::is_anonymous;
use super::audit::hex;
use super::game::Game;
use crate::projection::OnContradiction;
use crate::rulesets::{Observer, Revision};
use crate::service::reads::check_observer;
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{CatalogFilter, CatalogGame, LogId, Position};

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It takes events.
    Open,
    /// It takes retractions and notes only.
    Finished,
}

/// A game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct GameAnswer {
    /// Its id.
    pub game: String,
    /// Its ruleset.
    pub ruleset: String,
    /// Revision of its last event.
    pub revision: Revision,
    /// Whether it goes on.
    pub status: Status,
    /// When it was opened.
    #[schema(value_type = String, format = DateTime)]
    pub opened: Time,
    /// Who sits where.
    pub seats: Vec<SeatAnswer>,
    /// The table's rules, complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub setup: Option<Value>,
    /// The model's parameters, complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub parameters: Option<Value>,
    /// What becomes of an event that cannot be true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_contradiction: Option<OnContradiction>,
    /// Hash of the last event, in hexadecimal; shown to the referee only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain_head: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct SeatAnswer {
    /// The seat.
    pub seat: u8,
    /// The player in it; a pseudonym where the player was forgotten, or the seat is anonymous.
    pub player: String,
}

/// A page of games.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct GameList {
    /// Newest first. A game whose row in the catalog is damaged is left out; asked for itself, it says so.
    pub items: Vec<GameAnswer>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Which games.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// Only of this ruleset.
    pub ruleset: Option<String>,
    /// Only with this player at the table.
    pub player: Option<String>,
    /// Only open, or only finished.
    pub status: Option<Status>,
    /// Only opened at or after this time.
    pub since: Option<Time>,
    /// Which page.
    pub page: PageRequest,
}

impl Service {
    /// A page of games, newest first.
    ///
    /// # Errors
    /// Where the ruleset does not exist, or the page is asked for wrongly.
    pub async fn list(&self, log: LogId, request: ListRequest) -> Result<GameList, Error> {
        if let Some(ruleset) = &request.ruleset
            && crate::rulesets::find(ruleset).is_none()
        {
            return Err(Error::NoRuleset(ruleset.clone()));
        }
        let limit = request.page.limit(self)?;
        let before = Before::of(&request.page, log)?;
        let person = match &request.player {
            None => None,
            Some(player) => match self.store.find_player(log, player).await? {
                Some(row) => Some(row.person),
                None => return Ok(GameList { items: Vec::new(), next: None }),
            },
        };
        let filter = CatalogFilter {
            ruleset: request.ruleset,
            person,
            finished: request.status.map(|status| status == Status::Finished),
            since_us: request.since.map(Time::micros),
            before: None,
        };
        let fetch = PageRequest::fetch(limit);
        let lists = try_join_all(log.each().zip(&before.0).map(|(partition, before)| {
            let filter = CatalogFilter { before: *before, ..filter.clone() };
            async move { self.store.games(partition, &filter, fetch).await }
        }));
        let (games, next) = before.clone().newest(lists.await?, limit);
        let persons: Vec<String> = games.iter().flat_map(|game| game.persons.iter().cloned()).collect();
        let players = self.store.players(log, &persons).await?;
        let name = |person: &String| players.get(person).cloned().unwrap_or_else(|| person.clone());
        // The damage of one game does not hide the others: asked for itself, it is answered as damaged.
        let listed = |game: CatalogGame| {
            let id = game.game.clone();
            entry(game, name)
                .inspect_err(|error| tracing::error!(%error, game = id, "a damaged game is left out of a list of games"))
                .ok()
        };
        let items = games.into_iter().filter_map(listed).collect();
        Ok(GameList { items, next })
    }

    /// One game. The referee also sees the head of its chain.
    ///
    /// # Errors
    /// Where the seat does not exist.
    pub async fn describe(&self, game: &Arc<Game>, observer: Observer) -> Result<GameAnswer, Error> {
        check_observer(game, observer)?;
        let (revision, hash) = game.head_hash();
        Ok(GameAnswer {
            game: game.id().to_owned(),
            ruleset: game.ruleset.key().to_owned(),
            revision,
            status: if game.log().finish(revision).is_some() { Status::Finished } else { Status::Open },
            opened: timestamp(game.opened_us)?,
            seats: seats(self.players_of(game).await?.into_iter()),
            setup: Some(game.opening.setup.clone()),
            parameters: Some(game.opening.parameters.clone()),
            on_contradiction: Some(game.opening.on_contradiction),
            chain_head: (observer == Observer::Referee).then(|| hex(&hash)),
        })
    }

    /// Whether a description shows a pseudonym, because somebody who sat there was forgotten: then the revision alone does not say whether a client's copy
    /// is as it would be now.
    #[must_use]
    pub fn has_forgotten(&self, game: &Game, answer: &GameAnswer) -> bool {
        let mut seats = answer.seats.iter().zip(&game.opening.seats);
        seats.any(|(shown, seat)| shown.player == seat.person && !is_anonymous(&seat.person))
    }
}

impl Service {
    /// The player id in each seat; a pseudonym where the player was forgotten. Asked for each time: another server may have
    /// forgotten someone just now.
    pub(in crate::service) async fn players_of(&self, game: &Game) -> Result<Vec<String>, Error> {
        let persons: Vec<String> = game.opening.seats.iter().map(|seat| seat.person.clone()).collect();
        let players = self.store.players(game.key.0.home(), &persons).await?;
        Ok(persons.into_iter().map(|person| players.get(&person).cloned().unwrap_or(person)).collect())
    }
}

/// Where a page of games begins: in the list of each partition before a position, or at its top.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Before(Vec<Option<Position>>);

/// Between the positions of two partitions in a cursor; a partition whose list was not begun has nothing there.
const BETWEEN: char = '.';

impl Before {
    fn of(page: &PageRequest, log: LogId) -> Result<Self, Error> {
        let partitions = usize::from(log.partitions());
        let Some(cursor) = &page.cursor else { return Ok(Self(vec![None; partitions])) };
        let several = partitions > 1;
        let read = |text: &str| if text.is_empty() && several { Ok(None) } else { text.parse().map(Some) };
        let before: Vec<Option<Position>> =
            cursor.split(BETWEEN).map(read).collect::<Result<_, _>>().map_err(|_| PageRequest::unknown_cursor())?;
        if before.len() == partitions { Ok(Self(before)) } else { Err(PageRequest::unknown_cursor()) }
    }

    /// Merges the lists of the partitions, each newest first, into the newest games of all; and where the next page begins, where there is one.
    /// Positions order the games of one partition, and times those of different ones.
    fn newest(mut self, lists: Vec<Vec<CatalogGame>>, limit: usize) -> (Vec<CatalogGame>, Option<String>) {
        let more = lists.iter().map(Vec::len).sum::<usize>() > limit;
        let mut lists: Vec<_> = lists.into_iter().map(|list| list.into_iter().peekable()).collect();
        let mut games = Vec::new();
        while games.len() < limit {
            let heads = lists.iter_mut().enumerate().filter_map(|(place, list)| Some((list.peek()?.opened_us, Reverse(place))));
            let Some((_, Reverse(newest))) = heads.max() else { break };
            if let Some(game) = lists[newest].next() {
                self.0[newest] = Some(game.position);
                games.push(game);
            }
        }
        let text = |before: &Option<Position>| before.map(|position| position.to_string()).unwrap_or_default();
        let next = more.then(|| self.0.iter().map(text).collect::<Vec<_>>().join(&BETWEEN.to_string()));
        (games, next)
    }
}

fn entry(game: CatalogGame, name: impl Fn(&String) -> String) -> Result<GameAnswer, Error> {
    Ok(GameAnswer {
        seats: seats(game.persons.iter().map(name)),
        game: game.game,
        ruleset: game.ruleset,
        revision: game
            .revision
            .ok_or_else(|| Error::damaged("its stream has no end, or its row in the catalog does not decode"))?,
        status: if game.finished { Status::Finished } else { Status::Open },
        opened: timestamp(game.opened_us)?,
        setup: None,
        parameters: None,
        on_contradiction: None,
        chain_head: None,
    })
}

fn seats(players: impl Iterator<Item = String>) -> Vec<SeatAnswer> {
    players.zip(0..).map(|(player, seat)| SeatAnswer { seat, player }).collect()
}

pub(in crate::service) fn timestamp(micros: i64) -> Result<Time, Error> {
    Time::of_micros(micros)
        .ok_or_else(|| Error::damaged(format!("{micros} microseconds since 1970 are no time that was ever recorded")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, position: Position, opened_us: i64) -> CatalogGame {
        CatalogGame {
            game: name.to_owned(),
            ruleset: "catan".to_owned(),
            revision: Some(0),
            finished: false,
            opened_us,
            position,
            persons: Vec::new(),
        }
    }

    #[test]
    fn pages_of_several_partitions_miss_nothing_and_double_nothing() {
        let lists =
            [vec![game("e", 9, 50), game("b", 4, 20), game("a", 1, 10)], vec![], vec![game("d", 7, 40), game("c", 2, 30)]];
        let log = LogId::of_tenant(1, 3);
        let (mut page, mut seen, mut cursors) = (PageRequest::default(), Vec::new(), Vec::new());
        loop {
            let before = Before::of(&page, log).expect("a cursor");
            let left = lists.iter().zip(&before.0).map(|(list, before)| {
                let below = |game: &&CatalogGame| before.is_none_or(|before| game.position < before);
                list.iter().filter(below).take(3).cloned().collect()
            });
            let (games, next) = before.clone().newest(left.collect(), 2);
            seen.extend(games.into_iter().map(|game| game.game));
            let Some(next) = next else { break };
            cursors.push(next.clone());
            page.cursor = Some(next);
        }
        assert_eq!(seen, ["e", "d", "c", "b", "a"]);
        assert_eq!(cursors, ["9..7", "4..2"]);
        for wrong in ["9.7", "9..x", "", "9...7"] {
            let page = PageRequest { cursor: Some(wrong.to_owned()), limit: None };
            assert!(Before::of(&page, log).is_err(), "{wrong}");
        }
        let page = PageRequest { cursor: Some("17".to_owned()), limit: None };
        assert_eq!(Before::of(&page, LogId(1)).expect("a number"), Before(vec![Some(17)]));
        assert!(Before::of(&PageRequest { cursor: Some(String::new()), limit: None }, LogId(1)).is_err());
    }
}
