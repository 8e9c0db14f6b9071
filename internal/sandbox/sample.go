package sandbox

import (
	"strings"

	"travel.example/travel/internal/sandbox/oauth"
)

// Sample is who SampleToken signs in as.
type Sample struct{ Name, Email, Market string }

// SampleTraveler returns the sample traveler of the built-in profile. A client
// in the same process knows the account without asking anyone.
func SampleTraveler() Sample {
	ada := oauth.Accounts()[0]
	return Sample{Name: ada.Name, Email: ada.Email, Market: ada.CountryCode}
}

// KnownPlace tells whether code is an airport or city code that a search may
// use, in any case. It lets a client in the same process refuse a wrong one
// before a request.
func (s *Server) KnownPlace(code string) bool {
	return s.flights().Known(strings.ToUpper(code))
}
