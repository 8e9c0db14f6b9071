package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"travel.example/travel/internal/jsonspan"
)

// Why a file cannot be changed without a person who looks at it.
var (
	ErrNotJSON = errors.New("it is not plain JSON; comments count as well")
	ErrShape   = errors.New("its list of servers is not where it is looked for")
	ErrNotTOML = errors.New("it is not TOML")
	ErrTaken   = errors.New("it has another entry of this name")
)

// With is the text of the client's file with the entry in it. Nothing else of it changes, not a blank;
// an entry that is there is replaced, and the same text comes back where it is the same. The error is
// one of those above.
func (c Client) With(text []byte, program string, args ...string) ([]byte, error) {
	if c.toml {
		return c.withTable(text, c.entry(program, args))
	}
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	if !json.Valid(text) {
		return nil, ErrNotJSON
	}
	e := c.entry(program, args)
	top := jsonspan.Skip(text, 0)
	if text[top] != '{' {
		return nil, ErrShape
	}
	at, end, found := jsonspan.Member(text, c.list)
	if !found {
		return inserted(text, top, c.list, map[string]entry{server: e}), nil
	}
	if text[at] != '{' {
		return nil, ErrShape
	}
	was, wasEnd, found := jsonspan.Member(text[at:end], server)
	if !found {
		return inserted(text, at, server, e), nil
	}
	if same(text[at+was:at+wasEnd], e) {
		return text, nil
	}
	if loses(text[at+was:at+wasEnd], e) {
		return nil, ErrTaken
	}
	return spliced(text, at+was, at+wasEnd, indented(e, indentAt(text, at+was))), nil
}

// same tells whether a value says what the entry says.
func same(text []byte, e entry) bool {
	var is, want any
	wanted := []byte(indented(e, ""))
	if json.Unmarshal(text, &is) != nil || json.Unmarshal(wanted, &want) != nil {
		return false
	}
	a, _ := json.Marshal(is)
	b, _ := json.Marshal(want)
	return bytes.Equal(a, b)
}

// loses tells whether a value has a member that the entry would lose, such as variables a person set.
func loses(text []byte, e entry) bool {
	var is, want map[string]any
	if json.Unmarshal(text, &is) != nil || json.Unmarshal([]byte(indented(e, "")), &want) != nil {
		return true
	}
	for name := range is {
		if _, ok := want[name]; !ok {
			return true
		}
	}
	return false
}

// inserted puts a member first into the object that begins at a position, in the way of its neighbors:
// on a line of its own, indented as they are.
func inserted(text []byte, object int, name string, value any) []byte {
	first := jsonspan.Skip(text, object+1)
	outer := indentAt(text, object)
	inner := outer + "  "
	if text[first] != '}' && bytes.ContainsRune(text[object:first], '\n') {
		inner = indentAt(text, first)
	}
	member := "\n" + inner + `"` + name + `": ` + indented(value, inner)
	switch {
	case text[first] == '}':
		return spliced(text, object+1, first, member+"\n"+outer)
	case !bytes.ContainsRune(text[object:first], '\n'):
		return spliced(text, object+1, first, member+",\n"+inner)
	}
	return spliced(text, object+1, object+1, member+",")
}

// indentAt is what the line of a position begins with, as far as it is blank.
func indentAt(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// spliced is the text with another piece in place of what stands from at to end.
func spliced(text []byte, at, end int, piece string) []byte {
	return append(append(append([]byte{}, text[:at]...), piece...), text[end:]...)
}

// withTable is a text of TOML with the entry as its last table. One that may have such a table in
// another form is left to a person.
func (c Client) withTable(text []byte, e entry) ([]byte, error) {
	command, args := indented(e.Command, ""), []string{}
	for _, arg := range e.Args {
		args = append(args, indented(arg, ""))
	}
	if err := toml.Unmarshal(text, &map[string]any{}); err != nil {
		return nil, ErrNotTOML
	}
	table := "[" + c.list + "." + server + "]\ncommand = " + command + "\nargs = [" + strings.Join(args, ", ") + "]\n"
	whole := string(text)
	if strings.HasSuffix(whole, "\n"+table) || whole == table || strings.Contains(whole, "\n"+table+"\n") || strings.HasPrefix(whole, table+"\n") {
		return text, nil
	}
	for line := range strings.Lines(whole) {
		words := strings.NewReplacer(" ", "", "\t", "", `"`, "", "'", "").Replace(line)
		switch {
		case strings.HasPrefix(words, "["+c.list+"."+server+"]"), strings.HasPrefix(words, "["+c.list+"."+server+"."), strings.HasPrefix(words, server+".") || strings.HasPrefix(words, server+"="):
			return nil, ErrTaken
		case strings.HasPrefix(words, c.list+"=") || strings.HasPrefix(words, c.list+"."):
			return nil, ErrShape
		}
	}
	switch {
	case whole == "":
		return []byte(table), nil
	case !strings.HasSuffix(whole, "\n"):
		whole += "\n"
	}
	return []byte(whole + "\n" + table), nil
}
