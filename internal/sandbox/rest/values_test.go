package rest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

func read(t *testing.T, op, query string) Values {
	t.Helper()
	v, err := For(operation(t, op)).Read(get(query, "searchId", "abc", "tripId", "abc:d", "fareId", "f"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAbsentParametersTakeTheirDefaultsAndNothingElse(t *testing.T) {
	v := read(t, "getFlightSearchResults", "")
	got := []any{
		v.Text("searchId"), v.Int("page"), v.Int("pageSize"), v.Text("sort"), v.Text("currency"), v.Text("locale"), v.Text("airlines-match"),
		v.Texts("airlines"), v.Ints("stops"), v.OptionalNumber("min-price"), v.OptionalInt("max-duration"),
		v.OptionalMinutes("min-stopover-duration"), v.Flag("same-airline"), v.Int("max-duration"), v.Source("currency"),
	}
	want := []any{
		"abc", 1, 10, "score_desc", "USD", "en", "",
		[]string(nil), []int(nil), (*float64)(nil), (*int)(nil),
		(*int)(nil), false, 0, wire.ValueSourceDefault,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestSentParametersAreTakenAsSent(t *testing.T) {
	v := read(t, "getFlightSearchResults", "page=3&pageSize=50&sort=price_asc&currency=USD&locale=pt-BR&airlines=EK,BA&airlines=LH"+
		"&stops=0,1&stops=9007199254740991&min-price=12.5&max-duration=90&min-stopover-duration=0045&same-airline=1")
	got := []any{
		v.Int("page"), v.Int("pageSize"), v.Text("sort"), v.Text("currency"), v.Source("currency"), v.Text("locale"),
		v.Texts("airlines"), v.Ints("stops"), *v.OptionalNumber("min-price"), *v.OptionalInt("max-duration"),
		*v.OptionalMinutes("min-stopover-duration"), v.Flag("same-airline"),
	}
	want := []any{
		3, 50, "price_asc", "USD", wire.ValueSourceExplicit, "pt-BR",
		[]string{"EK", "BA", "LH"}, []int{0, 1, 9007199254740991}, 12.5, 90,
		45, true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestAFlagHasFourForms(t *testing.T) {
	for sent, want := range map[string]bool{"1": true, "true": true, "0": false, "false": false} {
		v := read(t, "getFlightSearchResults", "same-airline="+sent)
		if v.Flag("same-airline") != want || !v.Given("same-airline") {
			t.Errorf("same-airline=%s is %v, given %v", sent, v.Flag("same-airline"), v.Given("same-airline"))
		}
	}
}

func TestAnUndeclaredNameIsASlip(t *testing.T) {
	defer func() {
		if p := recover(); p == nil {
			t.Error("a name that the contract does not declare was answered")
		}
	}()
	read(t, "getPlaces", "query=a").Text("pagesize")
}
