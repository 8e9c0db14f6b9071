package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
)

// said is what a program was asked and printed.
type said struct {
	Args           []string
	Code           int
	Stdout, Stderr []byte
}

// schemas are those that travel schema prints, by their names, as text.
var schemas = sync.OnceValues(func() (map[string]string, error) {
	var list struct{ Schemas []struct{ Name string } }
	text, err := schemaText("--json")
	if err == nil {
		err = json.Unmarshal([]byte(text), &list)
	}
	all := map[string]string{}
	for _, s := range list.Schemas {
		if all[s.Name], err = schemaText(strings.Fields(s.Name)...); err != nil {
			return nil, err
		}
	}
	return all, err
})

func schemaText(args ...string) (string, error) {
	var out, errs bytes.Buffer
	env := environment()
	env.Args, env.Stdout, env.Stderr = append([]string{"schema"}, args...), &out, &errs
	env.Getenv = func(string) string { return "" }
	if code := commands.Execute(nil, env); code != 0 { //nolint:staticcheck // nothing here waits
		return "", errors.New(errs.String())
	}
	return out.String(), nil
}

// validators compiles each schema once, by a validator of other people.
var validators = sync.OnceValues(func() (map[string]*jsonschema.Resolved, error) {
	texts, err := schemas()
	made := map[string]*jsonschema.Resolved{}
	for name, text := range texts {
		var schema jsonschema.Schema
		err = errors.Join(err, json.Unmarshal([]byte(text), &schema))
		resolved, resolveErr := schema.Resolve(nil)
		err, made[name] = errors.Join(err, resolveErr), resolved
	}
	return made, err
})

// fitsSchema holds what was printed as JSON to the schema of its command, the lines of --events to that of
// events, and a failure to that of the error object.
func fitsSchema(t testing.TB, s said) {
	t.Helper()
	has := func(flag string) bool {
		return slices.ContainsFunc(s.Args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
	}
	if !has("--json") && !has("--events") && !has("--batch") || has("--jq") || has("--template") || has("--help") || has("--include") || s.Args[0] == "__complete" {
		return
	}
	all, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	switch name := commandOf(s.Args, all); {
	case has("--events"):
		for line := range bytes.Lines(s.Stdout) {
			fits(t, all["events"], "events", line)
		}
	case has("--batch"):
		for line := range bytes.Lines(s.Stdout) {
			fits(t, all["batch"], "batch", line)
		}
	case has("--dry-run") && s.Code == 0:
		fits(t, all["dry-run"], "dry-run", s.Stdout)
	case name != "" && len(s.Stdout) > 0:
		fits(t, all[name], name, s.Stdout)
	}
	if at := bytes.LastIndex(s.Stderr, []byte(`{"class":`)); at >= 0 && s.Code != 0 {
		object, _, _ := bytes.Cut(s.Stderr[at:], []byte("\n"))
		fits(t, all["error"], "error", object)
	}
}

// commandOf is the longest name of a schema that the words begin with, "" for none.
func commandOf(args []string, all map[string]*jsonschema.Resolved) string {
	found := ""
	for name := range all {
		if words := strings.Fields(name); len(words) <= len(args) && slices.Equal(args[:len(words)], words) && len(name) > len(found) {
			found = name
		}
	}
	return found
}

func fits(t testing.TB, schema *jsonschema.Resolved, name string, text []byte) {
	t.Helper()
	var value any
	if json.Unmarshal(text, &value) != nil {
		return // cut off on purpose; other tests hold that it is JSON
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("travel schema %s: %v\n%.1500s", name, err, text)
	}
}

// toldPath is where a program tells the stage of a script what it printed.
const toldPath = "/told"

// heard is what a program prints, kept beside being printed.
type heard struct {
	args     []string
	out, err *bytes.Buffer
}

// listen keeps what a program prints that prints JSON.
func listen(env *cli.Env) heard {
	h := heard{args: env.Args, out: &bytes.Buffer{}, err: &bytes.Buffer{}}
	measured := os.Getenv("SCRIPT_PEAK") != "" // how much memory it takes
	if !measured && slices.ContainsFunc([]string{"--json", "--events", "--batch"}, func(flag string) bool { return slices.Contains(env.Args, flag) }) {
		env.Stdout, env.Stderr = io.MultiWriter(env.Stdout, h.out), io.MultiWriter(env.Stderr, h.err)
	}
	return h
}

// tell tells it to the stage.
func (h heard) tell(code int) {
	if h.out.Len()+h.err.Len() == 0 || os.Getenv("SCRIPT_CLOCK") == "" {
		return
	}
	text, _ := json.Marshal(said{h.args, code, h.out.Bytes(), h.err.Bytes()}) // texts and a number
	if resp, err := http.Post(os.Getenv("SCRIPT_CLOCK")+toldPath, "application/json", bytes.NewReader(text)); err == nil {
		_ = resp.Body.Close()
	}
}

// told takes what a program of a script printed.
func (s *stage) told(r *http.Request) {
	var what said
	if json.NewDecoder(r.Body).Decode(&what) == nil {
		fitsSchema(s.t, what)
	}
}

// TestEveryPictureOfJSONFitsItsSchema holds the golden files to the schemas of their commands.
func TestEveryPictureOfJSONFitsItsSchema(t *testing.T) {
	all, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repository, "testdata", "golden", "commands", "*-json.txt"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, file := range files {
		words := strings.Split(strings.TrimSuffix(filepath.Base(file), "-json.txt"), "-")
		name := ""
		for known := range all {
			if parts := strings.Split(strings.ReplaceAll(known, " ", "-"), "-"); len(parts) <= len(words) && slices.Equal(words[:len(parts)], parts) && len(known) > len(name) {
				name = known
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name == "" {
			continue // a command whose JSON is the service's alone
		}
		fits(t, all[name], name, text)
		checked++
	}
	if checked < 25 {
		t.Errorf("%d of %d pictures were checked, which cannot be all", checked, len(files))
	}
}

// TestMembersAreAPromise holds every schema to the members that are listed: none goes, none that is always
// there becomes one that may be missing, none changes its type. One that is added is to be listed too:
// -update does that, and never takes a promise back.
func TestMembersAreAPromise(t *testing.T) {
	texts, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	var now []string
	for name, text := range texts {
		var schema map[string]any
		if err := json.Unmarshal([]byte(text), &schema); err != nil {
			t.Fatal(err)
		}
		defs, _ := schema["$defs"].(map[string]any)
		delete(schema, "$defs")
		now = append(now, membersOf(name, schema)...)
		for def, inner := range defs {
			now = append(now, membersOf(def, inner.(map[string]any))...)
		}
	}
	slices.Sort(now)
	now = slices.Compact(now)
	file := filepath.Join(repository, "testdata", "golden", "schema.txt")
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	broken := false
	for line := range strings.FieldsSeq(string(text)) {
		if !slices.Contains(now, line) {
			broken = true
			t.Errorf("%s was promised, and is not so any more", line)
		}
	}
	if got := strings.Join(now, "\n") + "\n"; !broken && got != string(text) {
		if !*update {
			t.Fatalf("%s does not list all members; -update writes it again", file)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// membersOf are the members of a schema, one a line: where it stands, its type, and whether it is always
// there.
func membersOf(at string, schema map[string]any) []string {
	at = strings.ReplaceAll(at, " ", "-")
	var list []string
	required, _ := schema["required"].([]any)
	properties, _ := schema["properties"].(map[string]any)
	for name, inner := range properties {
		member := inner.(map[string]any)
		kind := fmt.Sprint(cmp.Or[any](member["$ref"], member["type"], "any"))
		if slices.Contains(required, any(name)) {
			kind += "!"
		}
		list = append(list, at+"."+name+":"+strings.ReplaceAll(strings.TrimPrefix(kind, "#/$defs/"), " ", "|"))
		list = append(list, membersOf(at+"."+name, member)...)
	}
	if items, ok := schema["items"].(map[string]any); ok {
		list = append(list, membersOf(at+"[]", items)...)
	}
	for _, key := range []string{"allOf", "anyOf"} {
		all, _ := schema[key].([]any)
		for _, one := range all {
			list = append(list, membersOf(at, one.(map[string]any))...)
		}
	}
	return list
}
