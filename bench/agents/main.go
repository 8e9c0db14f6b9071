// Agents measures what travel mcp takes of those who use it, as its clients see it: how soon it lists its
// tools, how many tokens a model reads from a question to a link, what memory a long session takes, and how
// fast it reads.
//
//	go run ./bench/agents                          # the program as it is, about a minute
//	go run ./bench/agents -rows start,reads bin/travel
//	go run ./bench/agents -rows cost -before old/travel bin/travel
//
// It prints a row for each figure: what was measured, what is aimed at, and how it came out. It reports and
// never fails for being slow: times mean something on a quiet machine, and beside each other on another.
// Tokens are those of o200k_base, counted by tools/mcp; "-" says that its packages are not installed, or
// that a program to compare with is missing. Only Linux tells memory and threads of a process.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// A bench is what all figures share.
type bench struct {
	binary, before string
	tools          string // the directory of the counter of tokens
	work           string // a directory for what the programs keep
	rounds         int    // of each time
	calls          int    // of the longest session
	asked          int    // questions
}

// A row is one figure.
type row struct {
	what, aim, got string
	missed         bool
}

// figures are what can be measured, by the words of -rows.
var figures = []struct {
	name    string
	measure func(*bench, context.Context) ([]row, error)
}{
	{"start", (*bench).start}, {"list", (*bench).list}, {"questions", (*bench).questions},
	{"load", (*bench).load}, {"reads", (*bench).reads}, {"cost", (*bench).cost},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench/agents:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) error {
	b := &bench{}
	flags := flag.NewFlagSet("agents", flag.ContinueOnError)
	rows := flags.String("rows", "", "figures to take, with commas between; all without it")
	flags.StringVar(&b.before, "before", "", "a program from before, to compare size and start with")
	flags.StringVar(&b.tools, "tools", "tools/mcp", "the directory of the counter of tokens")
	flags.IntVar(&b.rounds, "rounds", 15, "how often a time is taken")
	flags.IntVar(&b.calls, "calls", 10_000, "calls of a long session; a hundredth of them is a short one")
	flags.IntVar(&b.asked, "questions", len(questions), "questions to ask")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if b.work, err = os.MkdirTemp("", "agents"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.work) }()
	if b.binary, err = b.program(ctx, flags.Arg(0)); err != nil {
		return err
	}
	chosen := strings.FieldsFunc(*rows, func(r rune) bool { return r == ',' })
	for _, name := range chosen {
		if !slices.ContainsFunc(known(), func(k string) bool { return k == name }) {
			return errors.New("no figure " + name + "; there are " + strings.Join(known(), ", "))
		}
	}
	for _, f := range figures {
		if len(chosen) > 0 && !slices.Contains(chosen, f.name) {
			continue
		}
		found, err := f.measure(b, ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		for _, r := range found {
			if err := r.print(out); err != nil {
				return err
			}
		}
	}
	return nil
}

func known() []string {
	names := make([]string, len(figures))
	for i, f := range figures {
		names[i] = f.name
	}
	return names
}

func (r row) print(out io.Writer) error {
	missed := ""
	if r.missed {
		missed = "  missed"
	}
	_, err := fmt.Fprintf(out, "%-62s %-24s %s%s\n", r.what, r.aim, r.got, missed)
	return err
}

// program is the path of a program, or that of one that is built as a release is.
func (b *bench) program(ctx context.Context, path string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	path = filepath.Join(b.work, "travel")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "./cmd/travel")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build travel: %w\n%s", err, out)
	}
	return path, nil
}

// command is a command of a program, in the environment of a person who has configured nothing.
func (b *bench) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + b.work, "TRAVEL_STATE_DIR=" + b.work, "TRAVEL_CONFIG_DIR=" + b.work}
	return cmd
}
