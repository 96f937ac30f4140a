"""A text that ships with Python, its own documentation, as numbers; and how a language model goes on with it."""

from pydoc_data.topics import topics

from common import fail

import pytorch_c as torch

WHOLE = "\n".join(topics[name] for name in sorted(topics))
CHARACTERS = sorted(set(WHOLE))
NUMBER = {character: number for number, character in enumerate(CHARACTERS)}


class Text:
    """The text's characters as numbers on a device, the last tenth apart for validation."""

    def __init__(self, device="cpu"):
        numbers = torch.tensor([NUMBER[character] for character in WHOLE])
        split = len(numbers) * 9 // 10
        self.training, self.validation = numbers[:split].to(device), numbers[split:].to(device)

    def batch(self, size, length):
        """Pieces of the training part at random places, and each shifted by one: (size, length) int64, twice."""
        starts = torch.randint(len(self.training) - length, (size, 1))
        pieces = self.training[starts.to(self.training.device) + torch.arange(length + 1, device=self.training.device)]
        return pieces[:, :-1], pieces[:, 1:]

    def validation_pieces(self, count, length):
        """The first pieces of the validation part, in the same form."""
        pieces = self.validation[: count * length + 1]
        return pieces[:-1].view(count, length), pieces[1:].view(count, length)


def encode(text):
    """The numbers of a text, (1, length). Raises ValueError for a character that the documentation does not have."""
    unknown = sorted(set(text) - NUMBER.keys())
    if unknown or not text:
        raise ValueError(f"no character {unknown[0]!r} in the text" if unknown else "an empty text")
    return torch.tensor([[NUMBER[character] for character in text]])


def beginning(options):
    """The numbers of --start on its device, (1, length); ends the program for a text that cannot be encoded."""
    try:
        return encode(options.start).to(options.device)
    except ValueError as error:
        fail(options, f"--start: {error}")


def choose(scores, temperature):
    """A number for each row, drawn by its scores: (n, characters) -> (n, 1). Low temperatures dare less."""
    return torch.multinomial((scores / temperature).softmax(-1), 1)


def decode(numbers):
    """The text of a list of numbers."""
    return "".join(CHARACTERS[number] for number in numbers)
