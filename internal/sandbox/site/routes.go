package site

import (
	"net/http"
	"strings"
)

// Register adds the pages to a mux.
func (s *Site) Register(mux *http.ServeMux) {
	for pattern, serve := range map[string]server{
		"/{$}":                            s.home,
		"/flights":                        s.flightForm,
		"/flights/{route}/{out}":          s.flightSearch,
		"/flights/{route}/{out}/{back}":   s.flightSearch,
		"/checkout/flights/{tripId}":      s.flightCheckout,
		"/hotels":                         s.hotelForm,
		"/hotels/{city}":                  s.hotelSearch,
		"/hotel/{hotelId}":                s.hotel,
		"/checkout/hotel":                 s.hotelCheckout,
		"/logos/{file}":                   anyLogo,
		"/logos/airlines/{file}":          airlineLogo,
		"/logos/providers/{file}":         providerLogo,
		"/images/hotels/{hotelId}/{file}": hotelPicture,
	} {
		mux.Handle(pattern, s.handle(serve))
	}
}

// NotFound answers a visitor who followed a wrong link with a page, and leaves
// every other request to next.
func (s *Site) NotFound(next http.Handler) http.Handler {
	page := s.handle(func(*visit) (answer, error) { return nil, errNoPage })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") && !strings.HasPrefix(r.URL.Path, "/v1/") {
			page.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var errNoPage = &notice{
	status: http.StatusNotFound, Title: "There is no such page",
	Lead: "The address leads nowhere. It may have been cut short when it was copied.",
}
