"""Convolutions and folding."""

from .family import operators_of
from .runner import row
from .samples import F, Out


def convolutions():
    for n, weight in ((1, (4, 3, 3)), (2, (4, 3, 3, 2)), (3, (4, 3, 2, 2, 1))):
        image = F(2, 3, *(5, 6, 4)[:n])
        name = f"conv{n}d"
        yield row(name, image, F(*weight))
        yield row(name, image, F(*weight), F(4), 2)
        yield row(name, image, F(*weight), None, stride=(1,) * n, padding=(1,) * n)
        yield row(name, image, F(*weight), bias=F(4), padding=1, dilation=1)
        yield row(f"{name}.padding", image, F(*weight), padding="same")
        yield row(f"{name}.padding", image, F(*weight), F(4), (1,) * n, "valid")
        yield row(name, F(3, *(5, 6, 4)[:n]), F(*weight))
        transposed = f"conv_transpose{n}d" + (".input" if n > 1 else "")
        yield row(transposed, F(2, 4, *(3, 4, 2)[:n]), F(*weight))
        yield row(transposed, F(2, 4, *(3, 4, 2)[:n]), F(*weight), F(3), stride=2, padding=1, output_padding=1)
    yield row("conv2d", F(2, 4, 5, 5), F(4, 1, 3, 3), groups=4)


ROWS = [
    *convolutions(),
    row("col2im", F(1, 8, 4), (3, 3), (2, 2), (1, 1), (0, 0), (1, 1)),
    row("im2col", F(1, 2, 3, 3), (2, 2), (1, 1), (0, 0), (1, 1)),
]

IMAGE, KERNEL = F(1, 2, 5, 5), F(3, 2, 3, 3)
VOLUME, CUBE = F(1, 2, 4, 5, 5), F(3, 2, 2, 3, 3)
ONES, THREE = (1, 1, 1), (2, 3, 3)

ROWS += [
    row("_convolution", IMAGE, KERNEL, F(3), (1, 1), (1, 1), (1, 1), False, (0, 0), 1, False, False, True, True),
    row(
        "convolution_backward", F(2, 3, 6), F(2, 2, 8), F(3, 2, 3), [3], [1], [0], [1], False, [0], 1, (True,) * 3
    ).fixed(),
    row(
        "convolution_backward",
        F(1, 3, 5, 5),
        IMAGE,
        KERNEL,
        None,
        (1, 1),
        (1, 1),
        (1, 1),
        False,
        (0, 0),
        1,
        (True, True, False),
    ).fixed(),
    row("conv_depthwise3d", VOLUME, CUBE, THREE, None, ONES, ONES, ONES).refused(),
    row("conv_tbc", F(5, 2, 3), F(3, 3, 4), F(4), 1),
    row("convolution_overrideable", IMAGE, KERNEL, None, (1, 1), (0, 0), (1, 1), False, (0, 0), 1).refused(),
    row("slow_conv3d_forward", VOLUME, CUBE, THREE, None, ONES, ONES).no_grad().fixed(),
    row("slow_conv_dilated2d", IMAGE, KERNEL, 3, F(3), 1, 1, 2).fixed(),
    row("slow_conv_dilated3d", VOLUME, CUBE, THREE, F(3), 1, 1, 1).fixed(),
    row("slow_conv_transpose2d", IMAGE, F(2, 3, 3, 3), 3, F(3), 2, 1, 1).fixed(),
    row("slow_conv_transpose3d", VOLUME, F(2, 3, 2, 3, 3), THREE, F(3)).fixed(),
    row("slow_conv_transpose2d.out", IMAGE, F(2, 3, 3, 3), (3, 3), out=Out()).fixed().no_grad(),
    row("thnn_conv2d.out", IMAGE, KERNEL, (3, 3), out=Out()).fixed().no_grad(),
    row("thnn_conv2d", IMAGE, KERNEL, 3, F(3), 1, 1).fixed(),
]

test_op = operators_of("conv")
