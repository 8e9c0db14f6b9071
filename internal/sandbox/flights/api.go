// Package flights is the sandbox's flight search: a pure function of request,
// time and seed. It knows no HTTP and has no clock of its own.
//
// A search is planned from a timetable (package timetable), priced, and put on
// sale by simulated sellers that answer one after the other. A read sees what
// has been answered when it comes.
package flights

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Lifetime is how long after Query.Created a search can be read. The caller
// enforces it.
const Lifetime = 6 * time.Minute

// ErrNotFound is the answer for a trip or fare that a search does not hold, or
// does not hold yet.
var ErrNotFound = errors.New("not in this search")

// Query is a flight search as its id carries it. It has been checked by the
// caller: codes are Known, dates are real, the party is within its limits.
type Query struct {
	ID       string // searchId; a trip id is ID, a colon and a trip code
	From, To string // IATA airport or city code
	Out      string // YYYY-MM-DD, local where the trip starts
	Back     string // YYYY-MM-DD, or empty for one way
	Cabin    string // economy, premium_economy, business, first
	Adults   int
	Children int // fly at three quarters of the fare
	Infants  int // on a lap, at a tenth of the fare
	Site     string
	Created  time.Time
}

// Quote is what a read wants its answer in, and who chose that.
type Quote struct {
	Currency       string // ISO 4217
	CurrencySource wire.ValueSource
	Locale         string // BCP 47
	LocaleSource   wire.ValueSource
}

// Options are what an Engine needs.
type Options struct {
	World   *data.World
	Seed    uint64
	SiteURL string // {site_url}, with no slash at the end
}

// ResultsParams are the paging, order and filters of a results read. The zero
// value of a filter keeps everything.
type ResultsParams struct {
	Page, PageSize int // both from 1, checked by the caller
	Sort           wire.FlightSort

	Airlines      []string // marketing carriers
	AirlinesMatch wire.AirlinesMatch
	SameAirline   bool
	Alliances     []string // any case
	Stops         []int    // a set, compared with the trip's stops

	MinPrice, MaxPrice       *float64 // of the card, in the response currency, inclusive
	MaxDuration              *int     // minutes of all legs, inclusive
	MinStopover, MaxStopover *int     // minutes on the leg with the longest total wait, inclusive

	OutboundDeparture, OutboundArrival       Clock
	ReturnDeparture, ReturnArrival           Clock
	OutboundMinDuration, OutboundMaxDuration *int // minutes, inclusive
	ReturnMinDuration, ReturnMaxDuration     *int // minutes, inclusive

	BookingTypes     []wire.BookingType
	BookingSites     []string // provider codes
	StopoverAirports []string
	Aircraft         []string // type codes, any case
}

// Clock restricts a local time of day. Blocks and Range both apply when
// both are given.
type Clock struct {
	Blocks []wire.TimeBlock
	Range  *MinuteRange
}

// MinuteRange is minutes of the local day, 0 to 1439, both ends included.
// When From is above To the range wraps past midnight.
type MinuteRange struct{ From, To int }

// FareID names a fare: {searchId}:{tripCode}:{provider}.{number}. With the
// query that the search id carries, it is enough to find the fare again.
type FareID struct {
	Search   string // with no colon in it
	Trip     string // trip code
	Provider string
	Number   int // of the provider's fares for the trip, from 1
}

// String is the id on the wire.
func (f FareID) String() string {
	return f.Search + ":" + f.Trip + ":" + f.Provider + "." + strconv.Itoa(f.Number)
}

// ParseFareID reads a fare id. Text of another shape is not a fare: the error is
// ErrNotFound.
func ParseFareID(text string) (FareID, error) {
	search, rest, _ := strings.Cut(text, ":")
	trip, rest, _ := strings.Cut(rest, ":")
	provider, digits, _ := strings.Cut(rest, ".")
	number, err := strconv.Atoi(digits)
	id := FareID{Search: search, Trip: trip, Provider: provider, Number: number}
	if err != nil || number < 1 || search == "" || trip == "" || provider == "" || id.String() != text {
		return FareID{}, fmt.Errorf("fare %.300q: %w", text, ErrNotFound)
	}
	return id, nil
}
