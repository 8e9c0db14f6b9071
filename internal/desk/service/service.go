// Package service has the calls about the service itself: its health, feedback, and calls that travel does not
// interpret.
package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Operations returns the operations of the contract about the service itself.
func Operations() map[string]desk.Operation {
	return map[string]desk.Operation{
		"getHealth": {Doing: askingHealth},
		"submitFeedback": {Explain: notSent, Check: func(_ *desk.Desk, q *ask.Values) error {
			if !q.Has("rating") && !q.Has("message") {
				return problem.Usagef("there is nothing to send; give --rating, --message or both")
			}
			return nil
		}},
	}
}

const askingHealth = "ask for the service's health"

// RawCall is a call to the service that travel does not interpret.
type RawCall struct {
	Method string // one of Methods
	Path   string // from the root of the deployment, escaped, without a query
	Query  url.Values
	Body   []byte // JSON, nil for none
}

// Methods returns the accepted methods.
func Methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead}
}

// NewRawCall parses a method and a path as typed. A query in the path comes before the one given, so that an address
// can be pasted as it is.
func NewRawCall(method, path string, query url.Values) (RawCall, error) {
	call := RawCall{Method: strings.ToUpper(method), Query: url.Values{}}
	if !slices.Contains(Methods(), call.Method) {
		return RawCall{}, problem.NotAccepted("METHOD", method, "one of "+strings.Join(Methods(), ", "))
	}
	var pasted string
	call.Path, pasted, _ = strings.Cut(path, "?")
	if !strings.HasPrefix(call.Path, "/") || strings.HasPrefix(call.Path, "//") {
		return RawCall{}, problem.NotAccepted("PATH", path, "a path of this service, such as /v1/user")
	}
	values, err := url.ParseQuery(pasted)
	if err != nil {
		return RawCall{}, problem.NotAccepted("PATH", path, "a path whose query is escaped; or use --query")
	}
	for _, from := range []url.Values{values, query} {
		for name, list := range from {
			call.Query[name] = append(call.Query[name], list...)
		}
	}
	return call, nil
}

// HasBody reports whether the method has a body.
func (c RawCall) HasBody() bool { return c.Method != http.MethodGet && c.Method != http.MethodHead }

// Send makes the call, with the login, the retries and the limits of every call.
func Send(ctx context.Context, d *desk.Desk, c RawCall) (*apiclient.RawResponse, error) {
	answer, err := d.Client().Do(ctx, c.Method, c.Path, c.Query, c.Body)
	if err == nil {
		return answer, nil
	}
	err = fmt.Errorf("%s %s: %w", c.Method, c.Path, err)
	if p, ok := errors.AsType[*apiclient.ProblemError](err); ok && p.Status == http.StatusNotFound {
		err = problem.Error{Err: err, Hint: "check the path; ids in it that came from a search live a few minutes"}
	}
	return nil, err
}

// SendFeedback sends a rating or a message. It is sent at most once: if the answer is lost, the error says that it may
// have been recorded. The value is the feedback that was sent.
func SendFeedback(ctx context.Context, d *desk.Desk, p *ask.Values) (desk.Answer[apiclient.Feedback], error) {
	var none desk.Answer[apiclient.Feedback]
	if err := p.Err(); err != nil {
		return none, err
	}
	feedback := ask.Request[apiclient.Feedback](p)
	received, err := d.Client().SubmitFeedback(ctx, feedback)
	if err != nil {
		return none, notSent(err)
	}
	return desk.Answer[apiclient.Feedback]{Value: feedback, Bodies: [][]byte{received.Body}, Meta: desk.MetaOf(p)}, nil
}

// notSent explains why feedback was not sent, and says if it may have been recorded nevertheless.
func notSent(err error) error {
	err = fmt.Errorf("send the feedback: %w", search.NotTheAPI(err))
	if apiclient.MaybeCreated(err) {
		err = problem.Error{
			Err:  err,
			Text: "the feedback may have been recorded; its answer is not known: " + err.Error(),
			Hint: "it is not sent again by itself; sending it again may record it twice",
		}
	}
	return err
}

// SetMessage sets the message of feedback, within the contract's limits.
func SetMessage(p *ask.Values, text string) error {
	param, _ := p.Op().Param("message")
	text = strings.TrimSpace(text)
	n := utf8.RuneCountInString(text)
	switch {
	case text == "":
		return problem.Usagef("the message is empty, so nothing was sent")
	case !utf8.ValidString(text):
		return problem.Usagef("the message is not UTF-8 text, so nothing was sent")
	case n > param.MaxLen:
		return problem.Usagef("the message has %s characters; at most %s fit", words.Grouped(n), words.Grouped(param.MaxLen))
	}
	return p.Set("message", "--message", text)
}

// SetVersion sets the client that feedback comes from, unless it was given. It is cut to the contract's limit.
func SetVersion(p *ask.Values, version string) {
	param, _ := p.Op().Param("version")
	runes := []rune(version)
	p.SetDefault("version", "--version", string(runes[:min(len(runes), param.MaxLen)]))
}

// Health reads the health of the service. It needs no login.
func Health(ctx context.Context, d *desk.Desk) (desk.Answer[*apiclient.Health], error) {
	client, err := d.Deployment.Anonymous()
	if err != nil {
		return desk.Answer[*apiclient.Health]{}, err
	}
	health, err := client.GetHealth(ctx)
	if err != nil {
		return desk.Answer[*apiclient.Health]{}, desk.Doing(askingHealth, err)
	}
	return desk.NewAnswer(health, ask.New("getHealth", nil)), nil
}
