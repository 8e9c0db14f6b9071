package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"travel.example/travel/api"
)

// A Plan records the requests of a client that sends none, in order. Values that only an answer would supply, such
// as the id of a search, are replaced by placeholders.
type Plan struct {
	Given []string // texts of the caller in which no placeholder may occur

	mu      sync.Mutex
	steps   []Step
	waits   []Wait
	times   int  // how often each request is sent from now on; 0 means once
	leads   bool // more searches follow, depending on answers that are not known
	stopped bool // a request was planned that has no placeholder for its answer
}

// A Step is one request of a plan.
type Step struct {
	OperationID string          `json:"operationId,omitempty"` // "" for a raw call outside the contract
	Method      string          `json:"method"`
	URL         string          `json:"url"` // unknown values are in braces, or as they were typed
	Body        json.RawMessage `json:"body,omitempty"`
	Times       int             `json:"times,omitempty"`   // how often such a request is sent; omitted if once
	Repeats     bool            `json:"repeats,omitempty"` // it is sent again until the search has settled
	Unresolved  bool            `json:"unresolved,omitempty"`
	WaitsFor    []Wait          `json:"waitsFor,omitempty"`
	Spends      []string        `json:"spends"` // the quotas it counts against
}

// A Wait is a value of a request that comes from the answer to an earlier step.
type Wait struct {
	Name  string `json:"name"`            // on the wire
	Given string `json:"given,omitempty"` // what the user typed for it; foreign text
	Step  int    `json:"step,omitempty"`  // the step whose answer supplies it, from 1

	standIn string // the placeholder in requests
	shown   string // in its place
}

// PlannedError is returned for a call that was planned and not sent.
type PlannedError struct {
	plan *Plan
	step int
}

func (PlannedError) Error() string { return "planned, not sent" }

// Place returns a placeholder, in the form of a place code, for the place that the planned call would look up by the
// typed text.
func (e PlannedError) Place(typed string) string {
	p := e.plan
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, letters := range placeholders {
		taken := slices.ContainsFunc(p.Given, func(text string) bool { return strings.Contains(strings.ToUpper(text), letters) })
		used := slices.ContainsFunc(p.waits, func(w Wait) bool { return w.standIn == letters })
		if !used && !taken {
			p.waits = append(p.waits, Wait{Given: typed, Step: e.step, standIn: letters, shown: typed})
			return letters
		}
	}
	return placeholders[0]
}

// placeholders have the form of place codes that are not in use: codes that begin with Q are reserved for radio
// traffic.
var placeholders = []string{"QZA", "QZB", "QZC", "QZD", "QZE", "QZF", "QZG", "QZH"}

// Lead says that the answers to the next requests determine further searches.
func (p *Plan) Lead() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leads = true
}

// Repeat sets how often each request planned from now on is sent. They are all the searches.
func (p *Plan) Repeat(times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.times, p.leads = times, false
}

// Stopped reports whether a call ended because it was planned.
func (p *Plan) Stopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped
}

// Requests returns the requests in order, how many of them count against each quota, and whether more searches follow,
// depending on answers. A request that is repeated until the search settles counts once.
func (p *Plan) Requests() (steps []Step, spends map[string]int, open bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	spends = map[string]int{}
	for _, s := range p.steps {
		for _, name := range s.Spends {
			spends[name] += max(s.Times, 1)
		}
	}
	return append([]Step{}, p.steps...), spends, p.leads && p.stopped
}

// send plans a call. A planned search has an id that stands for the one of the answer.
func (p *Plan) send(ctx context.Context, c *call) (*RawResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.take(ctx, c)
	if c.op.Class != create || c.read == nil {
		p.stopped = true
		return nil, PlannedError{p, n}
	}
	id := fmt.Sprintf("%s%d", standInID, n)
	p.waits = append(p.waits, Wait{Step: n, standIn: id, shown: "{searchId}"})
	body := []byte(`{"searchId":"` + id + `","siteCode":"","siteCodeSource":"default","occupancy":{"adults":0,"rooms":0,"childrenAges":[]}}`)
	return &RawResponse{Status: c.op.Success, Header: http.Header{}, Body: body}, c.read(body)
}

// standInID begins the ids of planned searches. No id of the service begins like this by chance.
const standInID = "~planned~"

// IsPlanned reports whether searchID belongs to a search that was only planned.
func IsPlanned(searchID string) bool { return strings.HasPrefix(searchID, standInID) }

// take plans a call and returns the number of its step. Creates of the same kind are merged into one step with a
// count, and so are reads of the same address.
func (p *Plan) take(ctx context.Context, c *call) int {
	s := Step{OperationID: c.op.ID, Method: c.op.Method, URL: c.request.URL.String(), Body: c.body, Spends: spends(c.op.ID, c.body)}
	if p.times > 1 && (c.op.Class == create || strings.Contains(s.URL, standInID)) {
		s.Times = p.times
	}
	s.Repeats = c.op.Class == poll && ctx.Value(repeating{}) != nil
	for _, w := range p.waits { // show a text for each placeholder
		names := namesOf(&s, c.op, w.standIn)
		if len(names) == 0 {
			continue
		}
		for _, name := range names {
			s.WaitsFor = append(s.WaitsFor, Wait{Name: name, Given: w.Given, Step: w.Step})
		}
		shown := w.shown
		if w.Given != "" {
			shown = url.QueryEscape(w.shown)
		}
		quoted, _ := json.Marshal(w.shown) // a string
		s.URL = strings.ReplaceAll(s.URL, w.standIn, shown)
		s.Body = bytes.ReplaceAll(s.Body, []byte(`"`+w.standIn+`"`), quoted)
	}
	s.Unresolved = len(s.WaitsFor) > 0
	for i, before := range p.steps {
		if before.OperationID == s.OperationID && (c.op.Class == create && c.read != nil || before.URL == s.URL && bytes.Equal(before.Body, s.Body)) {
			p.steps[i].Times = max(before.Times, 1) + 1
			return i + 1
		}
	}
	p.steps = append(p.steps, s)
	return len(p.steps)
}

// namesOf returns the wire names of the members whose value in a request is the placeholder.
func namesOf(s *Step, op *api.Operation, standIn string) []string {
	var names []string
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil
	}
	inPath := strings.Split(u.Path, "/")
	template := strings.Split(op.Path, "/")
	for i, segment := range inPath[max(len(inPath)-len(template), 0):] {
		if segment == standIn && i < len(template) {
			names = append(names, strings.Trim(template[i], "{}"))
		}
	}
	var body map[string]any
	_ = json.Unmarshal(s.Body, &body) // ours, or of a raw call, which has no placeholders
	query := u.Query()
	for i := range op.Params {
		name := op.Params[i].Name
		if slices.Contains(query[name], standIn) || body[name] == standIn {
			names = append(names, name)
		}
	}
	return names
}

// spends returns the quotas that a request counts against, by the contract.
func spends(operationID string, body []byte) []string {
	op, known := api.Find(operationID)
	switch {
	case known && op.Open:
		return []string{}
	case operationID == "createHotelSearch" && bytes.Contains(body, []byte(`"hotelId"`)):
		return []string{"user", operationID + "Scoped"}
	case known && op.Class == create, operationID == "getHotelRates":
		return []string{"user", operationID}
	}
	return []string{"user"}
}

type repeating struct{}

// Repeating returns a context whose reads are planned as repeated until the search has settled.
func Repeating(ctx context.Context) context.Context { return context.WithValue(ctx, repeating{}, true) }
