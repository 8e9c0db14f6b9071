package render

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
)

func hotelViews() map[string]func() View {
	return map[string]func() View{
		"hotel_list":   func() View { return new(sampleHotelList()) },
		"hotel_prices": func() View { return new(samplePriced()) },
		"hotel_rates":  func() View { return new(sampleRateList()) },
		"hotel":        func() View { return new(sampleHotelView()) },
		"reviews":      func() View { return new(sampleReviewList()) },
		"no_hotels": func() View {
			return &hotelview.HotelList{StayList: hotelview.StayList{Place: "Lisbon", Stay: sampleStay(), Status: "complete", Notes: []string{"No hotel matches."}}}
		},
	}
}

func TestHotelsLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(hotelViews())) }

func TestRecordsOfHotelsKeepTheirFields(t *testing.T) {
	checkRecords(t, "hotels", sampleHotelList(), sampleRateList(), sampleHotelView(), sampleReviewList())
}

func TestNoTextOfAHotelReachesTheTerminalUncleaned(t *testing.T) { checkCleaned(t, hotelViews()) }

// What not every price has alike is said at each price, what all have is said once, and nothing
// goes unsaid.
func TestWhatComesOnTopIsSaidOnceOrAtEachPrice(t *testing.T) {
	shown := func(prices ...hotelview.StayPrice) string {
		v := hotelview.HotelList{Total: len(prices)}
		for i, p := range prices {
			v.Rows = append(v.Rows, hotelview.HotelRow{N: i + 1, Name: "Sample House", Price: p})
		}
		var out bytes.Buffer
		if err := New(&out, Terminal{TTY: true, Width: 120, Unicode: true}, FormatText).Print(v); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	price := func(tax string) hotelview.StayPrice {
		return hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("100"), Stay: euro("300"), LocalTax: new(euro(tax))}}
	}
	bare := hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("100")}}
	got := map[string]int{}
	for name, text := range map[string]string{
		"alike":   shown(price("4"), price("4")),
		"differ":  shown(price("4"), price("5")),
		"one":     shown(price("4")),
		"none":    shown(price("0"), price("0")),
		"unknown": shown(bare, bare),
	} {
		got[name] = strings.Count(text, "city tax")
		if strings.Contains(text, "Every price: ") != (name == "alike" || name == "unknown") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	want := map[string]int{"alike": 1, "differ": 2, "one": 1, "none": 0, "unknown": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("how often the city tax is told: -want +got\n%s", diff)
	}
}

func (r random) stayPrice() hotelview.StayPrice {
	p := hotelview.StayPrice{StayPrice: offer.StayPrice{Night: r.money()}}
	p.TaxInside = []*bool{nil, new(true), new(false)}[r.IntN(3)]
	if r.IntN(3) > 0 {
		p.Stay = r.money()
	}
	for _, m := range []**offer.Money{&p.Tax, &p.LocalTax} {
		if r.IntN(3) > 0 {
			*m = new(r.money())
		}
	}
	if r.IntN(3) == 0 {
		p.Deal = &hotelview.StayDeal{Label: r.pick(looseWords), Percent: r.number(90), Was: p.Tax, Promo: r.pick(looseWords)}
	}
	return p
}

func (r random) score() *hotelview.Score {
	if r.IntN(3) == 0 {
		return nil
	}
	return &hotelview.Score{Value: r.pick([]string{"8.7", "9", "10", "-1", "NaN", "1e9", r.pick(looseWords)}), Count: strconv.Itoa(r.number(5000))}
}

func (r random) hotels() hotelview.HotelList {
	v := hotelview.HotelList{
		StayList: hotelview.StayList{
			Place: r.pick(looseWords), Stay: hotelview.Stay{CheckIn: r.time(), CheckOut: r.time(), Nights: r.number(9)}, Context: r.some(looseWords),
			Locale: r.pick([]string{"", "de", "ja", "xx-YY"}), Status: r.pick(looseWords), Notes: r.some(looseWords), Next: r.some(looseWords),
		},
		Total: r.number(900), AllIn: r.IntN(2) == 0, Guests: r.pick([]string{"", "FAMILIES", r.pick(looseWords)}),
	}
	for n := range r.IntN(5) {
		v.Rows = append(v.Rows, hotelview.HotelRow{
			N: n + r.number(50), Name: r.pick(looseWords), Price: r.stayPrice(), Stars: r.pick([]string{"4", "", "3.5", r.pick(looseWords)}), Score: r.score(),
			District: r.pick(looseWords), City: r.pick(looseWords), Distance: r.pick([]string{"0.6", "", "-1", "1e30", "NaN"}), Seen: r.IntN(2) == 0, Badges: r.some(looseWords),
		})
	}
	return v
}

func (r random) rates() hotelview.RateList {
	v := hotelview.RateList{StayList: hotelview.StayList{
		Place: r.pick(looseWords), Context: r.some(looseWords), Status: r.pick(looseWords), Notes: r.some(looseWords), Next: r.some(looseWords),
	}}
	for n := range r.IntN(5) {
		v.Rows = append(v.Rows, hotelview.RateRow{
			Ref: strconv.Itoa(n+1) + "a", Room: r.pick(looseWords), Board: r.pick(looseWords), Refundable: grid.Answer(r.IntN(4)), Cancellation: r.pick(looseWords),
			Left: r.pick([]string{"", "2", "-1", "1e9"}), Price: r.stayPrice(),
		})
	}
	return v
}

func TestNoLineOfHotelsIsWiderThanTheTerminal(t *testing.T) {
	r := random{rand.New(rand.NewPCG(5, 6))}
	for i := range 1200 {
		term := canvas.Terminal{TTY: true, Width: 20 + r.IntN(181), Height: 5 + r.IntN(40), Unicode: r.IntN(4) > 0, Color: r.IntN(2) == 0}
		card, reviews := sampleHotelView(), sampleReviewList()
		card.Name, card.About, card.Offers, card.Page = r.pick(looseWords), strings.Join(r.some(looseWords), "\n"), r.some(looseWords), ""
		reviews.Rows[0].Pros, reviews.Rows[0].Title = r.some(looseWords), r.pick(looseWords)
		view := []View{r.hotels(), r.rates(), card, reviews}[i%4]
		var out bytes.Buffer
		if err := New(&out, term, FormatText).Print(view); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if got := canvas.Cells(line); got > term.Width && !nextCommand(line) {
				t.Fatalf("round %d: a line of %T takes %d cells of %d:\n%s", i, view, got, term.Width, line)
			}
		}
	}
}

// A price that is cut is a wrong price, so from 60 columns up every one is there in full, and so is
// what the layout has no column for.
func TestPricesOfStaysAreNeverCut(t *testing.T) {
	r := random{rand.New(rand.NewPCG(7, 8))}
	for i := range 300 {
		v := r.hotels()
		for n := range v.Rows {
			v.Rows[n].Price.Night = offer.Money{Amount: strconv.Itoa(1 + r.IntN(2_000_000)), Currency: "AED"}
			v.Rows[n].Price.Stay = offer.Money{Amount: strconv.Itoa(1 + r.IntN(2_000_000_000)), Currency: "AED"}
			v.Rows[n].Price.Tax, v.Rows[n].Price.Deal = nil, nil
			v.Rows[n].Price.LocalTax = &offer.Money{Amount: strconv.Itoa(r.IntN(2_000)), Currency: "AED"}
			v.Rows[n].District = "Old Quarter"
		}
		var out bytes.Buffer
		width := 60 + r.IntN(141)
		if err := New(&out, Terminal{TTY: true, Width: width, Unicode: true}, FormatText).Print(v); err != nil {
			t.Fatal(err)
		}
		for _, row := range v.Rows {
			text := strings.ReplaceAll(out.String(), "\u00a0", " ")
			for _, want := range []string{row.Price.Night.Text(v.Locale), row.Price.Stay.Text(v.Locale), "Old Quarter"} {
				if want = strings.ReplaceAll(want, "\u00a0", " "); !strings.Contains(text, want) {
					t.Fatalf("round %d, width %d: %q is not in\n%s", i, width, want, text)
				}
			}
		}
	}
}
