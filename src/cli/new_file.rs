//! Files that a command makes: never over another, readable by their owner alone, and on disk before the command says that they are.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file that is being made. Dropped before [`keep`](Self::keep), it is removed.
pub(super) struct NewFile {
    path: PathBuf,
    kept: bool,
}

impl NewFile {
    /// Makes an empty file.
    ///
    /// # Errors
    /// Where one is there already, or it cannot be made.
    pub fn make(path: &Path) -> anyhow::Result<(Self, File)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).with_context(|| format!("{} cannot be made", path.display()))?;
        Ok((Self { path: path.to_owned(), kept: false }, file))
    }

    /// Waits until the file and its name are on disk. It stays from here on.
    ///
    /// # Errors
    /// Where the disk does not take it.
    pub fn keep(mut self) -> anyhow::Result<()> {
        let not_synced = || format!("{} is not certainly on disk", self.path.display());
        File::open(&self.path).and_then(|file| file.sync_all()).with_context(not_synced)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        #[cfg(unix)]
        File::open(folder).and_then(|folder| folder.sync_all()).with_context(not_synced)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.kept {
            // Half a file would be taken for a whole one.
            drop(std::fs::remove_file(&self.path));
        }
    }
}
