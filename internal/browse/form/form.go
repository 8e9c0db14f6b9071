// Package form is the form that begins a search: where, when and for whom, for flights or for hotels. It
// offers places while they are typed, says what the words for a day mean, and finds a mistake before a
// search is spent on it.
package form

import (
	"context"
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

// Options are what a form goes on with, and what stands in it at first.
type Options struct {
	// What lists a search that is filled and was checked; it has not been made. Where the list that was shown
	// last is of the same search and can be gone on with, it is.
	Flights func(*flights.SearchRequest) stage.Place
	Hotels  func(*hotels.SearchRequest) stage.Place
	// What was asked before and may be asked again with a change; nil for an empty form. Of both, the flight
	// is shown.
	Flight *query.Flight
	Stay   *query.Stay
	// What gives the very list that was shown last, while it can be gone on with; nil where there is none. A
	// nil function never has one.
	Listed func() stage.Place
}

// form is the page.
type form struct {
	stage *stage.Stage
	Options
	kind   *pick
	trip   journey
	stay   stay
	finish *finish
	kinds  [2]layout // of flights and of hotels
	at     int       // the entry in use, among those of the kind
	last   int       // the one in use before the last line

	find      *finder
	days      *ask.Days
	left      map[string]string // what is left of the searches, in brackets, by quota
	weekStart time.Weekday
	weekend   []time.Weekday
	work      *stage.Job // that makes a request of what is typed
	away      bool       // it went on with a search, and no entry is in use
	went      went

	shown  []line // as they were drawn last
	cursor *screen.Place
}

// journey is what a flight search is asked by, stay what a hotel search is.
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

// New makes a form.
func New(s *stage.Stage, o Options) stage.Place {
	f := &form{stage: s, Options: o, days: s.Desk.Days(), weekend: countries.UsualWeekend()}
	f.weekStart = countries.WeekStart(f.weekend)
	f.find = newFinder(f)
	f.kind = &pick{common: common{form: f, label: "What"}, words: field.Choice{Words: []string{"flights", "hotels"}}}
	f.finish = &finish{common{form: f, label: "[Search]"}}
	f.makeTrip()
	f.makeStay()
	f.layOut()
	f.fill()
	if o.Flight != nil || o.Stay != nil { // which is listed already
		f.went.command = f.Command()
	}
	f.at = 1
	f.entries()[f.at].enter()
	return f
}

func (f *form) makeTrip() {
	f.trip.from, f.trip.to = newPlace(f, "From", "from"), newPlace(f, "To", "to")
	f.trip.out = &day{common: common{form: f, label: "Out", wire: "fromDate"}, last: query.LastTravel}
	f.trip.back = &day{common: common{form: f, label: "Back", wire: "toDate"}, last: query.LastTravel, after: f.trip.out, spare: true, usual: 7}
	f.trip.from.need = "say where the journey begins: a city or an airport"
	f.trip.to.need = "say where it goes: a city or an airport"
	f.trip.out.need = "say when it begins: " + dayForms
	op := ask.New("createFlightSearch", nil).Op()
	f.trip.adults = newCount(f, op, "Adults", "adults")
	f.trip.children = newCount(f, op, "Children", "children")
	f.trip.infants = newCount(f, op, "Infants", "infants")
	f.trip.cabin = newPick(f, op, "Cabin", "cabin")
}

func (f *form) makeStay() {
	f.stay.where = newPlace(f, "Where", "place")
	f.stay.in = &day{common: common{form: f, label: "Check-in", wire: "checkIn"}}
	f.stay.out = &day{common: common{form: f, label: "Check-out", wire: "checkOut"}, after: f.stay.in, least: 1, usual: 1}
	f.stay.where.need = "say where to stay: a city, or a hotel of the last list"
	f.stay.in.need = "say when the stay begins: " + dayForms
	f.stay.out.need = "say when it ends: " + stayForms
	op := ask.New("createHotelSearch", nil).Op()
	f.stay.adults = newCount(f, op, "Adults", "adults")
	f.stay.rooms = newCount(f, op, "Rooms", "rooms")
	f.stay.ages = &ages{common: common{form: f, label: "Children", wire: "childrenAges"}}
}

// fill puts what was asked before into the form.
func (f *form) fill() {
	if q := f.Flight; q != nil {
		f.trip.from.fill(q.From, q.FromName)
		f.trip.to.fill(q.To, q.ToName)
		f.trip.out.text.Set(q.FromDate)
		f.trip.back.text.Set(q.ToDate)
		f.trip.adults.fill(q.Adults)
		f.trip.children.fill(q.Children)
		f.trip.infants.fill(q.Infants)
		f.trip.cabin.fill(q.Cabin)
	}
	if q := f.Stay; q != nil {
		place, name := q.Place(), q.Name
		if q.HotelID > 0 {
			place = query.HotelArgument(q.HotelID)
		}
		f.stay.where.fill(place, name)
		f.stay.in.text.Set(q.CheckIn)
		f.stay.out.text.Set(q.CheckOut)
		f.stay.adults.fill(q.Adults)
		f.stay.rooms.fill(q.Rooms)
		f.stay.ages.text.Set(q.Ages())
		if f.Flight == nil {
			f.kind.words.At = 1
		}
	}
}

// hotels tells whether hotels are asked for.
func (f *form) hotels() bool { return f.kind.words.At == 1 }

// layout is the entries of a kind, as they stand on the page and in order.
type layout struct {
	rows [][]entry // one or several a line
	all  []entry
}

// layOut says what stands where.
func (f *form) layOut() {
	for i, rows := range [][][]entry{{
		{f.kind}, {f.trip.from}, {f.trip.to}, {f.trip.out}, {f.trip.back},
		{f.trip.adults, f.trip.children, f.trip.infants}, {f.trip.cabin}, {f.finish},
	}, {
		{f.kind}, {f.stay.where}, {f.stay.in}, {f.stay.out}, {f.stay.adults, f.stay.rooms}, {f.stay.ages}, {f.finish},
	}} {
		f.kinds[i].rows = rows
		for _, row := range rows {
			f.kinds[i].all = append(f.kinds[i].all, row...)
		}
	}
}

func (f *form) rows() [][]entry  { return f.kinds[f.kind.words.At].rows }
func (f *form) entries() []entry { return f.kinds[f.kind.words.At].all }

// current is the entry in use.
func (f *form) current() entry { return f.entries()[f.at] }

// move goes on by so many entries, around at the ends.
func (f *form) move(by int) {
	n := len(f.entries())
	f.use((f.at + by + n) % n)
}

// use goes to an entry.
func (f *form) use(at int) {
	f.current().leave()
	if f.current() != entry(f.finish) {
		f.last = f.at
	}
	f.at = at
	f.current().enter()
}

// change goes from the last line to the field that was in use before it.
func (f *form) change() { f.use(min(f.last, len(f.entries())-1)) }

// useEntry goes to an entry of the kind that is asked for.
func (f *form) useEntry(wanted entry) {
	for i, e := range f.entries() {
		if e == wanted {
			f.use(i)
		}
	}
}

func (f *form) next()   { f.move(1) }
func (f *form) before() { f.move(-1) }

// out leaves the entries for the last line, where letters are keys.
func (f *form) out() { f.use(len(f.entries()) - 1) }

// Type is part of a [stage.Typist].
func (f *form) Type(e screen.Event) bool {
	if k, ok := e.(screen.Key); ok && k.Rune == '?' && k.Code == screen.Text {
		return false // is in no name, and asks for help
	}
	if !f.current().Type(e) {
		return false
	}
	f.current().own().wrong = ""
	return true
}

// carry takes along what was typed when the other kind is asked for, as far as nothing stands there.
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

// Shown finds out what the form shows beside what is typed. Nothing of it asks the network.
func (f *form) Shown() {
	f.arrive()
	var known []places.Suggestion
	var market string
	var living recall.List
	left := map[string]string{}
	f.stage.Do(&stage.Job{
		Of: f,
		Run: func(ctx context.Context, d *desk.Desk) error {
			known = places.Known(d)
			living, _ = d.Living() // none is as good as one that cannot be read
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

// arrive puts the traveler who comes from a list on the last line, which leads back to that list and where letters
// are keys; where it cannot, to the field that was in use.
func (f *form) arrive() {
	switch list := f.back(); {
	case list != nil && list != f.went.seen:
		f.out()
		f.went.seen = list
	case f.away:
		f.current().enter()
	}
	f.away = false
}

// Hidden is told that something else fills the screen: no look-up is needed there.
func (f *form) Hidden() { f.find.stop() }

// Head is part of a [stage.Place].
func (f *form) Head(canvas.Canvas) string {
	if f.hotels() {
		return "Search hotels"
	}
	return "Search flights"
}

// Cursor is part of a [stage.Cursored].
func (f *form) Cursor() (at screen.Place, shown bool) {
	if f.cursor == nil {
		return screen.Place{}, false
	}
	return *f.cursor, true
}

// turn moves what is open below the field in use.
func (f *form) turn(by int) {
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
}

// Point uses what is under the mouse; the wheel goes through what is open below a field.
func (f *form) Point(m screen.Mouse) {
	if by := stage.WheelLines(m); by != 0 {
		f.turn(by)
		return
	}
	if m.Released || m.Button != screen.LeftButton || m.Row >= len(f.shown) {
		return
	}
	for _, h := range f.shown[m.Row].hits {
		if m.Column >= h.from && m.Column < h.to {
			h.do()
			return
		}
	}
}
