package stays

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// Rates keep arriving while another place is shown, without a message there and without a timer.
func TestRatesComeInBehind(t *testing.T) {
	d := open(t, 80, 24, "Lisbon")
	d.Pass(10 * time.Second) // until the marks of new rates are gone
	d.Press("enter")
	idle := d.Timers()
	d.Tap("2")
	d.Tap("1")
	d.Tap("esc")
	lacks(t, d, "reading the rates")
	d.Settle()
	if n := d.Timers(); n != idle+1 { // the timer of the list's age
		t.Errorf("%d timers wait, %d did", n, idle)
	}
	left := searches(d)
	d.Press("enter", "2")
	d.Has("[2 Rates (20)]", "to be booked until")
	if got := searches(d); got != left {
		t.Errorf("it was%s and is%s", left, got)
	}
}

// An expired search is made again when the user agrees, with R or by the link of a rate. The same rate is found again
// and stays chosen.
func TestRatesExpire(t *testing.T) {
	for _, way := range []string{"R", "enter"} {
		t.Run(way, func(t *testing.T) {
			d := open(t, 80, 24, "Lisbon")
			d.Press("enter", "enter", "j", "j", "j", "j")
			was, before := chosen(d), rateID(t, d)
			if n := d.Timers(); n != 1 {
				t.Errorf("%d timers wait", n)
			}
			d.Press("1")
			if n := d.Timers(); n != 0 {
				t.Errorf("%d timers wait for a card", n)
			}
			d.Press("2")
			d.Pass(11 * time.Minute)
			d.Has("ago and may have expired; R searches again")
			if n := d.Timers(); n != 0 {
				t.Errorf("%d timers wait", n)
			}
			d.Press(way)
			d.Has("Search again for the same", "one of your searches")
			d.Press("n")
			if way == "R" && chosen(d) != was {
				t.Errorf("a no moved the cursor from %q to %q", was, chosen(d))
			}
			if way == "enter" {
				d.Press("esc")
			}
			left := searches(d)
			d.Press(way, "y")
			if way == "enter" {
				d.Has("Searched again.", "/checkout/hotel?")
				d.Press("esc")
			}
			room := func(line string) string { return line[strings.LastIndex(line, "$"):] }
			if now := chosen(d); now == "" || strings.TrimLeft(room(now), "$.,0123456789") != strings.TrimLeft(room(was), "$.,0123456789") {
				t.Errorf("the cursor is at %q and was at %q\n%s", now, was, d.Screen())
			}
			if after := rateID(t, d); after == before {
				t.Error("the rate has its old id")
			}
			if searches(d) == left {
				t.Error("no search was made")
			}
			d.Press("enter")
			d.Has("/checkout/hotel?")
		})
	}
}

// rateID returns the id of rate 5 as commands take it.
func rateID(t *testing.T, d *stagetest.Driver) string {
	t.Helper()
	rate, err := hotels.PickRate(t.Context(), d.Desk, "RATE", "1e")
	if err != nil {
		t.Fatal(err)
	}
	return rate.ID
}

// A sold-out hotel has no rates: the page says so, and nothing can be booked.
func TestNoRates(t *testing.T) {
	var p *page
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place {
		p = bare(s, "Full House")
		return &link{stage: s}
	})
	p.rates.update(search.RateSnapshot{Results: &apiclient.HotelRates{SearchID: "s", SearchComplete: true}}, recall.List{}, recall.List{}, desk.Locale{}, desk.Meta{})
	p.at = &p.rates
	d.Stage.Push(p)
	d.Settle()
	d.Has("No room of this hotel can be booked on this service for these dates.")
	d.Press("enter")
	d.Has("There is no rate to book.")
}

// The earlier price of a rate is shown beside it after the same search was read again.
func TestARateThatChanged(t *testing.T) {
	var p *page
	d := stagetest.New(t, 80, 24, func(s *stage.Stage) stage.Place {
		p = bare(s, "Inn")
		return &link{stage: s}
	})
	read := func(id, total string) *apiclient.HotelRates {
		rates := &apiclient.HotelRates{SearchID: id, Rates: []apiclient.Rate{{
			ID: "a", RoomName: "Twin", Price: apiclient.RatePrice{AmountPerNight: "100", Total: new(json.Number(total)), Currency: "EUR"},
		}}}
		p.rates.update(search.RateSnapshot{Results: rates}, recall.List{}, recall.List{}, desk.Locale{}, desk.Meta{})
		return rates
	}
	before := read("s", "200")
	p.at = &p.rates
	d.Stage.Push(p)
	d.Settle()
	read("s", "210")
	p.rates.mark(before)
	d.Has("€210", "was €200")
	read("s2", "220")
	p.rates.mark(before)
	lacks(t, d, "was")
}
