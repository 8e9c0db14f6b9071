package ids

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func stays() map[string]HotelSearch {
	stay := HotelSearch{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, Site: "AE", Created: created}
	with := func(change func(*HotelSearch)) HotelSearch {
		s := stay
		change(&s)
		return s
	}
	return map[string]HotelSearch{
		"city":          with(func(s *HotelSearch) { s.City = "LIS" }),
		"first hotel":   with(func(s *HotelSearch) { s.Hotel = 1 }),
		"last hotel":    with(func(s *HotelSearch) { s.Hotel = 1<<53 - 1 }),
		"area":          with(func(s *HotelSearch) { s.Area = &Area{Lat: 38.712345, Lng: -9.130051, Radius: 2.5} }),
		"corner of map": with(func(s *HotelSearch) { s.Area = &Area{Lat: -90, Lng: 180, Radius: 50} }),
		"no place":      with(func(s *HotelSearch) { s.Area = &Area{} }),
		"full party": with(func(s *HotelSearch) {
			s.City, s.Adults, s.Rooms, s.Ages = "ZZZ", 9, 4, []int{0, 17, 1, 16, 2, 15, 3, 14}
		}),
		"last day there is": with(func(s *HotelSearch) { s.City, s.CheckIn, s.CheckOut = "AAA", "9999-12-30", "9999-12-31" }),
	}
}

func TestAHotelIDGivesItsSearchBack(t *testing.T) {
	c := codec(1)
	for name, want := range stays() {
		t.Run(name, func(t *testing.T) {
			id, err := c.HotelSearch(want)
			if err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{47,58}$`).MatchString(id) {
				t.Errorf("id %q is not 48 to 59 characters of base64url that begin with no hyphen", id)
			}
			got, err := codec(1).ParseHotelSearch(id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("search changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAStayThatDoesNotFitHasNoID(t *testing.T) {
	good := stays()["city"]
	for name, spoil := range map[string]func(*HotelSearch){
		"no destination":    func(s *HotelSearch) { s.City = "" },
		"two destinations":  func(s *HotelSearch) { s.Hotel = 1 },
		"city and area":     func(s *HotelSearch) { s.Area = &Area{} },
		"lower case city":   func(s *HotelSearch) { s.City = "lis" },
		"negative hotel":    func(s *HotelSearch) { s.City, s.Hotel = "", -1 },
		"hotel too large":   func(s *HotelSearch) { s.City, s.Hotel = "", 1<<53 },
		"off the map":       func(s *HotelSearch) { s.City, s.Area = "", &Area{Lat: 90.1} },
		"no number":         func(s *HotelSearch) { s.City, s.Area = "", &Area{Lat: math.NaN()} },
		"radius too large":  func(s *HotelSearch) { s.City, s.Area = "", &Area{Radius: 66} },
		"radius below zero": func(s *HotelSearch) { s.City, s.Area = "", &Area{Radius: -1} },
		"no such day":       func(s *HotelSearch) { s.CheckIn = "2026-02-30" },
		"no such last day":  func(s *HotelSearch) { s.CheckOut = "soon" },
		"sixteen adults":    func(s *HotelSearch) { s.Adults = 16 },
		"minus one room":    func(s *HotelSearch) { s.Rooms = -1 },
		"nine children":     func(s *HotelSearch) { s.Ages = make([]int, 9) },
		"child of 32":       func(s *HotelSearch) { s.Ages = []int{32} },
		"unborn child":      func(s *HotelSearch) { s.Ages = []int{-1} },
		"market of one":     func(s *HotelSearch) { s.Site = "U" },
		"before the epoch":  func(s *HotelSearch) { s.Created = time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			spoil(&s)
			if id, err := codec(1).HotelSearch(s); err == nil {
				t.Errorf("HotelSearch(%+v) = %q, want an error", s, id)
			}
		})
	}
}

func TestAHotelIDThatIsNotOursIsUnknown(t *testing.T) {
	c := codec(1)
	id, err := c.HotelSearch(stays()["area"])
	if err != nil {
		t.Fatal(err)
	}
	flight, err := c.FlightSearch(searches()["return"])
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	foreign := map[string]string{"empty": "", "flight": flight, "padding": id + "=", "rate": id + ":dbl.ro.nr", "no payload": c.seal(hotelSearch, nil),
		"no destination": c.seal(hotelSearch, make([]byte, 31)), "too long": c.seal(hotelSearch, append([]byte{byte(toCity)}, make([]byte, 23)...)),
		"an unknown hotel": c.seal(hotelSearch, append([]byte{byte(toHotel)}, make([]byte, 27)...)),
		"cut area":         c.seal(hotelSearch, append([]byte{byte(toArea)}, make([]byte, 8)...))}
	for bit := range len(raw) * 8 {
		bent := append([]byte(nil), raw...)
		bent[bit/8] ^= 1 << (bit % 8)
		foreign[fmt.Sprintf("bit %d", bit)] = base64.RawURLEncoding.EncodeToString(bent)
	}
	for name, text := range foreign {
		if s, err := c.ParseHotelSearch(text); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %+v, %v, want ErrUnknown", name, s, err)
		}
	}
	if _, err := codec(2).ParseHotelSearch(id); !errors.Is(err, ErrUnknown) {
		t.Errorf("another key: got %v, want ErrUnknown", err)
	}
	if _, err := c.ParseFlightSearch(id); !errors.Is(err, ErrUnknown) {
		t.Errorf("as a flight search: got %v, want ErrUnknown", err)
	}
}

// FuzzSignedStay feeds payloads with a right tag, as another build that shares
// the key could make them: reading must not panic on any of them.
func FuzzSignedStay(f *testing.F) {
	c := codec(1)
	for _, s := range stays() {
		id, err := c.HotelSearch(s)
		if err != nil {
			f.Fatal(err)
		}
		payload, err := c.open(hotelSearch, id)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		s, err := c.ParseHotelSearch(c.seal(hotelSearch, payload))
		if err != nil {
			return
		}
		destinations := 0
		for _, there := range []bool{s.City != "", s.Hotel != 0, s.Area != nil} {
			if there {
				destinations++
			}
		}
		if destinations != 1 || len(s.Ages) > maxAges {
			t.Errorf("payload %x was read as %+v", payload, s)
		}
	})
}
