package render

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

// looseWords are names of all widths and scripts, to be drawn at random.
var looseWords = []string{
	"", "Air", "Royal Example", "Königlich Beispielhafte Fluggesellschaft", "見本航空", "한국 예시 항공", "طيران المثال",
	"नमूना एयर", "Ví dụ Hàng không", "👩\u200d✈\ufe0f Air", "🇵🇹 Exemplo", "Supercalifragilisticexpialidocious", "a b c d e f g h",
	"https://site.example/a/very/long/address/without/any/space/in/it", "z\u0301\u0302\u0303",
}

var amounts = []string{"412", "0", "398.5", "1204.55", "123456789.25", "99999999999", "-7", "1e30", "NaN", "", "12345678901234567890.123456789"}

// random draws answers that no service would send on one day.
type random struct{ *rand.Rand }

func (r random) pick(from []string) string { return from[r.IntN(len(from))] }

func (r random) some(from []string) []string {
	var out []string
	for range r.IntN(4) {
		out = append(out, r.pick(from))
	}
	return out
}

func (r random) number(usual int) int {
	return []int{r.IntN(usual), r.IntN(usual), r.IntN(usual), -1, 0, 1 << 40}[r.IntN(6)]
}

func (r random) time() time.Time {
	if r.IntN(8) == 0 {
		return time.Time{}
	}
	return time.Unix(1_800_000_000+r.Int64N(10_000_000), 0).In(time.FixedZone("", r.IntN(26)*3600-12*3600))
}

func (r random) code() string {
	return r.pick([]string{"DXB", "LHR", "NRT", "", "東京", "TOOLONGCODE"})
}

func (r random) mode() string {
	return r.pick([]string{"FLIGHT", "FLIGHT", "TRAIN", "BUS", "OTHER", "HOVERCRAFT", ""})
}

func (r random) money() offer.Money {
	return offer.Money{Amount: r.pick(amounts), Currency: r.pick([]string{"USD", "EUR", "AED", "JPY", "XYZZY", ""})}
}

func (r random) list() flightview.TripList {
	v := flightview.TripList{
		From: r.code(), To: r.code(), Depart: r.time(), Return: r.time(), Context: r.some(looseWords), Total: r.number(900),
		Status: r.pick(looseWords), Notes: r.some(looseWords), Next: r.some(looseWords), Locale: r.pick([]string{"", "de", "ja", "hi", "xx-YY", "zh-Hant-MO"}),
	}
	for n := range r.IntN(6) {
		row := flightview.TripRow{N: n + r.number(500), Price: r.money(), Sellers: r.number(30), Badges: r.some([]string{"best value", "cheapest nonstop", r.pick(looseWords)})}
		if r.IntN(2) == 0 {
			row.Share = new(r.Float64()*3 - 1)
		}
		for range r.IntN(4) {
			row.Legs = append(row.Legs, offer.Leg{
				Label: r.pick([]string{"out", "back", "", "return journey"}), From: r.code(), To: r.code(), Departs: at(r.time(), 0), Arrives: at(r.time(), r.number(3)), Minutes: r.number(2000), Stops: r.number(4), Via: r.some([]string{"AMM", "IST", r.code()}),
				Modes: []string{r.mode(), r.mode()}, Airlines: r.some(looseWords), Operated: r.some(looseWords),
			})
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

func (r random) trip() flightview.TripView {
	v := flightview.TripView{
		Title: r.pick(looseWords), Airlines: r.some(looseWords), Route: r.some([]string{"DXB", "LHR"}), Context: r.some(looseWords),
		Signals: r.some(looseWords), Notes: r.some(looseWords), Next: r.some(looseWords),
	}
	for range r.IntN(3) {
		leg := offer.Leg{Label: r.pick([]string{"out", "back", "somewhere else"}), From: r.code(), To: r.code(), Departs: at(r.time(), 0), Arrives: at(r.time(), r.number(3)), Minutes: r.number(3000), Stops: r.number(4)}
		began := r.time()
		for range r.IntN(6) {
			s := offer.Segment{
				From: r.code(), FromName: r.pick(looseWords), To: r.code(), ToName: r.pick(looseWords), Departs: at(began, 0), Minutes: r.number(900), Mode: r.mode(),
				Number: r.pick([]string{"RX 613", "", "XYZ 123456"}), Carrier: r.pick(looseWords), Operator: r.pick(looseWords), Vehicle: r.pick(looseWords), Cabin: r.pick(looseWords),
			}
			s.Arrives = at(began.Add(time.Duration(r.IntN(900))*time.Minute), 0)
			began = s.Arrives.At.Add(time.Duration(r.IntN(1200)-60) * time.Minute)
			leg.Segments = append(leg.Segments, s)
		}
		v.Legs = append(v.Legs, leg)
	}
	for range r.IntN(4) {
		v.Fares = append(v.Fares, flightview.FareRow{Ref: r.pick(looseWords), Price: r.money(), SoldBy: r.pick(looseWords), Refundable: grid.Answer(r.IntN(4)), CabinBag: r.pick(looseWords), CheckedBag: r.pick(looseWords), Then: r.pick(looseWords)})
	}
	return v
}

func (r random) table() grid.Table {
	t := grid.Table{Title: r.pick(looseWords), Above: r.some(looseWords), Below: r.some(looseWords), Notes: r.some(looseWords)}
	for range r.IntN(12) {
		t.Columns = append(t.Columns, grid.Column{Name: r.pick(looseWords), Align: grid.Align(r.IntN(2)), Keep: r.IntN(4), Flex: r.IntN(2) == 0, Record: r.IntN(6) == 0})
	}
	for range r.IntN(5) {
		var row []grid.Cell
		for range r.IntN(14) {
			row = append(row, grid.Cell{Text: r.pick(looseWords), Tone: canvas.Tone(r.IntN(9))})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r random) facts() grid.Facts {
	var f grid.Facts
	for range r.IntN(5) {
		f = append(f, grid.Fact{Label: r.pick(looseWords), Value: strings.Join(r.some(looseWords), "\n")})
	}
	return f
}

func (r random) checks() grid.Checks {
	var v grid.Checks
	for range r.IntN(5) {
		v = append(v, grid.Check{Status: r.pick(looseWords), Tone: canvas.Tone(r.IntN(9)), Name: r.pick(looseWords), Text: r.pick(looseWords), Remedy: r.pick(looseWords)})
	}
	return v
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	r := random{rand.New(rand.NewPCG(1, 2))}
	for i := range 1500 {
		term := canvas.Terminal{TTY: true, Width: 20 + r.IntN(181), Height: 5 + r.IntN(40), Unicode: r.IntN(4) > 0, Color: r.IntN(2) == 0}
		view := []View{r.list(), r.trip(), r.table(), r.facts(), r.checks()}[i%5]
		var out bytes.Buffer
		if err := New(&out, term, FormatText).Print(view); err != nil {
			t.Fatal(err)
		}
		if i%16 == 0 {
			NewLive(&out, term).List(r.list(), r.pick(looseWords))
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if strings.Contains(line, "://") && i%5 == 4 {
				continue // an address in a remedy stays whole
			}
			if got := canvas.Cells(line); got > term.Width {
				t.Fatalf("round %d: a line of %T takes %d cells of %d:\n%s", i, view, got, term.Width, line)
			}
		}
	}
}

// A price that is cut is a wrong price, so from 60 columns up every one is there in full.
func TestPricesAreNeverCut(t *testing.T) {
	r := random{rand.New(rand.NewPCG(3, 4))}
	for i := range 300 {
		v := r.list()
		for n := range v.Rows {
			v.Rows[n].Price = offer.Money{Amount: strconv.Itoa(1 + r.IntN(2_000_000_000)), Currency: "AED"}
		}
		var out bytes.Buffer
		width := 60 + r.IntN(141)
		if err := New(&out, Terminal{TTY: true, Width: width, Unicode: true}, FormatText).Print(v); err != nil {
			t.Fatal(err)
		}
		for _, row := range v.Rows {
			if price := row.Price.Text(v.Locale); !strings.Contains(out.String(), price) {
				t.Fatalf("round %d, width %d: %q is not in\n%s", i, width, price, out.String())
			}
		}
	}
}

func TestTerminalsWithoutASizeGetOne(t *testing.T) {
	for _, term := range []Terminal{{TTY: true}, {TTY: true, Width: -5, Height: -5}, {TTY: true, Width: 1, Height: 1}, {TTY: true, Width: 1 << 40}} {
		var out bytes.Buffer
		if err := New(&out, term, FormatText).Print(sampleReturn()); err != nil {
			t.Fatal(err)
		}
		NewLive(&out, term).List(sampleReturn(), "status")
		if out.Len() == 0 {
			t.Errorf("%+v: nothing was printed", term)
		}
	}
}
