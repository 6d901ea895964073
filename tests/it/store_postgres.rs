//! What only Postgres promises: several servers on one log, and commits whose answer is lost.

use std::sync::Arc;
use std::time::Duration;

use credence::store::chain::{GENESIS, verify};
use credence::store::{AppendError, Expected, LogWriter, PlayerRow, StoreError, StreamId, connect};
use futures::future::join_all;

use crate::harness::{Cut, CuttingProxy, LOG, Place, game, name, on_postgres, one, read_all};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_at_once_share_one_schema() {
    on_postgres(|place| async move {
        let stores = join_all((0..6).map(|_| place.open())).await;
        for store in &stores {
            assert_eq!(store.ping().await, Ok(()));
        }
        join_all(stores.iter().map(|store| store.close())).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_write_to_one_log_without_gaps_or_losses() {
    on_postgres(|place| async move {
        let stores = [place.open().await, place.open().await];
        assert!(stores.iter().all(|store| store.shared()));
        let writers: Vec<LogWriter> = stores.iter().map(|store| LogWriter::spawn(Arc::clone(store))).collect();
        // Each task writes to a stream of its own and to one that all share, through the one server and the other by turns.
        let tasks = (0..16).map(|task: usize| {
            let writers = writers.clone();
            tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                for round in 0..40_usize {
                    let stream = if round.is_multiple_of(3) { game("shared") } else { game(&name("own", task)) };
                    let append = one(stream.clone(), Expected::Any, &format!("{task}-{round}"));
                    let appended = writers[(task + round) % 2].append(append).await.expect("any revision will do");
                    acknowledged.push((stream, appended.parts[0][0].clone()));
                }
                acknowledged
            })
        });
        let mut acknowledged = Vec::new();
        for task in join_all(tasks).await {
            acknowledged.extend(task.expect("the task ends"));
        }
        let mut positions: Vec<u64> = acknowledged.iter().map(|(_, event)| event.position).collect();
        positions.sort_unstable();
        assert_eq!(positions, (1..=16 * 40).collect::<Vec<u64>>());
        for (stream, event) in &acknowledged {
            assert_eq!(&stores[0].read(LOG, stream, event.revision, 1).await.expect("the event")[0], event);
        }
        join_all(writers.iter().map(LogWriter::close)).await;
        join_all(stores.iter().map(|store| store.close())).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_expect_the_same_revision_one_wins() {
    on_postgres(|place| async move {
        let stores = [place.open().await, place.open().await];
        for round in 0..50_u64 {
            let expected = round.checked_sub(1).map_or(Expected::NoStream, Expected::At);
            let racers = stores.iter().enumerate().map(|(server, store)| async move {
                let append = one(game("g"), expected, &format!("{round}-{server}"));
                store.append(vec![append]).await.expect("the group is taken").remove(0)
            });
            let answers = join_all(racers).await;
            assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
            let lost = AppendError::WrongRevision { stream: game("g"), actual: Some(round) };
            assert!(answers.contains(&Err(lost)));
        }
        // A server that lost meets the other's ids.
        let again = stores[1].append(vec![one(game("g"), Expected::Any, "49-0"), one(game("g"), Expected::Any, "49-1")]).await;
        let again = again.expect("the group is taken");
        assert_eq!(again.iter().filter(|answer| matches!(answer, Err(AppendError::IdTaken { revision: 49, .. }))).count(), 1);
        join_all(stores.iter().map(|store| store.close())).await;
    })
    .await;
}

/// An older copy of the log stands where the newer one stood, and another server has written to it since, so that its counter is behind or further on. What a
/// server remembers of the newer one must not be continued.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_was_put_back_under_a_server_is_continued_as_it_stands() {
    on_postgres(|place| async move {
        // To the same game, or to another one of the log.
        for (round, (beyond, same)) in [(2, true), (4, true), (7, true), (4, false), (7, false)].into_iter().enumerate() {
            let (stores, stream) = ([place.open().await, place.open().await], game(&name("g", round)));
            let append = async |server: usize, stream: &StreamId, id: String| {
                let appended = stores[server].append(vec![one(stream.clone(), Expected::Any, &id)]).await;
                appended.expect("the group is taken").remove(0).expect("taken")
            };
            for event in 0..8 {
                append(0, &stream, name("lost", event)).await;
            }
            let of_stream = format!("log_id = 1 AND stream = 'game/g-{round}'");
            for statement in [
                format!("DELETE FROM events WHERE {of_stream} AND revision > 4"),
                format!("UPDATE streams SET revision = 4, hash = (SELECT hash FROM events WHERE {of_stream} AND revision = 4) WHERE {of_stream}"),
                "UPDATE log_head SET position = (SELECT max(position) FROM events)".to_owned(),
            ] {
                place.tamper(&statement).await;
            }
            let other = game(&name("other", round));
            for event in 0..beyond {
                append(1, if same { &stream } else { &other }, name("new", event)).await;
            }
            let revision = if same { 5 + beyond as u64 } else { 5 };
            assert_eq!(append(0, &stream, "after".to_owned()).await.parts[0][0].revision, revision);
            let events = read_all(&*stores[0], LOG, &stream).await;
            let mut previous = GENESIS;
            for (expected, event) in (0..).zip(&events) {
                verify(&previous, &stream, expected, event).expect("the chain holds");
                previous = event.hash;
            }
            assert_eq!(events.len() as u64, revision + 1);
            join_all(stores.iter().map(|store| store.close())).await;
        }
    })
    .await;
}

/// Cuts a commit, and sees to it that it is answered truly and written once.
async fn a_cut_commit(place: Place, cut: Cut) {
    let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
    let proxy = CuttingProxy::to(url, cut).await;
    let store = connect(&proxy.url).await.expect("the store opens through the proxy");
    let other = place.open().await;
    for round in 0..5_u64 {
        // The log moves under the store that is cut: it must find out the positions as well.
        let moved = one(game("other"), Expected::Any, &format!("other-{round}"));
        other.append(vec![moved]).await.expect("the group is taken").remove(0).expect("taken");
        let expected = round.checked_sub(1).map_or(Expected::NoStream, Expected::At);
        proxy.arm();
        let group = vec![one(game("g"), expected, &format!("g-{round}")), one(game("h"), Expected::Any, &format!("h-{round}"))];
        for answer in store.append(group).await.expect("the outcome is found out") {
            let events = answer.expect("taken").parts.remove(0);
            assert_eq!(events[0].revision, round);
            let stream = if events[0].id.starts_with('g') { game("g") } else { game("h") };
            assert_eq!(store.read(LOG, &stream, round, 1).await.expect("it is read"), events);
        }
        assert!(proxy.has_cut());
    }
    for stream in [game("g"), game("h")] {
        assert_eq!(read_all(&*store, LOG, &stream).await.len(), 5, "every event stands once");
    }
    store.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_never_reached_the_server_is_made_again() {
    on_postgres(|place| a_cut_commit(place, Cut::BeforeTheServer)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_was_lost_is_looked_up() {
    on_postgres(|place| a_cut_commit(place, Cut::BeforeTheAnswer)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_the_server_ended_is_made_again() {
    on_postgres(|place| async move {
        let store = place.open().await;
        for round in 0..3 {
            let append = one(game("g"), Expected::Any, &name("id", round));
            store.append(vec![append]).await.expect("the group is taken").remove(0).expect("taken");
            place
                .tamper("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'credence' AND datname = current_database()")
                .await;
        }
        assert_eq!(read_all(&*store, LOG, &game("g")).await.len(), 3);
        store.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_is_refused() {
    on_postgres(|place| async move {
        let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
        let name = url.split('?').next().and_then(|address| address.rsplit('/').next()).expect("the database's name");
        let store = place.open().await;
        assert!(store.durability().synced && store.durability().place.ends_with(name));
        store.close().await;
        place.run(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
        let refused = connect(url).await.err();
        assert!(
            matches!(&refused, Some(StoreError::ReadOnly { cause }) if cause.contains("default_transaction_read_only")),
            "{refused:?}"
        );
    })
    .await;
}

/// A database that does not sync by default: whatever commits asks for it, what stands beside the log too.
#[tokio::test]
async fn names_and_keys_are_synced_whatever_the_default() {
    on_postgres(|place| async move {
        place.open().await.close().await;
        let refuses = "CREATE FUNCTION synced() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF current_setting('synchronous_commit') = 'off' THEN RAISE 'not synced'; END IF; RETURN NEW; END $$; \
             CREATE TRIGGER synced BEFORE INSERT OR UPDATE ON players FOR EACH ROW EXECUTE FUNCTION synced(); \
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$";
        place.run(refuses).await;
        let store = place.open().await;
        let ada = PlayerRow { player: "ada".to_owned(), person: "p1".to_owned(), display_name: None };
        store.name_player(LOG, &ada, "mark of ada").await.expect("a commit that is synced");
        store.close().await;
    })
    .await;
}

/// A role or a database may end sessions that are idle; the one that writes asks to be left alone.
#[tokio::test]
async fn who_writes_after_a_quiet_spell_is_not_refused() {
    on_postgres(|place| async move {
        let ends = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET idle_session_timeout = 100', current_database()); END $$";
        place.run(ends).await;
        let store = place.open().await;
        let append = |id: &'static str| store.append(vec![one(game("quiet"), Expected::Any, id)]);
        append("before").await.expect("an answer").remove(0).expect("recorded");
        tokio::time::sleep(Duration::from_millis(500)).await;
        append("after").await.expect("an answer").remove(0).expect("recorded");
        let old = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'credence' \
             AND backend_start < now() - interval '400 ms'";
        assert!(place.count(old).await > 0, "the session that wrote before was ended");
        store.close().await;
    })
    .await;
}

/// Tables are made, and changed for a new release, by whoever may; to serve, rows are enough.
#[tokio::test]
async fn a_role_that_may_not_change_tables_serves() {
    on_postgres(|place| async move {
        let name = place.url().split('?').next().and_then(|url| url.rsplit('/').next()).expect("a name").to_owned();
        let role = format!("{name}_serves");
        place.run(&format!("REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE {role}")).await;
        let joined = if place.url().contains('?') { '&' } else { '?' };
        let served = Place::Postgres(format!("{}{joined}options=-c%20role%3D{role}", place.url()));
        let refused = connect(&served.url()).await.err();
        let cured = |detail: &String| detail.contains("permission denied") && detail.contains("be granted CREATE on the schema");
        assert!(matches!(&refused, Some(StoreError::Unusable(detail)) if cured(detail)), "{refused:?}");
        place.open().await.close().await;
        place
            .run(&format!(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}; \
                 GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}"
            ))
            .await;
        let store = served.open().await;
        let appended = store.append(vec![one(game("served"), Expected::Any, "e1")]).await.expect("an answer").remove(0);
        appended.expect("recorded");
        let ada = PlayerRow { player: "ada".to_owned(), person: "p1".to_owned(), display_name: None };
        store.name_player(LOG, &ada, "mark of ada").await.expect("named");
        store.close().await;
        place.run(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await;
    })
    .await;
}
