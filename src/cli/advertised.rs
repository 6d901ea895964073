//! The setting `advertise`: who may take part in the preference of servers for partitions, and under which URL.

use reqwest::Url;

use crate::config::{Config, ConfigError};

/// The URL under which a server takes part, as all servers write it: without a slash at its end. `None` where it takes no part.
///
/// It is asked by `serve` alone: other commands may work on a SQLite file beside the same `credence.toml`.
///
/// # Errors
/// Where it is no URL, or this server could not be preferred for anything: it only reads, or its log is a SQLite file.
pub(super) fn advertised(config: &Config) -> Result<Option<&str>, ConfigError> {
    let Some(url) = config.advertise.as_deref().map(|url| url.trim_end_matches('/')) else { return Ok(None) };
    let wrong = |detail: &str| Err(ConfigError::Unreadable(format!("setting \"advertise\" {detail}")));
    let named = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).unwrap_or_default();
    // Requests are sent to it, and it is shown to everybody: no user, question or fragment stands in it, and its port can be connected to.
    let is_place = |url: &Url| {
        let more = [url.query(), url.fragment(), url.password()].iter().any(Option::is_some) || !url.username().is_empty();
        !more && url.port() != Some(0)
    };
    let is_plain = !named.is_empty() && named.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain || !Url::parse(url).is_ok_and(|url| is_place(&url)) {
        return wrong("takes a URL such as http://10.0.0.1:7420");
    }
    if config.read_only {
        return wrong("names a server that writes, and one that is \"read_only\" is preferred for nothing");
    }
    if config.database_url.starts_with("sqlite:") {
        return wrong("is for several servers on one Postgres: a SQLite file has one server, and no other could be preferred");
    }
    Ok(Some(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_shares_a_postgres_is_advertised() {
        let shared = Config { database_url: "postgres://db/credence".to_owned(), ..Config::default() };
        let told = |url: &str, config: &Config| {
            let config = Config { advertise: Some(url.to_owned()), ..config.clone() };
            advertised(&config).map(|url| url.map(str::to_owned)).map_err(|error| error.to_string())
        };
        assert_eq!(advertised(&shared).expect("nothing to check"), None);
        assert_eq!(told("http://10.0.0.1:7420/", &shared), Ok(Some("http://10.0.0.1:7420".to_owned())));
        assert_eq!(told("https://a.example", &shared), Ok(Some("https://a.example".to_owned())));
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
        let reading = Config { read_only: true, ..shared };
        assert!(told("http://a", &reading).is_err_and(|error| error.contains("read_only")));
        assert!(told("http://a", &Config::default()).is_err_and(|error| error.contains("SQLite")));
    }
}
