package places

import (
	"context"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/words"
)

// Remember keeps places that the service took, for the shell to offer again. It is only an offer: what
// cannot be kept is lost without a word.
func Remember(d *desk.Desk, found ...Place) {
	lists, err := d.Lists()
	if err != nil {
		return
	}
	kept := make([]recall.Place, 0, len(found))
	for _, p := range found {
		if p.Code != "" {
			kept = append(kept, recall.Place{Code: p.Code, Name: p.Name, Country: p.Country})
		}
	}
	_ = lists.AddPlaces(kept...)
}

// countryOf is the code of a country at the end of a shown name, "Lisbon, PT"; "" where there is none.
func countryOf(p apiclient.Place) string {
	parts := parted(p.Name)
	last := strings.TrimSpace(parts[len(parts)-1])
	if len(parts) == 1 || len(last) != 2 {
		return ""
	}
	for _, r := range last {
		if r < 'A' || r > 'Z' {
			return ""
		}
	}
	return last
}

// Country is the country of a place by its code of two capitals: as a look-up told, as it was kept, or
// by a look-up of the place and of its city; "" where that cannot be found out, which is worth no
// failure.
func (f Finder) Country(ctx context.Context, p Place) string {
	switch {
	case p.Country != "":
		return p.Country
	case p.Code == "" && p.Spot != nil:
		return countryNamed(*p.Spot)
	}
	if lists, err := f.desk.Lists(); err == nil {
		for _, known := range lists.Places() {
			if known.Code == p.Code && known.Country != "" {
				return known.Country
			}
		}
	}
	row, country := f.countryBehind(ctx, p.Code)
	if city := words.Stated(row.CityCode); country == "" && IsCode(city) && city != p.Code {
		_, country = f.countryBehind(ctx, city)
	}
	if country != "" {
		Remember(f.desk, Place{Code: p.Code, Name: ShortName(row), Country: country})
	}
	return country
}

// countryBehind looks a code up, and the country that its name ends with.
func (f Finder) countryBehind(ctx context.Context, code string) (apiclient.Place, string) {
	answer, err := f.lookUp(ctx, code, "")
	if err != nil {
		return apiclient.Place{}, ""
	}
	row, means := coded(code, answer.Results)
	if means != named {
		return apiclient.Place{}, ""
	}
	return row, countryNamed(row)
}
