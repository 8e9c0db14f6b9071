# Everything here is a plain command that can be run by hand as well.

# Where the build stamps come from; a release sets them by goreleaser.yaml.
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT  := $(shell git rev-parse HEAD 2>/dev/null)
DATE    := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
STAMPS  := -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)

.PHONY: build test generate reference golden pictures lint bench benchstat figures agents browse settle fleet house ci

build: ## the program, as bin/travel
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w $(STAMPS)' -o bin/ ./cmd/travel

test: ## what the README says
	go test ./...

generate: ## *.gen.go from the contract, notices from the modules
	go generate ./...
	mkdir -p bin && go run -C tools ./licenses .. >bin/notices
	mv bin/notices THIRD_PARTY_NOTICES

reference: ## docs/reference from the pages of the help
	go run ./cmd/manual markdown docs/reference

golden: ## rewrite the pictures of the output; look at the diff before committing
	go test ./internal/render ./internal/browse/facets ./internal/browse/trips ./cmd/travel -update
	go test ./internal/browse -run Documentation -update # the keys in docs/browse.md

pictures: ## docs/pictures, from what the program shows; look at them in a browser before committing
	go run ./cmd/pictures docs/pictures

lint: ## the house style
	.ci/run lint

bench: ## start-up, size and speed beside other programs; make bench ROWS="size read" for some
	bench/run $(ROWS)

benchstat: ## the Go benchmarks of two commits: make benchstat OLD=v1.0.0 NEW=HEAD BENCH=AllTrips
	bench/stat $(or $(OLD),HEAD~1) $(or $(NEW),HEAD) '$(BENCH)'

figures: ## what the client withstands: crowds, signals, redirects, losses, floods
	bench/figures

agents: ## what travel mcp costs its clients: start, tokens, memory, reads
	go run ./bench/agents $(BINARY)

browse: ## what the full screen costs: first frame, keys, rest, memory, beside tig, fzf and less
	go run ./bench/browse $(BINARY)

settle: ## schedules of reads and rules for the end of a search, played against 3,770 patterns
	go run ./bench/settle

fleet: ## what a million searches a day cost in reads, and how 100,000 clients come back after trouble
	go run ./bench/fleet

house: ## lines, files and methods by package, and how many files an errand runs through
	go run -C tools ./house
	bench/walks

ci: ## everything that continuous integration does
	.ci/run
