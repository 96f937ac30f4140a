"""A small GPT: a transformer learns Python's documentation letter by letter, and writes more of it.

python examples/gpt.py train
python examples/gpt.py sample --start "The "
"""

import sys

from common import Program, Run, begin, fail, option, positive, restored
from text import CHARACTERS, Text, beginning, choose, decode

import pytorch_c as torch
from pytorch_c import nn, optim
from pytorch_c.nn import functional as F


class Attention(nn.Module):
    """Causal attention of several heads: (batch, length, width) -> the same."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        # (3, batch, heads, length, width of a head)
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).flatten(2))


class Block(nn.Module):
    """A layer of GPT-2: attention, then a perceptron at each place, each added to what came in."""

    def __init__(self, width, heads, dropout):
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(width), Attention(width, heads)
        self.norm2 = nn.LayerNorm(width)
        self.perceptron = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = x + self.dropout(self.attention(self.norm1(x)))
        return x + self.dropout(self.perceptron(self.norm2(x)))


class GPT(nn.Module):
    """Scores of the next character: numbers (batch, length) -> (batch, length, characters)."""

    def __init__(self, length, width, layers, heads, dropout):
        super().__init__()
        self.characters, self.places = nn.Embedding(len(CHARACTERS), width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads, dropout) for _ in range(layers)))
        self.norm, self.scores = nn.LayerNorm(width), nn.Linear(width, len(CHARACTERS), bias=False)
        self.apply(self._start)
        self.scores.weight = self.characters.weight  # one matrix reads and writes

    @staticmethod
    def _start(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)

    def forward(self, numbers):
        x = self.characters(numbers) + self.places.weight[: numbers.shape[1]]
        return self.scores(self.norm(self.blocks(x)))


def make(options):
    if options.width % options.heads:
        fail(options, f"--width {options.width} is not a multiple of --heads {options.heads}")
    return GPT(options.length, options.width, options.layers, options.heads, options.dropout)


def optimizer_of(model, options):
    """AdamW, without decay for biases and norms; after a warm-up the rate falls along a cosine."""
    matrices = [parameter for parameter in model.parameters() if parameter.dim() > 1]
    vectors = [parameter for parameter in model.parameters() if parameter.dim() < 2]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = optim.AdamW(groups, lr=options.lr, betas=(0.9, 0.95))
    cycle = options.cycle or options.steps
    warm = max(1, cycle // 20)
    schedule = optim.lr_scheduler.SequentialLR(
        optimizer,
        [
            optim.lr_scheduler.LinearLR(optimizer, 0.1, total_iters=warm),
            optim.lr_scheduler.CosineAnnealingLR(optimizer, max(1, cycle - warm), options.lr / 10),
        ],
        [warm],
    )
    return optimizer, schedule


def loss_of(model, numbers, following):
    """Mean cross entropy of the following characters, in nats."""
    return F.cross_entropy(model(numbers).flatten(0, 1), following.flatten())


def train(options):
    """Train the model on random pieces of the text."""
    begin(options)
    text = Text(options.device)
    model = make(options).to(options.device)
    optimizer, schedule = optimizer_of(model, options)
    run = Run(options, model=model, optimizer=optimizer, schedule=schedule)
    for _ in run.steps():
        loss = loss_of(model, *text.batch(options.batch_size, options.length))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        run.record(loss=loss)
    model.eval()
    with torch.no_grad():
        print(f"validation loss {loss_of(model, *text.validation_pieces(32, options.length)):.4f}")
    run.finish()


@torch.no_grad()
def sample(options):
    """Writes text after a beginning."""
    model = restored(options, make)
    numbers = beginning(options)
    seen = len(model.places.weight)
    for _ in range(options.characters):
        scores = model(numbers[:, -seen:])
        numbers = torch.cat([numbers, choose(scores[:, -1], options.temperature)], 1)
    print(decode(numbers[0].tolist()))


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = program.training(train, steps=500, lr=0.004)
    command.add_argument("--cycle", type=positive, help="steps until the rate is low (default: --steps)")
    option(command, "--width", default=96, type=positive, help="of a character's vector")
    option(command, "--layers", default=3, type=positive, help="blocks of attention and perceptron")
    option(command, "--heads", default=4, type=positive, help="of the attention")
    option(command, "--dropout", default=0.0, type=float, help="share of a block's numbers that is dropped")
    option(command, "--length", default=64, type=positive, help="of a piece of text, in characters")
    option(command, "--batch-size", default=24, type=positive, help="pieces in a step")
    command = program.command(sample, "write text")
    option(command, "--start", default="The ", help="how it begins")
    option(command, "--characters", default=400, type=positive, help="how many to write")
    option(command, "--temperature", default=0.7, type=float, help="above 1 wild, near 0 tame")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
