package ask

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/words"
)

// Typed values and their text are one: both are kept, checked and sent alike.
func TestValuesAndTextAreKeptAlike(t *testing.T) {
	typed, read := newValues("getFlightSearchResults"), newValues("getFlightSearchResults")
	typed.SetTyped("stops", 0, 1)
	typed.SetTyped("max-price", json.Number("412.50"))
	typed.SetTyped("min-price", 7)
	typed.SetTyped("same-airline", false)
	typed.SetTyped("airlines", "EK", "BA")
	typed.SetTyped("page", int64(2))
	for _, err := range []error{
		typed.Err(),
		read.read("stops", "stops", "0"), read.read("stops", "stops", "1"), read.read("max-price", "max-price", "412.50"), read.read("min-price", "min-price", "7"),
		read.read("same-airline", "same-airline", "no"), read.read("airlines", "airlines", "EK, BA"), read.read("page", "page", "2"),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	want := apiclient.GetFlightSearchResultsParams{
		Stops: []int{0, 1}, MaxPrice: new(json.Number("412.50")), MinPrice: new(json.Number("7")),
		SameAirline: new(apiclient.BooleanFlagFalse), Airlines: []string{"EK", "BA"}, Page: new(2),
	}
	for name, p := range map[string]*Values{"typed": typed, "text": read} {
		if diff := cmp.Diff(want, Request[apiclient.GetFlightSearchResultsParams](p)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", name, diff)
		}
		if diff := cmp.Diff([]string{"page", "stops", "airlines", "same-airline", "min-price", "max-price"}, p.Names(), cmpUnordered); diff != "" {
			t.Errorf("%s, names, -want +got:\n%s", name, diff)
		}
	}
}

// cmpUnordered compares lists of names as sets.
var cmpUnordered = cmp.Transformer("set", func(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
})

// A value of another type or beyond a limit is refused, with the name, what was
// given and what is accepted, and changes nothing.
func TestAValueThatDoesNotFitIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []any
		want   string
	}{
		{"page", []any{0}, "page 0 is not accepted; give a whole number from 1 to 100"},
		{"page", []any{1, 2}, "page 1,2 is not accepted; give one value"},
		{"page", nil, `page "" is not accepted; give a whole number from 1 to 100`},
		{"same-airline", []any{"yes"}, "same-airline yes is not accepted; give true or false"},
		{"max-price", []any{json.Number("NaN")}, "max-price NaN is not accepted; give a number of 0 or more"},
		{"sort", []any{"PRICE_ASC"}, "sort PRICE_ASC is not accepted; give one of best, "},
		{"stops", []any{1, -1}, "stops -1 is not accepted; give a whole number of 0 or more, one or more with commas between"},
		{"airlines", []any{"\xff"}, "airlines "},
	} {
		p := newValues("getFlightSearchResults")
		p.SetTyped(tt.name, tt.values...)
		if err := p.Err(); err == nil || !strings.HasPrefix(err.Error(), tt.want) || p.Has(tt.name) {
			t.Errorf("%s %v: %v", tt.name, tt.values, err)
		}
	}
	other := newValues("getHealth")
	other.SetTyped("page", 1)
	if other.Err() == nil {
		t.Error("a parameter of another operation was taken")
	}
	for _, day := range []string{"2026-02-30", "tomorrow", "2026-1-1"} {
		p := newValues("createFlightSearch")
		p.SetTyped("fromDate", day)
		if p.Err() == nil {
			t.Errorf("the day %s was taken", day)
		}
	}
}

// A copy and its original do not see what is given to the other.
func TestACopyStandsAlone(t *testing.T) {
	p := newValues("getFlightSearchResults")
	if err := p.read("airlines", "airlines", "EK"); err != nil {
		t.Fatal(err)
	}
	one, two := p.Clone(), p.Clone()
	if err := errors.Join(one.read("airlines", "airlines", "BA"), two.read("airlines", "airlines", "QR")); err != nil {
		t.Fatal(err)
	}
	two.Unset("page")
	p.Unset("airlines")
	got := fmt.Sprint(p.Texts("airlines"), one.Texts("airlines"), two.Texts("airlines"))
	if got != "[] [EK BA] [EK QR]" || p.Has("airlines") {
		t.Error(got)
	}
}

// Every parameter of the table has a member in the request of its operation, and
// every member is filled.
func TestEveryParameterFillsItsMember(t *testing.T) {
	for i := range api.Operations {
		op := &api.Operations[i]
		p, members := newValues(op.ID), 0
		for _, param := range op.Params {
			if param.In == api.InPath {
				continue
			}
			members++
			value := "x"
			switch param.Kind {
			case api.Integer:
				value = "7"
			case api.Number:
				value = "7.5"
			case api.Boolean:
				value = "true"
			}
			p.given[param.Name] = given{values: []string{value}} // whatever its pattern
		}
		if members == 0 {
			continue
		}
		call, ok := reflect.TypeFor[*apiclient.Client]().MethodByName(words.UpperFirst(op.ID))
		if !ok {
			t.Errorf("the client has no call for %s", op.ID)
			continue
		}
		filled := reflect.New(request(call.Type)).Elem()
		body, _ := json.Marshal(p.Asked().Parameters)
		if err := json.Unmarshal(body, filled.Addr().Interface()); err != nil {
			t.Errorf("%s: %v", op.ID, err)
		}
		if filled.NumField() != members {
			t.Errorf("%s: %d members, %d parameters", op.ID, filled.NumField(), members)
		}
		for field, member := range filled.Fields() {
			if member.IsZero() {
				t.Errorf("%s: %s is not filled", op.ID, field.Name)
			}
		}
	}
}

// request is the struct that a call takes last.
func request(call reflect.Type) reflect.Type {
	last := call.In(call.NumIn() - 1)
	if last.Kind() == reflect.Pointer {
		return last.Elem()
	}
	return last
}

func newValues(id string) *Values { return New(id, nil) }
