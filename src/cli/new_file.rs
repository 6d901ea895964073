//! A file that a command makes: whole, or not at all.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::{Builder, NamedTempFile};

/// A file that is not finished. It has its name only from [`NewFile::keep`] on, so that half of it is never taken for a whole one: until then it
/// stands beside that name, and goes where the command fails. A command that is killed leaves it there, as `NAME.unfinished-…`. On Unix it is
/// its owner's alone.
pub(super) struct NewFile {
    path: PathBuf,
    unfinished: NamedTempFile,
}

impl NewFile {
    /// Makes an empty file.
    ///
    /// # Errors
    /// Where one of this name is there already, or it cannot be made.
    pub fn make(path: &Path) -> anyhow::Result<Self> {
        let (Some(name), folder) = (path.file_name(), folder_of(path)) else {
            bail!("{} cannot be made: it is no name of a file", path.display());
        };
        if path.symlink_metadata().is_ok() {
            bail!("{} cannot be made: it is there already", path.display());
        }
        // A name may be as long as the file system takes: of a very long one the beginning must do.
        let name: String = name.to_string_lossy().chars().take(48).collect();
        let prefix = format!("{name}.unfinished-");
        let unfinished = Builder::new().prefix(&prefix).tempfile_in(folder);
        Ok(Self { path: path.to_owned(), unfinished: unfinished.with_context(|| format!("{} cannot be made", path.display()))? })
    }

    /// Where it stands until it is kept.
    pub fn unfinished(&self) -> &Path {
        self.unfinished.path()
    }

    /// Opens it from its start, to write or to read.
    ///
    /// # Errors
    /// Where it has gone.
    pub fn open(&self) -> anyhow::Result<File> {
        self.unfinished.reopen().with_context(|| format!("{} cannot be opened", self.unfinished().display()))
    }

    /// Gives it its name, and waits until both are on disk.
    ///
    /// # Errors
    /// Where the disk does not take it, or a file of that name was made meanwhile.
    pub fn keep(self) -> anyhow::Result<()> {
        let Self { path, unfinished } = self;
        let not_synced = || format!("{} is not certainly on disk", path.display());
        unfinished.as_file().sync_all().with_context(not_synced)?;
        unfinished
            .persist_noclobber(&path)
            .map_err(|error| error.error)
            .with_context(|| format!("{} cannot be made", path.display()))?;
        #[cfg(unix)]
        File::open(folder_of(&path)).and_then(|folder| folder.sync_all()).with_context(not_synced)?;
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
