package desk

import (
	"context"
	"errors"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
)

// Days is what the words of a traveler for days are read by: in English, in the language of their settings
// and in that of their system.
func (d *Desk) Days() *ask.Days {
	return &ask.Days{Today: d.Now, Languages: func() []string {
		list := []string{d.Language}
		if cfg, err := d.Deployment.Config(); err == nil {
			list = append(list, cfg.Get("locale").Value)
		}
		return list
	}}
}

// Set reads a value of a request from text as a person types it; who is at the desk is asked which of
// several readings is meant. Where no one can answer, the error is a choice with all of them.
func (d *Desk) Set(ctx context.Context, q *ask.Values, wire, label, text string) error {
	err := q.Set(wire, label, text)
	several, ok := errors.AsType[ask.SeveralError](err)
	if !ok {
		return err
	}
	r, err := d.which(ctx, several)
	if err != nil {
		return err
	}
	return q.Mean(wire, several, r)
}

// Settle reads every text that was held, and asks about those that have several readings.
func (d *Desk) Settle(ctx context.Context, days *ask.Days) error {
	for held := days.Open(); len(held) > 0; held = days.Open() {
		for _, open := range held {
			r, err := d.which(ctx, open.SeveralError)
			if err != nil {
				return err
			}
			if err := open.Take(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// which asks which reading of a text is meant; there is none where nothing was read yet.
func (d *Desk) which(ctx context.Context, several ask.SeveralError) (ask.Reading, error) {
	if len(several.Readings) == 0 {
		return ask.Reading{}, nil
	}
	c := Choice{Title: several.Title()}
	for _, r := range several.Readings {
		c.Options = append(c.Options, Option{Name: r.Label, Code: several.Text(r)})
	}
	n, err := d.Ask.Choose(ctx, c)
	switch {
	case errors.Is(err, ErrNoOne):
		return ask.Reading{}, several
	case errors.Is(err, ErrNothing):
		return ask.Reading{}, problem.ChoiceError{Text: "nothing was chosen", Hint: several.Advice()}
	case err != nil:
		return ask.Reading{}, err
	}
	return several.Readings[n], nil
}

// An End is where a journey or a stay begins or ends: a parameter that is a day, and its argument.
type End struct{ Wire, Label string }

// SetDays reads the days of a journey or a stay as typed into a request, at least so many of them.
// The words of a day may stand apart where that can mean only one thing.
func (d *Desk) SetDays(ctx context.Context, q *ask.Values, typed []string, least int, ends ...End) error {
	labels := make([]string, len(ends))
	for i, end := range ends {
		labels[i] = end.Label
	}
	texts, err := q.Days().Join(typed, labels, least)
	if err != nil {
		return err
	}
	for i, text := range texts {
		err := d.Set(ctx, q, ends[i].Wire, ends[i].Label, text)
		if several, ok := errors.AsType[ask.SeveralError](err); ok && several.Readings[0].First != "" {
			several.Typed = strings.Join(texts, " ")
			return several
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Window reads days in a row as typed, see [ask.Days.Window]; who is at the desk is asked which of
// several readings is meant.
func (d *Desk) Window(ctx context.Context, days *ask.Days, label, text string, margin int) (ask.Window, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for {
		w, err := days.Window(label, text, margin)
		several, ok := errors.AsType[ask.SeveralError](err)
		if !ok || !strings.Contains(text, several.Given) {
			return w, err
		}
		r, err := d.which(ctx, several)
		if err != nil {
			return w, err
		}
		text = strings.Replace(text, several.Given, several.Text(r), 1)
	}
}
