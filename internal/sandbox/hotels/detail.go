package hotels

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
	"travel.example/travel/internal/sandbox/wire"
)

// Hotel is what is known of a hotel on the day of at. locale, a BCP 47 tag,
// changes the names of city and country and nothing else. The error is
// ErrNotFound for an id that is not a hotel's.
func (e *Engine) Hotel(id int64, at time.Time, locale string) (wire.Hotel, error) {
	h, ok := e.directory.Hotel(id)
	if !ok {
		return wire.Hotel{}, ErrNotFound
	}
	review := h.Book.Summary(calendar.Of(at.UTC())).All
	out := wire.Hotel{
		HotelID: id, Name: h.Name, PageURL: e.pageURL(id), PropertyType: new(h.Kind.String()),
		Location:    e.location(h, locale),
		Description: new(describe(h)), Amenities: h.Amenities(), Images: e.pictures(h),
		DistanceToCityCentre: h.Centre, DistanceToNearestAirport: &h.Airport, Highlights: highlights(h, review),
	}
	if h.Star > 0 {
		out.Star = new(float64(h.Star))
	}
	if review.Count > 0 {
		out.Review = &wire.Review{Score: review.Mean, Count: float64(review.Count)}
	}
	if h.Brand != "" {
		out.BrandName = &h.Brand
	}
	if h.Chain != "" {
		out.ChainName = &h.Chain
	}
	return out, nil
}

// HotelDetail is Hotel with pictures in groups and pieces of reviews.
func (e *Engine) HotelDetail(id int64, at time.Time, locale string) (wire.Hotel, error) {
	out, err := e.Hotel(id, at, locale)
	if err != nil {
		return out, err
	}
	h, _ := e.directory.Hotel(id)
	out.CategorizedImages = e.gallery(h)
	for _, one := range h.Book.Highlights(calendar.Of(at.UTC())) {
		sentiment := "negative"
		if one.Liked {
			sentiment = "positive"
		}
		out.ReviewHighlights = append(out.ReviewHighlights, wire.ReviewHighlight{Sentiment: &sentiment, Text: one.Text})
	}
	return out, nil
}

func (e *Engine) location(h *directory.Hotel, locale string) wire.HotelLocation {
	out := wire.HotelLocation{
		Lat: &h.Lat, Lng: &h.Lng, DistrictName: &h.District,
		CityName:    new(e.options.World.CityName(h.City, locale)),
		CountryName: new(e.options.World.CountryName(h.City.Country, locale)),
	}
	if h.Address != "" {
		out.Address = &h.Address
	}
	return out
}

// describe is the editorial text, in English as are amenities and reviews.
func describe(h *directory.Hotel) string {
	var text strings.Builder
	kind := strings.ToLower(h.Kind.String())
	article := "a"
	if strings.ContainsAny(kind[:1], "aeiou") {
		article = "an"
	}
	where := h.District + ", " + h.City.Name
	if h.District == directory.AirportArea {
		where = h.City.Name + ", near the airport"
	}
	fmt.Fprintf(&text, "%s is %s %s in %s, made up for this sandbox.", h.Name, article, kind, where)
	switch {
	case h.Central:
		text.WriteString(" The centre is a short walk away.")
	case h.Airport < 4:
		text.WriteString(" It suits travelers with an early flight.")
	}
	var extras []string
	for _, name := range []string{"Outdoor pool", "Indoor pool", "Spa", "Restaurant", "Rooftop bar", "Fitness centre", "Garden", "Kitchen", "Free parking"} {
		if h.Offers(name) {
			extras = append(extras, strings.ToLower(name))
		}
	}
	switch n := len(extras); {
	case n > 1:
		fmt.Fprintf(&text, " Guests have the use of %s and %s.", strings.Join(extras[:n-1], ", "), extras[n-1])
	case n == 1:
		fmt.Fprintf(&text, " Guests have the use of the %s.", extras[0])
	}
	if h.Offers("24-hour reception") {
		text.WriteString(" Reception is open day and night.")
	}
	return text.String()
}

// trusted is how many reviews a hotel needs that guests are said to love.
const trusted = 50

// highlights is the editorial badges that the facts support.
func highlights(h *directory.Hotel, review guestbook.Score) []wire.HotelHighlight {
	var list []wire.HotelHighlight
	if review.Count >= trusted && review.Mean >= 8.5 {
		list = append(list, wire.HotelHighlight{Text: "Guests love it",
			Subtext: new(fmt.Sprintf("%.1f of 10 from %d reviews", review.Mean, review.Count))})
	}
	if h.Central && h.Centre != nil {
		list = append(list, wire.HotelHighlight{Text: "Central", Subtext: new(fmt.Sprintf("%.1f km to the centre", *h.Centre))})
	}
	if h.Airport < 4 {
		list = append(list, wire.HotelHighlight{Text: "Near the airport", Subtext: new(fmt.Sprintf("%.1f km away", h.Airport))})
	}
	if h.Offers("Family rooms") && h.Offers("Playground") {
		list = append(list, wire.HotelHighlight{Text: "Good for families"})
	}
	if h.Offers("Spa") && h.Offers("Sauna") {
		list = append(list, wire.HotelHighlight{Text: "Wellness"})
	}
	return list
}
