//! Which address this machine has on the way to a database.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::net::{UdpSocket, lookup_host};
use tokio::time::timeout;

use super::StoreError;
use super::postgres_connect::understood;

/// Longest wait for the addresses of the host: the server starts without them, too.
const RESOLVING: Duration = Duration::from_secs(2);

/// The address of this machine from which the Postgres at a URL is reached, of those at which a server answers that listens at every address (`listens`:
/// `0.0.0.0` or `::`). No packet is sent to find it out. `None` where there is none: the host has no address, or one that such a server does not answer at.
///
/// # Errors
/// Where the URL is none of Postgres.
pub async fn outward(url: &str, listens: IpAddr) -> Result<Option<IpAddr>, StoreError> {
    let options = understood(url)?.0;
    // A socket is on this machine.
    if options.get_socket().is_some() || options.get_host().starts_with('/') {
        return Ok(Some(Ipv4Addr::LOCALHOST.into()));
    }
    Ok(towards(options.get_host(), options.get_port(), listens).await)
}

async fn towards(host: &str, port: u16, listens: IpAddr) -> Option<IpAddr> {
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    for database in timeout(RESOLVING, lookup_host((host, port))).await.ok()?.ok()? {
        // Whoever listens at every address of version 6 answers at those of version 4, too.
        if database.is_ipv6() && listens.is_ipv4() {
            continue;
        }
        let any: IpAddr = if database.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { listens };
        let Ok(socket) = UdpSocket::bind(SocketAddr::new(any, 0)).await else { continue };
        if socket.connect(database).await.is_ok() {
            return Some(socket.local_addr().ok()?.ip());
        }
    }
    None
}
