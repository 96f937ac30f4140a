"""Storages, with torch as the oracle: what they say, what is shared, what files keep of it."""

import copy
import gc
import io
import pickle
import sys
import threading
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest
import torch
from support.oracle import agree

import pytorch_c


def x(t):
    return t.arange(6.0).reshape(2, 3)


def quietly(storage):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return storage()


def bare(text):
    return text.replace("pytorch_c", "torch")


CASES = {
    "bytes": lambda t: x(t).untyped_storage().tolist(),
    "sizes": lambda t: [f(x(t)[1:].untyped_storage()) for f in (len, lambda s: s.nbytes(), lambda s: s.size(), lambda s: s.element_size())],
    "typed": lambda t: (s := x(t)[1].storage(), s.tolist(), len(s), s.nbytes(), s.element_size(), str(s.dtype), s[4], s[-1])[1:],
    "names": lambda t: [bare(one) for one in (x(t).untyped_storage().type(), x(t).storage().type(), x(t).long().storage().type())],
    "texts": lambda t: [repr(t.tensor([1.5, 2]).untyped_storage()), repr(t.tensor([1, 2]).storage())],
    "device": lambda t: [str(x(t).untyped_storage().device), x(t).storage().is_cuda],
    "one storage": lambda t: (y := x(t), [y.untyped_storage().data_ptr() == one.untyped_storage().data_ptr() for one in (y[1], y.t(), y.clone())])[1],
    "the same object": lambda t: (y := x(t), s := y.untyped_storage(), [s is y[1].untyped_storage(), s is y.clone().untyped_storage()])[2],
    "offset": lambda t: (y := x(t)[1], y.data_ptr() - y.untyped_storage().data_ptr())[1],
    "write": lambda t: (y := x(t), y.storage().__setitem__(4, 7), y.untyped_storage().__setitem__(3, 64), y)[3],
    "write a slice": lambda t: (y := x(t), y.untyped_storage().__setitem__(slice(0, 8), 0), y)[2],
    "fill": lambda t: (y := x(t), y.storage().fill_(3), y)[2],
    "copy": lambda t: (y := x(t), y.untyped_storage().copy_(t.ones(6).untyped_storage()), y)[2],
    "copy, typed": lambda t: (y := x(t), y.storage().copy_(t.arange(6.0, 0, -1).storage()), y)[2],
    "slice": lambda t: x(t).untyped_storage()[4:8].tolist(),
    "a slice shares": lambda t: (y := x(t), s := y.untyped_storage()[4:8], s.fill_(0), y, s.data_ptr() - y.data_ptr(), len(s))[3:],
    "an empty slice": lambda t: len(x(t).untyped_storage()[4:4]),
    "asarray": lambda t: (y := x(t), z := t.asarray(y.untyped_storage()[4:12], dtype=t.float32), z.zero_(), y, z)[3:],
    "asarray, no dtype": lambda t: t.asarray(t.arange(3).untyped_storage()),
    "asarray, typed": lambda t: (y := x(t), z := t.asarray(y.storage()), z.zero_(), y, z)[3:],
    "clone": lambda t: (s := x(t).untyped_storage(), c := s.clone(), c.fill_(0), s.tolist(), c.tolist())[3:],
    "grow": lambda t: (y := x(t), y.untyped_storage().resize_(64), y, y.untyped_storage().nbytes())[2:],
    "shrink": lambda t: (s := t.UntypedStorage(8), s.fill_(1), s.resize_(4), s.tolist())[3],
    "set_": lambda t: t.empty(0).set_(x(t).untyped_storage(), 1, (2, 2), (3, 1)),
    "set_, all of it": lambda t: t.empty(0).set_(x(t).untyped_storage()),
    "set_, typed": lambda t: t.empty(0).set_(x(t).storage(), 2, (3,), (1,)),
    "set_, sizes alone": lambda t: t.empty(0).set_(x(t).untyped_storage(), 0, (2, 2)),
    "set_ shares": lambda t: (y := x(t), z := t.empty(0).set_(y.untyped_storage()), z.zero_(), y)[3],
    "made": lambda t: [t.UntypedStorage(3).nbytes(), t.UntypedStorage([1, 2, 250]).tolist(), len(t.UntypedStorage())],
    "made, typed": lambda t: [t.TypedStorage([1, 2], dtype=t.int32).tolist(), t.FloatStorage([1.5]).tolist(), len(t.LongStorage(4))],
    "wrapped": lambda t: t.TypedStorage(wrap_storage=x(t).untyped_storage(), dtype=t.float32).tolist(),
    "kinds": lambda t: [isinstance(x(t).storage(), k) for k in (t.FloatStorage, t.DoubleStorage, t.TypedStorage, t.UntypedStorage)],
    "is_storage": lambda t: [t.is_storage(one) for one in (x(t), x(t).storage(), x(t).untyped_storage(), 3)],
    "casts": lambda t: [x(t).storage().double().tolist(), x(t).storage().int().tolist(), bare(x(t).storage().long().type())],
    "storage_type": lambda t: [k.__name__ for k in (x(t).storage_type(), x(t).half().storage_type(), t.ones(1, dtype=t.bool).storage_type())],
    "it outlives": lambda t: (s := x(t).untyped_storage(), gc.collect(), t.empty(0).set_(s))[2],
    "complex": lambda t: t.tensor([1 + 2j]).storage().tolist(),
    "buffer": lambda t: [len(t.UntypedStorage(0)), t.empty(0).untyped_storage().tolist()],
    "iteration": lambda t: list(t.tensor([3, 4]).storage()),
    "deepcopy": lambda t: deep(t),
    "swap": lambda t: (y := x(t), z := t.ones(6), y.untyped_storage()._swap_data_ptr_(z.untyped_storage()), y, z)[3:],
    "swap with nothing": lambda t: swapped(t),
    "lazy clone": lambda t: lazily_cloned(t),
}  # fmt: skip


def deep(t):
    y = x(t)
    found = copy.deepcopy([y, y[1], y.untyped_storage()])
    found[0][1, 0] = 9
    return found[0], found[1], found[2].tolist() == found[0].untyped_storage().tolist(), y


def swapped(t):
    y, z = x(t), x(t) + 1
    view, (one, two) = y[1], (y.untyped_storage(), z.untyped_storage())
    one.resize_(0)
    one._swap_data_ptr_(two)
    two.resize_(one.nbytes())
    return y, view, z.zero_(), y, one._swap_data_ptr_(one)


def lazily_cloned(t):
    y = x(t)
    z = y._lazy_clone()
    at, shares = t._C._data_address, t._C._is_cow_tensor
    found = [shares(y), shares(z), at(y) == at(z)]
    z.add_(1)
    return found, [shares(y), shares(z), at(y) == at(z)], y, z


@pytest.mark.parametrize("name", CASES)
def test_storages(name):
    agree(CASES[name], strides=False)


ERRORS = {
    "beyond": (lambda t: x(t).untyped_storage()[24], IndexError),
    "text": (lambda t: x(t).untyped_storage()["a"], TypeError),
    "step": (lambda t: x(t).untyped_storage()[::2], RuntimeError),
    "asarray of typed": (lambda t: t.asarray(x(t).storage(), dtype=t.int64), RuntimeError),
    "slice of typed": (lambda t: x(t).storage()[:2], RuntimeError),
    "swap of sizes": (lambda t: x(t).untyped_storage()._swap_data_ptr_(t.UntypedStorage(8)), RuntimeError),
    "swap of devices": (
        lambda t: x(t).untyped_storage()._swap_data_ptr_(x(t).to("meta").untyped_storage()),
        RuntimeError,
    ),
    "swap with a tensor": (lambda t: x(t).untyped_storage()._swap_data_ptr_(x(t)), (RuntimeError, TypeError)),
    "other size": (lambda t: x(t).untyped_storage().copy_(t.UntypedStorage(1)), RuntimeError),
    "negative": (lambda t: t.UntypedStorage(2).resize_(-1), (RuntimeError, ValueError)),
    "sparse": (lambda t: x(t).to_sparse().untyped_storage(), NotImplementedError),
    "wrap what": (lambda t: t.TypedStorage(wrap_storage=3, dtype=t.float32), TypeError),
    "set_ of what": (lambda t: x(t).set_("a"), TypeError),
    "batched": (lambda t: t.vmap(lambda a: a.untyped_storage().nbytes())(x(t)), NotImplementedError),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    case, raises = ERRORS[name]
    agree(case, raises=raises, text=False)


def test_elements_beyond_the_storage_are_refused():
    """torch makes the storage larger, or reads on."""
    storage = x(pytorch_c).untyped_storage()
    for place in (
        (0, (7,), (1,)),
        (6, (1,), (1,)),
        (0, (2, 2), (5, 2)),
        (0, (2,), (1 << 62,)),
        (-1, (1,), (1,)),
        (0, (1,), ()),
    ):
        target = pytorch_c.ones(2)
        with pytest.raises((RuntimeError, ValueError)):
            target.set_(storage, *place)
        assert target.tolist() == [1, 1]


def test_memory_that_is_used_stays():
    y = x(pytorch_c)
    with pytest.raises(RuntimeError, match="cannot become smaller"):
        y.untyped_storage().resize_(4)
    view = y.numpy()
    with pytest.raises(RuntimeError, match="not resizable"):
        y.untyped_storage().resize_(1000)
    assert not y.untyped_storage().resizable() and numpy.array_equal(view, numpy.arange(6.0).reshape(2, 3))


def test_freed_memory_is_an_error_until_it_is_there_again():
    """torch's own kernels read and write at address 0."""
    y = x(pytorch_c)
    view, storage = y[1], y.untyped_storage()
    storage.resize_(0)
    assert storage.size() == 0 and y.shape == (2, 3)
    for use in (y.sum, view.clone, lambda: y.add_(1), y.tolist, y.numpy, lambda: y.data_ptr(), lambda: repr(y)):
        with pytest.raises(RuntimeError, match="freed by resize_"):
            use()
    for size in (1, 23):
        with pytest.raises(RuntimeError, match="at least the 24 bytes"):
            storage.resize_(size)
    storage.resize_(24)
    y.fill_(2)
    assert view.tolist() == [2, 2, 2]
    storage.resize_(0)
    storage.resize_(48)
    assert y.zero_().tolist() == [[0, 0, 0]] * 2


def test_swapped_memory_is_freed_for_whom_it_left():
    y, z = x(pytorch_c), x(pytorch_c)
    storage = y.untyped_storage()
    storage.resize_(0)
    with pytest.raises(RuntimeError, match="same nbytes"):
        storage._swap_data_ptr_(pytorch_c.UntypedStorage(8))
    storage._swap_data_ptr_(z.untyped_storage())
    with pytest.raises(RuntimeError, match="freed by resize_"):
        z.sum()
    view = y.numpy()
    with pytest.raises(RuntimeError, match="looks at its memory"):
        storage._swap_data_ptr_(x(pytorch_c).untyped_storage())
    assert view[1, 2] == 5


def test_storage_warns_once_that_it_goes(monkeypatch):
    monkeypatch.setattr(pytorch_c.storage.typed, "_warned", False)
    with pytest.warns(UserWarning, match="TypedStorage is deprecated") as caught:
        x(pytorch_c).storage()
        x(pytorch_c).storage()
    assert len(caught) == 1


# ---- files ----


def things(t):
    """torch refuses one memory as bytes and as elements."""
    y, elements = x(t), t.UntypedStorage([1, 2, 3])
    return {"tensor": y, "view": y[1], "elements": quietly(y.storage), "alone": elements, "other": t.ones(2)}


@pytest.mark.parametrize(
    "writer, reader",
    [(pytorch_c, pytorch_c), (pytorch_c, torch), (torch, pytorch_c)],
    ids=["ours", "to torch", "from torch"],
)
def test_files_keep_what_is_shared(writer, reader):
    file = io.BytesIO()
    quietly(lambda: writer.save(things(writer), file))
    file.seek(0)
    found = quietly(lambda: reader.load(file, weights_only=False))
    assert found["alone"].tolist() == [1, 2, 3] and quietly(found["elements"].tolist) == [0, 1, 2, 3, 4, 5]
    found["tensor"][1, 0] = 9
    assert found["view"].tolist() == [9, 4, 5]
    assert found["tensor"].data_ptr() == quietly(found["elements"].data_ptr) != found["other"].data_ptr()
    assert type(found["alone"]) is reader.TypedStorage and found["alone"].dtype is reader.uint8
    assert quietly(lambda: isinstance(found["elements"], reader.FloatStorage))


def test_files_of_ours_keep_bytes_beside_a_tensor_of_bytes():
    file, y = io.BytesIO(), x(pytorch_c).byte()
    pytorch_c.save([y, y.untyped_storage()], file)
    file.seek(0)
    found, storage = pytorch_c.load(file)
    quietly(lambda: storage.fill_(0))
    assert found.tolist() == [[0, 0, 0], [0, 0, 0]] and type(storage) is pytorch_c.TypedStorage


def test_pickles_keep_what_is_shared():
    found = pickle.loads(pickle.dumps(things(pytorch_c)))
    found["tensor"][1, 0] = 9
    assert (
        found["view"].tolist() == [9, 4, 5]
        and found["elements"].tolist()[3] == 9
        and found["alone"].tolist() == [1, 2, 3]
    )


def test_the_size_of_a_storage_counts_its_memory():
    """sys.getsizeof, which counters of memory ask, is the object's with the bytes of its memory, as in torch."""
    for storage in (quietly(x(pytorch_c).storage), x(pytorch_c).untyped_storage()):
        small, bytes_ = sys.getsizeof(storage), storage.nbytes()
        assert bytes_ == 24 and object.__sizeof__(storage) + bytes_ <= small < object.__sizeof__(storage) + bytes_ + 64
    grown = pytorch_c.zeros(1000).untyped_storage()
    assert sys.getsizeof(grown) - small == 4000 - bytes_


# ---- weak references ----


def test_a_weak_reference_keeps_no_memory():
    from pytorch_c.multiprocessing.reductions import StorageWeakRef

    tensor = x(pytorch_c)
    one, other = StorageWeakRef(tensor.untyped_storage()), StorageWeakRef(tensor[1].untyped_storage())
    assert one == other
    assert one != StorageWeakRef(x(pytorch_c).untyped_storage())
    assert not one.expired()
    again = pytorch_c.UntypedStorage._new_with_weak_ptr(one.cdata)
    assert again.data_ptr() == tensor.data_ptr()
    del tensor, again
    gc.collect()
    assert one.expired()
    assert pytorch_c.UntypedStorage._new_with_weak_ptr(one.cdata) is None


def test_a_number_that_is_no_weak_reference_is_refused():
    for function in (pytorch_c.UntypedStorage._expired, pytorch_c.UntypedStorage._free_weak_ref):
        with pytest.raises(ValueError, match="7 is not kept by ptc_storage_weak"):
            function(7)


def test_a_weak_reference_that_outlives_the_modules_says_nothing(monkeypatch):
    monkeypatch.setattr("pytorch_c.storage.common.api", None)  # as modules have it while the interpreter ends
    pytorch_c.UntypedStorage._free_weak_ref(7)


# ---- one object for a storage ----


class Mine(pytorch_c.UntypedStorage):
    """A class of the user's."""


def test_the_object_lives_as_long_as_somebody_keeps_it():
    tensor = x(pytorch_c)
    kept = tensor.untyped_storage()
    seen = weakref.ref(kept)
    kept.note = "a note of the user's"
    assert tensor[1].untyped_storage() is kept and tensor.untyped_storage().note == kept.note
    del kept
    assert seen() is None
    assert not hasattr(tensor.untyped_storage(), "note")


def test_a_storage_in_a_cycle_is_found_until_it_goes():
    tensor = x(pytorch_c)
    kept = tensor.untyped_storage()
    kept.own, seen = kept, weakref.ref(kept, lambda _: found.append(tensor.untyped_storage()))
    found = []
    del kept
    assert tensor.untyped_storage() is seen()
    gc.collect()
    assert seen() is None and found[0] is tensor.untyped_storage()


def test_what_is_kept_of_an_object_is_not_given_to_the_next_one():
    tensor, others = x(pytorch_c), [x(pytorch_c) for _ in range(3)]
    attributes, handle = vars(tensor.untyped_storage()), tensor.untyped_storage()._s
    attributes["note"] = "of one that is gone"
    made = [other.untyped_storage() for other in others]
    assert handle.address and handle.address not in [one._s.address for one in made]
    assert Mine._over(handle).data_ptr() == tensor.data_ptr()
    assert [vars(one) for one in (*made, tensor.untyped_storage())] == [{}] * 4


def test_a_finalizer_that_a_program_gives_the_class_runs_once_for_each(monkeypatch):
    ended, tensors = [], [x(pytorch_c) for _ in range(2)]
    monkeypatch.setattr(pytorch_c.UntypedStorage, "__del__", lambda self: ended.append(self.data_ptr()), raising=False)
    for _ in range(2):
        for tensor in tensors:
            tensor.untyped_storage()
    assert ended == [tensor.data_ptr() for tensor in tensors] * 2


def test_another_class_over_the_same_storage_is_another_object():
    tensor = x(pytorch_c)
    plain = tensor.untyped_storage()
    mine = Mine._over(plain._s)
    assert type(mine) is Mine and mine.data_ptr() == plain.data_ptr() == tensor.data_ptr()
    again = tensor.untyped_storage()
    assert type(again) is pytorch_c.UntypedStorage and again.nbytes() == mine.nbytes() == 24
    del mine, plain
    assert tensor.untyped_storage() is again


def test_the_class_of_torchs_extension_is_a_base():
    for t in (pytorch_c, torch):
        assert issubclass(t.UntypedStorage, t._C.StorageBase)
        assert isinstance(x(t).untyped_storage(), t._C.StorageBase)
        assert not isinstance(x(t), t._C.StorageBase)


def test_one_without_a_storage_says_so():
    empty = object.__new__(Mine)
    for ask in (empty.nbytes, empty.data_ptr, lambda: len(empty), lambda: empty._cdata):
        with pytest.raises(AttributeError, match="_s"):
            ask()
    for wrong in (pytorch_c.UntypedStorage(4), None, 3):
        with pytest.raises(TypeError, match="an open storage"):
            Mine._over(wrong)


def test_threads_get_one_object():
    tensor, start = x(pytorch_c), threading.Barrier(4)

    def ask(_):
        start.wait(60)
        return [tensor.untyped_storage().data_ptr() for _ in range(2000)]

    with ThreadPoolExecutor(4) as pool:
        assert {p for found in pool.map(ask, range(4)) for p in found} == {tensor.data_ptr()}


BIG = b"\x3f\x80\x00\x00\x40\x00\x00\x00\x40\x40\x00\x00"


@pytest.mark.parametrize("name", ["float32", "int16", "float64", "complex64", "bool", "int8"])
def test_buffers_are_read_in_either_order_of_bytes(name):
    def read(t):
        dtype, raw = getattr(t, name), bytes(range(32))
        made = t.UntypedStorage.from_buffer(raw, byte_order="native", dtype=dtype)
        made.byteswap(dtype)
        typed = quietly(lambda: t.TypedStorage.from_buffer(raw, "big", 1, 8, dtype=dtype))
        return made.tolist(), t.UntypedStorage.from_buffer(raw, "big", dtype=dtype).tolist(), typed.tolist()

    agree(read)


def test_a_legacy_class_reads_its_dtype():
    agree(lambda t: quietly(lambda: t.FloatStorage.from_buffer(BIG, "big", -1, 4).tolist()))
    agree(lambda t: quietly(lambda: t.TypedStorage.from_buffer(BIG, "big").dtype))


@pytest.mark.parametrize(
    ("given", "error"), [((), RuntimeError), (("middle",), ValueError), (("big", -1, 1), ValueError)]
)
def test_a_buffer_that_does_not_fit_raises(given, error):
    agree(lambda t: t.UntypedStorage.from_buffer(BIG, *given, dtype=t.float32), raises=error)


@pytest.mark.parametrize("given", [(4, 0), (1, 13), (2, 8)])
def test_an_error_about_a_buffer_has_its_numbers(given):
    """torch gives the numbers of bytes for those of elements, and names the offset in the place of the length."""
    words = "12.*got 13" if given[1] > 12 else f"only {3 - given[1] // 4} elements after offset {given[1]}"
    with pytest.raises(ValueError, match=words):
        pytorch_c.UntypedStorage.from_buffer(BIG, "big", *given, dtype=pytorch_c.float32)
    with pytest.raises(ValueError):
        torch.UntypedStorage.from_buffer(BIG, "big", *given, dtype=torch.float32)


@pytest.mark.parametrize("named", [{"dtype": "float32"}, {"device": "cpu"}])
def test_a_legacy_class_takes_no_dtype(named):
    def read(t):
        made = {key: getattr(t, value, value) for key, value in named.items()}
        return quietly(lambda: t.FloatStorage.from_buffer(BIG, "big", **made))

    agree(read, raises=RuntimeError)


def test_a_typed_storage_has_torchs_names_for_callers_that_are_not_warned():
    def read(t):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            s = x(t).storage()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            said = s._size(), s._nbytes(), s._element_size(), s._is_shared(), s._getitem(1), s._pickle_storage_type()
            s._setitem(0, 7.0)
            copied = s._deepcopy({})
            s._resize_(7)
            return [*said, s._size(), [copied._getitem(i) for i in range(copied._size())]]

    agree(read)


def test_a_copy_of_a_typed_storage_has_memory_of_its_own():
    def change(t):
        s = quietly(x(t).storage)
        copied = quietly(lambda: copy.copy(s))
        quietly(lambda: s.fill_(9))
        return quietly(lambda: (s.tolist(), copied.tolist()))

    agree(change)


@pytest.mark.parametrize(("counted", "size"), [(True, 4), (True, 1), (False, 4)])
def test_bytes_are_written_with_their_number(counted, size, tmp_path):
    def written(t):
        with open(tmp_path / "bytes", "wb") as file:
            x(t).untyped_storage()._write_file(file, True, counted, size)
        return list((tmp_path / "bytes").read_bytes())

    agree(written)


def test_nothing_is_written_of_a_storage_without_memory():
    agree(
        lambda t: quietly(x(t).to("meta").storage)._write_file(io.BytesIO(), False, True, 4), raises=NotImplementedError
    )


def test_a_storage_of_the_meta_device_grows_with_the_tensor_over_it():
    def rebuilt(t):
        s = quietly(lambda: t.TypedStorage(dtype=t.float32, device="meta"))
        of_file = t._utils._rebuild_tensor_v2(s, 1, (2, 2), (2, 1), False, None)
        return of_file.shape, of_file.stride(), of_file.device.type, quietly(s.nbytes)

    agree(rebuilt)
