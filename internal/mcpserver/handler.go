package mcpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

// A handler stands around a tool.
type handler struct {
	session *Session
	tool    *Tool
	options Options
	limit   time.Duration
}

// handle answers a call, whatever happens in it: an error and a panic are answers too, and no call
// outlives its limit.
func (h handler) handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx = context.WithValue(ctx, hearsKey{}, listen(ctx, req))
	args, err := argsOf(req)
	var result Result
	if err == nil {
		result, err = h.rounds(ctx, req, args)
	}
	key := sha256.Sum256(append([]byte(h.tool.Name+"\n"), compact(req.Params.Arguments)...))
	if err != nil {
		return h.session.failed(h.tool, key, err), nil
	}
	h.session.succeeded(key)
	if result.Asks != nil {
		return &mcp.CallToolResult{InputRequests: result.Asks, RequestState: result.State}, nil
	}
	answer := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: result.Text}}}
	if result.Structured != nil {
		answer.StructuredContent = result.Structured
	}
	return answer, nil
}

// round calls the tool once.
func (h handler) round(ctx context.Context, args Args) (Result, error) {
	ctx, stop := context.WithTimeoutCause(ctx, h.limit, errLate)
	defer stop()
	result, err := h.within(ctx, args)
	if err != nil && errors.Is(context.Cause(ctx), errLate) && !isProblem(err) {
		err = lateError{h.limit, err}
	}
	return result, err
}

// endingWith ends a call with the context of its server: the SDK lets it go on.
func endingWith(server context.Context, handle mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(server, stop)()
		return handle(ctx, req)
	}
}

// isProblem tells whether an error knows more than that its time was over.
func isProblem(err error) bool {
	class := problem.ClassOf(err)
	return class != problem.Network && class != problem.Interrupted && class != problem.Local
}

// compact are arguments without the space between them, as far as they are JSON.
func compact(arguments json.RawMessage) []byte {
	var short bytes.Buffer
	if json.Compact(&short, arguments) != nil {
		return arguments
	}
	return short.Bytes()
}

// grace is how long a tool may take to notice that its time is over.
const grace = time.Second

// within calls the tool, and gives up on one that does not end in time.
func (h handler) within(ctx context.Context, args Args) (Result, error) {
	if h.tool.Name == feedbackTool && !h.options.AllowFeedback {
		return Result{}, feedbackError{}
	}
	var result Result
	ended := make(chan error, 1)
	go func() {
		ended <- search.Guarded(func() (err error) {
			result, err = h.tool.Call(ctx, h.session, args)
			return err
		})()
	}()
	select {
	case err := <-ended:
		return result, err
	case <-ctx.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case err := <-ended:
		return result, err
	case <-late.C:
		return Result{}, ctx.Err()
	}
}

// argsOf reads the arguments of a call.
func argsOf(req *mcp.CallToolRequest) (Args, error) {
	args := Args{Answers: req.Params.InputResponses, State: req.Params.RequestState}
	if given := bytes.TrimSpace(req.Params.Arguments); len(given) > 0 && string(given) != "null" {
		if err := json.Unmarshal(given, &args.Members); err != nil {
			return args, problem.UsageError{Text: "the arguments are not an object"}
		}
	}
	if able := req.ClientCapabilities(); able != nil && able.Elicitation != nil {
		args.Elicits = able.Elicitation.Form != nil || able.Elicitation.URL == nil // else it opens pages alone
	}
	return args, nil
}

// errLate is the cause of the end of a call's context by its limit.
var errLate = errors.New("the call's time is over")

// lateError is a call that took too long.
type lateError struct {
	limit time.Duration
	err   error
}

func (e lateError) Error() string {
	return fmt.Sprintf("no answer within %d seconds", int(e.limit.Seconds()))
}

func (e lateError) Unwrap() error { return e.err }

// Class is Network.
func (e lateError) Class() problem.Class { return problem.Network }

// Retry is Same.
func (e lateError) Retry() problem.Retry { return problem.Same }

// Advice is to try once more: whatever was asked for may be there by then.
func (e lateError) Advice() string {
	if unread, ok := errors.AsType[unreadError](e.err); ok {
		return unread.goOn()
	}
	return "call again; if it stays so, tell the person"
}

// feedbackTool is the tool that tells the makers of the service something, in a person's name.
const feedbackTool = "submitFeedback"

// feedbackError refuses it.
type feedbackError struct{}

func (feedbackError) Error() string {
	return "feedback is not sent by this server: it was started without --allow-feedback"
}

// Class is Refused.
func (feedbackError) Class() problem.Class { return problem.Refused }

// Advice leaves it to the person.
func (feedbackError) Advice() string { return "the person can send it with: travel feedback" }
