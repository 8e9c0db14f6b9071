package commands

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/words"
)

func testEnv(t *testing.T, args ...string) (*cli.Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	var out, errs bytes.Buffer
	home := t.TempDir()
	return &cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: desktop, Environ: func() []string { return nil }, OS: "linux", Home: home,
		OutTerm: render.Terminal{Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
		Now:   func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) },
		Wait:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Open:  func(string) error { return nil },
		Build: cli.Build{Version: "1.2.3"},
	}, &out, &errs
}

// desktop is an environment with only a display.
func desktop(key string) string { return map[string]string{"DISPLAY": ":0"}[key] }

// walk visits every command that can be run, except the root's own.
func walk(cmd *cobra.Command, visit func(*cobra.Command)) {
	for _, c := range cmd.Commands() {
		if !c.HasSubCommands() {
			visit(c)
		}
		walk(c, visit)
	}
}

func newTestRoot(t *testing.T) *cobra.Command {
	t.Helper()
	env, _, _ := testEnv(t)
	return wholeRoot(cli.New(env))
}

// wholeRoot returns the tree with every command created.
func wholeRoot(run *cli.Run) *cobra.Command {
	root := newRoot(run)
	run.Whole(root)
	return root
}

// argumentsOf returns the parameters that are arguments of an operation's command.
func argumentsOf(t *testing.T, id string) []string {
	t.Helper()
	var wire []string
	for word := range strings.FieldsSeq(lineOf(t, id)) {
		if argument, found := strings.CutPrefix(word, "{"); found {
			names, _, _ := strings.Cut(argument, ":")
			wire = append(wire, strings.Split(names, ",")...)
		}
	}
	return wire
}

func TestAnOperationHasOneCommandWithEveryParameter(t *testing.T) {
	seen := map[string]string{}
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		id := cmd.Annotations["operationId"]
		if id == "" {
			return
		}
		if other := seen[id]; other != "" {
			t.Errorf("%s has two commands, %s and %s", id, other, cmd.CommandPath())
		}
		seen[id] = cmd.CommandPath()
		op, ok := api.Find(id)
		if !ok {
			t.Fatalf("%s names %s, which the contract does not have", cmd.CommandPath(), id)
		}
		for i := range op.Params {
			checkParameter(t, cmd, &op.Params[i])
		}
	})
	parameters := 0
	for i := range api.Operations {
		parameters += len(api.Operations[i].Params)
		if id := api.Operations[i].ID; seen[id] == "" {
			t.Errorf("%s has no command", id)
		}
	}
	t.Logf("%d operations, each with one command; %d parameters, each with a flag or an argument", len(seen), parameters)
}

// checkParameter requires an argument or a flag whose help states the limits and default.
func checkParameter(t *testing.T, cmd *cobra.Command, p *api.Param) {
	t.Helper()
	if slices.Contains(argumentsOf(t, cmd.Annotations["operationId"]), p.Name) {
		return
	}
	flag := cmd.Flags().Lookup(ask.FlagName(p.Name))
	if flag == nil {
		t.Errorf("%s: parameter %s has neither a flag nor an argument", cmd.CommandPath(), p.Name)
		return
	}
	if p.HasDefault && !strings.Contains(flag.Usage, "default "+p.Default) {
		t.Errorf("%s --%s: the help does not tell the default %s: %s", cmd.CommandPath(), flag.Name, p.Default, flag.Usage)
	}
	for _, word := range p.Enum {
		if p.Kind != api.Boolean && !strings.Contains(flag.Usage, word) {
			t.Errorf("%s --%s: the help does not tell %s: %s", cmd.CommandPath(), flag.Name, word, flag.Usage)
		}
	}
	if p.HasMin && p.Kind != api.String && !strings.Contains(flag.Usage, words.Number(p.Min)) {
		t.Errorf("%s --%s: the help does not tell the least value %s: %s", cmd.CommandPath(), flag.Name, words.Number(p.Min), flag.Usage)
	}
	if p.HasMax && p.Max < 1<<52 && !strings.Contains(flag.Usage, words.Number(p.Max)) {
		t.Errorf("%s --%s: the help does not tell the greatest value %s: %s", cmd.CommandPath(), flag.Name, words.Number(p.Max), flag.Usage)
	}
	if p.Kind != api.Boolean && flag.Value.Type() == "" {
		t.Errorf("%s --%s: the help does not tell the type", cmd.CommandPath(), flag.Name)
	}
}

// TestEveryEnumCompletesInTheShell completes each flag with an enum in the contract, as a shell does.
func TestEveryEnumCompletesInTheShell(t *testing.T) {
	flags, words := 0, 0
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			p, _, ok := cli.ParamOf(f)
			if !ok || len(p.Enum) == 0 || p.Kind == api.Boolean {
				return
			}
			flags++
			args := append([]string{"__complete"}, strings.Fields(cmd.CommandPath())[1:]...)
			env, out, _ := testEnv(t, append(args, "--"+f.Name, "")...)
			if code := Execute(t.Context(), env); code != 0 {
				t.Errorf("%s --%s: completion ended with %d", cmd.CommandPath(), f.Name, code)
			}
			offered := strings.Fields(out.String())
			for _, word := range p.Enum {
				words++
				if !slices.Contains(offered, word) {
					t.Errorf("%s --%s does not offer %s: %s", cmd.CommandPath(), f.Name, word, out)
				}
			}
		})
	})
	t.Logf("%d flags offer %d words", flags, words)
}

func TestEveryCommandHelpsWithTwoExamples(t *testing.T) {
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: the short help is %q, want a sentence without a full stop", cmd.CommandPath(), cmd.Short)
		}
		builtIn := cmd.Name() == "help" || cmd.Parent().Name() == "completion"
		if n := strings.Count(cmd.Example, "travel "); n < 2 && !builtIn {
			t.Errorf("%s: %d examples, want two", cmd.CommandPath(), n)
		}
	})
}

func TestNoFlagTakesASecret(t *testing.T) {
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			for _, word := range []string{"secret", "password", "access-token", "bearer"} {
				if strings.Contains(f.Name, word) || f.Name == "token" {
					t.Errorf("%s --%s: a secret in the arguments is seen by everyone", cmd.CommandPath(), f.Name)
				}
			}
		})
	})
}

func TestHelpAsksNobodyAndNothing(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"--version"}, {"flights", "search", "--help"}, {"completion", "bash"}, {"version"}} {
		env, out, errs := testEnv(t, args...)
		env.Now = func() time.Time { t.Errorf("%v asked for the time", args); return time.Time{} }
		if code := Execute(t.Context(), env); code != 0 || out.Len() == 0 || errs.Len() != 0 {
			t.Errorf("%v ended with %d\n%s%s", args, code, out, errs)
		}
	}
}

// A command line creates the commands on its own path, and the first pages create none.
func TestARunMakesTheCommandItRuns(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                nil,
		"--version":                       nil,
		"--help":                          nil,
		"completion bash":                 nil,
		"flights":                         {"travel flights"},
		"flight --help":                   {"travel flights"},
		"flights search DXB LHR +30d":     {"travel flights", "travel flights search"},
		"--profile a hotel rooms 2":       {"travel hotels", "travel hotels rates"},
		"countries --json visas DE":       {"travel countries", "travel countries visa-free"},
		"whoami --help":                   {"travel whoami"},
		"help flights":                    {"travel flights"},
		"help flights fares":              {"travel flights", "travel flights options"},
		"__complete flights search --max": {"travel flights", "travel flights search"},
		"__complete flights ":             {"travel flights"},
		"__complete ":                     nil,
	} {
		args := strings.Split(line, " ")
		if line == "" {
			args = nil
		}
		env, _, _ := testEnv(t, args...)
		run := cli.New(env)
		root := newRoot(run)
		run.Choose(root, args)
		if made := madeBelow(root); !slices.Equal(made, want) {
			t.Errorf("travel %s makes %q, want %q", line, made, want)
		}
	}
	all := len(madeBelow(newTestRoot(t)))
	for _, line := range []string{"flihgts", "flights serach", "help dates", "flights help trip", "__complete flihgts "} {
		env, _, _ := testEnv(t)
		run := cli.New(env)
		root := newRoot(run)
		if run.Choose(root, strings.Split(line, " ")); len(madeBelow(root)) != all {
			t.Errorf("travel %s makes %d commands, want all %d", line, len(madeBelow(root)), all)
		}
	}
}

// madeBelow returns the created commands: each has examples or subcommands.
func madeBelow(root *cobra.Command) []string {
	var paths []string
	for _, c := range root.Commands() {
		if c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		if c.Example != "" || c.HasSubCommands() {
			paths = append(paths, c.CommandPath())
		}
		paths = append(paths, madeBelow(c)...)
	}
	return paths
}

// TestACommandThatSendsShowsWhatItWouldSend requires --dry-run on every command of an operation. The named
// exceptions send nothing to the service, or call no operation of it.
func TestACommandThatSendsShowsWhatItWouldSend(t *testing.T) {
	without := []string{
		"travel login", "travel logout", "travel auth status", "travel auth token", "travel doctor", // the requests of the sign-in itself
		"travel quota", "travel config", "travel profile", "travel sandbox", "travel completion", "travel version", "travel help",
		"travel skill", "travel mcp", "travel schema", "travel kept",
		"travel report",                                                                                                 // it reads what is missing, as far as that is there
		"travel watch add", "travel watch history", "travel watch list", "travel watch remove", "travel watch schedule", // run alone searches
	}
	planned := 0
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		listed := slices.ContainsFunc(without, func(name string) bool { return path == name || strings.HasPrefix(path, name+" ") })
		switch shows := cmd.Flags().Lookup("dry-run") != nil; {
		case shows && listed:
			t.Errorf("%s has --dry-run and is said not to", path)
		case !shows && !listed:
			t.Errorf("%s has no --dry-run: give it one with Run.Plans, or list it here", path)
		case shows:
			planned++
		}
	})
	if planned < len(api.Operations) {
		t.Errorf("%d commands have --dry-run, of %d operations", planned, len(api.Operations))
	}
}
