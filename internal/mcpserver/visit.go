package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A visit is one call of a tool at the desk: with the lists of what it begins from, its own questions,
// and what it may spend.
type visit struct {
	*desk.Desk
	session *Session
	tool    string
	given   map[string]json.RawMessage // the arguments as the client sent them
	args    Args                       // as they are read
	view    answers.View
	asks    *asking
	purse   *callPurse
	lists   *recall.Memory
	found   refs.Found // what the call begins from; zero for nothing
}

// visit begins a call; names are the arguments that the tool takes beside those of every view.
func (s *Session) visit(ctx context.Context, tool string, a Args, names ...string) (*visit, error) {
	if err := a.Known(tool, slices.Concat(names, viewNames)...); err != nil {
		return nil, err
	}
	view, err := viewOf(a)
	if err != nil {
		return nil, err
	}
	asks, err := newAsking(s.seal, s.desk.Now, tool, a)
	if err != nil {
		return nil, err
	}
	v := &visit{session: s, tool: tool, given: a.Members, args: a, view: view, asks: asks, purse: &callPurse{purse: s.purse, asks: asks, now: s.desk.Now}}
	v.from(ctx, refs.Found{Lists: recall.NewMemory()})
	return v, nil
}

// from makes a list that an argument names the one that the call begins from.
func (v *visit) from(ctx context.Context, found refs.Found) {
	v.found, v.lists = found, found.Lists
	v.Desk = v.session.Desk(ctx).For(v.lists, v.asks, v.session.Desk(ctx).Report, v.purse)
}

// viewNames are the arguments of every view.
var viewNames = []string{"limit", "fields", "whole"}

// viewOf reads how much of an answer is wanted.
func viewOf(a Args) (answers.View, error) {
	var view answers.View
	const many = "a whole number from 1 to 100"
	texts, err := a.Texts("limit", many)
	if err != nil {
		return view, err
	}
	if texts != nil {
		n, err := strconv.Atoi(texts[0])
		if view.Limit = n; err != nil || n < 1 || n > 100 || len(texts) > 1 {
			return view, problem.NotAccepted("limit", strings.Join(texts, ", "), many, "")
		}
	}
	if texts, err = a.Texts("fields", "names of members of a row"); err != nil {
		return view, err
	}
	for _, text := range texts {
		view.Fields = append(view.Fields, strings.Split(text, ",")...)
	}
	view.Whole, err = a.Whether("whole")
	return view, err
}

// text is an argument that is one text, "" where it was not given.
func (v *visit) text(name, want string) (string, error) {
	texts, err := v.args.Texts(name, want)
	if err != nil || len(texts) == 0 {
		return "", err
	}
	if len(texts) > 1 {
		return "", problem.NotAccepted(name, strings.Join(texts, ", "), "one value", "")
	}
	return texts[0], nil
}

// fill reads arguments into a request: those of its operation, except some.
func (v *visit) fill(ctx context.Context, q *params.Values, except ...string) error {
	r := request{query: q}
	op := q.Op()
	for i := range op.Params {
		if slices.Contains(except, op.Params[i].Name) {
			continue
		}
		if err := r.set(ctx, v.Desk, &op.Params[i], v.args); err != nil {
			return err
		}
	}
	return nil
}

// namesOf are the parameters of operations, each once, except some.
func namesOf(except []string, operations ...string) []string {
	var names []string
	for _, id := range operations {
		op, _ := api.Find(id)
		for i := range op.Params {
			if name := op.Params[i].Name; !slices.Contains(except, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// wait is how long the call may follow a search.
func (v *visit) wait(ctx context.Context, searchID string) desk.Life {
	wait := v.session.Patience(searchID)
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-callLimit+settleLimit) // the time before the search is gone
	}
	return desk.Life{Wait: max(wait, time.Second)}
}

// life is how long a call follows a search that is read again: as long as its argument says.
func (v *visit) life(ctx context.Context, searchID string) (desk.Life, error) {
	wait, err := waitOf(v.args)
	if err != nil || wait >= 0 {
		return desk.Life{Wait: wait}, err
	}
	return v.wait(ctx, searchID), nil
}

// followed notes that a search was followed to an end.
func (v *visit) followed(m desk.Meta, searchID string) {
	if m.Whole != "" {
		v.session.Followed(searchID)
	}
}

// told is what a call found out.
type told struct {
	operation string
	bodies    [][]byte
	rows      int
	meta      desk.Meta
	kind      recall.Kind // of the list that the call has left, "" for none
	first     int         // the number of the first row; 0 is 1
	about     []string
	notes     []string
	next      []refs.Call
}

// result lays out what a call found out. An error beside it is what ended the reading early.
func (v *visit) result(ctx context.Context, t told, err error) (Result, error) {
	if err != nil && (len(t.bodies) == 0 || ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled)) {
		return v.fail(err)
	}
	if err != nil {
		t.meta.Warn("the reading ended early: " + err.Error())
	}
	var body []byte
	if len(t.bodies) > 0 {
		if body, err = desk.JoinPages(t.bodies, t.rows); err != nil {
			return Result{}, err
		}
	}
	if t.meta.Renewed != nil && v.found.List != "" {
		v.session.refs.Renewed(v.found.List, v.lists)
	}
	name := ""
	if t.kind != "" {
		name = v.session.refs.Keep(v.before(t.kind), t.kind, v.lists, v.call())
	}
	if v.purse.reused != nil {
		t.notes = append(t.notes, "The same search was made "+words.Age(v.Now().Sub(v.purse.reused.At))+" ago and is taken again: nothing was spent.")
	}
	t.meta.Warn(Warnings(ctx)...)
	next := append(t.next, v.goOn(&t.meta, name)...)
	if then, ok := follows(t.operation); ok && name != "" && len(next) == 0 {
		if list, _ := v.lists.Latest(t.kind); len(list.Rows) > 0 {
			row := name + "." + strconv.Itoa(max(t.first, best(list), 1))
			next = append(next, refs.Call{Tool: then.tool, Arguments: json.RawMessage(`{` + asJSON(then.argument) + `:` + asJSON(row) + `}`)})
		}
	}
	out, err := answers.Shape(answers.Input{
		Operation: t.operation, Body: body, Meta: t.meta, List: name, First: t.first,
		About: t.about, Notes: t.notes, Next: next, View: v.view,
	})
	return Result{Text: out.Text, Structured: out.Structured}, err
}

// then is a call with a row of a list.
type then struct{ tool, argument string }

// follows is the call that usually follows a list, with a row of it.
func follows(operation string) (next then, ok bool) {
	switch operation {
	case "getFlightSearchResults":
		return then{"getFlightTrip", "tripId"}, true
	case "getHotelSearchResults":
		return then{"hotel_rates", "hotel"}, true
	case "getHotelRates":
		return then{"getHotelRateBookingLink", "rateId"}, true
	case calendarTool, exploreTool:
		return then{"getFlightSearchResults", "searchId"}, true
	case nightsTool:
		return then{"getHotelSearchResults", "searchId"}, true
	}
	return then{}, false
}

// best is the row of a survey with the lowest price, 0 for another list.
func best(list recall.List) int {
	least := desk.Cheapest(list.Rows)
	for _, row := range list.Rows {
		if _, survey := refs.Searched(list.Kind); survey && row.ID != "" && row.Price == least {
			return row.N
		}
	}
	return 0
}

// before is the list that the call may have added rows to: the one it begins from, or that of the same
// search.
func (v *visit) before(kind recall.Kind) string {
	list, _ := v.lists.Latest(kind)
	if v.found.List != "" && v.found.Kind == kind || list.Search.ID == "" {
		return v.found.List
	}
	same, err := v.session.refs.List(kind, "", list.Search.ID)
	if err != nil {
		return ""
	}
	return same.List
}

// call is this very call, to be made again.
func (v *visit) call() refs.Call {
	text, err := json.Marshal(v.given)
	if err != nil || v.given == nil {
		text = []byte("{}")
	}
	return refs.Call{Tool: v.tool, Arguments: text}
}

// goOn is the call that goes on with a search that has not settled.
func (v *visit) goOn(m *desk.Meta, list string) []refs.Call {
	if m.Settle == search.BudgetExhausted && m.Whole == "" {
		m.Settle = search.Unsettled // it was only waited for long enough for one call
	}
	if m.Settle != search.Unsettled || m.Request == nil {
		return nil
	}
	id := list
	for _, p := range m.Request.Parameters {
		if text, ok := p.Value.(string); ok && p.Name == "searchId" {
			id = cmp.Or(id, text)
		}
	}
	return []refs.Call{{Tool: m.OperationID, Arguments: json.RawMessage(`{"searchId":` + asJSON(id) + `}`)}}
}

// fail is a call that found nothing out: with a question, or a failure that names the tool which helps.
func (v *visit) fail(err error) (Result, error) {
	if question, ok := errors.AsType[questionError](err); ok {
		return v.asks.result(question), nil
	}
	if unread, ok := errors.AsType[desk.UnreadError](err); ok { // it names a command line
		err = unread.Err
	}
	if gone, ok := errors.AsType[desk.GoneError](err); ok && v.found.List != "" && v.tool != renewTool {
		v.purse.forget(v.found.Search)
		return Result{}, problem.Advised{Err: gone, Hint: renewTool + ` {"ref":` + asJSON(v.found.Ref()) + `} searches again for it; that spends one search`}
	}
	return Result{}, v.unread(err)
}

// named is a place of a search for people: its code, and what it is called.
func (v *visit) named(ctx context.Context, code, name string, in desk.Locale) string {
	if name == "" {
		name = v.session.nameOf(code, func() string { return places.At(v.Desk, in).Name(ctx, code) })
	}
	return strings.TrimSpace(code + " " + name)
}

// nameOf is what a code stands for, looked up once.
func (s *Session) nameOf(code string, look func() string) string {
	s.mu.Lock()
	name, known := s.names[code]
	s.mu.Unlock()
	if known {
		return name
	}
	name = look()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.names) >= most {
		clear(s.names)
	}
	s.names[code] = name
	return name
}
