"""Where a server is and who asks: looked at when a client is made, so that what is wrong with them is said there and not after half a minute of patience."""

from __future__ import annotations

import re

import httpx


def checked(url: str) -> httpx.URL:
    """The address of a server.

    Raises:
        ValueError: it is none that a request could be sent to.
    """
    try:
        address = httpx.URL(url)
    except (httpx.InvalidURL, TypeError) as wrong:
        raise ValueError(f"this is no address of a server: {wrong}") from None
    if address.scheme not in ("http", "https") or not address.host or re.search(r"[\s%]", address.host):
        raise ValueError(f"{_shown(address)!r} is no address of a server: write it with its scheme, as in http://127.0.0.1:7420")
    if address.port is not None and not 0 < address.port < 65_536:
        raise ValueError(f"{_shown(address)!r} is no address of a server: there is no port {address.port}")
    if address.query or address.fragment:
        raise ValueError(f"{_shown(address)!r} is no address of a server: leave out what follows ? or #")
    return address


def is_this_machine(address: httpx.URL) -> bool:
    """Whether the server runs beside this program."""
    return address.host in ("127.0.0.1", "localhost", "::1")


def without_password(address: httpx.URL) -> str:
    """The address as messages show it."""
    return _shown(address).rstrip("/")


def _shown(address: httpx.URL) -> str:
    # A name, a password and what follows ? may be secrets.
    return str(address.copy_with(userinfo=b"", query=None, fragment=None))


def authorization(key: str, address: httpx.URL) -> str:
    """The header that a key is sent in. White space around a key, such as the line end of a file, does not belong to it.

    Raises:
        ValueError: it cannot be sent. The message does not show it.
    """
    key = key.strip()
    if not key or not all("!" <= letter <= "~" for letter in key):
        raise ValueError("the key is empty, or holds a space or a character that no header can carry; a key looks like crd_… (this one is not shown)")
    if address.userinfo:
        raise ValueError("a key, and a name or password within the address, cannot both be sent: leave one out")
    return f"Bearer {key}"
