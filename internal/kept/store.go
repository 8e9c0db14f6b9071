package kept

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Store is what a profile keeps. Nothing of it need exist.
type Store struct{ table store.Table[Kept] }

// Open names the place of a profile below the state directory; "" is nowhere. place names the directory that takes
// nothing as the cause of an error, nil for another error.
func Open(state, profile string, place func(error) error) *Store {
	s := &Store{store.Table[Kept]{
		Name: func(n string) string { return Prefix + n }, Place: place,
		Check: func(n string, k *Kept) (err error) {
			if k.N, err = strconv.Atoi(n); err != nil {
				return err
			}
			return k.Check()
		},
	}}
	if state != "" {
		s.table.Dir = filepath.Join(state, "kept", store.Key(profile))
	}
	return s
}

// Broken is a store of which nothing can be read or kept, for that reason.
func Broken(err error) *Store { return &Store{store.Table[Kept]{Fault: err}} }

// Still is the same store, in which nothing changes.
func (s *Store) Still() *Store {
	own := *s
	own.table.Still = true
	return &own
}

// Listing is what is kept, by number, and the files that could not be taken.
type Listing struct {
	All     []Kept
	Trouble []*store.Trouble
}

// List reads all that is kept. A damaged file is moved aside; what was moved is told once.
func (s *Store) List() (l Listing, err error) {
	l.All, l.Trouble, err = s.table.All()
	return l, s.table.Failed("read what is kept", err)
}

// change does something with what is kept, while no other command changes it.
func (s *Store) change(ctx context.Context, doing string, do func(Listing) error) error {
	return s.table.Failed(doing, s.table.Hold(ctx, func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		return do(l)
	}))
}

// Add keeps offers under new numbers, all of them or none. A name that is taken is a usage error.
func (s *Store) Add(ctx context.Context, all ...Kept) ([]Kept, error) {
	all = slices.Clone(all)
	doing := fmt.Sprintf("keep %d offers", len(all))
	if len(all) == 1 {
		doing = "keep the " + Word(all[0].Kind)
	}
	return all, s.change(ctx, doing, func(l Listing) error {
		if len(l.All)+len(all) > MaxKept {
			return problem.Usagef("%d offers are kept already, and %d is the most", len(l.All), MaxKept).
				Advise("forget some first: travel kept forget N")
		}
		for i, k := range all {
			if err := free(append(slices.Clone(l.All), all[:i]...), k.Name, -1); err != nil {
				return err
			}
		}
		first, err := s.table.Add(all...)
		for i := range all {
			all[i].N = first + i
		}
		return err
	})
}

// free refuses a name that an offer of another number has.
func free(all []Kept, name string, n int) error {
	i := slices.IndexFunc(all, func(k Kept) bool { return name != "" && k.Name == name && k.N != n })
	if i < 0 {
		return nil
	}
	return Taken(all[i])
}

// Taken says that the name of an offer cannot be given to another.
func Taken(by Kept) error {
	return problem.Usagef("the name %s is taken by %s", by.Name, by.Row()).
		Advise("give another name, or forget that one first: travel kept forget " + by.Name)
}

// Change changes one that is kept. It is an error if it was forgotten meanwhile.
func (s *Store) Change(ctx context.Context, n int, change func(*Kept) error) (changed Kept, err error) {
	key := strconv.Itoa(n)
	err = s.change(ctx, "change "+Prefix+key, func(l Listing) error {
		if changed, err = l.Find(Prefix + key); err != nil {
			return err
		}
		if err := change(&changed); err != nil {
			return err
		}
		if err := free(l.All, changed.Name, n); err != nil {
			return err
		}
		return s.table.Put(key, changed)
	})
	return changed, err
}

// Forget deletes kept offers. What is gone already is no error.
func (s *Store) Forget(ctx context.Context, numbers ...int) error {
	return s.table.Failed("forget", s.table.Hold(ctx, func() error {
		for _, n := range numbers {
			if err := s.table.Remove(strconv.Itoa(n)); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Find is the kept offer that a text names: "kept:2", "kept:lisbon", "2" or "lisbon". Nothing found is a
// usage error; a file of a newer version, or one that is damaged, is told by name.
func (l Listing) Find(text string) (Kept, error) {
	bare := strings.TrimPrefix(text, Prefix)
	if n, err := strconv.Atoi(bare); err == nil {
		for _, t := range l.Trouble {
			if t.Key == bare {
				return Kept{}, t
			}
		}
		if i := slices.IndexFunc(l.All, func(k Kept) bool { return k.N == n }); i >= 0 {
			return l.All[i], nil
		}
		return Kept{}, Missing(text, l)
	}
	if k, ok := l.Named(bare); ok {
		return k, nil
	}
	return Kept{}, Missing(text, l)
}

// Named is the kept offer of that name.
func (l Listing) Named(name string) (Kept, bool) {
	name = FoldName(name)
	i := slices.IndexFunc(l.All, func(k Kept) bool { return k.Name == name && name != "" })
	if i < 0 {
		return Kept{}, false
	}
	return l.All[i], true
}

// Missing says that nothing of that name or number is kept, and what is.
func Missing(text string, l Listing) error {
	have, hint := "nothing is kept yet", "keep a row of a list first: travel keep trip:2"
	if len(l.All) > 0 {
		var names []string
		for _, k := range l.All[:min(len(l.All), 5)] {
			names = append(names, k.Title())
		}
		have, hint = "kept are "+words.And(names), "see: travel kept"
		if more := len(l.All) - len(names); more > 0 {
			have += fmt.Sprintf(" and %d more", more)
		}
	}
	return problem.Usagef("%s is not kept; %s", words.Quote(text), have).Advise(hint)
}
