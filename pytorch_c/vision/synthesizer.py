"""Images of one colour, and archives of them, to try programs with: GoTorch's vision/synthesizer. Needs Pillow."""

from __future__ import annotations

import io
import os

from ._archives import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO, Any

    from typing_extensions import Self

__all__ = ["Synthesizer", "synthesize_image"]

_MODES = {1: "L", 3: "RGB", 4: "RGBA"}
_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}


def synthesize_image(width: int, height: int, color: int | str | Sequence[int]) -> Any:
    """A PIL image of one colour: a number for a gray one, three or four of them, or a name such as "blue".

    GoTorch's SynthesizeImage. Raises TypeError and ValueError for what is no size or colour.
    """
    from PIL import Image, ImageColor

    for name, value in ("width", width), ("height", height):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} must be an int, got {value!r}")
        if value < 1:
            raise ValueError(f"{name} must be at least 1, got {value}")
    if isinstance(color, str):
        values: tuple[int, ...] = ImageColor.getrgb(color)
    else:
        values = (color,) if isinstance(color, int) else tuple(color)
    if len(values) not in _MODES or not all(isinstance(one, int) and 0 <= one <= 255 for one in values):
        raise ValueError(f"color must be a name, or 1, 3 or 4 numbers from 0 to 255, got {color!r}")
    return Image.new(_MODES[len(values)], (width, height), values if len(values) > 1 else values[0])


class Synthesizer:
    """Writes an archive of images: to a file of a name, or an open binary one. GoTorch's Synthesizer.

    with Synthesizer("images.tgz") as synthesizer:
        synthesizer.add_image("train/blue/1.png", 469, 387, (0, 0, 255))
    """

    def __init__(self, output: str | os.PathLike[str] | IO[bytes]) -> None:
        if isinstance(output, (str, os.PathLike)):
            self._writer = Writer(output)
        else:
            self._writer = Writer(file=output)

    def add_image(self, name: str, width: int, height: int, color: int | str | Sequence[int]) -> None:
        """Adds an image of one colour; the name's ending says whether it is a PNG or a JPEG."""
        self.add(name, synthesize_image(width, height, color))

    def add(self, name: str, image: Any) -> None:
        """Adds a PIL image, or a tensor (channels, height, width) or array as transforms.ToPILImage takes them."""
        self._writer.write(name, encoded(name, image))

    def close(self) -> None:
        """Ends the archive; closing twice is harmless."""
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def encoded(name: str, image: Any) -> bytes:
    """The bytes of an image file of the kind that its name's ending says. Raises ValueError for another ending."""
    from PIL import Image

    from .transforms.functional import to_pil_image

    kind = _FORMATS.get(os.path.splitext(name)[1].lower())
    if kind is None:
        raise ValueError(f"{name!r} must end in one of {', '.join(_FORMATS)}")
    picture = image if isinstance(image, Image.Image) else to_pil_image(image)
    if kind == "JPEG" and picture.mode == "RGBA":
        picture = picture.convert("RGB")
    file = io.BytesIO()
    picture.save(file, kind)
    return file.getvalue()
