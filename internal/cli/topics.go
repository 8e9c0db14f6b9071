package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// topicPath is the command that shows a topic.
const topicPath = "travel help "

// topic is a page about something that several commands share.
type topic struct {
	name, short string
	concerns    func(*cobra.Command) bool      // whether a command's page points to it; nil: none does
	more        func(*cobra.Command) []Section // generated sections after the text; may be nil
}

// topics lists the pages of travel help besides those of commands, in order.
var topics = []topic{
	{"filters", "Filter trips and hotels", takesGroup(GroupFilter), nil},
	{"dates", "How to write dates", func(cmd *cobra.Command) bool { return takesDays(cmd.Use) }, nil},
	{"times", "How to write times of day, durations and orders", nil, nil},
	{"money", "What prices include, and in which currency", takesFlag("currency"), nil},
	{"events", "Follow a search from a program", takesFlag("events"), nil},
	{"columns", "Columns of output in pipes and CSV", takesFlag("columns"), columnSections},
	{"exit-codes", "Exit codes and errors, for scripts", nil, nil},
	{"settings", "Settings and environment variables", nil, settingSections},
}

// topicTexts has the texts of the topics.
//
//go:embed topics/*.txt
var topicTexts embed.FS

func takesFlag(name string) func(*cobra.Command) bool {
	return func(cmd *cobra.Command) bool {
		f := cmd.Flags().Lookup(name)
		return f != nil && !f.Hidden
	}
}

func takesGroup(group string) func(*cobra.Command) bool {
	return func(cmd *cobra.Command) bool {
		found := false
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			p, op, ok := ParamOf(f)
			found = found || ok && groupOf(op, p) == group
		})
		return found
	}
}

// TopicsOf returns the names of the topics that a command's page points to. The first page points to all.
func TopicsOf(cmd *cobra.Command) []string {
	var names []string
	for _, t := range topics {
		if !cmd.HasParent() || t.concerns != nil && !cmd.HasSubCommands() && t.concerns(cmd) {
			names = append(names, t.name)
		}
	}
	return names
}

// help returns the command that shows the pages of commands and topics.
func (r *Run) help() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Show help for a command or a topic",
		Example: `  travel help flights search
  travel help dates`,
	}
	var list strings.Builder
	list.WriteString("Show help for a command or a topic. For a command it is the same as --help.\n\nTopics:\n\n")
	for _, t := range topics {
		fmt.Fprintf(&list, "  %s  %s\n", t.name, t.short)
	}
	cmd.Long = list.String()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			if i := slices.IndexFunc(topics, func(t topic) bool { return t.name == args[0] }); i >= 0 {
				return r.printTopic(cmd.Root(), topics[i])
			}
		}
		return helpOn(cmd.Root(), args)
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) (found []string, _ cobra.ShellCompDirective) {
		group, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		offer := func(name, about string) {
			if strings.HasPrefix(name, typed) {
				found = append(found, name+"\t"+about)
			}
		}
		for _, c := range group.Commands() {
			if c.IsAvailableCommand() {
				offer(c.Name(), c.Short)
			}
		}
		if group == cmd.Root() {
			for _, t := range topics {
				offer(t.name, t.short)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// helpOn shows the page of the command that args name, relative to a group. A word may be neither a command nor a
// topic.
func helpOn(group *cobra.Command, args []string) error {
	found, rest, err := group.Find(args)
	if err != nil || found == nil {
		found, rest = group, args
	}
	switch {
	case !found.HasSubCommands() || len(rest) == 0:
		return found.Help()
	case found.HasParent():
		return unknownCommand(found, rest[:1])
	}
	text := words.Quote(rest[0]) + " is neither a command nor a topic"
	if near := nearest(found, rest[0]); len(near) > 0 {
		next := topicPath + strings.TrimPrefix(strings.TrimPrefix(near[0], topicPath), found.Name()+" ")
		return problem.Usagef("%s", text).Advise("did you mean: " + next)
	}
	names := make([]string, len(topics))
	for i, t := range topics {
		names[i] = t.name
	}
	return problem.Usagef("%s; topics: %s", text, strings.Join(names, ", ")).See("travel --help")
}

// printTopic prints the page of a topic.
func (r *Run) printTopic(root *cobra.Command, t topic) error {
	text, err := t.text()
	if err != nil {
		return err
	}
	p := newPage(r.Env.Stdout, r.out.Terminal())
	p.heading(words.UpperFirst(strings.ReplaceAll(t.name, "-", " ")) + ": " + strings.ToLower(t.short[:1]) + t.short[1:])
	p.blank()
	p.prose(text)
	if t.more != nil {
		for _, s := range t.more(root) {
			p.section(s)
		}
	}
	return r.printPage(p)
}

// text returns the text of the topic, without the generated sections.
func (t topic) text() (string, error) {
	text, err := topicTexts.ReadFile("topics/" + t.name + ".txt")
	if err != nil {
		return "", fmt.Errorf("read the topic %s: %w", t.name, err)
	}
	return string(text), nil
}

// settingSections lists the settings with their defaults.
func settingSections(*cobra.Command) []Section {
	var list []Row
	for _, key := range config.Keys() {
		about := words.UpperFirst(key.Help)
		if key.Default != "" {
			about += " (default " + key.Default + ")"
		}
		list = append(list, Row{key.Name, about})
	}
	return []Section{{Title: "Settings", Rows: list}}
}

// noBreak is a space at which a line is not broken.
const noBreak = "\u00a0"

// columnSections lists the columns of each command. Commands with the same columns share an entry.
func columnSections(root *cobra.Command) []Section {
	var lists []string
	commands := map[string][]string{}
	add := func(command string, names []string) {
		numbered := make([]string, len(names))
		for i, name := range names {
			numbered[i] = fmt.Sprintf("%d%s%s", i+1, noBreak, name)
		}
		list := strings.Join(numbered, ", ")
		if commands[list] == nil {
			lists = append(lists, list)
		}
		commands[list] = append(commands[list], command)
	}
	visit(root, func(c *cobra.Command) {
		f := c.Flags().Lookup("columns")
		if f == nil {
			return
		}
		choice, ok := f.Value.(columnsFlag)
		if !ok {
			return
		}
		name := strings.TrimPrefix(c.CommandPath(), root.Name()+" ")
		add(name, choice.names())
		if facets := c.Flags().Lookup("facets"); facets != nil && facets.Value.Set(facets.NoOptDefVal) == nil {
			add(name+" --facets", choice.names())
		}
		if from := c.Flags().Lookup("from"); from != nil && from.Value.Set("DXB") == nil {
			add(name+" --from", choice.names())
		}
	})
	sections := make([]Section, len(lists))
	for i, list := range lists {
		sections[i] = Section{Title: strings.Join(commands[list], ", "), List: list}
	}
	return sections
}
