//! Signs of life, for the other servers on the same database; and the header that names the one that is preferred for a game.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use tokio::time::{sleep, timeout};

use super::App;
use crate::service::Guarded;

/// What an answer names the server with that would have been faster.
pub const SERVER: HeaderName = HeaderName::from_static("credence-server");

/// From one sign of life to the next.
const EVERY: Duration = Duration::from_secs(1);

/// Longest wait for one. Servers that showed none for so long are taken to be dead, so that an answer that comes later would be old.
const LONGEST: Duration = Duration::from_secs(3);

/// Shows signs of life until the server stops, where it is advertised, and then takes it out at once. What fails is tried again a second later: requests do
/// not depend on it.
pub async fn show_life(app: App) {
    if !app.service.is_advertised() {
        return;
    }
    while !app.shutdown.is_cancelled() {
        let failed = match timeout(LONGEST, app.service.show_life()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer within {} s", LONGEST.as_secs())),
        };
        if let Some(error) = failed {
            app.service.forget_servers();
            tracing::warn!(error, "which servers are alive is not known");
        }
        tokio::select! {
            () = app.shutdown.cancelled() => {}
            () = sleep(EVERY) => {}
        }
    }
    match timeout(LONGEST, app.service.sign_off()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the other servers were not told that this one stops"),
        Err(_) => tracing::warn!("the other servers were not told that this one stops: the database did not answer"),
    }
}

/// The header that names the server which is preferred for a game, where that is another one.
pub fn preferred(asking: &Guarded, game: &str) -> Option<[(HeaderName, HeaderValue); 1]> {
    let url = asking.preferred_elsewhere(game)?;
    // What no header can hold is no URL.
    HeaderValue::try_from(url).ok().map(|url| [(SERVER, url)])
}
