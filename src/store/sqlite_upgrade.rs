//! Copying a file of an older release before its tables are changed: a release that turns out to be wrong can be gone back from.

use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnection;

use super::StoreError;
use super::identity::Claim;
use super::sql;
use super::sqlite::MIGRATIONS;

/// Bytes at the beginning of a file that count its changes, and say nothing of what it holds.
const HEADER: u64 = 100;

/// Whether a file holds no log yet: then there is nothing to copy.
const IS_NEW: &str = "SELECT count(*) = 0 FROM sqlite_schema WHERE name = '_sqlx_migrations'";

/// Copies a file whose tables will be changed beside itself, unless a copy of the same content is there already: an upgrade that was interrupted is begun
/// again, and one that was gone back from may come again when the older release has written more.
///
/// # Errors
/// [`StoreError::Unusable`] where the copy cannot be made, or it cannot be read whether one is needed.
pub(super) async fn back_up_before_migrating(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let failed = |error: &dyn std::fmt::Display| {
        let path = path.display();
        StoreError::Unusable(format!(
            "the copy of {path} that is made before an upgrade failed, and nothing was changed: {error}"
        ))
    };
    let is_new: bool = sqlx::query_scalar(IS_NEW).fetch_one(&mut *connection).await.map_err(|error| failed(&error))?;
    if is_new {
        return Ok(());
    }
    let applied: Vec<i64> = sqlx::query_scalar(sql::APPLIED).fetch_all(&mut *connection).await.map_err(|error| failed(&error))?;
    let Some(schema) = applied.last().filter(|last| MIGRATIONS.iter().any(|migration| migration.version > **last)) else {
        return Ok(());
    };
    let named = |ending: &str| PathBuf::from(format!("{}.schema-{schema}.{ending}", path.display()));
    let unfinished = named("unfinished");
    // Made by the claim's way, so that it is its owner's alone; what an interrupted upgrade left is begun anew.
    remove(&unfinished).map_err(|error| failed(&error))?;
    drop(Claim::take(&unfinished)?);
    let copied = sqlx::query("VACUUM INTO $1").bind(unfinished.to_string_lossy().as_ref()).execute(connection).await;
    copied.map_err(|error| failed(&error))?;
    let backups = (1..).map(|number: u32| if number == 1 { named("backup") } else { named(&format!("backup-{number}")) });
    match keep(&unfinished, backups).map_err(|error| failed(&error))? {
        Some(backup) => {
            let backup = backup.display();
            tracing::info!(%backup, "the database is of an older release; it was copied before its tables are changed");
        }
        None => tracing::info!("the database is of an older release; a copy of what it holds is there already"),
    }
    Ok(())
}

fn remove(file: &Path) -> io::Result<()> {
    std::fs::remove_file(file).or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Gives a copy the first of the names that is free, and waits until both are on disk; or drops it, where a file of an earlier name holds the same.
fn keep(unfinished: &Path, names: impl Iterator<Item = PathBuf>) -> io::Result<Option<PathBuf>> {
    for name in names {
        if !name.try_exists()? {
            File::open(unfinished)?.sync_all()?;
            std::fs::rename(unfinished, &name)?;
            #[cfg(unix)]
            if let Some(folder) = name.parent() {
                File::open(folder)?.sync_all()?;
            }
            return Ok(Some(name));
        }
        if pages(unfinished)? == pages(&name)? {
            remove(unfinished)?;
            return Ok(None);
        }
    }
    Ok(None)
}

/// A checksum of the pages of a copy that SQLite made.
fn pages(copy: &Path) -> io::Result<blake3::Hash> {
    let mut file = File::open(copy)?;
    file.seek(SeekFrom::Start(HEADER))?;
    Ok(blake3::Hasher::new().update_reader(file)?.finalize())
}
