package desk

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// Keeping returns the store of kept offers. It is read-only in a dry run. If the settings cannot be read, the store
// fails with their error.
func (d *Desk) Keeping() *kept.Store {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return &kept.Store{Table: store.Table[kept.Kept]{Fault: err}}
	}
	s := kept.Open(cfg.StateDir(), cfg.Profile())
	s.Still, s.Place = d.Deployment.Plan() != nil, cfg.Unkept
	return s
}

// KeptList reads all kept offers. It warns of each file that could not be read.
func (d *Desk) KeptList() (kept.Listing, error) {
	l, err := d.Keeping().List()
	for _, t := range l.Trouble {
		d.Report.Warn(t.Error())
	}
	return l, err
}

// Kept returns the kept offer with a number or name, with or without "kept:" before it.
func (d *Desk) Kept(text string) (kept.Kept, error) {
	l, err := d.KeptList()
	if err != nil {
		return kept.Kept{}, err
	}
	return kept.Find(l, text)
}

// FoundAgain records where a kept offer was found again and its price there, so that no other search is spent on it.
// It does nothing for an offer that is not kept.
func (d *Desk) FoundAgain(ctx context.Context, p Pick, list recall.List, row recall.Row) {
	if p.Kept == "" {
		return
	}
	l, err := d.KeptList()
	k, findErr := kept.Find(l, p.Kept)
	if err != nil || findErr != nil {
		return // it was forgotten meanwhile
	}
	d.changeKept(ctx, k.N, func(k *kept.Kept) error {
		k.FoundAgain(list, row, d.Now())
		return nil
	})
}

// keptRenewed records in kept offers that their search was replaced by a new one.
func (d *Desk) keptRenewed(ctx context.Context, old search.Ref, id string, made time.Time) {
	l, err := d.Keeping().List()
	if err != nil {
		return // reported by the command that needs it
	}
	for _, k := range l.All {
		if k.List.Search.ID == old.ID {
			d.changeKept(ctx, k.N, func(k *kept.Kept) error {
				k.List.Search.RenewedTo, k.List.Search.RenewedAt = id, made
				return nil
			})
		}
	}
}

// changeKept changes a kept offer. A failure is only reported, because nothing else depends on it.
func (d *Desk) changeKept(ctx context.Context, n int, change func(*kept.Kept) error) {
	if _, err := d.Keeping().Change(context.WithoutCancel(ctx), n, change); err != nil {
		d.Report.Notice(fmt.Sprintf("kept:%d does not learn its new search: %v", n, err))
	}
}
