package site_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

func TestABookingLinkShowsTheTripTheOptionsAndThePrice(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	out, back := o.of(1)[0], o.of(2)[1]
	page := w.open(w.link(o, "&currency=EUR", back.FareOptionID, out.FareOptionID))
	page.says(t, "Mon 21 Dec 2026 to Mon 4 Jan 2027", "2 adults, 1 child", "Economy", "market AE", "This page works for about 6 minutes more, until 08:36 UTC.",
		"Out "+out.Name+" "+euros(out.Price.Total), "Back "+back.Name+" "+euros(back.Price.Total), "nothing is booked, nothing is paid")
	for _, leg := range []wire.Leg{o.trip.Outbound, *o.trip.Return} {
		for _, s := range leg.Segments {
			page.says(t, s.DepartsAt[11:16], s.MarketingCarrier.Name+" "+s.MarketingCarrier.Code+" "+s.FlightNumber, s.From+" "+*s.FromName)
		}
	}
	if diff := cmp.Diff(euros(out.Price.Total+back.Price.Total), page.byID("total")); diff != "" {
		t.Errorf("total (-want +got):\n%s", diff)
	}
	if page.byID("uncovered") != "" || len(page.all("warn")) != 0 || len(page.all("choose")) != 0 {
		t.Errorf("a whole choice is warned of: %v", page.all("warn"))
	}
}

func TestAnOptionOfOneLegShowsTheWholeTripPricesThatLegAndWarns(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	only := o.of(2)[0]
	page := w.open(w.link(o, "&currency=EUR", only.FareOptionID))
	if want := "This price does not pay for the whole trip. The trip below is shown whole, but the options on the link pay for Back only. Choose one more for Out."; page.byID("uncovered") != want {
		t.Errorf("the warning is %q", page.byID("uncovered"))
	}
	if page.byID("total") != euros(only.Price.Total) {
		t.Errorf("the total is %s, want %s", page.byID("total"), euros(only.Price.Total))
	}
	page.says(t, "Mon 21 Dec 2026", "Mon 4 Jan 2027", "For Back only", "Choose for Out", o.trip.Outbound.DepartsAt[11:16], o.trip.Return.DepartsAt[11:16])
	whole := w.open(page.link(t, "/checkout/flights/", o.of(1)[0].FareOptionID))
	if whole.byID("uncovered") != "" || whole.byID("total") != euros(only.Price.Total+o.of(1)[0].Price.Total) {
		t.Errorf("with the other leg: %q, total %s", whole.byID("uncovered"), whole.byID("total"))
	}
}

func TestAnOptionOfTheTripPaysForAllOfIt(t *testing.T) {
	w := newWeb(t)
	o := w.offered("trip")
	one := o.options.Options[0]
	page := w.open(w.link(o, "&currency=EUR", one.FareOptionID))
	page.says(t, "Whole trip "+one.Name)
	if page.byID("uncovered") != "" || page.byID("total") != euros(one.Price.Total) || len(page.all("warn")) != 0 {
		t.Errorf("total %s, warnings %v", page.byID("total"), page.all("warn"))
	}
	two := w.open(w.link(o, "&currency=EUR", o.options.Options[1].FareOptionID, one.FareOptionID))
	two.says(t, "One of the options pays for the whole trip on its own. The others are left out.")
	if two.byID("total") != euros(o.options.Options[1].Price.Total) {
		t.Errorf("of two, the total is %s, want that of the first, %s", two.byID("total"), euros(o.options.Options[1].Price.Total))
	}
}

func TestOptionsThatDoNotFitAreLeftOutAndSaidSo(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	out, other, back := o.of(1)[0], o.of(1)[1], o.of(2)[0]
	page := w.open(w.link(o, "&currency=EUR", out.FareOptionID, "no-such-option", other.FareOptionID, back.FareOptionID))
	page.says(t, "The link chooses an option that this fare does not have. It is left out.", "Two options pay for the same leg, Out. The second is left out.")
	if page.byID("total") != euros(out.Price.Total+back.Price.Total) {
		t.Errorf("the total is %s", page.byID("total"))
	}
	none := w.open(w.link(o, "&currency=EUR", "no-such-option"))
	none.says(t, "Choose for Out", "Choose for Back")
	if none.byID("total") != euros(o.fare.Price.Total) {
		t.Errorf("with no option of its own the fare costs %s, want %s", none.byID("total"), euros(o.fare.Price.Total))
	}
}

func TestALinkWithoutACurrencyIsPricedInDollars(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	page := w.open(w.link(o, "", o.of(1)[0].FareOptionID, o.of(2)[0].FareOptionID))
	page.says(t, "The link names no currency: prices are in USD.")
	if !strings.HasPrefix(page.byID("total"), "USD ") {
		t.Errorf("the total is %s", page.byID("total"))
	}
	unknown := w.open(w.link(o, "&currency=ZZZ", o.of(1)[0].FareOptionID, o.of(2)[0].FareOptionID))
	unknown.says(t, "There is no rate for ZZZ here: prices are in USD.")
	if unknown.byID("total") != page.byID("total") {
		t.Errorf("the total is %s, want %s", unknown.byID("total"), page.byID("total"))
	}
}

func TestTheHandOffOfAPlatformFareLeadsToItsCheckout(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	page := w.open(w.local(o.fare.HandoffURL))
	page.says(t, "Your fare", "Choose for Out", "Choose for Back", "nothing is booked, nothing is paid")
	if page.byID("total") != euros(o.fare.Price.Total) {
		t.Errorf("the total is %s, want %s", page.byID("total"), euros(o.fare.Price.Total))
	}
	next := w.open(page.link(t, "/checkout/flights/", o.of(1)[0].FareOptionID))
	next.says(t, "For Out only")
	if len(next.all("warn")) != 1 {
		t.Errorf("warnings: %v", next.all("warn"))
	}
}

func TestATripWithoutAFareShowsWhoSellsIt(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	page := w.open("/checkout/flights/" + o.trip.TripID + "?currency=EUR")
	for _, fare := range o.trip.Fares {
		page.says(t, fare.ProviderName+" "+euros(fare.Price.Total))
		if fare.Kind != wire.FareKindPlatform {
			elsewhere := w.open(with(t, "/checkout/flights/"+o.trip.TripID, "fare", fare.FareID))
			elsewhere.says(t, "Not sold here", fare.ProviderName+" sells this fare at ")
		}
	}
	w.open(page.link(t, "/checkout/flights/", "platform.1")).says(t, "Your fare")
}

func TestAnExpiredCheckoutSaysSoAndOffersTheSearchAgain(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	path := w.link(o, "&currency=EUR&locale=fr", o.of(1)[0].FareOptionID, o.of(2)[0].FareOptionID)
	w.advance(flights.Lifetime - 10*time.Second - time.Millisecond)
	if got := w.open(path); got.status != http.StatusOK {
		t.Errorf("a moment before its end: status %d", got.status)
	}
	w.advance(time.Millisecond)
	for _, path := range []string{path, w.local(o.fare.HandoffURL)} {
		page := w.open(path)
		page.says(t, "This checkout has expired", "Fares are held for 6 minutes", "until 08:36 UTC on Sat 21 Nov 2026", "Nothing was booked.")
		if page.status != http.StatusGone {
			t.Errorf("status %d", page.status)
		}
		again := w.settled(page.link(t, "/flights/DXB-LON/2026-12-21/2027-01-04", "adults=2"))
		again.says(t, "2 adults, 1 child", "market AE")
	}
}

func TestACheckoutThatLeadsNowhereSaysSo(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/checkout/flights/a:b":                                                               {404, "This checkout link is not known here"},
		"/checkout/flights/" + o.search + ":none":                                             {404, "This trip is not in its search"},
		"/checkout/flights/" + o.search + "x:" + o.trip.TripID:                                {404, "This checkout link is not known here"},
		"/checkout/flights/" + o.trip.TripID + "?fare=none":                                   {404, "This fare is not on sale"},
		"/checkout/flights/nocolon":                                                           {400, "The trip id has no search"},
		"/checkout/flights/" + o.trip.TripID + "?branded_fare=a,a":                            {400, `The fare option "a" is chosen twice.`},
		"/checkout/flights/" + o.trip.TripID + "?from=dxb&to=LON&fromDate=2026-12-21":         {400, `The start is "dxb"`},
		"/checkout/flights/a:b?from=DXB&to=LON&fromDate=2026-12-21&siteCode=US&cabin=economy": {404, "Search again"},
	} {
		page := w.open(path)
		page.says(t, want.says)
		if page.status != want.status {
			t.Errorf("%s: status %d, want %d", path, page.status, want.status)
		}
	}
	w.open(w.open("/checkout/flights/"+o.search+":none").link(t, "/flights/", o.search))
	w.open(w.open("/checkout/flights/"+o.trip.TripID+"?fare=none").link(t, "/checkout/flights/", o.search)).says(t, "Who sells it")
}

func TestALinkThatDisagreesWithItsSearchIsWarnedOf(t *testing.T) {
	w := newWeb(t)
	o := w.offered("leg")
	path := w.link(o, "&currency=EUR", o.of(1)[0].FareOptionID, o.of(2)[0].FareOptionID)
	page := w.open(with(t, path, "to", "LHR", "toDate", "2027-01-05", "adults", "1", "children", "0", "cabin", "first", "siteCode", "US"))
	page.says(t,
		"The link says route “DXB to LHR”, but the trip was found for “DXB to LON”.",
		"The link says dates “Mon 21 Dec 2026 to Tue 5 Jan 2027”, but the trip was found for “Mon 21 Dec 2026 to Mon 4 Jan 2027”.",
		"The link says travelers “1 adult”, but the trip was found for “2 adults, 1 child”.",
		"The link says cabin “First”, but the trip was found for “Economy”.",
		"The link says market “US”, but the trip was found for “AE”.")
	same := w.open(path)
	if len(same.all("warn")) != 0 || same.byID("total") != page.byID("total") {
		t.Errorf("warnings %v, totals %s and %s", same.all("warn"), same.byID("total"), page.byID("total"))
	}
}
