//! Logs of several partitions: the same answers as from one, nothing lost between them, and nothing that could not be taken out again.

mod merging;
mod moving;
mod operations;
mod pages;
mod same_answers;

use crate::harness::Place;
use crate::harness::app::TestApp;

/// A server over a fresh SQLite file, in which the tenant `default` has a log of so many partitions.
async fn partitioned(place: &Place, partitions: u16) -> TestApp {
    place.open().await.close().await;
    place.partition(partitions).await;
    TestApp::on(&place.url()).await
}
