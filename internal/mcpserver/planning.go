package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/problem"
)

// The tools for what comes before a search.
const (
	calendarTool = answers.PriceCalendar
	nightsTool   = answers.HotelCalendar
	exploreTool  = answers.Destinations
	weekendsTool = answers.LongWeekends
)

// planningTools ask the same of several days or places, or when to go.
func planningTools() []*Tool {
	return []*Tool{
		{
			Name: calendarTool, Title: "Price calendar", Hints: Idempotent | OpenWorld, Sets: []Toolset{Flights, Plan}, Output: anyOutput, Call: priceCalendar,
			Description: "The cheapest flight of each day: a search a day, at most maxSearches of them; days known from the last half hour cost none. Call again for the days that are not asked yet.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},` +
				`"days":{"type":"string","description":"2026-12-20..2026-12-26, 2026-12 or one day"},"nights":{"type":"string","description":"Return after 7 or 3-5; none: one way"},` +
				`"adults":{"type":"integer"},"cabin":{"type":"string"},"currency":{"type":"string"},"stops":{"type":"array","items":{"type":"integer"}},` +
				`"maxSearches":{"type":"integer","description":"Default 7"},` + viewSchema + `},"required":["from","to","days"]}`),
		},
		{
			Name: nightsTool, Title: "Hotel price calendar", Hints: Idempotent | OpenWorld, Sets: []Toolset{Hotels, Plan}, Output: anyOutput, Call: hotelCalendar,
			Description: "What a night costs by the day of arrival: the cheapest hotel, and the one in the middle. A search a day, as price_calendar.",
			Input: json.RawMessage(`{"type":"object","properties":{"place":{"type":"string"},"days":{"type":"string"},"nights":{"type":"integer","description":"Of each stay, default 1"},` +
				`"adults":{"type":"integer"},"rooms":{"type":"integer"},"currency":{"type":"string"},"min-star":{"type":"number"},` +
				`"maxSearches":{"type":"integer"},` + viewSchema + `},"required":["place","days"]}`),
		},
		{
			Name: exploreTool, Title: "Where to go", Hints: Idempotent | OpenWorld, Sets: []Toolset{Flights, Plan}, Output: anyOutput, Call: explore,
			Description: "The cheapest flight to each of several places: a search a place, at most maxSearches. Name the places, or where to look for them.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string"},"fromDate":{"type":"string"},"nights":{"type":"integer"},` +
				`"to":{"type":"array","items":{"type":"string"}},"near":{"type":"string"},"visaFree":{"type":"string","description":"Passport, such as IN"},"continent":{"type":"string"},` +
				`"adults":{"type":"integer"},"currency":{"type":"string"},"stops":{"type":"array","items":{"type":"integer"}},"maxSearches":{"type":"integer","description":"Default 7"},` + viewSchema + `},"required":["from"]}`),
		},
		{
			Name: weekendsTool, Title: "Long weekends", Hints: ReadOnly | Idempotent | OpenWorld, Sets: []Toolset{Plan}, Output: anyOutput, Call: longWeekends,
			Description: "The long weekends ahead by a country's public holidays. Makes no search.",
			Input: json.RawMessage(`{"type":"object","properties":{"country":{"type":"string","description":"Default: the person's"},"when":{"type":"string","description":"Such as 2027-03"},` +
				`"bridge":{"type":"integer","minimum":0,"maximum":5,"description":"Days off to take, default 1"},` + viewSchema + `}}`),
		},
	}
}

// What a survey takes without asking: prices of the last half hour, and a short wait for the quota.
const (
	surveyAge   = 30 * time.Minute
	surveyWaits = 10 * time.Second
)

// spending reserves searches in the purse for a survey; give gives back what was not used.
func (v *visit) spending() (s desk.Spending, give func(), err error) {
	most, err := v.number("maxSearches", desk.Unquestioned, 0, 100)
	if err != nil {
		return s, nil, err
	}
	if most, err = v.purse.reserve(most); err != nil {
		return s, nil, err
	}
	return desk.Spending{MaxAge: surveyAge, MaxSearches: &most, Longest: surveyWaits}, v.purse.giveBack, nil
}

// reserve takes so many searches out of the purse, or those that are left in it.
func (p *callPurse) reserve(n int) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n > 0 && p.spent >= p.most {
		if err := p.beyond(); err != nil {
			return 0, err
		}
		n = 1
	} else {
		n = min(n, p.most-p.spent)
	}
	p.spent += n
	p.reserved = n
	return n, nil
}

// giveBack returns what was reserved and is not spent.
func (p *callPurse) giveBack() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent -= p.reserved
	p.reserved = 0
}

// number is an argument that is a whole number between two others.
func (v *visit) number(name string, usual, least, most int) (int, error) {
	want := "a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)
	text, err := v.text(name, want)
	if err != nil || text == "" {
		return usual, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, problem.NotAccepted(name, text, want, "")
	}
	return n, nil
}

// texts reads arguments that are one text each into where they go.
func (v *visit) texts(into map[string]*string) error {
	for name, target := range into {
		text, err := v.text(name, "one text")
		if err != nil {
			return err
		}
		*target = text
	}
	return nil
}

// ofSurveys are the parameters that a survey says otherwise or not at all.
var ofSurveys = []string{"from", "to", "fromDate", "toDate", "searchId", "page", "pageSize", "view", "sort"}

// survey reads what the searches of a survey have in common.
func (v *visit) survey(ctx context.Context, create, read *params.Values) error {
	if err := v.fill(ctx, create, ofSurveys...); err != nil {
		return err
	}
	return v.fill(ctx, read, append(slices.Clone(ofSurveys), "currency", "locale")...)
}

func priceCalendar(ctx context.Context, s *Session, a Args) (Result, error) {
	names := append(namesOf(ofSurveys, "createFlightSearch", "getFlightSearchResults"), "from", "to", "days", "nights", "maxSearches")
	v, err := s.visit(ctx, calendarTool, a, names...)
	if err != nil {
		return Result{}, err
	}
	days := &params.Days{Today: v.Now}
	r := flights.CalendarRequest{Query: params.New("createFlightSearch", days), View: flights.View{Query: params.New("getFlightSearchResults", days)}}
	nights := ""
	if err := v.texts(map[string]*string{"from": &r.From, "to": &r.To, "days": &r.When, "nights": &nights}); err != nil {
		return Result{}, err
	}
	if nights != "" {
		if r.Nights, err = flights.ParseNights(nights); err != nil {
			return Result{}, err
		}
	}
	return v.several(ctx, calendarTool, r.Query, r.View.Query, func(ctx context.Context, spend desk.Spending) (several, error) {
		r.Spending = spend
		cal, err := flights.PriceCalendar(ctx, v.Desk, &r)
		return several{cal.Body, cal.Meta, recall.Days, len(cal.Cells)}, err
	})
}

func hotelCalendar(ctx context.Context, s *Session, a Args) (Result, error) {
	own := append(slices.Clone(ofSurveys), "checkIn", "checkOut", "cityCode", "hotelId", "lat", "lng")
	names := append(namesOf(own, "createHotelSearch", "getHotelSearchResults"), "place", "days", "nights", "maxSearches")
	v, err := s.visit(ctx, nightsTool, a, names...)
	if err != nil {
		return Result{}, err
	}
	days := &params.Days{Today: v.Now}
	r := hotels.CalendarRequest{Query: params.New("createHotelSearch", days), View: hotels.View{Query: params.New("getHotelSearchResults", days)}}
	if r.Place, err = v.place("place"); err != nil {
		return Result{}, err
	}
	if r.When, err = v.text("days", "2026-12-20..2026-12-26, 2026-12 or one day"); err != nil {
		return Result{}, err
	}
	if r.Nights, err = v.number("nights", 1, 1, 180); err != nil {
		return Result{}, err
	}
	return v.several(ctx, nightsTool, r.Query, r.View.Query, func(ctx context.Context, spend desk.Spending) (several, error) {
		r.Spending = spend
		cal, err := hotels.PriceCalendar(ctx, v.Desk, &r)
		return several{cal.Body, cal.Meta, recall.Nights, len(cal.Cells)}, err
	})
}

func explore(ctx context.Context, s *Session, a Args) (Result, error) {
	names := append(namesOf(ofSurveys, "createFlightSearch", "getFlightSearchResults"), "from", "to", "fromDate", "nights", "near", "visaFree", "continent", "maxSearches")
	v, err := s.visit(ctx, exploreTool, a, names...)
	if err != nil {
		return Result{}, err
	}
	days := &params.Days{Today: v.Now}
	r := flights.ExploreRequest{Query: params.New("createFlightSearch", days), View: flights.View{Query: params.New("getFlightSearchResults", days)}}
	if err := v.texts(map[string]*string{"from": &r.From, "fromDate": &r.Date, "near": &r.Near, "visaFree": &r.VisaFree, "continent": &r.Continent}); err != nil {
		return Result{}, err
	}
	if r.To, err = a.Texts("to", "codes or names of places"); err != nil {
		return Result{}, err
	}
	stay, err := v.number("nights", -1, 0, 60)
	if err != nil {
		return Result{}, err
	}
	if stay >= 0 {
		r.Nights = flights.Nights{Least: stay, Most: stay, Return: true}
	}
	return v.several(ctx, exploreTool, r.Query, r.View.Query, func(ctx context.Context, spend desk.Spending) (several, error) {
		r.Spending = spend
		found, err := flights.Explore(ctx, v.Desk, &r)
		return several{found.Body, found.Meta, recall.Goals, len(found.Goals)}, err
	})
}

// several is what came of a question of several searches.
type several struct {
	body  func() ([]byte, error)
	meta  desk.Meta
	kind  recall.Kind // of the list that its rows are kept in
	cells int         // 0 where nothing came before a fault
}

// several has the desk ask such a question, with what the session may still spend and within the time of
// a call, and lays out what came.
func (v *visit) several(ctx context.Context, tool string, query, view *params.Values, ask func(context.Context, desk.Spending) (several, error)) (Result, error) {
	if err := v.survey(ctx, query, view); err != nil {
		return v.fail(err)
	}
	spend, give, err := v.spending()
	if err != nil {
		return v.fail(err)
	}
	within, stop := context.WithTimeout(ctx, settleLimit)
	defer stop()
	found, err := ask(within, spend)
	give()
	if found.cells == 0 {
		return v.result(ctx, told{operation: tool, meta: found.meta}, err)
	}
	v.purse.reused = nil // which is said of each row
	return v.document(ctx, found.body, told{operation: tool, meta: found.meta, kind: found.kind}, err)
}

// openFound reads the search of a row of a survey: of a day, or of a place.
func (v *visit) openFound(ctx context.Context, kind recall.Kind, ref string, q *params.Values, again *desk.Renewal) (Result, error) {
	found, err := v.session.refs.List(kind, "searchId", ref)
	if err != nil {
		return Result{}, err
	}
	list, _ := found.Lists.Latest(kind)
	at := slices.IndexFunc(list.Rows, func(row recall.Row) bool { return row.N == found.Row })
	switch {
	case found.Row == 0:
		return Result{}, problem.UsageError{Text: ref + " is a whole list; give one of its rows, such as " + ref + ".1"}
	case at < 0:
		return Result{}, problem.UsageError{Text: fmt.Sprintf("there is no %s; %s has rows 1 to %d", ref, found.List, len(list.Rows))}
	case found.Search == "":
		return Result{}, problem.ChoiceError{Text: ref + " has no search yet", Hint: "ask for it, which spends one: " + found.Made.Text()}
	}
	if again != nil {
		v.session.purse.forget(found.Search)
	}
	v.from(ctx, found)
	if err := v.fill(ctx, q, "searchId"); err != nil {
		return v.fail(err)
	}
	life, err := v.life(ctx, found.Search)
	if err != nil {
		return Result{}, err
	}
	row := list.Rows[at]
	if kind == recall.Nights {
		view := hotels.View{Query: q, Life: life}
		rooms, err := hotels.OpenDay(ctx, v.Desk, &hotels.OpenRequest{Day: row.Day.Day, View: view, Renewal: again})
		return v.hotels(ctx, rooms, view, err)
	}
	view := flights.View{Query: q, Life: life}
	var trips flights.Trips
	if kind == recall.Goals {
		trips, err = flights.OpenPlace(ctx, v.Desk, &flights.OpenPlaceRequest{Place: strconv.Itoa(row.N), View: view, Renewal: again})
	} else {
		r := flights.OpenRequest{Day: row.Day.Day, View: view, Renewal: again}
		if row.Day.Back != "" {
			r.Nights = &row.Day.Nights
		}
		trips, err = flights.OpenDay(ctx, v.Desk, &r)
	}
	return v.trips(ctx, trips, view, err)
}

func longWeekends(ctx context.Context, s *Session, a Args) (Result, error) {
	v, err := s.visit(ctx, weekendsTool, a, "country", "when", "bridge", "locale")
	if err != nil {
		return Result{}, err
	}
	r := weekends.Request{Sort: weekends.ByGain, Query: params.New("createFlightSearch", &params.Days{Today: v.Now})}
	if err := v.texts(map[string]*string{"country": &r.Market, "when": &r.When}); err != nil {
		return Result{}, err
	}
	if r.Bridge, err = v.number("bridge", 1, 0, weekends.MostBridge); err != nil {
		return Result{}, err
	}
	found, err := weekends.Ahead(ctx, v.Desk, &r)
	if err != nil {
		return v.result(ctx, told{operation: weekendsTool, meta: found.Meta}, err)
	}
	return v.document(ctx, found.Body, told{operation: weekendsTool, meta: found.Meta}, err)
}

// document lays out what the desk has put together itself.
func (v *visit) document(ctx context.Context, body func() ([]byte, error), t told, failed error) (Result, error) {
	text, err := body()
	if err != nil {
		return Result{}, err
	}
	t.bodies = [][]byte{text}
	return v.result(ctx, t, failed)
}
