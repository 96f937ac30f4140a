"""Recurrent networks, by the step and by the sequence."""

from .family import operators_of
from .runner import row
from .samples import F, V

# Two inputs, three hidden units; a gate each of 1, 3 (gru), 4 (lstm).
STEP, HIDDEN = F(5, 2), F(5, 3)
SEQUENCE, START = F(4, 5, 2), F(1, 5, 3)
PACKED, BATCHES = F(9, 2), V([5, 4])


def weights(gates):
    return F(3 * gates, 2), F(3 * gates, 3), F(3 * gates), F(3 * gates)


def networks():
    for name, gates in (("gru", 3), ("lstm", 4), ("rnn_relu", 1), ("rnn_tanh", 1)):
        states = (lambda h: [h, h]) if name == "lstm" else (lambda h: h)
        yield row(f"{name}_cell", STEP, states(HIDDEN), *weights(gates))
        yield row(f"{name}_cell", STEP, states(HIDDEN), *weights(gates)[:2])
        yield row(f"{name}.input", SEQUENCE, states(START), list(weights(gates)), True, 1, 0.0, False, False, False)
        yield row(f"{name}.data", PACKED, BATCHES, states(START), list(weights(gates)), True, 1, 0.0, False, False)


def sequences():
    """Three of 4, 2 and 1 steps, padded and packed."""
    yield row("_pack_padded_sequence", F(4, 3, 2), V([4, 2, 1]), False)
    yield row("_pack_padded_sequence", F(3, 4, 2), V([4, 2, 1]), True)
    yield row("_pad_packed_sequence", F(7, 2), V([3, 2, 1, 1]), False, 0.5, 4)
    yield row("_pad_packed_sequence", F(7, 2), V([3, 2, 1, 1]), True, 0, 6)


ROWS = [one.fixed() for one in (*networks(), *sequences())]

test_op = operators_of("rnn")
