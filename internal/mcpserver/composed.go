package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// renewTool makes an expired search again.
const renewTool = "renew"

// anyOutput is the schema of an answer of several operations: open, as every other.
var anyOutput = json.RawMessage(`{"type":"object","properties":{"travel":{"type":"object"}}}`)

// viewSchema are the arguments of every view; the instructions tell what they do.
const viewSchema = `"limit":{"type":"integer"},"fields":{"type":"array","items":{"type":"string"}},"whole":{"type":"boolean"}`

// composedTools are the tools that take several requests.
func composedTools() []*Tool {
	return append(planningTools(), []*Tool{
		{
			Name: "search_flights", Title: "Search flights", Hints: Idempotent | OpenWorld, Sets: []Toolset{Flights, Plan}, Output: anyOutput, Call: searchFlights,
			Description: "Search flights and wait for the ranked trips. Takes every filter of getFlightSearchResults. Spends one search; a recent equal one is reused. Rows are F1.1, F1.2: a tripId of getFlightTrip.",
			Input: json.RawMessage(`{"type":"object","properties":{"from":{"type":"string","description":"Code or name"},"to":{"type":"string"},` +
				`"fromDate":{"type":"string","description":"YYYY-MM-DD"},"toDate":{"type":"string","description":"Return"},` +
				`"adults":{"type":"integer"},"children":{"type":"integer"},"infants":{"type":"integer"},` +
				`"cabin":{"type":"string","enum":["economy","premium_economy","business","first"]},"currency":{"type":"string"},` +
				`"stops":{"type":"array","items":{"type":"integer"},"description":"[0] is nonstop"},"max-price":{"type":"number"},"airlines":{"type":"array","items":{"type":"string"}},` +
				`"sort":{"type":"string","description":"price_asc, duration_asc ..."},` + viewSchema + `},"required":["from","to","fromDate"]}`),
		},
		{
			Name: "search_hotels", Title: "Search hotels", Hints: Idempotent | OpenWorld, Sets: []Toolset{Hotels, Plan}, Output: anyOutput, Call: searchHotels,
			Description: "Search hotels and wait for the ranked list. Takes every filter of getHotelSearchResults. Spends one search; a recent equal one is reused. Rows are H1.1, H1.2: a hotel of hotel_rates.",
			Input: json.RawMessage(`{"type":"object","properties":{"place":{"type":"string","description":"City by code or name, or LAT,LNG"},` +
				`"checkIn":{"type":"string","description":"YYYY-MM-DD"},"checkOut":{"type":"string"},"adults":{"type":"integer"},` +
				`"childrenAges":{"type":"array","items":{"type":"integer"}},"rooms":{"type":"integer"},"currency":{"type":"string"},` +
				`"min-star":{"type":"number"},"min-review-score":{"type":"number"},"max-price":{"type":"number","description":"A night, taxes included"},"refundable":{"type":"boolean"},` +
				`"amenities":{"type":"array","items":{"type":"string"}},"sort":{"type":"string","description":"price_asc, review_score_desc ..."},` + viewSchema + `},"required":["place","checkIn","checkOut"]}`),
		},
		{
			Name: "hotel_rates", Title: "Rooms and rates of a hotel", Hints: Idempotent | OpenWorld, Sets: []Toolset{Hotels}, Output: anyOutput, Call: hotelRates,
			Description: "Rooms and rates of one hotel, cheapest first. Spends one search unless one is at hand. H1.2 brings its days and guests along. Rows are R1.1, R1.2: a rateId of getHotelRateBookingLink.",
			Input: json.RawMessage(`{"type":"object","properties":{"hotel":{"type":"string","description":"H1.2, or a hotelId"},` +
				`"checkIn":{"type":"string","description":"Both days or none"},"checkOut":{"type":"string"},"adults":{"type":"integer"},` +
				`"childrenAges":{"type":"array","items":{"type":"integer"}},"rooms":{"type":"integer"},"currency":{"type":"string"},` + viewSchema + `},"required":["hotel"]}`),
		},
		{
			Name: renewTool, Title: "Make an expired search again", Hints: OpenWorld, Sets: []Toolset{Flights, Hotels, Plan}, Output: anyOutput, Call: renew,
			Description: "After an answer said that a search has expired: makes it again, finds the same offer and says what became of its price. Spends one search.",
			Input:       json.RawMessage(`{"type":"object","properties":{"ref":{"type":"string","description":"F1, F1.2, T1.2, O1.1, H1 or R1.2"},` + viewSchema + `},"required":["ref"]}`),
		},
	}...)
}

// ofPlaces are the parameters of searches that tools say otherwise or not at all.
var ofPlaces = []string{"searchId", "cityCode", "hotelId", "lat", "lng"}

func searchFlights(ctx context.Context, s *Session, a Args) (Result, error) {
	v, err := s.visit(ctx, "search_flights", a, namesOf(ofPlaces, "createFlightSearch", "getFlightSearchResults")...)
	if err != nil {
		return Result{}, err
	}
	days := &params.Days{Today: v.Now}
	r := flights.SearchRequest{Query: params.New("createFlightSearch", days), View: flights.View{Query: params.New("getFlightSearchResults", days)}}
	if err := v.journey(ctx, &r); err != nil {
		return v.fail(err)
	}
	r.View.Life = v.wait(ctx, "")
	made, err := flights.Create(ctx, v.Desk, &r)
	if err != nil {
		return v.fail(err)
	}
	trips, err := flights.Follow(ctx, v.Desk, made, r.View)
	return v.trips(ctx, trips, r.View, err)
}

// journey reads the arguments of a flight search.
func (v *visit) journey(ctx context.Context, r *flights.SearchRequest) (err error) {
	if r.From, err = v.place("from"); err != nil {
		return err
	}
	if r.To, err = v.place("to"); err != nil {
		return err
	}
	if err := v.fill(ctx, r.Query, "from", "to"); err != nil {
		return err
	}
	if !r.Query.Has("fromDate") {
		return problem.UsageError{Text: "fromDate is missing; give YYYY-MM-DD"}
	}
	if err := v.fill(ctx, r.View.Query, "searchId", "currency", "locale"); err != nil {
		return err
	}
	return v.Settle(ctx, r.Query.Days())
}

// place is an argument for a place: a code, a name, or a reference to a row of getPlaces.
func (v *visit) place(name string) (string, error) {
	text, err := v.text(name, "a code or a name")
	if err != nil {
		return "", err
	}
	if text == "" {
		return "", problem.UsageError{Text: name + " is missing; give a code or a name"}
	}
	if strings.HasPrefix(text, "P") && strings.Contains(text, ".") {
		found, err := v.session.refs.Row(recall.Places, name, text)
		if err != nil || found.ID != "" {
			return found.ID, err
		}
		list, _ := found.Lists.Latest(recall.Places)
		row, err := list.Pick(found.Row)
		return row.Label, err
	}
	return text, nil
}

// trips lays a list of trips out.
func (v *visit) trips(ctx context.Context, trips flights.Trips, view flights.View, err error) (Result, error) {
	t := told{operation: "getFlightSearchResults", bodies: trips.Bodies, rows: trips.Rows, meta: trips.Meta, kind: recall.Trips}
	if trips.Value.Results != nil {
		t.first = flights.FirstRow(trips.Value.Results)
	}
	if q := trips.List.Flight; q != nil && len(t.bodies) > 0 {
		t.about = []string{v.route(ctx, *q, trips.Locale)}
		if nothing := flights.WhyNone(ctx, v.Desk, trips, view); nothing != nil {
			for _, way := range nothing.Without {
				t.notes = append(t.notes, "Without "+inArguments(t.operation, way.Filter)+": "+words.Counted(way.Rows, "trip")+", from "+desk.PriceText(way.From, way.Locale)+".")
			}
		}
	}
	return v.result(ctx, t, err)
}

// route is a flight search as it was understood.
func (v *visit) route(ctx context.Context, q query.Flight, in desk.Locale) string {
	parts := []string{
		v.named(ctx, q.From, q.FromName, in) + " to " + v.named(ctx, q.To, q.ToName, in), desk.DaysText(q.FromDate, q.ToDate),
	}
	if q.ToDate == "" {
		parts = append(parts, "one way")
	}
	if q.Adults > 0 {
		parts = append(parts, q.Party(), strings.ReplaceAll(q.Cabin, "_", " "))
	}
	if in.Site.Value != "" {
		parts = append(parts, "market "+in.Site.Value)
	}
	return strings.Join(parts, ", ") + "."
}

func searchHotels(ctx context.Context, s *Session, a Args) (Result, error) {
	v, err := s.visit(ctx, "search_hotels", a, append(namesOf(ofPlaces, "createHotelSearch", "getHotelSearchResults"), "place")...)
	if err != nil {
		return Result{}, err
	}
	days := &params.Days{Today: v.Now}
	r := hotels.SearchRequest{Query: params.New("createHotelSearch", days), View: hotels.View{Query: params.New("getHotelSearchResults", days)}}
	if err := v.stay(ctx, &r); err != nil {
		return v.fail(err)
	}
	r.View.Life = v.wait(ctx, "")
	made, err := hotels.Create(ctx, v.Desk, &r)
	if err != nil {
		return v.fail(err)
	}
	found, err := hotels.Follow(ctx, v.Desk, made, r.View)
	return v.hotels(ctx, found, r.View, err)
}

// stay reads the arguments of a hotel search.
func (v *visit) stay(ctx context.Context, r *hotels.SearchRequest) (err error) {
	if r.Place, err = v.place("place"); err != nil {
		return err
	}
	if err := v.fill(ctx, r.Query, ofPlaces...); err != nil {
		return err
	}
	for _, day := range []string{"checkIn", "checkOut"} {
		if !r.Query.Has(day) {
			return problem.UsageError{Text: day + " is missing; give YYYY-MM-DD"}
		}
	}
	if err := v.fill(ctx, r.View.Query, "searchId", "currency", "locale"); err != nil {
		return err
	}
	return v.Settle(ctx, r.Query.Days())
}

// hotels lays a list of hotels out.
func (v *visit) hotels(ctx context.Context, found hotels.Found, view hotels.View, err error) (Result, error) {
	t := told{operation: "getHotelSearchResults", bodies: found.Bodies, rows: found.Rows, meta: found.Meta, kind: recall.Hotels}
	if found.Value.Results != nil {
		t.first = hotels.FirstRow(found.Value.Results)
	}
	if q := found.List.Stay; q != nil && len(t.bodies) > 0 {
		t.about = []string{v.where(ctx, *q, found.Locale)}
		if nothing := hotels.WhyNone(ctx, v.Desk, found, view); nothing != nil {
			for _, way := range nothing.Without {
				t.notes = append(t.notes, "Without "+inArguments(t.operation, way.Filter)+": "+words.Counted(way.Rows, "hotel")+", from "+desk.PriceText(way.From, way.Locale)+" a night.")
			}
		}
	}
	return v.result(ctx, t, err)
}

// where is a hotel search as it was understood.
func (v *visit) where(ctx context.Context, q query.Stay, in desk.Locale) string {
	text := ""
	switch {
	case q.City != "" && q.Spot.Code != "":
		text = "Hotels in " + v.named(ctx, q.City, q.Name, in) + ", around " + v.named(ctx, q.Spot.Code, q.Spot.Name, in)
	case q.City != "":
		text = "Hotels in " + v.named(ctx, q.City, q.Name, in)
	case q.HotelID > 0:
		text = strings.TrimSpace("Hotel " + strconv.FormatInt(q.HotelID, 10) + " " + q.Name)
	case q.Name != "":
		text = "Hotels around " + q.Name + " (" + q.Place() + ")"
	default:
		text = "Hotels around " + q.Place()
	}
	if in.Site.Value != "" {
		text += ", market " + in.Site.Value
	}
	return text + "."
}

func hotelRates(ctx context.Context, s *Session, a Args) (Result, error) {
	own := append(slices.Clone(ofPlaces), "radius")
	v, err := s.visit(ctx, "hotel_rates", a, append(namesOf(own, "createHotelSearch", "getHotelRates"), "hotel")...)
	if err != nil {
		return Result{}, err
	}
	text, err := v.text("hotel", "H1.2, or a hotelId")
	if err != nil {
		return Result{}, err
	}
	found, err := s.refs.Row(recall.Hotels, "hotel", text)
	if err != nil {
		return Result{}, err
	}
	v.from(ctx, found)
	days := &params.Days{Today: v.Now}
	r := hotels.RatesRequest{Search: params.New("createHotelSearch", days), Query: params.New("getHotelRates", days)}
	if err := v.fill(ctx, r.Search, append(own, "checkIn", "checkOut", "currency", "locale")...); err != nil {
		return v.fail(err)
	}
	if err := v.fill(ctx, r.Query, "hotelId", "searchId"); err != nil {
		return v.fail(err)
	}
	for _, day := range []string{"checkIn", "checkOut"} {
		text, err := v.text(day, "YYYY-MM-DD")
		if err != nil {
			return Result{}, err
		}
		if text != "" {
			r.Days = append(r.Days, text)
		}
	}
	return v.rates(ctx, r)
}

// rates reads the rates of the hotel that the call begins from.
func (v *visit) rates(ctx context.Context, r hotels.RatesRequest) (Result, error) {
	hotel, err := hotels.Pick(v.Desk, "hotel", v.found.Argument(), "")
	if err != nil {
		return v.fail(err)
	}
	if len(r.Days) == 0 && hotel.List.Stay == nil && !r.Query.Has("searchId") {
		return Result{}, problem.UsageError{Text: "checkIn and checkOut are missing; give both, or a reference whose list says them"}
	}
	r.Hotel, r.Life = hotel, v.wait(ctx, r.Query.Text("searchId"))
	rates, err := hotels.ListRates(ctx, v.Desk, &r)
	return v.result(ctx, told{
		operation: "getHotelRates", bodies: rates.Bodies, rows: rates.Rows, meta: rates.Meta, kind: recall.Rates,
		about: []string{hotel.Heading() + ", hotelId " + strconv.FormatInt(hotel.ID, 10) + "."},
	}, err)
}
