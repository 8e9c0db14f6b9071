package directory

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
)

func TestTheWorldHasWhatItsTablesPromise(t *testing.T) {
	x := words()
	var brands, chains []string
	for _, list := range x.brands {
		for _, b := range list {
			brands = append(brands, b.Name)
			if !slices.Contains(chains, b.Chain) {
				chains = append(chains, b.Chain)
			}
		}
	}
	if len(brands) != 24 || len(chains) != 8 || len(x.amenities) < 40 || len(x.names) < 60 {
		t.Errorf("%d brands of %d chains, %d amenities, %d names", len(brands), len(chains), len(x.amenities), len(x.names))
	}
	seen := map[string]map[string]bool{"kind": {}, "star": {}, "brand": {}, "amenity": {}}
	unreported, nowhere := 0, 0
	hotels := inCity(t, New(data.Load(), 0), "LON")
	for _, h := range hotels {
		seen["kind"][h.Kind.String()] = true
		seen["star"][string(rune('0'+h.Star))] = true
		seen["brand"][h.Brand] = true
		for _, name := range h.Amenities() {
			seen["amenity"][name] = true
			if !h.Offers(name) {
				t.Errorf("%s lists %s and does not offer it", h.Name, name)
			}
		}
		if h.Centre == nil {
			unreported++
		}
		if h.Address == "" {
			nowhere++
		}
	}
	if len(seen["kind"]) != len(kinds) || len(seen["star"]) != 6 || len(seen["brand"]) < 20 || len(seen["amenity"]) < 45 {
		t.Errorf("London has %d kinds, %d star ratings, %d brands, %d amenities",
			len(seen["kind"]), len(seen["star"]), len(seen["brand"]), len(seen["amenity"]))
	}
	if unreported == 0 || unreported > 30 || nowhere == 0 || nowhere > 40 {
		t.Errorf("%d hotels without a distance, %d without an address", unreported, nowhere)
	}
}

func TestWhatAHotelOffersGoesTogether(t *testing.T) {
	for _, h := range inCity(t, New(data.Load(), 4), "LON") {
		if h.Offers("Free parking") && !h.Offers("Parking") {
			t.Errorf("%s has free parking and no parking", h.Name)
		}
		if h.Offers("Children's pool") && !h.Offers("Outdoor pool") && !h.Offers("Indoor pool") {
			t.Errorf("%s has a pool for children alone", h.Name)
		}
		spoken, _ := guestbook.TopicOf("pool")
		if pool := h.Offers("Outdoor pool") || h.Offers("Indoor pool"); pool != h.Book.Topics.Has(spoken) {
			t.Errorf("%s: pool %v, spoken of %v", h.Name, pool, !pool)
		}
		if h.Offers("Fax") {
			t.Errorf("%s offers what no table has", h.Name)
		}
	}
}

func TestShufflingLosesNothing(t *testing.T) {
	list := []string{"a", "b", "c", "d", "e"}
	got := shuffled(dice.New(1), list)
	if slices.Equal(got, list) {
		t.Error("nothing moved")
	}
	slices.Sort(got)
	if diff := cmp.Diff(list, got); diff != "" {
		t.Error(diff)
	}
}
