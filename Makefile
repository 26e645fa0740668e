# make run   serve the whole app on http://127.0.0.1:8000
# make test  lint, types, unit, property, web and browser tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test lint types unit browser clean

run: $(VENV)/.run
	$(BIN)/gunicorn wsgi:app

test: lint types unit browser

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test
	$(BIN)/pytest -n auto -m "not browser"

browser: $(VENV)/.test
	@scripts/find_browser.sh >/dev/null
	WORDLE_WEB_CHROMIUM="$$(scripts/find_browser.sh)" $(BIN)/pytest -m browser

$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

# dependency groups need pip 25.1
$(VENV)/.test: $(VENV)/.run
	$(BIN)/pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/pip install --quiet --disable-pip-version-check --group test
	touch $@

clean:
	rm -rf $(VENV) build dist
