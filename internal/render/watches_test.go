package render

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/watchview"
)

func sampleWatches() watchview.List {
	usd := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "USD"} }
	eur := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "EUR"} }
	v := watchview.List{
		About: []string{"5", "whole party, or whole stay"}, Next: []string{"travel watch run", "travel watch history 1", "travel watch schedule"},
		Watches: []watchview.Watch{
			{
				N: 1, Offer: "trip", Title: "AAA–BBB and back, EX, out 16:25–19:45, back 10:00–20:55", What: "AAA–BBB and back, EX", Which: "out 16:25–19:45, back 10:00–20:55", Day: date(2027, 3, 12), Rule: watchview.Rule{Kind: "below", Target: usd("520")},
				State: watchview.Seen, Status: "seen", AsOf: date(2027, 2, 1), Age: "2 h", Last: usd("541.2"), Lowest: usd("538"), Highest: usd("612.5"), Passes: 41, Searches: 30,
			},
			{
				N: 2, Offer: "hotel", Name: "honeymoon", Title: "Sample Harbour House 見本, in Mock City", What: "Sample Harbour House 見本", Which: "in Mock City", Day: date(2027, 4, 1), Rule: watchview.Rule{Kind: "drop", Target: eur("404.7"), Percent: "5"},
				Met: true, State: watchview.Seen, Status: "seen", AsOf: date(2027, 2, 1), Age: "2 h", Last: eur("398"), Lowest: eur("398"), Highest: eur("440"), Passes: 3, Searches: 3,
			},
			{
				N: 4, Offer: "fare", Title: "AAA–CCC, EX, sold by Mock Agency, 09:00–11:10", What: "AAA–CCC, EX", Which: "sold by Mock Agency, 09:00–11:10", Day: date(2027, 2, 8), Rule: watchview.Rule{Kind: "any"}, State: watchview.Gone, Status: "gone",
				AsOf: date(2027, 2, 1), Age: "2 h", Last: usd("99"), Lowest: usd("99"), Highest: usd("120"), Passes: 2,
			},
			{
				N: 5, Offer: "rate", Title: "Model Garden Rooms, Double, breakfast", What: "Model Garden Rooms", Which: "Double, breakfast", Day: date(2027, 5, 2), Rule: watchview.Rule{Kind: "any"}, State: watchview.Failed, Status: "failed",
				Why: "503 upstream_unavailable", AsOf: date(2027, 2, 1), Age: "2 h", Passes: 1,
			},
			{N: 12, Offer: "trip", Title: "AAA–BBB, EX, 07:00–09:10", What: "AAA–BBB, EX", Which: "07:00–09:10", Day: date(2027, 1, 12), Rule: watchview.Rule{Kind: "below", Target: usd("80")}, State: watchview.Over, Status: "closed", Prices: []offer.Money{usd("91"), usd("91")}, Last: usd("91"), Lowest: usd("91"), Highest: usd("91")},
			{N: 13, Offer: "trip", Title: "AAA–BBB, EX, 07:00–09:10", What: "AAA–BBB, EX", Which: "07:00–09:10", Day: date(2027, 6, 12), Rule: watchview.Rule{Kind: "below", Target: usd("80")}, Last: usd("91"), Lowest: usd("91"), Highest: usd("91")},
		},
	}
	for i := range 41 {
		v.Watches[0].Prices = append(v.Watches[0].Prices, usd(strconv.Itoa(538+(i*i*7)%75)))
	}
	v.Watches[1].Prices = []offer.Money{eur("440"), eur("426"), eur("398")}
	v.Watches[2].Prices = []offer.Money{usd("120"), usd("99")}
	return v
}

func samplePass() watchview.Pass {
	usd := func(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "USD"} }
	at, rule := date(2027, 2, 1), watchview.Rule{Kind: "below", Target: usd("520")}
	event := func(n int, kind, before, now, change, percent string) watchview.Event {
		e := watchview.Event{
			N: n, Offer: "trip", Title: "AAA–BBB and back, EX, out 16:25–19:45, back 10:00–20:55", Day: date(2027, 3, 12), Kind: kind, Rule: rule, Change: change, Percent: percent, At: at,
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
		About: []string{"8", "3 searches spent", "6 of 10 searches left this minute"}, Notes: []string{"1 watch is closed, since the day has passed."},
		Next: []string{"travel flights results SEARCH", "travel watch history 1"},
		Events: []watchview.Event{
			event(1, "cheaper", "612.5", "498", "-114.5", "-18.7"), event(2, "dearer", "541", "560.2", "19.2", "3.5"), event(3, "unchanged", "541", "541", "0", "0.0"),
			event(4, "gone", "99", "", "", ""), event(5, "back", "99", "97", "-2", "-2.0"), event(6, "closed", "91", "", "", ""), event(7, "failed", "91", "", "", ""), event(8, "unasked", "", "", "", ""),
		},
	}
	v.Events[0].Fired, v.Events[0].Name = true, "honeymoon"
	v.Events[4].Fired, v.Events[4].Rule = true, watchview.Rule{Kind: "any"}
	v.Events[3].Why, v.Events[6].Why = "no seller has it any more", "503 upstream_unavailable; try again in 60 s"
	v.Events[7].Why = "1 search was made, as many as --max-searches allows"
	return v
}

func sampleHistory(points int) watchview.History {
	v := watchview.History{Watch: sampleWatches().Watches[0], Next: []string{"travel watch run 1"}}
	for i := range points {
		p := watchview.Point{
			At: time.Date(2027, 1, 2, 7, 7, 0, 0, time.UTC).Add(time.Duration(i) * 6 * time.Hour), Pass: "p" + strconv.Itoa(i), State: "seen", Spent: i%2 == 0,
			Price: offer.Money{Amount: strconv.Itoa(538 + (i*i*7)%75), Currency: "USD"}, SearchID: "s1", Market: "AA", Fired: i == 3,
		}
		switch i % 9 {
		case 5:
			p.State, p.Price, p.Why = "gone", offer.Money{}, "no seller has it any more"
		case 7:
			p.State, p.Price, p.Class, p.Why = "failed", offer.Money{}, "network", "the service was not reached"
		}
		v.Points = append(v.Points, p)
	}
	return v
}

func watchViews() map[string]func() View {
	return map[string]func() View{
		"watches": func() View { return new(sampleWatches()) },
		"watches_none": func() View {
			return &watchview.List{Notes: []string{"Nothing is watched yet."}, Next: []string{"travel watch add trip:2 --below 450"}}
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
