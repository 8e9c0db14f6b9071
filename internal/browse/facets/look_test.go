package facets

import (
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

var update = flag.Bool("update", false, "write the golden files again")

// The look of the panel; make golden redraws the files.
func TestLook(t *testing.T) {
	const trips, hotels = "getFlightSearchResults", "getHotelSearchResults"
	for name, c := range map[string]struct {
		on            string
		width, height int
		keys          string
	}{
		"airlines_80x24": {trips, 80, 24, "space tab right tab j j space"},
		"times_60x20":    {trips, 60, 20, "tab tab tab tab j space G k k k k k right right"},
		"price_60x20":    {trips, 60, 20, "tab j 5 0 0"},
		"groups_60x20":   {trips, 60, 20, "space h j j"},
		"find_120x40":    {trips, 120, 40, "/ a i r"},
		"scores_80x24":   {hotels, 80, 24, "tab tab 7 enter j 8 enter"},
		"rates_60x20":    {hotels, 60, 20, "tab tab tab j j j space"},
	} {
		t.Run(name, func(t *testing.T) {
			of, found := Trips(recall.List{}), some()
			if c.on == hotels {
				of, found = Hotels(), rooms()
			}
			d, _ := bare(t, of, c.on, found)
			d.Resize(c.width, c.height)
			d.Press(strings.Fields(c.keys)...)
			lines := d.Lines()
			first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "── ") })
			golden(t, name, strings.Join(lines[first:len(lines)-1], "\n")+"\n") // the foot line belongs to the stage
		})
	}
}

// A terminal without Unicode shows the same in ASCII.
func TestLookInASCII(t *testing.T) {
	d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
	d.Press("tab", "right")
	d.Press("tab", "tab", "tab", "j", "j", "j", "j", "j", "j", "j")
	var lines []string
	for _, group := range []int{1, 4} {
		h.panel.open(group)
		for _, line := range h.panel.Draw(canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 60, Height: 12})) {
			lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
		}
	}
	text := strings.Join(lines, "\n") + "\n"
	if strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		t.Errorf("not ASCII:\n%s", text)
	}
	golden(t, "ascii_60x12", text)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(file, []byte(got), 0o600))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A click chooses a group, turns a filter on, or selects an end; the wheel moves.
func TestTheMouse(t *testing.T) {
	d, h := bare(t, Trips(recall.List{}), "getFlightSearchResults", some())
	click := func(text string) {
		for row, line := range d.Lines() {
			if before, _, found := strings.Cut(line, text); found {
				d.Stage.Handle(screen.Mouse{Row: row, Column: canvas.Cells(before)})
				d.Settle()
				return
			}
		}
		t.Fatalf("there is no %q:\n%s", text, d.Screen())
	}
	click("Airlines")
	click("Egyptair")
	click("Price")
	click("at most")
	d.Press("left")
	if got := h.Command(); !strings.HasSuffix(got, "--airlines MS --max-price 1450") {
		t.Errorf("the mouse made %s:\n%s", got, d.Screen())
	}
	d.Press("9")
	d.Stage.Handle(screen.Mouse{Button: screen.WheelUp, Row: 14, Column: 50})
	d.Press("enter", "esc")
	if n := h.changes; n != 2 {
		t.Errorf("%d changes: what was typed for another row was taken", n)
	}
	click("Outbound")
	d.Press("enter")
	d.Stage.Handle(screen.Mouse{Button: screen.WheelDown, Row: 14, Column: 50})
	if d.Settle(); h.panel.at != stage.WheelLines(screen.Mouse{Button: screen.WheelDown}) {
		t.Errorf("the wheel moved the cursor to row %d", h.panel.at)
	}
}

// No sequence of keys, sizes and answers breaks the panel, and the desk accepts every query that it reports.
func TestAnyKeys(t *testing.T) {
	keys := strings.Fields("j k h l g G space enter tab shift+tab esc / x F 5 0 : a i r backspace up down left right ctrl+d ctrl+u pgup end ctrl+u")
	random := rand.New(rand.NewPCG(18, 4))
	for name, of := range map[string]Subject{"getFlightSearchResults": Trips(recall.List{}), "getHotelSearchResults": Hotels()} {
		full, none := some(), Found{}
		if name == "getHotelSearchResults" {
			full = rooms()
		}
		d, h := bare(t, of, name, full)
		for range 4000 {
			switch random.IntN(60) {
			case 0:
				d.Resize(1+random.IntN(130), 1+random.IntN(40))
			case 1:
				h.panel.Update([]Found{full, none}[random.IntN(2)])
			case 2:
				d.Stage.Handle(screen.Mouse{Row: random.IntN(40), Column: random.IntN(130)})
			default:
				d.Tap(keys[random.IntN(len(keys))])
			}
			if err := of.check(h.query); err != nil {
				t.Fatalf("%s: %v", h.Command(), err)
			}
			for h.stage.Top() != stage.Place(h.panel) {
				if h.stage.Back(); h.stage.Top() == stage.Place(h) {
					h.open(of)
				}
			}
		}
		if h.changes < 50 {
			t.Errorf("%s: %d changes", name, h.changes)
		}
	}
}
