// Package names knows weekdays, months and countries by the names that people give them, in the
// languages of most travelers.
package names

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"travel.example/travel/internal/words"
)

// table is made by tools/cldrgen, which describes its fields.
//
//go:embed names.tsv
var table string

// A Country is a region that a passport or a market can have (ISO 3166-1).
type Country struct {
	Code string   // two capitals
	Name string   // for a person, in English
	also []string // folded, in every form of the languages asked for
}

// tongue is what one language calls things. All names are folded.
type tongue struct {
	weekdays, months [][]string
	countries        string // not read yet
}

// tongues are the languages by their tags.
var tongues = sync.OnceValue(func() map[string]tongue {
	all := map[string]tongue{}
	for line := range strings.Lines(table) {
		field := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all[field[0]] = tongue{weekdays: nameLists(field[1]), months: nameLists(field[2]), countries: field[3]}
	}
	return all
})

func nameLists(field string) (lists [][]string) {
	for names := range strings.SplitSeq(field, ",") {
		lists = append(lists, foldedList(names))
	}
	return lists
}

func foldedList(names string) (list []string) {
	for name := range strings.SplitSeq(names, "|") {
		list = append(list, folded(name))
	}
	return list
}

// folded is a name as it is compared, in words.Fold's form: an initial's full stop joins, and a sign
// for "and" is the word.
func folded(name string) string {
	return words.Fold(strings.NewReplacer(".", "", "&", " and ").Replace(name))
}

// known are the languages among the tags (BCP 47), without those that the table does not have.
func known(languages []string) (found []tongue) {
	for _, tag := range languages {
		language, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
		if language == "no" || language == "nn" {
			language = "nb"
		}
		if t, ok := tongues()[language]; ok {
			found = append(found, t)
		}
	}
	return found
}

// Weekday is the day that a text names in one of the languages: in full, shortened as is usual there,
// or by its first three letters or more.
func Weekday(text string, languages []string) (time.Weekday, bool) {
	at, ok := find(text, languages, func(t tongue) [][]string { return t.weekdays })
	return time.Weekday(at), ok
}

// Month is Weekday for a month.
func Month(text string, languages []string) (time.Month, bool) {
	at, ok := find(text, languages, func(t tongue) [][]string { return t.months })
	return time.Month(at + 1), ok
}

// shortest is how many letters of a name may stand for it.
const shortest = 3

func find(text string, languages []string, of func(tongue) [][]string) (int, bool) {
	text = folded(text)
	if len(text) < 2 { // of Latin script; one sign of another says enough
		return 0, false
	}
	for _, t := range known(languages) {
		lists := of(t)
		if at := slices.IndexFunc(lists, func(names []string) bool { return slices.Contains(names, text) }); at >= 0 {
			return at, true
		}
		var begun []int
		for i, names := range lists {
			if strings.HasPrefix(names[0], text) {
				begun = append(begun, i)
			}
		}
		if len(begun) == 1 && utf8.RuneCountInString(text) >= shortest {
			return begun[0], true
		}
	}
	return 0, false
}
