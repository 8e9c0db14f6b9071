package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A question is what a traveler writes, and the calls by which an agent comes to its answer.
type question struct {
	text string
	set  string // of the tools
	ask  func(t *talk)
}

// questions are asked of the sandbox inside the program. A place, a day and a seller may have other offers
// another day; the calls go by what the answers say.
var questions = []question{
	{"Two of us want to fly from Dubai to London for a week. What is cheap, and where do I book?", "default", func(t *talk) {
		t.call("search_flights", `{"from":"DXB","to":"LON","fromDate":"+30d","toDate":"+37d","adults":2}`)
		t.call("getFlightSearchResults", `{"searchId":"F1","sort":"price_asc","limit":3}`)
		t.bookFlight("F2.1")
	}},
	{"A hotel in Lisbon for us and a child of four, three nights. What do guests say of the second one?", "hotels", func(t *talk) {
		t.call("search_hotels", `{"place":"Lisbon","checkIn":"+30d","checkOut":"+33d","childrenAges":[4]}`)
		t.call("getHotel", `{"hotelId":"H1.2"}`)
		t.call("getHotelReviews", `{"hotelId":"H1.2"}`)
		t.bookRoom("H1.2")
	}},
	{"Is there a nonstop from Dubai to Singapore, and what does the fastest cost in business?", "flights", func(t *talk) {
		t.call("getFlightSchedules", `{"from":"DXB","to":"SIN"}`)
		t.call("search_flights", `{"from":"DXB","to":"SIN","fromDate":"+40d","stops":[0],"cabin":"business","sort":"duration_asc"}`)
		t.bookFlight("F1.1")
	}},
	{"I have an Indian passport and ten days. Where can I go from Delhi without a visa?", "flights,plan", func(t *talk) {
		t.call("getVisaFreeDestinations", `{"countryCode":"IN"}`)
		t.call("explore_destinations", `{"from":"DEL","to":["BKK","KUL","CMB"],"fromDate":"+45d","nights":10}`)
		t.call("search_flights", `{"from":"DEL","to":"BKK","fromDate":"+45d","toDate":"+55d"}`)
		t.bookFlight("F1.1")
	}},
	{"Which day of that week is cheapest from Lisbon to Madrid?", "flights", func(t *talk) {
		t.call("price_calendar", `{"from":"LIS","to":"MAD","days":"+33d..+37d"}`)
		t.call("search_flights", `{"from":"LIS","to":"MAD","fromDate":"+35d","sort":"price_asc"}`)
		t.bookFlight("F1.1")
	}},
	{"We live in Portugal. When is the next long weekend, and is there a quiet hotel in Porto then?", "hotels,plan", func(t *talk) {
		t.call("long_weekends", `{"country":"PT"}`)
		t.call("search_hotels", `{"place":"OPO","checkIn":"+60d","checkOut":"+63d","min-review-score":8}`)
		t.bookRoom("H1.1")
	}},
	{"Fly me to San Jose from New York.", "default", func(t *talk) {
		t.refused("search_flights", `{"from":"JFK","to":"San Jose","fromDate":"+30d"}`)
		t.call("search_flights", `{"from":"JFK","to":"SJO","fromDate":"+30d"}`)
		t.bookFlight("F1.1")
	}},
	{"That flight from before, is it still to be had?", "default", func(t *talk) {
		t.call("search_flights", `{"from":"FRA","to":"BCN","fromDate":"+30d"}`)
		t.call("getFlightTrip", `{"tripId":"F1.2"}`)
		t.call("renew", `{"ref":"F1.2"}`)
		t.bookFlight("F1.2")
	}},
	{"A flight to Rome and a hotel for the weekend, under 200 a night.", "default", func(t *talk) {
		t.call("search_flights", `{"from":"LHR","to":"ROM","fromDate":"+34d","toDate":"+36d","limit":5}`)
		t.call("search_hotels", `{"place":"ROM","checkIn":"+34d","checkOut":"+36d","max-price":200,"limit":5}`)
		t.bookFlight("F1.1")
		t.bookRoom("H1.1")
	}},
	{"Which airports are near the Black Forest, and when are holidays in Germany?", "flights,plan", func(t *talk) {
		t.call("getNearbyPlaces", `{"latitude":48.3,"longitude":8.2}`)
		t.call("getCountryHolidays", `{"countryCode":"DE"}`)
		t.call("search_flights", `{"from":"LHR","to":"BSL","fromDate":"+30d"}`)
		t.bookFlight("F1.1")
	}},
}

// typical are the tools whose answers are told one by one.
var typical = []string{
	"search_flights", "getFlightSearchResults", "getFlightTrip", "getFareOptions", "search_hotels", "hotel_rates", "getHotel", "getHotelReviews",
	"getFlightSchedules", "getVisaFreeDestinations",
}

// A talk is a conversation about one question. After a call that went wrong it makes no more.
type talk struct {
	client *client
	said   []said
	err    error
}

// said is an answer in its halves, and what called for it.
type said struct{ tool, text, structured string }

func (t *talk) call(tool, arguments string) {
	if t.err != nil {
		return
	}
	var a answer
	a, t.err = t.client.found(tool, arguments)
	t.said = append(t.said, said{tool, a.text, a.structured})
}

// refused is call for a call that has to fail.
func (t *talk) refused(tool, arguments string) {
	if t.err != nil {
		return
	}
	var a answer
	if a, t.err = t.client.call(tool, arguments); t.err == nil && !a.failed {
		t.err = fmt.Errorf("%s %s is answered: %s", tool, arguments, a.text)
	}
	t.said = append(t.said, said{tool, a.text, a.structured})
}

// rows are the references of the rows of the last answer that have a text.
func (t *talk) rows(text string) []string {
	if t.err != nil {
		return nil
	}
	var rows []string
	for _, found := range regexp.MustCompile(`(?m)^([A-Z][0-9]+\.[0-9]+) .*`+regexp.QuoteMeta(text)).FindAllStringSubmatch(t.said[len(t.said)-1].text, -1) {
		rows = append(rows, found[1])
	}
	return rows
}

// bookFlight goes from a trip to the page where it is booked, by the choices of a fare that has some.
func (t *talk) bookFlight(trip string) {
	t.call("getFlightTrip", `{"tripId":"`+trip+`"}`)
	fares := t.rows("has options")
	if len(fares) == 0 {
		t.call("getFareBookingLink", `{"fareId":"T1.1"}`)
		t.links()
		return
	}
	t.call("getFareOptions", `{"fareId":"`+fares[0]+`"}`)
	options := slices.Concat(first(t.rows("pays for leg 1")), first(t.rows("pays for leg 2")))
	if options == nil {
		options = first(t.rows(""))
	}
	t.call("getFareBookingLink", `{"fareId":"`+fares[0]+`","fareOptionId":["`+strings.Join(options, `","`)+`"]}`)
	t.links()
}

// bookRoom goes from a hotel to the page where a room is booked.
func (t *talk) bookRoom(hotel string) {
	t.call("hotel_rates", `{"hotel":"`+hotel+`"}`)
	t.call("getHotelRateBookingLink", `{"rateId":"R1.1"}`)
	t.links()
}

// links wants an address in both halves of the last answer.
func (t *talk) links() {
	if t.err != nil {
		return
	}
	if last := t.said[len(t.said)-1]; !strings.Contains(last.text, "http") || !strings.Contains(last.structured, "http") {
		t.err = fmt.Errorf("no link is in what %s answers: %s", last.tool, last.text)
	}
}

func first(rows []string) []string { return rows[:min(len(rows), 1)] }

// questions asks all of them at once, each of a server of its own, and counts what a model reads: the list
// of tools, the instructions, and of each answer the longer half.
func (b *bench) questions(ctx context.Context) ([]row, error) {
	talks := make([]talk, min(b.asked, len(questions)))
	var all sync.WaitGroup
	for i := range talks {
		all.Go(func() { talks[i].err = b.talk(ctx, questions[i], &talks[i]) })
	}
	all.Wait()
	for i := range talks {
		if talks[i].err != nil {
			return nil, fmt.Errorf("%q: %w", questions[i].text, talks[i].err)
		}
	}
	rows, err := b.costs(ctx, talks)
	if errors.Is(err, errNoCounter) {
		return []row{counted("tokens of questions", mostFunnel, 0, err)}, nil
	}
	return rows, err
}

// talk asks one question.
func (b *bench) talk(ctx context.Context, q question, t *talk) error {
	c, err := b.connect(ctx, nil, "--toolset", q.set)
	if err != nil {
		return err
	}
	t.client = c
	q.ask(t)
	if t.err != nil {
		c.kill()
		return t.err
	}
	return c.leave()
}

// costs are the tokens of each question, and of the longest answer of each typical tool.
func (b *bench) costs(ctx context.Context, talks []talk) ([]row, error) {
	var texts []string
	for _, t := range talks {
		for _, s := range t.said {
			texts = append(texts, s.text, s.structured)
		}
	}
	var tokens []int
	if err := b.script(ctx, "count.mjs", texts, &tokens); err != nil {
		return nil, err
	}
	lists := map[string]int{}
	longest := map[string][2]int{}
	var rows []row
	for i, t := range talks {
		set := questions[i].set
		if lists[set] == 0 {
			l, err := b.listing(ctx, set)
			if err != nil {
				return nil, err
			}
			lists[set] = l.Model + l.Instructions
		}
		answers := 0
		for _, s := range t.said {
			halves := [2]int{tokens[0], tokens[1]}
			tokens = tokens[2:]
			answers += max(halves[0], halves[1])
			if was := longest[s.tool]; max(halves[0], halves[1]) > max(was[0], was[1]) {
				longest[s.tool] = halves
			}
		}
		r := counted("tokens: "+shortened(questions[i].text), mostFunnel, lists[set]+answers, nil)
		r.got += fmt.Sprintf(" (list %s %d, %d answers %d)", set, lists[set], len(t.said), answers)
		rows = append(rows, r)
	}
	for _, tool := range typical {
		if halves, ok := longest[tool]; ok {
			r := counted("tokens of an answer of "+tool, mostAnswer, max(halves[0], halves[1]), nil)
			r.got += fmt.Sprintf(" (text %d, structured %d)", halves[0], halves[1])
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// shortened is a question as far as a row holds it.
func shortened(text string) string {
	const longest = 50
	if len(text) <= longest {
		return text
	}
	return text[:strings.LastIndex(text[:longest], " ")] + " ..."
}

// What a model may have to read, in tokens.
const (
	mostFunnel = 12_000 // from a question to a link, with the list of tools
	mostAnswer = 2500
)
