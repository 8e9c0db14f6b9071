package sandbox

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/rest"
)

// handlers say how each operation of the contract is served, by operationId.
// Method, path, parameters and statuses come from the contract's table.
func (s *Server) handlers() map[string]handler {
	return map[string]handler{
		"getHealth":               {serve: s.getHealth},
		"getCurrentUser":          {serve: s.getCurrentUser, scope: scopeUsers},
		"getPlaces":               {serve: s.getPlaces},
		"getNearbyPlaces":         {serve: s.getNearbyPlaces},
		"getCountryHolidays":      {serve: s.getCountryHolidays},
		"getVisaFreeDestinations": {serve: s.getVisaFreeDestinations},
		"submitFeedback":          {serve: s.submitFeedback},
		"createFlightSearch":      {serve: s.createFlightSearch},
		"getFlightSearchResults":  {serve: s.getFlightSearchResults},
		"getFlightTrip":           {serve: s.getFlightTrip},
		"getTripExperience":       {serve: s.getTripExperience},
		"getFareOptions":          {serve: s.getFareOptions},
		"getFlightSchedules":      {serve: s.getFlightSchedules},
		"getFareBookingLink":      {serve: s.getFareBookingLink},
		"getFlightSearchLink":     {serve: s.getFlightSearchLink},
		"createHotelSearch":       {serve: s.createHotelSearch, quota: hotelSearchQuota},
		"getHotelSearchResults":   {serve: s.getHotelSearchResults},
		"getHotelSearchLink":      {serve: s.getHotelSearchLink},
		"getHotel":                {serve: s.getHotel},
		"getHotelRates":           {serve: s.getHotelRates},
		"getHotelRateBookingLink": {serve: s.getHotelRateBookingLink},
		"getHotelReviews":         {serve: s.getHotelReviews},
	}
}

func (s *Server) newRoutes() http.Handler {
	mux := http.NewServeMux()
	handlers := s.handlers()
	var served []*api.Operation
	for i := range api.Operations {
		op := &api.Operations[i]
		if h, ok := handlers[op.ID]; ok {
			mux.Handle(op.Method+" "+op.Path, s.handle(op, h))
			served = append(served, op)
		}
	}
	s.oauth.Register(mux)
	pages := s.newSite()
	pages.Register(mux)
	mux.Handle("/", pages.NotFound(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answerNoRoute(w, r, served) })))
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.WriteStatus(w, r, http.StatusForbidden, "A page of another site may not change anything here.")
	}))
	return foreign.Handler(wholePaths(mux))
}

// wholePaths answers paths with empty, . or .. segments itself: ServeMux would
// redirect them, and no client of this service follows a redirect.
func wholePaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.Path
		clean := path.Clean("/" + p)
		if strings.HasSuffix(p, "/") && clean != "/" {
			clean += "/"
		}
		if p != clean {
			rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answerNoRoute answers what no operation takes: 404 for a path that does not
// exist, else the methods that it has, with 204 when just these were asked for.
func answerNoRoute(w http.ResponseWriter, r *http.Request, served []*api.Operation) {
	var allowed []string
	for _, op := range served {
		if !matches(op.Path, r.URL.Path) {
			continue
		}
		allowed = append(allowed, op.Method)
		if op.Method == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
		}
	}
	if allowed == nil {
		rest.WriteError(w, r, rest.NotFoundf("There is nothing at %s.", r.URL.EscapedPath()))
		return
	}
	allowed = append(allowed, http.MethodOptions)
	slices.Sort(allowed)
	list := strings.Join(slices.Compact(allowed), ", ")
	w.Header().Set("Allow", list)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	rest.WriteStatus(w, r, http.StatusMethodNotAllowed, r.URL.EscapedPath()+" takes "+list+".")
}

// matches tells whether a path has the form of a template of the contract.
func matches(template, path string) bool {
	parts, segments := strings.Split(template, "/"), strings.Split(path, "/")
	return len(parts) == len(segments) && !slices.ContainsFunc(parts, func(part string) bool {
		segment := segments[0]
		segments = segments[1:]
		if strings.HasPrefix(part, "{") {
			return segment == ""
		}
		return part != segment
	})
}
