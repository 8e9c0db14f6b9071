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

// A seal binds what a person answered to the call that asked, since the client carries it: to its
// arguments, for a few minutes, and for one use.
type seal struct {
	key []byte

	mu   sync.Mutex
	used map[string]time.Time // until when a state could be used again
}

func newSeal() *seal { return &seal{key: []byte(rand.Text()), used: map[string]time.Time{}} }

// asked is the state of a call that waits for an answer.
type asked struct {
	Call  [32]byte          // its tool and arguments
	Until time.Time         // when it is too late to answer
	ID    string            // tells it from every other state
	Now   string            // the question
	Said  map[string]string // the answers to earlier ones
}

// answerWithin is how long a person has for an answer.
const answerWithin = 10 * time.Minute

// close is the state as the client carries it.
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

// errState is a state that is not that of this call.
var errState = problem.Usagef("requestState is not of this call, too old, or used before").Advise("call again without it")

// open reads a state back, once.
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

// asking puts the questions of one call to the person behind the client, one at a time: the call ends
// with the question, and is made again with the answer.
type asking struct {
	seal *seal
	now  func() time.Time
	call [32]byte
	able bool              // the client can put questions to a person
	said map[string]string // what was answered; "" for a no
}

// newAsking reads what was answered to an earlier round of the same call.
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

// The names under which a question and its answer travel.
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

// Class is Choice.
func (e questionError) Class() problem.Class { return problem.Choice }

// Advice is none: whoever asks knows the question.
func (e questionError) Advice() string { return "" }

// result is the question as the protocol puts it.
func (q *asking) result(e questionError) Result {
	state := q.seal.close(asked{Call: q.call, Until: q.now().Add(answerWithin), ID: rand.Text(), Now: e.question, Said: q.said})
	return Result{Asks: mcp.InputRequestMap{theQuestion: e.params}, State: state}
}

// ask is the answer to a question, or the question as an error.
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

// optionTitle is what a person reads of an option, whose code is its name where it has none.
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

// Agree implements [desk.Asker]. Only the tool that renews makes an expired search again, so no other
// asks for that.
func (q *asking) Agree(context.Context, string) (bool, error) { return false, desk.ErrNoOne }

// agree asks whether to spend.
func (q *asking) agree(question, message string) (bool, error) {
	answer, err := q.ask("agree "+question, message, []string{"yes", "no"}, nil)
	return answer == "yes", err
}

// mostRounds is how many questions a call may put to a person.
const mostRounds = 5

// stateless is the first revision in which a client brings the answer to a question along with the call,
// made again; before it, the server asks while the call waits.
const stateless = "2026-07-28"

// rounds calls the tool until it has no question, or leaves the question to the client.
func (h handler) rounds(ctx context.Context, req *mcp.CallToolRequest, args Args) (Result, error) {
	for n := 0; ; n++ {
		result, err := h.round(ctx, args)
		if err != nil || result.Asks == nil || req.ProtocolVersion() >= stateless {
			return result, err
		}
		answers := mcp.InputResponseMap{}
		for id, question := range result.Asks {
			answer, err := req.Session.Elicit(ctx, question.(*mcp.ElicitParams))
			if err != nil || n >= mostRounds { // it cannot, whatever it said
				args.Elicits, args.State = false, ""
				return h.round(ctx, args)
			}
			answers[id] = answer
		}
		args.Answers, args.State = answers, result.State
	}
}
