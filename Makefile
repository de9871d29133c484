# make run < puzzle > solution     the stdin solver (spec 004); the rest is for developers: make help

.POSIX:
.SUFFIXES:
.PHONY: help api-types cases docs messages pages run test test-all lint types unit unit-all coverage format bench build fuzz pins clean dev chromium

DEV = .venv-dev/bin/python
WORKERS = 2

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1~\2/p' Makefile | awk -F '~' '{ printf "%-18s %s\n", $$1, $$2 }'

# With -C, GNU make writes "Entering directory" to standard output before it reads this file; all that is left
# is to say how to avoid it. MAKEFLAGS begins with the one-letter options; w is the one that -C implies.
run: ## solve the puzzle on standard input; prints only the solution
	@case "$${MAKEFLAGS%% *}" in *w*) echo "make wrote its directory into the answer; use: make -s -C DIR run" >&2 ;; esac
	@./sudoku solve --first

test: lint types unit ## everything a change must pass

test-all: lint types unit-all ## the same, with the slow tests and a real installation

CPP = find native tools src/nonet/gpu tests/gpu -name "*.h" -o -name "*.cpp" -o -name "*.cu"

lint: dev ## check style with ruff, clang-format and Biome
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check --quiet .
	.venv-dev/bin/clang-format --dry-run -Werror $$($(CPP))
	$(DEV) tools/javascript.py lint

types: dev ## check types with mypy --strict and tsc --strict
	$(DEV) -m mypy
	$(DEV) tools/api_types.py --check
	$(DEV) tools/javascript.py types

# Bytecode is cached outside src/; the tests start hundreds of programs, which would be slow without it.
PYTEST = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$(CURDIR)/.cache/pycache" \
	$(DEV) -m pytest -n $(WORKERS)

# Tests that cannot tell whether the kernel is used run once, with it: they are about the kernel itself, the set-up, an
# engine that they name, or parts that neither search nor rate, or do so only through parts whose tests run in both modes.
ONCE = draw engines/test_agreement.py engines/test_backtracking.py engines/test_counting.py engines/test_dlx.py \
	engines/test_lines.py engines/test_propagation.py engines/test_sat.py engines/test_search.py \
	test_doc_links.py test_teach.py test_native_* test_setup.py test_packaging.py test_imports.py test_faults_page.py test_fuzz.py \
	test_layout.py test_rng.py test_symmetry.py test_values.py messages parallel explain formats gpu \
	bulk faces/tui faces/web faces/cli/test_commands.py faces/cli/test_create.py faces/cli/test_dataset_build.py \
	faces/cli/test_docs.py data_sets/test_build.py \
	play/test_actions.py play/test_damaged_stores.py play/test_machine.py play/test_old_stores.py \
	photo/test_digits.py photo/test_picture.py photo/test_reading.py faces/cli/test_read.py \
	play/test_session.py play/test_store.py play/test_values.py play/test_words.py

unit: dev chromium ## tests and doctests; again in pure Python, except browser tests
	$(DEV) tools/javascript.py test
	$(PYTEST) --hypothesis-profile=same
	NONET_PURE=1 $(PYTEST) --hypothesis-profile=same -m "not slow and not browser" \
		$$(printf -- '--ignore-glob=tests/%s ' $(ONCE))

unit-all: dev chromium
	$(DEV) tools/javascript.py test
	$(PYTEST) -m "" --cov --cov-report=term
	NONET_PURE=1 $(PYTEST) -m "not browser"

coverage: dev chromium ## test coverage, with the required minimum; twice as slow as the tests
	$(PYTEST) --cov --cov-report=term

chromium: dev # the browser that tests/faces/web drives
	@$(DEV) tools/chromium.py >/dev/null

format: dev ## format the code
	$(DEV) -m ruff check --fix .
	$(DEV) -m ruff format .
	.venv-dev/bin/clang-format -i $$($(CPP))
	$(DEV) tools/javascript.py format

bench: dev ## measure the kernel against other solvers, and the start-up time: DATA=FOLDER TDOKU=LIBRARY
	$(DEV) -m benchmarks.kernel $(DATA:%=--data "%") $(TDOKU:%=--tdoku "%")
	$(DEV) benchmarks/startup.py

api-types: dev ## generate the TypeScript types of the API's JSON
	$(DEV) tools/api_types.py

build: dev ## build the wheel and the sdist into dist/
	rm -rf dist
	$(DEV) -m build --no-isolation

MINUTES = 3

fuzz: dev ## fuzz under sanitizers: make fuzz MINUTES=480 for a night
	$(DEV) tools/fuzz.py --minutes $(MINUTES)

cases: dev ## run a file of technique cases: make cases FILE=PATH
	@test -n "$(FILE)" || { echo "make cases FILE=PATH: which file?" >&2; exit 2; }
	@$(DEV) -m nonet.logic.cases "$(FILE)"

messages: dev ## collect the messages from the code, compile the translations, write the page's JSON
	$(DEV) tools/messages.py

pages: dev ## choose the examples, draw the pages of docs/techniques, list the rules in docs/variants.md
	$(DEV) tools/examples.py
	$(DEV) tools/pages.py
	$(DEV) tools/rule_table.py

docs: dev ## build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 $(DEV) -m mkdocs build --strict --clean --quiet
	@echo "build/site/index.html"

pins: dev ## update constraints.txt to the newest versions of the packages we use
	@uv=.venv-dev/bin/uv; [ -x $$uv ] || uv=.venv/bin/uv; [ -x $$uv ] || uv=uv; \
	{ head -n 1 constraints.txt; $$uv pip compile --quiet --universal --upgrade --no-header --no-annotate \
	--python-version 3.11 --extra dev pyproject.toml; } >constraints.new && mv constraints.new constraints.txt

dev:
	@python=$$(sh tools/find-python.sh) && "$$python" -I tools/install.py --dev

clean: ## remove all generated files; the next start sets up again
	rm -rf .venv .venv-dev .cache build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	rm -rf src/*.egg-info src/nonet/*.so
	find . -name __pycache__ -prune -exec rm -rf {} +
