package commands

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/countryview"
)

// continent is a region of UN M.49 that countries are grouped by.
type continent struct{ code, name string }

// continents are the groups in the order of their names. What is in none of
// them comes last.
func continents() []continent {
	return []continent{{"002", "Africa"}, {"019", "Americas"}, {"142", "Asia"}, {"150", "Europe"}, {"009", "Oceania"}, {"", "Elsewhere"}}
}

// continentOf finds the group of a country by its code, ISO 3166-1.
func continentOf(country string, groups []continent) int {
	last := len(groups) - 1
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return last
	}
	for i, g := range groups[:last] {
		if around, err := language.ParseRegion(g.code); err == nil && around.Contains(region) {
			return i
		}
	}
	return last
}

// visaFreeDirectory groups the destinations for a person, in the service's
// order, and keeps those that hold the text that is searched for.
func visaFreeDirectory(list visaFreeList, passport, search string) countryview.Directory {
	v := countryview.Directory{Columns: []string{"country_code", "name", "key_city_code", "currency_code", "latitude", "longitude"}}
	groups := continents()
	for _, g := range groups {
		v.Groups = append(v.Groups, countryview.DirectoryGroup{Name: g.name})
	}
	shown := 0
	for _, d := range list.rows {
		if !holdsText(d, search) {
			continue
		}
		shown++
		at := continentOf(d.CountryCode, groups)
		v.Groups[at].Entries = append(v.Groups[at].Entries, countryview.DirectoryEntry{
			Code: d.CountryCode, Name: d.Name, Facts: []string{stated(d.KeyCityCode), stated(d.CurrencyCode)},
			Record: []string{
				d.CountryCode, d.Name, stated(d.KeyCityCode), stated(d.CurrencyCode), decimal(d.Latitude), decimal(d.Longitude),
			},
		})
	}
	v.Title = fmt.Sprintf("Without a visa on a passport of %s   %s", passport, visaFreeCount(list, shown, search))
	v.Notes = visaFreeNotes(list, passport, shown, search)
	if list.meta.HasMore && !list.ended {
		v.Next = []string{"travel countries visa-free " + passport + " --all"}
	}
	return v
}

func visaFreeCount(list visaFreeList, shown int, search string) string {
	total := counted(list.meta.TotalCandidates, "destination")
	if list.meta.Coverage == apiclient.CoverageTruncated {
		total = "at least " + total
	}
	if search != "" || shown < list.meta.TotalCandidates {
		return fmt.Sprintf("%s of %s", grouped(shown), total)
	}
	return total
}

func visaFreeNotes(list visaFreeList, passport string, shown int, search string) []string {
	const noProof = "That does not mean that a visa is needed."
	var notes []string
	switch {
	case len(list.rows) == 0 && list.meta.TotalCandidates > 0:
		notes = append(notes, fmt.Sprintf("Page %d is past the last page.", list.page))
	case len(list.rows) == 0:
		notes = append(notes, fmt.Sprintf("The service lists nothing for a passport of %s. %s", passport, noProof))
	case shown == 0:
		notes = append(notes, fmt.Sprintf("Nothing in the list holds %s. %s", quoteArg(search), noProof))
	case search != "":
		notes = append(notes, fmt.Sprintf("Only what holds %s is shown; it was filtered here. %s", quoteArg(search), absentWords))
	default:
		notes = append(notes, "Behind a name: a city to search flights to, and the currency. "+absentWords)
	}
	if list.meta.Coverage == apiclient.CoverageTruncated {
		notes = append(notes, truncatedList)
	}
	switch {
	case list.meta.HasMore && list.ended:
		notes = append(notes, fmt.Sprintf("There is more, but page %d is the last that can be asked for; a larger --page-size holds more.", lastListPage))
	case list.meta.HasMore && search != "":
		notes = append(notes, "Only this page was searched; read all of them with --all.")
	case list.meta.HasMore:
		notes = append(notes, "There are more pages; read all of them with --all.")
	}
	return notes
}

// truncatedList is what a list says of itself that the service cut.
const truncatedList = "The service stopped at its cap, so there may be more than it lists."

const absentWords = "A country that is not in the list is only not in the list; that does not mean a visa is needed."

// holdsText tells whether a destination's name, codes or currency hold the
// text, whatever the case and the accents.
func holdsText(d apiclient.VisaFreeDestination, text string) bool {
	all := strings.Join([]string{d.Name, d.CountryCode, stated(d.KeyCityCode), stated(d.CurrencyCode)}, "\n")
	return strings.Contains(folded(all), folded(text))
}

// folded takes case and accents from a text, to compare it with.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}
