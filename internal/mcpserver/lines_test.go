package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/testkit/need"
)

func TestMain(m *testing.M) {
	need.Busy()
	goleak.VerifyTestMain(m)
}

// aTool returns a tool for tests.
func aTool(name string, call func(context.Context, *visit) (Result, error)) *Tool {
	return &Tool{Name: name, Title: name, Description: name, Input: json.RawMessage(`{"type":"object"}`), Hints: hints(true, false), Takes: []string{"a", "rating"}, Call: call}
}

func says(text string) *Tool {
	return aTool("says", func(context.Context, *visit) (Result, error) { return Result{Text: text}, nil })
}

// message is a message from a server.
type message struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// A talk is a client of a server over lines.
type talk struct {
	*testing.T
	to    io.WriteCloser
	from  *bufio.Reader
	ended chan error
}

func talkTo(ctx context.Context, t *testing.T, tools ...*Tool) *talk {
	return talkOf(ctx, t, NewSession(desk.Open(desk.Options{}), "1.2.3"), tools)
}

// talk returns a client over lines that may call every tool of the agent's session.
func (a *agent) talk() *talk { return talkOf(a.Context(), a.T, a.session, Tools()) }

func talkOf(ctx context.Context, t *testing.T, s *Session, tools []*Tool) *talk {
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &talk{T: t, to: to, from: bufio.NewReader(from), ended: make(chan error, 1)}
	go func() {
		err := s.ServeLines(ctx, Options{Tools: tools}, in, out)
		_ = out.Close()
		c.ended <- err
	}()
	t.Cleanup(func() { _ = to.Close(); _ = in.Close(); _ = from.Close() })
	return c
}

func (c *talk) send(lines ...string) {
	c.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.to, line+"\n"); err != nil {
			c.Fatal(err)
		}
	}
}

func (c *talk) next() message {
	c.Helper()
	line, err := c.from.ReadBytes('\n')
	var m message
	if err == nil {
		err = json.Unmarshal(line, &m)
	}
	if err != nil {
		c.Fatalf("%q: %v", line, err)
	}
	return m
}

const (
	hello  = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	ready  = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	aPing  = `{"jsonrpc":"2.0","id":"ping","method":"ping"}`
	toSays = `{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"says","arguments":{}}}`
)

func (c *talk) begin() {
	c.Helper()
	c.send(hello)
	if m := c.next(); m.Error != nil {
		c.Fatal(m.Error)
	}
	c.send(ready)
}

// An invalid message is answered with an error, and later messages are answered normally. The SDK's own transport
// ends at most of these.
func TestABrokenLineDoesNotEndTheServer(t *testing.T) {
	const parse, invalid = -32700, -32600
	for name, test := range map[string]struct {
		line string
		code int
		id   any
	}{
		"not JSON":              {`{bad`, parse, nil},
		"cut off":               {`{"jsonrpc":"2.0","id":5,"method":"pi`, parse, nil},
		"not UTF-8 nor JSON":    {"\xff\xfe", parse, nil},
		"two messages":          {aPing + aPing, parse, nil},
		"a number":              {`42`, invalid, nil},
		"a batch":               {`[` + aPing + `]`, invalid, nil},
		"an empty batch":        {`[]`, invalid, nil},
		"another version":       {`{"jsonrpc":"1.0","id":5,"method":"ping"}`, invalid, 5.0},
		"params in a list":      {`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}`, -32602, 5.0},
		"an id that is null":    {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, invalid, nil},
		"an id with a fraction": {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, invalid, nil},
		"an id that is object":  {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, invalid, nil},
		"a method of number":    {`{"jsonrpc":"2.0","id":5,"method":7}`, invalid, 5.0},
		"an id beyond 53 bits":  {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, invalid, nil},
		"an id not in UTF-8":    {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", parse, nil},
		"17 MiB":                {`{"jsonrpc":"2.0","id":5,"method":"ping","params":"` + strings.Repeat("x", 17<<20) + `"}`, invalid, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := talkTo(t.Context(), t, says("hello"))
			c.begin()
			go func() { _, _ = io.WriteString(c.to, test.line+"\n") }()
			if m := c.next(); m.Error == nil || m.Error.Code != test.code || m.ID != test.id {
				t.Errorf("answered %+v %+v, want code %d for id %v", m, m.Error, test.code, test.id)
			}
			c.send("", " \r", aPing)
			if m := c.next(); m.ID != "ping" || m.Error != nil {
				t.Errorf("then answered %+v", m)
			}
			c.end()
		})
	}
}

// end closes the input and waits for the server to end without an error.
func (c *talk) end() {
	c.Helper()
	_ = c.to.Close()
	go func() { _, _ = io.Copy(io.Discard, c.from) }() // such as the answer to a cancelled call
	if err := <-c.ended; err != nil {
		c.Errorf("the server ended with %v", err)
	}
}

// A shell pipe closes the input before a call is answered, and still gets the answer.
func TestWhatWasReadIsAnsweredAfterTheEndOfTheInput(t *testing.T) {
	release := make(chan struct{})
	c := talkTo(t.Context(), t, aTool("says", func(context.Context, *visit) (Result, error) {
		<-release
		return Result{Text: "late"}, nil
	}))
	c.begin()
	c.send(toSays)
	_ = c.to.Close()
	close(release)
	if m := c.next(); m.ID != "call" || !strings.Contains(string(m.Result), "late") {
		t.Errorf("answered %+v", m)
	}
	c.end()
}

// If the input has ended, a call that is still running after some time is cancelled.
func TestACallThatDoesNotEndIsCancelledAfterTheEndOfTheInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := talkTo(t.Context(), t, aTool("says", func(ctx context.Context, _ *visit) (Result, error) {
			<-ctx.Done()
			return Result{}, ctx.Err()
		}))
		c.begin()
		c.send(toSays)
		began := time.Now()
		c.end()
		if took := time.Since(began); took > callLimit+2*grace {
			t.Errorf("the server ended after %v", took)
		}
	})
}

// A signal ends the context, and thereby every call at once.
func TestTheServerEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	called := make(chan struct{})
	c := talkTo(ctx, t, aTool("says", func(ctx context.Context, _ *visit) (Result, error) {
		close(called)
		<-ctx.Done()
		return Result{}, ctx.Err()
	}))
	c.begin()
	c.send(toSays)
	<-called
	go func() { _, _ = io.Copy(io.Discard, c.from) }()
	stop()
	if err := <-c.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A client that reads nothing does not keep the server alive after a signal.
func TestASignalEndsAServerThatNoOneReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		c := talkTo(ctx, t, says("hello"))
		c.begin()
		c.send(toSays)
		synctest.Wait()
		stop()
		if err := <-c.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
}

// If a client stops reading and then leaves, the server ends in time, whether it sees the end of the input or is
// blocked by an unread answer before it. Only one answer can be under way here: the SDK holds a mutex while it writes,
// and the clock of a synctest bubble stands still for whoever waits for one.
func TestAServerThatNoOneReadsEndsSoonAfterItsInput(t *testing.T) {
	for name, sent := range map[string]string{
		"an answer":    toSays + "\n",
		"two refusals": "{bad\n{bad\n",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := talkTo(t.Context(), t, says("hello"))
				c.begin()
				go func() { _, _ = io.WriteString(c.to, sent); _ = c.to.Close() }()
				began := time.Now()
				if err := <-c.ended; !errors.Is(err, errUnread) && (err != nil || name != "two refusals") { // every call was answered
					t.Errorf("ended with %v", err)
				}
				if took := time.Since(began); took > 50*time.Second {
					t.Errorf("ended after %v", took)
				}
			})
		})
	}
}

// Cancelling a call ends it at once and does not affect others.
func TestACancelledCallEnds(t *testing.T) {
	called, ended := make(chan struct{}), make(chan error, 1)
	c := talkTo(t.Context(), t, aTool("says", func(ctx context.Context, _ *visit) (Result, error) {
		close(called)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return Result{}, ctx.Err()
	}))
	c.begin()
	c.send(toSays)
	<-called
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call"}}`)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	c.send(aPing)
	if m := c.next(); m.ID != "ping" { // the SDK answers a cancelled call too
		t.Fatalf("answered %+v", m)
	}
	c.end()
}

// Events at the desk are reported only to the client that asked for progress.
func TestProgressGoesToWhoAskedForIt(t *testing.T) {
	tool := aTool("says", func(_ context.Context, v *visit) (Result, error) {
		v.Report.Waiting(2*time.Second, "the service is \x1b[31mbusy")
		v.Report.Warn("prices changed")
		return Result{Text: strings.Join(v.args.hears.warned(), ", ")}, nil
	})
	c := talkTo(t.Context(), t, tool)
	c.begin()
	c.send(`{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"says","arguments":{},"_meta":{"progressToken":"p1"}}}`)
	if m := c.next(); m.Method != "notifications/progress" || !strings.Contains(string(m.Params), `"progressToken":"p1"`) || strings.Contains(string(m.Params), `\u001b`) {
		t.Errorf("told %s %s", m.Method, m.Params)
	}
	if m := c.next(); m.ID != "call" || !strings.Contains(string(m.Result), "prices changed") {
		t.Errorf("answered %+v", m)
	}
	c.send(toSays)
	if m := c.next(); m.ID != "call" {
		t.Errorf("answered %+v", m)
	}
	c.end()
}

// revisions lists the protocol revisions that the server supports. Test a revision that a new SDK adds here before
// promising it.
var revisions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

func TestEveryRevisionIsSpoken(t *testing.T) {
	if known := mcp.SupportedProtocolVersions(); !slices.Equal(known, revisions) {
		t.Errorf("the SDK speaks %q, want %q", known, revisions)
	}
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			c := talkTo(t.Context(), t, says("hello"))
			about, meta := hello, ""
			if revision == "2026-07-28" { // stateless: every request identifies the client
				meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"` + revision + `","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
				about = `{"jsonrpc":"2.0","id":"hello","method":"server/discover","params":{` + meta[1:] + `}}`
			}
			c.send(strings.ReplaceAll(about, "2025-11-25", revision))
			m := c.next()
			if m.Error != nil || !strings.Contains(string(m.Result), revision) || !strings.Contains(string(m.Result), `"instructions"`) {
				t.Fatalf("%s %+v", m.Result, m.Error)
			}
			if meta == "" {
				c.send(ready)
			}
			c.send(`{"jsonrpc":"2.0","id":"list","method":"tools/list","params":{` + strings.TrimPrefix(meta, ",") + `}}`)
			if m := c.next(); m.Error != nil || !strings.Contains(string(m.Result), `"name":"says"`) {
				t.Errorf("%s %+v", m.Result, m.Error)
			}
			c.send(strings.Replace(toSays, `"arguments":{}`, `"arguments":{}`+meta, 1))
			if m := c.next(); m.Error != nil || !strings.Contains(string(m.Result), `"text":"hello"`) {
				t.Errorf("%s %+v", m.Result, m.Error)
			}
			c.end()
		})
	}
}

// Twenty blocked calls do not delay another one.
func TestCallsDoNotWaitForOneAnother(t *testing.T) {
	release := make(chan struct{})
	hangs := aTool("hangs", func(context.Context, *visit) (Result, error) { <-release; return Result{Text: "x"}, nil })
	c := talkTo(t.Context(), t, hangs, says("hello"))
	c.begin()
	for n := range 20 {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"hangs"}}`, n))
	}
	c.send(toSays)
	if m := c.next(); m.ID != "call" {
		t.Errorf("answered %+v first", m)
	}
	close(release)
	for range 20 {
		c.next()
	}
	c.end()
}
