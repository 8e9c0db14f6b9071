package ask

import (
	"encoding/json"
	"testing"
)

// TestAskedTellsWhatIsSentAndWhatWasTyped: values keep their digits and the contract's order, and only
// what a person gave is in typed.
func TestAskedTellsWhatIsSentAndWhatWasTyped(t *testing.T) {
	q := New("getHotelSearchResults", &Days{})
	for _, err := range []error{
		q.Set("pageSize", "--page-size", "5"),
		q.Set("brands", "--brands", "B & B"), q.Set("brands", "--brands", "Other"),
		q.Set("min-star", "--min-star", "3"), q.Set("refundable", "--refundable", "yes"),
		q.SetDefault("currency", "currency", "eur"),
		q.SetTyped("page", 2),
		q.Set("locale", "--locale", "de"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	q.GivenAs("searchId", "last")
	other := q.Clone()
	other.Unset("brands")
	if err := other.Set("brands", "--brands", "Third"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asked *Asked
		want  string
	}{
		{q.Asked("a:b"), `{"operationId":"getHotelSearchResults",` +
			`"parameters":{"searchId":"a:b","page":2,"pageSize":5,"currency":"EUR","locale":"de","min-star":3,"refundable":"true","brands":["B \u0026 B","Other"]},` +
			`"typed":{"searchId":"last","pageSize":"5","locale":"de","min-star":"3","refundable":"yes","brands":"B \u0026 B,Other"}}`},
		{other.Asked(), `{"operationId":"getHotelSearchResults",` +
			`"parameters":{"page":2,"pageSize":5,"currency":"EUR","locale":"de","min-star":3,"refundable":"true","brands":["Third"]},` +
			`"typed":{"pageSize":"5","locale":"de","min-star":"3","refundable":"yes","brands":"Third"}}`},
		{New("getHealth", nil).Asked(), `{"operationId":"getHealth","parameters":{},"typed":{}}`},
	} {
		got, err := json.Marshal(c.asked)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("asked is\n%s\nwant\n%s", got, c.want)
		}
	}
	if q.Texts("brands")[0] != "B & B" || other.Texts("brands")[0] != "Third" {
		t.Error("a copy changes what it was made from")
	}
}
