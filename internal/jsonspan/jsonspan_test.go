package jsonspan

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestMember(t *testing.T) {
	for _, c := range []struct {
		text, name, want string
	}{
		{`{"a":1,"b":[1,2]}`, "b", `[1,2]`},
		{` { "a" : {"b":"}"} , "b" : -1.5e3 } `, "b", `-1.5e3`},
		{`{"b":1,"b":"two"}`, "b", `"two"`},
		{`{"\u0062":null}`, "b", `null`},
		{`{"x":"a\\\"b\\","b":true}`, "b", `true`},
		{`{"x":{"b":1}}`, "b", ""},
		{`{}`, "b", ""},
		{`["b"]`, "b", ""},
		{`"b"`, "b", ""},
		{``, "b", ""},
		{`{"":[]}`, "", `[]`},
	} {
		at, end, ok := Member([]byte(c.text), c.name)
		if got := c.text[at:end]; got != c.want || ok != (c.want != "") {
			t.Errorf("the member %q of %s is %q, %t; want %q", c.name, c.text, got, ok, c.want)
		}
	}
}

// The parts of any valid text are those that encoding/json finds, and no text leads past its end.
func FuzzParts(f *testing.F) {
	for _, text := range []string{
		`{"a":1,"b":[true,null,"\u0041\\"],"c":{}}`, ` [ 1 , {"x":[[]]} , "]" ]`, `[]`, `{}`, `7`, `"\""`, `{"a`, `[1,`, `{"a":}`, "\\", `{"a":1,"a":2}`, "{\"\xfb\":0}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got []json.RawMessage
		for item := range Items(text) {
			got = append(got, item)
		}
		Member(text, "a")
		if !json.Valid(text) {
			return
		}
		start := Skip(text, 0)
		if end := End(text, start); Skip(text, end) != len(text) {
			t.Errorf("%s ends at %d of %d", text, end, len(text))
		}
		var list []json.RawMessage
		if text[start] == '[' && json.Unmarshal(text, &list) == nil && len(got)+len(list) > 0 && !reflect.DeepEqual(got, list) {
			t.Errorf("the items of %s are %s, want %s", text, got, list)
		}
		var object map[string]json.RawMessage
		if text[start] != '{' || json.Unmarshal(text, &object) != nil {
			return
		}
		for name, want := range object {
			at, end, ok := Member(text, name)
			if !ok || string(text[at:end]) != string(want) {
				t.Errorf("the member %q of %s is %s, want %s", name, text, text[at:end], want)
			}
		}
	})
}
