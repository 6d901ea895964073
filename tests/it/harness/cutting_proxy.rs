//! Stands between a store and Postgres, and cuts the connection at the worst moment.

use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// Where the next commit is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The server never hears of it.
    BeforeTheServer,
    /// The server commits, and its answer is lost.
    BeforeTheAnswer,
}

/// The proxy. It ends with the test's runtime.
pub struct CuttingProxy {
    /// The URL to connect to in place of the database's.
    pub url: String,
    armed: Arc<AtomicBool>,
}

impl CuttingProxy {
    /// A proxy to the database at this URL.
    pub async fn to(url: &str, cut: Cut) -> Self {
        let options = PgConnectOptions::from_str(url).expect("the URL of the test's database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("a bound listener has an address").port();
        let name = options.get_database().expect("the test's database has a name");
        let through = format!("postgres://{}@127.0.0.1:{port}/{name}?sslmode=disable", options.get_username());
        let armed = Arc::new(AtomicBool::new(false));
        let arm = Arc::clone(&armed);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (options, armed) = (options.clone(), Arc::clone(&arm));
                // An error is a connection that one of the two has closed.
                tokio::spawn(async move { connect(client, &options, cut, &armed).await.ok() });
            }
        });
        Self { url: through, armed }
    }

    /// Cuts the next commit, and only that.
    pub fn arm(&self) {
        self.armed.store(true, Ordering::SeqCst);
    }

    /// Whether the cut was made.
    pub fn has_cut(&self) -> bool {
        !self.armed.load(Ordering::SeqCst)
    }
}

async fn connect(client: TcpStream, options: &PgConnectOptions, cut: Cut, armed: &AtomicBool) -> io::Result<()> {
    if let Some(socket) = options.get_socket() {
        let path = socket.join(format!(".s.PGSQL.{}", options.get_port()));
        pass(client, UnixStream::connect(path).await?, cut, armed).await
    } else if options.get_host().starts_with('/') {
        let path = format!("{}/.s.PGSQL.{}", options.get_host(), options.get_port());
        pass(client, UnixStream::connect(path).await?, cut, armed).await
    } else {
        pass(client, TcpStream::connect((options.get_host(), options.get_port())).await?, cut, armed).await
    }
}

async fn pass(client: TcpStream, server: impl AsyncRead + AsyncWrite, cut: Cut, armed: &AtomicBool) -> io::Result<()> {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let mut answers = Box::pin(copy(&mut from_server, &mut to_client));
    let mut bytes = vec![0; 1 << 16];
    let mut statement = None;
    loop {
        let length = tokio::select! {
            length = from_client.read(&mut bytes) => length?,
            _ = &mut answers => return Ok(()),
        };
        let message = &bytes[..length];
        statement = statement.or_else(|| committing_statement(message));
        let is_bound = statement.as_ref().is_some_and(|statement| !message.starts_with(b"P") && contains(message, statement));
        if (is_bound || contains(message, b"COMMIT\0")) && armed.swap(false, Ordering::SeqCst) {
            drop(answers);
            if cut == Cut::BeforeTheAnswer {
                to_server.write_all(message).await?;
                let _lost = from_server.read(&mut bytes).await?;
            }
            return Ok(());
        }
        if length == 0 {
            return Ok(());
        }
        to_server.write_all(message).await?;
    }
}

/// How a message names the statement that is a commit, where this one prepares it: between the zeros that end the portal's name, which is empty, and its own.
fn committing_statement(message: &[u8]) -> Option<Vec<u8>> {
    if !contains(message, b"WITH held AS") {
        return None;
    }
    // The type of the message, its length in four bytes, and the name.
    let name = message.strip_prefix(b"P")?.get(4..)?.split(|byte| *byte == 0).next()?;
    Some([b"\0", name, b"\0"].concat())
}

fn contains(message: &[u8], piece: &[u8]) -> bool {
    message.windows(piece.len()).any(|window| window == piece)
}
