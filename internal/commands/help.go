package commands

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
)

// flagGroup is the annotation that sorts a command's flags into sections.
const flagGroup = "travel_group"

// The sections of a help page, in their order.
const (
	groupMain   = "Flags"
	groupFilter = "Filters"
	groupTime   = "Times of the day"
	groupPaging = "Order and pages"
	groupMoney  = "Money, language, market"
	groupLink   = "With the link"
	groupOutput = "Output"
	groupRun    = "Profile and waiting"
)

var groupOrder = []string{groupMain, groupFilter, groupTime, groupPaging, groupMoney, groupLink, groupOutput, groupRun}

func setFlagGroup(f *pflag.Flag, group string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[flagGroup] = []string{group}
}

// groupOf sorts a parameter of the contract. A name with a dash is a filter,
// by the specification's casing rule.
func groupOf(p *api.Param) string {
	switch {
	case strings.HasSuffix(p.Name, "-blocks"), strings.HasSuffix(p.Name, "-range"):
		return groupTime
	case p.Name == "currency", p.Name == "locale", p.Name == "siteCode":
		return groupMoney
	case p.Name == "page", p.Name == "pageSize", p.Name == "sort", p.Name == "view":
		return groupPaging
	case strings.Contains(p.Name, "-"), isFilter[p.Name]:
		return groupFilter
	}
	return groupMain
}

// isFilter names the filters of one word.
var isFilter = map[string]bool{"airlines": true, "alliances": true, "stops": true, "aircraft": true, "types": true, "amenities": true, "brands": true, "chains": true, "districts": true, "refundable": true, "topics": true}

// flagHelp is a flag's help line from the contract: what it is for, then its
// limits and default.
func flagHelp(p *api.Param) string {
	text := strings.TrimSuffix(strings.ReplaceAll(p.Help, "`", "'"), ".")
	text = strings.TrimSuffix(text, ". Repeated or comma-separated") // its type says so
	var facts []string
	if limits := limitWords(p); limits != "" {
		facts = append(facts, limits)
	}
	if p.HasDefault {
		facts = append(facts, "default "+p.Default)
	}
	if len(facts) == 0 {
		return text
	}
	return text + " (" + strings.Join(facts, "; ") + ")"
}

// limitWords are a parameter's limits, as short as a help page needs them.
func limitWords(p *api.Param) string {
	switch {
	case p.Kind == api.Boolean:
		return ""
	case len(p.Enum) > 0:
		return strings.Join(p.Enum, ", ")
	case p.Kind != api.String:
		return strings.TrimPrefix(strings.TrimPrefix(desk.Bounds(p), " from "), " of ")
	case p.Pattern == `^\d{1,7}$`:
		return "0 to 9999999"
	case p.Pattern != "" && strings.Contains(p.Pattern, "14[0-2]"):
		return "such as 360-720 for 06:00 to 12:00"
	case p.Pattern == desk.DatePattern:
		return "such as " + dateForms
	case p.MaxLen > 0:
		return fmt.Sprintf("%d to %d characters", p.MinLen, p.MaxLen)
	}
	return ""
}

// help prints a command's page.
func (a *app) help(cmd *cobra.Command) error {
	var page bytes.Buffer
	helpPage(&page, cmd, a.helpWidth())
	if _, err := a.env.Stdout.Write(page.Bytes()); err != nil {
		return fmt.Errorf("write the help page: %w", err)
	}
	return nil
}

// helpPage writes a command's help: what it does, how it is called, examples,
// its commands or flags by section.
func helpPage(w io.Writer, cmd *cobra.Command, width int) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	if about != "" {
		fmt.Fprintf(w, "%s\n\n", strings.TrimSpace(about))
	}
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(w, "Usage\n  %s\n", use)
	if cmd.Example != "" {
		fmt.Fprintf(w, "\nExamples\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
	writeCommands(w, cmd)
	writeFlags(w, cmd, width)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nMore on one of them: %s COMMAND --help\n", cmd.CommandPath())
	}
}

func writeCommands(w io.Writer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	width := 0
	for _, c := range cmd.Commands() {
		width = max(width, len(c.Name()))
	}
	list := func(title, group string) {
		var lines strings.Builder
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				fmt.Fprintf(&lines, "  %-*s  %s\n", width, c.Name(), c.Short)
			}
		}
		if lines.Len() > 0 {
			fmt.Fprintf(w, "\n%s\n%s", title, lines.String())
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
}

func writeFlags(w io.Writer, cmd *cobra.Command, width int) {
	sections := map[string]*pflag.FlagSet{}
	add := func(f *pflag.Flag) {
		name := groupMain
		if g := f.Annotations[flagGroup]; len(g) > 0 {
			name = g[0]
		}
		if sections[name] == nil {
			sections[name] = pflag.NewFlagSet(name, pflag.ContinueOnError)
			sections[name].SortFlags = false
		}
		sections[name].AddFlag(f)
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	for _, name := range groupOrder {
		if s := sections[name]; s != nil && s.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s\n%s", name, s.FlagUsagesWrapped(width))
		}
	}
}
