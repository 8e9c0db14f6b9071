// Package ids packs what a search is into the id that names it. The id is the
// request and its creation time, signed, so any process that holds the key can
// answer for a search and nothing has to be stored.
//
// An id is base64url without padding over
//
//	version and kind (1 byte) | payload of that kind | tag (12 bytes)
//
// where the tag is HMAC-SHA-256 over everything before it, cut short. The
// alphabet holds no colon, so a trip code can follow after one, and the first
// byte never gives a leading hyphen, so an id is never taken for a flag.
package ids

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"
)

const (
	version = 1 // high half of the first byte
	tagSize = 12

	// maxLen is the longest id that is looked at. It leaves 96 of the 256
	// characters that an id may have to the trip, fare or rate that extends it.
	maxLen = 160
)

// kind is the low half of the first byte.
type kind byte

const (
	flightSearch kind = 1
	hotelSearch  kind = 2
)

// ErrUnknown is returned for an id that this codec did not make: altered, cut
// short, made with another key, or of another kind or version.
var ErrUnknown = errors.New("unknown id")

// Codec makes and reads the ids of every deployment that shares its key. It is safe for concurrent use.
type Codec struct {
	key [32]byte
}

// New returns the codec of a key, which must be secret and uniformly random.
func New(key [32]byte) *Codec {
	return &Codec{key: key}
}

// FlightSearch is what a flight search's id carries. Currency and locale are
// not part of it: no read inherits them.
type FlightSearch struct {
	From, To  string // three uppercase letters
	Out, Back string // YYYY-MM-DD; Back is empty for one way
	Cabin     string // economy, premium_economy, business or first
	Adults    int    // each of the party 0 to 15
	Children  int
	Infants   int
	Site      string    // market, two uppercase letters
	Created   time.Time // kept to the millisecond, in UTC
}

// FlightSearch returns the id of a search: 43 characters. A search with a value
// that does not fit, which a checked request never has, is an error.
func (c *Codec) FlightSearch(s FlightSearch) (string, error) {
	s.Created = time.UnixMilli(s.Created.UnixMilli()).UTC()
	return seal(c, flightSearch, s, packFlight)
}

// ParseFlightSearch reads the search back from its id. It returns ErrUnknown for
// anything that FlightSearch did not make with this key.
func (c *Codec) ParseFlightSearch(id string) (FlightSearch, error) {
	return open(c, flightSearch, id, packFlight)
}

func packFlight(p *payload, s *FlightSearch) {
	p.letters(&s.From, 3, 16)
	p.letters(&s.To, 3, 16)
	p.day(&s.Out)
	p.day(&s.Back)
	// Ids hold the position, so the order is fixed.
	cabins := []string{"economy", "premium_economy", "business", "first"}
	cabin := slices.Index(cabins, s.Cabin)
	p.count(&cabin, 2)
	s.Cabin = cabins[cabin]
	p.count(&s.Adults, 4)
	p.count(&s.Children, 4)
	p.count(&s.Infants, 4)
	p.letters(&s.Site, 2, 10)
	p.time(&s.Created)
}

// HotelSearch is what a hotel search's id carries: exactly one destination of City, Hotel and Area. Currency
// and locale are not part of it, as no read inherits them.
type HotelSearch struct {
	City     string // three uppercase letters, or empty
	Hotel    int64  // 1 to 2^53-1, or 0
	Area     *Area  // around a point, or nil
	CheckIn  string // YYYY-MM-DD
	CheckOut string // YYYY-MM-DD
	Adults   int    // 1 to 15, over all rooms
	Rooms    int    // 1 to 15
	Ages     []int  // of the children, 0 to 17 each, at most 8; nil for none
	Site     string // market, two uppercase letters
	Created  time.Time
}

// Area is a circle on the map: decimal degrees, kept to the millionth, and kilometers, kept to the meter.
type Area struct{ Lat, Lng, Radius float64 }

const (
	maxAges   = 8
	perDegree = 1e6
	perKm     = 1e3
)

// HotelSearch returns the id of a search: 48 to 62 characters. A search with a
// value that does not fit, which a checked request never has, is an error.
func (c *Codec) HotelSearch(s HotelSearch) (string, error) {
	s.Created = time.UnixMilli(s.Created.UnixMilli()).UTC()
	s.Ages = append([]int(nil), s.Ages...)
	if s.Area != nil {
		s.Area = &Area{
			Lat:    math.Round(s.Area.Lat*perDegree) / perDegree,
			Lng:    math.Round(s.Area.Lng*perDegree) / perDegree,
			Radius: math.Round(s.Area.Radius*perKm) / perKm,
		}
	}
	return seal(c, hotelSearch, s, packHotel)
}

// ParseHotelSearch reads the search back from its id. It returns ErrUnknown for
// anything that HotelSearch did not make with this key.
func (c *Codec) ParseHotelSearch(id string) (HotelSearch, error) {
	s, err := open(c, hotelSearch, id, packHotel)
	if err == nil && (s.Rooms < 1 || s.Adults < s.Rooms || s.CheckOut <= s.CheckIn) {
		return HotelSearch{}, ErrUnknown // another build's: nothing here makes such a stay
	}
	return s, err
}

func packHotel(p *payload, s *HotelSearch) {
	const toCity, toHotel, toArea = 1, 2, 3
	to, city, hotel, area := toCity, s.City, s.Hotel, s.Area
	switch {
	case area != nil:
		to = toArea
	case hotel != 0:
		to = toHotel
	}
	p.count(&to, 8)
	s.City, s.Hotel, s.Area = "", 0, nil
	switch to {
	case toCity:
		p.letters(&city, 3, 16)
		s.City = city
	case toHotel:
		s.Hotel = int64(p.number(uint64(hotel), 56))
	case toArea:
		s.Area = new(Area)
		if area != nil {
			*s.Area = *area
		}
		p.decimal(&s.Area.Lat, perDegree)
		p.decimal(&s.Area.Lng, perDegree)
		p.decimal(&s.Area.Radius, perKm)
	}
	p.day(&s.CheckIn)
	p.day(&s.CheckOut)
	p.count(&s.Adults, 6)
	p.count(&s.Rooms, 4)
	children := len(s.Ages)
	p.count(&children, 4)
	p.letters(&s.Site, 2, 10)
	ages := make([]int, maxAges)
	copy(ages, s.Ages)
	for i := range ages {
		p.count(&ages[i], 5)
	}
	s.Ages = nil
	if children > 0 {
		s.Ages = ages[:min(children, maxAges)]
	}
	p.time(&s.Created)
}

// seal returns the id of a search. pack goes over the fields of the search in the order of its payload.
func seal[S any](c *Codec, k kind, s S, pack func(*payload, *S)) (string, error) {
	p, written := &payload{}, s
	if pack(p, &written); !reflect.DeepEqual(s, written) {
		return "", fmt.Errorf("pack search %+v: a value does not fit, it would be read as %+v", s, written)
	}
	return c.sign(k, p.raw), nil
}

func (c *Codec) sign(k kind, payload []byte) string {
	raw := append([]byte{version<<4 | byte(k)}, payload...)
	return base64.RawURLEncoding.EncodeToString(append(raw, c.tag(raw)...))
}

// open reads the search of an id of kind k. Nothing of it is looked at before the tag is found right.
func open[S any](c *Codec, k kind, id string, pack func(*payload, *S)) (s S, err error) {
	if len(id) > maxLen {
		return s, ErrUnknown
	}
	raw, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(raw) < 1+tagSize {
		return s, ErrUnknown
	}
	signed, tag := raw[:len(raw)-tagSize], raw[len(raw)-tagSize:]
	if !hmac.Equal(tag, c.tag(signed)) || signed[0] != version<<4|byte(k) {
		return s, ErrUnknown
	}
	pack(&payload{raw: signed[1:], reading: true}, &s)
	// Each search has one id. A payload of another length, line breaks, which the decoder skips,
	// and stray bits in the last character make another one.
	again, written := &payload{}, s
	if pack(again, &written); c.sign(k, again.raw) != id {
		return *new(S), ErrUnknown
	}
	return s, nil
}

func (c *Codec) tag(signed []byte) []byte {
	mac := hmac.New(sha256.New, c.key[:])
	mac.Write(signed)
	return mac.Sum(nil)[:tagSize]
}

// payload is a row of numbers of some bits each, the highest bit first. Its methods put a field into it or,
// when reading, take it out. Either way the field then has the value that is in the payload, so that a field
// that was put in and did not fit has changed.
type payload struct {
	raw     []byte
	bit     int // the next one
	reading bool
}

func (p *payload) number(given uint64, bits int) (kept uint64) {
	for i := bits - 1; i >= 0; i-- {
		at, mask := p.bit/8, byte(0x80)>>(p.bit%8)
		p.bit++
		if at == len(p.raw) && !p.reading {
			p.raw = append(p.raw, 0)
		}
		if !p.reading && given>>i&1 == 1 {
			p.raw[at] |= mask
		}
		if at < len(p.raw) && p.raw[at]&mask != 0 { // a payload that was cut ends in zeros
			kept |= 1 << i
		}
	}
	return kept
}

func (p *payload) count(field *int, bits int) { *field = int(p.number(uint64(*field), bits)) }

// letters are n uppercase letters as a number to the base 26.
func (p *payload) letters(field *string, n, bits int) {
	packed := uint64(0)
	for _, c := range []byte(*field) {
		packed = packed*26 + uint64(c-'A')
	}
	packed = p.number(packed, bits)
	letters := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		letters[i] = 'A' + byte(packed%26)
		packed /= 26
	}
	*field = string(letters)
}

const secondsPerDay = 86400

// day is YYYY-MM-DD, or empty, as the days since the one before the first that this form can name.
func (p *payload) day(field *string) {
	before := time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC).Unix()
	days := int64(0)
	if t, err := time.Parse(time.DateOnly, *field); err == nil {
		days = (t.Unix() - before) / secondsPerDay
	}
	days = int64(p.number(uint64(days), 24))
	*field = ""
	if days > 0 {
		*field = time.Unix(before+days*secondsPerDay, 0).UTC().Format(time.DateOnly)
	}
}

func (p *payload) time(field *time.Time) {
	*field = time.UnixMilli(int64(p.number(uint64(field.UnixMilli()), 48))).UTC()
}

// decimal is a number with its sign, as so many parts of one.
func (p *payload) decimal(field *float64, parts float64) {
	packed := int32(math.Round(*field * parts))
	*field = float64(int32(p.number(uint64(uint32(packed)), 32))) / parts
}
