package places

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/words"
)

// A Suggestion is a place that may be meant while its name is being typed. Its texts are foreign.
type Suggestion struct {
	Typed   string // how it is typed: its code, or the whole name of a town without one
	Name    string // short; "" where only the code is known
	Country string // of two capitals, "" where it is not known
	City    bool   // it is known to be a city
	Part    string // what stands between the name and the country, such as a state; "" where nothing does
}

// Suggested are the places that a text may mean, in the order of the service.
type Suggested struct {
	List  []Suggestion
	Meant int // which of them the text names beyond doubt, as a search would understand it; -1 for none
}

// Suggest asks the service which places a name may mean. At least two letters must be typed.
func Suggest(ctx context.Context, d *desk.Desk, text string) (Suggested, error) {
	none := Suggested{Meant: -1}
	p := ask.New("getPlaces", nil)
	if err := p.SetTyped("query", text); err != nil {
		return none, err
	}
	if err := p.SetTyped("types", string(apiclient.PlaceTypeCity), string(apiclient.PlaceTypeAirport)); err != nil {
		return none, err
	}
	answer, err := Search(ctx, d, p, desk.PagesOf(p.Op()))
	if err != nil {
		return none, err
	}
	found := none
	meant := understand(text, answer.Value)
	for _, row := range meant.rows {
		s := Suggestion{
			Typed: Typed(row), Name: ShortName(row), Country: countryNamed(row), City: row.Type == apiclient.PlaceTypeCity,
		}
		if parts := parted(row.Name); len(parts) > 2 && !strings.Contains(s.Name, strings.TrimSpace(parts[1])) {
			s.Part = clean.Line(strings.TrimSpace(parts[1]))
		}
		if !usable(row) || slices.ContainsFunc(found.List, func(o Suggestion) bool { return o.Typed == s.Typed }) {
			continue
		}
		if meant.meaning == named && s.Typed == Typed(meant.place) {
			found.Meant = len(found.List)
		}
		found.List = append(found.List, s)
	}
	return found, nil
}

// Known returns the places that the profile looked up before, the last one first. It makes no request.
func Known(d *desk.Desk) (list []Suggestion) {
	for _, p := range d.Lists().Places() {
		list = append(list, Suggestion{Typed: p.Code, Name: p.Name, Country: p.Country})
	}
	return list
}

// Begins reports whether the typed text begins the code, the name, or a word of the name.
func (s Suggestion) Begins(typed string) bool {
	typed = strings.TrimSpace(typed)
	if len(typed) <= len(s.Typed) && strings.EqualFold(s.Typed[:len(typed)], typed) {
		return true
	}
	asked, name := words.Fold(typed), words.Fold(s.Name)
	return asked != "" && (strings.HasPrefix(name, asked) || strings.Contains(name, " "+asked))
}
