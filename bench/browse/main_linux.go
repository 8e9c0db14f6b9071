// Browse measures travel browse as a terminal sees it, beside other programs that fill a terminal: how soon
// something is shown, what a key costs, and what it costs to do nothing.
//
//	go run ./bench/browse                        # the program as it is, about four minutes
//	go run ./bench/browse -rows first,keys bin/travel
//	go run ./bench/browse -rows start -before old/travel bin/travel
//
// Every program is alone on a terminal of its own of 120 columns and 40 rows, which answers no question,
// with 5,000 rows: trips of a service of this program, commits for tig, lines for fzf and less. What was
// asked for, what is aimed at and how it came out are printed a row each. It reports and never fails for being
// slow: times mean something on a quiet machine, and beside each other on another; bytes, time of the
// processor and wake-ups mean something on any. "-" says that a program is missing.
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
	travel, before string // programs
	work           string // a directory for what they keep
	starts, keys   int    // how often a start and a key are measured
	others         []*program
}

// A row is one figure of each program.
type row struct {
	what, aim string
	missed    bool // by travel
	got       []string
}

// figures are what can be measured, by the words of -rows.
var figures = []struct {
	name    string
	measure func(*bench, context.Context) ([]row, error)
}{
	{"first", (*bench).first}, {"form", (*bench).form}, {"keys", (*bench).pressed}, {"idle", (*bench).idle},
	{"link", (*bench).link}, {"live", (*bench).live}, {"memory", (*bench).memory}, {"start", (*bench).start},
	{slow, (*bench).last},
}

// slow is the figure that is taken only by its name.
const slow = "last"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench/browse:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) error {
	b := &bench{}
	flags := flag.NewFlagSet("browse", flag.ContinueOnError)
	rows := flags.String("rows", "", "figures to take, with commas between; all but last, which waits for minutes, without it")
	flags.StringVar(&b.before, "before", "", "a program from before, to compare size and start with")
	flags.IntVar(&b.starts, "starts", 20, "how often a start is measured")
	flags.IntVar(&b.keys, "keys", 300, "how many keys are measured")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen := strings.FieldsFunc(*rows, func(r rune) bool { return r == ',' })
	for _, name := range chosen {
		if !slices.Contains(known(), name) {
			return errors.New("no figure " + name + "; there are " + strings.Join(known(), ", "))
		}
	}
	var err error
	if b.work, err = os.MkdirTemp("", "browse"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.work) }()
	if b.travel, err = b.build(ctx, flags.Arg(0)); err != nil {
		return err
	}
	if b.others, err = b.found(ctx); err != nil {
		return err
	}
	return b.print(ctx, out, chosen)
}

// print takes the figures that were chosen, or all.
func (b *bench) print(ctx context.Context, out io.Writer, chosen []string) error {
	head := row{what: "120x40, 5,000 rows", aim: "aim", got: []string{"travel"}}
	for _, o := range b.others {
		head.got = append(head.got, o.name)
	}
	if err := head.print(out); err != nil {
		return err
	}
	for _, f := range figures {
		if len(chosen) > 0 && !slices.Contains(chosen, f.name) || len(chosen) == 0 && f.name == slow {
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
	load, _ := os.ReadFile("/proc/loadavg")
	_, err := fmt.Fprintf(out, "load of the machine in the end: %s", load)
	return err
}

func known() []string {
	names := make([]string, len(figures))
	for i, f := range figures {
		names[i] = f.name
	}
	return names
}

func (r row) print(out io.Writer) error {
	line := fmt.Sprintf("%-60s %-14s", r.what, r.aim)
	for _, got := range r.got {
		line += fmt.Sprintf(" %-24s", got)
	}
	line = strings.TrimRight(line, " ")
	if r.missed {
		line += "  missed"
	}
	_, err := fmt.Fprintln(out, line)
	return err
}

// build is the path of a program, or that of one that is built as a release is.
func (b *bench) build(ctx context.Context, path string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	path = filepath.Join(b.work, "travel")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "./cmd/travel")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build travel: %w\n%s", err, out)
	}
	return path, nil
}
