package form

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/screen"
)

// offered returns the codes of the suggestions in the first field.
func (s *sitting) offered() string {
	var codes []string
	for _, p := range s.form.trip.from.list {
		codes = append(codes, p.Typed)
	}
	return strings.Join(codes, " ")
}

func TestPlacesAreOfferedWhileTheyAreTyped(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'lon")
	if s.offered() != "" {
		t.Fatalf("before anything was asked there is %s", s.offered())
	}
	s.Pass(pause)
	s.Has("> From       lon                 London, United Kingdom", "LGW  London Gatwick")
	s.Press("down", "down", "down", "up", "enter")
	s.Has("From       LHR                 London Heathrow", "> To ")
}

func TestPlacesOfOneNameAreToldApart(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'springfield")
	s.Pass(pause)
	s.Has("Springfield, Illinois, United States", "Springfield, Missouri, United States")
}

func TestAHotelGoesByNameFromTheLastListAlone(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("up right tab 'Olvanta_Central")
	s.Pass(pause)
	s.Has("no city; hotels from the last list only")
}

func TestTabTakesWhatIsChosenAndOtherwiseWhatIsTyped(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'lon")
	s.Pass(pause)
	s.keys("tab shift+tab")
	if got := s.form.trip.from.text.Value(); got != "lon" {
		t.Errorf("nothing was chosen, and the field has %q", got)
	}
	s.keys("down down esc tab shift+tab")
	if got := s.form.trip.from.text.Value(); got != "lon" {
		t.Errorf("the choice was given up, and the field has %q", got)
	}
	s.keys("down down tab shift+tab")
	if got := s.form.trip.from.text.Value(); got != "LHR" {
		t.Errorf("the second was chosen, and the field has %q", got)
	}
}

func TestAQuickHandStaysInTheField(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'lon")
	s.Tap("down") // before any request
	s.Tap("down")
	s.Settle()
	s.Has("> From")
	s.Press("enter")
	s.Has("From       LON")
	s.keys("'qqqqx")
	s.Tap("down")
	s.Settle()
	s.Has("> To", "no place")
	s.Press("down")
	s.Has("> Out")
}

func TestWhatIsChosenStaysChosenWhenMoreComesIn(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.form.find.know([]places.Suggestion{{Typed: "LCA", Name: "Larnaca"}, {Typed: "LIS", Name: "Lisbon"}})
	s.keys("'l down down 'i")
	s.keys("down")
	s.Pass(pause)
	if e := s.form.trip.from; len(e.list) < 2 || e.at < 0 || e.list[e.at].Typed != "LIS" {
		t.Errorf("%d of %s is chosen", e.at, s.offered())
	}
}

func TestNothingIsLookedUpThatNobodyAskedFor(t *testing.T) {
	for typed, asks := range map[string]bool{
		"l": false, "lo": true, "LHR": false, "lhr": true, "38.7,-9.1": false, "é": false, "東京": true, "17": false, "l1": false,
	} {
		s := sit(t, 60, 20, Options{})
		s.keys("'" + typed)
		if waits := s.Timers() > 0; waits != asks {
			t.Errorf("%s: something waits to be asked: %t", typed, waits)
		}
		if s.Pass(pause); (len(s.form.find.said) > 0) != asks {
			t.Errorf("%s: %d were asked for", typed, len(s.form.find.said))
		}
	}
}

func TestOnlyTheLastTextIsAskedForAndOnlyOnce(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'li")
	s.Pass(pause / 2)
	s.keys("'s")
	s.Pass(pause / 2)
	s.keys("'b")
	if len(s.form.find.said) > 0 {
		t.Error("a text was asked for that stood for less than the pause")
	}
	s.Pass(pause)
	if _, asked := s.form.find.said["lisb"]; !asked || len(s.form.find.said) != 1 {
		t.Errorf("asked for %v", s.form.find.said)
	}
	s.keys("backspace")
	if s.offered() == "" {
		t.Error("what was found before is forgotten at once")
	}
	s.Pass(pause)
	s.keys("'b")
	if s.Timers() > 0 || s.offered() == "" {
		t.Error("an answer is not kept")
	}
	// an answer that is pending when the text changes
	told := ""
	s.form.find.look("porto", func() { told += "porto" })
	s.form.find.ask("porte", func() { told += "porte" })
	s.Pass(pause)
	if _, kept := s.form.find.said["porto"]; told != "porte" || kept {
		t.Errorf("told of %s", told)
	}
	s.Press("tab")
	s.keys("'rom tab")
	if s.Timers() > 0 {
		t.Error("a text is asked for though its field was left")
	}
}

func TestTheWheelGoesThroughWhatIsOpen(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	turn := func(b screen.Button) {
		s.Stage.Handle(screen.Mouse{Row: 6, Button: b})
		s.Settle()
	}
	turn(screen.WheelDown)
	s.Has("> From")
	s.form.find.know([]places.Suggestion{{Typed: "LCA"}, {Typed: "LIS"}})
	turn(screen.WheelDown)
	turn(screen.WheelDown)
	turn(screen.WheelUp)
	s.Press("enter")
	s.Has("From       LCA")
	s.keys("tab 'fri down")
	turn(screen.WheelDown)
	s.Has("> Out        2026-11-13")
	turn(screen.WheelUp)
	turn(screen.WheelUp)
	s.Has("> Out        2026-11-06")
	turn(screen.WheelUp)
	s.Has("> Out")
}

func TestNotFoundIsSaid(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'qqqqx")
	s.Pass(time.Second)
	s.Has("no place goes by that name")
	s.keys("tab 'LHR tab 'fri tab enter")
	s.Has("> From", "! no place goes by that name; another spelling")
}

func TestPlacesThatWereUsedAreOfferedAtOnce(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	places.Remember(s.Desk, places.Place{Code: "LIS", Name: "Lisbon", Country: "PT"}, places.Place{Code: "DXB", Name: "Dubai"}, places.Place{Code: "QQQ"})
	s.form.Shown()
	s.Settle()
	s.Has("LIS  Lisbon, Portugal", "DXB  Dubai")
	s.keys("'port") // which is only in the name of the country
	if s.offered() != "" {
		t.Errorf("offered: %s", s.offered())
	}
	for typed, want := range map[string]string{"LI": "LIS", "li": "LIS", "dub": "DXB", "q": "QQQ"} {
		s.keys("ctrl+u '" + typed)
		if s.offered() != want {
			t.Errorf("%s: offered: %s", typed, s.offered())
		}
	}
	s.keys("ctrl+u 'LIS")
	s.Has("Lisbon, Portugal")
}

func TestForeignNamesAreHarmless(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	var known []places.Suggestion
	for i, name := range []string{"Evil\x1b[2J\x07", "\u202eLisbon", strings.Repeat("W", 500), "नमस्ते", "تهران", "👩\u200d👩\u200d👧", "a\nb"} {
		known = append(known, places.Suggestion{Typed: fmt.Sprintf("E%cL", 'A'+rune(i)), Name: name, Country: "\x1b["})
	}
	s.form.find.know(known)
	for range known {
		frame := s.Stage.Frame(s.Size)
		for _, line := range frame.Lines {
			plain := strings.NewReplacer("\x1b[7m", "", "\x1b[27m", "").Replace(line)
			if strings.ContainsAny(plain, "\x1b\x07\n\u202e") {
				t.Errorf("drawn: %q", line)
			}
		}
		s.Press("down")
	}
	if !slices.Contains(s.Lines(), "             EAL  Evil[2J") && !strings.Contains(s.Screen(), "EAL  Evil") {
		t.Error(s.Screen())
	}
}
