//! The hash chain shows every change to what was recorded.

use credence::store::chain::{GENESIS, verify};
use credence::store::{Append, Expected, LogId, Store, StoreError, StreamDamage, StreamId};

use crate::harness::{LOG, Place, append, game, name, part, read_all};

super::laws! {
    the_chain_verifies_from_end_to_end,
    every_change_breaks_the_chain,
    an_erased_payload_leaves_the_chain_whole,
    rows_that_do_not_decode_are_damage,
    counters_that_do_not_fit_the_rows_are_damage,
}

async fn walk(store: &dyn Store, log: LogId, stream: &StreamId) -> Result<[u8; 32], StreamDamage> {
    let mut hash = GENESIS;
    for (revision, event) in (0..).zip(read_all(store, log, stream).await) {
        verify(&hash, stream, revision, &event)?;
        hash = event.hash;
    }
    Ok(hash)
}

fn twenty(stream: &str) -> Append {
    let ids: Vec<String> = (0..20).map(|number| name("id", number)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    append(vec![part(game(stream), Expected::NoStream, &ids)])
}

async fn write(store: &dyn Store, group: Vec<Append>) {
    assert!(store.append(group).await.expect("the group is taken").iter().all(Result::is_ok));
}

async fn the_chain_verifies_from_end_to_end(place: Place) {
    let store = place.open().await;
    write(&*store, vec![twenty("a"), append(vec![part(game("a"), Expected::At(19), &["x", "y"])])]).await;
    write(&*store, vec![append(vec![part(game("a"), Expected::Any, &["z"])])]).await;
    store.close().await;
    let store = place.open().await;
    write(&*store, vec![append(vec![part(game("a"), Expected::At(22), &["after"])])]).await;
    let end = walk(&*store, LOG, &game("a")).await.expect("the chain is whole");
    assert_eq!(store.head(LOG, &game("a")).await.expect("the head").map(|head| head.hash), Some(end));
    store.close().await;
}

async fn every_change_breaks_the_chain(place: Place) {
    let store = place.open().await;
    let other = place.bytes(&"ab".repeat(32));
    let at_7 = "WHERE log_id = 1 AND revision = 7 AND stream =";
    let changes = [
        ("payload", format!("UPDATE events SET payload = {} {at_7}", place.bytes("7b7d"))),
        ("salt", format!("UPDATE events SET salt = {other} {at_7}")),
        ("commitment", format!("UPDATE events SET commitment = {other} {at_7}")),
        ("hash", format!("UPDATE events SET hash = {other} {at_7}")),
        ("id", format!("UPDATE events SET event_id = 'id-x' {at_7}")),
        ("type", format!("UPDATE events SET type = 'traded' {at_7}")),
        ("schema", format!("UPDATE events SET schema = schema + 1 {at_7}")),
        ("time", format!("UPDATE events SET time_us = time_us - 1 {at_7}")),
        ("half", format!("UPDATE events SET payload = NULL {at_7}")),
        ("other half", format!("UPDATE events SET salt = NULL {at_7}")),
        ("gone", format!("DELETE FROM events {at_7}")),
        ("moved", format!("UPDATE events SET revision = 99 {at_7}")),
    ];
    for (what, change) in changes {
        write(&*store, vec![twenty(what)]).await;
        walk(&*store, LOG, &game(what)).await.expect("the chain is whole before");
        place.tamper(&format!("{change} 'game/{what}'")).await;
        let broken = walk(&*store, LOG, &game(what)).await.expect_err(what);
        assert_eq!(broken.revision, Some(7), "{what}");
    }
    // An event of another stream does not fit either, even at the same revision.
    write(&*store, vec![twenty("from"), twenty("to")]).await;
    place.tamper("DELETE FROM events WHERE stream = 'game/to' AND revision = 0").await;
    place.tamper("UPDATE events SET stream = 'game/to' WHERE stream = 'game/from' AND revision = 0").await;
    assert_eq!(walk(&*store, LOG, &game("to")).await.expect_err("swapped").revision, Some(0));
    store.close().await;
}

async fn an_erased_payload_leaves_the_chain_whole(place: Place) {
    let store = place.open().await;
    write(&*store, vec![twenty("a")]).await;
    place.tamper("UPDATE events SET payload = NULL, salt = NULL WHERE revision = 7").await;
    walk(&*store, LOG, &game("a")).await.expect("the chain is whole");
    let erased = store.read(LOG, &game("a"), 7, 1).await.expect("the event").remove(0);
    assert_eq!((erased.payload, erased.salt), (None, None));
    store.close().await;
}

async fn rows_that_do_not_decode_are_damage(place: Place) {
    let store = place.open().await;
    let short = place.bytes("abcd");
    let changes = [
        format!("UPDATE events SET hash = {short}"),
        format!("UPDATE events SET salt = {short}"),
        "UPDATE events SET schema = -1".to_owned(),
        "UPDATE events SET schema = 99999999999".to_owned(),
        "UPDATE events SET position = -position".to_owned(),
    ];
    for (number, change) in changes.iter().enumerate() {
        let stream = name("g", number);
        write(&*store, vec![append(vec![part(game(&stream), Expected::NoStream, &["x"])])]).await;
        place.tamper(&format!("{change} WHERE stream = 'game/{stream}'")).await;
        let read = store.read(LOG, &game(&stream), 0, 1).await;
        assert!(matches!(read, Err(StoreError::DamagedStream { .. })), "{change}: {read:?}");
    }
    place.tamper(&format!("UPDATE streams SET hash = {short}")).await;
    assert!(matches!(store.head(LOG, &game("g-0")).await, Err(StoreError::DamagedStream { .. })));
    store.close().await;
}

async fn counters_that_do_not_fit_the_rows_are_damage(place: Place) {
    let store = place.open().await;
    write(&*store, vec![twenty("a")]).await;
    store.close().await;
    place.tamper("UPDATE log_head SET position = 5").await;
    let store = place.open().await;
    let refused = store.append(vec![append(vec![part(game("b"), Expected::NoStream, &["x"])])]).await;
    assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{refused:?}");
    assert_eq!(store.read(LOG, &game("b"), 0, 1).await, Ok(Vec::new()));
    store.close().await;
}
