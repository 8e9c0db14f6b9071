package commands

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// combinations are rules on several parameters, which no limit of a single one can express, with the text that the
// error must contain.
var combinations = []struct{ line, names string }{
	{"flights search DXB LHR 2026-11-19", "DATE 2026-11-19 is in the past"},
	{"flights search DXB LHR 2026-11-20", "it is accepted"}, // still today somewhere on earth
	{"flights search DXB LHR +365d", "it is accepted"},
	{"flights search DXB LHR +366d", "DATE 2027-11-22 is more than a year ahead"},
	{"flights search DXB LHR 2026-12-21 2026-12-20", "RETURN 2026-12-20 is before DATE 2026-12-21"},
	{"flights search DXB dxb 2026-12-21", "FROM and TO are both DXB"},
	{"flights search DXB LHR 2026-12-21 --infants 2", "--infants 2 is more than --adults 1"},
	{"flights search DXB LHR 2026-12-21 --adults 2 --infants 3", "--infants 3 is more than --adults 2"},
	{"flights search DXB LHR 2026-12-21 --stops 0 --max-stops 1", "--stops and --max-stops"},
	{"flights search DXB LHR 2026-12-21 --airlines-match all", "--airlines-match all does nothing without --airlines"},
	{"flights search DXB LHR 2026-12-21 --return-departure-blocks morning", "--return-departure-blocks morning needs a return"},
	{"flights search DXB LHR 2026-12-21 --min-price 2 --max-price 1", "--min-price 2 is above --max-price 1"},
	{"flights results s1 --min-stopover-duration 2 --max-stopover-duration 1", "--min-stopover-duration 2 is above"},
	{"flights results s1 --outbound-min-duration 2 --outbound-max-duration 1", "--outbound-min-duration 2 is above"},
	{"flights results s1 --return-min-duration 2 --return-max-duration 1", "--return-min-duration 2 is above"},
	{"flights link DXB LHR 2026-11-19", "DATE 2026-11-19 is in the past"},
	{"flights link DXB LHR 2026-12-21 2026-12-20", "RETURN 2026-12-20 is before"},
	{"flights link DXB LHR 2026-12-21 --infants 2", "--infants 2 is more than --adults 1"},
	{"flights schedules DXB DXB", "FROM and TO are both DXB"},
	{"flights trip s1:t1 --search s2", "--search s2 is not the search of this trip, s1"},
	{"flights experience s1:t1 --search s2", "--search s2 is not the search of this trip, s1"},
	{"flights booking-link f1 --option o1", "--from, --to and --from-date are missing"},
	{"flights booking-link f1" + fareContext, "--option is missing"},
	{"flights booking-link f1 --option o1,o1" + fareContext, "--option o1 is given twice"},
	{"flights booking-link f1 --option o1 --option o1" + fareContext, "--option o1 is given twice"},
	{"flights booking-link f1 --option a,b,c,d,e,f,g,h,i" + fareContext, "--option i is one too many"},
	{"flights booking-link f1 --option o1 --search s2" + fareContext, "--search s2 is not the search of the trip"},
	{"flights booking-link f1 --option o1 --to-date 2026-12-01" + fareContext, "--to-date 2026-12-01 is before --from-date"},
	{"flights booking-link f1 --option o1 --infants 2" + fareContext, "--infants 2 is more than --adults 1"},
	{"hotels search LIS 2026-11-19 +2d", "CHECKIN 2026-11-19 is in the past"},
	{"hotels search LIS 2026-12-11 2026-12-11", "CHECKOUT 2026-12-11 is not after CHECKIN"},
	{"hotels search LIS 2026-12-11 +1d --rooms 3", "--rooms 3 is more than --adults 2"},
	{"hotels search LIS 2026-12-11 +1d --children 2 --children-ages 4", "--children-ages has 1 age for --children 2"},
	{"hotels search LIS 2026-12-11 +1d --radius 3", "--radius is around a point"},
	{"hotels search LIS 2026-12-11 +1d --guest-type solo", "--guest-type solo does nothing alone"},
	{"hotels search 91,0 2026-12-11 +1d", "LAT 91 is not accepted"},
	{"hotels results s1 --guest-type solo --sort price_asc", "--guest-type solo does nothing alone"},
	{"hotels results s1 --min-guest-rating 8", "--min-guest-rating needs --guest-type"},
	{"hotels results s1 --sort guest_rating_desc", "--sort guest_rating_desc needs --guest-type"},
	{"hotels results s1 --min-star 4 --max-star 3", "--min-star 4 is above --max-star 3"},
	{"hotels results s1 --min-price 4 --max-price 3", "--min-price 4 is above --max-price 3"},
	{"hotels link LIS 2026-12-11 2026-12-10", "CHECKOUT 2026-12-10 is not after CHECKIN"},
	{"hotels link LIS 2026-12-11 +1d --children 1", "--children 1 needs --children-ages"},
	{"hotels link LIS 2026-12-11 +1d --rooms 3", "--rooms 3 is more than --adults 2"},
	{"hotels link 38.7,-9.1 2026-12-11 +1d", "CITY 38.7,-9.1 is not a city"},
	{"hotels rates 392301175 2026-12-11", "CHECKOUT is missing"},
	{"hotels rates 392301175 --search s1 --adults 1", "--search names a search with its days and guests"},
	{"hotels rates 392301175 2026-12-11 +2d --rooms 3", "--rooms 3 is more than --adults 2"},
	{"hotels booking-link s1:r1", "--hotel-id is missing"},
	{"hotels booking-link s1:r1 --hotel-id 392301175 --search s2", "--search s2 is not the search of this rate"},
	{"places nearby", "PLACE|LAT,LNG is missing"},
	{"places nearby LHR --latitude 1 --longitude 1", "both name the point"},
	{"places nearby --place LHR --latitude 1 --longitude 1", "both name the point"},
	{"places nearby --latitude 1", "--latitude and --longitude come together"},
	{"places nearby 1,181", "LNG 181 is not accepted"},
	{"countries holidays PT --from-date 2026-12-01", "--from-date"},
	{"countries holidays PT --to-date 2026-12-01", "--to-date"},
	{"countries holidays PT --from-date 2026-12-02 --to-date 2026-12-01", "2026-12-02"},
	{"feedback", "nothing to send"},
	{"feedback --category flights", "nothing to send"},
}

// fareContext has the flags that a fare id needs.
const fareContext = " --trip s1:t1 --from DXB --to LHR --from-date 2026-12-21"

// TestACombinationIsHeldBeforeARequest checks that a broken rule exits 2 with a one-line error and a next step, and
// that nothing is sent.
func TestACombinationIsHeldBeforeARequest(t *testing.T) {
	service := &counter{}
	server := httptest.NewServer(service)
	defer server.Close()
	for _, c := range combinations {
		env, out, errs := testEnv(t, strings.Fields(c.line)...)
		vars := map[string]string{"TRAVEL_API_URL": server.URL, "TRAVEL_TOKEN": "t", "TRAVEL_CLIENT_ID": "c"}
		env.Getenv = func(name string) string { return vars[name] }
		service.asked = nil
		code := Execute(t.Context(), env)
		if strings.HasSuffix(c.names, "is accepted") {
			if len(service.asked) == 0 {
				t.Errorf("travel %s was not sent\n%s", c.line, errs)
			}
			continue
		}
		if code != 2 || out.Len() > 0 || len(service.asked) > 0 {
			t.Errorf("travel %s ended with %d and %d requests, want 2 and none\n%s", c.line, code, len(service.asked), errs)
		}
		first, rest, _ := strings.Cut(errs.String(), "\n")
		if !strings.HasPrefix(first, "error: ") || !strings.Contains(first, c.names) || strings.TrimSpace(rest) == "" {
			t.Errorf("travel %s: want an error that says %q, and a next step\n%s", c.line, c.names, errs)
		}
	}
	t.Logf("%d combinations", len(combinations))
}
