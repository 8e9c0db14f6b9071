package desk

import (
	"cmp"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// ExtraReadWait is how long a link may wait for a read of what its list does not say.
const ExtraReadWait = 5 * time.Second

// Of is what a link leads to.
type Of string

// What links lead to: a checkout, a search, or the page of a hotel.
const (
	OfFare    Of = "fare"
	OfRate    Of = "rate"
	OfFlights Of = "flights"
	OfHotels  Of = "hotels"
	OfHotel   Of = "hotel"
)

// A Booking is what a link is for, as the stored list and the request have it. What does not apply is absent; what
// applies and is not known is named in Unknown. Texts may be foreign.
type Booking struct {
	Of       Of     `json:"of"`             // fare, rate, flights, hotels or hotel
	From     string `json:"from,omitempty"` // airport or city codes
	FromName string `json:"fromName,omitempty"`
	To       string `json:"to,omitempty"`
	ToName   string `json:"toName,omitempty"`
	Hotel    string `json:"hotel,omitempty"`
	City     string `json:"city,omitempty"`
	Room     string `json:"room,omitempty"`
	Board    string `json:"board,omitempty"`

	Start     string `json:"start,omitempty"` // of the outbound or the check-in, YYYY-MM-DD
	End       string `json:"end,omitempty"`   // of the return or the check-out, YYYY-MM-DD
	Nights    int    `json:"nights,omitempty"`
	Travelers string `json:"travelers,omitempty"` // in words
	Cabin     string `json:"cabin,omitempty"`

	Legs    search.Itinerary `json:"legs,omitempty"`
	Options []BookedOption   `json:"options,omitempty"`

	Price   offer.Money `json:"price,omitzero"`    // of the whole party or all rooms
	AtLeast bool        `json:"atLeast,omitempty"` // the price is the lowest of several
	Covers  string      `json:"covers,omitempty"`  // by the price: "for 2 adults", "a night"
	Charges string      `json:"charges,omitempty"` // fees and taxes that are in the price or come on top
	SeenAt  time.Time   `json:"seenAt,omitzero"`   // when the price was
	Kind    string      `json:"kind,omitempty"`    // of a fare, as the service calls it
	Seller  string      `json:"seller,omitempty"`  // by name
	Refund  string      `json:"refund,omitempty"`  // terms of cancellation
	Bags    string      `json:"bags,omitempty"`    // that are included
	LeftOut []string    `json:"leftOut,omitempty"` // filters of the list, which the link does not carry
	Unknown []string    `json:"unknown,omitempty"` // what the list does not say

	Locale string `json:"-"` // that prices are written in
}

// A BookedOption is an option of a fare that the link carries.
type BookedOption struct {
	ID     string      `json:"id"`
	Name   string      `json:"name,omitempty"`
	Price  offer.Money `json:"price,omitzero"`
	Covers string      `json:"covers,omitempty"` // "for the whole trip", "for OUT"
	Terms  string      `json:"terms,omitempty"`  // refund, fees and bags
}

// Between sets the days, YYYY-MM-DD, and the nights between them. The second may be "".
func (b *Booking) Between(start, end string) {
	b.Start, b.End = start, end
	if start != "" && end != "" {
		b.Nights = max(int(words.Day(end).Sub(words.Day(start))/(24*time.Hour)), 0)
	}
}

// Cost sets a price, which is for what covers says, and when it was seen. A price that is not known is left out.
func (b *Booking) Cost(price offer.Money, covers string, seen time.Time) {
	if price.Amount == "" {
		b.AtLeast = false
		return
	}
	b.Price, b.Covers, b.SeenAt = price, covers, seen.UTC().Truncate(time.Second)
}

// NotAll warns that not everything that a link is for could be read; nothing without an error.
func NotAll(err error) []string {
	if err == nil {
		return nil
	}
	return []string{"the link works, but some of its details could not be read: " + err.Error()}
}

// Need notes what is not known.
func (b *Booking) Need(what string, known bool) {
	if !known {
		b.Unknown = append(b.Unknown, what)
	}
}

// called is a place by its name and code.
func called(code, name string) string {
	if name == "" || name == code {
		return code
	}
	return name + " (" + code + ")"
}

// title is where it goes: "flights Lisbon (LIS) to Madrid (MAD)".
func (b Booking) title() string {
	switch {
	case b.Of == OfFare || b.Of == OfFlights:
		return "Flights " + called(b.From, b.FromName) + " to " + called(b.To, b.ToName)
	case b.Of == OfHotels:
		return "Hotels in " + b.City
	case b.Of == OfHotel && b.City != "":
		return b.Hotel + ", " + b.City
	}
	return b.Hotel
}

// days are the days with their years.
func (b Booking) days() string {
	text := DaysText(b.Start, b.End)
	if b.Nights > 0 {
		text += " (" + words.Counted(b.Nights, "night") + ")"
	}
	return text
}

// Summary is the booking in a line for someone who has not seen it: "Flights Lisbon (LIS) to Madrid (MAD), Fri 27 Nov
// to Sun 29 Nov 2026 (2 nights), 1 adult, economy". The page of a hotel has a second line for the stay.
func (b Booking) Summary() []string {
	var parts []string
	for _, part := range []string{b.days(), b.oneWay(), b.Travelers, strings.ReplaceAll(b.Cabin, "_", " ")} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if b.Of == OfHotel {
		return []string{b.title(), strings.Join(parts, ", ")}
	}
	return []string{strings.Join(append([]string{b.title()}, parts...), ", ")}
}

func (b Booking) oneWay() string {
	if b.From != "" && b.Start != "" && b.End == "" {
		return "one way"
	}
	return ""
}

// price is the price with what it is for: "from €412 for 2 adults"; "" where none was seen.
func (b Booking) price() string {
	if b.Price.Amount == "" {
		return ""
	}
	text := b.Price.Text(b.Locale)
	if b.AtLeast {
		text = "from " + text
	}
	return strings.TrimSpace(text + " " + b.Covers)
}

// Rows are what a link is for, as every face shows it before the link: a label and a text each, both without an end.
func (l Link) Rows(now time.Time) [][2]string {
	b := cmp.Or(l.Booking, &Booking{})
	var rows [][2]string
	add := func(label string, texts ...string) {
		var parts []string
		for _, text := range texts {
			if text != "" {
				parts = append(parts, text)
			}
		}
		if len(parts) > 0 {
			rows = append(rows, [2]string{label, strings.Join(parts, ", ")})
		}
	}
	if b.From != "" {
		nights := ""
		if b.Nights > 0 && len(b.Legs) > 0 {
			nights = words.Counted(b.Nights, "night")
		}
		add("Flights", strings.TrimPrefix(b.title(), "Flights "), b.oneWay(), nights)
	}
	if b.Of == OfHotels {
		add("Hotels", "in "+b.City)
	} else {
		add("Hotel", b.Hotel, b.City)
	}
	add("Room", b.Room, b.Board)
	for i, leg := range b.Legs {
		way := "Flight"
		if len(b.Legs) > 1 {
			way = [...]string{"Out", "Back"}[min(i, 1)]
		}
		day, _, _ := strings.Cut(leg.Departs, "T")
		by := strings.Join(leg.Numbers, ", ")
		if by == "" {
			by = strings.Join(leg.Carriers, "+")
		}
		add(way, DaysText(day, ""), leg.Times(), leg.From+" to "+leg.To, by)
	}
	if len(b.Legs) == 0 {
		add("Dates", b.days())
	}
	add("Travelers", b.Travelers, strings.ReplaceAll(b.Cabin, "_", " "))
	for _, o := range b.Options {
		costs := ""
		if o.Price.Amount != "" {
			costs = o.Price.Text(b.Locale) + " " + o.Covers
		}
		add("Option", cmp.Or(o.Name, o.ID), costs, o.Terms)
	}
	if b.Of == OfFare && len(b.Options) == 0 && !b.AtLeast && l.Owner == SiteLink {
		add("Options", "none to choose from; the fare is booked as it is")
	}
	if price := b.price(); price != "" {
		seen := "seen just now"
		if age := now.Sub(b.SeenAt); age >= time.Minute {
			seen = "seen " + words.ShortAge(age) + " ago"
		}
		if len(b.Options) > 1 {
			seen += "; that of these options together is shown where they are booked"
		}
		add("Price", price, b.Charges, seen)
	}
	add("Sold by", b.soldBy()...)
	add("Refund", b.Refund)
	add("Bags", b.Bags)
	if len(b.LeftOut) > 0 {
		add("Filters", "not in the link: "+strings.Join(b.LeftOut, " "))
	}
	add("Not known", b.Unknown...)
	if l.Owner == ProviderLink {
		add("Link", "how long it works is not known")
	} else {
		life := strings.TrimSuffix(l.Life.Words(now), ".")
		add("Link", strings.ToLower(life[:1])+life[1:])
	}
	return rows
}

// soldBy is the seller, and what it is.
func (b Booking) soldBy() []string {
	switch apiclient.FareKind(b.Kind) {
	case apiclient.FareKindAirline:
		return []string{b.Seller, "the airline; options, if any, are chosen there"}
	case apiclient.FareKindPartner:
		return []string{b.Seller, "a travel agency; options, if any, are chosen there"}
	}
	if b.Of == OfRate {
		return []string{"not stated; booked on the service's own page"}
	}
	return []string{b.Seller}
}
