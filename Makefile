# make study   who is favoured in Starve the Fox? (sets up .venv on the first run)
# make test    the whole gate
# make slow    the long tests            make lowest  the suite with the oldest dependencies
# make docs    the documentation         make bench   speed beside OpenSpiel
#
# PYTHON=/path/to/python3.12 chooses the interpreter of a new .venv.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 $(BIN)/python -m pip install --quiet --no-compile
NEED := 3, 11
# What the unit tests compile, the doctests need not compile again.
GATE_CACHE := $(CURDIR)/build/gate-cache
# Only these have tests that `nojit` runs; to read all the others takes seconds.
NOJIT = $(shell grep -rl 'mark\.nojit' tests --include='test_*.py')
DOCTESTED := README.md $(wildcard docs/*.md docs/howto/*.md docs/reference/*.md)

# Python compiles the modules that it imports when it first does, a fraction of those that are installed; but without
# writing them down, each of some hundreds of processes would.
export PYTHONDONTWRITEBYTECODE :=

.DELETE_ON_ERROR:
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.PHONY: study test lint static types layers unit nojit doctest docs slow lowest bench clean

study: $(VENV)/.core
	$(BIN)/outfox study starve-the-fox

# --- set-up: a stamp for each stage, so that a second run installs nothing -----------------------

# Takes the first interpreter that is new enough, or says in one line what is missing.
$(VENV)/.made:
	@for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11); do \
	    seen="$$seen $$($$python -c 'import sys; print("%s is %d.%d." % (sys.argv[1], *sys.version_info[:2]))' \
	        $$python 2>/dev/null)"; \
	    $$python -c 'import sys; sys.exit(sys.version_info < ($(NEED)))' 2>/dev/null || continue; \
	    $$python -c 'import venv, ensurepip' 2>/dev/null || { \
	        echo "$$python cannot make environments: on Debian and Ubuntu, apt-get install python3-venv." >&2; \
	        exit 2; }; \
	    $$python -m venv --clear $(VENV) || { rm -rf $(VENV); exit 2; }; \
	    touch $@; exit 0; \
	done; \
	echo "outfox needs Python 3.11 or newer.$$seen Install one, or name it: make PYTHON=/path/to/python3." >&2; \
	exit 2

$(VENV)/.core: $(VENV)/.made pyproject.toml
	@echo "Installing outfox into $(VENV)" >&2
	@$(PIP) --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml
	@echo "Installing outfox and its test tools into $(VENV)" >&2
	@$(PIP) --editable '.[test]'
	@touch $(VENV)/.core $@

# --- the gate: each step stops the run when it fails ----------------------------------------------

test: lint layers static unit nojit doctest

lint: $(VENV)/.test
	$(BIN)/ruff check --output-format concise
	$(BIN)/ruff format --check

# Each of these keeps one core busy.
static: $(VENV)/.test
	@$(MAKE) --no-print-directory -j 2 SIDE_BY_SIDE=yes types docs

types: $(VENV)/.test
	$(BIN)/mypy

layers: $(VENV)/.test
	$(BIN)/lint-imports

# Each worker begins with half of the files, so that what a file's tests share is mostly made once, and helps out at the end.
unit: $(VENV)/.test
	rm -rf $(GATE_CACHE)
	OUTFOX_TEST_CACHE=$(GATE_CACHE) $(BIN)/pytest -n 2 --dist worksteal

# The kernels' logic as plain Python, where a debugger and coverage can see it.
nojit: $(VENV)/.test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m 'nojit and not slow' $(NOJIT)

doctest: $(VENV)/.test
	OUTFOX_CACHE=$(GATE_CACHE) $(BIN)/pytest -n 2 --doctest-modules --doctest-glob='*.md' \
	    src/outfox $(DOCTESTED)

docs: $(VENV)/.test
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs

# --- outside the gate -----------------------------------------------------------------------------

slow: $(VENV)/.test
	$(BIN)/pytest -n 2 -m slow

# The lower bounds of pyproject.toml, each as an exact version, in an environment of their own.
lowest: $(VENV)/.test
	$(BIN)/python -m venv --clear $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pip install --quiet --editable '.[test]' $$($(BIN)/python -c \
	    "import tomllib; print(*[d.replace('>=', '==') for d in tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies']])")
	$(VENV)-lowest/bin/pytest -n 2

bench: $(VENV)/.test
	$(BIN)/python benchmarks/speed.py --write

clean:
	rm -rf build dist docs/generated .pytest_cache .ruff_cache .mypy_cache .hypothesis .import_linter_cache
