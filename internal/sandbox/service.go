package sandbox

import (
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/places"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/site"
	"travel.example/travel/internal/sandbox/wire"
)

// service implements the operations of the contract. Its engines are created on first use.
type service struct {
	now      func() time.Time
	log      *slog.Logger
	version  string
	origin   string // of the links
	feedback string // file for feedback; "" means none

	oauth     *oauth.Server
	meter     *quota.Meter
	ids       *ids.Codec
	places    func() *places.Engine
	countries func() *countries.Engine
	flights   func() *flights.Engine
	hotels    func() *hotels.Engine
}

// operation describes how an operation of the contract is served.
type operation struct {
	// serve is called with checked parameters. It returns the payload of the success status or an error. A
	// *rest.Error is shown to the caller; any other becomes an internal_error.
	serve func(*call) (any, error)
	scope string                   // required in addition to openid; "" means none
	quota func(body []byte) string // returns the quota for a call with this body; nil means the operationId
}

// operations maps operationIds to their implementations. Method, path, parameters and statuses come from the
// contract's table.
func (s *service) operations() map[string]operation {
	return map[string]operation{
		"getHealth":      {serve: s.getHealth},
		"getCurrentUser": {serve: getCurrentUser, scope: scopeUsers},
		"submitFeedback": {serve: s.submitFeedback},

		"getPlaces":               {serve: s.getPlaces},
		"getNearbyPlaces":         {serve: s.getNearbyPlaces},
		"getCountryHolidays":      {serve: s.getCountryHolidays},
		"getVisaFreeDestinations": {serve: s.getVisaFreeDestinations},

		"createFlightSearch":     {serve: s.createFlightSearch},
		"getFlightSearchResults": {serve: s.getFlightSearchResults},
		"getFlightTrip":          {serve: s.getFlightTrip},
		"getTripExperience":      {serve: s.getTripExperience},
		"getFareOptions":         {serve: s.getFareOptions},
		"getFlightSchedules":     {serve: s.getFlightSchedules},
		"getFareBookingLink":     {serve: s.getFareBookingLink},
		"getFlightSearchLink":    {serve: s.getFlightSearchLink},

		"createHotelSearch":       {serve: s.createHotelSearch, quota: hotelSearchQuota},
		"getHotelSearchResults":   {serve: s.getHotelSearchResults},
		"getHotelSearchLink":      {serve: s.getHotelSearchLink},
		"getHotel":                {serve: s.getHotel},
		"getHotelRates":           {serve: s.getHotelRates},
		"getHotelRateBookingLink": {serve: s.getHotelRateBookingLink},
		"getHotelReviews":         {serve: s.getHotelReviews},
	}
}

// routes returns the handler for the API, the sign-in and the site, which shares engines and searches with the
// API.
func (s *service) routes() http.Handler {
	mux := http.NewServeMux()
	served := s.operations()
	for i := range api.Operations {
		op := &api.Operations[i]
		mux.Handle(op.Method+" "+op.Path, s.handle(op, served[op.ID]))
	}
	s.oauth.Register(mux)
	pages := site.New(site.Options{
		Now: s.now, Log: s.log, Flights: s.flights, Hotels: s.hotels, OpenFlights: s.knownFlights, OpenStay: s.knownStay,
	})
	pages.Register(mux)
	mux.Handle("/", pages.NotFound(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answerNoRoute(w, r, mux) })))
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.WriteStatus(w, r, http.StatusForbidden, rest.Invalidf("A page of another site may not change anything here."))
	}))
	return foreign.Handler(wholePaths(mux))
}

// call is one request for an operation.
type call struct {
	rest.Values
	op     *api.Operation
	w      http.ResponseWriter
	r      *http.Request
	at     time.Time // when the request arrived, used for the whole call
	body   []byte
	claims oauth.Claims // only for an operation that needs a token
}

// handle serves an operation and logs the errors that the caller does not see.
func (s *service) handle(op *api.Operation, o operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := s.answer(&call{op: op, w: w, r: r, at: s.now()}, o)
		if err == nil {
			rest.WriteJSON(w, r, op.Success, payload)
			return
		}
		if _, ok := errors.AsType[*rest.Error](err); !ok {
			s.log.Error("operation failed", "operation", op.ID, "trace_id", rest.TraceID(r.Context()), "error", err)
		}
		rest.WriteError(w, r, err)
	})
}

// answer checks a call in the order that the contract requires: body size, token, quota, scope, parameters.
func (s *service) answer(c *call, o operation) (payload any, err error) {
	if c.op.HasBody {
		if c.body, err = rest.Body(c.w, c.r); err != nil {
			return nil, err
		}
	}
	if !c.op.Open {
		if err := s.admit(c, o); err != nil {
			return nil, err
		}
	}
	if c.Values, err = rest.Read(c.op, c.r, c.body); err != nil {
		return nil, err
	}
	return o.serve(c)
}

// site returns the market of a request, or the United States if it names none.
func (c *call) site() string {
	if c.Given("siteCode") {
		return c.Text("siteCode")
	}
	return "US"
}

// quote returns the currency and the language of a priced read, and whether the caller chose them.
func (c *call) quote() market.Quote {
	return market.Quote{
		Currency:       c.Text("currency"),
		CurrencySource: c.Source("currency"),
		Locale:         c.Text("locale"),
		LocaleSource:   c.Source("locale"),
	}
}

// checkSearch compares a searchId parameter with the search id at the beginning of another parameter.
func (c *call) checkSearch(own, of string) error {
	if sent := c.Text("searchId"); c.Given("searchId") && sent != own {
		return c.Refuse("searchId", "has %.40q; it must be the part of %s before its first colon", sent, of)
	}
	return nil
}

// stillOpen checks that a search has not expired. If the clock was set back, an id can come from the future; it
// counts as new.
func stillOpen(kind string, created, at time.Time, lifetime time.Duration) error {
	if at.Sub(created) < lifetime {
		return nil
	}
	return rest.NotFoundf("This %s search has expired: it lived %d minutes, until %s. Create a new one.",
		kind, int(lifetime.Minutes()), created.Add(lifetime).UTC().Format(time.RFC3339))
}

func (s *service) getHealth(*call) (any, error) {
	return wire.Health{Status: wire.HealthStatusHealthy, Commit: market.Given(s.version)}, nil
}

func getCurrentUser(c *call) (any, error) {
	user := wire.User{
		Sub:           c.claims.Subject,
		Scope:         market.Given(c.claims.Scope),
		Email:         market.Given(c.claims.Email),
		Name:          market.Given(c.claims.Name),
		FirstName:     market.Given(c.claims.GivenName),
		LastName:      market.Given(c.claims.FamilyName),
		CountryCode:   market.Given(c.claims.CountryCode),
		PrincipalName: market.Given(c.claims.PrincipalName),
	}
	if c.claims.UID == "" {
		return user, nil
	}
	user.UID = new(wire.FlexibleID)
	return user, user.UID.FromFlexibleID1(c.claims.UID)
}

// wholePaths rejects paths with empty, . or .. segments. ServeMux would redirect them, and no client of this
// service follows redirects.
func wholePaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if clean := path.Clean("/" + r.URL.Path); r.URL.Path != clean && r.URL.Path != clean+"/" {
			rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answerNoRoute answers requests that match no route: 404 if the path does not exist, otherwise 405 with the
// allowed methods, or 204 for OPTIONS.
func answerNoRoute(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		probe := *r
		probe.Method = method
		if _, pattern := mux.Handler(&probe); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
		return
	}
	list := strings.Join(append(allowed, http.MethodOptions), ", ")
	w.Header().Set("Allow", list)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	rest.WriteStatus(w, r, http.StatusMethodNotAllowed, rest.Invalidf("%s takes %s.", r.URL.EscapedPath(), list))
}
