package form

import (
	"strings"
	"testing"
)

func TestThePageWithItsCalendar(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'DXB tab 'LHR tab '+3d tab down")
	want := `Search flights
  What       [flights] hotels
  From       DXB
  To         LHR
  Out        +3d                 Thu 5 Nov
> Back       2026-11-12          Thu 12 Nov, 7 nights
        November 2026                 December 2026
  Mo  Tu  We  Th  Fr  SA  SU    Mo  Tu  We  Th  Fr  SA  SU
             ( 5)  6   7   8         1   2   3   4   5   6
   9  10  11 [12] 13  14  15     7   8   9  10  11  12  13
  16  17  18  19  20  21  22    14  15  16  17  18  19  20
  23  24  25  26  27  28  29    21  22  23  24  25  26  27
  30                            28  29  30  31

  Adults     1     Children 0     Infants 0
  Cabin      [economy] premium economy  business  first
  [Search]   spends one of your searches


enter take  → day  ↓ week  esc back  ? help  q quit
`
	if got := s.Screen(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s.Resize(58, 20)
	s.Has("November 2026")
	if strings.Contains(s.Screen(), "December") {
		t.Error("two months have no room in 58 columns")
	}
}

func TestTheCalendarChoosesNoDayThatCannotBe(t *testing.T) {
	for keys, want := range map[string]string{
		"down left left":        "2026-11-02",
		"down pgup":             "2026-11-02",
		"down end":              "2026-11-30",
		"down end pgdn":         "2026-12-30",
		"'2027-01-31 down pgdn": "2027-02-28",
		"down pgdn home":        "2026-12-01",
		"'+30d down pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn pgdn": "2027-11-02",
		"'fri down j l esc":            "fri",
		"'fri down up":                 "2026-11-06",
		"'fri down j 's 'at":           "sat",
		"'fri down j backspace":        "",
		"'fri down shift+tab":          "2026-11-06",
		"tab '+1d shift+tab 'fri down": "2026-11-06",
	} {
		s := sit(t, 60, 20, Options{})
		s.keys("tab tab " + keys)
		if got := s.form.trip.out.text.Value(); got != want {
			t.Errorf("%s: %q, want %q", keys, got, want)
		}
	}
}
