package recall

import (
	"maps"
	"slices"
)

// Place is a place that a command looked up, for shell completion.
type Place struct {
	Code    string `json:"code"`              // three capitals
	Name    string `json:"name,omitempty"`    // short foreign text; "" if only the code is known
	Country string `json:"country,omitempty"` // two capitals, or ""
}

// Position is the location of a code in decimal degrees, as reported by the service.
type Position struct {
	Name string  `json:"name,omitempty"` // foreign text
	Lat  float64 `json:"lat"`
	Lng  float64 `json:"lng"`
}

// Limits, more than a traveler needs in years.
const (
	maxPlaces    = 60
	maxPositions = 2000
)

// Places returns the places that the profile looked up, latest first. All sessions share them.
func (s *Store) Places() []Place {
	all, _, _ := s.places.Get(s.profile)
	return all
}

// AddPlaces saves places before the present ones. A known name stays if only the code is given. Commands that run at
// the same time may lose each other's places, which only affects completion.
func (s *Store) AddPlaces(found ...Place) error {
	had := s.Places()
	var all []Place
	for _, p := range append(slices.Clone(found), had...) {
		same := func(other Place) bool { return other.Code == p.Code }
		if slices.ContainsFunc(all, same) {
			continue
		}
		if i := slices.IndexFunc(had, same); i >= 0 && p.Name == "" {
			p = had[i]
		}
		all = append(all, p)
	}
	if slices.Equal(all, had) {
		return nil
	}
	return s.places.Put(s.profile, all[:min(len(all), maxPlaces)])
}

// Positions returns the locations of all codes looked up so far. All sessions of the profile share them.
func (s *Store) Positions() map[string]Position {
	all, _, _ := s.positions.Get(s.profile)
	return all
}

// AddPositions saves positions. If there are too many, the old ones are dropped. Positions that are lost are looked up
// again.
func (s *Store) AddPositions(found map[string]Position) error {
	if len(found) == 0 {
		return nil
	}
	all := s.Positions()
	if all == nil || len(all)+len(found) > maxPositions {
		all = map[string]Position{}
	}
	maps.Copy(all, found)
	return s.positions.Put(s.profile, all)
}
