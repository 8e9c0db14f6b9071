package ask

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A Reading is one way to read what a person typed.
type Reading struct {
	Value string // as the contract writes it
	Label string // for a person
	First string // the first of two days, if this is the second and the person must be asked about both
}

// SeveralError is the error for a text with several readings. Nothing is guessed: the person is asked, if possible,
// or gives the value that is meant.
type SeveralError struct {
	Label    string // what the text was typed as: DATE, --site-code
	Given    string
	Readings []Reading // at least two, or one of two days
	Typed    string    // the text that a reading can replace, if it is more than Given
	Dots     bool      // two days are typed with .. between them
}

// Text returns a reading as it can be typed.
func (e SeveralError) Text(r Reading) string {
	switch {
	case r.First == "":
		return r.Value
	case e.Dots:
		return r.First + ".." + r.Value
	}
	return r.First + " " + r.Value
}

// Error lists the readings as they can be typed.
func (e SeveralError) Error() string {
	values := make([]string, len(e.Readings))
	for i, r := range e.Readings {
		values[i] = r.Value
	}
	last := len(values) - 1
	if first := words.Day(e.Readings[last].First); !first.IsZero() {
		const day = "2 Jan 2006"
		later := words.Day(values[last])
		return fmt.Sprintf("%s %s: %s is before %s, and %s is %s later", e.Label, words.Quote(e.Given),
			yearBefore(later).Format(day), first.Format(day), later.Format(day), words.Counted(daysBetween(first, later), "day"))
	}
	return fmt.Sprintf("%s %s may be %s or %s", e.Label, words.Quote(e.Given), strings.Join(values[:last], ", "), values[last])
}

// Title returns the question.
func (e SeveralError) Title() string {
	if e.Readings[0].First != "" {
		return e.Error()
	}
	return fmt.Sprintf("%s %s can be read in %d ways:", e.Label, words.Quote(e.Given), len(e.Readings))
}

// Unwrap returns the error as a choice.
func (e SeveralError) Unwrap() error { return e.Choice() }

// Choice returns the readings as candidates, with the hint to give one of them.
func (e SeveralError) Choice() problem.ChoiceError {
	choice := problem.ChoiceError{
		Text: e.Error(), Hint: "give the one that is meant, as it is written here", Typed: cmp.Or(e.Typed, e.Given), Each: true,
	}
	var texts []string
	for _, r := range e.Readings {
		texts = append(texts, e.Text(r))
		choice.Candidates = append(choice.Candidates, problem.Candidate{ID: e.Text(r), Label: r.Label})
	}
	if e.Readings[0].First != "" {
		choice.Hint = "give both days with their years: " + words.Or(texts)
		if e.Typed == "" && !e.Dots { // the first day stands elsewhere
			choice.Typed = ""
		}
	}
	return choice
}

// A Chooser asks a person which reading of a text is meant.
type Chooser func(SeveralError) (Reading, error)

// Ask is Set, and asks about a text with several readings.
func (p *Values) Ask(choose Chooser, wire, label, text string) error {
	err := p.Set(wire, label, text)
	several, ok := errors.AsType[SeveralError](err)
	if !ok {
		return err
	}
	r, err := choose(several)
	if err != nil {
		return err
	}
	// Two days may change places.
	first := firstOf[wire]
	turned := r.First != "" && r.First != p.Text(first)
	typed := p.given[first].text
	if turned {
		p.SetTyped(first, r.First)
		p.TypedAs(first, "")
		p.GivenAs(first, several.Given)
	}
	if err := p.Set(wire, several.Label, r.Value); err != nil {
		return err
	}
	p.GivenAs(wire, several.Given)
	if turned {
		p.GivenAs(wire, typed)
	}
	return nil
}

// Later is Set for a flag, which is read before anyone can be asked: a text with several readings is held until Settle,
// and so is the second of two days until the first is known.
func (p *Values) Later(wire, label, text string) error {
	if first := firstOf[wire]; first == "" || !p.Takes(first) || p.Has(first) {
		err := p.Set(wire, label, text)
		if _, several := errors.AsType[SeveralError](err); !several {
			return err
		}
	}
	p.days.Hold(func(choose Chooser) error { return p.Ask(choose, wire, label, text) })
	return nil
}

// Hold keeps a text for Settle, which calls read.
func (d *Days) Hold(read func(Chooser) error) { d.held = append(d.held, read) }

// Settle reads the texts that are held, in their order.
func (d *Days) Settle(choose Chooser) error {
	for len(d.held) > 0 {
		read := d.held[0]
		d.held = d.held[1:]
		if err := read(choose); err != nil {
			return err
		}
	}
	return nil
}

// country returns the code of a country that a person named. Two letters are a code, except for those that only
// people use, such as UK. The error is a SeveralError, or a usage error with suggestions.
func (p *Values) country(param *api.Param, label, text string) (string, error) {
	var languages []string
	if p.days != nil {
		languages = p.days.languages(text)
	}
	found := names.Countries(text, languages)
	code := strings.ToUpper(text)
	switch {
	case len(found) == 1:
		return found[0].Code, nil
	case len(code) == 2:
		return code, nil
	case len(found) > 1 && len(found) <= mostCountries:
		several := SeveralError{Label: label, Given: text}
		for _, c := range found {
			several.Readings = append(several.Readings, Reading{Value: c.Code, Label: c.Name})
		}
		return "", several
	}
	want := Wants(param)
	if len(found) == 0 {
		found = names.Near(text, languages)
	}
	if len(found) > 0 {
		list := make([]string, min(len(found), 3))
		for i := range list {
			list[i] = found[i].Name + " (" + found[i].Code + ")"
		}
		want += "; did you mean " + strings.Join(list, " or ") + "?"
	}
	return "", problem.NotAccepted(label, text, want)
}

// mostCountries is the maximum number of countries in a question.
const mostCountries = 9
