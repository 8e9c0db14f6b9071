package guestbook

import (
	"slices"
	"strings"
	"unicode"
)

// Finder looks for words in the reviews of one book.
type Finder struct {
	book   *Book
	terms  []term
	spoken map[string][]int // which terms a phrase mentions, by phrase
	found  []bool           // which terms were found so far
}

// term is a word or several that must follow each other.
type term struct {
	asked string // as it was sent
	words string // simplified, with a space on both sides
}

// Finder returns a finder for terms as a caller sent them. A term is looked for
// as whole words, in any case; hyphens and apostrophes do not count, so that
// wi-fi is wifi. A term sent twice is looked for once.
func (b *Book) Finder(topics []string) *Finder {
	f := &Finder{book: b, spoken: map[string][]int{}}
	for _, topic := range topics {
		if !slices.ContainsFunc(f.terms, func(t term) bool { return t.asked == topic }) {
			f.terms = append(f.terms, term{asked: topic, words: simplify(topic)})
		}
	}
	f.found = make([]bool, len(f.terms))
	return f
}

// Mentions tells whether title, pros or cons of a review mention any of the
// terms. With no terms at all, no review does.
func (f *Finder) Mentions(e Entry) bool {
	mentioned := false
	look := func(phrase string) {
		for _, n := range f.in(phrase) {
			f.found[n] = true
			mentioned = true
		}
	}
	all := phrases()
	look(title(e, all))
	liked, disliked := f.book.remarks(e)
	for _, r := range liked {
		look(all.liked[r.topic][r.which])
	}
	for _, r := range disliked {
		look(all.disliked[r.topic][r.which])
	}
	return mentioned
}

// Found is the terms that were mentioned in what was looked at so far, as they
// were asked for and in that order; not nil.
func (f *Finder) Found() []string {
	words := []string{}
	for n, found := range f.found {
		if found {
			words = append(words, f.terms[n].asked)
		}
	}
	return words
}

// in is the terms that a phrase mentions. Books repeat their phrases, so each
// is taken apart once.
func (f *Finder) in(phrase string) []int {
	if which, known := f.spoken[phrase]; known {
		return which
	}
	text := simplify(f.book.fill(phrase))
	which := []int{}
	for n, t := range f.terms {
		if t.words != " " && strings.Contains(text, t.words) {
			which = append(which, n)
		}
	}
	f.spoken[phrase] = which
	return which
}

// simplify is a text in lower case, its words with one space before and after
// each, and nothing else.
func simplify(text string) string {
	var plain strings.Builder
	plain.WriteByte(' ')
	gap := true
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			plain.WriteRune(unicode.ToLower(r))
			gap = false
		case r == '-' || r == '\'' || r == '’':
		case !gap:
			plain.WriteByte(' ')
			gap = true
		}
	}
	if !gap {
		plain.WriteByte(' ')
	}
	return plain.String()
}
