"""Forward mode: what goes when, and what threads see of it."""

import threading

import pytest
from support.oracle import settle

import pytorch_c
from pytorch_c.autograd import forward_ad


@pytest.mark.frees
def test_tangents_go_with_their_tensors_and_with_the_level():
    x, v = pytorch_c.ones(3), pytorch_c.ones(3)
    count = pytorch_c.live_tensors()
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, v)
        for _ in range(3):
            (dual.sin() * dual).sum()
        assert pytorch_c.live_tensors() >= count + 1
        kept = forward_ad.unpack_dual(dual * 2)
    assert kept.tangent.tolist() == [2, 2, 2]  # a tensor of its own by now
    del dual, kept
    settle()
    assert pytorch_c.live_tensors() == count


def test_a_tensor_may_be_closed_within_a_level():
    with forward_ad.dual_level():
        x, v = pytorch_c.ones(3), pytorch_c.full((3,), 2.0)
        dual = forward_ad.make_dual(x, v)
        out = dual * dual
        for one in (x, v, dual):
            one.close()
        assert forward_ad.unpack_dual(out).tangent.tolist() == [4, 4, 4]
        with pytest.raises(pytorch_c.ClosedTensorError):
            forward_ad.unpack_dual(dual)
        with pytest.raises(pytorch_c.ClosedTensorError):
            forward_ad.make_dual(out, v)
    assert forward_ad.unpack_dual(out).tangent is None


def in_a_thread(work):
    found = []

    def run():
        try:
            found.append(work())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def test_the_level_is_the_processs():
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(pytorch_c.ones(2), pytorch_c.ones(2))
        assert isinstance(in_a_thread(forward_ad.enter_dual_level), RuntimeError)
        assert in_a_thread(lambda: forward_ad.unpack_dual(dual * 3).tangent.tolist()) == [3, 3]


def test_a_level_that_a_thread_left_open_can_be_closed():
    assert in_a_thread(forward_ad.enter_dual_level) == 0
    dual = forward_ad.make_dual(pytorch_c.ones(2), pytorch_c.ones(2))
    assert forward_ad.unpack_dual(dual + dual).tangent.tolist() == [2, 2]
    forward_ad.exit_dual_level()
    assert forward_ad.unpack_dual(dual).tangent is None


def test_threads_compute_within_one_level():
    wrong = []

    def work(number):
        for _ in range(50):
            dual = forward_ad.make_dual(pytorch_c.full((4,), 2.0), pytorch_c.full((4,), float(number)))
            if forward_ad.unpack_dual((dual**3).sum()).tangent.item() != 48 * number:
                wrong.append(number)

    with forward_ad.dual_level():
        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    assert not wrong


def test_threads_that_all_want_a_level_get_one_or_an_error():
    opened, refused = [], []

    def work():
        for _ in range(200):
            try:
                with forward_ad.dual_level():
                    opened.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(opened) + len(refused) == 800 and opened
    assert all("Nested forward mode AD" in one for one in refused)
    with pytest.raises(RuntimeError):
        forward_ad.exit_dual_level()
