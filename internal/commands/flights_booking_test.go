package commands

import (
	"net/url"
	"strings"
	"testing"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// listed saves a fare as previous commands would. Its only option does not say what it pays for.
func listed(t *testing.T, env *cli.Env) {
	t.Helper()
	lists := rooted(env).Desk().Lists()
	of := recall.List{
		Made: env.Now(), Search: search.Ref{ID: "s", Created: env.Now()}, TripID: "s:t",
		Flight: &query.Flight{
			From: "DXB", To: "LON", ToCity: true, FromDate: "2026-12-21", Cabin: "business", Adults: 2, Children: 1,
			Terms: query.Terms{SiteCode: "DE"},
		},
		Terms: query.Terms{SiteCode: "DE"},
	}
	fares, options := of, of.InTerms("EUR", "")
	fares.Kind, options.Kind, options.FareID = recall.Fares, recall.Options, "s:t:f"
	trips := of
	trips.Kind, trips.TripID, trips.Rows = recall.Trips, "", []recall.Row{{N: 1, Offer: offer.Offer{ID: "s:t"}}}
	fares.Of = trips.Under(trips.Rows[0])
	fares.Rows = []recall.Row{{N: 1, Offer: offer.Offer{ID: "s:t:f", Label: "This Service", Fare: &offer.Fare{Kind: "platform", Options: true}}}}
	options.Rows = []recall.Row{{N: 1, Offer: offer.Offer{ID: "o", Label: "Flex"}}}
	for _, list := range []recall.List{trips, fares, options} {
		if err := lists.Save(list); err != nil {
			t.Fatal(err)
		}
	}
}

// If the service does not say what an option pays for, the traveler must confirm it.
func TestAnOptionThatDoesNotSayWhatItPaysForNeedsAYes(t *testing.T) {
	for name, test := range map[string]struct {
		types string
		code  int
	}{
		"yes":     {"y\n", 0},
		"no":      {"n\n", 8},
		"nothing": {"", 8},
	} {
		t.Run(name, func(t *testing.T) {
			env, out, errs := testEnv(t, "flights", "book", "1a", "--option", "1")
			listed(t, env)
			person(env, test.types)
			if code := Execute(t.Context(), env); code != test.code {
				t.Fatalf("ended with %d, want %d\n%s", code, test.code, errs)
			}
			if !strings.Contains(strings.ReplaceAll(errs.String(), "\n", " "), "The service does not say what option 1 pays for; the checkout may price a part of the trip. Go on? [y/N] ") {
				t.Errorf("asked %q", errs)
			}
			if linked := strings.Contains(out.String(), "/checkout/"); linked != (test.code == 0) {
				t.Errorf("printed %q", out)
			}
		})
	}
}

// Every value of the search is used, with the currency in which the options were read. Flags take precedence.
func TestTheLinkTakesItsSearchFromTheListAndFlagsBeforeIt(t *testing.T) {
	env, out, errs := testEnv(t, "flights", "book", "1a", "--option", "1", "--yes", "--cabin", "first")
	listed(t, env)
	if code := Execute(t.Context(), env); code != 0 {
		t.Fatalf("ended with %d\n%s", code, errs)
	}
	u, err := url.Parse(strings.TrimSpace(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	want := "adults=2&branded_fare=o&cabin=first&children=1&currency=EUR&fare=s%3At%3Af&from=DXB&fromDate=2026-12-21&infants=0&locale=en&siteCode=DE&to=LON&toCity=true"
	if got := u.Query().Encode(); got != want || u.Path != "/checkout/flights/s:t" {
		t.Errorf("got %s?%s\nwant %s", u.Path, got, want)
	}
}
