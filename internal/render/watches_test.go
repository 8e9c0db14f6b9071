package render

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"travel.example/travel/internal/kept"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/watchview"
)

// sampleOffer is an offer of that kind and name, of flights from AAA for trips and fares.
func sampleOffer(kind recall.Kind, to, label, in string, legs ...offer.LegPrint) watched.Watch {
	o := kept.Offer{Kind: kind, Row: recall.Row{Offer: offer.Offer{Label: label, Trip: legs}}, List: recall.List{Itinerary: legs, Stay: &query.Stay{Name: in}}}
	for i := range legs {
		legs[i].From, legs[i].To, legs[i].Carriers = "AAA", to, []string{"EX"}
	}
	if len(legs) == 2 {
		legs[1].From, legs[1].To = to, "AAA"
	}
	return watched.Watch{Offer: o}
}

func sampleWatches() watchview.List {
	seen := func(unit, amount string) watched.Priced {
		return watched.Priced{Amount: offer.Money{Amount: amount, Currency: unit}}
	}
	usd := func(amount string) watched.Priced { return seen("USD", amount) }
	eur := func(amount string) watched.Priced { return seen("EUR", amount) }
	at := date(2027, 2, 1)
	short := sampleOffer(recall.Trips, "BBB", "", "", offer.LegPrint{Departs: "2027-01-12T07:00", Arrives: "2027-01-12T09:10"})
	v := watchview.List{
		Frame: grid.Frame{About: []string{"5", "whole party, or whole stay"}, Next: []string{"travel watch run", "travel watch history 1", "travel watch schedule"}},
		Now:   at.Add(2 * time.Hour),
		Watches: []watched.Listed{
			{
				Head: watched.Head{N: 1, Offer: "trip", Day: "2027-03-12"}, Rule: watched.Rule{Kind: watched.Below}, Target: usd("520").Amount,
				State: watched.Seen, AsOf: at, Last: usd("541.2"), Lowest: usd("538"), Highest: usd("612.5"), Passes: 41, Spent: 30,
				Watch: sampleOffer(recall.Trips, "BBB", "", "", offer.LegPrint{Departs: "2027-03-12T16:25", Arrives: "2027-03-12T19:45"}, offer.LegPrint{Departs: "2027-03-19T10:00", Arrives: "2027-03-19T20:55"}),
			},
			{
				Head: watched.Head{N: 2, Offer: "hotel", Name: "honeymoon", Day: "2027-04-01"}, Rule: watched.Rule{Kind: watched.Drop, Percent: "5"}, Target: eur("404.7").Amount,
				Met: true, State: watched.Seen, AsOf: at, Last: eur("398"), Lowest: eur("398"), Highest: eur("440"), Passes: 3, Spent: 3,
				Watch: sampleOffer(recall.Hotels, "", "Sample Harbour House 見本", "Mock City"), Points: []watched.Priced{eur("440"), eur("426"), eur("398")},
			},
			{
				Head: watched.Head{N: 4, Offer: "fare", Day: "2027-02-08"}, Rule: watched.Rule{Kind: watched.Any}, State: watched.Gone,
				AsOf: at, Last: usd("99"), Lowest: usd("99"), Highest: usd("120"), Passes: 2, Points: []watched.Priced{usd("120"), usd("99")},
				Watch: sampleOffer(recall.Fares, "CCC", "Mock Agency", "", offer.LegPrint{Departs: "2027-02-08T09:00", Arrives: "2027-02-08T11:10"}),
			},
			{
				Head: watched.Head{N: 5, Offer: "rate", Day: "2027-05-02"}, Rule: watched.Rule{Kind: watched.Any}, State: watched.Failed,
				Why: "503 upstream_unavailable", AsOf: at, Passes: 1, Watch: sampleOffer(recall.Rates, "", "Double, breakfast", "Model Garden Rooms"),
			},
			{
				Head: watched.Head{N: 12, Offer: "trip", Day: "2027-01-12"}, Rule: watched.Rule{Kind: watched.Below}, Target: usd("80").Amount, State: watched.Closed,
				Points: []watched.Priced{usd("91"), usd("91")}, Last: usd("91"), Lowest: usd("91"), Highest: usd("91"), Watch: short,
			},
			{
				Head: watched.Head{N: 13, Offer: "trip", Day: "2027-06-12"}, Rule: watched.Rule{Kind: watched.Below}, Target: usd("80").Amount,
				Last: usd("91"), Lowest: usd("91"), Highest: usd("91"), Watch: short,
			},
		},
	}
	for i := range 41 {
		v.Watches[0].Points = append(v.Watches[0].Points, usd(strconv.Itoa(538+(i*i*7)%75)))
	}
	for i := range v.Watches {
		v.Watches[i].Title = v.Watches[i].Watch.Title()
	}
	return v
}

func samplePass() watchview.Pass {
	usd := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "USD"} }
	at, rule := date(2027, 2, 1), watched.Rule{Kind: watched.Below}
	event := func(n int, kind watched.Kind, before, now, change, percent string) watched.Event {
		e := watched.Event{
			Head: watched.Head{N: n, Offer: "trip", Title: "AAA–BBB and back, EX, out 16:25–19:45, back 10:00–20:55", Day: "2027-03-12"},
			Kind: kind, Rule: rule, Target: usd("520"), Change: change, Percent: percent, At: at,
		}
		if before != "" {
			e.Before = usd(before)
		}
		if now != "" {
			e.Now = usd(now)
		}
		return e
	}
	v := watchview.Pass{
		Frame: grid.Frame{
			About: []string{"8", "3 searches spent", "6 of 10 searches left this minute"}, Notes: []string{"1 watch is closed, since the day has passed."},
			Next: []string{"travel flights results SEARCH", "travel watch history 1"},
		},
		Events: []watched.Event{
			event(1, "cheaper", "612.5", "498", "-114.5", "-18.7"), event(2, "dearer", "541", "560.2", "19.2", "3.5"), event(3, "unchanged", "541", "541", "0", "0.0"),
			event(4, "gone", "99", "", "", ""), event(5, "back", "99", "97", "-2", "-2.0"), event(6, "closed", "91", "", "", ""), event(7, "failed", "91", "", "", ""), event(8, "unasked", "", "", "", ""),
		},
	}
	v.Events[0].Fired, v.Events[0].Name = true, "honeymoon"
	v.Events[4].Fired, v.Events[4].Rule, v.Events[4].Target = true, watched.Rule{Kind: watched.Any}, offer.Money{}
	v.Events[3].Why, v.Events[6].Why = "no seller has it any more", "503 upstream_unavailable; try again in 60 s"
	v.Events[7].Why = "1 search was made, as many as --max-searches allows"
	return v
}

func sampleHistory(points int) watchview.History {
	v := watchview.History{Past: watched.Past{Watch: sampleWatches().Watches[0]}, Zone: time.UTC, Frame: grid.Frame{Next: []string{"travel watch run 1"}}}
	for i := range points {
		p := watched.Point{
			At: time.Date(2027, 1, 2, 7, 7, 0, 0, time.UTC).Add(time.Duration(i) * 6 * time.Hour), Pass: "p" + strconv.Itoa(i), State: "seen", Spent: i%2 == 0,
			Price: offer.Money{Amount: strconv.Itoa(538 + (i*i*7)%75), Currency: "USD"}, SearchID: "s1", Market: "AA", Fired: i == 3,
		}
		switch i % 9 {
		case 5:
			p.State, p.Price, p.Why = "gone", offer.Money{}, "no seller has it any more"
		case 7:
			p.State, p.Price, p.Class, p.Why = "failed", offer.Money{}, "network", "the service was not reached"
		}
		v.History = append(v.History, p)
	}
	return v
}

func watchViews() map[string]func() View {
	return map[string]func() View{
		"watches": func() View { return new(sampleWatches()) },
		"watches_none": func() View {
			return &watchview.List{Frame: grid.Frame{Notes: []string{"Nothing is watched yet."}, Next: []string{"travel watch add trip:2 --below 450"}}}
		},
		"watch_pass":    func() View { return new(samplePass()) },
		"watch_history": func() View { return new(sampleHistory(9)) },
	}
}

func TestWatchesLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(watchViews())) }

// A person is shown the last passes, and told how many came before them.
func TestALongHistoryIsCut(t *testing.T) {
	checkLooks(t, drawn(map[string]func() View{"watch_history_long": func() View { return new(sampleHistory(300)) }}))
}

func TestNoTextOfAWatchReachesTheTerminalUncleaned(t *testing.T) { checkCleaned(t, watchViews()) }

func TestNoLineOfAWatchIsWiderThanTheTerminal(t *testing.T) {
	checkWidths(t, random{rand.New(rand.NewPCG(9, 10))}, 100, watchViews())
}
