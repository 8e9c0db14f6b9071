package kept

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Store holds the kept offers of a profile.
type Store struct{ store.Table[Kept] }

// Open returns the store of a profile in a state directory.
func Open(home store.Home, profile string) *Store {
	return &Store{store.Table[Kept]{
		Home: home.In("kept", store.Key(profile)),
		All:  "what is kept",
		Name: func(n string) string { return Prefix + n },
		Check: func(n string, k *Kept) error {
			k.N, _ = strconv.Atoi(n) // as all keys are
			return k.Check()
		},
	}}
}

// Listing is all kept offers, by number, and the files that could not be read.
type Listing = store.Listing[Kept]

// Add saves offers under new numbers, all of them or none. A taken name is a usage error.
func (s *Store) Add(ctx context.Context, all ...Kept) ([]Kept, error) {
	all = slices.Clone(all)
	doing := fmt.Sprintf("keep %d offers", len(all))
	if len(all) == 1 {
		doing = "keep the " + Word(all[0].Kind)
	}
	return all, s.Update(ctx, doing, func(l Listing) error {
		for i, k := range all {
			if err := free(append(slices.Clone(l.All), all[:i]...), k.Name, -1); err != nil {
				return err
			}
		}
		first, err := s.Table.Add(all...)
		for i := range all {
			all[i].N = first + i
		}
		return err
	})
}

// free returns a usage error if another offer than number n has the name.
func free(all []Kept, name string, n int) error {
	for _, k := range all {
		if name != "" && k.Name == name && k.N != n {
			return Taken(k)
		}
	}
	return nil
}

// Taken returns the usage error for a name that an offer already has.
func Taken(by Kept) error {
	return problem.Usagef("the name %s is taken by %s", by.Name, by.Row()).
		Do("give another name, or forget that one first", "kept.forget", by.Name)
}

// Change changes a kept offer. It is an error if the offer was forgotten meanwhile.
func (s *Store) Change(ctx context.Context, n int, change func(*Kept) error) (changed Kept, err error) {
	key := strconv.Itoa(n)
	err = s.Update(ctx, "change "+Prefix+key, func(l Listing) error {
		if changed, err = Find(l, Prefix+key); err != nil {
			return err
		}
		if err := change(&changed); err != nil {
			return err
		}
		if err := free(l.All, changed.Name, n); err != nil {
			return err
		}
		return s.Put(key, changed)
	})
	return changed, err
}

// Forget deletes kept offers. It ignores those that do not exist.
func (s *Store) Forget(ctx context.Context, all []Kept) error {
	var keys []string
	for _, k := range all {
		keys = append(keys, strconv.Itoa(k.N))
	}
	return s.Failed("forget", s.Hold(ctx, func() error { return s.Remove(keys...) }))
}

// Find returns the kept offer for "kept:2", "kept:lisbon", "2" or "lisbon". If there is none, the usage error
// names those that are kept. If the file of a number could not be read, the error says why.
func Find(l Listing, text string) (Kept, error) {
	bare := strings.TrimPrefix(text, Prefix)
	if n, err := strconv.Atoi(bare); err == nil {
		if k, found, err := l.Find(n); found || err != nil {
			return k, err
		}
	} else if k, ok := Named(l, bare); ok {
		return k, nil
	}
	have, way := "nothing is kept yet", problem.Do("keep a row of a list first", "keep", "trip:2")
	if len(l.All) > 0 {
		var names []string
		for _, k := range l.All[:min(len(l.All), 5)] {
			names = append(names, k.Title())
		}
		have, way = "kept are "+words.And(names), problem.Do("see", "kept")
		if more := len(l.All) - len(names); more > 0 {
			have += fmt.Sprintf(" and %d more", more)
		}
	}
	return Kept{}, problem.Usagef("%s is not kept; %s", words.Quote(text), have).Next(way)
}

// Named returns the kept offer with that name.
func Named(l Listing, name string) (Kept, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	i := slices.IndexFunc(l.All, func(k Kept) bool { return k.Name == name && name != "" })
	if i < 0 {
		return Kept{}, false
	}
	return l.All[i], true
}
