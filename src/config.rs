//! What the server is told from outside, read once: defaults, then `credence.toml`, then `CREDENCE_*` variables, then flags.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use figment::providers::{Env, Format, Serialized, Toml};
use figment::value::{Dict, Map};
use figment::{Figment, Metadata, Profile, Provider};
use serde::{Deserialize, Serialize};

use crate::service::Limits;
use crate::store::Target;

/// The file that is read where there is one.
pub const FILE: &str = "credence.toml";

/// What the names of environment variables begin with.
const PREFIX: &str = "CREDENCE_";

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Address and port; port 0 takes a free one.
    #[serde(deserialize_with = "read_address")]
    pub listen: SocketAddr,
    /// `sqlite://path`, `sqlite::memory:` for throwaway use, or `postgres://...`.
    pub database_url: String,
    /// Whether the server only reads: from a Postgres database that is a hot standby, or that other servers write to.
    pub read_only: bool,
    /// URL of a server that writes, which a server that only reads names to whoever would write.
    pub primary: Option<String>,
    /// URL of this server that other servers on the same Postgres give to clients, and reach it by. Without it they reach it by its own address. `none` has it take
    /// no part in which server is preferred for which partition.
    pub advertise: Option<String>,
    /// Whether callers on other machines are let in, although no key guards anything.
    pub open_to_network: bool,
    /// Whether an admin's key is made and printed where there is no key yet.
    pub first_key: bool,
    /// Names by which the server may be asked where no key guards it, beside those of this machine.
    pub allow_hosts: Vec<String>,
    /// Origins whose pages a browser lets read the answers, such as `https://example.org`.
    pub cors_origins: Vec<String>,
    /// The server's certificates in PEM, its own first: then it speaks TLS alone.
    pub tls_cert: Option<PathBuf>,
    /// The private key of its own certificate in PEM.
    pub tls_key: Option<PathBuf>,
    /// What is logged: a level, or directives by module.
    pub log: String,
    /// A file that every belief is told to, one JSON line each, when it is first served and when worlds are drawn.
    pub log_belief_snapshots: Option<PathBuf>,
    /// Every limit, by name.
    pub limits: Limits,
    /// How errors name each setting that is no default, with the place it came from.
    #[serde(skip)]
    pub places: BTreeMap<String, String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7420),
            database_url: "sqlite://credence.db".to_owned(),
            read_only: false,
            primary: None,
            advertise: None,
            open_to_network: false,
            first_key: false,
            allow_hosts: Vec::new(),
            cors_origins: Vec::new(),
            tls_cert: None,
            tls_key: None,
            log: "warn,credence=info".to_owned(),
            log_belief_snapshots: None,
            limits: Limits::default(),
            places: BTreeMap::new(),
        }
    }
}

/// What the command line sets; the rest is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, clap::Args)]
pub struct Flags {
    /// Address and port to listen on; port 0 takes a free one and prints it [default: 127.0.0.1:7420]
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<String>,
    /// Where the log is: sqlite://PATH, sqlite::memory: for throwaway use, or postgres://… [default: sqlite://credence.db]
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
    /// Only read: from a hot standby of Postgres, or a database that other servers write to; nothing is written, and writers are
    /// sent elsewhere
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub read_only: bool,
    /// URL of a server that writes, to be named to whoever would write here
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// URL at which other servers on the same Postgres reach this one, and which they give to clients. Without it they reach it at its own
    /// address. none: no writes are passed on between this server and the others
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advertise: Option<String>,
    /// Let callers on other machines in, although no key guards anything: whoever reaches the port may read and write all
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_to_network: bool,
    /// Where there is no key yet, make an admin's and print it, this once
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_key: bool,
    /// A name by which the server may be asked where no key guards it, beside localhost; repeat it for more
    #[arg(long = "allow-host", value_name = "NAME")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow_hosts: Vec<String>,
    /// An origin whose pages a browser lets read the answers, such as `https://example.org`; repeat it for more
    #[arg(long = "cors-origin", value_name = "ORIGIN")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cors_origins: Vec<String>,
    /// Speak TLS alone, with these certificates (PEM, the server's own first)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the server's certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls_key: Option<PathBuf>,
    /// What is logged: a level, or directives by module [default: warn,credence=info]
    #[arg(long, value_name = "FILTER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Append every belief to a file, one JSON line each, when it is first served and whenever worlds are drawn from it
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_belief_snapshots: Option<PathBuf>,
}

impl Provider for Flags {
    fn metadata(&self) -> Metadata {
        Metadata::named("the command line")
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        Serialized::defaults(self).data()
    }
}

/// The name of the place that defaults come from.
const DEFAULTS: &str = "defaults";

/// What is set where nobody says otherwise.
struct Defaults;

impl Provider for Defaults {
    fn metadata(&self) -> Metadata {
        Metadata::named(DEFAULTS)
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        Serialized::defaults(Config::default()).data()
    }
}

/// A setting that cannot be used, with the place that it came from.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file that was named is not there.
    #[error("the settings file {0:?} does not exist")]
    Missing(String),
    /// One that does not decode.
    #[error("{0}")]
    Unreadable(String),
    /// A port that everyone could reach, with nothing to guard it.
    #[error(
        "will not listen on {0}: other machines could reach it, and no key guards anything. Make one with `credence keys create --role \
         admin`, or with --first-key; or listen on 127.0.0.1; or say --open-to-network where something else keeps strangers out"
    )]
    Open(SocketAddr),
}

impl Config {
    /// Reads everything. `file` is the one that was named; otherwise `credence.toml` is read where it is.
    ///
    /// # Errors
    /// Names the setting, its source and what was expected.
    pub fn read(file: Option<&Path>, flags: &Flags) -> Result<Self, ConfigError> {
        if let Some(missing) = file.filter(|file| !file.exists()) {
            return Err(ConfigError::Missing(missing.display().to_string()));
        }
        let mut settings = Figment::from(Defaults);
        let file = file.unwrap_or(Path::new(FILE));
        if file.exists() {
            settings = settings.merge(Toml::file_exact(file));
        }
        let settings =
            settings.merge(Env::prefixed(PREFIX).filter(|key| is_setting(key.as_str())).split("__")).merge(flags.clone());
        let mut config: Self = settings.extract().map_err(|error| ConfigError::Unreadable(explain(&error)))?;
        config.places = places(&settings);
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let wrong = |setting: &str, detail: &str| Err(self.wrong(setting, detail));
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => return wrong("tls_cert", "it goes together with \"tls_key\", the certificate's private key"),
            (None, Some(_)) => return wrong("tls_key", "it goes together with \"tls_cert\", the key's certificate"),
            _ => {}
        }
        match &self.primary {
            Some(_) if !self.read_only => {
                return wrong("primary", "it goes with \"read_only\": a server that writes is one itself");
            }
            Some(url) if !url.starts_with("http://") && !url.starts_with("https://") => {
                return wrong("primary", "it takes a URL such as http://10.0.0.1:7420");
            }
            _ => {}
        }
        if let Some(name) = self.allow_hosts.iter().find(|name| !is_host(name)) {
            return wrong(
                "allow_hosts",
                &format!("{name:?} is no name of a host; give one name at a time, without scheme and port"),
            );
        }
        if self.read_only && self.first_key {
            return wrong("first_key", "it makes a key, and a server that is \"read_only\" makes none");
        }
        if let Err(error) = Target::of(&self.database_url) {
            return wrong("database_url", &error.to_string());
        }
        self.limits.check().map_err(|(name, what)| self.wrong(&format!("limits.{name}"), &what))
    }

    /// A setting with the place it came from, as errors name it: `setting "log" from TOML file (credence.toml)`.
    #[must_use]
    pub fn named(&self, setting: &str) -> String {
        self.places.get(setting).cloned().unwrap_or_else(|| format!("setting {setting:?}"))
    }

    /// What is wrong with a setting.
    #[must_use]
    pub fn wrong(&self, setting: &str, detail: &str) -> ConfigError {
        ConfigError::Unreadable(format!("{}: {detail}", self.named(setting)))
    }
}

impl Config {
    /// Whether other machines reach the server, so that a key must guard it.
    #[must_use]
    pub fn needs_keys(&self) -> bool {
        !self.listen.ip().is_loopback() && !self.open_to_network
    }
}

/// The variable that holds the key of whoever uses a server from the command line. No flag does: others on the machine see flags.
pub const CLIENT_KEY: &str = "CREDENCE_KEY";

/// The key of whoever uses a server from the command line.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this file alone reads the environment")]
pub fn client_key() -> Option<String> {
    // A file that a key was read from ends with a line break.
    std::env::var(CLIENT_KEY).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty())
}

/// Variables of the environment that begin as settings do and are none: a slip of the pen, or a platform that makes variables by the names
/// of its services, as Kubernetes makes `CREDENCE_SERVICE_HOST`. They stop nothing, and are worth a warning.
pub fn unknown_variables() -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut unknown: Vec<String> = names.filter(|name| is_unknown(name)).collect();
    unknown.sort_unstable();
    unknown
}

fn is_unknown(variable: &str) -> bool {
    let key = variable.split_at_checked(PREFIX.len()).filter(|(prefix, _)| prefix.eq_ignore_ascii_case(PREFIX));
    key.is_some_and(|(_, key)| {
        !is_setting(key) && !["test_postgres", "key", "bin"].iter().any(|known| key.eq_ignore_ascii_case(known))
    })
}

/// Whether a variable, its prefix left out, is the name of a setting.
fn is_setting(key: &str) -> bool {
    let settings = serde_json::to_value(Config::default()).unwrap_or_default();
    let key = key.to_lowercase();
    let (outer, inner) = key.split_once("__").map_or((key.as_str(), None), |(outer, inner)| (outer, Some(inner)));
    settings.get(outer).is_some_and(|found| inner.is_none_or(|inner| found.get(inner).is_some()))
}

/// Whether a text can be the name in a header `Host`, the port left out: of DNS, or an address, which has brackets where it is of version 6.
fn is_host(name: &str) -> bool {
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_v6 = address.is_some_and(|address| address.parse::<std::net::Ipv6Addr>().is_ok());
    let is_named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    is_v6 || is_named
}

fn read_address<'de, D: serde::Deserializer<'de>>(text: D) -> Result<SocketAddr, D::Error> {
    let text = String::deserialize(text)?;
    let address = text.strip_prefix("localhost:").map_or_else(|| text.clone(), |port| format!("127.0.0.1:{port}"));
    let wrong = |_| serde::de::Error::custom(format!("{text:?} is no address with a port, such as 127.0.0.1:7420"));
    address.parse().map_err(wrong)
}

/// Where a setting came from, in words.
fn place_of(metadata: &figment::Metadata) -> String {
    let place = metadata.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
    format!("{}{place}", metadata.name)
}

/// How a setting is named, by its path, where it stands and by where it came from.
fn name_of(path: &[String], metadata: &figment::Metadata) -> String {
    let of_environment = metadata.name.contains("environment");
    let key = if of_environment { format!("{PREFIX}{}", path.join("__").to_uppercase()) } else { path.join(".") };
    format!("setting {key:?} from {}", place_of(metadata))
}

/// How each setting is named that is no default.
fn places(settings: &Figment) -> BTreeMap<String, String> {
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let outer = defaults.as_object().into_iter().flatten();
    let paths = outer.flat_map(|(name, value)| match value.as_object() {
        None => vec![vec![name.clone()]],
        Some(inner) => inner.keys().map(|key| vec![name.clone(), key.clone()]).collect(),
    });
    let places = paths.filter_map(|path| {
        let metadata = settings.find_metadata(&path.join("."))?;
        (metadata.name != DEFAULTS).then(|| (path.join("."), name_of(&path, metadata)))
    });
    places.collect()
}

/// What is wrong with a file, without the line that it quotes: a password may stand in it.
fn without_text(complaint: &str) -> String {
    let is_quoted =
        |line: &&str| line.trim_start().trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start().starts_with('|');
    complaint.lines().filter(|line| !is_quoted(line)).collect::<Vec<_>>().join(": ")
}

fn explain(error: &figment::Error) -> String {
    let one = |error: figment::Error| {
        let source = error.metadata.as_ref().map_or_else(|| "a default".to_owned(), place_of);
        let cure = match &error.kind {
            figment::error::Kind::InvalidType(_, wanted) if wanted == "a sequence" => {
                "; a list is written as [\"one\", \"other\"]"
            }
            figment::error::Kind::InvalidType(_, wanted) if wanted == "usize" || wanted == "u64" => "; it takes a whole number",
            _ => "",
        };
        if error.path.is_empty() {
            return format!("{source}: {}", without_text(&error.kind.to_string()));
        }
        let setting = error.metadata.as_ref().map_or_else(
            || format!("setting {:?} from {source}", error.path.join(".")),
            |metadata| name_of(&error.path, metadata),
        );
        format!("{setting}: {}{cure}", error.kind)
    };
    error.clone().into_iter().map(one).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(listen: &str) -> Flags {
        Flags { listen: Some(listen.to_owned()), ..Flags::default() }
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let folder = std::env::temp_dir().join(format!("credence-config-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(FILE);
        std::fs::write(&file, "listen = \"127.0.0.1:1\"\n[limits]\nworlds = 5\n").expect("a file");
        let config = Config::read(Some(&file), &Flags::default()).expect("readable");
        assert_eq!((config.listen.port(), config.limits.worlds, config.limits.page), (1, 5, 1_000));
        assert_eq!(Config::read(Some(&file), &flags("127.0.0.1:2")).expect("readable").listen.port(), 2);
        std::fs::write(&file, "[limits]\nworlds = \"many\"\n").expect("a file");
        let error = Config::read(Some(&file), &Flags::default()).expect_err("not a number").to_string();
        assert!(error.contains("limits.worlds") && error.contains("credence.toml"), "{error}");
        for (text, cure) in [
            ("[limits]\nworlds = \"many\"\n", "\"limits.worlds\" from TOML file"),
            ("[limits]\nworlds = \"many\"\n", "it takes a whole number"),
            ("allow_hosts = \"a.example\"\n", "a list is written as [\"one\", \"other\"]"),
            ("listen = \"127.0.0.1:1\n", "TOML file"),
        ] {
            std::fs::write(&file, text).expect("a file");
            let error = Config::read(Some(&file), &Flags::default()).expect_err("it cannot be read").to_string();
            assert!(error.contains(cure) && !error.contains("setting \"\""), "{text}: {error}");
        }
        for (text, named) in [
            ("database_url = \"mysql://db\"\n", "\"database_url\" from TOML file"),
            ("primary = \"http://10.0.0.1:7420\"\n", "\"primary\" from TOML file"),
            ("tls_cert = \"cert.pem\"\n", "\"tls_cert\" from TOML file"),
            ("allow_hosts = [\"a b\"]\n", "\"allow_hosts\" from TOML file"),
            ("[limits]\nworlds = 0\n", "\"limits.worlds\" from TOML file"),
        ] {
            std::fs::write(&file, text).expect("a file");
            let error = Config::read(Some(&file), &Flags::default()).expect_err("it cannot be used").to_string();
            assert!(error.contains(named) && error.contains(FILE), "{text}: {error}");
        }
        std::fs::write(&file, "log = \"off\"\ndatabase_url = \"postgres://u:secret@h/db\n").expect("a file");
        let error = Config::read(Some(&file), &Flags::default()).expect_err("it cannot be read").to_string();
        assert!(error.contains("line 2, column") && !error.contains("secret"), "{error}");
        std::fs::write(&file, "log = \"off\"\n").expect("a file");
        let config = Config::read(Some(&file), &flags("127.0.0.1:2")).expect("readable");
        assert!(config.named("log").contains(FILE), "{}", config.named("log"));
        assert_eq!(config.named("listen"), "setting \"listen\" from the command line");
        assert_eq!(config.named("cors_origins"), "setting \"cors_origins\"", "a default comes from no place");
        std::fs::write(&file, "wordls = 1\n").expect("a file");
        let error = Config::read(Some(&file), &Flags::default()).expect_err("unknown").to_string();
        assert!(error.contains("wordls"), "{error}");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn variables_that_are_no_settings_are_named_and_stop_nothing() {
        for setting in
            ["CREDENCE_LISTEN", "credence_listen", "CREDENCE_LIMITS__WORLDS", "CREDENCE_LIMITS", "CREDENCE_TEST_POSTGRES"]
        {
            assert!(!is_unknown(setting), "{setting}");
        }
        for other in ["CREDENCE_SERVICE_HOST", "CREDENCE_LISTN", "CREDENCE_LIMITS__WORLD", "CREDENCE_LISTEN__PORT", "CREDENCE_"] {
            assert!(is_unknown(other), "{other}");
        }
        assert!(!is_unknown("PATH") && !is_unknown("CREDENCE"));
    }

    #[test]
    fn an_error_names_the_command_line() {
        let error = Config::read(None, &flags("nowhere")).expect_err("no address").to_string();
        assert!(error.contains("listen") && error.contains("the command line") && error.contains("127.0.0.1:7420"), "{error}");
        let local = Config::read(None, &flags("localhost:7421")).expect("this machine");
        assert_eq!(local.listen, SocketAddr::from(([127, 0, 0, 1], 7421)));
    }

    #[test]
    fn a_host_is_named_without_scheme_and_port() {
        let allowing = |name: &str| Config::read(None, &Flags { allow_hosts: vec![name.to_owned()], ..Flags::default() });
        for name in ["credence.example", "credence_1", "10.0.0.1", "[fd00::1]"] {
            assert_eq!(allowing(name).expect("a host").allow_hosts, [name]);
        }
        for name in ["a b", "a,b", "", "http://a.example", "a.example:7420", "fd00::1", "[fd00::1]:7420"] {
            let error = allowing(name).expect_err("no host").to_string();
            assert!(error.contains("allow_hosts") && error.contains(&format!("{name:?}")), "{error}");
        }
    }

    #[test]
    fn an_open_port_must_be_meant() {
        let open = flags("0.0.0.0:7420");
        assert!(Config::read(None, &open).expect("readable").needs_keys());
        let meant = Flags { open_to_network: true, ..open };
        assert!(!Config::read(None, &meant).expect("readable").needs_keys());
        assert!(!Config::read(None, &flags("[::1]:7420")).expect("readable").needs_keys());
    }
}
