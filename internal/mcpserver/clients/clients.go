// Package clients knows the programs that start servers for agents: where each keeps the list of its
// servers, and how this one is entered there.
package clients

import (
	"bytes"
	"encoding/json"
	"path/filepath"
)

// server is the name that this server is entered under.
const server = "travel"

// Client is a program that starts servers for agents.
type Client struct {
	Name  string // as it is typed
	Title string // as its makers call it

	list  string // the member or table that its servers are in
	stdio bool   // an entry says that the server talks over stdio
	toml  bool   // its file is TOML, not JSON
	file  func(Machine) []string
}

// Machine is what the place of a file depends on.
type Machine struct {
	OS, Home string // the system as runtime.GOOS names it, the person's own directory
	Getenv   func(string) string
}

// All are the clients, by name.
var All = []Client{
	{Name: "claude-code", Title: "Claude Code", list: "mcpServers", stdio: true, file: home(".claude.json")},
	{Name: "claude-desktop", Title: "Claude Desktop", list: "mcpServers", file: settings("Claude", "claude_desktop_config.json")},
	{Name: "codex", Title: "Codex", list: "mcp_servers", toml: true, file: home(".codex", "config.toml")},
	{Name: "cursor", Title: "Cursor", list: "mcpServers", file: home(".cursor", "mcp.json")},
	{Name: "gemini", Title: "Gemini CLI", list: "mcpServers", file: home(".gemini", "settings.json")},
	{Name: "vscode", Title: "VS Code", list: "servers", stdio: true, file: settings("Code", "User", "mcp.json")},
	{Name: "windsurf", Title: "Windsurf", list: "mcpServers", file: home(".codeium", "windsurf", "mcp_config.json")},
}

// Find is the client of a name.
func Find(name string) (Client, bool) {
	for _, c := range All {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

// Names are those of all clients.
func Names() []string {
	names := make([]string, len(All))
	for i, c := range All {
		names[i] = c.Name
	}
	return names
}

// File is where the client keeps the list of its servers for a person; "" where the machine does not
// tell.
func (c Client) File(m Machine) string {
	parts := c.file(m)
	if len(parts) == 0 || parts[0] == "" {
		return ""
	}
	return filepath.Join(parts...)
}

// home is a file below the person's own directory.
func home(path ...string) func(Machine) []string {
	return func(m Machine) []string { return append([]string{m.Home}, path...) }
}

// settings is a file where programs with windows keep their settings.
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

// entry is how the server is started.
type entry struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// entry is that of a program, which is started with the arguments.
func (c Client) entry(program string, args []string) entry {
	e := entry{Command: program, Args: append([]string{}, args...)}
	if c.stdio {
		e.Type = "stdio"
	}
	return e
}

// Entry is what a person puts into the client's file: all of one that has nothing else in it.
func (c Client) Entry(program string, args ...string) string {
	text, err := c.With(nil, program, args...)
	if err != nil {
		return "" // an empty file takes every entry; a test holds that
	}
	return string(text)
}

// indented is a value as JSON, on lines that begin with the indent but for the first.
func indented(value any, indent string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(indent, "  ")
	if err := encoder.Encode(value); err != nil {
		return "" // an entry is of strings
	}
	return string(bytes.TrimSpace(b.Bytes()))
}
