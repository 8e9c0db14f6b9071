package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/words"
)

// Sources say where a trip may go. Places from To and Near add up. VisaFree keeps places in the list of a passport;
// without To and Near it adds the main city of each country in the list. The other fields only filter.
type Sources struct {
	To        []string // codes or names
	Near      string   // a code, a name or LAT,LNG: the places around it
	VisaFree  string   // a passport
	Passport  string   // a passport to look up visas for, without filtering
	Continent string   // by name
	Nonstop   bool     // keep places with a nonstop flight in the timetable
	Airline   string   // keep places with a nonstop flight of this airline
}

// CandidatesRequest asks for places where a trip may go.
type CandidatesRequest struct {
	From  string // a code or a name
	Label string // names From in errors; "" is FROM
	Sources
	Days   *ask.Days // knows the traveler's languages
	Locale desk.Locale
	Most   int // the number of candidates wanted
}

// Visa says whether the list of a passport has a country.
type Visa string

// The values; "" means that no passport was given or the country is unknown. A country that is not listed does not mean
// that a visa is needed.
const (
	Listed     Visa = "listed"
	NotListed  Visa = "not_listed"
	OwnCountry Visa = "own_country" // the country of the passport
)

// Candidate is a place where a trip may go.
type Candidate struct {
	places.Place
	Kilometres *float64 // from the start, nil if unknown
	Visa       Visa
	Nonstop    bool // a nonstop flight is in the timetable; false means unknown
}

// Candidates are the places where a trip may go, nearest first. Places without a position come last.
type Candidates struct {
	From     places.Place
	Passport string      // whose list was read, or ""
	List     []Candidate // as many as wanted
	Rest     []Candidate // the others, with fewer facts
	Left     Left
}

// Left counts the places that were left out.
type Left struct {
	Visa      int `json:"visa"`      // country unknown or not in the passport's list
	Continent int `json:"continent"` // on another continent
	Timetable int `json:"timetable"` // no such nonstop flight
	NoCity    int `json:"noCity"`    // countries without a city to fly to
}

// Words says which places were left out, or returns "".
func (l Left) Words() string {
	var parts []string
	for _, part := range []struct {
		n   int
		why string
	}{
		{l.Visa, "not in the passport's list"}, {l.Continent, "not on the continent"},
		{l.Timetable, "without such a nonstop flight in the timetable"}, {l.NoCity, "without a city to fly to"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.why))
		}
	}
	return strings.Join(parts, ", ")
}

// FindCandidates finds the places where a trip may go. It makes no search. It finds mistakes before anything is sent.
// If no place is left, that is an error.
func FindCandidates(ctx context.Context, d *desk.Desk, r *CandidatesRequest) (Candidates, error) {
	f, err := r.check(ctx, d)
	if err != nil {
		return Candidates{}, err
	}
	if f.From, err = f.at.Place(ctx, cmp.Or(r.Label, "FROM"), r.From); err != nil {
		return Candidates{}, err
	}
	if f.Passport != "" {
		p := ask.New("getVisaFreeDestinations", r.Days)
		p.SetTyped("countryCode", f.Passport)
		pages := desk.PagesOf(p.Op())
		pages.All = true
		answer, err := countries.ListVisaFree(ctx, d, p, pages)
		if err != nil {
			return Candidates{}, err
		}
		f.listed = answer.Value.Rows
		if answer.Value.Truncated() {
			d.Report.Warn(strings.TrimSuffix(countries.Capped, "."))
		}
	}
	all, err := f.gather(ctx)
	if err != nil {
		return Candidates{}, err
	}
	away := func(c Candidate) float64 {
		if c.Kilometres == nil {
			return math.Inf(1)
		}
		return *c.Kilometres
	}
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(away(a), away(b)) })
	if err := f.lookUp(ctx, all); err != nil {
		return Candidates{}, err
	}
	if len(f.List) > 0 {
		return f.Candidates, nil
	}
	text := "no place is left to search"
	if left := f.Left.Words(); left != "" {
		text += ": " + left
	}
	return Candidates{}, problem.Usagef("%s", text).Next(sources("other places", "LIST", "PLACE", "PASSPORT"))
}

// finding is the state of FindCandidates.
type finding struct {
	Candidates
	asked     CandidatesRequest
	desk      *desk.Desk
	at        places.Finder
	continent *countries.Continent // nil for all
	listed    []apiclient.VisaFreeDestination
}

// named reports whether the places come from To or Near, and not from the list of a passport.
func (f *finding) named() bool { return len(f.asked.To) > 0 || f.asked.Near != "" }

// gather returns the places of the sources that pass the filters, without duplicates and without the start.
func (f *finding) gather(ctx context.Context) ([]Candidate, error) {
	var all []Candidate
	seen := map[string]bool{f.From.Code: true}
	add := func(spot places.Place) {
		if seen[spot.Code] || spot.CityCode == f.From.CityCode {
			return
		}
		seen[spot.Code] = true
		c := Candidate{Place: spot}
		if c.Point != nil && f.From.Point != nil {
			c.Kilometres = new(f.From.Point.Kilometres(*c.Point))
		}
		switch {
		case f.Passport == "" || c.Country == "":
		case c.Country == f.Passport:
			c.Visa = OwnCountry
		case slices.ContainsFunc(f.listed, func(row apiclient.VisaFreeDestination) bool { return row.CountryCode == c.Country }):
			c.Visa = Listed
		default:
			c.Visa = NotListed
		}
		switch {
		case f.asked.VisaFree != "" && c.Visa != Listed && c.Visa != OwnCountry:
			f.Left.Visa++
		case f.continent != nil && !f.continent.Holds(c.Country):
			f.Left.Continent++
		default:
			all = append(all, c)
		}
	}
	for _, text := range f.asked.To {
		spot, err := f.at.Place(ctx, "--to", text)
		if err != nil {
			return nil, err
		}
		if spot.Code == f.From.Code || spot.CityCode == f.From.CityCode {
			return nil, sameAsFrom(text)
		}
		add(spot)
	}
	if f.asked.Near != "" {
		spots, err := f.nearby(ctx)
		if err != nil {
			return nil, err
		}
		for _, spot := range spots {
			add(spot)
		}
	}
	if f.named() {
		return all, nil
	}
	for _, row := range f.listed {
		code := strings.ToUpper(words.Stated(row.KeyCityCode))
		if !places.IsCode(code) {
			if f.continent == nil || f.continent.Holds(row.CountryCode) {
				f.Left.NoCity++
			}
			continue
		}
		spot := places.Place{Code: code, City: true, Country: row.CountryCode, CityCode: code}
		if p, known := places.PointAt(row.Latitude, row.Longitude); known {
			spot.Point = &p
		}
		add(spot)
	}
	return all, nil
}

// nearby returns the cities of the places near the one given.
func (f *finding) nearby(ctx context.Context) ([]places.Place, error) {
	p := ask.New("getNearbyPlaces", f.asked.Days)
	answer, err := places.Nearby(ctx, f.desk, "--near", f.asked.Near, p, desk.PagesOf(p.Op()))
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, row := range answer.Value.Results {
		code := strings.ToUpper(cmp.Or(words.Stated(row.CityCode), words.Stated(row.Code)))
		if places.IsCode(code) && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	spots := make([]places.Place, len(codes))
	err = f.desk.Each(ctx, len(codes), func(ctx context.Context, i int) (err error) {
		spots[i], err = f.at.Located(ctx, codes[i])
		return err
	})
	return spots, err
}

// lookUp fills in the nonstop flights and the names of the nearest candidates, until there are enough.
func (f *finding) lookUp(ctx context.Context, all []Candidate) error {
	needed := f.asked.Nonstop || f.asked.Airline != "" // places without a nonstop flight are left out
	for len(all) > 0 && len(f.List) < f.asked.Most {
		n := min(len(all), f.asked.Most-len(f.List))
		next := all[:n]
		all = all[n:]
		empty := make([]bool, n) // whether the timetable has no flight
		err := f.desk.Each(ctx, n, func(ctx context.Context, i int) error {
			c := &next[i]
			answer, err := f.desk.Client().GetFlightSchedules(ctx, &apiclient.GetFlightSchedulesParams{
				From: f.From.Code, To: c.Code, PageSize: new(1), Airline: query.Optional(f.asked.Airline),
			})
			_, planned := errors.AsType[apiclient.PlannedError](err)
			switch {
			case planned: // a plan keeps all places
			case err == nil:
				empty[i] = answer.Value.Metadata.TotalCandidates == 0
				c.Nonstop = !empty[i]
			case needed, ctx.Err() != nil: // else names and marks are optional
				return fmt.Errorf("read the timetable to %s: %w", c.Code, err)
			}
			if !f.named() && !(empty[i] && needed) {
				spot, _ := f.at.Located(ctx, c.Code)
				c.Name = spot.Name
			}
			return nil
		})
		if err != nil {
			return err
		}
		for i, c := range next {
			if empty[i] && needed {
				f.Left.Timetable++
				continue
			}
			f.List = append(f.List, c)
		}
	}
	f.Rest = all
	return nil
}

// Check finds mistakes in the request. It sends nothing.
func (r *CandidatesRequest) Check(ctx context.Context, d *desk.Desk) error {
	_, err := r.check(ctx, d)
	return err
}

func (r *CandidatesRequest) check(ctx context.Context, d *desk.Desk) (*finding, error) {
	f := &finding{asked: *r, desk: d, at: places.At(d, r.Locale)}
	if err := places.Check(d, cmp.Or(r.Label, "FROM"), r.From); err != nil {
		return nil, err
	}
	switch {
	case !f.named() && r.VisaFree == "":
		return nil, problem.Usagef("nothing says where to look; give --to with places, --near with a place, or --visa-free with a passport").
			Next(sources("such as", "LIS,BCN,ROM", r.From, "IN"))
	case r.VisaFree != "" && r.Passport != "":
		return nil, problem.Usagef("--visa-free and --passport both name a passport; give one of them")
	}
	for _, text := range r.To {
		if err := places.Check(d, "--to", text); err != nil {
			return nil, err
		}
		if strings.EqualFold(strings.TrimSpace(text), strings.TrimSpace(r.From)) {
			return nil, sameAsFrom(text)
		}
	}
	if _, _, point := places.CutPoint(r.Near); r.Near != "" && !point {
		if err := places.Check(d, "--near", r.Near); err != nil {
			return nil, err
		}
	}
	for _, passport := range []struct{ label, text string }{{"--visa-free", r.VisaFree}, {"--passport", r.Passport}} {
		if passport.text == "" {
			continue
		}
		p := ask.New("getVisaFreeDestinations", r.Days)
		if err := d.Set(ctx, p, "countryCode", passport.label, passport.text); err != nil {
			return nil, err
		}
		if f.Passport = p.Text("countryCode"); names.CountryName(f.Passport) == "" {
			return nil, problem.NotAccepted(passport.label, passport.text, "the country of a passport: its name, or its code of two letters")
		}
	}
	if r.Continent != "" {
		c, ok := countries.ContinentCalled(r.Continent)
		if !ok {
			return nil, problem.NotAccepted("--continent", r.Continent, words.Or(ContinentWords()))
		}
		f.continent = &c
	}
	if r.Airline != "" {
		p := ask.New("getFlightSchedules", r.Days)
		if err := p.Set("airline", "--airline", r.Airline); err != nil {
			return nil, err
		}
		f.asked.Airline = p.Text("airline")
	}
	return f, nil
}

// sources returns the step that names places to go to in one of three ways.
func sources(why, to, near, visaFree string) problem.Step {
	return problem.Step{Why: why}.Set("to", to).Set("near", near).Set("visaFree", visaFree)
}

func sameAsFrom(text string) error {
	return problem.Usagef("--to %s is where the journey starts; leave it out", words.Quote(strings.TrimSpace(text)))
}

// ContinentWords are the values of --continent.
func ContinentWords() (list []string) {
	for _, c := range countries.NamedContinents() {
		list = append(list, strings.ToLower(c.Name))
	}
	return list
}
