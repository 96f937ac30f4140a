"""The files that save() and load() are given: paths, and objects that read or write, however little else they can."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_PIECE = 1 << 20


def is_path(f: Any) -> bool:
    """Returns whether it is a path, not an open file."""
    return isinstance(f, (str, os.PathLike))


def file_name(f: Any) -> str:
    """Returns what errors call the file."""
    return os.fsdecode(f) if is_path(f) else str(getattr(f, "name", f"<{type(f).__name__}>"))


# ---- writing ----


class Output:
    """A binary file of which nothing but `write` is used.

    It knows no position, so a zip archive counts from where it begins, as torch's readers do. After an error nothing
    more is written: whoever tidies up behind it must not hide it.
    """

    def __init__(self, file: Any) -> None:
        self._write = file.write
        self._failed = False

    def write(self, data: Any) -> int:
        """Writes all of it, also where the file takes it in parts."""
        size = len(data)
        try:
            while not self._failed and len(data):
                count = self._write(data)
                if type(count) is not int or not 0 <= count < len(data):
                    break
                if not count:
                    raise OSError(errno.EIO, "save: the file takes no more bytes")
                data = memoryview(data)[count:]
        except BaseException:
            self._failed = True
            raise
        return size

    def flush(self) -> None:
        """Nothing yet: what a file keeps back is asked for once, at the end."""


def check_output(f: Any) -> None:
    """Raises what torch does for an object that save() cannot write to."""
    if is_path(f):
        return
    if not hasattr(f, "write"):
        raise AttributeError(
            "save: expected 'f' to be string, path, or a file-like object with a 'write' attribute, "
            f"got {type(f).__name__}"
        )
    if not callable(f.write) or isinstance(f, io.TextIOBase):
        raise TypeError(f"save: f must be a path or a binary file, not {type(f).__name__}")


@contextlib.contextmanager
def open_output(f: Any) -> Iterator[Any]:
    """The file of a path, which takes its place when the body succeeds, or what writes to an open file."""
    if not is_path(f):
        yield Output(f)
        if hasattr(f, "flush"):
            f.flush()
        return
    name = os.fsdecode(f)
    path = os.path.realpath(name) if os.path.islink(name) else os.path.join(os.getcwd(), name)
    there = _look_at(path) if name else None
    if there is not None and stat.S_ISREG(there.st_mode):
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))  # raises where one may not write, which renaming would not
    elif there is None and not (name and os.path.isdir(os.path.dirname(path))):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    special = there is not None and not stat.S_ISREG(there.st_mode)  # /dev/null, a pipe
    with open(path, "wb") if special else _replace(path, there) as file:
        yield Output(file)


def _look_at(path):
    """Returns what the system says of a file, or None where there is none."""
    try:
        return os.stat(path)
    except OSError:
        return None


def _unnamed(folder):
    """Returns a new file without a name in a folder; None where this system or its file system has no such files."""
    if not hasattr(os, "O_TMPFILE") or not os.path.exists("/proc/self/fd"):
        return None
    try:
        return open(os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o666), "wb")
    except OSError:  # NFS, overlays of old kernels
        return None


@contextlib.contextmanager
def _replace(path, before):
    """A file that takes the place of `path` when the body succeeds, and the permissions of what was there `before`.

    It has no name until then where the file system allows that: a process that is killed leaves nothing behind.
    """
    unnamed = _unnamed(os.path.dirname(path))
    with _named(path) if unnamed is None else unnamed as file:
        yield file
        if before is not None:
            os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
        file.flush()
        if unnamed is not None:
            _take_place(file.fileno(), path)


@contextlib.contextmanager
def _named(path):
    """A file with a name of its own beside `path`, which takes the place of `path` when the body succeeds."""
    temporary = _beside(path, secrets.token_hex(8))
    try:
        with open(temporary, "xb") as file:
            yield file
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _beside(path, word):
    return os.path.join(os.path.dirname(path), f".save-{word}")


def _take_place(number, path):
    """Gives an unnamed file the name `path`.

    No call of the system does that where there is a file of this name: a name beside it comes first. Each path has one
    such name, so that the next save takes away what a process left that was killed between the two calls. A lock tells
    another save that this one lives.
    """
    import fcntl
    import hashlib

    def link(name):  # any folder's number would do: with one, os.link() follows the link of /proc
        os.link(f"/proc/self/fd/{number}", name, src_dir_fd=number, follow_symlinks=True)

    with contextlib.suppress(FileExistsError):
        return link(path)
    fcntl.flock(number, fcntl.LOCK_EX)
    name = hashlib.sha1(os.fsencode(os.path.basename(path)), usedforsecurity=False).hexdigest()
    temporary = _beside(path, name[:16])
    try:
        link(temporary)
    except FileExistsError:
        _remove_left_behind(temporary)
        try:
            link(temporary)
        except FileExistsError:
            temporary = _beside(path, secrets.token_hex(8))
            link(temporary)
    try:
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _remove_left_behind(path):
    """Removes a file, unless a process has locked it, or it belongs to another user."""
    import fcntl

    with contextlib.suppress(OSError), open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)


# ---- reading ----


class Input:
    """A binary file from where it stands: position 0 is there, and `size` bytes follow.

    It is asked for no more than it has, so that a length that it claims allocates nothing. `error` is what the file
    itself has raised.
    """

    def __init__(self, file: Any) -> None:
        self._file, self.error = file, None
        self.start, self._at = file.tell(), 0
        file.seek(0, os.SEEK_END)
        self.size = max(file.tell() - self.start, 0)  # seek() itself gives no position in some files
        file.seek(self.start)

    def _ask(self, function, *args):
        try:
            return function(*args)
        except BaseException as error:
            self.error = error
            raise

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def left(self) -> int:
        """The number of bytes from here to the end."""
        return max(self.size - self._at, 0)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Goes to a position, from the start, from here or from the end; an OSError before the start."""
        offset += {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.size}[whence]
        if offset < 0:
            raise OSError(errno.EINVAL, "a position before the start of the file")
        self._ask(self._file.seek, self.start + offset)
        self._at = offset
        return offset

    def read(self, count: int = -1) -> bytes:
        data = self._ask(self._file.read, self.left() if count < 0 else min(count, self.left()))
        self._at += len(data)
        return data

    def readline(self, limit: int = -1) -> bytes:
        data = self._ask(self._file.readline) if limit < 0 else self._ask(self._file.readline, limit)
        self._at += len(data)
        return data

    def read_whole(self, count: int) -> bytearray:
        """So many bytes, or fewer where the file ends before; by `readinto` where the file has it."""
        data, done = bytearray(max(min(count, self.left()), 0)), 0
        while done < len(data):
            got = self.read_into(memoryview(data)[done:])
            if not got:
                break
            done += got
        del data[done:]
        return data

    def read_into(self, view: memoryview) -> int:
        """Reads into memory; returns the number of bytes, 0 or None at the end."""
        got = self._read_into(view)
        self._at += got or 0
        return got

    def _read_into(self, view):
        into = getattr(self._file, "readinto", None)
        if into is None:
            piece = self._ask(self._file.read, min(len(view), _PIECE))[: len(view)]
            view[: len(piece)] = piece
            return len(piece)
        got = self._ask(into, view)
        if got is not None and (type(got) is not int or not 0 <= got <= len(view)):
            raise OSError(errno.EIO, f"load: readinto() of the file gives {got!r:.40}, not a number of bytes")
        return got


@contextlib.contextmanager
def open_input(f: Any) -> Iterator[Input]:
    """The bytes of a path or of an open file, from where it stands; raises what torch does for what is none."""
    if is_path(f):
        with open(f, "rb") as file:
            yield Input(file)
        return
    if isinstance(f, io.TextIOBase):
        raise TypeError(f"load: f must be a path or a binary file, not {type(f).__name__}")
    try:
        f.seek(f.tell())
        f.read, f.readline  # noqa: B018
    except (io.UnsupportedOperation, AttributeError) as error:
        if not any(name in str(error) for name in ("seek", "tell")):
            raise
        raise type(error)(
            f"{error}. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer "
            "like io.BytesIO and try to load from it instead."
        ) from None
    yield Input(f)
