package commands

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/hotelview"
)

// columnsFlag is --columns of one command: names with commas between, or the
// flag again.
type columnsFlag struct {
	global *globalFlags
	names  func() []string
}

func (c columnsFlag) String() string { return "" }
func (c columnsFlag) Type() string   { return "name,name" }
func (c columnsFlag) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		c.global.columns = append(c.global.columns, strings.TrimSpace(name))
	}
	c.global.columnNames = c.names
	return nil
}

// addColumns gives a command that prints a list the choice of its columns. The
// views are examples of what it prints, the usual one first: which of them it
// will be is known by its other flags.
func (a *app) addColumns(cmd *cobra.Command, usual render.View, other ...func() render.View) {
	names := func() []string {
		for _, view := range other {
			if v := view(); v != nil {
				return render.ColumnNames(v)
			}
		}
		return render.ColumnNames(usual)
	}
	help := "Columns to print, and their order: " + strings.Join(render.ColumnNames(usual), ", ")
	setFlagGroup(cmd.Flags().VarPF(columnsFlag{&a.global, names}, "columns", "", help), groupOutput)
	_ = cmd.RegisterFlagCompletionFunc("columns", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return listCompletions(typed, names()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// addTripColumns is addColumns for a list of trips, or of what they can be
// filtered by.
func (a *app) addTripColumns(cmd *cobra.Command, facets *bool) {
	a.addColumns(cmd, flightview.TripList{}, func() render.View {
		if *facets {
			return facetsTable(&apiclient.FlightResults{})
		}
		return nil
	})
}

// addStayColumns is the same for hotels.
func (a *app) addStayColumns(cmd *cobra.Command, facets *bool) {
	a.addColumns(cmd, hotelview.HotelList{}, func() render.View {
		if *facets {
			return stayFacets(&apiclient.HotelResults{})
		}
		return nil
	})
}

// checkColumns refuses names that the list does not have.
func (g *globalFlags) checkColumns(cmd *cobra.Command) error {
	if len(g.columns) == 0 {
		return nil
	}
	if g.format() == render.FormatJSON {
		return misuse{Text: "--columns chooses what tables, --csv and --tsv hold; JSON is the service's own, so choose from it with --jq", Next: cmd.CommandPath() + " --help"}
	}
	names := g.columnNames()
	for _, name := range g.columns {
		if render.ColumnNamed(names, name) < 0 {
			return usageError{Arg: "--columns", Given: name, Want: "names out of " + strings.Join(names, ", "), Next: cmd.CommandPath() + " --help"}
		}
	}
	return nil
}

// listCompletions are the words that may follow in a list with commas, those
// that stand in it already left out.
func listCompletions(typed string, words []string) []string {
	before, last := "", typed
	if at := strings.LastIndexByte(typed, ','); at >= 0 {
		before, last = typed[:at+1], typed[at+1:]
	}
	var found []string
	for _, word := range words {
		value, _, _ := strings.Cut(word, "\t")
		if strings.HasPrefix(strings.ToLower(value), strings.ToLower(last)) && !strings.Contains(","+before, ","+value+",") {
			found = append(found, before+word)
		}
	}
	return found
}
