//! No circle of imports ties more than two files together: what cannot be read alone cannot be changed alone.
//!
//! A folder's `mod.rs` is its door: it lists what stands in the room and passes names on, so that it is looked through and not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

/// A module's path below the crate, such as `["service", "games"]`.
type Module = Vec<String>;

/// What a file defines, and what it takes from elsewhere.
#[derive(Default)]
struct File {
    path: String,
    defines: BTreeSet<String>,
    /// Names that it brings in: the name here, the whole path, and whether it is passed on.
    uses: Vec<(String, Module, bool)>,
}

fn files(folder: &Path, module: &Module, found: &mut BTreeMap<Module, File>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let below = |name: String| module.iter().cloned().chain([name]).collect::<Module>();
        if path.is_dir() {
            if stem != "tests" {
                files(&path, &below(stem), found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") && !["tests", "main", "urn"].contains(&stem.as_str()) {
            let at = if ["mod", "lib"].contains(&stem.as_str()) { module.clone() } else { below(stem) };
            found.insert(at.clone(), read(&path, &at));
        }
    }
}

fn read(path: &Path, module: &Module) -> File {
    let text = std::fs::read_to_string(path).expect("a file");
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut file = File { path: path.display().to_string(), ..File::default() };
    for item in parsed.items {
        if !matches!(item, Item::Use(_) | Item::Mod(_)) {
            InlinePaths { module, uses: &mut file.uses }.visit_item(&item);
        }
        let name = match &item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Use(item) => {
                let passed_on = !matches!(item.vis, Visibility::Inherited);
                flatten(&item.tree, Vec::new(), module, passed_on, &mut file.uses);
                continue;
            }
            _ => continue,
        };
        file.defines.insert(name.to_string());
    }
    file
}

/// Names that are brought in where they are used, by a whole path: an import as good as any.
struct InlinePaths<'a> {
    module: &'a Module,
    uses: &'a mut Vec<(String, Module, bool)>,
}

impl Visit<'_> for InlinePaths<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [first, .., name] = names.as_slice()
            && ["crate", "super"].contains(&first.as_str())
        {
            let above = &self.module[..self.module.len().saturating_sub(1)];
            let base = if first == "super" { above.to_vec() } else { Vec::new() };
            let whole = base.into_iter().chain(names[1..].iter().cloned()).collect();
            self.uses.push((name.clone(), whole, false));
        }
        visit::visit_path(self, path);
    }
}

/// Every name of a `use`, with its whole path below the crate. What comes from another crate has no path here.
fn flatten(tree: &UseTree, path: Module, module: &Module, passed_on: bool, uses: &mut Vec<(String, Module, bool)>) {
    match tree {
        UseTree::Path(tree) => {
            let name = tree.ident.to_string();
            let path = match (path.is_empty(), name.as_str()) {
                (true, "crate") => vec!["crate".to_owned()],
                (true, "super") => {
                    let above = &module[..module.len().saturating_sub(1)];
                    std::iter::once("crate".to_owned()).chain(above.iter().cloned()).collect()
                }
                (true, "self") => std::iter::once("crate".to_owned()).chain(module.iter().cloned()).collect(),
                (true, _) => std::iter::once("crate".to_owned()).chain(module.iter().cloned()).chain([name]).collect(),
                (false, _) => path.into_iter().chain([name]).collect(),
            };
            flatten(&tree.tree, path, module, passed_on, uses);
        }
        UseTree::Name(tree) if tree.ident != "self" => {
            take(tree.ident.to_string(), tree.ident.to_string(), path, passed_on, uses)
        }
        UseTree::Rename(tree) => take(tree.rename.to_string(), tree.ident.to_string(), path, passed_on, uses),
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| flatten(tree, path.clone(), module, passed_on, uses)),
        UseTree::Name(_) | UseTree::Glob(_) => {}
    }
}

fn take(here: String, there: String, path: Module, passed_on: bool, uses: &mut Vec<(String, Module, bool)>) {
    if path.first().is_some_and(|first| first == "crate") {
        uses.push((here, path.into_iter().skip(1).chain([there]).collect(), passed_on));
    }
}

/// The module whose file defines what a path names, doors looked through.
fn home(files: &BTreeMap<Module, File>, path: &[String], depth: usize) -> Option<Module> {
    let known = (1..=path.len()).rev().map(|length| &path[..length]).find(|module| files.contains_key(*module))?;
    let file = &files[known];
    let Some(name) = path.get(known.len()).filter(|name| !file.defines.contains(*name)) else { return Some(known.to_vec()) };
    let passed_on = file.uses.iter().find(|(here, _, _)| here == name);
    match passed_on.filter(|_| depth < 8) {
        Some((_, whole, _)) => home(files, whole, depth + 1),
        None => Some(known.to_vec()),
    }
}

/// Files that can be reached from each other, more than two together.
fn circles(arrows: &BTreeMap<&Module, BTreeSet<&Module>>) -> Vec<Vec<Module>> {
    let reach = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&Module> = arrows.get(from).into_iter().flatten().copied().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module) {
                next.extend(arrows.get(module).into_iter().flatten().copied());
            }
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = arrows.keys().map(|module| (*module, reach(module))).collect();
    let mut circles = BTreeSet::new();
    for (module, from_here) in &reached {
        let mutual = |other: &&&Module| reached.get(**other).is_some_and(|back| back.contains(module));
        let circle: Vec<Module> = from_here.iter().filter(mutual).map(|module| (*module).clone()).collect();
        if circle.len() > 2 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

#[test]
fn no_circle_ties_more_than_two_files() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &Vec::new(), &mut found);
    assert!(found.len() > 150, "{} files were found", found.len());
    let homes: BTreeMap<&Module, BTreeSet<Module>> = found
        .iter()
        .map(|(module, file)| (module, file.uses.iter().filter_map(|(_, path, _)| home(&found, path, 0)).collect()))
        .collect();
    let is_door = |module: &Module| found[module].path.ends_with("/mod.rs") || module.is_empty();
    let arrows: BTreeMap<&Module, BTreeSet<&Module>> = homes
        .iter()
        .filter(|(module, _)| !is_door(module))
        .map(|(module, homes)| (*module, homes.iter().filter(|home| home != module && !is_door(home)).collect()))
        .collect();
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 300, "hardly an import was read");
    let named: Vec<String> = circles(&arrows)
        .iter()
        .map(|circle| circle.iter().map(|module| module.join("/")).collect::<Vec<_>>().join(" "))
        .collect();
    assert!(named.is_empty(), "circles of imports: {named:#?}");
}

/// The reader of imports that the test above rests on.
#[test]
fn imports_are_read_and_circles_found() {
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let mut uses = Vec::new();
    let item: syn::ItemUse = syn::parse_str("use super::{b::X, c as d, e::{self, F}};").expect("a use");
    flatten(&item.tree, Vec::new(), &module("m/a"), false, &mut uses);
    let whole: Vec<String> = uses.iter().map(|(here, path, _)| format!("{here}={}", path.join("/"))).collect();
    assert_eq!(whole, ["X=m/b/X", "d=m/c", "F=m/e/F"]);
    let (a, b, c) = (module("a"), module("b"), module("c"));
    let ring = BTreeMap::from([(&a, BTreeSet::from([&b])), (&b, BTreeSet::from([&c])), (&c, BTreeSet::from([&a]))]);
    assert_eq!(circles(&ring), [vec![a.clone(), b.clone(), c.clone()]]);
    let pair = BTreeMap::from([(&a, BTreeSet::from([&b])), (&b, BTreeSet::from([&a])), (&c, BTreeSet::from([&a]))]);
    assert!(circles(&pair).is_empty());
}
