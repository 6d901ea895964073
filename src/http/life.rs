//! Signs of life, for the other servers on the same database; and the header that names the one that is preferred for a game.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use futures::future::join_all;
use tokio::time::{sleep, timeout};

use super::App;
use crate::service::Guarded;

/// What an answer names the server with that would have been faster.
pub const SERVER: HeaderName = HeaderName::from_static("credence-server");

/// From one sign of life to the next.
const EVERY: Duration = Duration::from_secs(1);

/// What is said of a server that does not prove itself.
const STRANGER: &str = "what answers at this URL did not prove to be the server that signed in with it, and no write is passed on to it: it is another \
                        database's, another machine's, of an earlier build, or behind a proxy that withholds /health/live";

/// Longest wait for one. Servers that showed none for so long are taken to be dead, so that an answer that comes later would be old.
const LONGEST: Duration = Duration::from_secs(3);

/// Shows signs of life until the server stops, where it takes part in the preference, and then takes it out at once. What fails is tried again a second later: requests do
/// not depend on it.
pub async fn show_life(app: App) {
    if !app.service.takes_part() {
        return;
    }
    while !app.shutdown.is_cancelled() {
        let failed = match timeout(LONGEST, app.service.show_life()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                let cause = error.source().map_or(String::new(), |cause| format!(": {cause}"));
                Some(format!("{error}{cause}"))
            }
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

/// Has the other servers prove who they are, each once and again after it did not answer: until then nothing is passed on to it. It goes on until it is
/// aborted.
pub async fn reach_others(app: App) {
    if !app.service.speaks_plainly() {
        return;
    }
    // Those of which it was said already.
    let mut said = BTreeSet::new();
    loop {
        let unreached = app.service.unreached();
        said.retain(|said| unreached.iter().any(|server| server.url == *said));
        // One of an earlier release has no secret.
        let asked = unreached.into_iter().filter(|server| server.is_plain() && !server.secret.is_empty());
        let asked = asked.map(async |server| {
            let proves = app.forwarding.proves(&server, &app.service.nonce()).await;
            (server, proves)
        });
        for (server, proves) in join_all(asked).await {
            if proves == Some(true) {
                app.service.note_reached(server);
            } else if !said.contains(&server.url) {
                // What a server takes for its own address may lead nowhere from here, or to another machine.
                match proves {
                    Some(_) if server.advertised => tracing::warn!(url = server.url, "{STRANGER}"),
                    Some(_) => tracing::info!(url = server.url, "{STRANGER}"),
                    None => tracing::info!(
                        url = server.url,
                        "another server of this database is not reached, and no write is passed on to it"
                    ),
                }
                said.insert(server.url);
            }
        }
        sleep(EVERY).await;
    }
}

/// The header that names the server which is preferred for a game, where that is another one and is advertised.
pub fn preferred(asking: &Guarded, game: &str) -> Option<[(HeaderName, HeaderValue); 1]> {
    let url = asking.named_for(game)?;
    // What no header can hold is no URL.
    HeaderValue::try_from(url).ok().map(|url| [(SERVER, url)])
}
