package store

import (
	"errors"
	"os"
	"testing"
)

// A value of a newer version is left as it is, whoever reads, writes or changes it.
func TestANewerFileIsLeftAlone(t *testing.T) {
	table := Table[int]{Home: Home{Dir: t.TempDir(), Warn: func(text string) { t.Log(text) }}}
	const newer = `{"version":2,"value":{"n":1}}`
	if err := os.WriteFile(table.Path("1"), []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, read := table.Get("1")
	for name, err := range map[string]error{
		"read": read, "written": table.Put("1", 5), "changed": table.Change(t.Context(), "1", func(n *int) { *n = 5 }),
	} {
		if !errors.Is(err, ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := os.ReadFile(table.Path("1")); string(text) != newer {
		t.Errorf("%s, %v", text, err)
	}
}

// A change begins with nothing where the value was damaged, and a number is given once.
func TestAChangeAndNumbers(t *testing.T) {
	table := Table[int]{Home: Home{Dir: t.TempDir(), Warn: func(text string) { t.Log(text) }}}
	if err := os.WriteFile(table.Path("x"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := table.Change(t.Context(), "x", func(n *int) { *n++ }); err != nil {
		t.Fatal(err)
	}
	if n, found, err := table.Get("x"); n != 1 || !found || err != nil {
		t.Errorf("%d, %t, %v", n, found, err)
	}
	for _, want := range []int{1, 3} {
		if first, err := table.Add(7, 8); first != want || err != nil {
			t.Errorf("%d, %v; want %d", first, err, want)
		}
		for _, key := range []string{"1", "2"} {
			if err := table.Remove(key); err != nil {
				t.Fatal(err)
			}
		}
	}
	if l, err := table.List(); len(l.All) != 2 || len(l.Trouble) != 0 || err != nil {
		t.Errorf("%v, %v", l, err)
	}
}
