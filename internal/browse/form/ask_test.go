package form

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/stagetest"
)

// sitting is a form with a driver, and the searches that it opened.
type sitting struct {
	*stagetest.Driver
	form  *form
	trips []*flights.SearchRequest
	stays []*hotels.SearchRequest
}

// list is the place that the form opens.
type list struct{}

func (list) Head(canvas.Canvas) string   { return "A list" }
func (list) Draw(canvas.Canvas) []string { return []string{"rows"} }
func (list) Keys() []stage.Binding       { return nil }
func (list) Command() string             { return "" }

func sit(t *testing.T, width, height int, o Options) *sitting {
	t.Helper()
	s := &sitting{}
	o.Flights = func(r *flights.SearchRequest) stage.Place {
		s.trips = append(s.trips, r)
		return &list{}
	}
	o.Hotels = func(r *hotels.SearchRequest) stage.Place {
		s.stays = append(s.stays, r)
		return &list{}
	}
	s.Driver = stagetest.New(t, width, height, func(st *stage.Stage) stage.Place {
		s.form, _ = New(st, o).(*form)
		return s.form
	})
	s.Settle()
	return s
}

// keys presses keys; text after a quote is typed letter by letter. It returns the number of keys.
func (s *sitting) keys(keys string) (pressed int) {
	for name := range strings.FieldsSeq(keys) {
		if text, letters := strings.CutPrefix(name, "'"); letters {
			s.Type(strings.ReplaceAll(text, "_", " "))
			pressed += len([]rune(text))
			continue
		}
		s.Press(name)
		pressed++
	}
	return pressed
}

// request returns a trip request as a command line.
func (s *sitting) request(t *testing.T) string {
	t.Helper()
	if len(s.trips) != 1 {
		t.Fatalf("%d searches were asked for:\n%s", len(s.trips), s.Screen())
	}
	r := s.trips[0]
	list := []string{r.From, r.To}
	for _, wire := range r.Query.Names() {
		list = append(list, wire+"="+r.Query.Text(wire))
	}
	slices.Sort(list[2:])
	return strings.Join(list, " ")
}

func TestAKnownRouteTakesTheFewestKeys(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	if n := s.keys("'dxb tab 'lhr tab '+30d tab '+7d enter"); n != 17 {
		t.Errorf("%d keys, want 17", n)
	}
	if got, want := s.request(t), "dxb lhr fromDate=2026-12-02 toDate=2026-12-09"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	s.Has("A list")
	s.form.Listed = func() stage.Place { return nil } // it has expired
	s.Press("esc")
	s.Has("From       dxb", "Back       +7d")
	s.keys("'+9d") // the old text is selected, so this replaces it
	s.Has("> Back       +9d")
	s.Press("?", "esc")
	s.keys("backspace")
	s.Has("> Back       +9 ") // help did not select it
	s.Has("[Search]   spends one of your searches")
	s.keys("ctrl+u '+7d")
	s.Has("[Search]   spends one of your searches")
	s.form.Listed = func() stage.Place { return &list{} }
	s.Press("tab")
	s.Has("[Search]   goes back to the list; spends nothing")
}

func TestFormsAreFilledByKeys(t *testing.T) {
	for keys, want := range map[string]string{
		// enter moves on until the last date, where it searches
		"'DXB enter 'LHR enter 'fri enter enter": "DXB LHR fromDate=2026-11-06",
		// the calendar: one week later, the return three days later, and the rest of the form
		"'DXB tab 'LHR tab down down enter down right right enter + tab 2 tab + tab right right enter": "DXB LHR adults=2 cabin=business children=2 fromDate=2026-11-09 infants=1 toDate=2026-11-18",
		"'DXB tab 'LHR tab '25_dec tab '3_nights esc enter":                                            "DXB LHR fromDate=2026-12-25 toDate=2026-12-28",
		"'New_York tab 'São_Paulo tab '2026-12-25 tab enter":                                           "New York São Paulo fromDate=2026-12-25",
		// a mistake is corrected without typing the rest again
		"'DXB tab 'DXB tab '+3d tab '+2d enter 'LHR esc enter": "DXB LHR fromDate=2026-11-05 toDate=2026-11-07",
		// an ambiguous date is asked about
		"'DXB tab 'LHR tab 'next_fri tab '+1d enter 2 enter": "DXB LHR fromDate=2026-11-13 toDate=2026-11-14",
		// a return without a year that is before the departure: the two are swapped, or it is a year later
		"'DXB tab 'LHR tab '20_dec tab '10_dec enter 1 enter": "DXB LHR fromDate=2026-12-10 toDate=2026-12-20",
		"'DXB tab 'LHR tab '20_dec tab '10_dec enter 2 enter": "DXB LHR fromDate=2026-12-20 toDate=2027-12-10",
		// a return that is removed again
		"'DXB tab 'LHR tab '+3d tab '+2d down x enter": "DXB LHR fromDate=2026-11-05",
	} {
		t.Run(keys, func(t *testing.T) {
			s := sit(t, 80, 24, Options{})
			s.keys(keys)
			if got := s.request(t); got != want {
				t.Errorf("asked for %s, want %s\n%s", got, want, s.Screen())
			}
		})
	}
}

func TestADayThatWasAskedAboutIsNotAskedAboutAgain(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("'DXB tab 'LHR tab 'next_fri")
	s.Has("Fri 6 Nov or Fri 13 Nov?")
	s.keys("tab '+1d")
	s.Has("counts from the day above")
	s.keys("enter esc") // nothing is chosen
	s.Has("> Out        next fri")
	s.keys("tab enter 2 enter esc")
	s.Has("Out        2026-11-13", "Sat 14 Nov, 1 night")
	if s.keys("tab enter"); len(s.trips) != 2 {
		t.Errorf("it is asked again:\n%s", s.Screen())
	}
}

func TestDaysOfDifferentYearsShowBoth(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("'DXB tab 'LHR tab '20_dec tab '10_dec")
	s.Has("Thu 10 Dec 2026 or Fri 10 Dec 2027?")
}

func TestAStayIsFilledByKeys(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("up right tab 'Lisbon tab 'fri tab '3_nights tab 3 tab 2 tab '4,_9 enter")
	if len(s.stays) != 1 {
		t.Fatal(s.Screen())
	}
	q := s.stays[0].Query
	if got := q.Text("checkIn") + q.Text("checkOut") + q.Text("adults") + q.Text("rooms") + strings.Join(q.Texts("childrenAges"), "+"); got != "2026-11-062026-11-09324+9" {
		t.Errorf("asked for %s", got)
	}
	if s.stays[0].Place != "Lisbon" || q.Has("children") {
		t.Errorf("asked for %q", s.stays[0].Place)
	}
	s.Press("esc")
	want := "travel hotels search Lisbon 2026-11-06 2026-11-09 --adults 3 --children-ages 4,9 --rooms 2"
	if got := s.form.Command(); got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
}

func TestEachMistakeStandsAtItsField(t *testing.T) {
	for keys, want := range map[string]struct{ field, says string }{
		"enter esc enter":                                          {"From", "say where the journey begins"},
		"'DXB esc enter":                                           {"To", "say where it goes"},
		"'DXB tab 'LHR esc enter":                                  {"Out", "say when it begins"},
		"'DXB tab 'QQQ tab '+3d tab enter":                         {"To", "! QQQ is not an airport or city code of the sandbox"},
		"'DXB tab 'dxb tab '+3d tab enter":                         {"To", "both ends are"},
		"'DXB tab 'LHR tab 'soonish tab":                           {"", "Out soonish is not accepted; give a day such as"},
		"'DXB tab 'LHR tab '2026-10-01 tab enter":                  {"Out", "2026-10-01 is in the past"},
		"'DXB tab 'LHR tab '2027-12-01 tab enter":                  {"Out", "is more than a year ahead"},
		"'DXB tab 'LHR tab '+5d tab '2026-11-03 enter":             {"Back", "2026-11-03 is before 2026-11-07"},
		"'DXB tab 'LHR tab '+5d tab tab tab tab 2 enter":           {"Infants", "there are more infants than adults"},
		"up right tab 'LIS tab '+5d tab enter":                     {"Check-out", "say when it ends"},
		"up right tab 'LIS tab '+5d tab '2026-11-07 enter":         {"Check-out", "is not after"},
		"up right tab 'LIS tab '+5d tab '+2d tab tab 3 enter":      {"Rooms", "there are more rooms than adults"},
		"up right tab 'LIS tab '+5d tab '+2 tab tab tab '77 enter": {"Children", "Children 77 is not accepted"},
		"up right tab 'LIS1 tab '+5d tab '+2d enter":               {"Where", "! LIS1 is not an airport or city code"},
		"up right tab '5 tab '+5d tab '+2d enter":                  {"Where", "! 5 is a row number"},
		"up right tab '99,0 tab '+5d tab '+2d enter":               {"Where", "! 99 is not accepted; give a number from -90 to 90"},
	} {
		t.Run(keys, func(t *testing.T) {
			s := sit(t, 80, 24, Options{})
			s.keys(keys)
			s.Has(want.says)
			for _, flag := range []string{"--", "DATE", "RETURN", "FROM", "CHECK", "PLACE", "LAT"} {
				if strings.Contains(s.Screen(), flag) {
					t.Errorf("the form speaks of %s:\n%s", flag, s.Screen())
				}
			}
			if want.field != "" {
				s.Has("> " + want.field)
			}
			if len(s.trips)+len(s.stays) > 0 {
				t.Error("it searches all the same")
			}
		})
	}
}

func TestANumberThatIsNotTakenIsSaid(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("esc up up 9")
	s.Has("> Infants 0", "Infants: a number from 0 to 8.")
	s.Press("3", "tab")
	if s.Has("Infants 3"); strings.Contains(s.Screen(), "a number") {
		t.Error(s.Screen())
	}
	s.keys("shift+tab shift+tab shift+tab 1 2")
	s.Has("> Adults     1 ", "Adults: a number from 1 to 9.")
	s.keys("1")
	s.Has("> Adults     1 ", "Adults: a number from 1 to 9.")
	s.keys("tab shift+tab 4") // typing replaces the old text
	s.Has("> Adults     4 ")
}

func TestAMistakeIsForgottenWhenItsFieldIsTypedInto(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("esc enter")
	s.Has("! say where")
	if s.Type("d"); strings.Contains(s.Screen(), "!") {
		t.Error(s.Screen())
	}
}

func TestLettersAreLettersAndNoOneIsTrapped(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'queqqh backspace left left left left left left left left left")
	s.Has("> From       queqq")
	if strings.Contains(s.Lines()[19], "q quit") {
		t.Errorf("the foot says that q quits: %s", s.Lines()[19])
	}
	s.Press("?")
	s.Has("A letter here")
	s.Press("esc", ":")
	s.Has("travel flights search --help")
	s.Press("esc", "esc")
	s.Has("> [Search]", "q quit")
	if s.Press("esc"); s.Over {
		t.Error("esc leaves the first place")
	}
	if s.Press("q"); !s.Over {
		t.Error("q does not leave")
	}
}

func TestTheCursorStandsWhereLettersGo(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	for _, test := range [][2]string{{"'dxb", "> From       dxb"}, {"tab", "> To         "}, {"'東京 left", "> To         東"}} {
		keys, text := test[0], test[1]
		s.keys(keys)
		at := s.Stage.Frame(s.Size).Cursor
		if at == nil || !strings.HasPrefix(s.Lines()[at.Row], strings.TrimRight(text, " ")) || at.Column != ansi.StringWidth(text) {
			t.Errorf("after %s the cursor is at %v:\n%s", keys, at, s.Screen())
		}
	}
	if s.keys("esc"); s.Stage.Frame(s.Size).Cursor != nil {
		t.Error("there is a cursor outside of the fields")
	}
}

func TestAPasteGoesIntoTheField(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.Stage.Handle(screen.Paste{Text: "San\nFrancisco \x1b[31m"})
	s.Settle()
	if got := s.form.trip.from.text.Value(); got != "San Francisco [31m" && got != "San Francisco" {
		t.Errorf("pasted: %q", got)
	}
	s.keys("esc")
	s.Stage.Handle(screen.Paste{Text: "nothing takes it"})
	s.Settle()
}

func TestWhatWasAskedStandsThereToBeChanged(t *testing.T) {
	s := sit(t, 60, 20, Options{Flight: &query.Flight{
		From: "DXB", FromName: "Dubai", To: "LHR", FromDate: "2026-12-02", ToDate: "2026-12-09", Adults: 2, Cabin: "business",
	}})
	s.Has("> From       DXB                 Dubai", "Wed 9 Dec, 7 nights", "Adults     2", "[business]")
	s.keys("tab 'LGW esc enter") // typing replaces the old text
	if got, want := s.request(t), "DXB LGW adults=2 cabin=business fromDate=2026-12-02 toDate=2026-12-09"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
	s = sit(t, 60, 20, Options{Stay: &query.Stay{HotelID: 17, Name: "The Grand", CheckIn: "2026-12-02", CheckOut: "2026-12-04", Adults: 1, Rooms: 1, ChildrenAges: []int{3}}})
	s.Has("Search hotels", "> Where      id:17               The Grand", "Fri 4 Dec, 2 nights", "1 child")
}

func TestANameThatWasUnderstoodStandsThereAsItsCode(t *testing.T) {
	s := sit(t, 80, 24, Options{})
	s.keys("'Dubai tab 'lhr tab '+3d tab enter")
	search := func(n int) {
		t.Helper()
		if _, err := flights.Create(t.Context(), s.Desk, s.trips[n]); err != nil {
			t.Fatal(err)
		}
	}
	search(0)
	s.Press("esc")
	s.Has("From       DXB                         Dubai", "To         LHR                         London Heathrow")
	// the list of another search does not affect the typed values
	s.keys("esc tab tab 'Paris enter enter enter enter esc")
	if s.Has("From       Paris"); len(s.trips) != 2 {
		t.Errorf("%d searches", len(s.trips))
	}

	s = sit(t, 80, 24, Options{})
	s.keys("up right tab 'Lisbon tab 'fri tab '2n enter")
	if _, err := hotels.Create(t.Context(), s.Desk, s.stays[0]); err != nil {
		t.Fatal(err)
	}
	s.Press("esc")
	s.Has("Where      LIS                         Lisbon")
}

func TestTheOtherKindTakesAlongWhatWasTyped(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("tab 'LIS tab 'fri tab '+3d esc tab right")
	s.Has("Where      LIS", "Check-in   fri", "Check-out  +3d                 Mon 9 Nov, 3 nights")
	s.keys("tab 'OPO up left")
	s.Has("To         LIS")
}

func TestAFormIsDrawnInAnySize(t *testing.T) {
	for _, size := range []screen.Size{{Width: 60, Height: 20}, {Width: 80, Height: 24}, {Width: 200, Height: 60}, {Width: 30, Height: 10}, {Width: 12, Height: 6}, {Width: 3, Height: 4}, {Width: 1, Height: 1}} {
		s := sit(t, 60, 20, Options{})
		for _, keys := range []string{"'東京", "down down tab", "tab", "'next_fri", "down", "tab 'foo", "tab", "tab", "esc enter", "tab right tab 'x"} {
			s.keys(keys)
			s.Resize(size.Width, size.Height)
			frame := s.Stage.Frame(size)
			for _, l := range frame.Lines {
				if ansi.StringWidth(l) > size.Width {
					t.Errorf("%v after %s: %q is too wide", size, keys, l)
				}
			}
			if size.Width >= 60 && !strings.Contains(s.Screen(), "> ") {
				t.Errorf("%v after %s: the field in use is not in sight:\n%s", size, keys, s.Screen())
			}
			if p := frame.Cursor; p != nil && (p.Row >= size.Height || p.Column >= size.Width) {
				t.Errorf("%v after %s: the cursor is at %v", size, keys, *p)
			}
		}
	}
}

func TestNothingWaitsWhileNothingIsTyped(t *testing.T) {
	s := sit(t, 60, 20, Options{})
	s.keys("'lon")
	s.Pass(time.Second)
	s.keys("tab tab down down")
	if s.Timers() != 0 {
		t.Errorf("%d timers wait", s.Timers())
	}
}

func TestTheKeysOfTheFormAreDocumented(t *testing.T) {
	for _, page := range Pages() {
		if len(page) == 0 || page[0].Of == "" || slices.ContainsFunc(page, func(b stage.Binding) bool { return b.Does == "" }) {
			t.Errorf("%+v", page)
		}
	}
}
