package mcpserver

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// connected is a client of the session's server that answers what a person is asked; nil has no one to
// ask.
func (a *agent) connected(answer func(*mcp.ElicitParams) *mcp.ElicitResult) *mcp.ClientSession {
	here, there := mcp.NewInMemoryTransports()
	if _, err := a.session.server(a.Context(), Options{Tools: Tools()}).Connect(a.Context(), here, nil); err != nil {
		a.Fatal(err)
	}
	options := &mcp.ClientOptions{}
	if answer != nil {
		options.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return answer(r.Params), nil }
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options).Connect(a.Context(), there, nil)
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { _ = client.Close() })
	return client
}

// ask calls a tool through the client, and is the text of the answer.
func (a *agent) ask(client *mcp.ClientSession, tool string, arguments map[string]any) (text string, failed bool) {
	a.Helper()
	r, err := client.CallTool(a.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.Fatal(err)
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// A place that may be several is asked for where the client has someone to ask, and listed where not.
func TestAnAmbiguousPlaceIsAsked(t *testing.T) {
	a := newAgent(t)
	arguments := map[string]any{"from": "New York", "to": "Portland", "fromDate": "2026-12-22", "limit": 1}
	text, failed := a.ask(a.connected(nil), "search_flights", arguments)
	if !failed || a.session.purse.spent != 0 {
		t.Errorf("no one to ask: %s", text)
	}
	a.has(text, "to Portland is several places", "PDX: Portland, Oregon", "PWM: Portland, Maine", "retry: changed")

	var asked []string
	client := a.connected(func(p *mcp.ElicitParams) *mcp.ElicitResult {
		asked = append(asked, p.Message)
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{theAnswer: "PWM"}}
	})
	text, failed = a.ask(client, "search_flights", arguments)
	if failed || len(asked) != 1 {
		t.Errorf("asked %q: %s", asked, text)
	}
	a.has(text, "to PWM Portland")

	client = a.connected(func(*mcp.ElicitParams) *mcp.ElicitResult { return &mcp.ElicitResult{Action: "decline"} })
	if text, failed = a.ask(client, "search_flights", arguments); !failed || !strings.Contains(text, "nothing was chosen") {
		t.Errorf("a person said no: %s", text)
	}
}

// Beyond what may be spent a person is asked each time, and a no spends nothing.
func TestSpendingMoreIsAsked(t *testing.T) {
	a := newAgent(t)
	a.session.Allow(0)
	answer := "yes"
	client := a.connected(func(p *mcp.ElicitParams) *mcp.ElicitResult {
		a.has(p.Message, "spends one of your searches")
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{theAnswer: answer}}
	})
	if text, failed := a.ask(client, "search_flights", map[string]any{"from": "DXB", "to": "LHR", "fromDate": "2026-12-22"}); failed || a.session.purse.spent != 1 {
		t.Errorf("agreed: %d searches, %s", a.session.purse.spent, text)
	}
	answer = "no"
	if text, failed := a.ask(client, "search_flights", map[string]any{"from": "DXB", "to": "CDG", "fromDate": "2026-12-22"}); !failed || a.session.purse.spent != 1 {
		t.Errorf("not agreed: %d searches, %s", a.session.purse.spent, text)
	}
}

// What a person agreed to holds for the call that asked, for a while, and once.
func TestAnAgreementIsBoundToItsCall(t *testing.T) {
	now := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	s := newSeal()
	call := [32]byte{1}
	state := func() string {
		return s.close(asked{Call: call, Until: now.Add(answerWithin), ID: time.Now().String(), Now: "agree"})
	}
	good := state()
	tests := map[string]func() error{
		"another call": func() error { _, err := s.open(state(), [32]byte{2}, now); return err },
		"too late":     func() error { _, err := s.open(state(), call, now.Add(answerWithin+time.Second)); return err },
		"another key":  func() error { _, err := newSeal().open(state(), call, now); return err },
		"changed":      func() error { _, err := s.open("A"+state(), call, now); return err },
		"made up":      func() error { _, err := s.open("e30.e30", call, now); return err },
		"none":         func() error { _, err := s.open("", call, now); return err },
	}
	for name, open := range tests {
		if open() == nil {
			t.Errorf("%s: it holds", name)
		}
	}
	if _, err := s.open(good, call, now); err != nil {
		t.Error(err)
	}
	if _, err := s.open(good, call, now); err == nil {
		t.Error("it holds twice")
	}
}
