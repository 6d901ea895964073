//! A log for throwaway use: a private file among the temporary ones, which is gone when it is closed.

use std::path::{Path, PathBuf};

use super::StoreError;

/// The path that asks for one.
pub(super) const MEMORY: &str = ":memory:";

/// A folder of its own that goes with all that is in it.
///
/// SQLite's own databases in memory serve one connection each; the log is read beside the one that writes.
#[derive(Debug)]
pub(super) struct Throwaway(PathBuf);

impl Throwaway {
    /// Makes the folder, which nobody else may look into.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where it cannot be made.
    pub fn make() -> Result<Self, StoreError> {
        let folder = std::env::temp_dir().join(format!("credence-{}", uuid::Uuid::new_v4()));
        let made = make_private(&folder);
        made.map_err(|error| StoreError::Unusable(format!("{} cannot be made: {error}", folder.display())))?;
        Ok(Self(folder))
    }

    /// The file of the log.
    pub fn file(&self) -> PathBuf {
        self.0.join("credence.db")
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, folder = %self.0.display(), "a log for throwaway use is left behind");
        }
    }
}

#[cfg(unix)]
fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir(folder)
}
