package params

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAFilterIsRepeatedAsAPersonTypesIt(t *testing.T) {
	p := New("getHotelSearchResults", &Days{})
	for wire, text := range map[string]string{
		"refundable": "yes", "deals-only": "0", "amenities": "Outdoor pool,Spa", "min-star": "4", "sort": "price_asc", "page": "3", "currency": "EUR",
	} {
		if err := p.Set(wire, wire, text); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	for _, wire := range p.Names() {
		got[wire] = p.Typed(wire)
	}
	want := map[string]string{
		"refundable": "--refundable", "deals-only": "--deals-only=false", "amenities": "--amenities 'Outdoor pool,Spa'",
		"min-star": "--min-star 4", "sort": "--sort price_asc", "page": "--page 3", "currency": "--currency EUR",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	again := " --min-star 4 --refundable --deals-only=false --amenities 'Outdoor pool,Spa' --sort price_asc"
	if diff := cmp.Diff(again, p.SameView()); diff != "" {
		t.Errorf("another page: -want +got\n%s", diff)
	}
}
