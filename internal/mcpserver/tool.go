// Package mcpserver is the face for agents: a server of the Model Context Protocol whose tools do what
// a traveler can do at the desk. It knows no command line and no terminal.
//
// A tool is a Tool; the operations of the contract are made into tools from its table, and what takes
// several requests is composed. The handler around a tool keeps what every call is promised: an end
// within 45 seconds, an error as an answer, no panic that ends the server.
package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Tool is one tool, as clients list it and as it is called.
type Tool struct {
	Name        string // as clients call it: letters, digits and _, at most 64
	Title       string // for people
	Description string // for the model: what it does and when to call it
	Input       json.RawMessage
	Output      json.RawMessage // open at its top: clients refuse what a schema does not allow
	Hints       *mcp.ToolAnnotations
	Sets        []Toolset // that it belongs to, beside all
	Takes       []string  // the arguments, without those of every view

	// Call answers a call. The context ends with the call's time, and when the client cancels it.
	Call func(ctx context.Context, v *visit) (Result, error)
}

// hints tell a client what a call can do: whether it changes and spends nothing, and whether a second equal call has
// no further effect. Every tool reaches a service outside, and none destroys.
func hints(reads, idempotent bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{ReadOnlyHint: reads, DestructiveHint: new(false), IdempotentHint: idempotent, OpenWorldHint: new(true)}
}

// Result is the answer to a call in its two halves, each of which is enough alone: clients differ in
// which one the model sees.
type Result struct {
	Text       string          // clean
	Structured json.RawMessage // an object; nil for none

	// Asks are put to the person, and the call is made again with their answers and with State. Nothing
	// else is answered then.
	Asks  mcp.InputRequestMap
	State string
}

// Args are the arguments of a call.
type Args struct {
	Members map[string]json.RawMessage // by name, as the client sent them; null stands for not given
	// Answers are what a person said to Asks, State is what came along with those; both come from the
	// client, and prove nothing.
	Answers mcp.InputResponseMap
	State   string
	Elicits bool // the client can put questions to a person

	tool *Tool // that is called
}

// Names are the arguments that were given, in order.
func (a Args) Names() []string {
	var names []string
	for name, value := range a.Members {
		if string(value) != "null" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Known refuses an argument that the tool does not have.
func (a Args) Known() error {
	names := slices.Concat(a.tool.Takes, viewNames)
	for _, name := range a.Names() {
		if slices.Contains(names, name) {
			continue
		}
		text := words.Quote(name) + " is not an argument of " + a.tool.Name
		for _, flag := range ask.Synonyms(name) {
			if i := slices.IndexFunc(names, func(have string) bool { return ask.FlagName(have) == flag }); i >= 0 {
				text += " (" + names[i] + " is)"
				break
			}
		}
		return problem.Usagef("%s; it takes %s", text, strings.Join(names, ", "))
	}
	return nil
}

// Texts are the values of an argument as a person would type them: one, or those of a list. Want says
// what is accepted, for the error.
func (a Args) Texts(name, want string) ([]string, error) {
	raw, given := a.Members[name]
	if !given || string(raw) == "null" {
		return nil, nil
	}
	list := []json.RawMessage{raw}
	if raw[0] == '[' {
		list = nil // or the first item would be written over what it is read from
		if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 {
			return nil, problem.NotAccepted(name, string(raw), want)
		}
	}
	texts := make([]string, len(list))
	for i, value := range list {
		switch value[0] {
		case '"':
			if err := json.Unmarshal(value, &texts[i]); err != nil {
				return nil, problem.NotAccepted(name, string(value), want)
			}
		case '{', '[', 'n':
			return nil, problem.NotAccepted(name, string(value), want)
		default:
			texts[i] = plain(string(value)) // a number with its digits, true, false
		}
	}
	return texts, nil
}

// Text is the value of an argument that is one text, "" where it was not given.
func (a Args) Text(name, want string) (string, error) {
	texts, err := a.Texts(name, want)
	if err != nil || len(texts) == 0 {
		return "", err
	}
	if len(texts) > 1 {
		return "", problem.NotAccepted(name, strings.Join(texts, ", "), "one value")
	}
	return texts[0], nil
}

// Number is the value of an argument that is a whole number between two others; usual where it was not given.
func (a Args) Number(name string, usual, least, most int) (int, error) {
	want := fmt.Sprintf("a whole number from %d to %d", least, most)
	text, err := a.Text(name, want)
	if err != nil || text == "" {
		return usual, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return usual, problem.NotAccepted(name, text, want)
	}
	return n, nil
}

// plain writes 1.0 as 1: to a client that has one kind of numbers they are the same.
func plain(number string) string {
	if before, after, ok := strings.Cut(number, "."); ok && strings.Trim(after, "0") == "" {
		return before
	}
	return number
}

// Whether is the value of an argument that is true or false; false where it was not given.
func (a Args) Whether(name string) (bool, error) {
	switch raw := a.Members[name]; string(raw) {
	case "", "null", "false", `"false"`:
		return false, nil
	case "true", `"true"`:
		return true, nil
	default:
		text := string(raw)
		_ = json.Unmarshal(raw, &text) // a text is named without its quotes
		return false, problem.NotAccepted(name, text, "true or false")
	}
}
