package mcpserver

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// wireList returns the tools of a new server as sent to a client.
func wireList(t *testing.T) []byte {
	t.Helper()
	c := talkTo(t.Context(), t, Tools()...)
	c.begin()
	c.send(`{"jsonrpc":"2.0","id":"list","method":"tools/list"}`)
	m := c.next()
	c.end()
	return m.Result
}

// Every model reads the list of tools first, and clients cache it. Its bytes are the same in every server, and the
// golden files show each change to a tool.
func TestEachToolIsAsItWas(t *testing.T) {
	list := wireList(t)
	if !bytes.Equal(list, wireList(t)) {
		t.Error("two servers list their tools in different bytes")
	}
	var all struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(list, &all); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, tool := range all.Tools {
		var name struct{ Name string }
		var got bytes.Buffer
		if err := json.Unmarshal(tool, &name); err != nil {
			t.Fatal(err)
		}
		_ = json.Indent(&got, tool, "", " ") // it was parsed before
		got.WriteByte('\n')
		file := filepath.Join("testdata", "tools", name.Name+".json")
		seen[file] = true
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v; run the test with -update", err)
			continue
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name.Name, diff)
		}
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "tools", "*.json"))
	for _, file := range files {
		if !seen[file] {
			t.Errorf("%s is of no tool", file)
		}
	}
}
