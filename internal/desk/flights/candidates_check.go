package flights

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// mostNamed is how many places a list may name.
const mostNamed = 300

// Check refuses what can be known to be a mistake. Nothing is sent.
func (r *CandidatesRequest) Check(ctx context.Context, d *desk.Desk) error {
	_, err := r.finding(ctx, d)
	return err
}

// finding checks what was asked for. Nothing is sent.
func (r *CandidatesRequest) finding(ctx context.Context, d *desk.Desk) (*finding, error) {
	f := &finding{asked: *r, desk: d, at: places.At(d, r.Locale)}
	if err := places.Check(d, cmp.Or(r.Label, "FROM"), r.From); err != nil {
		return nil, err
	}
	if err := r.checkPlaces(d); err != nil {
		return nil, err
	}
	if err := f.readCountries(ctx); err != nil {
		return nil, err
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

// checkPlaces refuses sources that name no place, or none that a journey can go to.
func (r *CandidatesRequest) checkPlaces(d *desk.Desk) error {
	switch {
	case len(r.To) == 0 && r.Near == "" && r.VisaFree == "":
		return problem.UsageError{
			Text: "nothing says where to look; give --to with places, --near with a place, or --visa-free with a passport",
			Hint: "such as: --to LIS,BCN,ROM, or --near " + words.Shell(r.From) + ", or --visa-free IN",
		}
	case len(r.To) > mostNamed:
		return problem.UsageError{Text: fmt.Sprintf("--to names %d places; give at most %d", len(r.To), mostNamed)}
	case r.VisaFree != "" && r.Passport != "":
		return problem.UsageError{Text: "--visa-free and --passport both name a passport; give one of them"}
	}
	for _, text := range r.To {
		if err := places.Check(d, "--to", text); err != nil {
			return err
		}
		if strings.EqualFold(strings.TrimSpace(text), strings.TrimSpace(r.From)) {
			return sameAsFrom(text)
		}
	}
	if _, _, point := places.CutPoint(r.Near); r.Near != "" && !point {
		return places.Check(d, "--near", r.Near)
	}
	return nil
}

func sameAsFrom(text string) error {
	return problem.UsageError{Text: fmt.Sprintf("--to %s is where the journey starts; leave it out", words.Quote(strings.TrimSpace(text)))}
}

// readCountries reads the passport and the continent.
func (f *finding) readCountries(ctx context.Context) error {
	for _, passport := range []struct{ label, text string }{{"--visa-free", f.asked.VisaFree}, {"--passport", f.asked.Passport}} {
		if passport.text == "" {
			continue
		}
		p := ask.New("getVisaFreeDestinations", f.asked.Days)
		if err := f.desk.Set(ctx, p, "countryCode", passport.label, passport.text); err != nil {
			return err
		}
		f.Passport = p.Text("countryCode")
		if !countries.Known(f.Passport) {
			return problem.NotAccepted(passport.label, passport.text, "the country of a passport: its name, or its code of two letters", "")
		}
	}
	if f.asked.Continent != "" {
		c, ok := countries.ContinentCalled(f.asked.Continent)
		if !ok {
			return problem.NotAccepted("--continent", f.asked.Continent, words.Or(ContinentWords()), "")
		}
		f.continent = &c
	}
	return nil
}

// ContinentWords are what --continent takes.
func ContinentWords() (list []string) {
	for _, c := range countries.NamedContinents() {
		list = append(list, strings.ToLower(c.Name))
	}
	return list
}

// empty says that nothing is left to search, of so many places that were found.
func (f *finding) empty(kept int) error {
	text := "no place is left to search"
	switch left := f.Left.Words(); {
	case left != "":
		text += ": " + left
	case f.asked.Near != "":
		text += ": the service knows no other place near " + words.Quote(f.asked.Near)
	case f.asked.VisaFree != "":
		text += ": the service lists nothing for a passport of " + countries.Named(f.Passport)
	case kept == 0:
		text += ": the sources name none"
	}
	return problem.UsageError{Text: text, Hint: "other places: --to LIST, --near PLACE, --visa-free PASSPORT"}
}
