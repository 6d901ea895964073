"""A server of one's own: started on a free port, and stopped with whoever started it, however that ends."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import tempfile
import weakref
from pathlib import Path

from . import binary
from .errors import NotStarted

# The shell stays between, and reads from a pipe that only this process holds open: when this process ends, even by a kill, the pipe
# ends, and the shell stops the server.
KEEPER = '"$@" <&- & child=$!; exec >&-; read -r _; kill "$child" 2>&-; wait "$child"'


class Process:
    """A running server, with the address that it listens on."""

    def __init__(self, database: str = "sqlite::memory:", listen: str = "127.0.0.1:0", program: Path | None = None) -> None:
        program = binary.find() if program is None else program
        # No settings of the folder that it is started in reach it either.
        command = [str(program), "--config", os.devnull, "serve", "--database-url", database, "--listen", listen, "--log", "warn"]
        if os.name != "nt":
            command = ["/bin/sh", "-c", KEEPER, "credence", *command]
        with tempfile.TemporaryFile() as printed:
            # In a session of its own, so that an interrupt of the program, which goes to all of the program's process group, does not reach the server.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=printed, env=_environment(), start_new_session=True
            )
            RUNNING.add(self)
            self.url = self._address()
            if self.url is None:
                self.stop()
                printed.seek(0)
                raise NotStarted(f"{program} did not start: {printed.read().decode(errors='replace').strip() or 'it said nothing'}")
        atexit.register(self.stop)

    url: str | None

    def let_go(self) -> None:
        """In a program that was forked from the one that started the server: holds it open no more."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _address(self) -> str | None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(rb"https?://\S+", line):
                return found.group().decode()
        return None

    def stop(self) -> None:
        """Stops the server; what it held in memory goes."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            if os.name == "nt":
                self._process.terminate()
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def _environment() -> dict[str, str]:
    """Nothing of the environment's own settings for servers reaches a throwaway one; its key would be asked of nobody."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CREDENCE_")}


#: The servers that this program started, which a program that is forked from it must not keep.
RUNNING = weakref.WeakSet[Process]()


def _let_go_of_all() -> None:
    for process in list(RUNNING):
        process.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_of_all)
