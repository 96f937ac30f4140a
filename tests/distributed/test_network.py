"""Addresses where the store's server and the ranks listen, and answers to members whoever else connects."""

import random
import socket
from datetime import timedelta
from pathlib import Path

import pytest

from pytorch_c import distributed as dist

from .ranks import run

SECONDS = timedelta(seconds=60)  # for hangs alone
LISTENS = "0A"


def served(host, **more):
    return dist.TCPStore(host, more.pop("port", 0), None, True, timeout=SECONDS, wait_for_workers=False, **more)


def listened(port):
    """Returns the addresses of this machine on which the port is listened on, as /proc writes them."""
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path("/proc/net", name).read_text().splitlines()[1:]]
    return [words[1].split(":")[0] for words in lines if words[3] == LISTENS and words[1].endswith(f":{port:04X}")]


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system has no /proc/net/tcp")
@pytest.mark.parametrize("libuv", [True, False], ids=["libuv", "threads"])
@pytest.mark.parametrize(
    "host, address",
    [("localhost", "0100007F"), ("127.0.0.1", "0100007F"), ("127.0.0.2", "0200007F"), ("0.0.0.0", "0" * 8)],
)
def test_the_server_listens_where_it_was_told(host, address, libuv):
    store = served(host, use_libuv=libuv)
    assert listened(store.port) == [address]
    client = dist.TCPStore(host, store.port, None, False, timeout=SECONDS)
    client.set("a", "b")
    assert store.get("a") == b"b"


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system has no /proc/net/tcp")
def test_a_name_is_all_interfaces():
    name = socket.gethostname()
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        pytest.skip("this machine's name resolves to nothing")
    assert set(listened(served(name).port)) <= {"0" * 8, "0" * 32}


def test_a_port_in_use_and_one_that_is_shared():
    first = served("127.0.0.1")
    with pytest.raises(dist.DistNetworkError, match="in use"):
        served("127.0.0.1", port=first.port)
    shared = served("127.0.0.1", multi_tenant=True)
    shared.set("a", "1")
    assert served("127.0.0.1", port=shared.port, multi_tenant=True).get("a") == b"1"


MAGIC = b"\0" + (0x3C85F7CE).to_bytes(4, "little")  # how a member of libtorch's begins
MESSAGES = {
    "silence": lambda draw: b"",
    "bytes": lambda draw: draw.randbytes(draw.randrange(1, 4000)),
    "another protocol": lambda draw: b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "a member's first word": lambda draw: MAGIC + draw.randbytes(500),
    "a length of 2^40": lambda draw: MAGIC + b"\1" + (1 << 40).to_bytes(8, "little") + b"a" * 100,
}


@pytest.mark.parametrize("libuv", [True, False], ids=["libuv", "threads"])
@pytest.mark.parametrize("kind", MESSAGES)
def test_a_server_answers_its_members_among_others(kind, libuv):
    draw, store, others = random.Random(kind), served("127.0.0.1", use_libuv=libuv), []
    for _ in range(200):
        other = socket.create_connection(("127.0.0.1", store.port))
        others.append(other)
        try:
            other.sendall(MESSAGES[kind](draw))
        except ConnectionError:  # the server has closed it
            pass
        if draw.random() < 0.5:
            others.pop().close()
    client = dist.TCPStore("127.0.0.1", store.port, None, False, timeout=SECONDS)
    client.set("a", "b")
    assert store.get("a") == client.get("a") == b"b"
    for other in others:
        other.close()


def peak():
    """The most memory that this process had since the last look, in bytes."""
    status = Path("/proc/self/status").read_text()
    Path("/proc/self/clear_refs").write_text("5")
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="this system does not count peaks")
@pytest.mark.parametrize("libuv", [True, False], ids=["libuv", "threads"])
def test_a_stranger_s_length_takes_no_memory(libuv):
    store = served("127.0.0.1", use_libuv=libuv)
    before = peak() and peak()
    with socket.create_connection(("127.0.0.1", store.port)) as stranger:
        key = (1).to_bytes(8, "little") + b"a"
        stranger.sendall(MAGIC + b"\1" + key + (1 << 30).to_bytes(8, "little") + b"a" * 100)
        client = dist.TCPStore("127.0.0.1", store.port, None, False, timeout=SECONDS)
        client.set("b", "c")
        assert store.get("b") == b"c"
    assert peak() - before < 1 << 28


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system has no /proc/net/tcp")
@pytest.mark.parametrize("how", [{}, {"TORCH_DISTRIBUTED_DEBUG": "DETAIL"}], ids=["", "detail"])
def test_nobody_can_connect_to_the_ranks_of_a_group_that_is_made(how, tmp_path):
    """gloo keeps each connection of a stranger, and ends the process when there are no more descriptors."""
    for ports, entered, total in run("strangers", 2, tmp_path, **how):
        assert ports == (4 if how else 2) and entered == 0 and total == [3, 3]


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system has no /proc/net/tcp")
def test_ranks_that_connect_later_can_be_reached(tmp_path):
    for _, entered, total in run("strangers", 2, tmp_path, TORCH_GLOO_LAZY_INIT="1"):
        assert entered and total == [3, 3]


def test_gloo_is_not_given_what_it_would_read_beyond(tmp_path):
    (found,) = run("forged", 1, tmp_path)
    assert len(found) == 9
    assert all("the store's value of 0/1 is not what a rank of gloo publishes" in text for text in found)
