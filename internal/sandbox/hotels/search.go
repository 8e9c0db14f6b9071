package hotels

import (
	"slices"
	"time"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
	"travel.example/travel/internal/sandbox/hotels/tariff"
	"travel.example/travel/internal/sandbox/lately"
)

// searchKey is all of a query that its search depends on.
type searchKey struct {
	city              string
	hotel             int64
	area              Area
	around            bool // area is the destination
	checkIn, checkOut calendar.Day
	adults, rooms     int
	ages              string // a byte each
	site              string
	created           int64 // milliseconds of Unix time
}

// keyOf reads a query's days. The error says which one is not a day.
func keyOf(q Query) (searchKey, error) {
	k := searchKey{
		city: q.City, hotel: q.Hotel, adults: q.Adults, rooms: q.Rooms, site: q.Site, created: q.Created.UnixMilli(),
	}
	if q.Area != nil {
		k.area, k.around = *q.Area, true
	}
	ages := make([]byte, len(q.Ages))
	for i, age := range q.Ages {
		ages[i] = byte(age)
	}
	k.ages = string(ages)
	var err error
	if k.checkIn, err = calendar.Parse(q.CheckIn); err != nil {
		return k, err
	}
	k.checkOut, err = calendar.Parse(q.CheckOut)
	return k, err
}

func (k searchKey) childrenAges() []int {
	ages := make([]int, len(k.ages))
	for i := range ages {
		ages[i] = int(k.ages[i])
	}
	return ages
}

// stay is what the search wants priced.
func (k searchKey) stay() tariff.Stay {
	return tariff.Stay{
		CheckIn: k.checkIn, CheckOut: k.checkOut, Booked: k.day(), Site: k.site,
		Rooms: tariff.Spread(k.adults, k.childrenAges(), k.rooms),
	}
}

// day is the day of the search, UTC.
func (k searchKey) day() calendar.Day { return calendar.Of(time.UnixMilli(k.created).UTC()) }

// search is everything a search will ever hold, however much of it has been
// answered so far. It does not change once it is built.
type search struct {
	key     searchKey
	nights  int
	entries []*entry
	answers answers
	moments []time.Duration // when something arrives, in order
	seen    *lately.Memory[time.Duration, *snapshot]
}

// entry is a hotel in a search.
type entry struct {
	*directory.Hotel
	summary   guestbook.Summary
	amenities []string
	types     map[*tariff.Rate][]string
	rates     []tariff.Rate // cheapest first; cards see only the sampled ones
	seen      time.Duration // when it first appears, after the start
	nearness  float64       // km to where the traveler wants to be
}

func (e *Engine) build(k searchKey) *search {
	d := e.dice.With(uint64(k.created)).Word(k.city).With(uint64(k.hotel))
	stay := k.stay()
	s := &search{key: k, nights: stay.Nights(), seen: lately.New[time.Duration, *snapshot](maxSeen)}
	pricer := e.tariff.Pricer(stay)
	for _, h := range e.found(k) {
		rates := pricer.Rates(h)
		one := &entry{
			Hotel: h, summary: h.Book.Summary(k.day()), amenities: h.Amenities(), rates: rates,
			nearness: k.distance(h), types: make(map[*tariff.Rate][]string, len(rates)),
		}
		for i := range rates {
			one.types[&rates[i]] = rates[i].Types()
		}
		s.entries = append(s.entries, one)
	}
	s.draw(d.Word("answers"))
	return s
}

// found is the hotels that a search is about.
func (e *Engine) found(k searchKey) []*directory.Hotel {
	switch {
	case k.around:
		return e.directory.Near(k.area.Lat, k.area.Lng, k.area.Radius)
	case k.hotel != 0:
		if h, ok := e.directory.Hotel(k.hotel); ok {
			return []*directory.Hotel{h}
		}
		return nil
	}
	hotels, _ := e.directory.InCity(k.city)
	return hotels
}

// answers is when the parts of a search arrive, after its start.
type answers struct {
	waves    [tariff.Waves]time.Duration // the sampled rates, by their source
	late     [tariff.Waves]time.Duration // the other rates of a search for one hotel
	complete time.Duration
}

// schedule is how long the sources of a kind of search take: drawn between two
// bounds each, in milliseconds.
type schedule struct{ heard, first, last, end, lateFrom, lateTo [2]float64 }

// Hotels of a city appear until 3.6 seconds after the start, while the sources of
// rates need up to 7. One hotel is quicker, but keeps finding rooms after
// the search reports itself complete.
var (
	citySchedule  = schedule{heard: [2]float64{500, 3600}, first: [2]float64{900, 1300}, last: [2]float64{4200, 7000}, end: [2]float64{200, 900}}
	hotelSchedule = schedule{heard: [2]float64{250, 400}, first: [2]float64{400, 700}, last: [2]float64{1000, 1700}, end: [2]float64{150, 400},
		lateFrom: [2]float64{2300, 2800}, lateTo: [2]float64{4500, 7000}}
)

// draw sets the times of a search.
func (s *search) draw(d dice.Dice) {
	plan := citySchedule
	if s.key.hotel != 0 {
		plan = hotelSchedule
	}
	millis := func(d dice.Dice, bounds [2]float64) time.Duration {
		return time.Duration(d.Between(bounds[0], bounds[1])) * time.Millisecond
	}
	for i, one := range s.entries {
		one.seen = millis(d.With(uint64(i)), plan.heard)
	}
	order := d.Word("order").Below(tariff.Waves)
	first, last := millis(d.Word("first"), plan.first), millis(d.Word("last"), plan.last)
	from, to := millis(d.Word("late from"), plan.lateFrom), millis(d.Word("late to"), plan.lateTo)
	for i := range tariff.Waves {
		wave := (i + order) % tariff.Waves
		s.answers.waves[wave] = first + (last-first)*time.Duration(i)/(tariff.Waves-1)
		s.answers.late[wave] = from + (to-from)*time.Duration(i)/(tariff.Waves-1)
	}
	s.answers.complete = last + millis(d.Word("end"), plan.end)
	s.moments = append(s.moments, s.answers.complete)
	s.moments = append(append(s.moments, s.answers.waves[:]...), s.answers.late[:]...)
	for _, one := range s.entries {
		s.moments = append(s.moments, one.seen)
	}
	slices.Sort(s.moments)
}

// last is when something arrived last, some time after the start: until the next
// moment the search does not change. Before the first it is below zero.
func (s *search) last(since time.Duration) time.Duration {
	later, _ := slices.BinarySearch(s.moments, since+1)
	if later == 0 {
		return -1
	}
	return s.moments[later-1]
}

// in tells whether a rate has been answered some time after the start.
func (a *answers) in(r *tariff.Rate, since time.Duration) bool {
	if r.Sampled {
		return a.waves[r.Wave] <= since
	}
	return a.late[r.Wave] <= since
}
