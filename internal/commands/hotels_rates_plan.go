package commands

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/recall"
)

// plan decides which search the rates come from: one that --search names, one
// that is at hand for this hotel, or one to be made, for which it fills the
// body. made tells whether there is one already.
func (o *hotelsRatesOptions) plan(hotel pickedHotel) (about recall.Context, made bool, err error) {
	if len(o.days) == 1 {
		return about, false, misuse{Text: "CHECKOUT is missing; give both days, or none to take those of the list", Next: ratesHelp}
	}
	if o.read.Has("searchId") {
		return o.named(hotel)
	}
	about = hotel.about
	if !o.asksAnew() {
		if last, ok := o.atHand(hotel); ok {
			return last, true, o.read.set("searchId", "--search", last.SearchID)
		}
	}
	return about, false, o.fill(hotel)
}

// named takes the search that --search names, and what is known of it.
func (o *hotelsRatesOptions) named(hotel pickedHotel) (recall.Context, bool, error) {
	if o.asksAnew() {
		return recall.Context{}, false, misuse{Text: "--search names a search with its days and guests; leave it out to search anew", Next: ratesHelp}
	}
	id := o.read.Text("searchId")
	if last, ok := o.lastRates(); ok && last.SearchID == id {
		return last, true, nil
	}
	about := hotel.about
	if lists, err := o.app.lists(); err == nil && about.SearchID != id {
		if known, ok := lists.Search(id); ok {
			about = known
		}
	}
	if about.SearchID != id {
		about = recall.Context{Currency: about.Currency, Locale: about.Locale, SiteCode: about.SiteCode}
	}
	about.SearchID = id
	return about, true, nil
}

// asksAnew tells whether days, guests or market were given, for which no
// search can be at hand.
func (o *hotelsRatesOptions) asksAnew() bool {
	return len(o.days) > 0 || slices.ContainsFunc([]string{"adults", "children", "childrenAges", "rooms", "siteCode"}, o.body.Has)
}

// atHand is a search for this hotel that still lives: that of the last rates,
// or the list's own when it was for one hotel.
func (o *hotelsRatesOptions) atHand(hotel pickedHotel) (recall.Context, bool) {
	candidates := []recall.Context{hotel.about}
	if last, ok := o.lastRates(); ok {
		candidates = append(candidates, last)
	}
	now := o.app.env.Now()
	for _, c := range candidates {
		sameStay := hotel.about.CheckIn == "" || sameStay(hotel.about, c)
		if c.HotelID == hotel.id && c.SearchID != "" && sameStay && now.Sub(c.Created) < hotelSearchLasts {
			return c, true
		}
	}
	return recall.Context{}, false
}

// lastRates is the context of the rates listed last.
func (o *hotelsRatesOptions) lastRates() (recall.Context, bool) {
	lists, err := o.app.lists()
	if err != nil {
		return recall.Context{}, false
	}
	list, found, err := lists.Latest(recall.Rates)
	return list.Context, found && err == nil
}

// sameStay tells whether two searches price the same.
func sameStay(a, b recall.Context) bool {
	return a.CheckIn == b.CheckIn && a.CheckOut == b.CheckOut && a.Adults == b.Adults && a.Rooms == b.Rooms &&
		agesText(a) == agesText(b) && a.SiteCode == b.SiteCode
}

func agesText(c recall.Context) string {
	ages := make([]string, len(c.ChildrenAges))
	for i, age := range c.ChildrenAges {
		ages[i] = strconv.Itoa(age)
	}
	return strings.Join(ages, ",")
}

// fill makes the body of the search: the days and guests given, and what was
// not given from the list.
func (o *hotelsRatesOptions) fill(hotel pickedHotel) error {
	days := o.days
	if len(days) == 0 {
		days = []string{hotel.about.CheckIn, hotel.about.CheckOut}
	}
	if days[0] == "" {
		return misuse{
			Text: "CHECKIN and CHECKOUT are missing; " + hotel.title() + " is in no list that says the days",
			Hint: "such as: travel hotels rates " + hotel.argument() + " +30d +2d",
		}
	}
	if err := setStay(o.body, o.dates, days[0], days[1]); err != nil {
		return err
	}
	if err := checkStay(o.app.env.Now(), o.body.Text("checkIn"), o.body.Text("checkOut")); err != nil {
		return err
	}
	if err := fillGuests(o.body, hotel.about); err != nil {
		return err
	}
	return checkGuests(o.body)
}

// fillGuests takes the guests of a list where the flags do not say. Children
// that were given stand without the list's ages.
func fillGuests(p *params, c recall.Context) error {
	if c.Adults == 0 {
		return nil
	}
	if err := p.SetDefault("adults", c.Adults); err != nil {
		return err
	}
	if err := p.SetDefault("rooms", max(c.Rooms, 1)); err != nil {
		return err
	}
	if p.Has("children") || len(c.ChildrenAges) == 0 {
		return nil
	}
	if err := p.setDefault("childrenAges", "--children-ages", agesText(c)); err != nil {
		return err
	}
	return p.Set("children", len(p.Texts("childrenAges")))
}
