package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// connected returns a client of the session's server that answers questions with answer. If answer is nil, it has
// no one to ask.
func (a *agent) connected(answer func(*mcp.ElicitParams) *mcp.ElicitResult, revision ...string) *mcp.ClientSession {
	here, there := mcp.NewInMemoryTransports()
	if a.tools == nil {
		a.tools = Tools()
	}
	if _, err := a.session.server(a.Context(), Options{Tools: a.tools}).Connect(a.Context(), here, nil); err != nil {
		a.Fatal(err)
	}
	options := &mcp.ClientOptions{}
	if answer != nil {
		options.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return answer(r.Params), nil }
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options).
		Connect(a.Context(), there, &mcp.ClientSessionOptions{ProtocolVersion: strings.Join(revision, "")})
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { _ = client.Close() })
	return client
}

// ask calls a tool through the client and returns the text of the answer.
func (a *agent) ask(client *mcp.ClientSession, tool string, arguments map[string]any) (text string, failed bool) {
	a.Helper()
	r, err := client.CallTool(a.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.Fatal(err)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// asks answers a client's questions, in order.
type asks struct {
	says  []*mcp.ElicitResult // empty: the client has no one to ask
	asked []string
}

func (q *asks) answer(p *mcp.ElicitParams) *mcp.ElicitResult {
	q.asked = append(q.asked, p.Message)
	return q.says[min(len(q.asked), len(q.says))-1]
}

func accepts(word string) *mcp.ElicitResult {
	return &mcp.ElicitResult{Action: "accept", Content: map[string]any{theAnswer: word}}
}

// Ambiguity is resolved by asking a person if the client can, and is reported otherwise: which place is meant, or
// both places, and whether to use another search. Declining or dismissing a question uses no search. In the newest
// revision the client repeats the call with the answer; in older ones it is asked while the call waits.
func TestAPersonIsAsked(t *testing.T) {
	const places = `"from":"New York","to":"Portland"`
	for name, test := range map[string]struct {
		arguments string
		may       int
		asks      asks
		asked     int
		says      string
		spent     int
	}{
		"which place":          {places, 9, asks{says: []*mcp.ElicitResult{accepts("PWM")}}, 1, "to Portland (PWM)", 1},
		"which places":         {`"from":"Birmingham","to":"Portland"`, 9, asks{says: []*mcp.ElicitResult{accepts("BHX"), accepts("PDX")}}, 2, "Birmingham (BHX)", 1},
		"no place":             {places, 9, asks{says: []*mcp.ElicitResult{{Action: "decline"}}}, 1, "nothing was chosen", 0},
		"no answer":            {places, 9, asks{says: []*mcp.ElicitResult{{Action: "cancel"}}}, 1, "nothing was chosen", 0},
		"no one to ask":        {places, 9, asks{}, 0, "- PDX: Portland, Oregon", 0},
		"spend":                {`"from":"DXB","to":"LHR"`, 0, asks{says: []*mcp.ElicitResult{accepts("yes")}}, 1, "Flights Dubai (DXB) to London", 1},
		"place and spend":      {places, 0, asks{says: []*mcp.ElicitResult{accepts("PDX"), accepts("yes")}}, 2, "to Portland (PDX)", 1},
		"do not spend":         {`"from":"DXB","to":"LHR"`, 0, asks{says: []*mcp.ElicitResult{accepts("no")}}, 1, "did not agree to spend another search", 0},
		"decline to spend":     {`"from":"DXB","to":"LHR"`, 0, asks{says: []*mcp.ElicitResult{{Action: "decline"}}}, 1, "did not agree to spend another search", 0},
		"no answer to it":      {`"from":"DXB","to":"LHR"`, 0, asks{says: []*mcp.ElicitResult{{Action: "cancel"}}}, 1, "did not agree to spend another search", 0},
		"no one to ask for it": {`"from":"DXB","to":"LHR"`, 0, asks{}, 0, "this server may make 0 searches without asking", 0},
	} {
		for _, revision := range []string{"2026-07-28", "2025-11-25"} {
			t.Run(name+" "+revision, func(t *testing.T) {
				a := newAgent(t)
				a.session.Allow(test.may)
				q := test.asks
				var answer func(*mcp.ElicitParams) *mcp.ElicitResult
				if q.says != nil {
					answer = q.answer
				}
				var arguments map[string]any
				if err := json.Unmarshal([]byte("{"+test.arguments+`,"fromDate":"2026-12-22","limit":1}`), &arguments); err != nil {
					t.Fatal(err)
				}
				text, failed := a.ask(a.connected(answer, revision), "search_flights", arguments)
				if len(q.asked) != test.asked || !strings.Contains(text, test.says) || failed != (test.spent == 0) || a.session.purse.spent != test.spent {
					t.Errorf("asked %q, %d searches, failed %v: %s", q.asked, a.session.purse.spent, failed, text)
				}
			})
		}
	}
}

// A question shows the distance of each place, and does not repeat the name of a place without a code.
func TestAPersonSeesHowFarAPlaceIs(t *testing.T) {
	for town, want := range map[string]string{"The Hague": "RTM Rotterdam The Hague Airport, 16 km from HAG", "Portland": "PDX Portland, Oregon, US, "} {
		a := newAgent(t)
		var titles []string
		client := a.connected(func(p *mcp.ElicitParams) *mcp.ElicitResult {
			titles = append(titles, fmt.Sprint(p.RequestedSchema))
			return &mcp.ElicitResult{Action: "cancel"}
		}, "2026-07-28")
		a.ask(client, "search_flights", map[string]any{"from": "DXB", "to": town, "fromDate": "2026-12-22"})
		if len(titles) != 1 || !strings.Contains(titles[0], want) || !strings.Contains(titles[0], " km from ") {
			t.Errorf("%s: %s, want %s", town, titles, want)
		}
	}
	km := 2.5
	for want, o := range map[string]problem.Candidate{
		"Bruges, Belgium":            {Label: "Bruges, Belgium", ID: "Bruges, Belgium"},
		"XYZ Aland, 2.5 km from ABC": {Label: "A\x07land", ID: "XYZ", Distance: &km},
	} {
		if got := optionTitle(o, desk.Choice{From: "ABC"}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A client that declares that it can ask but cannot is given the places to choose from.
func TestAQuestionThatCannotBePutIsTold(t *testing.T) {
	a := newAgent(t)
	client := a.connected(func(*mcp.ElicitParams) *mcp.ElicitResult { return accepts("XXX") }, "2025-11-25") // it ends at its own check
	text, failed := a.ask(client, "search_flights", map[string]any{"from": "DXB", "to": "Portland", "fromDate": "2026-12-22"})
	if !failed {
		t.Error("it was searched")
	}
	a.has(text, "to Portland is several places", "- PDX: Portland, Oregon")
}

// A client of an older revision is asked while its call waits, as often as needed, because it does not support
// answers that are questions.
func TestAnOlderClientIsAskedWhileItWaits(t *testing.T) {
	a := newAgent(t)
	a.session.Allow(0)
	c := a.talk()
	c.send(strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"elicitation":{}}`, 1))
	c.next()
	c.send(ready, `{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"search_flights","arguments":{"from":"DXB","to":"Portland","fromDate":"2026-12-22","limit":1}}}`)
	for _, answer := range []string{"PWM", "yes"} {
		m := c.next()
		if m.Method != "elicitation/create" {
			t.Fatalf("before %s: %+v %s", answer, m, m.Result)
		}
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"result":{"action":"accept","content":{%q:%q}}}`, m.ID, theAnswer, answer))
	}
	if m := c.next(); m.ID != "call" || !strings.Contains(string(m.Result), "to Portland (PWM)") || strings.Contains(string(m.Result), "inputRequests") {
		t.Errorf("%+v %s", m, m.Result)
	}
	c.end()
}

// In the stateless revision a call ends with the question and a state. Repeated with the answer and the state it
// continues, but only once and only with the same arguments.
func TestAQuestionTravelsWithItsCall(t *testing.T) {
	a := newAgent(t)
	c := a.talk()
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}`
	call := func(to, more string) (m message, answer struct {
		ResultType    string
		RequestState  string
		InputRequests map[string]struct{ Method string }
		IsError       bool
		Content       []struct{ Text string }
	}) {
		t.Helper()
		c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_flights","arguments":{"from":"DXB","to":"` + to + `","fromDate":"2026-12-22","limit":1},` + more + meta + `}}`)
		m = c.next()
		if m.Error != nil || json.Unmarshal(m.Result, &answer) != nil {
			t.Fatalf("%s %+v", m.Result, m.Error)
		}
		return m, answer
	}
	_, asked := call("Portland", "")
	if asked.ResultType != "input_required" || asked.InputRequests[theQuestion].Method != "elicitation/create" || asked.RequestState == "" {
		t.Fatalf("it asks %+v", asked)
	}
	answered := `"inputResponses":{"` + theQuestion + `":{"action":"accept","content":{"` + theAnswer + `":"PWM"}}},"requestState":` + asJSON(asked.RequestState) + `,`
	if _, got := call("Birmingham", answered); !got.IsError || !strings.Contains(got.Content[0].Text, "requestState is not of this call") {
		t.Errorf("with other arguments: %+v", got)
	}
	if _, got := call("Portland", answered); got.IsError || got.ResultType != "complete" || !strings.Contains(got.Content[0].Text, "to Portland (PWM)") {
		t.Errorf("with the answer: %+v", got)
	}
	if _, got := call("Portland", answered); !got.IsError {
		t.Errorf("twice: %+v", got)
	}
	_, asked = call("Portland", "")
	if _, got := call("Portland", strings.Replace(`"inputResponses":{"question":{"action":"accept","content":{"answer":"XXX"}}},"requestState":"STATE",`, "STATE", asked.RequestState, 1)); !got.IsError || !strings.Contains(got.Content[0].Text, "nothing was chosen") {
		t.Errorf("a place that was not offered: %+v", got)
	}
	if _, got := call("Portland", `"inputResponses":{"question":{"action":"accept","content":{"answer":"PWM"}}},`); got.ResultType != "input_required" {
		t.Errorf("an answer without a state: %+v", got)
	}
	if a.session.purse.spent != 1 {
		t.Errorf("%d searches", a.session.purse.spent)
	}
	c.end()
}

// An agreement is valid for the call that asked, for a limited time, and once.
func TestAnAgreementIsBoundToItsCall(t *testing.T) {
	a := newAgent(t)
	s, call := a.session, [32]byte{1}
	state := func() string { return s.suspend(asked{call: call, question: "agree"}) }
	good := state()
	tests := map[string]func() error{
		"another call":   func() error { _, err := s.resume(state(), [32]byte{2}); return err },
		"another server": func() error { _, err := newAgent(t).session.resume(state(), call); return err },
		"made up":        func() error { _, err := s.resume("e30.e30", call); return err },
		"none":           func() error { _, err := s.resume("", call); return err },
		"too late": func() error {
			late := newAgent(t)
			state := late.session.suspend(asked{call: call, question: "agree"})
			late.pass(answerWithin + time.Second)
			_, err := late.session.resume(state, call)
			return err
		},
	}
	for name, open := range tests {
		if open() == nil {
			t.Errorf("%s: it holds", name)
		}
	}
	if _, err := s.resume(good, call); err != nil {
		t.Error(err)
	}
	if _, err := s.resume(good, call); err == nil {
		t.Error("it holds twice")
	}
}
