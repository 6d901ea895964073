//! Holds the layout that the architecture names: which way imports run, and where what stands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A source file, and its text without comments.
struct Source {
    /// Below the root of the project, with slashes.
    path: String,
    text: String,
    code: String,
}

impl Source {
    /// The code that is shipped: up to the tests at the end of the file; nothing, where the file is a test.
    fn shipped(&self) -> &str {
        if self.path.ends_with("/tests.rs") || self.path.contains("/tests/") {
            return "";
        }
        self.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn entries(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn relative(path: &Path) -> String {
    let below = path.strip_prefix(root()).expect("a path in the project");
    below.iter().map(|part| part.to_str().expect("a name in UTF-8")).collect::<Vec<_>>().join("/")
}

/// Every file with this ending below a folder.
fn sources(folder: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in entries(folder) {
        let name = relative(&path);
        if path.is_dir() {
            sources.extend(self::sources(&name));
        } else if name.ends_with(".rs") {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            let code = text.lines().map(without_comment).collect::<Vec<_>>().join("\n");
            sources.push(Source { path: name, text, code });
        }
    }
    sources
}

/// A URL in a string is cut at its slashes too, which hides nothing that is looked for here.
fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default().trim_end()
}

fn everything() -> Vec<Source> {
    let all: Vec<Source> = ["src", "tests"].into_iter().flat_map(sources).collect();
    assert!(all.len() > 50, "{} files were found: is this the root?", all.len());
    all
}

/// The first part of every path below `start`, such as `belief` in `crate::belief::Evidence`.
fn named_after(code: &str, start: &str) -> Vec<String> {
    let follows = |(at, _): (usize, &str)| {
        let before = code[..at].chars().next_back();
        let begins = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '$');
        let name: String = code[at + start.len()..].chars().take_while(|c| c.is_alphanumeric() || "_{".contains(*c)).collect();
        begins.then_some(name)
    };
    code.match_indices(start).filter_map(follows).collect()
}

/// Arrows of import run one way and never back.
#[test]
fn imports_run_one_way() {
    let arrows: &[(&str, &[&str])] = &[
        ("src/belief/", &["belief"]),
        ("src/store/", &["store"]),
        ("src/rulesets/", &["rulesets", "belief"]),
        ("src/projection/", &["projection", "rulesets", "belief"]),
        ("src/service/", &["service", "projection", "rulesets", "belief", "store", "clock"]),
        ("src/http/", &["http", "service", "rulesets", "belief", "store", "clock", "guide"]),
    ];
    for (folder, allowed) in arrows {
        let files = sources(folder.trim_end_matches('/'));
        assert!(!files.is_empty(), "{folder} is empty");
        for file in files {
            for name in named_after(&file.code, "crate::") {
                assert!(allowed.contains(&name.as_str()), "{} imports crate::{name}; it may know {allowed:?}", file.path);
            }
            // A path that climbs is not seen above.
            assert!(!file.code.contains("super::super::"), "{}: say crate:: where a path leaves its folder", file.path);
        }
    }
}

/// Frameworks stay where they belong.
#[test]
fn frameworks_stay_in_their_folders() {
    let homes = [
        ("axum::", "src/http/"),
        ("hyper::", "src/http/"),
        ("hyper_util::", "src/http/"),
        ("tower::", "src/http/"),
        ("tower_http::", "src/http/"),
        ("utoipa_axum::", "src/http/"),
        ("sqlx::", "src/store/"),
        ("clap::", "src/cli/"),
    ];
    for file in sources("src") {
        for (framework, home) in homes {
            // The flags that override the configuration stand beside it.
            let flags = framework == "clap::" && file.path == "src/config.rs";
            let used = !named_after(&file.code, framework).is_empty();
            assert!(!used || flags || file.path.starts_with(home), "{} uses {framework}, which belongs to {home}", file.path);
        }
        let pure = ["src/rulesets/", "src/belief/", "src/projection/"].iter().any(|folder| file.path.starts_with(folder));
        for word in ["async ", ".await", "tokio::", "std::fs", "std::net", "std::env", "std::time", "std::thread"] {
            assert!(
                !pure || !file.shipped().contains(word),
                "{} says {word:?}; rulesets, belief and projection are pure",
                file.path
            );
        }
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for file in everything() {
        let lines = file.text.lines().count();
        assert!(lines < 500, "{} has {lines} lines; 500 are too many", file.path);
        // What is included elsewhere cannot begin with the documentation of a module.
        let included = file.path.ends_with("/urn.rs") && file.text.starts_with("// ");
        assert!(included || file.text.starts_with("//! "), "{} does not begin by saying what it is (`//! `)", file.path);
    }
}

/// The page's modules, pictures and tests are as short, and say what they are too.
#[test]
fn modules_are_short_and_say_what_they_are() {
    let mut modules = Vec::new();
    let mut folders = vec!["src".to_owned(), "tests/page".to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            let name = relative(&path);
            if path.is_dir() {
                folders.push(name);
            } else if name.ends_with(".js") || name.ends_with(".mjs") {
                modules.push((std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}")), name));
            }
        }
    }
    assert!(modules.len() > 30, "{} modules were found", modules.len());
    for (text, name) in modules {
        let lines = text.lines().count();
        assert!(lines < 300, "{name} has {lines} lines; 300 are too many");
        assert!(text.starts_with("/**"), "{name} does not begin by saying what it is");
        assert!(!text.contains("innerHTML") || name.starts_with("tests/"), "{name}: text must never be read as markup");
        assert!(!text.contains("@ts-ignore") && !text.contains("eslint-disable"), "{name} silences a judge");
    }
}

/// Names that say nothing attract what belongs nowhere.
#[test]
fn no_name_is_empty_of_meaning() {
    const EMPTY: [&str; 10] = ["util", "utils", "helper", "helpers", "common", "misc", "manager", "managers", "shared", "stuff"];
    for file in everything() {
        for part in file.path.trim_end_matches(".rs").split(['/', '_']) {
            assert!(!EMPTY.contains(&part), "{}: what is in it?", file.path);
        }
        let words = file.code.split(|c: char| !c.is_alphanumeric());
        for word in words {
            let named = word.strip_suffix("Manager").or(word.strip_suffix("Helper")).or(word.strip_suffix("Utils"));
            assert!(named.is_none() || file.path.ends_with("/tidy.rs"), "{}: what is {word}?", file.path);
        }
    }
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |folder: &str| -> Vec<String> {
        let name = |path: PathBuf| path.file_name().expect("a name").to_str().expect("a name in UTF-8").to_owned();
        entries(folder).into_iter().map(name).collect()
    };
    let sqlite = names("migrations/sqlite");
    assert!(!sqlite.is_empty() && sqlite.iter().all(|name| name.ends_with(".sql")), "{sqlite:?}");
    assert_eq!(sqlite, names("migrations/postgres"));
}

/// A file of tests that nothing lists is never run.
#[test]
fn every_test_is_run() {
    let main = std::fs::read_to_string(root().join("tests/it/main.rs")).expect("main.rs");
    for path in entries("tests/it") {
        let name = path.file_stem().expect("a name").to_str().expect("a name in UTF-8");
        let listed = main.lines().any(|line| line == format!("mod {name};"));
        assert!(listed || name == "main", "tests/it/main.rs does not list {name}");
    }
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    for path in entries("tests/bench").iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let name = relative(path);
        assert!(manifest.contains(&format!("path = \"{name}\"")), "Cargo.toml does not list {name}");
    }
}

#[test]
fn every_ruleset_has_the_same_files() {
    // A part that has outgrown one file is a folder of the same name.
    let parts = [
        "setup",
        "event",
        "table",
        "check",
        "fold",
        "update",
        "belief",
        "likelihood",
        "marginals",
        "world",
        "query",
        "conduct",
        "simulator",
        "tests",
    ];
    // What is not a game's is the seam's.
    let is_game = |path: &PathBuf| path.is_dir() && !path.ends_with("erased");
    let folders: Vec<PathBuf> = entries("src/rulesets").into_iter().filter(is_game).collect();
    for folder in &folders {
        assert!(folder.join("mod.rs").is_file(), "{} lacks mod.rs", relative(folder));
        for part in parts {
            let is_there = folder.join(format!("{part}.rs")).is_file() || folder.join(part).join("mod.rs").is_file();
            assert!(is_there, "{} lacks {part}.rs", relative(folder));
        }
    }
    let mut names: Vec<_> = folders.iter().map(|folder| folder.file_name().expect("a name").to_str().expect("UTF-8")).collect();
    let mut keys: Vec<_> = credence::rulesets::ALL.iter().map(|ruleset| ruleset.key()).collect();
    names.sort_unstable();
    keys.sort_unstable();
    assert_eq!(names, keys, "folders of rulesets, and the keys in ALL");
}

/// A sixth game is one new folder: what is not in a game's folder knows no game.
#[test]
fn no_games_name_stands_outside_its_folder() {
    for file in sources("src") {
        for ruleset in credence::rulesets::ALL {
            let home = file.path.starts_with(&format!("src/rulesets/{}/", ruleset.key())) || file.path == "src/rulesets/mod.rs";
            // An example in the documentation of a field, or of a message, is for people and may name a game.
            let names = file.shipped().lines().filter(|line| !line.contains("example")).any(|line| {
                let path = format!("{}::", ruleset.key());
                line.contains(&path) || line.contains(&format!("\"{}\"", ruleset.key()))
            });
            assert!(home || !names, "{} names {}", file.path, ruleset.key());
        }
    }
}

#[test]
fn nothing_is_left_for_later() {
    for file in everything().iter().filter(|file| !file.path.ends_with("/tidy.rs")) {
        for word in ["#[ignore", "todo!(", "unimplemented!(", "dbg!("] {
            assert!(!file.code.contains(word), "{} holds {word:?}", file.path);
        }
        for word in ["TODO", "FIXME", "XXX"] {
            assert!(!file.text.contains(word), "{} holds {word:?}", file.path);
        }
        for word in ["HashMap", "HashSet"] {
            assert!(!file.code.contains(word), "{} uses {word}; its order is random", file.path);
        }
    }
    for file in sources("src") {
        assert!(!file.shipped().contains(".unwrap()"), "{}: .unwrap() does not say why it cannot fail", file.path);
    }
}

#[test]
fn the_top_level_holds_what_the_architecture_names() {
    const NAMED: [&str; 22] = [
        ".ci",
        ".git",
        ".gitignore",
        ".dockerignore",
        ".cargo",
        "Cargo.lock",
        "Cargo.toml",
        "Dockerfile",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "clippy.toml",
        "data",
        "clients",
        "docs",
        "docker-compose.yml",
        "migrations",
        "rustfmt.toml",
        "src",
        "tests",
    ];
    let ignored = std::fs::read_to_string(root().join(".gitignore")).expect(".gitignore");
    let kept_out = |name: &str| {
        ignored.lines().any(|line| {
            line.strip_prefix('/').is_some_and(|line| line == name)
                || line.strip_prefix('*').is_some_and(|end| name.ends_with(end))
        })
    };
    for path in entries("") {
        let name = relative(&path);
        assert!(NAMED.contains(&name.as_str()) || kept_out(&name), "{name} is at the top level");
    }
}

/// The scanner that the tests above rest on.
#[test]
fn paths_are_found_in_code() {
    assert_eq!(named_after("use crate::belief::X; let y = (crate::store::Y, mycrate::z);", "crate::"), ["belief", "store"]);
    assert_eq!(named_after("use crate::{belief, store};", "crate::"), ["{belief"]);
    assert_eq!(without_comment("let x = 1; // crate::http"), "let x = 1;");
}

/// What the board and the alerts ask for is what the server has.
#[test]
fn every_metric_of_the_board_is_one_of_the_servers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let described = std::fs::read_to_string(root.join("src/service/gauges.rs")).expect("the gauges are read");
    let mut asked = BTreeSet::new();
    for name in ["grafana.json", "alerts.yml"] {
        let text = std::fs::read_to_string(root.join("docs/operating").join(name)).expect("a file of the operator's");
        for part in text.split("credence_").skip(1) {
            let metric: String = part.chars().take_while(|letter| letter.is_ascii_lowercase() || *letter == '_').collect();
            asked.insert(format!("credence_{}", metric.trim_end_matches("_bucket")));
        }
    }
    assert!(asked.len() > 12, "{asked:?}");
    for metric in asked {
        assert!(described.contains(&format!("\"{metric}\"")), "{metric} is not one of src/service/gauges.rs");
    }
}
