package apiclient

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// class groups operations that are repeated by the same rules.
type class uint8

const (
	create   class = iota // starts a search and spends quota: never sent twice in doubt
	poll                  // reads a search that is still running
	read                  // any other read
	link                  // builds an address, no upstream call
	feedback              // takes one message
	classes               // number of the classes above
)

// operation is what the layers must know of an operation.
type operation struct {
	method  string
	path    string // template of the contract
	class   class
	success int  // the one 2xx status; 0 accepts any
	open    bool // needs no token
	check   func(body []byte) error
}

// operations is the contract seen from here. A test holds it against the table
// made from the contract.
func operations() []operation {
	get := func(path string, c class, check func([]byte) error) operation {
		return operation{method: http.MethodGet, path: path, class: c, success: http.StatusOK, check: check}
	}
	post := func(path string, c class, status int, check func([]byte) error) operation {
		return operation{method: http.MethodPost, path: path, class: c, success: status, check: check}
	}
	health := get("/health", read, shapeOf[Health]())
	health.open = true
	return []operation{
		health,
		get("/v1/user", read, shapeOf[User]()),
		post("/v1/feedback", feedback, http.StatusAccepted, shapeOf[FeedbackReceived]()),
		get("/v1/places", read, shapeOf[PlaceResults]()),
		get("/v1/places/nearby", read, shapeOf[NearbyPlaceResults]()),
		get("/v1/countries/{countryCode}/holidays", read, shapeOf[HolidayResults]()),
		get("/v1/countries/{countryCode}/visa-free-destinations", read, shapeOf[VisaFreeResults]()),
		post("/v1/flights/searches", create, http.StatusCreated, shapeOf[FlightSearchCreated]()),
		get("/v1/flights/searches/{searchId}/results", poll, shapeOf[FlightResults]()),
		get("/v1/flights/trips/{tripId}", read, tripShape()),
		get("/v1/flights/trips/{tripId}/experience", read, shapeOf[TripExperience]()),
		get("/v1/flights/fares/{fareId}/options", read, shapeOf[FareOptions]()),
		get("/v1/flights/fares/{fareId}/booking-link", link, shapeOf[BookingLink]()),
		get("/v1/flights/search-link", link, shapeOf[SearchLink]()),
		get("/v1/flights/schedules", read, shapeOf[ScheduleResults]()),
		post("/v1/hotels/searches", create, http.StatusCreated, shapeOf[HotelSearchCreated]()),
		get("/v1/hotels/searches/{searchId}/results", poll, shapeOf[HotelResults]()),
		get("/v1/hotels/search-link", link, shapeOf[SearchLink]()),
		get("/v1/hotels/{hotelId}", read, shapeOf[Hotel]()),
		get("/v1/hotels/{hotelId}/rates", read, shapeOf[HotelRates]()),
		get("/v1/hotels/{hotelId}/rates/{rateId}/booking-link", link, shapeOf[BookingLink]()),
		get("/v1/hotels/{hotelId}/reviews", read, shapeOf[HotelReviews]()),
	}
}

// find returns the operation a request belongs to. path is escaped and starts
// after the root of the deployment. A placeholder takes one segment that is a
// valid id; a segment spelled out in the contract wins over a placeholder.
func find(operations []operation, method, path string) (operation, bool) {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	best, bestFixed := -1, -1
	for i, op := range operations {
		if fixed, ok := matches(op.path, segments); ok && op.method == method && fixed > bestFixed {
			best, bestFixed = i, fixed
		}
	}
	if best < 0 {
		return operation{}, false
	}
	return operations[best], true
}

// matches tells how many segments of the template are spelled out in segments.
func matches(template string, segments []string) (fixed int, ok bool) {
	parts := strings.Split(strings.TrimPrefix(template, "/"), "/")
	ok = slices.EqualFunc(parts, segments, func(part, segment string) bool {
		if !strings.HasPrefix(part, "{") {
			fixed++
			return part == segment
		}
		id, err := url.PathUnescape(segment)
		if part == "{rateId}" {
			return err == nil && ValidRateID(id)
		}
		return err == nil && ValidID(id)
	})
	return fixed, ok
}

// shapeOf checks that a body is a T with every member that T promises.
func shapeOf[T any]() func([]byte) error {
	return newShape(reflect.TypeFor[T]()).check
}

// tripShape tells the two forms of a trip apart by the member only one has.
func tripShape() func([]byte) error {
	short := newShape(reflect.TypeFor[TripDefault]())
	detail := newShape(reflect.TypeFor[TripDetail]())
	return func(body []byte) error {
		var form struct {
			Legs []struct{} `json:"legs"`
		}
		if err := decode(body, &form); err == nil && form.Legs != nil {
			return detail.check(body)
		}
		return short.check(body)
	}
}
