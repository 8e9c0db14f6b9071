package places

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Operations returns the operations of the contract about places, without additions.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getPlaces":       {Doing: "look up the place"},
		"getNearbyPlaces": {Doing: "look around", Check: CheckPoint},
	}
}

// CheckPoint checks that the parameters of getNearbyPlaces name one point.
func CheckPoint(_ *desk.Desk, p *ask.Values) error {
	switch {
	case p.Has("place") && (p.Has("latitude") || p.Has("longitude")):
		return problem.Usagef("--place and coordinates both name the point; give one of them")
	case p.Has("latitude") != p.Has("longitude"):
		return problem.Usagef("--latitude and --longitude come together; give both")
	case !p.Has("place") && !p.Has("latitude"):
		return problem.Usagef("PLACE|LAT,LNG is missing; give a place such as LHR or Lisbon, or coordinates such as 48.86,2.35")
	}
	return nil
}

// Search looks up places by name, over as many pages as wanted. If a later page fails, the pages before it are
// returned with the error.
func Search(ctx context.Context, d *desk.Desk, p *ask.Values, pages desk.Pages) (desk.Answer[*apiclient.PlaceResults], error) {
	rows := func(r *apiclient.PlaceResults) desk.PageRows[apiclient.Place] {
		return desk.PageRows[apiclient.Place]{List: &r.Results, Total: r.Metadata.TotalCandidates, More: &r.Metadata.HasMore}
	}
	doing := "look up " + words.Quote(p.Text("query"))
	answer, locale, err := desk.ReadPages(ctx, d, p, desk.Locale{}, pages, doing, (*apiclient.Client).GetPlaces, rows)
	if answer.Value == nil {
		return answer, err
	}
	locale.Record(&answer.Meta, "", "")
	answer.Value.Metadata.ResultCount = answer.Rows
	return answer, err
}

// A Suggestion is a place that may be meant while its name is being typed. Its texts are foreign.
type Suggestion struct {
	Typed   string // the text to type for it: its code, or the whole name of a town without one
	Name    string // short; "" if only the code is known
	Country string // ISO 3166-1 alpha-2; "" if unknown
	City    bool   // it is known to be a city
	Part    string // the text between the name and the country, such as a state, or ""
}

// Suggested are the places that a text may mean, in the order of the service.
type Suggested struct {
	List  []Suggestion
	Meant int // the index of the one that a search would take for the text; -1 for none
}

// Suggest asks the service which places a name may mean. At least two letters must be typed.
func Suggest(ctx context.Context, d *desk.Desk, text string) (Suggested, error) {
	none := Suggested{Meant: -1}
	p := ask.New("getPlaces", nil)
	p.SetTyped("query", text)
	p.SetTyped("types", string(apiclient.PlaceTypeCity), string(apiclient.PlaceTypeAirport))
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

// Around is the places around a point, closest first.
type Around struct {
	*apiclient.NearbyPlaceResults
	Unit   words.Unit // of distances
	Center Place      // the place that a name means; zero for a code or a point
}

// Nearby lists the places around where, which is a code, a name or a point as LAT,LNG, or "" if the parameters of
// getNearbyPlaces have it. label names where in errors.
func Nearby(ctx context.Context, d *desk.Desk, label, where string, p *ask.Values, pages desk.Pages) (desk.Answer[Around], error) {
	if err := pages.Apply(p); err != nil {
		return desk.Answer[Around]{}, err
	}
	center, err := setCenter(ctx, d, label, where, p)
	if err != nil {
		return desk.Answer[Around]{}, err
	}
	call, err := desk.NewCall[apiclient.GetNearbyPlacesParams](ctx, d, p, desk.Locale{})
	if err != nil {
		return desk.Answer[Around]{}, err
	}
	found, err := call.Client.GetNearbyPlaces(ctx, &call.Params)
	if err != nil {
		return desk.Answer[Around]{}, fmt.Errorf("look around: %w", err)
	}
	answer := desk.Answer[Around]{
		Value: Around{found.Value, call.Locale.Unit(), center}, Bodies: [][]byte{found.Body}, Meta: desk.MetaOf(p),
	}
	call.Locale.Record(&answer.Meta, "", desk.ServiceLocale)
	return answer, nil
}

// setCenter sets the center of a nearby read to the place that was typed. For a name it uses the coordinates from the
// service.
func setCenter(ctx context.Context, d *desk.Desk, label, where string, p *ask.Values) (Place, error) {
	where = strings.TrimSpace(where)
	if lat, lng, ok := CutPoint(where); ok {
		return Place{}, cmp.Or(p.Set("latitude", "LAT", lat), p.Set("longitude", "LNG", lng))
	}
	if where == "" {
		return Place{}, nil
	}
	if err := Check(d, label, where); err != nil {
		return Place{}, err
	}
	if IsSure(where) {
		return Place{}, p.Set("place", label, where)
	}
	locale, err := d.Resolve(ctx, p, desk.Locale{})
	if err != nil {
		return Place{}, err
	}
	found, err := At(d, locale).meant(ctx, label, where, "")
	if planned, ok := errors.AsType[apiclient.PlannedError](err); ok {
		p.SetTyped("place", planned.Place(where))
		return Place{}, p.Err()
	}
	if err != nil {
		return Place{}, err
	}
	center := toPlace(found.place)
	Remember(d, center)
	if _, known := PointOf(found.place); !known || IsCode(where) {
		p.GivenAs("place", where)
		p.SetTyped("place", center.Code)
		return Place{}, p.Err()
	}
	p.GivenAs("latitude", where)
	p.GivenAs("longitude", where)
	p.SetTyped("latitude", *found.place.Latitude)
	p.SetTyped("longitude", *found.place.Longitude)
	return center, p.Err()
}

// CutPoint splits LAT,LNG into two numbers, which need not be on Earth. It returns false for other text, such as
// "Portland, Maine".
func CutPoint(text string) (lat, lng string, ok bool) {
	lat, lng, ok = strings.Cut(text, ",")
	lat, lng = strings.TrimSpace(lat), strings.TrimSpace(lng)
	_, errLat := strconv.ParseFloat(lat, 64)
	_, errLng := strconv.ParseFloat(lng, 64)
	return lat, lng, ok && errLat == nil && errLng == nil
}

// PointAt returns the point of two decimal texts, or false if one is missing or not on Earth.
func PointAt(lat, lng *json.Number) (document.Point, bool) {
	if lat == nil || lng == nil {
		return document.Point{}, false
	}
	a, errLat := lat.Float64()
	b, errLng := lng.Float64()
	return document.Point{Lat: a, Lng: b}, errLat == nil && errLng == nil && math.Abs(a) <= 90 && math.Abs(b) <= 180
}

// PointOf returns the location of a place, or false if the service does not say.
func PointOf(p apiclient.Place) (document.Point, bool) { return PointAt(p.Latitude, p.Longitude) }

// Between returns the distance of two places in kilometers, or nil if it is unknown.
func Between(from, to apiclient.Place) *float64 {
	p, known := PointOf(from)
	q, knownToo := PointOf(to)
	if !known || !knownToo {
		return nil
	}
	return new(p.Kilometres(q))
}
