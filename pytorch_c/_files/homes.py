"""Where torch has classes that stand in other modules here: what was saved under torch's name loads in torch itself."""

# module of this package -> torch's module, both without the first name
_HOMES = {
    "data.dataset": "utils.data.dataset",
    "data.sampler": "utils.data.sampler",
    "nn.modules._parameter_containers": "nn.modules.container",
    "nn.modules.margin_loss": "nn.modules.loss",
    "nn.modules.multihead_attention": "nn.modules.activation",
    "nn.modules.rnn_cells": "nn.modules.rnn",
    "nn.modules.softmax": "nn.modules.activation",
    "nn.modules.transformer_layers": "nn.modules.transformer",
}


def home(kind):
    """(module, name) of a class that has torch's name, in the module where torch has it; None for all others."""
    root, _, module = str(kind.__module__).partition(".")
    if root != "torch" or module not in _HOMES or "." in kind.__qualname__:
        return None
    return f"torch.{_HOMES[module]}", kind.__qualname__
