// Package clients knows the programs that start servers for agents: where each stores its list of servers, and how
// to add this one to it.
package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"travel.example/travel/internal/apiclient"
)

// server is the name of this server in a client's list.
const server = "travel"

// Client is a program that starts servers for agents.
type Client struct {
	Name  string // on the command line
	Title string // as its makers write it

	list  string // the member or table with its servers
	stdio bool   // an entry states that the server uses stdio
	toml  bool   // its file is TOML, not JSON
	file  func(Machine) []string
}

// Machine describes the computer, on which the location of a file depends.
type Machine struct {
	OS, Home string // runtime.GOOS and the home directory
	Getenv   func(string) string
}

// All lists the clients by name.
var All = []Client{
	{Name: "claude-code", Title: "Claude Code", list: "mcpServers", stdio: true, file: home(".claude.json")},
	{Name: "claude-desktop", Title: "Claude Desktop", list: "mcpServers", file: settings("Claude", "claude_desktop_config.json")},
	{Name: "codex", Title: "Codex", list: "mcp_servers", toml: true, file: home(".codex", "config.toml")},
	{Name: "cursor", Title: "Cursor", list: "mcpServers", file: home(".cursor", "mcp.json")},
	{Name: "gemini", Title: "Gemini CLI", list: "mcpServers", file: home(".gemini", "settings.json")},
	{Name: "vscode", Title: "VS Code", list: "servers", stdio: true, file: settings("Code", "User", "mcp.json")},
	{Name: "windsurf", Title: "Windsurf", list: "mcpServers", file: home(".codeium", "windsurf", "mcp_config.json")},
}

// Find returns the client with the given name.
func Find(name string) (Client, bool) {
	for _, c := range All {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

// Names returns the names of all clients.
func Names() []string {
	names := make([]string, len(All))
	for i, c := range All {
		names[i] = c.Name
	}
	return names
}

// File returns the path of the client's list of servers, or "" if it cannot be determined.
func (c Client) File(m Machine) string {
	parts := c.file(m)
	if len(parts) == 0 || parts[0] == "" {
		return ""
	}
	return filepath.Join(parts...)
}

// home returns a path below the home directory.
func home(path ...string) func(Machine) []string {
	return func(m Machine) []string { return append([]string{m.Home}, path...) }
}

// settings returns a path below the settings directory of desktop programs.
func settings(path ...string) func(Machine) []string {
	return func(m Machine) []string {
		switch m.OS {
		case "windows":
			return append([]string{m.Getenv("APPDATA")}, path...)
		case "darwin":
			return append([]string{m.Home, "Library", "Application Support"}, path...)
		}
		if dir := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
			return append([]string{dir}, path...)
		}
		return append([]string{m.Home, ".config"}, path...)
	}
}

// entry says how to start the server.
type entry struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// Entry returns the text a person adds to the client's file, as the whole content of an empty file.
func (c Client) Entry(program string, args ...string) string {
	text, err := c.With(nil, program, args...)
	if err != nil {
		return "" // an empty file accepts every entry, which a test checks
	}
	return string(text)
}

// indented encodes a value as JSON with every line but the first starting with indent.
func indented(value any, indent string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(indent, "  ")
	if err := encoder.Encode(value); err != nil {
		return "" // an entry has only strings
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// The reasons why a file cannot be changed automatically.
var (
	ErrNotJSON = errors.New("it is not plain JSON; comments count as well")
	ErrShape   = errors.New("its list of servers is not where it is looked for")
	ErrNotTOML = errors.New("it is not TOML")
	ErrTaken   = errors.New("it has another entry of this name")
)

// With returns the text of the client's file with the entry added. It changes nothing else, not even white space.
// An existing entry is replaced, and an identical one leaves the text as it was. The error is one of those above.
func (c Client) With(text []byte, program string, args ...string) ([]byte, error) {
	e := entry{Command: program, Args: append([]string{}, args...)}
	if c.stdio {
		e.Type = "stdio"
	}
	if c.toml {
		return c.withTable(text, e)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	if !json.Valid(text) {
		return nil, ErrNotJSON
	}
	top := skipSpace(text, 0)
	if text[top] != '{' {
		return nil, ErrShape
	}
	list, found := apiclient.FindMember(text, c.list)
	if !found {
		return inserted(text, top, c.list, map[string]entry{server: e}), nil
	}
	if text[list.At] != '{' {
		return nil, ErrShape
	}
	was, found := apiclient.FindMember(text[list.At:list.End], server)
	if !found {
		return inserted(text, list.At, server, e), nil
	}
	at, end := list.At+was.At, list.At+was.End
	var is, want map[string]any
	_ = json.Unmarshal([]byte(indented(e, "")), &want) // an entry is an object
	if json.Unmarshal(text[at:end], &is) != nil {
		return nil, ErrTaken
	}
	for name := range is {
		if _, ok := want[name]; !ok { // such as variables that a person has set
			return nil, ErrTaken
		}
	}
	if reflect.DeepEqual(is, want) {
		return text, nil
	}
	return spliced(text, at, end, indented(e, indentAt(text, at))), nil
}

// inserted adds a member at the start of the object at a position, in the style of its neighbors: on its own line
// with their indentation.
func inserted(text []byte, object int, name string, value any) []byte {
	first := skipSpace(text, object+1)
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

// skipSpace returns the position of the next character that is not white space.
func skipSpace(text []byte, at int) int {
	return len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
}

// indentAt returns the indentation of the line at a position.
func indentAt(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// spliced replaces the bytes from at to end with piece.
func spliced(text []byte, at, end int, piece string) []byte {
	return append(append(append([]byte{}, text[:at]...), piece...), text[end:]...)
}

// withTable returns TOML text with the entry as its last table. It returns an error if the text may already have
// such a table in another form, which a person must resolve.
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
