//! One connection to a server, as a caller: for the generator of load. It is as lean as it can be, because what the generator takes of a machine, a
//! server on it does not have.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::life;

/// A request that is not answered for so long is given up, and counts as an error.
const LONGEST: Duration = Duration::from_secs(10);

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its URL, without a slash at its end.
    pub url: String,
    host: String,
    address: SocketAddr,
    key: Option<HeaderValue>,
}

impl Server {
    /// Finds the server of a URL.
    ///
    /// # Errors
    /// Where it is no URL of a server that speaks HTTP without TLS, or its name is not known.
    pub async fn find(url: &str, key: Option<&str>) -> anyhow::Result<Self> {
        let Some(host) = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/')).filter(|host| !host.contains('/'))
        else {
            bail!("{url:?} is not http://HOST:PORT; TLS is not spoken");
        };
        let with_port =
            if host.rsplit(']').next().is_some_and(|end| end.contains(':')) { host.to_owned() } else { format!("{host}:80") };
        let mut found = tokio::net::lookup_host(&with_port).await.with_context(|| format!("{host} is not known"))?;
        let address = found.next().with_context(|| format!("{host} has no address"))?;
        let key = key.map(|key| HeaderValue::try_from(format!("Bearer {key}"))).transpose().context("the key is none")?;
        Ok(Self { url: format!("http://{host}"), host: host.to_owned(), address, key })
    }
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: Bytes,
    /// URL of the server that it names as the preferred one.
    pub preferred: Option<String>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Silence {
    /// The connection was refused, or broke: why.
    Broken(String),
    /// It took too long.
    Late,
}

/// A connection, which is made anew after it broke.
pub struct Wire {
    server: Server,
    sender: Option<SendRequest<Full<Bytes>>>,
}

impl Wire {
    /// None is made before the first request.
    pub const fn to(server: Server) -> Self {
        Self { server, sender: None }
    }

    /// URL of the server, without a slash at its end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.server.url
    }

    /// Sends a request, and gives its answer.
    ///
    /// # Errors
    /// Where there is none. The connection is made anew for the next request then.
    pub async fn ask(&mut self, method: &'static str, path: &str, body: Option<Bytes>) -> Result<Answer, Silence> {
        // Taken out while it is in use: one that was given up is not used again.
        let sender = self.sender.take();
        match tokio::time::timeout(LONGEST, exchange(&self.server, sender, method, path, body)).await {
            Ok(Ok((sender, answer))) => {
                self.sender = sender;
                Ok(answer)
            }
            Ok(Err(error)) => Err(Silence::Broken(error.root_cause().to_string())),
            Err(_) => Err(Silence::Late),
        }
    }
}

async fn exchange(
    server: &Server,
    sender: Option<SendRequest<Full<Bytes>>>,
    method: &'static str,
    path: &str,
    body: Option<Bytes>,
) -> anyhow::Result<(Option<SendRequest<Full<Bytes>>>, Answer)> {
    let mut sender = match sender.filter(SendRequest::is_ready) {
        Some(sender) => sender,
        None => connect(server).await?,
    };
    let mut request = Request::builder().method(method).uri(path).header(HOST, &server.host);
    if let Some(key) = &server.key {
        request = request.header(AUTHORIZATION, key);
    }
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let response = sender.send_request(request.body(Full::new(body.unwrap_or_default()))?).await?;
    let status = response.status().as_u16();
    let preferred = response.headers().get(life::SERVER).and_then(|url| url.to_str().ok()).map(str::to_owned);
    let body = response.into_body().collect().await?.to_bytes();
    // A server may close the connection after its answer.
    let sender = sender.ready().await.is_ok().then_some(sender);
    Ok((sender, Answer { status, body, preferred }))
}

async fn connect(server: &Server) -> anyhow::Result<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(server.address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}
