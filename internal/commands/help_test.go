package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render/canvas"
)

// topicNames lists the help topics.
var topicNames = []string{"filters", "dates", "times", "money", "events", "columns", "exit-codes", "settings"}

// allPages draws every help page in a window of the given width and calls see with each: those of the commands,
// short and full, and those of the topics.
func allPages(t *testing.T, width int, see func(name, page string)) {
	t.Helper()
	env, out, _ := testEnv(t)
	env.OutTerm.TTY, env.OutTerm.Width = true, width
	root := wholeRoot(cli.New(env))
	root.InitDefaultHelpCmd()
	draw := func(name string, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		see(name, out.String())
		out.Reset()
	}
	var each func(*cobra.Command, string)
	each = func(cmd *cobra.Command, suffix string) {
		draw(cmd.CommandPath()+suffix, cmd.Help())
		for _, c := range cmd.Commands() {
			each(c, suffix)
		}
	}
	each(root, "")
	if err := root.PersistentFlags().Set("help", "all"); err != nil {
		t.Fatal(err)
	}
	each(root, " --help=all")
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range topicNames {
		draw("travel help "+topic, help.RunE(help, []string{topic}))
	}
}

// A line of help is never wider than the window, unless it is one word that cannot be broken.
func TestHelpFitsEveryWindow(t *testing.T) {
	pages := 0
	for width := 40; width <= 120; width += 4 {
		allPages(t, width, func(name, page string) {
			pages++
			for line := range strings.SplitSeq(page, "\n") {
				bare := strings.TrimSuffix(strings.TrimSpace(line), ` \`)
				if canvas.Cells(line) > width && strings.Contains(bare, " ") && !oneQuoted.MatchString(bare) {
					t.Errorf("%s in a window of %d has a line of %d: %s", name, width, canvas.Cells(line), line)
				}
			}
		})
	}
	t.Logf("%d pages", pages)
}

// oneQuoted matches a quoted shell word.
var oneQuoted = regexp.MustCompile(`^('[^']*'|"[^"]*")$`)

// The short page of a command fits on a screen and says where to read more.
func TestHelpIsAScreen(t *testing.T) {
	allPages(t, 80, func(name, page string) {
		lines := strings.Split(strings.TrimSuffix(page, "\n"), "\n")
		if strings.HasSuffix(name, "=all") || name == "travel help columns" {
			return
		}
		most := 40
		if name == "travel" {
			most = 46 // one line per command
		}
		if len(lines) > most {
			t.Errorf("%s has %d lines, want %d at most: name the flags used most with cli.UsedMost, or move prose to a topic", name, len(lines), most)
		}
		if strings.Contains(page, "Flags used most") && !strings.HasPrefix(lines[len(lines)-1], "More   --help=all") {
			t.Errorf("%s ends with %q, want the way to the rest", name, lines[len(lines)-1])
		}
	})
}

// The full page has every flag, and the most used flags exist.
func TestTheWholePageHasEveryFlag(t *testing.T) {
	whole := map[string]string{}
	allPages(t, 100, func(name, page string) { whole[name] = page })
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		page := whole[cmd.CommandPath()+" --help=all"]
		for line := range strings.SplitSeq(cmd.Annotations["travel_used_most"], "\n") {
			if name, _, _ := strings.Cut(line, "\t"); name != "" && cmd.Flag(name) == nil && !slices.Contains([]string{"nonstop", "depart", "max-time"}, name) {
				t.Errorf("%s is said to have the flag --%s", cmd.CommandPath(), name)
			}
		}
		for f := range strings.FieldsSeq(cmd.LocalFlags().FlagUsages()) {
			if strings.HasPrefix(f, "--") && !strings.Contains(page, strings.TrimRight(strings.Split(f, "[")[0], ",.;")) {
				t.Errorf("%s --help=all does not have %s", cmd.CommandPath(), f)
			}
		}
	})
}

// Topics are accurate: their flags exist, their days parse, and their commands exist.
func TestTopicsAreTrue(t *testing.T) {
	flags, root := map[string]bool{}, newTestRoot(t)
	walk(root, func(cmd *cobra.Command) {
		for _, f := range regexp.MustCompile(`--[a-z-]+`).FindAllString(cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages(), -1) {
			flags[f] = true
		}
	})
	pages := map[string]string{}
	allPages(t, 100, func(name, page string) {
		topic, isTopic := strings.CutPrefix(name, "travel help ")
		if !isTopic || strings.HasSuffix(name, "=all") {
			return
		}
		pages[topic] = page
		for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(page, -1) {
			if !flags[flag] && flag != "--outbound-" && flag != "--return-" && flag != "--api-url" {
				t.Errorf("the topic %s tells of %s, which no command has", topic, flag)
			}
		}
		for line := range strings.Lines(page) {
			words := strings.Fields(line)
			if !strings.HasPrefix(line, "  travel ") {
				continue
			}
			if cmd, _, err := root.Find(words[1:]); err != nil || cmd.HasSubCommands() {
				t.Errorf("the topic %s shows %s, which is not a command", topic, strings.TrimSpace(line))
			}
		}
	})
	table, _, _ := strings.Cut(pages["dates"], "\n\nRETURN")
	days := 0
	for line := range strings.Lines(table) {
		term, _, isRow := strings.Cut(strings.TrimSpace(line), "  ")
		if !strings.HasPrefix(line, "  ") || !isRow {
			continue
		}
		for form := range strings.SplitSeq(term, ", ") {
			days++
			calendar := ask.Days{Today: func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }}
			if len(calendar.Read(form)) != 1 {
				t.Errorf("the topic dates tells of %s, which is not read", form)
			}
		}
	}
	if days < 8 {
		t.Errorf("%d forms of a day were found, which cannot be all:\n%s", days, table)
	}
}

// Words that people commonly try work as aliases, and no page or completion lists them.
func TestAliases(t *testing.T) {
	for typed, want := range map[string]string{
		"flight trip":          "travel flights trip",
		"flights show":         "travel flights trip",
		"flight details":       "travel flights trip",
		"flights fares":        "travel flights options",
		"flights timetable":    "travel flights schedules",
		"hotel details":        "travel hotels show",
		"hotels rooms":         "travel hotels rates",
		"flights share":        "travel flights link",
		"hotel share":          "travel hotels link",
		"countries visas":      "travel countries visa-free",
		"help flight show":     "travel flights trip",
		"flights help trip":    "travel flights trip",
		"help hotel rooms":     "travel hotels rates",
		"flight search --json": "travel flights search",
	} {
		env, out, _ := testEnv(t, append(strings.Fields(typed), "--help")...)
		if strings.Contains(typed, "help") {
			env.Args = strings.Fields(typed)
		}
		if code := Execute(t.Context(), env); code != 0 || !strings.Contains(out.String(), "\nUsage\n  "+want+" ") {
			t.Errorf("travel %s ended with %d, want the page of %s:\n%s", typed, code, want, out)
		}
	}
	for _, group := range []string{"", "flights", "hotels", "countries"} {
		for _, args := range [][]string{{group, "--help"}, {"__complete", group, ""}} {
			args = slices.DeleteFunc(args, func(s string) bool { return s == "" && group == "" && len(args) == 2 })
			env, out, _ := testEnv(t, args...)
			Execute(t.Context(), env)
			if m := regexp.MustCompile(`(?m)^ *(flight|hotel|fares|timetable|details|rooms|visas)\b`).FindString(out.String()); m != "" {
				t.Errorf("%q lists %s", args, m)
			}
		}
	}
}

// A suggestion differs from the typed word and appears once.
func TestSuggestions(t *testing.T) {
	for typed, want := range map[string]string{
		"flihgts":            "flihgts is not a command of travel; did you mean flights?\n       see: travel flights --help",
		"fly":                "did you mean flights?",
		"trip 1":             "did you mean travel flights trip 1?\n       see: travel flights trip --help",
		"trip 'a b'":         `did you mean travel flights trip 'a b'?`,
		"search LIS":         "did you mean travel flights search, travel hotels search or travel places search?",
		"rooms 2":            "did you mean travel hotels rates 2?",
		"serach":             "did you mean travel flights search, travel hotels search or travel places search?",
		"filters":            "did you mean travel help filters?\n       see: travel help filters",
		"date":               "did you mean travel help dates?",
		"status":             "did you mean travel auth status?",
		"flights serach":     "serach is not a command of travel flights; did you mean search?\n       see: travel flights search --help",
		"flights result":     "did you mean results?",
		"hotels xyz":         "xyz is not a command of travel hotels\n       see: travel hotels --help",
		"help flihgts":       "flihgts is neither a command nor a topic\n       did you mean: travel help flights",
		"help money2":        "did you mean: travel help money",
		"help serach":        "did you mean: travel help flights search",
		"help flights serch": "did you mean search?",
		"help xyzzy":         "xyzzy is neither a command nor a topic; topics: filters, dates, times, money, events, columns, exit-codes, settings\n       see: travel --help",
		"flights help xyz":   "xyz is not a command of travel flights",
		"whoami --help=some": "--help some is not accepted; give all, for every flag, or nothing",
	} {
		args, _ := shellWords(t, "travel "+typed)
		env, out, errs := testEnv(t, args...)
		if code := Execute(t.Context(), env); code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("travel %s ended with %d, want %s:\n%s%s", typed, code, want, errs, out)
		}
		for _, twice := range regexp.MustCompile(`(\w+) or (\w+)\?`).FindAllStringSubmatch(errs.String(), -1) {
			if twice[1] == twice[2] {
				t.Errorf("travel %s: a word is suggested twice: %s", typed, errs)
			}
		}
	}
	walk(newTestRoot(t), func(cmd *cobra.Command) { // one extra letter, for every command
		typed := strings.Fields(cmd.CommandPath())[1:]
		last := typed[len(typed)-1]
		typed[len(typed)-1] = last + "x"
		env, _, errs := testEnv(t, typed...)
		code := Execute(t.Context(), env)
		if said := fmt.Sprintf("did you mean %s?", last); code != 2 || !strings.Contains(errs.String(), said) {
			t.Errorf("travel %s ended with %d, want %s:\n%s", strings.Join(typed, " "), code, said, errs)
		}
	})
}
