//! What our own sessions with Postgres ask for, whatever the database's defaults are and become.

use credence::store::Expected;

use crate::harness::{Place, game, on_postgres, one};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commits_are_synced_whatever_the_database_says() {
    on_postgres(|place| async move {
        let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
        let name = url.split('?').next().and_then(|address| address.rsplit('/').next()).expect("the database's name").to_owned();
        place.run(&format!("ALTER DATABASE {name} SET synchronous_commit = off")).await;
        let store = place.open().await;
        let durability = store.durability();
        assert!(durability.synced, "{durability:?}");
        store.append(vec![one(game("g"), Expected::Any, "a")]).await.expect("taken").remove(0).expect("taken");
        // A connection that is made later asks again.
        place.tamper("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'credence' AND datname = current_database()").await;
        store.append(vec![one(game("g"), Expected::Any, "b")]).await.expect("taken").remove(0).expect("taken");
        assert!(store.durability().synced);
        // A stronger setting than ours stays.
        place.run(&format!("ALTER DATABASE {name} SET synchronous_commit = remote_apply")).await;
        store.close().await;
        let store = place.open().await;
        assert!(store.durability().synced);
        store.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_became_read_only_is_not_ready() {
    on_postgres(|place| async move {
        let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
        let name = url.split('?').next().and_then(|address| address.rsplit('/').next()).expect("the database's name").to_owned();
        let app = crate::harness::app::TestApp::on(&place.url()).await;
        super::open_with(&app, "g1", 3).await;
        app.get("/health/ready").await.expect(200);
        place.run(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
        place.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'credence' AND datname = current_database()").await;
        super::post_note(&app, "g1", "more").await.problem(503, "storage-read-only");
        app.get("/health/ready").await.problem(503, "storage-read-only");
        app.get("/v1/games/g1/belief").await.expect(200);
        // A session that may write, to take it back.
        let undo = format!("SET default_transaction_read_only = off; ALTER DATABASE {name} SET default_transaction_read_only = off");
        place.run(&undo).await;
        super::post_note(&app, "g1", "more").await.expect(201);
        app.get("/health/ready").await.expect(200);
        app.stop().await;
    })
    .await;
}
