//! Commits as a database that is spread over nodes takes them: whole, by the function that the operator makes there. Postgres without Citus has no
//! nodes; here it has the function, and two tables that say where the logs would lie. What kills do to real nodes is asked by
//! `tests/studies/scale/citus_kills.py`.

use std::collections::BTreeSet;
use std::sync::Arc;

use credence::store::{Append, Expected, LogId, LogWriter};
use futures::future::join_all;

use crate::harness::{LOG, Place, game, name, on_postgres, one, part, read_all};
use crate::store_contract::reading::several_streams_are_read_at_once;

/// The operator's function, without its second statement, which is for Citus.
const FUNCTION: &str = include_str!("../../docs/operating/citus/on_node.sql");

/// Two nodes, each with two shards of the logs.
const NODES: &str = "CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text); \
     CREATE TABLE pg_dist_placement (shardid bigint, groupid integer); \
     INSERT INTO pg_dist_shard SELECT 'log_head', n, (-2147483648 + n * 1073741824::bigint)::text FROM generate_series(0, 3) n; \
     INSERT INTO pg_dist_placement SELECT n, 5 + n % 2 FROM generate_series(0, 3) n";

async fn spread(place: &Place) {
    place.open().await.close().await;
    let function = FUNCTION.split("SELECT create_distributed_function").next().expect("the function stands first");
    place.run(function).await;
    place.run(NODES).await;
}

#[tokio::test]
async fn streams_of_both_nodes_are_read_at_once() {
    on_postgres(|place| async move {
        spread(&place).await;
        several_streams_are_read_at_once(place).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn partitions_of_both_nodes_are_written_to_by_two_servers() {
    on_postgres(|place| async move {
        spread(&place).await;
        two_servers_write(&place).await;
    })
    .await;
}

/// Then a commit is a transaction through the coordinator.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn partitions_are_written_to_without_the_function() {
    on_postgres(|place| async move {
        spread(&place).await;
        place.run("DROP FUNCTION credence_on_node").await;
        two_servers_write(&place).await;
    })
    .await;
}

async fn two_servers_write(place: &Place) {
    let stores = [place.open().await, place.open().await];
    let logs: Vec<LogId> = LogId::of_tenant(7, 8).each().collect();
    let on = |log: LogId| stores[0].writer_of(log);
    let nodes: BTreeSet<usize> = logs.iter().map(|log| on(*log)).collect();
    assert_eq!((nodes.len(), stores[0].writers()), (2, 2), "a writer for each node");
    let writers: Vec<LogWriter> = stores.iter().map(|store| LogWriter::spawn(Arc::clone(store))).collect();
    let tasks = (0..16_usize).map(|task| {
        let (writers, log) = (writers.clone(), logs[task % 8]);
        tokio::spawn(async move {
            for round in 0..20_usize {
                let part = part(game("it's shared"), Expected::Any, &[&format!("{task}'{round}")]);
                let append = Append { log, parts: vec![part], catalog: Vec::new() };
                writers[(task + round) % 2].append(append).await.expect("any revision will do");
            }
        })
    });
    for task in join_all(tasks).await {
        task.expect("the task ends");
    }
    for log in logs {
        let events = read_all(&*stores[1], log, &game("it's shared")).await;
        let ids: BTreeSet<&str> = events.iter().map(|event| event.id.as_str()).collect();
        assert!(events.len() == 40 && ids.len() == 40 && events.iter().zip(1..).all(|(event, place)| event.position == place));
    }
    join_all(writers.iter().map(LogWriter::close)).await;
    join_all(stores.iter().map(|store| store.close())).await;
}

/// The operator's function under another name, and one of its own name that passes every second call on to it. What becomes of the others follows.
const EVERY_SECOND: &str = "CREATE EXTENSION dblink; CREATE SEQUENCE calls; ALTER FUNCTION credence_on_node RENAME TO on_node; \
     CREATE FUNCTION credence_on_node(log bigint, logs bigint[], stands bigint[], becomes bigint[], script text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN \
     IF nextval('calls') % 2 = 0 THEN PERFORM on_node(log, logs, stands, becomes, script); RETURN; END IF; ";

/// They are committed by a session of their own, and answered as Citus answers where the connection to a node broke after that.
const BREAKS_AFTER: &str = "PERFORM * FROM dblink(format('dbname=%s host=%s port=%s user=%s', current_database(), \
     split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), current_user), \
     format('SELECT on_node(%L, %L, %L, %L, %L)::text', log, logs, stands, becomes, script)) AS answer (nothing text); \
     RAISE connection_failure USING MESSAGE = 'the node closed the connection'; END $$";

/// The connection breaks before the node has heard of them.
const BREAKS_BEFORE: &str = "RAISE connection_failure USING MESSAGE = 'the node is not there'; END $$";

async fn a_broken_node(place: Place, breaks: &str) {
    spread(&place).await;
    place.run(&format!("{EVERY_SECOND}{breaks}")).await;
    let store = place.open().await;
    for round in 0..16_u64 {
        // A group is sent whole where the log was not disturbed since the last one; one whose outcome was looked up counts as a disturbance.
        let group = vec![one(game("g"), Expected::Any, &name("g", round as usize))];
        let answer = store.append(group).await.expect("what became of it is found out").remove(0);
        assert_eq!(answer.expect("taken").parts[0][0].revision, round);
    }
    assert_eq!(read_all(&*store, LOG, &game("g")).await.len(), 16, "every event stands once");
    assert!(place.count("SELECT last_value FROM calls").await >= 4, "commits went through the function");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_of_a_node_whose_answer_was_lost_is_looked_up() {
    on_postgres(|place| a_broken_node(place, BREAKS_AFTER)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_never_reached_its_node_is_made_again() {
    on_postgres(|place| a_broken_node(place, BREAKS_BEFORE)).await;
}
