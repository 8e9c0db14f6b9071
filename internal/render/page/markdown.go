package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// fewFares is the maximum number of sellers named for each trip in a message.
const fewFares = 4

// MadeWith begins the last line of a message.
const MadeWith = "Made with travel on "

// Markdown returns the report as a message: short lines and lists, and no table, which few chats render.
func Markdown(r document.Report) []byte {
	m := &message{}
	m.line("**%s**", md(r.Title))
	m.line("%s", md(join(party(r), asOf(r))))
	if r.Sample {
		m.line("Sample data: the flights, hotels and prices in it are made up.")
	}
	for i, t := range r.Trips {
		m.line("")
		m.trip(i, t)
	}
	for i, h := range r.Hotels {
		m.line("")
		m.hotel(len(r.Trips)+i, h)
	}
	m.line("")
	m.line("%s%s. Nothing is booked; what is not stated is not known.", MadeWith, offer.AsOf(r.Made, r.Made))
	return []byte(m.String())
}

// A message is a Markdown text under construction.
type message struct{ strings.Builder }

// line adds a line. Its texts must be Markdown already.
func (m *message) line(format string, args ...any) {
	fmt.Fprintf(&m.Builder, format, args...)
	m.Builder.WriteByte('\n')
}

// md escapes foreign text for Markdown and keeps it on one line.
func md(text string) string { return marks.Replace(clean.Line(text)) }

var marks = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "~", `\~`, "#", `\#`, "!", `\!`, "&", "&amp;",
)

// head writes the first line of an offer.
func (m *message) head(i int, name string, price offer.Money, per string, o document.Offer) {
	cost := "price not known"
	if price.Known() {
		cost = price.Text(o.Locale) + " " + per
	}
	m.line("**%d. %s: %s**", i+1, md(name), md(cost))
	if o.Note != "" {
		m.line("- %s", md(o.Note))
	}
}

// foot writes the end of an offer.
func (m *message) foot(o document.Offer) {
	for _, text := range o.Unknown {
		m.line("- %s", md(text))
	}
	if address := webAddress(o.Link); address != "" {
		m.line("- <%s>", address)
	}
}

func (m *message) trip(i int, t document.Trip) {
	m.head(i, t.Name+", "+tripRoute(t), t.Price, "for the whole party", t.Offer)
	if who := join(t.Party, cabin(t.Cabin)); who != "" {
		m.line("- %s", md(who))
	}
	for n, leg := range t.Legs {
		way := ""
		if text := offer.Way(n, len(t.Legs)); text != "" {
			way = words.UpperFirst(text) + ": "
		}
		numbers := slices.DeleteFunc(slices.Clone(leg.Numbers), func(number string) bool { return number == "" })
		m.line("- %s%s", way, md(fmt.Sprintf("%s, %s %s → %s %s, %s", cmp.Or(words.Date(leg.Departs.At, time.Time{}), "day not known"), leg.Departs.Clock(), leg.From,
			leg.Arrives.Clock(), leg.To, join(length(leg), stops(leg), strings.Join(numbers, ", ")))))
	}
	if names := airlines(t); names != "" {
		m.line("- %s", md(names))
	}
	if len(t.Signals) > 0 {
		m.line("- Good to know: %s", md(strings.Join(t.Signals, ", ")))
	}
	m.fares(t)
	m.foot(t.Offer)
}

// fares lists the cheapest sellers and the chosen ones.
func (m *message) fares(t document.Trip) {
	var said []string
	left := 0
	for i, f := range t.Fares {
		if i >= fewFares && !f.Meant {
			left++
			continue
		}
		text := cmp.Or(f.Seller, "seller not known") + " " + f.Price.Text(t.Locale)
		if f.Refundable {
			text += ", refundable"
		}
		if f.Meant {
			var bags []string
			if f.CabinBag != "" {
				bags = append(bags, "cabin "+f.CabinBag)
			}
			if f.CheckedBag != "" {
				bags = append(bags, "checked "+f.CheckedBag)
			}
			if len(bags) > 0 {
				text += ", " + strings.Join(bags, "; ")
			}
			text += " (chosen)"
		}
		said = append(said, text)
	}
	if len(said) == 0 {
		return
	}
	text := "Sold by " + strings.Join(said, "; ")
	if left > 0 {
		text += fmt.Sprintf("; and %s", words.Plural(left, "other", "others"))
	}
	m.line("- %s", md(text))
}

func (m *message) hotel(i int, h document.Hotel) {
	price, per := hotelPrice(h)
	m.head(i, hotelTitle(h), price, per, h.Offer)
	if days := stayText(h); days != "" {
		m.line("- %s", md(join(days, h.Party)))
	}
	stars := ""
	if h.Stars != "" {
		stars = words.Plural(int(h.Stars[0]-'0'), "star", "stars")
	}
	if about := join(stars, scoreText(h), whereText(h)); about != "" {
		m.line("- %s", md(about))
	}
	for _, r := range h.Rates {
		if r.Meant {
			m.line("- %s", md("Chosen: "+join(r.Room, r.Board, r.Policy, priceText(r.Price, h.Locale), r.Charges)))
		}
	}
	m.foot(h.Offer)
}
