package hotels_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

// A read is the same to the byte whatever was read before, at other times and with other wishes.
func TestAnAnswerDoesNotDependOnEarlierReads(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	remembering, forgetful := newEngine(0), newEngine(0)
	sorts := []wire.HotelSort{
		wire.HotelSortRelevance, wire.HotelSortPriceAsc, wire.HotelSortPriceDesc, wire.HotelSortStarDesc,
		wire.HotelSortReviewScoreDesc, wire.HotelSortGuestRatingDesc, wire.HotelSortDistanceAsc,
	}
	cards := 0
	for range 6 {
		q := random(r)
		whole := all(t, remembering, q, dollars, hotels.ResultsParams{})
		for range 40 {
			w := &wish{Rand: r, known: map[int64]wire.Hotel{}}
			if which := r.IntN(24); which < 12 {
				w.figures(which)
				w.names(which, whole.Metadata.FilterOptions)
			}
			w.p.Page, w.p.PageSize, w.p.Sort = 1+r.IntN(3), 1+r.IntN(50), sorts[r.IntN(len(sorts))]
			w.p.GuestType = []wire.GuestCohort{"business", "couple", "family", "solo"}[r.IntN(4)]
			w.p.Refundable = r.IntN(4) == 0
			quote := dollars
			quote.Currency = []string{"USD", "EUR", "JPY", "XXX"}[r.IntN(4)]
			at := done
			if r.IntN(2) == 0 {
				at = start.Add(time.Duration(r.IntN(10_000)-200) * time.Millisecond)
			}
			forgetful.Forget(q)
			want := pageText(t, forgetful, q, at, quote, w.p)
			if got := pageText(t, remembering, q, at, quote, w.p); !bytes.Equal(got, want) {
				t.Errorf("%+v at %v with %+v: read again it is\n%.2000s\nread once\n%.2000s", q, at.Sub(start), w.p, got, want)
			}
			cards += bytes.Count(want, []byte(`"hotelId"`))
		}
	}
	if cards < 1000 {
		t.Errorf("%d cards in all: too few to tell", cards)
	}
}

func pageText(t *testing.T, e *hotels.Engine, q hotels.Query, at time.Time, quote hotels.Quote, p hotels.ResultsParams) []byte {
	t.Helper()
	page, err := e.Results(q, at, quote, p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
