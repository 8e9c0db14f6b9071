package recall

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Place is a place that a command found out, for the shell to offer again.
type Place struct {
	Code    string `json:"code"`              // three capitals
	Name    string `json:"name,omitempty"`    // short; foreign text of one line, "" where only the code is known
	Country string `json:"country,omitempty"` // two capitals, "" where it is not known
}

// Position is where a code lies, as the service said, in decimal degrees.
type Position struct {
	Name string  `json:"name,omitempty"` // foreign text of one line
	Lat  float64 `json:"lat"`
	Lng  float64 `json:"lng"`
}

// Bounds of what is kept of places: more codes than a traveler meets in years.
const (
	maxPlaces    = 60
	maxPlaceName = 80 // in characters
	maxPositions = 2000
)

// Places are the places that the profile found out, the last one first. All its sessions share them. None where they
// cannot be read.
func (s *Store) Places() []Place {
	all, _, err := s.places.Get(s.profile)
	_ = s.told(err)
	return all
}

// AddPlaces keeps places before those that are kept already. A name that is known stays where only the
// code came. Two commands at once may lose each other's: it is only an offer less.
func (s *Store) AddPlaces(found ...Place) error {
	had := s.Places()
	var all []Place
	for _, p := range append(slices.Clone(found), had...) {
		same := func(other Place) bool { return other.Code == p.Code }
		if !isCapitals(p.Code, codeLetters) || slices.ContainsFunc(all, same) {
			continue
		}
		if i := slices.IndexFunc(had, same); i >= 0 && p.Name == "" {
			p = had[i]
		}
		if utf8.RuneCountInString(p.Name) > maxPlaceName {
			p.Name = ""
		}
		if !isCapitals(p.Country, countryLetters) {
			p.Country = ""
		}
		all = append(all, p)
	}
	if len(all) == 0 || slices.Equal(all, had) {
		return nil
	}
	return s.places.Put(s.profile, all[:min(len(all), maxPlaces)])
}

// checkPlaces refuses codes that could not be sent.
func checkPlaces(_ string, all *[]Place) error {
	if slices.ContainsFunc(*all, func(p Place) bool { return !isCapitals(p.Code, codeLetters) }) {
		return errors.New("a code is not one")
	}
	return nil
}

// Positions are those of the codes that were asked for once: an airport stays where it is. All sessions of the
// profile share them.
func (s *Store) Positions() map[string]Position {
	all, _, err := s.positions.Get(s.profile)
	_ = s.told(err)
	return all
}

// AddPositions keeps positions beside those that are kept. Where there is no more room, it begins anew with
// those. Two commands at once may lose each other's: they are looked up again.
func (s *Store) AddPositions(found map[string]Position) error {
	if len(found) == 0 {
		return nil
	}
	all := s.Positions()
	if all == nil || len(all)+len(found) > maxPositions {
		all = map[string]Position{}
	}
	for code, p := range found {
		if onEarth := math.Abs(p.Lat) <= 90 && math.Abs(p.Lng) <= 180; onEarth && isCapitals(code, codeLetters) {
			all[code] = p
		}
	}
	return s.positions.Put(s.profile, all)
}

// The letters of codes.
const (
	codeLetters    = 3
	countryLetters = 2
)

// isCapitals tells so many capitals, and nothing else.
func isCapitals(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
