package ask

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

func testParams(id string) *Values {
	return New(id, &Days{Today: func() time.Time { return saturday }})
}

func TestAFlagNotGivenIsNotSent(t *testing.T) {
	got := Request[apiclient.GetFlightSearchResultsParams](testParams("getFlightSearchResults"))
	if diff := cmp.Diff(apiclient.GetFlightSearchResultsParams{}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestZeroAndFalseGivenAreSent(t *testing.T) {
	p := testParams("getFlightSearchResults")
	for wire, text := range map[string]string{
		"min-price": "0", "same-airline": "no", "stops": "0", "min-stopover-duration": "0", "max-price": "412.50",
	} {
		if err := p.Set(wire, "--"+wire, text); err != nil {
			t.Fatal(err)
		}
	}
	got := Request[apiclient.GetFlightSearchResultsParams](p)
	want := apiclient.GetFlightSearchResultsParams{
		MinPrice: new(json.Number("0")), MaxPrice: new(json.Number("412.50")), Stops: []int{0},
		SameAirline: new(apiclient.BooleanFlagFalse), MinStopoverDuration: new("0"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestListsRepeatAndTakeCommas(t *testing.T) {
	p := testParams("getFlightSearchResults")
	for _, text := range []string{"EK,BA", " QR "} {
		if err := p.Set("airlines", "--airlines", text); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"EK", "BA", "QR"}, p.Texts("airlines")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestCodesMayBeTypedSmall(t *testing.T) {
	p := testParams("createFlightSearch")
	for wire, text := range map[string]string{"currency": "eur", "siteCode": "pt", "cabin": "Business"} {
		if err := p.Set(wire, wire, text); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"currency": "EUR", "siteCode": "PT", "cabin": "business"}
	got := map[string]string{}
	for _, wire := range p.Names() {
		got[wire] = p.Text(wire)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestEveryParameterRefusesWhatTheContractDoes walks the whole table: a value
// just beyond each limit is refused, the limit itself is taken.
func TestEveryParameterRefusesWhatTheContractDoes(t *testing.T) {
	for i := range api.Operations {
		op := &api.Operations[i]
		for j := range op.Params {
			p, param := testParams(op.ID), &op.Params[j]
			if param.HasMin && param.Kind != api.String {
				limitCase(t, p, param, words.Number(param.Min), words.Number(param.Min-1))
			}
			if param.HasMax && param.Max < 1<<52 {
				limitCase(t, p, param, words.Number(param.Max), words.Number(param.Max+1))
			}
			for _, word := range param.Enum {
				limitCase(t, p, param, word, word+"x")
			}
		}
	}
}

func limitCase(t *testing.T, p *Values, param *api.Param, good, bad string) {
	t.Helper()
	p = p.Clone() // a list grows
	if err := p.Set(param.Name, "ARG", good); err != nil {
		t.Errorf("%s %s: %s is refused: %v", p.op.ID, param.Name, good, err)
	}
	err := p.Set(param.Name, "ARG", bad)
	if e, ok := errors.AsType[problem.Error](err); !ok || e.Class != problem.Usage || !strings.Contains(e.Text, words.Quote(bad)) || !strings.Contains(e.Text, "give ") {
		t.Errorf("%s %s: %s gives %v, want a usage error that names it", p.op.ID, param.Name, bad, err)
	}
}

func FuzzParameters(f *testing.F) {
	f.Add("1e400")
	f.Add("-0")
	f.Add("NaN")
	f.Add("0x10")
	f.Add("true,,false")
	f.Add("\x1b[31m")
	f.Add("+7d")
	f.Fuzz(func(t *testing.T, text string) {
		for i := range api.Operations {
			p := testParams(api.Operations[i].ID)
			for _, param := range p.op.Params {
				if err := p.Set(param.Name, "ARG", text); err != nil {
					continue
				}
				for _, value := range p.Texts(param.Name) {
					number := param.Kind == api.Integer || param.Kind == api.Number
					if !utf8.ValidString(value) || number && !json.Valid([]byte(value)) {
						t.Errorf("%s %s: %q becomes %q, which cannot be sent", p.op.ID, param.Name, text, value)
					}
				}
			}
		}
	})
}

// TestAskedTellsWhatIsSentAndWhatWasTyped: values keep their digits and the contract's order, and only
// what a person gave is in typed.
func TestAskedTellsWhatIsSentAndWhatWasTyped(t *testing.T) {
	q := New("getHotelSearchResults", &Days{})
	for _, err := range []error{
		q.Set("pageSize", "--page-size", "5"),
		q.Set("brands", "--brands", "B & B"), q.Set("brands", "--brands", "Other"),
		q.Set("min-star", "--min-star", "3"), q.Set("refundable", "--refundable", "yes"),
		q.Set("locale", "--locale", "de"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	q.SetDefault("currency", "currency", "eur")
	q.SetTyped("page", 2)
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
