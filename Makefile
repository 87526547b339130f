# make app    set up and serve http://127.0.0.1:8501; WATCH=auto looks for changed code
# make serve  the same by PROCESSES=2 behind a proxy, for browsers that call it by one of HOSTS: docs/serving.md
# make test   set up and run all tests that a change must pass, those in a browser included
# make test-fast (each page once, no browser, no other program, the first case of each test), make lint, make fuzz, make bench,
# make wheel (the wheel in empty environments, by every Python of this machine), make lowest (the lowest versions that are
# promised), make releases (released versions of the tools again, KEYS="yolov5.ap" for some; needs a network), make engines (the same counts from Dask and Spark, which needs Java), make bench-app, make bench-class,
# make bench-counting, make bench-coverage, make bench-gate, make lab (all lessons in one file, dist/pr_curve_lab.html)

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8501
WATCH ?= none
PROCESSES ?= 2
ADDRESS ?= 127.0.0.1:$(PORT)
BASE ?=
HOSTS ?= $(shell hostname 2>/dev/null) $(shell hostname -I 2>/dev/null)
PORTS ?= 851
MORE ?=
PYTHONS ?= $(foreach one,3.11 3.12 3.13 3.14,$(shell python$(one) -c 'import ensurepip' 2>/dev/null && echo python$(one)))
HAPROXY ?= $(shell command -v haproxy || echo /usr/sbin/haproxy)

# Some sixty processes import the same modules in a run of the tests: none need compile what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: app serve lab test test-fast wheel lowest lint fuzz engines releases bench bench-app bench-class bench-counting bench-coverage bench-gate clean

app: .venv/ready
	MALLOC_ARENA_MAX=2 $(BIN)/streamlit run serve.py --server.port $(PORT) --server.fileWatcherType $(WATCH)

serve: .venv/ready-to-serve
	RUN=$${RUN:-$$(mktemp -d)} PYTHON=$(CURDIR)/$(BIN)/python PROCESSES=$(PROCESSES) HAPROXY=$(HAPROXY) \
	ADDRESS=$(ADDRESS) PORTS=$(PORTS) BASE=$(BASE) HOSTS="$(HOSTS)" MORE="$(MORE)" STREAMLIT_SERVER_BASE_URL_PATH=$(BASE) \
	$(BIN)/supervisord -c docs/serving/supervisord.conf

lab: .venv/ready
	$(BIN)/python -c 'from pathlib import Path; from pr_curve_lab.exports.single_file import write_single_file; print(write_single_file(Path("dist")))'

test: .venv/ready-to-test
	$(BIN)/python -m pytest

test-fast: .venv/ready-to-test
	$(BIN)/python -m pytest -m "not browser and not large and not pages and not slow"

lint: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

fuzz: .venv/ready-to-test
	$(BIN)/python -m tests.pr_curve_lab.schema.kinds.any_bytes 20000
	$(BIN)/python -m tests.hidden_points 10000
	RANDOM_TIMES=20 $(BIN)/python -m pytest -m "not browser and not large and not pages"

wheel: .venv/ready-to-test
	PYTHONS="$(PYTHONS)" $(BIN)/python -m pytest -n 0 -m wheel tests/browser/test_installed.py

lowest: .venv-lowest/ready
	.venv-lowest/bin/python -m pytest -m "not browser and not large and not pages"

engines: .venv-engines/ready
	ENGINES=dask,spark .venv-engines/bin/python -m pytest -n 0 --noconftest -W "ignore:Dask support is moving:FutureWarning" \
	tests/pr_curve_lab/counting/test_frames.py tests/pr_curve_lab/counting/spark_sql.py

releases: .releases/ready
	.releases/bin/python -m tests.reference.releases.run $(KEYS)

bench: .venv/ready-to-test
	$(BIN)/python benchmarks/against_others.py

bench-app: .venv/ready-to-test
	$(BIN)/python benchmarks/threshold_move.py
	$(BIN)/python benchmarks/million_rows.py
	$(BIN)/python benchmarks/ten_classes.py
	$(BIN)/python benchmarks/balance_moves.py
	$(BIN)/python benchmarks/lesson_steps.py
	$(BIN)/python benchmarks/lab_moves.py

bench-coverage: .venv/ready-to-test
	$(BIN)/python benchmarks/coverage.py

bench-gate: .venv/ready-to-test
	$(BIN)/python benchmarks/gate.py

bench-counting: .venv/ready-to-test
	$(BIN)/python benchmarks/counting.py

bench-class: .venv/ready-to-test
	$(BIN)/python benchmarks/class_free_choice.py
	$(BIN)/python benchmarks/class_settings.py
	$(BIN)/python benchmarks/class_at_once.py
	$(BIN)/python benchmarks/class_votes.py

clean:
	rm -rf .venv .venv-engines .venv-lowest .releases

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[app]"
	touch $@

.venv/ready-to-serve: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[app,serve]"
	touch $@

.venv/ready-to-test: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[app,test,lint]"
	touch $@

.venv-engines/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-engines
	.venv-engines/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[engines,engines-test]"
	touch $@

# pip 26.0 and later read the days on which versions were uploaded.
.releases/ready:
	$(PYTHON) -m venv .releases
	.releases/bin/python -m pip install --quiet --disable-pip-version-check 'pip>=26.0'
	touch $@

.venv-lowest/ready: pyproject.toml .ci/lowest.py
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python .ci/lowest.py > .venv-lowest/constraints.txt
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c .venv-lowest/constraints.txt -e ".[all,test]"
	touch $@
