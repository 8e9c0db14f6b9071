package guestbook

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed phrases.txt
var phrasesFile string

//go:embed titles.txt
var titlesFile string

// Topic is what a guest writes about, by its place in topicNames.
type Topic uint8

// Everywhere is how many topics, from the first on, need nothing that a hotel
// may lack.
const Everywhere = 11

// topicNames are the words of the phrases file. Guests of any hotel write about
// those in the first line.
var topicNames = [...]string{
	"location", "room", "bed", "bathroom", "staff", "clean", "quiet", "price", "transport", "checkin", "view",
	"breakfast", "wifi", "pool", "parking", "kitchen", "spa", "gym", "bar", "restaurant", "aircon", "family",
}

const topicCount = Topic(len(topicNames))

func (t Topic) String() string { return topicNames[t] }

// Topics is a set of topics.
type Topics uint32

// With is the set and one more.
func (s Topics) With(t Topic) Topics { return s | 1<<t }

// Has tells whether a topic is in the set.
func (s Topics) Has(t Topic) bool { return s>>t&1 == 1 }

// perTopic is how many phrases a topic has for either sign.
const perTopic = 3

// phrasebook is all that guests can say.
type phrasebook struct {
	liked, disliked [topicCount][perTopic]string
	good, fair, bad []string // titles
	notes           []string
}

var phrases = sync.OnceValue(readPhrases)

// readPhrases takes the embedded files apart. They are part of the program and
// tested, so a fault in them is a panic.
func readPhrases() *phrasebook {
	book := &phrasebook{}
	filled := map[string]int{}
	for cells := range rows(phrasesFile, 3) {
		topic := slices.Index(topicNames[:], cells[0])
		sides := map[string]*[topicCount][perTopic]string{"+": &book.liked, "-": &book.disliked}
		side, known := sides[cells[1]]
		n := filled[cells[0]+cells[1]]
		if topic < 0 || !known || n == perTopic {
			panic(fmt.Sprintf("guestbook: phrase %q: unknown topic or sign, or one too many", cells))
		}
		side[topic][n] = cells[2]
		filled[cells[0]+cells[1]]++
	}
	for cells := range rows(titlesFile, 2) {
		lists := map[string]*[]string{"good": &book.good, "fair": &book.fair, "bad": &book.bad, "note": &book.notes}
		list, known := lists[cells[0]]
		if !known {
			panic(fmt.Sprintf("guestbook: title %q: unknown mood", cells))
		}
		*list = append(*list, cells[1])
	}
	return book
}

// rows yields the cells of a table's lines, without its comments.
func rows(file string, columns int) func(func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(file) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "#") {
				continue
			}
			cells := strings.Split(line, "\t")
			if len(cells) != columns {
				panic(fmt.Sprintf("guestbook: line %q: want %d cells", line, columns))
			}
			if !yield(cells) {
				return
			}
		}
	}
}

// TopicOf is the topic of a word; ok is false when there is none.
func TopicOf(word string) (t Topic, ok bool) {
	i := slices.Index(topicNames[:], word)
	return Topic(max(i, 0)), i >= 0
}
