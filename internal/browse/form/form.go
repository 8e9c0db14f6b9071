// Package form is the search form: where, when and for whom, for flights or hotels. It suggests places as you type,
// shows how dates are understood, and finds mistakes before a search uses quota.
package form

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/field"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// Options configures a form: the places that it opens, and its initial values.
type Options struct {
	// Flights and Hotels list a search that has been checked but not made. They return the most recent list instead
	// if that is for the same search and can be resumed.
	Flights func(*flights.SearchRequest) stage.Place
	Hotels  func(*hotels.SearchRequest) stage.Place
	// Flight and Stay are the initial values, from an earlier search; nil for an empty form. If both are set, the
	// form opens on flights.
	Flight *query.Flight
	Stay   *query.Stay
	// Terms are the currency, language and market of every search. They have no fields.
	Terms query.Terms
	// Listed returns the most recent list, or nil if there is none that can be resumed. The function itself may be
	// nil.
	Listed func() stage.Place
}

// form is the search form.
type form struct {
	stage *stage.Stage
	Options
	kind   *pick
	trip   journey
	stay   stay
	finish *finish
	kinds  [2][][]entry // the entries of flights and of hotels, by row
	at     int          // index of the current entry
	last   int          // the entry that was current before the last line

	find      *finder
	days      *ask.Days
	left      map[string]string // remaining searches by quota, in parentheses
	weekStart time.Weekday
	weekend   []time.Weekday
	work      *stage.Job // checks what was typed and makes a request of it
	away      bool       // the form has opened a search and has no current entry
	went      went

	shown  []line // the lines of the last drawing
	cursor *screen.Place
}

// journey holds the entries of a flight search, stay those of a hotel search.
type journey struct {
	from, to                  *place
	out, back                 *day
	adults, children, infants *count
	cabin                     *pick
}

type stay struct {
	where         *place
	in, out       *day
	adults, rooms *count
	ages          *ages
}

// New returns a form.
func New(s *stage.Stage, o Options) stage.Place {
	f := &form{stage: s, Options: o, days: s.Desk.Days(), weekend: countries.UsualWeekend()}
	f.weekStart = countries.WeekStart(f.weekend)
	f.find = &finder{form: f, said: map[string]places.Suggested{}, names: map[string]places.Suggestion{}}
	f.kind = &pick{common: common{form: f, page: onKind, label: "What"}, words: []string{"flights", "hotels"}}
	f.finish = &finish{common{form: f, page: onFinish, label: "[Search]"}}
	f.makeTrip()
	f.makeStay()
	if o.Flight != nil || o.Stay != nil { // which is listed already
		f.went.command = f.Command()
	}
	f.at = 1
	f.entries()[f.at].enter()
	return f
}

// makeTrip makes the entries of a flight search, with the values of an earlier one if there is one.
func (f *form) makeTrip() {
	t, q, op := &f.trip, *cmp.Or(f.Flight, &query.Flight{}), ask.New("createFlightSearch", nil).Op()
	t.from = newPlace(f, "From", "from", "say where the journey begins: a city or an airport", q.From, q.FromName)
	t.to = newPlace(f, "To", "to", "say where it goes: a city or an airport", q.To, q.ToName)
	t.out = newDay(f, "Out", "fromDate", "say when it begins: "+dayForms, q.FromDate)
	t.back = newDay(f, "Back", "toDate", "", q.ToDate)
	t.back.page, t.back.after, t.back.usual = onLastDay, t.out, 7
	t.out.last, t.back.last = query.LastTravel, query.LastTravel
	t.adults = newCount(f, op, "Adults", "adults", q.Adults)
	t.children = newCount(f, op, "Children", "children", q.Children)
	t.infants = newCount(f, op, "Infants", "infants", q.Infants)
	cabin, _ := op.Param("cabin")
	t.cabin = &pick{common: common{form: f, page: onWord, label: "Cabin", wire: "cabin"}, values: cabin.Enum}
	for _, value := range cabin.Enum {
		t.cabin.words = append(t.cabin.words, strings.ReplaceAll(value, "_", " "))
	}
	t.cabin.at = max(slices.Index(t.cabin.values, q.Cabin), 0)
	f.kinds[0] = [][]entry{{f.kind}, {t.from}, {t.to}, {t.out}, {t.back}, {t.adults, t.children, t.infants}, {t.cabin}, {f.finish}}
}

// makeStay makes the entries of a hotel search, with the values of an earlier one if there is one.
func (f *form) makeStay() {
	s, q, op := &f.stay, *cmp.Or(f.Stay, &query.Stay{}), ask.New("createHotelSearch", nil).Op()
	place := q.Place()
	if q.HotelID > 0 {
		place = query.HotelArgument(q.HotelID)
	}
	s.where = newPlace(f, "Where", "place", "say where to stay: a city, or a hotel of the last list", place, q.Name)
	s.in = newDay(f, "Check-in", "checkIn", "say when the stay begins: "+dayForms, q.CheckIn)
	s.out = newDay(f, "Check-out", "checkOut", "say when it ends: "+stayForms, q.CheckOut)
	s.out.page, s.out.after, s.out.least, s.out.usual = onLastDay, s.in, 1, 1
	s.adults = newCount(f, op, "Adults", "adults", q.Adults)
	s.rooms = newCount(f, op, "Rooms", "rooms", q.Rooms)
	s.ages = &ages{written{common: common{form: f, page: onAges, label: "Children", wire: "childrenAges"}}}
	s.ages.text.Set(q.Ages())
	f.kinds[1] = [][]entry{{f.kind}, {s.where}, {s.in}, {s.out}, {s.adults, s.rooms}, {s.ages}, {f.finish}}
	if f.Stay != nil && f.Flight == nil {
		f.kind.at = 1
	}
}

func (f *form) hotels() bool { return f.kind.at == 1 }

func (f *form) rows() [][]entry  { return f.kinds[f.kind.at] }
func (f *form) entries() []entry { return slices.Concat(f.rows()...) }

func (f *form) current() entry { return f.entries()[f.at] }

// move moves by a number of entries, wrapping around at the ends.
func (f *form) move(by int) {
	n := len(f.entries())
	f.use((f.at + by + n) % n)
}

func (f *form) use(at int) {
	f.current().leave()
	if f.current() != entry(f.finish) {
		f.last = f.at
	}
	f.at = at
	f.current().enter()
}

// useEntry makes an entry the current one if the shown kind has it.
func (f *form) useEntry(wanted entry) {
	if i := slices.Index(f.entries(), wanted); i >= 0 {
		f.use(i)
	}
}

// out moves to the last line, where letters are keys.
func (f *form) out() { f.use(len(f.entries()) - 1) }

func (f *form) Type(e screen.Event) bool {
	if k, ok := e.(screen.Key); ok && k.Rune == '?' && k.Code == screen.Text {
		return false // no name contains it, so it asks for help
	}
	if !f.current().Type(e) {
		return false
	}
	f.current().own().wrong = ""
	return true
}

// carry copies what was typed to the empty fields of the other kind.
func (f *form) carry() {
	pairs := [][2]*field.Text{
		{&f.trip.to.text, &f.stay.where.text}, {&f.trip.out.text, &f.stay.in.text}, {&f.trip.back.text, &f.stay.out.text},
	}
	for _, pair := range pairs {
		from, to := pair[0], pair[1]
		if !f.hotels() {
			from, to = to, from
		}
		if to.Empty() {
			to.Set(from.Value())
		}
	}
}

// Shown loads what the form shows besides the fields. It makes no requests. When the user comes back from a list, it
// moves to the last line, which leads back there; if it cannot, the current entry stays current.
func (f *form) Shown() {
	switch list := f.back(); {
	case list != nil && list != f.went.seen:
		f.out()
		f.went.seen = list
	case f.away:
		f.current().enter()
	}
	f.away = false
	var known []places.Suggestion
	var market string
	var living recall.List
	left := map[string]string{}
	f.stage.Do(&stage.Job{
		Of: f,
		Run: func(ctx context.Context, d *desk.Desk) error {
			known = places.Known(d)
			living, _ = d.Living() // an unreadable list counts as none
			for _, quota := range []string{desk.FlightSearches, desk.HotelSearches} {
				left[quota] = d.LeftFor(ctx, quota)
			}
			locale, err := d.Resolve(ctx, ask.New("createFlightSearch", nil), desk.Locale{})
			market = locale.Site.Value
			return err
		},
		Then: func(err error) {
			f.left = left
			f.learn(living)
			f.find.know(known)
			if err == nil {
				f.weekend = countries.WeekendOf(market)
				f.weekStart = countries.WeekStart(f.weekend)
			}
		},
	})
}

// Hidden stops a pending lookup.
func (f *form) Hidden() { f.find.stop() }

func (f *form) Head(canvas.Canvas) string {
	if f.hotels() {
		return "Search hotels"
	}
	return "Search flights"
}

func (f *form) Cursor() (at screen.Place, shown bool) {
	if f.cursor == nil {
		return screen.Place{}, false
	}
	return *f.cursor, true
}

// Point handles the mouse: a click activates what is under it, and the wheel scrolls what is open below a field.
func (f *form) Point(m screen.Mouse) {
	if by := stage.WheelLines(m); by != 0 {
		key := screen.Key{Code: screen.Down}
		if by < 0 {
			key.Code = screen.Up
		}
		switch e := f.current().(type) {
		case *place:
			if len(e.list) > 0 {
				e.Type(key)
			}
		case *day:
			if e.open {
				e.Type(key)
			}
		}
		return
	}
	if m.Released || m.Button != screen.LeftButton || m.Row >= len(f.shown) {
		return
	}
	for _, h := range f.shown[m.Row].hits {
		if m.Column >= h.from && m.Column < h.to {
			h.do(m.Column)
			return
		}
	}
}
