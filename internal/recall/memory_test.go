package recall

import (
	"os"
	"testing"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// A memory keeps what files would keep, leaves no file, and a copy of it goes its own way.
func TestAMemoryKeepsListsWithoutAFile(t *testing.T) {
	dir := store.Home{Dir: t.TempDir()}
	first := NewMemory()
	store := first.In(dir, "p")
	if err := store.Save(List{Kind: Trips, Made: time.Unix(1, 0), Search: search.Ref{ID: "S1"}, Rows: []Row{{N: 1, Offer: offer.Offer{ID: "a"}}, {N: 2, Offer: offer.Offer{ID: "not sendable!"}}}}); err != nil {
		t.Fatal(err)
	}
	if err := store.Save(List{Kind: Trips, Made: time.Unix(1, 0), Rows: []Row{{N: 1}, {N: 1}}}); err == nil {
		t.Error("a list whose rows cannot be told apart was kept")
	}
	second := first.Copy()
	if err := second.In(dir, "p").Save(List{Kind: Trips, Made: time.Unix(2, 0), Search: search.Ref{ID: "S2"}, Rows: []Row{{N: 1, Offer: offer.Offer{ID: "b"}}}}); err != nil {
		t.Fatal(err)
	}
	list, _, err := store.Latest(Trips)
	if row, pickErr := list.Pick(1); err != nil || pickErr != nil || row.ID != "a" {
		t.Errorf("row 1 is %v: %v, %v", row, err, pickErr)
	}
	if _, err := list.Pick(2); err == nil {
		t.Error("an id that cannot be sent was kept")
	}
	list.Rows[0].ID = "changed"
	if _, row, ok := store.Holding(Trips, "a"); !ok || row.N != 1 {
		t.Error("whoever was given the list changed what is kept")
	}
	if known, ok := store.Search("S1"); !ok || len(known.Rows) > 0 {
		t.Errorf("the search is %+v, %v", known, ok)
	}
	if _, ok := store.Search("S2"); ok {
		t.Error("the lists of another memory were seen")
	}
	if store.Nowhere() || store.Try() != nil {
		t.Error("a memory is said to keep nothing")
	}
	store.Drop(List{Kind: Trips})
	if _, ok, _ := store.Latest(Trips); ok {
		t.Error("a list that was dropped is there")
	}
	if entries, err := os.ReadDir(dir.Dir); err != nil || len(entries) > 0 {
		t.Errorf("files: %v, %v", entries, err)
	}
}
