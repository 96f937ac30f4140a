"""python onnx_files.py {torch|pytorch_c}: what torch.onnx.export writes of each module: {name: [operators, names, results]}, as JSON."""

import importlib
import json
import sys
import tempfile
import warnings
from pathlib import Path

NAMES = "dynamic recurrent attention deciding named sized".split()


def cases(t):
    """{name: (module, inputs, options of the export)}"""
    nn, image = t.nn, t.randn(2, 3, 8, 8)
    convolutions = nn.Sequential(
        nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.SiLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2)
    )

    class Deciding(nn.Module):
        def forward(self, x):
            return t.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))

    class Named(nn.Module):
        def forward(self, x, *, shift=None):
            kept = x * 2 if t.onnx.is_in_onnx_export() else x
            return {"sum": kept + shift, "more": (x.to(t.float16), x // 2, x.topk(1)[1])}

    class Sized(nn.Module):
        def forward(self, x):
            return t.zeros(x.shape[0], 2, dtype=t.int64, layout=t.strided), x.contiguous(memory_format=t.channels_last)

    numbers = t.tensor([1.0, 5.0, 3.0])
    found = {
        "dynamic": (
            convolutions,
            (image,),
            {"input_names": ["image"], "dynamic_shapes": ({0: t.export.Dim("batch")},)},
        ),
        "recurrent": (nn.LSTM(3, 4, 2, batch_first=True), (t.randn(2, 5, 3),), {}),
        "attention": (nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (t.randn(2, 3, 8),), {}),
        "deciding": (Deciding(), (numbers,), {}),
        "named": (Named(), (numbers,), {"kwargs": {"shift": numbers}}),
        "sized": (Sized(), (image,), {"dynamic_shapes": ({0: t.export.Dim.DYNAMIC},)}),
    }
    assert list(found) == NAMES
    return found


def written(t, module, inputs, options):
    """The operators, the inputs and outputs, and the results by onnx's own evaluator, of the file that is written."""
    import onnx
    from onnx.reference import ReferenceEvaluator

    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "model.onnx"))
        program = t.onnx.export(module.eval(), inputs, file, verbose=False, **options)
        model = onnx.load(file)
    onnx.checker.check_model(model, full_check=True)
    assert type(program).__name__ == "ONNXProgram"
    given = [one.numpy() for one in (*inputs, *options.get("kwargs", {}).values())]
    session = ReferenceEvaluator(model)
    results = session.run(None, dict(zip((one.name for one in model.graph.input), given)))
    return (
        [node.op_type for node in model.graph.node],
        [str(one.type) for one in (*model.graph.input, *model.graph.output)],
        [one.astype("float64").tolist() for one in results],
    )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    library = importlib.import_module(sys.argv[1])
    if sys.argv[1] == "pytorch_c":
        library.install_as_torch()
    importlib.import_module(f"{sys.argv[1]}.onnx")
    library.manual_seed(0)
    print(json.dumps({name: written(library, *case) for name, case in cases(library).items()}))
