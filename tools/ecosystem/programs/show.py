"""Results of a program of this folder, for the harness: a line of JSON for each name."""

import json


def show(**found):
    """Prints numbers, tensors and texts under their names."""
    for name, value in found.items():
        if hasattr(value, "detach"):
            value = value.detach().double().cpu().tolist()
        print("=> " + json.dumps([name, value]))


def train(model, optimizer, loss, steps, label="loss"):
    """Steps of an optimizer on loss(), which are shown."""
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        value = loss()
        value.backward()
        optimizer.step()
        losses.append(float(value.detach()))
    show(**{label: losses})
    return model
