package main

import "testing"

// read makes a graph of texts such as "ab": a depends on b.
func read(arrows ...string) graph {
	g := graph{}
	for _, arrow := range arrows {
		for _, node := range arrow {
			if g[string(node)] == nil {
				g[string(node)] = map[string]bool{}
			}
		}
		g[arrow[:1]][arrow[1:]] = true
	}
	return g
}

func TestFloors(t *testing.T) {
	for name, test := range map[string]struct {
		graph        graph
		floors, back int
	}{
		"chain":        {read("ab", "bc", "cd"), 4, 0},
		"diamond":      {read("ab", "ac", "bd", "cd"), 3, 0},
		"two":          {read("ab", "ba"), 2, 1},
		"ring":         {read("ab", "bc", "ca"), 3, 1},
		"rings":        {read("ab", "ba", "bc", "cb", "cd", "dc"), 4, 3},
		"one back up":  {read("ab", "ac", "ad", "bc", "bd", "cd", "da"), 4, 1},
		"nothing used": {graph{"a": nil, "b": nil}, 1, 0},
	} {
		if floors, back := test.graph.floors(); floors != test.floors || back != test.back {
			t.Errorf("%s: %d floors and %d back up, want %d and %d", name, floors, back, test.floors, test.back)
		}
	}
}

func TestAFileDoesNotDependOnItself(t *testing.T) {
	g := graph{}
	g.add("a", map[string]bool{"a": true, "b": true})
	if g.count() != 1 || !g["a"]["b"] {
		t.Errorf("got %v", g)
	}
}

func TestPackagesStandAboveWhatTheyImport(t *testing.T) {
	got := packageFloors([]room{{path: "cmd", imports: []string{"a", "b"}}, {path: "a", imports: []string{"b"}}, {path: "b"}})
	if got["b"] != 1 || got["a"] != 2 || got["cmd"] != 3 {
		t.Errorf("got %v", got)
	}
}
