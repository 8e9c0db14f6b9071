package site

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// hotelSearchView is the page of a hotel search.
type hotelSearchView struct {
	City   place
	Days   string
	Nights string
	Guests string
	Rooms  string
	Site   string
	Form   stayFields
	Filter hotelFilter
	Prices string
	Cards  []hotelCard
	Found  int
	Held   int
	Asking bool
	Newer  string
	Fresh  string
	Pages  pager
}

// hotelCard is one hotel in a list.
type hotelCard struct {
	Name      string
	Path      string
	Image     string
	Stars     string
	StarWords string
	Score     *score
	Where     string
	Badges    []string
	Types     []string
	Free      bool // a free-cancellation rate was seen
	Price     stayPrice
}

// hotelSettled is how long after its start the pages stop asking for more,
// though a hotel's rates may still grow.
const hotelSettled = 10 * time.Second

// hotelSearch answers the permanent link to a search in a city: anyone who opens it
// starts their own search, as with flights.
func (s *Site) hotelSearch(v *visit) (answer, error) {
	code := v.r.PathValue("city")
	city, ok := s.options.Hotels().City(code)
	if !ok {
		return s.badStay(code, links.Stay{}, &links.Error{Faults: []string{"The address does not name a city with hotels."}}, v.at)
	}
	stay, err := links.ReadStay(v.query)
	if err == nil {
		err = s.stayable(stay, city, v.at)
	}
	if err != nil {
		return s.badStay(code, stay, err, v.at)
	}
	q, err := s.joinStay(hotels.Query{City: code}, stay, v)
	if err != nil {
		return nil, err
	}
	return s.hotelsPage(v, city, stay, q)
}

// hotelForm turns what was typed into the lasting link, and goes there.
func (s *Site) hotelForm(v *visit) (answer, error) {
	code := strings.ToUpper(strings.TrimSpace(v.query.Get("city")))
	stay, err := links.ReadStay(v.query)
	if err != nil {
		return s.badStay(code, stay, err, v.at)
	}
	city, ok := s.options.Hotels().City(code)
	if !ok {
		err := &links.Error{Faults: []string{"The city must be the three-letter code of a city with hotels."}}
		return s.badStay(code, stay, err, v.at)
	}
	if err := s.stayable(stay, city, v.at); err != nil {
		return s.badStay(code, stay, err, v.at)
	}
	return redirect(cityPath(city.Code, stay)), nil
}

// stayable tells why a well-formed stay cannot be searched for.
func (s *Site) stayable(stay links.Stay, city *data.City, at time.Time) error {
	if stay.CheckIn == "" {
		return &links.Error{Faults: []string{"The days of arrival and leaving are missing."}}
	}
	if today := todayIn(data.Load().Zone(city.Zone), at); dayOf(stay.CheckIn).Before(today) {
		return &links.Error{Faults: []string{"The day of arrival, " + longDay(dayOf(stay.CheckIn)) + ", is past."}}
	}
	return nil
}

// joinStay is the search of the address while that is valid and for the same
// stay, or else a new one.
func (s *Site) joinStay(at hotels.Query, stay links.Stay, v *visit) (hotels.Query, error) {
	at.CheckIn, at.CheckOut, at.Adults, at.Ages, at.Rooms, at.Site = stay.CheckIn, stay.CheckOut, stay.Adults, stay.Ages, stay.Rooms, stay.Site
	q, ok := s.options.OpenStay(v.query.Get("search"))
	if ok && v.at.Sub(q.Created) < hotels.Lifetime && sameStay(q, at) {
		return q, nil
	}
	at.Created = v.at
	return s.options.StartStay(at)
}

func sameStay(a, b hotels.Query) bool {
	return a.Area == nil && a.City == b.City && a.Hotel == b.Hotel && a.CheckIn == b.CheckIn && a.CheckOut == b.CheckOut &&
		a.Rooms == b.Rooms && a.Site == b.Site && guestsOf(a).Equal(guestsOf(b))
}

func guestsOf(q hotels.Query) links.Guests { return links.Guests{Adults: q.Adults, Ages: q.Ages} }

func (s *Site) hotelsPage(v *visit, city *data.City, stay links.Stay, q hotels.Query) (answer, error) {
	filter := readHotelFilter(v.query)
	quote := hotelQuote(stay.Currency, stay.Locale)
	found, err := s.options.Hotels().Results(q, v.at, quote, filter.params())
	if err != nil {
		return nil, err
	}
	fresh := cityPath(city.Code, stay)
	here := fresh + "&search=" + q.ID
	view := hotelSearchView{
		City: place{Code: city.Code, Name: data.Load().CityName(city, stay.Locale)},
		Days: stayDays(stay.CheckIn, stay.CheckOut), Nights: count(nightsOf(stay.CheckIn, stay.CheckOut), "night", "nights"),
		Guests: guests(stay.Guests), Rooms: count(stay.Rooms, "room", "rooms"), Site: stay.Site,
		Form: s.stayFieldsOf("/hotels", city.Code, stay, v.at), Prices: priceNote(quoteOf(stay.Currency, stay.Locale), found.CurrencyCode),
		Found: found.Metadata.TotalCandidates, Held: found.Metadata.TotalBeforeFilters,
		Asking: v.at.Sub(q.Created) < hotelSettled, Newer: here + filter.suffix(filter.Page), Fresh: fresh + filter.suffix(1),
		Pages: pagerOf(filter.Page, found.Metadata.TotalCandidates, filterPageSize, func(n int) string { return here + filter.suffix(n) }),
	}
	filter.Action, filter.Hidden = formOf(here)
	view.Filter = filter
	for _, card := range found.Results {
		view.Cards = append(view.Cards, cardOf(card, stay))
	}
	p := &page{
		status: http.StatusOK, name: "hotels.html", section: hotelSection, view: view, title: "Hotels in " + view.City.Name,
	}
	if view.Asking {
		p.refresh = &refresh{Seconds: 3, Path: view.Newer}
	}
	return p, nil
}

func cardOf(c wire.HotelCard, stay links.Stay) hotelCard {
	card := hotelCard{
		Name: c.Name, Path: hotelPath(c.HotelID, stay), Image: pathOf(said(c.Image)), Stars: stars(c.Star), StarWords: starWords(c.Star),
		Score: scoreOf(c.Review, stay.Locale), Where: said(c.DistrictName), Free: c.Refundable == wire.RefundableWitnessAvailable,
		Price: priceOf(cardPrice(c.Price), nightsOf(stay.CheckIn, stay.CheckOut), stay.Locale),
	}
	if km := kilometres(c.DistanceToCityCentre, stay.Locale); km != "" {
		card.Where += ", " + km + " to the centre"
	}
	for _, badge := range c.Badges {
		card.Badges = append(card.Badges, words(badge))
	}
	for _, kind := range c.RateTypes {
		card.Types = append(card.Types, words(kind))
	}
	return card
}

// cityPath is the link to a stay in a city.
func cityPath(code string, stay links.Stay) string {
	return hotels.SearchLink{
		City: code, CheckIn: stay.CheckIn, CheckOut: stay.CheckOut, Adults: stay.Adults, Ages: stay.Ages, Rooms: stay.Rooms,
		Currency: stay.Currency, Locale: stay.Locale, Site: stay.Site,
	}.URL("")
}

// hotelPath is a hotel's page for a stay.
func hotelPath(id int64, stay links.Stay) string {
	u, err := url.Parse(cityPath("", stay))
	if err != nil {
		return "/hotel/" + strconv.FormatInt(id, 10)
	}
	return "/hotel/" + strconv.FormatInt(id, 10) + "?" + u.RawQuery
}

// badStayView is the page of a stay that cannot be searched for.
type badStayView struct {
	Faults []string
	Form   stayFields
}

func (s *Site) badStay(city string, stay links.Stay, err error, at time.Time) (answer, error) {
	wrong, ok := errors.AsType[*links.Error](err)
	if !ok {
		return nil, err
	}
	return &page{
		status: http.StatusBadRequest, name: "badstay.html", title: "This search cannot be made", section: hotelSection,
		view: badStayView{Faults: wrong.Faults, Form: s.stayFieldsOf("/hotels", city, stay, at)},
	}, nil
}
