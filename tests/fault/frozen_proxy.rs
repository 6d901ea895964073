//! Stands between a server and Postgres, and can stop to pass anything on: a black hole, as a frozen peer or a cut network is one.

use std::io;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// The proxy. It ends with the test's runtime.
pub struct FrozenProxy {
    /// The URL to connect to in place of the database's.
    pub url: String,
    frozen: watch::Sender<bool>,
}

impl FrozenProxy {
    /// A proxy to the database at this URL, over TCP.
    pub async fn to(url: &str) -> Self {
        let options = PgConnectOptions::from_str(url).expect("the URL of the test's database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("a bound listener has an address").port();
        let name = options.get_database().expect("the test's database has a name").to_owned();
        let through = format!("postgres://{}@127.0.0.1:{port}/{name}?sslmode=disable", options.get_username());
        let (frozen, is_frozen) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (options, is_frozen) = (options.clone(), is_frozen.clone());
                // An error is a connection that one of the two has closed.
                tokio::spawn(async move { relay(client, &options, is_frozen).await.ok() });
            }
        });
        Self { url: through, frozen }
    }

    /// Nothing is passed on from now on, and nothing is closed.
    pub fn freeze(&self) {
        self.frozen.send_replace(true);
    }

    /// What was held back is passed on.
    pub fn thaw(&self) {
        self.frozen.send_replace(false);
    }
}

async fn relay(client: TcpStream, options: &PgConnectOptions, frozen: watch::Receiver<bool>) -> io::Result<()> {
    let folder = options.get_socket().map(|path| path.display().to_string()).unwrap_or_else(|| options.get_host().to_owned());
    if folder.starts_with('/') {
        let path = format!("{folder}/.s.PGSQL.{}", options.get_port());
        both(client, UnixStream::connect(path).await?, frozen).await
    } else {
        both(client, TcpStream::connect((options.get_host(), options.get_port())).await?, frozen).await
    }
}

async fn both(client: TcpStream, server: impl AsyncRead + AsyncWrite, frozen: watch::Receiver<bool>) -> io::Result<()> {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = tokio::io::split(server);
    tokio::select! {
        ended = one_way(from_client, to_server, frozen.clone()) => ended,
        ended = one_way(from_server, to_client, frozen) => ended,
    }
}

async fn one_way(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut frozen: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let length = from.read(&mut bytes).await?;
        if frozen.wait_for(|frozen| !frozen).await.is_err() || length == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..length]).await?;
    }
}
