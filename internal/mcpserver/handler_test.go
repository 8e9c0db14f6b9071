package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// called calls a tool and returns the answer with its error.
func called(t *testing.T, s *Session, tool *Tool, o Options, arguments string) (*mcp.CallToolResult, desk.Failure) {
	t.Helper()
	s.options = o
	answer, err := s.handle(t.Context(), tool, &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: tool.Name, Arguments: json.RawMessage(arguments)}})
	if err != nil {
		t.Fatal(err)
	}
	var failed struct {
		Error desk.Failure `json:"error"`
	}
	if answer.IsError {
		if err := json.Unmarshal(answer.StructuredContent.(json.RawMessage), &failed); err != nil {
			t.Fatal(err)
		}
	}
	return answer, failed.Error
}

func testSession() *Session { return NewSession(desk.Open(desk.Options{}), "") }

// A panic becomes the answer to its call, without the panic's text, and the tool can be called again.
func TestAPanicIsAnAnswer(t *testing.T) {
	s := testSession()
	answer, failed := called(t, s, aTool("falls", func(context.Context, *visit) (Result, error) { panic("secret") }), Options{}, `{}`)
	text := answer.Content[0].(*mcp.TextContent).Text
	if !answer.IsError || failed.Class != problem.Local || failed.Retry != problem.No || strings.Contains(text, "secret") {
		t.Errorf("%+v %q", failed, text)
	}
}

// No call outlives its time limit, even if the tool ignores its context.
func TestNoCallOutlivesItsLimit(t *testing.T) {
	for name, call := range map[string]func(context.Context) error{
		"obeys": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"deaf":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				tool := aTool("hangs", func(ctx context.Context, _ *visit) (Result, error) {
					if call != nil {
						return Result{}, call(ctx)
					}
					<-release
					return Result{}, nil
				})
				answer, failed := called(t, testSession(), tool, Options{}, `{}`)
				if !answer.IsError || failed.Class != problem.Network || failed.Retry != problem.Same || !strings.Contains(failed.Detail, "45 seconds") {
					t.Errorf("%+v", failed)
				}
			})
		})
	}
}

// After three equal failures the model is told not to call again. A success resets the count.
func TestTheThirdEqualFailureSaysStop(t *testing.T) {
	s, fail := testSession(), true
	tool := aTool("fails", func(context.Context, *visit) (Result, error) {
		if fail {
			return Result{}, &apiclient.ExchangeError{Err: io.EOF}
		}
		return Result{}, nil
	})
	try := func(arguments string) string {
		_, failed := called(t, s, tool, Options{}, arguments)
		return failed.Retry
	}
	var got []string
	for _, arguments := range []string{`{"a":1}`, `{ "a": 1 }`, `{"a":2}`, `{"a":1}`, `{"a":1}`} {
		got = append(got, try(arguments))
	}
	fail = false
	got = append(got, try(`{"a":1}`))
	fail = true
	got = append(got, try(`{"a":1}`))
	if want := "same same same no no  same"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

func TestFeedbackIsSentOnlyWhereItIsAllowed(t *testing.T) {
	sent := 0
	tool := aTool(feedbackTool, func(context.Context, *visit) (Result, error) { sent++; return Result{}, nil })
	if _, failed := called(t, testSession(), tool, Options{}, `{"rating":5}`); failed.Class != problem.Refused || failed.Retry != problem.No || sent != 0 {
		t.Errorf("%+v, sent %d", failed, sent)
	}
	if answer, _ := called(t, testSession(), tool, Options{AllowFeedback: true}, `{"rating":5}`); answer.IsError || sent != 1 {
		t.Errorf("%+v, sent %d", answer, sent)
	}
}

// Arguments of the wrong form are reported as a usage error, not a protocol error.
func TestArgumentsThatAreNoObject(t *testing.T) {
	for _, arguments := range []string{`[]`, `"x"`, `7`} {
		if _, failed := called(t, testSession(), says("x"), Options{}, arguments); failed.Class != problem.Usage {
			t.Errorf("%s: %+v", arguments, failed)
		}
	}
	for _, arguments := range []string{``, `null`, `{}`} {
		if answer, failed := called(t, testSession(), says("x"), Options{}, arguments); answer.IsError {
			t.Errorf("%s: %+v", arguments, failed)
		}
	}
}

// A number keeps its digits, and is passed on as an integer if its fraction is zero.
func TestNumbersOfArguments(t *testing.T) {
	for number, want := range map[string]string{"1": "1", "1.0": "1", "1.10": "1.10", "9007199254740993": "9007199254740993", "-0.5": "-0.5", "1e2": "1e2", "1.00e2": "1.00e2"} {
		args := Args{Members: map[string]json.RawMessage{"n": json.RawMessage(number)}}
		if got := args.Texts("n", "a number"); args.err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s is given on as %q, %v; want %s", number, got, args.err, want)
		}
	}
}

// A call that ran out of time names the search it made, and the call that continues it.
func TestALateCallNamesItsSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, want := range map[string]string{
			"search_flights": `getFlightSearchResults {"searchId":"s1"}`, "search_hotels": `getHotelSearchResults {"searchId":"s1"}`, "hotel_rates": `hotel_rates {"hotel":"7"}`,
		} {
			tool := aTool(name, func(ctx context.Context, v *visit) (Result, error) {
				v.purse.made = &search.Created{SearchID: "s1"}
				<-ctx.Done()
				return Result{}, desk.UnreadError{Err: &apiclient.ExchangeError{Kind: apiclient.Interrupted, Err: ctx.Err()}, Read: problem.Do("", "getFlightSearchResults", "s1")}
			})
			tool.Takes = []string{"hotel"}
			answer, failed := called(t, testSession(), tool, Options{}, `{"hotel":"7"}`)
			text := answer.Content[0].(*mcp.TextContent).Text
			structured, _ := json.Marshal(answer.StructuredContent)
			if failed.Class != problem.Network || failed.Retry != problem.Same || !strings.Contains(failed.Hint, want) || strings.Contains(text, "travel flights") ||
				!strings.Contains(text, "no answer within 45 seconds") || !strings.Contains(text, "\nsearchId: s1\nnext: "+want) ||
				!strings.Contains(string(structured), `"travel":{"searchId":"s1","settle":"unsettled","next":[{"tool":"`) {
				t.Errorf("%s: %s\n%s", name, text, structured)
			}
		}
	})
}

func TestABooleanArgumentIsTrueOrFalse(t *testing.T) {
	for text, want := range map[string]string{
		`true`: "true <nil>", `"true"`: "true <nil>", `false`: "false <nil>", `null`: "false <nil>",
		`[true]`: "false whole [true] is not accepted; give true or false",
		`""`:     `false whole "" is not accepted; give true or false`,
		`1`:      "false whole 1 is not accepted; give true or false",
	} {
		a := Args{Members: map[string]json.RawMessage{"whole": json.RawMessage(text)}}
		whole := a.Whether("whole")
		if got := fmt.Sprint(whole, " ", a.err); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
