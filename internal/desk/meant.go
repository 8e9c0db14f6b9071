package desk

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// A Wording turns the typed values of filters into facets of the search. A word that the service would not match is
// sent as the facet that it stands for, which may change while results come in.
type Wording struct {
	Taken  []string  // sentences that say which facets words stand for
	Absent []string  // sentences about codes that nothing in the search has
	Open   *OpenWord // the first word that a person has to decide, nil for none

	typed, sent *ask.Values
	learned     bool // a read had facets
	airports    func(ctx context.Context, city string) []string
	cities      map[string][]string // the results of airports
}

// An OpenWord is a word that stands for no facet of a search or for several, so that a person has to choose.
type OpenWord struct {
	problem.ChoiceError
	wire, text string
	near       bool // the candidates are like the word; otherwise they are the most common facets
}

// Unwrap returns the choice alone.
func (e *OpenWord) Unwrap() error { return e.ChoiceError }

// NewWording returns a wording that knows no facets yet. It leaves out words that no service can match. airports returns
// the codes of a city's airports; it is only called for a filter that takes airports.
func NewWording(typed *ask.Values, airports func(ctx context.Context, city string) []string) *Wording {
	w := &Wording{typed: typed.Clone(), sent: typed.Clone(), airports: airports, cities: map[string][]string{}}
	for _, wire := range typed.Filters() {
		if f, _ := ask.FilterOf(nil, wire); f.Facet != nil {
			w.sent.SendAs(wire, slices.DeleteFunc(typed.Texts(wire), f.Facet.Hopeless)) // the others were values before
		}
	}
	return w
}

// Reading returns a reader that sends the facets of a search for the typed words. of returns a reader with the given
// parameters, and facets returns the facets of a read.
func Reading[R any](w *Wording, of func(*ask.Values) search.Reader[R], facets func(R) []Facet) search.Reader[R] {
	reader := of(w.sent)
	reader.Read = func(ctx context.Context) (search.Snapshot[R], error) {
		read := func() (search.Snapshot[R], error) {
			if err := w.sent.Err(); err != nil {
				return search.Snapshot[R]{}, err
			}
			return of(w.sent).Read(ctx)
		}
		s, err := read()
		if err != nil || !w.learn(ctx, facets(s.Results)) {
			return s, err
		}
		return read()
	}
	return reader
}

// Page returns the parameters of another page.
func (w *Wording) Page(n int) *ask.Values { return w.sent.Page(n) }

// Settle replaces the typed words by those that were sent, in the parameters and in a list, if none is open.
func (w *Wording) Settle(q *ask.Values, list recall.List) recall.List {
	if w == nil || !w.learned || w.Open != nil {
		return list
	}
	list.View = slices.Clone(list.View)
	for _, wire := range w.typed.Filters() {
		if f, _ := ask.FilterOf(nil, wire); f.Facet == nil {
			continue
		}
		q.SendAs(wire, w.sent.Texts(wire)) // they are values of sent
		for i, p := range list.View {
			if p.Name == wire {
				list.View[i].Values, list.View[i].Typed = q.Texts(wire), q.Typed(wire)
			}
		}
	}
	return list
}

// Undecided returns the open word as an error, or nil.
func (w *Wording) Undecided() error {
	if w.Open == nil {
		return nil
	}
	return w.Open
}

// Worded adds the sentences about the words to what was found. If a word is open, it leaves out the rows, since none is
// known to pass the filters.
func (w *Wording) Worded(f sweep.Found) sweep.Found {
	if w.Open != nil {
		return sweep.Found{AsOf: f.AsOf, Settle: f.Settle}
	}
	f.Taken = w.Taken
	return f
}

// learn finds the facets that the words stand for, and reports whether this changes the words to send.
func (w *Wording) learn(ctx context.Context, facets []Facet) bool {
	if len(facets) == 0 {
		return false
	}
	before, changed := w.sent, false
	w.learned, w.sent, w.Taken, w.Absent, w.Open = true, w.typed.Clone(), nil, nil, nil
	for _, wire := range w.typed.Filters() {
		filter, _ := ask.FilterOf(nil, wire)
		if filter.Facet == nil {
			continue
		}
		param, _ := w.typed.Op().Param(wire)
		have := slices.DeleteFunc(slices.Clone(facets), func(f Facet) bool { return f.Param != wire })
		fit := slices.DeleteFunc(slices.Clone(have), func(f Facet) bool { return !Sendable(param, f.Value) })
		common := slices.DeleteFunc(slices.Clone(fit), func(f Facet) bool { return Inert(f.Value) != f.Value })
		common = common[:min(len(common), mostOffered)]
		what := strings.ReplaceAll(wire, "-", " ")
		var sent []string
		for _, text := range w.typed.Texts(wire) {
			found, is := w.meaning(ctx, filter.Facet, text, have, fit)
			switch {
			case is == open:
				if w.Open == nil {
					w.Open = openWord(wire, what, text, found, common)
				}
				continue
			case is == absent:
				w.Absent = append(w.Absent, fmt.Sprintf("Nothing here has %s (%s).", clean.Line(text), what))
				if len(common) > 0 {
					w.Absent = append(w.Absent, "Most common: "+words.And(labels(common, ""))+".")
				}
			case len(found) > 1 || !strings.EqualFold(text, found[0].Value):
				w.Taken = append(w.Taken, clean.Line(text)+" is "+words.And(labels(found, text))+".")
			}
			for _, f := range found {
				if !slices.Contains(sent, f.Value) {
					sent = append(sent, f.Value)
				}
			}
		}
		w.sent.SendAs(wire, sent) // facets were checked with Sendable
		changed = changed || !slices.Equal(before.Texts(wire), sent)
	}
	return changed
}

// mostOffered is how many facets a message names when a word matches none.
const mostOffered = 5

// openWord returns the choice between the near facets, or the most common ones if none is near.
func openWord(wire, what, text string, near, common []Facet) *OpenWord {
	e := &OpenWord{wire: wire, text: text, near: len(near) > 0, ChoiceError: problem.ChoiceError{Typed: text}}
	e.Text = fmt.Sprintf("%s matches several %s here", words.Quote(text), what)
	if !e.near {
		e.Text = fmt.Sprintf("none of the %s here is called %s", what, words.Quote(text))
		near, e.Typed = common, ""
	}
	if len(near) > 0 {
		e.Hint = "give one of them, such as " + words.Or(labels(near[:min(len(near), mostOffered)], ""))
	}
	for _, f := range near {
		e.Candidates = append(e.Candidates, problem.Candidate{ID: f.Value, Label: cmp.Or(f.Name, f.Value)})
	}
	return e
}

// with returns the words of the open filter, with a value in place of the open word.
func (w *Wording) with(value string) []string {
	texts := w.typed.Texts(w.Open.wire)
	texts[slices.Index(texts, w.Open.text)] = value
	return texts
}

// meant says how a word was understood.
type meant uint8

const (
	sure   meant = iota // it stands for one or more facets
	absent              // it is a code or a word of the contract that nothing in the search has
	open                // a person has to choose
)

// meaning returns the facets that a word stands for, or those that are like it if a person has to choose. have are the
// facets of its filter; of those, fit can be sent.
func (w *Wording) meaning(ctx context.Context, rule *ask.FacetWords, text string, have, fit []Facet) ([]Facet, meant) {
	itself := []Facet{{Value: text}}
	if len(have) == 0 {
		return itself, sure
	}
	spellings := append([]string{text}, rule.Synonyms[words.Fold(text)]...)
	for _, word := range spellings {
		lower := strings.ToLower(word)
		if rule.Part && slices.ContainsFunc(have, func(f Facet) bool { return strings.Contains(strings.ToLower(f.Value), lower) }) {
			return []Facet{{Value: word}}, sure
		}
		if i := slices.IndexFunc(fit, func(f Facet) bool { return strings.EqualFold(f.Value, word) }); i >= 0 {
			return fit[i : i+1], sure
		}
		if found := nameLike(fit, word, func(name, key string) bool { return tight(name) == tight(key) }); len(found) > 0 {
			return found, sure
		}
	}
	for _, word := range spellings {
		key := tight(words.Fold(word))
		if i := slices.IndexFunc(rule.Known, func(known string) bool { return tight(words.Fold(known)) == key }); i >= 0 {
			return []Facet{{Value: rule.Known[i]}}, absent
		}
	}
	code := rule.IsCode(text)
	if code && !words.IsDigits(text) { // digits alone may be a family of aircraft
		return itself, absent
	}
	found := nameLike(fit, text, likes[0])
	if rule.Airports && len(found) != 1 {
		if _, asked := w.cities[text]; !asked {
			w.cities[text] = w.airports(ctx, text)
		}
		own := slices.DeleteFunc(slices.Clone(fit), func(f Facet) bool { return !slices.Contains(w.cities[text], f.Value) })
		if len(own) > 0 {
			return own, sure
		}
	}
	for i := 1; i < len(likes) && len(found) == 0; i++ {
		found = nameLike(fit, text, likes[i])
	}
	switch {
	case len(found) == 1, rule.Family && len(found) > 0:
		return found, sure
	case code && len(found) == 0:
		return itself, absent
	}
	return found, open
}

// likes are the ways in which the name of a facet is like a word, closest first. Both are folded.
var likes = []func(name, key string) bool{
	func(name, key string) bool { return strings.Contains(" "+name+" ", " "+key+" ") },
	func(name, key string) bool { return len(key) > 2 && strings.Contains(" "+name, " "+key) },
	func(name, key string) bool { return joins(strings.Fields(name), tight(key)) },
	func(name, key string) bool { // one typo away from the name or from a word of it
		return len(key) > 3 && slices.ContainsFunc(append(strings.Fields(name), name), func(word string) bool {
			return len(word) > 3 && words.EditDistance(word, key) == 1
		})
	},
}

// nameLike returns the facets with a name like the text. A negated name such as non_refundable is only like another
// negated one.
func nameLike(facets []Facet, text string, like func(name, key string) bool) (found []Facet) {
	key := words.Fold(text)
	denies := func(folded string) bool { return strings.HasPrefix(folded, "no ") || strings.HasPrefix(folded, "non ") }
	for _, f := range facets {
		if slices.ContainsFunc([]string{words.Fold(f.Value), words.Fold(f.Name)}, func(name string) bool {
			return name != "" && key != "" && denies(name) == denies(key) && like(name, key)
		}) {
			found = append(found, f)
		}
	}
	return found
}

// tight removes the spaces of a folded text, so that Wi-Fi, Wi Fi and WiFi are equal.
func tight(folded string) string { return strings.ReplaceAll(folded, " ", "") }

// joins reports whether key is several consecutive words written as one.
func joins(fields []string, key string) bool {
	for from := range fields {
		for to := from + 1; to <= len(fields); to++ {
			if strings.Join(fields[from:to], "") == key {
				return true
			}
		}
	}
	return false
}

// labels returns the facets for people, by code and name. The name is left out if it is what was typed.
func labels(facets []Facet, typed string) []string {
	texts := make([]string, len(facets))
	for i, f := range facets {
		texts[i] = clean.Line(f.Value)
		if name := clean.Line(f.Name); name != "" && !strings.EqualFold(f.Name, typed) {
			texts[i] += " (" + name + ")"
		}
	}
	return texts
}

// Sendable reports whether a word of the service can be sent back unchanged: lists are split at commas, and the contract
// allows 256 bytes.
func Sendable(param *api.Param, word string) bool {
	return len(word) <= 256 && ask.Offerable(param, word) && !strings.Contains(word, ",") && clean.Line(word) == word
}

// Facet is one value of a filter in the results of a search.
type Facet struct {
	Param string // of the contract
	Value string // foreign text
	Name  string // for people, may be empty
	Count int
}

// FacetsOf returns the facets in the filterOptions of a search. The member bookingSites has those of booking-sites.
func FacetsOf(options any) (all []Facet) {
	for field, member := range reflect.ValueOf(options).Fields() {
		wire, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if wire = ask.FlagName(wire); wire == "guest-types" { // of which a filter takes one
			wire = "guest-type"
		}
		switch list := member.Interface().(type) {
		case []apiclient.CodedCount:
			for _, w := range list {
				all = append(all, Facet{Param: wire, Value: w.Code, Name: words.Stated(w.Name), Count: w.Count})
			}
		case []apiclient.NamedCount:
			for _, w := range list {
				all = append(all, Facet{Param: wire, Value: w.Name, Count: w.Count})
			}
		}
	}
	return all
}

// KeepFacets keeps the most frequent facets of a search, which come first, for shell completion. It ignores errors.
func (d *Desk) KeepFacets(kind recall.Kind, op *api.Operation, of search.Ref, facets []Facet) {
	if d.Memory != nil {
		return // no shell completes from lists in memory
	}
	list := recall.List{Kind: kind, Search: search.Ref{ID: of.ID}}
	kept := map[string]int{}
	for _, f := range facets {
		if param, ok := op.Param(f.Param); !ok || kept[f.Param] == 60 || !Offerable(param, f.Value) {
			continue
		}
		kept[f.Param]++
		list.Rows = append(list.Rows, recall.Row{
			N: len(list.Rows) + 1, Offer: offer.Offer{Label: f.Value}, Facet: &recall.Facet{Param: f.Param, Name: f.Name, Count: f.Count},
		})
	}
	_ = d.Keep(list)
}

// Offerable reports whether a word of the service is safe on a command line: it is valid for the parameter and means
// nothing special to a shell.
func Offerable(param *api.Param, value string) bool {
	return ask.Offerable(param, value) && Inert(value) == value
}

// Inert removes from a text all but the letters, digits and signs that mean nothing special to a shell or a
// terminal.
func Inert(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Pd):
			return '-'
		case unicode.In(r, unicode.L, unicode.Mn, unicode.Nd), strings.ContainsRune(" -_.+/→", r):
			return r
		}
		return -1
	}, clean.Line(text)))
}

// Nothing explains a page that is empty because of its filters.
type Nothing struct {
	Filters []string // as they were typed
	Of      int      // rows without filters
	Without []Relaxed
}

// Relaxed is what removing one filter would bring back.
type Relaxed struct {
	Filter string // as it was typed
	Rows   int
	From   offer.Money // the lowest
	Locale string
}
