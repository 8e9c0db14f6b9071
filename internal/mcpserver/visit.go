package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/mcpserver/answers"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A visit is one call of a tool at the desk, with the lists it refers to, its own questions, and its share of the
// searches.
type visit struct {
	*desk.Desk
	session  *Session
	args     Args
	view     answers.View
	asks     *asking
	purse    *callPurse
	lists    *recall.Store
	found    refs.Found // the item the call refers to, or the zero value
	language string     // of the list that a reference in the arguments is from, or ""
	options  string     // the list that the call chooses options from, or ""
}

// call calls the tool once.
func (s *Session) call(ctx context.Context, a Args) (Result, error) {
	if err := a.Known(); err != nil {
		return Result{}, err
	}
	view := answers.View{Limit: a.Number("limit", 0, 1, 100)}
	for _, text := range a.Texts("fields", "names of members of a row") {
		view.Fields = append(view.Fields, strings.Split(text, ",")...)
	}
	view.Whole = a.Whether("whole")
	if a.err != nil {
		return Result{}, a.err
	}
	asks := &asking{able: a.Elicits, said: map[string]string{}}
	if a.State != "" { // the answers to earlier rounds of the same call
		state, err := s.resume(a.State, a.key)
		if err != nil {
			return Result{}, err
		}
		asks.said = state.said
		asks.said[state.question] = ""
		if reply, ok := a.Answers[theQuestion].(*mcp.ElicitResult); ok && reply.Action == "accept" {
			asks.said[state.question], _ = reply.Content[theAnswer].(string)
		}
	}
	a.hears = cmp.Or(a.hears, &hears{})
	if a.Members == nil {
		a.Members = map[string]json.RawMessage{}
	}
	v := &visit{session: s, args: a, view: view, asks: asks, purse: &callPurse{purse: s.purse, asks: asks, now: s.desk.Now}}
	v.from(refs.Found{Lists: recall.NewMemory()})
	result, err := a.tool.Call(ctx, v)
	if err != nil {
		return v.fail(err)
	}
	return result, nil
}

// query returns a request of an operation, without parameters.
func (v *visit) query(operation string) *ask.Values {
	return ask.New(operation, &ask.Days{Today: v.Now})
}

// from makes the list that an argument names the context of the call.
func (v *visit) from(found refs.Found) {
	v.found, v.lists = found, found.Lists
	v.Desk = v.session.desk.For(v.lists, v.asks, v.args.hears, v.purse)
}

// viewNames lists the arguments of every view.
var viewNames = []string{"limit", "fields", "whole"}

// fill reads the arguments of an operation into a request, except some, with the checks of the command line.
func (v *visit) fill(ctx context.Context, q *ask.Values, except ...string) {
	op := q.Op()
	for i := range op.Params {
		param := &op.Params[i]
		if slices.Contains(except, param.Name) {
			continue
		}
		texts := v.args.Texts(param.Name, ask.Wants(param))
		if len(texts) > 1 && !param.List {
			v.args.err = problem.NotAccepted(param.Name, strings.Join(texts, ", "), "one value")
		}
		for _, text := range texts {
			if v.args.err == nil {
				text, v.args.err = v.id(param.Name, text)
			}
			if v.args.err == nil {
				v.args.err = v.Set(ctx, q, param.Name, param.Name, text)
			}
		}
	}
}

// namesOf returns the parameters of operations without duplicates, except some.
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

// life returns how long a call follows a search: the value of its argument if given, else as long as its time allows.
func (v *visit) life(ctx context.Context) desk.Life {
	if seconds := v.args.Number("wait", -1, 0, int(settleLimit.Seconds())); seconds >= 0 {
		return desk.Life{Wait: time.Duration(seconds) * time.Second}
	}
	wait := settleLimit
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-callLimit+settleLimit) // minus the time used before following
	}
	return desk.Life{Wait: max(wait, time.Second)}
}

// outcome is what a call found, before it is laid out.
type outcome struct {
	operation string
	bodies    [][]byte
	rows      int
	meta      desk.Meta
	kind      recall.Kind // of the list that the call produced, or ""
	parts     recall.List // the fares or rates of a row that the call produced
	shown     []string    // the letters of those in the answer, in its order
	fits      []int       // the options of each leg that can be chosen next
	best      string      // the letter of the rate that was asked for
	about     []string
	notes     []string
	next      []refs.Call
}

// result lays out the outcome of a call. An err in addition to bodies is the reason that reading ended early.
func (v *visit) result(ctx context.Context, t outcome, err error) (Result, error) {
	if err != nil && (len(t.bodies) == 0 || ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled)) {
		return Result{}, err
	}
	gone := desk.IsGone(err)
	if gone {
		t.meta.Warn("the search expired while it was read; this is its last state, and its rows can no longer be opened")
	} else if err != nil {
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
	switch owner := v.before(desk.OwnerOf(t.kind)); {
	case t.kind == "":
	case owner != "" && v.session.refs.Part(owner, t.parts):
		name = owner
	default:
		name = v.session.refs.Keep(v.before(t.kind), t.kind, v.lists, v.call())
	}
	for id, ref := range t.meta.References {
		t.meta.References[id] = name + "." + ref
	}
	if v.purse.reused != nil {
		t.notes = append(t.notes, "The same search was made "+words.Age(v.Now().Sub(v.purse.reused.At))+" ago and is taken again: nothing was spent.")
	}
	if t.meta.Request != nil && v.found.List != "" {
		for i, typed := range t.meta.Request.Typed {
			if rowOf(typed.Name) != "" && typed.Value == v.found.Argument() {
				t.meta.Request.Typed[i].Value = v.found.Ref()
			}
		}
	}
	t.meta.Origin = v.Origin()
	t.meta.Warn(v.args.hears.warned()...)
	for i, warning := range t.meta.Warnings {
		t.meta.Warnings[i] = v.named(v.args.tool.advised(warning))
	}
	t.meta.Warnings = slices.DeleteFunc(t.meta.Warnings, func(warning string) bool {
		return warning == "" || warning == hotels.SpentWarning && v.purse.reused != nil
	})
	if gone && name != "" {
		t.next = []refs.Call{callOf(renewTool, "ref", name)}
	}
	next := v.session.options.offered(append(t.next, v.goOn(&t.meta, name)...))
	if name != "" && len(next) == 0 && !gone {
		next = v.session.options.offered(v.follows(t, name))
	}
	if op, ok := api.Find(t.operation); (ok && op.Class == api.Link || t.operation == answers.SellersLink) && v.Origin().Sample {
		t.about = append(t.about, noPage)
	}
	out, err := answers.Shape(answers.Input{
		Operation: t.operation, Body: body, Meta: t.meta, List: name, Letters: t.shown,
		About: t.about, Notes: t.notes, Next: next, View: v.view,
	})
	return Result{Text: out.Text, Structured: out.Structured}, err
}

// callOf returns a call with one argument.
func callOf(tool, argument, value string) refs.Call {
	return refs.Call{Tool: tool, Arguments: json.RawMessage(`{` + asJSON(argument) + `:` + asJSON(value) + `}`)}
}

// follows returns calls that usually follow a list with that name, with rows of it as arguments.
func (v *visit) follows(t outcome, name string) (calls []refs.Call) {
	list, _, _ := v.lists.Latest(t.kind)
	if t.parts.Kind != "" {
		list = t.parts
	}
	if len(list.Rows) == 0 {
		return nil
	}
	ref := func(n int) string { return name + "." + strconv.Itoa(n) }
	first, least := ref(list.Rows[0].N), desk.Cheapest(list.Rows)
	cheapest := slices.IndexFunc(list.Rows, func(row recall.Row) bool { return row.ID != "" && row.Price == least })
	switch t.operation {
	case "getFlightSearchResults":
		return []refs.Call{callOf("getFlightTrip", "tripId", first)}
	case "getFlightTrip": // the cheapest fare of each kind: with options, booked at the checkout, on its seller's own page
		var seen [][2]bool
		for _, row := range t.parts.Rows {
			kind, tool := [2]bool{row.Fare.Here(), row.Fare.Opens()}, "getFareBookingLink"
			if row.Fare.Opens() {
				tool = "getFareOptions"
			}
			if row.ID != "" && !row.Gone && !slices.Contains(seen, kind) {
				seen, calls = append(seen, kind), append(calls, callOf(tool, "fareId", name+"."+t.parts.Letter(row.ID)))
			}
		}
		return calls
	case "getFareOptions":
		if len(t.fits) == 0 {
			return nil
		}
		chosen := make([]string, len(t.fits))
		for i, n := range t.fits {
			chosen[i] = ref(n)
		}
		fare := list.FareID
		if v.found.Letter != "" {
			fare = v.found.Ref()
		}
		arguments, _ := json.Marshal(struct { // strings cannot fail
			Fare    string `json:"fareId"`
			Options string `json:"fareOptionId"`
		}{fare, strings.Join(chosen, ",")})
		return []refs.Call{{Tool: "getFareBookingLink", Arguments: arguments}}
	case "getHotelSearchResults":
		return []refs.Call{callOf("hotel_rates", "hotel", first)}
	case "getHotelRates":
		if t.best != "" {
			return []refs.Call{callOf("getHotelRateBookingLink", "rateId", name+"."+t.best)}
		}
	case answers.PriceCalendar, answers.Destinations:
		return []refs.Call{callOf("getFlightSearchResults", "searchId", ref(list.Rows[max(cheapest, 0)].N))}
	case answers.HotelCalendar:
		return []refs.Call{callOf("getHotelSearchResults", "searchId", ref(list.Rows[max(cheapest, 0)].N))}
	}
	return nil
}

// before returns the list that the call may have extended: the one it refers to, or the one of the same search.
func (v *visit) before(kind recall.Kind) string {
	list, _, _ := v.lists.Latest(kind)
	if v.found.List != "" && v.found.Kind == kind || list.Search.ID == "" {
		return v.found.List
	}
	same, err := v.session.refs.List(kind, "", list.Search.ID)
	if err != nil {
		return ""
	}
	return same.List
}

// call returns this call, for repeating it.
func (v *visit) call() refs.Call {
	text, _ := json.Marshal(v.args.Members) // they came as JSON
	return refs.Call{Tool: v.args.tool.Name, Arguments: text}
}

// goOn returns the call that continues a search that has not settled.
func (v *visit) goOn(m *desk.Meta, list string) []refs.Call {
	if m.Settle == search.BudgetExhausted && m.Whole == "" {
		m.Settle = search.Unsettled // only this call's wait has ended
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
	if m.OperationID == "getHotelRates" || !v.session.options.offers(m.OperationID) { // it reuses the search
		return []refs.Call{v.call()}
	}
	return []refs.Call{callOf(m.OperationID, "searchId", id)}
}

// fail returns the outcome of a call without a result: a question, or an error that names a tool that helps.
func (v *visit) fail(err error) (Result, error) {
	if question, ok := errors.AsType[questionError](err); ok {
		state := v.session.suspend(asked{call: v.args.key, question: question.question, said: v.asks.said})
		return Result{Asks: mcp.InputRequestMap{theQuestion: question.ElicitParams}, State: state}, nil
	}
	if unread, ok := errors.AsType[desk.UnreadError](err); ok { // the call below reads it
		err = unread.Err
	}
	err = v.inReferences(err)
	if near, ok := errors.AsType[desk.Choice](err); ok && v.found.List != "" {
		if part, read, _ := v.lists.Part(desk.PartOf(v.found.Kind), strconv.Itoa(v.found.Row)); read {
			v.session.refs.Part(v.found.List, part)
		}
		for i, c := range near.Candidates {
			if c.Ref != "" {
				near.Candidates[i].Ref = v.found.List + "." + c.Ref
			}
		}
		near.Text, near.Hint = err.Error(), "give one of the candidates: its ref or its id"
		return Result{}, v.unread(near)
	}
	if gone, ok := errors.AsType[desk.GoneError](err); ok && v.found.List != "" && v.args.tool.Name != renewTool {
		v.purse.forget(v.found.Search)
		again := callOf(renewTool, "ref", v.found.Ref())
		if !v.session.options.offers(again.Tool) {
			again = v.found.Made
		}
		return Result{}, problem.Error{Err: gone, Hint: again.Text() + " searches for it again, which uses one search"}
	}
	return Result{}, v.unread(err)
}

// Patterns of the numbers by which the desk names options, and the item of a call.
var (
	anOption = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\boptions? \d+(?:(?:, | and | to )\d+)*\b`)
	})
	aNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+`) })
)

// named returns a text of the desk with references in place of the row numbers of the call's lists.
func (v *visit) named(text string) string {
	if v.options != "" {
		text = anOption().ReplaceAllStringFunc(text, func(options string) string {
			return aNumber().ReplaceAllString(options, v.options+".$0")
		})
	}
	if v.found.List != "" && v.found.Row > 0 {
		item := regexp.MustCompile(`(?i)\b((?:trip|fare|hotel|rate)(?:id)?) ` + v.found.Argument() + `\b`)
		text = item.ReplaceAllString(text, "$1 "+v.found.Ref())
	}
	return text
}

// inReferences returns an error of the desk with its text and hint in references, and with the tool that helps if it
// has no other hint.
func (v *visit) inReferences(err error) error {
	text, hint := v.named(desk.Text(err)), v.named(problem.AdviceOf(err))
	if hint == "" {
		hint = v.helps(err)
	}
	if text == desk.Text(err) && hint == problem.AdviceOf(err) {
		return err
	}
	named := problem.Error{Err: err, Text: text}.AdvisedAs(err)
	return named.Advise(hint)
}

// helps words the first step of an error that a tool can take for the item of the call. It returns "" if there is none.
func (v *visit) helps(err error) string {
	row := v.found
	row.Letter = ""
	for _, step := range problem.StepsOf(err) {
		var call refs.Call
		switch {
		case step.Do == "getPlaces" && len(step.Args) == 1:
			call = callOf(step.Do, "query", step.Args[0])
		case step.Do == "getFareOptions":
			call = callOf(step.Do, "fareId", cmp.Or(v.found.Ref(), v.found.ID))
		case step.Do == "getFlightTrip" && row.Row > 0:
			call = callOf(step.Do, "tripId", row.Ref())
		case step.Do == "getHotelRates" && row.Row > 0:
			call = callOf("hotel_rates", "hotel", row.Ref())
		}
		if call.Tool != "" && v.session.options.offers(call.Tool) {
			return strings.TrimPrefix(step.Why+": "+call.Text(), ": ")
		}
	}
	return ""
}

// flight describes a flight search as it was understood. A name is looked up once for each code, because models make
// codes up.
func (v *visit) flight(ctx context.Context, q query.Flight, in desk.Locale) string {
	name := func(code, name string) string {
		known, ok := v.session.names.Load(code)
		if name != "" || ok {
			return cmp.Or(name, fmt.Sprint(known))
		}
		name = places.At(v.Desk, in).Name(ctx, code)
		v.session.names.Store(code, name)
		return name
	}
	q.FromName, q.ToName = name(q.From, q.FromName), name(q.To, q.ToName)
	return sentence(flights.Summary(q), in)
}
