package ids

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// hotelSearch is the kind of a hotel search's id.
const hotelSearch kind = 2

// HotelSearch is what a hotel search's id carries: exactly one destination of
// City, Hotel and Area. Currency and locale are not part of it, as no read
// inherits them.
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

// Area is a circle on the map: decimal degrees, kept to the millionth, and
// kilometres, kept to the metre.
type Area struct{ Lat, Lng, Radius float64 }

// destination is the first byte of the payload and says what the next are.
type destination byte

const (
	toCity destination = iota + 1
	toHotel
	toArea
)

// stayed is the part of the payload behind the destination: two days, the
// party with rooms and market, the ages, and the creation time.
const stayed = 3 + 3 + 3 + 5 + 6

const (
	maxAges   = 8
	ageBits   = 5
	maxHotel  = 1<<53 - 1
	perDegree = 1e6
	perKm     = 1e3
)

// HotelSearch returns the id of a search: 48 to 59 characters. The error names
// the field that does not fit, which a checked request never has.
func (c *Codec) HotelSearch(s HotelSearch) (string, error) {
	raw, err := packDestination(s)
	if err != nil {
		return "", err
	}
	for _, day := range []string{s.CheckIn, s.CheckOut} {
		packed, err := packDay(day)
		if err != nil {
			return "", fmt.Errorf("pack day of stay: %w", err)
		}
		raw = append24(raw, packed)
	}
	party, err := packGuests(s)
	if err != nil {
		return "", err
	}
	ages, err := packAges(s.Ages)
	if err != nil {
		return "", err
	}
	created := s.Created.UnixMilli()
	if created < 0 || created >= 1<<48 {
		return "", fmt.Errorf("pack creation time %v: out of range", s.Created)
	}
	raw = append24(raw, party)
	raw = append(raw, byte(ages>>32))
	raw = binary.BigEndian.AppendUint32(raw, uint32(ages))
	raw = binary.BigEndian.AppendUint16(raw, uint16(created>>32))
	raw = binary.BigEndian.AppendUint32(raw, uint32(created))
	return c.seal(hotelSearch, raw), nil
}

// ParseHotelSearch reads the search back from its id, with Created in UTC. It
// returns ErrUnknown for anything that HotelSearch did not make with this key.
func (c *Codec) ParseHotelSearch(id string) (HotelSearch, error) {
	raw, err := c.open(hotelSearch, id)
	if err != nil {
		return HotelSearch{}, err
	}
	s, raw, ok := unpackDestination(raw)
	if !ok || len(raw) != stayed {
		return HotelSearch{}, ErrUnknown
	}
	in, out := read24(raw), read24(raw[3:])
	s.CheckIn, s.CheckOut = unpackDay(in), unpackDay(out)
	party := read24(raw[6:])
	children := int(party >> 10 & 15)
	s.Adults, s.Rooms = int(party>>18&15), int(party>>14&15)
	if children > maxAges || s.Rooms < 1 || s.Adults < s.Rooms || out <= in {
		return HotelSearch{}, ErrUnknown // another build's: nothing here makes such a stay
	}
	s.Site = unpackLetters(party&1023, 2)
	ages := uint64(raw[9])<<32 | uint64(binary.BigEndian.Uint32(raw[10:]))
	for i := range children {
		s.Ages = append(s.Ages, int(ages>>(ageBits*i)&(1<<ageBits-1)))
	}
	millis := int64(binary.BigEndian.Uint16(raw[14:]))<<32 | int64(binary.BigEndian.Uint32(raw[16:]))
	s.Created = time.UnixMilli(millis).UTC()
	return s, nil
}

func packDestination(s HotelSearch) ([]byte, error) {
	switch {
	case s.City != "" && s.Hotel == 0 && s.Area == nil:
		city, ok := packLetters(s.City, 3)
		if !ok {
			return nil, fmt.Errorf("pack city %q: not three uppercase letters", s.City)
		}
		return binary.BigEndian.AppendUint16([]byte{byte(toCity)}, uint16(city)), nil
	case s.City == "" && s.Hotel > 0 && s.Hotel <= maxHotel && s.Area == nil:
		raw := binary.BigEndian.AppendUint64(nil, uint64(s.Hotel))
		raw[0] = byte(toHotel) // the number leaves it free
		return raw, nil
	case s.City == "" && s.Hotel == 0 && s.Area != nil:
		return packArea(*s.Area)
	}
	return nil, fmt.Errorf("pack destination city %q, hotel %d, area %v: want exactly one", s.City, s.Hotel, s.Area)
}

func packArea(a Area) ([]byte, error) {
	if !(math.Abs(a.Lat) <= 90 && math.Abs(a.Lng) <= 180 && a.Radius >= 0 && a.Radius <= 65) {
		return nil, fmt.Errorf("pack area %v: not on the map", a)
	}
	raw := binary.BigEndian.AppendUint32([]byte{byte(toArea)}, uint32(int32(math.Round(a.Lat*perDegree))))
	raw = binary.BigEndian.AppendUint32(raw, uint32(int32(math.Round(a.Lng*perDegree))))
	return binary.BigEndian.AppendUint16(raw, uint16(math.Round(a.Radius*perKm))), nil
}

// unpackDestination returns a search with nothing but its destination, and the
// rest of the payload.
func unpackDestination(raw []byte) (s HotelSearch, rest []byte, ok bool) {
	if len(raw) < 8 {
		return s, nil, false
	}
	switch destination(raw[0]) {
	case toCity:
		return HotelSearch{City: unpackLetters(uint32(binary.BigEndian.Uint16(raw[1:])), 3)}, raw[3:], true
	case toHotel:
		number := binary.BigEndian.Uint64(raw) &^ (0xff << 56)
		return HotelSearch{Hotel: int64(number)}, raw[8:], number > 0 && number <= maxHotel
	case toArea:
		if len(raw) < 11 {
			return s, nil, false
		}
		return HotelSearch{Area: &Area{
			Lat:    float64(int32(binary.BigEndian.Uint32(raw[1:]))) / perDegree,
			Lng:    float64(int32(binary.BigEndian.Uint32(raw[5:]))) / perDegree,
			Radius: float64(binary.BigEndian.Uint16(raw[9:])) / perKm,
		}}, raw[11:], true
	}
	return s, nil, false
}

// packGuests puts adults, rooms and number of children (4 bits each) and market
// (10) into 22 bits.
func packGuests(s HotelSearch) (uint32, error) {
	site, ok := packLetters(s.Site, 2)
	if !ok {
		return 0, fmt.Errorf("pack market %q: not two uppercase letters", s.Site)
	}
	packed := uint32(0)
	for _, n := range []int{s.Adults, s.Rooms, len(s.Ages)} {
		if n < 0 || n > 15 {
			return 0, fmt.Errorf("pack %d adults in %d rooms: out of range", s.Adults, s.Rooms)
		}
		packed = packed<<4 | uint32(n)
	}
	return packed<<10 | site, nil
}

func packAges(ages []int) (packed uint64, err error) {
	if len(ages) > maxAges {
		return 0, fmt.Errorf("pack %d children: out of range", len(ages))
	}
	for i, age := range ages {
		if age < 0 || age >= 1<<ageBits {
			return 0, fmt.Errorf("pack a child of %d years: out of range", age)
		}
		packed |= uint64(age) << (ageBits * i)
	}
	return packed, nil
}
