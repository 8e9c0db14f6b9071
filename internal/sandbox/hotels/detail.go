package hotels

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// Hotel returns a hotel on the day of at; detail adds grouped pictures and excerpts of reviews. locale, a BCP 47
// tag, affects only the names of city and country. ok is false if there is no hotel with the id.
func (e *Engine) Hotel(id int64, at time.Time, locale string, detail bool) (out wire.Hotel, ok bool) {
	h, ok := e.directory.Hotel(id)
	if !ok {
		return out, false
	}
	today := directory.DayOf(at)
	score, airport := h.Summary(today).All, h.Airport()
	out = wire.Hotel{
		HotelID: id, Name: h.Name, PageURL: e.pageURL(id), PropertyType: &h.Kind.Name,
		Star: market.Given(float64(h.Star)), Review: market.Given(score),
		BrandName: market.Given(h.Brand), ChainName: market.Given(h.Chain),
		Location: wire.HotelLocation{
			Lat: &h.Lat, Lng: &h.Lng, DistrictName: &h.District, Address: market.Given(h.Address),
			CityName:    new(data.CityName(h.City, locale)),
			CountryName: new(data.CountryName(h.City.Country, locale)),
		},
		Description:          new(fmt.Sprintf("%s in %s (%s), made up for this sandbox.", h.Kind.Name, h.City.Name, h.District)),
		Amenities:            h.Amenities,
		DistanceToCityCentre: h.Centre, DistanceToNearestAirport: &airport,
	}
	badge := func(text, format string, args ...any) {
		out.Highlights = append(out.Highlights, wire.HotelHighlight{Text: text, Subtext: new(fmt.Sprintf(format, args...))})
	}
	if score.Count >= 50 && score.Score >= 8.5 {
		badge("Guests love it", "%.1f of 10 from %.0f reviews", score.Score, score.Count)
	}
	if h.Centre != nil && *h.Centre <= 1 {
		badge("Central", "%.1f km to the center", *h.Centre)
	}
	if airport < 4 {
		badge("Near the airport", "%.1f km away", airport)
	}
	for _, s := range subjects {
		if s.needs != "" && !h.Offers(s.needs) {
			continue
		}
		group := wire.CategorizedImages{Category: s.name}
		for n := range s.pictures {
			url := e.picture(h.ID, fmt.Sprintf("%s-%d", strings.ToLower(s.name), n+1))
			out.Images = append(out.Images, url)
			group.Images = append(group.Images, wire.HotelImage{URL: url, AltText: new(s.name + ", " + h.Name)})
		}
		out.CategorizedImages = append(out.CategorizedImages, group)
	}
	if !detail {
		out.CategorizedImages = nil
		return out, true
	}
	out.ReviewHighlights = h.Highlights(today)
	return out, true
}

// subjects are the subjects of a hotel's pictures; the first is one that every hotel has. Each room type also has
// pictures, such as room-dbl-1.
var subjects = []struct {
	name     string
	needs    string // required amenity, or empty
	pictures int
}{
	{"Exterior", "", 2}, {"Lobby", "", 1}, {"Room", "", 3}, {"Bathroom", "", 1}, {"Restaurant", "Restaurant", 2},
	{"Breakfast", "Breakfast", 1}, {"Pool", "Outdoor pool", 2}, {"Spa", "Spa", 1}, {"Gym", "Fitness centre", 1},
	{"View", "Terrace", 1},
}

// pageURL returns the address of a hotel's page on the site.
func (e *Engine) pageURL(hotelID int64) string {
	return fmt.Sprintf("%s/hotel/%d", e.options.SiteURL, hotelID)
}

// picture returns the address of a picture on the site.
func (e *Engine) picture(hotelID int64, name string) string {
	return fmt.Sprintf("%s/images/hotels/%d/%s.svg", e.options.SiteURL, hotelID, name)
}

// Reviews returns one page of a hotel's reviews up to the day of at, filtered, sorted and paged by the values of
// getHotelReviews. A page past the end is empty; the detail view adds neutral notes and the reviewers' countries.
// ok is false if there is no hotel with the id.
func (e *Engine) Reviews(id int64, at time.Time, v rest.Values) (out wire.HotelReviews, ok bool) {
	h, ok := e.directory.Hotel(id)
	if !ok {
		return out, false
	}
	topics, cohort := v.Texts("topics"), wire.ReviewerCohort(v.Text("guest-type"))
	mentioned := map[string]bool{}
	var reviews []wire.HotelReview
	for entry := range h.Entries(directory.DayOf(at)) {
		one := h.Review(entry)
		if cohort != "" && (one.GuestType == nil || *one.GuestType != cohort) {
			continue
		}
		keep, said := len(topics) == 0, said(one)
		for _, topic := range topics {
			if plain := simplify(topic); len(plain) > 2 && strings.Contains(said, plain) {
				keep, mentioned[topic] = true, true
			}
		}
		if v.Text("view") != "detail" {
			one.Notes, one.CountryCode = nil, nil
		}
		if keep {
			reviews = append(reviews, one)
		}
	}
	slices.Reverse(reviews) // newest first, also among equal ratings
	switch wire.ReviewSort(v.Text("sort")) {
	case wire.ReviewSortRatingDesc:
		slices.SortStableFunc(reviews, func(a, b wire.HotelReview) int { return cmp.Compare(b.Rating, a.Rating) })
	case wire.ReviewSortRatingAsc:
		slices.SortStableFunc(reviews, func(a, b wire.HotelReview) int { return cmp.Compare(a.Rating, b.Rating) })
	}
	page, more := market.Page(reviews, v.Int("page"), v.Int("pageSize"))
	out = wire.HotelReviews{
		HotelID: id,
		Metadata: wire.HotelReviewsMetadata{
			Page: v.Int("page"), PageSize: v.Int("pageSize"), ResultCount: len(page), TotalCandidates: new(len(reviews)),
			HasMore: more, Topics: append([]string{}, topics...), MatchedTerms: []string{},
		},
		Results: append([]wire.HotelReview{}, page...),
	}
	for _, topic := range topics {
		if mentioned[topic] {
			out.Metadata.MatchedTerms = append(out.Metadata.MatchedTerms, topic)
			mentioned[topic] = false // list a repeated topic only once
		}
	}
	return out, true
}

// said returns the title, pros and cons of a review, simplified separately, so that no topic matches across them.
func said(r wire.HotelReview) string {
	text := ""
	if r.Title != nil {
		text = simplify(*r.Title)
	}
	for _, phrase := range slices.Concat(r.Pros, r.Cons) {
		text += simplify(phrase)
	}
	return text
}

var unhyphened = strings.NewReplacer("-", "", "'", "", "’", "")

// simplify returns a text in lower case with only its words, separated and surrounded by single spaces. Hyphens
// and apostrophes are removed, so that wi-fi becomes wifi.
func simplify(text string) string {
	text = strings.ToLower(unhyphened.Replace(text))
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.Nd, unicode.M) })
	return " " + strings.Join(words, " ") + " "
}
