package site

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/words"
)

func (s *Site) hotelSearch(r *http.Request, query url.Values) (answer, error) {
	stay, err := links.ReadStay(r.PathValue("city"), query)
	if err != nil {
		return nil, err
	}
	city, ok := data.CityByCode(stay.City)
	if !ok {
		return nil, notice(http.StatusNotFound, "There is no such city", "The link was changed: it must have the code of a city.")
	}
	name := data.CityName(city, stay.Locale)
	return searchPage("Hotels in "+name, append([]row{{"City", name + " (" + city.Code + ")"}}, stayRows(stay)...)), nil
}

// stayRows describes the dates, the guests and the market.
func stayRows(stay links.Stay) []row {
	return []row{
		{"Check-in", longDay(stay.CheckIn)}, {"Check-out", longDay(stay.CheckOut)},
		{"Guests", guests(stay.Rooms...)}, {"Rooms", strconv.Itoa(len(stay.Rooms))}, marketRow(stay.Site, stay.Currency),
	}
}

// guests describes the guests, such as 2 adults, children aged 4, 9.
func guests(parties ...directory.Party) string {
	adults, ages := 0, []int{}
	for _, p := range parties {
		adults, ages = adults+p.Adults, append(ages, p.Ages...)
	}
	slices.Sort(ages)
	text := words.Plural(adults, "adult", "adults")
	for i, age := range ages {
		if i == 0 {
			text += ", children aged "
		} else {
			text += ", "
		}
		text += strconv.Itoa(age)
	}
	return text
}

// hotel shows a hotel. Its address does not expire.
func (s *Site) hotel(r *http.Request, query url.Values) (answer, error) {
	id, _ := strconv.ParseInt(r.PathValue("hotelId"), 10, 64) // invalid text yields no hotel's id
	h, ok := s.options.Hotels().Hotel(id, s.options.Now(), cmp.Or(query.Get("locale"), "en"), true)
	if !ok {
		return nil, unknownHotel()
	}
	p := &page{status: http.StatusOK, Title: h.Name, Parts: []part{hotelPart(h)}}
	if h.Description != nil {
		p.Lead = *h.Description
	}
	if len(h.Amenities) > 0 {
		p.Parts = append(p.Parts, part{Title: "Amenities", Under: strings.Join(h.Amenities, ", ")})
	}
	reviews := part{Title: "What guests say"}
	for _, one := range h.ReviewHighlights {
		reviews.Lines = append(reviews.Lines, one.Text)
	}
	if reviews.Lines != nil {
		p.Parts = append(p.Parts, reviews)
	}
	return p, nil
}

func unknownHotel() *page {
	return notice(http.StatusNotFound, "There is no such hotel", "The link was changed: a hotel's page does not expire.")
}

// hotelPart shows the basic facts about a hotel.
func hotelPart(h wire.Hotel) part {
	var where []string
	for _, name := range []*string{h.Location.Address, h.Location.DistrictName, h.Location.CityName, h.Location.CountryName} {
		if name != nil {
			where = append(where, *name)
		}
	}
	p := part{Rows: []row{{"Address", strings.Join(where, ", ")}}}
	if h.Star != nil {
		p.Rows = append(p.Rows, row{"Stars", strconv.Itoa(int(*h.Star))})
	}
	if h.Review != nil {
		p.Rows = append(p.Rows, row{"Rating", fmt.Sprintf("%.1f of 10, %s", h.Review.Score, words.Plural(int(h.Review.Count), "review", "reviews"))})
	}
	return p
}

// hotelCheckout shows a hotel, a stay and a rate.
func (s *Site) hotelCheckout(_ *http.Request, query url.Values) (answer, error) {
	c, err := links.ReadHotelCheckout(query)
	if err != nil {
		return nil, err
	}
	at := s.options.Now()
	h, ok := s.options.Hotels().Hotel(c.HotelID, at, c.Locale, false)
	if !ok {
		return nil, unknownHotel()
	}
	q, ok := s.options.OpenStay(c.SearchID)
	if !ok {
		return nil, unknownCheckout()
	}
	next := &link{Path: "/hotel/" + strconv.FormatInt(c.HotelID, 10), Text: "About " + h.Name}
	p, err := checkoutPage(h.Name, at, q.Created.Add(hotels.Lifetime), next)
	if err != nil {
		return nil, err
	}
	rates, _ := s.options.Hotels().Rates(q, at, quoteIn("", c.Locale))
	rate := slices.IndexFunc(rates.Rates, func(r wire.Rate) bool { return r.ID == c.RateID })
	if rate < 0 || q.Hotel != c.HotelID {
		return nil, notOnSale()
	}
	found := directory.Party{Adults: q.Adults, Ages: q.Ages}
	stay := part{Title: "Your stay", Rows: stayRows(links.Stay{
		CheckIn: q.CheckIn, CheckOut: q.CheckOut, Rooms: directory.Spread(q.Adults, q.Ages, q.Rooms), Site: q.Site,
	})}
	if c.Country != "" {
		stay.Rows = append(stay.Rows, row{"Guest's country", data.CountryName(c.Country, c.Locale)})
	}
	p.Parts = []part{hotelPart(h), stay, ratePart(rates.Rates[rate])}
	if asked, ok := links.ParseParty(c.Guests); c.Guests != "" && (!ok || guests(asked) != guests(found)) {
		p.Warnings = []string{"The link is for other guests. The price is for " + guests(found) + "."}
	}
	return p, nil
}

func ratePart(r wire.Rate) part {
	write := func(amount float64) string { return money(amount, r.Price.Currency) }
	p := part{Title: r.RoomName, Price: write(r.Price.AmountPerNight), Under: "For one night and all rooms."}
	if r.Price.Total != nil {
		p.Price, p.Under = write(*r.Price.Total), "For the whole stay and all rooms."
	}
	p.Rows = []row{{"Meals", phrase(orUnknown(r.Board))}, {"Refundable", yesNo(r.Refundable)}, {"Per night", write(r.Price.AmountPerNight)}}
	if tax := r.Price.TaxAmountPerNight; tax != nil && *tax > 0 {
		included := ", not included"
		if r.Price.TaxInclusive != nil && *r.Price.TaxInclusive {
			included = ", included"
		}
		p.Rows = append(p.Rows, row{"Tax per night", write(*tax) + included})
	}
	if tax := r.Price.LocalTaxPerNight; tax != nil && *tax > 0 {
		p.Rows = append(p.Rows, row{"City tax per night", write(*tax) + ", paid at the hotel"})
	}
	if d := r.Price.Deal; d != nil {
		p.Rows = append(p.Rows, row{"Deal", strconv.Itoa(d.PercentOff) + "% off"})
	}
	return p
}
