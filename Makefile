# Counting House. `make help` lists what there is.

VENV := .venv
BIN := $(VENV)/bin
# What is never imported need not be compiled: a third of the time of an installation.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
CATALOGUES := $(wildcard companion/translations/*/LC_MESSAGES/messages.po)
PIN := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --custom-compile-command "make lock"
# Thousands of small files are created and removed: in memory where possible, as on Linux.
IN_MEMORY := $(if $(wildcard /dev/shm/.),TMPDIR=/dev/shm)
# Lays out styles and scripts, by deno.json; pip has it for most machines, the others do without.
DENO = $(if $(wildcard $(BIN)/deno),DENO_DIR=.cache/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno)
# What Python compiled is kept even where the environment says not to: every process that a test starts, and
# every worker, would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE
# One worker more than cores, since a browser's test waits for a third of its time; `make check` has no browser.
# Tests that share something dear are of one group and stay together.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
WORKERS = $(shell expr $(CORES) + 1)
PYTEST = $(BIN)/python -m pytest -q --numprocesses=$(WORKERS) --dist=loadgroup --durations=10 \
    -o tmp_path_retention_policy=failed
# What needs another program, a server or a browser, and what only a release needs.
NOT_IN_CHECK := --ignore=tests/browser --ignore=tests/host --ignore=tests/long -m "not postgres and not process"

.DEFAULT_GOAL := help
.PHONY: help run check test test-all steady quick branches tools lint types contracts catalogues wheel pocket materials strings scripts pictures icons commotion bench bench-live proof lighthouse format lock clean

help:  ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run.stamp catalogues  ## start at the table: prints the address and a QR code
	$(BIN)/counting-house serve $(ARGS)

# A core is idle while the types are checked, so tests begin meanwhile.
MEANWHILE := @$(MAKE) --no-print-directory --keep-going --jobs=3 lint types contracts

check: $(VENV)/dev.stamp catalogues  ## two minutes: lint, types, contracts, rules, pages; needs Python alone
	$(MEANWHILE) quick

test: $(VENV)/dev.stamp catalogues  ## ten minutes: that, more of it, both databases, a browser, a host's installation
	$(MEANWHILE) branches tools
	$(IN_MEMORY) $(PYTEST) --ignore=tests/long $(ARGS)

test-all: $(VENV)/dev.stamp catalogues  ## hours, before a release: every screen in every window, all engines, proofs
	$(MEANWHILE) branches tools TOOLS=all
	$(IN_MEMORY) $(PYTEST) $(ARGS)

quick: WORKERS = $(CORES)
quick:
	$(IN_MEMORY) $(PYTEST) $(NOT_IN_CHECK) --hypothesis-profile=quick $(ARGS)

# Tracing makes a test four times slower: branches are counted with few random evenings, and tried untraced with more.
branches:
	$(PYTEST) --cov --cov-report=term-missing --hypothesis-profile=quick tests/rules tests/kinds tests/stories

tools:
	$(BIN)/python -m tests.tools $(TOOLS)

lint:
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(if $(DENO),$(DENO) fmt --check --quiet)
	$(if $(DENO),$(DENO) lint --quiet)

types:
	$(BIN)/mypy --no-error-summary

contracts:
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import_linter

wheel: $(VENV)/run.stamp  ## the program as one file in dist/, for pip or pipx
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

pocket: $(VENV)/dev.stamp catalogues  ## the app for a phone alone, as files for any host in dist/pocket/
	$(BIN)/python deploy/pocket/build.py

commotion: $(VENV)/dev.stamp catalogues  ## phones in wild hands, 2,000 taps (TAPS=..., SEED=...); all controls twice
	TAPS=$(or $(TAPS),2000) $(BIN)/python -m pytest -q tests/long/browser/test_commotion.py
	EVERY_CONTROL=1 $(PYTEST) tests/browser/test_double_taps.py

steady: $(VENV)/dev.stamp catalogues  ## the browser's tests twenty times, ten beside a busy loop on each core
	for run in $$(seq 20); do \
	    loops=; \
	    if [ $$run -gt 10 ]; then for core in $$(seq $(CORES)); do yes >/dev/null & loops="$$loops $$!"; done; fi; \
	    $(IN_MEMORY) $(PYTEST) tests/browser; passed=$$?; \
	    test -z "$$loops" || kill $$loops; \
	    test $$passed = 0 || exit 1; \
	done

bench: $(VENV)/dev.stamp catalogues  ## page sizes and requests, taps, long games against short ones
	$(BIN)/python -m tests.bench

bench-live: $(VENV)/dev.stamp catalogues  ## many phones at once: taps, streams, memory, actions a second
	$(BIN)/python -m tests.bench.live

proof: $(VENV)/dev.stamp catalogues  ## what the program promises, tried for hours (ONLY=..., SEED=..., SHORT=1)
	ONLY="$(ONLY)" SEED="$(SEED)" SHORT="$(SHORT)" $(BIN)/python -m tests.long.proof

lighthouse: $(VENV)/dev.stamp catalogues  ## what Lighthouse says about four pages, if it and Node are installed
	$(BIN)/python -m tests.bench.lighthouse

pictures: $(VENV)/dev.stamp catalogues  ## those of README and docs/screens.md; or one to look at (SCREEN=...)
	$(BIN)/python -m tests.browser.pictures

icons: $(VENV)/dev.stamp catalogues  ## the icons of a home screen, from static/icons/favicon.svg
	$(BIN)/python -m tests.browser.icons

materials: $(VENV)/dev.stamp  ## what the program is made of, as a CycloneDX bill in dist/
	@mkdir -p dist
	$(BIN)/python scripts/materials.py > dist/counting-house.cdx.json

strings: $(VENV)/dev.stamp  ## find new sentences and add them to the catalogues
	@mkdir -p .cache
	$(BIN)/pybabel --quiet extract --mapping=pyproject.toml --keyword=NP_:1,2 \
	    --sort-by-file --add-location=file --omit-header \
	    --output=.cache/messages.pot .
	@for catalogue in $(CATALOGUES); do \
	    language=$$(echo $$catalogue | cut -d/ -f3); \
	    $(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
	        --width=110 --input-file=.cache/messages.pot --output-file=$$catalogue --locale=$$language; \
	done

catalogues: $(CATALOGUES:.po=.mo)

%.mo: %.po
	@$(BIN)/python hatch_build.py

scripts: $(VENV)/dev.stamp  ## bundle scripts and compress styles into static/built, after changing one
	$(BIN)/python scripts/lighten.py

format: $(VENV)/dev.stamp  ## lay out code, styles and scripts, fix what lint can fix
	$(BIN)/ruff check --quiet --fix-only
	$(BIN)/ruff format --quiet
	$(if $(DENO),$(DENO) fmt --quiet)

lock: $(VENV)/bin/python  ## pin the newest compatible releases, with their hashes
	$(PIP) uv
	rm -f requirements.txt requirements-host.txt requirements-build.txt requirements-dev.txt
	$(PIN) --extra dev pyproject.toml -o requirements-dev.txt
	$(PIN) pyproject.toml -c requirements-dev.txt -o requirements.txt
	$(PIN) --extra host --extra postgres --extra metrics pyproject.toml -c requirements-dev.txt -o requirements-host.txt
	$(PIN) requirements-build.in -c requirements-dev.txt -o requirements-build.txt

clean:  ## remove the environment and everything built; instance/ stays
	rm -rf $(VENV) .cache .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	find companion -name '*.mo' -delete

# The environment: made once, and installed into again only when a list of requirements has changed. The lists are
# complete, so pip resolves nothing: an older one takes the newest release of a dependency with extras, whatever is
# pinned, and refuses it for want of a hash.

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" scripts/environment $(VENV)

$(VENV)/run.stamp: $(VENV)/bin/python requirements.txt requirements-build.txt pyproject.toml hatch_build.py
	$(PIP) --no-deps --require-hashes -r requirements.txt -r requirements-build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/bin/python requirements-dev.txt pyproject.toml hatch_build.py
	$(PIP) --no-deps --require-hashes -r requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@
