package watch

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
)

func price(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "EUR"} }

// A rule is in the currency of the offer, and nothing that could never be true or always is.
func TestRules(t *testing.T) {
	first := price("412.50")
	for _, c := range []struct {
		typed  Typed
		target string
		wrong  string
	}{
		{typed: Typed{}}, {typed: Typed{Any: true}},
		{typed: Typed{Below: "380"}, target: "380"}, {typed: Typed{Below: " 380.50 EUR"}, target: "380.50"}, {typed: Typed{Below: "eur380"}, target: "380"},
		{typed: Typed{Drop: "5%"}, target: "391.875"}, {typed: Typed{Drop: "12.5"}, target: "360.9375"}, {typed: Typed{Drop: "33.333333%"}, target: "275.000001"},
		{typed: Typed{Below: "380 USD"}, wrong: "--below 380 USD is in USD, and the offer is in EUR"},
		{typed: Typed{Below: "0"}, wrong: "--below 0 is not accepted"}, {typed: Typed{Below: "-5"}, wrong: "--below"},
		{typed: Typed{Below: "1e3"}, wrong: "--below"}, {typed: Typed{Below: "1,200"}, wrong: "--below"}, {typed: Typed{Below: "1."}, wrong: "--below"},
		{typed: Typed{Below: "EUR"}, wrong: "--below"}, {typed: Typed{Below: strings.Repeat("9", 41)}, wrong: "--below"},
		{typed: Typed{Below: "380.50000"}, target: "380.50000"}, {typed: Typed{Below: "380.505"}, wrong: "--below 380.505 is not accepted; give a price in whole units of EUR and their parts, such as 412.50"},
		{typed: Typed{Drop: "0%"}, wrong: "--drop"}, {typed: Typed{Drop: "100%"}, wrong: "--drop"}, {typed: Typed{Drop: "-5%"}, wrong: "--drop"},
		{typed: Typed{Drop: "5%", Any: true}, wrong: "exclude each other"},
	} {
		rule, err := c.typed.Rule(first)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%+v: %v, want %q", c.typed, err, c.wrong)
			}
			continue
		}
		target := rule.target(first)
		if err != nil || target.Amount != c.target {
			t.Errorf("%+v: %+v waits for %v: %v", c.typed, rule, target, err)
		}
	}
	for _, typed := range []Typed{{Below: "380"}, {Drop: "5%"}} {
		if _, err := typed.Rule(offer.Money{}); err == nil {
			t.Errorf("%+v was taken for an offer without a price", typed)
		}
	}
}

// What a drop waits for is told in units that a price has.
func TestATargetIsAPrice(t *testing.T) {
	for currency, want := range map[string]string{"EUR": "391.87", "JPY": "391", "KWD": "391.875"} {
		w := Watch{Offer: kept.Offer{Kind: recall.Trips, List: recall.List{Flight: &query.Flight{}}}, Rule: Rule{Kind: Drop, Percent: "5"}}
		w.Offer.Row.Price = offer.Money{Amount: "412.50", Currency: currency}
		if target := w.Target(); target.Amount != want {
			t.Errorf("%s: %v, want %s", currency, target, want)
		}
	}
}

// point is a point of a pass of its own: "380" is a price, "-" is gone, "!" failed.
func point(text string) Point {
	p := Point{Pass: "p", At: time.Unix(0, 0).UTC(), State: Seen}
	switch text {
	case "-":
		p.State = Gone
	case "!":
		p.State = Failed
	default:
		p.Price = offer.Money{Amount: text, Currency: "EUR"}
	}
	return p
}

// A rule fires when it becomes true, and again only after it was false. What could not be found out is neither.
func TestWhatFiresAndWhen(t *testing.T) {
	for _, c := range []struct {
		typed Typed
		first string
		want  string // points, each with what came of it, and * where the rule fired
	}{
		{Typed{Below: "400"}, "412", "412 unchanged, 400 cheaper, 399.99 cheaper*, 390 cheaper, ! failed, 390.00 unchanged, 400 dearer, 399 cheaper*"},
		{Typed{Below: "400"}, "350", "350 unchanged*, 351 dearer, 410 dearer, 350 cheaper*"},
		{Typed{Below: "400"}, "412", "399 cheaper*, - gone, - unchanged, 399 back*, 398 cheaper"},
		{Typed{Drop: "5%"}, "400", "380.01 cheaper, 380 cheaper*, 300 cheaper, 400 dearer, 380 cheaper*"},
		{Typed{Drop: "5%"}, "400", "500 dearer, 470 cheaper, 380.000 cheaper*"},
		{Typed{Any: true}, "400", "400 unchanged, 401 dearer*, ! failed, 401.0 unchanged, - gone*, - unchanged, ! failed, 401 back*, 400 cheaper*"},
		{Typed{Any: true}, "", "400 first, 401 dearer*"},
		{Typed{Any: true}, "400", "- gone*, 390 back*"},
	} {
		rule, err := c.typed.Rule(price(c.first))
		if err != nil {
			t.Fatal(err)
		}
		w := Watch{N: 1, Offer: kept.Offer{Kind: recall.Trips, List: recall.List{Flight: &query.Flight{}}}, Rule: rule}
		w.Offer.Row.Price = price(c.first)
		var told []Point
		var got []string
		for step := range strings.SplitSeq(c.want, ", ") {
			text, _, _ := strings.Cut(step, " ")
			e := w.Judge(told, point(text))
			fired := map[bool]string{true: "*"}[e.Fired]
			got = append(got, text+" "+string(e.Kind)+fired)
			told = append(told, point(text))
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%+v from %q:\n got %s\nwant %s", c.typed, c.first, all, c.want)
		}
	}
}

// A change says by how much, against the price that was told last.
func TestAChangeSaysByHowMuch(t *testing.T) {
	w := Watch{Offer: kept.Offer{Kind: recall.Trips, List: recall.List{Flight: &query.Flight{}}}, Rule: Rule{Kind: Any}}
	w.Offer.Row.Price = price("400")
	e := w.Judge([]Point{point("410"), point("!"), point("-")}, point("389.5"))
	if e.Kind != Back || e.Before.Amount != "410" || e.Change != "-20.5" || e.Percent != "-5.0" {
		t.Errorf("%+v, before %+v", e, e.Before)
	}
}
