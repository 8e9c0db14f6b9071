package form

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
)

// asked is a copy of the form's values, from which a job can make a request.
type asked struct {
	hotels bool // hotels are searched, and otherwise flights
	places []string
	days   []typed
	values map[string]any // values other than the defaults
	ages   string
}

// typed is the text of a parameter.
type typed struct {
	wire, label, text string
	settled           bool // the user chose one of several meanings
}

func (f *form) asked() asked {
	a := asked{hotels: f.hotels(), values: map[string]any{}}
	for _, one := range f.entries() {
		b := one.own()
		switch e := one.(type) {
		case *place:
			a.places = append(a.places, e.text.Value())
		case *day:
			a.days = append(a.days, typed{wire: b.wire, label: b.label, text: e.text.Value()})
		case *count:
			if e.value != e.usual {
				a.values[b.wire] = e.value
			}
		case *pick:
			if e.at > 0 && b.wire != "" {
				a.values[b.wire] = e.values[e.at]
			}
		case *ages:
			a.ages = e.list()
		}
	}
	return a
}

// run checks the form and starts the search. It asks about ambiguous dates.
func (f *form) run() {
	promised := f.went.promised
	switch list := f.back(); {
	case !f.work.Over():
		return
	case list != nil:
		f.went.seen = nil
		f.stage.Push(list)
		return
	case promised != "" && promised == f.Command():
		f.went.promised = ""
		f.stage.Warn("The list has expired. Press Enter again to repeat the search (uses one of your searches).")
		return
	case f.lacks():
		return
	}
	f.current().leave()
	a := f.asked()
	var list func() stage.Place
	var before recall.List
	f.work = f.stage.Do(&stage.Job{
		Of: f,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			before, _ = d.Living()
			list, err = f.request(ctx, d, &a)
			return err
		},
		Then: func(err error) {
			for _, one := range f.entries() { // the dates that the user chose
				for _, t := range a.days {
					if e, ok := one.(*day); ok && e.wire == t.wire && t.settled {
						e.text.Set(t.text)
					}
				}
			}
			if err != nil {
				f.Refused(err)
				return
			}
			f.away, f.went = true, went{command: f.Command(), before: before.Search.ID, made: true}
			f.stage.Push(list())
		},
	})
}

// went is the last search that the form started.
type went struct {
	command  string      // the command that makes it; "" for none
	before   string      // the id of the search listed before it
	made     bool        // the form made it, so its id differs from before
	promised string      // the command for which the form promised to lead back to a list
	seen     stage.Place // the list that the user came back from
}

// back returns the list for the current values if it can be resumed, or nil.
func (f *form) back() stage.Place {
	if f.Listed == nil || f.went.command != f.Command() {
		return nil
	}
	return f.Listed()
}

// learn takes over the places that the last search resolved the typed names to, so that the user is not asked about
// them again.
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

// lacks reports whether a value is missing or a place is unknown, and moves to that field.
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

// Refused shows the error at the field that it concerns, or above the keys if it
// concerns none.
func (f *form) Refused(err error) {
	text, wire := f.about(err)
	for _, e := range f.entries() {
		b := e.own()
		if b.wire == "" || b.wire != wire {
			continue
		}
		f.useEntry(e)
		chosen := problem.ClassOf(err) == problem.Choice
		if _, says := e.(*day); says && chosen { // nothing was chosen: the field shows the options
			return
		}
		b.wrong = text
		if advice := paste.Advice(err); chosen && advice != "" {
			b.wrong += "; " + advice
		}
		return
	}
	f.current().enter()
	f.stage.Failed(err)
}

// about returns the message to show on the form and the parameter that it concerns, or "" if unknown. The service
// judges some dates, because a date that is past here may not be past at the departure; it names the parameter only
// in its message.
func (f *form) about(err error) (text, wire string) {
	text, wire = problem.AtField(err)
	said := desk.Refusal(err)
	switch {
	case problem.RetryOf(err) != problem.Changed:
		return text, "" // a fault concerns no field
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

// set puts the typed values into a request and resolves ambiguous dates.
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
		for j := range a.days[:i+1] { // two dates may have been swapped
			if several {
				a.days[j].text, a.days[j].settled = q.Text(a.days[j].wire), true
			}
		}
	}
	if a.ages != "" {
		if err := q.Set("childrenAges", "Children", a.ages); err != nil {
			return problem.FieldError{Err: err, Wire: "childrenAges"}
		}
	}
	for wire, value := range a.values {
		if err := q.SetTyped(wire, value); err != nil {
			return problem.FieldError{Err: err, Wire: wire}
		}
	}
	return nil
}

// request makes a search from the typed values and checks it. It returns a function that lists the search.
func (f *form) request(ctx context.Context, d *desk.Desk, a *asked) (func() stage.Place, error) {
	create, results := "createFlightSearch", "getFlightSearchResults"
	if a.hotels {
		create, results = "createHotelSearch", "getHotelSearchResults"
	}
	days := d.Days()
	q, view := ask.New(create, days), desk.View{Query: ask.New(results, days)}
	if err := a.set(ctx, d, q); err != nil {
		return nil, err
	}
	view.Pages = desk.PagesOf(view.Query.Op())
	tried := view // checking fills in derived values
	tried.Query = view.Query.Clone()
	if a.hotels {
		r := hotels.SearchRequest{Place: a.places[0], Query: q.Clone(), View: tried}
		if err := hotels.Check(d, &r); err != nil {
			return nil, err
		}
		return func() stage.Place {
			return f.Hotels(&hotels.SearchRequest{Place: a.places[0], Query: q, View: view})
		}, nil
	}
	r := flights.SearchRequest{From: a.places[0], To: a.places[1], Query: q.Clone(), View: tried}
	if err := flights.Check(d, &r); err != nil {
		return nil, err
	}
	return func() stage.Place {
		return f.Flights(&flights.SearchRequest{From: a.places[0], To: a.places[1], Query: q, View: view})
	}, nil
}

// Command returns the command line for the search, or a general one while the form is incomplete.
func (f *form) Command() string {
	days := func(e *day) string {
		if sure := e.sure(); sure != "" {
			return sure
		}
		return e.text.Value()
	}
	if f.hotels() {
		var years []int // without invalid ones
		for text := range strings.SplitSeq(f.stay.ages.list(), ",") {
			if n, err := strconv.Atoi(text); err == nil {
				years = append(years, n)
			}
		}
		q := query.Stay{
			City: f.stay.where.text.Value(), CheckIn: days(f.stay.in), CheckOut: days(f.stay.out),
			Adults: f.stay.adults.value, Rooms: f.stay.rooms.value, ChildrenAges: years,
		}
		if !q.Whole() {
			return paste.Command(query.Stay{}.Again())
		}
		return paste.Command(q.Again())
	}
	q := query.Flight{
		From: f.trip.from.text.Value(), To: f.trip.to.text.Value(), FromDate: days(f.trip.out), ToDate: days(f.trip.back),
		Cabin: f.trip.cabin.values[f.trip.cabin.at], Adults: f.trip.adults.value,
		Children: f.trip.children.value, Infants: f.trip.infants.value,
	}
	if !q.Whole() {
		return paste.Command(query.Flight{}.Again())
	}
	return paste.Command(q.Again())
}
