"""A proxy between a client and the server that does, for some requests, what gateways and networks do: answer by themselves, lose an answer, fall silent."""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


def page(status: str, media: str = "text/html", body: str = "<html>nginx</html>", **headers: str) -> bytes:
    """An answer as a gateway writes it."""
    content = body.encode()
    head = {"connection": "close", "content-type": media, "content-length": str(len(content)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in head.items() if value), "", ""]
    return "\r\n".join(lines).encode() + content


def problem(status: str, kind: str, more: str = "", **headers: str) -> bytes:
    """An answer as Credence writes it."""
    return page(status, "application/problem+json", f'{{"type":"/problems/{kind}","title":"said","status":{status[:3]},"detail":"said"{more}}}', **headers)


@dataclass
class Fault:
    """What is done with the next requests whose path has `match` in it: `answer` is sent; or the server's answer is lost; or nothing is said at all. What is `late`
    reaches the server when `release` is set, and nobody is told its answer."""

    answer: bytes | None = None
    loses: bool = False
    hangs: bool = False
    times: int = 1
    match: str = ""
    late: bool = False
    #: So many are brought on before it.
    behind: int = 0
    came: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)

    def deliver(self) -> None:
        """Lets the server have what is late, and returns when it has answered."""
        self.release.set()
        assert self.done.wait(60)


class FaultyProxy:
    """Listens on a free port until it is closed. `asked` has what came, in order."""

    def __init__(self, upstream: str) -> None:
        where = urlsplit(upstream)
        self._upstream = (str(where.hostname), where.port or 80)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._faults: list[Fault] = []
        self.asked: list[str] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def relay(self) -> None:
                self.close_connection = True
                proxy.relay(self)

            do_GET = do_PUT = do_POST = do_DELETE = relay

            def log_message(self, format: str, *said: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Whoever goes away in the middle is nobody's business."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def will(self, *faults: Fault) -> None:
        """Does these from now on, in this order, and forgets what was asked before."""
        with self._lock:
            self._faults, self.asked = list(faults), []

    def _next(self, method: str, path: str) -> Fault | None:
        with self._lock:
            self.asked.append(f"{method} {path.partition('?')[0]}")
            if not self._faults or self._faults[0].match not in path:
                return None
            fault = self._faults[0]
            if fault.behind > 0:
                fault.behind -= 1
                return None
            fault.times -= 1
            if fault.times <= 0:
                self._faults.pop(0)
            return fault

    def relay(self, asked: BaseHTTPRequestHandler) -> None:
        """One request, and its answer."""
        body = asked.rfile.read(int(asked.headers.get("content-length", 0)))
        fault = self._next(asked.command, asked.path)
        if fault is not None and fault.hangs:
            self._closing.wait()
            return
        if fault is not None and fault.late:
            fault.came.set()
            fault.release.wait()
        if fault is not None and fault.answer is not None:
            asked.wfile.write(fault.answer)
            return
        headers = "".join(f"{name}: {value}\r\n" for name, value in asked.headers.items() if name.lower() not in ("connection", "host"))
        with socket.create_connection(self._upstream) as upstream:
            head = f"{asked.command} {asked.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n{headers}\r\n"
            upstream.sendall(head.encode() + body)
            while part := upstream.recv(65_536):
                if fault is None:
                    asked.wfile.write(part)
        if fault is not None:
            fault.done.set()

    def close(self) -> None:
        """Stops it."""
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
