package present

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// Hotel builds the view of one hotel.
func Hotel(h hotels.Details) hotelview.HotelView {
	where := h.Location
	v := hotelview.HotelView{
		HotelID: h.HotelID, Name: h.Name, Kind: words.Stated(h.PropertyType), Brand: words.Stated(h.BrandName), Chain: words.Stated(h.ChainName),
		Stars:   words.Decimal(h.Star),
		Address: []string{words.Stated(where.Address), words.Stated(where.DistrictName), words.Stated(where.CityName), words.Stated(where.CountryName)},
		Lat:     words.Decimal(where.Lat), Lng: words.Decimal(where.Lng),
		Centre: words.Decimal(h.DistanceToCityCentre), Airport: words.Decimal(h.DistanceToNearestAirport), Unit: h.Unit,
		About: words.Stated(h.Description), Offers: h.Amenities, Page: h.PageURL,
		Guests: guestScores(h),
		Images: imageGroups(h.Hotel),
	}
	if km := h.FromSpot(); km != nil {
		v.From = fromWords(h.Of.List.Asked().From())
		v.Away = strconv.FormatFloat(*km, 'f', 2, 64)
	}
	for _, badge := range h.Highlights {
		v.Badges = append(v.Badges, grid.Fact{Label: badge.Text, Value: words.Stated(badge.Subtext)})
	}
	for _, voice := range h.ReviewHighlights {
		v.Voices = append(v.Voices, hotelview.Voice{Sentiment: words.Stated(voice.Sentiment), Text: voice.Text})
	}
	if listed := h.Of; listed.Row.Price.Amount != "" {
		price := listed.Row.Price.Text(listed.List.Terms.Locale)
		v.Notes = append(v.Notes, fmt.Sprintf("In the list it was %s a night for %s; rates is what holds.", price, listedDays(listed.List.Asked())))
	}
	return v
}

// guestScores returns the score of all guests and, for a hotel from a list, the score of each cohort, which only the
// list has.
func guestScores(h hotels.Details) []hotelview.GuestScore {
	scores := []hotelview.GuestScore{{Who: "all guests", Score: scoreOf(h.Review)}}
	if !h.Of.Listed() {
		return scores
	}
	for _, cohort := range hotels.Cohorts() {
		scores = append(scores, hotelview.GuestScore{Who: ask.GuestWords[string(cohort)], Score: listedScore(h.Of.Row, cohort)})
	}
	return scores
}

// listedScore returns the score of a cohort in a list, or nil if too few guests rated the hotel.
func listedScore(row recall.Row, cohort apiclient.GuestCohort) *hotelview.Score {
	if row.Hotel == nil {
		return nil
	}
	score, ok := row.Hotel.Cohorts[string(cohort)]
	if !ok {
		return nil
	}
	return &hotelview.Score{Value: score.Value, Count: score.Count}
}

// imageGroups counts the pictures, grouped by subject in the detail view.
func imageGroups(h *apiclient.Hotel) []hotelview.ImageGroup {
	var groups []hotelview.ImageGroup
	for _, group := range h.CategorizedImages {
		if len(group.Images) > 0 {
			subject := strings.ReplaceAll(group.Category, "_", " ")
			groups = append(groups, hotelview.ImageGroup{Subject: subject, Count: len(group.Images), First: group.Images[0].URL})
		}
	}
	if groups == nil && len(h.Images) > 0 {
		groups = []hotelview.ImageGroup{{Count: len(h.Images), First: h.Images[0]}}
	}
	return groups
}
