package ids

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"
)

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
	Created   time.Time // kept to the millisecond
}

// flightSize is the payload: two codes, two days, the party with cabin and
// market, and the creation time.
const flightSize = 2 + 2 + 3 + 3 + 3 + 6

// cabins has a fixed order, since ids hold the position.
var cabins = [...]string{"economy", "premium_economy", "business", "first"}

// dayZero is the first day that YYYY-MM-DD can name, in seconds of Unix time.
const dayZero = -62167219200

const secondsPerDay = 86400

// FlightSearch returns the id of a search: 43 characters. The error names the
// field that does not fit, which a checked request never has.
func (c *Codec) FlightSearch(s FlightSearch) (string, error) {
	from, okFrom := packLetters(s.From, 3)
	to, okTo := packLetters(s.To, 3)
	if !okFrom || !okTo {
		return "", fmt.Errorf("pack search %q to %q: not three uppercase letters", s.From, s.To)
	}
	out, err := packDay(s.Out)
	if err != nil {
		return "", fmt.Errorf("pack outbound day: %w", err)
	}
	var back uint32
	if s.Back != "" {
		day, err := packDay(s.Back)
		if err != nil {
			return "", fmt.Errorf("pack return day: %w", err)
		}
		back = day + 1 // 0 is one way
	}
	party, err := packParty(s)
	if err != nil {
		return "", err
	}
	created := s.Created.UnixMilli()
	if created < 0 || created >= 1<<48 {
		return "", fmt.Errorf("pack creation time %v: out of range", s.Created)
	}
	raw := make([]byte, 0, flightSize)
	raw = binary.BigEndian.AppendUint16(raw, uint16(from))
	raw = binary.BigEndian.AppendUint16(raw, uint16(to))
	raw = append24(raw, out)
	raw = append24(raw, back)
	raw = append24(raw, party)
	raw = binary.BigEndian.AppendUint16(raw, uint16(created>>32))
	raw = binary.BigEndian.AppendUint32(raw, uint32(created))
	return c.seal(flightSearch, raw), nil
}

// ParseFlightSearch reads the search back from its id, with Created in UTC. It
// returns ErrUnknown for anything that FlightSearch did not make with this key.
func (c *Codec) ParseFlightSearch(id string) (FlightSearch, error) {
	raw, err := c.open(flightSearch, id)
	if err != nil {
		return FlightSearch{}, err
	}
	if len(raw) != flightSize {
		return FlightSearch{}, ErrUnknown
	}
	party := read24(raw[10:])
	s := FlightSearch{
		From:     unpackLetters(uint32(binary.BigEndian.Uint16(raw)), 3),
		To:       unpackLetters(uint32(binary.BigEndian.Uint16(raw[2:])), 3),
		Out:      unpackDay(read24(raw[4:])),
		Cabin:    cabins[party>>22&3],
		Adults:   int(party >> 18 & 15),
		Children: int(party >> 14 & 15),
		Infants:  int(party >> 10 & 15),
		Site:     unpackLetters(party&1023, 2),
	}
	if back := read24(raw[7:]); back > 0 {
		s.Back = unpackDay(back - 1)
	}
	millis := int64(binary.BigEndian.Uint16(raw[13:]))<<32 | int64(binary.BigEndian.Uint32(raw[15:]))
	s.Created = time.UnixMilli(millis).UTC()
	return s, nil
}

// packParty puts cabin (2 bits), three head counts (4 each) and market (10)
// into 24 bits.
func packParty(s FlightSearch) (uint32, error) {
	cabin := slices.Index(cabins[:], s.Cabin)
	site, ok := packLetters(s.Site, 2)
	if cabin < 0 || !ok {
		return 0, fmt.Errorf("pack cabin %q, market %q: unknown cabin, or not two uppercase letters", s.Cabin, s.Site)
	}
	packed := uint32(cabin)
	for _, heads := range []int{s.Adults, s.Children, s.Infants} {
		if heads < 0 || heads > 15 {
			return 0, fmt.Errorf("pack a party with %d of one age: out of range", heads)
		}
		packed = packed<<4 | uint32(heads)
	}
	return packed<<10 | site, nil
}

// packLetters reads n uppercase letters as a number to the base 26.
func packLetters(s string, n int) (uint32, bool) {
	if len(s) != n {
		return 0, false
	}
	var packed uint32
	for i := range n {
		if s[i] < 'A' || s[i] > 'Z' {
			return 0, false
		}
		packed = packed*26 + uint32(s[i]-'A')
	}
	return packed, true
}

func unpackLetters(packed uint32, n int) string {
	letters := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		letters[i] = 'A' + byte(packed%26)
		packed /= 26
	}
	return string(letters)
}

func packDay(day string) (uint32, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return 0, err
	}
	return uint32((t.Unix() - dayZero) / secondsPerDay), nil
}

func unpackDay(day uint32) string {
	return time.Unix(dayZero+int64(day)*secondsPerDay, 0).UTC().Format(time.DateOnly)
}

func append24(raw []byte, n uint32) []byte {
	return append(raw, byte(n>>16), byte(n>>8), byte(n))
}

func read24(raw []byte) uint32 {
	return uint32(raw[0])<<16 | uint32(raw[1])<<8 | uint32(raw[2])
}
