package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/desk"
	problems "travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox/faults"
)

// An agent is a client of travel mcp, which runs with the settings and by the clock of its traveler.
type agent struct {
	t    *testing.T
	to   io.Writer
	from *bufio.Reader
	ids  int

	leave func() // ends its input, and waits for the end of the server
}

// reply is the answer to a call of a tool: what a client gets of it.
type reply struct {
	Content           []struct{ Text string }
	StructuredContent json.RawMessage
	IsError           bool
}

// serve starts travel mcp with the flags.
func (tr *traveler) serve(flags ...string) *agent {
	tr.t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	env := tr.environment(append([]string{"mcp"}, flags...), in, out, io.Discard)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		commands.Execute(tr.t.Context(), env)
		out.Close()
	}()
	a := &agent{t: tr.t, from: bufio.NewReader(from), to: to, leave: func() {
		to.Close()
		<-ended
	}}
	a.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	return a
}

// ask sends a request and returns its result as it stands on the line.
func (a *agent) ask(method, params string) json.RawMessage {
	a.t.Helper()
	a.ids++
	fmt.Fprintf(a.to, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", a.ids, method, params)
	line, err := a.from.ReadBytes('\n')
	if err != nil {
		a.t.Fatal(err)
	}
	var answer struct {
		ID            int
		Result, Error json.RawMessage
	}
	if err := json.Unmarshal(line, &answer); err != nil || answer.ID != a.ids || answer.Error != nil {
		a.t.Fatalf("%s %s is answered with %s", method, params, line)
	}
	return answer.Result
}

// call calls a tool.
func (a *agent) call(tool string, arguments map[string]any) reply {
	a.t.Helper()
	params, err := json.Marshal(map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		a.t.Fatal(err)
	}
	var r reply
	if err := json.Unmarshal(a.ask("tools/call", string(params)), &r); err != nil {
		a.t.Fatal(err)
	}
	return r
}

// A way is an operation as a command asks for it, with the arguments by which a tool asks for the same.
type way struct {
	operation, line string
	arguments       map[string]any
}

// wayOf reads the arguments from the answer of a command.
func wayOf(t *testing.T, line, operation, stdout string) way {
	t.Helper()
	var answer struct {
		Travel struct{ Request asked }
	}
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	arguments := answer.Travel.Request.Parameters
	if arguments == nil {
		arguments = map[string]any{}
	}
	return way{operation, line, arguments}
}

// TestThreeWaysToAskHaveOneAnswer asks for each operation by its command with --json, by its tool with
// whole: true and by travel api. The requests are the same, and so are the answers, token by token as
// they stand on the line: digits of numbers, the order of members, and members that no contract of today
// knows. Of searches that are made, each has an id of its own.
func TestThreeWaysToAskHaveOneAnswer(t *testing.T) {
	tr := newTraveler(t)
	tr.wire.change = addUnknown
	a := tr.serve("--toolset", "all", "--allow-feedback")
	defer a.leave()
	compared := map[string]bool{}
	tr.walkJourney([]string{"--json"}, func(line, operation, stdout string, passed []exchange) {
		byCommand := passed[len(passed)-1]
		w := wayOf(t, line, operation, stdout)
		w.arguments["whole"] = true
		r := a.call(operation, w.arguments)
		byTool := firstOf(t, tr.wire.take(), operation)
		if r.IsError || !sameRequest(t, byCommand, byTool) {
			t.Fatalf("%s %v asked for %s %s\n%s\ntravel %s asked for %s %s\n%s", operation, w.arguments, byTool.method, byTool.uri, byTool.sent, line, byCommand.method, byCommand.uri, byCommand.sent)
		}
		byHand := tr.rawAgain(byCommand)
		if err := errors.Join(sameBody(stdout, byCommand.answered), sameBody(string(r.StructuredContent), byTool.answered)); err != nil {
			t.Errorf("travel %s --json or the tool %s is not what was answered: %v", line, operation, err)
		}
		for way, answered := range map[string][]byte{"the tool " + operation: byTool.answered, "travel api": byHand.answered} {
			if got, want := madeAlike(t, answered), madeAlike(t, byCommand.answered); got != want {
				t.Errorf("%s is answered otherwise than travel %s --json\ngot  %s\nwant %s", way, line, got, want)
			}
		}
		compared[operation] = true
	})
	if len(compared) != len(api.Operations) {
		t.Errorf("%d of %d operations are compared", len(compared), len(api.Operations))
	}
}

// madeAlike is an answer without the id of a search that it made.
func madeAlike(t *testing.T, answered []byte) string {
	t.Helper()
	var made struct {
		SearchID string
		Results  json.RawMessage
	}
	if err := json.Unmarshal(answered, &made); err != nil {
		t.Fatal(err)
	}
	if made.SearchID == "" || made.Results != nil {
		return string(answered)
	}
	return strings.ReplaceAll(string(answered), made.SearchID, "SEARCH")
}

// troubles are what goes wrong with requests: each code of the contract's problems, and answers that are none, with
// the exit code of a command.
var troubles = []struct {
	fault string // of the sandbox
	code  int
}{
	{"validation_failed", 6},
	{"invalid_token", 3},
	{"insufficient_scope", 3},
	{"not_found", 4},
	{"rates_require_hotel_search", 6},
	{"rate_limited", 5},
	{"rate_limited retry-after=9000", 5},
	{"internal_error", 6},
	{"bad_gateway", 6},
	{"upstream_unavailable", 5},
	{"upstream_rate_limited", 5},
	{"422 newer_than_this", 6},
	{"html", 6},
	{"truncate", 7},
	{"lost", 7},
}

// TestTheyFailAlike has each operation fail in each way, asked by its command with --json and by its tool:
// the error objects agree in their class, which is the exit code, in code, status, retry and seconds, in the
// detail of a problem, and in the hint where it does not name a command or a flag.
func TestTheyFailAlike(t *testing.T) {
	tr := newTraveler(t)
	ways := map[string]way{} // the last of each operation, which needs no other
	tr.walkJourney([]string{"--json"}, func(line, operation, stdout string, _ []exchange) {
		ways[operation] = wayOf(t, line, operation, stdout)
	})
	for operation, w := range ways {
		for _, trouble := range troubles {
			end := tr.befalls(operation, trouble.fault)
			code, byCommand := tr.fails(w)
			end()
			end = tr.befalls(operation, trouble.fault)
			byTool := tr.toolFails(w)
			end()
			want := trouble.code
			if op, _ := api.Find(operation); trouble.fault == "not_found" && (op.Class == api.Create || op.Class == api.Feedback) {
				want = 6 // for which the contract knows no 404
			}
			if !sameFailure(byCommand, byTool) || code != want {
				t.Errorf("%s=%s: travel %s ended with %d, want %d\ncommand %+v\ntool    %+v", operation, trouble.fault, w.line, code, want, byCommand, byTool)
			}
		}
	}
}

// befalls has a fault befall an operation, and returns what ends it. The clock is then where it was, and the
// searches live.
func (tr *traveler) befalls(operation, fault string) (end func()) {
	tr.t.Helper()
	genuine, at := tr.wire.next, tr.stage.now()
	broken, err := faults.New(genuine, []string{operation + "=" + fault}, tr.stage.now, slog.New(slog.DiscardHandler))
	if err != nil {
		tr.t.Fatal(err)
	}
	tr.wire.next = broken
	return func() {
		broken.Close()
		tr.wire.next = genuine
		tr.stage.advance(at.Sub(tr.stage.now()))
	}
}

// fails runs a command that has to fail.
func (tr *traveler) fails(w way) (int, desk.Failure) {
	tr.t.Helper()
	var failed desk.Failure
	code, _, stderr := tr.run(append(strings.Fields(w.line), "--json")...)
	if err := json.Unmarshal([]byte(stderr), &failed); err != nil {
		tr.t.Fatalf("travel %s: %v\n%s", w.line, err, stderr)
	}
	return code, failed
}

// toolFails calls a tool that has to fail, of a server that has not tried anything before.
func (tr *traveler) toolFails(w way) desk.Failure {
	tr.t.Helper()
	a := tr.serve("--tools", w.operation, "--allow-feedback")
	defer a.leave()
	r := a.call(w.operation, w.arguments)
	var said struct {
		Error  desk.Failure
		Travel desk.Origin
	}
	if err := json.Unmarshal(r.StructuredContent, &said); err != nil || !r.IsError || len(r.Content) != 1 {
		tr.t.Fatalf("%s %v does not fail: %v\n%s", w.operation, w.arguments, err, r.StructuredContent)
	}
	said.Error.Travel = said.Travel // a command has it among the members of the error
	return said.Error
}

// sameFailure tells whether two failures agree in what both faces have to say.
func sameFailure(command, tool desk.Failure) bool {
	command.Waits = nil
	if command.Code == "" { // the words are the client's: a command knows a name for a row
		command.Detail, tool.Detail = "", ""
	}
	if command.Class == problems.Wait && command.Hint != "" && strings.Contains(tool.Hint, strconv.Itoa(tool.RetryAfter)) {
		command.Hint, tool.Hint = "", "" // the one says run it again, the other call again
	}
	if h := command.Hint; strings.Contains(h, "travel ") || strings.Contains(h, "--") || strings.Contains(h, "TRAVEL_") {
		command.Hint, tool.Hint = "", ""
	}
	return reflect.DeepEqual(command, tool)
}

// A login elsewhere changes the current profile, and not that of a server which runs. Its answers and its failures
// say which one it is.
func TestARunningServerKeepsItsProfile(t *testing.T) {
	tr := newTraveler(t)
	a := tr.serve()
	defer a.leave()
	tr.ok("config", "set", "--profile", "work", "currency", "EUR")
	tr.ok("profile", "use", "work")
	for _, query := range []string{"lis", ""} {
		r := a.call("getPlaces", map[string]any{"query": query})
		var answer struct {
			Travel struct{ Deployment struct{ Profile string } }
		}
		if err := json.Unmarshal(r.StructuredContent, &answer); err != nil || answer.Travel.Deployment.Profile != "sandbox" || r.IsError != (query == "") {
			t.Errorf("%q: %v, %s", query, err, r.StructuredContent)
		}
	}
}
