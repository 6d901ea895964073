//! What the doctor looks at where the log is a SQLite file: the disk below it, who may read it, and who has it open.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::diagnosis::Finding;

/// Times that the disk is asked to confirm.
const SYNCS: usize = 64;

/// Bytes that are written each time: a page.
const WRITTEN: [u8; 4_096] = [0; 4_096];

/// Half of all confirmations should not take longer: each lone append waits for one.
const SLOW: Duration = Duration::from_millis(20);

/// No disk confirms faster: what does is no disk, or says what is not so.
const TOO_FAST: Duration = Duration::from_micros(8);

/// Room that should be left, in bytes.
#[cfg(unix)]
const ROOM: u64 = 2 << 30;

/// With less, appends will fail soon. In bytes.
#[cfg(unix)]
const LEAST_ROOM: u64 = 128 << 20;

/// Looks at a file and its folder.
pub(super) fn findings(path: &Path) -> Vec<Finding> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut findings = vec![file(path), disk(folder)];
    #[cfg(unix)]
    {
        findings.extend(permissions(path));
        findings.push(room(folder));
    }
    findings.push(in_use(path));
    findings
}

fn file(path: &Path) -> Finding {
    let shown = path.display();
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => Finding::ok("file", format!("{shown}, {} KiB", found.len() / 1_024)),
        Ok(_) => Finding::wrong("file", format!("{shown} is no file"), "name a file in --database-url"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Finding::warning("file", format!("there is no {shown} yet"), "`credence serve` makes it; or correct --database-url")
        }
        Err(error) => Finding::wrong("file", format!("{shown}: {error}"), "let the server's user read it"),
    }
}

/// How long the disk takes to confirm a page, in the folder of the database: the write-ahead log stands there too.
fn disk(folder: &Path) -> Finding {
    let path = folder.join(format!(".credence-doctor-{}", std::process::id()));
    let measured = measure(&path);
    drop(std::fs::remove_file(&path));
    let mut times = match measured {
        Ok(times) => times,
        Err(error) => {
            let what = format!("{} cannot be written to: {error}", folder.display());
            return Finding::wrong(
                "fsync",
                what,
                "let the server's user write there: SQLite keeps its write-ahead log beside the file",
            );
        }
    };
    times.sort_unstable();
    let at =
        |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default();
    let (half, most) = (at(50), at(99));
    let what = format!("p50 {} µs, p99 {} µs over {} times", half.as_micros(), most.as_micros(), times.len());
    if half < TOO_FAST {
        Finding::warning(
            "fsync",
            format!("{what}: faster than a disk"),
            "do not keep the log in memory (tmpfs), nor on a disk that does not sync",
        )
    } else if half > SLOW {
        Finding::warning("fsync", format!("{what}: slow"), "post in batches, or keep the log on a faster disk")
    } else {
        Finding::ok("fsync", what)
    }
}

#[expect(clippy::disallowed_methods, reason = "the speed of the disk is what is asked for")]
fn measure(path: &Path) -> io::Result<Vec<Duration>> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut times = Vec::with_capacity(SYNCS);
    for _ in 0..SYNCS {
        file.write_all(&WRITTEN)?;
        let before = Instant::now();
        file.sync_data()?;
        times.push(before.elapsed());
    }
    Ok(times)
}

/// Who may read the file and what stands beside it.
#[cfg(unix)]
fn permissions(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    let what = format!("mode {mode:03o}");
    Some(if mode & 0o077 == 0 {
        Finding::ok("permissions", what)
    } else {
        let cure = format!("chmod 600 {}", path.display());
        Finding::warning("permissions", format!("{what}: other users of this machine can reach what is hidden"), cure)
    })
}

#[cfg(unix)]
fn room(folder: &Path) -> Finding {
    let left = match rustix::fs::statvfs(folder) {
        Ok(found) => found.f_bavail.saturating_mul(found.f_frsize),
        Err(error) => return Finding::warning("disk", format!("its room cannot be asked for: {error}"), "see `df`"),
    };
    let (what, cure) = (format!("{} MiB left", left >> 20), "make room: a full disk refuses events");
    if left < LEAST_ROOM {
        Finding::wrong("disk", what, cure)
    } else if left < ROOM {
        Finding::warning("disk", what, cure)
    } else {
        Finding::ok("disk", what)
    }
}

/// Servers lock the file, or one beside it that is named after it.
fn in_use(path: &Path) -> Finding {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    for path in [path, Path::new(&beside)] {
        // A lock that others may share is enough to see one that they may not.
        let locked = File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        if locked {
            return Finding::ok("server", "one has the file open");
        }
    }
    Finding::ok("server", "none has the file open")
}
