//! Listening: connections with a deadline for their headers, a bound on their number, and an end that drains.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use super::arrival::{Arriving, Progress};
use super::{App, life, router};

/// How often the log is asked for what other servers wrote.
const POLL: Duration = Duration::from_millis(100);

/// Bytes that a connection keeps of what has arrived and is not read yet, and so of a request's head: a path of the length that is taken
/// (32,768 bytes), and as much again for headers. Strangers send heads too, and a connection keeps the room while it rests.
const ARRIVED: usize = 64 << 10;

/// A server that has its port.
pub struct Listening {
    listener: TcpListener,
    app: App,
    tls: Option<TlsAcceptor>,
    /// Where it listens; with port 0 asked for, the port that it was given.
    pub address: SocketAddr,
}

/// Takes a port. Nothing is answered before [`Listening::serve`]. With `tls`, nothing else is spoken.
///
/// # Errors
/// Where the address is taken or not this machine's.
pub async fn listen(address: SocketAddr, app: App, tls: Option<TlsAcceptor>) -> io::Result<Listening> {
    let listener = TcpListener::bind(address).await?;
    Ok(Listening { address: listener.local_addr()?, listener, app, tls })
}

impl Listening {
    /// Answers requests until `stop`. Then no connection is taken any more, open streams end, and requests under way are
    /// given the limit `drain_seconds`.
    pub async fn serve(self, stop: CancellationToken) {
        let limits = self.app.service.limits().clone();
        let shutdown = self.app.shutdown.clone();
        let following = tokio::spawn(follow_others(self.app.clone()));
        let living = tokio::spawn(life::show_life(self.app.clone()));
        let reaching = tokio::spawn(life::reach_others(self.app.clone()));
        let routes = router(self.app);
        let graceful = GracefulShutdown::new();
        let mut protocol = http1::Builder::new();
        protocol.timer(TokioTimer::new()).header_read_timeout(Duration::from_secs(limits.idle_seconds));
        // HTTP/1 is all that is spoken.
        protocol.max_buf_size(ARRIVED);
        let head = Duration::from_secs(limits.header_seconds);
        let answering = Answers { protocol, routes, head, unread: Duration::from_secs(limits.write_seconds) };
        let connections = Arc::new(Semaphore::new(limits.connections));
        loop {
            let accept = async {
                let permit = Arc::clone(&connections).acquire_owned().await;
                self.listener.accept().await.map(|(stream, _)| (stream, permit))
            };
            let (stream, permit) = tokio::select! {
                () = stop.cancelled() => break,
                accepted = accept => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of file descriptors, most likely: waiting lets others close.
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
            };
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection keeps Nagle's delay");
            }
            let (answering, watcher, tls) = (answering.clone(), graceful.watcher(), self.tls.clone());
            tokio::spawn(async move {
                let _permit = permit;
                let Some(tls) = tls else { return answering.to(stream, watcher).await };
                match tokio::time::timeout(head, tls.accept(stream)).await {
                    Ok(Ok(stream)) => answering.to(stream, watcher).await,
                    Ok(Err(error)) => tracing::debug!(%error, "a connection did not begin with TLS"),
                    Err(_) => tracing::debug!("a connection took too long to begin with TLS"),
                }
            });
        }
        drop(self.listener);
        shutdown.cancel();
        following.abort();
        reaching.abort();
        let drain = Duration::from_secs(limits.drain_seconds);
        if tokio::time::timeout(drain, graceful.shutdown()).await.is_err() {
            tracing::warn!(seconds = limits.drain_seconds, "requests were still under way at the end");
        }
        // It waits for the database no longer than for a sign of life.
        let _ = living.await;
    }
}

/// How connections are answered.
#[derive(Clone)]
struct Answers {
    protocol: http1::Builder,
    routes: Router,
    /// How long the head of a request may take.
    head: Duration,
    /// How long a client may take nothing of an answer.
    unread: Duration,
}

impl Answers {
    /// Answers one connection to its end.
    async fn to<IO: AsyncRead + AsyncWrite + Unpin + Send + 'static>(self, stream: IO, watcher: Watcher) {
        let progress = Progress::default();
        let service = TowerToHyperService::new(self.routes);
        let stream = TokioIo::new(Arriving::new(stream, progress.clone(), self.head, self.unread));
        let answer = service_fn(move |request| {
            let (answering, answered) = (progress.answering(), service.call(request));
            async move {
                let answer = answered.await;
                drop(answering);
                answer
            }
        });
        if let Err(error) = watcher.watch(self.protocol.serve_connection(stream, answer)).await {
            tracing::debug!(%error, "a connection broke off");
        }
    }
}

/// Where other servers write to the same log, asks it for what they appended to games that someone streams here, and whether a first key was
/// made.
async fn follow_others(app: App) {
    if !app.service.store().shared() {
        return;
    }
    loop {
        tokio::time::sleep(POLL).await;
        app.service.refresh_watched().await;
        if let Err(error) = app.service.look_for_keys().await {
            tracing::warn!(%error, "whether keys were made elsewhere is not known");
        }
    }
}
