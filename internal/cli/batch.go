package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// BatchFlags are the flags of a command that can run the searches listed in a file.
type BatchFlags struct {
	run                     *Run
	file, journal           string
	top, parallel           int
	unsorted, strict, fresh bool
	spending                SpendingFlags
}

// batchFlags require --batch; withoutBatch cannot be combined with it.
var (
	batchFlags   = []string{"top", "parallel", "journal", "as-they-come", "strict", "fresh", "yes", "max-searches"}
	withoutBatch = []string{"no-wait", "watch", "facets", "limit", "all", "page", "page-size", "events", "columns", "tsv", "csv", "list"}
)

// Batch adds the batch flags to a command. read has the parameters of a read, and example is a CSV header.
func (r *Run) Batch(cmd *cobra.Command, read *ask.Values, example string) *BatchFlags {
	b := &BatchFlags{run: r, top: 3, parallel: 4}
	flags := cmd.Flags()
	flags.StringVar(&b.file, "batch", "", "Make the searches in this `file`, one per line (- for stdin): CSV with a header such as "+example+", or NDJSON. Each answer is a line of JSON")
	flags.Var(Number(&b.top, "--top", 1, desk.PagesOf(read.Op()).Widest), "top", "Print this `number` of best rows of each answer, 1 to 50")
	flags.Var(Number(&b.parallel, "--parallel", 1, 16), "parallel", "Make this `number` of searches at the same time, 1 to 16")
	flags.StringVar(&b.journal, "journal", "", "Record answers in this `file`, so that the same command can continue later (default: in the state directory)")
	flags.BoolVar(&b.unsorted, "as-they-come", false, "Print answers as they arrive, not in the order of the lines")
	flags.BoolVar(&b.strict, "strict", false, "Make no search if any line is wrong")
	flags.BoolVar(&b.fresh, "fresh", false, "Repeat searches that are already in the journal")
	b.spending.AddAgreement(cmd, GroupBatch)
	InGroup(flags, GroupBatch, append(batchFlags, "batch")...)
	args := cmd.Args
	cmd.Args = func(cmd *cobra.Command, typed []string) error {
		if !cmd.Flags().Changed("batch") {
			return args(cmd, typed)
		}
		if len(typed) > 0 {
			return problem.Usagef("--batch reads what to search from its file; leave %s out, or --batch", words.Quote(typed[0]))
		}
		return nil
	}
	return b
}

// On reports whether --batch was given.
func (b *BatchFlags) On(cmd *cobra.Command) bool { return cmd.Flags().Changed("batch") }

// Check returns an error for flags that conflict with --batch, or that need it.
func (b *BatchFlags) Check(cmd *cobra.Command) error {
	given := func(names []string) string {
		i := slices.IndexFunc(names, func(name string) bool { f := cmd.Flag(name); return f != nil && f.Changed })
		if i < 0 {
			return ""
		}
		return "--" + names[i]
	}
	if !b.On(cmd) {
		if name := given(batchFlags); name != "" {
			return problem.Usagef("%s goes with --batch FILE, which makes many searches", name)
		}
		return nil
	}
	switch name := given(withoutBatch); name {
	case "":
	case "--limit", "--all", "--page", "--page-size":
		return problem.Usagef("%s does not go with --batch; --top says how many rows each answer has", name)
	case "--tsv", "--csv", "--columns":
		return problem.Usagef("%s does not go with --batch, which prints a line of JSON for each search", name).
			Advise(`columns of your own: --jq '[.line, .searchId, .results[0].price.total] | @csv'`)
	default:
		return problem.Usagef("%s does not go with --batch, which prints a line of JSON for each search when it has settled", name)
	}
	if b.file == "-" && b.journal == "" {
		return problem.Usagef("--batch - needs --journal FILE, because stdin cannot be read again").Advise("or name the file: --batch FILE")
	}
	return nil
}

// Run runs the batch. kind returns the settings common to all lines, and read gets the number of rows per answer.
func (b *BatchFlags) Run(ctx context.Context, read *ask.Values, kind func() batch.Kind) error {
	r := &batch.Request{
		Journal: b.journal, Fresh: b.fresh, Strict: b.strict, Unsorted: b.unsorted, Parallel: b.parallel,
		Spending: b.spending.Spending(b.run.Flags), Worded: paste.Worded,
	}
	read.SetTyped("pageSize", b.top)
	if err := read.Err(); err != nil {
		return err
	}
	var err error
	if r.Input, err = b.read(ctx); err != nil {
		return err
	}
	r.Kind = kind()
	env, out, reports := b.run.Env, b.run.out, b.run.Reports(nil)
	var planned *batch.Sum // nil before the first search
	filling := &Filling[int]{Reports: reports, Draw: func(done int) (render.Ranked, int, int) { return nil, done, planned.Lines }}
	r.Begin = func(s batch.Sum) {
		planned = &s
		b.describe(s)
	}
	r.Start = func() {
		if !env.OutTerm.TTY {
			filling.Begin(0)
		}
	}
	r.Told = func(result batch.Result) error {
		filling.Change(func(done *int) any { *done++; return nil })
		line := batchLine{Result: result}
		if result.Err != nil {
			line.Error = new(failureOf(result.Err).object(b.run))
			line.Error.Waits = nil // all searches share them
		}
		if view := out.live.Load(); view != nil {
			view.Clear() // stdout may be on the same screen
		}
		return out.event(line)
	}
	r.Held = func(h sweep.Hold) {
		filling.Held(h)
		if out.Text() && (env.OutTerm.TTY || !env.ErrTerm.TTY) { // else the live view says so
			out.Notice("%s: %s", holdWords(h), words.Wait(h.Until.Sub(env.Now())))
		}
	}
	s, err := batch.Run(ctx, b.run.desk.Reporting(reports), r)
	filling.End()
	if planned == nil || s.Answered+s.Failed+s.Spent == 0 || !out.Text() {
		return err
	}
	text := fmt.Sprintf("%s of %d answered", words.Counted(s.Answered, "line"), s.Lines)
	if s.Failed > 0 {
		text += fmt.Sprintf(", %d failed", s.Failed)
	}
	if open := s.Open(); open > 0 {
		text += fmt.Sprintf(", %d not", open)
	}
	out.spent = s.Left
	text = out.Spent(text+"; "+words.Plural(s.Spent, "search", "searches")+" spent") + "."
	if problem.ClassOf(err) == problem.Interrupted {
		text += " The same command goes on where it stopped."
	}
	out.Notice("%s", text)
	return err
}

// mostWrong is the maximum number of invalid lines that are listed one by one.
const mostWrong = 5

// describe says which lines are answered already and which are invalid.
func (b *BatchFlags) describe(s batch.Sum) {
	out := b.run.out
	if !out.Text() {
		return
	}
	if s.Kept > 0 {
		are := words.IsAre(s.Kept)
		out.Notice("%d of %s %s answered already, %s ago; --fresh asks again", s.Kept, words.Counted(s.Lines, "line"), are, words.Age(b.run.Env.Now().Sub(s.Began)))
	}
	for _, wrong := range s.Wrong[:min(len(s.Wrong), mostWrong)] {
		out.Notice("line %d: %v", wrong.N, wrong.Err)
	}
	if more := len(s.Wrong) - mostWrong; more > 0 {
		out.Notice("and %s more", words.Counted(more, "line"))
	}
}

// read reads the file or stdin until ctx ends. A person may need time to type the input, so the deadline does not
// apply. The journal must not also be the input or output file, under any name or link.
func (b *BatchFlags) read(ctx context.Context) (batch.Input, error) {
	from := b.run.Env.Stdin
	if b.file != "-" {
		f, err := Open("--batch", b.file, b.file)
		if err != nil {
			return batch.Input{}, err
		}
		defer f.Close()
		from = f
	}
	if journal, err := os.Stat(b.journal); err == nil {
		for what, stream := range map[string]any{"the input of --batch": from, "where the answers go": b.run.Env.Stdout} {
			if f, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
				if info, err := f.Stat(); err == nil && os.SameFile(info, journal) {
					return batch.Input{}, problem.Usagef("--journal %s is %s", words.Quote(b.journal), what).Advise("name another file with --journal")
				}
			}
		}
	}
	defer patience.Hold(ctx)()
	var in batch.Input
	var err error
	read := make(chan struct{})
	go func() {
		defer close(read)
		in, err = batch.Read(from, b.file)
	}()
	select {
	case <-read:
		return in, err
	case <-ctx.Done():
		return batch.Input{}, context.Cause(ctx)
	}
}

// batchLine is a result as it is printed.
type batchLine struct {
	batch.Result
	Error *desk.Failure `json:"error,omitempty"`
}
