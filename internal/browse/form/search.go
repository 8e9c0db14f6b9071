package form

import (
	"context"
	"errors"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
)

// asked is what stands in the form, apart from it: a request is made of it elsewhere.
type asked struct {
	places []typed
	days   []typed
	values map[string]any // that are not the usual ones
	ages   string
}

// typed is what was typed for a parameter.
type typed struct {
	wire, label, text string
	settled           bool // someone was asked which of several days it means
}

// asked is what stands in the form now.
func (f *form) asked() asked {
	a := asked{values: map[string]any{}}
	for _, one := range f.entries() {
		b := one.own()
		switch e := one.(type) {
		case *place:
			a.places = append(a.places, typed{wire: b.wire, label: b.label, text: e.text.Value()})
		case *day:
			a.days = append(a.days, typed{wire: b.wire, label: b.label, text: e.text.Value()})
		case *count:
			if e.number.Value != e.usual {
				a.values[b.wire] = e.number.Value
			}
		case *pick:
			if e.words.At > 0 && b.wire != "" {
				a.values[b.wire] = e.values[e.words.At]
			}
		case *ages:
			a.ages = e.list()
		}
	}
	return a
}

// run checks what is typed, and goes on with the search. A word for a day that means several is asked about.
func (f *form) run() {
	told := f.went.told
	switch list := f.back(); {
	case !f.work.Over():
		return
	case list != nil:
		f.went.seen = nil
		f.stage.Push(list)
		return
	case told != "" && told == f.Command():
		f.went.told = ""
		f.stage.Warn("The list has expired. Enter once more makes the search again, and spends one.")
		return
	case f.lacks():
		return
	}
	f.current().leave()
	a, request := f.asked(), f.trips
	if f.hotels() {
		request = f.hotelStays
	}
	var list func() stage.Place
	var before recall.List
	f.work = f.stage.Do(&stage.Job{
		Of: f,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			before, _ = d.Living()
			list, err = request(ctx, d, &a)
			return err
		},
		Then: func(err error) {
			f.settle(a.days)
			if err != nil {
				f.Refused(err)
				return
			}
			f.away, f.went = true, went{command: f.Command(), before: before.Search.ID, made: true}
			f.stage.Push(list())
		},
	})
}

// went is the search that a form went on with last.
type went struct {
	command string      // that makes it; "" for none
	before  string      // the id of the search that was listed before it
	made    bool        // the form had it made, so that its id is another one
	told    string      // the command of which the form says that it leads back to a list
	seen    stage.Place // the list that the traveler came from
}

// back is the list of what stands in the form, while it can be gone on with; nil for none.
func (f *form) back() stage.Place {
	if f.Listed == nil || f.went.command != f.Command() {
		return nil
	}
	return f.Listed()
}

// learn takes over what the search that the form went on with made of the names that were typed: what was
// asked about is not asked about again.
func (f *form) learn(list recall.List) {
	if !f.went.made || f.went.command != f.Command() || list.Search.ID == "" || list.Search.ID == f.went.before {
		return
	}
	switch q, stay := list.Flight, list.Stay; {
	case list.Kind == recall.Trips && q != nil && !f.hotels():
		f.trip.from.learn(q.From, q.FromName)
		f.trip.to.learn(q.To, q.ToName)
	case list.Kind == recall.Hotels && stay != nil && f.hotels() && stay.HotelID == 0:
		f.stay.where.learn(stay.City, stay.Name)
	}
	f.went.command = f.Command()
}

// lacks tells whether something is missing, or a place that the service does not have, and goes there.
func (f *form) lacks() bool {
	for _, e := range f.entries() {
		b, wrong := e.own(), ""
		switch e := e.(type) {
		case *place:
			switch {
			case e.text.Empty():
				wrong = b.need
			case !f.hotels() && f.find.unknown(e.text.Value()): // a hotel may have the name
				wrong = "no place goes by that name; another spelling may help, or the nearest big city"
			}
		case *day:
			if e.text.Empty() {
				wrong = b.need
			}
		}
		if wrong != "" {
			f.useEntry(e)
			b.wrong = wrong
			return true
		}
	}
	return false
}

// settle puts days that were asked about into their fields.
func (f *form) settle(days []typed) {
	for _, one := range f.entries() {
		for _, t := range days {
			if e, ok := one.(*day); ok && e.wire == t.wire && t.settled {
				e.text.Set(t.text)
			}
		}
	}
}

// Refused is part of a [stage.Refusable]: it says what is wrong at its field, or, where it is about none, on the
// line above the keys.
func (f *form) Refused(err error) {
	text, wire := f.about(err)
	for _, e := range f.entries() {
		b := e.own()
		if b.wire == "" || b.wire != wire {
			continue
		}
		f.useEntry(e)
		chosen := problem.ClassOf(err) == problem.Choice
		if _, says := e.(*day); says && chosen { // nothing was chosen: the field says between what
			return
		}
		b.wrong = text
		if advice := problem.AdviceOf(err); chosen && advice != "" {
			b.wrong += "; " + advice
		}
		return
	}
	f.current().enter()
	f.stage.Failed(err)
}

// about is what is wrong, for those who see the form, and the parameter that it is about; "" where that is not
// known. A day that is past here may not be past where the journey begins, so that the service judges some: it
// names the parameter in its words alone.
func (f *form) about(err error) (text, wire string) {
	text, wire = problem.AtField(err)
	said := desk.Refusal(err)
	switch {
	case problem.RetryOf(err) != problem.Changed:
		return text, "" // a fault is about no field
	case said == "":
		return text, wire
	}
	text = said
	first := len(said)
	for _, one := range f.entries() {
		e, ok := one.(*day)
		if !ok {
			continue
		}
		if at := strings.Index(said, e.wire); at >= 0 && at < first {
			first, wire = at, e.wire
		}
		text = strings.ReplaceAll(text, e.wire, e.label)
	}
	return text, wire
}

// set puts what was typed into a request. The days are settled on the way.
func (a *asked) set(ctx context.Context, d *desk.Desk, q *ask.Values) error {
	for i := range a.days {
		day := &a.days[i]
		if day.text == "" {
			continue
		}
		_, several := errors.AsType[ask.SeveralError](q.Clone().Set(day.wire, day.label, day.text))
		if err := d.Set(ctx, q, day.wire, day.label, day.text); err != nil {
			return problem.FieldError{Err: err, Wire: day.wire}
		}
		for j := range a.days[:i+1] { // two days may have changed places
			if several {
				a.days[j].text, a.days[j].settled = q.Text(a.days[j].wire), true
			}
		}
	}
	for wire, value := range a.values {
		if err := q.SetTyped(wire, value); err != nil {
			return problem.FieldError{Err: err, Wire: wire}
		}
	}
	return nil
}

// trips is a flight search as it is typed.
func (f *form) trips(ctx context.Context, d *desk.Desk, a *asked) (func() stage.Place, error) {
	days := d.Days()
	r := &flights.SearchRequest{
		From: a.places[0].text, To: a.places[1].text, Query: ask.New("createFlightSearch", days),
		View: desk.View{Query: ask.New("getFlightSearchResults", days)},
	}
	if err := a.set(ctx, d, r.Query); err != nil {
		return nil, err
	}
	r.View.Pages = desk.PagesOf(r.View.Query.Op())
	tried := *r // checking fills in what follows from the rest
	tried.Query, tried.View.Query = r.Query.Clone(), r.View.Query.Clone()
	if err := flights.Check(d, &tried); err != nil {
		return nil, err
	}
	return func() stage.Place { return f.Flights(r) }, nil
}

// hotelStays is a hotel search as it is typed.
func (f *form) hotelStays(ctx context.Context, d *desk.Desk, a *asked) (func() stage.Place, error) {
	days := d.Days()
	r := &hotels.SearchRequest{
		Place: a.places[0].text, Query: ask.New("createHotelSearch", days),
		View: desk.View{Query: ask.New("getHotelSearchResults", days)},
	}
	if err := a.set(ctx, d, r.Query); err != nil {
		return nil, err
	}
	if a.ages != "" {
		if err := r.Query.Set("childrenAges", "Children", a.ages); err != nil {
			return nil, problem.FieldError{Err: err, Wire: "childrenAges"}
		}
	}
	r.View.Pages = desk.PagesOf(r.View.Query.Op())
	tried := *r
	tried.Query, tried.View.Query = r.Query.Clone(), r.View.Query.Clone()
	if err := hotels.Check(d, &tried); err != nil {
		return nil, err
	}
	return func() stage.Place { return f.Hotels(r) }, nil
}

// Command is the command line that makes the search of the form, as far as it is filled.
func (f *form) Command() string {
	days := func(e *day) string {
		if sure := e.sure(); sure != "" {
			return sure
		}
		return e.text.Value()
	}
	if f.hotels() {
		q := query.Stay{
			City: f.stay.where.text.Value(), CheckIn: days(f.stay.in), CheckOut: days(f.stay.out),
			Adults: f.stay.adults.number.Value, Rooms: f.stay.rooms.number.Value, ChildrenAges: f.stay.ages.years(),
		}
		if !q.Whole() {
			return query.Stay{}.Command()
		}
		return q.Command()
	}
	q := query.Flight{
		From: f.trip.from.text.Value(), To: f.trip.to.text.Value(), FromDate: days(f.trip.out), ToDate: days(f.trip.back),
		Cabin: f.trip.cabin.values[f.trip.cabin.words.At], Adults: f.trip.adults.number.Value,
		Children: f.trip.children.number.Value, Infants: f.trip.infants.number.Value,
	}
	if !q.Whole() {
		return query.Flight{}.Command()
	}
	return q.Command()
}
