package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

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
	file, journal, top, parallel string
	unsorted, strict, fresh      bool
	spending                     SpendingFlags
	env                          *Env
	flags                        *Flags
	out                          *Printer
	reports                      *Reports
	object                       func(error) desk.Failure
}

// Defaults and limits of a batch.
const (
	usualTop      = 3
	usualParallel = 4
	mostParallel  = 16
)

// batchFlags require --batch; withoutBatch cannot be combined with it.
var (
	batchFlags   = []string{"top", "parallel", "journal", "as-they-come", "strict", "fresh", "yes", "max-searches"}
	withoutBatch = []string{"no-wait", "watch", "facets", "limit", "all", "page", "page-size", "events", "columns", "tsv", "csv", "list"}
)

// Batch adds the batch flags to a command. example is a CSV header.
func (r *Run) Batch(cmd *cobra.Command, example string) *BatchFlags {
	b := &BatchFlags{env: r.Env, flags: r.Flags, out: r.out, reports: r.Reports(nil)}
	b.object = func(err error) desk.Failure { return failureOf(err).alone(r) }
	flags := cmd.Flags()
	flags.StringVar(&b.file, "batch", "", "Make the searches in this `file`, one per line (- for stdin): CSV with a header such as "+example+", or NDJSON. Each answer is a line of JSON")
	flags.StringVar(&b.top, "top", strconv.Itoa(usualTop), "Print this `number` of best rows of each answer, 1 to 50 (default 3)")
	flags.Lookup("top").DefValue = ""
	flags.StringVar(&b.parallel, "parallel", strconv.Itoa(usualParallel), "Make this `number` of searches at the same time, 1 to 16 (default 4)")
	flags.Lookup("parallel").DefValue = ""
	flags.StringVar(&b.journal, "journal", "", "Record answers in this `file`, so that the same command can continue later (default: in the state directory)")
	flags.BoolVar(&b.unsorted, "as-they-come", false, "Print answers as they arrive, not in the order of the lines")
	flags.BoolVar(&b.strict, "strict", false, "Make no search if any line is wrong")
	flags.BoolVar(&b.fresh, "fresh", false, "Repeat searches that are already in the journal")
	b.spending.AddAgreement(cmd, GroupBatch)
	for _, name := range append([]string{"batch"}, batchFlags...) {
		SetGroup(flags.Lookup(name), GroupBatch)
	}
	CompleteFiles(cmd, "batch")
	CompleteFiles(cmd, "journal")
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
		return problem.Usagef("--batch - needs --journal FILE: what comes from stdin may not come again").Advise("or name the file: --batch FILE")
	}
	return nil
}

// number parses a flag value from 1 to most.
func number(name, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, problem.NotAccepted(name, text, fmt.Sprintf("a whole number from 1 to %d", most))
	}
	return n, nil
}

// Run runs the batch. kind returns the settings common to all lines, and read gets the number of rows per answer.
func (b *BatchFlags) Run(ctx context.Context, d *desk.Desk, read *ask.Values, kind func() batch.Kind) error {
	r := &batch.Request{Journal: b.journal, Fresh: b.fresh, Strict: b.strict, Unsorted: b.unsorted, Worded: paste.Worded}
	top, err := number("--top", b.top, desk.PagesOf(read.Op()).Widest)
	if err != nil {
		return err
	}
	if err := read.SetTyped("pageSize", top); err != nil {
		return err
	}
	if r.Parallel, err = number("--parallel", b.parallel, mostParallel); err != nil {
		return err
	}
	if r.Spending, err = b.spending.Spending(b.flags); err != nil {
		return err
	}
	if r.Input, err = b.read(ctx); err != nil {
		return err
	}
	r.Kind = kind()
	view := &batchView{flags: b}
	r.Begin, r.Start, r.Told, r.Held = view.begin, view.start, view.told, view.held
	sum, err := batch.Run(ctx, d.Reporting(b.reports), r)
	view.end(sum, err)
	return err
}

// read reads the file, or stdin, for which a person may need time.
func (b *BatchFlags) read(ctx context.Context) (batch.Input, error) {
	from := b.env.Stdin
	if b.file != "-" {
		f, err := os.Open(b.file)
		if err != nil {
			return batch.Input{}, problem.NotAccepted("--batch", b.file, "a file that can be read, or - for stdin")
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return batch.Input{}, problem.NotAccepted("--batch", b.file, "a file, which a directory is not")
		}
		from = f
	}
	if err := b.apart(from); err != nil {
		return batch.Input{}, err
	}
	return readBeside(ctx, from, b.file)
}

// apart returns an error if the journal is also the input or output file, under any name or link.
func (b *BatchFlags) apart(from io.Reader) error {
	journal, err := os.Stat(b.journal)
	if err != nil {
		return nil // it does not exist yet
	}
	for what, stream := range map[string]any{"the input of --batch": from, "where the answers go": b.env.Stdout} {
		if f, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
			if info, err := f.Stat(); err == nil && os.SameFile(info, journal) {
				return problem.Usagef("--journal %s is %s", words.Quote(b.journal), what).Advise("name another file with --journal")
			}
		}
	}
	return nil
}

// readBeside reads an input, and stops waiting when ctx ends.
func readBeside(ctx context.Context, from io.Reader, name string) (in batch.Input, err error) {
	defer patience.Hold(ctx)()
	read := make(chan struct{})
	go func() {
		defer close(read)
		in, err = batch.Read(from, name)
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

// batchView prints results and shows a person the progress of the batch.
type batchView struct {
	flags *BatchFlags
	stop  func() // removes the live view; may be nil

	mu    sync.Mutex
	sum   batch.Sum
	done  int
	hold  sweep.Hold
	begun bool
}

// mostWrong is the maximum number of invalid lines that are listed one by one.
const mostWrong = 5

// begin reports what is known before the first search.
func (v *batchView) begin(s batch.Sum) {
	v.sum, v.begun = s, true
	if !v.flags.out.Text() {
		return
	}
	say := v.flags.out.Notice
	if s.Kept > 0 {
		are := "are"
		if s.Kept == 1 {
			are = "is"
		}
		say("%d of %s %s answered already, %s ago; --fresh asks again", s.Kept, words.Counted(s.Lines, "line"), are, words.Age(v.flags.env.Now().Sub(s.Began)))
	}
	for _, wrong := range s.Wrong[:min(len(s.Wrong), mostWrong)] {
		say("line %d: %v", wrong.N, wrong.Err)
	}
	if more := len(s.Wrong) - mostWrong; more > 0 {
		say("and %s more", words.Counted(more, "line"))
	}
}

// start shows the progress if stdout is not on the screen.
func (v *batchView) start() {
	if !v.flags.env.OutTerm.TTY {
		v.stop = v.flags.reports.Live(v.frame)
	}
}

// told prints a result.
func (v *batchView) told(r batch.Result) error {
	v.mu.Lock()
	v.done++
	v.mu.Unlock()
	line := batchLine{Result: r}
	if r.Err != nil {
		line.Error = new(v.flags.object(r.Err))
	}
	if view := v.flags.out.live.Load(); view != nil {
		view.Clear() // stdout may be on the same screen
	}
	return v.flags.out.event(line)
}

func (v *batchView) held(h sweep.Hold) {
	v.mu.Lock()
	v.hold = h
	v.mu.Unlock()
	if env := v.flags.env; v.flags.out.Text() && (env.OutTerm.TTY || !env.ErrTerm.TTY) { // else the live view says so
		v.flags.out.Notice("%s: %s", holdWords(h), words.Wait(h.Until.Sub(v.flags.env.Now())))
	}
}

func (v *batchView) frame() (render.Ranked, string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	status := fmt.Sprintf("%d of %d", v.done, v.sum.Lines)
	if wait := v.hold.Until.Sub(v.flags.env.Now()); wait > 0 {
		status += fmt.Sprintf(" · %s: %d s", holdWords(v.hold), int(wait/time.Second)+1)
	}
	return nil, status
}

// end summarizes the batch, and says how to continue one that was interrupted.
func (v *batchView) end(s batch.Sum, err error) {
	if v.stop != nil {
		v.stop()
	}
	if !v.begun || s.Answered+s.Failed+s.Spent == 0 || !v.flags.out.Text() {
		return
	}
	parts := []string{fmt.Sprintf("%s of %d answered", words.Counted(s.Answered, "line"), s.Lines)}
	if s.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", s.Failed))
	}
	if open := s.Open(); open > 0 {
		parts = append(parts, fmt.Sprintf("%d not", open))
	}
	v.flags.out.spent = s.Left
	text := v.flags.out.Spent(strings.Join(parts, ", ")+"; "+words.Plural(s.Spent, "search", "searches")+" spent") + "."
	if problem.ClassOf(err) == problem.Interrupted {
		text += " The same command goes on where it stopped."
	}
	v.flags.out.Notice("%s", text)
}
