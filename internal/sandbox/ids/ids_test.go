package ids

import (
	"encoding/base64"
	"errors"
	"fmt"
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

func flights() []FlightSearch {
	return []FlightSearch{
		{From: "DXB", To: "LHR", Out: "2026-12-21", Back: "2027-01-04", Cabin: "economy", Adults: 1, Site: "AE", Created: created},
		{From: "AAA", To: "ZZZ", Out: "2026-12-21", Cabin: "first", Adults: 9, Children: 8, Infants: 8, Site: "ZZ", Created: created},
		{From: "LON", To: "NYC", Out: "9999-12-31", Back: "9999-12-31", Cabin: "premium_economy", Adults: 1, Site: "US", Created: created},
		{From: "LON", To: "NYC", Out: "0000-01-01", Back: "0000-01-01", Cabin: "business", Adults: 1, Site: "AA", Created: time.UnixMilli(0).UTC()},
	}
}

func stays() []HotelSearch {
	full := HotelSearch{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 9, Rooms: 4, Ages: []int{0, 17, 1, 16, 2, 15, 3, 14}, Site: "AE", Created: created}
	var all []HotelSearch
	for _, to := range []HotelSearch{
		{City: "LIS"}, {Hotel: 1}, {Hotel: 1<<53 - 1}, {Area: &Area{}},
		{Area: &Area{Lat: 38.712345, Lng: -9.130051, Radius: 2.5}}, {Area: &Area{Lat: -90, Lng: 180, Radius: 50}},
	} {
		stay := full
		stay.City, stay.Hotel, stay.Area = to.City, to.Hotel, to.Area
		all = append(all, stay)
	}
	return append(all, HotelSearch{City: "AAA", CheckIn: "9999-12-30", CheckOut: "9999-12-31", Adults: 1, Rooms: 1, Site: "US", Created: created})
}

func TestAnIDGivesItsSearchBack(t *testing.T) {
	for _, want := range flights() {
		id := codec(1).FlightSearch(want)
		if !regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{54}$`).MatchString(id) {
			t.Errorf("id %q: want 55 characters of base64url that begin with no hyphen", id)
		}
		got, err := codec(1).ParseFlightSearch(id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: search changed (-want +got):\n%s", err, diff)
		}
	}
	for _, want := range stays() {
		id := codec(1).HotelSearch(want)
		if !regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{65,75}$`).MatchString(id) {
			t.Errorf("id %q: want 66 to 76 characters of base64url that begin with no hyphen", id)
		}
		got, err := codec(1).ParseHotelSearch(id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: search changed (-want +got):\n%s", err, diff)
		}
	}
}

func TestAnIDThatIsNotOursIsUnknown(t *testing.T) {
	c := codec(1)
	flight, stay := c.FlightSearch(flights()[0]), c.HotelSearch(stays()[4])
	foreign := map[string]string{"empty": "", "another alphabet": "###", "oversized": strings.Repeat("A", 100_000)}
	for _, id := range []string{flight, stay} {
		raw, err := base64.RawURLEncoding.DecodeString(id)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range len(raw) * 8 {
			bent := append([]byte(nil), raw...)
			bent[bit/8] ^= 1 << (bit % 8)
			foreign[fmt.Sprintf("bit %d of %s", bit, id)] = base64.RawURLEncoding.EncodeToString(bent)
		}
		for n := range len(id) {
			foreign[fmt.Sprintf("%d characters of %s", n, id)] = id[:n]
		}
		foreign["padding of "+id] = id + "="
		foreign["line break in "+id] = id[:20] + "\n" + id[20:]
		foreign["stray last bits of "+id] = id[:len(id)-1] + string(id[len(id)-1]+1)
		foreign["extension of "+id] = id + ":ABC"
	}
	for name, id := range foreign {
		if s, err := c.ParseFlightSearch(id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %+v, %v, want ErrUnknown", name, s, err)
		}
		if s, err := c.ParseHotelSearch(id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %+v, %v, want ErrUnknown", name, s, err)
		}
	}
	_, asFlight := c.ParseFlightSearch(stay)
	_, asStay := c.ParseHotelSearch(flight)
	_, otherKey := codec(2).ParseFlightSearch(flight)
	for _, err := range []error{asFlight, asStay, otherKey} {
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("of another kind or key: got %v, want ErrUnknown", err)
		}
	}
}

func FuzzParseFlightSearch(f *testing.F) {
	c := codec(1)
	for _, s := range flights() {
		f.Add(c.FlightSearch(s))
	}
	f.Add("EQ:A")
	f.Fuzz(func(t *testing.T, id string) {
		s, err := c.ParseFlightSearch(id)
		if err != nil {
			return
		}
		if again := c.FlightSearch(s); again != id {
			t.Errorf("%q was read as %+v, whose id is %q", id, s, again)
		}
	})
}
