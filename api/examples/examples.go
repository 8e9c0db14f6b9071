// Package examples has a valid example of each operation, for the tests that cover all of them.
package examples

// An Example is a command line for an operation and the request that it sends.
type Example struct {
	Operation string
	// Line is a command line without "travel". An argument is written {wire names:LABEL:value}, with commas
	// between the names, any of which the argument can set.
	Line string
	// Request has parameters by wire name; those of a body are JSON. $SEARCH, $TRIP, $FARE, $HOTELS, $HOTEL,
	// $SCOPED and $RATE are replaced by ids of earlier searches.
	Request map[string]string
	// Journey has command lines that are run in order over all operations, so that each finds the rows it refers
	// to. FARE and OPTIONS are replaced by rows of earlier answers.
	Journey []string
}

// All has an example of each operation, in the order of a journey.
var All = []Example{
	{Operation: "getHealth", Line: "health", Journey: []string{"health"}},
	{Operation: "getCurrentUser", Line: "whoami", Journey: []string{"whoami"}},
	{
		Operation: "submitFeedback", Line: "feedback --rating 3",
		Request: map[string]string{"rating": "5"},
		Journey: []string{"feedback --rating 4 --message fine --category flights"},
	},
	{
		Operation: "getPlaces", Line: "places search {query:QUERY:rome}",
		Request: map[string]string{"query": "dubai"},
		Journey: []string{"places search springfield"},
	},
	{
		Operation: "getNearbyPlaces", Line: "places nearby",
		Request: map[string]string{"place": "DXB"},
		Journey: []string{"places nearby 48.86,2.35 --page-size 3"},
	},
	{
		Operation: "getCountryHolidays", Line: "countries holidays {countryCode:COUNTRY:PT}",
		Request: map[string]string{"countryCode": "DE"},
		Journey: []string{"countries holidays PT"},
	},
	{
		Operation: "getVisaFreeDestinations", Line: "countries visa-free {countryCode:COUNTRY:JP}",
		Request: map[string]string{"countryCode": "DE"},
		Journey: []string{"countries visa-free JP --page-size 20"},
	},
	{
		Operation: "getFlightSchedules", Line: "flights schedules {from:FROM:DXB} {to:TO:SIN}",
		Request: map[string]string{"from": "DXB", "to": "LHR"},
		Journey: []string{"flights schedules DXB SIN"},
	},
	{
		Operation: "getFlightSearchLink",
		Line:      "flights link {from:FROM:DXB} {to:TO:LHR} {fromDate:DATE:2026-12-21} {toDate:RETURN:2026-12-28}",
		Request:   map[string]string{"from": "DXB", "to": "LHR", "fromDate": "2026-12-21"},
		Journey:   []string{"flights link DXB LON +30d +7d"},
	},
	{
		Operation: "createFlightSearch",
		Line:      "flights search {from:FROM:DXB} {to:TO:LHR} {fromDate:DATE:2026-12-21} {toDate:RETURN:2026-12-28}",
		Request:   map[string]string{"from": `"DXB"`, "to": `"LHR"`, "fromDate": `"2026-12-21"`},
		Journey:   []string{"flights search DXB LON +30d +7d --no-wait"},
	},
	{
		Operation: "getFlightSearchResults", Line: "flights results {searchId:SEARCH:s1}",
		Request: map[string]string{"searchId": "$SEARCH"},
		Journey: []string{"flights search DXB LON +30d +7d", "flights results --max-stops 1"},
	},
	{
		Operation: "getFlightTrip", Line: "flights trip {tripId:TRIP:s1:t1}",
		Request: map[string]string{"tripId": "$TRIP", "searchId": "$SEARCH"},
		Journey: []string{"flights trip 1"},
	},
	{
		Operation: "getTripExperience", Line: "flights experience {tripId:TRIP:s1:t1}",
		Request: map[string]string{"tripId": "$TRIP"},
		Journey: []string{"flights experience 1"},
	},
	{
		Operation: "getFareOptions", Line: "flights options {fareId:FARE:f1}",
		Request: map[string]string{"fareId": "$FARE"},
		Journey: []string{"flights options FARE"},
	},
	{
		Operation: "getFareBookingLink", Line: "flights booking-link {fareId:FARE:f1} --yes",
		Request: map[string]string{
			"fareId": "$FARE", "tripId": "$TRIP", "fareOptionId": "5c9f7d1e-0000-4000-8000-000000000001",
			"from": "DXB", "to": "LHR", "fromDate": "2026-12-21",
		},
		Journey: []string{"flights booking-link FARE --option OPTIONS"},
	},
	{
		Operation: "getHotelSearchLink",
		Line:      "hotels link {cityCode:CITY:LIS} {checkIn:CHECKIN:2026-12-11} {checkOut:CHECKOUT:2026-12-14}",
		Request:   map[string]string{"cityCode": "DXB", "checkIn": "2026-12-21", "checkOut": "2026-12-24"},
		Journey:   []string{"hotels link LIS +20d +3d"},
	},
	{
		Operation: "createHotelSearch",
		Line:      "hotels search {cityCode,hotelId,lat,lng:PLACE:LIS} {checkIn:CHECKIN:2026-12-11} {checkOut:CHECKOUT:2026-12-14}",
		Request:   map[string]string{"cityCode": `"DXB"`, "checkIn": `"2026-12-21"`, "checkOut": `"2026-12-24"`},
		Journey:   []string{"hotels search LIS +20d +3d --no-wait"},
	},
	{
		Operation: "getHotelSearchResults", Line: "hotels results {searchId:SEARCH:s1}",
		Request: map[string]string{"searchId": "$HOTELS"},
		Journey: []string{"hotels search LIS +20d +3d --currency EUR", "hotels results --sort price_asc"},
	},
	{
		Operation: "getHotel", Line: "hotels show {hotelId:HOTEL:392301175}",
		Request: map[string]string{"hotelId": "$HOTEL"},
		Journey: []string{"hotels show 1"},
	},
	{
		Operation: "getHotelReviews", Line: "hotels reviews {hotelId:HOTEL:392301175}",
		Request: map[string]string{"hotelId": "$HOTEL"},
		Journey: []string{"hotels reviews 1"},
	},
	{
		Operation: "getHotelRates", Line: "hotels rates {hotelId:HOTEL:392301175}",
		Request: map[string]string{"hotelId": "$HOTEL", "searchId": "$SCOPED"},
		Journey: []string{"hotels rates 1"},
	},
	{
		Operation: "getHotelRateBookingLink", Line: "hotels booking-link {rateId:RATE:s1:r1}",
		Request: map[string]string{"hotelId": "$HOTEL", "rateId": "$RATE"},
		Journey: []string{"hotels booking-link 1a"},
	},
}

// Of returns the example of an operation and reports whether there is one.
func Of(operation string) (Example, bool) {
	for _, e := range All {
		if e.Operation == operation {
			return e, true
		}
	}
	return Example{}, false
}
