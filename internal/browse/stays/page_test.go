package stays

import (
	"encoding/json"
	"strings"
	"testing"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// It takes three keys from a list to a link, and the numbers on the way are those that commands take.
func TestFromAListToTheLinkOfARate(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Has("Lisbon LIS", "Wed 2 Dec to Fri 4 Dec 2026", "2 adults, 1 room", "prices: + $9.30 city tax a night", "169 hotels")
	d.Press("j", "j", "enter")
	d.Has("3  Hotel Undermere", "[1 Card]", "Guests say", "(uses one of your searches)", "enter rates")
	if got := command(d); got != "travel hotels show 3" {
		t.Errorf("the card is %q", got)
	}
	d.Press("enter")
	d.Has("[2 Rates (", "enter book")
	if got := command(d); got != "travel hotels rates 3" {
		t.Errorf("the rates are %q", got)
	}
	d.Press("j")
	d.Has("to be booked until about 09:10")
	second := chosen(d)
	d.Press("enter")
	d.Has("Link: ", "Hotel Undermere", "/checkout/hotel?", "Hotel: Hotel Undermere, Lisbon", "Dates: Wed 2 Dec to Fri 4 Dec 2026 (2 nights)", "Travelers: 2 adults, 1 room", " for the stay, ")
	if got := command(d); got != "travel hotels booking-link 3b" {
		t.Errorf("the link is %q", got)
	}
	url := d.Stage.Top().(*link).said[0] // it is on top

	h, err := hotels.Pick(d.Desk, "HOTEL", "3")
	if err != nil || h.Row.Label != "Hotel Undermere" {
		t.Errorf("hotel 3 is kept as %q, %v", h.Row.Label, err)
	}
	rate, err := hotels.PickRate(t.Context(), d.Desk, "RATE", "3b")
	room, _, _ := strings.Cut(rate.Row.Label, ",")
	if err != nil || !strings.Contains(second, room) || !strings.Contains(url, strings.ReplaceAll(rate.ID, ":", "%3A")) {
		t.Errorf("rate 3b is kept as %+v, %v; shown as %q, linked as %s", rate.Row, err, second, url)
	}
	d.Press("esc", "esc")
	d.Has("Lisbon LIS")
	if at := chosen(d); !strings.Contains(at, "Hotel Undermere") {
		t.Errorf("the list stands at %q", at)
	}
}

// The link to the hotel's own page works like any link and does not expire.
func TestAHotelsOwnPage(t *testing.T) {
	d := open(t, 80, 24, "Lisbon")
	d.Tap("enter")
	d.Tap("o")
	d.Has("has not been read yet")
	d.Settle()
	d.Press("o")
	d.Has("Link: The Talvane", "http://sandbox.localhost/hotel", "seen just now")
	if got := command(d); got != "travel hotels show 1 --open" {
		t.Errorf("it is %q", got)
	}
}

// Looking at the next hotel uses no quota; rates that were read before are still there, with their numbers.
func TestTheNextHotelSpendsNothing(t *testing.T) {
	d := open(t, 80, 24, "Lisbon")
	d.Press("enter", "2", "j", "j", "j")
	fourth, left := chosen(d), searches(d)
	d.Press("]")
	d.Has("2  Hotel Florvane", "[1 Card]")
	if got := searches(d); got != left {
		t.Errorf("it was%s and is%s", left, got)
	}
	d.Press("2")
	if rates, err := hotels.PickRate(t.Context(), d.Desk, "RATE", "2b"); err != nil || rates.List.Asked().Name != "Hotel Florvane" {
		t.Errorf("the rates that are kept are those of %q, %v", rates.List.Asked().Name, err)
	}
	left = searches(d)
	d.Press("[")
	d.Has("1  The Talvane", "[2 Rates (20)]")
	if got := chosen(d); got != fourth {
		t.Errorf("the cursor is at %q and was at %q", got, fourth)
	}
	if rates, err := hotels.PickRate(t.Context(), d.Desk, "RATE", "1d"); err != nil || rates.List.Asked().Name != "The Talvane" {
		t.Errorf("the rates that are kept are those of %q, %v", rates.List.Asked().Name, err)
	}
	d.Press("[")
	d.Has("This is the first hotel.")
	d.Press("esc")
	if got := searches(d); got != left {
		t.Errorf("it was%s and is%s", left, got)
	}
	if at := chosen(d); !strings.Contains(at, "The Talvane") {
		t.Errorf("the list stands at %q", at)
	}
}

// Reviews are read by guest type and in several orders, and further pages when the end becomes visible.
func TestReviews(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("enter", "3")
	d.Has("[3 Reviews (290)]", "[all guests]", "20 reviews, newest first")
	d.Press("f", "s")
	d.Has("[couple]", "20 reviews, highest first", "couple ·")
	lacks(t, d, "solo traveller ·")
	if got := command(d); got != "travel hotels reviews 1 --guest-type couple --sort highest" {
		t.Errorf("they are %q", got)
	}
	d.Press("G")
	d.Has("40 reviews")
	d.Press("F", "g")
	d.Has("[all guests]", "20 reviews, highest first", "  1  10.0")
	d.Press("f", "f", "f", "f")
	d.Has("[extended group]")
	d.Press("f")
	d.Has("[all guests]")
	d.Press("]")
	d.Has("2  Hotel Florvane", "[3 Reviews (483)]", "20 reviews, newest first")
	d.Press("1", "f")
	d.Has("That is for the reviews")
}

// A search looks at what is shown: it chooses the rate found, or scrolls the line to the top.
func TestFind(t *testing.T) {
	d := open(t, 80, 24, "Lisbon")
	d.Press("enter", "enter", "j", "/")
	d.Type("suite")
	d.Has("1 of 8")
	d.Press("enter")
	if at := chosen(d); !strings.Contains(at, "Junior Suite") {
		t.Errorf("the cursor is at %q", at)
	}
	first := chosen(d)
	d.Press("n")
	d.Has("2 of 8")
	d.Press("N")
	if at := chosen(d); at != first {
		t.Errorf("the cursor is at %q and was at %q", at, first)
	}
	d.Press("N")
	d.Has("8 of 8")
	d.Press("/")
	d.Type("castle")
	d.Has("nothing has it")
	d.Press("esc")
	if at := chosen(d); !strings.Contains(at, "Suite") {
		t.Errorf("the cursor is at %q", at)
	}
	d.Press("1", "/")
	d.Type("offers")
	d.Press("enter")
	if line := d.Lines()[3]; line != "Offers" {
		t.Errorf("%q is the first line:\n%s", line, d.Screen())
	}
}

// An error keeps what was read and is shown once, and R retries: rates whose search was made use no other.
func TestFaults(t *testing.T) {
	d := stagetest.WithFaults(t, 80, 24, []string{
		"getHotel:1-2=500", "getHotelRates:1-2=500", "getHotelReviews:2-3=500", "getHotelRateBookingLink:1-2=500",
	}, searching(t, "Lisbon", nil))
	d.Settle()
	d.Press("enter")
	d.Has("The sandbox was asked for this fault.", "[1 Card]")
	d.Press("j")
	d.Has("R reads it.")
	d.Press("R")
	d.Has("Guests say")
	d.Press("2")
	left := searches(d)
	d.Press("j")
	d.Has("R reads them.")
	d.Press("R")
	d.Has("[2 Rates (20)]")
	if got := searches(d); got != left {
		t.Errorf("it was%s and is%s", left, got)
	}
	d.Press("enter")
	d.Has("The sandbox was asked for this fault.")
	d.Press("esc", "enter")
	d.Has("/checkout/hotel?")
	d.Press("esc", "3", "G")
	d.Has("The sandbox was asked for this fault.")
	d.Press("g", "G")
	d.Has("20 reviews", "R reads on")
	d.Press("R")
	d.Has("40 reviews")
}

// bare returns a page without a service, for a hotel that is in no list.
func bare(s *stage.Stage, name string) *page {
	return newPage(s, With{}, &visit{}, hotels.Hotel{Pick: desk.Pick{ID: "17", Row: recall.Row{Offer: offer.Offer{ID: "17", Label: name}}}})
}

// A click on a tab shows its part; a click on the chosen rate continues with it.
func TestMouse(t *testing.T) {
	d := open(t, 80, 24, "Lisbon")
	d.Press("enter")
	click := func(row, column int) {
		d.Stage.Handle(screen.Mouse{Row: row, Column: column})
		d.Settle()
	}
	click(1, 13)
	d.Has("[2 Rates (20)]")
	click(8, 10)
	if at := chosen(d); !strings.HasPrefix(at, "1b ") && !strings.HasPrefix(at, "1c ") {
		t.Errorf("%q is chosen:\n%s", at, d.Screen())
	}
	click(1, 26)
	d.Has("[3 Reviews (290)]")
	click(1, 75)
	d.Has("[3 Reviews (290)]")
	click(1, 1)
	d.Has("[1 Card]")
}

// Whatever the service sends, lines are clean and fit the screen.
func TestHostileTexts(t *testing.T) {
	const text = "部屋の名前 👨‍👩‍👧‍👦 غرفة مزدوجة נוף לים \x1b[2J\x1b]52;c;x\a\u202e नमस्ते\n\tend"
	var p *page
	d := stagetest.New(t, 60, 20, func(s *stage.Stage) stage.Place {
		p = bare(s, text)
		return &link{stage: s}
	})
	p.card.read = &hotels.Details{Hotel: &apiclient.Hotel{
		HotelID: 17, Name: text, Description: new(strings.Repeat(text+" ", 20)), Amenities: []string{text, text}, PageURL: "https://example.com/\x1b[31m",
	}, Of: p.hotel}
	rates := &apiclient.HotelRates{SearchID: "s"}
	for _, id := range []string{"a", "b", "c"} {
		rates.Rates = append(rates.Rates, apiclient.Rate{ID: id, RoomName: text, Board: new(text), Price: apiclient.RatePrice{AmountPerNight: "100", Currency: "EUR"}})
	}
	p.rates.update(search.RateSnapshot{Results: rates}, recall.List{}, recall.List{}, desk.Locale{}, desk.Meta{})
	p.reviews.read = map[string]*apiclient.HotelReviews{"": {Results: []apiclient.HotelReview{{Rating: json.Number("9"), Title: new(text), Pros: []string{text}, Cons: []string{text}}}}}
	d.Stage.Push(p)
	d.Settle()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {200, 60}, {20, 6}, {7, 3}} {
		for _, key := range []string{"1", "2", "3"} {
			d.Resize(size[0], size[1])
			d.Press(key)
			for _, line := range d.Lines() {
				if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == '\u202e' }) {
					t.Errorf("%q is not clean", line)
				}
				if canvas.Cells(line) > size[0] {
					t.Errorf("%d cells on %d: %q", canvas.Cells(line), size[0], line)
				}
			}
		}
	}
}

// A key among many reviews lays out no line again.
func TestLinesAreMadeOnce(t *testing.T) {
	d := open(t, 100, 30, "Lisbon")
	d.Press("enter", "3", "j")
	p := d.Stage.Top().(*page) // the page is on top
	var few, many float64
	few = testing.AllocsPerRun(20, func() { d.Stage.Handle(stagetest.Key("j")); d.Stage.Frame(d.Size) })
	all := *p.reviews.now()
	for range 50 {
		all.Results = append(all.Results, p.reviews.now().Results...)
	}
	all.Metadata.HasMore = false
	p.reviews.read[""] = &all
	p.reviews.sheet.Forget()
	d.Press("j")
	many = testing.AllocsPerRun(20, func() { d.Stage.Handle(stagetest.Key("j")); d.Stage.Frame(d.Size) })
	if many > few+10 {
		t.Errorf("a key allocates %.0f times among few reviews and %.0f among many", few, many)
	}
}

// A name is shown as the service writes it, in any script.
func TestANameIsNotChanged(t *testing.T) {
	for name, want := range map[string]string{"ibis": "7  ibis", "éden": "7  éden", "漢字": "7  漢字", "": "7  Hotel 5"} {
		p := page{hotel: hotels.Hotel{Pick: desk.Pick{ID: "5", Row: recall.Row{N: 7, Offer: offer.Offer{Label: name}}}}}
		if got := p.Head(canvas.New(nil, canvas.Terminal{TTY: true, Unicode: true, Width: 60})); got != want {
			t.Errorf("%q is headed %q, want %q", name, got, want)
		}
	}
}
