package trips

import (
	"errors"
	"slices"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// begin starts a job in which a search may be made again, and shows its progress.
func begin(s *stage.Stage, job stage.Job) *stage.Job {
	job.Seen = func(seen desk.Snapshot) {
		if made, ok := seen.Value.(search.FlightSnapshot); ok && seen.Renewing && made.Results != nil {
			job.What = "searching again, " + present.TripsSoFar(made.Results.Metadata)
		}
	}
	return s.Do(&job)
}

// failed shows an error. For an expired search it says which key makes it again. If the new search lacks the item, it
// offers the nearest ones in a menu and calls take with the chosen one.
func failed(s *stage.Stage, of recall.List, err error, take func(problem.Candidate)) {
	if s.Expired(err) {
		return
	}
	near, ok := errors.AsType[desk.NearError](err)
	if !ok || len(near.Candidates) == 0 || take == nil {
		s.Failed(err)
		return
	}
	menu := stage.MenuOptions{Title: near.Title, Take: func(i int) { take(near.Candidates[i]) }}
	for i, c := range near.Candidates {
		price := offer.Money{Amount: c.Amount, Currency: c.Currency}.Text(of.Terms.Locale)
		menu.Rows = append(menu.Rows, slices.Concat([]string{price}, near.Cells[i], []string{c.Why}))
	}
	s.Push(stage.NewMenu(s, menu))
	s.Warn(words.UpperFirst(near.Error()) + ".")
}
