//! One connection to a server, as a caller: for the generator of load. It is as lean as it can be, because what the generator takes of a machine, a
//! server on it does not have.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// A request that is not answered for so long is given up, and counts as an error.
const LONGEST: Duration = Duration::from_secs(10);

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Server {
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
        Ok(Self { host: host.to_owned(), address, key })
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Silence {
    /// The connection was refused, or broke.
    Broken,
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

    /// Sends a request, and gives status and body of its answer.
    ///
    /// # Errors
    /// Where there is none. The connection is made anew for the next request then.
    pub async fn ask(&mut self, method: &'static str, path: &str, body: Option<Bytes>) -> Result<(u16, Bytes), Silence> {
        // Taken out while it is in use: one that was given up is not used again.
        let sender = self.sender.take();
        match tokio::time::timeout(LONGEST, exchange(&self.server, sender, method, path, body)).await {
            Ok(Ok((sender, status, body))) => {
                self.sender = Some(sender);
                Ok((status.as_u16(), body))
            }
            Ok(Err(_)) => Err(Silence::Broken),
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
) -> anyhow::Result<(SendRequest<Full<Bytes>>, StatusCode, Bytes)> {
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
    let status = response.status();
    let body = response.into_body().collect().await?.to_bytes();
    sender.ready().await?;
    Ok((sender, status, body))
}

async fn connect(server: &Server) -> anyhow::Result<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(server.address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}
