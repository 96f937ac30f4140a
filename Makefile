# make train: the main job.  make test: all tests.  Each does its own set-up.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
TORCH ?= torch==2.13.0
JOBS ?= 2

.PHONY: build train test test-strategies bench lint asan tsan data clean install coverage

build: $(VENV)/.ready
	@flock $(VENV)/.lock sh -c '$(PY) -m codegen && PTC_JOBS=$(JOBS) $(PY) setup.py -q build_ext --inplace'

# The environment, once, and again when what it is made of changes.
$(VENV)/.ready: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q --disable-pip-version-check "$(TORCH)" numpy cffi "setuptools>=77" wheel
	PTC_JOBS=$(JOBS) $(PY) -m pip install -q --disable-pip-version-check --no-build-isolation -e '.[dev]'
	touch $@

train: build
	$(PY) examples/mnist.py train

test: build
	$(PY) -m pytest tests

# The core of the tests under each finalizer strategy; test_finalizers.py, a part of `make test`, is about them.
STRATEGIES ?= weakref weakref_python finalize del ffi_gc deferred explicit
CORE ?= $(addprefix tests/test_,tensor.py autograd.py indexing.py operators.py interop.py pickling.py serialization.py errors.py optim.py \
  optim_state.py hooks.py hooks_lifetime.py graph.py custom_functions_lifetime.py training.py scope.py memory.py gc.py gc_loops.py gc_hangs.py gc_finalizers.py) tests/nn
test-strategies: build
	@for name in $(STRATEGIES); do echo "$$name"; PYTORCH_C_FINALIZER=$$name $(PY) -m pytest $(CORE) || exit 1; done

# BENCH=--long for more rounds.
bench: build
	$(PY) benchmarks/run_all.py $(BENCH)

lint: build
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(MAKE) -s -C cshim lint PYTHON=$(abspath $(PY)) CLANG_FORMAT=$(abspath $(VENV)/bin/clang-format)

asan tsan: build
	$(MAKE) -C cshim $@ PYTHON=$(abspath $(PY))

data: build
	$(PY) tools/get_data.py

coverage: build
	$(PY) -m pytorch_c.coverage

install:
	$(PYTHON) -m pip install .

clean:
	rm -rf build *.egg-info cshim/build pytorch_c/lib pytorch_c/_native*.so pytorch_c/_ops $(VENV)/.ready
