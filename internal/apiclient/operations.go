package apiclient

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// The operations of the contract, in its order. Nil params send none.

// GetHealth tells whether the service is up. It needs no token.
func (c *Client) GetHealth(ctx context.Context) (*Answer[Health], error) {
	return get[Health](ctx, c, "getHealth", nil)
}

// GetCurrentUser reads the caller's own identity.
func (c *Client) GetCurrentUser(ctx context.Context) (*Answer[User], error) {
	return get[User](ctx, c, "getCurrentUser", nil)
}

// SubmitFeedback sends a rating or a comment, at most once when in doubt.
func (c *Client) SubmitFeedback(ctx context.Context, body Feedback) (*Answer[FeedbackReceived], error) {
	return post[FeedbackReceived](ctx, c, "submitFeedback", body)
}

// GetPlaces finds places by name.
func (c *Client) GetPlaces(ctx context.Context, params *GetPlacesParams) (*Answer[PlaceResults], error) {
	return get[PlaceResults](ctx, c, "getPlaces", params)
}

// GetNearbyPlaces lists places around a point, closest first.
func (c *Client) GetNearbyPlaces(ctx context.Context, params *GetNearbyPlacesParams) (*Answer[NearbyPlaceResults], error) {
	return get[NearbyPlaceResults](ctx, c, "getNearbyPlaces", params)
}

// GetCountryHolidays lists the public holidays of a country (ISO 3166-1 alpha-2).
func (c *Client) GetCountryHolidays(ctx context.Context, countryCode string, params *GetCountryHolidaysParams) (*Answer[HolidayResults], error) {
	return get[HolidayResults](ctx, c, "getCountryHolidays", params, countryCode)
}

// GetVisaFreeDestinations lists where citizens of a country need no visa.
func (c *Client) GetVisaFreeDestinations(ctx context.Context, countryCode string, params *GetVisaFreeDestinationsParams) (*Answer[VisaFreeResults], error) {
	return get[VisaFreeResults](ctx, c, "getVisaFreeDestinations", params, countryCode)
}

// CreateFlightSearch starts a flight search, at most once when in doubt.
func (c *Client) CreateFlightSearch(ctx context.Context, body FlightSearchRequest) (*Answer[FlightSearchCreated], error) {
	return post[FlightSearchCreated](ctx, c, "createFlightSearch", body)
}

// GetFlightSearchResults reads a page of a flight search as it stands.
func (c *Client) GetFlightSearchResults(ctx context.Context, searchID string, params *GetFlightSearchResultsParams) (*Answer[FlightResults], error) {
	return get[FlightResults](ctx, c, "getFlightSearchResults", params, searchID)
}

// GetFlightTrip reads one trip of a flight search with its fares.
func (c *Client) GetFlightTrip(ctx context.Context, tripID string, params *GetFlightTripParams) (*Answer[Trip], error) {
	return get[Trip](ctx, c, "getFlightTrip", params, tripID)
}

// GetTripExperience reads what the flights of a trip offer on board.
func (c *Client) GetTripExperience(ctx context.Context, tripID string, params *GetTripExperienceParams) (*Answer[TripExperience], error) {
	return get[TripExperience](ctx, c, "getTripExperience", params, tripID)
}

// GetFareOptions reads the options of a fare.
func (c *Client) GetFareOptions(ctx context.Context, fareID string, params *GetFareOptionsParams) (*Answer[FareOptions], error) {
	return get[FareOptions](ctx, c, "getFareOptions", params, fareID)
}

// GetFareBookingLink builds the address where a fare is booked.
func (c *Client) GetFareBookingLink(ctx context.Context, fareID string, params *GetFareBookingLinkParams) (*Answer[BookingLink], error) {
	return get[BookingLink](ctx, c, "getFareBookingLink", params, fareID)
}

// GetFlightSearchLink builds the address of a flight search on the site.
func (c *Client) GetFlightSearchLink(ctx context.Context, params *GetFlightSearchLinkParams) (*Answer[SearchLink], error) {
	return get[SearchLink](ctx, c, "getFlightSearchLink", params)
}

// GetFlightSchedules lists the scheduled flights of a route.
func (c *Client) GetFlightSchedules(ctx context.Context, params *GetFlightSchedulesParams) (*Answer[ScheduleResults], error) {
	return get[ScheduleResults](ctx, c, "getFlightSchedules", params)
}

// CreateHotelSearch starts a hotel search, at most once when in doubt.
func (c *Client) CreateHotelSearch(ctx context.Context, body HotelSearchRequest) (*Answer[HotelSearchCreated], error) {
	return post[HotelSearchCreated](ctx, c, "createHotelSearch", body)
}

// GetHotelSearchResults reads a page of a hotel search as it stands.
func (c *Client) GetHotelSearchResults(ctx context.Context, searchID string, params *GetHotelSearchResultsParams) (*Answer[HotelResults], error) {
	return get[HotelResults](ctx, c, "getHotelSearchResults", params, searchID)
}

// GetHotelSearchLink builds the address of a hotel search on the site.
func (c *Client) GetHotelSearchLink(ctx context.Context, params *GetHotelSearchLinkParams) (*Answer[SearchLink], error) {
	return get[SearchLink](ctx, c, "getHotelSearchLink", params)
}

// GetHotel reads one hotel.
func (c *Client) GetHotel(ctx context.Context, hotelID int64, params *GetHotelParams) (*Answer[Hotel], error) {
	return get[Hotel](ctx, c, "getHotel", params, strconv.FormatInt(hotelID, 10))
}

// GetHotelRates reads the rates of a hotel as they stand.
func (c *Client) GetHotelRates(ctx context.Context, hotelID int64, params *GetHotelRatesParams) (*Answer[HotelRates], error) {
	return get[HotelRates](ctx, c, "getHotelRates", params, strconv.FormatInt(hotelID, 10))
}

// GetHotelRateBookingLink builds the address where a rate is booked.
func (c *Client) GetHotelRateBookingLink(ctx context.Context, hotelID int64, rateID string, params *GetHotelRateBookingLinkParams) (*Answer[BookingLink], error) {
	return get[BookingLink](ctx, c, "getHotelRateBookingLink", params, strconv.FormatInt(hotelID, 10), rateID)
}

// GetHotelReviews reads a page of the reviews of a hotel.
func (c *Client) GetHotelReviews(ctx context.Context, hotelID int64, params *GetHotelReviewsParams) (*Answer[HotelReviews], error) {
	return get[HotelReviews](ctx, c, "getHotelReviews", params, strconv.FormatInt(hotelID, 10))
}

// RawResponse is an answer of the service that was not interpreted.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte // exact bytes, JSON or empty
}

// Do sends a raw call through the same layers: same token, same retries, same errors. path starts
// with a slash at the root of the deployment and is escaped; a body is JSON. What the contract does
// not know goes out as well: repeated like a read when it is a GET, never in doubt when it is not.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body []byte) (*RawResponse, error) {
	if err := rawPath(path); err != nil {
		return nil, err
	}
	target := path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	a, err := c.send(ctx, &call{op: rawOperation(method, path), body: body}, target)
	if err != nil {
		return nil, err
	}
	return &RawResponse{Status: a.status, Header: a.header, Body: a.body}, nil
}

// rawPath refuses what would lead away from the deployment.
func rawPath(path string) error {
	reason := ""
	switch {
	case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//"):
		reason = "the path must start with one slash"
	case strings.ContainsAny(path, "?#\\"):
		reason = "the path must hold no query, fragment or backslash"
	case strings.ContainsFunc(path, func(r rune) bool { return r <= ' ' || r > '~' }):
		reason = "the path must be escaped"
	}
	for segment := range strings.SplitSeq(path, "/") {
		name, err := url.PathUnescape(segment)
		if err != nil || name == "." || name == ".." {
			reason = "the path holds a segment that is not a name"
		}
	}
	if reason != "" {
		return &RequestError{Reason: reason}
	}
	return nil
}

// rawOperation is the operation of the contract with exactly this path: its creates, its feedback
// and its open reads are such. Anything else is a read when it is a GET, and as careful as a create
// when it is not.
func rawOperation(method, path string) *api.Operation {
	for i := range api.Operations {
		if op := &api.Operations[i]; op.Method == method && op.Path == path {
			return op
		}
	}
	class := create
	if method == http.MethodGet || method == http.MethodHead {
		class = read
	}
	return &api.Operation{Method: method, Path: path, Class: class}
}
