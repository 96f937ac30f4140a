"""Faults of groups, on loopback addresses: the table of docs/distributed.md. `make distributed` runs it."""

import signal
import time

import pytest

from .ranks import HANG, HERE, Ranks, run

FAULTY = HERE / "faulty.py"


def wait_for(paths):
    end = time.monotonic() + HANG
    while not all(path.exists() for path in paths):
        assert time.monotonic() < end, [str(path) for path in paths if not path.exists()]
        time.sleep(0.02)


@pytest.mark.parametrize(
    "program, what", [("reduce_for_ever", "all_reduce"), ("train_for_ever", "all_reduce of gradients")]
)
def test_a_rank_that_is_killed_is_named_by_the_others(program, what, tmp_path):
    with Ranks(program, 3, tmp_path, script=FAULTY) as ranks:
        wait_for([tmp_path / f"ready{i}" for i in range(3)])
        time.sleep(0.3)
        ranks.kill(2)
        found = ranks.results(but=[2])
    texts = [message for _, message, _ in found[:2]]
    for rank, (kind, message, seconds) in enumerate(found[:2]):
        assert kind == "DistBackendError" and seconds < 25, message
        assert what in message and f"on rank {rank} of 3" in message, message
    assert any("rank 2 has ended (process" in message for message in texts), texts


def test_a_rank_that_is_lost_between_passes_is_named(tmp_path):
    with Ranks("lost_between_passes", 2, tmp_path, script=FAULTY) as ranks:
        kind, message, _ = ranks.results(but=[1])[0]
    assert kind == "DistBackendError" and "order of buckets on rank 0 of 2" in message, message
    assert "rank 1 has ended (process" in message, message


@pytest.mark.parametrize(
    "kind, what",
    [
        ("all_reduce", "all_reduce on"),
        ("recv", "recv from rank 1 on"),
        ("send", "send to rank 1 on"),
        ("backward", "all_reduce of gradients on"),
        ("buckets", "broadcast to all models on"),
    ],
)
def test_a_rank_is_missed_though_its_connections_stay(kind, what, tmp_path):
    with Ranks("sockets_kept", 2, tmp_path, kind, script=FAULTY) as ranks:
        name, message, seconds = ranks.results(but=[1])[0]
    assert name == "DistBackendError" and seconds < 30, message
    assert message.startswith(what) and "it waits for a member that is not there; rank 1 has ended" in message, message


def test_a_rank_that_never_comes_is_named(tmp_path):
    with Ranks("alone", 3, tmp_path, script=FAULTY) as ranks:
        ranks.kill(2, signal.SIGKILL)  # before it can have joined
        found = ranks.results(but=[2])
    for kind, message, seconds in found[:2]:
        assert kind in ("DistBackendError", "DistStoreError") and seconds < 20, message
        assert "not here yet: rank 2" in message, message


def test_a_collective_that_one_rank_does_not_call_ends_by_its_timeout(tmp_path):
    found = run("late", 3, tmp_path, script=FAULTY)
    kind, message, seconds = found[0]
    assert kind == "DistBackendError" and "all_reduce on rank 0 of 3" in message and seconds < 15, message


def test_monitored_barrier_names_who_is_missing(tmp_path):
    kind, message, _ = run("absent", 3, tmp_path, script=FAULTY)[0]
    assert kind == "DistBackendError" and "1, 2" in message and "monitored_barrier on rank 0 of 3" in message, message


@pytest.mark.parametrize(
    "kind, words", [("shape", "shape"), ("dtype", "dtype|Double|ScalarType|type"), ("order", "BROADCAST")]
)
def test_what_differs_is_an_error_under_the_debug_level(kind, words, tmp_path):
    found = run("mismatch", 2, tmp_path, kind, script=FAULTY, TORCH_DISTRIBUTED_DEBUG="DETAIL")
    for name, message, _ in found:
        assert name == "DistBackendError" and "mismatch" in message.lower(), message
        assert any(word.lower() in message.lower() for word in words.split("|")), message


def test_a_port_in_use_is_an_error_of_the_network(tmp_path):
    ((kind, message, _),) = run("port", 1, tmp_path, script=FAULTY)
    assert kind == "DistNetworkError" and "in use" in message, message


def test_a_store_whose_host_is_gone_is_an_error_at_once(tmp_path):
    _, (kind, message, seconds) = run("host", 2, tmp_path, script=FAULTY)
    assert kind in ("DistNetworkError", "DistStoreError") and seconds < 15, message


@pytest.mark.parametrize("program", ["two_groups", "threads"])
def test_groups_do_not_disturb_each_other(program, tmp_path):
    assert run(program, 2, tmp_path, script=FAULTY) == [True, True]


def test_a_child_of_fork_is_refused(tmp_path):
    for kind, message, total in run("forked", 2, tmp_path, script=FAULTY):
        assert kind == "DistError" and "has made this group, not its child" in message and total == 2, message


@pytest.mark.parametrize("kind", ["all_reduce", "recv", "store", "new_group"])
def test_ctrl_c_ends_a_wait(kind, tmp_path):
    with Ranks("interrupted", 2, tmp_path, kind, script=FAULTY) as ranks:
        wait_for([tmp_path / "ready0", tmp_path / "ready1"])
        time.sleep(0.5)
        start = time.monotonic()
        ranks.kill(0, signal.SIGINT)
        out, words = ranks.processes[0].communicate(timeout=HANG)
        assert time.monotonic() - start < 15
        assert out.splitlines()[-1:] == ["true"], words
        assert ranks.processes[0].returncode == 0
