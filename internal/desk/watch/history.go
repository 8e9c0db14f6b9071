package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/shelf"
	"travel.example/travel/internal/disk"
)

// Bounds of a history. A pass every six hours fills the points in more than three years; the oldest go
// then.
const (
	maxPoints   = 5000
	keptPoints  = 4000
	maxHistory  = 4 << 20 // bytes
	maxPointLen = 4 << 10
	maxWhy      = 300
)

func (s *Store) historyPath(n int) string {
	return filepath.Join(s.shelf.Dir, strconv.Itoa(n)+".ndjson")
}

// parsePoint reads a line of a history.
func parsePoint(line []byte) (Point, error) {
	var p Point
	if len(line) > maxPointLen {
		return p, errors.New("a line is longer than 4 KiB")
	}
	if err := strict(line, &p); err != nil {
		return p, fmt.Errorf("a line is not as travel writes it: %w", err)
	}
	return p, p.check()
}

// check refuses a point that no pass would have written.
func (p Point) check() error {
	_, priced := number(p.price().Amount)
	switch {
	case p.Pass == "" || p.At.IsZero():
		return errors.New("a line has no pass or no time")
	case p.State == Seen && (!priced || p.Price.Currency == ""):
		return errors.New("a line has no price")
	case p.State == Seen:
		return nil
	case p.Price != nil:
		return errors.New("a line has a price and no offer")
	case p.State == Gone, p.State == Failed, p.State == Closed:
		return nil
	}
	return errors.New("a line does not say what was found")
}

// History is what passes found of a watch, the oldest first; none before the first pass. What a crash left
// of a last line is left out. A damaged file is moved aside whole, and the history begins again.
func (s *Store) History(ctx context.Context, n int) ([]Point, *Trouble, error) {
	points, err := s.points(n)
	if damaged, ok := errors.AsType[damagedError](err); ok {
		var trouble *Trouble
		err = s.change(ctx, "read a history", func() error {
			points, err = s.points(n) // it may be another file by now
			if again, ok := errors.AsType[damagedError](err); ok {
				trouble, err = s.setAside(n, again.error), nil
			}
			return err
		})
		if trouble == nil && err != nil {
			trouble, err = &Trouble{shelf.Trouble{N: n, Path: s.historyPath(n), Why: damaged.error}, true}, nil
		}
		return points, trouble, err
	}
	return points, nil, s.fault(fmt.Sprintf("read the history of watch %d", n), err)
}

// damagedError is a file that says what no store writes.
type damagedError struct{ error }

// points reads a history while a pass may add to it.
func (s *Store) points(n int) ([]Point, error) {
	text, err := disk.ReadUpTo(s.historyPath(n), maxHistory+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, disk.ErrIrregular):
		return nil, damagedError{err}
	case err != nil:
		return nil, err
	case len(text) > maxHistory:
		return nil, damagedError{errors.New("it is larger than 4 MiB")}
	}
	var points []Point
	for line := range bytes.Lines(text) {
		if line[len(line)-1] != '\n' {
			break // it is being written, or a crash left it
		}
		p, err := parsePoint(line)
		if err != nil {
			return nil, damagedError{fmt.Errorf("line %d: %w", len(points)+1, err)}
		}
		points = append(points, p)
	}
	return points, nil
}

// add adds a point to the history of a watch; it is kept for good then. One that was removed meanwhile gets
// none: false.
func (s *Store) add(ctx context.Context, n int, p Point) (added bool, err error) {
	if s.shelf.Still {
		return true, nil
	}
	if len(p.Why) > maxWhy {
		p.Why = strings.ToValidUTF8(p.Why[:maxWhy], "")
	}
	line, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	err = s.change(ctx, "keep what was found", func() error {
		if _, err := os.Stat(s.shelf.Path(n)); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		added = true
		if err := s.trim(n); err != nil {
			return err
		}
		return s.append(n, p.Pass, line)
	})
	return added && err == nil, err
}

// append adds a line, unless the pass has one already.
func (s *Store) append(n int, pass string, line []byte) error {
	had := false
	log, err := disk.OpenLog(s.historyPath(n), func(_ int64, record []byte) error {
		p, err := parsePoint(record)
		had = had || p.Pass == pass
		return err
	})
	if err != nil {
		return err
	}
	if !had {
		_, err = log.Append(line)
	}
	return errors.Join(err, log.Close())
}

// trim makes room in a history that is as long as it may be.
func (s *Store) trim(n int) error {
	points, err := s.points(n)
	if damaged, ok := errors.AsType[damagedError](err); ok {
		s.setAside(n, damaged.error)
		return nil
	}
	if err != nil || len(points) < maxPoints {
		return err
	}
	var text []byte
	for _, p := range points[len(points)-keptPoints:] {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	return disk.ReplaceForGood(s.historyPath(n), text)
}

// Extremes are the lowest and the highest price of a history with the price at adding; false where no
// price is known.
func (w Watch) Extremes(history []Point) (lowest, highest Point, ok bool) {
	take := func(p Point) {
		switch {
		case !ok:
			lowest, highest, ok = p, p, true
		case less(p.price(), lowest.price()):
			lowest = p
		case less(highest.price(), p.price()):
			highest = p
		}
	}
	if first := Amount(w.Price()); first != nil {
		take(Point{At: w.At, State: Seen, Price: first})
	}
	for _, p := range history {
		if p.State == Seen {
			take(p)
		}
	}
	return lowest, highest, ok
}

// less compares two prices of one watch.
func less(a, b search.Price) bool {
	x, fine := number(a.Amount)
	y, ok := number(b.Amount)
	return fine && ok && a.Currency == b.Currency && x.Cmp(y) < 0
}
