"""Meetings of processes: env://, tcp://, file:// (torch.distributed.rendezvous)."""

from __future__ import annotations

import os
from datetime import timedelta
from urllib.parse import parse_qsl, urlparse

from ._stores import FileStore, PrefixStore, TCPStore
from .constants import default_pg_timeout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._stores import Store

__all__ = ["register_rendezvous_handler", "rendezvous"]

_handlers: dict[str, Callable[..., Iterator[tuple[Store, int, int]]]] = {}


def register_rendezvous_handler(scheme: str, handler: Callable[..., Iterator[tuple[Store, int, int]]]) -> None:
    """Gives SCHEME://… a generator function of (store, rank, world size); RuntimeError where it has one."""
    if scheme in _handlers:
        raise RuntimeError(f"Rendezvous handler for {scheme}:// already registered")
    _handlers[scheme] = handler


def rendezvous(url: str, rank: int = -1, world_size: int = -1, **kwargs: Any) -> Iterator[tuple[Store, int, int]]:
    """Meets the other processes where url says; an iterator of (store, rank, world size).

    rank and world_size may stand behind the url's "?" instead. RuntimeError for an unknown scheme, ValueError where
    something is missing. Source: torch.distributed.rendezvous.
    """
    if not isinstance(url, (str, bytes)):
        raise RuntimeError(f"`url` must be a string. {type(url)}: {url!r}")
    for name, value in (("rank", rank), ("world_size", world_size)):
        if not isinstance(value, int):
            raise RuntimeError(f"`{name}` must be an integer. {value}")
    text = url.decode() if isinstance(url, bytes) else url
    parsed = urlparse(text)
    query = dict(parse_qsl(parsed.query))
    if (rank != -1 or world_size != -1) and ("rank" in query or "world_size" in query):
        raise AssertionError(f"The url: {text} has node-specific arguments(rank, world_size) already.")
    if parsed.scheme not in _handlers:
        raise RuntimeError(f"No rendezvous handler for {parsed.scheme}://")
    more = {name: str(value) for name, value in (("rank", rank), ("world_size", world_size)) if value != -1}
    together = "&".join(f"{name}={value}" for name, value in {**query, **more}.items())
    return _handlers[parsed.scheme](parsed._replace(query=together).geturl(), **kwargs)


def _wanted(query, name, what):
    if name not in query:
        raise ValueError(
            f"Error initializing torch.distributed using {what} rendezvous: {name.replace('_', ' ')} parameter missing"
        )
    return int(query[name])


def _from_environment(query, name):
    if name.lower() in query:
        return query[name.lower()]
    value = os.environ.get(name)
    if not value:
        raise ValueError(
            "Error initializing torch.distributed using env:// rendezvous: "
            f"environment variable {name} expected, but not set"
        )
    return value


def _tcp_store(host, port, rank, size, timeout, libuv):
    if not 0 <= port < 2**16:
        raise ValueError(f"port must have value from 0 to 65535 but was {port}.")
    if os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True":  # the launcher serves it
        store = TCPStore(host, port, size, False, timeout)
        attempt = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
        return store if attempt == "0" else PrefixStore(f"/worker/attempt_{attempt}", store)  # keys of before are stale
    return TCPStore(host, port, size, rank == 0, timeout, multi_tenant=True, use_libuv=libuv)


def _libuv(query):
    return query.get("use_libuv", os.environ.get("USE_LIBUV", "1")) == "1"


def _file(url, **kwargs):
    parsed = urlparse(url)
    query = dict(parse_qsl(parsed.query))
    if not parsed.path:
        raise ValueError("Error initializing torch.distributed using file:// rendezvous: path missing")
    rank, size = _wanted(query, "rank", "file://"), _wanted(query, "world_size", "file://")
    yield FileStore(parsed.path, size), rank, size
    raise RuntimeError("Unable to perform rerendezvous using file:// method")


def _tcp(url, timeout: timedelta = default_pg_timeout, **kwargs):
    parsed = urlparse(url)
    query = dict(parse_qsl(parsed.query))
    if parsed.port is None or parsed.hostname is None:
        raise ValueError("Error initializing torch.distributed using tcp:// rendezvous: port number missing")
    rank, size = _wanted(query, "rank", "tcp://"), _wanted(query, "world_size", "tcp://")
    yield _tcp_store(parsed.hostname, parsed.port, rank, size, timeout, _libuv(query)), rank, size
    raise RuntimeError("Unable to perform re-rendezvous using tcp:// method")


def _env(url, timeout: timedelta = default_pg_timeout, **kwargs):
    query = dict(parse_qsl(urlparse(url).query))
    rank, size = int(_from_environment(query, "RANK")), int(_from_environment(query, "WORLD_SIZE"))
    host, port = _from_environment({}, "MASTER_ADDR"), int(_from_environment({}, "MASTER_PORT"))
    yield _tcp_store(host, port, rank, size, timeout, _libuv(query)), rank, size
    raise RuntimeError("Unable to perform re-rendezvous using env:// method")


register_rendezvous_handler("file", _file)
register_rendezvous_handler("tcp", _tcp)
register_rendezvous_handler("env", _env)
