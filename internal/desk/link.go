package desk

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// LinkOwner says whose page a link leads to.
type LinkOwner uint8

// The owners of links.
const (
	SiteLink     LinkOwner = iota // the service's own website
	ProviderLink                  // an airline or an agency
)

// A Link is a link to a page of the service or of a seller, with a description of what it is for.
type Link struct {
	URL   string // as the service gave it
	Owner LinkOwner
	Life  LinkLife
	// About are sentences for people on a renewal, Remarks others.
	About, Remarks []string
	Lasting        string // a link beside it that does not expire, "" for none
	LastingTo      string // what that leads to: "its search", "the hotel's page"
	Search         string // another one, to the search of a city for the same stay, "" for none
	Booking        *Booking
}

// NothingBooked is the remark on every link to a checkout.
const NothingBooked = "Nothing is booked until you finish there."

// How long a link to checkout works, counted from the creation of its search. The specification
// says "about five to seven minutes" for flights and "about 10 minutes" for hotels.
const (
	FlightLinkLasts = 6 * time.Minute
	HotelLinkLasts  = search.HotelsLast
)

// LinkLife is how long a link works, which is as long as its search lives. The zero value is that of a link that does
// not expire.
type LinkLife struct {
	Created time.Time     // of the search; zero if that is not known
	Lasts   time.Duration // about, from then on
	Seen    bool          // the service has just said that the search is there, whatever its age
}

// Until returns about when the link stops working, or the zero time.
func (l LinkLife) Until() time.Time {
	if l.Lasts == 0 || l.Created.IsZero() {
		return time.Time{}
	}
	return l.Created.Add(l.Lasts)
}

// Left returns how long the link will still work, or zero.
func (l LinkLife) Left(now time.Time) time.Duration {
	if l.Until().IsZero() {
		return l.Lasts
	}
	return max(l.Until().Sub(now), 0)
}

// Words says in a sentence how long the link works.
func (l LinkLife) Words(now time.Time) string {
	until := l.Until()
	switch {
	case l.Lasts == 0:
		return "Does not expire."
	case until.IsZero():
		return fmt.Sprintf("Works until about %d minutes after its search was made.", int(l.Lasts.Minutes()))
	case !until.After(now) && l.Seen:
		return fmt.Sprintf("Its search was made %s ago and is still there, but may end at any moment.", words.Age(now.Sub(l.Created)))
	case !until.After(now):
		return fmt.Sprintf("Its search was made %s ago; the link has probably stopped working.", words.Age(now.Sub(l.Created)))
	}
	left := "less than a minute"
	if d := until.Sub(now); d >= time.Minute { // rounded down, so that no one comes too late
		left = words.Counted(int(d.Minutes()), "minute")
	}
	return fmt.Sprintf("Works until about %s (%s).", offer.Clock(until.In(now.Location())), left)
}

// CheckLink checks an address of the service before it is opened. A link to the service's site must lead there; a
// link to a seller may lead to any host, over HTTPS. CheckLink returns the address to open.
func (d *Desk) CheckLink(link Link) (string, error) {
	refused := func(why string) problem.Error {
		return problem.Error{Class: problem.Refused, Text: "the link is not opened: it " + why}
	}
	checked, err := transport.CheckURL(link.URL)
	if err != nil {
		return "", refused(err.Error())
	}
	u, err := url.Parse(checked)
	switch {
	case err != nil:
		return "", refused("is not a web address")
	case link.Owner == ProviderLink && u.Scheme != "https":
		return "", refused("must be https")
	case link.Owner == ProviderLink:
		return checked, nil
	}
	site, err := d.Deployment.Site()
	if err != nil {
		return "", err
	}
	if !transport.SameOrigin(u, site) {
		// The service chose that address, so it is never put into a command to copy.
		return "", refused(fmt.Sprintf("leads to %s, and the site of this profile is %s", originOf(u), originOf(site))).
			Do("if you know that to be the right site, set it", "config.set", "site-url", "URL")
	}
	return checked, nil
}

// HostOf returns the host and port of an address, or "". It is foreign text.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// AgreeToOpen asks before the page of a seller is opened. checked is the address from CheckLink, and hint says how to
// agree beforehand.
func (d *Desk) AgreeToOpen(ctx context.Context, link Link, checked, hint string) error {
	if link.Owner != ProviderLink {
		return nil
	}
	host := HostOf(checked)
	return d.Agree(ctx, "This leads to "+host+", which is not the service. Open it?", problem.ChoiceError{
		Text: host + " is not the service, and was not opened without a yes", Hint: hint,
	})
}

// StrangeHost returns a warning if a link does not lead to the site that the profile names, or "".
func (d *Desk) StrangeHost(link Link) string {
	cfg, err := d.Deployment.Config()
	if err != nil || link.Owner != SiteLink || cfg.Get("site-url").Value == "" {
		return ""
	}
	site, err := d.Deployment.Site()
	if err != nil {
		return ""
	}
	if u, err := url.Parse(link.URL); err == nil && transport.SameOrigin(u, site) {
		return ""
	}
	return "the link does not lead to " + originOf(site) + ", the site of this profile"
}

// originOf returns the scheme, host and port of an address.
func originOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// OnlyHere returns why a link does not work on another computer or a phone, or "" if it may.
func (d *Desk) OnlyHere(link Link) string {
	u, err := url.Parse(link.URL)
	switch {
	case d.Builtin(link):
		return "its page is inside this program"
	case err == nil && transport.IsHere(u.Hostname()):
		return u.Hostname() + " is this computer to itself and means another one elsewhere"
	}
	return ""
}

// AboutLasting returns the heading of the lasting link.
func (d *Desk) AboutLasting(link Link) string {
	if d.Builtin(link) {
		return "Link to " + link.LastingTo + " (does not expire):"
	}
	return "To send to someone (does not expire):"
}

// Builtin reports whether a link leads to a page inside this program.
func (d *Desk) Builtin(link Link) bool {
	cfg, err := d.Deployment.Config()
	return err == nil && cfg.Embedded() && link.Owner == SiteLink
}

// SearchLink returns the answer for a link to a search, which does not expire. about is what the link is for, and again
// the step that makes the search.
func SearchLink(
	d *Desk, q *ask.Values, locale Locale, made *apiclient.Answer[apiclient.SearchLink],
	about *Booking, again problem.Step,
) Answer[Link] {
	link, m := Link{URL: made.Value.SearchURL, Booking: about}, MetaOf(q)
	if !d.Builtin(link) { // else no one else can open it
		link.Remarks = []string{"Anyone who opens it searches again."}
	}
	locale.Record(&m, "", ServiceLocale)
	m.Booking = about
	m.Follow(again)
	return Answer[Link]{Value: link, Bodies: [][]byte{made.Body}, Meta: m}
}

// ExtraReadWait is how long a link may wait for a read of missing details.
const ExtraReadWait = 5 * time.Second

// Of is the kind of page that a link leads to.
type Of string

// What links lead to: a checkout, a search, or the page of a hotel.
const (
	OfFare    Of = "fare"
	OfRate    Of = "rate"
	OfFlights Of = "flights"
	OfHotels  Of = "hotels"
	OfHotel   Of = "hotel"
)

// A Booking describes what a link is for, from the list and the request. Details that do not apply are absent; those that
// are not known are named in Unknown. Texts may be foreign.
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

	Legs    offer.Itinerary `json:"legs,omitempty"`
	Options []BookedOption  `json:"options,omitempty"`

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

// Between sets the days, YYYY-MM-DD, and the nights between them. end may be "".
func (b *Booking) Between(start, end string) {
	b.Start, b.End = start, end
	if start != "" && end != "" {
		b.Nights = max(int(words.Day(end).Sub(words.Day(start))/(24*time.Hour)), 0)
	}
}

// Cost sets the price, what it covers, and when it was seen. An unknown price is left out.
func (b *Booking) Cost(price offer.Money, covers string, seen time.Time) {
	if price.Amount == "" {
		b.AtLeast = false
		return
	}
	b.Price, b.Covers, b.SeenAt = price, covers, seen.UTC().Truncate(time.Second)
}

// NotAll returns a warning that some details of a link could not be read, or nothing without an error.
func NotAll(err error) []string {
	if err == nil {
		return nil
	}
	return []string{"the link works, but some of its details could not be read: " + err.Error()}
}

// Need adds a detail to Unknown unless it is known.
func (b *Booking) Need(what string, known bool) {
	if !known {
		b.Unknown = append(b.Unknown, what)
	}
}

// placeName returns the name and code of a place.
func placeName(code, name string) string {
	if name == "" || name == code {
		return code
	}
	return name + " (" + code + ")"
}

// title returns what the link is for: "Flights Lisbon (LIS) to Madrid (MAD)".
func (b Booking) title() string {
	switch {
	case b.Of == OfFare || b.Of == OfFlights:
		return "Flights " + placeName(b.From, b.FromName) + " to " + placeName(b.To, b.ToName)
	case b.Of == OfHotels:
		return "Hotels in " + b.City
	case b.Of == OfHotel && b.City != "":
		return b.Hotel + ", " + b.City
	}
	return b.Hotel
}

// days returns the days with their years.
func (b Booking) days() string {
	text := DaysText(b.Start, b.End)
	if b.Nights > 0 {
		text += " (" + words.Counted(b.Nights, "night") + ")"
	}
	return text
}

// listed joins the texts that are not empty. It changes the slice that it is given.
func listed(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}

// Summary describes the booking for someone who has not seen it: "Flights Lisbon (LIS) to Madrid (MAD), Fri 27 Nov to
// Sun 29 Nov 2026 (2 nights), 1 adult, economy". The page of a hotel has a second line for the stay.
func (b Booking) Summary() []string {
	stay := listed(b.days(), b.oneWay(), b.Travelers, strings.ReplaceAll(b.Cabin, "_", " "))
	if b.Of == OfHotel {
		return []string{b.title(), stay}
	}
	return []string{listed(b.title(), stay)}
}

func (b Booking) oneWay() string {
	if b.From != "" && b.Start != "" && b.End == "" {
		return "one way"
	}
	return ""
}

// price returns the price and what it covers: "from €412 for 2 adults", or "" if none was seen.
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

// Rows returns the lines that every face shows above a link: a label and a text each.
func (l Link) Rows(now time.Time) [][2]string {
	b := cmp.Or(l.Booking, &Booking{})
	var rows [][2]string
	add := func(label string, texts ...string) {
		if text := listed(texts...); text != "" {
			rows = append(rows, [2]string{label, text})
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
			costs = strings.TrimSpace(o.Price.Text(b.Locale) + " " + o.Covers)
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
	switch kind := apiclient.FareKind(b.Kind); {
	case kind == apiclient.FareKindAirline:
		add("Sold by", b.Seller, "the airline; options, if any, are chosen there")
	case kind == apiclient.FareKindPartner:
		add("Sold by", b.Seller, "a travel agency; options, if any, are chosen there")
	case b.Of == OfRate:
		add("Sold by", "not stated; booked on the service's own page")
	default:
		add("Sold by", b.Seller)
	}
	add("Refund", b.Refund)
	add("Bags", b.Bags)
	if len(b.LeftOut) > 0 {
		add("Filters", "not in the link: "+strings.Join(b.LeftOut, " "))
	}
	add("Not known", strings.Join(b.Unknown, ", "))
	if l.Owner == ProviderLink {
		add("Link", "how long it works is not known")
	} else {
		life := strings.TrimSuffix(l.Life.Words(now), ".")
		add("Link", strings.ToLower(life[:1])+life[1:])
	}
	return rows
}

// ShareText returns a few plain lines to send to someone: what the link is for, what it cost and when, and an address
// that does not expire, or else how long it works. It contains no terminal control characters.
func (l Link) ShareText(now time.Time) string {
	var lines []string
	add := func(text string) {
		if text = clean.Line(text); text != "" {
			lines = append(lines, text)
		}
	}
	if b := l.Booking; b != nil {
		for _, line := range b.Summary() {
			add(line)
		}
		if trip := b.Legs.Words(); trip != "" {
			add("Trip " + trip)
		}
		if price := b.price(); price != "" {
			if b.Room != "" {
				price = listed(b.Room, b.Board) + ": " + price
			}
			if b.Seller != "" {
				price += ", sold by " + b.Seller
			}
			add(fmt.Sprintf("%s, seen on %s; prices change", words.UpperFirst(price), offer.AsOf(b.SeenAt, now)))
		}
	}
	address, until := l.shared()
	switch {
	case !until:
	case l.Owner == ProviderLink:
		add("The seller's page; how long this link works is not known:")
	case l.Life.Until().IsZero():
		add("This link works for a few minutes only:")
	default:
		add("This link works until about " + offer.AsOf(l.Life.Until(), now) + " only:")
	}
	lines = append(lines, clean.Address(address))
	if l.Search != "" {
		add("All hotels there for the same days and guests:")
		lines = append(lines, clean.Address(l.Search))
	}
	return strings.Join(lines, "\n")
}

// shared returns the address to send, and whether it expires.
func (l Link) shared() (address string, ends bool) {
	if l.Lasting != "" {
		return l.Lasting, false
	}
	return l.URL, l.Owner == ProviderLink || l.Life.Lasts != 0
}

// SharedOnlyHere is OnlyHere for the address to send.
func (d *Desk) SharedOnlyHere(link Link) string {
	link.URL, _ = link.shared()
	return d.OnlyHere(link)
}

// DaysText returns two days (YYYY-MM-DD) with their year: "Fri 11 Dec to Mon 14 Dec 2026". to may be "".
func DaysText(from, to string) string {
	return words.Dates(words.Day(from), words.Day(to), time.Time{}, " to ")
}

// Cheapest returns the lowest price of the rows that can be compared with the first, or the zero price.
func Cheapest(rows []recall.Row) offer.Money {
	var least offer.Money
	for _, row := range rows {
		if row.Gone || row.Price.Amount == "" {
			continue
		}
		if least.Amount == "" || strings.HasPrefix(offer.Change{Before: least, After: row.Price}.Difference(), "-") {
			least = row.Price
		}
	}
	return least
}
