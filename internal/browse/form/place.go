package form

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// place is a field for a place, with suggestions below it.
type place struct {
	written
	list []places.Suggestion
	at   int // index of the chosen suggestion, -1 for none

	used  bool // it is the current field
	eager bool // choose the first suggestion that arrives
}

// newPlace returns a field with the place of an earlier search and its name, which both may be empty.
func newPlace(f *form, label, wire, need, typed, name string) *place {
	e := &place{written: written{common: common{form: f, page: onPlace, label: label, wire: wire, need: need}}, at: -1}
	e.text.Most = 120
	e.fill(typed, name)
	return e
}

// fill sets the field to a place and its name, if it is known.
func (e *place) fill(typed, name string) {
	e.text.Set(typed)
	if name != "" {
		e.form.find.names[typed] = places.Suggestion{Typed: typed, Name: name}
	}
}

// learn replaces a typed name with the code that it was resolved to.
func (e *place) learn(code, name string) {
	if places.IsSure(code) && !places.IsSure(e.text.Value()) {
		e.fill(code, name)
	}
}

func (e *place) enter() {
	e.used = true
	e.text.Mark()
	e.offer()
}

func (e *place) leave() {
	e.used, e.at = false, -1
	e.text.Unmark()
	e.form.find.stop()
}

// Type handles text and the keys that choose a suggestion.
func (e *place) Type(event screen.Event) bool {
	if k, ok := event.(screen.Key); ok {
		switch k.String() {
		case "down":
			return e.down()
		case "up":
			e.at--
			taken := e.at >= -1
			e.at = max(e.at, -1)
			return taken
		case "enter", "tab":
			if e.at >= 0 {
				e.accept(e.list[e.at])
			}
			return false // and the form moves on
		case "esc":
			taken := e.at >= 0
			e.at = -1
			return taken
		case ":":
			if text := e.text.Value(); text != "id" && text != "kept" { // id:17 is a hotel
				return false
			}
		}
	}
	was := e.text.Value()
	if !e.text.Type(event) {
		return false
	}
	if e.text.Value() != was {
		e.offer()
	}
	return true
}

// down chooses the next suggestion. While a request is pending, it arranges to choose the first result, so that a
// fast typist does not leave the field.
func (e *place) down() bool {
	switch {
	case e.at+1 < len(e.list):
		e.at++
	case len(e.list) > 0:
	case e.form.find.hurry():
		e.eager = true
	default:
		return false
	}
	return true
}

// accept puts a suggestion into the field.
func (e *place) accept(s places.Suggestion) {
	e.text.Set(s.Typed)
	e.form.find.names[e.text.Value()] = s
	e.list, e.at = nil, -1
	e.form.find.stop()
}

// offer updates the suggestions: at once from what is known, and soon from the service.
func (e *place) offer() {
	text := e.text.Value()
	e.at, e.eager = -1, false
	e.list = e.form.find.offers(text)
	e.form.find.ask(text, func() {
		if e.used && e.text.Value() == text {
			e.refresh()
		}
	})
}

// refresh updates the suggestions from what is known and keeps the chosen one.
func (e *place) refresh() {
	chosen := ""
	if e.at >= 0 {
		chosen = e.list[e.at].Typed
	}
	e.list = e.form.find.offers(e.text.Value())
	e.at = slices.IndexFunc(e.list, func(s places.Suggestion) bool { return s.Typed == chosen })
	if e.eager && e.at < 0 && len(e.list) > 0 {
		e.at = 0
	}
	e.eager = false
}

// hint returns the name of the place, or what can be typed.
func (e *place) hint(c canvas.Canvas) string {
	text := e.text.Value()
	s, found := e.form.find.means(text)
	switch {
	case text == "" && e.used:
		return "a city or an airport"
	case found:
		return c.Text(named(s))
	case e.form.find.unknown(text) && e.form.hotels():
		return "no city; hotels from the last list only"
	case e.form.find.unknown(text):
		return "no place goes by that name"
	}
	return ""
}

// named returns the name of a place with its state or region and its country.
func named(s places.Suggestion) string {
	parts := []string{s.Name, s.Part, names.CountryName(s.Country)}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// Limits of the suggestions in lines, and the width of a code in cells.
const (
	leastOffers = 3
	mostOffers  = 8
	codeCells   = 5
)

func (e *place) drop(c canvas.Canvas) []line {
	rows := min(max(c.Height-len(e.form.rows()), leastOffers), mostOffers, len(e.list))
	top := max(e.at-rows+1, 0)
	lines := make([]line, 0, rows)
	for i, s := range e.list[top : top+rows] {
		code := s.Typed
		if !places.IsCode(code) {
			code = ""
		}
		text := strings.Repeat(" ", indent) + canvas.Pad(c.Text(code), codeCells) + c.Text(named(s))
		text = c.Cut(text, c.Width)
		if top+i == e.at {
			text = stage.Chosen(text, c.Width)
		}
		lines = append(lines, line{text: text, hits: []hit{{0, c.Width, func(int) {
			e.accept(s)
			e.form.move(1)
		}}}})
	}
	return lines
}

// finder looks up places for the fields of a form, one text at a time, and caches the answers.
type finder struct {
	form  *form
	known []places.Suggestion // places known from the profile
	said  map[string]places.Suggested
	names map[string]places.Suggestion // by typed text
	last  string                       // the text of the latest answer
	job   *stage.Job
	timer stage.Timer // starts a lookup
	now   func()      // the scheduled lookup
}

// How long to wait after the last key before a lookup, and how many letters a lookup needs.
const (
	pause      = 250 * time.Millisecond
	leastTyped = 2
)

// know sets the places known from the profile.
func (l *finder) know(known []places.Suggestion) {
	l.known = known
	for _, s := range known {
		if s.Name != "" {
			l.names[s.Typed] = s
		}
	}
	if e, ok := l.form.current().(*place); ok {
		e.refresh()
	}
}

// offers returns the suggestions for a text that are known now. A code needs no choice, so it has none.
func (l *finder) offers(text string) (list []places.Suggestion) {
	add := func(from []places.Suggestion, fits func(places.Suggestion) bool) {
		for _, s := range from {
			listed := func(o places.Suggestion) bool { return o.Typed == s.Typed }
			if fits(s) && !slices.ContainsFunc(list, listed) {
				list = append(list, s)
			}
		}
	}
	if _, taken := l.names[text]; places.IsSure(text) || taken && text != "" {
		return nil
	}
	begins := func(s places.Suggestion) bool { return s.Begins(text) }
	add(l.known, begins)
	if answer, asked := l.said[text]; asked {
		add(answer.List, func(places.Suggestion) bool { return true })
	} else if text != "" {
		add(l.said[l.last].List, begins) // until the answer for this text arrives
	}
	return list
}

// means returns the place that a text stands for without ambiguity, if it is known.
func (l *finder) means(text string) (places.Suggestion, bool) {
	if s, ok := l.names[text]; ok {
		return s, true
	}
	if answer, asked := l.said[text]; asked && answer.Meant >= 0 {
		return answer.List[answer.Meant], true
	}
	return places.Suggestion{}, false
}

// unknown reports whether the service has no place of that name.
func (l *finder) unknown(text string) bool {
	answer, asked := l.said[text]
	return asked && len(answer.List) == 0
}

// ask schedules a lookup of a text that may be a name and was not looked up before. It replaces the scheduled lookup.
func (l *finder) ask(text string, answered func()) {
	l.stop()
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	_, asked := l.said[text]
	_, taken := l.names[text]
	if asked || taken || letters < leastTyped || places.IsSure(text) {
		return
	}
	l.now = func() { l.look(text, answered) }
	l.timer.Start(l.form.stage, pause, l.now)
}

// hurry runs the scheduled lookup at once and reports whether an answer is pending.
func (l *finder) hurry() bool {
	if l.timer.Running() {
		l.timer.Stop()
		l.now()
	}
	return !l.job.Over()
}

// look asks the service. Errors are ignored because a suggestion is only a help.
func (l *finder) look(text string, answered func()) {
	l.job = stage.Read(l.form.stage, stage.Job{Of: l.form, Then: func(error) {}},
		func(ctx context.Context, d *desk.Desk) (places.Suggested, error) { return places.Suggest(ctx, d, text) },
		func(answer places.Suggested) {
			l.said[text], l.last = answer, text
			answered()
		})
}

func (l *finder) stop() {
	l.timer.Stop()
	l.job.Cancel()
}
