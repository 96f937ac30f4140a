"""Compiled models: torch's numbers, new weights, and what is wrong is a sentence."""

import copy
import io
import os
import subprocess
import sys
import threading
import zipfile

import pytest
from support.project import HANG, ROOT

import pytorch_c as torch
from pytorch_c._boundary import api
from pytorch_c._inductor import aoti_load_package
from pytorch_c._inductor.package import load_library, load_package, model_names


@pytest.fixture
def expected(folder):
    """Reads inputs and results; a fixture's own tensors would outlive the test."""
    return lambda: torch.load(folder / "expected.pt")


@pytest.fixture
def model(package):
    return aoti_load_package(package)


def same(found, wanted):
    torch.testing.assert_close(found["y"], wanted["y"], check_stride=False)
    torch.testing.assert_close(found["rest"][0], wanted["rest"][0])
    torch.testing.assert_close(found["rest"][1], wanted["rest"][1])


def test_it_gives_torchs_numbers_nested_as_torchs(model, expected):
    (x, shift, scale), wanted = expected()
    found = model((x, shift), scale=scale)
    assert type(found) is dict and type(found["rest"]) is tuple and type(found["rest"][1]) is list
    same(found, wanted)


def test_a_dynamic_size_may_change_within_its_bounds(model, expected):
    (x, shift, scale), wanted = expected()
    more = torch.cat([x, x])
    twice = torch.cat([wanted["y"]] * 2)
    torch.testing.assert_close(model((more, shift), scale=scale)["y"], twice, check_stride=False)


def test_a_package_may_be_an_open_file_and_hold_several_models(package):
    assert model_names(package) == ["double", "model"]
    found = load_package(io.BytesIO(package.read_bytes()), "double")
    assert found(torch.arange(3.0)).tolist() == [0, 2, 4]
    assert found.get_constant_fqns() == []


def test_metadata_says_what_it_was_compiled_for(model):
    assert model.get_metadata()["AOTI_DEVICE_KEY"] == "cpu"


def test_gradients_are_not_recorded(model, expected):
    (x, shift, scale), _ = expected()
    assert not model((x.requires_grad_(), shift), scale=scale)["y"].requires_grad


def test_threads_run_it_at_once(package, expected):
    (x, shift, scale), wanted = expected()
    model, failures = load_package(package, num_runners=2), []

    def run():
        try:
            for _ in range(50):
                same(model((x, shift), scale=scale), wanted)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failures == []


def test_a_copy_is_the_same_model(model):
    assert copy.deepcopy(model).loader is model.loader


# ---- weights ----


def test_constants_have_the_names_and_values_of_the_state_dict(model, folder):
    weights = torch.load(folder / "weights.pt")
    assert model.get_constant_fqns() == sorted(weights)
    for name, value in weights.items():
        torch.testing.assert_close(model.get_constant(name), value)


def test_new_weights_change_the_results(model, expected, folder):
    (x, shift, scale), _ = expected()
    weights = {name: torch.zeros_like(one) for name, one in torch.load(folder / "weights.pt").items()}
    model.load_constants(weights, check_full_update=True)
    assert model((x, shift), scale=scale)["y"].abs().max() == 0


def test_a_second_buffer_of_weights_is_swapped_in_and_out(model, expected):
    (x, shift, scale), wanted = expected()
    model.load_constants({"second.weight": torch.zeros(16, 32)}, check_full_update=False, use_inactive=True)
    same(model((x, shift), scale=scale), wanted)
    api.aoti_fold_constants(model.loader, True)  # this one has nothing that is derived from them
    model.swap_constants()
    row = model.get_constant("second.bias") * scale
    torch.testing.assert_close(model((x, shift), scale=scale)["y"], row.expand(5, 16), check_stride=False)
    model.swap_constants()
    same(model((x, shift), scale=scale), wanted)
    model.free_inactive_constants()
    with pytest.raises(torch.TorchError, match="the model has no second buffer"):
        model.swap_constants()
    with pytest.raises(torch.TorchError, match="the model has no second buffer"):
        model.get_constant("second.weight", use_inactive=True)


@pytest.mark.parametrize(
    "given, full, words",
    [
        ({"third.weight": (16, 32)}, False, "the model has no constant 'third.weight'"),
        ({"second.weight": (16, 33)}, False, r"'second.weight' is float of \[16, 32\] on cpu in the model"),
        ({"second.weight": (16, 32)}, True, "the model has 4 constants, got 1"),
    ],
)
def test_wrong_weights_change_nothing(model, given, full, words):
    before = model.get_constant("second.weight")
    with pytest.raises(ValueError, match=words):
        model.load_constants({name: torch.zeros(size) for name, size in given.items()}, check_full_update=full)
    assert torch.equal(model.get_constant("second.weight"), before)


def test_weights_of_the_users_own_memory_are_refused(model):
    with pytest.raises(NotImplementedError, match="the model keeps copies"):
        model.load_constants({}, check_full_update=False, user_managed=True)


# ---- wrong calls ----


@pytest.mark.parametrize(
    "change, kind, words",
    [
        (lambda x: torch.cat([x, x], 1), torch.TorchError, "unmatched dim value at 1, expected: 4, but got: 8"),
        (lambda x: x[0], torch.TorchError, "unmatched dim value at 1, expected: 4"),
        (lambda x: x.double(), torch.TorchError, r"unmatched dtype, expected: 6\(at::kFloat\), but got: 7"),
        (lambda x: x[:1], torch.TorchError, "dim value is too small at 0, expected it to be >= 2"),
        (lambda x: x.repeat(20, 1), torch.TorchError, "dim value is too large at 0, expected to be <= 64"),
        (lambda x: x.t().contiguous().t(), torch.TorchError, "unmatched stride value"),
        (lambda x: x.to("meta"), torch.TorchError, "unmatched device type"),
        (lambda x: x.to_sparse(), TypeError, "item 0 must be a plain strided tensor"),
        (lambda x: [x, x], TypeError, "the model takes arguments that are nested as"),
    ],
)
def test_a_wrong_input_is_an_error(model, expected, change, kind, words):
    (x, shift, scale), wanted = expected()
    with pytest.raises(kind, match=words) as found:
        model((change(x), shift), scale=scale)
    assert "frame #" not in str(found.value)
    same(model((x, shift), scale=scale), wanted)


def test_arguments_may_be_nested_otherwise(model, expected):
    (x, shift, scale), wanted = expected()
    same(model(([x], (shift,)), scale=scale), wanted)


def test_wrong_keywords_are_an_error(model, expected):
    (x, shift, scale), _ = expected()
    with pytest.raises(ValueError, match=r"the model takes the keywords \['scale'\], got \['size'\]"):
        model((x, shift), size=scale)


def test_another_number_of_inputs_is_an_error(model, expected):
    from pytorch_c._boundary import api

    for count in (0, 1, 2, 4):
        with pytest.raises(torch.TorchError, match=f"expected inputs vector size to be 3, but got {count}"):
            api.aoti_run(model.loader, [expected()[0][0]] * count)


# ---- wrong files ----


def test_a_file_that_is_none_of_it(folder, tmp_path):
    with pytest.raises(ValueError, match="there is no model of AOTInductor in .*exported.pt2"):
        load_package(folder / "exported.pt2")
    with pytest.raises(ValueError, match="there is no model of AOTInductor in"):
        load_package(folder / "weights.pt")
    with pytest.raises(ValueError, match="is no package"):
        load_package(__file__)
    with pytest.raises(ValueError, match="cannot be read"):
        load_package(tmp_path / "missing.pt2")
    with pytest.raises(ValueError, match="there is no model 'third' in .*, but: double model"):
        load_package(folder / "models.pt2", "third")


def test_a_truncated_package_is_an_error(package, tmp_path):
    whole, cut = package.read_bytes(), tmp_path / "cut.pt2"
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 100, len(whole) - 1):
        cut.write_bytes(whole[:length])
        with pytest.raises((ValueError, torch.TorchError)):
            load_package(cut)


def rewritten(package, path, change):
    """The package with another text in its metadata, or another entry."""
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.infolist():
            name, content = change(entry.filename, old.read(entry))
            new.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('"x86_64"', '"s390x"', "the model was compiled for s390x"),
        ('"cpu"', '"toaster"', "the model was compiled for toaster, which this libtorch does not have"),
    ],
)
def test_a_model_for_another_machine_is_a_sentence(package, tmp_path, old, new, words):
    def change(name, content):
        if name.endswith("metadata.json"):
            content = content.decode().replace(old, new).replace('"aarch64"', new).encode()
        return name, content

    with pytest.raises(NotImplementedError, match=words):
        load_package(rewritten(package, tmp_path / "other.pt2", change))


def test_an_entry_that_leads_out_of_the_package_is_refused(package, tmp_path):
    def change(name, content):
        return (name.replace(".kernel.cpp", "/../../../../../../escaped.cpp"), content)

    with pytest.raises((ValueError, torch.TorchError), match="leads out of it|cannot be"):
        load_package(rewritten(package, tmp_path / "out.pt2", change))


def test_a_shared_object_alone(package, tmp_path, expected):
    (x, shift, scale), wanted = expected()
    with zipfile.ZipFile(package) as file:
        name = next(one for one in file.namelist() if "/model/" in one and one.endswith(".so"))
        whole = file.read(name)
    path = tmp_path / "model.so"
    path.write_bytes(whole)
    same(load_library(path)((x, shift), scale=scale), wanted)
    with pytest.raises(NotImplementedError, match="runs no compiled models on 'toaster'"):
        load_library(path, "toaster")
    cut = tmp_path / "cut.so"
    for length in (0, 63, 64, 1000, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:length])
        with pytest.raises(ValueError, match="is no shared object|is truncated"):
            load_library(cut)


def test_a_library_that_is_no_model_is_an_error():
    from pytorch_c import config

    with pytest.raises(torch.TorchError, match="undefined symbol: AOTInductorModelContainer"):
        load_library(f"{config.libdir()}/libpytorch_c.so.0")


@pytest.mark.parametrize("options", [{"num_runners": 0}, {"num_runners": -1}, {"device_index": -7}])
def test_options_out_of_range(package, options):
    with pytest.raises(ValueError, match=f"argument '{next(iter(options))}'"):
        load_package(package, **options)


# ---- compiled here ----


def test_a_package_that_is_compiled_here_runs_here_and_under_torch(tmp_path):
    """Compiles the program of torch's package by torch's own files upon this package."""
    script = ROOT / "tests" / "inductor" / "compiling.py"
    command = [sys.executable, "-W", "ignore", "-m", "pytorch_c.run", script, tmp_path]
    cache = os.environ | {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
    ran = subprocess.run(command, env=cache, capture_output=True, text=True, timeout=4 * HANG)
    assert ran.returncode == 0, ran.stderr[-3000:]
    package = tmp_path / "models.pt2"
    (x, shift, scale), wanted = torch.load(tmp_path / "expected.pt")
    same(aoti_load_package(package)((x, shift), scale=scale), wanted)
    doubled = load_package(package, "double")(torch.arange(3.0))
    assert doubled.tolist() == [0, 2, 4]
    code = (
        "import sys, torch; from torch._inductor.package import load_package; load = lambda name: load_package(sys.argv[1], name)\n"
        "(x, shift, scale), wanted = torch.load(sys.argv[2])\nfound = load('model')((x, shift), scale=scale)\n"
        "torch.testing.assert_close(found, wanted, check_stride=False); print(load('double')(torch.arange(3.0)).tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, package, tmp_path / "expected.pt"],
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "[0.0, 2.0, 4.0]", done.stderr[-3000:]


# ---- other programs ----


def test_a_c_program_runs_it(package, folder, tmp_path):
    words = [sys.executable, "-m", "pytorch_c.config", "--cflags", "--libs"]
    flags = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    source, program = ROOT / "cshim" / "examples" / "compiled.c", tmp_path / "compiled"
    subprocess.run(["gcc", "-std=c99", str(source), *flags, "-o", str(program)], check=True, timeout=HANG)
    ran = subprocess.run([program, package, "double"], input="3\n", capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "\n6.000000\n"
    ran = subprocess.run([program, package, "double"], input="3\n3\n", capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 1 and "expected inputs vector size to be 1, but got 2" in ran.stderr
