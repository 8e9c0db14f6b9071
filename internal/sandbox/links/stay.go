package links

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Limits of a stay.
const (
	MaxRooms = 4
	MaxAge   = 17 // of a child, in years
)

// Stay is when, for whom and in what money a hotel's page or search is shown.
// Package hotels builds the links; here they are read.
type Stay struct {
	CheckIn, CheckOut string // YYYY-MM-DD; both empty when no days are chosen
	Guests
	Rooms    int
	Currency string // ISO 4217; empty when not stated
	Locale   string // BCP 47
	Site     string // market, two uppercase letters
}

// Guests are adults and the ages of children.
type Guests struct {
	Adults int
	Ages   []int // 0 to 17
}

// ReadStay reads a stay. Guests come as one room parameter for each room, its
// adults and the ages of its children with colons between, or as a form sends
// them: adults, childrenAges with commas, rooms. What is left out has the API's
// default. The error is an *Error; the stay then holds what could be read.
func ReadStay(query url.Values) (Stay, error) {
	r := &reader{query: query}
	s := Stay{Rooms: 1, Guests: Guests{Adults: 2}}
	if query.Has("room") {
		s.Guests, s.Rooms = r.rooms(query["room"])
	} else {
		s.Adults = r.count("adults", 2, 1, MaxAdults)
		s.Rooms = r.count("rooms", 1, 1, MaxRooms)
		s.Ages = r.ages(query.Get("childrenAges"))
	}
	if s.Rooms > s.Adults {
		r.fault("There are more rooms (%d) than adults (%d); each room needs an adult.", s.Rooms, s.Adults)
		s.Rooms = s.Adults
	}
	s.Currency = r.word("currency", "", func(s string) bool { return s == "" || letters(s, 3) })
	s.Locale = r.word("locale", "en", isLocale)
	s.Site = r.word("siteCode", "US", func(s string) bool { return letters(s, 2) })
	if in, out := query.Get("checkIn"), query.Get("checkOut"); in != "" || out != "" {
		s.CheckIn, s.CheckOut = r.day("The day of arrival", in), r.day("The day of leaving", out)
		if s.CheckIn != "" && s.CheckOut != "" && s.CheckOut <= s.CheckIn { // this form sorts as time does
			r.fault("Leaving on %s is not after arriving on %s.", s.CheckOut, s.CheckIn)
			s.CheckOut = ""
		}
	}
	return s, r.err()
}

// rooms adds up the guests of all rooms.
func (r *reader) rooms(rooms []string) (Guests, int) {
	var all Guests
	for _, room := range rooms {
		party := r.guests(room)
		all.Adults += party.Adults
		all.Ages = append(all.Ages, party.Ages...)
	}
	if len(rooms) > MaxRooms {
		r.fault("There are %d rooms; at most %d can be had.", len(rooms), MaxRooms)
		rooms = rooms[:MaxRooms]
	}
	if all.Adults > MaxAdults || len(all.Ages) > MaxChildren {
		r.fault("There are %d adults and %d children; at most %d and %d can stay.", all.Adults, len(all.Ages), MaxAdults, MaxChildren)
		all = Guests{Adults: min(all.Adults, MaxAdults), Ages: all.Ages[:min(len(all.Ages), MaxChildren)]}
	}
	return all, len(rooms)
}

func (r *reader) guests(text string) Guests {
	party, ok := ParseGuests(text)
	if !ok {
		r.fault("A room is for %s; it must be for 1 to %d adults and then the age of each child, 0 to %d, as in 2:4:9.", brief(text), MaxAdults, MaxAge)
	}
	return party
}

// ParseGuests reads adults and the ages of children, as 2:4:9. When it is
// false the party is of one adult.
func ParseGuests(text string) (Guests, bool) {
	adults, ages, children := strings.Cut(text, ":")
	n, err := strconv.Atoi(adults)
	if err != nil || strconv.Itoa(n) != adults || n < 1 || n > MaxAdults {
		return Guests{Adults: 1}, false
	}
	party := Guests{Adults: n}
	for children {
		var age string
		age, ages, children = strings.Cut(ages, ":")
		years, ok := ageOf(age)
		if !ok || len(party.Ages) == MaxChildren {
			return Guests{Adults: 1}, false
		}
		party.Ages = append(party.Ages, years)
	}
	return party, true
}

// ages reads what a form holds: 4, 9
func (r *reader) ages(text string) []int {
	var ages []int
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' })
	for _, field := range fields {
		age, ok := ageOf(field)
		if !ok {
			r.fault("The age of a child is %s; it must be from 0 to %d.", brief(field), MaxAge)
			return nil
		}
		ages = append(ages, age)
	}
	if len(ages) > MaxChildren {
		r.fault("There are %d children; at most %d can stay.", len(ages), MaxChildren)
		return nil
	}
	return ages
}

func ageOf(text string) (int, bool) {
	age, err := strconv.Atoi(text)
	return age, err == nil && strconv.Itoa(age) == text && age >= 0 && age <= MaxAge
}

// HotelCheckout is a rate to book. The search and the rate decide what is
// shown; guests and country are what the link says beside them.
type HotelCheckout struct {
	HotelID  int64
	SearchID string
	RateID   string
	Guests   string // as the caller of the API put it, see ParseGuests; or empty
	Country  string // ISO 3166-1 alpha-2, or empty
	Currency string // ISO 4217; empty when not stated
	Locale   string
	Site     string
}

// ReadHotelCheckout reads the link to a rate. Its error is an *Error.
func ReadHotelCheckout(query url.Values) (HotelCheckout, error) {
	r := &reader{query: query}
	c := HotelCheckout{
		RateID:   query.Get("rateId"),
		Guests:   query.Get("guests"),
		SearchID: query.Get("searchId"),
		Country:  r.word("countryCode", "", func(s string) bool { return letters(s, 2) }),
		Currency: r.word("currency", "", func(s string) bool { return letters(s, 3) }),
		Locale:   r.word("locale", "en", isLocale),
		Site:     r.word("siteCode", "US", func(s string) bool { return letters(s, 2) }),
	}
	var ok bool
	if c.HotelID, ok = HotelID(query.Get("hotelId")); !ok {
		r.fault("The hotel is %s; it must be a whole number.", brief(query.Get("hotelId")))
	}
	if c.RateID == "" || len(c.RateID) > MaxID {
		r.fault("The rate is %s; it must be an id of the API.", brief(c.RateID))
	}
	searchID, _, _ := strings.Cut(c.RateID, ":")
	if c.SearchID == "" {
		c.SearchID = searchID
	}
	if c.SearchID != searchID {
		r.fault("The search is not the one that the rate belongs to.")
	}
	return c, r.err()
}

// HotelID reads the number of a hotel, 1 to 2^53-1.
func HotelID(text string) (int64, bool) {
	const most = 1<<53 - 1
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && strconv.FormatInt(id, 10) == text && id >= 1 && id <= most
}

// Equal tells whether two parties are of the same people.
func (g Guests) Equal(other Guests) bool {
	a, b := slices.Sorted(slices.Values(g.Ages)), slices.Sorted(slices.Values(other.Ages))
	return g.Adults == other.Adults && slices.Equal(a, b)
}
