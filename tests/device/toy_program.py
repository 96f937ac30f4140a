"""A perceptron on a device of its own: a process of its own, since the device stays to the end of it.

    python tests/device/toy_program.py TOY.SO OUT

writes what it saw, as JSON.
"""

import copy
import ctypes
import gc
import io
import json
import sys

import pytorch_c as torch
from pytorch_c.utils import generate_methods_for_privateuse1_backend, rename_privateuse1_backend
from pytorch_c.utils.backend_registration import register_privateuse1_devices


def address(library, name):
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value


def error_of(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return None


def put_there(toy):
    functions = [address(toy, f"toy_{name}") for name in ("allocate", "free", "copy")]
    found = {"none yet": error_of(torch.ones, 3, device="privateuseone")}
    rename_privateuse1_backend("toy")
    found["too many"] = error_of(register_privateuse1_devices, 65, *functions)
    found["no function"] = error_of(register_privateuse1_devices, 2, functions[0], 0, functions[2])
    register_privateuse1_devices(2, *functions)
    found["twice"] = error_of(register_privateuse1_devices, 2, *functions)
    found["another name"] = error_of(rename_privateuse1_backend, "other")
    generate_methods_for_privateuse1_backend()
    found["methods twice"] = error_of(generate_methods_for_privateuse1_backend)
    return found


def train(optimizer):
    """The largest difference of losses and parameters between the device and the CPU."""
    torch.manual_seed(0)
    # No bias in front of the normalization: its derivative is noise around zero, whose sign is all that Adam looks at.
    here = torch.nn.Sequential(
        torch.nn.Linear(4, 8, bias=False), torch.nn.BatchNorm1d(8), torch.nn.ReLU(), torch.nn.Linear(8, 3)
    )
    there = copy.deepcopy(here).toy()
    x, y = torch.randn(16, 4), torch.randint(3, (16,))
    worst, losses = 0.0, []
    steps = [(m, getattr(torch.optim, optimizer)(m.parameters(), lr=0.05)) for m in (here, there)]
    for _ in range(5):
        pair = []
        for model, step in steps:
            step.zero_grad()
            place = next(model.parameters()).device
            loss = torch.nn.functional.cross_entropy(model(x.to(place)), y.to(place))
            loss.backward()
            step.step()
            pair.append(loss.item())
        losses.append(pair)
        worst = max(worst, abs(pair[0] - pair[1]))
    for one, other in zip(here.state_dict().values(), there.state_dict().values()):
        assert other.is_toy
        worst = max(worst, (one - other.cpu()).abs().max().item())
    assert losses[-1][1] < losses[0][1]
    return worst


def look(toy):
    x = torch.arange(6.0).reshape(2, 3).toy()
    found = {
        "repr": repr(x),
        "device": str(x.device),
        "other": str(x.toy(1).device),
        "view": x.t()[1:].tolist(),
        "same memory": x.t().data_ptr() == x.data_ptr(),
        "written through a view": (x[:, 1].fill_(9), x.tolist())[1],
        "strided copy": x.t().contiguous().tolist(),
        "half": x.half().dtype is torch.float16,
        "complex": torch.tensor([1 + 2j], device="toy").conj().cpu().tolist() == [1 - 2j],
        "resized": x.clone().resize_(3, 3).flatten()[:6].tolist(),
        "mixed": error_of(lambda: x + torch.ones(3)),
        "numpy": error_of(x.numpy),
        "no such device": error_of(torch.ones, 3, device="toy:5"),
        "module on a wrong device": error_of(torch.nn.Linear(2, 2).toy, "cpu"),
    }
    ctypes.c_int.in_dll(toy, "toy_is_full").value = 1
    found["full"] = error_of(torch.ones, 3, device="toy")
    ctypes.c_int.in_dll(toy, "toy_is_full").value = 0
    return found


def save_and_load():
    file = io.BytesIO()
    torch.save({"x": torch.arange(3.0, device="toy:1")}, file)
    places = []
    for place in (None, "cpu", "toy:0"):
        file.seek(0)
        found = torch.load(file, map_location=place)["x"]
        places.append([str(found.device), found.tolist()])
    return places


def main():
    toy = ctypes.CDLL(sys.argv[1])
    found = {"register": put_there(toy)}
    found["train"] = {name: train(name) for name in ("SGD", "Adam")}
    found["look"] = look(toy)
    found["files"] = save_and_load()
    gc.collect()
    found["left"] = [ctypes.c_int64.in_dll(toy, name).value for name in ("toy_blocks", "toy_bytes")]
    found["copies"] = ctypes.c_int64.in_dll(toy, "toy_copies").value
    with open(sys.argv[2], "w") as file:
        json.dump(found, file)


if __name__ == "__main__":
    main()
