package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/kept"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/store"
)

// Store holds the watches of a profile, each in a file N.json with its history in N.ndjson.
type Store struct{ store.Table[watched.Watch] }

// Open returns the store of a profile in a state directory.
func Open(home store.Home, profile string) *Store {
	return &Store{store.Table[watched.Watch]{
		Home: home.In("watches", store.Key(profile)),
		All:  "the watches",
		Name: func(n string) string { return "watch " + n },
		Check: func(n string, w *watched.Watch) error {
			w.N, _ = strconv.Atoi(n) // every key is a number
			return w.Offer.Check()
		},
	}}
}

// find returns the watch with a number.
func find(l store.Listing[watched.Watch], n int) (watched.Watch, error) {
	if w, found, err := l.Find(n); found || err != nil {
		return w, err
	}
	have, way := "nothing is watched yet", problem.Do("watch a row of a list", "watch.add", "trip:2")
	if len(l.All) > 0 {
		var numbers []string
		for _, w := range l.All[:min(len(l.All), 8)] {
			numbers = append(numbers, strconv.Itoa(w.N))
		}
		if more := len(l.All) - len(numbers); more > 0 {
			numbers = append(numbers, fmt.Sprintf("and %d more", more))
		}
		have, way = "there are "+strings.Join(numbers, ", "), problem.Do("see", "watch.list")
	}
	return watched.Watch{}, problem.Usagef("N %d is not a watch; %s", n, have).Next(way)
}

// Add saves a watch under a new number. A second watch of the same offer with the same rule is a usage error.
func (s *Store) Add(ctx context.Context, w watched.Watch) (watched.Watch, error) {
	w.Offer.Detail, w.Offer.DetailAt = nil, time.Time{} // the row is enough to find it again
	err := s.Update(ctx, "add the watch", func(l store.Listing[watched.Watch]) (err error) {
		for _, have := range l.All {
			o := have.Offer
			alike := o.Kind == w.Offer.Kind && have.Rule == w.Rule && have.Terms() == w.Terms()
			if alike && (looked{Watch: have}).shares(looked{Watch: w}) && o.Alike(w.Offer) {
				return problem.Usagef("watch %d watches this %s already, by the same rule", have.N, w.Word()).Do("see", "watch.list")
			}
		}
		w.N, err = s.Table.Add(w)
		return err
	})
	return w, err
}

// Remove deletes watches and their histories, all of them or none. An unknown number is a usage error; a file that is
// damaged or of a newer version is not.
func (s *Store) Remove(ctx context.Context, numbers ...int) (gone []watched.Watch, err error) {
	err = s.Update(ctx, "remove the watch", func(l store.Listing[watched.Watch]) error {
		for _, n := range numbers {
			w, err := find(l, n)
			if _, damaged := errors.AsType[*store.Trouble](err); err != nil && !damaged {
				return err
			}
			w.N = n
			gone = append(gone, w)
		}
		for _, n := range numbers {
			if err := s.Table.Remove(strconv.Itoa(n)); err != nil {
				return err
			}
			if !s.Still {
				_ = os.Remove(s.historyPath(n)) // never read without its watch
			}
		}
		return nil
	})
	return gone, err
}

func (s *Store) historyPath(n int) string {
	return filepath.Join(s.Dir, strconv.Itoa(n)+".ndjson")
}

// historyLog identifies the file of a history.
const historyLog = "history of a watch"

// History returns the history of a watch, oldest first. An incomplete last line is left out. A damaged file is moved
// aside, and the history starts again.
func (s *Store) History(n int) ([]watched.Point, *store.Trouble, error) {
	called := fmt.Sprintf("the history of watch %d", n)
	points, err := store.ReadLog[watched.Point](s.historyPath(n), historyLog, called, s.Still)
	if trouble, ok := errors.AsType[*store.Trouble](err); ok {
		return nil, trouble, nil
	}
	return points, nil, s.Failed("read "+called, err)
}

// record appends a point to the history of a watch, unless the pass has one already. It returns false if the watch was
// removed meanwhile.
func (s *Store) record(ctx context.Context, n int, p watched.Point) (added bool, err error) {
	if s.Still {
		return true, nil
	}
	err = s.Hold(ctx, func() error {
		if _, err := os.Stat(s.Path(strconv.Itoa(n))); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		added = true
		had := false
		log, err := store.OpenLog(s.historyPath(n), historyLog, false, func(have watched.Point) { had = had || have.Pass == p.Pass })
		if err != nil {
			return err
		}
		if !had {
			err = log.Add(p)
		}
		return errors.Join(err, log.Close())
	})
	return added && err == nil, s.Failed("keep what was found", err)
}

// Watches is a list of watches, as printed as JSON.
type Watches struct {
	Watches  []watched.Listed `json:"watches"`
	Troubles []string         `json:"troubles,omitempty"` // messages about files that could not be read
}

// List returns all watches with their histories. It makes no request.
func List(d *desk.Desk) (Watches, error) {
	s, all := Open(d.Home()), Watches{Watches: []watched.Listed{}}
	l, err := s.List()
	if err != nil {
		return all, err
	}
	for _, t := range l.Trouble {
		all.Troubles = append(all.Troubles, t.Error())
	}
	for _, w := range l.All {
		history, trouble, err := s.History(w.N)
		if err != nil {
			return all, err
		}
		if trouble != nil {
			all.Troubles = append(all.Troubles, trouble.Error())
		}
		all.Watches = append(all.Watches, watched.ListedOf(w, history, d.Now()))
	}
	return all, nil
}

// History returns a watch with its history. An unknown number is a usage error.
func History(d *desk.Desk, n int) (watched.Past, *store.Trouble, error) {
	s := Open(d.Home())
	l, err := s.List()
	if err != nil {
		return watched.Past{}, nil, err
	}
	w, err := find(l, n)
	if err != nil {
		return watched.Past{}, nil, err
	}
	history, trouble, err := s.History(n)
	listed := watched.ListedOf(w, history, d.Now())
	return watched.Past{Watch: listed, History: append([]watched.Point{}, history...)}, trouble, err
}

// Add adds a watch. name is the name of the kept offer, or "". An invalid rule, an offer that cannot be found again and
// one whose day has passed are usage errors.
func Add(ctx context.Context, d *desk.Desk, offer kept.Offer, name string, typed watched.Typed) (watched.Listed, error) {
	if err := offer.Lacks(); err != nil {
		return watched.Listed{}, err
	}
	w := watched.Watch{Name: name, At: d.Now().UTC().Truncate(time.Second), Offer: offer}
	var err error
	if w.Rule, err = typed.Rule(w.Price()); err != nil {
		return watched.Listed{}, err
	}
	if offer.Past(d.Now()) {
		return watched.Listed{}, problem.Usagef("the day of this %s, %s, has passed; there is nothing left to watch", w.Word(), w.Day()).
			Advise("search for other days, and watch what you find")
	}
	if offer.Kind == recall.Trips && !offer.Row.Trip.Numbered() {
		// Two trips may differ only in their flight numbers. If they cannot be read, the watch works without.
		if w.Offer, err = offers.Detail(ctx, d, offer); err != nil {
			if problem.ClassOf(err) == problem.Interrupted {
				return watched.Listed{}, err
			}
			d.Report.Notice("the numbers of its flights are not known: " + err.Error())
		}
	}
	w, err = Open(d.Home()).Add(ctx, w)
	return watched.ListedOf(w, nil, d.Now()), err
}
