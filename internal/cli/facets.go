package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// FacetsFlag is --facets, alone or with the name of one filter behind an equals sign.
type FacetsFlag struct {
	On      bool
	Filter  string // its flag without dashes; "" is all filters
	filters []string
}

// everyFilter is what --facets alone stands for.
const everyFilter = "all"

// AddTo gives a command the flag. nouns are what is listed, filters the flags whose words are known.
func (f *FacetsFlag) AddTo(cmd *cobra.Command, nouns string, filters []string) {
	f.filters = filters
	facets := cmd.Flags().VarPF(f, "facets", "", "Print what the "+nouns+" can be filtered by, with counts, instead of the "+nouns+": the top of each filter, or all of one as in --facets="+filters[0])
	facets.NoOptDefVal = everyFilter
	SetGroup(facets, GroupFilter)
	_ = cmd.RegisterFlagCompletionFunc("facets", cobra.FixedCompletions(filters, cobra.ShellCompDirectiveNoFileComp))
}

// String is part of a flag.
func (f *FacetsFlag) String() string { return "" }

// Type is part of a flag.
func (f *FacetsFlag) Type() string { return "filter" }

// Set is part of a flag.
func (f *FacetsFlag) Set(text string) error {
	f.On, f.Filter = true, strings.ToLower(strings.TrimPrefix(text, "--"))
	if f.Filter == everyFilter {
		f.Filter = ""
		return nil
	}
	if !slices.Contains(f.filters, f.Filter) {
		return problem.NotAccepted("--facets", text, "one of "+strings.Join(f.filters, ", ")+" behind an equals sign, or nothing, which is the top of each", "")
	}
	return nil
}

// Take is what is left of the arguments when one of them is a filter that was typed behind a space: no
// list has such a name.
func (f *FacetsFlag) Take(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return f.On && f.Filter == "" && slices.Contains(f.filters, arg) && f.Set(arg) == nil
	})
}

// AddNoFilters gives a command that reads the last list again the flag that clears its filters.
func AddNoFilters(cmd *cobra.Command, view *desk.View) {
	cmd.Flags().BoolVar(&view.NoFilters, "no-filters", false, "Leave out the filters that the list on the screen has; its order and rows on a page stay")
	SetGroup(cmd.Flags().Lookup("no-filters"), GroupFilter)
}
