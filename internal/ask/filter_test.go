package ask

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
)

// Each parameter of a list that is not about its order, its pages or its terms has a row in the table, and each row
// is a parameter: a filter needs no other place to be a flag, a chip, a line of the panel and an argument of tools.
func TestEveryFilterOfTheContractIsARow(t *testing.T) {
	others := []string{"searchId", "page", "pageSize", "sort", "currency", "locale", "view"}
	for _, operation := range []string{"getFlightSearchResults", "getHotelSearchResults"} {
		op, _ := api.Find(operation)
		var want, got []string
		for i := range op.Params {
			if name := op.Params[i].Name; !slices.Contains(others, name) {
				want = append(want, name)
			}
		}
		for _, f := range FiltersOf(op) {
			got = append(got, f.Wire)
			if f.Group == nil || f.Say == "" && f.Needs == nil {
				t.Errorf("%s: %s stands in no group, or nothing is said of it", operation, f.Wire)
			}
			for _, plain := range f.Flags {
				if _, ok := op.Param(plain.Name); ok || plain.Help == "" || plain.read == nil {
					t.Errorf("%s: --%s is a parameter, or does nothing", operation, plain.Name)
				}
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -contract +table\n%s", operation, diff)
		}
	}
}

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

// What a list keeps of a view comes back as it was given and typed; what no read can have does not.
func TestAViewComesBackAsItWasTyped(t *testing.T) {
	for _, test := range []struct {
		wire   string
		values []string
		typed  string
		want   string // as it is typed now, "" for refused
	}{
		{"stops", []string{"0", "1"}, "--max-stops 1", "--max-stops 1"},
		{"stops", []string{"0"}, "--nonstop", "--nonstop"},
		{"outbound-departure-range", []string{"1080-1439"}, "--depart 'after 18'", "--depart 'after 18'"},
		{"airlines", []string{"EK", "BA"}, "", "--airlines EK,BA"},
		{"sort", []string{"price_asc"}, "--sort cheapest", "--sort cheapest"},
		{"pageSize", []string{"4"}, "", "--page-size 4"},
		{"same-airline", []string{"true"}, "", "--same-airline"},
		{"pageSize", []string{"400"}, "--page-size 400", ""},
		{"pageSize", []string{"4", "5"}, "", ""},
		{"sort", []string{"by_whim"}, "", ""},
		{"airlines", nil, "--airlines EK", ""},
		{"page", []string{"2"}, "--page 2", ""},
		{"currency", []string{"EUR"}, "", ""},
		{"searchId", []string{"s"}, "", ""},
		{"nonsense", []string{"1"}, "", ""},
	} {
		p := New("getFlightSearchResults", &Days{})
		err := p.Repeated(test.wire, test.values, test.typed)
		got := ""
		if err == nil {
			got = p.Typed(test.wire)
		}
		if got != test.want || p.Has(test.wire) != (test.want != "") {
			t.Errorf("%s %q %q: got %q, %v, want %q", test.wire, test.values, test.typed, got, err, test.want)
		}
	}
}
