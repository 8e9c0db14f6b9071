package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// dryRun is the flag that shows requests instead of sending them.
const dryRun = "dry-run"

// Plans adds --dry-run to a command that sends requests.
func (r *Run) Plans(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.Flags.dryRun, dryRun, false, "Show the requests and the searches they would use, but send nothing")
	SetGroup(cmd.Flags().Lookup(dryRun), GroupRun)
}

// planJSON is a plan as --json prints it.
type planJSON struct {
	DryRun bool             `json:"dryRun"` // always true
	Steps  []apiclient.Step `json:"steps"`
	Spends map[string]int   `json:"spends"` // requests by the quota that counts them; a repeated one counts once
}

// printPlan prints the requests that the command would have sent.
func (r *Run) printPlan(cmd *cobra.Command) error {
	meta := desk.NewMeta(cmd.Annotations["operationId"])
	steps, spends, open := r.plan.Requests()
	plan := planJSON{DryRun: true, Steps: steps, Spends: spends}
	lacksMarket := func(s apiclient.Step) bool {
		op, ok := api.Find(s.OperationID)
		if !ok {
			return false
		}
		_, takes := op.Param("siteCode")
		return takes && !strings.Contains(s.URL, "siteCode=") && !bytes.Contains(s.Body, []byte(`"siteCode"`))
	}
	if cfg, err := r.config(); err == nil && !cfg.Embedded() && slices.ContainsFunc(plan.Steps, lacksMarket) {
		meta.Warn("no login is opened here: where yours names a market, siteCode is sent too")
	}
	if open {
		meta.Warn("which searches follow is only known from these answers; they are not counted here")
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // keep addresses readable and ready to paste
	if err := enc.Encode(plan); err != nil {
		return fmt.Errorf("print the plan: %w", err)
	}
	view := planView{plan, open, meta.Warnings}
	if r.out.Text() && !r.out.laidOut() { // keep the rows alone on stdout
		_ = r.out.Stderr().Notice(view.sum())
	}
	return r.out.answer(r.out.Terminal()).Snapshot(body.Bytes(), r.out.told(meta), view)
}

// planView is a plan as it is shown to people.
type planView struct {
	planJSON
	open     bool // unknown searches follow
	warnings []string
}

// Lines returns the layout for a person: the requests, and their total.
func (v planView) Lines(c canvas.Canvas) []string {
	var lines []string
	for i, s := range v.Steps {
		label := fmt.Sprintf("%2d  ", i+1)
		lines = append(lines, c.Wrap(label, c.Text(s.Method+" "+s.URL), canvas.Strong)...)
		below := strings.Repeat(" ", len(label))
		if len(s.Body) > 0 {
			lines = append(lines, c.Wrap(below, c.Text(string(s.Body)), canvas.Plain)...)
		}
		remark := func(text string) { lines = append(lines, c.Wrap(below, c.Text(text), canvas.Faint)...) }
		if s.Times > 1 {
			remark(fmt.Sprintf("the first of %d such requests", s.Times))
		}
		if s.Repeats {
			remark("repeated until the search has settled")
		}
		if waits := waitsOf(s); waits != "" {
			remark("waits for " + waits)
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	for _, text := range append([]string{v.sum()}, v.warnings...) {
		lines = append(lines, c.Wrap("", c.Text(text), canvas.Plain)...)
	}
	return lines
}

// waitsOf lists what a step waits for, such as "from (New York, step 1), searchId (step 2)".
func waitsOf(s apiclient.Step) string {
	var list []string
	for _, w := range s.WaitsFor {
		var of []string
		if w.Given != "" {
			of = append(of, w.Given)
		}
		if w.Step > 0 {
			of = append(of, fmt.Sprintf("step %d", w.Step))
		}
		list = append(list, w.Name+" ("+strings.Join(of, ", ")+")")
	}
	return strings.Join(list, ", ")
}

// spentWords has the singular and plural of each search or read that has its own quota.
var spentWords = map[string][2]string{
	desk.FlightSearches:   {"flight search", "flight searches"},
	desk.HotelSearches:    {"hotel search", "hotel searches"},
	desk.OneHotelSearches: {"search of one hotel", "searches of one hotel"},
	desk.RatesReads:       {"read of rates", "reads of rates"},
}

// sum returns the total of all steps in words.
func (v planView) sum() string {
	requests, repeats := 0, false
	for _, s := range v.Steps {
		requests += max(s.Times, 1)
		repeats = repeats || s.Repeats
	}
	if requests == 0 {
		return "Nothing was sent, and nothing would be sent."
	}
	text := words.Counted(requests, "request")
	if repeats {
		text += " or more"
	}
	var spent []string
	for _, name := range slices.Sorted(maps.Keys(v.Spends)) {
		if noun := spentWords[name]; noun[0] != "" {
			spent = append(spent, words.Plural(v.Spends[name], noun[0], noun[1]))
		}
	}
	switch {
	case v.open:
		return "Nothing was sent. It would be " + text + ", and the searches that their answers lead to."
	case len(spent) == 0:
		return "Nothing was sent. It would be " + text + " and spend no search."
	}
	return "Nothing was sent. It would be " + text + " and spend " + words.And(spent) + "."
}

// Records returns one line per step.
func (v planView) Records() grid.Records {
	r := grid.Records{Head: []string{"step", "method", "url", "body", "times", "repeats", "waits_for", "spends"}}
	for i, s := range v.Steps {
		r.Rows = append(r.Rows, []string{
			strconv.Itoa(i + 1), s.Method, clean.Line(s.URL), clean.Line(string(s.Body)), strconv.Itoa(max(s.Times, 1)),
			map[bool]string{true: "yes", false: "no"}[s.Repeats], clean.Line(waitsOf(s)), strings.Join(s.Spends, ","),
		})
	}
	return r
}
