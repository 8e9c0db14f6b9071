package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/desk/search"
)

func newHotels(a *app) *cobra.Command {
	return group("hotels", "Search hotels, compare them, read their rates and reviews",
		newHotelsSearch(a), newHotelsResults(a), newHotelsShow(a), newHotelsRates(a), newHotelsReviews(a),
		newHotelsBookingLink(a), newHotelsLink(a), newHotelsCompare(a))
}

// hotels is the hotel search life over the profile's deployment.
func (a *app) hotels(ctx context.Context) (search.Hotels, error) {
	client, err := a.client(ctx)
	return search.Hotels{Client: client, Clock: a.clock()}, err
}

// hotelSearchLasts is about how long a hotel search can be read.
const hotelSearchLasts = hotelLinkLasts

// stayContext is what later commands need to know of a hotel search.
func stayContext(request apiclient.HotelSearchRequest, created search.HotelCreated, where hotelPlace, c chosen) recall.Context {
	about := recall.Context{
		SearchID: created.SearchID, Created: created.At,
		Place: where.text(), PlaceName: where.name, HotelID: where.hotelID,
		CheckIn: request.CheckIn, CheckOut: request.CheckOut,
		Adults: created.Occupancy.Adults, Rooms: created.Occupancy.Rooms,
		Children: len(created.Occupancy.ChildrenAges), ChildrenAges: created.Occupancy.ChildrenAges,
		Currency: c.currency.value, Locale: c.locale.value, SiteCode: c.site.value,
	}
	if request.Radius != nil {
		about.Radius = request.Radius.String()
	}
	return about
}

// withStay is the context with the stay that the service states: a search that
// was named by its id alone has no other.
func withStay(about recall.Context, stay *apiclient.Stay) recall.Context {
	if stay == nil {
		return about
	}
	about.CheckIn, about.CheckOut = stay.CheckIn, stay.CheckOut
	about.Adults, about.Rooms = stay.Occupancy.Adults, stay.Occupancy.Rooms
	about.Children, about.ChildrenAges = len(stay.Occupancy.ChildrenAges), stay.Occupancy.ChildrenAges
	return about
}

// stayOf is the stay as priced, or as asked for where the service does not
// state it.
func stayOf(priced *apiclient.Stay, about recall.Context) hotelview.Stay {
	if priced != nil {
		return hotelview.Stay{CheckIn: day(priced.CheckIn), CheckOut: day(priced.CheckOut), Nights: priced.Nights}
	}
	stay := hotelview.Stay{CheckIn: day(about.CheckIn), CheckOut: day(about.CheckOut)}
	if !stay.CheckIn.IsZero() && stay.CheckOut.After(stay.CheckIn) {
		stay.Nights = int(stay.CheckOut.Sub(stay.CheckIn) / (24 * time.Hour))
	}
	return stay
}

// stayWords say for whom and in what a stay is priced.
func stayWords(priced *apiclient.Stay, about recall.Context, currency string, site sourced) []string {
	var list []string
	party := apiclient.Occupancy{Adults: about.Adults, ChildrenAges: about.ChildrenAges, Rooms: about.Rooms}
	if priced != nil {
		party = priced.Occupancy
	}
	if party.Adults > 0 {
		list = append(list, guestWords(party))
	}
	list = append(list, currency)
	if site.value != "" {
		list = append(list, marketWords(site))
	}
	return list
}

// guestWords are the guests and their rooms: "2 adults, 2 children (4 and 9),
// 1 room".
func guestWords(o apiclient.Occupancy) string {
	text := counted(o.Adults, "adult")
	if n := len(o.ChildrenAges); n > 0 {
		ages := make([]string, n)
		for i, age := range o.ChildrenAges {
			ages[i] = strconv.Itoa(age)
		}
		text += fmt.Sprintf(", %s (aged %s)", plural(n, "child", "children"), joinAnd(ages))
	}
	if o.Rooms > 0 {
		text += ", " + counted(o.Rooms, "room")
	}
	return text
}

// hotelSearchAgain is the command that makes the same hotel search anew.
func hotelSearchAgain(c recall.Context) string {
	place := c.Place
	if c.HotelID > 0 {
		place = hotelArgument(c.HotelID)
	}
	if place == "" || c.CheckIn == "" {
		return "travel hotels search --help"
	}
	days := " " + c.CheckIn + " " + c.CheckOut
	if strings.HasPrefix(place, "-") { // behind two dashes it is not taken for a flag
		return stayFlags("travel hotels search", c) + " -- " + place + days
	}
	return stayFlags("travel hotels search "+place+days, c)
}

// stayFlags puts what is unusual about a stay behind a command.
func stayFlags(command string, c recall.Context) string {
	for _, flag := range []struct{ name, value, usual string }{
		{"radius", c.Radius, ""},
		{"adults", strconv.Itoa(c.Adults), "2"},
		{"children-ages", agesText(c), ""},
		{"rooms", strconv.Itoa(c.Rooms), "1"},
		{"currency", c.Currency, ""},
		{"locale", c.Locale, ""},
	} {
		if flag.value != flag.usual && flag.value != "0" {
			command += " --" + flag.name + " " + shellQuote(flag.value)
		}
	}
	return command
}
