package form

import (
	"cmp"
	"context"
	"errors"
	"slices"
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

// typed is the text of a day, for a job to read.
type typed struct {
	*day
	text    string
	settled bool // the user chose one of several meanings
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
	create, results, stays := "createFlightSearch", "getFlightSearchResults", f.hotels()
	if stays {
		create, results = "createHotelSearch", "getHotelSearchResults"
	}
	q := ask.New(create, f.stage.Desk.Days())
	var places []string
	var days []typed
	for _, one := range f.entries() {
		switch e := one.(type) {
		case *place:
			places = append(places, e.text.Value())
		case *day:
			days = append(days, typed{day: e, text: e.text.Value()})
		}
		if err := one.set(q); err != nil {
			f.Refused(problem.FieldError{Err: err, Wire: one.own().wire})
			return
		}
	}
	var list func() stage.Place
	var before recall.List
	f.work = f.stage.Do(&stage.Job{
		Of: f,
		Run: func(ctx context.Context, d *desk.Desk) error {
			before, _ = d.Living()
			if err := setDays(ctx, d, q, days); err != nil {
				return err
			}
			view := desk.View{Query: ask.New(results, q.Days())}
			view.Pages = desk.PagesOf(view.Query.Op())
			tried := view // checking fills in derived values
			tried.Query = view.Query.Clone()
			if stays {
				list = func() stage.Place {
					return f.Hotels(&hotels.SearchRequest{Place: places[0], Query: q, View: view})
				}
				return hotels.Check(d, &hotels.SearchRequest{Place: places[0], Query: q.Clone(), View: tried})
			}
			list = func() stage.Place {
				return f.Flights(&flights.SearchRequest{From: places[0], To: places[1], Query: q, View: view})
			}
			return flights.Check(d, &flights.SearchRequest{From: places[0], To: places[1], Query: q.Clone(), View: tried})
		},
		Then: func(err error) {
			for _, t := range days { // the dates that the user chose
				if t.settled {
					t.day.text.Set(t.text)
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

// setDays puts the typed days into a request. It asks about ambiguous ones.
func setDays(ctx context.Context, d *desk.Desk, q *ask.Values, days []typed) error {
	for i, day := range days {
		if day.text == "" {
			continue
		}
		_, several := errors.AsType[ask.SeveralError](q.Clone().Set(day.wire, day.label, day.text))
		if err := d.Set(ctx, q, day.wire, day.label, day.text); err != nil {
			return problem.FieldError{Err: err, Wire: day.wire}
		}
		for j := range days[:i+1] { // two dates may have been swapped
			if several {
				days[j].text, days[j].settled = q.Text(days[j].wire), true
			}
		}
	}
	return nil
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

// Refused shows the error at the field that it concerns, or above the keys if it concerns none.
func (f *form) Refused(err error) {
	text, wire := problem.AtField(err)
	said := desk.Refusal(err)
	switch {
	case problem.RetryOf(err) != problem.Changed:
		wire = "" // a fault concerns no field
	case said != "":
		// The service judges some dates, because a date that is past here may not be past at the departure. It names
		// the parameter only in its message.
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
	}
	at := slices.IndexFunc(f.entries(), func(e entry) bool { return wire != "" && e.own().wire == wire })
	switch {
	case at >= 0:
	case errors.Is(err, desk.ErrNothing):
		f.current().enter()
		return
	default:
		f.out() // in a field, the next key would replace its text
		f.stage.Failed(err)
		return
	}
	f.use(at)
	chosen := problem.ClassOf(err) == problem.Choice
	if _, says := f.current().(*day); says && chosen { // nothing was chosen: the field shows the options
		return
	}
	if advice := paste.Advice(err); chosen && advice != "" {
		text += "; " + advice
	}
	f.current().own().wrong = text
}

// Command returns the command line for the search, or a general one while the form is incomplete.
func (f *form) Command() string {
	days := func(e *day) string { return cmp.Or(e.sure(), e.text.Value()) }
	if f.hotels() {
		s := &f.stay
		q := query.Stay{
			City: s.where.text.Value(), CheckIn: days(s.in), CheckOut: days(s.out),
			Adults: s.adults.value, Rooms: s.rooms.value, Terms: f.Terms,
		}
		for text := range strings.SplitSeq(s.ages.list(), ",") {
			if n, err := strconv.Atoi(text); err == nil {
				q.ChildrenAges = append(q.ChildrenAges, n)
			}
		}
		if !q.Whole() {
			q = query.Stay{}
		}
		return paste.Command(q.Again())
	}
	t := &f.trip
	q := query.Flight{
		From: t.from.text.Value(), To: t.to.text.Value(), FromDate: days(t.out), ToDate: days(t.back),
		Cabin: t.cabin.values[t.cabin.at], Adults: t.adults.value, Children: t.children.value, Infants: t.infants.value,
		Terms: f.Terms,
	}
	if !q.Whole() {
		q = query.Flight{}
	}
	return paste.Command(q.Again())
}
