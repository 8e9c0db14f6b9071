// Package hotels is the sandbox's hotel search: a pure function of request,
// time and seed. It knows no HTTP and has no clock of its own. Where hotels
// are is in package directory, what a stay costs in tariff, and what guests
// say in guestbook.
//
// The links it builds lead to these pages below {site_url}:
//
//	/hotel/{hotelId}                 the hotel's page, with no dates
//	/hotels/{cityCode}?checkIn=2026-12-11&checkOut=2026-12-14&room=2:4:9&room=1
//	    &currency=EUR&locale=en&siteCode=US
//	                                 a search; each room is its adults and one
//	                                 age per child; currency only when asked for
//	/checkout/hotel?hotelId=1&searchId=S&rateId=S:dbl.bb.fc&guests=2:4:9
//	    &countryCode=AE&locale=en&siteCode=US
//	                                 a rate to book; guests and countryCode only
//	                                 when given
//	/images/hotels/{hotelId}/{subject}-{number}.svg
//	                                 a picture; see Subjects
package hotels

import (
	"errors"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

// Lifetime is how long after Query.Created a search can be read. The caller
// enforces it.
const Lifetime = 10 * time.Minute

// ErrNotFound is the answer for a hotel that does not exist, and for a rate
// that a search does not hold, or does not hold yet.
var ErrNotFound = errors.New("no such hotel or rate")

// Query is a hotel search as its id carries it, with one destination of City,
// Hotel and Area. It has been checked by the caller: the destination is known,
// days are real, the party is within its limits.
type Query struct {
	ID       string // searchId; a rate id is ID, a colon and a rate code
	City     string // city code
	Hotel    int64
	Area     *Area
	CheckIn  string // YYYY-MM-DD
	CheckOut string // YYYY-MM-DD, after CheckIn
	Adults   int    // at least one for each room
	Ages     []int  // of the children, 0 to 17
	Rooms    int
	Site     string // market, two letters: some show prices without tax
	Created  time.Time
}

// Area is a circle on the map, in decimal degrees and kilometres.
type Area struct{ Lat, Lng, Radius float64 }

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
	Sort           wire.HotelSort

	MinStar, MaxStar *int             // a hotel without stars is outside any range
	MinReviewScore   *float64         // of all guests; a hotel without a score is dropped
	GuestType        wire.GuestCohort // whose score MinGuestRating and guest_rating_desc go by
	MinGuestRating   *float64

	MinPrice, MaxPrice *float64 // all-in price of a night in the response currency, inclusive
	Refundable         bool     // the same as free_cancellation among RateTypes
	RateTypes          []string // all of them on one rate, any case
	DealsOnly          bool

	Amenities     []string // all of them, each as part of a name, any case
	PropertyTypes []string // any of them, as parts of the name, as are the next
	Brands        []string
	Chains        []string
	Districts     []string
}

// ReviewsParams are the paging, order and filters of a reviews read.
type ReviewsParams struct {
	Page, PageSize int // both from 1, checked by the caller
	Sort           wire.ReviewSort
	Topics         []string            // any of them, as whole words
	GuestType      wire.ReviewerCohort // empty for all
}
