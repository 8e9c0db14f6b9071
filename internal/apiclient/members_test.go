package apiclient

import "testing"

func TestFindMember(t *testing.T) {
	for _, c := range []struct {
		text, name, want string
	}{
		{`{"a":1,"b":[1,2]}`, "b", `[1,2]`},
		{` { "a" : {"b":"}"} , "b" : -1.5e3 } `, "b", `-1.5e3`},
		{`{"b":1,"b":"two"}`, "b", `"two"`},
		{`{"\u0062":null}`, "b", `null`},
		{`{"x":"a\\\"b\\","b":true}`, "b", `true`},
		{"{\"b\"\n:\t{ } }", "b", `{ }`},
		{`{"x":{"b":1}}`, "b", ""},
		{`{}`, "b", ""},
		{`["b"]`, "b", ""},
		{`"b"`, "b", ""},
		{``, "b", ""},
		{`{"":[]}`, "", `[]`},
	} {
		m, ok := FindMember([]byte(c.text), c.name)
		if got := c.text[m.At:m.End]; got != c.want || ok != (c.want != "") {
			t.Errorf("the member %q of %s is %q, %t; want %q", c.name, c.text, got, ok, c.want)
		}
	}
}
