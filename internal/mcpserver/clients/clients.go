// Package clients knows the programs that start servers for agents: where each stores its list of servers, and how
// to add this one to it.
package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
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
	file  string // below the home directory, or below the settings directory of desktop programs if it begins with a slash
	stdio bool   // an entry states that the server uses stdio
}

// All lists the clients by name.
var All = []Client{
	{Name: "claude-code", Title: "Claude Code", list: "mcpServers", stdio: true, file: ".claude.json"},
	{Name: "claude-desktop", Title: "Claude Desktop", list: "mcpServers", file: "/Claude/claude_desktop_config.json"},
	{Name: "codex", Title: "Codex", list: "mcp_servers", file: ".codex/config.toml"},
	{Name: "cursor", Title: "Cursor", list: "mcpServers", file: ".cursor/mcp.json"},
	{Name: "gemini", Title: "Gemini CLI", list: "mcpServers", file: ".gemini/settings.json"},
	{Name: "vscode", Title: "VS Code", list: "servers", stdio: true, file: "/Code/User/mcp.json"},
	{Name: "windsurf", Title: "Windsurf", list: "mcpServers", file: ".codeium/windsurf/mcp_config.json"},
}

// Find returns the client with the given name.
func Find(name string) (Client, bool) {
	i := slices.Index(Names(), name)
	if i < 0 {
		return Client{}, false
	}
	return All[i], true
}

// Names returns the names of all clients.
func Names() []string {
	names := make([]string, len(All))
	for i, c := range All {
		names[i] = c.Name
	}
	return names
}

// Machine describes the computer, on which the location of a file depends.
type Machine struct {
	OS, Home string // runtime.GOOS and the home directory
	Getenv   func(string) string
}

// File returns the path of the client's list of servers, or "" if it cannot be determined.
func (c Client) File(m Machine) string {
	dir := m.Home
	if strings.HasPrefix(c.file, "/") {
		switch config := m.Getenv("XDG_CONFIG_HOME"); {
		case m.OS == "windows":
			dir = m.Getenv("APPDATA")
		case m.OS != "darwin" && filepath.IsAbs(config):
			dir = config
		case m.Home == "":
		case m.OS == "darwin":
			dir = filepath.Join(m.Home, "Library", "Application Support")
		default:
			dir = filepath.Join(m.Home, ".config")
		}
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(c.file))
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

// The reasons why a file cannot be changed automatically.
var (
	ErrNotJSON = errors.New("it is not plain JSON; comments count as well")
	ErrShape   = errors.New("its list of servers is not where it is looked for")
	ErrNotTOML = errors.New("it is not TOML")
	ErrTaken   = errors.New("it has another entry of this name")
)

// With returns the text of the client's file with the entry added. It changes nothing else, not even white space.
// An existing entry in JSON is replaced, and an identical one leaves the text as it was. The error is one of those
// above.
func (c Client) With(text []byte, program string, args ...string) ([]byte, error) {
	e := entry{Command: program, Args: append([]string{}, args...)}
	if c.stdio {
		e.Type = "stdio"
	}
	if strings.HasSuffix(c.file, ".toml") {
		return c.withTable(text, e)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	top := bytes.IndexByte(text, '{')
	switch {
	case !json.Valid(text):
		return nil, ErrNotJSON
	case bytes.TrimSpace(text)[0] != '{':
		return nil, ErrShape
	}
	list, found := apiclient.FindMember(text, c.list)
	if !found {
		return inserted(text, top, "", c.list, map[string]entry{server: e}), nil
	}
	if text[list.At] != '{' {
		return nil, ErrShape
	}
	was, found := apiclient.FindMember(text[list.At:list.End], server)
	if !found {
		return inserted(text, list.At, "  ", server, e), nil
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
	return slices.Concat(text[:at], []byte(indented(e, "    ")), text[end:]), nil
}

// inserted adds a member on its own line at the start of the object at a position. indent is that of the object.
func inserted(text []byte, object int, indent, name string, value any) []byte {
	inner := indent + "  "
	member := []byte("\n" + inner + `"` + name + `": ` + indented(value, inner))
	rest := text[object+1:]
	if end := bytes.TrimLeft(rest, " \t\r\n"); end[0] == '}' {
		rest = append([]byte("\n"+indent), end...)
	} else {
		member = append(member, ',')
	}
	return slices.Concat(text[:object+1], member, rest)
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

// withTable returns TOML text with the entry as its last table. It returns an error if the text has such a table
// with other content, or its servers in a form that cannot be extended, which a person must resolve.
func (c Client) withTable(text []byte, e entry) ([]byte, error) {
	args := make([]string, len(e.Args))
	for i, arg := range e.Args {
		args[i] = indented(arg, "")
	}
	table := "[" + c.list + "." + server + "]\ncommand = " + indented(e.Command, "") + "\n" +
		"args = [" + strings.Join(args, ", ") + "]\n"
	var is, want map[string]any
	if toml.Unmarshal(text, &is) != nil {
		return nil, ErrNotTOML
	}
	_ = toml.Unmarshal([]byte(table), &want) // two texts
	servers, _ := is[c.list].(map[string]any)
	if had, found := servers[server]; found {
		if reflect.DeepEqual(had, want[c.list].(map[string]any)[server]) {
			return text, nil
		}
		return nil, ErrTaken
	}
	whole := string(text)
	if whole != "" {
		whole = strings.TrimSuffix(whole, "\n") + "\n\n"
	}
	whole += table
	if toml.Unmarshal([]byte(whole), &map[string]any{}) != nil { // an inline table takes no more servers
		return nil, ErrShape
	}
	return []byte(whole), nil
}
