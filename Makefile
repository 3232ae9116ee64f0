# `make demo` and `make test` do everything on a fresh machine with Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := tests/kernel tests/rules tests/bots tests/table tests/solver

.PHONY: demo test bench lint compiled checked uncompiled lock clean

demo: $(VENV)/run.stamp
	$(BIN)/skatsim simulate data/runs/demo.toml --out out/demo
	$(BIN)/skatsim report out/demo
	$(BIN)/skatsim report out/demo --html out/demo.html
	@echo "Compiling the solver too, for solve and open-table (10 to 20 s) ..."
	@$(BIN)/skatsim open-table --deals 1 >/dev/null 2>&1
	@$(BIN)/skatsim solve "CJ | SJ | HJ" --game G --declarer forehand --line >/dev/null 2>&1
	@echo "The report lies in out/demo.html, the games in out/demo (Parquet)."

test: lint compiled checked uncompiled

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The same tests three times over: as users run them, with every index checked, and as plain Python.
compiled: $(VENV)/dev.stamp
	SKATSIM_CACHE_DIR=$(CURDIR)/.cache/compiled $(BIN)/pytest -n 2

checked: $(VENV)/dev.stamp
	SKATSIM_CACHE_DIR=$(CURDIR)/.cache/checked NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 $(KERNELS)

uncompiled: $(VENV)/dev.stamp
	SKATSIM_CACHE_DIR=$(CURDIR)/.cache/uncompiled NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered $(KERNELS)

bench: $(VENV)/dev.stamp
	$(BIN)/pytest benchmarks -q --benchmark-timer=time.process_time --benchmark-columns=median,rounds

# Exact versions with their hashes, for every platform; needs uv.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --quiet \
	  --custom-compile-command "make lock" --extra report --extra build -o requirements/run.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --quiet \
	  --custom-compile-command "make lock" --extra dev --extra build -c requirements/run.txt -o requirements/dev.txt pyproject.toml

$(VENV)/%.stamp: requirements/%.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Fetching and unpacking the packages of $< into $(VENV): one to four minutes ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

clean:
	rm -rf $(VENV) .cache out
