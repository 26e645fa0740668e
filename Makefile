# make run   serve the whole app on http://127.0.0.1:8000
# make test  lint, types, unit, property, web and browser tests, on all cores (WORKERS=1: on one)
# make engine  tests of the engine and the lab, and the frozen answers
# make coverage  tests without the browser, with the lines that they don't cover
# make soak  faults and load against the real server; soak-short takes a few minutes
# make engines  a few games and pages in Chromium, Firefox and WebKit; part of soak
# make audit  known vulnerabilities of the dependencies
# make dist  sdist and wheel in dist/, and an installation of the wheel
# Needs Python 3.11 or newer; everything else goes into .venv.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
WORKERS ?= auto
SHARED := --numprocesses $(WORKERS) --dist worksteal
WITH_BROWSER := chromium="$$(PYTHON=$(BIN)/python scripts/find_browser.sh)" && \
	WORDLE_WEB_CHROMIUM="$$chromium"

.PHONY: run test lint types unit engine coverage browser soak soak-short engines audit format locked dist clean

run: $(VENV)/.run
	@exec $(BIN)/wordle-web serve

# Otherwise each test process would compile all modules again if the environment forbids caching.
test unit engine coverage browser: export PYTHONDONTWRITEBYTECODE :=

test: lint types
	$(WITH_BROWSER) $(BIN)/pytest $(SHARED)

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms \
		$(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-config \
		.github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --offline --quiet --pedantic .github
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/oxlint --quiet --deny-warnings static
	$(WITH_BROWSER) $(BIN)/python scripts/lint_styles.py

types: $(VENV)/.test
	$(BIN)/mypy
	DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno check --quiet static

unit: $(VENV)/.test
	$(BIN)/pytest $(SHARED) -m "not browser"

engine: $(VENV)/.test
	$(BIN)/pytest $(SHARED) tests/engine tests/lab tests/web/test_frozen_positions.py

# Not part of `test`, since tracing more than doubles the time.
coverage: $(VENV)/.test
	$(BIN)/pytest $(SHARED) -m "not browser" --cov --cov-report=term

browser: $(VENV)/.test
	$(WITH_BROWSER) $(BIN)/pytest $(SHARED) -m browser

soak: $(VENV)/.soak
	scripts/soak_tools.sh
	$(BIN)/pytest tests/soak -p no:randomly

soak-short: $(VENV)/.soak
	scripts/soak_tools.sh
	$(BIN)/pytest tests/soak -p no:randomly --short

engines: $(VENV)/.soak
	scripts/soak_tools.sh
	$(BIN)/pytest tests/soak/test_engines.py -p no:randomly

audit: $(VENV)/.audit
	$(PIP) freeze --exclude-editable > $(VENV)/installed.txt
	$(BIN)/pip-audit --strict --disable-pip --no-deps --requirement $(VENV)/installed.txt \
	|| { echo "Either a weakness is known of, or its database cannot be reached from here:" \
	"see above. Nothing is taken as sound that could not be looked up." >&2; exit 1; }

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.run: pyproject.toml
	@test -n "$(PYTHON)" || { echo "wordle-web needs Python 3.11 or newer with its venv module" \
	"(Debian: apt install python3-venv). Name it with: make PYTHON=/path/to/python3" >&2; exit 2; }
	@echo "Installing wordle-web into $(VENV), as after each change of its dependencies:" \
	"about 25 packages, 170 MB ..."
	@$(PYTHON) -m venv $(VENV)
	@$(subst --quiet,,$(PIP)) install --no-compile --editable .
	@touch $@

# Install everything in the versions of the lock file and check its hashes, as CI does.
locked:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes --requirement .ci/requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $(VENV)/.run $(VENV)/.test $(VENV)/.soak $(VENV)/.audit

$(VENV)/.test: $(VENV)/.run
	$(PIP) install "pip>=25.1"
	$(PIP) install --group test
	touch $@

$(VENV)/.soak: $(VENV)/.test
	$(PIP) install --group soak
	touch $@

$(VENV)/.audit: $(VENV)/.run
	$(PIP) install --group audit
	touch $@

dist:
	rm -rf build dist
	$(PYTHON) -m venv build/tools
	build/tools/bin/pip install --quiet --require-hashes --requirement deploy/requirements-build.txt
	build/tools/bin/hatchling build
	$(PYTHON) -m venv build/installed
	build/installed/bin/pip install --quiet --require-hashes --requirement deploy/requirements.txt
	build/installed/bin/pip install --quiet --no-deps dist/*.whl
	build/installed/bin/wordle-web --version

clean:
	rm -rf $(VENV) build dist
