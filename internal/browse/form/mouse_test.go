package form

import (
	"testing"

	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/screen"
)

func TestAPressOfTheMouseGoesThere(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	press := func(text string) {
		t.Helper()
		s.Click(text)
		s.Settle()
	}
	s.form.find.know([]places.Suggestion{{Typed: "DXB", Name: "Dubai", Country: "AE"}})
	press("Dubai")
	s.Type("LHR")
	press("Out ")
	press(" 12 ")
	s.Has("2026-11-12", "> Back")
	press(" 23 ")
	press("Children 0")
	s.Press("+")
	press("business")
	press("[Search]")
	s.Stage.Handle(screen.Mouse{Row: 8, Button: screen.WheelDown}) // nothing is open
	if got, want := s.request(t), "DXB LHR cabin=business children=1 fromDate=2026-11-12 toDate=2026-11-23"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

// TestTheOtherKindIsChosenFromAnyEntry: it has fewer entries, so the current one may not exist there.
func TestTheOtherKindIsChosenFromAnyEntry(t *testing.T) {
	for _, from := range []string{"business", "Children 0", "[Search]", "To"} {
		s := sit(t, 60, 20, Options{})
		if from == "[Search]" {
			s.Press("esc")
		} else {
			s.Click(from)
		}
		s.Click("hotels")
		s.Settle()
		s.Has("Search hotels", "> What")
		s.Click("flights")
		s.Settle()
		s.Has("Search flights", "> What")
	}
}

// TestAClickMeansWhatWasOnTheScreen, or nothing: keys and clicks that arrive together share one frame.
func TestAClickMeansWhatWasOnTheScreen(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.form.find.know([]places.Suggestion{{Typed: "DXB", Name: "Dubai", Country: "AE"}, {Typed: "DUB", Name: "Dublin", Country: "IE"}})
	s.Settle()
	everywhere := func() {
		for row := range 45 {
			for _, column := range []int{0, 14, 22, 40, 130} {
				s.Stage.Handle(screen.Mouse{Row: row, Column: column})
			}
		}
	}
	for _, step := range []func(){
		func() { s.Stage.Handle(screen.Key{Rune: 'd'}) },               // the suggestions are different
		func() { s.Stage.Handle(screen.Key{Rune: 'x'}) },               // there are none
		func() { s.Stage.Handle(screen.Size{Width: 120, Height: 40}) }, // the drawing was smaller
		func() { s.Stage.Handle(screen.Size{Width: 60, Height: 20}) },  // the drawing was larger
		func() { s.Stage.Handle(screen.Size{Width: 20, Height: 5}) },   // not all of it fits
		func() { s.Click("hotels"); s.Stage.Handle(screen.Paste{Text: "Lisbon"}) },
	} {
		s.Resize(60, 20)
		step()
		everywhere()
		s.Settle()
	}
}
