package jsonread

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

type word2 string

type price struct {
	Amount   json.Number
	Currency word2 `json:"currency,omitempty"`
}

type embedded struct {
	price
	Wide map[string]price `json:"wide"`
}

// every has a member of each kind.
type every struct {
	Name   string    `json:"name"`
	Kind   word2     `json:"kind,omitempty"`
	Count  int       `json:"count,omitempty"`
	Small  int8      `json:"small,omitempty"`
	Yes    bool      `json:"yes,omitempty"`
	Total  price     `json:"total,omitzero"`
	Again  *price    `json:"again,omitempty"`
	Words  []string  `json:"words,omitempty"`
	Prices []price   `json:"prices,omitempty"`
	Far    []*every  `json:"far,omitempty"`
	At     time.Time `json:"at,omitzero"`
	Bytes  []byte    `json:"bytes,omitempty"`
	Float  float64   `json:"float,omitempty"`
	Any    any       `json:"any,omitempty"`
	Inside embedded  `json:"inside,omitzero"`
}

// read reads a text both ways, and tells whether this package took it.
func read(t *testing.T, text string, strict bool) (whole, ok bool) {
	t.Helper()
	var got, want every
	r := Reader{Strict: strict}
	if whole, ok = r.Read([]byte(text), &got); !ok {
		return false, false
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	if strict {
		decoder.DisallowUnknownFields()
	}
	if err := decoder.Decode(&want); err != nil || !json.Valid([]byte(text)) {
		t.Fatalf("%s is read, and encoding/json says: %v", text, err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s is read as\n%+v, want\n%+v", text, got, want)
	}
	return whole, true
}

// texts are what is taken, with what is declined behind it: what encoding/json reads by a rule of its
// own, and what it refuses.
func texts() (taken, declined []string) {
	taken = []string{
		`{"name":"a"}`, ` { "name" : "a" , "yes" : true } `, `{"name":"a","kind":"b","count":-7,"small":127,"yes":false}`,
		`{"name":"\u0041\n\"\\ \ud83d\ude00 \ud800","kind":"Zürich 東京"}`, "{\"name\":\"\xff\"}",
		`{"name":"a","total":{"Amount":12.50e-3,"currency":"EUR"},"again":{"Amount":0}}`,
		`{"name":"a","words":[],"prices":[{"Amount":1},{"Amount":2},{"Amount":-0.5}],"far":[{"name":"b","far":[{"name":"c"}]}]}`,
		`{"name":"a","at":"2026-11-22T09:32:46Z","bytes":"AAEC","float":1e3,"any":{"x":[1,null]},"inside":{"Amount":1,"wide":{"x":{"Amount":2}}}}`,
		`{"name":"a","new":{"x":[1,2,{"y":"\t"}]},"newer":[[[]]],"newest":-1.5E+7}`, "{\"name\":\"a\",\"\xff\":1,\"\\u0078\":2}", `null`,
	}
	declined = []string{
		``, ` `, `{`, `{"name"`, `{"name":}`, `{"name":"a",}`, `{"name":"a"}}`, `{"name":"a"} 1`, `[]`, `7`, `"a"`, `{name:1}`, `{"name":'a'}`,
		`{"name":1}`, `{"count":1.0}`, `{"count":"1"}`, `{"small":128}`, `{"yes":"true"}`, `{"yes":tru}`, `{"total":[]}`, `{"words":{}}`, `{"words":[1]}`,
		`{"total":{"Amount":"1"}}`, `{"total":{"Amount":01}}`, `{"total":{"Amount":1.}}`, `{"total":{"Amount":+1}}`, `{"total":{"Amount":1e}}`,
		`{"name":"a","name":"b"}`, `{"NAME":"a"}`, "{\"\u212aind\":\"a\"}", `{"name":"\x"}`, `{"name":"\u00g0"}`, "{\"name\":\"\n\"}", `{"new":[1,]}`, `{"at":7}`,
		`{"words":["a" "b"]}`, `{"words":["a",]}`, `{"words":[`, `{"name":"a`, `nul`,
	}
	return taken, declined
}

// What is taken is read as encoding/json reads it, and the rest is left to it.
func TestItReadsWhatItSurelyCan(t *testing.T) {
	taken, declined := texts()
	for _, text := range taken {
		if _, ok := read(t, text, false); !ok {
			t.Errorf("%s is declined", text)
		}
	}
	for _, text := range declined {
		if _, ok := read(t, text, false); ok {
			t.Errorf("%s is taken", text)
		}
	}
	if _, ok := read(t, `{"name":"a","new":1}`, true); ok {
		t.Error("an unknown member is taken by a strict reader")
	}
	if _, ok := read(t, `{"name":"a","inside":{"wide":{"x":{"new":1}}}}`, true); ok {
		t.Error("an unknown member is taken by a strict reader, where encoding/json reads")
	}
}

// An answer is called whole only where nothing promised is missing or null.
func TestItTellsWhatIsWhole(t *testing.T) {
	for text, want := range map[string]bool{
		`{"name":""}`: true, `{"name":"a","again":null,"words":null}`: true, `{"name":"a","prices":[{"Amount":1}]}`: true,
		`{}`: false, `{"name":null}`: false, `null`: false, `{"kind":"a"}`: false, `{"name":"a","total":{}}`: false, `{"name":"a","total":null}`: false,
		`{"name":"a","again":{"currency":"EUR"}}`: false, `{"name":"a","prices":[{"Amount":1},{}]}`: false, `{"name":"a","far":[null]}`: false,
		`{"name":"a","far":[{"name":"b"},{"kind":"b"}]}`: false, `{"name":"a","inside":{}}`: false,
	} {
		if whole, ok := read(t, text, false); !ok || whole != want {
			t.Errorf("%s: whole %t, taken %t; want %t", text, whole, ok, want)
		}
	}
}

// An honest page costs few pieces of memory: none for a string.
func TestAStringIsNotCopied(t *testing.T) {
	var r Reader
	page := []byte(`[` + strings.Repeat(`{"Amount":1,"currency":"a currency with a long name"},`, 999) + `{"Amount":1}]`)
	allocs := testing.AllocsPerRun(10, func() {
		var got []price
		if _, ok := r.Read(page, &got); !ok || len(got) != 1000 {
			t.Fatal("it is declined")
		}
	})
	if allocs > 30 {
		t.Errorf("1,000 prices cost %.0f pieces of memory", allocs)
	}
}

// Any text that is taken is read as encoding/json reads it, and Valid agrees with it about all.
func FuzzRead(f *testing.F) {
	taken, declined := texts()
	for _, text := range append(taken, declined...) {
		f.Add([]byte(text))
	}
	f.Add([]byte(strings.Repeat("[", deepest+2) + strings.Repeat("]", deepest+2)))
	f.Fuzz(func(t *testing.T, text []byte) {
		read(t, string(text), false)
		read(t, string(text), true)
		if got, want := Valid(text), json.Valid(text); got != want {
			t.Errorf("%q is valid: %t, want %t", text, got, want)
		}
	})
}
