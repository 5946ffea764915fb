# Everything runs in .venv, made on first use; only Python 3.11+, make and a package index are needed.
PYTHON ?= python3
TORCH ?= torch==2.13.0
BIN := .venv/bin
# A directory in the official layout (REAL/asdiv/ASDiv.xml, REAL/drop/drop_dataset_*.json,
# REAL/tatqa/tatqa_dataset_*.json, REAL/gsm8k/*.jsonl, REAL/svamp/SVAMP.json), for `make real` and `make bench`.
REAL ?=

# A worker for each thread of the processor, four at most: each takes a gigabyte, and seconds to import
# torch. A worker has neighbouring tests, which share fixtures, and at the end what others have not begun.
# `make test PARALLEL=` has one process.
PARALLEL ?= -n logical --maxprocesses 4 --dist worksteal

.PHONY: build test test-slow lint docs wheel-test real bench clean

## build: make .venv, install numdiag, build the bundled sample into ./numdiag, show one row
build: .venv/installed
	$(BIN)/python -m builders --source sample --out numdiag
	@echo
	@$(BIN)/numdiag show asdiv_a-noise-attack --id sample-056

## test: lint, types and the tests, four minutes on two cores
test: lint
	$(BIN)/python -m pytest $(PARALLEL)

## test-slow: the tests that take long by nature: kills, clusters, eight processes, training
test-slow: .venv/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m slow

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy

## docs: the pages as a site in ./build/site, strictly: a link, an anchor or a page that leads nowhere fails
docs: .venv/installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "$(BIN)/python -m http.server --directory build/site"

## wheel-test: what users install: the wheel in an environment of its own, built, scored and trained with; downloads it all
wheel-test: .venv/installed-dev
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$$folder" . && \
	$(PYTHON) -m venv "$$folder/env" && \
	"$$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check $(TORCH) && \
	"$$folder/env/bin/python" -m pip install --quiet --disable-pip-version-check "$$(echo "$$folder"/*.whl)[chinese,report,train]" && \
	"$$folder/env/bin/python" -m pip check && \
	NUMDIAG_WHEEL_PYTHON="$$folder/env/bin/python" $(BIN)/python -m pytest tests/test_wheel.py --durations=10

## real: build from the real files in REAL=DIR into ./build/real/numdiag, and the number words and question pairs; verify, list
real: .venv/installed-dev
	@test -n "$(REAL)" || { echo "make real REAL=DIR, where DIR/asdiv, DIR/drop, DIR/tatqa, DIR/gsm8k and DIR/svamp hold the published files" >&2; exit 2; }
	mkdir -p build/real
	$(BIN)/python -m builders --source $(REAL) --out build/real/numdiag --replace
	$(BIN)/numdiag verify build/real/numdiag --source $(REAL) --num-proc 2
	$(BIN)/numdiag list build/real/numdiag
	NUMDIAG_REAL=$(abspath $(REAL)) $(BIN)/python -m pytest -m real
	$(BIN)/python -m builders.number_words --out build/real/number_words --replace
	$(BIN)/numdiag verify build/real/number_words --source generated
	$(BIN)/python -m builders.question_matching --out build/real/question_matching --replace
	$(BIN)/numdiag verify build/real/question_matching --source sample

## bench: speed, as ratios against a floor measured in the same run; on the sample, or on REAL=DIR
bench: .venv/installed-dev
	$(BIN)/python -m tests.benchmarks $(REAL)

.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo 'installing numdiag into .venv, about a minute'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/installed-docs: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

# torch comes first, by its exact version: where an index has a build for CPUs, that is taken.
.venv/installed-dev: .venv/installed
	@echo 'installing what the tests need into .venv, some minutes'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[chinese,dev,distributed,docs,report,train]'
	touch $@

clean:
	rm -rf .venv build dist numdiag number_words question_matching .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
