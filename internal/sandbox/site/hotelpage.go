package site

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// hotelView is a hotel's page, which does not expire, with the rates of a stay
// once days are chosen.
type hotelView struct {
	Name       string
	Kind       string
	Stars      string
	StarWords  string
	Score      *score
	Where      string
	Address    string
	Pictures   []picturePath
	About      string
	Highlights []highlight
	Amenities  []string
	Liked      []string // by guests
	Disliked   []string
	Form       stayFields
	Faults     []string // of the stay
	Stay       *ratesView
}

// highlight is an editorial badge.
type highlight struct{ Text, Subtext string }

// picturePath is a picture and its text.
type picturePath struct{ Path, Alt string }

// ratesView is what a stay in a hotel costs.
type ratesView struct {
	Days   string
	Nights string
	Guests string
	Rooms  string
	Prices string
	Rates  []rateView
	Asking bool
	Newer  string
	City   string // address of the same stay in the whole city
}

// rateView is one way to book a stay.
type rateView struct {
	Room       string
	Board      string
	Refundable bool
	Left       string
	Price      stayPrice
	Image      string
	Path       string // to its checkout
}

// maxPictures is how many pictures a page shows.
const maxPictures = 6

func (s *Site) hotel(v *visit) (answer, error) {
	unknown := &notice{
		status: http.StatusNotFound, section: hotelSection, Title: "There is no such hotel",
		Lead: "A hotel's address lasts, so it was never here, or was altered on its way.",
	}
	id, ok := links.HotelID(v.r.PathValue("hotelId"))
	if !ok {
		return nil, unknown
	}
	stay, stayErr := links.ReadStay(v.query)
	h, err := s.options.Hotels().HotelDetail(id, v.at, stay.Locale)
	if errors.Is(err, hotels.ErrNotFound) {
		return nil, unknown
	}
	if err != nil {
		return nil, err
	}
	city, _ := s.options.Hotels().CityOf(id)
	view := facts(h, stay.Locale)
	view.Form = s.stayFieldsOf("/hotel/"+strconv.FormatInt(id, 10), "", stay, v.at)
	p := &page{status: http.StatusOK, name: "hotel.html", title: h.Name, section: hotelSection}
	if stayErr == nil && stay.CheckIn != "" {
		stayErr = s.stayable(stay, city, v.at)
	}
	switch wrong, bad := errors.AsType[*links.Error](stayErr); {
	case bad:
		p.status, view.Faults = http.StatusBadRequest, wrong.Faults
	case stayErr != nil:
		return nil, stayErr
	case stay.CheckIn != "":
		if view.Stay, err = s.ratesOf(v, id, city, stay); err != nil {
			return nil, err
		}
		if view.Stay.Asking {
			p.refresh = &refresh{Seconds: 3, Path: view.Stay.Newer}
		}
	}
	p.view = view
	return p, nil
}

// facts is what a hotel's page always shows.
func facts(h wire.Hotel, locale string) hotelView {
	view := hotelView{
		Name: h.Name, Kind: said(h.PropertyType), Stars: stars(h.Star), StarWords: starWords(h.Star), Score: scoreOf(h.Review, locale),
		Address: said(h.Location.Address), About: said(h.Description), Amenities: h.Amenities,
	}
	var where []string
	for _, name := range []*string{h.Location.DistrictName, h.Location.CityName, h.Location.CountryName} {
		if name != nil {
			where = append(where, *name)
		}
	}
	view.Where = strings.Join(where, ", ")
	if km := kilometres(h.DistanceToCityCentre, locale); km != "" {
		view.Where += ", " + km + " to the centre"
	}
	for _, group := range h.CategorizedImages {
		if len(view.Pictures) < maxPictures && len(group.Images) > 0 {
			first := group.Images[0]
			view.Pictures = append(view.Pictures, picturePath{Path: pathOf(first.URL), Alt: said(first.AltText)})
		}
	}
	for _, one := range h.Highlights {
		view.Highlights = append(view.Highlights, highlight{Text: one.Text, Subtext: said(one.Subtext)})
	}
	for _, one := range h.ReviewHighlights {
		if said(one.Sentiment) == "negative" {
			view.Disliked = append(view.Disliked, one.Text)
		} else {
			view.Liked = append(view.Liked, one.Text)
		}
	}
	return view
}

// ratesOf searches for the rates of a stay.
func (s *Site) ratesOf(v *visit, id int64, city *data.City, stay links.Stay) (*ratesView, error) {
	q, err := s.joinStay(hotels.Query{Hotel: id}, stay, v)
	if err != nil {
		return nil, err
	}
	found, err := s.options.Hotels().Rates(q, v.at, hotelQuote(stay.Currency, stay.Locale))
	if err != nil {
		return nil, err
	}
	n := nightsOf(stay.CheckIn, stay.CheckOut)
	view := &ratesView{
		Days: stayDays(stay.CheckIn, stay.CheckOut), Nights: count(n, "night", "nights"), Guests: guests(stay.Guests),
		Rooms: count(stay.Rooms, "room", "rooms"), Asking: v.at.Sub(q.Created) < hotelSettled,
		Newer: hotelPath(id, stay) + "&search=" + q.ID, City: cityPath(city.Code, stay),
	}
	for _, r := range found.Rates {
		view.Prices = priceNote(quoteOf(stay.Currency, stay.Locale), r.Price.Currency)
		view.Rates = append(view.Rates, rateOf(r, id, n, stay))
	}
	return view, nil
}

func rateOf(r wire.Rate, hotelID int64, nights int, stay links.Stay) rateView {
	one := rateView{
		Room: r.RoomName, Board: words(said(r.Board)), Refundable: r.Refundable, Price: priceOf(r.Price, nights, stay.Locale),
		Path: hotels.CheckoutLink{
			HotelID: hotelID, RateID: r.ID, SearchID: hotels.SearchOf(r.ID), Locale: stay.Locale, Site: stay.Site,
		}.URL(""),
	}
	if stay.Currency != "" {
		one.Path += "&currency=" + stay.Currency
	}
	if r.RoomsLeft != nil {
		one.Left = count(int(*r.RoomsLeft), "room", "rooms") + " left"
	}
	if len(r.Images) > 0 {
		one.Image = pathOf(r.Images[0])
	}
	return one
}
