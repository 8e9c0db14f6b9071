package desk

import (
	"context"
	"errors"
	"strings"

	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/problem"
)

// Days is what the words of a traveler for days are read by: in English, in the language of their settings
// and in that of their system.
func (d *Desk) Days() *params.Days {
	return &params.Days{Today: d.Now, Languages: func() []string {
		list := []string{d.Language}
		if cfg, err := d.Deployment.Config(); err == nil {
			list = append(list, cfg.Get("locale").Value)
		}
		return list
	}}
}

// Set reads a value of a request from text as a person types it; who is at the desk is asked which of
// several readings is meant. Where no one can answer, the error is a choice with all of them.
func (d *Desk) Set(ctx context.Context, q *params.Values, wire, label, text string) error {
	err := q.Set(wire, label, text)
	several, ok := errors.AsType[params.SeveralError](err)
	if !ok {
		return err
	}
	value, err := d.which(ctx, several)
	if err != nil {
		return err
	}
	return q.Mean(wire, several, value)
}

// Settle asks about every text that was held because it has several readings.
func (d *Desk) Settle(ctx context.Context, days *params.Days) error {
	for _, open := range days.Open() {
		value, err := d.which(ctx, open.SeveralError)
		if err != nil {
			return err
		}
		if err := open.Take(value); err != nil {
			return err
		}
	}
	return nil
}

// which asks which reading of a text is meant.
func (d *Desk) which(ctx context.Context, several params.SeveralError) (string, error) {
	c := Choice{Title: several.Title()}
	for _, r := range several.Readings {
		c.Options = append(c.Options, Option{Name: r.Label, Code: r.Value})
	}
	n, err := d.Ask.Choose(ctx, c)
	switch {
	case errors.Is(err, ErrNoOne):
		return "", several
	case errors.Is(err, ErrNothing):
		return "", problem.ChoiceError{Text: "nothing was chosen", Hint: several.Advice()}
	case err != nil:
		return "", err
	}
	return several.Readings[n].Value, nil
}

// An End is where a journey or a stay begins or ends: a parameter that is a day, and its argument.
type End struct{ Wire, Label string }

// SetDays reads the days of a journey or a stay as typed into a request, at least so many of them.
// The second counts from the first. The words of a day may stand apart where that can mean only one
// thing.
func (d *Desk) SetDays(ctx context.Context, q *params.Values, typed []string, least int, ends ...End) error {
	labels := make([]string, len(ends))
	for i, end := range ends {
		labels[i] = end.Label
	}
	texts, err := q.Days().Join(typed, labels, least)
	if err != nil {
		return err
	}
	for i, text := range texts {
		if i > 0 {
			q.Days().From = q.Text(ends[i-1].Wire)
		}
		if err := d.Set(ctx, q, ends[i].Wire, ends[i].Label, text); err != nil {
			return err
		}
	}
	return nil
}

// Window reads days in a row as typed, see [params.Days.Window]; who is at the desk is asked which of
// several readings is meant.
func (d *Desk) Window(ctx context.Context, days *params.Days, label, text string, margin int) (params.Window, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for {
		w, err := days.Window(label, text, margin)
		several, ok := errors.AsType[params.SeveralError](err)
		if !ok || !strings.Contains(text, several.Given) {
			return w, err
		}
		value, err := d.which(ctx, several)
		if err != nil {
			return w, err
		}
		text = strings.Replace(text, several.Given, value, 1)
	}
}
