//! The setting `advertise`: whether a server takes part in the preference of servers for partitions, and under which URL.

use std::net::SocketAddr;

use reqwest::Url;

use crate::config::{Config, ConfigError};
use crate::store::{StoreError, Target, outward};

/// What the setting says of a server that takes no part.
const NONE: &str = "none";

/// How a server takes part in the preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Under a URL that clients may be named, as all servers write it: without a slash at its end.
    Advertised(&'a str),
    /// Under its own address, which clients are not shown.
    AtItsAddress,
    /// Not at all: it only reads, its log is a SQLite file, it speaks TLS alone, or the operator said so.
    None,
}

/// How this server takes part in the preference.
///
/// It is asked by `serve` alone: other commands may work on a SQLite file beside the same `credence.toml`.
///
/// # Errors
/// Where the setting is no URL, or this server could not be preferred for anything: it only reads, or its log is a SQLite file.
pub(super) fn part(config: &Config) -> Result<Part<'_>, ConfigError> {
    let is_file = matches!(Target::of(&config.database_url), Ok(Target::Sqlite(_)));
    let url = match config.advertise.as_deref().map(|url| url.trim_end_matches('/')) {
        Some(NONE) => return Ok(Part::None),
        // TLS is not spoken between servers.
        None if config.read_only || is_file || config.tls_cert.is_some() => return Ok(Part::None),
        None => return Ok(Part::AtItsAddress),
        Some(url) => url,
    };
    let wrong = |detail: &str| Err(config.wrong("advertise", detail));
    let named = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).unwrap_or_default();
    // Requests are sent to it, and it is shown to everybody: no user, question or fragment stands in it, and its port can be connected to.
    let is_place = |url: &Url| {
        let more = [url.query(), url.fragment(), url.password()].iter().any(Option::is_some) || !url.username().is_empty();
        !more && url.port() != Some(0)
    };
    let is_plain = !named.is_empty() && named.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain || !Url::parse(url).is_ok_and(|url| is_place(&url)) {
        return wrong("it takes a URL such as http://10.0.0.1:7420, or none");
    }
    if config.tls_cert.is_some() && url.starts_with("http://") {
        return wrong("it begins with http://, and this server speaks TLS alone, because \"tls_cert\" is set");
    }
    if config.read_only {
        return wrong("it names a server that writes, and one that is \"read_only\" is preferred for nothing");
    }
    if is_file {
        return wrong("it is for several servers on one Postgres: a SQLite file has one server, and no other could be preferred");
    }
    Ok(Part::Advertised(url))
}

/// Where the other servers on a Postgres can reach a server that listens at an address: there, or, where that is every address of the machine, at the one from
/// which it reaches the database. `None` where none is found. It may be wrong, behind a translation of addresses for one: whoever is reached there has to prove
/// to be the server.
///
/// # Errors
/// Where the URL of the database is none of Postgres.
pub(super) async fn own_url(listens: SocketAddr, database_url: &str) -> Result<Option<String>, StoreError> {
    let ip = match listens.ip() {
        every if every.is_unspecified() => outward(database_url, every).await?,
        one => Some(one),
    };
    Ok(ip.map(|ip| format!("http://{}", SocketAddr::new(ip, listens.port()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_shares_a_postgres_is_advertised() {
        let shared = Config { database_url: "postgres://db/credence".to_owned(), ..Config::default() };
        let told = |url: &str, config: &Config| {
            let config = Config { advertise: Some(url.to_owned()), ..config.clone() };
            match part(&config) {
                Ok(Part::Advertised(url)) => Ok(url.to_owned()),
                Ok(other) => Ok(format!("{other:?}")),
                Err(error) => Err(error.to_string()),
            }
        };
        assert_eq!(told("http://10.0.0.1:7420/", &shared), Ok("http://10.0.0.1:7420".to_owned()));
        assert_eq!(told("https://a.example", &shared), Ok("https://a.example".to_owned()));
        for no_url in [
            "10.0.0.1:7420",
            "http://",
            "https://a b",
            "http://a\nb",
            "http://é",
            "http://:7420",
            "http://a:0",
            "http://a:99999",
            "http://me:secret@a",
            "http://a?x=1",
            "http://a/#b",
        ] {
            assert!(told(no_url, &shared).is_err_and(|error| error.contains("takes a URL")), "{no_url}");
        }
        let reading = Config { read_only: true, ..shared.clone() };
        assert!(told("http://a", &reading).is_err_and(|error| error.contains("read_only")));
        assert!(told("http://a", &Config::default()).is_err_and(|error| error.contains("SQLite")));
        // Who does not say takes part where that can be, and who says so takes none.
        let safe = Config { tls_cert: Some("cert.pem".into()), ..shared.clone() };
        assert!(told("http://a", &safe).is_err_and(|error| error.contains("tls_cert")));
        assert_eq!(told("https://a", &safe), Ok("https://a".to_owned()));
        assert_eq!(part(&shared).ok(), Some(Part::AtItsAddress));
        for alone in [&reading, &safe, &Config::default()] {
            assert_eq!(part(alone).ok(), Some(Part::None));
        }
        assert_eq!([&shared, &reading].map(|config| told("none", config)), [Ok("None".to_owned()), Ok("None".to_owned())]);
    }

    #[tokio::test]
    async fn a_server_is_reached_where_it_listens_or_where_it_reaches_the_database_from() {
        let url = async |listens: &str, database: &str| {
            own_url(listens.parse().expect("an address"), database).await.expect("a URL of Postgres")
        };
        let here = Some("http://127.0.0.1:7420".to_owned());
        for database in [
            "postgres://me:secret@127.0.0.1:5433/credence",
            "postgres:///credence?host=/var/run/postgresql",
            "postgres://%2fvar%2Frun%2Fpostgresql/credence",
            "postgres://elsewhere.invalid/credence?host=127.0.0.1&pool_max_conns=4",
        ] {
            for listens in ["0.0.0.0:7420", "[::]:7420"] {
                assert_eq!(url(listens, database).await, here, "{listens} {database}");
            }
        }
        assert_eq!(url("0.0.0.0:7420", "postgres://localhost/credence").await, here);
        assert_eq!(url("0.0.0.0:7420", "postgres://[::1]/credence").await, None, "nobody answers there");
        assert_eq!(url("10.0.0.3:7420", "postgres://elsewhere.invalid/credence").await.as_deref(), Some("http://10.0.0.3:7420"));
    }
}
