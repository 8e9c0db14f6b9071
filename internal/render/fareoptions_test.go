package render

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/testkit/cleantest"
)

// sampleOptions is a return trip of which each option pays for one leg.
func sampleOptions() flightview.FareOptions {
	lite := flightview.FareOption{
		N: 1, OptionID: "o1", Name: "Economy Lite", Price: offer.Money{Amount: "201", Currency: "USD"}, Covers: "leg", CabinBag: "1 bag, 7 kg", CheckedBag: "not included",
		Change: flightview.Penalty{Policy: "not_permitted"}, Cancel: flightview.Penalty{Policy: "not_permitted"}, Refundable: grid.No, Exchangeable: grid.No,
		Terms: []string{"https://rx.airline.example/terms"},
	}
	flex := flightview.FareOption{
		N: 2, OptionID: "o2", Name: "Economy Flex", Price: offer.Money{Amount: "262.5", Currency: "USD"}, Covers: "leg", CheckedBag: "1 bag, 30 kg",
		Change: flightview.Penalty{Policy: "free"}, Cancel: flightview.Penalty{Policy: "fee", Fee: offer.Money{Amount: "60", Currency: "USD"}}, Refundable: grid.Yes, Exchangeable: grid.Yes,
		Terms: []string{"https://rx.airline.example/terms", "https://rx.airline.example/terms/flex"},
	}
	back := lite
	back.N, back.OptionID, back.Cancel = 3, "o3", flightview.Penalty{Policy: "fee"}
	return flightview.FareOptions{
		Title: "Fare 1", Context: []string{"Royal Example", "1 adult", "USD"}, Total: &offer.Money{Amount: "412", Currency: "USD"}, Party: "1 adult",
		Rule: "Each option pays for one leg: choose one of OUT and one of BACK.",
		Groups: []flightview.OptionGroup{
			{Label: "out", From: "DXB", To: "LHR", Depart: time.Date(2026, 12, 25, 6, 45, 0, 0, time.UTC), Options: []flightview.FareOption{lite, flex}},
			{Label: "back", From: "LHR", To: "DXB", Options: []flightview.FareOption{back}},
		},
		Next: []string{"travel flights booking-link 1 --option 1 --option 3"},
	}
}

func printed(t *testing.T, term Terminal, v View) string {
	t.Helper()
	var out bytes.Buffer
	if err := New(&out, term, FormatText).Print(v); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestOptionsSayEverythingAtEveryWidth(t *testing.T) {
	for name, test := range map[string]struct {
		width int
		want  string
	}{
		"wide": {120, `Fare 1   Royal Example · 1 adult · USD
Whole trip $412 for 1 adult. Each option pays for one leg: choose one of OUT and one of BACK.

 #  OPTION          PRICE  CABIN BAG    CHECKED BAG   CHANGE         CANCEL         REFUNDABLE
OUT   DXB → LHR · Fri 25 Dec
 1  Economy Lite  $201.00  1 bag, 7 kg  not included  not permitted  not permitted  no
 2  Economy Flex  $262.50  not stated   1 bag, 30 kg  free           $60            yes
BACK  LHR → DXB
 3  Economy Lite  $201.00  1 bag, 7 kg  not included  not permitted  for a fee      no

Next   travel flights booking-link 1 --option 1 --option 3
`},
		"narrow": {60, `Fare 1   Royal Example · 1 adult · USD
Whole trip $412 for 1 adult. Each option pays for one leg:
choose one of OUT and one of BACK.

 #  OPTION          PRICE
OUT   DXB → LHR · Fri 25 Dec
 1  Economy Lite  $201.00
    cabin 1 bag, 7 kg · checked not included
    change not permitted · cancel not permitted
    not refundable
 2  Economy Flex  $262.50
    cabin not stated · checked 1 bag, 30 kg · change free
    cancel $60 · refundable
BACK  LHR → DXB
 3  Economy Lite  $201.00
    cabin 1 bag, 7 kg · checked not included
    change not permitted · cancel for a fee · not refundable

Next   travel flights booking-link 1 --option 1 --option 3
`},
	} {
		t.Run(name, func(t *testing.T) {
			got := printed(t, Terminal{TTY: true, Width: test.width, Unicode: true, Now: now}, sampleOptions())
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// An option that cannot be changed is not said to be changed for free.
func TestAnOptionThatIsNotExchangeableCannotBeChanged(t *testing.T) {
	v := sampleOptions()
	v.Groups = []flightview.OptionGroup{{Options: v.Groups[0].Options[:1]}}
	v.Groups[0].Options[0].Change = flightview.Penalty{Policy: "free"}
	if got := printed(t, Terminal{TTY: true, Width: 120, Unicode: true}, v); strings.Contains(got, "free") {
		t.Errorf("a change is free in\n%s", got)
	}
}

// What the service leaves out is said to be left out, never made up.
func TestOptionsWithoutATotalOrALegSaySo(t *testing.T) {
	v := sampleOptions()
	v.Total, v.Rule = nil, "The service does not say what an option pays for."
	v.Groups = []flightview.OptionGroup{{Options: v.Groups[0].Options[:1]}}
	option := &v.Groups[0].Options[0]
	option.Change, option.Refundable, option.Exchangeable = flightview.Penalty{}, grid.Unknown, grid.Unknown
	got := printed(t, Terminal{TTY: true, Width: 120, Unicode: true}, v)
	for _, want := range []string{"The service states no price for the whole trip. The service does not say", "not stated  ", "not stated\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "OUT") || strings.Contains(got, "$412") {
		t.Errorf("something is made up:\n%s", got)
	}
}

func TestTermsAreListedOnceWithTheOptionsTheyAreFor(t *testing.T) {
	v := sampleOptions()
	v.Terms = true
	got := printed(t, Terminal{TTY: true, Width: 80, Unicode: true}, v)
	want := `Terms
  1, 2, 3
    https://rx.airline.example/terms
  2
    https://rx.airline.example/terms/flex
`
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestOptionRecordsHoldEveryField(t *testing.T) {
	got := sampleOptions().Records()
	want := []string{
		"2", "out", "DXB", "LHR", "2026-12-25T06:45", "Economy Flex", "262.5", "USD", "leg", "", "1 bag, 30 kg",
		"free", "", "", "fee", "60", "USD", "yes", "yes", "o2", "https://rx.airline.example/terms https://rx.airline.example/terms/flex",
	}
	if diff := cmp.Diff(want, got.Rows[1]); diff != "" || len(got.Head) != len(want) || len(got.Rows) != 3 {
		t.Errorf("%d columns, %d rows (-want +got):\n%s", len(got.Head), len(got.Rows), diff)
	}
}

func TestHostileOptionsStayInTheirLines(t *testing.T) {
	for p := range cleantest.Payloads {
		v := sampleOptions()
		for i, leaf := range leaves(reflect.ValueOf(&v).Elem()) {
			leaf.SetString(cleantest.Payloads[(i+p)%len(cleantest.Payloads)])
		}
		checkSafe(t, v, cleantest.Payloads[p])
	}
}

func TestNoOptionIsWiderThanTheTerminal(t *testing.T) {
	r := random{rand.New(rand.NewPCG(5, 6))}
	penalty := func() flightview.Penalty {
		return flightview.Penalty{Policy: r.pick([]string{"", "free", "fee", "not_permitted", "by_arrangement"}), Fee: r.money()}
	}
	for i := range 400 {
		v := flightview.FareOptions{Title: r.pick(looseWords), Context: r.some(looseWords), Party: r.pick(looseWords), Rule: r.pick(looseWords), Notes: r.some(looseWords), Next: r.some(looseWords)}
		for range r.IntN(4) {
			g := flightview.OptionGroup{Label: r.pick(looseWords), From: r.code(), To: r.code(), Depart: r.time()}
			for range 1 + r.IntN(4) {
				g.Options = append(g.Options, flightview.FareOption{
					N: r.number(9), Name: r.pick(looseWords), Price: r.money(), CabinBag: r.pick(looseWords), CheckedBag: r.pick(looseWords),
					Change: penalty(), Cancel: penalty(), Refundable: grid.Answer(r.IntN(3)),
				})
			}
			v.Groups = append(v.Groups, g)
		}
		width := 20 + r.IntN(181)
		for line := range strings.Lines(printed(t, Terminal{TTY: true, Width: width, Unicode: i%4 > 0}, v)) {
			if got := canvas.Cells(strings.TrimSuffix(line, "\n")); got > width {
				t.Fatalf("round %d: a line takes %d cells of %d:\n%s", i, got, width, line)
			}
		}
	}
}
