"""Signals that interrupt calls, errors without a stack, and pressure that is noted: for hosts that C cannot call."""

import os
import signal

import pytest

import pytorch_c
from pytorch_c._boundary.library import ffi, lib

VALUE = 3


def kind_of(address):
    """The kind of an error, which is freed; 0 for none."""
    record = ffi.cast("char *", address)
    found = lib.ptc_error_kind(record)
    lib.ptc_error_free(record)
    return found


def interrupted():
    """Tells whether an operator that takes memory is interrupted."""
    try:
        pytorch_c.ones(3, 3).close()
    except (pytorch_c.Error, KeyboardInterrupt) as error:
        assert "interrupted by ptc_interrupt_set" in str(error)
        return True
    return False


@pytest.fixture
def seen():
    """Signals that the handler from before has been given."""
    found = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: found.append(number))
    yield found
    lib.ptc_interrupt_off_signal(signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, before)


def test_a_signal_interrupts_one_call(seen):
    assert kind_of(lib.ptc_interrupt_on_signal(signal.SIGUSR1)) == 0
    os.kill(os.getpid(), signal.SIGUSR1)
    assert interrupted() and not interrupted() and not seen


def test_a_second_signal_goes_to_the_handler_from_before(seen):
    assert kind_of(lib.ptc_interrupt_on_signal(signal.SIGUSR1)) == 0
    os.kill(os.getpid(), signal.SIGUSR1)
    os.kill(os.getpid(), signal.SIGUSR1)
    assert interrupted() and seen == [signal.SIGUSR1]


def test_without_it_all_is_as_it_was(seen):
    for _ in range(2):
        assert kind_of(lib.ptc_interrupt_on_signal(signal.SIGUSR1)) == 0
    os.kill(os.getpid(), signal.SIGUSR1)
    lib.ptc_interrupt_off_signal(signal.SIGUSR1)
    assert not interrupted()
    os.kill(os.getpid(), signal.SIGUSR1)
    assert not interrupted() and seen == [signal.SIGUSR1]


@pytest.mark.parametrize("number", [0, -1, 10_000, signal.SIGKILL])
def test_what_is_no_signal_is_refused(number):
    assert kind_of(lib.ptc_interrupt_on_signal(number)) == VALUE
    lib.ptc_interrupt_off_signal(number)


def test_errors_keep_a_stack_or_none():
    def stack():
        with pytest.raises(pytorch_c.Error) as raised:
            pytorch_c.ones(2).item()
        return raised.value.backtrace

    assert "frame" in stack()
    try:
        lib.ptc_set_backtraces(False)
        assert "Exception raised from" in stack() and "frame" not in stack()
    finally:
        lib.ptc_set_backtraces(True)
    assert "frame" in stack()


def test_pressure_is_noted():
    place = ffi.new("int32_t *", 0)
    lib.ptc_gc_note(place, 3)
    assert place[0] == 3
