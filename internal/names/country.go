package names

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// others maps further names in common use, folded.
var others = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"usa": "US", "united states of america": "US", "uae": "AE", "emirates": "AE", "great britain": "GB", "britain": "GB",
		"holland": "NL", "the netherlands": "NL", "burma": "MM", "macau": "MO", "vatican": "VA", "holy see": "VA",
		"macedonia": "MK", "drc": "CD", "ksa": "SA", "timor": "TL", "the gambia": "GM", "the bahamas": "BS",
		"republic of korea": "KR", "republic of ireland": "IE", "peoples republic of china": "CN",
	}
})

// shared maps ambiguous names, folded, to the countries that they may mean.
var shared = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"congo":          {"CD", "CG"},
		"guinea":         {"GN", "GW", "GQ", "PG"},
		"korea":          {"KR", "KP"},
		"samoa":          {"WS", "AS"},
		"sudan":          {"SD", "SS"},
		"virgin islands": {"VG", "VI"},
	}
})

// Countries returns the countries that a text may mean in the given languages: none, one or several. A full name
// means one country unless it is shared. Otherwise it returns every country with a name that begins with the text
// or, if there is none, every country with a name that contains its words.
func Countries(text string, languages []string) []Country {
	text = folded(text)
	if text == "" {
		return nil
	}
	all := countries(languages)
	if codes, ok := shared()[text]; ok {
		return pick(all, func(c Country) bool { return slices.Contains(codes, c.Code) })
	}
	if found := pick(all, func(c Country) bool { return slices.Contains(c.also, text) || others()[text] == c.Code }); len(found) > 0 {
		return found
	}
	if len(text) <= shortest {
		return nil // a three-letter code is not the beginning of a name
	}
	for _, fits := range []func(name string) bool{
		func(name string) bool { return strings.HasPrefix(name, text+" ") },
		func(name string) bool { return strings.Contains(" "+name+" ", " "+text+" ") },
	} {
		if found := pick(all, func(c Country) bool { return slices.ContainsFunc(c.also, fits) }); len(found) > 0 {
			return found
		}
	}
	return nil
}

// All returns all countries by their English names. It reads nothing else of the table.
func All() []Country {
	var all []Country
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "en\t") {
			continue
		}
		for entry := range strings.SplitSeq(strings.TrimSuffix(line[strings.LastIndexByte(line, '\t')+1:], "\n"), ";") {
			code, names, _ := strings.Cut(entry, "=")
			name, _, _ := strings.Cut(names, "|")
			all = append(all, Country{Code: code, Name: name})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// CountryName returns the English name of a country, or "" if no country has the code.
func CountryName(code string) string {
	if found := pick(All(), func(c Country) bool { return c.Code == code }); len(found) == 1 {
		return found[0].Name
	}
	return ""
}

// Near returns at most three countries whose names are spelled similarly to the text. distance counts the
// differences between two words.
func Near(text string, languages []string, distance func(a, b string) int) []Country {
	text = folded(text)
	most := min(len([]rune(text))/3, 3)
	var found []Country
	for d := 1; d <= most; d++ {
		found = append(found, pick(countries(languages), func(c Country) bool {
			return slices.ContainsFunc(c.also, func(name string) bool { return distance(name, text) == d })
		})...)
	}
	return found[:min(len(found), 3)]
}

func pick(all []Country, fits func(Country) bool) (found []Country) {
	for _, c := range all {
		if fits(c) {
			found = append(found, c)
		}
	}
	return found
}

// countries returns all countries, with their names in English and in the given languages.
func countries(languages []string) []Country {
	var all []Country
	at := map[string]int{}
	for _, t := range known(append([]string{"en"}, languages...)) {
		for entry := range strings.SplitSeq(t.countries, ";") {
			code, names, _ := strings.Cut(entry, "=")
			i, have := at[code]
			if !have {
				i = len(all)
				at[code] = i
				first, _, _ := strings.Cut(names, "|")
				all = append(all, Country{Code: code, Name: first})
			}
			all[i].also = append(all[i].also, foldedList(names)...)
		}
	}
	return all
}
