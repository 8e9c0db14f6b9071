package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/need"
)

// agentEnv is the environment of a person who has configured nothing.
func agentEnv(t *testing.T) []string {
	home := t.TempDir()
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TRAVEL_STATE_DIR=" + home, "TRAVEL_CONFIG_DIR=" + home}
}

// travelPath is the program, as a client starts it.
func travelPath(t *testing.T) string {
	path, err := exec.LookPath("travel")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// runClient runs a program of tools/mcp and returns what it printed.
func runClient(t *testing.T, stdin []byte, words ...string) string {
	t.Helper()
	node, directory := need.Agents(t)
	words[0] = filepath.Join(directory, words[0])
	for i := range words {
		if ext := filepath.Ext(words[i]); ext == ".jsonl" || ext == ".yml" {
			words[i] = filepath.Join(directory, words[i])
		}
	}
	cmd := exec.CommandContext(t.Context(), node, words...)
	cmd.Env, cmd.Stdin = agentEnv(t), bytes.NewReader(stdin)
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v: %v\n%s%s", words, err, out, &failure)
	}
	return string(out)
}

// Both TypeScript clients list and call every tool. They check each answer against the schema of its
// tool, and refuse the call where it does not fit.
func TestClientsOfOthersCallEveryTool(t *testing.T) {
	t.Parallel()
	out := runClient(t, nil, "clients.mjs", travelPath(t), "calls.jsonl")
	for _, client := range []string{"sdk: ", "client: "} {
		if !strings.Contains(out, "\n"+client) && !strings.HasPrefix(out, client) || strings.Count(out, "not called: none") != 2 {
			t.Errorf("%q is not done:\n%s", client, out)
		}
	}
}

// The inspector finds nothing in the schemas that a client may not take, in the old way of talking and in
// the new one.
func TestTheInspectorTakesTheTools(t *testing.T) {
	t.Parallel()
	const inspector = "node_modules/.bin/mcp-inspector"
	for _, era := range []string{"legacy", "modern"} {
		out := runClient(t, nil, inspector, "--cli", "--protocol-era", era, "--method", "tools/list", "--strict", "--format", "json", "--", travelPath(t), "mcp", "--toolset", "all")
		if !strings.Contains(out, `"createHotelSearch"`) {
			t.Errorf("%s: %.300s", era, out)
		}
	}
	out := runClient(t, nil, inspector, "--cli", "--method", "tools/call", "--tool-name", "getPlaces", "--tool-arg", "query=lis", "--", travelPath(t), "mcp")
	if !strings.Contains(out, "Lisbon") {
		t.Errorf("%.300s", out)
	}
}

// What a model pays for the tools before it has called one, in tokens as a tokenizer of others counts.
func TestTheToolsFitIntoAContext(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		set                        string
		most, model, wire, guiding int
	}{{"all", 30, 7000, 9500, 400}, {"default", 14, 3500, 9500, 400}} {
		var got struct{ Tools, Model, Wire, Instructions int }
		out := runClient(t, listOf(t, test.set), "tokens.mjs")
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		need.Figure(t, "tokens of the tools, "+test.set, out[:strings.Index(out, `,"each"`)]+"}", "7000 for all, 3500 by default")
		if got.Tools > test.most || got.Model > test.model || got.Wire > test.wire || got.Instructions > test.guiding {
			t.Errorf("%s: %+v, want at most %+v", test.set, got, test)
		}
	}
}

// listOf is the list of the tools of a set, with the instructions.
func listOf(t *testing.T, set string) []byte {
	t.Helper()
	const ask = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` +
		"\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"
	cmd := exec.CommandContext(t.Context(), "travel", "mcp", "--toolset", set)
	cmd.Env, cmd.Stdin = agentEnv(t), strings.NewReader(ask)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Tools        json.RawMessage `json:"tools"`
		Instructions string          `json:"instructions"`
	}
	for line := range bytes.Lines(out) {
		if err := json.Unmarshal(line, &struct {
			Result any `json:"result"`
		}{&all}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
