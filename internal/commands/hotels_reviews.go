package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/hotelview"
)

type hotelsReviewsOptions struct {
	app   *app
	hotel string // as typed
	read  *params
	pages pageFlags
}

func newHotelsReviews(a *app) *cobra.Command {
	o := &hotelsReviewsOptions{app: a, read: newParams("getHotelReviews", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "reviews HOTEL",
		Short: "Read what guests wrote about a hotel",
		Long: `Read what guests wrote about a hotel, word for word: + is what they liked, − what they did not.
It needs no search. HOTEL is a row number or a name of the last list of hotels, or a hotel id.

--topics keeps reviews that mention any of the words. --guest-type has words of its own here:
couple, family_with_children, solo_traveller, extended_group. People are shown the detail
view, with notes and the country of the guest; --json prints the view that --view asks for.`,
		Example: `  travel hotels reviews 2
  travel hotels reviews 2 --topics breakfast,noise --sort rating_asc
  travel hotels reviews 392299429 --guest-type family_with_children --json`,
		Args:        arguments("HOTEL", 1, 1),
		Annotations: map[string]string{"operationId": "getHotelReviews"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hotel = args[0]
			return runHotelsReviews(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "hotelId")
	o.pages.addFlags(cmd, o.read.Operation)
	a.addColumns(cmd, hotelview.ReviewList{})
	a.completeRows(cmd, recall.Hotels, 1)
	return cmd
}

func runHotelsReviews(ctx context.Context, o *hotelsReviewsOptions) error {
	picked, err := o.app.pickHotel("HOTEL", o.hotel, "travel hotels reviews --help")
	if err != nil {
		return err
	}
	if err := o.pages.apply(o.read); err != nil {
		return err
	}
	if err := o.app.detailForPeople(o.read); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetHotelReviewsParams](ctx, o.app, o.read, choiceOf(picked.about))
	if err != nil {
		return err
	}
	answer, err := call.client.GetHotelReviews(ctx, picked.id, &call.params)
	if err != nil {
		return fmt.Errorf("read the reviews of %s: %w", picked.title(), err)
	}
	facts := newFacts("getHotelReviews")
	chosen{locale: call.choice.locale}.record(&facts, "", "en")
	reviews := answer.Value
	all, pagesErr := o.morePages(ctx, call, picked, reviewPage(answer))
	reviews.Results, reviews.Metadata.HasMore = all.rows, all.more
	facts.Next = append(facts.Next, o.next(picked, reviews)...)
	view := reviewList(reviews, picked, facts)
	return cmp.Or(o.app.answerPages(all.bodies, len(all.rows), facts, view, view.Notes), pagesErr)
}

// morePages reads what follows the first page, as far as it is wanted.
func (o *hotelsReviewsOptions) morePages(ctx context.Context, call call[apiclient.GetHotelReviewsParams], hotel pickedHotel, first onePage[apiclient.HotelReview]) (gathered[apiclient.HotelReview], error) {
	return gather(ctx, o.pages, first, func(ctx context.Context, n int) (onePage[apiclient.HotelReview], error) {
		page := call.params
		page.Page = &n
		answer, err := call.client.GetHotelReviews(ctx, hotel.id, &page)
		if err != nil {
			return onePage[apiclient.HotelReview]{}, fmt.Errorf("read page %d of the reviews of %s: %w", n, hotel.title(), err)
		}
		return reviewPage(answer), nil
	})
}

func reviewPage(answer *apiclient.Answer[apiclient.HotelReviews]) onePage[apiclient.HotelReview] {
	page := onePage[apiclient.HotelReview]{body: answer.Body, rows: answer.Value.Results, more: answer.Value.Metadata.HasMore}
	if total := answer.Value.Metadata.TotalCandidates; total != nil {
		page.total = *total
	}
	return page
}

func (o *hotelsReviewsOptions) next(p pickedHotel, r *apiclient.HotelReviews) []string {
	var next []string
	if r.Metadata.HasMore && o.pages.rows() == 0 {
		next = append(next, fmt.Sprintf("travel hotels reviews %s --page %d", p.argument(), r.Metadata.Page+1)+o.read.sameView())
	}
	return append(next, "travel hotels show "+p.argument())
}

// reviewList lays a page of reviews out for a person.
func reviewList(r *apiclient.HotelReviews, p pickedHotel, facts answerFacts) hotelview.ReviewList {
	meta := r.Metadata
	list := hotelview.ReviewList{
		Hotel: p.name, First: max((meta.Page-1)*meta.PageSize, 0) + 1,
		Count: reviewCount(r), Notes: topicNotes(meta), Next: facts.Next,
	}
	for _, review := range r.Results {
		row := hotelview.ReviewRow{
			Rating: review.Rating.String(), Title: stated(review.Title), Posted: review.PostedAt,
			Country: stated(review.CountryCode), Provider: review.ProviderCode,
			Pros: review.Pros, Cons: review.Cons, Notes: review.Notes,
		}
		if at := day(review.PostedAt); !at.IsZero() {
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
		return "No review mentions " + joinAnd(quoted(meta.Topics)) + "."
	case shown == 0:
		return "No guest has written so far."
	case meta.TotalCandidates == nil:
		return counted(shown, "review") + " shown; how many there are is not known."
	case meta.HasMore:
		return fmt.Sprintf("%s shown of at least %s.", counted(shown, "review"), grouped(*meta.TotalCandidates))
	}
	return fmt.Sprintf("%s shown of %s.", counted(shown, "review"), grouped(*meta.TotalCandidates))
}

// topicNotes say which of the words asked for no review has.
func topicNotes(meta apiclient.HotelReviewsMetadata) []string {
	if len(meta.MatchedTerms) == 0 {
		return nil
	}
	missing := slices.DeleteFunc(slices.Clone(meta.Topics), func(topic string) bool {
		return slices.ContainsFunc(meta.MatchedTerms, func(term string) bool { return strings.EqualFold(term, topic) })
	})
	notes := []string{"They mention " + joinAnd(quoted(meta.MatchedTerms)) + "."}
	if len(missing) > 0 {
		notes = append(notes, "No review mentions "+joinAnd(quoted(missing))+".")
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
