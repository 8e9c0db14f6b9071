package desk

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// ShareText is a link as a few plain lines to send to someone: what it is for, what it cost and when
// that was, and an address that does not expire, or else how long it works. There is nothing in it
// that a terminal would obey.
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
				price = strings.TrimSuffix(b.Room+", "+b.Board, ", ") + ": " + price
			}
			if b.Seller != "" {
				price += ", sold by " + b.Seller
			}
			add(fmt.Sprintf("%s, seen on %s; prices change", words.UpperFirst(price), moment(b.SeenAt, now)))
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
		add("This link works until about " + moment(l.Life.Until(), now) + " only:")
	}
	lines = append(lines, clean.Address(address))
	if l.Search != "" {
		add("All hotels there for the same days and guests:")
		lines = append(lines, clean.Address(l.Search))
	}
	return strings.Join(lines, "\n")
}

// shared is the address that is sent, and whether it ends.
func (l Link) shared() (address string, ends bool) {
	if l.Lasting != "" {
		return l.Lasting, false
	}
	return l.URL, l.Owner == ProviderLink || l.Life.Lasts != 0
}

// SharedOnlyHere is OnlyHere of the address that is sent.
func (d *Desk) SharedOnlyHere(link Link) string {
	address, _ := link.shared()
	if d.Builtin(link) {
		return d.OnlyHere(link)
	}
	if u, err := url.Parse(address); err == nil && transport.IsHere(u.Hostname()) {
		return d.OnlyHere(Link{URL: address})
	}
	return ""
}

// moment is a time for someone who may be in another zone: "22 Nov 2026, 14:05 UTC+01:00".
func moment(at, now time.Time) string {
	at = at.In(now.Location())
	zone := ""
	if _, offset := at.Zone(); offset != 0 {
		zone = at.Format("-07:00")
	}
	return at.Format("2 Jan 2006, 15:04 UTC") + zone
}

// DaysText are two days of a journey or a stay (YYYY-MM-DD) with their year, for who may read them much
// later: "Fri 11 Dec to Mon 14 Dec 2026". The second may be "".
func DaysText(from, to string) string {
	return words.Dates(words.Day(from), words.Day(to), time.Time{}, " to ")
}

// Cheapest is the lowest price among the rows of a list that can be compared with the first; the
// zero price when there is none.
func Cheapest(rows []recall.Row) offer.Money {
	var least offer.Money
	for _, row := range rows {
		if row.Gone || row.Price.Amount == "" {
			continue
		}
		if least.Amount == "" || strings.HasPrefix(change(least, row.Price).Difference(), "-") {
			least = row.Price
		}
	}
	return least
}
