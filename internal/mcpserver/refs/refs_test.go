package refs

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// listed returns a memory with a list of a search. Its rows have the given ids, numbered from 1; "" leaves one out.
func listed(t *testing.T, kind recall.Kind, id string, ids ...string) *recall.Store {
	t.Helper()
	m := recall.NewMemory()
	list := recall.List{Kind: kind, Made: time.Unix(1, 0), Search: search.Ref{ID: id}}
	for i, id := range ids {
		if id != "" {
			list.Rows = append(list.Rows, recall.Row{N: i + 1, Offer: offer.Offer{ID: id}})
		}
	}
	if err := m.In(store.Home{}, "p").Save(list); err != nil {
		t.Fatal(err)
	}
	return m
}

func call(search string) Call {
	return Call{Tool: "search_flights", Arguments: json.RawMessage(`{"q":"` + search + `"}`)}
}

// A reference keeps its meaning while the server runs. The next page extends its list; another order or another
// search makes a new list.
func TestAReferenceNeverChangesItsMeaning(t *testing.T) {
	table := New()
	first := table.Keep("", recall.Trips, listed(t, recall.Trips, "S1", "a", "b"), call("S1"))
	steps := []struct {
		what, before, want string
		lists              *recall.Store
	}{
		{"the next page", first, "F1", listed(t, recall.Trips, "S1", "a", "b", "c")},
		{"another order", first, "F2", listed(t, recall.Trips, "S1", "c", "a", "b")},
		{"another search", first, "F3", listed(t, recall.Trips, "S2", "a", "b", "c")},
		{"nothing before", "", "F4", listed(t, recall.Trips, "S1", "a", "b", "c")},
		{"another kind", first, "H1", listed(t, recall.Hotels, "S1", "a", "b", "c")},
	}
	for _, step := range steps {
		kind := recall.Trips
		if step.want == "H1" {
			kind = recall.Hotels
		}
		if got := table.Keep(step.before, kind, step.lists, call("x")); got != step.want {
			t.Errorf("%s: %s, want %s", step.what, got, step.want)
		}
	}
	for ref, want := range map[string]string{"F1.1": "a", "F1.3": "c", "F2.1": "c", "F3.2": "b", "H1.1": "a"} {
		kind := recall.Trips
		if ref[0] == 'H' {
			kind = recall.Hotels
		}
		if found, err := table.Row(kind, "x", ref); err != nil || found.ID != want || found.Ref() != ref {
			t.Errorf("%s is %q as %s: %v; want %q", ref, found.ID, found.Ref(), err, want)
		}
	}
}

// After a search is repeated, a reference points to the same offer under its new id.
func TestAReferenceFollowsItsOffer(t *testing.T) {
	table := New()
	name := table.Keep("", recall.Trips, listed(t, recall.Trips, "S1", "a1", "b1"), call("S1"))
	table.Renewed(name, listed(t, recall.Trips, "S1", "x", "y")) // not repeated
	if found, err := table.Row(recall.Trips, "tripId", "F1.2"); err != nil || found.ID != "b1" {
		t.Errorf("F1.2 is %q: %v", found.ID, err)
	}
	table.Renewed(name, listed(t, recall.Trips, "S2", "a2", "b2"))
	if found, err := table.Row(recall.Trips, "tripId", "F1.2"); err != nil || found.ID != "b2" || found.Search != "S2" {
		t.Errorf("F1.2 is %q of %q: %v", found.ID, found.Search, err)
	}
}

func TestMistakesInReferences(t *testing.T) {
	table := New()
	table.Keep("", recall.Trips, listed(t, recall.Trips, "S1", "a", "b"), call("S1"))
	table.Keep("", recall.Hotels, listed(t, recall.Hotels, "S9", "7"), call("S9"))
	tests := []struct{ text, class, says, hint string }{
		{"F1.3", problem.Usage, "F1 has rows 1 to 2", `search_flights {"q":"S1"}`},
		{"F1", problem.Usage, "is a whole list; give one of its rows, such as F1.1", ""},
		{"F9.1", problem.NotFound, "this server has made no list F9", "list it again"},
		{"F0.1", problem.NotFound, "this server has made no list F0", "list it again"},
		{"H1.1", problem.Usage, "is a hotel; give a flight", ""},
		{"O1.1", problem.Usage, "is an option of a fare; give a flight", ""},
		{"F1.0", problem.Usage, "", ""}, // not a reference, so it is taken as an id
		{"no id", problem.Usage, "is not accepted; give a reference such as F1.2", ""},
		{"", problem.Usage, "is not accepted", ""},
	}
	for _, test := range tests {
		_, err := table.Row(recall.Trips, "tripId", test.text)
		if test.text == "F1.0" {
			if err != nil {
				t.Errorf("%s: %v", test.text, err)
			}
			continue
		}
		if err == nil || problem.ClassOf(err) != test.class || !strings.Contains(err.Error(), test.says) || !strings.Contains(problem.AdviceOf(err), test.hint) {
			t.Errorf("%q: %v (%s), hint %q", test.text, err, problem.ClassOf(err), problem.AdviceOf(err))
		}
	}
}

// An id works like a reference, and finds the list that contains it.
func TestAnIDFindsItsList(t *testing.T) {
	table := New()
	table.Keep("", recall.Trips, listed(t, recall.Trips, "S1", "a", "b"), call("S1"))
	if found, err := table.Row(recall.Trips, "tripId", "b"); err != nil || found.Ref() != "F1.2" || found.Argument() != "2" {
		t.Errorf("b is %+v: %v", found, err)
	}
	if found, err := table.Row(recall.Trips, "tripId", "z"); err != nil || found.Ref() != "" || found.Argument() != "z" || found.Lists == nil {
		t.Errorf("z is %+v: %v", found, err)
	}
	if found, err := table.List(recall.Trips, "searchId", "S1"); err != nil || found.Ref() != "F1" {
		t.Errorf("S1 is %+v: %v", found, err)
	}
	if found, err := table.List(recall.Trips, "searchId", "F1.2"); err != nil || found.List != "F1" || found.Search != "S1" {
		t.Errorf("F1.2 as a list is %+v: %v", found, err)
	}
}

// The number of lists is limited. The least recently used one goes first.
func TestOldListsGo(t *testing.T) {
	table := New()
	for i := range mostLists + 2 {
		table.Keep("", recall.Trips, listed(t, recall.Trips, fmt.Sprint("S", i), "a"), call(fmt.Sprint("S", i)))
		if _, err := table.Row(recall.Trips, "tripId", "F1.1"); i == mostLists && err != nil {
			t.Fatal("a list that is used went before one that is not:", err)
		}
	}
	if len(table.lists) != mostLists || len(table.recent) != mostLists {
		t.Errorf("%d lists, %d in order", len(table.lists), len(table.recent))
	}
	_, err := table.Row(recall.Trips, "tripId", "F2.1")
	if problem.ClassOf(err) != problem.NotFound || !strings.Contains(err.Error(), "the list F2 is no longer kept") {
		t.Errorf("%v, hint %q", err, problem.AdviceOf(err))
	}
}

func FuzzRow(f *testing.F) {
	for _, seed := range []string{"F1.2", "F1", "F", "H007.1", "F1.2.3", "F٣.1", "O99999999999999999.1"} {
		f.Add(seed)
	}
	table := New()
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := cut(text); !ok {
			return
		}
		if _, err := table.Row(recall.Trips, "x", text); err == nil {
			t.Errorf("%q stands for something in a table without a list", text)
		}
	})
}
