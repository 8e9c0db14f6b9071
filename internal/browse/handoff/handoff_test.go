package handoff_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/testkit/stagetest"
)

// below is the place below the link.
type below struct{}

func (below) Head(canvas.Canvas) string   { return "below" }
func (below) Draw(canvas.Canvas) []string { return nil }
func (below) Keys() []stage.Binding       { return nil }
func (below) Command() string             { return "" }

// opened returns a driver on the page of a link, and records what the browser opened.
type opened struct {
	*stagetest.Driver
	browser []string
	made    int
}

func open(t *testing.T, width, height int, link desk.Link, failed error) *opened {
	t.Helper()
	o := &opened{Driver: stagetest.New(t, width, height, func(*stage.Stage) stage.Place { return below{} })}
	o.Stage.Host.Browser = func(address string) error {
		o.browser = append(o.browser, address)
		return nil
	}
	o.Stage.Push(handoff.New(o.Stage, handoff.Request{
		Title: "Fare 2 of \x1b[2JSkyhop", Command: "travel flights book 2",
		Make: func(context.Context, *desk.Desk) (desk.Answer[desk.Link], error) {
			o.made++
			return desk.Answer[desk.Link]{Value: link}, failed
		},
	}))
	o.Settle()
	return o
}

func provider() desk.Link {
	return desk.Link{
		URL: "https://skyhop.example/book?offer=2", Owner: desk.ProviderLink,
		Remarks: []string{"Sold by Skyhop.", desk.NothingBooked}, Lasting: "https://service.example/flights/DXB-LHR",
		Booking: &desk.Booking{Of: desk.OfFlights, From: "DXB", To: "LHR"},
	}
}

// site returns a link to the sandbox checkout that expires after left.
func site(left time.Duration) desk.Link {
	life := desk.LinkLife{Created: stagetest.Start().Add(left - desk.FlightLinkLasts), Lasts: desk.FlightLinkLasts}
	return desk.Link{URL: "http://sandbox.localhost/checkout/flight?a=1", Owner: desk.SiteLink, Life: life, Remarks: []string{desk.NothingBooked}}
}

func TestTheHostStandsFirstAndAStrangersPageWantsAYes(t *testing.T) {
	d := open(t, 80, 40, provider(), nil)
	d.Has("Fare 2 of Skyhop", "skyhop.example  not a page of the service", "Sold by Skyhop. Nothing is booked until you finish there.",
		"https://skyhop.example/book?offer=2", "To send to someone (does not expire):\nhttps://service.example/flights/DXB-LHR", "o open")
	if strings.Contains(d.Screen(), "works until") {
		t.Errorf("how long the link of a stranger works is not known:\n%s", d.Screen())
	}
	d.Press("o")
	d.Has("This leads to skyhop.example, which is not the service. Open it?")
	d.Press("n")
	d.Has("was not opened without a yes")
	if d.Press("o", "y"); len(d.browser) != 1 || d.browser[0] != "https://skyhop.example/book?offer=2" {
		t.Errorf("opened %q", d.browser)
	}
	d.Has("Opened in the browser.")
}

func TestWhatItIsForAndWhatThatCostsStandWithIt(t *testing.T) {
	link := site(5 * time.Minute)
	link.Booking = &desk.Booking{
		Of: desk.OfFare, From: "DXB", To: "LHR", Start: "2026-12-25", Travelers: "1 adult", Locale: "en",
		Options: []desk.BookedOption{{Name: "Full \x1b[2JFlex", Price: offer.Money{Amount: "918.83", Currency: "USD"}, Covers: "for the whole trip"}},
	}
	d := open(t, 60, 20, link, nil)
	d.Has("Flights     DXB to LHR, one way", "Dates       Fri 25 Dec 2026", "Option      Full Flex, $918.83 for the whole trip", "Link        works until")
}

// The search and the page may expire; the links to them do not.
func TestALastingLinkIsNamedByWhatItLeadsTo(t *testing.T) {
	for _, to := range []string{"its search", "the hotel's page"} {
		link := site(5 * time.Minute)
		link.Lasting, link.LastingTo = "http://sandbox.localhost/lasting", to
		d := open(t, 60, 24, link, nil)
		d.Has("Link to " + to + " (does not expire):\nhttp://sandbox.localhost/lasting")
	}
}

func TestWhatDoesNotPassTheGateIsNeitherOpenedNorCopied(t *testing.T) {
	for name, link := range map[string]desk.Link{
		"not https":    {URL: "http://skyhop.example/book", Owner: desk.ProviderLink},
		"another site": {URL: "https://evil.example/checkout", Owner: desk.SiteLink},
		"no web page":  {URL: "file:///etc/passwd", Owner: desk.ProviderLink},
	} {
		d := open(t, 120, 40, link, nil)
		d.Press("o", "y", "p", "s", "ctrl+y")
		if len(d.browser) > 0 || len(d.Written) > 0 {
			t.Errorf("%s: opened %q, wrote %q", name, d.browser, d.Written)
		}
		d.Has("The link is not opened: it ")
		if strings.Contains(d.Screen(), "█") {
			t.Errorf("%s: it is drawn\n%s", name, d.Screen())
		}
	}
}

func TestWhatIsCopied(t *testing.T) {
	for key, want := range map[string]string{
		"y": "https://skyhop.example/book?offer=2",
		"Y": "https://service.example/flights/DXB-LHR",
		"s": "Flights DXB to LHR\nhttps://service.example/flights/DXB-LHR",
	} {
		d := open(t, 80, 24, provider(), nil)
		if d.Press(key); len(d.Written) != 1 || d.Written[0] != ansi.SetSystemClipboard(want) {
			t.Errorf("%s: wrote %q", key, d.Written)
		}
	}
	d := open(t, 80, 24, provider(), nil)
	d.Press("ctrl+y")
	d.Has("y uses the terminal")
	var put []string
	d.Stage.Host.Clipboard = func(text string) error {
		put = append(put, text)
		return nil
	}
	if d.Press("ctrl+y"); len(put) != 1 || put[0] != provider().URL {
		t.Errorf("the clipboard was given %q", put)
	}
	d.Stage.Host.Clipboard = func(string) error { return errors.New("xclip ended with 1") }
	d.Press("ctrl+y")
	d.Has("It was not copied: xclip ended with 1")
}

func TestTheClockWakesOnceAMinute(t *testing.T) {
	d := open(t, 80, 24, site(5*time.Minute+30*time.Second), nil)
	d.Has("sandbox.localhost  the service's own page", "works until about 09:05 (5 minutes)")
	frames := func(by time.Duration) (woken int) {
		for passed := time.Duration(0); passed < by; passed += 100 * time.Millisecond {
			before := d.Screen()
			if d.Pass(100 * time.Millisecond); d.Screen() != before {
				woken++
			}
			if d.Timers() > 1 {
				t.Fatalf("%d timers wait", d.Timers())
			}
		}
		return woken
	}
	if n := frames(4 * time.Minute); n != 4 {
		t.Errorf("drawn %d times in four minutes", n)
	}
	d.Has("(1 minute)")
	frames(50 * time.Second)
	d.Has("The link stops working within a minute; R refreshes it.")
	frames(time.Minute)
	d.Has("The link has probably stopped working; R refreshes it.")
	if d.Timers() != 0 {
		t.Errorf("%d timers wait for nothing", d.Timers())
	}
	made := d.made
	if d.Press("R"); d.made != made+1 {
		t.Error("it was not made again")
	}
	d.Press("esc")
	if d.Timers() != 0 {
		t.Errorf("%d timers wait behind the page", d.Timers())
	}
}

func TestAPageInsideThisProgramIsShownAtAnAddressOfThisComputer(t *testing.T) {
	d := open(t, 120, 40, site(5*time.Minute), nil)
	d.Stage.Host.Pages = func(address string) (string, error) {
		return strings.Replace(address, "sandbox.localhost", "127.0.0.1:4711", 1), nil
	}
	d.Has("Its page is built in; o shows")
	d.Press("p")
	d.Has("A phone cannot open it: its page is inside this program.")
	if d.Press("o"); len(d.browser) != 1 || d.browser[0] != "http://127.0.0.1:4711/checkout/flight?a=1" {
		t.Errorf("opened %q", d.browser)
	}
	d.Stage.Host.Browser, d.Stage.Host.NoBrowser = nil, "this is an SSH session"
	d.Press("o")
	d.Has("The page was not opened: this is an SSH session", "http://127.0.0.1:4711/checkout/flight?a=1")
}

func TestTheCodeIsDrawnWhereItFits(t *testing.T) {
	for size, want := range map[[2]int]bool{{120, 40}: true, {60, 44}: true, {80, 24}: true, {74, 24}: false, {90, 20}: false, {60, 24}: false} {
		link := provider()
		link.URL += strings.Repeat("&x=1", 12)
		d := open(t, size[0], size[1], link, nil)
		if got := strings.Contains(d.Screen(), "█"); got != want {
			t.Errorf("%v: drawn %t\n%s", size, got, d.Screen())
		}
	}
	d := open(t, 60, 24, provider(), nil)
	d.Press("p")
	d.Has("For a phone: Fare 2 of Skyhop", "█")
	before := d.Screen()
	if d.Press("tab"); d.Screen() == before {
		t.Error("the lasting link is not drawn")
	}
	d.Resize(60, 12)
	d.Has("It does not fit", "and this terminal has 60 and 12")
	d.Press("esc")
	d.Has("skyhop.example")
}

func TestALinkThatIsNotMadeIsToldAndTriedAgain(t *testing.T) {
	d := open(t, 80, 24, desk.Link{}, errors.New("the service is down"))
	d.Has("The service is down", "The link is not ready yet. R tries again.")
	d.Press("o")
	d.Has("The link is not ready yet.")
	if d.Press("R"); d.made != 2 {
		t.Errorf("made %d times", d.made)
	}
}

// A search that has expired is made again by a key here, not by a command.
func TestALinkOfAnExpiredSearchNamesTheKey(t *testing.T) {
	again := problem.Do("search again", "createFlightSearch", "DXB", "LHR")
	d := open(t, 80, 24, desk.Link{}, desk.GoneError{Age: time.Hour, Err: errors.New("404"), Again: again})
	d.Has("This search has expired (made 60 minutes ago). R searches again.")
	if strings.Contains(d.Screen(), "travel flights search") {
		t.Errorf("a command is suggested:\n%s", d.Screen())
	}
}

// A hostile address or text reaches the terminal as plain text, and a long one is shown in full.
func TestAHostileLinkIsDrawnAsLetters(t *testing.T) {
	link := provider()
	link.URL = "https://skyhop.example/" + strings.Repeat("x", 300) + "?\x1b]52;c;aGk=\x07\u202e"
	link.Remarks = []string{"Sold \x1b[31mby\u202e Skyhop"}
	d := open(t, 60, 20, link, nil)
	if strings.ContainsAny(d.Screen(), "\x07\u202e") {
		t.Errorf("%q", d.Screen())
	}
	link = provider()
	link.URL = "https://skyhop.example/" + strings.Repeat("x", 300)
	d = open(t, 60, 24, link, nil)
	if whole := strings.ReplaceAll(d.Screen(), "\n", ""); !strings.Contains(whole, link.URL) {
		t.Errorf("the address is not whole:\n%s", d.Screen())
	}
}
