package mcpserver

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// A seal binds a person's answer to the call that asked, because the client carries the state in between. A sealed
// state is valid for the same tool and arguments, for a few minutes, and once.
type seal struct {
	key []byte

	mu   sync.Mutex
	used map[string]time.Time // when each used state expires
}

func newSeal() *seal { return &seal{key: []byte(rand.Text()), used: map[string]time.Time{}} }

// asked is the state of a call that waits for an answer.
type asked struct {
	Call  [32]byte          // hash of its tool and arguments
	Until time.Time         // the deadline for an answer
	ID    string            // unique to this state
	Now   string            // the question
	Said  map[string]string // the answers to earlier questions
}

// answerWithin is how long a person has to answer.
const answerWithin = 10 * time.Minute

// close encodes and signs a state for the client to carry.
func (s *seal) close(a asked) string {
	text, err := json.Marshal(a)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(text) + "." + base64.RawURLEncoding.EncodeToString(s.mac(text))
}

func (s *seal) mac(text []byte) []byte {
	m := hmac.New(sha256.New, s.key)
	m.Write(text)
	return m.Sum(nil)
}

// errState reports a state that does not belong to this call.
var errState = problem.Usagef("requestState is not of this call, too old, or used before").Advise("call again without it")

// open verifies and decodes a state. Each state can be opened once.
func (s *seal) open(state string, call [32]byte, now time.Time) (asked, error) {
	body, mac, _ := strings.Cut(state, ".")
	text, err := base64.RawURLEncoding.DecodeString(body)
	sum, macErr := base64.RawURLEncoding.DecodeString(mac)
	var a asked
	if err != nil || macErr != nil || !hmac.Equal(sum, s.mac(text)) || json.Unmarshal(text, &a) != nil || a.Call != call || now.After(a.Until) {
		return asked{}, errState
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, until := range s.used {
		if now.After(until) {
			delete(s.used, id)
		}
	}
	if _, again := s.used[a.ID]; again {
		return asked{}, errState
	}
	s.used[a.ID] = a.Until
	return a, nil
}

// asking puts the questions of one call to the person behind the client, one at a time. Each question ends the
// call, and the client repeats the call with the answer.
type asking struct {
	seal *seal
	now  func() time.Time
	call [32]byte
	able bool              // the client can ask a person
	said map[string]string // the answers; "" means declined
}

// newAsking reads the answers to earlier rounds of the same call.
func newAsking(s *seal, now func() time.Time, a Args) (*asking, error) {
	text, err := json.Marshal(a.Members)
	if err != nil {
		return nil, problem.Usagef("the arguments cannot be read: %s", err.Error())
	}
	q := &asking{seal: s, now: now, call: sha256.Sum256(append([]byte(a.tool.Name+"\n"), text...)), able: a.Elicits, said: map[string]string{}}
	if a.State == "" {
		return q, nil
	}
	state, err := s.open(a.State, q.call, now())
	if err != nil {
		return nil, err
	}
	maps.Copy(q.said, state.Said)
	q.said[state.Now] = ""
	if reply, ok := a.Answers[theQuestion].(*mcp.ElicitResult); ok && reply.Action == "accept" {
		q.said[state.Now], _ = reply.Content[theAnswer].(string)
	}
	return q, nil
}

// The names of a question and its answer in the protocol.
const (
	theQuestion = "question"
	theAnswer   = "answer"
)

// questionError ends a call with a question.
type questionError struct {
	question string
	params   *mcp.ElicitParams
}

func (e questionError) Error() string { return e.params.Message }

// Class returns problem.Choice.
func (e questionError) Class() problem.Class { return problem.Choice }

// Advice returns "", because the question is self-explanatory.
func (e questionError) Advice() string { return "" }

// result returns the question in the form of the protocol.
func (q *asking) result(e questionError) Result {
	state := q.seal.close(asked{Call: q.call, Until: q.now().Add(answerWithin), ID: rand.Text(), Now: e.question, Said: q.said})
	return Result{Asks: mcp.InputRequestMap{theQuestion: e.params}, State: state}
}

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
	return "", questionError{question, &mcp.ElicitParams{Message: message, RequestedSchema: map[string]any{
		"type": "object", "properties": map[string]any{theAnswer: answer}, "required": []string{theAnswer},
	}}}
}

// Choose implements [desk.Asker].
func (q *asking) Choose(_ context.Context, c desk.Choice) (int, error) {
	var codes, names []string
	for _, option := range c.Options {
		codes = append(codes, option.Code)
		names = append(names, optionTitle(option, c))
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

// optionTitle returns the text of an option that a person reads. The code is left out if it equals the name.
func optionTitle(o desk.Option, c desk.Choice) string {
	text := clean.Line(o.Name)
	if o.Code != text {
		text = clean.Line(o.Code + " " + o.Name)
	}
	if far := words.Distance(o.Distance, c.Unit); far != "" {
		text += ", " + far + " from " + clean.Line(c.From)
	}
	return text
}

// Agree implements [desk.Asker]. It always declines, because only the renew tool may repeat an expired search.
func (q *asking) Agree(context.Context, string) (bool, error) { return false, desk.ErrNoOne }

// agree asks whether to use another search.
func (q *asking) agree(question, message string) (bool, error) {
	answer, err := q.ask("agree "+question, message, []string{"yes", "no"}, nil)
	return answer == "yes", err
}

// mostRounds is the maximum number of questions in one call.
const mostRounds = 5

// stateless is the first protocol revision in which the client repeats the call with the answer. Before it, the
// server asks while the call waits.
const stateless = "2026-07-28"

// rounds calls the tool until it has no more questions, or returns the question for the client to ask.
func (h handler) rounds(ctx context.Context, req *mcp.CallToolRequest, args Args) (Result, error) {
	for n := 0; ; n++ {
		result, err := h.round(ctx, args)
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
				return h.round(ctx, args)
			}
			answers[id] = answer
		}
		args.Answers, args.State = answers, result.State
	}
}
