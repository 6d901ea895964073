//! A log for throwaway use: a private file among the temporary ones, which is gone when it is closed.

use std::path::PathBuf;

use tempfile::TempDir;

use super::StoreError;

/// The path that asks for one.
pub(super) const MEMORY: &str = ":memory:";

/// A folder of its own that goes with all that is in it.
///
/// SQLite's own databases in memory serve one connection each; the log is read beside the one that writes.
#[derive(Debug)]
pub(super) struct Throwaway(TempDir);

impl Throwaway {
    /// Makes the folder, which nobody else may look into.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where it cannot be made.
    pub fn make() -> Result<Self, StoreError> {
        let mut folder = tempfile::Builder::new();
        folder.prefix("credence-");
        #[cfg(unix)]
        folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let made = folder.tempdir();
        made.map(Self).map_err(|error| StoreError::Unusable(format!("no folder for throwaway use can be made: {error}")))
    }

    /// The file of the log.
    pub fn file(&self) -> PathBuf {
        self.0.path().join("credence.db")
    }
}
