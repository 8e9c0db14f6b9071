package present

import (
	"fmt"
	"slices"
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
		Guests: []hotelview.GuestScore{{Who: "all guests", Score: scoreOf(h.Review)}},
	}
	if h.Of.Listed() { // the scores of cohorts are only in lists
		for _, cohort := range hotels.Cohorts() {
			score := hotelview.GuestScore{Who: ask.GuestWords[string(cohort)], Score: listedScore(h.Of.Row, cohort)}
			v.Guests = append(v.Guests, score)
		}
	}
	for _, group := range h.CategorizedImages {
		if len(group.Images) > 0 {
			v.Images = append(v.Images, hotelview.ImageGroup{
				Subject: strings.ReplaceAll(group.Category, "_", " "), Count: len(group.Images), First: group.Images[0].URL,
			})
		}
	}
	if v.Images == nil && len(h.Images) > 0 {
		v.Images = []hotelview.ImageGroup{{Count: len(h.Images), First: h.Images[0]}}
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

// Reviews builds the view of a page of reviews.
func Reviews(r *apiclient.HotelReviews, hotel string) hotelview.ReviewList {
	meta := r.Metadata
	list := hotelview.ReviewList{
		Hotel: hotel, First: max((meta.Page-1)*meta.PageSize, 0) + 1, Count: reviewCount(r),
	}
	if len(meta.MatchedTerms) > 0 {
		missing := slices.DeleteFunc(slices.Clone(meta.Topics), func(topic string) bool {
			return slices.ContainsFunc(meta.MatchedTerms, func(term string) bool { return strings.EqualFold(term, topic) })
		})
		list.Notes = []string{"They mention " + words.And(quoted(meta.MatchedTerms)) + "."}
		if len(missing) > 0 {
			list.Notes = append(list.Notes, "No review mentions "+words.And(quoted(missing))+".")
		}
	}
	for _, review := range r.Results {
		row := hotelview.ReviewRow{
			Rating: review.Rating.String(), Title: words.Stated(review.Title), Posted: review.PostedAt,
			Country: words.Stated(review.CountryCode), Provider: review.ProviderCode,
			Pros: review.Pros, Cons: review.Cons, Notes: review.Notes,
		}
		if review.GuestType != nil {
			row.Guests = strings.ReplaceAll(string(*review.GuestType), "_", " ")
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// reviewCount says how many reviews there are, as far as the service knows.
func reviewCount(r *apiclient.HotelReviews) string {
	meta, shown := r.Metadata, len(r.Results)
	switch {
	case shown == 0 && meta.Page > 1:
		return fmt.Sprintf("Page %d is past the last page.", meta.Page)
	case shown == 0 && len(meta.Topics) > 0:
		return "No review mentions " + words.And(quoted(meta.Topics)) + "."
	case shown == 0:
		return "No reviews yet."
	case meta.TotalCandidates == nil:
		return words.Counted(shown, "review") + " shown; how many there are is not known."
	case meta.HasMore:
		return fmt.Sprintf("%s shown of at least %s.", words.Counted(shown, "review"), words.Grouped(*meta.TotalCandidates))
	}
	return fmt.Sprintf("%s shown of %s.", words.Counted(shown, "review"), words.Grouped(*meta.TotalCandidates))
}

func quoted(list []string) []string {
	return grid.Each(list, func(word string) string { return `"` + word + `"` })
}
