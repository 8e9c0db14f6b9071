package facets

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// A Subject lists the filters of one kind of search.
type Subject struct {
	noun   string // singular name of a row
	groups []group
	check  func(*ask.Values) error // validates a query
}

// A group is a set of filters on one topic.
type group struct {
	*ask.Group
	filters []ask.Filter
}

// subject returns the filters of an operation by group.
func subject(noun, operation string, check func(*ask.Values) error) Subject {
	s := Subject{noun: noun, check: check}
	op, _ := api.Find(operation)
	for _, f := range ask.FiltersOf(op) {
		if n := len(s.groups); n == 0 || s.groups[n-1].Group != f.Group {
			s.groups = append(s.groups, group{Group: f.Group})
		}
		last := &s.groups[len(s.groups)-1]
		last.filters = append(last.filters, f)
	}
	return s
}

// Trips returns the filters for the search of a list of trips.
func Trips(list recall.List) Subject {
	s := subject("trip", "getFlightSearchResults", func(q *ask.Values) error { return flights.CheckView(q, list) })
	if list.Flight != nil && list.Flight.OneWay() {
		s.groups = slices.DeleteFunc(s.groups, func(g group) bool { return strings.HasPrefix(g.filters[0].Wire, "return-") })
	}
	return s
}

// Hotels returns the filters for a hotel search.
func Hotels() Subject { return subject("hotel", "getHotelSearchResults", hotels.CheckView) }

// An item is a selectable line of the panel: a filter to turn on or off, or one end of a range.
type item struct {
	key         string // unique and stable across answers
	head        string // heading above the item
	label, code string // untrusted text
	count       string
	said        string // short name for the summary; untrusted text
	on          bool
	turn        func(q *ask.Values) error // toggles it; nil for an end of a range
	barred      string                    // the sentence that says why it cannot be toggled; "" if it can
	end         *end                      // nil for an item that is toggled
}

// filter adds the items of a filter, depending on its parameter or on the type of its values.
func (p *Panel) filter(f ask.Filter) {
	first := len(p.items)
	param, _ := p.query.Op().Param(f.Wire)
	switch unit := unitOf(f, param); {
	case f.Wire == "stops":
		p.stops()
	case f.Wire == "min-guest-rating":
		p.ratings(f)
	case strings.HasSuffix(f.Wire, "-blocks"):
		p.parts(f)
	case strings.HasSuffix(f.Wire, "-range"):
		p.moments(f)
	case unit != nil:
		p.limit(f, unit)
	case f.Label != "":
		p.toggle(f, param)
	case f.Facet != nil:
		p.vocabulary(f, param)
	case f.Needs == nil: // a filter that needs another one is set there
		for _, word := range param.Enum {
			p.word(f, word, words.UpperFirst(ask.SellerWords(word)))
		}
	}
	if first < len(p.items) {
		p.items[first].head = f.Head
	}
}

// has reports whether a list contains a word, ignoring case.
func has(list []string, word string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return strings.EqualFold(one, word) })
}

// turned returns a copy of the list with the word removed, or added if it was missing.
func turned(list []string, word string) []string {
	left := slices.DeleteFunc(slices.Clone(list), func(one string) bool { return strings.EqualFold(one, word) })
	if len(left) == len(list) {
		left = append(left, word)
	}
	return left
}

// word adds a toggle for one word of a list. Turning the last word off removes the parameter.
func (p *Panel) word(f ask.Filter, word, label string) *item {
	i := &item{key: f.Wire + "=" + strings.ToLower(word), label: label, said: label, on: has(p.query.Texts(f.Wire), word)}
	i.turn = func(q *ask.Values) error {
		left := turned(q.Texts(f.Wire), word)
		q.Unset(f.Wire)
		if len(left) > 0 {
			q.SetTexts(f.Wire, left)
		}
		return nil
	}
	p.items = append(p.items, i)
	return i
}

// vocabulary adds the words that the service offers for a search. It also adds words that were typed and are not
// among them, so that they can be turned off.
func (p *Panel) vocabulary(f ask.Filter, param *api.Param) {
	floor := ""
	if f.Facet.Part {
		floor = "+"
	}
	list, known := p.o.Found.vocabulary[f.Wire], map[string]bool{}
	for _, w := range list {
		known[strings.ToLower(w.Value)] = true
	}
	seen := len(list)
	for _, word := range p.query.Texts(f.Wire) {
		if !known[strings.ToLower(word)] {
			list = append(slices.Clip(list), desk.Facet{Value: word})
		}
	}
	for n, w := range list {
		i := p.word(f, w.Value, strings.ReplaceAll(w.Value, "_", " "))
		if n < seen {
			i.count = words.Grouped(w.Count) + floor
		}
		if w.Name != "" && !strings.EqualFold(w.Name, w.Value) {
			i.label, i.code = w.Name, w.Value
		}
		if !i.on && !desk.Sendable(param, w.Value) {
			i.barred = "The service does not accept this value as a filter."
		}
	}
}

// toggle adds a parameter that is either omitted or has one value: true, or the last of its enum.
func (p *Panel) toggle(f ask.Filter, param *api.Param) {
	value := param.Enum[len(param.Enum)-1]
	if param.Kind == api.Boolean {
		value = "true"
	}
	on := p.query.Text(f.Wire) == value
	p.items = append(p.items, &item{key: f.Wire, label: f.Label, said: f.Label, on: on, turn: func(q *ask.Values) error {
		if on {
			return setText(q, f.Wire, "")
		}
		return setText(q, f.Wire, value)
	}})
}

// stopWords lists the toggles for stops, each with its range.
var stopWords = []struct {
	label, said string
	from, to    int
}{{"Nonstop", "nonstop", 0, 0}, {"1 stop", "1", 1, 1}, {"2 stops", "2", 2, 2}, {"3 stops or more", "3+", 3, ask.MostStops}}

func (p *Panel) stops() {
	wanted := stopsOf(p.query)
	for _, s := range stopWords {
		on := wanted[s.from]
		p.items = append(p.items, &item{key: "stops=" + s.said, label: s.label, said: s.said, on: on, turn: func(q *ask.Values) error {
			now := stopsOf(q)
			for n := s.from; n <= s.to; n++ {
				now[n] = !on
			}
			return setStops(q, now)
		}})
	}
}

// stopsOf returns which numbers of stops the query allows.
func stopsOf(q *ask.Values) (wanted [ask.MostStops + 1]bool) {
	for _, text := range q.Texts("stops") {
		if n := int(number(text)); n >= 0 && n <= ask.MostStops {
			wanted[n] = true
		}
	}
	return wanted
}

// setStops sets the numbers of stops, through a plain-language flag where one exists.
func setStops(q *ask.Values, wanted [ask.MostStops + 1]bool) error {
	q.Unset("stops")
	var list []any
	last := -1
	for n, on := range wanted {
		if on {
			list, last = append(list, n), n
		}
	}
	switch {
	case last < 0:
		return nil
	case last == 0:
		return q.SetPlain(plain(q, "nonstop"), "true")
	case last == len(list)-1:
		return q.SetPlain(plain(q, "max-stops"), strconv.Itoa(last))
	}
	q.SetTyped("stops", list...)
	return nil
}

// plain returns the plain-language flag of that name or for that parameter.
func plain(q *ask.Values, name string) *ask.PlainFlag {
	flags := ask.PlainFlags(q.Op())
	return flags[slices.IndexFunc(flags, func(f *ask.PlainFlag) bool { return f.Name == name || slices.Contains(f.Wires, name) })]
}

// setText sets a parameter from typed text, or removes it if the text is empty.
func setText(q *ask.Values, wire, text string) error {
	q.Unset(wire)
	if text == "" {
		return nil
	}
	return q.Set(wire, "--"+ask.FlagName(wire), text)
}

// limit adds the lower or upper end of a range.
func (p *Panel) limit(f ask.Filter, unit *unit) {
	e := &end{scale: unit.scale(p.o.Found.seen[f.Measure()]), param: f.Wire, unit: unit}
	e.set = func(q *ask.Values, text string) error { return setText(q, f.Wire, text) }
	i, before := &item{key: f.Wire, label: "at least", end: e}, "from"
	if strings.Contains(f.Wire, "max-") {
		e.side, i.label, before = upper, "at most", "to"
	}
	p.addEnd(i, before, p.query.Text(f.Wire))
}

// addEnd adds an end of a range with its current value.
func (p *Panel) addEnd(i *item, before, value string) {
	i.end.at = i.end.open()
	if value != "" {
		i.on = true
		i.end.at = number(value)
	}
	i.said, i.end.found = before, &p.o.Found
	p.items = append(p.items, i)
}

// ratings adds the minimum score for each guest type. The service takes the guest type together with the score, and
// only one type. The type stays set if the list is sorted by its scores.
func (p *Panel) ratings(f ask.Filter) {
	counts := map[string]string{}
	for _, w := range p.o.Found.vocabulary["guest-type"] {
		counts[w.Value] = words.Grouped(w.Count)
	}
	for _, cohort := range hotels.Cohorts() {
		who, now := string(cohort), ""
		if p.query.Text("guest-type") == who {
			now = p.query.Text(f.Wire)
		}
		e := &end{scale: halves.scale(p.o.Found.seen[scores]), param: f.Wire, unit: halves}
		e.set = func(q *ask.Values, text string) error {
			if text != "" {
				q.SetTyped("guest-type", who)
			}
			return setText(q, f.Wire, text)
		}
		name := ask.GuestWords[who]
		p.addEnd(&item{key: "guest-type=" + who, label: name, count: counts[who], end: e}, name, now)
	}
}

// partWords maps the parts of the day on the wire to their labels.
var partWords = [][2]string{
	{"midnight", "00:00 to 06:00, night"}, {"morning", "06:00 to 12:00, morning"},
	{"afternoon", "12:00 to 18:00, afternoon"}, {"night", "18:00 to 24:00, evening"},
}

const (
	day        = 24 * 60
	partPrefix = len("00:00 to 06:00, ")
)

// lands returns the prefix that marks an arrival in the summary; "" for a departure.
func lands(wire string) string {
	if strings.Contains(wire, "-arrival-") {
		return "lands "
	}
	return ""
}

// parts adds the parts of the day for departure or arrival. They replace exact times.
func (p *Panel) parts(f ask.Filter) {
	chosen := p.query.Texts(f.Wire)
	for _, part := range partWords {
		p.items = append(p.items, &item{
			key: f.Wire + "=" + part[0], label: part[1], said: lands(f.Wire) + part[1][partPrefix:], on: has(chosen, part[0]),
			turn: func(q *ask.Values) error {
				parts := turned(q.Texts(f.Wire), part[0])
				q.Unset(f.Wire, ask.SameTime(f.Wire))
				if len(parts) == 0 {
					return nil
				}
				for i, part := range parts {
					if part == "night" {
						parts[i] = "evening" // as people say it; the command line accepts both
					}
				}
				return q.SetPlain(plain(q, f.Wire), strings.Join(parts, ","))
			},
		})
	}
}

// moments adds the earliest and latest time of departure or arrival.
func (p *Panel) moments(f ask.Filter) {
	from, to := ends(p.query, f.Wire)
	for _, i := range []*item{
		{label: "not before", said: lands(f.Wire) + "from", end: &end{side: lower, at: from}},
		{label: "not after", said: lands(f.Wire) + "until", end: &end{side: upper, at: to}},
	} {
		e := i.end
		e.scale, e.param, e.unit, e.found = scale{0, day, 30}, f.Wire, clocks, &p.o.Found
		e.set = func(q *ask.Values, text string) error { return setMoment(q, f.Wire, e.side, text) }
		i.key, i.on = f.Wire+"="+i.label, e.at != e.open()
		p.items = append(p.items, i)
	}
}

// ends returns the times that are set, in minutes of the day. An open end is 0 or 1440.
func ends(q *ask.Values, wire string) (from, to float64) {
	low, high, ok := strings.Cut(q.Text(wire), "-")
	if !ok {
		return 0, day
	}
	from, to = number(low), number(high)
	if to == day-1 {
		to = day
	}
	return from, to
}

// setMoment sets the earliest or latest time. It replaces parts of the day.
func setMoment(q *ask.Values, wire string, side side, text string) error {
	from, to := ends(q, wire)
	at, open := &from, 0.0
	if side == upper {
		at, open = &to, day
	}
	*at = open
	flag := plain(q, wire)
	if text != "" {
		c, ok := ask.ParseClock("until " + text)
		if !ok {
			return problem.NotAccepted("--"+flag.Name, text, "a time of the day such as 06:00, 18 or 6pm")
		}
		*at = float64(c.To)
	}
	q.Unset(wire, ask.SameTime(wire))
	said := clock(from) + "-" + clock(to)
	switch {
	case from == 0 && to >= day-1:
		return nil
	case to >= day-1:
		said = "after " + clock(from)
	case from == 0:
		said = "until " + clock(to)
	}
	return q.SetPlain(flag, said)
}

// clock formats a minute of the day; the end of the day is 24:00.
func clock(minute float64) string {
	if minute >= day {
		return "24:00"
	}
	return offer.Clock(time.Unix(0, 0).UTC().Add(time.Duration(minute) * time.Minute))
}

// A scale is the range and step of an end that can be moved. The zero value is unknown.
type scale struct{ low, high, step float64 }

// An end is the lower or the upper end of a range.
type end struct {
	scale
	side  side
	at    float64 // on the scale; the open value if nothing is set
	param string  // the parameter whose accepted values are shown while typing
	unit  *unit
	found *Found
	set   func(q *ask.Values, text string) error // sets the value from typed text; "" leaves it open
}

// A side is the lower or the upper end of a range.
type side uint8

const (
	lower side = iota
	upper
)

// open returns the value of the end that limits nothing.
func (e *end) open() float64 {
	if e.side == lower {
		return e.low
	}
	return e.high
}

// moved returns the text for the value that many steps away; "" is open.
func (e *end) moved(by float64) string {
	at := math.Floor(e.at/e.step)*e.step + by*e.step
	if by < 0 {
		at = math.Ceil(e.at/e.step)*e.step + by*e.step
	}
	at = min(max(at, e.low), e.high)
	if at == e.open() {
		return ""
	}
	return e.unit.say(at)
}

func (e *end) show(c canvas.Canvas, at float64) string {
	if e.unit.show == nil {
		return e.unit.say(at)
	}
	return e.unit.show(c, e.found, at)
}

// A unit says how the values of a range are displayed, typed and stepped.
type unit struct {
	say   func(at float64) string                            // formats a value as typed on a command line
	show  func(c canvas.Canvas, f *Found, at float64) string // formats it for display; nil if that is the same
	steps []float64                                          // allowed steps, smallest first
}

var (
	amounts = &unit{say: words.Number, show: showAmount, steps: []float64{ // in the currency of the answers
		1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6,
	}}
	lengths = &unit{say: sayLength, steps: []float64{15, 30, 60, 120, 240}} // minutes
	counts  = &unit{say: words.Number, steps: []float64{1}}
	halves  = &unit{say: words.Number, steps: []float64{0.5}}
	clocks  = &unit{say: clock, steps: []float64{30}} // minutes of the day
)

// unitOf returns the unit of a filter, or nil if its values are not numbers.
func unitOf(f ask.Filter, param *api.Param) *unit {
	switch {
	case strings.HasSuffix(f.Wire, "-duration"):
		return lengths
	case ask.IsPrice(f.Wire):
		return amounts
	case param.Kind == api.Number:
		return halves
	case param.Kind == api.Integer:
		return counts
	}
	return nil
}

func showAmount(c canvas.Canvas, f *Found, at float64) string {
	return grid.Amounts(c, []offer.Money{{Amount: words.Number(at), Currency: f.currency}}, f.locale)[0]
}

func sayLength(minutes float64) string {
	if minutes == 0 {
		return "0h00"
	}
	return words.Span(int(minutes))
}

// scale returns a scale that covers everything seen.
func (u *unit) scale(seen extent) scale {
	const steps = 40 // approximate number of steps from one end to the other
	if seen.high <= seen.low {
		return scale{}
	}
	step := u.step((seen.high - seen.low) / steps)
	return scale{low: math.Floor(seen.low/step) * step, high: math.Ceil(seen.high/step) * step, step: step}
}

// step returns the smallest allowed step that is at least least, or the largest one.
func (u *unit) step(least float64) float64 {
	for _, s := range u.steps {
		if s >= least {
			return s
		}
	}
	return u.steps[len(u.steps)-1]
}

// number parses a value of the wire; it is 0 if that fails.
func number(text string) float64 {
	n, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n
}

// Found collects what the answers of one search say about its filters. The zero value is empty. A copy does not
// change with the original.
type Found struct {
	All, Left        int // rows of the search, and rows that pass the filters
	currency, locale string
	vocabulary       map[string][]desk.Facet // by parameter, most frequent words first
	seen             map[string]extent
}

// extent is the range of the values seen for a measure.
type extent struct{ low, high float64 }

// The measures, named after their filters.
const (
	prices   = "price"
	journeys = "duration"
	waits    = "stopover-duration"
	stars    = "star"
	scores   = "review-score"
)

// Trips adds an answer of a flight search.
func (f *Found) Trips(r *apiclient.FlightResults) {
	meta := r.Metadata
	f.begin(meta.SnapshotTripCount, meta.TotalCandidates, r.CurrencyCode, meta.Locale, desk.FacetsOf(meta.FilterOptions))
	for i := range r.Results {
		card := &r.Results[i]
		f.see(prices, card.Price.Total)
		f.see(journeys, card.DurationMinutes)
		for n, way := range []string{"outbound-duration", "return-duration"} {
			if n < len(card.Legs) {
				f.see(way, card.Legs[n].DurationMinutes)
			}
		}
	}
	if d := meta.FilterOptions.StopoverDurations; d != nil {
		f.see(waits, d.Min)
		f.see(waits, d.Max)
	}
}

// Hotels adds an answer of a hotel search.
func (f *Found) Hotels(r *apiclient.HotelResults) {
	meta := r.Metadata
	f.begin(meta.TotalBeforeFilters, meta.TotalCandidates, r.CurrencyCode, meta.Locale, desk.FacetsOf(meta.FilterOptions))
	if p := meta.FilterOptions.PriceRange; p != nil {
		f.see(prices, p.Min)
		f.see(prices, p.Max)
	}
	f.seen[stars] = extent{1, 5}
	f.seen[scores] = extent{5.5, 10} // lower limits are rare; they can be typed
}

// begin records the parts that the answers of both kinds of search have in common.
func (f *Found) begin(all, left int, currency, locale string, facets []desk.Facet) {
	f.All, f.Left = all, left
	f.vocabulary = map[string][]desk.Facet{}
	for _, facet := range facets {
		f.vocabulary[facet.Param] = append(f.vocabulary[facet.Param], facet)
	}
	f.seen = maps.Clone(f.seen)
	if f.seen == nil {
		f.seen = map[string]extent{}
	}
	if f.currency != currency {
		delete(f.seen, prices)
	}
	f.currency, f.locale = currency, locale
}

// see widens the extent of a measure. It ignores invalid, negative and absurdly large numbers.
func (f *Found) see(of string, number json.Number) {
	const most = 1e9
	n, err := number.Float64()
	if err != nil || n < 0 || n > most {
		return
	}
	e, known := f.seen[of]
	if !known {
		e = extent{n, n}
	}
	f.seen[of] = extent{min(e.low, n), max(e.high, n)}
}
