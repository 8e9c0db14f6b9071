package offers

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// KeepRequest says which rows to keep.
type KeepRequest struct {
	Rows []string // as typed
	Name string   // optional, if there is one row
	Note string   // optional
}

// Done is the result of keeping one offer.
type Done struct {
	kept.Kept
	Already bool   // it was kept before
	Was     string // its old name, if it got another
}

// Keep saves rows of any lists, all of them or none, with their full details if their searches live. It never makes a
// search. An offer that is kept already gets the name and the note of the request.
func Keep(ctx context.Context, d *desk.Desk, r KeepRequest) ([]Done, error) {
	var err error
	if r.Note, err = CheckNote("--note", r.Note); err != nil {
		return nil, err
	}
	if r.Name != "" {
		if r.Name, err = checkName(d, r.Name); err != nil {
			return nil, err
		}
		if len(r.Rows) > 1 {
			return nil, problem.Usagef("--as names one offer, and %d rows are given; keep them one by one", len(r.Rows))
		}
	}
	var all []kept.Offer
	for _, text := range r.Rows {
		o, err := Named(ctx, d, "ROW", text)
		if err != nil {
			return nil, err
		}
		if err := o.Lacks(); err != nil { // it could not be found again
			return nil, problem.Error{Err: err, Text: "ROW " + words.Quote(text) + ": " + err.Error()}.AdvisedAs(err)
		}
		if slices.ContainsFunc(all, o.Same) {
			return nil, problem.Usagef("ROW %s is named twice; give each row once", words.Quote(text))
		}
		all = append(all, o)
	}
	have, err := d.KeptList()
	if err != nil {
		return nil, err
	}
	if by, taken := kept.Named(have, r.Name); taken && !by.Same(all[0]) {
		return nil, kept.Taken(by)
	}
	store := d.Keeping()
	done := make([]Done, len(all))
	var fresh []kept.Kept
	for i, o := range all {
		if done[i].Kept, done[i].Already = same(have, o); !done[i].Already {
			fresh = append(fresh, kept.Kept{Name: r.Name, Note: r.Note, At: d.Now().UTC(), Offer: o})
		}
	}
	if err := inFull(ctx, d, fresh); err != nil {
		return nil, err
	}
	if len(fresh) > 0 {
		if fresh, err = store.Add(ctx, fresh...); err != nil {
			return nil, err
		}
	}
	for i, found := range all {
		one := &done[i]
		if !one.Already {
			one.Kept, fresh = fresh[0], fresh[1:]
			continue
		}
		was := one.Name
		again := !one.Same(found) && found.List.Made.After(one.List.Made)
		if !again && r.Name == "" && r.Note == "" {
			continue
		}
		one.Kept, err = store.Change(ctx, one.N, func(k *kept.Kept) error {
			if again { // a later search found it: record its price there
				k.FoundAgain(found.List, found.Row.Offer, found.List.Made)
			}
			noted(k, r.Name, r.Note)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if was != one.Name {
			one.Was = was
		}
	}
	return done, nil
}

// noted sets the name and the note of a kept offer, if they are given.
func noted(k *kept.Kept, name, note string) {
	k.Name = cmp.Or(name, k.Name)
	if k.Note = cmp.Or(note, k.Note); note == NoNote {
		k.Note = ""
	}
}

// CheckNote checks a note and reduces it to one line. flag is the flag that it was given with.
func CheckNote(flag, text string) (string, error) {
	text = strings.TrimSpace(clean.Line(text))
	if n := utf8.RuneCountInString(text); n > kept.MaxNote {
		return "", problem.Usagef("%s has %d characters; give at most %d", flag, n, kept.MaxNote)
	}
	return text, nil
}

// checkName checks and folds a name, which must not be the id of a listed row.
func checkName(d *desk.Desk, text string) (string, error) {
	name, err := kept.CheckName("--as", text)
	if _, listed := d.OfferByID(name); listed && err == nil {
		err = problem.NotAccepted("--as", text, "another name; a row of a list here has this as its id")
	}
	return name, err
}

// inFull reads the details of offers that are not kept yet. An offer whose read fails is kept without them.
func inFull(ctx context.Context, d *desk.Desk, all []kept.Kept) error {
	failed := make([]error, len(all))
	err := d.Each(ctx, len(all), func(ctx context.Context, i int) error {
		all[i].Offer, failed[i] = Detail(ctx, d, all[i].Offer)
		return nil
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	for i, err := range failed {
		if _, planned := errors.AsType[apiclient.PlannedError](err); planned {
			return err // a dry run keeps nothing
		}
		if err != nil {
			d.Report.Warn(all[i].What() + " is kept without its details: " + err.Error())
		}
	}
	return nil
}

// same returns the kept offer that equals an offer, even if another search found it.
func same(l kept.Listing, o kept.Offer) (kept.Kept, bool) {
	i := slices.IndexFunc(l.All, func(k kept.Kept) bool { return k.Same(o) })
	if i < 0 {
		i = slices.IndexFunc(l.All, func(k kept.Kept) bool { return k.Again(o) })
	}
	if i < 0 {
		return kept.Kept{}, false
	}
	return l.All[i], true
}

// Note sets the name and the note of a kept offer. "" leaves them as they are, and NoNote removes the note. CheckNote
// must have checked the note.
func Note(ctx context.Context, d *desk.Desk, k kept.Kept, name, note string) (kept.Kept, error) {
	var err error
	if name != "" {
		if name, err = checkName(d, name); err != nil {
			return k, err
		}
	}
	return d.Keeping().Change(ctx, k.N, func(k *kept.Kept) error {
		noted(k, name, note)
		return nil
	})
}

// NoNote is the note that removes a note.
const NoNote = "-"

// Find returns the kept offers for some arguments, without duplicates, or all of them if there are none.
func Find(d *desk.Desk, texts []string) ([]kept.Kept, error) {
	l, err := d.KeptList()
	if err != nil || len(texts) == 0 {
		return l.All, err
	}
	var all []kept.Kept
	for _, text := range texts {
		k, err := kept.Find(l, text)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(have kept.Kept) bool { return have.N == k.N }) {
			all = append(all, k)
		}
	}
	return all, nil
}
