package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// SpendingFlags limit the searches of a command that makes several.
type SpendingFlags struct {
	maxAge time.Duration
	most   int // -1: not limited by a flag
	yes    bool
	fresh  bool
}

// usualMaxAge is the default age up to which a price is reused.
const usualMaxAge = 30 * time.Minute

// AddTo adds the flags to a command.
func (s *SpendingFlags) AddTo(cmd *cobra.Command) {
	s.maxAge = usualMaxAge
	s.AddAgreement(cmd, GroupRun)
	flags := cmd.Flags()
	flags.Var(Duration(&s.maxAge), "max-age", "Maximum age of a known price before it is searched again (default 30m)")
	flags.BoolVar(&s.fresh, "fresh", false, "Search again for known prices")
	InGroup(flags, GroupRun, "max-age", "fresh")
}

// AddAgreement adds the flags that agree to a command's searches, in a section of the help page.
func (s *SpendingFlags) AddAgreement(cmd *cobra.Command, group string) {
	flags := cmd.Flags()
	flags.BoolVarP(&s.yes, "yes", "y", false, "Make the searches without asking")
	s.most = -1
	flags.Var(Number(&s.most, "--max-searches", 0, 1000), "max-searches", "Make up to this `number` of searches without asking; 0 shows only known prices")
	InGroup(flags, group, "yes", "max-searches")
}

// Spending returns the limits set by the flags.
func (s *SpendingFlags) Spending(f *Flags) desk.Spending {
	own := desk.Spending{MaxAge: s.maxAge, Yes: s.yes, Longest: apiclient.DefaultWaitBudget}
	if f.persistent.Changed("retry-wait") {
		own.Longest = f.RetryWait
	}
	if s.fresh {
		own.MaxAge = 0
	}
	if s.most >= 0 {
		own.MaxSearches = &s.most
	}
	return own
}

// tallyWords describes how many prices there are and how many searches they used. empty describes those without a
// result, such as "without a trip".
func tallyWords(t sweep.Tally, empty string, spent int) string {
	text := fmt.Sprintf("%s of %d", words.Counted(t.Of[sweep.HasFound], "price"), t.All)
	for _, part := range []struct {
		status sweep.Status
		words  string
	}{{sweep.Nothing, empty}, {sweep.Coming, "not settled"}, {sweep.Failed, "failed"}, {sweep.NotAsked, "not asked"}} {
		if n := t.Of[part.status]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, part.words)
		}
	}
	return text + "; " + words.Plural(spent, "search", "searches") + " spent"
}

// savedWords says how many searches were saved by known prices and how old the oldest is, or returns "" for none.
func savedWords(t sweep.Tally, saved int, now time.Time) string {
	if saved == 0 {
		return ""
	}
	text := "Reused " + words.Plural(saved, "earlier search", "earlier searches")
	if age := now.Sub(t.Oldest); t.Aged > 0 && age >= time.Minute {
		text += fmt.Sprintf("; the oldest price is from %s ago (--fresh searches again)", words.Age(age))
	}
	return text + "."
}

// Filling shows an answer while its cells are filled in.
type Filling[T any] struct {
	Reports *Reports
	Draw    func(T) (list render.Ranked, done, of int)

	live  *live
	mu    sync.Mutex
	value T
	hold  sweep.Hold
}

// Begin shows the answer before any request, with a status that includes the current wait. The view owns the value
// from then on.
func (f *Filling[T]) Begin(value T) {
	f.value = value
	f.live = startLive(f.Reports.out, keepsHere, func(*desk.Snapshot) (render.Ranked, string) {
		f.mu.Lock()
		defer f.mu.Unlock()
		list, done, of := f.Draw(f.value)
		status := fmt.Sprintf("%d of %d", done, of)
		if wait := f.hold.Until.Sub(f.Reports.out.env.Now()); wait > 0 {
			status += fmt.Sprintf(" · %s: %d s", holdWords(f.hold), int(wait.Seconds())+1)
		}
		return list, status
	})
}

// End removes the view.
func (f *Filling[T]) End() { f.live.end() }

// Change changes the answer, and prints the event unless it is nil.
func (f *Filling[T]) Change(change func(*T) (event any)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if event := change(&f.value); event != nil {
		f.Reports.out.emit(event)
	}
}

// Held reports a wait.
func (f *Filling[T]) Held(h sweep.Hold) {
	f.mu.Lock()
	f.hold = h
	f.mu.Unlock()
	f.Reports.Waiting(h.Until.Sub(f.Reports.out.env.Now()), holdWords(h))
}

func holdWords(h sweep.Hold) string {
	if h.Window.Name == "" {
		return "the service asks you to wait"
	}
	return "waiting for the quota"
}

// A Survey prints the answer T of several searches, both while its cells fill in and when it is complete.
type Survey[T any, P desk.Answering[T]] struct {
	*Run

	Prices string // what the prices cover, in a sentence
	None   string // describes an empty cell: "without a trip"
	View   func(P, Foot) View
	Event  func(answer P, i int) any             // the event of a cell
	Notes  func(answer P, saved string) []string // notes below the answer; saved describes the searches not needed, or is ""
	// Failures explains why cells failed; nil if the view does that.
	Failures func(P) []string
}

// A View is a whole answer, which can also be drawn while it is incomplete.
type View interface {
	render.View
	render.Ranked
}

// Foot is the text printed below an answer.
type Foot struct {
	Status string
	Notes  []string
	Next   []string // commands
}

// Show gets the answer with look and prints it. Results that arrived before a failure are printed too; Show then
// returns the failure.
func (s Survey[T, P]) Show(r *desk.SurveyRequest[T], look func(d *desk.Desk) (T, error)) error {
	reports := s.Reports(nil)
	filling := &Filling[T]{Reports: reports, Draw: func(answer T) (render.Ranked, int, int) {
		all := P(&answer).Part()
		return s.View(&answer, Foot{}), len(all.Cells) - all.Tally().Unknown(), len(all.Cells)
	}}
	r.Begin, r.Held = filling.Begin, filling.Held
	r.Told = func(i int, c sweep.Cell) {
		filling.Change(func(answer *T) any {
			all := P(answer).Part()
			was := all.Cells[i]
			all.Cells[i] = c
			if was.SearchID == c.SearchID && was.Status == c.Status && was.Price == c.Price {
				return nil
			}
			return s.Event(answer, i)
		})
	}
	answer, err := look(s.desk.Reporting(reports))
	filling.End()
	all := P(&answer).Part()
	if len(all.Cells) == 0 {
		return err
	}
	if problem.ClassOf(err) == problem.Interrupted {
		all.Meta.Warn("Interrupted; the same command continues where it stopped.")
	}
	body, bodyErr := P(&answer).Body()
	if bodyErr != nil {
		return bodyErr
	}
	if s.out.Events() {
		return cmp.Or(reports.Last(wholeEvent{"settled", body, s.out.told(all.Meta)}), err)
	}
	foot := Foot{Status: s.out.Spent(tallyWords(all.Tally(), s.None, all.Spent)) + ". " + s.Prices, Next: paste.Commands(all.Meta.Next)}
	foot.Notes = append(s.Notes(&answer, savedWords(all.Tally(), all.Saved, s.Env.Now())), all.Meta.Warnings...)
	said := []string{foot.Status}
	if s.Failures != nil {
		said = append(said, s.Failures(&answer)...)
	}
	return cmp.Or(s.out.Print(body, all.Meta, s.View(&answer, foot), append(said, foot.Notes...)), err)
}

// AddYes adds the flag that agrees to the search for a hotel that is in no list.
func AddYes(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "Search for a hotel that is in no list, without asking")
	InGroup(cmd.Flags(), GroupRun, "yes")
}

// maxListBytes is the size limit of a file of places.
const maxListBytes = 64 << 10

// Places returns the places of --to, in the order given: each text is a list, or @ and a file name. A file has one
// place per line; # starts a comment.
func (r *Run) Places(given []string) ([]string, error) {
	var all []string
	for _, text := range given {
		name, file := strings.CutPrefix(text, "@")
		if !file {
			all = append(all, nonEmpty(strings.Split(text, ","))...)
			continue
		}
		from := r.Env.Stdin
		if name != "-" {
			f, err := Open("--to", text, name)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			from = f
		}
		listed, err := io.ReadAll(io.LimitReader(from, maxListBytes+1))
		if err != nil {
			return nil, fmt.Errorf("read --to %s: %w", text, err)
		}
		if len(listed) > maxListBytes || bytes.IndexByte(listed, 0) >= 0 {
			return nil, problem.NotAccepted("--to", text, "a text of at most 64 KiB with a place on each line")
		}
		for line := range strings.Lines(strings.TrimPrefix(string(listed), "\ufeff")) {
			line, _, _ = strings.Cut(line, "#")
			all = append(all, nonEmpty([]string{clean.Line(line)})...)
		}
	}
	if len(given) > 0 && len(all) == 0 {
		return nil, problem.NotAccepted("--to", strings.Join(given, ","), "one place at least")
	}
	return all, nil
}

func nonEmpty(texts []string) (list []string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
