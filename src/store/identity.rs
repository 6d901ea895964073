//! Which file a path names: so that a database that was deleted or replaced under the server is noticed, and a second server is refused whatever
//! name it knows the file by.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// A database file that this process has for itself.
///
/// The lock is on the file itself, so that symbolic and hard links lead to the same one; the system lets go of it when the process dies, however
/// it dies. It must be released only after the database is closed: on Unix, closing any handle of a file drops the locks that the database itself
/// holds on it.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Takes the file, which is made where it is missing: readable by its owner alone, because it holds what seats may not see.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where another server has it, or it cannot be opened.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        let unusable = |error: io::Error| StoreError::Unusable(format!("{} cannot be opened: {error}", path.display()));
        let file = open(path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(StoreError::Unusable(format!(
                    "{} is in use by another server, under this name or another. One SQLite file serves one server; several servers can \
                     share a Postgres database",
                    path.display()
                )));
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let path = path.canonicalize().map_err(unusable)?;
        Ok(Self { path, file })
    }

    /// The file's path, links followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the path still names the file that was taken.
    ///
    /// # Errors
    /// [`StoreError::Replaced`] where it does not: what is written now would be gone.
    pub fn check(&self) -> Result<(), StoreError> {
        let ours = self.file.metadata().map_err(|error| self.replaced(&error.to_string()))?;
        let named = std::fs::metadata(&self.path).map_err(|error| self.replaced(&error.to_string()))?;
        if is_same(&ours, &named) { Ok(()) } else { Err(self.replaced("another file stands there")) }
    }

    fn replaced(&self, why: &str) -> StoreError {
        let path = self.path.display();
        StoreError::Replaced(format!(
            "the database file {path} was deleted or replaced while the server had it open ({why}); stop the server, put the file back, and \
             start again"
        ))
    }
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

/// Elsewhere a lock on the file would keep the database itself out of it.
#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    let mut name = path.canonicalize()?.into_os_string();
    name.push(".lock");
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere an open file can be neither deleted nor replaced.
#[cfg(not(unix))]
const fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
