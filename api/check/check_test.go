package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

// TestAFaultNamesWhatWasGivenAndWhatIsAccepted parses values of the contract's parameters. A value in a path or a
// query is text, one in a body is JSON; a bar separates repeated values.
func TestAFaultNamesWhatWasGivenAndWhatIsAccepted(t *testing.T) {
	const (
		page  = "; it must be a whole number from 1 to 100"
		price = "; it must be a number of 0 or more"
		party = "; it must be a whole number from 1 to 9"
		ages  = "; each item must be a whole number from 0 to 17"
	)
	for _, tt := range []struct{ param, given, want string }{
		{"getPlaces query", strings.Repeat("é", 100), ""},
		{"getPlaces query", strings.Repeat("a", 101), `has "` + strings.Repeat("a", 39) + `…; it must be text of 1 to 100 characters`},
		{"getPlaces query", "\xff", `has "\xff"; it must be text of 1 to 100 characters`},
		{"getPlaces page", "100", ""},
		{"getPlaces page", "0", `has "0"` + page},
		{"getPlaces page", "1.5", `has "1.5"` + page},
		{"getPlaces page", "1.0", `has "1.0"` + page},
		{"getPlaces page", "+1", `has "+1"` + page},
		{"getPlaces page", "1 ", `has "1 "` + page},
		{"getPlaces page", "", `has ""` + page},
		{"getPlaces page", "99999999999999999999", `has "99999999999999999999"` + page},
		{"getPlaces page", "\u202e1\x1b[31m", `has "\u202e1\x1b[31m"` + page}, // hidden characters are escaped
		{"getPlaces types", "city,airport|state", ""},
		{"getPlaces types", "city,planet", `has "planet"; each item must be one of city, airport, state, district, hotel`},
		{"getFlightSearchResults stops", "0,-1", `has "-1"; each item must be a whole number of 0 or more`},
		{"getFlightSearchResults min-price", "12.50", ""},
		{"getFlightSearchResults min-price", "1e3", ""},
		{"getFlightSearchResults min-price", "NaN", `has "NaN"` + price},
		{"getFlightSearchResults min-price", "1e400", `has "1e400"` + price},
		{"getFlightSearchResults min-price", "0x10", `has "0x10"` + price},
		{"getFlightSearchResults currency", "usd", `has "usd"; it must be three uppercase letters`},
		{"getFlightSearchResults currency", "XAU", `has "XAU", for which ISO 4217 lists no currency; it must be a code such as EUR`},
		{"getFlightSearchResults outbound-departure-range", "", ""},
		{"getFlightSearchResults outbound-departure-range", "0-1440",
			`has "0-1440"; it must be two minutes of the day from 0 to 1439 with a hyphen between, as in 360-720`},
		{"getFlightSearchResults same-airline", "yes", `has "yes"; it must be one of 0, 1, true, false`},
		{"getFlightSearchResults searchId", "a/b", `has "a/b"; it must be 1 to 256 of the characters A-Z a-z 0-9 . _ : ~ = -`},
		{"getHotel hotelId", "9007199254740991", ""},
		{"getHotel hotelId", "9007199254740993", `has "9007199254740993"; it must be a whole number of 1 or more`},
		{"getHotel hotelId", "007", `has "007"; it must be a whole number of 1 or more`},
		{"createFlightSearch adults", "2.0", ""}, // JSON does not distinguish it from 2
		{"createFlightSearch adults", "1e0", ""},
		{"createFlightSearch adults", `"2"`, `has "2"` + party},
		{"createFlightSearch adults", "1.5", "has 1.5" + party},
		{"createFlightSearch adults", "true", "has true" + party},
		{"createFlightSearch locale", "5", "has 5; it must be text of 1 to 35 characters"},
		{"createFlightSearch toDate", "null", "has null; it must be a date as YYYY-MM-DD"},
		{"createFlightSearch cabin", `{"a":["b"]}`, `has {\"a\":[\"b\"]}; it must be one of economy, premium_economy, business, first`},
		{"getPlaces query", "a|a", "was sent 2 times; send it once"},
		{"getPlaces types", "", "has an empty item; each item must be one of city, airport, state, district, hotel"},
		{"getFlightSearchResults stops", "0,,1", "has an empty item; each item must be a whole number of 0 or more"},
		{"createHotelSearch childrenAges", "[]", ""},
		{"createHotelSearch childrenAges", "[0,17]", ""},
		{"createHotelSearch childrenAges", "3", "is 3; it must be a list of at most 8 items, each a whole number from 0 to 17"},
		{"createHotelSearch childrenAges", "[3,18]", "has 18" + ages},
		{"createHotelSearch childrenAges", "[1,2,3,4,5,6,7,8,9]", "has 9 items; it must be a list of at most 8 items, each a whole number from 0 to 17"},
	} {
		id, name, _ := strings.Cut(tt.param, " ")
		op, _ := api.Find(id)
		p, ok := op.Param(name)
		if !ok {
			t.Fatalf("the contract has no %s", tt.param)
		}
		var values []string
		var fault string
		if p.In == api.InBody {
			sent := json.RawMessage(tt.given)
			if values, fault = Field(p, sent); string(sent) != tt.given {
				t.Errorf("%s %s is now %s", tt.param, tt.given, sent)
			}
		} else {
			values, fault = Query(p, strings.Split(tt.given, "|"))
		}
		if diff := cmp.Diff(tt.want, fault); diff != "" || (fault == "") != (values != nil) {
			t.Errorf("%s %s: %v (-want +got):\n%s", tt.param, tt.given, values, diff)
		}
	}
}

func TestAFlagHasFourForms(t *testing.T) {
	flag := &api.Param{Name: "flag", In: api.InQuery, Kind: api.Boolean}
	for sent, want := range map[string]string{"1": "true", "true": "true", "0": "false", "false": "false"} {
		if got, fault := Query(flag, []string{sent}); fault != "" || got[0] != want {
			t.Errorf("%s is %+v, %s", sent, got, fault)
		}
	}
}

func TestEveryPatternOfTheContractHasWords(t *testing.T) {
	for _, op := range api.Operations {
		for _, p := range op.Params {
			if text := Accepted(&p); strings.Contains(text, "text like") || text == "" {
				t.Errorf("%s %s is described as %q", op.ID, p.Name, text)
			}
		}
	}
}
