package directory

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/sandbox/hotels/guestbook"
)

//go:embed words.txt
var wordsFile string

//go:embed quarters.txt
var quartersFile string

//go:embed brands.txt
var brandsFile string

//go:embed amenities.txt
var amenitiesFile string

// Brand is a name that several hotels share.
type Brand struct {
	Name  string
	Chain string
	kind  Kind
	star  int // 0 = not rated
}

// amenity is something that hotels may offer.
type amenity struct {
	name   string
	topic  guestbook.Topic
	spoken bool // whether guests write about it, under topic
	share  [maxStar + 1]int
	other  map[Kind]int // shares of the kinds that differ
}

// lexicon is what hotels are made of.
type lexicon struct {
	streets, roads, names []string
	quarters              map[string]*quarters // by country; "*" for those that are not listed
	forms                 map[Kind][]string    // names of hotels, with {} for a word
	brands                map[Kind][]*Brand
	amenities             []amenity // at most 64: a hotel has a bit for each
}

// quarters is how parts of cities are called.
type quarters struct{ hearts, others, coastal []string }

var words = sync.OnceValue(readLexicon)

// readLexicon takes the embedded tables apart. They are part of the program
// and tested, so a fault in them is a panic.
func readLexicon() *lexicon {
	x := &lexicon{forms: map[Kind][]string{}, brands: map[Kind][]*Brand{}}
	for line := range lines(wordsFile) {
		x.addWords(line)
	}
	x.quarters = readQuarters(slices.Collect(lines(quartersFile)))
	for line := range lines(brandsFile) {
		cells := strings.Split(line, "\t")
		b := &Brand{Name: cells[0], Chain: cells[1], kind: kindOf(cells[2]), star: whole(cells[3])}
		x.brands[b.kind] = append(x.brands[b.kind], b)
	}
	for line := range lines(amenitiesFile) {
		x.amenities = append(x.amenities, readAmenity(strings.Split(line, "\t")))
	}
	if len(x.amenities) > 64 {
		panic(fmt.Sprintf("directory: %d amenities, more than a hotel has bits", len(x.amenities)))
	}
	return x
}

func (x *lexicon) addWords(line string) {
	lists := map[string]*[]string{"street": &x.streets, "road": &x.roads, "name": &x.names}
	what, rest, _ := strings.Cut(line, " ")
	if list, ok := lists[what]; ok {
		*list = append(*list, strings.Split(rest, ", ")...)
		return
	}
	for k := range kinds {
		if rest, ok := strings.CutPrefix(line, kinds[k].name+" "); ok && len(x.forms[Kind(k)]) == 0 {
			x.forms[Kind(k)] = strings.Split(rest, ", ")
			return
		}
	}
	panic(fmt.Sprintf("directory: words %q: unknown list", line))
}

// readQuarters reads pairs of lines: countries, and the names that stand for them.
func readQuarters(all []string) map[string]*quarters {
	byCountry := map[string]*quarters{}
	for i := 0; i+1 < len(all); i += 2 {
		names, coastal, _ := strings.Cut(all[i+1], " ; ")
		hearts, others, _ := strings.Cut(names, " | ")
		q := &quarters{strings.Split(hearts, ", "), strings.Split(others, ", "), nil}
		if coastal != "" {
			q.coastal = strings.Split(coastal, ", ")
		}
		for country := range strings.FieldsSeq(all[i]) {
			byCountry[country] = q
		}
	}
	return byCountry
}

func readAmenity(cells []string) amenity {
	a := amenity{name: cells[0], other: map[Kind]int{}}
	if cells[1] != "-" {
		a.topic, a.spoken = guestbook.TopicOf(cells[1])
		if !a.spoken {
			panic(fmt.Sprintf("directory: amenity %q: unknown topic", cells))
		}
	}
	for star, share := range strings.Fields(cells[2]) {
		a.share[star] = whole(share)
	}
	if len(cells) > 3 {
		for entry := range strings.FieldsSeq(cells[3]) {
			kind, share, _ := strings.Cut(entry, "=")
			a.other[kindOf(kind)] = whole(share)
		}
	}
	return a
}

// lines yields the lines of a table without its comments.
func lines(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(file) {
			line = strings.Trim(line, "\n")
			if line != "" && !strings.HasPrefix(line, "#") && !yield(line) {
				return
			}
		}
	}
}

func whole(cell string) int {
	n, err := strconv.Atoi(cell)
	if err != nil {
		panic(fmt.Sprintf("directory: embedded table: %v", err))
	}
	return n
}
