package mcpserver

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
)

// An operation is a tool that is one operation of the contract.
type operation struct {
	*api.Operation
	calls desk.Operation
}

// operationTools are the operations of the contract as tools, by its table.
func operationTools() []*Tool {
	calls := map[string]desk.Operation{}
	for _, subject := range []map[string]desk.Operation{
		account.Operations(), countries.Operations(), flights.Operations(), hotels.Operations(), places.Operations(), service.Operations(),
	} {
		maps.Copy(calls, subject)
	}
	tools := make([]*Tool, 0, len(calls))
	for i := range api.Operations {
		op := operation{&api.Operations[i], calls[api.Operations[i].ID]}
		tools = append(tools, &Tool{
			Name: op.ID, Title: op.Summary, Description: op.describe(), Hints: op.hints(), Sets: op.sets(),
			Input: inputSchema(op.Operation, op.extras()...), Output: outputSchema(op.calls.Body), Call: op.call,
		})
	}
	return tools
}

// extras are the arguments that only tools have. An answer without rows takes those of a view too, and
// no one needs to be told.
func (o operation) extras() []property {
	if o.Class != api.Read && o.Class != api.Poll {
		return nil
	}
	extras := []property{{"limit", `{"type":"integer"}`}, {"fields", `{"type":"array","items":{"type":"string"}}`}, {"whole", `{"type":"boolean"}`}}
	if o.Class == api.Poll {
		extras = append(extras, property{"wait", `{"type":"integer","minimum":0,"maximum":` + strconv.Itoa(int(settleLimit/time.Second)) +
			`,"description":"Seconds to wait until it settles; 0 reads once"}`})
	}
	return extras
}

// describe says what the tool does, for a model: the summary, and the sentence of the contract that a
// caller needs.
func (o operation) describe() string {
	text := o.Summary + "."
	if about, _, _ := strings.Cut(o.About, ". "); about != "" {
		text += " " + strings.TrimSuffix(about, ".") + "."
	}
	switch o.Class {
	case api.Create:
		text += " Spends one search."
	case api.Link:
		text += " Nothing is booked."
	}
	return strings.ReplaceAll(text, "`", "")
}

// hints tell what the operation can do: only a search that is made, and feedback, leave something.
func (o operation) hints() Hints {
	switch o.Class {
	case api.Create, api.Feedback:
		return OpenWorld
	}
	return ReadOnly | Idempotent | OpenWorld
}

// sets are the toolsets of the operation.
func (o operation) sets() []Toolset {
	switch o.Tag {
	case "Flights":
		return []Toolset{Flights}
	case "Hotels":
		return []Toolset{Hotels}
	case "Places":
		return []Toolset{Flights, Hotels, Plan}
	case "Countries":
		return []Toolset{Plan}
	}
	return nil
}

// request is what the arguments ask for.
type request struct {
	query *params.Values
	wait  time.Duration
}

// call is the call of the tool.
func (o operation) call(ctx context.Context, s *Session, a Args) (Result, error) {
	if l, ok := listedOperations()[o.ID]; ok {
		return o.listedCall(ctx, s, a, l)
	}
	v, err := s.visit(ctx, o.ID, a, o.names()...)
	if err != nil {
		return Result{}, err
	}
	if err := v.resolve(); err != nil {
		return Result{}, err
	}
	d := v.Desk
	r, err := o.read(ctx, d, v.args)
	if err != nil {
		return v.fail(err)
	}
	if o.Class == api.Poll && r.wait < 0 {
		r.wait = s.Patience(r.query.Text("searchId"))
	}
	answer, err := o.calls.Call(ctx, d, r.query, r.wait)
	if o.Class == api.Poll && answer.Meta.Whole != "" {
		s.Followed(r.query.Text("searchId"))
	}
	t := told{operation: o.ID, bodies: answer.Bodies, rows: answer.Rows, meta: answer.Meta}
	if made, ok := answer.Value.(*search.Created); ok {
		t.next = []refs.Call{{Tool: o.results(), Arguments: json.RawMessage(`{"searchId":` + asJSON(made.SearchID) + `}`)}}
	}
	if strings.HasSuffix(o.ID, "Places") && err == nil {
		if err := v.keepPlaces(answer.Value); err != nil {
			return Result{}, err
		}
		t.kind = recall.Places
	}
	return v.result(ctx, t, err)
}

// results is the operation that reads what a create made: createFlightSearch is read by
// getFlightSearchResults.
func (o operation) results() string { return "get" + strings.TrimPrefix(o.ID, "create") + "Results" }

func asJSON(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// read reads the arguments into the request, checked as on a command line. A negative wait is not given.
func (o operation) read(ctx context.Context, d *desk.Desk, a Args) (request, error) {
	r := request{query: params.New(o.ID, &params.Days{Today: d.Now}), wait: -1}
	for i := range o.Params {
		if err := r.set(ctx, d, &o.Params[i], a); err != nil {
			return r, err
		}
	}
	if err := d.Settle(ctx, r.query.Days()); err != nil {
		return r, err
	}
	var err error
	r.wait, err = waitOf(a)
	return r, err
}

// waitOf is how long a search may be followed, negative where the arguments do not say.
func waitOf(a Args) (time.Duration, error) {
	const want = "whole seconds from 0 to 38"
	texts, err := a.Texts("wait", want)
	if err != nil || texts == nil {
		return -1, err
	}
	seconds, err := strconv.Atoi(texts[0])
	wait := time.Duration(seconds) * time.Second
	if err != nil || seconds < 0 || wait > settleLimit || len(texts) > 1 {
		return -1, problem.NotAccepted("wait", strings.Join(texts, ", "), want, "")
	}
	return wait, nil
}

// set reads one argument. The second day of a journey or a stay counts from the first.
func (r *request) set(ctx context.Context, d *desk.Desk, param *api.Param, a Args) error {
	texts, err := a.Texts(param.Name, params.Wants(param))
	if err != nil {
		return err
	}
	if len(texts) > 1 && !param.List {
		return problem.NotAccepted(param.Name, strings.Join(texts, ", "), "one value", "")
	}
	for _, text := range texts {
		if err := d.Set(ctx, r.query, param.Name, param.Name, text); err != nil {
			return err
		}
	}
	if param.Pattern == params.DayPattern && r.query.Has(param.Name) {
		r.query.Days().From = r.query.Text(param.Name)
	}
	return nil
}

// names are the arguments of the tool, without those of every view.
func (o operation) names() []string {
	var names []string
	for i := range o.Params {
		names = append(names, o.Params[i].Name)
	}
	if o.Class == api.Poll {
		names = append(names, "wait")
	}
	return names
}
