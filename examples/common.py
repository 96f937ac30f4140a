"""Shared parts of the training programs: their command line, the loop with its progress bar, checkpoints, pictures."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

import pytorch_c as torch

# Of a resumed training's options these are the command line's; all others are the checkpoint's.
NEW_WHEN_RESUMED = {
    "run",
    "resume",
    "steps",
    "checkpoint",
    "save_every",
    "plot",
    "device",
    "threads",
    "epochs",
    "picture",
}


# ---- the command line ----


class Program:
    """A program of subcommands, of which `train` makes the checkpoint that the others read."""

    def __init__(self, file, doc, devices=True):
        """devices: whether the program runs on others than the CPU."""
        self.devices = devices
        self.name = Path(file).name
        self.default = Path(file).stem + ".pt"
        self.parser = argparse.ArgumentParser(
            prog=self.name, description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        self.commands = self.parser.add_subparsers(required=True, metavar="COMMAND")

    def command(self, run, help, *aliases):
        """A parser for the function's subcommand, with the options that every subcommand has.

        aliases: other names of --checkpoint
        """
        parser = self.commands.add_parser(run.__name__, help=help, description=run.__doc__)
        parser.set_defaults(run=run, program=self.name, device="cpu")
        option(
            parser,
            "--checkpoint",
            *aliases,
            default=Path(self.default),
            type=Path,
            metavar="FILE",
            help="the model's file",
        )
        if self.devices:
            option(parser, "--device", default="cpu", help="cpu, cuda, cuda:1")
        parser.add_argument("--threads", type=positive, help="of libtorch; 1 is best where other programs are busy")
        option(parser, "--seed", default=1, type=int, help="of all random numbers")
        return parser

    def training(self, run, steps, lr, help="train a model, or go on with --resume", aliases=()):
        """The parser of `train`."""
        parser = self.command(run, help, *aliases)
        if steps:
            option(parser, "--steps", default=steps, type=positive, help="of training in all")
        option(parser, "--lr", default=lr, type=float, help="learning rate")
        option(parser, "--save-every", default=50, type=positive, metavar="STEPS", help="write the checkpoint so often")
        parser.add_argument("--resume", action="store_true", help="go on where the checkpoint is, with its options")
        parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves there (needs matplotlib)")
        return parser

    def main(self, arguments=None):
        """The exit status of what the command line asks for."""
        options = self.parser.parse_args(arguments)
        if options.threads:
            torch.set_num_threads(options.threads)
        try:
            return options.run(options) or 0
        except KeyboardInterrupt:
            print("\nstopped", file=sys.stderr)
            return 130
        except BrokenPipeError:  # the reader of the output, `head` say, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1


def option(parser, *names, help, **settings):
    """An option whose help says the default."""
    parser.add_argument(*names, help=f"{help} (default: %(default)s)", **settings)


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return number


def fail(options, message):
    """Ends the program with one line."""
    print(f"{options.program}: {message}", file=sys.stderr)
    raise SystemExit(2)


# ---- a training ----


class Run:
    """A training that goes on where its checkpoint is: parts that have state dicts, and the numbers of each step.

    The file holds "program", "options", "step", "numbers" {name: a list with one number a step}, "random" (the state of
    the CPU's generator) and "parts" {name: state dict}.
    """

    def __init__(self, options, **parts):
        self.options, self.parts = options, parts
        self.step, self.numbers, self.shown = 0, {}, 0
        self.bar = None
        folder = options.checkpoint.parent
        if not folder.is_dir():
            fail(options, f"no folder {folder} to save the checkpoint in")
        if options.resume:
            self._restore(load(options))

    def steps(self):
        """The steps to come; frees what each has left, shows how far it is, and saves.

        Ctrl-C ends it: the checkpoint that was written last is what `--resume` goes on from.
        """
        self.bar = progress(range(self.step, self.options.steps), self.options.program)
        for number in torch.gc_each(self.bar):
            yield number
            self.step = number + 1
            if self.step % self.options.save_every == 0 or self.step == self.options.steps:
                self.save()

    def record(self, **numbers):
        """Notes numbers or tensors of one element of this step; about ten times in a training it prints their means."""
        for name, number in numbers.items():
            number = number.item() if isinstance(number, torch.Tensor) else number
            self.numbers.setdefault(name, []).append(float(number))
        done = len(next(iter(self.numbers.values())))
        if done - self.shown >= max(1, self.options.steps // 10) or done == self.options.steps:
            means = {name: sum(all[self.shown :]) / (done - self.shown) for name, all in self.numbers.items()}
            self.shown = done
            line = f"step {done:5}: " + ", ".join(f"{name} {mean:.4f}" for name, mean in means.items())
            getattr(self.bar, "write", partial(print, flush=True))(line)

    def save(self):
        """Writes the checkpoint; an older one stays as it is until the new one is whole."""
        content = {
            "program": self.options.program,
            "options": kept(self.options),
            "step": self.step,
            "numbers": self.numbers,
            "random": torch.get_rng_state(),
            "parts": {name: part.state_dict() for name, part in self.parts.items()},
        }
        try:
            torch.save(content, self.options.checkpoint)
        except OSError as error:
            fail(self.options, f"{self.options.checkpoint}: {error.strerror}")

    def finish(self):
        """Says where the model is, and draws the curves if asked."""
        print(f"step {self.step} saved in {self.options.checkpoint}")
        if self.options.plot:
            plot_curves(self.options, self.numbers)

    def _restore(self, content):
        for name, part in self.parts.items():
            part.load_state_dict(content["parts"][name])
        self.step, self.numbers = content["step"], content["numbers"]
        self.shown = self.step
        torch.set_rng_state(content["random"].cpu())


def kept(options):
    """The options that a resumed training takes over, as a checkpoint holds them."""
    return {name: value for name, value in vars(options).items() if name not in NEW_WHEN_RESUMED}


def begin(options):
    """Seeds; where a training is resumed, its options become the checkpoint's."""
    if options.resume:
        vars(options).update(load(options)["options"])
    torch.manual_seed(options.seed)


def load(options):
    """Returns what `Run.save` wrote, on the device; ends the program with one line where the file is another."""
    try:
        content = torch.load(options.checkpoint, map_location=options.device)
    except FileNotFoundError:
        fail(options, f"no checkpoint {options.checkpoint}; `{options.program} train` makes one")
    except Exception as error:  # a foreign file can be wrong in any way
        fail(options, f"{options.checkpoint} cannot be read ({str(error).splitlines()[0]})")
    if not isinstance(content, dict) or content.get("program") != options.program:
        fail(options, f"{options.checkpoint} is no checkpoint of {options.program}")
    return content


def restored(options, make):
    """The model that make(options) gives with a training's own options, with its weights, in evaluation mode."""
    content = load(options)
    own = argparse.Namespace(**{**vars(options), **content["options"]})
    model = make(own).to(options.device)
    model.load_state_dict(content["parts"]["model"])
    torch.manual_seed(options.seed)
    return model.eval()


def progress(range, label):
    """The range, with a progress bar where somebody may look at it and tqdm is installed."""
    if not sys.stderr.isatty():
        return range
    try:
        from tqdm import tqdm
    except ImportError:
        return range
    return tqdm(range, desc=label, unit="step", leave=False, initial=range.start, total=range.stop)


# ---- pictures ----


def pyplot(options):
    """matplotlib's pyplot, drawing into files; None, with a word about it, where matplotlib is not installed."""
    try:
        import matplotlib
    except ImportError:
        print(f"{options.program}: no picture, it needs matplotlib (pip install matplotlib)", file=sys.stderr)
        return None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def plot_curves(options, numbers):
    """A curve for each kind of number, over the steps."""
    plt = pyplot(options)
    if plt is None:
        return
    figure, panels = plt.subplots(1, len(numbers), figsize=(5 * len(numbers), 3.5), squeeze=False)
    for axes, (name, values) in zip(panels[0], numbers.items()):
        axes.plot(range(1, len(values) + 1), values, linewidth=1)
        axes.set_xlabel("step")
        axes.set_title(name)
    figure.savefig(options.plot, dpi=120, bbox_inches="tight")
    plt.close(figure)
    print(f"curves drawn in {options.plot}")


def draw_grid(options, images, path, columns):
    """Writes gray (n, height, width) or coloured (n, 3, height, width) images of numbers from 0 to 1 as one picture."""
    try:
        from PIL import Image
    except ImportError:
        print(f"{options.program}: no picture, it needs Pillow (pip install pillow)", file=sys.stderr)
        return
    if images.dim() == 3:
        images = images.unsqueeze(1)
    count, channels, height, width = images.shape
    rows = -(-count // columns)
    grid = torch.ones(rows * columns, channels, height + 2, width + 2)  # a white line between them
    grid[:count, :, 1:-1, 1:-1] = images.detach().cpu().clamp(0, 1)
    grid = grid.view(rows, columns, channels, height + 2, width + 2).permute(0, 3, 1, 4, 2)
    pixels = grid.reshape(rows * (height + 2), columns * (width + 2), channels).mul(255).round().to(torch.uint8)
    Image.fromarray(pixels.squeeze(2).numpy()).save(path)
    print(f"{count} images drawn in {path}")
