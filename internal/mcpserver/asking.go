package mcpserver

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// asked is a call that waits for a person's answer. The client repeats it with the answer and the requestState under
// which it is kept, which is valid for the same tool and arguments, for a few minutes, and once.
type asked struct {
	call     [32]byte // hash of its tool and arguments
	until    time.Time
	question string
	said     map[string]string // the answers to earlier questions
}

// answerWithin is how long a person has to answer.
const answerWithin = 10 * time.Minute

// errState reports a state that does not belong to this call.
var errState = problem.Usagef("requestState is not of this call, too old, or used before").Advise("call again without it")

// suspend keeps a call until its question is answered, and returns its requestState.
func (s *Session) suspend(a asked) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, state := s.desk.Now(), rand.Text()
	maps.DeleteFunc(s.asked, func(_ string, a asked) bool { return now.After(a.until) })
	if len(s.asked) >= most {
		clear(s.asked)
	}
	a.until = now.Add(answerWithin)
	s.asked[state] = a
	return state
}

// resume returns the call that waits under a state, which can be used once.
func (s *Session) resume(state string, call [32]byte) (asked, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.asked[state]
	if !ok || a.call != call || s.desk.Now().After(a.until) {
		return asked{}, errState
	}
	delete(s.asked, state)
	return a, nil
}

// asking puts the questions of one call to the person behind the client, one at a time. Each question ends the
// call, and the client repeats the call with the answer.
type asking struct {
	able bool              // the client can ask a person
	said map[string]string // the answers; "" means declined
}

// The names of a question and its answer in the protocol.
const (
	theQuestion = "question"
	theAnswer   = "answer"
)

// questionError ends a call with a question.
type questionError struct {
	question string
	*mcp.ElicitParams
}

func (e questionError) Error() string { return e.Message }

// ask returns the answer to a question, or a questionError that asks it.
func (q *asking) ask(question, message string, choices, titles []string) (string, error) {
	if answer, ok := q.said[question]; ok {
		return answer, nil
	}
	if !q.able {
		return "", desk.ErrNoOne
	}
	answer := map[string]any{"type": "string", "title": "Answer", "enum": choices}
	if titles != nil {
		answer["enumNames"] = titles
	}
	params := &mcp.ElicitParams{Message: message, RequestedSchema: map[string]any{
		"type": "object", "properties": map[string]any{theAnswer: answer}, "required": []string{theAnswer},
	}}
	return "", problem.Error{Class: problem.Choice, Err: questionError{question, params}}
}

// Choose implements [desk.Asker].
func (q *asking) Choose(_ context.Context, c desk.Choice) (int, error) {
	var codes, names []string
	for _, candidate := range c.Candidates {
		codes = append(codes, candidate.Argument())
		names = append(names, optionTitle(candidate, c))
	}
	answer, err := q.ask("choose "+c.Title, clean.Line(c.Title), codes, names)
	if err != nil {
		return 0, err
	}
	if i := slices.Index(codes, answer); i >= 0 {
		return i, nil
	}
	return 0, desk.ErrNothing
}

// optionTitle returns the text of a candidate that a person reads. The code is left out if it equals the name.
func optionTitle(o problem.Candidate, c desk.Choice) string {
	text := clean.Line(o.Label)
	if code := o.Argument(); code != text {
		text = clean.Line(code + " " + o.Label)
	}
	if far := words.Distance(o.Distance, c.Unit); far != "" {
		text += ", " + far + " from " + clean.Line(c.From)
	}
	return text
}

// Agree implements [desk.Asker]. It always declines, because only the renew tool may repeat an expired search.
func (q *asking) Agree(context.Context, string) (bool, error) { return false, desk.ErrNoOne }

// mostRounds is the maximum number of questions in one call.
const mostRounds = 5

// stateless is the first protocol revision in which the client repeats the call with the answer. Before it, the
// server asks while the call waits.
const stateless = "2026-07-28"

// rounds calls the tool until it has no more questions, or returns the question for the client to ask.
func (s *Session) rounds(ctx context.Context, req *mcp.CallToolRequest, args Args) (Result, error) {
	for n := 0; ; n++ {
		result, err := s.round(ctx, args)
		if err != nil || result.Asks == nil || req.ProtocolVersion() >= stateless {
			return result, err
		}
		answers := mcp.InputResponseMap{}
		for id, question := range result.Asks {
			var answer *mcp.ElicitResult
			if n < mostRounds {
				answer, err = req.Session.Elicit(ctx, question.(*mcp.ElicitParams))
			}
			if err != nil || answer == nil { // the client cannot ask, whatever it declared, or has asked enough
				args.Elicits, args.State = false, ""
				return s.round(ctx, args)
			}
			answers[id] = answer
		}
		args.Answers, args.State = answers, result.State
	}
}
