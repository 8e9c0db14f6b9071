package kept

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/shelf"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
)

// Store is what a profile keeps. Nothing of it need exist.
type Store struct{ shelf shelf.Shelf[Kept] }

// Open names the place of a profile below the state directory; "" is nowhere.
func Open(state, profile string) *Store {
	s := &Store{shelf.Shelf[Kept]{Of: "what is kept", Most: maxFileBytes, Parse: func(text []byte) (Kept, int, error) {
		k, err := Parse(text)
		return k, k.N, err
	}}}
	if state != "" {
		s.shelf.Dir = filepath.Join(state, "kept", recall.FileSafe(profile))
	}
	return s
}

// Still is the same store, in which nothing changes.
func (s *Store) Still() *Store {
	own := *s
	own.shelf.Still = true
	return &own
}

// Dir is where the files lie, "" for nowhere.
func (s *Store) Dir() string { return s.shelf.Dir }

// Trouble is a file that could not be taken.
type Trouble struct{ shelf.Trouble }

// Listing is what is kept, by number, and the files that could not be taken.
type Listing struct {
	All     []Kept
	Trouble []Trouble
}

// numbers are those that lie there.
func (l Listing) numbers() (all []int) {
	for _, k := range l.All {
		all = append(all, k.N)
	}
	for _, t := range l.Trouble {
		all = append(all, t.N)
	}
	return all
}

// List reads all that is kept. A damaged file is moved aside; what was moved is told once.
func (s *Store) List() (Listing, error) {
	all, trouble, err := s.shelf.Read()
	l := Listing{All: all}
	for _, t := range trouble {
		l.Trouble = append(l.Trouble, Trouble{t})
	}
	return l, err
}

// change does something with what is kept, while no other command changes it.
func (s *Store) change(ctx context.Context, doing string, do func(Listing) error) error {
	if s.shelf.Dir == "" {
		return s.shelf.Fault(doing, recall.ErrNowhere)
	}
	return s.shelf.Fault(doing, s.shelf.Change(ctx, func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		return do(l)
	}))
}

// Add keeps offers under new numbers, all of them or none. A name that is taken is a NameError.
func (s *Store) Add(ctx context.Context, all ...Kept) ([]Kept, error) {
	var added []Kept
	err := s.change(ctx, "keep "+what(all), func(l Listing) error {
		if len(l.All)+len(all) > MaxKept {
			return problem.UsageError{
				Text: fmt.Sprintf("%d offers are kept already, and %d is the most", len(l.All), MaxKept), Hint: "forget some first: travel kept forget N",
			}
		}
		last := s.shelf.Last(l.numbers()...)
		for i, k := range all {
			k.N = last + 1 + i
			if err := free(append(slices.Clone(l.All), added...), k.Name, k.N); err != nil {
				return err
			}
			added = append(added, k)
		}
		return s.put(added)
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

func what(all []Kept) string {
	if len(all) == 1 {
		return "the " + Word(all[0].Kind)
	}
	return fmt.Sprintf("%d offers", len(all))
}

// put writes new files, all of them or none.
func (s *Store) put(all []Kept) error {
	texts := make([][]byte, len(all))
	for i, k := range all {
		text, err := encode(k)
		if err != nil {
			return err
		}
		texts[i] = text
	}
	if s.shelf.Still || len(all) == 0 {
		return nil
	}
	if err := s.shelf.Count(all[len(all)-1].N); err != nil {
		return err
	}
	for i, k := range all {
		if err := disk.ReplaceForGood(s.shelf.Path(k.N), texts[i]); err != nil {
			for _, done := range all[:i] {
				_ = os.Remove(s.shelf.Path(done.N))
			}
			return err
		}
	}
	return nil
}

// NameError is a name that another kept offer has.
type NameError struct {
	problem.UsageError
	By Kept
}

// free refuses a name that another offer has.
func free(all []Kept, name string, n int) error {
	i := slices.IndexFunc(all, func(k Kept) bool { return name != "" && k.Name == name && k.N != n })
	if i < 0 {
		return nil
	}
	return Taken(all[i])
}

// Taken says that the name of an offer cannot be given to another.
func Taken(by Kept) error {
	return NameError{problem.UsageError{
		Text: fmt.Sprintf("the name %s is taken by %s", by.Name, by.Row()),
		Hint: fmt.Sprintf("give another name, or forget that one first: travel kept forget %s", by.Name),
	}, by}
}

// Change changes one that is kept. It is an error if it was forgotten meanwhile.
func (s *Store) Change(ctx context.Context, n int, change func(*Kept) error) (Kept, error) {
	var changed Kept
	err := s.change(ctx, fmt.Sprintf("change kept:%d", n), func(l Listing) error {
		i := slices.IndexFunc(l.All, func(k Kept) bool { return k.N == n })
		if i < 0 {
			return Missing(Prefix+strconv.Itoa(n), l)
		}
		changed = l.All[i]
		if err := change(&changed); err != nil {
			return err
		}
		changed.N = n
		if err := free(l.All, changed.Name, n); err != nil {
			return err
		}
		text, err := encode(changed)
		if err != nil || s.shelf.Still {
			return err
		}
		return disk.ReplaceForGood(s.shelf.Path(n), text)
	})
	return changed, err
}

// Forget deletes kept offers. What is gone already is no error.
func (s *Store) Forget(ctx context.Context, numbers ...int) error {
	return s.change(ctx, "forget", func(l Listing) error {
		var paths []string
		for _, n := range numbers {
			paths = append(paths, s.shelf.Path(n))
		}
		return s.shelf.Remove(s.shelf.Last(l.numbers()...), paths...)
	})
}
