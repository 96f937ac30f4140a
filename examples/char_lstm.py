"""A character language model: an LSTM learns Python's documentation letter by letter, and writes more of it.

python examples/char_lstm.py train
python examples/char_lstm.py sample --start "The "
"""

import sys

from common import Program, Run, begin, option, positive, restored
from text import CHARACTERS, Text, beginning, choose, decode

import pytorch_c as torch
from pytorch_c import nn, optim
from pytorch_c.nn import functional as F


class CharLSTM(nn.Module):
    """Scores of the next character: numbers (batch, length) -> (batch, length, characters), and the LSTM's state."""

    def __init__(self, hidden, layers):
        super().__init__()
        self.embedding = nn.Embedding(len(CHARACTERS), hidden // 2)
        self.lstm = nn.LSTM(hidden // 2, hidden, layers, batch_first=True)
        self.scores = nn.Linear(hidden, len(CHARACTERS))

    def forward(self, numbers, state=None):
        found, state = self.lstm(self.embedding(numbers), state)
        return self.scores(found), state


def make(options):
    return CharLSTM(options.hidden, options.layers)


def loss_of(model, numbers, following):
    """Mean cross entropy of the following characters, in nats."""
    scores, _ = model(numbers)
    return F.cross_entropy(scores.flatten(0, 1), following.flatten())


def train(options):
    """Train the model on random pieces of the text."""
    begin(options)
    text = Text(options.device)
    model = make(options).to(options.device)
    optimizer = optim.Adam(model.parameters(), lr=options.lr)
    run = Run(options, model=model, optimizer=optimizer)
    for _ in run.steps():
        loss = loss_of(model, *text.batch(options.batch_size, options.length))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        run.record(loss=loss)
    with torch.no_grad():
        print(f"validation loss {loss_of(model, *text.validation_pieces(32, options.length)):.4f}")
    run.finish()


@torch.no_grad()
def sample(options):
    """Writes text after a beginning."""
    model = restored(options, make)
    numbers = beginning(options)
    written, state = numbers[0].tolist(), None
    for _ in range(options.characters):
        scores, state = model(numbers, state)
        numbers = choose(scores[:, -1], options.temperature)
        written.append(numbers.item())
    print(decode(written))


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = program.training(train, steps=500, lr=0.004)
    option(command, "--hidden", default=192, type=positive, help="size of the LSTM's state")
    option(command, "--layers", default=1, type=positive, help="of the LSTM")
    option(command, "--length", default=64, type=positive, help="of a piece of text, in characters")
    option(command, "--batch-size", default=32, type=positive, help="pieces in a step")
    command = program.command(sample, "write text")
    option(command, "--start", default="The ", help="how it begins")
    option(command, "--characters", default=400, type=positive, help="how many to write")
    option(command, "--temperature", default=0.7, type=float, help="above 1 wild, near 0 tame")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
