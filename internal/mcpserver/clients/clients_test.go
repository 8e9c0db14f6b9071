package clients

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAFileIsWhereTheClientLooks(t *testing.T) {
	linux := Machine{OS: "linux", Home: "/home/ada", Getenv: func(string) string { return "" }}
	set := Machine{OS: "linux", Home: "/home/ada", Getenv: func(key string) string { return map[string]string{"XDG_CONFIG_HOME": "/etc/ada"}[key] }}
	mac := Machine{OS: "darwin", Home: "/Users/ada", Getenv: linux.Getenv}
	bare := Machine{OS: "windows", Getenv: linux.Getenv}
	for _, test := range []struct {
		client string
		on     Machine
		want   string
	}{
		{"claude-code", linux, "/home/ada/.claude.json"},
		{"claude-desktop", mac, "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", linux, "/home/ada/.config/Claude/claude_desktop_config.json"},
		{"vscode", set, "/etc/ada/Code/User/mcp.json"}, {"codex", mac, "/Users/ada/.codex/config.toml"},
		{"vscode", bare, ""}, {"cursor", bare, ""},
	} {
		c, found := Find(test.client)
		if got := c.File(test.on); !found || got != test.want {
			t.Errorf("%s on %s: %q, want %q", test.client, test.on.OS, got, test.want)
		}
	}
}

func TestAnEntryIsWrittenAsTheClientReadsIt(t *testing.T) {
	for name, want := range map[string]string{
		"cursor": `{
  "mcpServers": {
    "travel": {
      "command": "/opt/travel",
      "args": [
        "mcp"
      ]
    }
  }
}
`,
		"vscode": `{
  "servers": {
    "travel": {
      "type": "stdio",
      "command": "/opt/travel",
      "args": [
        "mcp"
      ]
    }
  }
}
`,
		"codex": "[mcp_servers.travel]\ncommand = \"/opt/travel\"\nargs = [\"mcp\"]\n",
	} {
		c, _ := Find(name)
		if diff := cmp.Diff(want, c.Entry("/opt/travel", "mcp")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, c := range All {
		if c.Entry(`C:\Program Files\travel.exe`, "mcp") == "" {
			t.Errorf("%s has no entry", c.Name)
		}
	}
}

const ours = `"travel": {
      "command": "travel",
      "args": [
        "mcp"
      ]
    }`

func TestNothingElseOfAFileChanges(t *testing.T) {
	for name, test := range map[string]struct{ is, want string }{
		"another list": {
			"{\n  \"theme\" : 1.10\n}", "{\n  \"mcpServers\": {\n    " + ours + "\n  },\n  \"theme\" : 1.10\n}",
		},
		"another server": {
			"{\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n", "{\n  \"mcpServers\": {\n    " + ours + ",\n    \"other\": {}\n  }\n}\n",
		},
		"no server": {
			"{\n  \"mcpServers\": {}\n}\n", "{\n  \"mcpServers\": {\n    " + ours + "\n  }\n}\n",
		},
		"an older entry": {
			"{\n  \"mcpServers\": {\n    \"travel\": {\"command\": \"old\"},\n    \"other\": {}\n  }\n}\n", "{\n  \"mcpServers\": {\n    " + ours + ",\n    \"other\": {}\n  }\n}\n",
		},
		"the same entry": {
			`{"mcpServers": {"travel": {"args": ["mcp"], "command": "travel"}}}`, `{"mcpServers": {"travel": {"args": ["mcp"], "command": "travel"}}}`,
		},
		"one line": {
			`{"mcpServers": {"other": {}}}`,
			"{\"mcpServers\": {\n    " + ours + ",\"other\": {}}}",
		},
	} {
		c, _ := Find("cursor")
		got, err := c.With([]byte(test.is), "travel", "mcp")
		if diff := cmp.Diff(test.want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestATableIsAppended(t *testing.T) {
	c, _ := Find("codex")
	const table = "[mcp_servers.travel]\ncommand = \"travel\"\nargs = [\"mcp\"]\n"
	for is, want := range map[string]string{
		"": table, "model = \"x\"": "model = \"x\"\n\n" + table, "[mcp_servers.other]\ncommand = \"y\"\n": "[mcp_servers.other]\ncommand = \"y\"\n\n" + table,
		table: table, "a = 1\n\n" + table + "\n[b]\n": "a = 1\n\n" + table + "\n[b]\n",
	} {
		got, err := c.With([]byte(is), "travel", "mcp")
		if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", is, err, diff)
		}
	}
}

func TestAFileThatIsNotUnderstoodIsLeftAlone(t *testing.T) {
	for _, test := range []struct {
		client, is string
		want       error
	}{
		{"cursor", "{ // a comment\n}", ErrNotJSON}, {"cursor", "{\"mcpServers\": {}", ErrNotJSON}, {"cursor", "[]", ErrShape},
		{"cursor", `{"mcpServers": {"travel": {"command": "x", "env": {"TRAVEL_PROFILE": "work"}}}}`, ErrTaken}, {"cursor", `{"mcpServers": {"travel": 5}}`, ErrTaken},
		{"cursor", `{"mcpServers": []}`, ErrShape}, {"codex", "[mcp_servers.travel]\ncommand = \"mine\"\n", ErrTaken},
		{"codex", "[ mcp_servers . \"travel\" ]\n", ErrTaken}, {"codex", "[mcp_servers]\ntravel = { command = \"x\" }\n", ErrTaken},
		{"codex", "[broken\nmodel = \n", ErrNotTOML}, {"codex", "mcp_servers = {}\n", ErrShape}, {"codex", "mcp_servers.travel.command = 'x'\n", ErrTaken},
	} {
		c, _ := Find(test.client)
		if got, err := c.With([]byte(test.is), "travel", "mcp"); !errors.Is(err, test.want) {
			t.Errorf("%s, %q: %v\n%s", test.client, test.is, err, got)
		}
	}
}

// Adding the entry to any JSON file keeps everything else in it, and adding it again changes nothing.
func FuzzWith(f *testing.F) {
	f.Add("{}")
	f.Add(`{"a":[1,{"b":"}"}],"mcpServers":{"x":{},"travel":7}}`)
	f.Add("{\"mcpServers\" :\n\t{ \n}, \"mcpServers\":{\"\\u0074ravel\":null}}")
	f.Fuzz(func(t *testing.T, text string) {
		c, _ := Find("cursor")
		got, err := c.With([]byte(text), "travel", "mcp")
		if err != nil {
			return
		}
		var was, is map[string]any
		if strings.TrimSpace(text) != "" && json.Unmarshal([]byte(text), &was) != nil || json.Unmarshal(got, &is) != nil {
			t.Fatalf("%q became %q", text, got)
		}
		if again, err := c.With(got, "travel", "mcp"); err != nil || string(again) != string(got) {
			t.Fatalf("%q became %q, then %q: %v", text, got, again, err)
		}
		servers, _ := is[c.list].(map[string]any)
		if _, found := servers[server]; !found {
			t.Fatalf("%q became %q, without the entry", text, got)
		}
		delete(servers, server)
		if before, found := was[c.list].(map[string]any); found {
			delete(before, server)
		} else {
			delete(is, c.list)
		}
		if diff := cmp.Diff(was, is); diff != "" && len(was)+len(is) > 0 {
			t.Fatalf("%q became %q (-was +is):\n%s", text, got, diff)
		}
	})
}
