"""Tar archives as streams: read once from begin to end whatever packs them, and written packed as their name says."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import tarfile
import zlib
from contextlib import ExitStack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from typing_extensions import Self

_PIECE = 1 << 20
_BROKEN = (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError)
_NO_FILE = (FileNotFoundError, IsADirectoryError, PermissionError)


class ArchiveError(ValueError):
    """Error of an archive or a file in it; `file` is the name of it."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file, self.reason = file, reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.reason)


class _Header(tarfile.TarInfo):
    """A header that must be whole: tarfile takes a broken or missing one for the end of the archive."""

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.EOFHeaderError:
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(str(error)) from None


class Reader:
    """The entries of a tar archive in their order: iterate over it, or next() until it gives None.

    path is the archive's, or file an open binary one; it may be packed by gzip, bzip2, xz or, with the package
    zstandard, zstd. Each entry is a tarfile.TarInfo, and read() gives the bytes of the last one. The file that was
    opened here is closed at the end, with an error, by close() or the end of a with block.

    Raises FileNotFoundError, and ArchiveError for an archive that is broken, cut off or none at all.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, file: IO[bytes] | None = None) -> None:
        self.name: str = os.fspath(path) if path is not None else str(getattr(file, "name", "archive"))
        self._stack = ExitStack()
        self._entry: tarfile.TarInfo | None = None
        try:
            raw = self._stack.enter_context(open(self.name, "rb")) if file is None else file
            self._stream = _unpacked(raw, self.name, self._stack)
            self._tar = self._stack.enter_context(tarfile.open(fileobj=self._stream, mode="r|", tarinfo=_Header))
            self._members: list[Any] = getattr(self._tar, "members")  # noqa: B009  (no part of its types)
        except BaseException as error:
            self.close()
            self._name_it(error)
            raise

    def next(self) -> tarfile.TarInfo | None:
        """The next entry, of whatever kind; None at the end, when all checksums have been compared."""
        try:
            self._entry = self._tar.next()
            # tarfile keeps all members that it has seen; a stream never goes back to one.
            self._members.clear()
            if self._entry is None:
                while self._stream.read(_PIECE):
                    pass
        except BaseException as error:
            self.close()
            self._name_it(error)
            raise
        if self._entry is None:
            self.close()
        return self._entry

    def read(self) -> bytes:
        """The bytes of the entry that next() gave; none of a folder or a link."""
        entry = self._entry
        if entry is None:
            raise ValueError("no entry: next() comes first, and gives one")
        if not entry.isfile():
            return b""
        try:
            file: Any = self._tar.extractfile(entry)
            data = file.read()
        except BaseException as error:
            self.close()
            self._name_it(error)
            raise
        if len(data) < entry.size:
            self.close()
            reason = f"the archive ends after {len(data)} of its {entry.size} bytes"
            raise ArchiveError(f"{self.name}:{entry.name}", reason)
        return data

    def close(self) -> None:
        """Closes what was opened; closing twice is harmless."""
        self._stack.close()

    def __iter__(self) -> Iterator[tarfile.TarInfo]:
        while (entry := self.next()) is not None:
            yield entry

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _name_it(self, error):
        """Raises what Python's modules say of a broken archive as an ArchiveError."""
        if isinstance(error, _BROKEN) and not isinstance(error, (ArchiveError, *_NO_FILE)):
            raise ArchiveError(self.name, f"truncated or broken archive: {error}") from error


class Writer:
    """Writes a tar archive: to the file of a name, or to an open binary file.

    A name that ends in .tar is not packed, .bz2, .xz and .zst (with the package zstandard) say how; anything else, and
    an open file, is packed by gzip. The same entries make the same bytes. Raises OSError where no file can be made.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, file: IO[bytes] | None = None) -> None:
        self.name: str = os.fspath(path) if path is not None else str(getattr(file, "name", "archive"))
        self._stack = ExitStack()
        try:
            raw = self._stack.enter_context(open(self.name, "wb")) if file is None else file
            stream = _packed(raw, self.name if file is None else "", self._stack)
            self._tar = self._stack.enter_context(tarfile.open(fileobj=stream, mode="w|"))
            self._members: list[Any] = getattr(self._tar, "members")  # noqa: B009  (no part of its types)
        except BaseException:
            self._stack.close()
            raise

    def write(self, entry: str | tarfile.TarInfo, data: bytes = b"") -> None:
        """Adds an entry: a file's name, a folder's that ends in /, or the TarInfo of one; data are the file's bytes."""
        if isinstance(entry, str):
            name, entry = entry, tarfile.TarInfo(entry.rstrip("/"))
            entry.mode = 0o600
            if name.endswith("/"):
                entry.type, entry.mode = tarfile.DIRTYPE, 0o700
            entry.size = len(data)
        if entry.isfile() and entry.size != len(data):
            raise ValueError(f"{entry.name}: its header says {entry.size} bytes, data has {len(data)}")
        self._tar.addfile(entry, io.BytesIO(data) if entry.isfile() else None)
        self._members.clear()

    def close(self) -> None:
        """Ends the archive and closes what was opened; closing twice is harmless."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unpacked(raw: Any, name: str, stack: ExitStack) -> Any:
    """The tar archive in a file that may be packed by gzip, bzip2, xz or zstd."""
    if not hasattr(raw, "peek"):
        raw = io.BufferedReader(raw) if isinstance(raw, io.RawIOBase) else _Peeked(raw)
    magic = raw.peek(6)[:6]
    if not magic:
        raise EOFError("the file is empty")
    if magic.startswith(b"\x1f\x8b"):
        return stack.enter_context(gzip.GzipFile(fileobj=raw))
    if magic.startswith(b"BZh"):
        import bz2

        return stack.enter_context(bz2.BZ2File(raw))
    if magic.startswith(b"\xfd7zXZ\0"):
        return stack.enter_context(lzma.LZMAFile(raw))
    if magic.startswith(b"\x28\xb5\x2f\xfd"):
        return _Zstd(raw, name)
    return raw


class _Peeked(io.RawIOBase):
    """A file that only reads, with peek() at its begin."""

    def __init__(self, file):
        self._file, self._ahead = file, b""

    def peek(self, size):
        self._ahead = self._ahead or self._file.read(size)
        return self._ahead

    def readable(self):
        return True

    def read(self, size=-1):
        ahead, self._ahead = self._ahead, b""
        if size is None or size < 0:
            return ahead + self._file.read()
        if len(ahead) >= size:
            self._ahead = ahead[size:]
            return ahead[:size]
        return ahead + self._file.read(size - len(ahead))


class _Zstd:
    """Unpacked zstd frames. The package's own reader takes a frame that is cut off for a whole one."""

    def __init__(self, raw, name):
        self._unpacker, self._raw, self._ready = _zstandard(name).ZstdDecompressor().decompressobj, raw, b""
        self._frame, self._rest = self._unpacker(), b""

    def read(self, size):
        pieces, wanted = [self._ready], size - len(self._ready)
        while wanted > 0:
            piece = self._more()
            if piece is None:
                break
            pieces.append(piece)
            wanted -= len(piece)
        data = b"".join(pieces)
        self._ready = data[size:]
        return data[:size]

    def _more(self):
        """The next unpacked bytes, perhaps none; None at the end."""
        packed = self._rest or self._raw.read(1 << 17)
        self._rest = b""
        if not packed:
            if self._frame is not None:
                raise EOFError("the zstd data ends in the middle of a frame")
            return None
        frame = self._frame or self._unpacker()
        try:
            piece = frame.decompress(packed)
        except Exception as error:  # the package's own class, which is no ValueError
            raise ValueError(f"broken zstd data: {error}") from None
        self._rest, self._frame = frame.unused_data, None if frame.eof else frame
        return piece


def _packed(raw: Any, name: str, stack: ExitStack) -> Any:
    """Returns what packs into a file as the name's ending says."""
    if name.endswith(".tar"):
        return raw
    if name.endswith(".bz2"):
        import bz2

        return stack.enter_context(bz2.BZ2File(raw, "wb"))
    if name.endswith(".xz"):
        return stack.enter_context(lzma.LZMAFile(raw, "wb"))
    if name.endswith(".zst"):
        return stack.enter_context(
            _zstandard(name).ZstdCompressor(write_checksum=True).stream_writer(raw, closefd=False)
        )
    return stack.enter_context(gzip.GzipFile("", "wb", fileobj=raw, mtime=0))


def _zstandard(name):
    try:
        import zstandard
    except ImportError:
        raise ArchiveError(name, "packed by zstd, which needs the package zstandard") from None
    return zstandard
