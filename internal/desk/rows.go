package desk

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// OfferArgument is what was typed for an offer, whatever its kind.
type OfferArgument struct {
	Label, Text string // ROW and what was typed for it
	Help        string // the help of the command that takes it
}

// WantOffer is what an argument for an offer of any kind accepts.
const WantOffer = "a row such as trip:2, fare:1, hotel:3 or rate:1, what you keep such as kept:2 or its name, an id that a list here holds, or the number of a row of the list printed last"

// Offer turns trip:2, fare:2, hotel:2, rate:2, kept:2, a kept name, an id that a list holds, or a number in
// the list that was printed last here into the offer, with its own kind. What finds it again may be
// missing, see [kept.Offer.Lacks]. Nothing is sent.
func (d *Desk) Offer(a OfferArgument) (kept.Offer, error) {
	a.Text = strings.TrimSpace(a.Text)
	if strings.HasPrefix(a.Text, kept.Prefix) {
		k, err := d.Kept(a)
		return k.Offer, err
	}
	word, rest, _ := strings.Cut(a.Text, ":")
	if kind := kept.KindOf(word); kind != "" && rest != "" {
		return d.offerIn(a, kind, rest)
	}
	if n, err := strconv.Atoi(a.Text); err == nil && n < query.LowestHotelID {
		return d.offerLast(a, n)
	}
	if offer, ok := d.offerByID(strings.TrimPrefix(a.Text, query.HotelIDPrefix)); ok {
		return offer, nil
	}
	l, err := d.KeptList()
	if err != nil {
		return kept.Offer{}, err
	}
	if k, ok := l.Named(a.Text); ok {
		return k.Offer, nil
	}
	return kept.Offer{}, problem.NotAccepted(a.Label, a.Text, WantOffer, a.Help)
}

// listCommands make a list of each kind that offers come from.
var listCommands = map[recall.Kind]string{
	recall.Trips: "travel flights search FROM TO DATE", recall.Fares: "travel flights trip TRIP",
	recall.Hotels: "travel hotels search PLACE CHECKIN CHECKOUT", recall.Rates: "travel hotels rates HOTEL",
}

// offerIn is a row of the last list of a kind, or an id that such a list holds.
func (d *Desk) offerIn(a OfferArgument, kind recall.Kind, text string) (kept.Offer, error) {
	text = strings.TrimPrefix(text, query.HotelIDPrefix)
	if n, err := strconv.Atoi(text); err != nil || n >= query.LowestHotelID {
		if list, row, ok := d.holding(kind, text); ok {
			return offerOf(list, row), nil
		}
		if err != nil {
			want := fmt.Sprintf("%s: with a row number, or with an id that a list here holds", kept.Word(kind))
			return kept.Offer{}, problem.NotAccepted(a.Label, a.Text, want, a.Help)
		}
	}
	p, err := d.pick(Argument{Kind: kind, Label: a.Label, Text: text, What: kept.Word(kind), List: listCommands[kind], Help: a.Help})
	return offerOf(p.List, p.Row), err
}

// offerLast is row n of the list that was printed last here.
func (d *Desk) offerLast(a OfferArgument, n int) (kept.Offer, error) {
	last, _, err := d.PrintedLast()
	kind := last.Kind
	switch {
	case err != nil:
		return kept.Offer{}, err
	case kind == recall.Kept:
		k, err := d.Kept(OfferArgument{Label: a.Label, Text: kept.Prefix + a.Text, Help: a.Help})
		return k.Offer, err
	case kind == "":
		text := fmt.Sprintf("%s %s is a row number, and there is no list to count in", a.Label, a.Text)
		return kept.Offer{}, d.NoList(text, "make one first: "+listCommands[recall.Trips]+", or "+listCommands[recall.Hotels])
	case kept.Word(kind) == "":
		return kept.Offer{}, problem.UsageError{
			Text: fmt.Sprintf("%s %s: the list printed last here is of %s, not of trips, fares, hotels or rates", a.Label, a.Text, listNames[kind]),
			Hint: fmt.Sprintf("say which list is meant, such as trip:%d or hotel:%d", n, n),
		}
	}
	return d.offerIn(a, kind, a.Text)
}

// listNames are what the rows of the other lists are called.
var listNames = map[recall.Kind]string{
	recall.Options: "the options of a fare", recall.Places: "places", recall.Days: "the days of a calendar",
	recall.Goals: "places to go to", recall.Nights: "the nights of a calendar", recall.Breaks: "long weekends",
}

// PrintedLast is the list that was printed last, without its rows: by this session, else by another terminal;
// false where there is none. Nothing is taken over.
func (d *Desk) PrintedLast() (recall.List, bool, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, false, err
	}
	for _, look := range []func(recall.Kind) (recall.List, bool, error){lists.Head, lists.Elsewhere} {
		var last recall.List
		for _, kind := range recall.PrintedLast() {
			list, ok, err := look(kind)
			if err != nil {
				return recall.List{}, false, err
			}
			if ok && !list.Made.Before(last.Made) { // of two at once the narrower is behind
				last = list.Head()
			}
		}
		if last.Kind != "" {
			return last, true, nil
		}
	}
	return recall.List{}, false, nil
}

// offerByID is the row with that id of a list of any kind.
func (d *Desk) offerByID(id string) (kept.Offer, bool) {
	for _, kind := range kept.Kinds() {
		if list, row, ok := d.holding(kind, id); ok {
			return offerOf(list, row), true
		}
	}
	return kept.Offer{}, false
}

// ListsHold tells whether a list here has a row with that id.
func (d *Desk) ListsHold(id string) bool {
	_, ok := d.offerByID(id)
	return ok
}

// holding is the row of that id in a list of that kind.
func (d *Desk) holding(kind recall.Kind, id string) (recall.List, recall.Row, bool) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, recall.Row{}, false // a list that cannot be read only means that nothing is known
	}
	return lists.Holding(kind, id)
}

func offerOf(list recall.List, row recall.Row) kept.Offer {
	return kept.Offer{Kind: list.Kind, List: list.Head(), Row: row}
}

// PickKept is what the traveler keeps and an argument for a row names; false where it names something else. A row
// of another kind is told with the kind that it is: a [WrongKindError] where only its name was given, which
// may be that of something else.
func (d *Desk) PickKept(a Argument) (Pick, bool, error) {
	word, rest, cut := strings.Cut(a.Text, ":")
	if kind := kept.KindOf(word); cut && kind != "" && kind != a.Kind && kept.Word(a.Kind) != "" && rest != "" {
		return Pick{}, false, problem.UsageError{
			Text: fmt.Sprintf("%s %s is a %s; give a %s", a.Label, words.Quote(a.Text), kept.Word(kind), a.What), Hint: otherWay(a.Kind, kind, a.Text),
		}
	}
	given := strings.HasPrefix(a.Text, kept.Prefix)
	if _, err := kept.CheckName("", a.Text); err != nil && !given {
		return Pick{}, false, nil // it is not a name, and so not a kept one
	}
	l, err := d.KeptList()
	if err != nil {
		return Pick{}, false, err
	}
	k, err := l.Find(a.Text)
	switch {
	case err != nil && !given:
		return Pick{}, false, nil // the name of something else
	case err != nil:
		return Pick{}, false, err
	case k.Kind != a.Kind:
		wrong := problem.UsageError{
			Text: fmt.Sprintf("%s %s is a %s that you keep; give a %s", a.Label, words.Quote(a.Text), kept.Word(k.Kind), a.What), Hint: otherWay(a.Kind, k.Kind, k.Row()),
		}
		if given {
			return Pick{}, false, wrong
		}
		return Pick{}, false, WrongKindError{wrong}
	}
	row := k.Offer.Row
	row.N = 0 // which would be counted in a list
	return Pick{ID: row.ID, Row: row, List: k.List, Kept: k.Row(), Typed: a.Text}, true, nil
}

// WrongKindError is a kept offer of another kind than is wanted.
type WrongKindError struct{ problem.UsageError }

// otherWay is the command that goes from a row of a kind on to one of the wanted kind, or what else can be
// done with it.
func otherWay(want, is recall.Kind, row string) string {
	switch {
	case want == recall.Fares && is == recall.Trips:
		return "its fares: travel flights trip " + row
	case want == recall.Trips && is == recall.Fares:
		return "open the fare: travel flights options " + row
	case want == recall.Rates && is == recall.Hotels:
		return "its rates: travel hotels rates " + row
	case want == recall.Hotels && is == recall.Rates:
		return "make its link: travel hotels booking-link " + row
	case is == recall.Trips:
		return "open it: travel flights trip " + row
	case is == recall.Hotels:
		return "open it: travel hotels show " + row
	}
	return "see what you keep: travel kept"
}
