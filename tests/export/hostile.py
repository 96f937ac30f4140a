"""Archives of exported programs made to harm who loads them. Prints {attack: [what loading says, whether anything ran]} as JSON.

A program of its own: torch, which the tests import, captures here no graph of ours beside itself.
"""

import io
import json
import logging
import os
import pickle
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytorch_c as t

logging.disable(logging.CRITICAL)


class Net(t.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = t.nn.Linear(3, 3)
        self.register_buffer("table", t.ones(3))

    def forward(self, x, scale=2):
        return self.linear(x) * scale + self.table[: x.size(1)]


def whole():
    file = io.BytesIO()
    shapes = {"x": {0: t.export.Dim("b", min=2, max=9)}, "scale": None}
    t.export.save(t.export.export(Net(), (t.ones(4, 3),), {"scale": 3}, dynamic_shapes=shapes), file)
    return file.getvalue()


class Runs:
    """Opens a file, where it is unpickled."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return open, (self.mark, "w")


def changed(archive, change, add=()):
    """The archive with each record (name, bytes) as change() gives it, and more records."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
        for name, content in dict(add).items():
            new.writestr(old.namelist()[0].partition("/")[0] + name, content)
    return result.getvalue()


def text_changed(archive, old, new):
    """The archive whose program has another text, in JSON, in each place of one."""

    def change(name, content):
        if not name.endswith("models/model.json"):
            return content
        assert old in content.decode(), content
        return content.decode().replace(old, new).encode()

    return changed(archive, change)


def weights_changed(archive, content):
    """The archive whose weights are pickles."""

    def change(name, old):
        if name.endswith("weights_config.json"):
            config = json.loads(old)
            for one in config["config"].values():
                one["use_pickle"] = True
            return json.dumps(config).encode()
        return content if "/data/weights/weight_" in name else old

    return changed(archive, change)


def with_object(archive, kind, content):
    def change(name, old):
        if not name.endswith("constants_config.json"):
            return old
        meta = {"path_name": kind, "is_param": False, "use_pickle": True, "tensor_meta": None}
        return json.dumps({"config": {"o": meta}}).encode()

    return changed(archive, change, {"/data/constants/" + kind: content})


def with_library(archive, mark):
    source = f'#include <stdio.h>\n__attribute__((constructor)) static void f(void) {{ fopen("{mark}", "w"); }}'
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", "a.so"], input=source.encode(), check=True)
    place = "/data/aotinductor/model/a.wrapper"
    more = {place + ".so": Path("a.so").read_bytes(), place + "_metadata.json": '{"AOTI_DEVICE_KEY": "cpu"}'}
    return changed(archive, lambda _, content: content, more)


def saved(obj):
    """A file of save() with a pickle of anything."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, content in (("data.pkl", pickle.dumps(obj, 2)), ("version", "3"), ("byteorder", "little")):
            made.writestr(f"archive/{name}", content)
    return file.getvalue()


def sample_inputs_changed(archive, content):
    return changed(archive, lambda name, old: content if "sample_inputs" in name else old)


def attacks(archive, mark):
    """{attack: bytes}, each of which leaves the file `mark` where it succeeds."""
    code, pickled = f"open('{mark}', 'w')", Runs(mark)
    return {
        "size": text_changed(archive, '"expr_str": "Symbol(', f'"expr_str": "{code} or Symbol('),
        "name": text_changed(archive, '"name": "x"', f'"name": "x={code}"'),
        "keyword": text_changed(archive, '[\\\\\\"scale\\\\\\"]', f'[\\\\\\"scale={code}\\\\\\"]'),
        "path": text_changed(archive, '"linear.weight"', f'"linear.a\\"+{code}+\\"b"'),
        "weights": weights_changed(archive, saved(pickled)),
        "sample inputs": sample_inputs_changed(archive, saved(pickled)),
        "opaque object": with_object(archive, "opaque_obj_0", pickle.dumps(pickled)),
        "custom object": with_object(archive, "custom_obj_0", pickle.dumps(pickled)),
        "library": with_library(archive, mark),
        "nothing": archive,
    }


def loaded(data):
    """Returns what is said where a program is loaded and run."""
    try:
        t.export.load(io.BytesIO(data)).module()(t.ones(4, 3), scale=3)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "fine"


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        mark = Path(folder, "mark")
        found, archive = {}, whole()
        for name, data in attacks(archive, str(mark)).items():
            found[name] = loaded(data), mark.exists()
            mark.unlink(missing_ok=True)
        os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"
        found["trusted"] = loaded(sample_inputs_changed(archive, saved(Runs(str(mark))))), mark.exists()
    print(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main())
