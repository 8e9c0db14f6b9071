# Everything here is a plain command that can be run by hand as well.

# Where the build stamps come from; a release sets them by goreleaser.yaml.
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
COMMIT  := $(shell git rev-parse HEAD 2>/dev/null)
DATE    := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
STAMPS  := -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)

.PHONY: build test generate reference golden pictures lint bench benchstat figures agents browse ci

build: ## the program, as bin/travel
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w $(STAMPS)' -o bin/ ./cmd/travel

test: ## what the README says
	go test ./...

generate: ## *.gen.go from the contract, notices from the modules
	go generate ./...
	mkdir -p bin && go run -C tools ./licenses .. >bin/notices
	mv bin/notices THIRD_PARTY_NOTICES

reference: ## docs/reference from the texts of the help
	rm -f docs/reference/*.md
	go run ./cmd/manual markdown docs/reference

golden: ## rewrite the pictures of the output; look at the diff before committing
	go test ./internal/render ./internal/browse/facets ./internal/browse/trips ./cmd/travel -update
	go test ./internal/browse -run Documentation -update # the keys in docs/browse.md

pictures: ## redraw docs/pictures where the output has changed; look at them in a browser before committing
	go test ./cmd/travel -run ThePictures -update

lint: ## the house style
	.ci/run lint

bench: ## start-up, size and speed beside other programs; make bench ROWS="size read" for some
	bench/run $(ROWS)

benchstat: ## the Go benchmarks of two commits: make benchstat OLD=v1.0.0 NEW=HEAD BENCH=AllTrips
	bench/stat $(or $(OLD),HEAD~1) $(or $(NEW),HEAD) '$(BENCH)'

figures: ## what the client withstands: crowds, signals, redirects, losses, floods
	bench/figures

agents: ## travel mcp: start, memory, reads
	go run ./bench $(if $(BINARY),-binary $(BINARY)) agents

browse: ## the full screen: first frame, keys, idle, memory, beside fzf
	go run ./bench $(if $(BINARY),-binary $(BINARY)) browse

ci: ## everything that continuous integration does
	.ci/run
