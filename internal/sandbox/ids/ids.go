// Package ids encodes a search in its id. The id is the request and its creation time, signed, so any process
// with the key can answer for a search and nothing has to be stored.
//
// An id is base64url without padding over
//
//	version and kind (1 byte) | payload of that kind | tag (12 bytes)
//
// where the tag is HMAC-SHA-256 over everything before it, truncated. The alphabet has no colon, so a trip code
// can follow after one. The first byte never produces a leading hyphen, so an id cannot be mistaken for a flag.
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

// ErrUnknown means that this codec did not make the id: it was altered or truncated, was made with another key,
// or has another kind or version.
var ErrUnknown = errors.New("unknown id")

// Codec makes and parses ids. Codecs with the same key accept each other's ids. It is safe for concurrent use.
type Codec struct {
	key [32]byte
}

// New returns the codec for a key, which must be secret and uniformly random.
func New(key [32]byte) *Codec {
	return &Codec{key: key}
}

// FlightSearch is the content of a flight search's id. Currency and locale are not included, because reads do not
// inherit them.
type FlightSearch struct {
	From, To  string // three uppercase letters
	Out, Back string // YYYY-MM-DD; Back is empty for one way
	Cabin     string // economy, premium_economy, business or first
	Adults    int    // each of the three counts is 0 to 15
	Children  int
	Infants   int
	Site      string    // market, two uppercase letters
	Created   time.Time // kept to the millisecond, in UTC
}

// FlightSearch returns the id of a search, 55 characters long. The request must have been validated.
func (c *Codec) FlightSearch(s FlightSearch) string {
	return c.seal(flightSearch, flightPayload{
		From: [3]byte([]byte(s.From)), To: [3]byte([]byte(s.To)), Out: daysTo(s.Out), Back: daysTo(s.Back),
		Cabin: uint8(slices.Index(cabins, s.Cabin)), Adults: uint8(s.Adults), Children: uint8(s.Children), Infants: uint8(s.Infants),
		Site: [2]byte([]byte(s.Site)), Created: s.Created.UnixMilli(),
	}, nil)
}

// ParseFlightSearch returns the search encoded in an id. It returns ErrUnknown for anything that FlightSearch did
// not make with this key.
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

// cabins has a fixed order, since ids contain the position.
var cabins = []string{"economy", "premium_economy", "business", "first"}

// flightPayload is the binary form of a flight search in its id.
type flightPayload struct {
	From, To                         [3]byte
	Out, Back                        int32 // days, see dayOf
	Cabin, Adults, Children, Infants uint8
	Site                             [2]byte
	Created                          int64 // milliseconds of Unix time
}

// HotelSearch is the content of a hotel search's id, with exactly one destination of City, Hotel and Area.
// Currency and locale are not included, because reads do not inherit them.
type HotelSearch struct {
	City     string // three uppercase letters, or empty
	Hotel    int64  // 1 to 2^53-1, or 0
	Area     *Area  // around a point, or nil
	CheckIn  string // YYYY-MM-DD
	CheckOut string // YYYY-MM-DD
	Adults   int    // 1 to 15, over all rooms
	Rooms    int    // 1 to 15
	Ages     []int  // of the children, 0 to 17 each, at most 8; nil if there are none
	Site     string // market, two uppercase letters
	Created  time.Time
}

// Area is a circle on the map. Lat and Lng are decimal degrees, stored to a millionth; Radius is kilometers,
// stored to the meter.
type Area struct{ Lat, Lng, Radius float64 }

const (
	perDegree = 1e6
	perKm     = 1e3
)

// hotelPayload is the binary form of a hotel search in its id. The ages of the children follow, one byte each.
type hotelPayload struct {
	To                uint8 // toCity, toHotel or toArea
	City              [3]byte
	Place             [3]int32 // the two halves of a hotel id, or an area in millionths of a degree and in meters
	CheckIn, CheckOut int32    // days, see dayOf
	Adults, Rooms     uint8
	Site              [2]byte
	Created           int64 // milliseconds of Unix time
}

const toCity, toHotel, toArea = 1, 2, 3

// HotelSearch returns the id of a search, 66 to 76 characters long. The request must have been validated.
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

// ParseHotelSearch returns the search encoded in an id. It returns ErrUnknown for anything that HotelSearch did
// not make with this key.
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

// seal returns the id of a payload followed by more.
func (c *Codec) seal(k kind, payload any, more []byte) string {
	raw, _ := binary.Append([]byte{version<<4 | byte(k)}, binary.BigEndian, payload) // the payload has a fixed size
	raw = append(raw, more...)
	return base64.RawURLEncoding.EncodeToString(append(raw, c.tag(raw)...))
}

// open decodes the payload of an id of kind k and returns the bytes after it. It decodes nothing before it has
// verified the tag.
func (c *Codec) open(k kind, id string, payload any) (more []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(id)
	size := 1 + binary.Size(payload)
	// Each search has exactly one id. Line breaks, which the decoder skips, and stray bits in the last character
	// would make others.
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

// daysTo returns a day, YYYY-MM-DD, as days since 1970-01-01, or noDay if there is none.
func daysTo(day string) int32 {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return noDay
	}
	return int32(at.Unix() / secondsPerDay)
}

// dayOf is the inverse of daysTo. It returns "" for noDay.
func dayOf(days int32) string {
	if days == noDay {
		return ""
	}
	return time.Unix(int64(days)*secondsPerDay, 0).UTC().Format(time.DateOnly)
}
