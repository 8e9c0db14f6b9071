package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/faults"
)

// link is what a page of a link says.
const link = "Nothing is booked until"

// sends sends bytes as they are, each argument in a write of its own.
func (b browser) sends(parts ...string) {
	b.t.Helper()
	for _, part := range parts {
		keys := []string{"send-keys", "-H"}
		for i := range len(part) {
			keys = append(keys, string("0123456789abcdef"[part[i]>>4])+string("0123456789abcdef"[part[i]&15]))
		}
		b.do(keys...)
	}
}

// at waits until the cursor is on that row.
func (b browser) at(row int) {
	b.t.Helper()
	b.untilMatch(regexp.MustCompile(fmt.Sprintf(`(?m)^>[ +~]+%d  `, row)))
}

// fills types texts into fields, each with its Enter.
func (b browser) fills(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		b.types("-l", text)
		b.until(text)
		b.types("Enter")
	}
}

// TestFlightsFromTheQuestionToTheLink with keys alone, in a window that changes on the way. Arrows come in both
// of their forms, and in pieces.
func TestFlightsFromTheQuestionToTheLink(t *testing.T) {
	b := startBrowser(t, 80, 24)
	b.do("set-option", "-s", "set-clipboard", "on")
	b.opens("")
	b.until("Search flights")
	b.fills("dxb", "lhr", "2026-12-12", "2026-12-19")
	b.until(listed)
	b.at(1)
	b.sends("\x1b[B")
	b.at(2)
	second := regexp.MustCompile(`(?m)^>[ +~]+2  +\S+ +out +(\d\d:\d\d)`)
	leaves := second.FindStringSubmatch(b.untilMatch(second))[1]
	b.sends("\x1bOB")
	b.at(3)
	b.sends("\x1bO", "A")
	b.at(2)
	b.sends("\x1b", "[", "A")
	b.at(1)
	b.do("resize-window", "-x", "120", "-y", "40")
	b.before = ""
	b.until("R refresh  / find  : command  esc back  ? help") // for which 80 columns have no room
	b.types("Enter")
	b.until("SOLD BY")
	b.do("resize-window", "-x", "60", "-y", "20")
	b.until("\n>1a ")
	b.types("Enter")
	b.until("nothing is chosen yet")
	b.types("Enter") // the first option of the way out
	b.until("Choose one of BACK too")
	b.types("Enter")
	b.until("o open  y copy  s share")
	b.types("y")
	b.until("asked to copy")
	if copied := b.do("show-buffer"); !strings.HasPrefix(copied, b.tr.vars["TRAVEL_API_URL"]+"/checkout/flights/") {
		t.Errorf("copied %q", copied)
	}
	b.types("Escape")
	b.until("chosen: 1 at")
	b.types("Escape")
	b.until("SOLD BY")
	b.types("q")
	b.until("ended 0\nas before\n")
	if n := len(b.tr.wire.made()); n != 1 {
		t.Errorf("%d searches were made", n)
	}
	b.runs("travel flights trip 2 | grep -o 'T" + leaves + "' | sort -u") // as it stood on the screen
	b.until("\nT" + leaves + "\nended 0\n")
	b.opens("")
	b.at(1)
	b.types("q")
	b.until("ended 0\nas before\n")
	b.isGivenBack()
}

func TestHotelsFromTheQuestionToTheLink(t *testing.T) {
	b := startBrowser(t, 120, 40)
	b.opens("--new")
	b.until("Search flights")
	b.types("Up", "Right")
	b.until("Search hotels")
	b.types("Enter")
	b.fills("lis", "2026-12-12", "2026-12-15")
	b.until("hotels, ")
	b.types("j", "k", "Enter")
	b.until("Guests say")
	b.types("Enter")
	b.until("room only")
	b.do("resize-window", "-x", "80", "-y", "24")
	b.before = ""
	b.types("Enter")
	b.until(link)
	b.types("q")
	b.until("ended 0\nas before\n")
	b.isGivenBack()
}

// TestAnExpiredSearchIsMadeAgainOnTheScreen asks before it spends one, and finds the same trip.
func TestAnExpiredSearchIsMadeAgainOnTheScreen(t *testing.T) {
	b := startBrowser(t, 80, 24)
	b.opens("flights DXB LHR 2026-12-12")
	b.until(listed)
	b.types("j")
	b.at(2)
	b.tr.stage.advance(9 * time.Minute)
	b.types("Enter")
	b.until("Search again for the same trip?")
	b.types("n")
	b.until("R searches again")
	if n := len(b.tr.wire.made()); n != 1 {
		t.Errorf("%d searches were made before a yes", n)
	}
	b.types("R")
	b.until("Search again for the same trip?")
	b.types("y")
	b.until("SOLD BY")
	if n := len(b.tr.wire.made()); n != 2 {
		t.Errorf("%d searches were made", n)
	}
	b.types("q")
	b.until("ended 0\nas before\n")
}

// TestTooManyRequestsInTheMiddle keep the page, say so, and can be tried again.
func TestTooManyRequestsInTheMiddle(t *testing.T) {
	b := startBrowser(t, 80, 24)
	b.opens("flights DXB LHR 2026-12-12")
	b.until(listed)
	specs := []string{"getFlightTrip=rate_limited retry-after=9000"}
	broken, err := faults.New(b.tr.wire.next, specs, b.tr.stage.now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { broken.Close() })
	limited := new(atomic.Bool)
	limited.Store(true)
	b.tr.wire.mu.Lock()
	b.tr.wire.befall = func(w http.ResponseWriter, r *http.Request, _ func() *httptest.ResponseRecorder) bool {
		if limited.Load() {
			broken.ServeHTTP(w, r)
		}
		return limited.Load()
	}
	b.tr.wire.mu.Unlock()
	b.types("Enter")
	b.until("the service asks to wait 2 hours 30 minutes")
	limited.Store(false)
	b.types("R")
	b.until("SOLD BY")
	b.types("q")
	b.until("ended 0\nas before\n")
}
