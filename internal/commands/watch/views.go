package watch

import (
	"cmp"
	"strings"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/watchview"
	"travel.example/travel/internal/words"
)

// localeOf is how amounts are written: as the settings say, else as the service does.
func localeOf(run *cli.Run) func() string {
	return func() string {
		cfg, err := run.Config()
		if err != nil {
			return desk.ServiceLocale
		}
		return cmp.Or(cfg.Get("locale").Value, desk.ServiceLocale)
	}
}

// sentences are texts as sentences.
func sentences(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, words.UpperFirst(text)+".")
	}
	return list
}

func ruleOf(r watch.Rule, target offer.Money) watchview.Rule {
	return watchview.Rule{Kind: string(r.Kind), Target: target, Percent: r.Percent}
}

// watchOf lays a watch out for a person.
func watchOf(l watch.Listed, now time.Time) watchview.Watch {
	states := map[watch.State]watchview.State{watch.Seen: watchview.Seen, watch.Gone: watchview.Gone, watch.Failed: watchview.Failed, watch.Closed: watchview.Over}
	w := watchview.Watch{
		N: l.N, Offer: l.Offer, Name: l.Name, Title: l.Title, What: l.Watch.Offer.What(), Which: l.Watch.Offer.Which(), Day: words.Day(l.Day), Rule: ruleOf(l.Rule, l.Target), Met: l.Met,
		State: states[l.State], Status: string(l.State), Why: l.Why, Last: l.Last.Amount, Lowest: l.Lowest.Amount, Highest: l.Highest.Amount,
		Passes: l.Passes, Searches: l.Spent,
	}
	if !l.AsOf.IsZero() {
		w.AsOf, w.Age = l.AsOf, words.ShortAge(now.Sub(l.AsOf))
	}
	for _, p := range l.Points {
		w.Prices = append(w.Prices, p.Amount)
	}
	return w
}

// historyOf lays the history of a watch out for a person, in the time zone of this computer.
func historyOf(past watch.Past, now time.Time) watchview.History {
	v := watchview.History{Watch: watchOf(past.Watch, now)}
	v.Watch.Prices = nil
	for _, p := range past.History {
		if p.State == watch.Seen {
			v.Watch.Prices = append(v.Watch.Prices, p.Price)
		}
		v.Points = append(v.Points, watchview.Point{
			At: p.At.In(now.Location()), Pass: p.Pass, State: string(p.State), Price: p.Price, Spent: p.Spent, SearchID: p.SearchID,
			Market: p.Market, Fired: p.Fired, Class: p.Class, Why: p.Why,
		})
	}
	return v
}

// eventOf lays out what came of a watch.
func eventOf(e watch.Event) watchview.Event {
	why := e.Why
	if e.Error != nil {
		why = strings.TrimSuffix(e.Error.Detail+"; "+e.Error.Hint, "; ")
	}
	return watchview.Event{
		N: e.N, Offer: e.Offer, Name: e.Name, Title: e.Title, Day: words.Day(e.Day), Kind: string(e.Kind), Fired: e.Fired,
		Rule: ruleOf(e.Rule, e.Target), Before: e.Before, Now: e.Now, Change: e.Change, Percent: e.Percent, Why: why, At: e.At,
	}
}
