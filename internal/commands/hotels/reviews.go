package hotels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

type reviewsOptions struct {
	desk  *desk.Desk
	out   *cli.Printer
	hotel string // as typed
	query *params.Values
	pages cli.PageFlags
	yes   bool // to the search that a name may take
}

func newReviews(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelReviews")
	o := &reviewsOptions{desk: run.Desk(), out: run.Out(), query: query}
	cmd.Long = `Read what guests wrote about a hotel, word for word: + is what they liked, − what they did not.
It needs no search. HOTEL is a row number or a name of the last list of hotels, or a hotel id; any
other hotel is found by its name with its city, which takes a search that you are asked about.

--topics keeps reviews that mention any of the words. --guest-type has words of its own here:
couple, family_with_children, solo_traveller, extended_group. People are shown the detail
view, with notes and the country of the guest; --json prints the view that --view asks for.`
	cmd.Example = `  travel hotels reviews 2
  travel hotels reviews 2 --topics breakfast,noise --sort rating_asc
  travel hotels reviews 392299429 --guest-type family_with_children --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.hotel = args[0]
		return runReviews(cmd.Context(), o)
	}
	cli.AddParams(cmd, query, "hotelId")
	o.pages.AddTo(cmd, query.Op())
	cli.AddYes(cmd, &o.yes)
	run.Columns(cmd, hotelview.ReviewList{})
	run.Completion().Rows(cmd, recall.Hotels, 1)
	return cmd
}

func runReviews(ctx context.Context, o *reviewsOptions) error {
	hotel, err := hotels.Find(ctx, o.desk, &hotels.NamedRequest{
		Label: "HOTEL", Text: o.hotel, Help: "travel hotels reviews --help", Query: o.query, Agreed: o.yes,
	})
	if err != nil {
		return err
	}
	if err := detailFor(o.out, o.query); err != nil {
		return err
	}
	answer, err := hotels.Reviews(ctx, o.desk, hotel, o.query, o.pages.Pages)
	if len(answer.Bodies) == 0 {
		return err
	}
	view := reviewList(answer.Value, hotel.Row.Label)
	view.Next = answer.Meta.Next
	return cmp.Or(o.out.PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
}

// reviewList lays a page of reviews out for a person.
func reviewList(r *apiclient.HotelReviews, hotel string) hotelview.ReviewList {
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
		return "No guest has written so far."
	case meta.TotalCandidates == nil:
		return words.Counted(shown, "review") + " shown; how many there are is not known."
	case meta.HasMore:
		return fmt.Sprintf("%s shown of at least %s.", words.Counted(shown, "review"), words.Grouped(*meta.TotalCandidates))
	}
	return fmt.Sprintf("%s shown of %s.", words.Counted(shown, "review"), words.Grouped(*meta.TotalCandidates))
}

// topicNotes say which of the words asked for no review has.
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
