package recall

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"travel.example/travel/internal/disk"
)

// Position is where a code lies, as the service said, in decimal degrees.
type Position struct {
	Name string  `json:"name,omitempty"` // foreign text of one line
	Lat  float64 `json:"lat"`
	Lng  float64 `json:"lng"`
}

// Bounds of the positions that are kept: more codes than a traveler meets in years.
const (
	maxPositions     = 2000
	maxPositionBytes = 512 << 10
)

// positionsFile is the profile's, shared by all its sessions.
func (s *Store) positionsFile() string {
	places := s.placesFile()
	return filepath.Join(filepath.Dir(filepath.Dir(places)), "positions", filepath.Base(places))
}

// Positions are those of the codes that were asked for once: an airport stays where it is. A file that is
// missing, broken or too large is as good as none, and what does not look like a position is left out.
func (s *Store) Positions() map[string]Position {
	if s.dir == "" {
		return nil
	}
	text, err := disk.ReadUpTo(s.positionsFile(), maxPositionBytes+1)
	if err != nil || len(text) > maxPositionBytes {
		return nil
	}
	var all map[string]Position
	if err := json.Unmarshal(text, &all); err != nil {
		return nil
	}
	maps.DeleteFunc(all, func(code string, p Position) bool { return !p.fits(code) })
	return all
}

// fits tells whether a position can be kept for a code.
func (p Position) fits(code string) bool {
	onEarth := math.Abs(p.Lat) <= 90 && math.Abs(p.Lng) <= 180
	return capitals(code, 3) && onEarth && len(p.Name) <= 4*maxPlaceName
}

// AddPositions keeps positions beside those that are kept. Where there is no more room, it begins anew with
// those. Two commands at once may lose each other's: they are looked up again.
func (s *Store) AddPositions(found map[string]Position) error {
	if s.dir == "" {
		return ErrNowhere
	}
	if s.still || len(found) == 0 {
		return nil
	}
	all := s.Positions()
	if all == nil || len(all)+len(found) > maxPositions {
		all = map[string]Position{}
	}
	for _, code := range slices.Sorted(maps.Keys(found)) {
		if found[code].fits(code) && len(all) < maxPositions {
			all[code] = found[code]
		}
	}
	text, err := json.Marshal(all)
	if err != nil || len(text) > maxPositionBytes {
		return errors.New("keep the positions: they are larger than 512 KiB")
	}
	if err := disk.Make(filepath.Dir(s.positionsFile())); err != nil {
		return err
	}
	return disk.Replace(s.positionsFile(), text)
}
