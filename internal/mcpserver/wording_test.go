package mcpserver

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// No answer of a tool uses command-line terms, whether the call is valid, one argument is wrong, or the service
// rejects it: no flags, no argument labels, and no commands, which a model may not be able to run.
func TestNoToolSpeaksOfTheCommandLine(t *testing.T) {
	foreign := regexp.MustCompile(`--[a-z]|\btravel [a-z]+ [a-z]|\btravel (help|login|doctor|quota)\b|a row number|\b(FROM|TO|DATE|RETURN|CHECKIN|CHECKOUT|WHEN|PLACE|CITY|QUERY|COUNTRY|TRIP|FARE|RATE|HOTEL|MARKET|DAY)\b`)
	opaque := regexp.MustCompile(`[\w-]{25,}(:\w+)?`)    // an id may have any letters, such as "--m"
	country := regexp.MustCompile(`(?m)^\d+ TO |; TO, `) // Tonga, and an airline
	good := map[string]string{
		"from": `"DXB"`, "to": `"LHR"`, "fromDate": `"2026-12-22"`, "toDate": `"2026-12-29"`, "place": `"LIS"`, "checkIn": `"2026-12-22"`, "checkOut": `"2026-12-24"`,
		"days": `"2026-12-22"`, "query": `"lis"`, "countryCode": `"PT"`, "hotel": `"392296616"`, "cityCode": `"LIS"`, "code": `"LIS"`,
		"searchId": `"F1"`, "tripId": `"F1.1"`, "fareId": `"F1.1a"`, "hotelId": `"392296616"`, "rateId": `"H1.1a"`, "ref": `"F1"`,
	}
	wrong := []string{`"nope"`, `99999999`, `{}`, `"2020-01-01"`, `["x","x"]`, `"a:b"`}
	several := [][2]string{ // conflicting arguments, and arguments that only cause warnings
		{"search_flights", `{"from":"DXB","to":"DXB","fromDate":"2026-12-22"}`},
		{"search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","adults":1,"infants":2}`},
		{"search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-20"}`},
		{"search_flights", `{"from":"DXB","to":"LHR","fromDate":"22 dec","toDate":"5 dec"}`},
		{"search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-29","airlines":["ZZ"],"stops":[0],"max-price":1}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-22"}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","children":2}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","children":3,"childrenAges":[1]}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","rooms":3,"adults":2}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","guest-type":"family"}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","sort":"guest_rating_desc"}`},
		{"search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","max-price":1,"amenities":["x"]}`},
		{"hotel_rates", `{"hotel":"392296616"}`},
		{"hotel_rates", `{"hotel":"392296616","checkIn":"2026-12-22"}`},
		{"hotel_rates", `{"hotel":"H1.1","radius":3}`},
		{"getHotelSearchLink", `{"cityCode":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24","children":2}`},
		{"getNearbyPlaces", `{"latitude":3}`},
		{"getNearbyPlaces", `{"place":"LIS","latitude":3,"longitude":4}`},
		{"createHotelSearch", `{"checkIn":"2026-12-22","checkOut":"2026-12-24","radius":3}`},
		{"getFareBookingLink", `{"fareId":"a:b"}`},
		{"getFareBookingLink", `{"fareId":"a:b:c","fareOptionId":["x"]}`},
		{"getHotelRateBookingLink", `{"rateId":"a:b"}`},
		{"explore_destinations", `{"from":"DXB","continent":"nowhere"}`},
		{"explore_destinations", `{"from":"DXB","to":["LHR"],"fromDate":"2026-12-22","nights":99}`},
	}
	const nothing = "getHealth:99=500" // no tested call fails
	answers, mistakes := 0, 0
	for _, fault := range []string{
		nothing, "createFlightSearch=400 bad_request", "getFlightSearchResults=expired", "getHotelSearchResults=404 not_found", "getHotelRates=409 conflict",
		"api=rate_limited", "api=500 internal_error", "api=503 upstream_unavailable", "api=403 forbidden", "getFareOptions=400 bad_request", "getFareBookingLink=expired", "api=html",
	} {
		a := newAgent(t, fault)
		c := a.connected(nil)
		look := func(tool, arguments string) {
			var members map[string]any
			if err := json.Unmarshal([]byte(arguments), &members); err != nil {
				t.Fatalf("%s: %v", arguments, err)
			}
			a.session.Allow(a.session.purse.spent + 30)
			text, failed := a.ask(c, tool, members)
			answers++
			if failed {
				mistakes++
			}
			if strings.Contains(text, "\nclass: login") && fault == "api=403 forbidden" {
				return // the sign-in command is for the person
			}
			if strings.Contains(text, "\nclass: local") || strings.Contains(text, "\nclass: login") {
				t.Errorf("%s: %s %s is of the wrong class:\n%s", fault, tool, arguments, text)
			}
			for _, value := range good {
				text = strings.ReplaceAll(text, value, "")
			}
			if found := foreign.FindString(country.ReplaceAllString(opaque.ReplaceAllString(text, ""), "")); found != "" {
				t.Errorf("%s: %s %s has %q:\n%s", fault, tool, arguments, found, text)
			}
		}
		for _, call := range [][2]string{
			{"search_flights", firstCalls["search_flights"]}, {"search_hotels", firstCalls["search_hotels"]}, {"getFlightTrip", `{"tripId":"F1.1"}`},
			{"getFareOptions", `{"fareId":"F1.1a"}`}, {"getFareBookingLink", `{"fareId":"F1.1a"}`}, {"getFareBookingLink", `{"fareId":"F1.1a","fareOptionId":"O1.1"}`},
			{"hotel_rates", `{"hotel":"H1.1"}`}, {"price_calendar", firstCalls["price_calendar"]}, {"hotel_price_calendar", firstCalls["hotel_price_calendar"]},
			{"explore_destinations", firstCalls["explore_destinations"]},
		} {
			look(call[0], call[1])
		}
		for _, tool := range Tools() {
			if strings.HasPrefix(tool.Name, "submit") {
				continue
			}
			var schema struct {
				Properties map[string]json.RawMessage
				Required   []string
			}
			if err := json.Unmarshal(tool.Input, &schema); err != nil {
				t.Fatal(err)
			}
			with := func(name, value string) string {
				members := []string{}
				if value != "" {
					members = append(members, fmt.Sprintf("%q:%s", name, value))
				}
				for _, needed := range schema.Required {
					if needed != name {
						members = append(members, fmt.Sprintf("%q:%s", needed, good[needed]))
					}
				}
				return "{" + strings.Join(members, ",") + "}"
			}
			look(tool.Name, with("", ""))
			if fault != nothing {
				continue
			}
			look(tool.Name, "{}")
			for name := range schema.Properties {
				for _, value := range wrong {
					look(tool.Name, with(name, value))
				}
			}
		}
		if fault == nothing {
			for _, call := range several {
				look(call[0], call[1])
			}
		}
	}
	if mistakes < 600 || answers < 1000 {
		t.Errorf("%d answers, %d of them mistakes", answers, mistakes)
	}
}
