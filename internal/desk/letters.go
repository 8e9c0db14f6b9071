package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// OwnerOf returns the kind of list that the fares or rates belong to, or "".
func OwnerOf(kind recall.Kind) recall.Kind {
	switch kind {
	case recall.Fares:
		return recall.Trips
	case recall.Rates:
		return recall.Hotels
	}
	return ""
}

// PartOf returns the kind of list that the rows of a list of trips or hotels have letters for.
func PartOf(owner recall.Kind) recall.Kind {
	if owner == recall.Trips {
		return recall.Fares
	}
	return recall.Rates
}

// Parts returns the fares or rates of the rows of the session's last list whose letters count.
func (d *Desk) Parts(kind recall.Kind) (lists []recall.List) {
	if OwnerOf(kind) == "" {
		return nil
	}
	store := d.Lists()
	in, _, _ := store.Latest(OwnerOf(kind))
	at := map[string]recall.Row{}
	for _, row := range in.Rows {
		at[strconv.Itoa(row.N)] = row
	}
	for _, part := range store.Own(kind) {
		if row, ok := at[part.Of.Row]; ok && part.Counts(in.Under(row), row.ID) {
			lists = append(lists, part)
		}
	}
	slices.SortFunc(lists, func(a, b recall.List) int { return at[a.Of.Row].N - at[b.Of.Row].N })
	return lists
}

// OpenRow is the error for a row whose fare or rate is still open: none was named, or its letter no longer counts.
// [Desk.Which] asks which one.
type OpenRow struct {
	Argument
	Row    string // as a command takes it
	Letter string // that no longer counts, as typed; "" if none was
}

func (e OpenRow) Error() string {
	if e.Letter == "" {
		return fmt.Sprintf("%s %s is a %s; give one of its %ss", e.Label, words.Quote(e.Text), kept.Word(OwnerOf(e.Kind)), e.what())
	}
	return fmt.Sprintf("%s %s: no %s %s has been shown for the current list", e.Label, words.Quote(e.Text), e.what(), e.Row+e.Letter)
}

// PickPart finds the fare or rate of a row with a letter, an id or a kept offer. The error is an [OpenRow] if the row
// has to be read first. It sends nothing.
func (d *Desk) PickPart(a Argument) (p Pick, err error) {
	typed := a.Text
	defer func() { p.Typed = typed }()
	owner, text := OwnerOf(a.Kind), a.Text
	word, rest, _ := strings.Cut(a.Text, ":")
	if kind := kept.KindOf(word); rest != "" && (kind == a.Kind || kind == owner) {
		text = rest
		if _, err := strconv.Atoi(rest); err == nil && kind == a.Kind {
			return Pick{}, problem.Usagef("%s %s: %ss have letters; %sb is %s b of row %s", a.Label, words.Quote(a.Text), a.what(), rest, a.what(), rest)
		}
	}
	mark, ok := recall.ParseMark(text)
	if words.IsDigits(text) && !ok { // no row has it, and the error says so
		mark, ok = recall.Mark{Row: text}, true
	}
	switch {
	case !ok && text != a.Text && kept.KindOf(word) == owner:
		return Pick{}, OpenRow{a, text, ""} // a trip or a hotel by its id
	case !ok, strings.HasPrefix(text, kept.Prefix) && mark.Part == 0:
		a.Text = text
		return d.pickWhole(a, owner)
	}
	if n, _ := strconv.Atoi(mark.Row); n >= query.LowestHotelID && mark.Part == 0 {
		return d.pickWhole(a, owner)
	}
	row, err := d.Pick(Argument{owner, a.Label, mark.Row})
	if err != nil {
		return Pick{}, err
	}
	open := OpenRow{a, mark.Row, recall.Letters(mark.Part)}
	list, found, err := d.Lists().Part(a.Kind, mark.Row)
	if err != nil {
		return Pick{}, err
	}
	under := recall.Under{Row: row.Kept}
	if row.Kept == "" {
		under = row.List.Under(row.Row)
	}
	if mark.Part == 0 || !found || !list.Counts(under, row.ID) {
		return Pick{}, open
	}
	part, err := list.Pick(mark.Part)
	if _, missing := errors.AsType[*recall.PickError](err); missing {
		return Pick{}, open
	}
	if err != nil {
		return Pick{}, NoSuchRow(a.Label, a.Text, list, err)
	}
	return PickOf(list, part), nil
}

// pickWhole finds a kept offer or an id. For a kept trip or hotel the error is an [OpenRow].
func (d *Desk) pickWhole(a Argument, owner recall.Kind) (Pick, error) {
	p, found, err := d.PickKept(a)
	if found {
		return p, nil
	}
	of := a
	of.Kind = owner
	if p, found, _ := d.PickKept(of); found {
		return Pick{}, OpenRow{a, p.Kept, ""}
	}
	if err != nil {
		return Pick{}, err
	}
	return d.pickID(a)
}

// Lettered gives the fares or rates of a page their letters, as [recall.List.Lettered] does, below the number of
// their row in the session's list or the name of a kept offer.
func (d *Desk) Lettered(list recall.List, kept string) recall.List {
	list.Of, list.Made = recall.Under{Row: kept}, d.Now()
	lists := d.Lists()
	if in, _, err := lists.Latest(OwnerOf(list.Kind)); kept == "" && err == nil {
		if row, ok := in.With(list.Owner()); ok {
			list.Of = in.Under(row)
		}
	}
	earlier, _, _ := lists.Part(list.Kind, list.Of.Row)
	return list.Lettered(earlier)
}

// Which asks the traveler to choose between the fares or rates of a row. It takes the only one without asking if no
// letter was given. If no one can answer, the error is a [NearError] with all of them.
func (d *Desk) Which(ctx context.Context, open OpenRow, list recall.List, by Columns) (Pick, error) {
	owner := kept.Word(OwnerOf(open.Kind))
	all := NearError{Title: fmt.Sprintf("The %ss of %s %s:", open.what(), owner, open.Row), Heads: by.Heads}
	var picks []Pick
	for _, row := range list.Rows {
		if row.ID == "" || row.Gone {
			continue
		}
		pick := Pick{ID: row.ID, N: row.N, Row: row, List: list.Head(), Typed: open.Text}
		picks = append(picks, pick)
		all.add(pick.Ref(), recall.Nearby{Row: row}, by)
	}
	all.Text = open.Error()
	switch {
	case len(picks) == 0:
		all.Text = fmt.Sprintf("%s %s has no %s that can be booked", owner, open.Row, open.what())
		return Pick{}, all.ChoiceError
	case len(picks) == 1 && open.Letter == "":
		return picks[0], nil
	}
	choice := Choice{Title: all.Title, Of: &all}
	for _, c := range all.Candidates {
		choice.Options = append(choice.Options, Option{Name: c.Label, Code: c.Argument()})
	}
	n, err := d.Ask.Choose(ctx, choice)
	if errors.Is(err, ErrNoOne) || errors.Is(err, ErrNothing) {
		all.Hint = "give one of them, such as " + words.Shell(all.Candidates[0].Argument())
		all.Typed = open.Text
		return Pick{}, all
	}
	if err != nil {
		return Pick{}, err
	}
	return picks[n], nil
}

// Booked reports whether a reference of any kind means a fare or a rate, and returns it as an argument for one. It
// sends nothing.
func (d *Desk) Booked(label, ref string) (kind recall.Kind, text string, err error) {
	text = strings.TrimSpace(ref)
	o, err := d.Offer(label, text)
	kind = o.Kind
	if open, ok := errors.AsType[OpenRow](err); ok {
		kind, text, err = open.Kind, cmp.Or(open.Text, text), nil
	}
	if _, isMark := recall.ParseMark(text); isMark && err == nil && !strings.HasPrefix(text, kept.Prefix) {
		if last, _, _ := d.PrintedLast(); last.Kind == recall.Kept {
			text = kept.Prefix + text
		}
	}
	if kind == recall.Trips || kind == recall.Hotels {
		kind = PartOf(kind)
	}
	return kind, text, err
}
