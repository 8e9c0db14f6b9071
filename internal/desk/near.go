package desk

import (
	"errors"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

// NearError says that what was wanted is not in a new search, with what is nearest to it. It is a
// choice for the traveler: nothing is ever put in its place.
type NearError struct {
	problem.ChoiceError
	Title string
	Heads []string // of the cells of each row
	Rows  []NearRow
}

// Unwrap gives the choice alone.
func (e NearError) Unwrap() error { return e.ChoiceError }

// NearRow is an offer that is near.
type NearRow struct {
	N     int // its number in the list that was kept
	ID    string
	Label string // foreign text
	Cells []string
	Price search.Price
	Why   string // in what it is near
}

// ChooseNear leaves the choice between what is near to the traveler. The rows are in the list that
// was kept; was is what the thing that is gone cost.
func ChooseNear(gone string, was search.Price, near NearError, next string) error {
	if was.Amount != "" {
		gone += "; it was " + PriceText(was, ServiceLocale)
	}
	near.ChoiceError = problem.ChoiceError{Text: gone, Hint: next, Candidates: make([]problem.Candidate, 0, len(near.Rows))}
	for _, row := range near.Rows {
		near.Candidates = append(near.Candidates, problem.Candidate{
			Row: row.N, ID: row.ID, Label: row.Label, Amount: row.Price.Amount, Currency: row.Price.Currency, Why: row.Why,
		})
	}
	if len(near.Rows) == 0 {
		near.Text += ", nor is anything like it"
	}
	return near
}

// NumberIn is the number of a row in a list. One that the list does not have comes to its end.
func NumberIn(list *recall.List, row recall.Row) int {
	last := 0
	for _, have := range list.Rows {
		if have.ID == row.ID {
			return have.N
		}
		last = max(last, have.N)
	}
	row.N = last + 1
	list.Rows = append(list.Rows, row)
	return row.N
}

// RenewRows gives every row of a list the id that its offer has now. print is what finds a row's
// offer again; again makes row n of the offer at that position. A number keeps its meaning; one
// whose offer is not found is gone.
func RenewRows[P search.Print[P]](r *Renewal, rows []recall.Row, all []search.Candidate[P], print func(recall.Row) P, again func(n, at int) recall.Row) {
	for i, row := range rows {
		if at := search.Find(print(row), row.Price, all); at >= 0 {
			rows[i] = again(row.N, at)
			continue
		}
		rows[i].ID, rows[i].Gone = "", true
		r.RowGone(row.N)
	}
}

func asGone(err error) (GoneError, bool) { return errors.AsType[GoneError](err) }

// IsNobody tells that there was no one to ask.
func IsNobody(err error) bool { return errors.Is(err, ErrNobody) }
