/* A disk that fails on demand. Loaded before the C library into a server (LD_PRELOAD), it looks for a file whose path the variable CREDENCE_DISK
 * names, and reads what is to fail from it: "sync" makes fsync and fdatasync fail with EIO, "full" makes writes fail with ENOSPC. Without the
 * file, everything works. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(const char *what) {
    const char *path = getenv("CREDENCE_DISK");
    char text[16] = {0};
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0 && strncmp(text, what, strlen(what)) == 0;
}

/* Sockets and terminals are no disk. */
static int on_disk(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

typedef int (*sync_call)(int);
typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);

#define NEXT(name, type) static type next; if (!next) next = (type)dlsym(RTLD_NEXT, name)

int fsync(int file) {
    NEXT("fsync", sync_call);
    if (on_disk(file) && fails("sync")) { errno = EIO; return -1; }
    return next(file);
}

int fdatasync(int file) {
    NEXT("fdatasync", sync_call);
    if (on_disk(file) && fails("sync")) { errno = EIO; return -1; }
    return next(file);
}

ssize_t write(int file, const void *bytes, size_t length) {
    NEXT("write", write_call);
    if (on_disk(file) && fails("full")) { errno = ENOSPC; return -1; }
    return next(file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    NEXT("pwrite64", pwrite_call);
    if (on_disk(file) && fails("full")) { errno = ENOSPC; return -1; }
    return next(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    NEXT("pwrite", pwrite_call);
    if (on_disk(file) && fails("full")) { errno = ENOSPC; return -1; }
    return next(file, bytes, length, offset);
}
