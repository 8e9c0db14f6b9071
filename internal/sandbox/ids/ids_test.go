package ids

import (
	"encoding/base64"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var created = time.Date(2026, 11, 21, 8, 30, 0, 123_000_000, time.UTC)

func codec(b byte) *Codec {
	var key [32]byte
	for i := range key {
		key[i] = b + byte(i)
	}
	return New(key)
}

func searches() map[string]FlightSearch {
	return map[string]FlightSearch{
		"return": {From: "DXB", To: "LHR", Out: "2026-12-21", Back: "2027-01-04", Cabin: "economy", Adults: 1, Site: "AE", Created: created},
		"one way, full party": {From: "AAA", To: "ZZZ", Out: "2026-12-21", Cabin: "first", Adults: 9, Children: 8, Infants: 8,
			Site: "ZZ", Created: created},
		"last day there is": {From: "LON", To: "NYC", Out: "9999-12-31", Back: "9999-12-31", Cabin: "premium_economy", Adults: 1,
			Site: "US", Created: created},
		"first day there is": {From: "LON", To: "NYC", Out: "0000-01-01", Back: "0000-01-01", Cabin: "business", Adults: 1,
			Site: "AA", Created: time.UnixMilli(0).UTC()},
	}
}

func TestAnIDGivesItsSearchBack(t *testing.T) {
	c := codec(1)
	for name, want := range searches() {
		t.Run(name, func(t *testing.T) {
			id, err := c.FlightSearch(want)
			if err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{42}$`).MatchString(id) {
				t.Errorf("id %q is not 43 characters of base64url that begin with no hyphen", id)
			}
			got, err := codec(1).ParseFlightSearch(id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("search changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASearchThatDoesNotFitHasNoID(t *testing.T) {
	good := searches()["return"]
	for name, spoil := range map[string]func(*FlightSearch){
		"lower case code":   func(s *FlightSearch) { s.From = "dxb" },
		"long code":         func(s *FlightSearch) { s.To = "LHRX" },
		"no such day":       func(s *FlightSearch) { s.Out = "2026-02-30" },
		"no such last day":  func(s *FlightSearch) { s.Back = "tomorrow" },
		"unknown cabin":     func(s *FlightSearch) { s.Cabin = "deck" },
		"sixteen adults":    func(s *FlightSearch) { s.Adults = 16 },
		"minus one infant":  func(s *FlightSearch) { s.Infants = -1 },
		"market of one":     func(s *FlightSearch) { s.Site = "U" },
		"before the epoch":  func(s *FlightSearch) { s.Created = time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC) },
		"ten millennia off": func(s *FlightSearch) { s.Created = time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			spoil(&s)
			if id, err := codec(1).FlightSearch(s); err == nil {
				t.Errorf("FlightSearch(%+v) = %q, want an error", s, id)
			}
		})
	}
}

func TestAnAlteredIDIsUnknown(t *testing.T) {
	c := codec(1)
	id, err := c.FlightSearch(searches()["return"])
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	for bit := range len(raw) * 8 {
		bent := append([]byte(nil), raw...)
		bent[bit/8] ^= 1 << (bit % 8)
		if s, err := c.ParseFlightSearch(base64.RawURLEncoding.EncodeToString(bent)); !errors.Is(err, ErrUnknown) {
			t.Fatalf("bit %d turned: got %+v, %v, want ErrUnknown", bit, s, err)
		}
	}
	for n := range len(id) {
		if _, err := c.ParseFlightSearch(id[:n]); !errors.Is(err, ErrUnknown) {
			t.Fatalf("cut to %d characters: got %v, want ErrUnknown", n, err)
		}
	}
}

func TestAForeignIDIsUnknown(t *testing.T) {
	c := codec(1)
	id, err := c.FlightSearch(searches()["return"])
	if err != nil {
		t.Fatal(err)
	}
	for name, foreign := range map[string]string{
		"empty":                "",
		"another alphabet":     "###",
		"padding":              id + "=",
		"line break inside":    id[:20] + "\n" + id[20:],
		"stray last bits":      id[:len(id)-1] + string(id[len(id)-1]+1),
		"oversized":            strings.Repeat("A", 100_000),
		"kind of the future":   c.seal(kind(2), make([]byte, flightSize)),
		"payload of no length": c.seal(flightSearch, nil),
		"payload too long":     c.seal(flightSearch, make([]byte, flightSize+1)),
		"trip id":              id + ":ABC",
	} {
		t.Run(name, func(t *testing.T) {
			if s, err := c.ParseFlightSearch(foreign); !errors.Is(err, ErrUnknown) {
				t.Errorf("got %+v, %v, want ErrUnknown", s, err)
			}
		})
	}
	if _, err := codec(2).ParseFlightSearch(id); !errors.Is(err, ErrUnknown) {
		t.Errorf("another key: got %v, want ErrUnknown", err)
	}
}

func FuzzParseFlightSearch(f *testing.F) {
	c := codec(1)
	for _, s := range searches() {
		id, err := c.FlightSearch(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(id)
	}
	f.Add("")
	f.Add("EQ:A")
	f.Fuzz(func(t *testing.T, id string) {
		s, err := c.ParseFlightSearch(id)
		if err != nil {
			return
		}
		again, err := c.FlightSearch(s)
		if err != nil || again != id {
			t.Errorf("%q was read as %+v, whose id is %q (%v)", id, s, again, err)
		}
	})
}

// FuzzSignedPayload feeds payloads with a right tag, as another build that
// shares the key could make them: reading must not panic on any of them.
func FuzzSignedPayload(f *testing.F) {
	c := codec(1)
	f.Add(make([]byte, flightSize))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if s, err := c.ParseFlightSearch(c.seal(flightSearch, payload)); err == nil && len(s.From) != 3 {
			t.Errorf("payload %x was read as %+v", payload, s)
		}
	})
}
