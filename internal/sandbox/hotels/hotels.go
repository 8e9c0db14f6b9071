// Package hotels is the sandbox's hotel search, a pure function of request, time and seed. It knows no HTTP and
// has no clock of its own. The hotels, their prices and their guests are in package directory.
package hotels

import (
	"time"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/lately"
	"travel.example/travel/internal/sandbox/market"
)

// Lifetime is how long after Query.Created a search can be read. The caller enforces it.
const Lifetime = 10 * time.Minute

// Query is a hotel search and its id. The caller has validated it: the destination is known, the dates exist, and
// the party is within its limits.
type Query struct {
	ID string // a rate id is ID, a colon and a rate code
	ids.HotelSearch
}

// Engine answers hotel searches. It is safe for concurrent use.
type Engine struct {
	options   market.Options
	directory *directory.Directory
	dice      dice.Dice
	recent    *lately.Memory[string, *search] // by id
}

// Limits of the caches: searches of about a megabyte each, and snapshots per search of about 200 KiB each. A
// dropped value is rebuilt identically.
const (
	maxKept = 8
	maxSeen = 2
)

// New returns an Engine. It is cheap: all work happens on first use.
func New(o market.Options) *Engine {
	return &Engine{
		options: o, directory: directory.New(o.Seed), dice: dice.New(o.Seed).Word("hotel search"),
		recent: lately.New[string, *search](maxKept),
	}
}

// Directory returns the directory that generates the engine's hotels.
func (e *Engine) Directory() *directory.Directory { return e.directory }
