package mcpserver

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server's texts name only tools that it offers: instructions, descriptions, documents, tasks, answers and
// failures, for each set and for single tools. Following the next calls of the answers leads to a link.
func TestOnlyOfferedToolsAreNamed(t *testing.T) {
	for _, test := range []struct {
		set   string
		tools []string
		links []string // reached by following the next calls
	}{
		{set: "default", links: []string{"/checkout/flight", "/checkout/hotel", "/book?"}},
		{set: "flights", links: []string{"/checkout/flight", "/book?"}},
		{set: "hotels", links: []string{"/checkout/hotel"}},
		{set: "plan", links: []string{"/checkout/flight", "/checkout/hotel", "/book?"}},
		{set: "all", links: []string{"/checkout/flight", "/checkout/hotel", "/book?"}},
		{tools: []string{"search_flights", "search_hotels"}},
		{tools: []string{"search_flights", "getFlightTrip", "getFareBookingLink"}, links: []string{"/book?"}},
		{tools: []string{"createFlightSearch", "price_calendar", "hotel_price_calendar", "explore_destinations"}},
		{tools: []string{"hotel_rates", "renew"}},
	} {
		t.Run(test.set+strings.Join(test.tools, ","), func(t *testing.T) {
			a := newAgent(t)
			var err error
			if a.tools, err = Choose(test.set, test.tools); err != nil {
				t.Fatal(err)
			}
			a.session.Allow(100)
			c := a.connected(nil)
			named := regexp.MustCompile(names().String() + `|\brenew \{`)
			look := func(where, text string) {
				for _, name := range named.FindAllString(text, -1) {
					if name = strings.Trim(name, "` {"); !a.session.options.offers(name) {
						t.Errorf("%s names %s, which is not offered:\n%s", where, name, text)
					}
				}
			}
			look("the start", c.InitializeResult().Instructions)
			list, _ := c.ListTools(t.Context(), nil)
			for _, tool := range list.Tools {
				schema, _ := json.Marshal(tool.InputSchema)
				look(tool.Name, tool.Title+" "+tool.Description+string(schema))
			}
			guide, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "travel://guide"})
			if err != nil {
				t.Fatal(err)
			}
			look("the guide", guide.Contents[0].Text)
			if toolish := "`((?:get|create|submit)[A-Z]\\w+|[a-z]+_\\w+)`"; test.set == "all" {
				for _, found := range regexp.MustCompile(toolish).FindAllStringSubmatch(guide.Contents[0].Text, -1) {
					if !a.session.options.offers(found[1]) {
						t.Errorf("the guide names %s, which is not a tool", found[1])
					}
				}
			}

			seen, all := map[string]bool{}, ""
			next := regexp.MustCompile(`(?m)^(?:next: |hint: |hint: .*: )(\w+) (\{.*?\})`)
			var follow func(tool, arguments string, deep int)
			follow = func(tool, arguments string, deep int) {
				if seen[tool+arguments] || deep > 5 || !a.session.options.offers(tool) {
					return
				}
				seen[tool+arguments] = true
				var members map[string]any
				if err := json.Unmarshal([]byte(arguments), &members); err != nil {
					t.Errorf("%s %s: %v", tool, arguments, err)
				}
				text, _ := a.ask(c, tool, members)
				all += text
				look(tool+" "+arguments, text)
				if !strings.HasPrefix(text, madeUp) {
					t.Errorf("%s %s does not begin with %q:\n%s", tool, arguments, madeUp, text)
				}
				for _, found := range next.FindAllStringSubmatch(text, -1) {
					follow(found[1], found[2], deep+1)
				}
			}
			begin := func() {
				for _, tool := range list.Tools {
					if first, ok := firstCalls[tool.Name]; ok {
						follow(tool.Name, first, 0)
					}
				}
			}
			begin()
			for _, link := range test.links {
				if !strings.Contains(all, link) {
					t.Errorf("no call leads to %s", link)
				}
			}
			if strings.Count(all, noPage) != strings.Count(all, "/checkout/")+strings.Count(all, "/book?") {
				t.Errorf("a link is not said to have no page:\n%s", all)
			}
			if err := a.wait(t.Context(), time.Hour); err != nil { // everything has expired
				t.Fatal(err)
			}
			clear(seen)
			for _, ref := range []string{"F1.1", "F1.1a", "O1.1", "H1.1", "H1.1a", "D1.1", "N1.1", "G1.1", "F9.1", "nope"} {
				for tool, argument := range map[string]string{
					"getFlightSearchResults": "searchId", "getFlightTrip": "tripId", "getFareOptions": "fareId", "getFareBookingLink": "fareId", "getHotelSearchResults": "searchId",
					"hotel_rates": "hotel", "getHotel": "hotelId", "getHotelRateBookingLink": "rateId", "getTripExperience": "tripId", "renew": "ref",
				} {
					follow(tool, `{"`+argument+`":"`+ref+`"}`, 5)
				}
			}
		})
	}
}

// firstCalls are calls that need no earlier answer.
var firstCalls = map[string]string{
	"search_flights":       `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-29"}`,
	"search_hotels":        `{"place":"Lisbon","checkIn":"2026-12-22","checkOut":"2026-12-25"}`,
	"createFlightSearch":   `{"from":"DXB","to":"CDG","fromDate":"2026-12-22"}`,
	"createHotelSearch":    `{"cityCode":"LIS","checkIn":"2026-12-23","checkOut":"2026-12-25"}`,
	"price_calendar":       `{"from":"DXB","to":"LHR","days":"2026-12-20..2026-12-22","maxSearches":2}`,
	"hotel_price_calendar": `{"place":"Lisbon","days":"2026-12-20..2026-12-21"}`,
	"explore_destinations": `{"from":"DXB","fromDate":"2026-12-20","to":["CDG","Lisbon"]}`,
	"hotel_rates":          `{"hotel":"392296616","checkIn":"2026-12-22","checkOut":"2026-12-24"}`,
	"getHotelRates":        `{"hotelId":"392296616","searchId":"nope"}`,
	"getPlaces":            `{"query":"Lisbon"}`,
	"getFlightSchedules":   `{"from":"DXB","to":"LHR"}`,
	"getCountryHolidays":   `{"countryCode":"PT"}`,
	"long_weekends":        `{"country":"PT"}`,
}

// The next call after rates suggests a rate that matches the filters of the hotel search.
func TestNextOfRatesIsWhatWasAskedFor(t *testing.T) {
	for filters, want := range map[string]string{
		`"refundable":true`:                   "; free cancellation; ",
		`"rate-types":["breakfast_included"]`: "; breakfast included; ",
		`"rate-types":["breakfast_included"],"refundable":true,"min-star":4`: "; breakfast included; free cancellation; ",
	} {
		a := newAgent(t)
		a.call("search_hotels", `{"place":"Lisbon","checkIn":"2026-12-22","checkOut":"2026-12-25",`+filters+`}`)
		rates := a.call("hotel_rates", `{"hotel":"H1.1","limit":50}`).Text
		next := regexp.MustCompile(`\nnext: getHotelRateBookingLink \{"rateId":"(H1\.1[a-z]+)"\}`).FindStringSubmatch(rates)
		if next == nil || a.rowWith(Result{Text: rates}, want) != next[1] {
			t.Errorf("%s: next is %q:\n%s", filters, next, rates)
		}
	}
}
