package flights

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// OpenWeekendRequest is a trip of the last list of long weekends to open.
type OpenWeekendRequest struct {
	Number  string // of the weekend, as typed
	Place   string // a code or a name
	View    View
	Renewal *desk.Renewal
}

// OpenWeekend reads the trips to a place on a long weekend of the session's last list, with its filters,
// the cheapest first. Of several pairs of days it is the cheapest. It spends none, unless its search has
// expired and the renewal says so.
func OpenWeekend(ctx context.Context, d *desk.Desk, r *OpenWeekendRequest) (Trips, error) {
	list, found, err := d.Latest(recall.Breaks)
	if err != nil {
		return Trips{}, err
	}
	if !found || list.Flight == nil {
		return Trips{}, d.NoList("there are no trips on long weekends to open one of", "make them: travel weekends --from FROM --to LIST")
	}
	row, err := r.pick(list)
	if err != nil {
		return Trips{}, err
	}
	to := places.Place{Code: row.Goal.Code, Name: row.Goal.Name, City: row.Goal.City}
	asked := Journey(*list.Flight, to, row.Day.Day, row.Day.Back)
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, fmt.Sprintf("weekend %d in %s", row.Goal.Weekend, row.Goal.Code), desk.FlightSearches, asked.Command())
	}
	return openFound(ctx, d, &ResultsRequest{View: r.View, Renewal: r.Renewal}, list, row.Ref(), asked)
}

// pick finds the row that was typed.
func (r *OpenWeekendRequest) pick(list recall.List) (best recall.Row, err error) {
	n, err := strconv.Atoi(r.Number)
	if err != nil || n < 1 {
		return best, problem.NotAccepted("NUMBER", r.Number, "the number of a long weekend, such as 1", "")
	}
	var have []string
	highest, typed, known := 0, strings.TrimSpace(r.Place), -1.0
	for _, row := range list.Rows {
		if row.Goal == nil || row.Day == nil {
			continue
		}
		highest = max(highest, row.Goal.Weekend)
		if row.Goal.Weekend != n {
			continue
		}
		if !slices.Contains(have, row.Goal.Code) {
			have = append(have, row.Goal.Code)
		}
		same := strings.EqualFold(row.Goal.Code, typed) || words.Fold(typed) != "" && words.Fold(row.Goal.Name) == words.Fold(typed)
		amount, priceErr := strconv.ParseFloat(row.Price.Amount, 64)
		if cheaper := priceErr == nil && (known < 0 || amount < known); !same || best.Goal != nil && !cheaper {
			continue
		}
		if best = row; priceErr == nil {
			known = amount
		}
	}
	switch {
	case best.Goal != nil:
		return best, nil
	case len(have) == 0:
		return best, problem.UsageError{Text: fmt.Sprintf("NUMBER %d is not in the last list, which has weekends 1 to %d", n, highest)}
	}
	return best, problem.UsageError{Text: fmt.Sprintf("PLACE %s is not asked for weekend %d of the last list, which has %s", words.Quote(typed), n, words.And(have))}
}
