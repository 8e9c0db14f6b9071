package places

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// question asks which place a name means.
type question struct {
	label, text string // the argument and its value
	meaning     meaning
	candidates  []apiclient.Place // at least one, each can be typed
	from        *apiclient.Place  // the other end of the trip, or nil
}

// says explains why the name is not enough.
func (q question) says() string {
	switch q.meaning {
	case region:
		return words.Quote(q.text) + " is a region, not a city"
	case several:
		return words.Quote(q.text) + " is several places"
	case unserved:
		return ShortName(*q.from) + " has no airline airport"
	}
	return words.Quote(q.text) + " was not found under that name"
}

// asks are the questions about one candidate, and about several.
var asks = map[meaning][2]string{
	unnamed:  {". Is this one meant?", ". Is one of these meant?"},
	several:  {" may be several places. Is this one meant?", " is several places:"},
	unserved: {". Is this one near it meant?", ". Which one near it?"},
	region:   {". Is this place in it meant?", ". Which place in it?"},
}

// maxAsked is the most places in a question.
const maxAsked = 9

// mostAway is the most airports in a sentence.
const mostAway = 5

// choose asks the question. If there is no one to ask, the error has the candidates.
func (f Finder) choose(ctx context.Context, q question) (apiclient.Place, error) {
	q.candidates = q.candidates[:min(len(q.candidates), maxAsked)]
	c := q.choice(f.unit)
	n, err := f.desk.Choose(ctx, c, c.ChoiceError)
	if err != nil {
		return apiclient.Place{}, err
	}
	return q.candidates[n], nil
}

// choice returns the question as a choice, with distances in a unit.
func (q question) choice(unit words.Unit) desk.Choice {
	c := desk.Choice{Title: q.says(), Unit: unit}
	if q.meaning == several {
		c.Title = words.Quote(q.text)
	}
	c.Title += asks[q.meaning][min(len(q.candidates)-1, 1)]
	if q.from != nil {
		c.From = cmp.Or(words.Stated(q.from.Code), ShortName(*q.from))
	}
	var near []string
	for _, p := range q.candidates {
		candidate := problem.Candidate{ID: Typed(p), Label: p.Name, Type: string(p.Type)}
		if q.from != nil {
			candidate.Distance = Between(*q.from, p)
		}
		if q.meaning == unserved {
			away := words.Distance(candidate.Distance, unit)
			near = append(near, strings.TrimSpace(candidate.ID+" "+away))
			candidate.Why = away + " from " + ShortName(*q.from)
		}
		c.Candidates = append(c.Candidates, candidate)
	}
	c.Text = q.label + " " + q.says()
	if q.meaning == unserved {
		c.Text, c.Typed = c.Text+". Near it: "+strings.Join(near[:min(len(near), mostAway)], ", "), q.text
	}
	first := c.Candidates[0].ID
	switch typed := words.Shell(first); {
	case q.meaning == unserved, q.meaning == region && len(q.candidates) > 1:
		c.Hint = "give the code of one of them, such as " + typed
	case !IsCode(first):
		c.Hint = "give the code of the one that is meant, or its whole name, such as " + typed
	case len(q.candidates) == 1:
		c.Hint = fmt.Sprintf("if that is %s, give its code, %s", ShortName(q.candidates[0]), typed)
	default:
		c.Hint = "give the code of the one that is meant, such as " + typed
	}
	return c
}

// Typed returns what to type for a place: its code, or else its full name.
func Typed(p apiclient.Place) string {
	if code := words.Stated(p.Code); IsCode(code) {
		return code
	}
	text := []rune(clean.Line(p.Name))
	return string(text[:min(len(text), maxTyped)])
}

// usable reports whether a place can be searched: it has a code, or is a town with a known position.
func usable(p apiclient.Place) bool {
	_, known := PointOf(p)
	return usesCode(p) || p.Type == apiclient.PlaceTypeCity && known
}

// withHandles returns the usable places without duplicates. It leaves out airports whose city is listed before them.
func withHandles(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	listed := map[string]bool{}
	for _, p := range all {
		if !usable(p) || listed[Typed(p)] {
			continue
		}
		if p.CityCode != nil && p.Type == apiclient.PlaceTypeAirport && listed[*p.CityCode] {
			continue
		}
		listed[Typed(p)] = true
		found = append(found, p)
	}
	return found
}

// toPlace converts a row of the service.
func toPlace(row apiclient.Place) Place {
	found := Place{City: row.Type == apiclient.PlaceTypeCity, Name: ShortName(row), Country: countryOf(row)}
	if code := words.Stated(row.Code); IsCode(code) {
		found.Code = strings.ToUpper(code)
	} else {
		found.Spot = &row
	}
	found.CityCode = found.Code
	if city := words.Stated(row.CityCode); IsCode(city) {
		found.CityCode = strings.ToUpper(city)
	}
	if p, known := PointOf(row); known {
		found.Point = &p
	}
	return found
}

// maxName is the longest name in a sentence, in characters.
const maxName = 60

// ShortName returns the name of a place without its country, and without the word Airport.
func ShortName(p apiclient.Place) string {
	text := clean.Line(parted(p.Name)[0])
	if p.Type == apiclient.PlaceTypeAirport {
		for _, tail := range []string{" Airport", " International"} {
			if short := strings.TrimSuffix(text, tail); short != "" {
				text = short
			}
		}
	}
	if letters := []rune(text); len(letters) > maxName {
		text = string(letters[:maxName])
	}
	return strings.TrimSpace(text)
}
