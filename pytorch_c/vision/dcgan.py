"""The pair of DCGAN (Radford et al., "Unsupervised Representation Learning"), as in GoTorch's example.

State-dict names are those of the example in torch's repository: main.0.weight, main.1.weight, …
"""

from __future__ import annotations

from .. import nn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor

__all__ = ["DCGANDiscriminator", "DCGANGenerator", "dcgan_init"]


class DCGANGenerator(nn.Module):
    """Noise (n, nz, 1, 1) -> images (n, nc, size, size) from -1 to 1.

    Args:
        nz: Numbers of noise for an image
        nc: Channels of an image
        ngf: Channels of the last hidden layer; each one before has twice as many
        size: Height and width of an image, a power of two from 8 on
    """

    def __init__(self, nz: int = 100, nc: int = 3, ngf: int = 64, size: int = 64) -> None:
        super().__init__()
        width = ngf * (_doublings(size) // 2)
        layers = _up(nz, width, stride=1, padding=0)
        while width > ngf:
            layers += _up(width, width // 2)
            width //= 2
        layers += [nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False), nn.Tanh()]
        self.main = nn.Sequential(*layers)
        self.apply(dcgan_init)

    def forward(self, input: Tensor) -> Tensor:
        return self.main(input)


class DCGANDiscriminator(nn.Module):
    """Images (n, nc, size, size) -> (n,), the probability that each is a real one.

    Args:
        nc: Channels of an image
        ndf: Channels of the first hidden layer; each one after has twice as many
        size: Height and width of an image, a power of two from 8 on
    """

    def __init__(self, nc: int = 3, ndf: int = 64, size: int = 64) -> None:
        super().__init__()
        last, width = ndf * (_doublings(size) // 2), ndf
        layers = [nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True)]
        while width < last:
            down = nn.Conv2d(width, 2 * width, 4, 2, 1, bias=False)
            layers += [down, nn.BatchNorm2d(2 * width), nn.LeakyReLU(0.2, inplace=True)]
            width *= 2
        layers += [nn.Conv2d(last, 1, 4, 1, 0, bias=False), nn.Sigmoid()]
        self.main = nn.Sequential(*layers)
        self.apply(dcgan_init)

    def forward(self, input: Tensor) -> Tensor:
        return self.main(input).view(-1)


def dcgan_init(module: nn.Module) -> None:
    """Draws the weights of a convolution or a normalization as DCGAN does; for Module.apply()."""
    if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif isinstance(module, nn.BatchNorm2d):
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


def _up(inputs, outputs, stride=2, padding=1):
    up = nn.ConvTranspose2d(inputs, outputs, 4, stride, padding, bias=False)
    return [up, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]


def _doublings(size):
    """Returns how many times wider than 4 pixels an image is. Raises ValueError unless that is a power of two from 2 on."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 8 or size & (size - 1):
        raise ValueError(f"size must be a power of two from 8 on, got {size!r}")
    return size // 4
