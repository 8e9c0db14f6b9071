package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
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

// Wants tells whether the words of a filter are asked for.
func (f *FacetsFlag) Wants(filter string) bool { return f.Filter == "" || f.Filter == filter }

// Rest tells of so many words of a filter that are not shown how to see them.
func (f *FacetsFlag) Rest(filter string) func(rows int) string {
	return func(rows int) string { return words.Grouped(rows) + " more: --facets=" + filter }
}
