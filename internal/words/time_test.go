package words_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

func TestTimesAreTheAirportsOwn(t *testing.T) {
	depart := time.Date(2026, 12, 31, 22, 10, 0, 0, time.FixedZone("", 4*3600))
	arrive := time.Date(2027, 1, 2, 5, 55, 0, 0, time.FixedZone("", 0))
	at := func(t time.Time, days int) offer.Moment { return offer.Moment{At: t, Days: days} }
	got := []string{
		at(depart, 0).Clock(), at(arrive, 2).Clock(), at(arrive, -1).Clock(), at(time.Time{}, 3).Clock(), words.Span(695), words.Span(45), words.Span(6000), words.Span(0), words.Span(-1),
		words.Stops(0), words.Stops(1), words.Stops(7), offer.Stamp(depart), offer.Stamp(time.Time{}),
	}
	want := []string{
		"22:10", "05:55+2", "05:55-1", "--:--", "11h35", "0h45", "100h00", "-", "-",
		"nonstop", "1 stop", "7 stops", "2026-12-31T22:10:00+04:00", "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if days, minutes := at(arrive, 0).Since(at(depart, 0)).Days, at(depart, 0).Until(at(arrive, 0)); days != 2 || minutes != 2145 {
		t.Errorf("got %d days and %d minutes, want 2 and 2145", days, minutes)
	}
	if minutes := at(arrive, 0).Until(at(depart, 0)); minutes != 0 {
		t.Errorf("a wait that ends before it begins: got %d minutes", minutes)
	}
}
