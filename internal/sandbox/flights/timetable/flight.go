package timetable

import (
	"cmp"
	"math"
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// Flight is a line of the timetable: one departure a day on the days it runs. A train or bus sold under a flight
// number is also a Flight.
type Flight struct {
	Operator *data.Airline // carrier that flies it
	Sold     []Sale        // the numbers it is sold under, the main seller first; never empty
	From, To *Place
	Departs  int // minutes of the local day
	Block    int // minutes from gate to gate
	Aircraft *data.Aircraft
	Days     uint8   // of the week; bit 0 is Monday
	Season   string  // summer, winter, or empty
	Km       float64 // great circle
}

// Sale is a number that a flight is marketed under.
type Sale struct {
	Airline *data.Airline
	Number  int // 1 to 9999
}

// Runs reports whether the flight departs on a local day.
func (f *Flight) Runs(d Day) bool {
	on := f.Days>>(d.Weekday()-1)&1 == 1
	if !on || f.Season == "" {
		return on
	}
	summer, _ := d.Season()
	return summer == (f.Season == "summer")
}

// Route returns every flight from one place to another on any day, in order of departure. The caller must not
// modify it.
func (t *Timetable) Route(from, to *Place) []*Flight {
	way := [2]*Place{from, to}
	t.mu.Lock()
	flights, ok := t.routes[way]
	t.mu.Unlock()
	if ok || from == to {
		return flights
	}
	near, far := from, to // use the shorter list of services
	if len(to.services) < len(from.services) {
		near, far = to, from
	}
	for _, s := range near.services {
		if s.other(near) == far {
			flights = append(flights, t.departures(s, from)...)
		}
	}
	slices.SortStableFunc(flights, func(a, b *Flight) int {
		return cmp.Or(cmp.Compare(a.Departs, b.Departs), cmp.Compare(a.Sold[0].Airline.Code, b.Sold[0].Airline.Code),
			cmp.Compare(a.Sold[0].Number, b.Sold[0].Number))
	})
	// A number is unique on a route. If another flight already has a main number, it is increased; a codeshare
	// number is dropped.
	taken := map[Sale]bool{}
	for _, f := range flights {
		for taken[f.Sold[0]] {
			f.Sold[0].Number += 2
		}
		taken[f.Sold[0]] = true
	}
	for _, f := range flights {
		f.Sold = append(f.Sold[:1], slices.DeleteFunc(f.Sold[1:], func(s Sale) bool {
			twice := taken[s]
			taken[s] = true
			return twice
		})...)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.routes) >= maxRoutes {
		clear(t.routes)
	}
	t.routes[way] = flights
	return flights
}

// weeklyPatterns has the days of the week for 1 to 6 flights a week.
var weeklyPatterns = [...]uint8{0b0000001, 0b0010001, 0b0010101, 0b1010101, 0b1011101, 0b1111110}

// departures returns the flights of a service from one of its ends to the other. Flights away from the base have
// odd numbers; the return flight has the next even one.
func (t *Timetable) departures(s *service, from *Place) []*Flight {
	to, homeward := s.other(from), 0
	if from == s.place {
		homeward = 1
	}
	d := t.dice.Word(s.airline.Code).Word(s.base.Code).Word(s.place.Code)
	sold, hours := t.sales(s, d), hours(from, to, blockMinutes(from, to, s.types[0]))
	n := (s.weekly + 6) / 7
	if s.link != nil {
		n = s.link.Daily
	}
	var flights []*Flight
	for i := range n {
		each := d.With(uint64(i))
		u := each.Word("type").Unit()
		v := s.types[int(u*u*float64(len(s.types)))] // the first type is the most common
		f := &Flight{
			Operator: s.airline, Sold: slices.Clone(sold), From: from, To: to, Aircraft: v, Block: blockMinutes(from, to, v),
			Departs: hours[(i*len(hours)+each.With(uint64(homeward)).Below(len(hours)))/n], Days: 1<<7 - 1, Season: s.season, Km: Distance(from, to),
		}
		for j := range f.Sold {
			f.Sold[j].Number += 2*i + homeward
		}
		switch {
		case s.link != nil: // the first leaves at 5:45, and the last arrives before midnight
			f.Block = s.link.Minutes
			f.Departs = 345 + i*(1430-f.Block-345)/n + 7*homeward
		case i >= s.weekly/7:
			by := each.Below(7)
			days := weeklyPatterns[s.weekly%7-1]
			f.Days = (days<<by | days>>(7-by)) & (1<<7 - 1)
		}
		flights = append(flights, f)
	}
	return flights
}

// hours returns the local minutes of the day at which a flight may leave. Flights avoid departing or arriving in
// the middle of the night, except at intercontinental hubs that work around the clock. A long flight to the east
// leaves in the evening, so that passengers sleep on board.
func hours(from, to *Place, block int) []int {
	sleepless := func(p *Place) bool {
		return p.Hub && slices.Contains([]string{"AE", "QA", "BH", "OM", "ET", "TR", "SA", "KW"}, p.Country)
	}
	shift := to.ahead - from.ahead
	begin, end := 340, 1400
	if sleepless(from) {
		begin, end = 0, 1440
	}
	var good, all []int
	for leave := begin; leave < end; leave += 5 {
		land := (leave + block + shift + 1440) % 1440
		all = append(all, leave)
		atNight := land >= 30 && land < 300 && !sleepless(to)
		byDay := block >= 330 && shift >= 240 && leave >= 330 && leave < 960 && !sleepless(from)
		if !atNight && !byDay {
			good = append(good, leave)
		}
	}
	if len(good) == 0 {
		return all
	}
	return good
}

// sales returns the first numbers that a service is sold under: that of the operator, or of the carrier it flies
// for, and those of at most two partners with a home at one of the ends.
func (t *Timetable) sales(s *service, d dice.Dice) []Sale {
	var sold []Sale
	if s.link != nil {
		for i, code := range s.link.SoldBy {
			seller, _ := data.AirlineByCode(code)
			sold = append(sold, Sale{seller, s.link.Number + 100*i})
		}
		return sold
	}
	first := s.first
	if first == 0 {
		first = 421 + 2*d.Word("number").Below(2200)
	}
	sold = append(sold, Sale{s.seller, first})
	for _, partner := range t.ties[s.seller] {
		draw, interest := d.Word(partner.Code), 0.0
		switch {
		case partner == s.airline || partner.Kind == data.Ground || partner.Kind == data.Regional:
		case baseAt(partner, s.place) >= 0:
			interest = 1
		case partner.Country == s.place.Country && partner.Country != s.airline.Country && partner.Bases[0].Weight >= 8,
			baseAt(partner, s.base) >= 0 && partner.Country != s.airline.Country:
			interest = 0.3
		}
		if len(sold) < 3 && draw.Chance(interest) {
			sold = append(sold, Sale{partner, 5001 + 2*draw.Below(1900)})
		}
	}
	return sold
}

// blockMinutes returns the time from gate to gate: taxi, climb and descent, plus the great circle at cruising
// speed. The westerlies of middle latitudes affect it, except for propeller aircraft, which fly below them.
func blockMinutes(from, to *Place, v *data.Aircraft) int {
	km := Distance(from, to)
	taxi := 25.0
	switch v.Body {
	case data.WideBody, data.NarrowBody:
		taxi = 40
	case data.SmallProp:
		taxi = 10
	}
	speed := v.Cruise
	if latitude := (from.Lat + to.Lat) / 2; speed > 700 && km > 0 {
		east := (math.Mod(to.Lon-from.Lon+540, 360) - 180) * math.Cos(latitude*math.Pi/180) * 111 / km // share of the way
		speed += 45 * max(0, 1-math.Abs(math.Abs(latitude)-42)/30) * max(-1, min(1, east))
	}
	airways := 1.035 + 30/(km+600) // airways are longer than the great circle
	return int(math.Ceil((taxi+km*airways/speed*60)/5)) * 5
}

// Day is a calendar day, counted from 1970-01-01.
type Day int

// DayOf returns the calendar day of a time in its own zone.
func DayOf(t time.Time) Day {
	return Day(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// Date returns the day's midnight in UTC.
func (d Day) Date() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return d.Date().Format(time.DateOnly) }

// Weekday returns 1 for Monday to 7 for Sunday.
func (d Day) Weekday() int { return int((d+3)%7+7)%7 + 1 }

// Season returns the airline season of the day and the first day of the next one. Summer begins on the last
// Sunday of March, winter on the last Sunday of October.
func (d Day) Season() (summer bool, next Day) {
	turn := func(year int, month time.Month) Day {
		last := DayOf(time.Date(year, month, 31, 0, 0, 0, 0, time.UTC)) // both months have 31 days
		return last - Day(last.Weekday()%7)
	}
	year := d.Date().Year()
	if spring := turn(year, time.March); d < spring {
		return false, spring
	}
	if autumn := turn(year, time.October); d < autumn {
		return true, autumn
	}
	return false, turn(year+1, time.March)
}
