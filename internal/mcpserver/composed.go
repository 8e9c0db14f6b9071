package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// renewTool repeats an expired search.
const renewTool = "renew"

// anyOutput is the open schema of answers that combine several operations.
var anyOutput = json.RawMessage(`{"type":"object","properties":{"travel":{"type":"object"}}}`)

// viewSchema has the arguments of every view. The instructions explain them.
const viewSchema = `"limit":{"type":"integer"},"fields":{"type":"array","items":{"type":"string"}},"whole":{"type":"boolean"}`

// composedTools returns the tools that make several requests.
func composedTools() []*Tool {
	return append(planningTools(), []*Tool{
		{
			Name: "search_flights", Title: "Search flights", Hints: hints(false, true), Sets: []string{Flights, Plan}, Output: anyOutput, Call: searchFlights,
			Takes:       namesOf(ofPlaces, "createFlightSearch", "getFlightSearchResults"),
			Description: "Search flights and wait for the ranked trips. Takes every filter of getFlightSearchResults. Uses one search, or reuses a recent identical one. Rows are F1.1, F1.2: a tripId of getFlightTrip.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string","description":"Code or name"},"to":{"type":"string"},` +
				`"fromDate":{"type":"string","description":"YYYY-MM-DD"},"toDate":{"type":"string","description":"Return"},` +
				`"adults":{"type":"integer"},"children":{"type":"integer"},"infants":{"type":"integer"},` +
				`"cabin":{"type":"string","enum":["economy","premium_economy","business","first"]},"currency":{"type":"string"},` +
				filterMembers("getFlightSearchResults") +
				`"sort":{"type":"string","description":"price_asc, duration_asc ..."},` + viewSchema + `},"required":["from","to","fromDate"]}`),
		},
		{
			Name: "search_hotels", Title: "Search hotels", Hints: hints(false, true), Sets: []string{Hotels, Plan}, Output: anyOutput, Call: searchHotels,
			Takes:       append(namesOf(ofPlaces, "createHotelSearch", "getHotelSearchResults"), "place"),
			Description: "Search hotels and wait for the ranked list. Takes every filter of getHotelSearchResults. Uses one search, or reuses a recent identical one. Rows are H1.1, H1.2: a hotel of hotel_rates.",
			Input: json.RawMessage(`{"type":"object","properties":{"place":{"type":"string","description":"City by code or name, or LAT,LNG"},` +
				`"checkIn":{"type":"string","description":"YYYY-MM-DD"},"checkOut":{"type":"string"},"adults":{"type":"integer"},` +
				`"childrenAges":{"type":"array","items":{"type":"integer"}},"rooms":{"type":"integer"},"currency":{"type":"string"},` +
				filterMembers("getHotelSearchResults") + `"sort":{"type":"string","description":"price_asc, review_score_desc ..."},` + viewSchema + `},"required":["place","checkIn","checkOut"]}`),
		},
		{
			Name: "hotel_rates", Title: "Rooms and rates of a hotel", Hints: hints(false, true), Sets: []string{Hotels}, Output: anyOutput, Call: hotelRates,
			Takes:       append(namesOf(append(slices.Clone(ofPlaces), "radius"), "createHotelSearch", "getHotelRates"), "hotel"),
			Description: "Rooms and rates of one hotel, cheapest first. Uses one search unless a recent one fits. H1.2 carries its days and guests. Rates are H1.2a, H1.2b: a rateId of getHotelRateBookingLink.",
			Input: json.RawMessage(`{"type":"object","properties":{"hotel":{"type":"string","description":"H1.2, or a hotelId"},` +
				`"checkIn":{"type":"string","description":"Both days or none"},"checkOut":{"type":"string"},"adults":{"type":"integer"},` +
				`"childrenAges":{"type":"array","items":{"type":"integer"}},"rooms":{"type":"integer"},"currency":{"type":"string"},` + viewSchema + `},"required":["hotel"]}`),
		},
		{
			Name: renewTool, Title: "Repeat an expired search", Hints: hints(false, false), Sets: []string{Flights, Hotels, Plan}, Output: anyOutput, Call: renew, Takes: []string{"ref"},
			Description: "Repeats an expired search, finds the same offer and reports how its price has changed. Uses one search.",
			Input:       json.RawMessage(`{"type":"object","properties":{"ref":{"type":"string","description":"F1, F1.2, F1.2a, O1.1, H1 or H1.2a"},` + viewSchema + `},"required":["ref"]}`),
		},
	}...)
}

// ofPlaces lists search parameters that tools rename or leave out.
var ofPlaces = []string{"searchId", "cityCode", "hotelId", "lat", "lng"}

func searchFlights(ctx context.Context, v *visit) (Result, error) {
	r := flights.SearchRequest{From: v.place("from"), To: v.place("to"), Query: v.query("createFlightSearch")}
	v.fill(ctx, r.Query, "from", "to")
	if !r.Query.Has("fromDate") {
		v.args.err = cmp.Or[error](v.args.err, problem.Usagef("fromDate is missing; give YYYY-MM-DD"))
	}
	r.View.Query = v.query("getFlightSearchResults")
	v.fill(ctx, r.View.Query, "searchId", "currency", "locale")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	r.View.Life = v.life(ctx)
	made, err := flights.Create(ctx, v.Desk, &r)
	if err != nil {
		return Result{}, err
	}
	trips, err := flights.Subject().Follow(ctx, v.Desk, made, r.View)
	return v.trips(ctx, trips, r.View, err)
}

// place returns a required argument that names a place: a code, a name, or a reference to a row of getPlaces.
func (v *visit) place(name string) string {
	texts := v.places(name, v.args.Text(name, "a code or a name"))
	if texts[0] == "" {
		v.args.err = cmp.Or[error](v.args.err, problem.Usagef("%s is missing; give a code or a name", name))
	}
	return texts[0]
}

// places returns the values of an argument that names places, with the places that references stand for.
func (v *visit) places(name string, texts ...string) []string {
	for i, text := range texts {
		id, err := v.id(name, text)
		texts[i], v.args.err = id, cmp.Or(v.args.err, err)
	}
	return texts
}

// trips lays out a list of trips.
func (v *visit) trips(ctx context.Context, trips flights.Trips, view desk.View, err error) (Result, error) {
	t := outcome{operation: "getFlightSearchResults", bodies: trips.Bodies, rows: trips.Rows, meta: trips.Meta, kind: recall.Trips}
	if q := trips.List.Flight; q != nil && len(t.bodies) > 0 {
		t.about = []string{v.flight(ctx, *q, trips.Locale)}
		t.notes = v.without(flights.WhyNone(ctx, v.Desk, trips, view), "trip", "")
	}
	return v.result(ctx, t, err)
}

// without describes, if the filters left nothing, the rows that removing each filter would bring back.
func (v *visit) without(nothing *desk.Nothing, noun, per string) (notes []string) {
	if nothing == nil {
		return nil
	}
	for _, way := range nothing.Without {
		price := way.From.Text(way.Locale) + per
		notes = append(notes, "Without "+v.args.tool.inArguments(way.Filter)+": "+words.Counted(way.Rows, noun)+", from "+price+".")
	}
	return notes
}

func searchHotels(ctx context.Context, v *visit) (Result, error) {
	r := hotels.SearchRequest{Place: v.place("place"), Query: v.query("createHotelSearch")}
	v.fill(ctx, r.Query, ofPlaces...)
	for _, day := range []string{"checkIn", "checkOut"} {
		if !r.Query.Has(day) {
			v.args.err = cmp.Or[error](v.args.err, problem.Usagef("%s is missing; give YYYY-MM-DD", day))
		}
	}
	r.View.Query = v.query("getHotelSearchResults")
	v.fill(ctx, r.View.Query, "searchId", "currency", "locale")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	r.View.Life = v.life(ctx)
	made, err := hotels.Create(ctx, v.Desk, &r)
	if err != nil {
		return Result{}, err
	}
	found, err := hotels.Subject().Follow(ctx, v.Desk, made, r.View)
	return v.hotels(ctx, found, r.View, err)
}

// hotels lays out a list of hotels.
func (v *visit) hotels(ctx context.Context, found hotels.Found, view desk.View, err error) (Result, error) {
	t := outcome{operation: "getHotelSearchResults", bodies: found.Bodies, rows: found.Rows, meta: found.Meta, kind: recall.Hotels}
	if q := found.List.Stay; q != nil && len(t.bodies) > 0 {
		t.about = []string{sentence("Hotels: "+present.PlaceWords(*q, found.Value.Results), found.Locale)}
		t.notes = v.without(hotels.WhyNone(ctx, v.Desk, found, view), "hotel", " a night")
	}
	return v.result(ctx, t, err)
}

// sentence ends a description of a search with its market, if it has one.
func sentence(text string, in desk.Locale) string {
	if in.Site.Value != "" {
		text += ", market " + in.Site.Value
	}
	return text + "."
}

func hotelRates(ctx context.Context, v *visit) (Result, error) {
	text := v.args.Text("hotel", "H1.2, or a hotelId")
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	found, err := v.session.refs.Row(recall.Hotels, "hotel", text)
	if err != nil {
		return Result{}, err
	}
	v.from(found)
	r := hotels.RatesRequest{Search: v.query("createHotelSearch"), Query: v.query("getHotelRates")}
	v.fill(ctx, r.Search, "searchId", "cityCode", "hotelId", "lat", "lng", "radius", "checkIn", "checkOut", "currency", "locale")
	v.fill(ctx, r.Query, "hotelId", "searchId")
	in, out := v.args.Text("checkIn", "YYYY-MM-DD"), v.args.Text("checkOut", "YYYY-MM-DD")
	switch {
	case v.args.err != nil:
		return Result{}, v.args.err
	case in != "" && out != "":
		r.Days = []string{in, out}
	case in != "":
		return Result{}, problem.Usagef("checkOut is missing; give both days, or none to take those of the list")
	case out != "":
		return Result{}, problem.Usagef("checkIn is missing; give both days, or none to take those of the list")
	}
	return v.rates(ctx, r)
}

// rates reads the rates of the hotel that the call refers to.
func (v *visit) rates(ctx context.Context, r hotels.RatesRequest) (Result, error) {
	hotel, err := hotels.Pick(v.Desk, "hotel", v.found.Argument())
	if err != nil {
		return Result{}, err
	}
	if len(r.Days) == 0 && hotel.List.Stay == nil && !r.Query.Has("searchId") {
		return Result{}, problem.Usagef("checkIn and checkOut are missing; give both, or a reference whose list says them")
	}
	r.Hotel, r.Life = hotel, v.life(ctx)
	rates, err := hotels.ListRates(ctx, v.Desk, &r)
	t := outcome{
		operation: "getHotelRates", bodies: rates.Bodies, rows: rates.Rows, meta: rates.Meta, kind: recall.Rates, parts: rates.Listed,
		best: rates.Listed.Letter(rates.Fits), about: []string{hotel.Heading() + ", hotelId " + hotel.ID + "."},
	}
	if len(rates.Bodies) > 0 {
		for _, rate := range rates.Value.Results.Rates {
			t.shown = append(t.shown, rates.Listed.Letter(rate.ID))
		}
	}
	return v.result(ctx, t, err)
}

// planningTools returns the tools that compare several days or places, or find dates to go.
func planningTools() []*Tool {
	return []*Tool{
		{
			Name: answers.PriceCalendar, Title: "Price calendar", Hints: hints(false, true), Sets: []string{Flights, Plan}, Output: anyOutput, Call: priceCalendar,
			Takes:       append(namesOf(ofSurveys, "createFlightSearch", "getFlightSearchResults"), "from", "to", "days", "nights", "maxSearches"),
			Description: "The cheapest flight of each day: one search per day, at most maxSearches. Prices of the last half hour are reused. Call again for the remaining days.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},` +
				`"days":{"type":"string","description":"2026-12-20..2026-12-26, 2026-12 or one day"},"nights":{"type":"string","description":"Return after 7 or 3-5; none: one way"},` +
				`"adults":{"type":"integer"},"cabin":{"type":"string"},"currency":{"type":"string"},` + filterMembers("getFlightSearchResults", "stops") +
				`"maxSearches":{"type":"integer","description":"Default 7"},` + viewSchema + `},"required":["from","to","days"]}`),
		},
		{
			Name: answers.HotelCalendar, Title: "Hotel price calendar", Hints: hints(false, true), Sets: []string{Hotels, Plan}, Output: anyOutput, Call: hotelCalendar,
			Takes:       append(namesOf(slices.Concat(ofSurveys, ofPlaces, []string{"checkIn", "checkOut"}), "createHotelSearch", "getHotelSearchResults"), "place", "days", "nights", "maxSearches"),
			Description: "What a night costs by the day of arrival: the cheapest hotel, and the one in the middle. One search per day, at most maxSearches.",
			Input: json.RawMessage(`{"type":"object","properties":{"place":{"type":"string"},"days":{"type":"string"},"nights":{"type":"integer","description":"Of each stay, default 1"},` +
				`"adults":{"type":"integer"},"rooms":{"type":"integer"},"currency":{"type":"string"},` + filterMembers("getHotelSearchResults", "min-star") +
				`"maxSearches":{"type":"integer"},` + viewSchema + `},"required":["place","days"]}`),
		},
		{
			Name: answers.Destinations, Title: "Where to go", Hints: hints(false, true), Sets: []string{Flights, Plan}, Output: anyOutput, Call: explore,
			Takes:       append(namesOf(ofSurveys, "createFlightSearch", "getFlightSearchResults"), "from", "to", "fromDate", "nights", "near", "visaFree", "continent", "maxSearches"),
			Description: "The cheapest flight to each of several places: one search per place, at most maxSearches. Name the places with to, or find them with near or visaFree.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string"},"fromDate":{"type":"string"},"nights":{"type":"integer"},` +
				`"to":{"type":"array","items":{"type":"string"}},"near":{"type":"string"},"visaFree":{"type":"string","description":"Passport, such as IN"},"continent":{"type":"string","description":"Only this one, such as asia"},` +
				`"adults":{"type":"integer"},"currency":{"type":"string"},` + filterMembers("getFlightSearchResults", "stops") +
				`"maxSearches":{"type":"integer","description":"Default 7"},` + viewSchema + `},"required":["from"]}`),
		},
		{
			Name: answers.LongWeekends, Title: "Long weekends", Hints: hints(true, true), Sets: []string{Plan}, Output: anyOutput, Call: longWeekends,
			Takes:       []string{"country", "when", "bridge", "locale"},
			Description: "The long weekends ahead by a country's public holidays. Makes no search.",
			Input: json.RawMessage(`{"type":"object","properties":{"country":{"type":"string","description":"Default: the person's"},"when":{"type":"string","description":"Such as 2027-03"},` +
				`"bridge":{"type":"integer","minimum":0,"maximum":5,"description":"Days off to take, default 1"},` + viewSchema + `}}`),
		},
	}
}

// Limits that a survey applies without asking: the age of reused prices, and the wait for quota.
const (
	surveyAge   = 30 * time.Minute
	surveyWaits = 10 * time.Second
)

// oneText describes the values of an argument that takes any text.
const oneText = "one text"

// ofSurveys lists parameters that a survey renames or leaves out.
var ofSurveys = []string{"from", "to", "fromDate", "toDate", "searchId", "page", "pageSize", "view", "sort"}

func priceCalendar(ctx context.Context, v *visit) (Result, error) {
	var r flights.CalendarRequest
	r.From, r.To, r.When = v.place("from"), v.place("to"), v.days()
	if nights := v.args.Text("nights", oneText); nights != "" {
		var err error
		if r.Nights, err = flights.ParseNights(nights); err != nil {
			return Result{}, err
		}
	}
	return survey(ctx, v, answers.PriceCalendar, &r.SurveyRequest, func(ctx context.Context) (flights.Calendar, error) {
		return flights.PriceCalendar(ctx, v.Desk, &r)
	})
}

// days returns the days of a calendar. They are required, because each costs a search.
func (v *visit) days() string {
	const want = "2026-12-20..2026-12-26, 2026-12 or one day"
	text := v.args.Text("days", want)
	if text == "" {
		v.args.err = cmp.Or[error](v.args.err, problem.Usagef("days is missing; give %s", want))
	}
	return text
}

func hotelCalendar(ctx context.Context, v *visit) (Result, error) {
	r := hotels.CalendarRequest{Place: v.place("place")}
	r.When = v.days()
	r.Nights = v.args.Number("nights", 1, 1, 180)
	return survey(ctx, v, answers.HotelCalendar, &r.SurveyRequest, func(ctx context.Context) (hotels.Calendar, error) {
		return hotels.PriceCalendar(ctx, v.Desk, &r)
	})
}

func explore(ctx context.Context, v *visit) (Result, error) {
	r := flights.ExploreRequest{From: v.place("from"), Date: v.args.Text("fromDate", oneText)}
	r.Near, r.VisaFree = v.places("near", v.args.Text("near", oneText))[0], v.args.Text("visaFree", oneText)
	r.Continent, r.To = v.args.Text("continent", oneText), v.places("to", v.args.Texts("to", "codes or names of places")...)
	if stay := v.args.Number("nights", -1, 0, 60); stay >= 0 {
		r.Nights = flights.Nights{Least: stay, Most: stay, Return: true}
	}
	return survey(ctx, v, answers.Destinations, &r.SurveyRequest, func(ctx context.Context) (flights.Explored, error) {
		return flights.Explore(ctx, v.Desk, &r)
	})
}

// survey answers a question that takes several searches, within the session's remaining searches and the time limit
// of a call, and lays out the result.
func survey[T any, P desk.Answering[T]](
	ctx context.Context, v *visit, tool string, r *desk.SurveyRequest[T], look func(context.Context) (T, error),
) (Result, error) {
	create, read := "createFlightSearch", "getFlightSearchResults"
	if tool == answers.HotelCalendar {
		create, read = "createHotelSearch", "getHotelSearchResults"
	}
	r.Query, r.View.Query = v.query(create), v.query(read)
	v.fill(ctx, r.Query, ofSurveys...)
	v.fill(ctx, r.View.Query, append(slices.Clone(ofSurveys), "currency", "locale")...)
	searches, err := v.args.Number("maxSearches", desk.Unquestioned, 0, 100), v.args.err
	if err != nil {
		return Result{}, err
	}
	if searches, err = v.purse.left(searches); err != nil {
		return Result{}, err
	}
	r.Spending = desk.Spending{MaxAge: surveyAge, MaxSearches: &searches, Longest: surveyWaits}
	within, stop := context.WithTimeout(ctx, settleLimit)
	defer stop()
	answer, err := look(within)
	found := P(&answer).Part()
	if len(found.Cells) == 0 {
		return v.result(ctx, outcome{operation: tool, meta: found.Meta}, err)
	}
	v.purse.reused = nil // stated for each row instead
	return v.document(ctx, P(&answer).Body, outcome{operation: tool, meta: found.Meta, kind: found.Base.Kind}, err)
}

// openFound reads the search behind a row of a survey: a day or a place.
func (v *visit) openFound(ctx context.Context, kind recall.Kind, ref string, q *ask.Values, again *desk.Renewal) (Result, error) {
	label := "searchId"
	if again != nil {
		label = "ref"
	}
	found, err := v.session.refs.Row(kind, label, ref)
	var list recall.List
	if found.Row > 0 {
		list, _, _ = found.Lists.Latest(kind)
	}
	if slices.ContainsFunc(list.Rows, func(row recall.Row) bool { return row.N == found.Row && row.ID == "" }) {
		hint := "ask for it, which spends one: " + found.Made.Text()
		return Result{}, problem.ChoiceError{Text: ref + " has no search yet", Hint: hint}
	}
	if err != nil {
		return Result{}, err
	}
	if again != nil {
		v.session.purse.forget(found.Search)
	}
	v.from(found)
	v.fill(ctx, q, "searchId")
	row, _ := list.Pick(found.Row) // it is there
	r := &desk.ResultsRequest{View: desk.View{Query: q, Life: v.life(ctx)}, Renewal: again}
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	if kind == recall.Nights {
		rooms, err := hotels.OpenDay(ctx, v.Desk, row.Day.Day, r)
		return v.hotels(ctx, rooms, r.View, err)
	}
	var trips flights.Trips
	if kind == recall.Goals {
		trips, err = flights.OpenPlace(ctx, v.Desk, strconv.Itoa(row.N), r)
	} else {
		var nights *int
		if row.Day.Back != "" {
			nights = &row.Day.Nights
		}
		trips, err = flights.OpenDay(ctx, v.Desk, row.Day.Day, nights, r)
	}
	return v.trips(ctx, trips, r.View, err)
}

func longWeekends(ctx context.Context, v *visit) (Result, error) {
	r := weekends.Request{
		Sort: weekends.ByGain, Market: v.args.Text("country", oneText), When: v.args.Text("when", oneText),
		Bridge: v.args.Number("bridge", 1, 0, weekends.MostBridge),
	}
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	found, err := weekends.Ahead(ctx, v.Desk, v.query("createFlightSearch"), &r)
	if err != nil {
		return v.result(ctx, outcome{operation: answers.LongWeekends, meta: found.Meta}, err)
	}
	return v.document(ctx, found.Body, outcome{operation: answers.LongWeekends, meta: found.Meta}, err)
}

// document lays out a document that the desk built itself.
func (v *visit) document(ctx context.Context, body func() ([]byte, error), t outcome, failed error) (Result, error) {
	text, err := body()
	if err != nil {
		return Result{}, err
	}
	t.bodies = [][]byte{text}
	return v.result(ctx, t, failed)
}
