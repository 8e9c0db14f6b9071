package recall

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"travel.example/travel/internal/disk"
)

// Place is a place that a command found out, for the shell to offer again.
type Place struct {
	Code    string `json:"code"`              // three capitals
	Name    string `json:"name,omitempty"`    // short; foreign text of one line, "" where only the code is known
	Country string `json:"country,omitempty"` // two capitals, "" where it is not known
}

// Bounds of the places that are kept.
const (
	maxPlaces     = 60
	maxPlaceName  = 80 // in characters
	maxPlaceBytes = 64 << 10
)

// placesFile is the profile's, shared by all its sessions; "" where nothing can be kept.
func (s *Store) placesFile() string {
	if s.dir == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(filepath.Dir(s.dir)), "places", filepath.Base(s.dir)+".json")
}

// Places are the places that the profile found out, the last one first. A file that is missing, broken
// or too large is as good as none, and what does not look like a place is left out.
func (s *Store) Places() []Place {
	if s.dir == "" {
		return nil
	}
	text, err := disk.ReadUpTo(s.placesFile(), maxPlaceBytes+1)
	if err != nil || len(text) > maxPlaceBytes {
		return nil
	}
	var list []Place
	if err := json.Unmarshal(text, &list); err != nil {
		return nil
	}
	return fittedPlaces(list)
}

// AddPlaces keeps places before those that are kept already. A name that is known stays where only the
// code came. Two commands at once may lose each other's: it is only an offer less.
func (s *Store) AddPlaces(found ...Place) error {
	if s.dir == "" {
		return ErrNowhere
	}
	if s.still {
		return nil
	}
	kept := s.Places()
	list := slices.Clone(found)
	for i, p := range list {
		at := slices.IndexFunc(kept, func(k Place) bool { return k.Code == p.Code })
		if at >= 0 && p.Name == "" {
			list[i] = kept[at]
		}
	}
	list = fittedPlaces(append(list, kept...))
	if len(list) == 0 || slices.Equal(list, kept) {
		return nil
	}
	text, err := json.Marshal(list)
	if err != nil || len(text) > maxPlaceBytes {
		return errors.New("keep the places: they are larger than 64 KiB")
	}
	if err := disk.Make(filepath.Dir(s.placesFile())); err != nil {
		return err
	}
	return disk.Replace(s.placesFile(), text)
}

// fittedPlaces are those that look like places, each once, as many as are kept.
func fittedPlaces(list []Place) []Place {
	var fit []Place
	for _, p := range list {
		if !capitals(p.Code, 3) || slices.ContainsFunc(fit, func(f Place) bool { return f.Code == p.Code }) {
			continue
		}
		if utf8.RuneCountInString(p.Name) > maxPlaceName {
			p.Name = ""
		}
		if !capitals(p.Country, 2) {
			p.Country = ""
		}
		fit = append(fit, p)
	}
	return fit[:min(len(fit), maxPlaces)]
}

// capitals tells so many capitals, and nothing else.
func capitals(text string, n int) bool {
	for i := range len(text) {
		if text[i] < 'A' || text[i] > 'Z' {
			return false
		}
	}
	return len(text) == n
}
