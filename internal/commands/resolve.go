package commands

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

// place is where a journey starts or ends.
type place struct {
	code string // three letters
	city bool   // the code is known to be a city's
	name string // when it was looked up
}

// codeLike is what a person types for a code, right or wrong: capitals and
// digits only, no longer than four. Longer words are names.
func codeLike(text string) bool {
	if len(text) == 0 || len(text) > 4 {
		return false
	}
	for _, r := range text {
		if (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// isCode tells whether text is an airport or city code, in any case.
func isCode(text string) bool {
	if len(text) != 3 {
		return false
	}
	for _, r := range text {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

// checkPlace refuses, before any request, what is neither a code nor a name.
// The built-in sandbox's own codes are known here; another service's are not.
func (a *app) checkPlace(label, text string) error {
	text = strings.TrimSpace(text)
	lookUp := "travel places search " + shellQuote(text)
	switch {
	case text == "":
		return usageError{Arg: label, Given: text, Want: "an airport or city code, or a name"}
	case !isCode(text) && codeLike(text):
		return misuse{Text: fmt.Sprintf("%s %s is no airport or city code (three letters)", label, quoteArg(text)), Next: lookUp}
	case len([]rune(text)) > 100:
		return usageError{Arg: label, Given: text, Want: "a name of at most 100 characters, or a code"}
	case !isCode(text):
		return nil
	}
	cfg, err := a.config()
	if err != nil || !cfg.Embedded() {
		return err
	}
	server, err := a.local()
	if err != nil {
		return err
	}
	if !server.KnownPlace(strings.ToUpper(text)) {
		return misuse{Text: fmt.Sprintf("%s %s is no airport or city code of the sandbox", label, quoteArg(text)), Next: lookUp}
	}
	return nil
}

// resolve turns what a person typed into a place: a code as it is, a name by
// asking the service. When several places match, the traveler chooses; the
// top row is never taken for them. The other end of the journey helps to tell
// them apart: each is shown with how far it is from there.
func (a *app) resolve(ctx context.Context, client *apiclient.Client, label, text, other string) (place, error) {
	text = strings.TrimSpace(text)
	if isCode(text) {
		return place{code: strings.ToUpper(text)}, nil
	}
	answer, err := client.GetPlaces(ctx, &apiclient.GetPlacesParams{
		Query: text,
		Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return place{}, fmt.Errorf("look up %s: %w", quoteArg(text), err)
	}
	places := withCodes(answer.Value.Results)
	switch {
	case len(places) == 0:
		return place{}, choiceError{
			Text: fmt.Sprintf("%s %s matches no place with a code", label, quoteArg(text)),
			Next: "another spelling, the nearest big city, or: travel places search " + shellQuote(text),
		}
	case !answer.Value.Metadata.HasAmbiguity:
		return toPlace(places[0]), nil
	}
	return a.choosePlace(ctx, question{label: label, text: text, places: places, from: a.otherEnd(ctx, client, other)})
}

// otherEnd is where the other end of a journey lies; nil when that is not
// known for sure.
func (a *app) otherEnd(ctx context.Context, client *apiclient.Client, text string) *apiclient.Place {
	text = strings.TrimSpace(text)
	answer, err := client.GetPlaces(ctx, &apiclient.GetPlacesParams{
		Query: text,
		Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return nil // it only helps to choose
	}
	places := withCodes(answer.Value.Results)
	if isCode(text) {
		places = slices.DeleteFunc(places, func(p apiclient.Place) bool { return !strings.EqualFold(*p.Code, text) })
	} else if answer.Value.Metadata.HasAmbiguity {
		return nil
	}
	if len(places) == 0 {
		return nil
	}
	if _, known := pointOfPlace(places[0]); !known {
		return nil
	}
	return &places[0]
}

// withCodes keeps the places that a search can use, each code once: the airport
// of a city that stands in the list already adds nothing to choose from.
func withCodes(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	listed := map[string]bool{}
	for _, p := range all {
		if p.Code == nil || !isCode(*p.Code) || listed[*p.Code] {
			continue
		}
		if p.CityCode != nil && p.Type == apiclient.PlaceTypeAirport && listed[*p.CityCode] {
			continue
		}
		listed[*p.Code] = true
		found = append(found, p)
	}
	return found
}

func toPlace(p apiclient.Place) place {
	return place{code: strings.ToUpper(*p.Code), city: p.Type == apiclient.PlaceTypeCity, name: p.Name}
}

// question asks which of several places is meant.
type question struct {
	label, text string // FROM and what was typed for it
	places      []apiclient.Place
	from        *apiclient.Place // the other end of the journey, nil when it is not known
}

// maxAsked is how many places a question names.
const maxAsked = 9

// choosePlace lists the candidates on stderr and asks for one. Without a
// terminal nobody can answer, and the choice is left to the caller.
func (a *app) choosePlace(ctx context.Context, q question) (place, error) {
	q.places = q.places[:min(len(q.places), maxAsked)]
	if err := a.stderr().Table(a.choiceTable(q)); err != nil {
		return place{}, err
	}
	if !a.env.StdinTTY || !a.env.ErrTerm.TTY {
		return place{}, choiceError{
			Text: fmt.Sprintf("%s %s is several places", q.label, quoteArg(q.text)),
			Next: "give one of the codes above",
		}
	}
	n, err := a.askNumber(ctx, len(q.places))
	if err != nil {
		return place{}, err
	}
	return toPlace(q.places[n-1]), nil
}

// choiceTable shows what tells the candidates apart.
func (a *app) choiceTable(q question) grid.Table {
	table := grid.Table{
		Title:   quoteArg(q.text) + " is several places:",
		Columns: []grid.Column{{Name: "#", Align: grid.Right, Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "CODE", Keep: 9}, {Name: "TYPE", Keep: 1}},
	}
	if q.from != nil {
		table.Columns = append(table.Columns, grid.Column{Name: "FROM " + *q.from.Code, Align: grid.Right, Keep: 5})
	}
	for i, p := range q.places {
		cells := []grid.Cell{{Text: strconv.Itoa(i + 1)}, {Text: p.Name}, {Text: *p.Code, Tone: canvas.Strong}, {Text: string(p.Type)}}
		if q.from != nil {
			cells = append(cells, grid.Cell{Text: a.distanceFrom(*q.from, p)})
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// distanceFrom is how far two places are from each other, or nothing.
func (a *app) distanceFrom(from, to apiclient.Place) string {
	p, known := pointOfPlace(from)
	q, knownToo := pointOfPlace(to)
	if !known || !knownToo {
		return ""
	}
	return distanceWords(p.kilometres(q), a.unit)
}

// askNumber asks for a number from 1 to most until it gets one. An empty line
// or the end of input gives up.
func (a *app) askNumber(ctx context.Context, most int) (int, error) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(a.env.Stdin); s.Scan(); {
			select {
			case lines <- strings.TrimSpace(s.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		fmt.Fprintf(a.env.Stderr, "Which? [1-%d] ", most)
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case line, more := <-lines:
			if !more || line == "" {
				return 0, choiceError{Text: "nothing was chosen", Next: "give one of the codes above"}
			}
			if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= most {
				return n, nil
			}
		}
	}
}
