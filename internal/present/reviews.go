package present

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// Reviews builds the view of a page of reviews.
func Reviews(r *apiclient.HotelReviews, hotel string) hotelview.ReviewList {
	meta := r.Metadata
	list := hotelview.ReviewList{
		Hotel: hotel, First: max((meta.Page-1)*meta.PageSize, 0) + 1, Count: reviewCount(r), Notes: topicNotes(meta),
	}
	for _, review := range r.Results {
		row := hotelview.ReviewRow{
			Rating: review.Rating.String(), Title: words.Stated(review.Title), Posted: review.PostedAt,
			Country: words.Stated(review.CountryCode), Provider: review.ProviderCode,
			Pros: review.Pros, Cons: review.Cons, Notes: review.Notes,
		}
		if at := words.Day(review.PostedAt); !at.IsZero() {
			row.Posted = at.Format("2 Jan 2006")
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

// topicNotes says which of the requested words the reviews mention and which they do not.
func topicNotes(meta apiclient.HotelReviewsMetadata) []string {
	if len(meta.MatchedTerms) == 0 {
		return nil
	}
	missing := slices.DeleteFunc(slices.Clone(meta.Topics), func(topic string) bool {
		return slices.ContainsFunc(meta.MatchedTerms, func(term string) bool { return strings.EqualFold(term, topic) })
	})
	notes := []string{"They mention " + words.And(quoted(meta.MatchedTerms)) + "."}
	if len(missing) > 0 {
		notes = append(notes, "No review mentions "+words.And(quoted(missing))+".")
	}
	return notes
}

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, word := range list {
		out[i] = `"` + word + `"`
	}
	return out
}
