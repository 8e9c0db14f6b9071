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
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"time"
)

const (
	version = 1 // high half of the first byte
	tagSize = 12
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

// FlightSearch returns the id of a search, whose values a checked request had: 55 characters.
func (c *Codec) FlightSearch(s FlightSearch) string {
	return c.seal(flightSearch, flightPayload{
		From: [3]byte([]byte(s.From)), To: [3]byte([]byte(s.To)), Out: daysTo(s.Out), Back: daysTo(s.Back),
		Cabin: uint8(slices.Index(cabins, s.Cabin)), Adults: uint8(s.Adults), Children: uint8(s.Children), Infants: uint8(s.Infants),
		Site: [2]byte([]byte(s.Site)), Created: s.Created.UnixMilli(),
	}, nil)
}

// ParseFlightSearch reads the search back from its id. It returns ErrUnknown for
// anything that FlightSearch did not make with this key.
func (c *Codec) ParseFlightSearch(id string) (FlightSearch, error) {
	var p flightPayload
	if more, ok := c.open(flightSearch, id, &p); !ok || len(more) > 0 || int(p.Cabin) >= len(cabins) {
		return FlightSearch{}, ErrUnknown
	}
	return FlightSearch{
		From: string(p.From[:]), To: string(p.To[:]), Out: dayOf(p.Out), Back: dayOf(p.Back),
		Cabin: cabins[p.Cabin], Adults: int(p.Adults), Children: int(p.Children), Infants: int(p.Infants),
		Site: string(p.Site[:]), Created: time.UnixMilli(p.Created).UTC(),
	}, nil
}

// cabins are in a fixed order, since ids hold the position.
var cabins = []string{"economy", "premium_economy", "business", "first"}

// flightPayload is a flight search as its id has it.
type flightPayload struct {
	From, To                         [3]byte
	Out, Back                        int32 // days, see dayOf
	Cabin, Adults, Children, Infants uint8
	Site                             [2]byte
	Created                          int64 // milliseconds of Unix time
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
	perDegree = 1e6
	perKm     = 1e3
)

// hotelPayload is a hotel search as its id has it. The ages of the children follow, a byte each.
type hotelPayload struct {
	To                uint8 // toCity, toHotel or toArea
	City              [3]byte
	Place             [3]int32 // the two halves of a hotel's id, or an area in parts of a degree and of a kilometer
	CheckIn, CheckOut int32    // days, see dayOf
	Adults, Rooms     uint8
	Site              [2]byte
	Created           int64 // milliseconds of Unix time
}

const toCity, toHotel, toArea = 1, 2, 3

// HotelSearch returns the id of a search, whose values a checked request had: 66 to 76 characters.
func (c *Codec) HotelSearch(s HotelSearch) string {
	p := hotelPayload{
		To: toCity, CheckIn: daysTo(s.CheckIn), CheckOut: daysTo(s.CheckOut), Adults: uint8(s.Adults), Rooms: uint8(s.Rooms),
		Site: [2]byte([]byte(s.Site)), Created: s.Created.UnixMilli(),
	}
	copy(p.City[:], s.City)
	switch {
	case s.Area != nil:
		part := func(x, parts float64) int32 { return int32(math.Round(x * parts)) }
		p.To, p.Place = toArea, [3]int32{part(s.Area.Lat, perDegree), part(s.Area.Lng, perDegree), part(s.Area.Radius, perKm)}
	case s.Hotel != 0:
		p.To, p.Place = toHotel, [3]int32{int32(s.Hotel >> 32), int32(s.Hotel)}
	}
	var ages []byte
	for _, age := range s.Ages {
		ages = append(ages, byte(age))
	}
	return c.seal(hotelSearch, p, ages)
}

// ParseHotelSearch reads the search back from its id. It returns ErrUnknown for
// anything that HotelSearch did not make with this key.
func (c *Codec) ParseHotelSearch(id string) (HotelSearch, error) {
	var p hotelPayload
	ages, ok := c.open(hotelSearch, id, &p)
	if !ok {
		return HotelSearch{}, ErrUnknown
	}
	s := HotelSearch{
		CheckIn: dayOf(p.CheckIn), CheckOut: dayOf(p.CheckOut), Adults: int(p.Adults), Rooms: int(p.Rooms),
		Site: string(p.Site[:]), Created: time.UnixMilli(p.Created).UTC(),
	}
	switch at := p.Place; p.To {
	case toCity:
		s.City = string(p.City[:])
	case toHotel:
		s.Hotel = int64(at[0])<<32 | int64(uint32(at[1]))
	case toArea:
		s.Area = &Area{Lat: float64(at[0]) / perDegree, Lng: float64(at[1]) / perDegree, Radius: float64(at[2]) / perKm}
	}
	for _, age := range ages {
		s.Ages = append(s.Ages, int(age))
	}
	return s, nil
}

// seal returns the id of a payload with more behind it.
func (c *Codec) seal(k kind, payload any, more []byte) string {
	raw, _ := binary.Append([]byte{version<<4 | byte(k)}, binary.BigEndian, payload) // which has a fixed size
	raw = append(raw, more...)
	return base64.RawURLEncoding.EncodeToString(append(raw, c.tag(raw)...))
}

// open reads the payload of an id of kind k, and what is behind it. Nothing of it is looked at before the tag is
// found right.
func (c *Codec) open(k kind, id string, payload any) (more []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(id)
	size := 1 + binary.Size(payload)
	// Each search has one id. Line breaks, which the decoder skips, and stray bits in the last character make another one.
	if err != nil || len(raw) < size+tagSize || base64.RawURLEncoding.EncodeToString(raw) != id {
		return nil, false
	}
	signed, tag := raw[:len(raw)-tagSize], raw[len(raw)-tagSize:]
	if !hmac.Equal(tag, c.tag(signed)) || signed[0] != version<<4|byte(k) {
		return nil, false
	}
	_, err = binary.Decode(signed[1:size], binary.BigEndian, payload)
	return signed[size:], err == nil
}

func (c *Codec) tag(signed []byte) []byte {
	mac := hmac.New(sha256.New, c.key[:])
	mac.Write(signed)
	return mac.Sum(nil)[:tagSize]
}

const (
	secondsPerDay = 86400
	noDay         = math.MinInt32
)

// daysTo is a day, YYYY-MM-DD, as days since the beginning of 1970; noDay is none.
func daysTo(day string) int32 {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return noDay
	}
	return int32(at.Unix() / secondsPerDay)
}

// dayOf is the day that daysTo counted to, "" for none.
func dayOf(days int32) string {
	if days == noDay {
		return ""
	}
	return time.Unix(int64(days)*secondsPerDay, 0).UTC().Format(time.DateOnly)
}
