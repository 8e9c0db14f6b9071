package account

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// Quota returns the command that shows how many searches are left.
func Quota(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Show how many searches are left, according to the last answer from the service, and how old that
answer is. It sends no request and uses no search. Each quota window has a line: searches per
minute, hour and day are counted separately, and so are flights and hotels. Searches made since
then on other computers with the same account are not included.`,
		Example: `  travel quota
  travel quota --json`,
		Args: cli.Arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := run.Desk()
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			book, err := d.Quotas(cmd.Context())
			if err != nil {
				return err
			}
			if len(book.Windows)+len(book.Made) == 0 {
				if why := d.Unkeepable(); why != nil {
					return fmt.Errorf("what is left is not kept: %w", why)
				}
			}
			now := run.Env.Now()
			made := []madeJSON{}
			for _, operation := range slices.Sorted(maps.Keys(book.Made)) {
				made = append(made, madeJSON{
					operation, book.Count(operation, now, time.Minute), book.Count(operation, now, time.Hour), book.Count(operation, now, 24*time.Hour),
				})
			}
			table := quotaTable(book.Windows, now)
			table.Notes = quotaNotes(book.Windows, made)
			if cfg.Embedded() && len(book.Windows) > 0 {
				table.Notes = append(table.Notes, "The built-in sandbox counts each command separately.")
			}
			answer := quotaJSON{cfg.Profile(), append([]quota.Window{}, book.Windows...), made}
			return run.Out().PrintValue(answer, nil, table, table.Notes)
		},
	}, schema.Document(quotaJSON{}, nil))
}

// quotaJSON is the answer as --json prints it.
type quotaJSON struct {
	Profile string         `json:"profile"`
	Windows []quota.Window `json:"windows"`
	Made    []madeJSON     `json:"made"` // by this computer
}

// madeJSON counts the calls this computer made to one operation.
type madeJSON struct {
	Operation  string `json:"operation"`
	LastMinute int    `json:"lastMinute"`
	LastHour   int    `json:"lastHour"`
	LastDay    int    `json:"lastDay"`
}

// quotaNames maps each quota to its name in plain words, which fits one window or several.
var quotaNames = map[string]string{
	desk.FlightSearches: "flight searches", desk.HotelSearches: "hotel searches", desk.OneHotelSearches: "searches of one hotel",
	desk.RatesReads: "reads of rates", "user": "all requests",
}

// quotaName returns the name of a window's quota. A quota newer than this client keeps the service's name.
func quotaName(w quota.Window) string {
	for operation, name := range quotaNames {
		if w.Of(operation) {
			return name
		}
	}
	return w.Name
}

// quotaTable has one row per window. The number left in a window that has ended is out of date, so the text table
// omits it; records keep what the service said.
func quotaTable(windows []quota.Window, now time.Time) grid.Table {
	t := grid.Table{Columns: []grid.Column{
		{Name: "QUOTA", Keep: 9}, {Name: "IN", Keep: 9}, {Name: "LEFT", Align: grid.Right, Keep: 9}, {Name: "OF", Align: grid.Right, Keep: 9},
		{Name: "STARTS AGAIN", Keep: 5}, {Name: "SAID", Keep: 7},
	}}
	spans := map[int64]string{0: "", 60: "a minute", 3600: "an hour", 86400: "a day"}
	for _, w := range windows {
		span, usual := spans[w.Seconds] // 0: the service did not say
		if !usual {
			span = words.Age(time.Duration(w.Seconds) * time.Second)
		}
		left, limit, again := words.Grouped(int(w.Left)), "", "has started"
		if w.Limit > 0 {
			limit = words.Grouped(int(w.Limit))
		}
		if w.Running(now) {
			again = "in " + words.ShortAge(w.Resets.Sub(now))
		} else {
			left = ""
		}
		t.Rows = append(t.Rows, []grid.Cell{
			{Text: quotaName(w), Data: w.Name}, {Text: span, Data: strconv.FormatInt(w.Seconds, 10)},
			{Text: left, Data: strconv.FormatInt(w.Left, 10)}, {Text: limit, Data: strconv.FormatInt(w.Limit, 10)},
			{Text: again, Data: w.Resets.UTC().Format(time.RFC3339)}, {Text: words.ShortAge(now.Sub(w.Said)) + " ago", Data: w.Said.UTC().Format(time.RFC3339)},
		})
	}
	return t
}

// quotaNotes explains what the table cannot show: that nothing is known yet, or that only this computer's own count
// is known.
func quotaNotes(windows []quota.Window, made []madeJSON) []string {
	told := slices.ContainsFunc(windows, func(w quota.Window) bool { return strings.HasPrefix(w.Name, "create") })
	switch {
	case told:
		return nil
	case len(made) == 0:
		return []string{"How many searches are left is not known yet, usually 10 a minute and 100 an hour; the answer to the first one says it."}
	}
	notes := []string{"The service does not say how many searches are left. Searches made by this computer:"}
	for _, m := range made {
		name := quotaName(quota.Window{Name: m.Operation})
		notes = append(notes, fmt.Sprintf("%s: %d in the last minute, %d in the last hour, %d in the last day.", name, m.LastMinute, m.LastHour, m.LastDay))
	}
	return notes
}
